"""`+ - * /` for quantities that carry an error, a kind and a relation.

Written against the fields of a Result, without importing it.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, Protocol

import numpy as np

from runtime_theory.results import intervals
from runtime_theory.results.fields import implied_ends
from runtime_theory.results.intervals import Ball
from runtime_theory.results.kinds import (
    Kind,
    Relation,
    relation_of_product,
    relation_of_sum,
    weaker,
)
from runtime_theory.results.precise import is_mpf, negated

__all__ = ["Quantity", "combined", "opposite"]


class Quantity(Protocol):
    """The fields of a Result that arithmetic reads."""

    @property
    def value(self) -> Any: ...
    @property
    def error(self) -> Any: ...
    @property
    def lower(self) -> Any: ...
    @property
    def upper(self) -> Any: ...
    @property
    def kind(self) -> Kind: ...
    @property
    def relation(self) -> Relation: ...
    @property
    def method(self) -> str: ...
    @property
    def note(self) -> str: ...
    @property
    def unit(self) -> str: ...
    @property
    def references(self) -> tuple[Any, ...]: ...
    @property
    def standard_error(self) -> Any: ...
    @property
    def confidence(self) -> float | None: ...


def combined(a: Quantity, b: Quantity, symbol: str) -> dict[str, Any]:
    """Return the fields of ``a symbol b``, symbol one of ``+ - * /``.

    Raises
    ------
    TypeError
        The combination of two bounds bounds nothing.
    ArithmeticError
        inf - inf, inf / inf, 0 * inf, division by 0, overflow.
    ValueError
        A sum of different units.

    Examples
    --------
    >>> from runtime_theory.results.result import Result
    >>> half = Result(0.5, 0.0, kind="exact", method="halving")
    >>> float(combined(half, half, "+")["value"])
    1.0
    """
    operation, relation = _COMBINE[symbol](a, b)
    kind = weaker(a.kind, b.kind)

    def joined(x: Ball, y: Ball) -> Ball:
        value, error, lower, upper = operation(x, y)
        error = math.inf if kind.unbounded else error
        low, high = implied_ends(value, error, kind, relation)
        return Ball(value, error, max(lower, low), min(upper, high))

    return _elementwise(joined, a, b) | {
        "kind": kind,
        "method": _joined(a.method, b.method),
        "relation": relation,
        "note": _joined(a.note, b.note),
        "unit": _unit(a, b, symbol),
        "references": tuple(dict.fromkeys(a.references + b.references)),
        "standard_error": _standard_error(a, b, symbol),
        "confidence": _confidence(a, b),
    }


def opposite(a: Quantity) -> dict[str, Any]:
    """Return the fields that -a changes.

    Examples
    --------
    >>> from runtime_theory.results.result import Result
    >>> opposite(Result(0.5, 0.0, kind="exact", method="halving", relation="upper"))["relation"]
    <Relation.LOWER: 'lower'>
    """
    flipped = {"relation": a.relation.flipped, "formula": None}
    if is_mpf(a.value):
        ends = {"lower": negated(a.upper), "upper": negated(a.lower)}
        return flipped | {"value": negated(a.value), "error": a.error} | ends
    return flipped | _elementwise(lambda x, _: intervals.negate(x), a, a)


def _elementwise(
    operation: Callable[[Ball, Ball], Ball], a: Quantity, b: Quantity
) -> dict[str, Any]:
    """Return the numeric fields of an operation, array elements one by one."""
    balls = [(r.value, r.error, r.lower, r.upper) for r in (a, b)]
    if isinstance(a.value, float) and isinstance(b.value, float):
        return operation(*(Ball(*parts) for parts in balls))._asdict()
    columns = np.broadcast_arrays(*balls[0], *balls[1])
    rows = zip(*(column.ravel().tolist() for column in columns), strict=True)
    results = [operation(Ball(*row[:4]), Ball(*row[4:])) for row in rows]
    parts = np.array(results).reshape((*columns[0].shape, 4))
    return {name: parts[..., i] for i, name in enumerate(Ball._fields)}


_Operation = Callable[[Ball, Ball], Ball]


def _sum(a: Quantity, b: Quantity) -> tuple[_Operation, Relation]:
    return intervals.add, relation_of_sum(a.relation, b.relation)


def _difference(a: Quantity, b: Quantity) -> tuple[_Operation, Relation]:
    def subtract(x: Ball, y: Ball) -> Ball:
        return intervals.add(x, intervals.negate(y))

    return subtract, relation_of_sum(a.relation, b.relation.flipped)


def _product(a: Quantity, b: Quantity) -> tuple[_Operation, Relation]:
    return intervals.multiply, _relation_of_product(a, b, b.relation)


def _quotient(a: Quantity, b: Quantity) -> tuple[_Operation, Relation]:
    if b.relation is not Relation.EQUAL and not _sign(b):
        raise TypeError("division by a bound on a quantity of unknown sign bounds nothing")
    return intervals.divide, _relation_of_product(a, b, b.relation.flipped)


def _relation_of_product(a: Quantity, b: Quantity, of_b: Relation) -> Relation:
    if a.relation is of_b is Relation.EQUAL:
        return Relation.EQUAL  # the usual case; signs do not matter
    return relation_of_product(a.relation, of_b, _sign(a), _sign(b))


_COMBINE = {"+": _sum, "-": _difference, "*": _product, "/": _quotient}


def _sign(r: Quantity) -> int:
    """Return 1 or -1 where the quantity certainly has that sign throughout, else 0."""
    if not r.kind.encloses:  # nothing is certain; the value's sign is as good as the value
        return int(np.sign(np.min(r.value)) if np.min(r.value) > 0 or np.max(r.value) < 0 else 0)
    return 1 if np.all(np.asarray(r.lower) >= 0) else -1 if np.all(np.asarray(r.upper) <= 0) else 0


def _standard_error(a: Quantity, b: Quantity, symbol: str) -> Any:
    """Propagate to first order; the sum of both is right whatever their correlation."""
    if a.standard_error is None and b.standard_error is None:
        return None
    spread_a, spread_b = (
        np.asarray(0.0 if r.standard_error is None else r.standard_error) for r in (a, b)
    )
    if symbol in "+-":
        return spread_a + spread_b
    if symbol == "*":
        return np.abs(b.value) * spread_a + np.abs(a.value) * spread_b
    return (spread_a + np.abs(np.divide(a.value, b.value)) * spread_b) / np.abs(b.value)


def _confidence(a: Quantity, b: Quantity) -> float | None:
    """Both half-widths hold at once with at least this probability (Bonferroni)."""
    missed = [1 - r.confidence for r in (a, b) if r.confidence is not None]
    return max(0.0, 1 - sum(missed)) if missed else None


def _unit(a: Quantity, b: Quantity, symbol: str) -> str:
    if symbol in "+-":
        if a.unit and b.unit and a.unit != b.unit:
            raise ValueError(f"cannot add units {a.unit!r} and {b.unit!r}")
        return a.unit or b.unit
    if symbol == "*":
        return " ".join(unit for unit in (a.unit, b.unit) if unit)
    if a.unit == b.unit:
        return ""
    return f"{a.unit or 1}/{b.unit}" if b.unit else a.unit


def _joined(*texts: str) -> str:
    return "; ".join(dict.fromkeys(text for text in texts if text))
