"""The public questions: one order statistic, or the means of all n."""

from __future__ import annotations

from typing import Any, overload

import numpy as np
from numpy.typing import NDArray

from runtime_theory.distributions.adapt import as_distribution
from runtime_theory.distributions.base import Distribution
from runtime_theory.distributions.workers import Workers
from runtime_theory.errors import check_integer
from runtime_theory.order_statistics.heterogeneous import WorkersOrderStatistic
from runtime_theory.order_statistics.statistic import OrderStatistic
from runtime_theory.order_statistics.table import collected, means
from runtime_theory.order_statistics.vector import OrderStatistics
from runtime_theory.results import Result

Ranks = NDArray[Any] | list[int] | tuple[int, ...] | range


@overload
def order_statistic(X: Any, k: int, n: int | None = None) -> Distribution: ...
@overload
def order_statistic(X: Any, k: Ranks, n: int | Ranks | None = None) -> OrderStatistics: ...
@overload
def order_statistic(X: Any, k: int | Ranks, n: Ranks) -> OrderStatistics: ...
def order_statistic(
    X: Any, k: int | Ranks, n: int | Ranks | None = None
) -> Distribution | OrderStatistics:
    """The k-th smallest of n independent draws of X, as a law of its own.

    Parameters
    ----------
    X : law, trace or Workers
        Anything `as_distribution` takes. For workers that differ n is their number.
    k, n : int or array of int
        Rank and number of draws, 1 <= k <= n. Arrays broadcast.

    Returns
    -------
    Distribution
        With mean, var, std, moment(r) as Results in the unit of X, and pdf, cdf, sf, logsf,
        ppf, isf, median, rvs as arrays; `OrderStatistics` where k or n is an array.

    Raises
    ------
    TypeError
        k or n is not an integer, or X is not a law.
    ValueError
        k lies outside 1..n, or n differs from the number of workers.

    References
    ----------
    David and Nagaraja (2003), Order Statistics, 3rd ed., sections 2.1, 3.1 and 5.2.

    Examples
    --------
    >>> from scipy import stats
    >>> slowest = order_statistic(stats.expon(), 8, 8)
    >>> float(slowest.mean())  # H_8
    2.717857142857143
    >>> float(slowest.isf(1e-30))
    71.1569943...
    >>> order_statistic(stats.halfcauchy(), 8, 8).mean().note
    'E[X_(8:8)] diverges: right tail index 1 times n-k+1 = 1 is at most 1'
    """
    law = as_distribution(X)
    if any(np.asarray(a, dtype=object).ndim for a in (k, n)):
        return _several(law, k, n)
    return _one(law, k, n)


def _one(law: Distribution | Workers, k: Any, n: Any) -> Distribution:
    if isinstance(law, Workers):
        if n is not None and check_integer("n", n, low=1) != law.P:
            raise ValueError(f"n must be the number of workers, {law.P}, got n={n}")
        check_integer("k", k, low=1, high=law.P)
        if law.alike:
            return OrderStatistic(law.groups[0][0], k, law.P)
        return WorkersOrderStatistic(law, k)
    if n is None:
        raise TypeError("n must be given: the number of draws, an integer >= k")
    n = check_integer("n", n, low=1)
    return OrderStatistic(law, check_integer("k", k, low=1, high=n), n)


def _several(law: Distribution | Workers, k: Any, n: Any) -> OrderStatistics:
    ranks, draws = np.broadcast_arrays(np.asarray(k, dtype=object), np.asarray(n, dtype=object))
    members = np.empty(ranks.shape, dtype=object)
    for index in np.ndindex(ranks.shape):
        members[index] = _one(law, ranks[index], draws[index])
    return OrderStatistics(members)


def expected_order_statistics(X: Any, n: int | None = None) -> Result:
    """E[X_{k:n}] for all k = 1..n, from one pass over the quantile function.

    Parameters
    ----------
    X : law, trace or Workers
        Anything `as_distribution` takes; for workers that differ n is their number.
    n : int
        Number of draws.

    Returns
    -------
    Result
        Array of shape (n,), in seconds: closed forms (exact), a trace's sums (exact), or
        quadrature (numerical). Entries that diverge are inf.

    Raises
    ------
    TypeError, ValueError
        n is not a positive integer.

    References
    ----------
    David and Nagaraja (2003), section 3.1; Trefethen and Weideman (2014).

    Examples
    --------
    >>> from scipy import stats
    >>> expected_order_statistics(stats.uniform(), 3).value
    array([0.25, 0.5 , 0.75])
    """
    law = as_distribution(X)
    if isinstance(law, Workers):
        count = law.P if n is None else check_integer("n", n, low=1)
        if not law.alike:
            return collected([_one(law, k, count).mean() for k in range(1, count + 1)])
        if count != law.P:
            raise ValueError(f"n must be the number of workers, {law.P}, got n={n}")
        law = law.groups[0][0]
        return means(law, count)
    if n is None:
        raise TypeError("n must be given: the number of draws, a positive integer")
    return means(law, check_integer("n", n, low=1))
