"""Bounds on the iteration time of K-batch-sync."""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from typing import Any

from runtime_theory.formulas import Formula
from runtime_theory.formulas.vocabulary import order_mean
from runtime_theory.references import BARLOW_PROSCHAN1975, COX1962, DUTTA2018
from runtime_theory.schemes import KBatchSync
from runtime_theory.theorems.kernel.conclusion import Conclusion
from runtime_theory.theorems.kernel.domain import Domain
from runtime_theory.theorems.kernel.induction import InductiveBound
from runtime_theory.theorems.kernel.step import Axiom, Inequality, Step
from runtime_theory.theorems.kernel.theorem import Claim, Theorem
from runtime_theory.theorems.kernel.witness import Witness
from runtime_theory.theorems.runtime.claims import fact
from runtime_theory.theorems.runtime.models.lattice import LatticeLaw, time_of_pushes
from runtime_theory.theorems.runtime.models.phases import first_pushes_time
from runtime_theory.theorems.runtime.points import (
    BETTER,
    COIN,
    EXPONENTIAL,
    FIXED,
    NARROW,
    WORSE,
    at,
)
from runtime_theory.theorems.runtime.renewal import INDEPENDENT
from runtime_theory.timing.facts import Scope

__all__ = ["THEOREMS"]

_fact = partial(fact, KBatchSync)


def _prove_any(first: Formula, wald: Formula, ranked: Formula) -> tuple[Step, ...]:
    under = _fact("iteration_time_upper", Scope.ANY, nth=1).conditions
    domain = Domain(positive="E_X", nonnegative="g", counts="P K")
    E_X, P, K, g = domain["E_X P K g"]
    time, bound = ((K + P) * E_X - (E_X + g)) / P, (K + P - 1) * E_X / P
    return (
        Axiom(
            "Nothing is pushed before the quickest first mini-batch, and by the time that $K$ "
            "first mini-batches are over $K$ are pushed.",
            r"X_{1:P} \le T, \qquad T \le X_{K:P} \text{ if } K \le P",
            DUTTA2018,
        ),
        Conclusion("Hence", first, order_mean(1, P), domain, ">="),
        Conclusion("and", ranked, order_mean(K, P), domain, "<=", under),
        Axiom(
            "When the iteration ends $K$ mini-batches are done and, were it to go on, $P$ more "
            "would have been begun. Beginnings do not look ahead: by Wald's identity all together "
            r"take $(K + P)\,\mathbb{E}[X]$ on average. $R$ is what is left of the last $P$; one "
            r"of them begins at that moment, so that $R = \mathbb{E}[X] + g$, $g \ge 0$.",
            r"P \, \mathbb{E}[T] = (K + P) \, \mathbb{E}[X] - R",
            COX1962,
        ),
        Inequality("Solved for the time.", time, bound, domain, (g / P,)),
        Conclusion("Hence", wald, bound, domain, "<="),
    )


def _time(law: Any, P: int, K: int) -> Fraction:
    if isinstance(law, LatticeLaw):
        return time_of_pushes(P, 1, law, K, batch=True)
    return first_pushes_time(P, K, law)


def _seen(law: Any, P: int, K: int, claim: int, *, sharp: bool = False) -> Witness:
    counts = [("P", P), ("K", K)]
    truth = _time(law, P, K)
    return at("Markov chain", law, truth, sharp=sharp, claim=claim, counts=counts)


def _witnesses_of_any() -> tuple[Witness, ...]:
    found = [_seen(law, P, 1, 0, sharp=True) for law, P in ((COIN, 2), (NARROW, 3), (WORSE, 2))]
    found += [
        _seen(FIXED, P, K, 1, sharp=True) for P, K in ((2, 1), (2, 3), (3, 4), (3, 7), (1, 2))
    ]
    found += [_seen(NARROW, P, K, 2, sharp=True) for P, K in ((3, 2), (3, 3), (4, 2), (2, 1))]
    for claim in range(3):
        found += [_seen(law, 3, 2, claim) for law in (COIN, BETTER, WORSE)]
    return (*found, _seen(NARROW, 2, 3, 2))


def _prove_ageing(rate: Formula, fresh: Formula, *, better: bool) -> tuple[Step, ...]:
    domain = Domain("E_X", "g", "e", "P K")
    E_X, P, K, g = domain["E_X P K g"]
    rest, change = (P * E_X - g, "-") if better else (P * E_X + g, "+")
    time, stream = ((K + P) * E_X - rest) / P, K * E_X / P
    small, large = (stream, time) if better else (time, stream)
    word, sign = ("better", r"\le") if better else ("worse", r"\ge")
    length = "longer" if better else "shorter"
    return (
        Axiom(
            f"New {word} than used: given the past, what is left of a mini-batch is no {length} "
            "than a new one, in distribution. So after each push the next one comes no "
            f"{'later' if better else 'sooner'} than if all $P$ learners began afresh.",
            rf"\mathbb{{E}}[S_{{n+1}} - S_n] {sign} \mathbb{{E}}[X_{{1:P}}]",
            BARLOW_PROSCHAN1975,
        ),
        InductiveBound(
            "By induction over $K$.",
            r"\mathbb{E}[S_K]",
            "K",
            0,
            "e",
            domain["e"] + order_mean(1, P),
            0,
            K * order_mean(1, P),
            domain,
            lower=not better,
        ),
        Conclusion("Hence", fresh, K * order_mean(1, P), domain, "<=" if better else ">="),
        Axiom(
            "As in the bound from Wald's identity; of the mean $R$ of what is left of $P$ "
            rf"mini-batches is known that $R = P\,\mathbb{{E}}[X] {change} g$, $g \ge 0$.",
            r"P \, \mathbb{E}[T] = (K + P) \, \mathbb{E}[X] - R",
            COX1962,
        ),
        Inequality("Solved for the time.", small, large, domain, (g / P,)),
        Conclusion("Hence", rate, stream, domain, ">=" if better else "<="),
    )


def _prove_better(rate: Formula, fresh: Formula) -> tuple[Step, ...]:
    return _prove_ageing(rate, fresh, better=True)


def _prove_worse(rate: Formula, fresh: Formula) -> tuple[Step, ...]:
    return _prove_ageing(rate, fresh, better=False)


def _witnesses_of_ageing(law: Any) -> tuple[Witness, ...]:
    found = []
    for claim in range(2):
        for P, K in ((1, 1), (2, 1), (2, 3), (3, 2)):
            found.append(_seen(EXPONENTIAL, P, K, claim, sharp=True))
            found.append(_seen(law, P, K, claim))
    return tuple(found)


_EXPONENTIAL_CASE = "by exponential times"


THEOREMS = (
    Theorem(
        "k-batch-sync-any-law",
        "Bounds on the iteration time of K-batch-sync",
        (INDEPENDENT,),
        (
            Claim(_fact("iteration_time_lower", Scope.ANY), "below for $K = 1$"),
            Claim(
                _fact("iteration_time_upper", Scope.ANY),
                "above, in the first place, by deterministic times if $P$ divides $K - 1$",
            ),
            Claim(
                _fact("iteration_time_upper", Scope.ANY, nth=1),
                "in the second, if the longest time is less than twice the shortest",
            ),
        ),
        _prove_any,
        COX1962,
        "Wald's identity",
        _witnesses_of_any,
        "P K",
    ),
    Theorem(
        "k-batch-sync-better",
        "K-batch-sync where new is better than used",
        (INDEPENDENT, r"$\Pr[X > t + u] \le \Pr[X > t] \Pr[X > u]$ for $t, u \ge 0$."),
        (
            Claim(_fact("iteration_time_lower", Scope.NBU), _EXPONENTIAL_CASE),
            Claim(_fact("iteration_time_upper", Scope.NBU), _EXPONENTIAL_CASE),
        ),
        _prove_better,
        BARLOW_PROSCHAN1975,
        "chapter 6, for the class",
        partial(_witnesses_of_ageing, BETTER),
        "P K",
    ),
    Theorem(
        "k-batch-sync-worse",
        "K-batch-sync where new is worse than used",
        (INDEPENDENT, r"$\Pr[X > t + u] \ge \Pr[X > t] \Pr[X > u]$ for $t, u \ge 0$."),
        (
            Claim(_fact("iteration_time_upper", Scope.NWU), _EXPONENTIAL_CASE),
            Claim(_fact("iteration_time_lower", Scope.NWU), _EXPONENTIAL_CASE),
        ),
        _prove_worse,
        BARLOW_PROSCHAN1975,
        "chapter 6, for the class",
        partial(_witnesses_of_ageing, WORSE),
        "P K",
    ),
)
