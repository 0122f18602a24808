"""Statements on iteration times as Dutta et al. (2018) print them, where they are not exact.

The paper writes approximation signs in Corollary 1 and Theorem 2: here they are read as equalities.

Theorems set them against the truth; nothing is computed from them.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from runtime_theory.formulas import Condition, Formula
from runtime_theory.formulas.vocabulary import symbol, symbols
from runtime_theory.references import BARLOW_PROSCHAN1975, DUTTA2018
from runtime_theory.timing.facts import plain
from runtime_theory.timing.horizon import pushes_time

__all__ = [
    "COROLLARY_1",
    "GAMMA_AGES",
    "GAMMA_IS_LISTED",
    "LEMMA_3",
    "LEMMA_4",
    "MORE_THAN_P_LOG_P",
    "P_LOG_P_IN_THE_LIMIT",
    "THEOREM_2",
]


def p_log_p() -> Any:
    """Return P log P.

    Examples
    --------
    >>> p_log_p().subs({"P": 8}).evalf(4)
    16.64
    """
    from sympy import log

    P = symbol("P")
    return P * log(P)


def _log_of_share() -> Any:
    from sympy import log

    P, K = symbols("P K")
    return log(P / (P - K))


def _log_of_learners() -> Any:
    from sympy import log

    return log(symbol("P"))


def _gamma_tails() -> Any:
    """S(t) S(u) for gamma times of shape a and rate 1."""
    from sympy import Symbol, gamma, uppergamma

    a, t, u = symbol("a"), symbol("t"), Symbol("u")
    return uppergamma(a, t) * uppergamma(a, u) / gamma(a) ** 2


_SPEEDUP = r"\frac{\mathbb{E}[T_{\mathrm{sync}}]}{\mathbb{E}[T_{\mathrm{async}}]}"
_RATIO = r"\frac{\mathbb{E}[T_{K\text{-async}}]}{\mathbb{E}[T_{K\text{-batch-async}}]}"
_TIME = r"\mathbb{E}[(T_1 + \dots + T_J)_{K\text{-batch-async}}]"
_LIMIT = r"\lim_{P \to \infty} \frac{P H_{P}}{P \log P}"
_ONE = partial(plain, "1")
_A_FEW = Condition(partial(plain, "K"), ">=", _ONE)
_NOT_ALL = Condition(partial(plain, "K"), "<", partial(plain, "P"))
_AGEING = Condition(partial(symbol, "a"), ">=", _ONE)

COROLLARY_1 = Formula("Corollary 1, read as an equality", p_log_p, _SPEEDUP, DUTTA2018)
MORE_THAN_P_LOG_P = Formula(
    "P log P from below",
    p_log_p,
    _SPEEDUP,
    DUTTA2018,
    relation=">",
    conditions=(Condition(partial(plain, "P"), ">=", _ONE),),
)
P_LOG_P_IN_THE_LIMIT = Formula("limit of P H_P over P log P", _ONE, _LIMIT, DUTTA2018)
LEMMA_3 = Formula(
    "Lemma 3's approximation as an upper bound",
    _log_of_share,
    r"\mu \mathbb{E}[X_{K:P}]",
    DUTTA2018,
    relation="<",
    conditions=(_A_FEW, _NOT_ALL),
)
LEMMA_4 = Formula("Lemma 4 for every J and every law", pushes_time, _TIME, DUTTA2018)
THEOREM_2 = Formula(
    "Theorem 2's largest ratio, read as an equality", _log_of_learners, _RATIO, DUTTA2018, "<="
)
_TAIL = r"\Pr[X > t + u]"
GAMMA_IS_LISTED = Formula(
    "gamma times are new longer than used", _gamma_tails, _TAIL, DUTTA2018, relation="<="
)
GAMMA_AGES = Formula(
    "gamma times of shape at least 1 are new better than used",
    _gamma_tails,
    _TAIL,
    BARLOW_PROSCHAN1975,
    relation="<=",
    conditions=(_AGEING,),
)
