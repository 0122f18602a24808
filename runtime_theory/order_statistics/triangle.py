"""The recurrence between order statistics of n and of n - 1 draws, of any law."""

from __future__ import annotations

from typing import Any

from runtime_theory.formulas import Formula
from runtime_theory.formulas.vocabulary import order_mean, symbols
from runtime_theory.references import DAVID_NAGARAJA2003

__all__ = ["TRIANGLE", "one_draw_less"]


def one_draw_less() -> Any:
    """Return E[X_{K:P-1}] from the means of P draws (David and Nagaraja, 2003, section 3.4).

    Examples
    --------
    >>> one_draw_less()
    (K*order_mean(K + 1, P) + (-K + P)*order_mean(K, P))/P
    """
    P, K = symbols("P K")
    return (K * order_mean(K + 1, P) + (P - K) * order_mean(K, P)) / P


TRIANGLE = Formula(
    "E[X_(K:P-1)] by the triangle rule",
    one_draw_less,
    r"\mathbb{E}[X_{K:P-1}]",
    DAVID_NAGARAJA2003,
)
