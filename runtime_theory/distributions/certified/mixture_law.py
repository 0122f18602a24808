"""A mixture of laws on half-lines and intervals, cut where one of them begins or ends."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from runtime_theory.distributions.certified.ball_law import BallLaw, number, total
from runtime_theory.distributions.certified.cuts import Member, Span, rises_from_left, spans
from runtime_theory.numerics.balls.branch import Branch

__all__ = ["mixture"]


def mixture(parts: Sequence[tuple[Fraction, BallLaw]]) -> BallLaw | None:
    """The mixture of laws that each rise from a left end; None for others.

    Between two of the points where a law begins or ends all are analytic. The mixture's hazard
    is a mean of those of the laws, with weights that sum to one: far out, at x = p + d' with a
    law that began at p - g, d' h = (d g')/(d' + g) for its d h = g', which rises in d' where g'
    does, and the least of them bounds the mixture's.

    Examples
    --------
    >>> from runtime_theory.distributions.certified.gamma_laws import gamma_power
    >>> half, time = Fraction(1, 2), gamma_power(Fraction(1))
    >>> law = mixture([(half, time), (half, time.affine(Fraction(3), half))])
    >>> low, high = law.enclose(1, 1, 40)  # (1 + 3 + 1/2)/2
    >>> low <= Fraction(9, 4) <= high
    True
    """
    if any(not rises_from_left(law) for _, law in parts):
        return None
    mass = sum(weight for weight, _ in parts)
    members = [Member(weight / mass, law) for weight, law in parts]
    pieces = list(spans(members))
    begin = pieces[0].left
    finite = [law.right for _, law in parts if law.right is not None]
    branches = tuple(_branch(piece, piece.left - begin) for piece in pieces)
    return BallLaw(branches, right=min(finite, default=None), loc=begin)


def _branch(span: Span, start: Fraction) -> Branch:
    """The mixture between two cuts."""
    done, waiting = (
        sum((m.weight for m in members), Fraction(0)) for members in (span.over, span.ahead)
    )

    def tails(y: Any) -> tuple[Any, Any]:
        points = [(run.weight, run.at(y)) for run in span.running]
        below = total([weight * point.below for weight, point in points])
        above = total([weight * point.above for weight, point in points])
        return number(done) + below, number(waiting) + above

    def rate(y: Any, analytic: bool) -> Any:  # noqa: FBT001  flint's protocol
        return total([run.weight * run.rate(y, analytic=analytic) for run in span.running])

    def crowd(y: Any) -> Any:
        return total([run.since(y) for run in span.running])

    return Branch(
        tails,
        rate,
        start=start,
        reach=span.reach,
        strip=span.strip,
        elasticity=span.elasticity,
        crowd=crowd if start else None,
    )
