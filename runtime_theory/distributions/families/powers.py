"""Moments of powers of uniform order statistics: Pareto, power, generalised Pareto laws and kin.

For U_{j:n} counted from the right end, E[(1-U)^(-c)] over the k-th smallest is
R(c) = prod_{i=m+1..n} i/(i-c) with m = n-k (David and Nagaraja, 2003, section 3.1, through the
moments of a beta variable). Variances are R(c)² expm1(c² D): R(2c) - R(c)² would cancel.
"""

from __future__ import annotations

import math
from fractions import Fraction

from runtime_theory.numerics.estimate import Estimate
from runtime_theory.numerics.gamma_ratios import (
    RELATIVE_ERROR,
    gamma_ratio,
    log_gamma_curvature,
    log_gamma_slope,
)

__all__ = [
    "box_cox_mean",
    "box_cox_variance",
    "expm1_ratio",
    "power_mean",
    "power_variance",
    "relative",
    "times",
]

_UNDERFLOW = 1e-280
ULP = 2.0**-52


def relative(value: float, bound: float) -> Estimate:
    """An estimate from a relative error; a value that may have underflowed gets an absolute one."""
    tiny = _UNDERFLOW * ULP if abs(value) < _UNDERFLOW else 0.0
    return Estimate(value, abs(value) * bound + tiny)


def power_mean(n: int, m: int, c: Fraction) -> Estimate:
    """R(c) = E[(1-U)^(-c)] for the (n-m)-th smallest of n uniforms.

    Examples
    --------
    >>> power_mean(8, 4, Fraction(2)).value
    4.666666666666667
    """
    return relative(gamma_ratio(n, m, c), RELATIVE_ERROR)


def power_variance(n: int, m: int, c: Fraction) -> Estimate:
    """R(2c) - R(c)², the variance of (1-U)^(-c)."""
    if c == 0:
        return Estimate(0.0, 0.0)
    return times(box_cox_variance(n, m, c), float(c) ** 2, 2 * ULP)


def box_cox_mean(n: int, m: int, c: Fraction) -> Estimate:
    """(R(c) - 1)/c, the mean of ((1-U)^(-c) - 1)/c; H_n - H_m at c = 0.

    Examples
    --------
    >>> round(box_cox_mean(32, 0, Fraction(1e-8)).value, 13)
    4.0584952858643
    """
    slope = log_gamma_slope(n, m, c)
    log_ratio = float(c) * slope
    if abs(log_ratio) <= 1.0:
        return relative(slope * expm1_ratio(log_ratio), 2 * RELATIVE_ERROR + 4 * ULP)
    ratio = gamma_ratio(n, m, c)
    value = (ratio - 1.0) / float(c)
    # At |log ratio| > 1 the subtraction magnifies by at most ratio/|ratio - 1| <= 1.6.
    return relative(value, 1.6 * RELATIVE_ERROR + 2 * ULP)


def box_cox_variance(n: int, m: int, c: Fraction) -> Estimate:
    """(R(2c) - R(c)²)/c², the variance of ((1-U)^(-c) - 1)/c; the sum of 1/i² at c = 0."""
    curvature = log_gamma_curvature(n, m, c)
    exponent = float(c) ** 2 * curvature
    value = gamma_ratio(n, m, c) ** 2 * curvature * expm1_ratio(exponent)
    return relative(value, (3 + exponent) * (RELATIVE_ERROR + 2 * ULP))


def times(inner: Estimate, factor: float, bound: float) -> Estimate:
    """Factor * inner, where the factor has this relative error; the product's rounding is added."""
    value = factor * inner.value
    rounded = relative(value, bound + ULP)
    return Estimate(value, rounded.error + abs(factor) * inner.error * (1 + bound))


def expm1_ratio(y: float) -> float:
    """(e^y - 1)/y, one at 0."""
    return math.expm1(y) / y if y else 1.0
