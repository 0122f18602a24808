"""Both tails of Beta(k, m) for integer k and m, accurate relative to themselves.

The tails are binomial: Pr[U_{k:n} > u] = Pr[Bin(n, u) < k] with n = k+m-1. Where k or m is
small the terms are summed here, because scipy's ``betainc`` keeps only 8 digits for
2 <= min(k, m) <= 40 at n = 1e9 (and 11 at n = 1e6); for large k and m its asymptotic
expansion is good and is used.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy import special

from runtime_theory.numerics.beta_logit import BetaLogit

FloatArray = NDArray[np.float64]

_SUMMED = 64
_EPS = float(np.finfo(float).eps)


def tail_rounding(k: float, m: float) -> float:
    """Relative rounding error of `beta_tails`; a tiny tail adds eps |log tail| to it."""
    smaller = float(min(k, m))
    return _EPS * (12.0 + (2.0 * smaller if smaller <= _SUMMED else 12.0 * smaller**0.5))


def beta_tails(k: int, m: int, u: FloatArray, s: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Pr[U <= u] and Pr[U > u] for U ~ Beta(k, m), given u and s = 1-u.

    Parameters
    ----------
    k, m : int
        Positive integers (of any size).
    u, s : ndarray
        A probability and its complement, each accurate relative to itself.

    Returns
    -------
    below, above : ndarray
        The two tails; the smaller one is accurate relative to itself.

    Examples
    --------
    >>> below, above = beta_tails(10**9 - 1, 2, np.array([1 - 1e-9]), np.array([1e-9]))
    >>> float(below[0])  # (1-s)**(n-1) (1 + (n-1) s), n = 1e9
    0.7357588823428847
    """
    u, s = np.asarray(u, dtype=float), np.asarray(s, dtype=float)
    if k == 1 and m == 1:
        return u, s
    if min(k, m) > _SUMMED:
        return _by_scipy(float(k), float(m), u, s)
    if k <= m:
        above, below = _binomial(k, float(m), u, s)
    else:
        below, above = _binomial(m, float(k), s, u)
    return below, above


def _by_scipy(k: float, m: float, u: FloatArray, s: FloatArray) -> tuple[FloatArray, FloatArray]:
    low = u <= 0.5
    with np.errstate(under="ignore"):
        below = np.where(low, special.betainc(k, m, u), special.betaincc(m, k, s))
        above = np.where(low, special.betaincc(k, m, u), special.betainc(m, k, s))
    return below, above


def _binomial(k: int, m: float, p: FloatArray, q: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Pr[Bin(n, p) < k] and Pr[Bin(n, p) >= k], n = k+m-1, q = 1-p, for small k."""
    n = k + m - 1.0
    with np.errstate(divide="ignore", invalid="ignore", over="ignore", under="ignore"):
        odds = p / q
        log_q = np.where(q > 0.5, np.log1p(-p), np.log(q))
        fewer = _term(k - 1, n, odds, log_q) * _downwards(k, m, odds)
        more = _term(k, n, odds, log_q) * _upwards(k, n, odds)
    # A subnormal probability overflows the odds, and is 0 to every tail.
    q = np.where(q < 1e-305, 0.0, q)
    many = p * n > k
    fewer = np.where(many, fewer, 1.0 - more)
    more = np.where(many, 1.0 - fewer, more)
    fewer, more = np.where(p <= 0.0, 1.0, fewer), np.where(p <= 0.0, 0.0, more)
    return np.where(q <= 0.0, 0.0, fewer), np.where(q <= 0.0, 1.0, more)


def _term(j: int, n: float, odds: FloatArray, log_q: FloatArray) -> FloatArray:
    """Pr[Bin(n, p) = j] = q**n times the product of (n-i+1)/i odds over i = 1..j."""
    product = np.ones_like(odds)
    for i in range(1, j + 1):
        product = product * ((n - i + 1.0) / i * odds)
    ranks = np.arange(1, j + 1)
    by_logs = np.log((n - ranks + 1.0) / ranks).sum() + j * np.log(odds) + n * log_q
    # A product of well-scaled ratios keeps more digits than the sum of their logarithms.
    safe = (product > 1e-290) & (product < 1e290) & (n * log_q > -600.0)
    return np.where(safe, product * np.exp(n * log_q), np.exp(by_logs if j else n * log_q))


def _downwards(k: int, m: float, odds: FloatArray) -> FloatArray:
    """Sum of the terms 0..k-1 of the binomial law relative to the term k-1."""
    total = np.ones_like(odds)
    for j in range(1, k):
        # Horner from the smallest term: t_{j-1} / t_j = j / ((n-j+1) odds)
        total = 1.0 + total * (j / ((m + k - j) * odds))
    return total


def _upwards(k: int, n: float, odds: FloatArray) -> FloatArray:
    """Sum of the terms from k upwards relative to the term k, where they fall."""
    total, term = np.ones_like(odds), np.ones_like(odds)
    for j in range(k, k + 60 + 12 * int(k**0.5 + 1)):
        if j >= n:
            break
        term = term * np.minimum((n - j) * odds / (j + 1.0), 1.0)
        total += term
    return total


def beta_quantiles(k: int, m: int, q: FloatArray) -> tuple[FloatArray, FloatArray]:
    """The u with Pr[U <= u] = q for U ~ Beta(k, m), and 1-u, each to full relative accuracy.

    Examples
    --------
    >>> u, s = beta_quantiles(1, 10**9, np.array([0.5]))
    >>> float(u[0])
    6.93147180319718...e-10
    """
    q = np.asarray(q, dtype=float)
    if k == 1 and m == 1:
        return q, 1.0 - q
    u, s = _start(float(k), float(m), q)
    inside = (q > 0.0) & (q < 1.0) & (u > 0.0) & (s > 0.0)
    x, y = np.where(inside, u, 0.5), np.where(inside, s, 0.5)
    for _ in range(40):
        below = beta_tails(k, m, x, y)[0]
        with np.errstate(all="ignore"):
            # Newton on the log of the tail: it converges from far out as well.
            gap = np.where(q < 0.5, np.log(below / q) * below, below - q)
            step = gap / (np.exp(beta_log_density(k, m, x, y)) * x * y)
        step = np.where(inside & np.isfinite(step), np.clip(step, -1.0, 1.0), 0.0)
        x, y = x / (x + y * np.exp(step)), y / (y + x * np.exp(-step))
        if float(np.abs(step).max(initial=0.0)) < 1e-14:
            break
    return np.where(inside, x, u), np.where(inside, y, s)


def _start(k: float, m: float, q: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Scipy's inverse; where it gives up (tiny q, k >= 2) the leading power of the tail."""
    u, s = special.betaincinv(k, m, q), special.betainccinv(m, k, q)
    lost = (q > 0.0) & (q < 0.5) & ~((u > 0.0) & np.isfinite(u))
    with np.errstate(divide="ignore"):
        power = np.exp((np.log(np.where(q > 0.0, q, 1.0)) + np.log(k) + special.betaln(k, m)) / k)
    u = np.where(lost, np.minimum(power, 0.5), u)
    return u, np.where(lost, 1.0 - u, s)


def beta_log_density(k: int, m: int, u: FloatArray, s: FloatArray) -> FloatArray:
    """Log density of U ~ Beta(k, m) at u, given s = 1-u; -inf where it vanishes.

    Examples
    --------
    >>> float(np.exp(beta_log_density(2, 1, np.array([0.5]), np.array([0.5])))[0])
    1.0
    """
    u, s = np.asarray(u, dtype=float), np.asarray(s, dtype=float)
    beta = BetaLogit(float(k), float(m))
    with np.errstate(divide="ignore", invalid="ignore"):
        # Offset from the mode, as the log of one ratio near 1: a difference of logs loses digits.
        delta = np.log((u * m) / (s * k))
        inside = (u > 0.0) & (s > 0.0)
        logit = beta.log_weight(np.where(inside, delta, 0.0)) + beta.log_height
        value = logit - np.log(np.where(inside, u, 1.0)) - np.log(np.where(inside, s, 1.0))
    edge = np.where((u <= 0.0) & (k == 1), np.log(float(m)), -np.inf)
    edge = np.where((s <= 0.0) & (m == 1), np.log(float(k)), edge)
    return np.where(inside, value, edge)
