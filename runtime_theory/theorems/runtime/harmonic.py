"""P H_P between two bounds, and differences of harmonic numbers."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from runtime_theory.formulas import Formula
from runtime_theory.order_statistics.asymptotics.harmonic import (
    HARMONIC_DIFFERENCE_LOWER,
    HARMONIC_DIFFERENCE_UPPER,
    P_HARMONIC_LOWER,
    P_HARMONIC_UPPER,
)
from runtime_theory.references import DUTTA2018
from runtime_theory.theorems.kernel.analysis import MonotoneSequence, SignFromLimit
from runtime_theory.theorems.kernel.conclusion import Conclusion
from runtime_theory.theorems.kernel.domain import Domain
from runtime_theory.theorems.kernel.induction import InductiveBound
from runtime_theory.theorems.kernel.step import Identity, Step
from runtime_theory.theorems.kernel.theorem import Claim, Theorem
from runtime_theory.theorems.kernel.witness import Witness

__all__ = ["THEOREMS", "harmonic_sum"]


def harmonic_sum(P: int, K: int | None = None) -> Fraction:
    """H_P - H_{P-K}, added up; H_P for K = P.

    Examples
    --------
    >>> harmonic_sum(3), harmonic_sum(3, 1)
    (Fraction(11, 6), Fraction(1, 3))
    """
    first = P - (P if K is None else K) + 1
    return sum((Fraction(1, i) for i in range(first, P + 1)), Fraction(0))


def _prove_bounds(lower: Formula, upper: Formula) -> tuple[Step, ...]:
    from sympy import EulerGamma, Rational, harmonic, log

    domain = Domain(counts="P")
    P = domain["P"]
    above = harmonic(P) - log(P) - EulerGamma - 1 / (2 * P)
    below = above + 1 / (12 * P**2)
    rise = 1 / (2 * P) + 1 / (2 * (P + 1)) - log((P + 1) / P)
    fall = rise + 1 / (12 * (P + 1) ** 2) - 1 / (12 * P**2)
    half = Rational(1, 2)
    return (
        MonotoneSequence(
            "The trapezoid rule overestimates the integral of $1/x$: the increments "
            r"$\frac{1}{2P} + \frac{1}{2(P+1)} - \log\frac{P+1}{P}$ of $d_P$ are positive, since "
            r"they tend to 0 and their derivative is $-\frac{1}{2P^2(P+1)^2}$. And $d_P \to 0$ by "
            r"the definition of $\gamma_E$.",
            "d_P",
            above,
            "P",
            rise,
            (1 / (2 * P**2 * (P + 1) ** 2),),
            domain,
            positive=False,
        ),
        MonotoneSequence(
            r"With $\frac{1}{12 P^2}$ added the increments are negative: they tend to 0 and their "
            r"derivative is $\frac{1}{6 P^3 (P+1)^3}$.",
            r"d_P + \frac{1}{12 P^2}",
            below,
            "P",
            fall,
            (1 / (6 * P**3 * (P + 1) ** 3),),
            domain,
        ),
        Identity(
            "The upper bound.",
            P * harmonic(P) - P * above,
            P * log(P) + EulerGamma * P + half,
            domain,
        ),
        Conclusion(
            r"$P H_P$ is this plus $P d_P < 0$.",
            upper,
            P * harmonic(P) - P * above,
            domain,
            "<",
            under=P_HARMONIC_UPPER.conditions,
        ),
        Conclusion(
            r"$P H_P$ is this plus $P (d_P + \frac{1}{12P^2}) > 0$.",
            lower,
            P * harmonic(P) - P * below,
            domain,
            ">",
            under=P_HARMONIC_LOWER.conditions,
        ),
    )


def _witnesses_of_bounds() -> tuple[Witness, ...]:
    found = []
    for P in (1, 2, 8, 1000):
        truth, model = P * harmonic_sum(P), f"the sum, P={P}"
        for claim, within in ((0, Fraction(1, 120 * P**3)), (1, Fraction(1, 12 * P))):
            found.append(Witness(model, {"P": P}, truth, P > 1, within, claim))
    return (*found, *(Witness("no learners", {"P": 0}, 0, claim=claim) for claim in (0, 1)))


def _prove_differences(lower: Formula, upper: Formula) -> tuple[Step, ...]:
    from sympy import Rational, Symbol, log

    domain = Domain(positive="x", naturals="n K", real="e")
    x, n, K, e = domain["x n K e"]
    half, P = Rational(1, 2), Symbol("P")

    def bound(shift: Any) -> Any:
        return log((n + K + shift) / (n + shift))

    def induction(text: str, shift: Any, *, below: bool) -> InductiveBound:
        grown = e + log((n + K + 1 + shift) / (n + K + shift))
        return InductiveBound(
            text, "H_{n+K} - H_n", "K", 0, "e", grown, 0, bound(shift), domain, lower=below
        )

    def conclusion(text: str, claim: Formula, shift: Any, relation: str) -> Conclusion:
        in_n = claim.replaced(claim.expr.subs(P, Symbol("n") + Symbol("K")))
        under = HARMONIC_DIFFERENCE_LOWER.conditions
        return Conclusion(text, in_n, bound(shift), domain, relation, under)

    falls = log((x + half) / (x - half)) - 1 / x
    return (
        SignFromLimit(
            "A term exceeds the integral to its right, as the derivative is negative and the "
            "limit 0.",
            1 / x - log((x + 1) / x),
            "x",
            (1 / (x**2 * (x + 1)),),
            domain,
        ),
        induction(
            r"By induction over $K$, with $n = P - K$ and $x = n + K + 1$: the difference grows by "
            r"$1/x > \log\frac{x+1}{x}$.",
            Rational(1),
            below=True,
        ),
        SignFromLimit(
            "It is less than the integral around it, $1/x$ being convex; here $x$ stands for "
            r"$x - \frac12$.",
            falls.subs(x, x + half),
            "x",
            ((1 / (4 * x * (x + 1) * (x + half) ** 2)),),
            domain,
        ),
        induction("Again by induction over $K$.", half, below=False),
        conclusion("With $n = P - K$.", upper, half, "<"),
        conclusion("With $n = P - K$.", lower, Rational(1), ">"),
    )


def _witnesses_of_differences() -> tuple[Witness, ...]:
    found = []
    for P, K in ((1000, 1), (1000, 2), (3, 3), (8, 4)):
        truth, model = harmonic_sum(P, K), f"the sum, P={P}, K={K}"
        for claim, within in ((0, Fraction(K, P**2)), (1, Fraction(K, P**3))):
            point = {"P": P, "K": K}
            found.append(Witness(model, point, truth, P == 1000, within, claim))
    for claim in (0, 1):
        found.append(Witness("an empty sum", {"P": 5, "K": 0}, 0, claim=claim))
        found.append(Witness("a sum back from 1/0", {"P": 5, "K": 6}, 10**9, claim=claim))
    return tuple(found)


_LARGE_P = r"in the limit $P \to \infty$, within $1/(12P)$ above and $1/(120P^3)$ below"


THEOREMS = (
    Theorem(
        "p-h-p-bounds",
        "Two-sided bounds on the speed-up of exponential times",
        ("$P$ is a whole number.",),
        (Claim(P_HARMONIC_LOWER, _LARGE_P), Claim(P_HARMONIC_UPPER, _LARGE_P)),
        _prove_bounds,
        DUTTA2018,
        "sharpens Corollary 1",
        _witnesses_of_bounds,
        "P",
    ),
    Theorem(
        "harmonic-difference-bounds",
        "Two-sided bounds on a difference of harmonic numbers",
        ("$P$ and $K$ are whole numbers.",),
        (
            Claim(HARMONIC_DIFFERENCE_LOWER, r"in the limit $P \to \infty$ with $K$ fixed"),
            Claim(HARMONIC_DIFFERENCE_UPPER, r"in the limit $P \to \infty$ with $K$ fixed"),
        ),
        _prove_differences,
        DUTTA2018,
        "sharpens Lemma 3",
        _witnesses_of_differences,
        "K P",
    ),
)
