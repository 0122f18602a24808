"""Truncated laws and order statistics of laws that have an analytic form."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, final

from runtime_theory.distributions.certified.ball_law import BallLaw, log_of, number, total
from runtime_theory.numerics.balls.arithmetic import flint_module
from runtime_theory.numerics.balls.branch import Branch

__all__ = ["ranked", "truncated"]

_LARGEST_PARENT = 200


def truncated(law: BallLaw, lower: Fraction | None, upper: Fraction | None) -> BallLaw | None:
    """The law of X given lower <= X <= upper; None where a branch has a finite reach.

    Where the upper end stays infinite the hazard is that of the parent, and with d' = x - lower
    d' h(x) = x h(x) (1 - lower/x) rises where x h(x) does.
    """
    if law.scale < 0 or any(b.reach is not None or b.start != 0 for b in law.branches):
        return None
    low, high = (None if x is None else (x - law.loc) / law.scale for x in (lower, upper))
    clipped = (_clip(branch, law, low, high) for branch in law.branches)
    pieces = [piece for piece in clipped if piece is not None]

    def mass() -> Any:
        shares = [piece.outer(piece.near) - piece.outer(piece.far) for piece in pieces]
        return sum(shares[1:], shares[0])

    whole = _Cached(mass)
    branches = tuple(_restricted(piece, whole, alone=len(pieces) == 1) for piece in pieces)
    left, right = law.left if low is None else None, law.right if high is None else None
    start = pieces[0].branch.sign * pieces[0].near if len(pieces) == 1 else 0
    return BallLaw(branches, left, right, loc=law.loc + law.scale * start, scale=law.scale)


@final
class _Cached:
    """A number that is computed once for each working precision."""

    def __init__(self, compute: Callable[[], Any]) -> None:
        self._compute = compute
        self._known: dict[int, Any] = {}

    def __call__(self) -> Any:
        bits = flint_module().ctx.prec
        if bits not in self._known:
            self._known[bits] = self._compute()
        return self._known[bits]


@final
@dataclass(frozen=True)
class _Piece:
    """A branch of a law between the distances near and far."""

    law: BallLaw
    branch: Branch
    near: Fraction
    far: Fraction | None

    def outer(self, distance: Fraction | None) -> Any:
        """Probability of lying farther out, real."""
        arb, acb = flint_module().arb, flint_module().acb
        if distance is None:
            return arb(0)
        if distance == 0:
            return arb(1) if self.branch.edge else self._side()
        y = acb(log_of(distance))
        return self.branch.outer(self.branch.at(y)).real

    def _side(self) -> Any:
        """Probability of this side of 0, from points as near to it as the precision sees."""
        flint = flint_module()
        y = flint.acb(-4 * flint.ctx.prec)
        here, beyond = (
            branch.outer(branch.at(y)).real
            for branch in sorted(self.law.branches, key=lambda b: b is not self.branch)
        )
        return here.union(1 - beyond)


def _clip(branch: Branch, law: BallLaw, low: Fraction | None, high: Fraction | None) -> Any:
    """The part of a branch between two points, None where there is none."""
    near, far = (low, high) if branch.sign > 0 else (_minus(high), _minus(low))
    if far is not None and far <= 0:
        return None
    return _Piece(law, branch, max(near or Fraction(0), Fraction(0)), far)


def _minus(x: Fraction | None) -> Fraction | None:
    return None if x is None else -x


def _restricted(piece: _Piece, mass: _Cached, *, alone: bool) -> Branch:
    parent, near = piece.branch, piece.near
    ends = _Cached(lambda: (piece.outer(near), piece.outer(piece.far)))

    def inward(y: Any) -> tuple[Any, Any]:
        """Log distance in the parent, and its derivative."""
        if not near:
            return y, 1
        x = number(near) + y.exp()
        return x.log(), y.exp() / x

    def tails(y: Any) -> tuple[Any, Any]:
        point, (first, last) = parent.at(inward(y)[0]), ends()
        outer = (parent.outer(point) - last) / mass()
        inner = (first - parent.outer(point)) / mass() if alone else 1 - outer
        if alone and near == 0 and parent.edge:
            inner = parent.inner(point) / mass()
        return (inner, outer) if parent.sign > 0 else (outer, inner)

    def rate(y: Any, analytic: bool) -> Any:  # noqa: FBT001  flint's protocol
        inside, slope = inward(y)
        return parent.rate(inside, analytic) * slope / mass()

    return Branch(
        tails,
        rate,
        parent.sign,
        reach=None if piece.far is None else piece.far - near,
        strip=min(parent.strip, 1.5) if near else parent.strip,
        steady_from=parent.steady_from,
        edge=alone,
    )


def ranked(law: BallLaw, k: int, n: int) -> BallLaw | None:
    """The law of X_{k:n} itself, for up to 200 draws of a law on a half-line.

    With the density of log d its integrals F and S are log-concave, and so is F^(k-1) S^(n-k)
    times the density.
    """
    (branch, *others) = law.branches
    plain = branch.elasticity is None and branch.steady_from == -math.inf and branch.start == 0
    if others or not plain or n > _LARGEST_PARENT:
        return None
    rank = n + 1 - k if law.scale < 0 else k

    weights = [math.comb(n, j) for j in range(n + 1)]

    def tails(y: Any) -> tuple[Any, Any]:
        below, above = branch.tails(y)
        terms = [w * below**j * above ** (n - j) for j, w in enumerate(weights)]
        return total(terms[rank:]), total(terms[:rank])

    def rate(y: Any, analytic: bool) -> Any:  # noqa: FBT001  flint's protocol
        point = branch.at(y, analytic=analytic)
        powers = point.below ** (rank - 1) * point.above ** (n - rank)
        return rank * weights[rank] * powers * point.rate

    left, right = law.left, law.right
    return BallLaw(
        (Branch(tails, rate, branch.sign, reach=branch.reach, strip=branch.strip),),
        None if left is None else left * rank,
        None if right is None else right * (n + 1 - rank),
        loc=law.loc,
        scale=law.scale,
    )
