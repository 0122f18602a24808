"""A law known by its density as a sympy expression, evaluated with mpmath.

``lambdify`` is a hundred times faster, and silently wrong for harmonic numbers and incomplete
gamma and beta functions: it is used for elementary expressions only, and only after it has
agreed with mpmath over the whole support.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, final

import numpy as np
from numpy.typing import ArrayLike

from runtime_theory.distributions.base import Distribution, FloatArray, Route
from runtime_theory.distributions.expectation.maps import Map

__all__ = ["SympyDensity"]

_DIGITS = 17
_GRIDS = (129, 513, 2049)


@final
class SympyDensity(Distribution):
    """A law with the density ``expression`` of ``symbol``; tail functions are rough.

    Parameters
    ----------
    name : str
        What to call it.
    expression, symbol : sympy.Expr, sympy.Symbol
        Density, and its argument.
    support : tuple of float
        Ends of the interval on which it is used.

    Raises
    ------
    ArithmeticError
        The density has no number as its value, or is negative.
    ValueError
        It does not integrate to 1.

    Examples
    --------
    >>> import sympy
    >>> x = sympy.Symbol("x")
    >>> law = SympyDensity("ramp", 2 * x, x, (0.0, 1.0))
    >>> float(law.pdf(0.25)), round(float(law.ppf(0.25)), 2)
    (0.5, 0.5)
    """

    def __init__(self, name: str, expression: Any, symbol: Any, support: tuple[float, float]):
        self.name, self.expression, self.symbol = name, expression, symbol
        self._support = support
        self._fast = _compiled(expression, symbol)
        self._points, self._below = self._rough()
        if self._fast is not None and not self._trustworthy():
            self._fast = None
            self._points, self._below = self._rough()

    def _trustworthy(self) -> bool:
        """Whether the compiled density agrees with mpmath, in the tails and in the middle."""
        middle = self.ppf(np.linspace(0.001, 0.999, 25))
        points = np.concatenate([self._grid(33), middle])
        exact = np.array([self._value(float(point)) for point in points])
        normal = (exact > 1e-290) & np.isfinite(exact)
        return bool(np.allclose(self.pdf(points)[normal], exact[normal], rtol=1e-12, atol=0.0))

    def _rough(self) -> tuple[FloatArray, FloatArray]:
        """A grid with the distribution function by the trapezoid rule."""
        mass = math.nan
        for size in _GRIDS:
            points = self._grid(size)
            with np.errstate(over="ignore", invalid="ignore"):
                steps = np.diff(points) * 0.5
                heights = self.pdf(points)
                heights = np.where(np.isfinite(heights), heights, 0.0)
                below = np.concatenate(([0.0], np.cumsum(steps * (heights[1:] + heights[:-1]))))
            mass = float(below[-1])
            if abs(mass - 1.0) < 0.02:
                return points, below / mass
        raise ValueError(f"the density of {self.name} integrates to about {mass:.3g}, not to 1")

    def _grid(self, size: int) -> FloatArray:
        left, right = self._support
        s = np.linspace(-1.0, 1.0, size)
        if math.isfinite(left) and math.isfinite(right):
            # Denser towards both ends, where densities may be singular.
            return left + (right - left) * 0.5 * (1.0 + np.sin(0.5 * np.pi * np.tanh(3.0 * s)))
        if math.isfinite(left):
            return left + np.exp(30.0 * s)
        if math.isfinite(right):
            return right - np.exp(-30.0 * s)
        return np.asarray(Map(0.0, 1e-3, logarithmic=False).point(30.0 * s))

    @property
    def support(self) -> tuple[float, float]:
        return self._support

    def pdf(self, x: ArrayLike) -> FloatArray:
        points = np.asarray(x, dtype=float)
        flat = points.ravel()
        values = np.full(flat.shape, math.nan) if self._fast is None else self._fast(flat)
        inside = (flat > self._support[0]) & (flat < self._support[1])
        values = np.where(inside | np.isnan(flat), values, 0.0)
        # What overflowed, or is no real number, is asked for again, or refused.
        for i in np.flatnonzero(inside & ~((values >= 0.0) & (values < math.inf))):
            values[i] = self._value(float(flat[i]))
        return values.reshape(points.shape)

    def _value(self, x: float) -> float:
        from sympy import Float

        if not self._support[0] < x < self._support[1]:
            return 0.0
        value = self.expression.evalf(_DIGITS, subs={self.symbol: Float(x, 30)})
        try:
            number = complex(value)
        except (TypeError, ValueError):
            raise ArithmeticError(
                f"the density of {self.name} at {x:g} is {value!r:.80}, not a number"
            ) from None
        if abs(number.imag) > 1e-12 * abs(number.real) or number.real < 0.0:
            raise ArithmeticError(f"the density of {self.name} at {x:g} is {number:g}")
        return number.real

    def cdf(self, x: ArrayLike) -> FloatArray:
        """Rough."""
        return np.asarray(np.interp(np.asarray(x, dtype=float), self._points, self._below))

    def sf(self, x: ArrayLike) -> FloatArray:
        """Rough."""
        points = np.asarray(x, dtype=float)
        return np.asarray(np.interp(points, self._points, self._below[-1] - self._below))

    def ppf(self, q: ArrayLike) -> FloatArray:
        """Rough."""
        return np.asarray(np.interp(np.asarray(q, dtype=float), self._below, self._points))

    def isf(self, q: ArrayLike) -> FloatArray:
        """Rough."""
        return self.ppf(np.subtract(1.0, q))

    def describe(self) -> str:
        return self.name

    @property
    def breakpoints(self) -> tuple[float, ...]:
        """Where a condition of a piecewise density, or an absolute value, switches."""
        import sympy

        switches = [r.lhs - r.rhs for r in self.expression.atoms(sympy.core.relational.Relational)]
        switches += [a.args[0] for a in self.expression.atoms(sympy.Abs, sympy.Heaviside)]
        left, right = self._support
        found: set[float] = set()
        for switch in switches:
            if self.symbol in getattr(switch, "free_symbols", ()) and switch.is_polynomial(
                self.symbol
            ):
                roots = sympy.real_roots(sympy.Poly(sympy.nsimplify(switch), self.symbol))
                found |= {float(root) for root in roots}
        return tuple(sorted(b for b in found if left < b < right))

    @property
    def route(self) -> Route:
        return Route.DENSITY


def _compiled(expression: Any, symbol: Any) -> Callable[[FloatArray], FloatArray] | None:
    """A numpy function for an expression of elementary functions, constants evaluated; or None."""
    import sympy

    elementary = (
        *(sympy.exp, sympy.log, sympy.Abs, sympy.Piecewise, sympy.sin, sympy.cos, sympy.tan),
        *(sympy.sinh, sympy.cosh, sympy.tanh, sympy.asin, sympy.acos, sympy.atan),
    )
    constants = {
        f: f.evalf(25)
        for f in expression.atoms(sympy.Function)
        if not f.free_symbols and not isinstance(f, sympy.Piecewise)
    }
    plain = expression.xreplace(constants)
    if plain.has(sympy.Sum, sympy.Integral, sympy.Product) or not all(
        isinstance(f, elementary) for f in plain.atoms(sympy.Function)
    ):
        return None
    function = sympy.lambdify(symbol, plain, "numpy")

    def values(x: FloatArray) -> FloatArray:
        with np.errstate(all="ignore"):
            return np.array(np.broadcast_to(function(x), x.shape), dtype=float)

    return values
