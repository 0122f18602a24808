"""Laws that begin and end at different points, cut there: between two cuts all are analytic."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from typing import Any, NamedTuple, final

from runtime_theory.distributions.certified.ball_law import BallLaw, log_of, number
from runtime_theory.numerics.balls.arithmetic import flint_module
from runtime_theory.numerics.balls.branch import Point

__all__ = [
    "Member",
    "Running",
    "Span",
    "as_complex",
    "largest",
    "least",
    "rises_from_left",
    "spans",
]


def rises_from_left(law: BallLaw) -> bool:
    """Whether a law has one branch, to the right of its location.

    Examples
    --------
    >>> from runtime_theory.distributions.certified.gamma_laws import gamma_power
    >>> law = gamma_power(Fraction(2))
    >>> rises_from_left(law), rises_from_left(law.affine(Fraction(0), Fraction(-1)))
    (True, False)
    """
    (first, *others) = law.branches
    return not others and first.sign > 0 and first.start == 0 and law.scale > 0


@final
class Member:
    """A law with its weight, or its number of workers, and the ends of its support."""

    def __init__(self, weight: Fraction, law: BallLaw) -> None:
        self.weight, self.law, self.branch = weight, law, law.branches[0]
        reach = self.branch.reach
        self.begin = law.loc
        self.end = None if reach is None else law.loc + law.scale * reach


@final
@dataclass(frozen=True)
class Running:
    """A member between two cuts, seen from the left one, where it has run for `gap`."""

    member: Member
    gap: Fraction

    def inward(self, y: Any) -> tuple[Any, Any]:
        """Its own log distance, and how that changes with y."""
        unit = log_of(self.member.law.scale)
        if not self.gap:
            return y - unit, 1
        x = number(self.gap) + y.exp()
        return x.log() - unit, y.exp() / x

    @property
    def weight(self) -> Any:
        """The member's weight as a ball."""
        return number(self.member.weight)

    def at(self, y: Any, *, analytic: bool = False) -> Point:
        """F, S and the density of y."""
        inside, slope = self.inward(y)
        point = self.member.branch.at(inside, analytic=analytic)
        return point._replace(rate=point.rate * slope)

    def rate(self, y: Any, *, analytic: bool) -> Any:
        """The density of y alone."""
        inside, slope = self.inward(y)
        return self.member.branch.rate(inside, analytic) * slope

    def since(self, y: Any) -> Any:
        """Probability between the left cut and a real y, weighted."""
        now = self.at(as_complex(y)).below
        if not self.gap:
            return (self.weight * now).real
        start = as_complex(log_of(self.gap / self.member.law.scale))
        return (self.weight * (now - self.member.branch.at(start).below)).real

    def steepness(self, y: Any) -> Any:
        """A lower bound on d' h for all larger y."""
        inside = self.inward(y)[0]
        if not inside > self.member.branch.steady_from:
            return number(0)
        share = y.exp() / (number(self.gap) + y.exp())
        return (self.member.branch.steepness(inside) * share).lower()


class Span(NamedTuple):
    """What lies between two cuts: who runs there, who has ended, who has not begun."""

    left: Fraction
    right: Fraction | None
    running: list[Running]
    over: list[Member]
    ahead: list[Member]

    @property
    def reach(self) -> Fraction | None:
        """The length; None where it is infinite."""
        return None if self.right is None else self.right - self.left

    @property
    def strip(self) -> float:
        """Where all that run are analytic in y."""
        strips = [run.member.branch.strip for run in self.running]
        return min([1.5, *strips] if any(run.gap for run in self.running) else strips)

    def elasticity(self, y: Any) -> Any:
        """A lower bound on d' h of every law that runs, for all larger y."""
        return least([run.steepness(y) for run in self.running])


def spans(members: Sequence[Member]) -> Iterator[Span]:
    """The spans from the first beginning on in which some law runs."""
    ends = {end for member in members for end in (member.begin, member.end) if end is not None}
    points = sorted(ends)
    for left, right in zip(points, [*points[1:], None], strict=True):
        over = [m for m in members if m.end is not None and m.end <= left]
        ahead = [m for m in members if m.begin > left]
        running = [Running(m, left - m.begin) for m in members if m not in over + ahead]
        if running:
            yield Span(left, right, running, over, ahead)


def as_complex(y: Any) -> Any:
    """A real ball as a complex one."""
    return flint_module().acb(y)


def least(balls: Sequence[Any]) -> Any:
    """The smallest of real balls."""
    return reduce(lambda a, b: a.min(b), balls)


def largest(balls: Sequence[Any]) -> Any:
    """The largest of real balls."""
    return reduce(lambda a, b: a.max(b), balls)
