"""Synchronous kinds: the K-th smallest of P times, and one learner alone."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from runtime_theory.formulas import Formula
from runtime_theory.formulas.vocabulary import order_mean
from runtime_theory.references import DUTTA2018
from runtime_theory.schemes import KBatchSync, KSync
from runtime_theory.theorems.kernel.conclusion import Conclusion
from runtime_theory.theorems.kernel.domain import Domain
from runtime_theory.theorems.kernel.induction import Induction
from runtime_theory.theorems.kernel.step import Axiom, Step
from runtime_theory.theorems.kernel.theorem import Claim, Theorem
from runtime_theory.theorems.kernel.witness import Witness
from runtime_theory.theorems.runtime.claims import fact, stated
from runtime_theory.theorems.runtime.models.lattice import LatticeLaw, time_of_pushes
from runtime_theory.theorems.runtime.points import COIN, EXPONENTIAL, NARROW, at
from runtime_theory.theorems.runtime.renewal import INDEPENDENT
from runtime_theory.timing.facts import Scope

__all__ = ["THEOREMS"]


def _prove_k_sync(ranked: Formula, exponential: Formula) -> tuple[Step, ...]:
    domain = Domain(positive="mu", counts="P", naturals="K", facts=("P - K",))
    mu, P, K = domain["mu P K"]
    return (
        Axiom(
            "An iteration is over when $K$ of $P$ learners have finished, and all start afresh: "
            "iteration times are independent copies of $X_{K:P}$.",
            r"T \sim X_{K:P}",
            DUTTA2018,
        ),
        Conclusion("Hence", ranked, order_mean(K, P), domain),
        Induction(
            "For exponential times the spacings of theorem renyi-spacings are summed.",
            r"\mathbb{E}[T]",
            "K",
            0,
            0,
            1 / ((P - K) * mu),
            exponential.expr,
            domain,
        ),
    )


def _witnesses_of_k_sync() -> tuple[Witness, ...]:
    found = []
    for law, P, K in ((COIN, 2, 1), (COIN, 3, 2), (NARROW, 3, 3), (NARROW, 4, 2)):
        truth = time_of_pushes(P, P, law, K, batch=False)
        counts = [("P", P), ("K", K)]
        found.append(at("Markov chain of times left", law, truth, sharp=True, counts=counts))
    for P, K in ((1, 1), (2, 1), (3, 2), (5, 5)):
        point: dict[str, Any] = {"P": P, "K": K, "mu": EXPONENTIAL.rates[0]}
        truth = EXPONENTIAL.order_mean(K, P)
        found.append(Witness(f"minima of subsets, {P=}, {K=}", point, truth, sharp=True, claim=1))
    return tuple(found)


def _prove_alone(mean: Formula, variance: Formula) -> tuple[Step, ...]:
    domain = Domain(positive="E_X", nonnegative="Var_X", naturals="K")
    E_X, Var_X, K = domain["E_X Var_X K"]
    return (
        Axiom(
            "One learner computes its $K$ mini-batches in a row, independently.",
            r"T = X_1 + \dots + X_K",
            DUTTA2018,
        ),
        Induction("Means add up,", r"\mathbb{E}[T]", "K", 0, 0, E_X, K * E_X, domain),
        Conclusion("hence", mean, K * E_X, domain, under=mean_of_one().conditions),
        Induction(
            "Variances add up,", r"\operatorname{Var}[T]", "K", 0, 0, Var_X, K * Var_X, domain
        ),
        Conclusion("hence", variance, K * Var_X, domain, under=mean_of_one().conditions),
    )


def mean_of_one() -> Formula:
    """The iteration time of K-batch-sync with one learner.

    Examples
    --------
    >>> mean_of_one().expr
    E_X*K
    """
    return fact(KBatchSync, "iteration_time", Scope.ANY)


def _moments(law: LatticeLaw, P: int, K: int) -> tuple[Fraction, Fraction]:
    """Mean and variance of the K-th point of P learners, K = 1 or P = 1, by all outcomes."""
    first = second = Fraction(0)
    for probability, outcome in law.draws(P * K):
        time = sum(outcome) if P == 1 else min(outcome)
        first += probability * time
        second += probability * time**2
    return first, second - first**2


def _witnesses_alone() -> tuple[Witness, ...]:
    found = []
    for law, P, K in ((COIN, 1, 1), (COIN, 1, 2), (NARROW, 1, 3), (COIN, 2, 1), (NARROW, 3, 1)):
        _, spread = _moments(law, 1, 1)
        point = {"P": P, "K": K, "E_X": law.mean, "Var_X": spread}
        for claim, truth in enumerate(_moments(law, P, K)):
            model = f"all outcomes, {P=}, {K=}"
            found.append(Witness(model, point, truth, sharp=P == 1, claim=claim))
    return tuple(found)


THEOREMS = (
    Theorem(
        "k-sync-time",
        "Iteration time of K-sync",
        (INDEPENDENT, r"$K \le P$; in the second formula times are exponential of rate $\mu$."),
        (
            Claim(fact(KSync, "iteration_time", Scope.ANY)),
            Claim(
                stated(
                    "iteration time of k-sync, exponential",
                    r"\mathbb{E}[T]",
                    KSync("P", "K"),
                    "exponential",
                    "iteration_time",
                )
            ),
        ),
        _prove_k_sync,
        DUTTA2018,
        "Lemma 3",
        _witnesses_of_k_sync,
        "P K",
    ),
    Theorem(
        "k-batch-sync-alone",
        "K-batch-sync with one learner",
        (INDEPENDENT,),
        (
            Claim(mean_of_one()),
            Claim(fact(KBatchSync, "iteration_time_variance", Scope.ANY)),
        ),
        _prove_alone,
        DUTTA2018,
        "not stated there",
        _witnesses_alone,
        "P K",
    ),
)
