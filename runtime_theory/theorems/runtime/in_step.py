"""Times between a and b, and learners in step, where a = b."""

from __future__ import annotations

from functools import partial
from typing import Any

from runtime_theory.formulas import Formula
from runtime_theory.references import DUTTA2018
from runtime_theory.schemes import KAsync, KBatchSync
from runtime_theory.theorems.kernel.conclusion import Conclusion
from runtime_theory.theorems.kernel.domain import Domain
from runtime_theory.theorems.kernel.step import Axiom, Inequality, Step
from runtime_theory.theorems.kernel.theorem import Claim, Theorem
from runtime_theory.theorems.kernel.witness import Witness
from runtime_theory.theorems.runtime.claims import fact, of
from runtime_theory.theorems.runtime.models.lattice import (
    time_of_pushes,
    update_time_and_staleness,
)
from runtime_theory.theorems.runtime.points import (
    FIXED,
    NARROW,
    at,
    k_async_at,
)
from runtime_theory.timing.ends import (
    ASYNC_LONGEST,
    ASYNC_SHORTEST,
    BATCH_SYNC_LONGEST,
    BATCH_SYNC_SHORTEST,
)
from runtime_theory.timing.facts import Scope

__all__ = ["THEOREMS"]

_fact = partial(fact, KAsync)
_SYNC, _ASYNC = r"K\text{-batch-sync}", r"K\text{-async}"


def _prove_in_step(
    quickest: Formula, slowest: Formula, shortest: Formula, longest: Formula
) -> tuple[Step, ...]:
    from sympy import ceiling, floor

    domain = Domain(positive="a b", counts="P K q", naturals="i j")
    a, b, P, K, q, i, j = domain["a b P K q i j"]
    several = i + j + 1  # so that j is less
    return (
        Inequality(
            r"K-batch-sync, $q = \lceil K/P \rceil$: $K = Pq - j$ with $0 \le j < P = i + j + 1$. "
            "If no learner had done more than $q - 1$ mini-batches there would be fewer than $K$: "
            "some learner does $q$ of them, in a time of at least $qa$.",
            several * (q - 1) + 1,
            several * q - j,
            domain,
            (i,),
        ),
        Conclusion("Hence", quickest, a * ceiling(K / P), domain, ">="),
        Inequality(
            "In a time of $qb$ every learner does $q$ mini-batches or more: $K$ or more in all.",
            P * q - j,
            P * q,
            domain,
            (j,),
        ),
        Conclusion("Hence", slowest, b * ceiling(K / P), domain, "<="),
        Inequality(
            r"K-async, $q = \lfloor P/K \rfloor$: $P = Kq + j$ with $0 \le j < K = i + j + 1$. In "
            "less than $a$ from an update on, nobody pushes that has begun at it or later; those "
            "who have begun before, $P - K$, are too few for $q$ more updates: $P - K + 1$ is",
            several * q + j - several + 1,
            several * q,
            domain,
            (i,),
        ),
        Conclusion(
            "Any $q$ updates in a row take at least $a$: in the long run",
            shortest,
            a / floor(P / K),
            domain,
            ">=",
        ),
        Inequality(
            "At an update all $P$ learners begin or compute; each of them pushes within $b$, and "
            "$P$ pushes make at least $q$ updates.",
            K * q,
            K * q + j,
            domain,
            (j,),
        ),
        Conclusion(
            "Any $q$ updates in a row take at most $b$: in the long run",
            longest,
            b / floor(P / K),
            domain,
            "<=",
        ),
    )


def _witnesses_in_step() -> tuple[Witness, ...]:
    found = []
    ends: dict[str, Any] = {"a": 2, "b": 2}
    for P, K in ((2, 1), (2, 3), (3, 3), (3, 7), (1, 2), (3, 2)):
        truth = time_of_pushes(P, 1, FIXED, K, batch=True)
        point, model = {"P": P, "K": K, **ends}, f"learners in step, K-batch-sync, P={P}, K={K}"
        found += [Witness(model, point, truth, sharp=True, claim=claim) for claim in (0, 1)]
    for P, K in ((2, 1), (3, 1), (3, 2), (5, 2), (4, 2), (3, 3), (4, 3)):
        truth, _ = update_time_and_staleness(P, K, FIXED, batch=False)
        point, model = {"P": P, "K": K, **ends}, f"learners in step, K-async, P={P}, K={K}"
        found += [Witness(model, point, truth, sharp=True, claim=claim) for claim in (2, 3)]
    ends = {"a": NARROW.values[0], "b": NARROW.values[-1]}
    for P, K in ((2, 1), (3, 2), (2, 2)):
        sync = time_of_pushes(P, 1, NARROW, K, batch=True)
        stale, _ = update_time_and_staleness(P, K, NARROW, batch=False)
        point, model = {"P": P, "K": K, **ends}, f"times 2 and 3 at random, P={P}, K={K}"
        for claim, truth in enumerate((sync, sync, stale, stale)):
            found.append(Witness(model, point, truth, claim=claim))
    return tuple(found)


def _prove_deterministic(in_rounds: Formula, in_turns: Formula) -> tuple[Step, ...]:
    from sympy import ceiling, floor

    domain = Domain(positive="E_X", counts="P K")
    E_X, P, K = domain["E_X P K"]
    return (
        Axiom(
            "By the bounds of theorem in-step-bounds, whose ends meet: the shortest time is the "
            r"longest, $a = b = \mathbb{E}[X]$."
        ),
        Conclusion("K-batch-sync.", in_rounds, E_X * ceiling(K / P), domain),
        Conclusion("K-async.", in_turns, E_X / floor(P / K), domain),
    )


def _witnesses_deterministic() -> tuple[Witness, ...]:
    found = []
    for P, K in ((2, 1), (2, 3), (3, 3), (3, 7), (1, 2), (3, 2)):
        truth = time_of_pushes(P, 1, FIXED, K, batch=True)
        counts = [("P", P), ("K", K)]
        found.append(at("learners in step", FIXED, truth, sharp=True, counts=counts))
    cases = ((2, 1), (3, 1), (3, 2), (5, 2), (4, 2), (3, 3), (4, 3))
    found += [k_async_at(FIXED, P, K, claim=1, sharp=True) for P, K in cases]
    return tuple(found)


THEOREMS = (
    Theorem(
        "in-step-bounds",
        "Bounds for times between a and b",
        (
            r"Mini-batch times lie between $a > 0$ and $b$; for K-async $K \le P$, and "
            "expectations are those of the long run.",
        ),
        tuple(
            Claim(formula, "by deterministic times")
            for formula in (
                of(_SYNC, BATCH_SYNC_SHORTEST),
                of(_SYNC, BATCH_SYNC_LONGEST),
                of(_ASYNC, ASYNC_SHORTEST),
                of(_ASYNC, ASYNC_LONGEST),
            )
        ),
        _prove_in_step,
        DUTTA2018,
        "not stated there",
        _witnesses_in_step,
        "P K",
    ),
    Theorem(
        "deterministic-times",
        "Learners in step",
        (
            r"All mini-batch times are $\mathbb{E}[X]$; for K-async $K \le P$, and expectations "
            "are those of the long run.",
        ),
        (
            Claim(of(_SYNC, fact(KBatchSync, "iteration_time", Scope.DETERMINISTIC))),
            Claim(of(_ASYNC, _fact("iteration_time", Scope.DETERMINISTIC))),
        ),
        _prove_deterministic,
        DUTTA2018,
        "not stated there",
        _witnesses_deterministic,
        "P K",
    ),
)
