"""More and more bits until an enclosure is as narrow as asked for."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from runtime_theory.errors import NoMethodError
from runtime_theory.numerics.balls.arithmetic import Enclosure, bits_for

__all__ = ["refined", "relative_width"]

_GUARD = 24
_DEEPEST = 4  # times the bits asked for, for a value that may be 0
_MOST_ROUNDS = 12


def refined(enclose: Callable[[int], Enclosure | None], digits: int) -> Enclosure:
    """Call `enclose` with rising numbers of bits until it is narrow.

    Parameters
    ----------
    enclose : callable
        Takes the bits to work with; returns ends, or None where it could say nothing.
    digits : int
        The relative width to reach is 10**-digits / 8.

    Returns
    -------
    Enclosure
        As narrow as asked for, or around 0 with an absolute width below
        10**(-4 digits): a value that is not told apart from 0.

    Raises
    ------
    NoMethodError
        It does not become narrow.

    Examples
    --------
    >>> third = lambda bits: Enclosure(Fraction(2**bits // 3, 2**bits), Fraction(1, 3))
    >>> relative_width(refined(third, 20)) < 1e-20
    True
    """
    wanted = Fraction(1, 8 * 10**digits)
    bits = bits_for(digits) + _GUARD
    deepest = _DEEPEST * bits + 200
    for _ in range(_MOST_ROUNDS):
        ends = enclose(bits)
        if ends is not None:
            width = relative_width(ends)
            if width is not None and width <= wanted:
                return ends
            if width is None and bits >= deepest and ends.upper - ends.lower <= wanted**4:
                return ends
            missing = bits if width is None else _magnitude(width / wanted) + 8
            bits += missing
        else:
            bits *= 2
    raise NoMethodError(f"the enclosure does not become narrow enough for {digits} digits")


def relative_width(ends: Enclosure) -> Fraction | None:
    """The width over the smallest size within; None where that is 0 and the width is not.

    Examples
    --------
    >>> relative_width(Enclosure(Fraction(2), Fraction(3)))
    Fraction(1, 2)
    """
    if ends.lower == ends.upper:
        return Fraction(0)
    least = min(abs(ends.lower), abs(ends.upper))
    if least == 0 or ends.lower < 0 < ends.upper:
        return None
    return (ends.upper - ends.lower) / least


def _magnitude(x: Fraction) -> int:
    return max(x.numerator.bit_length() - x.denominator.bit_length() + 1, 1)
