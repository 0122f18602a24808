"""Scalars with more digits than a float: mpmath's mpf, never rounded on the way.

mpmath rounds every operation to its global precision, even ``-x``; here each one is exact or
rounds outwards. mpmath is imported only once one of its numbers is at hand.
"""

from __future__ import annotations

import math
import sys
from decimal import Decimal, localcontext
from fractions import Fraction
from typing import Any

from runtime_theory.results.intervals import Ball

__all__ = [
    "as_fraction",
    "as_mpf",
    "ends",
    "exact_decimal",
    "float_towards",
    "from_fraction",
    "in_floats",
    "infinite",
    "is_mpf",
    "negated",
]

_GUARD = 8


def is_mpf(x: object) -> bool:
    """Whether x is a real number of mpmath; none can be at hand before mpmath is.

    Examples
    --------
    >>> import mpmath
    >>> is_mpf(mpmath.mpf(2)), is_mpf(2.0)
    (True, False)
    """
    mpmath = sys.modules.get("mpmath")
    return mpmath is not None and isinstance(x, mpmath.mpf)


def as_mpf(x: Any) -> Any:
    """Return a float, an int or an mpf as an mpf, exactly.

    Examples
    --------
    >>> as_mpf(2**80 + 1) == 2**80 + 1
    True
    """
    import mpmath
    from mpmath import libmp

    if is_mpf(x):
        return x
    parts = libmp.from_int(x) if isinstance(x, int) else libmp.from_float(float(x))
    return mpmath.mp.make_mpf(parts)


def from_fraction(x: Fraction, bits: int, towards: float) -> Any:
    """Return a fraction as an mpf of so many bits, rounded towards -inf, inf or (0.0) nearest.

    Examples
    --------
    >>> from_fraction(Fraction(1, 3), 100, math.inf) > from_fraction(Fraction(1, 3), 100, -math.inf)
    True
    """
    import mpmath
    from mpmath import libmp

    rounding = "n" if towards == 0.0 else "c" if towards > 0 else "f"
    parts = libmp.from_rational(x.numerator, x.denominator, bits, rounding)
    return mpmath.mp.make_mpf(parts)


def as_fraction(x: Any) -> Fraction:
    """Return a finite mpf as a fraction, exactly.

    Examples
    --------
    >>> as_fraction(as_mpf(0.75))
    Fraction(3, 4)
    """
    sign, mantissa, exponent, _ = x._mpf_
    return Fraction((-1) ** sign * int(mantissa)) * Fraction(2) ** int(exponent)


def ends(value: Any, error: Any) -> tuple[Any, Any]:
    """Return value - error and value + error, rounded outwards.

    Examples
    --------
    >>> import mpmath
    >>> low, high = ends(mpmath.mpf(1), mpmath.mpf(2) ** -200)
    >>> low < 1 < high
    True
    """
    import mpmath
    from mpmath import libmp

    bits = max(53, value._mpf_[3]) + _GUARD
    low = libmp.mpf_sub(value._mpf_, error._mpf_, bits, "f")
    high = libmp.mpf_add(value._mpf_, error._mpf_, bits, "c")
    return mpmath.mp.make_mpf(low), mpmath.mp.make_mpf(high)


def negated(x: Any) -> Any:
    """Return -x without rounding it to mpmath's precision of the moment.

    Examples
    --------
    >>> negated(as_mpf(2**80 + 1)) == -(2**80) - 1
    True
    """
    import mpmath
    from mpmath import libmp

    return mpmath.mp.make_mpf(libmp.mpf_neg(x._mpf_))


def infinite(x: Any) -> bool:
    """Whether x is infinite itself, and not only beyond the floats.

    Examples
    --------
    >>> infinite(as_mpf(10**400)), infinite(math.inf)
    (False, True)
    """
    if not is_mpf(x):
        return math.isinf(x)
    mantissa, exponent = x._mpf_[1:3]
    return bool(not mantissa and exponent)


def exact_decimal(x: Any) -> Decimal:
    """Return a finite float or mpf as a decimal number, without rounding.

    Examples
    --------
    >>> exact_decimal(as_mpf(0.5)), exact_decimal(0.5)
    (Decimal('0.5'), Decimal('0.5'))
    """
    if not is_mpf(x):
        return Decimal(x)
    sign, mantissa, exponent, _ = x._mpf_
    whole = (-1) ** sign * int(mantissa) * (2**exponent if exponent > 0 else 5**-exponent)
    with localcontext(prec=1 + int(whole.bit_length() * 0.302)):
        return Decimal(whole).scaleb(min(exponent, 0))


def float_towards(x: Any, direction: float) -> float:
    """Return an mpf as a float, rounded towards `direction` where it is none.

    Examples
    --------
    >>> float_towards(as_mpf(2**60 + 1), math.inf) - 2**60
    256.0
    """
    from mpmath import libmp

    number = float(libmp.to_float(x._mpf_, rnd="n"))
    off = libmp.mpf_cmp(libmp.from_float(number), x._mpf_)
    beyond = off == 0 or (off > 0) == (direction > 0)
    return number if beyond else math.nextafter(number, direction)


def in_floats(value: Any, error: Any, lower: Any, upper: Any) -> Ball:
    """Return the numbers of a Result in floats, its error and ends rounded outwards.

    Raises
    ------
    OverflowError
        The value is finite and beyond the largest float.

    Examples
    --------
    >>> x = as_mpf(2**60 + 1)
    >>> in_floats(x, as_mpf(0), x, x).error
    1.0
    """
    import mpmath
    from mpmath import libmp

    number = libmp.to_float(value._mpf_, rnd="n")
    if math.isinf(number):
        if not infinite(value):
            raise OverflowError("the value is finite but beyond the largest float")
        return Ball(number, 0.0, number, number)
    lost = libmp.mpf_abs(libmp.mpf_sub(value._mpf_, libmp.from_float(number)))
    total = mpmath.mp.make_mpf(libmp.mpf_add(lost, error._mpf_, 53, "c"))
    low, high = float_towards(lower, -math.inf), float_towards(upper, math.inf)
    return Ball(float(number), float_towards(total, math.inf), low, high)
