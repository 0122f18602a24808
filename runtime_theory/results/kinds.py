"""How a number was obtained and how it relates to the quantity asked for."""

from __future__ import annotations

from enum import StrEnum

__all__ = ["Kind", "Relation", "relation_of_product", "relation_of_sum", "weaker"]


class Kind(StrEnum):
    """How a value was obtained, strongest first.

    Examples
    --------
    >>> Kind("exact").encloses, Kind("simulated").encloses
    (True, False)
    """

    EXACT = "exact"
    CERTIFIED = "certified"
    NUMERICAL = "numerical"
    SIMULATED = "simulated"
    ESTIMATE = "estimate"
    APPROXIMATION = "approximation"
    ASYMPTOTIC = "asymptotic"

    @property
    def encloses(self) -> bool:
        """Whether value +- error is certain to hold the quantity asked for."""
        return self in (Kind.EXACT, Kind.CERTIFIED, Kind.NUMERICAL)

    @property
    def unbounded(self) -> bool:
        """Whether the error is always infinite: nothing is known for certain."""
        return self in (Kind.ESTIMATE, Kind.APPROXIMATION)


class Relation(StrEnum):
    """Whether the quantity asked for equals the value, or is bounded by it.

    Examples
    --------
    >>> Relation("upper").flipped
    <Relation.LOWER: 'lower'>
    """

    EQUAL = "equal"
    UPPER = "upper"
    LOWER = "lower"

    @property
    def flipped(self) -> Relation:
        """The relation after a change of sign, or after a reciprocal of a positive number."""
        return _FLIPPED[self]

    @property
    def sign(self) -> str:
        """How the quantity asked for is written against the value."""
        return _SIGNS[self]


_FLIPPED = {
    Relation.EQUAL: Relation.EQUAL,
    Relation.UPPER: Relation.LOWER,
    Relation.LOWER: Relation.UPPER,
}
_SIGNS = {Relation.EQUAL: "", Relation.UPPER: "<= ", Relation.LOWER: ">= "}
_STRENGTH = {kind: rank for rank, kind in enumerate(Kind)}


def weaker(a: Kind, b: Kind) -> Kind:
    """Return the weaker of two kinds.

    Examples
    --------
    >>> weaker(Kind.EXACT, Kind.SIMULATED)
    <Kind.SIMULATED: 'simulated'>
    """
    return max(a, b, key=_STRENGTH.__getitem__)


def relation_of_sum(a: Relation, b: Relation) -> Relation:
    """Return the relation of a sum.

    Raises
    ------
    TypeError
        An upper plus a lower bound bounds nothing.

    Examples
    --------
    >>> relation_of_sum(Relation.EQUAL, Relation.UPPER)
    <Relation.UPPER: 'upper'>
    """
    if Relation.EQUAL in (a, b):
        return b if a is Relation.EQUAL else a
    if a is b:
        return a
    raise TypeError(
        "an upper bound plus a lower bound (or a difference of two upper or two lower bounds) "
        "bounds nothing"
    )


def relation_of_product(a: Relation, b: Relation, sign_a: int, sign_b: int) -> Relation:
    """Return the relation of a product whose factors have the given signs.

    Parameters
    ----------
    a, b : Relation
        Relations of the factors; for a quotient pass the divisor's flipped.
    sign_a, sign_b : int
        1 or -1 where the true factor certainly has that sign, else 0.

    Raises
    ------
    TypeError
        The product is bounded on neither side.

    Examples
    --------
    >>> relation_of_product(Relation.UPPER, Relation.EQUAL, 0, -1)
    <Relation.LOWER: 'lower'>
    """
    if a is b is Relation.EQUAL:
        return a
    if Relation.EQUAL in (a, b):
        bound, sign = (b, sign_a) if a is Relation.EQUAL else (a, sign_b)
        if sign:
            return bound if sign > 0 else bound.flipped
        raise TypeError("a bound times or over a number of unknown sign bounds nothing")
    if a is b and sign_a > 0 and sign_b > 0:
        return a
    raise TypeError(
        f"{_named(a)} times {_named(b)} (or over {_named(b.flipped)}) bounds nothing"
        + ("" if a is not b else " unless both quantities are known not to be negative")
    )


def _named(relation: Relation) -> str:
    return f"{'an' if relation is Relation.UPPER else 'a'} {relation} bound"
