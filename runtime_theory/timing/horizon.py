"""The first J updates of asynchronous SGD, from a fresh start of all learners.

In the long run an update of K-batch-async takes K E[X]/P; after a fresh start the J-th update
is the (J K)-th point of P renewal processes, which is K-batch-sync with J K for K.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from runtime_theory.formulas import Formula
from runtime_theory.formulas.vocabulary import symbols
from runtime_theory.references import BARLOW_PROSCHAN1975, DUTTA2018

__all__ = [
    "BATCH_AT_LEAST",
    "BATCH_AT_MOST",
    "BATCH_EXPONENTIAL",
    "BATCH_IN_STEP",
    "BATCH_WALD",
    "ONE_PER_PUSH_AT_MOST",
    "pushes_time",
]

_LHS = r"\mathbb{E}[(T_1 + \dots + T_J)_{K\text{-batch-async}}]"
_SINGLE = r"\mathbb{E}[(T_1 + \dots + T_J)_{K\text{-async}}]"


def pushes_time() -> Any:
    """Return J K E[X]/P: what J updates take in the long run.

    Examples
    --------
    >>> pushes_time()
    E_X*J*K/P
    """
    J, K, E_X, P = symbols("J K E_X P")
    return J * K * E_X / P


def _in_step() -> Any:
    """Everybody pushes at the same moments, P pushes at each."""
    from sympy import ceiling

    J, K, E_X, P = symbols("J K E_X P")
    return E_X * ceiling(J * K / P)


def _all_begun() -> Any:
    """J K mini-batches are done and P are begun, one of them afresh (Wald's identity)."""
    J, K, E_X, P = symbols("J K E_X P")
    return (J * K + P - 1) * E_X / P


def _busy_begun() -> Any:
    """J K mini-batches are done, P - K are begun, and P - K + 1 learners always compute."""
    J, K, E_X, P = symbols("J K E_X P")
    return (J * K + P - K) * E_X / (P - K + 1)


_batch = partial(Formula, latex_lhs=_LHS)
BATCH_EXPONENTIAL = _batch(
    "time of J updates of k-batch-async, exponential times", pushes_time, reference=DUTTA2018
)
BATCH_IN_STEP = _batch("time of J updates of k-batch-async, deterministic times", _in_step)
BATCH_AT_LEAST = _batch(
    "time of J updates of k-batch-async, new-better-than-used times",
    pushes_time,
    reference=BARLOW_PROSCHAN1975,
    relation=">=",
)
BATCH_AT_MOST = _batch(
    "time of J updates of k-batch-async, new-worse-than-used times",
    pushes_time,
    reference=BARLOW_PROSCHAN1975,
    relation="<=",
)
BATCH_WALD = _batch("time of J updates of k-batch-async, any law", _all_begun, relation="<=")
ONE_PER_PUSH_AT_MOST = Formula(
    "time of J updates of k-async, any law", _busy_begun, _SINGLE, relation="<="
)
