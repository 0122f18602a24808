"""The paper's p_0: given the past, the least expected share of fresh gradients in an update.

Not the long-run share, which is larger or equal. Where K gradients make an update only their
average matters to the bounds, so p_0 is the share of fresh ones among the K.
"""

from __future__ import annotations

from typing import Any

from runtime_theory.formulas.formula import Formula
from runtime_theory.formulas.vocabulary import symbols
from runtime_theory.references import DUTTA2018

__all__ = [
    "ANY_K_ASYNC",
    "ANY_K_BATCH_ASYNC",
    "EXPONENTIAL_K_ASYNC",
    "EXPONENTIAL_K_BATCH_ASYNC",
    "SHIFTED_EXPONENTIAL_ASYNC",
]


def _k_async() -> Any:
    K, P = symbols("K P")
    return K / P


def _k_batch_async() -> Any:
    K, P = symbols("K P")
    return 1 - (P - 1) / K * (1 - (1 - 1 / P) ** K)


def _shifted() -> Any:
    from sympy import exp

    P, mu, Delta = symbols("P mu Delta")
    return exp(-(P - 1) * mu * Delta) / P


def _any_k_async() -> Any:
    K, P = symbols("K P")
    return (2 * K - P) / K


def _any_k_batch_async() -> Any:
    K, P = symbols("K P")
    return (K - P + 1) / K


EXPONENTIAL_K_ASYNC = Formula("p_0 of k-async, exponential", _k_async, "p_0", DUTTA2018)
"""The first K of P memoryless learners are any K of them. Lemma 8 has 1/P, right for K = 1."""

EXPONENTIAL_K_BATCH_ASYNC = Formula(
    "p_0 of k-batch-async, exponential", _k_batch_async, "p_0", DUTTA2018
)
"""1 - (1/K) sum_{i=1}^K (1-1/P)^i: slot i is fresh if its learner pushed since the update."""

SHIFTED_EXPONENTIAL_ASYNC = Formula("p_0 of async, shifted exponential", _shifted, "p_0", DUTTA2018)
"""Approached when the other P - 1 learners are all past their Delta. Positive: the learner that
starts afresh takes Delta longer than their residual times, which have no upper end."""

ANY_K_ASYNC = Formula("p_0 of k-async, any law", _any_k_async, "p_0", DUTTA2018, ">=")
"""At most P - K learners are stale, and each pushes once. No use for K <= P/2."""

ANY_K_BATCH_ASYNC = Formula(
    "p_0 of k-batch-async, any law", _any_k_batch_async, "p_0", DUTTA2018, ">="
)
"""At most P - 1 learners are stale, and each pushes a stale gradient once at most."""
