"""One update on a quadratic by K learners at once: async and K-async with exponential times."""

from __future__ import annotations

from functools import partial
from typing import Any

from runtime_theory.convergence.quadratic import recursion_for
from runtime_theory.formulas import Formula
from runtime_theory.references import DUTTA2018
from runtime_theory.theorems.dynamics.witnesses import update_witnesses
from runtime_theory.theorems.kernel.conclusion import Conclusion
from runtime_theory.theorems.kernel.domain import Domain
from runtime_theory.theorems.kernel.step import Axiom, Identity, Step
from runtime_theory.theorems.kernel.theorem import Claim, Theorem

__all__ = ["DISTINCT", "QUADRATIC", "STATE", "THEOREMS"]

QUADRATIC = (
    r"Let $F(w) = a w^2/2$ with $a > 0$, and let a gradient computed at $y$ be $a y$ plus noise "
    "of mean $0$ and variance $s^2 + M (a y)^2$ that is independent of the past given $y$.",
)
DISTINCT = r"Let an update be by $1 \le K \le P$ different learners."
STATE = (
    r"Let $y_1, \dots, y_P$ be the copies of $P \ge 2$ learners, all $w_0$ at the start, and "
    r"$A = \mathbb{E}[w^2]$, $B = \mathbb{E}[w y_i]$, $C = \mathbb{E}[y_i^2]$, "
    r"$D = \mathbb{E}[y_i y_k]$ for $i \ne k$, before an update; primed, after it."
)


def _prove(waits: bool, *claims: Formula) -> tuple[Step, ...]:  # noqa: FBT001 - of a partial
    """Prove A', B', C' and D'; `waits`: for K learners, else for one."""
    domain = Domain(
        positive="eta a",
        nonnegative="s2 M A A_next C",
        real="B D",
        counts="P K",
        facts=("P - 2", "P - K") if waits else ("P - 2",),
    )
    eta, a, s2, M, A, B, C, D, P = domain["eta a s2 M A B C D P"]
    K: Any = domain["K"] if waits else 1
    square, product = s2 + (1 + M) * a**2 * C, a**2 * D
    new = A - 2 * eta / K * K * a * B + (eta / K) ** 2 * (K * square + K * (K - 1) * product)
    kept = B - eta / K * K * a * D
    after = domain["A_next"]
    both, one, none = K * (K - 1), 2 * K * (P - K), (P - K) * (P - K - 1)
    pusher = (
        "$K$ learners that push next are a uniformly random set of $K$"
        if waits
        else ("learner that pushes next is a uniformly random one, $K = 1$")
    )
    return (
        Axiom(
            f"Exponential times have no memory: the {pusher}, whatever happened before. So the "
            r"learners stay exchangeable, and the pushed gradients $g_l$ satisfy",
            r"\mathbb{E}[w g_l] = a B, \quad \mathbb{E}[y_i g_l] = a D \ (i \ne l), \quad "
            r"\mathbb{E}[g_l^2] = s^2 + (1 + M) a^2 C, \quad "
            r"\mathbb{E}[g_k g_l] = a^2 D \ (k \ne l).",
        ),
        Conclusion(
            r"Square $w' = w - (\eta/K) \sum_l g_l$ and take expectations:", claims[0], new, domain
        ),
        Conclusion(
            r"A learner pushes with probability $K/P$ and restarts from $w'$; one that does not "
            r"keeps $y_i$, with $\mathbb{E}[w' y_i] = B - \eta a D$. So",
            claims[1],
            K / P * after + (1 - K / P) * kept,
            domain,
        ),
        Conclusion("Likewise", claims[2], K / P * after + (1 - K / P) * C, domain),
        Identity(
            "Of two learners both push, one does, or none, with probabilities that add up:",
            (both + one + none) / (P * (P - 1)),
            1,
            domain,
        ),
        Conclusion(
            "In these cases the product of their copies is $w'^2$, $w' y_i$ or as before:",
            claims[3],
            (both * after + one * kept + none * D) / (P * (P - 1)),
            domain,
        ),
    )


def _theorem(scheme: str, title: str, *more: str) -> Theorem:
    return Theorem(
        f"quadratic-{scheme}-update",
        title,
        (*QUADRATIC, "Let the mini-batch times be exponential.", *more, STATE),
        tuple(Claim(formula) for formula in recursion_for(scheme).formulas),
        partial(_prove, scheme == "k-async"),
        DUTTA2018,
        "not in the source: derived here",
        partial(update_witnesses, scheme),
    )


THEOREMS = (
    _theorem("async", "One update of asynchronous SGD on a quadratic"),
    _theorem("k-async", "One update of K-async SGD on a quadratic", DISTINCT),
)
