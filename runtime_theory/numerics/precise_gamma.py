"""Gamma ratios from log-gammas in multiple precision: slower, for shapes too large for Stirling."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

__all__ = ["curvature", "ratio", "rising", "slope"]


def slope(n: int, m: int, c: Fraction) -> float:
    """(1/c) log of `ratio`."""
    with _precision(n, c):
        return _float((_partial(n, c) - _partial(m, c)) / _mpf(c))


def ratio(n: int, m: int, c: Fraction) -> float:
    """Product of i/(i-c) over i = m+1..n."""
    import mpmath

    with _precision(n, c):
        return _float(mpmath.exp(_partial(n, c) - _partial(m, c)))


def rising(x: int, c: Fraction) -> float:
    """G(x+c)/G(x)."""
    import mpmath

    with _precision(x, c):
        return _float(mpmath.exp(mpmath.loggamma(x + _mpf(c)) - mpmath.loggamma(x)))


def curvature(n: int | None, m: int, c: Fraction) -> float:
    """(1/c²) (log R(2c) - 2 log R(c)) for R = `ratio`; n = None is the limit n to infinity."""
    with _precision(m if n is None else n, c):
        total = 2 * _partial(m, c) - _partial(m, 2 * c)
        if n is not None:
            total -= 2 * _partial(n, c) - _partial(n, 2 * c)
        return _float(total / _mpf(c) ** 2)


def _partial(i: int, c: Fraction) -> Any:
    import mpmath

    return mpmath.loggamma(i + 1) - mpmath.loggamma(i + 1 - _mpf(c))


def _mpf(c: Fraction) -> Any:
    import mpmath

    return mpmath.mpf(c.numerator) / c.denominator


def _precision(n: int, c: Fraction) -> Any:
    """Room for the logs, about n log n, and for a result 1/n² times smaller than one."""
    import mpmath

    return mpmath.workprec(160 + 3 * max(n, int(abs(c))).bit_length())


def _float(x: Any) -> float:
    import mpmath

    value = float(x)
    if math.isinf(value):
        raise OverflowError(f"a gamma ratio near {mpmath.nstr(x, 3)} exceeds the double range")
    return value
