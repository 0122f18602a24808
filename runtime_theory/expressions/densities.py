"""Densities and distribution functions as expressions: sympy.stats laws, and scipy's by name."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any, final

from runtime_theory.distributions.families.exact import as_printed, as_sympy, is_mirror
from runtime_theory.expressions.known_laws import moments_of

__all__ = ["Density", "density_of", "generic_density"]


@final
@dataclass(frozen=True)
class Density:
    """What an integral over a law is made of.

    Parameters
    ----------
    x : sympy.Symbol
        The variable.
    pdf, cdf, sf : sympy.Expr
        At x.
    low, high : sympy.Expr
        Ends of the support.
    mean, variance : sympy.Expr or None
        In closed form, where they are known.
    """

    x: Any
    pdf: Any
    cdf: Any
    sf: Any
    low: Any
    high: Any
    mean: Any = None
    variance: Any = None

    @property
    def _ends(self) -> tuple[Any, Any]:
        from sympy import sympify

        return sympify(self.low), sympify(self.high)

    def affine(self, loc: Any, scale: Any) -> Density:
        """Return the density of loc + scale X; a negative scale mirrors it.

        Examples
        --------
        >>> from sympy.stats import Gamma
        >>> density_of(Gamma("X", 2, 1).pspace.distribution).affine(1, 2).low
        1
        >>> mirrored = density_of(Gamma("X", 1, 1).pspace.distribution).affine(0, -1)
        >>> mirrored.low, mirrored.high, mirrored.cdf
        (-oo, 0, exp(x))
        """
        if (loc, scale) == (0, 1):
            return self
        sign = -1 if is_mirror(as_sympy(scale)) else 1
        ends = (sign * end if end.is_infinite else loc + scale * end for end in self._ends)
        low, high = tuple(ends)[::sign]
        below, above = (self.cdf, self.sf)[::sign]
        x = _variable(low, {s.name for s in self.pdf.free_symbols} - {self.x.name})
        inner = {self.x: (x - loc) / scale}
        return Density(
            x,
            self.pdf.xreplace(inner) / (sign * scale),
            below.xreplace(inner),
            above.xreplace(inner),
            low,
            high,
            None if self.mean is None else loc + scale * self.mean,
            None if self.variance is None else scale**2 * self.variance,
        )


def generic_density(low: Any, high: Any) -> Density:
    """Return f, F and S as functions without a form, on a support.

    Examples
    --------
    >>> generic_density(0, 1).pdf
    f(x)
    """
    from sympy import Function, sympify

    low, high = sympify(low), sympify(high)
    x = _variable(low)
    pdf, cdf, sf = (Function(name)(x) for name in "fFS")
    return Density(x, pdf, cdf, sf, low, high)


def density_of(distribution: Any) -> Density:
    """Return the density of a continuous sympy.stats distribution.

    Nothing is integrated here, so that it cannot hang: where sympy states no distribution
    function it is the integral of the density.

    Examples
    --------
    >>> from sympy.stats import Gamma
    >>> density_of(Gamma("X", 2, 1).pspace.distribution).pdf
    x*exp(-x)
    """
    from sympy import Symbol

    distribution = _exact(distribution)
    low, high = distribution.set.inf, distribution.set.sup
    taken = {s.name for s in distribution.free_symbols}
    x, spare = _variable(low, taken), _variable(low, taken | {"x"}).name
    pdf = _inside(distribution.pdf(x), x, low)
    stated = _stated_cdf(distribution, x)
    if stated is None:
        u = Symbol(spare if spare != x.name else "z", **x.assumptions0)
        cdf, sf = (
            _integral(pdf.xreplace({x: u}), u, low, x),
            _integral(pdf.xreplace({x: u}), u, x, high),
        )
    else:
        cdf = _inside(stated, x, low)
        sf = _survival(cdf)
    mean, variance = moments_of(distribution)
    return Density(x, pdf, cdf, sf, low, high, mean, variance)


def _stated_cdf(distribution: Any, x: Any) -> Any | None:
    """Return the distribution function where sympy states one, or this module does."""
    from sympy import betainc_regularized

    if type(distribution).__name__ == "BetaDistribution":
        return betainc_regularized(*distribution.args, 0, x)
    return getattr(distribution, "_cdf", lambda _: None)(x)


def _integral(integrand: Any, u: Any, low: Any, high: Any) -> Any:
    from sympy import Integral

    return Integral(integrand, (u, low, high))


def _exact(distribution: Any) -> Any:
    """Return the distribution with floats as the short fractions they are typed for."""
    from sympy import Float

    if not distribution.has(Float):
        return distribution
    return distribution.func(*(as_printed(a) if a.is_Float else a for a in distribution.args))


def _variable(low: Any, taken: Collection[str] = ()) -> Any:
    """Return x, or another letter if a parameter has that name; positive where it can be."""
    from sympy import Symbol, sympify

    name = next(letter for letter in "xuvwyz" if letter not in taken)
    kind = {"positive": True} if sympify(low).is_nonnegative else {"real": True}
    return Symbol(name, **kind)


def _inside(expression: Any, x: Any, low: Any) -> Any:
    """Return the branch of a piecewise function that holds inside the support."""
    from sympy import Piecewise

    if not isinstance(expression, Piecewise) or len(expression.args) != 2:
        return expression
    (first, condition), (second, _) = expression.args
    return first if second == 0 and condition.has(x) else expression


def _survival(cdf: Any) -> Any:
    """Return 1 - F, without the difference where F is a difference from 1 or a ratio of gammas."""
    from sympy import betainc_regularized, gamma, lowergamma, simplify, uppergamma

    if isinstance(cdf, betainc_regularized):
        a, b, low, x = cdf.args
        return betainc_regularized(a, b, x, 1) if low == 0 else 1 - cdf

    (lower,) = cdf.atoms(lowergamma) if len(cdf.atoms(lowergamma)) == 1 else (None,)
    if lower is not None and cdf * gamma(lower.args[0]) == lower:
        return uppergamma(*lower.args) / gamma(lower.args[0])
    rest = 1 - cdf
    return simplify(rest) if rest.count_ops() < 8 else rest
