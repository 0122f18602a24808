"""Learners whose times take a few integer values: event by event, ties in random order."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from fractions import Fraction
from functools import cache, partial
from itertools import product
from typing import NamedTuple, cast

from runtime_theory.theorems.runtime.models.chains import long_run, until

__all__ = ["LatticeLaw", "time_of_pushes", "update_time_and_staleness"]


class LatticeLaw(NamedTuple):
    """Values and their probabilities.

    Examples
    --------
    >>> coin = LatticeLaw((1, 2), (Fraction(1, 2), Fraction(1, 2)))
    >>> coin.mean, coin.order_mean(2, 2)
    (Fraction(3, 2), Fraction(7, 4))
    """

    values: tuple[int, ...]
    probabilities: tuple[Fraction, ...]

    @property
    def mean(self) -> Fraction:
        """E[X]."""
        pairs = zip(self.values, self.probabilities, strict=True)
        return sum((Fraction(value) * p for value, p in pairs), Fraction(0))

    def draws(self, n: int) -> Iterator[tuple[Fraction, tuple[int, ...]]]:
        """Every outcome of n draws with its probability."""
        pairs = tuple(zip(self.probabilities, self.values, strict=True))
        for outcome in product(pairs, repeat=n):
            probability = Fraction(1)
            for p, _ in outcome:
                probability *= p
            yield probability, tuple(value for _, value in outcome)

    def order_mean(self, k: int, n: int) -> Fraction:
        """E[X_{k:n}] by sorting every outcome."""
        if not (1 <= k <= n and k == int(k) and n == int(n)):
            raise ValueError(f"there is no {k}-th of {n} draws")
        k, n = int(k), int(n)
        return sum((p * sorted(outcome)[k - 1] for p, outcome in self.draws(n)), Fraction(0))


class _State(NamedTuple):
    """Who computes, as (time left, updates since the read), and how many have pushed."""

    running: tuple[tuple[int, int], ...]
    pushed: int
    total: int


@cache
def update_time_and_staleness(
    P: int, K: int, law: LatticeLaw, *, batch: bool
) -> tuple[Fraction, Fraction]:
    """Return the long-run mean time of an update and mean staleness of a gradient.

    Parameters
    ----------
    P, K : int
        Learners, and gradients an update waits for.
    law : LatticeLaw
        Of a mini-batch time.
    batch : bool
        K-batch-async: who has pushed goes on at once. Otherwise K-async: waits for the update.

    Examples
    --------
    >>> update_time_and_staleness(3, 1, LatticeLaw((2,), (Fraction(1),)), batch=True)
    (Fraction(2, 3), Fraction(2, 1))
    """
    start = _State(((law.values[0], 0),) * P, 0, 0)
    time, staleness = long_run(partial(_moves, K, law, batch=batch, counting=False), start)
    return time * K, staleness


def time_of_pushes(P: int, K: int, law: LatticeLaw, pushes: int, *, batch: bool) -> Fraction:
    """Return the mean time of a push, from a fresh start of all learners.

    Examples
    --------
    >>> time_of_pushes(2, 1, LatticeLaw((3,), (Fraction(1),)), 3, batch=True)
    Fraction(6, 1)
    """
    total = Fraction(0)
    moves = partial(_moves, K, law, batch=batch, counting=True)
    for probability, times in law.draws(P):
        start = _State(tuple(sorted((time, 0) for time in times)), 0, 0)
        total += probability * until(moves, start, partial(_has_pushed, pushes))
    return total


def _has_pushed(pushes: int, state: Hashable) -> bool:
    return cast(_State, state).total == pushes


def _moves(
    K: int, law: LatticeLaw, state: Hashable, *, batch: bool, counting: bool
) -> Iterator[tuple[Fraction, Hashable, tuple[Fraction, ...]]]:
    """Yield what the next push may lead to."""
    running, pushed, total = cast(_State, state)
    time = min(left for left, _ in running)
    ready = [i for i, (left, _) in enumerate(running) if left == time]
    for i in ready:
        others = [(left - time, age) for j, (left, age) in enumerate(running) if j != i]
        final = pushed + 1 == K
        if final:
            others = [(left, age + 1) for left, age in others]
        fresh = 1 if batch else K * final
        for probability, times in law.draws(fresh):
            after = tuple(sorted([*others, *((new, 0) for new in times)]))
            count = total + 1 if counting else 0
            rewards = (Fraction(time), Fraction(running[i][1]))
            move = _State(after, 0 if final else pushed + 1, count)
            yield probability / len(ready), move, rewards
