"""What is true of the k-th smallest of n independent draws, whatever the law of one."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike
from scipy import special

from runtime_theory.distributions.affine import Affine
from runtime_theory.distributions.base import Ageing, Atoms, Distribution, FloatArray, Route, Tails
from runtime_theory.distributions.expectation import moments
from runtime_theory.distributions.expectation.tails import measured_tails
from runtime_theory.distributions.ranked import (
    Rank,
    quantile,
    ranked_cdf,
    ranked_isf,
    ranked_ppf,
    ranked_sf,
)
from runtime_theory.errors import check_integer
from runtime_theory.numerics.incomplete_beta import beta_log_density, beta_tails
from runtime_theory.numerics.seeds import Seed, as_generator
from runtime_theory.results import Result

__all__ = ["OrderLaw"]


class OrderLaw(Distribution):
    """X_{k:n}, the k-th smallest of n independent draws from a law.

    Subclasses are final and say how they are described.

    Parameters
    ----------
    parent : Distribution
        Law of one draw.
    k, n : int
        Rank and number of draws, 1 <= k <= n; n may exceed 1e9.

    References
    ----------
    David and Nagaraja (2003), Order Statistics, chapters 2 and 3.
    """

    def __init__(self, parent: Distribution, k: int, n: int) -> None:
        self.parent = parent
        self.n = check_integer("n", n, low=1)
        self.k = check_integer("k", k, low=1, high=self.n)
        self.rank = Rank(self.k, self.n - self.k + 1)

    # ------------------------------------------------------------------ the law

    @property
    def support(self) -> tuple[float, float]:
        return self.parent.support

    def sf(self, x: ArrayLike) -> FloatArray:
        return np.asarray(ranked_sf(self.parent, self.rank, x))

    def cdf(self, x: ArrayLike) -> FloatArray:
        return np.asarray(ranked_cdf(self.parent, self.rank, x))

    def logsf(self, x: ArrayLike) -> FloatArray:
        inner = self.parent.logsf(x)
        if self.k == 1:
            return np.asarray(self.n * inner)
        value = super().logsf(x)
        # Below the smallest double: C(n, m) S**m is all that is left.
        m = self.rank.m
        leading = m * inner - special.betaln(m + 1.0, float(self.k)) - math.log(self.n + 1.0)
        return np.where(value < -690.0, leading, value)

    def pdf(self, x: ArrayLike) -> FloatArray:
        density = self.parent.pdf(x)
        if self.rank.trivial:
            return density
        u, s = self.parent.cdf(x), self.parent.sf(x)
        with np.errstate(divide="ignore", invalid="ignore", under="ignore"):
            weight = np.exp(beta_log_density(self.rank.k, self.rank.m, u, s))
            return np.where(density == 0.0, 0.0, weight * density)

    def ppf(self, q: ArrayLike) -> FloatArray:
        return np.asarray(ranked_ppf(self.parent, self.rank, q))

    def isf(self, q: ArrayLike) -> FloatArray:
        return np.asarray(ranked_isf(self.parent, self.rank, q))

    def rvs(self, size: int | tuple[int, ...] | None = None, *, rng: Seed) -> FloatArray:
        """Draws of Q(U), U ~ Beta(k, n-k+1): the cost of a draw does not grow with n."""
        generator = as_generator(rng)
        low, high = (generator.standard_gamma(float(a), size) for a in (self.k, self.rank.m))
        return quantile(self.parent, low / (low + high), high / (low + high))

    # ------------------------------------------------------------------ its answers

    def mean(self, *, digits: int | None = None, certified: bool = False) -> Result:
        return moments.mean(self.parent, self.k, self.n, digits=digits, certified=certified)

    def var(self) -> Result:
        """Variance of X_{k:n}, in seconds squared."""
        return moments.variance(self.parent, self.k, self.n)

    def std(self) -> Result:
        """Standard deviation of X_{k:n}, in seconds."""
        return moments.standard_deviation(self.parent, self.k, self.n)

    def moment(self, r: int) -> Result:
        """Raw moment E[X_{k:n}**r]."""
        return moments.raw_moment(self.parent, check_integer("r", r, low=1), self.k, self.n)

    # ------------------------------------------------------------------ what integrators ask

    @property
    def standardised(self) -> Affine | None:
        inner = self.parent.standardised
        if inner is None:
            return None
        return Affine(type(self)(inner.base, self.k, self.n), inner.loc, inner.scale)

    @property
    def breakpoints(self) -> tuple[float, ...]:
        return self.parent.breakpoints

    @property
    def atoms(self) -> Atoms | None:
        inner = self.parent.atoms
        if inner is None:
            return None
        below, above = beta_tails(self.rank.k, self.rank.m, inner.cdf, inner.sf)
        down, up = np.diff(below, prepend=0.0), -np.diff(above, prepend=1.0)
        mass = np.where(below <= 0.5, down, up)
        return Atoms(inner.values, mass, below, above)

    @property
    def integer_valued(self) -> bool:
        return self.parent.integer_valued

    @property
    def tails(self) -> Tails:
        left, right = measured_tails(self.parent)
        return Tails(left * self.rank.k, right * self.rank.m)

    @property
    def route(self) -> Route:
        return Route.DENSITY if self.parent.route is Route.DENSITY else Route.SURVIVAL

    @property
    def tail_error(self) -> float:
        return self.parent.tail_error * max(self.k, self.rank.m) + self.rank.rounding

    @property
    def ageing(self) -> Ageing:
        # The minimum inherits the class: S(t+u)**n <= S(t)**n S(u)**n.
        return self.parent.ageing if self.k == 1 else super().ageing

    @property
    def sample_size(self) -> int | None:
        return self.parent.sample_size
