"""Turn whatever holds measured durations into checked arrays of floats, naming bad rows."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Callable
from numbers import Real
from typing import Any

import numpy as np
from numpy.typing import NDArray

__all__ = ["UNITS", "TraceWarning", "as_floats", "check_unit", "row_problems", "warn"]

FloatArray = NDArray[np.float64]
BoolArray = NDArray[np.bool_]

#: Units of a measurement and how many of each make a second.
UNITS = {"s": 1.0, "ms": 1e3, "us": 1e6, "ns": 1e9}


class TraceWarning(UserWarning):
    """Measurements that are legal but probably not what they seem."""


def check_unit(unit: str) -> float:
    """How many of this unit make a second; nothing is guessed from the size of the numbers.

    Examples
    --------
    >>> check_unit("ms")
    1000.0
    >>> check_unit("sec")
    Traceback (most recent call last):
    ...
    ValueError: unit must be one of 's', 'ms', 'us', 'ns', got 'sec'
    """
    if unit not in UNITS:
        known = ", ".join(repr(name) for name in UNITS)
        raise ValueError(f"unit must be one of {known}, got {unit!r}")
    return UNITS[unit]


def as_floats(values: Any, name: str = "values") -> FloatArray:
    """One-dimensional numeric data as a new array of floats; missing entries become NaN.

    Lists, numpy arrays (masked ones too), pandas and polars Series, anything with ``__array__``.

    Raises
    ------
    TypeError
        If the data is not real numbers (text, bool, complex, dates), naming the first bad row.
    ValueError
        If it is not one-dimensional.
    """
    raw = _as_array(values, name)
    if raw.ndim != 1:
        hint = (
            "; rt.read_trace(frame, wide=True) reads one worker a column" if raw.ndim == 2 else ""
        )
        raise ValueError(f"{name} must be one-dimensional, got shape {raw.shape}{hint}")
    if raw.dtype.kind in "iuf":
        # An explicit copy: the caller's later changes must not reach a frozen trace.
        floats = np.array(np.ma.getdata(raw), dtype=float)
    elif raw.dtype.kind == "O":
        floats = np.array([_as_float(entry, row, name) for row, entry in enumerate(raw)])
    else:
        raise TypeError(
            f"{name} must be real numbers, got {_KINDS.get(raw.dtype.kind, raw.dtype)}"
            f"{f', such as {raw[0]!s:.40} in row 0' if raw.size else ''}"
        )
    mask = np.ma.getmask(raw)
    if mask is not np.ma.nomask:
        floats[mask] = np.nan
    return floats


_KINDS = {
    "b": "booleans",
    "c": "complex numbers",
    "U": "text",
    "S": "bytes",
    "T": "text",
    "M": "dates",
    "m": "time differences (divide by numpy.timedelta64(1, 's') first)",
    "V": "records",
}


def _as_array(values: Any, name: str) -> NDArray[Any]:
    if isinstance(values, np.ndarray):
        return values
    if hasattr(values, "to_numpy"):  # pandas, polars
        values = values.to_numpy()
    try:
        array = np.asanyarray(values)
    except ValueError:  # ragged
        raise TypeError(f"{name} must be a flat sequence of real numbers") from None
    if isinstance(values, list) and array.ndim == 1 and _is_mixed(values, array.dtype.kind):
        return np.array(values, dtype=object)
    return np.asanyarray(array)


def _is_mixed(values: list[Any], kind: str) -> bool:
    """Whether numpy hid what the entries are: [1, True] becomes integers, [1, "a"] text."""
    return kind in "US" or any(isinstance(entry, bool | np.bool_) for entry in values)


def _as_float(entry: Any, row: int, name: str) -> float:
    """One entry of an array of Python objects; None and pandas' NA are missing."""
    if entry is None or type(entry).__name__ in ("NAType", "MaskedConstant"):
        return float("nan")
    if isinstance(entry, bool | np.bool_) or not (
        isinstance(entry, Real) or type(entry).__name__ == "Decimal"
    ):
        raise TypeError(f"{name} must be real numbers, got {entry!r:.60} in row {row}")
    return float(entry)


def row_problems(
    values: FloatArray,
    place: Callable[[int], str] = "row {}".format,
    *,
    nonfinite: str,
    negative: str,
) -> BoolArray:
    """Which rows to drop; a ValueError for those that nobody allowed.

    Parameters
    ----------
    values : ndarray
        Measurements.
    place : callable
        What to call a row in a message.
    nonfinite : {"refuse", "drop"}
        NaN, missing and infinite values.
    negative : {"refuse", "drop", "keep"}
        Values below 0.

    Examples
    --------
    >>> row_problems(np.array([1.0, -2.0]), nonfinite="refuse", negative="refuse")
    Traceback (most recent call last):
    ...
    ValueError: -2 in row 1 is negative (1 of 2 are; negative='drop' or 'keep' allows it)
    """
    _check_choice("nonfinite", nonfinite, ("refuse", "drop"))
    _check_choice("negative", negative, ("refuse", "drop", "keep"))
    infinite, below = ~np.isfinite(values), values < 0.0
    below &= ~infinite
    complaints = []
    for bad, choice, what, options in (
        (infinite, nonfinite, "not finite", "nonfinite='drop'"),
        (below, negative, "negative", "negative='drop' or 'keep'"),
    ):
        if choice == "refuse" and bad.any():
            first = int(np.argmax(bad))
            complaints.append(
                f"{values[first]:.6g} in {place(first)} is {what} "
                f"({np.count_nonzero(bad)} of {values.size} are; {options} allows it)"
            )
    if complaints:
        raise ValueError("; ".join(complaints))
    return infinite | below if negative == "drop" else infinite


def _check_choice(name: str, value: str, allowed: tuple[str, ...]) -> None:
    if value not in allowed:
        raise ValueError(f"{name} must be one of {', '.join(map(repr, allowed))}, got {value!r}")


def warn(message: str) -> None:
    """Warn at the line outside this package that handed the measurements in."""
    level, frame = 1, sys._getframe(0)
    while frame.f_back is not None and frame.f_globals.get("__name__", "").startswith(_PACKAGE):
        frame, level = frame.f_back, level + 1
    warnings.warn(message, TraceWarning, stacklevel=level)


_PACKAGE = __name__.partition(".")[0] + "."
