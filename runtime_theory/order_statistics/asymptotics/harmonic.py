r"""Explicit two-sided bounds on harmonic numbers and their differences, as Formulas.

The difference H_P - H_{P-K} is the expected K-th smallest of P exponential draws (Renyi, 1953).
Termwise log((i+1)/i) < 1/i < log((i+1/2)/(i-1/2)), since 1/x is decreasing and convex; both sums
telescope. The bounds on P H_P are the first terms of Euler and Maclaurin's expansion, which
envelops (Graham, Knuth and Patashnik, 1994, Concrete Mathematics, equation 6.66).
"""

from __future__ import annotations

from functools import partial
from typing import Any

from runtime_theory.formulas import Condition, Formula
from runtime_theory.formulas.vocabulary import symbol, symbols
from runtime_theory.references import GRAHAM1994, RENYI1953

__all__ = [
    "HARMONIC_DIFFERENCE_LOWER",
    "HARMONIC_DIFFERENCE_UPPER",
    "P_HARMONIC_EXPANSION",
    "P_HARMONIC_LOWER",
    "P_HARMONIC_UPPER",
    "harmonic_difference_lower",
    "harmonic_difference_upper",
    "p_harmonic_lower",
    "p_harmonic_upper",
]


def harmonic_difference_lower() -> Any:
    """log((P+1)/(P-K+1)) < H_P - H_{P-K}.

    Examples
    --------
    >>> harmonic_difference_lower().subs({"P": 8, "K": 4}).evalf(5)
    0.58779
    """
    from sympy import log

    P, K = symbols("P K")
    return log((P + 1) / (P - K + 1))


def harmonic_difference_upper() -> Any:
    """log((P+1/2)/(P-K+1/2)) > H_P - H_{P-K}.

    Examples
    --------
    >>> harmonic_difference_upper().subs({"P": 8, "K": 4}).evalf(5)  # the difference: 0.63452
    0.63599
    """
    from sympy import Rational, log

    P, K = symbols("P K")
    half = Rational(1, 2)
    return log((P + half) / (P - K + half))


def p_harmonic_upper() -> Any:
    """P log P + gamma_E P + 1/2 > P H_P.

    Examples
    --------
    >>> p_harmonic_upper().subs({"P": 8}).evalf(6)  # 8 H_8 = 21.7429
    21.7533
    """
    from sympy import EulerGamma, Rational, log

    P = symbol("P")
    return P * log(P) + EulerGamma * P + Rational(1, 2)


def p_harmonic_lower() -> Any:
    """P log P + gamma_E P + 1/2 - 1/(12 P) < P H_P.

    Examples
    --------
    >>> p_harmonic_lower().subs({"P": 8}).evalf(6)
    21.7428
    """
    return p_harmonic_upper() - 1 / (12 * symbol("P"))


def _one() -> Any:
    from sympy import Integer

    return Integer(1)


_P_LEARNERS = Condition(partial(symbol, "P"), ">=", _one)
_K_AT_LEAST_ONE = Condition(partial(symbol, "K"), ">=", _one)
_K_AT_MOST_P = Condition(partial(symbol, "K"), "<=", partial(symbol, "P"))
_DIFFERENCE = "H_{P} - H_{P - K}"
_P_HARMONIC = "P H_{P}"

HARMONIC_DIFFERENCE_LOWER = Formula(
    "lower bound on a difference of harmonic numbers",
    harmonic_difference_lower,
    _DIFFERENCE,
    RENYI1953,
    relation=">",
    conditions=(_K_AT_LEAST_ONE, _K_AT_MOST_P),
)
HARMONIC_DIFFERENCE_UPPER = Formula(
    "upper bound on a difference of harmonic numbers",
    harmonic_difference_upper,
    _DIFFERENCE,
    RENYI1953,
    relation="<",
    conditions=(_K_AT_LEAST_ONE, _K_AT_MOST_P),
)
P_HARMONIC_LOWER = Formula(
    "lower bound on P H_P",
    p_harmonic_lower,
    _P_HARMONIC,
    GRAHAM1994,
    relation=">",
    conditions=(_P_LEARNERS,),
)
P_HARMONIC_UPPER = Formula(
    "upper bound on P H_P",
    p_harmonic_upper,
    _P_HARMONIC,
    GRAHAM1994,
    relation="<",
    conditions=(_P_LEARNERS,),
)
P_HARMONIC_EXPANSION = Formula(
    "expansion of P H_P", p_harmonic_upper, _P_HARMONIC, GRAHAM1994, relation="~"
)
