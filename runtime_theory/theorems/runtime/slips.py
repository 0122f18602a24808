"""Approximations that Dutta et al. (2018) print for exponential times."""

from __future__ import annotations

from fractions import Fraction

from runtime_theory.formulas import Formula
from runtime_theory.order_statistics.asymptotics.harmonic import P_HARMONIC_LOWER, P_HARMONIC_UPPER
from runtime_theory.references import DUTTA2018
from runtime_theory.theorems.kernel.analysis import SignFromLimit
from runtime_theory.theorems.kernel.conclusion import Conclusion
from runtime_theory.theorems.kernel.domain import Domain
from runtime_theory.theorems.kernel.induction import InductiveBound, Limit
from runtime_theory.theorems.kernel.refutation import Refuted
from runtime_theory.theorems.kernel.step import Inequality, Step
from runtime_theory.theorems.kernel.theorem import Claim, Theorem
from runtime_theory.theorems.kernel.witness import Witness
from runtime_theory.theorems.runtime.harmonic import harmonic_sum
from runtime_theory.timing.printed import (
    COROLLARY_1,
    LEMMA_3,
    MORE_THAN_P_LOG_P,
    P_LOG_P_IN_THE_LIMIT,
)

__all__ = ["THEOREMS"]


def _prove_corollary_1(more: Formula, limit: Formula) -> tuple[Step, ...]:
    from sympy import EulerGamma, Rational, log

    domain = Domain(counts="P", facts=("P - 1",))
    P = domain["P"]
    rough = P * log(P)
    terms = (EulerGamma * P, Rational(5, 12), (P - 1) / (12 * P))
    eight = Witness("8 H_8, added up", {"P": 8}, 8 * harmonic_sum(8))
    return (
        Refuted(
            "Read as an equality it fails: the exact ratio is $P H_P$ (theorem p-h-p), and at "
            "$P = 8$ it is 1.307 times the printed approximation.",
            COROLLARY_1,
            eight,
        ),
        Inequality(
            "It is larger for every $P$: so is the lower bound of theorem p-h-p-bounds.",
            rough,
            P_HARMONIC_LOWER.expr,
            domain,
            terms,
            strict=True,
        ),
        Conclusion("Hence", more, rough, domain, ">", MORE_THAN_P_LOG_P.conditions),
        Limit(
            "The lower bound is of order $P \\log P$,",
            P_HARMONIC_LOWER.expr / rough,
            "P",
            "oo",
            1,
            domain,
        ),
        Limit("and so is the upper one.", P_HARMONIC_UPPER.expr / rough, "P", "oo", 1, domain),
        Conclusion("So is what lies between.", limit, 1, domain),
    )


def _witnesses_of_corollary_1() -> tuple[Witness, ...]:
    found = [Witness(f"the sum, P={P}", {"P": P}, P * harmonic_sum(P)) for P in (1, 2, 8, 100)]
    found.append(Witness("no learners", {"P": 0}, 0))
    # log P < H_P <= 1 + log P for every P, by comparing sums and integrals.
    enclosure = (1, 1 + Fraction(1, 1000))
    model = "between log P and 1 + log P, P = exp(1000) and beyond"
    return (*found, Witness(model, {}, enclosure, sharp=True, claim=1))


def _prove_lemma_3(bound: Formula) -> tuple[Step, ...]:
    from sympy import Symbol, log

    domain = Domain(positive="x", counts="n", naturals="K", real="e")
    x, n, K, e = domain["x n K e"]
    closed = log((n + K) / n)
    in_n = bound.replaced(bound.expr.subs(Symbol("P"), Symbol("n") + Symbol("K")))
    return (
        SignFromLimit(
            "A term is less than the integral to its left.",
            log((x + 1) / x) - 1 / (x + 1),
            "x",
            (1 / (x * (x + 1) ** 2),),
            domain,
        ),
        InductiveBound(
            r"By induction over $K$, with $n = P - K > 0$ and $x = n + K$: the sum grows by "
            r"$\frac{1}{x+1} < \log\frac{x+1}{x}$.",
            r"H_{n+K} - H_n",
            "K",
            0,
            "e",
            e + log((n + K + 1) / (n + K)),
            0,
            closed,
            domain,
        ),
        Conclusion("With $n = P - K$.", in_n, closed, domain, "<", LEMMA_3.conditions),
    )


def _witnesses_of_lemma_3() -> tuple[Witness, ...]:
    found = []
    for P, K in ((1000, 1), (1000, 2), (3, 2), (8, 4)):
        point = {"P": P, "K": K}
        sharp, within = P == 1000, Fraction(K, P**2)
        found.append(Witness(f"the sum, {P=}, {K=}", point, harmonic_sum(P, K), sharp, within))
    found.append(Witness("all learners: the bound is infinite", {"P": 4, "K": 4}, harmonic_sum(4)))
    found.append(Witness("beyond all learners", {"P": 4, "K": 5}, harmonic_sum(4)))
    return (*found, Witness("an empty sum", {"P": 5, "K": 0}, 0))


_EXPONENTIAL = "Mini-batch times are independent, exponential with the same rate"


THEOREMS = (
    Theorem(
        "corollary-1",
        "P log P is the growth of the speed-up, not its value",
        (_EXPONENTIAL + ".",),
        (Claim(MORE_THAN_P_LOG_P), Claim(P_LOG_P_IN_THE_LIMIT)),
        _prove_corollary_1,
        DUTTA2018,
        "Corollary 1",
        _witnesses_of_corollary_1,
        "P",
    ),
    Theorem(
        "lemma-3-approximation",
        "The approximation of Lemma 3 is an upper bound",
        (_EXPONENTIAL + r", $\mu$.",),
        (Claim(LEMMA_3, r"in the limit $P \to \infty$ with $K$ fixed"),),
        _prove_lemma_3,
        DUTTA2018,
        "Lemma 3, infinite for $K = P$",
        _witnesses_of_lemma_3,
        "P K",
    ),
)
