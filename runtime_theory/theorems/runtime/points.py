"""Witnesses of a law: its symbols at a point, and the truth from an exact model."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

from runtime_theory.theorems.kernel.witness import Witness
from runtime_theory.theorems.runtime.models.lattice import LatticeLaw, update_time_and_staleness
from runtime_theory.theorems.runtime.models.phases import Phases, update_time

__all__ = ["BETTER", "COIN", "EXPONENTIAL", "FIXED", "NARROW", "WORSE", "at", "k_async_at", "named"]

Law = LatticeLaw | Phases

_HALF = Fraction(1, 2)
COIN = LatticeLaw((1, 3), (_HALF, _HALF))
"""Neither new better nor new worse than used."""
NARROW = LatticeLaw((2, 3), (Fraction(1, 3), Fraction(2, 3)))
"""Nobody does two mini-batches while another does one."""
FIXED = LatticeLaw((2,), (Fraction(1),))
"""Always the same."""
EXPONENTIAL = Phases.erlang(1, Fraction(3, 7))
"""Both new better and new worse than used."""
BETTER = Phases.erlang(2, Fraction(3, 2))
"""Erlang: new better than used."""
WORSE = Phases.mixture((Fraction(4, 5), Fraction(4)), (Fraction(1, 5), Fraction(1, 4)))
"""Hyperexponential: new worse than used."""

_NAMES = {
    COIN: "times 1 and 3 at random",
    NARROW: "times 2 and 3 at random",
    FIXED: "times that are always 2",
    EXPONENTIAL: "exponential times",
    BETTER: "Erlang times",
    WORSE: "hyperexponential times",
}


def named(law: Law) -> str:
    """What a law is called in the model of a witness.

    Examples
    --------
    >>> named(FIXED)
    'times that are always 2'
    """
    return _NAMES[law]


def at(
    model: str,
    law: Law,
    truth: Any,
    *,
    sharp: bool = False,
    claim: int = 0,
    counts: Iterable[tuple[str, int]],
) -> Witness:
    """Return a witness of a claim in E[X], E[X_{k:n}] and whole numbers.

    Examples
    --------
    >>> at("counting", FIXED, 1, counts=[("P", 2)]).point
    {'P': 2, 'E_X': Fraction(2, 1)}
    """
    point = dict(counts)
    text = f"{model}, {named(law)}, " + ", ".join(f"{n}={v}" for n, v in point.items())
    functions = {"order_mean": law.order_mean}
    return Witness(text, {**point, "E_X": law.mean}, truth, sharp, 0, claim, functions)


def k_async_at(law: Any, P: int, K: int, *, claim: int = 0, sharp: bool = False) -> Witness:
    """Return a witness of the long-run mean iteration time of K-async.

    Examples
    --------
    >>> k_async_at(FIXED, 4, 2).truth
    Fraction(1, 1)
    """
    chain = isinstance(law, LatticeLaw)
    truth = (
        update_time_and_staleness(P, K, law, batch=False)[0] if chain else update_time(P, K, law)
    )
    model = "Markov chain of learners' times left" if chain else "Markov chain of phases"
    counts = [("P", P), ("K", K)]
    return at(model, law, truth, sharp=sharp, claim=claim, counts=counts)
