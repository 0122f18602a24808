"""The k-th of P workers to finish when they are not alike, in balls."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from runtime_theory.distributions.certified.ball_law import BallLaw, number, total
from runtime_theory.distributions.certified.closed_forms import Form, Indices
from runtime_theory.distributions.certified.cuts import (
    Member,
    Span,
    as_complex,
    largest,
    rises_from_left,
    spans,
)
from runtime_theory.numerics.balls.arithmetic import Enclosure, flint_module
from runtime_theory.numerics.balls.branch import Branch
from runtime_theory.numerics.balls.order_integral import mean

__all__ = ["FleetIntegral"]


class FleetIntegral(Form):
    """E[X_{k:P}] of independent workers, from the density of X_{k:P}.

    That is the sum over workers of their own density times the probability that exactly k-1 of
    the others have finished, a coefficient of the product of (S + F z) (David and Nagaraja,
    2003, section 5.2). The near end is bounded as for P equal workers with the largest F of all.
    Far out, with m = P-k+1, Pr[X_{k:P} > x] is at most the sum over all sets of m workers of the
    product of their S, each of which falls like x^-v, v the sum of the m smallest d h.

    Parameters
    ----------
    groups : sequence of (BallLaw, int)
        Laws, each on a half-line or an interval, and their numbers of workers.
    k : int
        Rank, 1 <= k <= P.
    """

    def __init__(self, groups: Sequence[tuple[BallLaw, int]], k: int) -> None:
        self.members = [Member(Fraction(count), law) for law, count in groups]
        self.k, self.P = k, sum(count for _, count in groups)

    @staticmethod
    def takes(law: BallLaw) -> bool:
        """Whether a worker may have this law."""
        return rises_from_left(law)

    @property
    def method(self) -> str:
        return "rigorous integral, python-flint"

    @property
    def indices(self) -> Indices:
        """The tail index of X_{k:P} itself: the m heaviest together decide."""
        indices = [m.law.right for m in self.members for _ in range(int(m.weight))]
        finite = sorted(index for index in indices if index is not None)
        m = self.P - self.k + 1
        return None, sum(finite[:m], Fraction(0)) if len(finite) >= m else None

    def enclose(self, k: int, n: int, bits: int) -> Enclosure | None:
        pieces = list(spans(self.members))
        begin = pieces[0].left
        # Once k workers have finished for certain, the k-th has.
        before = [piece for piece in pieces if _finished(piece) < self.k]
        branches = [self._branch(piece, piece.left - begin) for piece in before]
        ends = mean(branches, self.k, self.P, bits)
        return None if ends is None else ends.affine(begin, Fraction(1))

    def _branch(self, span: Span, start: Fraction) -> Branch:
        def tails(y: Any) -> tuple[Any, Any]:
            points = [run.at(y) for run in span.running]
            below = [point.below.real for point in points] + [number(1)] * bool(span.over)
            above = [point.above.real for point in points] + [number(1)] * bool(span.ahead)
            return as_complex(largest(below)), as_complex(largest(above))

        def rate(y: Any, analytic: bool) -> Any:  # noqa: FBT001  flint's protocol
            return total([run.weight * run.rate(y, analytic=analytic) for run in span.running])

        def crowd(y: Any) -> Any:
            return total([run.since(y) for run in span.running]) / self.P

        return Branch(
            tails,
            rate,
            start=start,
            reach=span.reach,
            strip=span.strip,
            crowd=crowd if start else None,
            far_bound=lambda y: _far(span, self.P - self.k + 1, y),
            order_rate=lambda y, analytic: _density(span, self.k, y, analytic=analytic),
        )


def _finished(span: Span) -> int:
    """How many have finished for certain."""
    return sum(int(member.weight) for member in span.over)


def _far(span: Span, m: int, y: Any) -> tuple[Any, Any]:
    """Bounds on Pr[X_{k:P} > start + e^y] from above and on its order from below."""
    flint = flint_module()
    sets, orders = flint.acb_poly([1]), []
    for run in span.running:
        count = int(run.member.weight)
        sets = sets * flint.acb_poly([1, run.at(as_complex(y)).above]) ** count
        orders += [math.nextafter(float(run.steepness(y)), -math.inf)] * count
    bound = sets[m].real.upper()
    late = total([flint.arb(order) for order in sorted(orders)[:m]])
    return (bound if bound < 1 else flint.arb(1)), late.lower()


def _density(span: Span, k: int, y: Any, *, analytic: bool) -> Any:
    """The density of y for the k-th to finish."""
    poly = flint_module().acb_poly
    done = _finished(span)
    points = [(int(run.member.weight), run.at(y, analytic=analytic)) for run in span.running]
    factors = [poly([point.above, point.below]) for _, point in points]
    terms = []
    for i, (count, point) in enumerate(points):
        others = poly([1])
        for j, ((number_of, _), factor) in enumerate(zip(points, factors, strict=True)):
            others = others * factor ** (number_of - (1 if i == j else 0))
        terms.append(count * point.rate * others[k - 1 - done])
    return total(terms)
