"""Learners that never wait: an update of K pushes every K E[X]/P, and the speed-up."""

from __future__ import annotations

from runtime_theory.formulas import Formula
from runtime_theory.formulas.vocabulary import order_mean
from runtime_theory.references import COX1962, DUTTA2018
from runtime_theory.schemes import Async, KBatchAsync, Sync
from runtime_theory.theorems.kernel.conclusion import Conclusion
from runtime_theory.theorems.kernel.domain import Domain
from runtime_theory.theorems.kernel.induction import Induction
from runtime_theory.theorems.kernel.step import Axiom, Step
from runtime_theory.theorems.kernel.theorem import Claim, Theorem
from runtime_theory.theorems.kernel.witness import Witness
from runtime_theory.theorems.runtime.claims import fact, of, stated
from runtime_theory.theorems.runtime.models.lattice import (
    time_of_pushes,
    update_time_and_staleness,
)
from runtime_theory.theorems.runtime.points import (
    COIN,
    FIXED,
    NARROW,
    at,
)
from runtime_theory.timing.facts import Scope

__all__ = ["INDEPENDENT", "THEOREMS"]

INDEPENDENT = r"Mini-batch times are independent with the law of $X$, $\mathbb{E}[X] < \infty$."


def _pushes(domain: Domain) -> tuple[Step, ...]:
    """How often P learners push that never wait."""
    E_X, P = domain["E_X P"]
    return (
        Axiom(
            "Elementary renewal theorem: a learner that never waits finishes $N_i(t)$ mini-batches "
            "by $t$, at the rate",
            r"\lim_{t \to \infty} \frac{N_i(t)}{t} = \frac{1}{\mathbb{E}[X]} \text{ almost surely}",
            COX1962,
        ),
        Induction(
            "The pushes of $P$ learners are superposed: their rates add up.",
            r"\lim_{t \to \infty} \frac{1}{t} \sum_{i=1}^{P} N_i(t)",
            "P",
            1,
            1 / E_X,
            1 / E_X,
            P / E_X,
            domain,
        ),
    )


def _prove_theorem_1(sync: Formula, asynchronous: Formula, ratio: Formula) -> tuple[Step, ...]:
    domain = Domain(positive="E_X", counts="P")
    E_X, P = domain["E_X P"]
    slowest = order_mean(P, P)
    return (
        Axiom(
            "A synchronous iteration is over when the slowest of $P$ learners has finished, and "
            "all start afresh: iteration times are independent copies of $X_{P:P}$.",
            r"T_{\mathrm{sync}} \sim X_{P:P}",
            DUTTA2018,
        ),
        Conclusion("Hence", sync, slowest, domain),
        *_pushes(domain),
        Conclusion("Each push is an update.", asynchronous, 1 / (P / E_X), domain),
        Conclusion("The ratio.", ratio, slowest / (1 / (P / E_X)), domain),
    )


def _witnesses_of_theorem_1() -> tuple[Witness, ...]:
    found = []
    for law, P in ((COIN, 2), (COIN, 3), (NARROW, 2), (FIXED, 3)):
        slow = time_of_pushes(P, P, law, P, batch=False)
        quick, _ = update_time_and_staleness(P, 1, law, batch=True)
        for claim, truth in enumerate((slow, quick, slow / quick)):
            model = "Markov chain of learners' times left"
            counts = [("P", P)]
            found.append(at(model, law, truth, sharp=True, claim=claim, counts=counts))
    return tuple(found)


def _prove_batch_async(time: Formula) -> tuple[Step, ...]:
    domain = Domain(positive="E_X", counts="P K")
    E_X, P, K = domain["E_X P K"]
    return (
        *_pushes(domain),
        Conclusion("Every $K$-th push is an update.", time, K / (P / E_X), domain),
    )


def _witnesses_of_batch_async() -> tuple[Witness, ...]:
    model = "Markov chain of learners' times left"
    cases = ((COIN, 2, 1), (COIN, 2, 3), (COIN, 3, 2), (NARROW, 2, 2), (FIXED, 3, 4))
    return tuple(
        at(
            model,
            law,
            update_time_and_staleness(P, K, law, batch=True)[0],
            sharp=True,
            counts=[("P", P), ("K", K)],
        )
        for law, P, K in cases
    )


THEOREMS = (
    Theorem(
        "theorem-1",
        "The speed-up of asynchronous updates",
        (INDEPENDENT,),
        (
            Claim(of(r"\mathrm{sync}", fact(Sync, "iteration_time", Scope.ANY))),
            Claim(of(r"\mathrm{async}", fact(Async, "iteration_time", Scope.ANY))),
            Claim(
                stated(
                    "speed-up of async over sync",
                    r"\frac{\mathbb{E}[T_{\mathrm{sync}}]}{\mathbb{E}[T_{\mathrm{async}}]}",
                    Async("P"),
                    None,
                    "update_speedup",
                )
            ),
        ),
        _prove_theorem_1,
        DUTTA2018,
        "Theorem 1, in the long run",
        _witnesses_of_theorem_1,
        "P",
    ),
    Theorem(
        "k-batch-async-time",
        "Iteration time of K-batch-async",
        (INDEPENDENT,),
        (Claim(fact(KBatchAsync, "iteration_time", Scope.ANY)),),
        _prove_batch_async,
        DUTTA2018,
        "Lemma 4, in the long run",
        _witnesses_of_batch_async,
        "P K",
    ),
)
