"""A law in the log distance from a point of its support, as a rigorous integral takes it."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple, final

from runtime_theory.numerics.balls.arithmetic import flint_module

__all__ = ["Branch", "Point", "Rate", "Tails"]


class Point(NamedTuple):
    """F, S and the density of y = log d at one y: balls, complex where y is."""

    below: Any
    above: Any
    rate: Any


Tails = Callable[[Any], tuple[Any, Any]]
"""F and S at an exact y."""

Rate = Callable[[Any, bool], Any]
"""Density of y = log d on a ball, and whether it has to be analytic there: then non-finite where
it is not."""


@final
@dataclass(frozen=True)
class Branch:
    """The part of a law at x = start + sign e^y, e^y < reach.

    Parameters
    ----------
    tails, rate : callable
        F and S at points, the density of y on balls.
    sign : int
        1 or -1.
    start : Fraction
        Where d = 0.
    reach : Fraction or None
        None for an infinite branch.
    strip : float
        All are analytic where |Im y| is less.
    steady_from : float
        From this y on d f/S (d f/F for sign -1) never falls.
    elasticity : callable or None
        A lower bound on d f/S for all larger y instead, from a real y.
    edge : bool
        Whether the law ends at `start`; without, start is 0.
    crowd : callable or None
        For a branch that begins inside the law: a bound on the probability of one draw between
        `start` and a real y.
    order_rate : callable or None
        The density of y for X_{k:n} where the draws are not alike; F and S are then bounds.
    far_bound : callable or None
        For these: from a real y bounds on Pr[X_{k:n} > start+D] and on the order v.
    """

    tails: Tails
    rate: Rate
    sign: int = 1
    start: Fraction = Fraction(0)
    reach: Fraction | None = None
    strip: float = math.pi
    steady_from: float = -math.inf
    elasticity: Callable[[Any], Any] | None = None
    edge: bool = True
    crowd: Callable[[Any], Any] | None = None
    order_rate: Rate | None = None
    far_bound: Callable[[Any], tuple[Any, Any]] | None = None

    def at(self, y: Any, *, analytic: bool = False) -> Point:
        """F, S and density on a ball; F and S by the mean value theorem from its centre."""
        rate, centre = self.rate(y, analytic), y.mid()
        below, above = self.tails(centre)
        shift = self.sign * (y - centre) * rate
        return Point(below + shift, above - shift, rate)

    def outer(self, point: Point) -> Any:
        """Probability of lying farther out."""
        return point.above if self.sign > 0 else point.below

    def inner(self, point: Point) -> Any:
        """Probability of everything else."""
        return point.below if self.sign > 0 else point.above

    def steepness(self, y: Any) -> Any:
        """A bound from below on d f/S from this real y on."""
        if self.elasticity is not None:
            return self.elasticity(y)
        point = self.at(flint_module().acb(y))
        return (point.rate / self.outer(point)).real.lower()
