"""A law as branches of analytic functions, which the rigorous integral takes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, final

from runtime_theory.numerics.balls.arithmetic import Enclosure, FlintBalls
from runtime_theory.numerics.balls.branch import Branch, Rate, Tails
from runtime_theory.numerics.balls.order_integral import mean

__all__ = [
    "BallLaw",
    "Maker",
    "Side",
    "log_of",
    "number",
    "positive",
    "symmetric",
    "total",
    "two_sided",
]

Side = tuple[Callable[[Any], Any], Rate]
"""On one side of 0: the probability beyond e^y, and the density of y."""

Maker = Callable[..., "BallLaw"]


@final
@dataclass(frozen=True)
class BallLaw:
    """X = loc + scale Y with Y on its branches; a negative scale mirrors it.

    Parameters
    ----------
    branches : tuple of Branch
        One for a law on a half-line, two for one on the line or on an interval.
    left, right : Fraction or None
        Exact indices of Y's tails; None where lighter than every power.
    centre : bool
        Whether Y is symmetric about 0.
    loc, scale : Fraction
        Exact.
    """

    branches: tuple[Branch, ...]
    left: Fraction | None = None
    right: Fraction | None = None
    symmetric: bool = False
    loc: Fraction = Fraction(0)
    scale: Fraction = Fraction(1)

    def affine(self, loc: Fraction, scale: Fraction) -> BallLaw:
        """The law of loc + scale X."""
        moved = (loc + scale * self.loc, scale * self.scale)
        return BallLaw(self.branches, self.left, self.right, self.symmetric, *moved)

    def enclose(self, k: int, n: int, bits: int) -> Enclosure | None:
        """E[X_{k:n}] to about so many bits, where it is finite."""
        rank = n + 1 - k if self.scale < 0 else k
        if self.symmetric and 2 * k == n + 1:
            return Enclosure(self.loc, self.loc)
        inner = mean(self.branches, rank, n, bits)
        return None if inner is None else inner.affine(self.loc, self.scale)

    @property
    def indices(self) -> tuple[Fraction | None, Fraction | None]:
        """Tail indices of X, left and right."""
        return (self.right, self.left) if self.scale < 0 else (self.left, self.right)


def positive(tails: Tails, rate: Rate, *, index: Fraction | None = None, **options: Any) -> BallLaw:
    """A law on the positive half-line."""
    return BallLaw((Branch(tails, rate, **options),), right=index)


def symmetric(
    tail: Callable[[Any], Any], rate: Rate, *, index: Fraction | None = None, **options: Any
) -> BallLaw:
    """A law that is symmetric about 0, from Pr[X > e^y] and the density of y = log X there."""
    return BallLaw(_two((tail, rate), (tail, rate), options), index, index, symmetric=True)


def two_sided(left: Side, right: Side, **options: Any) -> BallLaw:
    """A law on the line, light on both sides, from its two sides of 0."""
    return BallLaw(_two(left, right, options))


def _two(left: Side, right: Side, options: dict[str, Any]) -> tuple[Branch, ...]:
    def lower(y: Any) -> tuple[Any, Any]:
        tail = left[0](y)
        return tail, 1 - tail

    def upper(y: Any) -> tuple[Any, Any]:
        tail = right[0](y)
        return 1 - tail, tail

    shared = {"edge": False, **options}
    return Branch(lower, left[1], -1, **shared), Branch(upper, right[1], 1, **shared)


def log_of(x: Fraction) -> Any:
    """The logarithm of a positive rational at the working precision."""
    return FlintBalls().number(x).log()


def number(x: Any) -> Any:
    """A rational as a ball at the working precision."""
    return FlintBalls().number(Fraction(x))


def total(terms: Sequence[Any]) -> Any:
    """The sum of one or more balls."""
    return sum(terms[1:], terms[0])
