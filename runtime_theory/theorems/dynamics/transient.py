"""A slip: the learning-rate condition of async SGD does not make gamma at most 1."""

from __future__ import annotations

from fractions import Fraction

from runtime_theory.convergence.quadratic.async_ import GAMMA_AFTER_TWO
from runtime_theory.formulas import Formula
from runtime_theory.references import DUTTA2018
from runtime_theory.theorems.dynamics.copies import Copies
from runtime_theory.theorems.kernel.domain import Domain
from runtime_theory.theorems.kernel.step import Axiom, Identity, Inequality, Step
from runtime_theory.theorems.kernel.theorem import Claim, Theorem
from runtime_theory.theorems.kernel.witness import Witness

__all__ = ["THEOREM"]


def _prove(gamma: Formula) -> tuple[Step, ...]:
    from sympy import Rational

    domain = Domain(counts="P", facts=("P - 2",))
    P = domain["P"]
    half = Rational(1, 2)
    same, other = (1 - half) ** 2, 1 - 2 * half
    lag = (P - 1) * (same - 1) ** 2 / P / P
    lag += (1 - 1 / P) * ((other - half) ** 2 + (P - 2) * (other - 1) ** 2) / P
    return (
        Axiom(
            "Take $w_0 = 1$. The first push gives $w_1 = 1/2$. The second one is by the same "
            "learner with probability $1/P$, and gives $w_2 = w_1/2$; else it is by one that holds "
            "$w_0$, and gives $w_2 = w_1 - 1/2 = 0$. The pusher reads $w_2$, of the others at most "
            "one holds $w_1$, and the rest hold $w_0$."
        ),
        Identity(
            r"So $\mathbb{E}[w_2^2] = 1/(16 P)$, and $\gamma_2 =$",
            lag / (same**2 / P + (1 - 1 / P) * other**2),
            gamma.expr,
            domain,
        ),
        Inequality(
            r"This is more than 1, and grows without bound with $P$.",
            1,
            gamma.expr,
            domain,
            (11 / P, 28 * (P - 2) / P, 16 * (P - 2) ** 2 / P),
            strict=True,
        ),
    )


def _witnesses() -> tuple[Witness, ...]:
    found = []
    for P in (2, 3, 4, 6):
        case = Copies("k-async", P, 1, Fraction(1, 2))
        ratio = case.ratio_of(case.after(Fraction(1), 2))
        model = f"all copies of {P} learners after two updates"
        found.append(Witness(model, {"P": P}, ratio, sharp=True))
    return tuple(found)


THEOREM = Theorem(
    "async-gamma-exceeds-one",
    r"A learning rate that the theorems allow does not make $\gamma \le 1$",
    (
        r"Let $F(w) = w^2/2$, so that $L = c = 1$, without noise, and $\eta = 1/(2L)$. Let the "
        r"mini-batch times of $P \ge 2$ asynchronous learners be exponential, and $\gamma_j = "
        r"\mathbb{E}[(w_j - y)^2]/\mathbb{E}[w_j^2]$ with $y$ the copy that is pushed next.",
    ),
    (Claim(GAMMA_AFTER_TWO),),
    _prove,
    DUTTA2018,
    "assumption 5: to be measured, not implied by the condition of Theorem 3",
    _witnesses,
)
