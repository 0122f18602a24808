"""K-async over K-batch-async, exponential times: up to H_P, not log P."""

from __future__ import annotations

from typing import Any

from runtime_theory.formulas import Formula
from runtime_theory.formulas.vocabulary import order_mean
from runtime_theory.references import DUTTA2018
from runtime_theory.theorems.kernel.conclusion import Conclusion
from runtime_theory.theorems.kernel.domain import Domain
from runtime_theory.theorems.kernel.induction import InductiveBound
from runtime_theory.theorems.kernel.refutation import Refuted
from runtime_theory.theorems.kernel.step import Axiom, Identity, Step
from runtime_theory.theorems.kernel.theorem import Claim, Theorem
from runtime_theory.theorems.kernel.witness import Witness
from runtime_theory.theorems.runtime.harmonic import harmonic_sum
from runtime_theory.theorems.runtime.models.phases import update_time
from runtime_theory.theorems.runtime.points import EXPONENTIAL, at
from runtime_theory.timing.printed import (
    THEOREM_2,
)
from runtime_theory.timing.ratios import ASYNC_KINDS, ASYNC_KINDS_AT_MOST, ASYNC_KINDS_EXPONENTIAL

__all__ = ["THEOREMS"]


def _prove_theorem_2(ratio: Formula, exponential: Formula, most: Formula) -> tuple[Step, ...]:
    from sympy import harmonic

    domain = Domain("mu E_X", "", "e", "P", "K", ("P - K",))
    P, K, E_X, mu = domain["P K E_X mu"]
    tail = Domain("", "g", "e", "n", "K")
    n, later, g, e = tail["n K g e"]
    growth = 1 + g - n / (n + later + 1)

    def scaled(K: Any) -> Any:
        """(K+n) H_n - n H_{n+K}."""
        return (K + n) * harmonic(n) - n * harmonic(n + K)

    closed = P * (harmonic(P) - harmonic(P - K)) / K
    eight = Witness("H_8, added up", {"P": 8, "K": 8}, harmonic_sum(8))
    return (
        Axiom(
            r"Theorems k-async-exponential and k-batch-async-time: $\mathbb{E}[X_{K:P}]$ over "
            r"$K \mathbb{E}[X]/P$."
        ),
        Conclusion("Hence", ratio, order_mean(K, P) / (K * E_X / P), domain),
        Conclusion(
            "With the mean of theorem renyi-spacings.",
            exponential,
            (harmonic(P) - harmonic(P - K)) / mu / (K / (P * mu)),
            domain,
        ),
        InductiveBound(
            r"No sum is less than its first term: $H_{n+1} = H_n + \frac{1}{n+1}$.",
            "H_n",
            "n",
            1,
            "e",
            e + 1 / (n + 1),
            1,
            1 + 0 * e,
            Domain(real="e", counts="n"),
            (1 / (n + 1),),
            lower=True,
        ),
        Identity(
            "Let $n = P - K > 0$. As $K$ grows by one with $n$ fixed,",
            scaled(later + 1) - scaled(later),
            harmonic(n) - n / (n + later + 1),
            tail,
            r"\left((K+1+n) H_n - n H_{n+K+1}\right) - \left((K+n) H_n - n H_{n+K}\right)",
        ),
        Identity("and it starts from", scaled(0), 0, tail, "n H_n - n H_n"),
        InductiveBound(
            r"With $H_n = 1 + g$, $g \ge 0$, the growth is $1 + g - \frac{n}{n+K+1} > 0$: by "
            "induction over $K$",
            r"(K+n) H_n - n H_{n+K}",
            "K",
            0,
            "e",
            e + growth,
            0,
            0 * e,
            tail,
            (g, (later + 1) / (n + later + 1)),
            lower=True,
        ),
        Identity(
            r"With $n = P - K$ this is $K$ times what is claimed to be at least 0; for $n = 0$ "
            "both are 0:",
            P * harmonic(P - K) - (P - K) * harmonic(P),
            K * (harmonic(P) - closed),
            domain,
        ),
        Conclusion("Hence", most, harmonic(P), domain, "<=", ASYNC_KINDS_AT_MOST.conditions),
        Refuted(
            r"It is attained for $K = P$, where the paper's $\log P$, read as an equality, is too "
            "small:",
            THEOREM_2,
            eight,
        ),
    )


def _witnesses_of_theorem_2() -> tuple[Witness, ...]:
    found = []
    for P, K in ((1, 1), (2, 1), (3, 2), (4, 2), (4, 3), (3, 3)):
        stream = K * EXPONENTIAL.mean / P
        truth = update_time(P, K, EXPONENTIAL) / stream
        for claim in range(3):
            counts = [("P", P), ("K", K)]
            sharp = claim < 2 or K == P
            found.append(
                at("Markov chain", EXPONENTIAL, truth, sharp=sharp, claim=claim, counts=counts)
            )
    return (
        *found,
        Witness("waiting for more than all never ends", {"P": 2, "K": 3}, 10**9, claim=2),
        Witness("nobody is waited for: 0/0", {"P": 2, "K": 0}, 10**9, claim=2),
    )


_EXPONENTIAL = "Mini-batch times are independent, exponential with the same rate"


THEOREMS = (
    Theorem(
        "theorem-2",
        "K-async over K-batch-async, exponential times",
        (_EXPONENTIAL + "; $K \\le P$.",),
        (
            Claim(ASYNC_KINDS),
            Claim(ASYNC_KINDS_EXPONENTIAL),
            Claim(ASYNC_KINDS_AT_MOST, "for $K = P$"),
        ),
        _prove_theorem_2,
        DUTTA2018,
        r"Theorem 2, with $H_P$ for $\log P$",
        _witnesses_of_theorem_2,
        "P K",
    ),
)
