"""The first J updates of asynchronous kinds, from a fresh start of all learners."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from runtime_theory.formulas import Formula
from runtime_theory.references import BARLOW_PROSCHAN1975, COX1962, DUTTA2018
from runtime_theory.theorems.kernel.conclusion import Conclusion
from runtime_theory.theorems.kernel.domain import Domain
from runtime_theory.theorems.kernel.induction import Induction
from runtime_theory.theorems.kernel.step import Axiom, Identity, Inequality, Step
from runtime_theory.theorems.kernel.theorem import Claim, Theorem
from runtime_theory.theorems.kernel.witness import Witness
from runtime_theory.theorems.runtime.models.lattice import (
    LatticeLaw,
    time_of_pushes,
)
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
from runtime_theory.timing.horizon import (
    BATCH_AT_LEAST,
    BATCH_AT_MOST,
    BATCH_EXPONENTIAL,
    BATCH_WALD,
    ONE_PER_PUSH_AT_MOST,
)

__all__ = ["THEOREMS"]


def _prove_poisson(time: Formula) -> tuple[Step, ...]:
    domain = Domain(positive="E_X", counts="P K J", naturals="n")
    E_X, P, K, J, n = domain["E_X P K J n"]
    return (
        Axiom(
            "Pushes of $P$ exponential learners are one Poisson stream of rate "
            r"$P/\mathbb{E}[X]$: every next push takes the same time on average.",
            r"\mathbb{E}[S_{n+1}] - \mathbb{E}[S_n] = \frac{\mathbb{E}[X]}{P}",
            COX1962,
        ),
        Induction(
            "The time of the $n$-th push, from $S_0 = 0$.",
            r"\mathbb{E}[S_n]",
            "n",
            0,
            0,
            E_X / P,
            n * E_X / P,
            domain,
        ),
        Conclusion("The $J$-th update is the push $n = J K$.", time, J * K * E_X / P, domain),
    )


def _balance(domain: Domain) -> tuple[Step, ...]:
    J, K, E_X, P, R = domain["J K E_X P R"]
    return (
        Axiom(
            "By the $J$-th update $JK$ mini-batches are done and $P$ more have been begun. "
            "Beginnings do not look ahead, so that by Wald's identity all of them together take "
            r"$(JK + P)\,\mathbb{E}[X]$ on average; of the last $P$ there is $R$ left on average, "
            "of which the one that begins at that moment has all its "
            r"$\mathbb{E}[X]$.",
            r"P \, \mathbb{E}[(T_1 + \dots + T_J)_{K\text{-batch-async}}] "
            r"= (J K + P) \, \mathbb{E}[X] - R",
            COX1962,
        ),
        Identity(
            "Solved for the time.",
            ((J * K + P) * E_X - R) / P,
            J * K * E_X / P + (P * E_X - R) / P,
            domain,
        ),
    )


def _prove_ageing(bound: Formula, *, better: bool) -> tuple[Step, ...]:
    word, sign = ("better", "-") if better else ("worse", "+")
    domain = Domain(positive="E_X", nonnegative="R g", counts="P K J")
    J, K, E_X, P, g = domain["J K E_X P g"]
    left = P * E_X - g if better else P * E_X + g
    time, stream = ((J * K + P) * E_X - left) / P, J * K * E_X / P
    small, large = (stream, time) if better else (time, stream)
    return (
        *_balance(domain),
        Axiom(
            f"New {word} than used: what is left of a mini-batch is on average no "
            f"{'longer' if better else 'shorter'} than a new one.",
            rf"R = P \, \mathbb{{E}}[X] {sign} g, \quad g \ge 0",
            BARLOW_PROSCHAN1975,
        ),
        Inequality("Put in.", small, large, domain, (g / P,)),
        Conclusion("Hence", bound, stream, domain, ">=" if better else "<="),
    )


def _prove_better(bound: Formula) -> tuple[Step, ...]:
    return _prove_ageing(bound, better=True)


def _prove_worse(bound: Formula) -> tuple[Step, ...]:
    return _prove_ageing(bound, better=False)


def _prove_wald(batch: Formula, single: Formula) -> tuple[Step, ...]:
    from sympy import Symbol

    domain = Domain(positive="E_X", nonnegative="R g", counts="P K J")
    J, K, E_X, P, g = domain["J K E_X P g"]
    begun = ((J * K + P) * E_X - (E_X + g)) / P
    bound = (J * K + P - 1) * E_X / P
    waiting = Domain(positive="E_X", nonnegative="r", counts="K J", naturals="n")
    n, r = waiting["n r"]
    work, other = (J * K + n) * E_X - r, (J * K + n) * E_X / (n + 1)
    in_n = single.replaced(single.expr.subs("P", Symbol("K") + Symbol("n")))
    return (
        *_balance(domain),
        Inequality(
            r"Of the last $P$ one has not begun before: $R = \mathbb{E}[X] + g$, $g \ge 0$.",
            begun,
            bound,
            domain,
            (g / P,),
        ),
        Conclusion("Hence, for K-batch-async,", batch, bound, domain, "<="),
        Axiom(
            "In K-async the $K$ that push last do not begin another one before the update: "
            "$P - K$ more have been begun, of which $r$ is left on average. At most $K - 1$ "
            "learners wait at a time.",
            r"(P - K + 1) \, \mathbb{E}[(T_1 + \dots + T_J)_{K\text{-async}}] "
            r"\le (J K + P - K) \, \mathbb{E}[X] - r",
            COX1962,
        ),
        Inequality(
            r"With $r \ge 0$ left out; $n = P - K \ge 0$.",
            work / (n + 1),
            other,
            waiting,
            (r / (n + 1),),
        ),
        Conclusion("and, for K-async,", in_n, other, waiting, "<="),
    )


def _updates(law: Any, P: int, K: int, J: int) -> Fraction:
    """The mean time of J updates of K-batch-async."""
    if isinstance(law, LatticeLaw):
        return time_of_pushes(P, K, law, J * K, batch=True)
    return first_pushes_time(P, J * K, law)


def _first_updates(law: Any, P: int, K: int, J: int, *, sharp: bool = False) -> Witness:
    counts = [("P", P), ("K", K), ("J", J)]
    truth = _updates(law, P, K, J)
    return at("Markov chain from a fresh start", law, truth, sharp=sharp, counts=counts)


_STREAM = ((2, 1, 1), (2, 1, 3), (3, 2, 2), (2, 3, 1))


def _witnesses_of_stream() -> tuple[Witness, ...]:
    return tuple(_first_updates(EXPONENTIAL, *case, sharp=True) for case in _STREAM)


def _witnesses_of_better() -> tuple[Witness, ...]:
    return (*_witnesses_of_stream(), *(_first_updates(BETTER, *case) for case in _STREAM))


def _witnesses_of_worse() -> tuple[Witness, ...]:
    return (*_witnesses_of_stream(), *(_first_updates(WORSE, *case) for case in _STREAM))


def _witnesses_of_wald() -> tuple[Witness, ...]:
    in_step = ((2, 1, 3), (2, 3, 1), (3, 2, 2), (3, 7, 1), (2, 3, 3), (1, 2, 2))
    found = [_first_updates(FIXED, *case, sharp=True) for case in in_step]
    found += [_first_updates(law, 2, 2, 2) for law in (COIN, NARROW, BETTER, WORSE)]
    cases = ((FIXED, 2, 1, 3), (FIXED, 3, 1, 4), (FIXED, 1, 1, 2), (COIN, 3, 2, 2), (COIN, 2, 2, 2))
    for law, P, K, J in cases:
        truth = time_of_pushes(P, K, law, J * K, batch=False)
        counts = [("P", P), ("K", K), ("J", J)]
        model = "Markov chain from a fresh start"
        found.append(at(model, law, truth, claim=1, counts=counts))
    return tuple(found)


_EXPONENTIAL_TIMES = (
    "Mini-batch times are independent, exponential with the same rate; all learners start afresh."
)
_AGEING = "Mini-batch times are independent and new {} than used; all learners start afresh."
_ATTAINED = "by exponential times"


THEOREMS = (
    Theorem(
        "k-batch-async-first-updates",
        "The first J updates of K-batch-async, exponential times",
        (_EXPONENTIAL_TIMES,),
        (Claim(BATCH_EXPONENTIAL),),
        _prove_poisson,
        DUTTA2018,
        "Lemma 4, which holds for every $J$ here",
        _witnesses_of_stream,
        "P K J",
    ),
    Theorem(
        "k-batch-async-first-updates-better",
        "The first J updates of K-batch-async take longer where new is better than used",
        (_AGEING.format("better"),),
        (Claim(BATCH_AT_LEAST, _ATTAINED),),
        _prove_better,
        BARLOW_PROSCHAN1975,
        "corrects Lemma 4 of Dutta et al. for finite $J$",
        _witnesses_of_better,
        "P K J",
    ),
    Theorem(
        "k-batch-async-first-updates-worse",
        "The first J updates of K-batch-async are quicker where new is worse than used",
        (_AGEING.format("worse"),),
        (Claim(BATCH_AT_MOST, _ATTAINED),),
        _prove_worse,
        BARLOW_PROSCHAN1975,
        "corrects Lemma 4 of Dutta et al. for finite $J$",
        _witnesses_of_worse,
        "P K J",
    ),
    Theorem(
        "first-updates-any-law",
        "The first J updates, any law",
        (INDEPENDENT, "All learners start afresh; for K-async $K \\le P$."),
        (
            Claim(BATCH_WALD, "the first by deterministic times if $P$ divides $JK - 1$"),
            Claim(ONE_PER_PUSH_AT_MOST),
        ),
        _prove_wald,
        COX1962,
        "Wald's identity",
        _witnesses_of_wald,
        "P K J",
    ),
)
