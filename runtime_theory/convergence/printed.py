"""What the paper prints and its own proofs contradict, so that it can be shown to be wrong."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

from runtime_theory.convergence.bounds import error_bound
from runtime_theory.convergence.conditions import conditions_of, largest_rate
from runtime_theory.convergence.terms import Analysis
from runtime_theory.formulas.condition import Condition
from runtime_theory.formulas.formula import Formula
from runtime_theory.formulas.vocabulary import symbol, symbols
from runtime_theory.references import DUTTA2018

__all__ = [
    "LARGEST_RATE",
    "LEMMA_8_K_ASYNC",
    "LEMMA_9",
    "THEOREM_3",
    "THEOREM_4",
    "THEOREM_4_COUNTED",
    "rate_of_theorem_3",
    "written_out",
]


def rate_of_theorem_3() -> Any:
    """Return 1/(2L (M_G/(Km) + 1/K)), for which the bound fails where K > 1.

    Examples
    --------
    >>> rate_of_theorem_3().subs({"M_G": 0})
    K/(2*L)
    """
    L, M_G, K, m = symbols("L M_G K m")
    return 1 / (2 * L * (M_G / (K * m) + 1 / K))


def _lemma_9() -> Any:
    sigma2, m, K, M_G, norm = symbols("sigma2 m K M_G norm_of_sum")
    return K * sigma2 / m + (M_G / m + K) * norm


def _lemma_8() -> Any:
    return 1 / symbol("P")


def _larger() -> Any:
    from sympy import Max

    return Max(1 / symbol("c"), largest_rate(Analysis.ASYNC))


def theorem_4(first: int, last: int) -> Any:
    """Return Delta plus the gap times the product of 1 - rho_j for j = first..J + last.

    rho_j = eta_j (1 + p_0/2) c and Delta = sum_i Delta_i prod_{j > i} (1 - rho_j), with
    Delta_i = eta_i^2 L sigma^2/(2m) + C L^2/2, over i = 0..J + last.

    Examples
    --------
    >>> theorem_4(0, -1).subs({"J": 0}).doit()
    gap
    """
    from sympy import IndexedBase, Product, Sum

    i, j, J, gap, c, p0, L, C, m, sigma2 = symbols("i j J gap c p0 L C m sigma2")
    eta = IndexedBase("eta")
    left = 1 - eta[j] * (1 + p0 / 2) * c
    added = eta[i] ** 2 * L * sigma2 / (2 * m) + C * L**2 / 2
    end = J + last
    total = Sum(added * Product(left, (j, i + 1, end)), (i, 0, end))
    return total + gap * Product(left, (j, first, end))


def written_out(formula: Formula, J: int) -> Formula:
    r"""Return Theorem 4 after J updates, in plain symbols eta_0, eta_1, ... for the rates.

    Each of the rates of these updates is at most 1/(2L (M_G/m + 1)).

    Examples
    --------
    >>> sorted(s.name for s in written_out(THEOREM_4, 1).expr.free_symbols if "eta" in s.name)
    ['eta_0', 'eta_1']
    >>> print(written_out(THEOREM_4, 1).latex_lhs)
    \mathbb{E}[F(w_1)] - F^*
    """
    return replace(
        formula,
        name=f"{formula.name}, J = {J}",
        expression=partial(_written_out, formula, J),
        latex_lhs=formula.latex_lhs.replace("w_J", f"w_{J}"),
        conditions=tuple(
            Condition(partial(_rate, j), "<=", partial(largest_rate, Analysis.ASYNC, 1))
            for j in range(J)
        ),
    )


def _rate(j: int) -> Any:
    from sympy import Symbol

    return Symbol(f"eta_{j}")


def _written_out(formula: Formula, J: int) -> Any:
    from sympy import Indexed

    expression = formula.expr.subs(symbol("J"), J).doit()
    rates = expression.atoms(Indexed)
    return expression.xreplace({rate: _rate(rate.indices[0]) for rate in rates})


_PRINTED_RATE = Condition(partial(symbol, "eta"), "<=", rate_of_theorem_3)
_ERROR = r"\mathbb{E}[F(w_J)] - F^*"

THEOREM_3 = Formula(
    "Theorem 3 as printed",
    error_bound(Analysis.ASYNC).expression,
    _ERROR,
    DUTTA2018,
    "<=",
    (_PRINTED_RATE, *conditions_of(Analysis.ASYNC)[1:]),
)
"""M_G/(Km) + 1/K where Lemma 9 gives M_G/(Km) + 1."""

LARGEST_RATE = Formula(
    "largest learning rate of section 3.2 as printed",
    _larger,
    r"\eta_{\max}",
    DUTTA2018,
)
"""max{1/c, 1/(2L (M_G/(Km) + 1))}: both conditions have to hold, so it is the smaller."""

LEMMA_9 = Formula(
    "Lemma 9 as stated in equation (33)",
    _lemma_9,
    r"\mathbb{E}\|\sum_{l=1}^{K} g(w_{\tau(l)}, \xi_l)\|^2",
    DUTTA2018,
    "<=",
)
"""With the squared norm of the sum where the proof (36) has the sum of squared norms."""

LEMMA_8_K_ASYNC = Formula("p_0 of k-async by Lemma 8", _lemma_8, "p_0", DUTTA2018)
"""1/P for every K; right for K = 1, a lower bound otherwise."""

THEOREM_4 = Formula("Theorem 4 as printed", partial(theorem_4, 1, 0), _ERROR, DUTTA2018, "<=")
"""Its product runs over j = 1..J: J factors, but of the wrong updates."""

THEOREM_4_COUNTED = Formula(
    "Theorem 4, counted from 0 to J - 1", partial(theorem_4, 0, -1), _ERROR, DUTTA2018, "<="
)
"""For learning rates that are fixed in advance; not for a schedule that follows the iterates."""
