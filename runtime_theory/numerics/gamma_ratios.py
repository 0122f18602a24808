"""Sums and products of i/(i-c) over i = m+1..n, to full relative accuracy from n = 1 to 1e20.

Every closed form of an expected order statistic ends in one of them, and differences of lgamma
or digamma lose all their digits once n is large or c small. Here the first factors are
multiplied exactly, in integers, and the rest is Stirling's series in the form of `stirling`.

``c`` is taken as an exact number, so that 1/shape carries no rounding: pass a Fraction.
"""

from __future__ import annotations

import math
from fractions import Fraction
from typing import NamedTuple

from runtime_theory.errors import check_integer
from runtime_theory.numerics import precise_gamma, stirling

__all__ = [
    "RELATIVE_ERROR",
    "gamma_ratio",
    "harmonic_difference",
    "log_gamma_curvature",
    "log_gamma_slope",
    "pochhammer",
]

Exact = Fraction | int | float

RELATIVE_ERROR = 5 * 2.0**-52
"""Bound on the relative error of every function here, results below 1e-300 apart.

The sum of the roundings: at most six correctly rounded operations and two calls of log1p, exp
or pow, taken to be good to one ulp. The worst seen against mpmath is 1.7 ulp.
"""

_DIRECT = 64  # so many factors are multiplied exactly; with more, |c| must stay below it


def harmonic_difference(n: int, m: int) -> float:
    """H_n - H_m = 1/(m+1) + ... + 1/n.

    Parameters
    ----------
    n, m : int
        0 <= m <= n, of any size.

    Examples
    --------
    >>> harmonic_difference(3 * 10**15, 3 * 10**15 - 12895)
    4.29833333334257e-12
    """
    n, m = _range(n, m)
    if n - m <= _DIRECT:
        return math.fsum(1 / i for i in range(m + 1, n + 1))
    a = max(m, stirling.START)
    head = math.fsum(1 / i for i in range(m + 1, a + 1))
    return head + stirling.log_tail(n, a, Fraction(0))


def log_gamma_slope(n: int, m: int, c: Exact) -> float:
    """(1/c) sum of -log(1 - c/i) over i = m+1..n; H_n - H_m in the limit c = 0.

    c times this is lnG(n+1) - lnG(m+1) - lnG(n+1-c) + lnG(m+1-c), the log of `gamma_ratio`.

    Parameters
    ----------
    n, m : int
        0 <= m <= n, of any size.
    c : Fraction, int or float
        Exact, below m + 1.

    Examples
    --------
    >>> log_gamma_slope(3, 0, -1)  # log 4: the product telescopes
    1.3862943611198906
    """
    n, m = _range(n, m)
    c = _below("c", c, m + 1)
    if c == 0 or n == m:
        return harmonic_difference(n, m)
    if abs(c) >= _DIRECT and n - m > _DIRECT:
        return precise_gamma.slope(n, m, c)
    head = _head(n, m, c)
    value = _log_quotient(head.above, head.below, c)
    if head.start == n:
        return value
    return value + float(head.c / c) * stirling.log_tail(n, head.start, head.c)


def gamma_ratio(n: int, m: int, c: Exact) -> float:
    """Product of i/(i-c) over i = m+1..n: G(n+1) G(m+1-c) / (G(m+1) G(n+1-c)).

    Parameters
    ----------
    n, m : int
        0 <= m <= n, of any size.
    c : Fraction, int or float
        Exact, below m + 1.

    Raises
    ------
    OverflowError
        The product exceeds the range of a double (one below it is 0).

    Examples
    --------
    >>> gamma_ratio(8, 4, 2)  # 5/3 * 6/4 * 7/5 * 8/6
    4.666666666666667
    """
    n, m = _range(n, m)
    c = _below("c", c, m + 1)
    if abs(c) >= _DIRECT and n - m > _DIRECT:
        return precise_gamma.ratio(n, m, c)
    head = _head(n, m, c)
    value = head.above / head.below
    if head.start == n:
        return value
    q, p = head.c.denominator, head.c.numerator
    base = ((2 * n + 1) * q - p) / ((2 * head.start + 1) * q - p)
    correction = stirling.log_tail_correction(n, head.start, head.c)
    return value * stirling.power(base, head.c) * math.exp(float(head.c) * correction)


def pochhammer(x: int, c: Exact) -> float:
    """G(x+c)/G(x); with x = 1 the gamma function itself, G(1+c).

    Parameters
    ----------
    x : int
        At least 1, of any size.
    c : Fraction, int or float
        Exact, above -x.

    Raises
    ------
    OverflowError
        The value exceeds the range of a double.

    Examples
    --------
    >>> pochhammer(1, 0.5)  # sqrt(pi)/2
    0.886226925452758
    """
    x = check_integer("x", x, low=1)
    c = -_below("-c", -Fraction(c), x)
    if abs(c) >= _DIRECT:
        return precise_gamma.rising(x, c)
    whole = int(c)  # towards zero: x + c - whole stays positive
    rest = c - whole
    q, p = rest.denominator, rest.numerator
    a = max(x, stirling.START + 1) if rest else x
    above = math.prod(i * q for i in range(x, a))
    below = math.prod(i * q + p for i in range(x, a))
    if whole >= 0:
        above *= math.prod((x + r) * q + p for r in range(whole))
        below *= q**whole
    else:
        above *= q**-whole
        below *= math.prod((x - r) * q + p for r in range(1, 1 - whole))
    return above / below * (stirling.increment(a, rest) if rest else 1.0)


def log_gamma_curvature(n: int | None, m: int, c: Exact = 0) -> float:
    """(1/c²) sum of log1p(c²/(i(i-2c))) over i = m+1..n; the sum of 1/i² in the limit c = 0.

    c² times this is log R(2c) - 2 log R(c) for R = `gamma_ratio`: the variance of a power of a
    beta variable, relative to its squared mean, is expm1 of that, without cancellation.

    Parameters
    ----------
    n : int or None
        Last term, of any size; None sums to infinity: ``log_gamma_curvature(None, k - 1)`` is
        the trigamma function at k.
    m : int
        0 <= m <= n.
    c : Fraction, int or float
        Exact, below (m+1)/2.

    Examples
    --------
    >>> log_gamma_curvature(None, 0)  # pi²/6
    1.6449340668482264
    """
    m = check_integer("m", m, low=0)
    n = None if n is None else check_integer("n", n, low=m)
    c = _below("2c", 2 * Fraction(c), m + 1) / 2
    start = m + _DIRECT if abs(c) > stirling.WIDEST else stirling.START + int(6 * abs(c))
    if n is not None and n <= max(start, m + _DIRECT):
        return _squares(range(m + 1, n + 1), c)
    if abs(c) > stirling.WIDEST:
        return precise_gamma.curvature(n, m, c)
    a = max(m, start)
    return _squares(range(m + 1, a + 1), c) + stirling.square_tail(n, a, c)


class _Head(NamedTuple):
    """Exact first part above/below; left over is the product from `start` on with `c`."""

    above: int
    below: int
    start: int
    c: Fraction


def _head(n: int, m: int, c: Fraction) -> _Head:
    """Shift m up to where Stirling's series holds, and c by integers to |c| < 1."""
    q = c.denominator
    if n - m <= _DIRECT:
        return _Head(*_factors(m, n, c), n, c)
    whole = int(c)  # towards zero, so that the logs of all parts have one sign
    rest = c - whole
    a = max(m, stirling.START) if rest else m
    above, below = _factors(m, a, rest)
    steps = range(1, whole + 1) if whole > 0 else range(whole + 1, 1)
    at_n, at_m = (math.prod((i + 1 - r) * q - rest.numerator for r in steps) for i in (n, m))
    if whole > 0:
        above, below = above * at_n, below * at_m
    else:
        above, below = above * at_m, below * at_n
    return _Head(above, below, a if rest else n, rest)


def _factors(m: int, n: int, c: Fraction) -> tuple[int, int]:
    q, p = c.denominator, c.numerator
    indices = range(m + 1, n + 1)
    return math.prod(i * q for i in indices), math.prod(i * q - p for i in indices)


def _squares(indices: range, c: Fraction) -> float:
    if c == 0:
        return math.fsum(1 / i**2 for i in indices)
    q, p = c.denominator, c.numerator
    above = math.prod((i * q - p) ** 2 for i in indices)
    return _log_quotient(above, math.prod(i * q * (i * q - 2 * p) for i in indices), c * c)


def _log_quotient(above: int, below: int, c: Fraction) -> float:
    """log(above/below)/c for positive integers, accurate where the quotient is near one."""
    if below < 2 * above < 4 * below:
        z = (above - below) / below
        scaled = ((above - below) * c.denominator) / (below * c.numerator)
        return scaled * (math.log1p(z) / z) if z else scaled
    bits = above.bit_length() - below.bit_length()
    mantissa = above / (below << bits) if bits >= 0 else (above << -bits) / below
    return (bits * math.log(2.0) + math.log(mantissa)) / float(c)


def _range(n: int, m: int) -> tuple[int, int]:
    m = check_integer("m", m, low=0)
    return check_integer("n", n, low=m), m


def _below(name: str, c: Exact, limit: int) -> Fraction:
    exact = Fraction(c)
    if exact >= limit:
        raise ValueError(f"{name} must be below {limit}, got {name}={float(exact)!r}")
    return exact
