"""How much longer an update of K-async takes than one of K-batch-async (Theorem 2)."""

from __future__ import annotations

from functools import partial
from typing import Any

from runtime_theory.formulas import Condition, Formula
from runtime_theory.formulas.vocabulary import order_mean, symbols
from runtime_theory.references import DUTTA2018
from runtime_theory.timing.facts import plain, stream_time

__all__ = ["ASYNC_KINDS", "ASYNC_KINDS_AT_MOST", "ASYNC_KINDS_EXPONENTIAL"]

_LHS = r"\frac{\mathbb{E}[T_{K\text{-async}}]}{\mathbb{E}[T_{K\text{-batch-async}}]}"


def _ratio() -> Any:
    K, P = symbols("K P")
    return order_mean(K, P) / stream_time()


def _exponential() -> Any:
    """P (H_P - H_{P-K})/K.

    Examples
    --------
    >>> _exponential().subs({"P": 8, "K": 8}) == 8 * _exponential().subs({"P": 8, "K": 1})
    False
    """
    from sympy import harmonic

    K, P = symbols("K P")
    return P * (harmonic(P) - harmonic(P - K)) / K


def _largest() -> Any:
    from sympy import harmonic

    (P,) = symbols("P")
    return harmonic(P)


_WITHIN = (
    Condition(partial(plain, "K"), ">=", partial(plain, "1")),
    Condition(partial(plain, "K"), "<=", partial(plain, "P")),
)

ASYNC_KINDS = Formula("k-async over k-batch-async", _ratio, _LHS, DUTTA2018)
ASYNC_KINDS_EXPONENTIAL = Formula(
    "k-async over k-batch-async, exponential times", _exponential, _LHS, DUTTA2018
)
ASYNC_KINDS_AT_MOST = Formula(
    "k-async over k-batch-async, at most",
    _largest,
    _LHS,
    DUTTA2018,
    relation="<=",
    conditions=_WITHIN,
)
"""Of exponential times; attained for K = P."""
