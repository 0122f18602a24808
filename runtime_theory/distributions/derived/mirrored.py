"""The law of -X, and loc + scale X for a scale of either sign."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, final

import numpy as np
from numpy.typing import ArrayLike

from runtime_theory.distributions.affine import Affine
from runtime_theory.distributions.base import Distribution, FloatArray, Route, Tails
from runtime_theory.distributions.discrete import Discrete
from runtime_theory.distributions.expectation.density_law import DensityLaw
from runtime_theory.errors import check_real
from runtime_theory.numerics.seeds import Seed

if TYPE_CHECKING:
    from runtime_theory.distributions.families.family import Member

__all__ = ["Mirrored", "affine_map", "mirror", "with_tails"]


@final
class Mirrored(Distribution):
    """The law of -X; `mirror` also knows the laws that need no wrapper.

    Parameters
    ----------
    base : Distribution
        Law of X, without atoms, or on the integers.

    Examples
    --------
    >>> from scipy import stats
    >>> from runtime_theory.distributions.from_scipy.laws import from_scipy
    >>> float(Mirrored(from_scipy(stats.expon())).cdf(-40.0))  # exp(-40)
    4.248354255291589e-18
    """

    def __init__(self, base: Distribution) -> None:
        self.base = base

    @property
    def support(self) -> tuple[float, float]:
        left, right = self.base.support
        return 0.0 - right, 0.0 - left

    def sf(self, x: ArrayLike) -> FloatArray:
        return self.base.cdf(self._below(x))

    def cdf(self, x: ArrayLike) -> FloatArray:
        return self.base.sf(self._below(x))

    def _below(self, x: ArrayLike) -> FloatArray:
        """The point whose cdf is Pr[X < -x]."""
        points = -np.asarray(x, dtype=float)
        return np.ceil(points) - 1.0 if self.base.integer_valued else points

    def pdf(self, x: ArrayLike) -> FloatArray:
        return self.base.pdf(-np.asarray(x, dtype=float))

    def ppf(self, q: ArrayLike) -> FloatArray:
        return super().ppf(q) if self.integer_valued else -self.base.isf(q)

    def isf(self, q: ArrayLike) -> FloatArray:
        return super().isf(q) if self.integer_valued else -self.base.ppf(q)

    def rvs(self, size: int | tuple[int, ...] | None = None, *, rng: Seed) -> FloatArray:
        return -self.base.rvs(size, rng=rng)

    def describe(self) -> str:
        return f"mirrored({self.base.describe()})"

    @property
    def breakpoints(self) -> tuple[float, ...]:
        return tuple(-b for b in reversed(self.base.breakpoints))

    @property
    def integer_valued(self) -> bool:
        return self.base.integer_valued

    @property
    def tails(self) -> Tails:
        left, right = self.base.tails
        return Tails(right, left)

    @property
    def route(self) -> Route:
        return self.base.route

    @property
    def tail_error(self) -> float:
        return self.base.tail_error

    @property
    def standardised(self) -> Affine | None:
        inner = self.base.standardised
        return None if inner is None else Affine(mirror(inner.base), -inner.loc, inner.scale)

    @property
    def member(self) -> Member | None:
        inner = self.base.member
        return None if inner is None else inner.affine(0, -1)

    @property
    def key(self) -> tuple[Any, ...] | None:
        """What makes two of these the same law."""
        inner = getattr(self.base, "key", None)
        return None if inner is None else ("mirrored", inner)


def mirror(law: Distribution) -> Distribution:
    """The law of -X.

    Examples
    --------
    >>> mirror(Discrete([1, 2], [0.25, 0.75]))
    <discrete([-2, -1], [0.75, 0.25])>
    """
    if isinstance(law, Mirrored):
        return law.base
    atoms = law.atoms
    return Mirrored(law) if atoms is None else Discrete(-atoms.values, atoms.mass)


def affine_map(law: Distribution, loc: float, scale: float) -> Distribution:
    """The law of loc + scale X, location and scale of X's own merged into one pair.

    Raises
    ------
    ValueError
        The scale is 0, or a number is not finite.

    Examples
    --------
    >>> from scipy import stats
    >>> from runtime_theory.distributions.from_scipy.laws import from_scipy
    >>> affine_map(from_scipy(stats.expon(scale=2)), 1, 3)
    <expon(loc=1, scale=6)>
    """
    loc, scale = check_real("loc", loc), check_real("scale", scale)
    if scale == 0.0:
        raise ValueError("scale must be a finite real number other than 0, got scale=0")
    if scale < 0.0:
        return affine_map(mirror(law), loc, -scale)
    if loc == 0.0 and scale == 1.0:
        return law
    atoms = law.atoms
    if atoms is not None:
        return Discrete(loc + scale * atoms.values, atoms.mass)
    inner = law.standardised
    if inner is None:
        return Affine(law, loc, scale)
    known = None if inner.exact is None else inner.exact.affine(loc, scale)
    return Affine(inner.base, loc + scale * inner.loc, scale * inner.scale, exact=known)


def with_tails(law: Distribution) -> Distribution:
    """The law itself, or a copy with tails integrated where only its density is good."""
    if law.route is not Route.DENSITY:
        return law
    inner = law.standardised
    return (
        DensityLaw(law) if inner is None else Affine(DensityLaw(inner.base), inner.loc, inner.scale)
    )
