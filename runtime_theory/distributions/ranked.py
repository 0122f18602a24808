"""Tail probabilities and quantiles of the k-th smallest of n draws.

Everything is read from the side that keeps its digits.

X_{k:n} = Q(U) with U ~ Beta(k, n-k+1): its tails are those of U at F(x) and S(x)
(David and Nagaraja, 2003, section 2.1).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from runtime_theory.distributions.base import Distribution
from runtime_theory.numerics.incomplete_beta import beta_quantiles, beta_tails, tail_rounding

FloatArray = NDArray[np.float64]


class Rank(NamedTuple):
    """The k-th smallest of n: the parameters of U ~ Beta(k, m), m = n-k+1."""

    k: int
    m: int

    @property
    def rounding(self) -> float:
        """Relative rounding error of the beta tails in double precision."""
        return 0.0 if self.trivial else tail_rounding(self.k, self.m)

    @property
    def trivial(self) -> bool:
        """True for one draw out of one."""
        return self.k == 1 and self.m == 1


ONE = Rank(1, 1)


def ranked_sf(law: Distribution, rank: Rank, x: ArrayLike) -> FloatArray:
    """Pr[X_{k:n} > x]."""
    if rank.trivial:
        return law.sf(x)
    return beta_tails(rank.k, rank.m, law.cdf(x), law.sf(x))[1]


def ranked_cdf(law: Distribution, rank: Rank, x: ArrayLike) -> FloatArray:
    """Pr[X_{k:n} <= x]."""
    if rank.trivial:
        return law.cdf(x)
    return beta_tails(rank.k, rank.m, law.cdf(x), law.sf(x))[0]


def quantile(law: Distribution, u: ArrayLike, s: ArrayLike) -> FloatArray:
    """Quantile of the law at u = 1-s, read from the nearer end."""
    u, s = np.asarray(u, dtype=float), np.asarray(s, dtype=float)
    left = u <= 0.5
    if left.all():
        return law.ppf(u)
    if not left.any():
        return law.isf(s)
    out = np.empty(u.shape)
    out[left] = law.ppf(u[left])
    out[~left] = law.isf(s[~left])
    return out


def ranked_ppf(law: Distribution, rank: Rank, q: ArrayLike) -> FloatArray:
    """Smallest x with Pr[X_{k:n} <= x] >= q."""
    if rank.trivial:
        return law.ppf(q)
    return quantile(law, *beta_quantiles(rank.k, rank.m, np.asarray(q, dtype=float)))


def ranked_isf(law: Distribution, rank: Rank, q: ArrayLike) -> FloatArray:
    """Smallest x with Pr[X_{k:n} > x] <= q."""
    if rank.trivial:
        return law.isf(q)
    s, u = beta_quantiles(rank.m, rank.k, np.asarray(q, dtype=float))
    return quantile(law, u, s)
