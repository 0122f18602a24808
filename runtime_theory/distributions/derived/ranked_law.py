"""The k-th smallest of n draws as the law of one time: an order statistic of an order statistic."""

from __future__ import annotations

from typing import final

import numpy as np
from numpy.typing import ArrayLike

from runtime_theory.distributions.affine import Affine
from runtime_theory.distributions.base import Distribution, FloatArray, Tails
from runtime_theory.distributions.derived.mirrored import with_tails
from runtime_theory.distributions.expectation import moments
from runtime_theory.distributions.ranked import (
    Rank,
    ranked_cdf,
    ranked_isf,
    ranked_ppf,
    ranked_sf,
)
from runtime_theory.errors import check_integer
from runtime_theory.numerics.incomplete_beta import beta_log_density
from runtime_theory.results import Result

__all__ = ["RankedLaw"]


@final
class RankedLaw(Distribution):
    """The law of X_{k:n}, to build other laws on.

    Parameters
    ----------
    parent : Distribution
        Law of one draw, continuous.
    k, n : int
        Rank and number of draws, 1 <= k <= n.

    References
    ----------
    David and Nagaraja (2003), Order Statistics, section 2.1.

    Examples
    --------
    >>> from scipy import stats
    >>> from runtime_theory.distributions.from_scipy.laws import from_scipy
    >>> law = RankedLaw(from_scipy(stats.norm()), 5, 5)
    >>> float(law.sf(9.0))  # 5 times that of one draw
    5.64...e-19
    """

    def __init__(self, parent: Distribution, k: int, n: int) -> None:
        if parent.integer_valued or parent.atoms is not None:
            raise TypeError(f"a ranked law needs a continuous parent, got {parent!r}")
        self.parent = with_tails(parent)
        self.n = check_integer("n", n, low=1)
        self.k = check_integer("k", k, low=1, high=self.n)
        self.rank = Rank(self.k, self.n - self.k + 1)

    @property
    def support(self) -> tuple[float, float]:
        return self.parent.support

    def sf(self, x: ArrayLike) -> FloatArray:
        return np.asarray(ranked_sf(self.parent, self.rank, x))

    def cdf(self, x: ArrayLike) -> FloatArray:
        return np.asarray(ranked_cdf(self.parent, self.rank, x))

    def pdf(self, x: ArrayLike) -> FloatArray:
        points = np.asarray(x, dtype=float)
        below, above = self.parent.cdf(points), self.parent.sf(points)
        log_density = beta_log_density(self.rank.k, self.rank.m, below, above)
        return np.asarray(self.parent.pdf(points) * np.exp(log_density))

    def ppf(self, q: ArrayLike) -> FloatArray:
        return np.asarray(ranked_ppf(self.parent, self.rank, q))

    def isf(self, q: ArrayLike) -> FloatArray:
        return np.asarray(ranked_isf(self.parent, self.rank, q))

    def describe(self) -> str:
        return f"order_statistic({self.parent.describe()}, k={self.k}, n={self.n})"

    @property
    def breakpoints(self) -> tuple[float, ...]:
        return self.parent.breakpoints

    @property
    def tails(self) -> Tails:
        left, right = self.parent.tails
        return Tails(left * self.rank.k, right * self.rank.m)

    @property
    def standardised(self) -> Affine | None:
        inner = self.parent.standardised
        if inner is None:
            return None
        return Affine(RankedLaw(inner.base, self.k, self.n), inner.loc, inner.scale)

    @property
    def tail_error(self) -> float:
        return self.rank.rounding + self.parent.tail_error * max(self.rank.k, self.rank.m)

    def mean(self) -> Result:
        return moments.mean(self.parent, self.k, self.n)

    def var(self) -> Result:
        return moments.variance(self.parent, self.k, self.n)
