"""Two estimates of E[X_{k:n}] from a sample of N measurements, each with a standard error.

*Plug-in*: the exact order statistic of the empirical law, n draws with replacement. For the
maximum it is biased low, because no draw exceeds the largest measurement.
*U-statistic*: the average of the k-th smallest over all subsets of n different measurements.
It is unbiased for independent measurements and needs n <= N.

Both are weighted sums of the sorted sample, and so is each with one measurement left out:
the jackknife of all N of them costs two running sums.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy import special

from runtime_theory.errors import check_integer

__all__ = ["SampleEstimate", "plug_in_order_statistic", "u_statistic_order_statistic"]

FloatArray = NDArray[np.float64]


class SampleEstimate(NamedTuple):
    """An estimate and its standard error, inf where the sample cannot tell."""

    value: float
    standard_error: float


def plug_in_order_statistic(values: ArrayLike, k: int, n: int) -> SampleEstimate:
    """E[X_{k:n}] of the empirical law, and the jackknife standard error of that estimate.

    Parameters
    ----------
    values : array_like
        Measurements, in any order.
    k, n : int
        Rank and number of draws, 1 <= k <= n. n may exceed the number of measurements, but
        then the estimate of an upper rank says more about the largest one than about the law.

    Returns
    -------
    SampleEstimate

    References
    ----------
    David and Nagaraja (2003), Order Statistics, section 9.2 (L-statistics and the jackknife).

    Examples
    --------
    >>> round(plug_in_order_statistic(range(1, 7), 4, 4).value * 1296)  # four dice: 6797/1296
    6797
    """
    x, k, n = _checked(values, k, n)
    # Summed over the gaps: all terms are positive, where a sum over weights would add up
    # differences of neighbouring probabilities.
    passed = special.betainc(n - k + 1, k, np.arange(x.size - 1, 0, -1) / x.size)
    value = float(x[0] + np.sum(np.diff(x) * passed))
    return SampleEstimate(value, _jackknife(x, _empirical_weights(x.size - 1, k, n)))


def u_statistic_order_statistic(values: ArrayLike, k: int, n: int) -> SampleEstimate:
    """Unbiased estimate of E[X_{k:n}]: the mean over all subsets of n measurements.

    Parameters
    ----------
    values : array_like
        N independent measurements, in any order.
    k, n : int
        Rank and number of draws, 1 <= k <= n <= N.

    Returns
    -------
    SampleEstimate
        Its standard error is the jackknife's; inf for n = N, when a single subset is left.

    Raises
    ------
    ValueError
        If n exceeds the number of measurements.

    References
    ----------
    Hoeffding (1948), A class of statistics with asymptotically normal distribution,
    section 5; Arvesen (1969), Jackknifing U-statistics.

    Examples
    --------
    The largest of 1000 different numbers from 1..1000000 is 1000001000/1001 in the mean:

    >>> round(u_statistic_order_statistic(range(1, 1_000_001), 1000, 1000).value, 6)
    999001.998002
    """
    x, k, n = _checked(values, k, n)
    if n > x.size:
        raise ValueError(
            f"n must be at most the number of measurements for the u-statistic, "
            f"got n={n} and {x.size} measurements; the plug-in estimate takes any n"
        )
    weights = _subset_weights(x.size, k, n)
    origin = float(x[int(np.argmax(weights))])  # taken out first: laws far from 0 keep digits
    value = origin + float(np.sum((x - origin) * weights))
    fewer = _subset_weights(x.size - 1, k, n) if n < x.size else np.empty(0)
    return SampleEstimate(value, _jackknife(x, fewer))


def _checked(values: ArrayLike, k: int, n: int) -> tuple[FloatArray, int, int]:
    x = np.sort(np.asarray(values, dtype=float))
    if x.ndim != 1 or x.size == 0 or not np.isfinite(x).all():
        raise ValueError("values must be a flat, non-empty sequence of finite measurements")
    n = check_integer("n", n, low=1)
    return x, check_integer("k", k, low=1, high=n), n


def _empirical_weights(size: int, k: int, n: int) -> FloatArray:
    """Pr[X_{k:n} is the i-th smallest measurement], i = 1..size, draws with replacement."""
    if size == 0:
        return np.empty(0)
    rank = np.arange(size + 1)
    below = special.betainc(k, n - k + 1, rank / size)
    above = special.betainc(n - k + 1, k, rank[::-1] / size)
    # Each difference from the side on which the numbers are small.
    return np.where(below[1:] < 0.5, np.diff(below), -np.diff(above))


def _subset_weights(size: int, k: int, n: int) -> FloatArray:
    """C(i-1, k-1) C(size-i, n-k) / C(size, n), i = 1..size, by recurrence from the largest.

    Differences of log-gammas would lose eight digits at a size of 1e7.
    """
    weights = np.zeros(size)
    first, last = k, size - n + k
    i = np.arange(first, last, dtype=float)
    ratio = i / (i - k + 1.0) * ((size - i - n + k) / (size - i))  # weight of i+1 over that of i
    top = int(np.count_nonzero(ratio >= 1.0))
    inside = weights[first - 1 : last]
    inside[top] = 1.0
    np.cumprod(ratio[top:], out=inside[top + 1 :])
    inside[:top] = np.cumprod(1.0 / ratio[:top][::-1])[::-1]
    return np.asarray(weights / weights.sum())


def _jackknife(x: FloatArray, fewer: FloatArray) -> float:
    """Standard error from the estimates with each measurement left out, all of them at once."""
    if fewer.size == 0:
        return math.inf
    y = x - x[x.size // 2]
    head = np.concatenate(([0.0], np.cumsum(y[:-1] * fewer)))  # those below the one left out
    tail = np.concatenate((np.cumsum((y[1:] * fewer)[::-1])[::-1], [0.0]))
    return math.sqrt((x.size - 1) * float(np.var(head + tail)))
