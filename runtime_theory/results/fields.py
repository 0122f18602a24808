"""Checks on the numeric fields of a Result, and their conversion to read-only floats."""

from __future__ import annotations

import math
from enum import StrEnum
from typing import Any, NamedTuple, TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray

from runtime_theory.results.intervals import sum_towards
from runtime_theory.results.kinds import Kind, Relation
from runtime_theory.results.precise import as_mpf, ends, infinite, is_mpf

__all__ = ["Numbers", "implied_ends", "member", "require", "settled"]

Floats: TypeAlias = NDArray[np.float64]
Enumeration = TypeVar("Enumeration", bound=StrEnum)


class Numbers(NamedTuple):
    """The numeric fields of a Result: floats, or arrays of one shape, or mpmath's mpf.

    None where not given.
    """

    value: Any
    error: Any
    lower: Any
    upper: Any
    standard_error: Any


def settled(given: Numbers, kind: Kind, relation: Relation) -> Numbers:
    """Return the fields checked, completed and read-only.

    Missing ends are those that value, error, kind and relation imply; an infinite value has
    error 0.

    Raises
    ------
    TypeError, ValueError
        Something is no real number, or contradicts the rest, by name.

    Examples
    --------
    >>> settled(Numbers(2, 0, None, None, None), Kind.EXACT, Relation.UPPER)
    Numbers(value=2.0, error=0.0, lower=-inf, upper=2.0, standard_error=None)
    """
    ends_and_spread = given[2:]
    if (
        _is_float(given.value)
        and _is_float(given.error)
        and all(part is None or _is_float(part) for part in ends_and_spread)
    ):
        return _scalar(given, kind, relation)
    if any(is_mpf(part) for part in given):
        return _precise(given, kind, relation)
    return _arrays(given, kind, relation)


def _is_float(part: object) -> bool:
    return isinstance(part, float | int) and not isinstance(part, bool)


def _scalar(given: Numbers, kind: Kind, relation: Relation) -> Numbers:
    """Do what `_arrays` does, for plain numbers: they are nearly all there is."""
    parts = {name: part for name, part in given._asdict().items() if part is not None}
    for name, part in parts.items():
        require(name, "free of NaN", part, holds=not math.isnan(part))
    value, error = float(parts["value"]), float(parts["error"])
    require("error", "not negative", error, holds=error >= 0)
    if kind.unbounded:
        require("error", f"inf for kind {kind}", error, holds=math.isinf(error))
    elif math.isinf(value):
        error = 0.0
    low, high = implied_ends(value, error, kind, relation)
    lower, upper = float(parts.get("lower", low)), float(parts.get("upper", high))
    require("upper", "at least value - error", upper, holds=upper >= low)
    ordered = lower <= upper and lower <= high
    require("lower", "at most the upper end and value + error", lower, holds=ordered)
    spread = parts.get("standard_error")
    require("standard_error", "not negative", spread, holds=spread is None or spread >= 0)
    return Numbers(value, error, lower, upper, None if spread is None else float(spread))


def _precise(given: Numbers, kind: Kind, relation: Relation) -> Numbers:
    """Do what `_scalar` does in mpf, which other scalars become without rounding."""
    parts = {name: part for name, part in given._asdict().items() if part is not None}
    for name, part in parts.items():
        if not (is_mpf(part) or _is_float(part)):
            raise TypeError(f"{name} must be one real number beside an mpf, got {part!r}")
        require(name, "free of NaN", part, holds=bool(part == part))
    value, error = as_mpf(parts["value"]), as_mpf(parts["error"])
    require("error", "not negative", error, holds=bool(error >= 0))
    if kind.unbounded:
        require("error", f"inf for kind {kind}", error, holds=infinite(error))
    elif infinite(value):
        error = as_mpf(0)
    low, high = as_mpf(-math.inf), as_mpf(math.inf)
    if kind.encloses:
        around = (value, value) if infinite(value) else ends(value, error)
        low = low if relation is Relation.UPPER else around[0]
        high = high if relation is Relation.LOWER else around[1]
    lower, upper = as_mpf(parts.get("lower", low)), as_mpf(parts.get("upper", high))
    require("upper", "at least value - error", upper, holds=bool(upper >= low))
    ordered = bool(lower <= upper and lower <= high)
    require("lower", "at most the upper end and value + error", lower, holds=ordered)
    spread = parts.get("standard_error")
    require("standard_error", "not negative", spread, holds=spread is None or bool(spread >= 0))
    return Numbers(value, error, lower, upper, None if spread is None else float(spread))


def _arrays(given: Numbers, kind: Kind, relation: Relation) -> Numbers:
    value = _floats("value", given.value)
    error = _floats("error", given.error, value.shape)
    require("error", "not negative", given.error, holds=not (error < 0).any())
    if kind.unbounded:
        require("error", f"inf for kind {kind}", given.error, holds=np.isinf(error).all())
    else:
        error = np.where(np.isinf(value), 0.0, error)
    low, high = _implied_arrays(value, error, kind, relation)
    lower = low if given.lower is None else _floats("lower", given.lower, value.shape)
    upper = high if given.upper is None else _floats("upper", given.upper, value.shape)
    require("upper", "at least value - error", upper, holds=not (upper < low).any())
    ordered = not (lower > np.minimum(upper, high)).any()
    require("lower", "at most the upper end and value + error", lower, holds=ordered)
    spread = given.standard_error
    if spread is not None:
        spread = _floats("standard_error", spread, value.shape)
        require("standard_error", "not negative", spread, holds=not (spread < 0).any())
        spread = _frozen(spread)
    return Numbers(_frozen(value), _frozen(error), _frozen(lower), _frozen(upper), spread)


def implied_ends(value: float, error: float, kind: Kind, relation: Relation) -> tuple[float, float]:
    """Return what value +- error says for certain about the quantity asked for.

    Examples
    --------
    >>> implied_ends(1.0, 0.25, Kind.EXACT, Relation.UPPER)
    (-inf, 1.25)
    """
    lower, upper = -math.inf, math.inf
    if kind.encloses and relation is not Relation.UPPER:
        lower = sum_towards(value, -error, -math.inf)
    if kind.encloses and relation is not Relation.LOWER:
        upper = sum_towards(value, error, math.inf)
    return lower, upper


def _implied_arrays(
    value: Floats, error: Floats, kind: Kind, relation: Relation
) -> tuple[Floats, Floats]:
    lower, upper = np.full(value.shape, -np.inf), np.full(value.shape, np.inf)
    exact = (error == 0) | np.isinf(value)
    with np.errstate(over="ignore"):  # an end beyond the largest float is infinite
        if kind.encloses and relation is not Relation.UPPER:
            lower = np.where(exact, value, np.nextafter(value - error, -np.inf))
        if kind.encloses and relation is not Relation.LOWER:
            upper = np.where(exact, value, np.nextafter(value + error, np.inf))
    return lower, upper


def _floats(name: str, number: object, shape: tuple[int, ...] | None = None) -> Floats:
    """Return an array of floats of that shape, or say what is wrong with it."""
    raw = np.asarray(number)
    if raw.dtype == object and any(is_mpf(item) for item in raw.flat):
        raise TypeError(f"{name} must be floats where it is an array: mpf only one at a time")
    if raw.dtype.kind not in "iuf":
        raise TypeError(f"{name} must be a real number or an array of them, got {number!r}")
    numbers = raw.astype(np.float64, copy=False)
    require(name, "free of NaN", number, holds=not np.isnan(numbers).any())
    if shape is None or numbers.shape == shape:
        return numbers
    require(name, f"of shape {shape}", number, holds=numbers.ndim == 0)
    return np.broadcast_to(numbers, shape)


def _frozen(numbers: Floats) -> Any:
    """Return a float for a 0-d array, else a read-only copy."""
    if numbers.ndim == 0:
        return float(numbers)
    copy = np.array(numbers)
    copy.setflags(write=False)
    return copy


def member(enum: type[Enumeration], name: str, text: object) -> Enumeration:
    """Return the member of `enum` called `text`.

    Examples
    --------
    >>> member(Kind, "kind", "exact").encloses
    True
    """
    if isinstance(text, enum):
        return text
    try:
        return enum(str(text))
    except ValueError:
        allowed = ", ".join(enum)
        raise ValueError(f"{name} must be one of {allowed}, got {name}={text!r}") from None


def require(name: str, rule: str, got: object, *, holds: bool | np.bool_) -> None:
    """Raise a ValueError that names the field, the rule and what was given, unless it holds.

    Examples
    --------
    >>> require("error", "not negative", -1, holds=False)
    Traceback (most recent call last):
    ...
    ValueError: error of a Result must be not negative, got error=-1
    """
    if not holds:
        raise ValueError(f"{name} of a Result must be {rule}, got {name}={got!r}")
