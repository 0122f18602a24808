"""Bounds on iteration times of laws with a shortest time a and a longest time b."""

from __future__ import annotations

from functools import partial
from typing import Any

from runtime_theory.formulas import Formula
from runtime_theory.formulas.vocabulary import symbols
from runtime_theory.timing.facts import LEFT_SIDES

__all__ = [
    "ASYNC_LONGEST",
    "ASYNC_SHORTEST",
    "BATCH_SYNC_LONGEST",
    "BATCH_SYNC_SHORTEST",
    "rounds",
    "turns",
]


def _end(name: str) -> Any:
    from sympy import Symbol

    return Symbol(name)


def rounds() -> Any:
    """Return ceil(K/P): mini-batches that some learner has to finish, and all can.

    Examples
    --------
    >>> rounds().subs({"P": 8, "K": 12})
    2
    """
    from sympy import ceiling

    K, P = symbols("K P")
    return ceiling(K / P)


def turns() -> Any:
    """Return floor(P/K): updates of K-async in which nobody has to push twice.

    Examples
    --------
    >>> turns().subs({"P": 8, "K": 3})
    2
    """
    from sympy import floor

    K, P = symbols("K P")
    return floor(P / K)


def _in_rounds(end: str) -> Any:
    return _end(end) * rounds()


def _in_turns(end: str) -> Any:
    return _end(end) / turns()


_formula = partial(Formula, latex_lhs=LEFT_SIDES["iteration_time"])
BATCH_SYNC_SHORTEST = _formula(
    "iteration time of k-batch-sync, shortest times", partial(_in_rounds, "a"), relation=">="
)
BATCH_SYNC_LONGEST = _formula(
    "iteration time of k-batch-sync, longest times", partial(_in_rounds, "b"), relation="<="
)
ASYNC_SHORTEST = _formula(
    "iteration time of k-async, shortest times", partial(_in_turns, "a"), relation=">="
)
ASYNC_LONGEST = _formula(
    "iteration time of k-async, longest times", partial(_in_turns, "b"), relation="<="
)
