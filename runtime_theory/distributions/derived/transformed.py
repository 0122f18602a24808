"""Laws of g(X) for a monotone g, and of |X|."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import cached_property
from typing import Any, NamedTuple, final

import numpy as np
from numpy.typing import ArrayLike

from runtime_theory.distributions.base import Atoms, Distribution, FloatArray, Route, Tails
from runtime_theory.distributions.derived.mirrored import with_tails
from runtime_theory.distributions.derived.truncated import interval_probability
from runtime_theory.distributions.discrete import build_atoms
from runtime_theory.numerics.seeds import Seed

__all__ = ["EXP", "LOG", "RECIPROCAL", "Folded", "Monotone", "Transformed", "power_map"]

Function = Callable[[Any], Any]


class Monotone(NamedTuple):
    """A strictly monotone function, its inverse, and the size of the inverse's slope.

    ``tail_index`` gives the right tail index of g(X) from that of X, nan where it is not known.
    """

    name: str
    forward: Function
    inverse: Function
    slope: Function
    increasing: bool = True
    tail_index: Function = lambda alpha: math.nan


EXP = Monotone("exp({})", np.exp, np.log, lambda y: 1.0 / y)
LOG = Monotone("log({})", np.log, np.exp, np.exp, tail_index=lambda alpha: math.inf)
RECIPROCAL = Monotone(
    "1/{}", np.reciprocal, np.reciprocal, lambda y: 1.0 / np.square(y), increasing=False
)


def power_map(p: float) -> Monotone:
    """X**p of a positive X, p not 0.

    Examples
    --------
    >>> float(power_map(2.0).inverse(9.0))
    3.0
    """

    def slope(y: Any) -> Any:
        return np.abs(np.power(y, 1.0 / p - 1.0) / p)

    return Monotone(
        "{}**" + f"{p:.10g}",
        lambda x: np.power(x, p),
        lambda y: np.power(y, 1.0 / p),
        slope,
        increasing=p > 0.0,
        tail_index=lambda alpha: alpha / p if p > 0.0 else math.nan,
    )


@final
class Transformed(Distribution):
    """The law of g(X) for a strictly monotone g.

    Parameters
    ----------
    base : Distribution
        Law of X, continuous or with finitely many values.
    function : Monotone
        The function g, defined on the support of X.

    Examples
    --------
    >>> from scipy import stats
    >>> from runtime_theory.distributions.from_scipy.laws import from_scipy
    >>> law = Transformed(from_scipy(stats.expon()), EXP)  # a Pareto law of index 1
    >>> law.support, round(float(law.sf(1e20)) * 1e20, 12)
    ((1.0, inf), 1.0)
    """

    def __init__(self, base: Distribution, function: Monotone) -> None:
        if base.integer_valued:
            raise TypeError(
                f"a function of {base!r}, with infinitely many values, is not supported"
            )
        self.base, self.function = with_tails(base), function

    def _forward(self, x: ArrayLike) -> FloatArray:
        with np.errstate(all="ignore"):
            return np.asarray(self.function.forward(np.asarray(x, dtype=float)), dtype=float)

    @property
    def support(self) -> tuple[float, float]:
        left, right = self.base.support
        # Signed zeros: 1/X grows to +inf above a left end 0, to -inf below a right end 0.
        first = float(self._forward(left + 0.0))
        last = float(self._forward(right if right != 0.0 else -0.0))
        return (first, last) if self.function.increasing else (last, first)

    def sf(self, x: ArrayLike) -> FloatArray:
        return self._tail(x, self.base.sf if self.function.increasing else self.base.cdf, 1.0, 0.0)

    def cdf(self, x: ArrayLike) -> FloatArray:
        return self._tail(x, self.base.cdf if self.function.increasing else self.base.sf, 0.0, 1.0)

    def _tail(self, x: ArrayLike, tail: Function, below: float, above: float) -> FloatArray:
        points = np.asarray(x, dtype=float)
        atoms = self.atoms
        if atoms is not None:
            steps = (atoms.sf, 1.0) if below else (atoms.cdf, 0.0)
            place = np.searchsorted(atoms.values, points, side="right")
            return np.concatenate(([steps[1]], steps[0]))[place]
        left, right = self.support
        inside = (points > left) & (points < right)
        out = np.where(points <= left, below, above)
        out[inside] = tail(np.asarray(self.function.inverse(points[inside]), dtype=float))
        return np.where(np.isnan(points), math.nan, out)

    def pdf(self, x: ArrayLike) -> FloatArray:
        points = np.asarray(x, dtype=float)
        left, right = self.support
        inside = (points > left) & (points < right)
        out = np.zeros(points.shape)
        with np.errstate(all="ignore"):
            inner = np.asarray(self.function.inverse(points[inside]), dtype=float)
            out[inside] = self.base.pdf(inner) * self.function.slope(points[inside])
        return out

    def ppf(self, q: ArrayLike) -> FloatArray:
        if self.atoms is not None:
            return super().ppf(q)
        return self._forward((self.base.ppf if self.function.increasing else self.base.isf)(q))

    def isf(self, q: ArrayLike) -> FloatArray:
        if self.atoms is not None:
            return super().isf(q)
        return self._forward((self.base.isf if self.function.increasing else self.base.ppf)(q))

    def rvs(self, size: int | tuple[int, ...] | None = None, *, rng: Seed) -> FloatArray:
        return self._forward(self.base.rvs(size, rng=rng))

    def describe(self) -> str:
        return self.function.name.format(self.base.describe())

    @property
    def breakpoints(self) -> tuple[float, ...]:
        return tuple(sorted(float(self._forward(b)) for b in self.base.breakpoints))

    @property
    def atoms(self) -> Atoms | None:
        return self._atoms

    @cached_property
    def _atoms(self) -> Atoms | None:
        inner = self.base.atoms
        return None if inner is None else build_atoms(self._forward(inner.values), inner.mass)

    @property
    def tails(self) -> Tails:
        plain = super().tails
        if math.isfinite(self.support[1]):
            return plain
        return Tails(plain.left, float(self.function.tail_index(self.base.tails.right)))

    @property
    def route(self) -> Route:
        return self.base.route

    @property
    def tail_error(self) -> float:
        # An ulp of the inverse moves a light tail by as many ulps as its logarithm.
        return self.base.tail_error + 2e-13


@final
class Folded(Distribution):
    """The law of |X|.

    Parameters
    ----------
    base : Distribution
        Law of X, continuous.

    Examples
    --------
    >>> from scipy import stats
    >>> from runtime_theory.distributions.from_scipy.laws import from_scipy
    >>> float(Folded(from_scipy(stats.norm())).cdf(1e-20))  # 1e-20 times twice the density at 0
    7.978845608028655e-21
    """

    def __init__(self, base: Distribution) -> None:
        if base.integer_valued or base.atoms is not None:
            raise TypeError(f"|X| is supported for continuous laws, got {base!r}")
        self.base = with_tails(base)

    @property
    def support(self) -> tuple[float, float]:
        left, right = self.base.support
        inside = left <= 0.0 <= right
        return 0.0 if inside else min(abs(left), abs(right)), max(abs(left), abs(right))

    def sf(self, x: ArrayLike) -> FloatArray:
        points = np.asarray(x, dtype=float)
        both = self.base.sf(points) + self.base.cdf(-points)
        return np.where(points < 0.0, 1.0, np.minimum(both, 1.0))

    def cdf(self, x: ArrayLike) -> FloatArray:
        points = np.maximum(np.asarray(x, dtype=float), 0.0)
        return np.asarray(interval_probability(self.base, -points, points))

    def pdf(self, x: ArrayLike) -> FloatArray:
        points = np.asarray(x, dtype=float)
        return np.where(points < 0.0, 0.0, self.base.pdf(points) + self.base.pdf(-points))

    def rvs(self, size: int | tuple[int, ...] | None = None, *, rng: Seed) -> FloatArray:
        return np.abs(self.base.rvs(size, rng=rng))

    def describe(self) -> str:
        return f"abs({self.base.describe()})"

    @property
    def breakpoints(self) -> tuple[float, ...]:
        low, high = self.support
        ends = {abs(b) for b in (*self.base.breakpoints, *self.base.support)}
        return tuple(sorted(b for b in ends if low < b < high))

    @property
    def tails(self) -> Tails:
        sides = [
            index
            for index, end in zip(self.base.tails, self.base.support, strict=True)
            if math.isinf(end)
        ]
        return Tails(math.inf, float(np.min(sides)) if sides else math.inf)

    @property
    def tail_error(self) -> float:
        return self.base.tail_error + 1e-15
