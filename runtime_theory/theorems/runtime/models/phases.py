"""Learners whose times are sums and mixtures of exponentials, as exact Markov chains."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from fractions import Fraction
from functools import cache, partial
from itertools import product
from math import comb, factorial
from typing import NamedTuple, cast

from runtime_theory.theorems.runtime.models.chains import long_run, until

__all__ = ["Phases", "first_pushes_time", "update_time"]


class Phases(NamedTuple):
    """Phases that a time runs through: where it starts, rates, where each leads (-1: the end).

    Examples
    --------
    >>> Phases.erlang(2, Fraction(1)).order_mean(1, 2)
    Fraction(5, 4)
    """

    starts: tuple[tuple[Fraction, int], ...]
    rates: tuple[Fraction, ...]
    leads: tuple[int, ...]

    @staticmethod
    def erlang(shape: int, rate: Fraction) -> Phases:
        """A sum of exponential times: new better than used."""
        leads = (*range(1, shape), -1)
        return Phases(((Fraction(1), 0),), (rate,) * shape, leads)

    @staticmethod
    def mixture(*parts: tuple[Fraction, Fraction]) -> Phases:
        """Weights and rates of a mixture of exponential times: new worse than used."""
        starts = tuple((weight, i) for i, (weight, _) in enumerate(parts))
        return Phases(starts, tuple(rate for _, rate in parts), (-1,) * len(parts))

    @property
    def mean(self) -> Fraction:
        """E[X]."""
        total = Fraction(0)
        for weight, start in self.starts:
            phase = start
            while phase >= 0:
                total += weight / self.rates[phase]
                phase = self.leads[phase]
        return total

    def order_mean(self, k: int, n: int) -> Fraction:
        """E[X_{k:n}] as an integral of powers of the survival function."""
        if not (1 <= k <= n and k == int(k) and n == int(n)):
            raise ValueError(f"there is no {k}-th of {n} draws")
        k, n = int(k), int(n)
        total = Fraction(0)
        for size in range(n - k + 1, n + 1):
            sign = (-1) ** (size - (n - k + 1))
            total += sign * comb(size - 1, n - k) * comb(n, size) * self._least(size)
        return total

    def _least(self, n: int) -> Fraction:
        """E[X_{1:n}]: the integral of S^n, S a sum of c t^p exp(-r t)."""
        power: dict[tuple[int, Fraction], Fraction] = {(0, Fraction(0)): Fraction(1)}
        for _ in range(n):
            product_: dict[tuple[int, Fraction], Fraction] = {}
            for ((p, r), c), ((q, s), d) in product(power.items(), self._survival().items()):
                product_[p + q, r + s] = product_.get((p + q, r + s), Fraction(0)) + c * d
            power = product_
        return sum((c * factorial(p) / r ** (p + 1) for (p, r), c in power.items()), Fraction(0))

    def _survival(self) -> dict[tuple[int, Fraction], Fraction]:
        if len(self.starts) == 1:
            rate = self.rates[0]
            return {(i, rate): rate**i / factorial(i) for i in range(len(self.rates))}
        return {(0, self.rates[i]): weight for weight, i in self.starts}


class _State(NamedTuple):
    running: tuple[int, ...]
    pushed: int


@cache
def update_time(P: int, K: int, law: Phases) -> Fraction:
    """Return the long-run mean time of an update of K-async.

    Examples
    --------
    >>> mixed = Phases.mixture((Fraction(4, 5), Fraction(4)), (Fraction(1, 5), Fraction(1, 4)))
    >>> update_time(2, 1, mixed)
    Fraction(1, 2)
    """
    start = _State((law.starts[0][1],) * P, 0)
    time, updates = long_run(partial(_moves, K, law, batch=False), start)
    return time / updates


@cache
def first_pushes_time(P: int, pushes: int, law: Phases) -> Fraction:
    """Return the mean time of a push, of learners that start afresh and never wait.

    Examples
    --------
    >>> first_pushes_time(2, 1, Phases.erlang(1, Fraction(1)))
    Fraction(1, 2)
    """
    total = Fraction(0)
    for chosen in product(law.starts, repeat=P):
        weight = Fraction(1)
        for probability, _ in chosen:
            weight *= probability
        start = _State(tuple(sorted(phase for _, phase in chosen)), 0)
        moves = partial(_moves, pushes + 1, law, batch=True)
        total += weight * until(moves, start, partial(_has_pushed, pushes))
    return total


def _has_pushed(pushes: int, state: Hashable) -> bool:
    return cast(_State, state).pushed == pushes


def _moves(
    K: int, law: Phases, state: Hashable, *, batch: bool
) -> Iterator[tuple[Fraction, Hashable, tuple[Fraction, ...]]]:
    """Yield what may happen next: one of the running phases ends."""
    running, pushed = cast(_State, state)
    total = sum((law.rates[phase] for phase in running), Fraction(0))
    for i, phase in enumerate(running):
        others = running[:i] + running[i + 1 :]
        probability, time = law.rates[phase] / total, 1 / total
        if law.leads[phase] >= 0:
            after = tuple(sorted((*others, law.leads[phase])))
            yield probability, _State(after, pushed), (time, Fraction(0))
            continue
        final = pushed + 1 == K
        for chosen in product(law.starts, repeat=1 if batch else K * final):
            weight = probability
            for share, _ in chosen:
                weight *= share
            after = tuple(sorted((*others, *(new for _, new in chosen))))
            count = 0 if final else pushed + 1
            yield weight, _State(after, count), (time, Fraction(int(final)))
