"""What goes wrong, said by parameter, value and allowed domain.

Wrong input is a plain `TypeError` (wrong kind of object) or `ValueError`
(right kind, outside the domain).  Two further classes carry numbers: a
question that no method answers quotes the bounds that are known, and a
tolerance that was not met hands over the result that was.
"""

from __future__ import annotations

import math
import operator
from numbers import Real
from typing import Any

import numpy as np

__all__ = [
    "AccuracyError",
    "NoMethodError",
    "check_integer",
    "check_real",
    "missing_extra",
]


_PURPOSES = {
    "plot": "plotting",
    "cli": "the command line",
    "certified": "a certified answer",
    "notebook": "the notebooks",
    "cluster": "a sweep on a cluster",
}


class NoMethodError(ValueError):
    """No method answers this question; the bounds that are known are quoted.

    Parameters
    ----------
    message : str
        What was asked and why nothing applies.
    lower, upper : Result or None, keyword-only
        The best known bounds.  They end up in the message and as attributes.

    Examples
    --------
    >>> str(NoMethodError("no method for k-async of this law", lower=">= 1 s"))
    'no method for k-async of this law; known: >= 1 s'
    """

    def __init__(self, message: str, *, lower: Any = None, upper: Any = None) -> None:
        known = [str(bound) for bound in (lower, upper) if bound is not None]
        quoted = f"{message}; known: {' and '.join(known)}" if known else message
        super().__init__(quoted)
        self.message = message
        self.lower = lower
        self.upper = upper

    def __reduce__(self) -> tuple[Any, ...]:
        return _rebuild, (type(self), self.message, {"lower": self.lower, "upper": self.upper})


class AccuracyError(ArithmeticError):
    """A requested tolerance was not met; `.result` is the best that was reached.

    Parameters
    ----------
    message : str
        The tolerance asked for and the error reached.
    result : Result, keyword-only
        The result that fell short, with its own honest error.

    Examples
    --------
    >>> AccuracyError("rtol=1e-15 was not met", result=2.5).result
    2.5
    """

    def __init__(self, message: str, *, result: Any) -> None:
        super().__init__(message)
        self.message = message
        self.result = result

    def __reduce__(self) -> tuple[Any, ...]:
        return _rebuild, (type(self), self.message, {"result": self.result})


def _rebuild(cls: type[Exception], message: str, options: dict[str, Any]) -> Exception:
    return cls(message, **options)


def check_integer(
    name: str, value: object, *, low: int | None = None, high: int | None = None
) -> int:
    """Return `value` as an int, or say what it must be.

    Anything with ``__index__`` is an integer (numpy's integers are); a bool
    and a float such as 8.0 are not.

    Raises
    ------
    TypeError
        `value` is not an integer.
    ValueError
        `value` lies outside ``low..high``.

    Examples
    --------
    >>> check_integer("K", 3, low=1, high=8)
    3
    >>> check_integer("K", 9, low=1, high=8)
    Traceback (most recent call last):
    ...
    ValueError: K must be an integer in 1..8, got K=9
    """
    domain = _integer_domain(low, high)
    if isinstance(value, bool | np.bool_):
        raise TypeError(f"{name} must be {domain}, got {name}={value!r}")
    try:
        number = operator.index(value)  # type: ignore[arg-type]
    except TypeError:
        raise TypeError(f"{name} must be {domain}, got {name}={_short(value)}") from None
    if (low is not None and number < low) or (high is not None and number > high):
        raise ValueError(f"{name} must be {domain}, got {name}={number}")
    return number


def check_real(
    name: str,
    value: object,
    *,
    low: float | None = None,
    high: float | None = None,
    open_low: bool = False,
    open_high: bool = False,
    finite: bool = True,
) -> float:
    """Return `value` as a float, or say what it must be.

    Raises
    ------
    TypeError
        `value` is not a real number: a string, bool, complex, array, None.
    ValueError
        `value` is NaN, outside the domain, or infinite although `finite`.

    Examples
    --------
    >>> check_real("scale", 2, low=0, open_low=True)
    2.0
    >>> check_real("scale", -1.0, low=0, open_low=True)
    Traceback (most recent call last):
    ...
    ValueError: scale must be a finite real number > 0, got scale=-1.0
    """
    domain = _real_domain(low, high, open_low=open_low, open_high=open_high, finite=finite)
    if isinstance(value, bool | np.bool_) or not isinstance(value, Real):
        raise TypeError(f"{name} must be {domain}, got {name}={_short(value)}")
    try:
        number = float(value)
    except OverflowError:
        raise ValueError(f"{name} must be {domain}, got {name}={_short(value)}") from None
    outside = (
        math.isnan(number)
        or (finite and math.isinf(number))
        or (low is not None and (number < low or (open_low and number == low)))
        or (high is not None and (number > high or (open_high and number == high)))
    )
    if outside:
        raise ValueError(f"{name} must be {domain}, got {name}={_short(value)}")
    return number


def missing_extra(extra: str, package: str) -> ImportError:
    """Return the error that names the extra to install; the caller raises it.

    Examples
    --------
    >>> str(missing_extra("plot", "matplotlib"))
    "plotting needs matplotlib: pip install 'runtime-theory[plot]'"
    """
    purpose = _PURPOSES.get(extra, f"the extra {extra!r}")
    return ImportError(
        f"{purpose} needs {package}: pip install 'runtime-theory[{extra}]'", name=package
    )


def _integer_domain(low: int | None, high: int | None) -> str:
    if low is not None and high is not None:
        return f"an integer in {low}..{high}"
    if low is not None:
        return f"an integer >= {low}"
    if high is not None:
        return f"an integer <= {high}"
    return "an integer"


def _real_domain(
    low: float | None, high: float | None, *, open_low: bool, open_high: bool, finite: bool
) -> str:
    noun = "a finite real number" if finite else "a real number"
    if low is not None and high is not None:
        left, right = "(" if open_low else "[", ")" if open_high else "]"
        return f"{noun} in {left}{low:g}, {high:g}{right}"
    if low is not None:
        return f"{noun} {'>' if open_low else '>='} {low:g}"
    if high is not None:
        return f"{noun} {'<' if open_high else '<='} {high:g}"
    return noun


def _short(value: object, width: int = 60) -> str:
    """Return repr(value) cut to a line; a repr that fails must not hide the real message."""
    if isinstance(value, np.generic):
        value = value.item()
    try:
        text = " ".join(repr(value).split())
    except (ValueError, TypeError, AttributeError, RecursionError) as failure:
        text = f"<{type(value).__name__} ({type(failure).__name__} in its repr)>"
    return text if len(text) <= width else f"{text[: width - 3]}..."
