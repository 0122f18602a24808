"""Renyi's spacings: the mean of the K-th of P exponential times is (H_P - H_{P-K})/mu."""

from __future__ import annotations

from typing import Any

from runtime_theory.formulas import Formula
from runtime_theory.order_statistics.formulas import mean_formula
from runtime_theory.references import RENYI1953
from runtime_theory.theorems.kernel.domain import Domain
from runtime_theory.theorems.kernel.induction import Induction
from runtime_theory.theorems.kernel.step import Axiom, Step
from runtime_theory.theorems.kernel.theorem import Claim, Theorem
from runtime_theory.theorems.kernel.witness import Witness

__all__ = ["THEOREMS"]


def _prove_spacings(mean: Formula) -> tuple[Step, ...]:
    domain = Domain(positive="mu", nonnegative="Delta", counts="P", naturals="K", facts=("P - K",))
    mu, P, K = domain["mu P K"]
    return (
        Axiom(
            "An exponential time that has lasted is as good as new, and the least of $n$ "
            r"independent ones has rate $n \mu$: after the $K$-th has ended the next one takes "
            r"$1/((P-K)\mu)$ more on average.",
            r"\mathbb{E}[X_{K+1:P}] - \mathbb{E}[X_{K:P}] = \frac{1}{(P-K) \mu}",
            RENYI1953,
        ),
        Induction(
            r"By induction over $K$, from $X_{0:P} = \Delta$.",
            r"\mathbb{E}[X_{K:P}]",
            "K",
            0,
            domain["Delta"],
            1 / ((P - K) * mu),
            mean.expr,
            domain,
        ),
    )


def _prove_slowest(mean: Formula) -> tuple[Step, ...]:
    domain = Domain(positive="mu", nonnegative="Delta", counts="P")
    mu, P = domain["mu P"]
    return (
        Axiom(
            r"The first of $P+1$ learners takes $1/((P+1)\mu)$ on average; then $P$ are left, "
            "as good as new.",
            r"\mathbb{E}[X_{P+1:P+1}] = \frac{1}{(P+1)\mu} + \mathbb{E}[X_{P:P}]",
            RENYI1953,
        ),
        Induction(
            "By induction over $P$.",
            r"\mathbb{E}[X_{P:P}]",
            "P",
            1,
            domain["Delta"] + 1 / mu,
            1 / ((P + 1) * mu),
            mean.expr,
            domain,
        ),
    )


def _inclusion_exclusion(K: int, P: int, mu: Any, Delta: Any) -> Any:
    """E[X_{K:P}] from the minima of subsets alone: exact and without spacings."""
    from sympy import Integer, binomial

    total = Integer(0)
    for size in range(P - K + 1, P + 1):
        sign = (-1) ** (size - (P - K + 1))
        total += sign * binomial(size - 1, P - K) * binomial(P, size) / (size * mu)
    return Delta + total


def _witnesses(*cases: tuple[int, int]) -> tuple[Witness, ...]:
    from sympy import Rational

    mu, Delta = Rational(3, 7), Rational(5, 11)
    return tuple(
        Witness(
            f"inclusion and exclusion over subsets, K={K}, P={P}",
            {"K": K, "P": P, "mu": mu, "Delta": Delta},
            _inclusion_exclusion(K, P, mu, Delta),
            sharp=True,
        )
        for K, P in cases
    )


def _witnesses_of_ranks() -> tuple[Witness, ...]:
    return _witnesses((1, 3), (2, 3), (3, 3), (3, 8), (7, 8))


def _witnesses_of_maxima() -> tuple[Witness, ...]:
    return _witnesses((1, 1), (2, 2), (5, 5), (9, 9))


_EXPONENTIAL = (
    r"Let $X_1, \dots, X_P$ be independent, $\Pr[X_i > x] = e^{-\mu (x - \Delta)}$ for "
    r"$x \ge \Delta$.",
)

THEOREMS = (
    Theorem(
        "renyi-spacings",
        "Order statistics of exponential times",
        _EXPONENTIAL,
        (Claim(mean_formula("exponential", "K", "P")),),
        _prove_spacings,
        RENYI1953,
        witnesses=_witnesses_of_ranks,
    ),
    Theorem(
        "slowest-exponential",
        "The slowest of P exponential times",
        _EXPONENTIAL,
        (Claim(mean_formula("exponential", "P", "P")),),
        _prove_slowest,
        RENYI1953,
        witnesses=_witnesses_of_maxima,
    ),
)
