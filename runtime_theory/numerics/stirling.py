"""Stirling's series about its point of symmetry, for gamma ratios with exact shapes.

With w = x - (1+c)/2 and B the Bernoulli polynomials (Luke, 1969, The Special Functions and
their Approximations, volume 1, section 2.11),

    lnG(x) - lnG(x-c) = c ln w - sum_j 2 B_{2j+1}((1+c)/2) / (2j (2j+1) w^{2j}),

    lnG(w+1/2+c) + lnG(w+1/2-c) - 2 lnG(w+1/2)
        = sum_j 2 [B_{2j}(1/2+c) - B_{2j}(1/2)] / ((2j-1) 2j w^{2j-1}).

The first is odd in c and the second even, so c and c² divide out exactly, and a difference
between two x is a log1p or a rational number: nothing cancels, however small c or the step.
"""

from __future__ import annotations

import math
from fractions import Fraction

__all__ = [
    "START",
    "WIDEST",
    "increment",
    "log_tail",
    "log_tail_correction",
    "power",
    "square_tail",
]

START = 24
"""The series for |c| < 1 hold from here on: the ninth term is below 1e-19."""

WIDEST = 4
"""Largest |c| of `square_tail`, which starts at START + 6|c|."""

_TERMS = 8
_Table = tuple[tuple[float, ...], ...]


def log_tail(n: int, m: int, c: Fraction) -> float:
    """(1/c) sum of -log(1 - c/i) over i = m+1..n for START <= m < n and |c| < 1."""
    q, p = c.denominator, c.numerator
    return math.log1p(2 * (n - m) * q / ((2 * m + 1) * q - p)) + log_tail_correction(n, m, c)


def log_tail_correction(n: int, m: int, c: Fraction) -> float:
    """What `log_tail` adds to log(w_n/w_m)."""
    q, p, square = c.denominator, c.numerator, float(c) ** 2
    at_m, at_n = (((2 * i + 1) * q - p) / (2 * q) for i in (m, n))
    return _sum(_ODD, square, at_m) - _sum(_ODD, square, at_n)


def increment(x: int, c: Fraction) -> float:
    """G(x+c)/G(x) for x > START and |c| < 1."""
    q, p = c.denominator, c.numerator
    w = ((2 * x - 1) * q + p) / (2 * q)
    return power(w, c) * math.exp(-float(c) * _sum(_ODD, float(c) ** 2, w))


def square_tail(n: int | None, m: int, c: Fraction) -> float:
    """(1/c²) sum of log1p(c²/(i(i-2c))) over i = m+1..n (None: to infinity), |c| <= WIDEST."""
    q, p, square = c.denominator, c.numerator, float(c) ** 2
    at_m = (2 * m + 1) * q - 2 * p
    w_m = at_m / (2 * q)
    correction = _sum(_EVEN, square, w_m) / w_m
    if n is None:
        return 2 * q / at_m + correction
    at_n = (2 * n + 1) * q - 2 * p
    w_n = at_n / (2 * q)
    main = 4 * q * q * (n - m) / (at_m * at_n)  # 1/w_m - 1/w_n
    return main + (correction - _sum(_EVEN, square, w_n) / w_n)


def power(base: float, exponent: Fraction) -> float:
    """base**exponent with the part of the exponent that a double cannot hold."""
    high = float(exponent)
    low = float(exponent - Fraction(high))
    return math.pow(base, high) * (1.0 + low * math.log(base))


def _sum(table: _Table, square: float, w: float) -> float:
    """Sum over j = 1, 2, ... of polynomial_j(square) / w^(2j)."""
    u = 1.0 / w**2
    total = 0.0
    for polynomial in reversed(table):
        value = 0.0
        for coefficient in reversed(polynomial):
            value = value * square + coefficient
        total = (total + value) * u
    return total


def _bernoulli_at_half(count: int) -> list[Fraction]:
    numbers = [Fraction(1)]
    for i in range(1, count):
        known = sum((math.comb(i + 1, r) * b for r, b in enumerate(numbers)), Fraction(0))
        numbers.append(-known / (i + 1))
    return [(Fraction(2, 2**i) - 1) * b for i, b in enumerate(numbers)]


def _odd(b: list[Fraction]) -> _Table:
    """Coefficients in c² of 2 B_{2j+1}((1+c)/2) / (2j (2j+1) c)."""

    def coefficient(j: int, r: int) -> float:
        weight = j * (2 * j + 1) * 2 ** (2 * r + 1)
        return float(math.comb(2 * j + 1, 2 * r + 1) * b[2 * (j - r)] / weight)

    return tuple(tuple(coefficient(j, r) for r in range(j + 1)) for j in range(1, _TERMS + 1))


def _even(b: list[Fraction]) -> _Table:
    """Coefficients in c² of 2 [B_{2j}(1/2+c) - B_{2j}(1/2)] / ((2j-1) 2j c²), j = 2, 3, ..."""

    def coefficient(j: int, r: int) -> float:
        return float(math.comb(2 * j, 2 * r) * b[2 * (j - r)] / (j * (2 * j - 1)))

    return tuple(tuple(coefficient(j, r) for r in range(1, j + 1)) for j in range(2, _TERMS + 2))


_ODD = _odd(_bernoulli_at_half(2 * _TERMS + 3))
_EVEN = _even(_bernoulli_at_half(2 * _TERMS + 3))
