r"""Numbers as siunitx reads them, true of the value whatever they are rounded to."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from decimal import ROUND_CEILING, ROUND_FLOOR, ROUND_HALF_EVEN, Decimal, localcontext

from runtime_theory.results.kinds import Relation
from runtime_theory.tables.markup import cell

__all__ = ["bound_cell", "column_type", "is_number_cell", "number_cell", "signed", "uncertain_cell"]

_NUMBER = re.compile(
    r"(?P<sign>\\[a-z]+ )?(?P<minus>-?)(?P<whole>\d+)(?:\.(?P<part>\d+))?"
    r"(?:\((?P<slack>\d+)\))?(?:e(?P<below>-?)(?P<power>\d+))?"
)
_PRECISION = 1200  # the exact decimal of a double has up to 1075 digits


def number_cell(value: float, digits: int) -> str:
    r"""Return a number without an error, `digits` significant digits of a float.

    Examples
    --------
    >>> number_cell(1e-7 / 3, 3), number_cell(-math.inf, 3), number_cell(12345, 3)
    ('3.33e-8', '{$-\\infty$}', '12345')
    """
    if not isinstance(value, int) and math.isinf(value):
        return r"{$\infty$}" if value > 0 else r"{$-\infty$}"
    mantissa, mark, exponent = cell(value, digits).partition("e")
    return f"{mantissa}e{int(exponent)}" if mark else mantissa


def uncertain_cell(value: float, error: float, digits: int) -> str:
    r"""Return a value with a bound on its error in parentheses, as siunitx reads it.

    The error holds for the *printed* value: rounding is added, and it is rounded up to one
    digit. It is left out where it is at most half a unit of the last digit.

    Examples
    --------
    >>> uncertain_cell(0.123456, 0.0004, 6), uncertain_cell(1 / 3, 1e-17, 6)
    ('0.1235(5)', '0.333333')
    >>> uncertain_cell(2.5, math.inf, 2)
    '\\approx 2.5'
    """
    if math.isinf(error):
        return rf"\approx {_fixed(*_rounded(value, 0.0, digits), 0)}"
    exact = Decimal(value)
    shown, place = _rounded(value, error, digits)
    with localcontext(prec=_PRECISION):
        slack = (Decimal(error) + abs(exact - shown)).scaleb(-place)
        if slack <= Decimal("0.5"):
            return _fixed(shown, place, 0)
        if slack > 9:
            place += 1
            shown = exact.quantize(Decimal(1).scaleb(place), rounding=ROUND_HALF_EVEN)
            slack = (Decimal(error) + abs(exact - shown)).scaleb(-place)
        return _fixed(shown, place, int(slack.to_integral_value(rounding=ROUND_CEILING)))


def bound_cell(value: float, error: float, digits: int, relation: Relation) -> str:
    r"""Return an upper or a lower bound, which stays one when it is rounded.

    Examples
    --------
    >>> bound_cell(2 / 3, 1e-16, 2, Relation.UPPER), bound_cell(2 / 3, 1e-16, 2, Relation.LOWER)
    ('\\le 0.67', '\\ge 0.66')
    """
    if math.isinf(error):
        return signed(uncertain_cell(value, error, digits).removeprefix(r"\approx "), relation)
    upper = relation is Relation.UPPER
    with localcontext(prec=_PRECISION):
        end = Decimal(value) + (Decimal(error) if upper else -Decimal(error))
        _, place = _rounded(value, error, digits)
        rounding = ROUND_CEILING if upper else ROUND_FLOOR
        shown = end.quantize(Decimal(1).scaleb(place), rounding=rounding)
    return signed(_fixed(shown, place, 0), relation)


def _rounded(value: float, error: float, digits: int) -> tuple[Decimal, int]:
    """Return the value, and the place it is rounded to: its last or the error's first digit."""
    exact = Decimal(value)
    place = exact.adjusted() - digits + 1
    if error:
        first = Decimal(error).adjusted()
        place = max(place, first) if value else first
    with localcontext(prec=_PRECISION):
        return exact.quantize(Decimal(1).scaleb(place), rounding=ROUND_HALF_EVEN), place


def _fixed(shown: Decimal, place: int, slack: int) -> str:
    """Return a number in fixed notation where its digits are all known, else with an exponent."""
    slack_text = f"({slack})" if slack else ""
    power = shown.adjusted() if shown else place
    if place <= 0 and power >= -5:
        return f"{shown:f}{slack_text}"
    with localcontext(prec=_PRECISION):
        return f"{shown.scaleb(-power):f}{slack_text}e{power}"


def signed(shown: str, relation: Relation | None) -> str:
    r"""Return the cell of a bound.

    Examples
    --------
    >>> signed("1.5", Relation.UPPER), signed(r"{$\infty$}", Relation.LOWER)
    ('\\le 1.5', '{$\\ge \\infty$}')
    """
    sign = r"\le" if relation is Relation.UPPER else r"\ge"
    return shown.replace("{$", f"{{${sign} ") if shown.startswith("{") else f"{sign} {shown}"


def is_number_cell(text: str) -> bool:
    r"""Whether siunitx takes the cell for a number, not for text in braces.

    Examples
    --------
    >>> is_number_cell(r"\le 1.5(2)e-7"), is_number_cell("{--}")
    (True, False)
    """
    return _NUMBER.fullmatch(text) is not None


def column_type(cells: Sequence[str]) -> str:
    """Return an ``S`` column with room for the widest of each part of its numbers.

    Examples
    --------
    >>> column_type(["12", "0.25(3)", "1e-7"])
    'S[table-format=2.2(1)e-1]'
    """
    numbers = [found.groupdict("") for text in cells if (found := _NUMBER.fullmatch(text))]
    if not numbers:
        return "c"
    widest = {name: max(len(n[name]) for n in numbers) for name in numbers[0]}
    sign = next((n["sign"] for n in numbers if n["sign"]), "")
    form = sign + "-" * widest["minus"] + str(widest["whole"])
    form += f".{widest['part']}" if widest["part"] else ""
    form += f"({widest['slack']})" if widest["slack"] else ""
    form += f"e{'-' * widest['below']}{widest['power']}" if widest["power"] else ""
    return f"S[table-format={{{form}}}]" if sign else f"S[table-format={form}]"
