"""The triangle rule, which links order statistics of n and of n - 1 draws."""

from __future__ import annotations

from runtime_theory.formulas import Formula
from runtime_theory.formulas.vocabulary import order_mean
from runtime_theory.order_statistics.triangle import TRIANGLE
from runtime_theory.references import DAVID_NAGARAJA2003
from runtime_theory.theorems.kernel.conclusion import Conclusion
from runtime_theory.theorems.kernel.domain import Domain
from runtime_theory.theorems.kernel.step import Axiom, Identity, Step
from runtime_theory.theorems.kernel.theorem import Claim, Theorem
from runtime_theory.theorems.kernel.witness import Witness
from runtime_theory.theorems.runtime.points import COIN, NARROW, WORSE, at

__all__ = ["THEOREMS"]


def _prove_triangle(rule: Formula) -> tuple[Step, ...]:
    domain = Domain(counts="P K", facts=("P - K - 1",))
    P, K = domain["P K"]
    above, below = order_mean(K, P), order_mean(K + 1, P)
    return (
        Axiom(
            "Of $P$ draws leave one out at random. With probability $(P-K)/P$ its rank is above "
            "$K$, and the $K$-th smallest of the others is $X_{K:P}$; otherwise it is $X_{K+1:P}$.",
            r"\mathbb{E}[X_{K:P-1}] = \frac{P-K}{P} \mathbb{E}[X_{K:P}] "
            r"+ \frac{K}{P} \mathbb{E}[X_{K+1:P}]",
            DAVID_NAGARAJA2003,
        ),
        Identity("The chances add up.", (P - K) / P + K / P, 1, domain),
        Conclusion("Hence", rule, (P - K) / P * above + K / P * below, domain),
    )


def _witnesses_of_triangle() -> tuple[Witness, ...]:
    return tuple(
        at(
            "all outcomes" if law is not WORSE else "minima of subsets",
            law,
            law.order_mean(K, P - 1),
            sharp=True,
            counts=[("P", P), ("K", K)],
        )
        for law in (COIN, NARROW, WORSE)
        for P, K in ((2, 1), (3, 1), (3, 2), (4, 2))
    )


THEOREMS = (
    Theorem(
        "triangle-rule",
        "One draw less",
        (
            r"Let $X_1, \dots, X_P$ be independent and alike, of any law that is nonnegative or "
            "has a finite mean, and $K < P$.",
        ),
        (Claim(TRIANGLE),),
        _prove_triangle,
        DAVID_NAGARAJA2003,
        "section 3.4",
        _witnesses_of_triangle,
        "P K",
    ),
)
