"""A value and its error as text: plain, LaTeX and HTML.

What is printed is itself honest: the error shown bounds the distance between the
*printed* value and the truth, so rounding for display is added and the error is
rounded up to one digit.
"""

from __future__ import annotations

from decimal import ROUND_CEILING, ROUND_HALF_EVEN, Decimal, InvalidOperation, localcontext
from typing import Any

from runtime_theory.results.precise import exact_decimal, infinite, is_mpf

__all__ = ["html_value", "latex_value", "one_digit_up", "plain_value"]

_MOST_DIGITS = 17  # a double never needs more


def plain_value(value: Any, error: Any, spec: str = "") -> str:
    """Return ``value +- error`` in plain text.

    Parameters
    ----------
    value, error : float or mpf
        The value and the bound on its error; an infinite value prints alone.
    spec : str, optional
        A format specification for the value such as ``".4g"``.  By default
        digits are shown down to the leading digit of the error.

    Examples
    --------
    >>> plain_value(2.717857142857143027, 5.5e-16)
    '2.7178571428571430 +- 6e-16'
    >>> plain_value(2.717857142857143027, 5.5e-16, ".3f")
    '2.718 +- 0.0002'
    """
    if infinite(value):
        return "inf" if value > 0 else "-inf"
    shown, slack = _parts(value, error, spec)
    return f"{shown} +- {slack}"


def latex_value(value: Any, error: Any, spec: str = "") -> str:
    r"""Return ``value \pm error`` in LaTeX math (without dollar signs).

    Examples
    --------
    >>> print(latex_value(2.717857142857143027, 5.5e-16))
    2.7178571428571430 \pm 6 \times 10^{-16}
    """
    if infinite(value):
        return r"\infty" if value > 0 else r"-\infty"
    shown, slack = (_latex_number(text) for text in _parts(value, error, spec))
    return rf"{shown} \pm {slack}"


def html_value(value: Any, error: Any, spec: str = "") -> str:
    """Return ``value &plusmn; error`` in HTML.

    Examples
    --------
    >>> html_value(0.5, 0.25)
    '0.50 &plusmn; 0.3'
    """
    if infinite(value):
        return "&infin;" if value > 0 else "&minus;&infin;"
    shown, slack = (_html_number(text) for text in _parts(value, error, spec))
    return f"{shown} &plusmn; {slack}"


def _parts(value: Any, error: Any, spec: str) -> tuple[str, str]:
    """Return the value and the error bound as they are to be printed."""
    exact = exact_decimal(value)
    if spec:
        shown = format(exact if is_mpf(value) else value, spec)
    elif error == 0 or infinite(error):
        shown = _number(exact) if is_mpf(value) else repr(value)
        if infinite(error) or Decimal(shown) != exact:
            return shown, "inf" if infinite(error) else "0"
    else:
        shown = _number(
            _round(exact, exact_decimal(error), None if is_mpf(value) else _MOST_DIGITS)
        )
    return shown, _slack(exact, error, shown)


def _round(exact: Decimal, error: Decimal, most: int | None) -> Decimal:
    """Round to the place of the error's first digit, within 2 to `most` digits."""
    first = exact.adjusted() if exact else error.adjusted()
    place = error.adjusted()
    if most is not None:
        place = max(place, first - most + 1)
    place = min(place, first - 1) if exact else place
    with localcontext(prec=max(40, first - place + 3)):
        return exact.quantize(Decimal(1).scaleb(place), rounding=ROUND_HALF_EVEN)


def _slack(exact: Decimal, error: Any, shown: str) -> str:
    """Return a bound on |shown - truth| as one digit, rounded up."""
    if infinite(error):
        return "inf"
    try:
        printed = Decimal(shown.replace(",", "").replace("_", ""))
    except InvalidOperation:
        raise ValueError(f"the format must print a plain number, got {shown!r}") from None
    slack = exact_decimal(error)
    with localcontext(prec=_width(exact, printed, slack)):
        return one_digit_up(slack + abs(exact - printed))


def _width(*numbers: Decimal) -> int:
    """Digits in which sums of these are exact: for doubles up to 1075."""
    tops = [number.adjusted() for number in numbers]
    lows = [int(number.as_tuple().exponent) for number in numbers]
    return max(tops) - min(lows) + 5


def one_digit_up(number: Decimal) -> str:
    """Return a non-negative number as one digit, rounded up.

    Examples
    --------
    >>> one_digit_up(Decimal("5.01e-16")), one_digit_up(Decimal("0.0991"))
    ('6e-16', '0.1')
    """
    if not number or number.is_infinite():
        return "inf" if number else "0"
    with localcontext(prec=10):
        digit = Decimal(1).scaleb(number.adjusted())
        return _number(number.quantize(digit, rounding=ROUND_CEILING).normalize())


def _number(number: Decimal) -> str:
    """Return a decimal in fixed notation where that is short, else as 1.2e-7."""
    fixed = -5 <= number.adjusted() < _MOST_DIGITS
    text = format(number, "f" if fixed else "e")
    return text.replace("e+", "e")


def _latex_number(text: str) -> str:
    mantissa, _, exponent = text.replace("inf", r"\infty").partition("e")
    return rf"{mantissa} \times 10^{{{int(exponent)}}}" if exponent else mantissa


def _html_number(text: str) -> str:
    mantissa, _, exponent = text.replace("inf", "&infin;").partition("e")
    return f"{mantissa}&times;10<sup>{int(exponent)}</sup>" if exponent else mantissa
