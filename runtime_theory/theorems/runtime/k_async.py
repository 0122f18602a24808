"""K-async: between learners that never wait and the P-K+1 that never do."""

from __future__ import annotations

from functools import partial

from runtime_theory.formulas import Formula
from runtime_theory.references import DUTTA2018
from runtime_theory.schemes import KAsync
from runtime_theory.theorems.kernel.conclusion import Conclusion
from runtime_theory.theorems.kernel.domain import Domain
from runtime_theory.theorems.kernel.step import Axiom, Inequality, Step
from runtime_theory.theorems.kernel.theorem import Claim, Theorem
from runtime_theory.theorems.kernel.witness import Witness
from runtime_theory.theorems.runtime.claims import fact
from runtime_theory.theorems.runtime.points import (
    BETTER,
    COIN,
    FIXED,
    WORSE,
    k_async_at,
)
from runtime_theory.theorems.runtime.renewal import INDEPENDENT
from runtime_theory.timing.facts import Scope

__all__ = ["FEWER", "THEOREMS"]

_fact = partial(fact, KAsync)
FEWER = r"$K \le P$, and expectations are those of the long run."


def _prove_any(lower: Formula, upper: Formula) -> tuple[Step, ...]:
    domain = Domain(positive="E_X E_T", nonnegative="W g", counts="P K", facts=("P - K",))
    E_X, E_T, W, g, P, K = domain["E_X E_T W g P K"]
    stream, busy = K * E_X / P, K * E_X / (P - K + 1)
    return (
        Axiom(
            "In an update of mean length $\\mathbb{E}[T]$ the $P$ learners spend together "
            r"$P\,\mathbb{E}[T]$, of which a mean $W \ge 0$ waiting; the rest is work, and each "
            "update uses up $K$ mini-batches.",
            r"P \, \mathbb{E}[T] = K \, \mathbb{E}[X] + W",
            DUTTA2018,
        ),
        Inequality("Nobody pushes faster.", stream, (K * E_X + W) / P, domain, (W / P,)),
        Conclusion("Hence", lower, stream, domain, ">="),
        Axiom(
            "Who waits has pushed since the last update, and the $K$-th push ends the waiting: at "
            "most $K - 1$ learners wait at a time.",
            r"W = (K - 1) \, \mathbb{E}[T] - g, \quad g \ge 0",
            DUTTA2018,
        ),
        Inequality(
            r"$(P - K + 1) \, \mathbb{E}[T]$ is at most the work of an update.",
            (P - K + 1) * E_T,
            P * E_T - ((K - 1) * E_T - g),
            domain,
            (g,),
        ),
        Conclusion("Divided by $P - K + 1$.", upper, busy, domain, "<="),
    )


def _witnesses_of_any() -> tuple[Witness, ...]:
    found = [
        k_async_at(FIXED, P, K, sharp=True) for P, K in ((2, 1), (2, 2), (4, 2), (3, 3), (3, 1))
    ]
    found += [k_async_at(COIN, 2, 1, sharp=True), k_async_at(WORSE, 3, 1, sharp=True)]
    in_step = ((1, 1), (2, 1), (3, 2), (5, 2), (5, 3))
    found += [k_async_at(FIXED, P, K, claim=1, sharp=True) for P, K in in_step]
    for claim in range(2):
        found += [
            k_async_at(law, P, 2, claim=claim) for P in (3, 4) for law in (COIN, WORSE, BETTER)
        ]
    return tuple(found)


THEOREMS = (
    Theorem(
        "k-async-any-law",
        "Bounds on the iteration time of K-async",
        (INDEPENDENT, FEWER),
        (
            Claim(
                _fact("iteration_time_lower", Scope.ANY),
                "below by deterministic times if $K$ divides $P$, and for $K = 1$",
            ),
            Claim(
                _fact("iteration_time_upper", Scope.ANY),
                "above by deterministic times if $K$ divides $P + 1$, and for $K = 1$",
            ),
        ),
        _prove_any,
        DUTTA2018,
        "beyond Lemma 5",
        _witnesses_of_any,
        "P K",
    ),
)
