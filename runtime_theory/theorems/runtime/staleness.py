"""How stale gradients are on average, of any law, by counting pushes."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from runtime_theory.formulas import Formula
from runtime_theory.references import DUTTA2018
from runtime_theory.schemes import Async, KAsync, KBatchAsync, Scheme
from runtime_theory.theorems.kernel.conclusion import Conclusion
from runtime_theory.theorems.kernel.domain import Domain
from runtime_theory.theorems.kernel.step import Axiom, Step
from runtime_theory.theorems.kernel.theorem import Claim, Theorem
from runtime_theory.theorems.kernel.witness import Witness
from runtime_theory.theorems.runtime.claims import fact
from runtime_theory.theorems.runtime.models.lattice import update_time_and_staleness
from runtime_theory.theorems.runtime.points import COIN, FIXED, NARROW, at
from runtime_theory.theorems.runtime.renewal import INDEPENDENT
from runtime_theory.timing.facts import Scope

__all__ = ["THEOREMS"]


def _prove_k_async(mean: Formula) -> tuple[Step, ...]:
    domain = Domain(counts="P K J")
    P, K, J = domain["P K J"]
    return (
        Axiom(
            "A learner reads a version, pushes, and next reads the version of the update that its "
            "gradient takes part in: $s + 1$ updates later. Up to the spans that are open at "
            "the ends, these spans of a learner fill $J$ updates, and those of all learners $PJ$; "
            "there are $JK$ of them.",
            r"\sum_{\text{pushes}} (s + 1) = P J + o(J)",
            DUTTA2018,
        ),
        Conclusion("Divided by the $JK$ pushes.", mean, P * J / (J * K) - 1, domain),
    )


def _prove_k_batch_async(mean: Formula) -> tuple[Step, ...]:
    domain = Domain(counts="P K J")
    P, K, J = domain["P K J"]
    return (
        Axiom(
            "Number the pushes of all learners. A learner that has made push $a$ reads version "
            r"$\lfloor a/K \rfloor$; its next push $b$ takes part in the update of version "
            r"$\lfloor (b-1)/K \rfloor$, which is the version that it reads then, less one if $K$ "
            "divides $b$.",
            r"s = \left\lfloor \frac{b-1}{K} \right\rfloor - \left\lfloor \frac{a}{K} \right\rfloor"
            r" = \left\lfloor \frac{b}{K} \right\rfloor - \left\lfloor \frac{a}{K} \right\rfloor "
            r"- [K \mid b]",
            DUTTA2018,
        ),
        Axiom(
            "The differences of a learner telescope to $J$ updates, up to those that are open at "
            "the ends; of all pushes every $K$-th is divisible by $K$: $J$ of them.",
            r"\sum_{\text{pushes}} s = P J - J + o(J)",
        ),
        Conclusion("Divided by the $JK$ pushes.", mean, (P * J - J) / (J * K), domain),
    )


def _prove_async(mean: Formula) -> tuple[Step, ...]:
    domain = Domain(counts="P J")
    P, J = domain["P J"]
    return (
        Axiom(
            "Between two pushes of a learner each update in between adds one to the staleness, and "
            "its own none: the spans of $s + 1$ updates of a learner fill $J$ updates.",
            r"\sum_{\text{pushes}} (s + 1) = P J + o(J)",
            DUTTA2018,
        ),
        Conclusion("Divided by the $J$ pushes.", mean, P * J / J - 1, domain),
    )


def _witnesses(cases: tuple[tuple[int, int], ...], *, batch: bool) -> tuple[Witness, ...]:
    found = []
    for law, (P, K) in zip((COIN, COIN, NARROW, COIN, FIXED, NARROW), cases, strict=True):
        _, truth = update_time_and_staleness(P, K, law, batch=batch)
        model = "Markov chain of times left and versions"
        found.append(at(model, law, truth, sharp=True, counts=[("P", P), ("K", K)]))
    return tuple(found)


def _theorem(
    scheme: type[Scheme],
    name: str,
    prove: Callable[[Formula], tuple[Step, ...]],
    cases: tuple[tuple[int, int], ...],
    *,
    batch: bool,
) -> Theorem:
    within = () if batch else (r"$K \le P$.",)
    return Theorem(
        f"{name}-mean-staleness",
        f"Mean staleness of {name.replace('k-', 'K-')}",
        (INDEPENDENT, *within),
        (Claim(fact(scheme, "mean_staleness", Scope.ANY)),),
        prove,
        DUTTA2018,
        "not stated there: any law, in the long run",
        partial(_witnesses, cases, batch=batch),
        "P K",
    )


_ONES = ((1, 1), (2, 1), (2, 1), (3, 1), (3, 1), (3, 1))

THEOREMS = (
    _theorem(Async, "async", _prove_async, _ONES, batch=True),
    _theorem(
        KAsync,
        "k-async",
        _prove_k_async,
        ((2, 2), (2, 1), (3, 2), (4, 2), (5, 2), (4, 3)),
        batch=False,
    ),
    _theorem(
        KBatchAsync,
        "k-batch-async",
        _prove_k_batch_async,
        ((2, 2), (2, 3), (2, 1), (3, 2), (4, 3), (3, 3)),
        batch=True,
    ),
)
