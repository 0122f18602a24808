"""Arithmetic with honest errors: a value, a bound on its error, an enclosing interval.

Every operation bounds the error it inherits *and* its own rounding, and rounds interval ends
outwards, so the true value of the combined quantity is inside whenever the operands' true
values were. Infinite values are exact (a divergent mean), so ``inf - inf``, ``inf / inf`` and
``0 * inf`` are refused, and a finite result that overflows is not passed off as inf.

Plain floats, one number at a time: numpy's scalars were ten times slower, and arrays of
Results are short. Exact rounding errors (Knuth's two-sum) are used for sums; half a unit in
the last place bounds the rounding of products and quotients.
"""

from __future__ import annotations

import math
import sys
from typing import NamedTuple

__all__ = ["Ball", "add", "divide", "multiply", "negate", "sum_towards"]

# Sums of at most six non-negative terms, each correctly rounded, lose less than 6 * 1.2e-16.
_INFLATION = 1.0 + 1e-15
_LARGEST = sys.float_info.max
_SMALLEST = math.ulp(0.0)


class Ball(NamedTuple):
    """A value with ``|value - truth| <= error`` and ``lower <= truth <= upper``."""

    value: float
    error: float
    lower: float
    upper: float


def negate(a: Ball) -> Ball:
    """Return -a, without any rounding.

    Examples
    --------
    >>> negate(Ball(2.0, 0.5, 1.5, 2.5))
    Ball(value=-2.0, error=0.5, lower=-2.5, upper=-1.5)
    """
    return Ball(-a.value, a.error, -a.upper, -a.lower)


def add(a: Ball, b: Ball) -> Ball:
    """Return a + b.

    Raises
    ------
    ArithmeticError
        inf - inf, or a finite sum beyond the largest float.

    Examples
    --------
    >>> add(Ball(1.0, 0.0, 1.0, 1.0), Ball(2.0, 0.0, 2.0, 2.0))
    Ball(value=3.0, error=0.0, lower=3.0, upper=3.0)
    """
    value = _checked(a.value + b.value, a, b, "inf - inf")
    rounding = abs(_missing(a.value, b.value, value))
    error = (a.error + b.error + rounding) * _INFLATION
    lower = sum_towards(a.lower, b.lower, -math.inf)
    return _ball(value, error, lower, sum_towards(a.upper, b.upper, math.inf))


def multiply(a: Ball, b: Ball) -> Ball:
    """Return a * b.

    Raises
    ------
    ArithmeticError
        0 * inf, inf times a number of unknown sign, or overflow.

    Examples
    --------
    >>> multiply(Ball(3.0, 0.5, 2.5, 3.5), Ball(2.0, 0.0, 2.0, 2.0)).upper
    7.000000000000001
    """
    value = _checked(a.value * b.value, a, b, "0 * inf")
    _refuse_unknown_sign(a, b)
    _refuse_unknown_sign(b, a)
    exact = a.value == 0 or b.value == 0 or _scales(a.value, value) or _scales(b.value, value)
    error = (
        _product_up(abs(a.value), b.error)
        + _product_up(abs(b.value), a.error)
        + _product_up(a.error, b.error)
        + (0.0 if exact else _half_ulp(value))
    )
    return _ball(value, error * _INFLATION, *_interval_product(a, b.lower, b.upper))


def divide(a: Ball, b: Ball) -> Ball:
    """Return a / b.

    The error is infinite where the divisor's error reaches 0.

    Raises
    ------
    ZeroDivisionError
        The divisor's value is 0.
    ArithmeticError
        inf / inf, inf over a number of unknown sign, or overflow.

    Examples
    --------
    >>> divide(Ball(1.0, 0.0, 1.0, 1.0), Ball(2.0, 0.0, 2.0, 2.0))
    Ball(value=0.5, error=0.0, lower=0.4999999999999999, upper=0.5000000000000002)
    """
    if b.value == 0:
        raise ZeroDivisionError("division by a value of 0")
    value = _checked(a.value / b.value, a, b, "inf / inf")
    _refuse_unknown_sign(a, b)
    lower, upper = _interval_product(a, *_interval_inverse(b.lower, b.upper))
    return _ball(value, _error_of_quotient(value, a, b) * _INFLATION, lower, upper)


def _error_of_quotient(value: float, a: Ball, b: Ball) -> float:
    """Return a bound on |a/b - A/B| = |a (B-b) + b (a-A)| / |b B|, and the rounding."""
    if math.isinf(b.value):
        return 0.0  # a finite number over an infinite one is exactly 0
    divisor = math.nextafter(abs(b.value) - b.error, 0.0)
    if divisor <= 0:
        return math.inf
    carried = _product_up(math.nextafter(abs(value), math.inf), b.error) + a.error
    if carried:
        carried = math.nextafter(carried / divisor, math.inf)
    exact = a.value == 0 or _scales(b.value, value)
    return carried + (0.0 if exact else _half_ulp(value))


def sum_towards(x: float, y: float, direction: float) -> float:
    """Return x + y rounded towards `direction` where it is not exact; inf - inf is no bound.

    Examples
    --------
    >>> sum_towards(1.0, 2.0**-60, math.inf), sum_towards(1.0, 1.0, math.inf)
    (1.0000000000000002, 2.0)
    """
    total = x + y
    if math.isnan(total):
        return direction
    if math.isinf(x) or math.isinf(y) or _missing(x, y, total) == 0:
        return total
    return math.nextafter(total, direction)


def _missing(x: float, y: float, total: float) -> float:
    """Return x + y - total exactly (two-sum); where that overflows, more than it can be."""
    share = total - x
    lost = (x - (total - share)) + (y - share)
    return lost if math.isfinite(lost) else _half_ulp(total)


def _ball(value: float, error: float, lower: float, upper: float) -> Ball:
    return Ball(value, 0.0 if math.isinf(value) else error, lower, upper)


def _checked(value: float, a: Ball, b: Ball, what: str) -> float:
    if math.isnan(value):
        raise ArithmeticError(f"{what} has no value")
    if math.isinf(value) and math.isfinite(a.value) and math.isfinite(b.value):
        raise OverflowError("the result is finite but beyond the largest float")
    return value


def _refuse_unknown_sign(a: Ball, b: Ball) -> None:
    """Refuse an infinite `a` combined with a `b` whose sign is not known."""
    if math.isinf(a.value) and b.lower <= 0 <= b.upper:
        raise ArithmeticError("inf combined with a number of unknown sign has no value")


def _interval_product(a: Ball, low: float, high: float) -> tuple[float, float]:
    corners = [_times(x, y) for x in (a.lower, a.upper) for y in (low, high)]
    return _outward(min(corners), -math.inf), _outward(max(corners), math.inf)


def _interval_inverse(lower: float, upper: float) -> tuple[float, float]:
    """Return an interval around 1/x for x in [lower, upper]; an end at 0 maps to infinity."""
    if lower < 0 < upper:
        return -math.inf, math.inf
    left, right = -math.inf, math.inf
    if upper != 0:
        left = min(_outward(1.0 / upper, -math.inf), _LARGEST)
    if lower != 0:
        right = max(_outward(1.0 / lower, math.inf), -_LARGEST)
    return left, right


def _outward(x: float, direction: float) -> float:
    return x if math.isinf(x) or x == 0 else math.nextafter(x, direction)


def _times(x: float, y: float) -> float:
    """Return x * y, with 0 * inf = 0: an infinite end means "no bound", not infinity."""
    if x == 0 or y == 0:
        return 0.0
    product = x * y
    return product if product else math.copysign(_SMALLEST, product)


def _product_up(x: float, y: float) -> float:
    """Return an upper bound on x * y for x, y >= 0, with 0 * inf = 0."""
    return 0.0 if x == 0 or y == 0 else math.nextafter(x * y, math.inf)


def _half_ulp(x: float) -> float:
    return max(math.ulp(x) / 2, _SMALLEST) if math.isfinite(x) else 0.0


def _scales(factor: float, result: float) -> bool:
    """Whether `factor` is a power of two and `result` not subnormal: scaling without rounding."""
    return abs(math.frexp(factor)[0]) == 0.5 and abs(result) >= sys.float_info.min
