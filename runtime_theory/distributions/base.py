"""The protocol every law obeys.

A law offers its survival function and its distribution function as two separate
primitives, and its quantiles from both ends: an upper tail obtained as ``1 - cdf``
is lost at 1e-16, and order statistics of many workers live exactly there.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple, final

import numpy as np
from numpy.typing import ArrayLike, NDArray

from runtime_theory.errors import check_integer
from runtime_theory.numerics.seeds import Seed, as_generator
from runtime_theory.results import Result

if TYPE_CHECKING:
    from runtime_theory.distributions.affine import Affine
    from runtime_theory.distributions.families.family import Member

FloatArray = NDArray[np.float64]


class Ageing(StrEnum):
    """How a running job compares with a fresh one (Barlow and Proschan, 1975, chapter 6).

    ``nbu``: new better than used, S(t+u) <= S(t)S(u), a running learner is nearer its end
    than a fresh one; ``nwu``: new worse than used, the inequality reversed; ``both``:
    equality, the exponential law; ``neither``; ``unknown``.
    """

    NBU = "nbu"
    NWU = "nwu"
    BOTH = "both"
    NEITHER = "neither"
    UNKNOWN = "unknown"


class Route(StrEnum):
    """Which primitives of a law are accurate enough to integrate with.

    ``quantile``: ppf and isf keep full relative accuracy in their own tails;
    ``survival``: sf and cdf do; ``density``: only the pdf does, the tails are rebuilt from it.
    """

    QUANTILE = "quantile"
    SURVIVAL = "survival"
    DENSITY = "density"


class Tails(NamedTuple):
    """Indices of regular variation: S(x) ~ x**-right, F(-x) ~ x**-left.

    inf for a tail lighter than every power (or a bounded support), nan where unknown.
    """

    left: float
    right: float


@final
@dataclass(frozen=True, eq=False)
class Atoms:
    """A purely discrete law with finitely many values.

    Parameters
    ----------
    values : ndarray
        The distinct values, rising.
    mass : ndarray
        Their probabilities.
    cdf, sf : ndarray
        Pr[X <= value] and Pr[X > value], each summed from its own end.
    """

    values: FloatArray
    mass: FloatArray
    cdf: FloatArray
    sf: FloatArray


class Distribution(ABC):
    """The law of one real random time.

    Subclasses supply ``support``, ``sf``, ``cdf`` and ``describe``, and override what they
    know better. Arrays are accepted everywhere and come back in the same shape.
    """

    @property
    @abstractmethod
    def support(self) -> tuple[float, float]:
        """Ends of the support (infinite where it is unbounded)."""

    @abstractmethod
    def sf(self, x: ArrayLike) -> FloatArray:
        """Pr[X > x], accurate relative to itself in the right tail."""

    @abstractmethod
    def cdf(self, x: ArrayLike) -> FloatArray:
        """Pr[X <= x], accurate relative to itself in the left tail."""

    @abstractmethod
    def describe(self) -> str:
        """A one-line name, such as ``expon(scale=2)``."""

    def pdf(self, x: ArrayLike) -> FloatArray:
        """Density of X at x; a TypeError for a law that has none."""
        raise TypeError(f"{self.describe()} has no density")

    def logsf(self, x: ArrayLike) -> FloatArray:
        """Log of the survival function."""
        with np.errstate(divide="ignore"):
            return np.log(self.sf(x))

    def ppf(self, q: ArrayLike) -> FloatArray:
        """Smallest x with Pr[X <= x] >= q."""
        from runtime_theory.distributions.inversion import invert_cdf

        return invert_cdf(self, q)

    def isf(self, q: ArrayLike) -> FloatArray:
        """Smallest x with Pr[X > x] <= q: the quantile counted from the right end."""
        from runtime_theory.distributions.inversion import invert_sf

        return invert_sf(self, q)

    def rvs(self, size: int | tuple[int, ...] | None = None, *, rng: Seed) -> FloatArray:
        """Independent draws; ``rng`` is an int, a numpy Generator or a SeedSequence."""
        u = as_generator(rng).random(size)
        return np.where(u < 0.5, self.ppf(np.minimum(u, 0.5)), self.isf(np.minimum(1.0 - u, 0.5)))

    @property
    def breakpoints(self) -> tuple[float, ...]:
        """Points inside the support at which the distribution function is not analytic."""
        return ()

    @property
    def atoms(self) -> Atoms | None:
        """The values and masses of a purely discrete law with finitely many, else None."""
        return None

    @property
    def integer_valued(self) -> bool:
        """True for a law on the integers with infinitely many values."""
        return False

    @property
    def tails(self) -> Tails:
        """Indices of regular variation of both tails; nan where they are not known."""
        left, right = self.support
        return Tails(
            math.nan if math.isinf(left) else math.inf,
            math.nan if math.isinf(right) else math.inf,
        )

    @property
    def ageing(self) -> Ageing:
        """New-better/worse-than-used class, tested numerically unless the law knows it."""
        from runtime_theory.distributions.ageing import ageing_by_test

        return ageing_by_test(self)

    @property
    def route(self) -> Route:
        """Which primitives the integrator should trust."""
        return Route.SURVIVAL

    @property
    def tail_error(self) -> float:
        """Relative error to expect of sf in the right tail and of cdf in the left."""
        return 1e-15

    @property
    def cdf_noise(self) -> float:
        """Absolute error of cdf, where it is no more than 1 - sf; 0 where it is relative."""
        return 0.0

    @property
    def quantile_error(self) -> float:
        """Relative error to expect of ppf and isf."""
        return 4e-16

    @property
    def standardised(self) -> Affine | None:
        """The law as loc + scale Y with a simpler Y, where location or scale can be taken out."""
        return None

    @property
    def member(self) -> Member | None:
        """The closed-form family this law belongs to, with parameters, else None."""
        return None

    @property
    def sample_size(self) -> int | None:
        """Number of measurements behind an empirical law, else None."""
        return None

    def mean(self, *, digits: int | None = None, certified: bool = False) -> Result:
        """E[X] in the unit of X; inf with its reason where it diverges.

        With `digits` to that many correct digits, in mpmath.mpf; with `certified` between ends
        that enclose it for certain.
        """
        from runtime_theory.distributions.expectation.moments import mean

        return mean(self, 1, 1, digits=digits, certified=certified)

    def var(self) -> Result:
        """Variance of X."""
        from runtime_theory.distributions.expectation.moments import variance

        return variance(self, 1, 1)

    def std(self) -> Result:
        """Standard deviation of X."""
        from runtime_theory.distributions.expectation.moments import standard_deviation

        return standard_deviation(self, 1, 1)

    def moment(self, r: int) -> Result:
        """Raw moment E[X**r], r a positive integer."""
        from runtime_theory.distributions.expectation.moments import raw_moment

        return raw_moment(self, check_integer("r", r, low=1), 1, 1)

    def median(self) -> FloatArray:
        """Smallest median."""
        return self.ppf(0.5)

    def __repr__(self) -> str:
        return f"<{self.describe()}>"
