"""Moments of functions of exponential order statistics: Weibull, Frechet, Gumbel, GEV.

All four are a function of a standard exponential time E: E^(1/c), E^(-1/alpha), -log E,
(1 - E^c)/c. The minimum of r times is E/r, so E[E_{1:r}^s] = r^(-s) Gamma(1+s) (Lieblein, 1955);
the k-th smallest follows from the minima, or from the cumulants for s = 1 and 2.
"""

from __future__ import annotations

import math
from fractions import Fraction

from runtime_theory.distributions.families.alternating import (
    Bounded,
    alternating_sum,
    first_bits,
    from_minima,
    resolve,
    variance_from_minima,
)
from runtime_theory.distributions.families.powers import ULP, expm1_ratio, relative, times
from runtime_theory.numerics import stirling
from runtime_theory.numerics.estimate import Estimate
from runtime_theory.numerics.gamma_ratios import (
    RELATIVE_ERROR,
    harmonic_difference,
    log_gamma_curvature,
    pochhammer,
)

__all__ = [
    "box_cox_mean",
    "box_cox_variance",
    "log_mean",
    "log_variance",
    "power_mean",
    "power_variance",
]


def power_mean(k: int, n: int, s: Fraction) -> Estimate | None:
    """E[E_{k:n}^s] for s > -k; None where no stable form is known.

    Examples
    --------
    >>> power_mean(2, 3, Fraction(1)).value  # 1/2 + 1/3
    0.833333333333333...
    """
    if s in (1, 2):
        first = harmonic_difference(n, n - k)
        if s == 1:
            return relative(first, RELATIVE_ERROR)
        value = first**2 + log_gamma_curvature(n, n - k)
        return relative(value, 2 * RELATIVE_ERROR + 2 * ULP)
    if k == 1:
        value = stirling.power(float(n), -s) * pochhammer(1, s)
        return relative(value, RELATIVE_ERROR + (3 + abs(float(s))) * ULP)
    return resolve(lambda: _moment(k, n, s), first_bits(k, n))


def power_variance(k: int, n: int, s: Fraction) -> Estimate | None:
    """Var E_{k:n}^s for 2s > -k, or None."""
    inner = box_cox_variance(k, n, s)
    if inner is None:
        return None
    return times(inner, float(s) ** 2, 2 * ULP)


def box_cox_mean(k: int, n: int, c: Fraction) -> Estimate | None:
    """E[(1 - E_{k:n}^c)/c] for c > -k, or None; E[-log E_{k:n}] at c = 0."""
    import mpmath

    if c == 0:
        return log_mean(k, n)

    def expression() -> Bounded:
        value, error = _moment(k, n, c)
        c_mp = mpmath.mpf(c.numerator) / c.denominator
        error = error + mpmath.ldexp(1, 3 - mpmath.mp.prec)
        return (1 - value) / c_mp, error / abs(c_mp)

    return resolve(expression, first_bits(k, n))


def box_cox_variance(k: int, n: int, c: Fraction) -> Estimate | None:
    """Var E_{k:n}^c / c² for 2c > -k, or None; Var log E_{k:n} at c = 0."""
    import mpmath

    if c == 0:
        return log_variance(k, n)
    if c == 1:
        return relative(log_gamma_curvature(n, n - k), RELATIVE_ERROR)
    if k == 1:
        curvature = log_gamma_curvature(None, 0, -c)
        exponent = float(c) ** 2 * curvature
        mean = stirling.power(float(n), -c) * pochhammer(1, c)
        bound = (3 + exponent) * (RELATIVE_ERROR + 2 * ULP) + 2 * abs(float(c)) * ULP
        return relative(mean**2 * curvature * expm1_ratio(exponent), bound)

    def expression() -> Bounded:
        mean, spread = _moment(k, n, c)
        second, error = _moment(k, n, 2 * c)
        square = (mpmath.mpf(c.numerator) / c.denominator) ** 2
        return (second - mean**2) / square, (error + 4 * abs(mean) * spread) / square

    return resolve(expression, first_bits(k, n))


def log_mean(k: int, n: int) -> Estimate | None:
    """E[-log E_{k:n}], or None; gamma_E + log n for the smallest."""
    import mpmath

    if k == 1:
        value = math.log(n) + float(mpmath.euler)
        return relative(value, 3 * ULP)
    return from_minima(k, n, lambda r: mpmath.euler + mpmath.log(r))


def log_variance(k: int, n: int) -> Estimate | None:
    """Var log E_{k:n}, or None; pi²/6 for the smallest, whatever n."""
    import mpmath

    if k == 1:
        return relative(math.pi**2 / 6, 3 * ULP)
    return variance_from_minima(
        k,
        n,
        lambda r: mpmath.euler + mpmath.log(r),
        lambda r: (mpmath.euler + mpmath.log(r)) ** 2 + mpmath.pi**2 / 6,
    )


def _moment(k: int, n: int, s: Fraction) -> Bounded:
    """E[E_{k:n}^s] in the working precision, with a bound on its rounding.

    At s = -N the gamma function has a pole and the sum of weight * r^N is zero: the limit is
    (-1)^N/(N-1)! sum of weight * r^N log r.
    """
    import mpmath

    if s < 0 and s.denominator == 1:
        order = -int(s)
        value, error = alternating_sum(k, n, lambda r: r**order * mpmath.log(r))
        factor = mpmath.mpf((-1) ** order) / math.factorial(order - 1)
    else:
        exponent = mpmath.mpf(s.numerator) / s.denominator
        value, error = alternating_sum(k, n, lambda r: mpmath.power(r, -exponent))
        factor = mpmath.gamma(1 + exponent)
        # Next to a pole the gamma function magnifies the rounding of its argument.
        near = abs(exponent - mpmath.nint(exponent)) if s < 0 else mpmath.mpf(1)
        error += abs(value) * mpmath.ldexp(1, 4 - mpmath.mp.prec) * (1 + abs(exponent)) / near
    return factor * value, abs(factor) * error
