"""K-async where new is better than used, worse, or neither: exponential times."""

from __future__ import annotations

from functools import partial
from typing import Any

from runtime_theory.formulas import Formula
from runtime_theory.formulas.vocabulary import order_mean
from runtime_theory.references import BARLOW_PROSCHAN1975, DUTTA2018
from runtime_theory.schemes import KAsync
from runtime_theory.theorems.kernel.conclusion import Conclusion
from runtime_theory.theorems.kernel.domain import Domain
from runtime_theory.theorems.kernel.induction import Induction
from runtime_theory.theorems.kernel.step import Axiom, Inequality, Step
from runtime_theory.theorems.kernel.theorem import Claim, Theorem
from runtime_theory.theorems.kernel.witness import Witness
from runtime_theory.theorems.runtime.claims import fact, stated
from runtime_theory.theorems.runtime.k_async import FEWER
from runtime_theory.theorems.runtime.models.phases import update_time
from runtime_theory.theorems.runtime.points import (
    BETTER,
    EXPONENTIAL,
    WORSE,
    k_async_at,
)
from runtime_theory.theorems.runtime.renewal import INDEPENDENT
from runtime_theory.timing.facts import Scope

__all__ = ["THEOREMS"]

_fact = partial(fact, KAsync)


def _prove_better(bound: Formula) -> tuple[Step, ...]:
    return _prove_ageing(bound, better=True)


def _prove_worse(bound: Formula) -> tuple[Step, ...]:
    return _prove_ageing(bound, better=False)


def _prove_ageing(bound: Formula, *, better: bool) -> tuple[Step, ...]:
    domain = Domain(counts="P K")
    P, K = domain["P K"]
    word, sign = ("better", r"\ge") if better else ("worse", r"\le")
    return (
        Axiom(
            f"New {word} than used: a learner that has computed for $u$ at an update ends "
            f"within $t$ with a probability $G$ of {'at least' if better else 'at most'} "
            r"$F = \Pr[X \le t]$.",
            rf"G = \Pr[X \le t + u \mid X > u] {sign} F",
            BARLOW_PROSCHAN1975,
        ),
        _more_finish(better=better),
        Axiom(
            "Learners are independent given the past. So put a new mini-batch in the place of each "
            r"one that runs, one after another, and integrate over $t$ the probability that fewer "
            r"than $K$ have ended: $\mathbb{E}[T]$ becomes $\mathbb{E}[X_{K:P}]$, and no "
            f"{'smaller' if better else 'larger'}.",
            r"\mathbb{E}[T] = \int_0^\infty \Pr[\text{fewer than } K \text{ end by } t] \, dt",
            DUTTA2018,
        ),
        Conclusion("Hence", bound, order_mean(K, P), domain, "<=" if better else ">="),
    )


def _more_finish(*, better: bool) -> Inequality:
    """The chance that K of P have ended increases with the chance of each of them."""
    domain = Domain(nonnegative="A B p g")
    A, B, p, g = domain["A B p g"]
    F, G = (p, p + g) if better else (p + g, p)
    running, fresh = (1 - G) * A + G * (A + B), (1 - F) * A + F * (A + B)
    small, large = (fresh, running) if better else (running, fresh)
    return Inequality(
        "With $A$ and $B$ the probabilities that of the others at least $K$ and just $K - 1$ end "
        f"within $t$, $K$ of all end {'more' if better else 'less'} often than with a new "
        f"mini-batch in the place of the one that runs: ${'F' if better else 'G'} = p$ and "
        f"${'G' if better else 'F'} = p + g$, $g \\ge 0$.",
        small,
        large,
        domain,
        (g * B,),
    )


def _witnesses_of_ageing(law: Any) -> tuple[Witness, ...]:
    attained = (
        (EXPONENTIAL, 3, 2),
        (EXPONENTIAL, 4, 2),
        (EXPONENTIAL, 2, 1),
        (law, 2, 2),
        (law, 3, 3),
    )
    found = [k_async_at(*case, sharp=True) for case in attained]
    return (*found, *(k_async_at(law, P, K) for P, K in ((2, 1), (3, 2), (4, 3))))


def _prove_exponential(ranked: Formula, closed: Formula) -> tuple[Step, ...]:
    domain = Domain(positive="mu", counts="P", naturals="K", facts=("P - K",))
    mu, P, K = domain["mu P K"]
    return (
        Axiom(
            "What runs is as good as new: at an update all $P$ learners begin afresh, as it were.",
            r"T \sim X_{K:P}",
            DUTTA2018,
        ),
        Conclusion("Hence", ranked, order_mean(K, P), domain),
        Induction(
            r"The first of the $P - K$ that have not pushed takes $1/((P-K)\mu)$ more.",
            r"\mathbb{E}[T]",
            "K",
            0,
            0,
            1 / ((P - K) * mu),
            closed.expr,
            domain,
        ),
    )


def _witnesses_of_exponential() -> tuple[Witness, ...]:
    found = []
    for P, K in ((1, 1), (2, 1), (3, 2), (4, 2), (5, 5)):
        found.append(k_async_at(EXPONENTIAL, P, K, sharp=True))
        point: dict[str, Any] = {"P": P, "K": K, "mu": EXPONENTIAL.rates[0]}
        truth = update_time(P, K, EXPONENTIAL)
        found.append(Witness(f"Markov chain, P={P}, K={K}", point, truth, sharp=True, claim=1))
    return tuple(found)


_BETTER = r"$\Pr[X > t + u] \le \Pr[X > t] \Pr[X > u]$ for $t, u \ge 0$."
_CASES = "by exponential times, and for $K = P$"


THEOREMS = (
    Theorem(
        "k-async-better",
        "K-async where new is better than used",
        (INDEPENDENT, _BETTER, FEWER),
        (Claim(_fact("iteration_time_upper", Scope.NBU), _CASES),),
        _prove_better,
        DUTTA2018,
        "Lemma 5",
        partial(_witnesses_of_ageing, BETTER),
        "P K",
    ),
    Theorem(
        "k-async-worse",
        "K-async where new is worse than used",
        (INDEPENDENT, _BETTER.replace(r"\le", r"\ge"), FEWER),
        (Claim(_fact("iteration_time_lower", Scope.NWU), _CASES),),
        _prove_worse,
        BARLOW_PROSCHAN1975,
        "Lemma 5 of Dutta et al. reversed",
        partial(_witnesses_of_ageing, WORSE),
        "P K",
    ),
    Theorem(
        "k-async-exponential",
        "K-async, exponential times",
        ("Mini-batch times are independent, exponential with the same rate; $K \\le P$.",),
        (
            Claim(_fact("iteration_time", Scope.EXPONENTIAL)),
            Claim(
                stated(
                    "iteration time of k-async, exponential",
                    r"\mathbb{E}[T]",
                    KAsync("P", "K"),
                    "exponential",
                    "iteration_time",
                )
            ),
        ),
        _prove_exponential,
        DUTTA2018,
        "Lemma 5, equality",
        _witnesses_of_exponential,
        "P K",
    ),
)
