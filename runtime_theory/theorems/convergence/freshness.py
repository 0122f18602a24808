"""The paper's p_0: exact for exponential times, bounded for every law."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from runtime_theory.convergence import printed
from runtime_theory.convergence.freshness import (
    ANY_K_ASYNC,
    ANY_K_BATCH_ASYNC,
    EXPONENTIAL_K_ASYNC,
    EXPONENTIAL_K_BATCH_ASYNC,
    SHIFTED_EXPONENTIAL_ASYNC,
)
from runtime_theory.formulas import Formula
from runtime_theory.references import DUTTA2018
from runtime_theory.theorems.convergence.models import rational
from runtime_theory.theorems.convergence.pushes import (
    enumerated,
    mean_share,
    shares_of_batches,
    shares_of_learners,
)
from runtime_theory.theorems.kernel.analysis import DefiniteIntegral
from runtime_theory.theorems.kernel.conclusion import Conclusion
from runtime_theory.theorems.kernel.domain import Domain
from runtime_theory.theorems.kernel.induction import Induction
from runtime_theory.theorems.kernel.refutation import Refuted
from runtime_theory.theorems.kernel.step import Axiom, Inequality, Step
from runtime_theory.theorems.kernel.theorem import Claim, Theorem
from runtime_theory.theorems.kernel.witness import Witness

__all__ = ["THEOREMS"]

_P0 = (
    r"Let $p_0$ be the least expected share of fresh gradients among the $K$ of an update, given "
    "all that happened before.",
)
_MEMORYLESS = (*_P0, "Let mini-batch times be exponential, alike and independent.")


def _prove_k_async(claim: Formula) -> tuple[Step, ...]:
    domain = Domain(counts="K P")
    K, P = domain["K P"]
    wrong = enumerated(shares_of_learners, mean_share, ((5, 3, True),))[0]
    return (
        Axiom(
            "Right after an update all $P$ residual times are exponential, alike and independent: "
            "the first $K$ learners to finish are any $K$ of the $P$ with equal probability."
        ),
        Axiom(
            "$K$ of the $P$ learners have read the current model; among $K$ learners drawn at "
            "random there are $K^2/P$ of them on average."
        ),
        Conclusion("Divided by $K$.", claim, K**2 / P / K, domain),
        Refuted(
            "The paper's Lemma 8 has $1/P$ for every $K$: right for $K = 1$ only. For other $K$ it "
            "stays a valid lower bound, but a loose one.",
            printed.LEMMA_8_K_ASYNC,
            wrong,
        ),
    )


def _prove_k_batch_async(claim: Formula) -> tuple[Step, ...]:
    domain = Domain(counts="K P")
    K, P = domain["K P"]
    stale = 1 - 1 / P
    total = (P - 1) * (1 - stale**K)
    return (
        Axiom(
            "Every push is by any of the $P$ learners with equal probability. The $i$-th of an "
            "update is stale where its learner made neither the update before nor any of the "
            r"$i - 1$ pushes since: with probability $(1 - 1/P)^i$."
        ),
        Induction(
            "Stale gradients of an update, by induction over $K$.",
            r"\sum_{i=1}^{K} (1 - 1/P)^i",
            "K",
            1,
            stale,
            stale ** (K + 1),
            total,
            domain,
        ),
        Conclusion("The share of the others.", claim, 1 - total / K, domain),
    )


def _prove_any(claim: Formula, *, batches: bool) -> tuple[Step, ...]:
    domain = Domain(counts="K P", naturals="d")
    K, P, d = domain["K P d"]
    most, at_most = (P - 1, "P - 1") if batches else (P - K, "P - K")
    text = (
        "Who pushes reads the current model: only the $P - 1$ learners that did not make the "
        "last update can be stale, and each pushes a stale gradient once at most."
        if batches
        else "The $P - K$ learners that did not make the last update are stale, and each pushes "
        "once before the next."
    )
    return (
        Axiom(text, rf"s \le {at_most}"),
        Inequality(
            rf"At least this share is fresh, with $s = {at_most} - d$ stale gradients, $d \ge 0$.",
            (K - most) / K,
            (K - most + d) / K,
            domain,
            (d / K,),
        ),
        Conclusion("That is the claim.", claim, (K - most) / K, domain, ">="),
    )


def _prove_any_k_async(claim: Formula) -> tuple[Step, ...]:
    return _prove_any(claim, batches=False)


def _prove_any_k_batch_async(claim: Formula) -> tuple[Step, ...]:
    return _prove_any(claim, batches=True)


def _prove_shifted(claim: Formula) -> tuple[Step, ...]:
    from sympy import exp, oo

    domain = Domain(positive="mu Delta x", counts="P")
    P, mu, Delta, x = domain["P mu Delta x"]
    density, others = mu * exp(-mu * (x - Delta)), exp(-(P - 1) * mu * x)
    whole = exp(mu * Delta - P * mu * x)
    value = exp(-(P - 1) * mu * Delta) / P
    return (
        Axiom(
            r"A learner that has computed for at least $\Delta$ goes on past $x$ with probability "
            r"$e^{-\mu x}$, whatever its age; one that has not, with a larger one. So the worst "
            r"past, which does occur, is that the $P - 1$ others are all past their $\Delta$."
        ),
        DefiniteIntegral(
            r"The learner that starts afresh takes $x > \Delta$, with density $\mu e^{-\mu(x - "
            r"\Delta)}$, and must be the first.",
            "p_0",
            density * others,
            -whole / P,
            "x",
            Delta,
            oo,
            value,
            domain,
        ),
        Conclusion(
            r"Positive, although $X \ge \Delta > 0$; it is 0 where residual times have an upper "
            r"end that a fresh start cannot beat, as for $X = \Delta$.",
            claim,
            value,
            domain,
        ),
    )


def _shifted_witnesses() -> tuple[Witness, ...]:
    """A race in two parts: the others have to outlast Delta, then all P are alike."""
    from sympy import E

    found = []
    for P, exponent in ((2, Fraction(1)), (8, Fraction(1, 3))):
        outlast: Any = 1
        for _ in range(P - 1):
            outlast /= E ** rational(exponent)
        mu = Fraction(5, 2)
        point = {"P": P, "mu": rational(mu), "Delta": rational(exponent / mu)}
        found.append(Witness("a race in two parts", point, outlast / P))
    return tuple(found)


def _k_async_witnesses() -> tuple[Witness, ...]:
    return enumerated(shares_of_learners, mean_share, ((5, 3, True), (6, 1, True), (4, 4, True)))


def _k_batch_witnesses() -> tuple[Witness, ...]:
    return enumerated(shares_of_batches, mean_share, ((3, 4, True), (5, 2, True), (2, 6, True)))


def _any_k_async_witnesses() -> tuple[Witness, ...]:
    cases = ((5, 3, True), (7, 6, True), (6, 2, False))
    return enumerated(shares_of_learners, min, cases)


def _any_k_batch_witnesses() -> tuple[Witness, ...]:
    cases = ((3, 5, True), (4, 6, True), (5, 2, False))
    return enumerated(shares_of_batches, min, cases)


_WORST = "where the stale learners are the first to push, for every $K$ that leaves it positive"

THEOREMS = (
    Theorem(
        "p0-k-async",
        "Fresh gradients of K-async SGD, exponential times",
        _MEMORYLESS,
        (Claim(EXPONENTIAL_K_ASYNC),),
        _prove_k_async,
        DUTTA2018,
        "in place of Lemma 8",
        _k_async_witnesses,
        counts="K P",
    ),
    Theorem(
        "p0-k-batch-async",
        "Fresh gradients of K-batch-async SGD, exponential times",
        _MEMORYLESS,
        (Claim(EXPONENTIAL_K_BATCH_ASYNC),),
        _prove_k_batch_async,
        DUTTA2018,
        "in place of Lemma 8",
        _k_batch_witnesses,
        counts="K P",
    ),
    Theorem(
        "p0-shifted-exponential",
        "Fresh gradients of async SGD, shifted exponential times",
        (*_P0, r"Let $K = 1$ and $X - \Delta$ be exponential with rate $\mu$, $\Delta > 0$."),
        (Claim(SHIFTED_EXPONENTIAL_ASYNC),),
        _prove_shifted,
        DUTTA2018,
        "Lemma 8, made exact",
        _shifted_witnesses,
    ),
    Theorem(
        "p0-k-async-any",
        "Fresh gradients of K-async SGD, any times",
        (*_P0, r"Let $K \le P$."),
        (Claim(ANY_K_ASYNC, _WORST),),
        _prove_any_k_async,
        DUTTA2018,
        "not in the paper",
        _any_k_async_witnesses,
        counts="K P",
    ),
    Theorem(
        "p0-k-batch-async-any",
        "Fresh gradients of K-batch-async SGD, any times",
        _P0,
        (Claim(ANY_K_BATCH_ASYNC, _WORST),),
        _prove_any_k_batch_async,
        DUTTA2018,
        "not in the paper",
        _any_k_batch_witnesses,
        counts="K P",
    ),
)
