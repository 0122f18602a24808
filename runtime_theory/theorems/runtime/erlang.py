"""Exponential times: K pushes of one Poisson stream, an Erlang law."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import partial
from math import factorial

from runtime_theory.formulas import Formula
from runtime_theory.references import COX1962, DUTTA2018
from runtime_theory.schemes import Async, KBatchAsync, KBatchSync
from runtime_theory.theorems.kernel.conclusion import Conclusion
from runtime_theory.theorems.kernel.domain import Domain
from runtime_theory.theorems.kernel.induction import Induction
from runtime_theory.theorems.kernel.step import Axiom, Step
from runtime_theory.theorems.kernel.theorem import Claim, Theorem
from runtime_theory.theorems.kernel.witness import Witness
from runtime_theory.theorems.runtime.claims import fact, of
from runtime_theory.theorems.runtime.points import (
    EXPONENTIAL,
    at,
)
from runtime_theory.timing.facts import Scope

__all__ = ["THEOREMS"]

_fact = partial(fact, KBatchSync)
_variance = partial(fact, quantity="iteration_time_variance", scope=Scope.EXPONENTIAL)


def _prove_erlang(mean: Formula, variance: Formula) -> tuple[Step, ...]:
    domain = Domain(positive="E_X", counts="P", naturals="K")
    E_X, P, K = domain["E_X P K"]
    gap = E_X / P
    return (
        Axiom(
            "Whoever has pushed starts another mini-batch, and what runs is as good as new: the "
            "gaps between pushes are independent and exponential, with the rate of all $P$ "
            "learners. The $K$-th push has an Erlang law.",
            r"S_{n+1} - S_n \sim \operatorname{Exp}\left(\frac{P}{\mathbb{E}[X]}\right)",
            COX1962,
        ),
        Induction("Means.", r"\mathbb{E}[T]", "K", 0, 0, gap, K * gap, domain),
        Conclusion("Hence", mean, K * gap, domain),
        Induction(
            "Variances, of independent gaps.",
            r"\operatorname{Var}[T]",
            "K",
            0,
            0,
            gap**2,
            K * gap**2,
            domain,
        ),
        Conclusion("Hence", variance, K * gap**2, domain),
    )


def _prove_streams(batch: Formula, single: Formula) -> tuple[Step, ...]:
    domain = Domain(positive="E_X", counts="P", naturals="K")
    E_X, P, K = domain["E_X P K"]
    gap = E_X / P
    return (
        Axiom(
            "Learners that never wait push in one Poisson stream: its gaps are independent and "
            "exponential, and an update takes $K$ of them.",
            r"S_{n+1} - S_n \sim \operatorname{Exp}\left(\frac{P}{\mathbb{E}[X]}\right)",
            COX1962,
        ),
        Induction(
            "Variances add up,",
            r"\operatorname{Var}[T]",
            "K",
            0,
            0,
            gap**2,
            K * gap**2,
            domain,
        ),
        Conclusion("hence", batch, K * gap**2, domain),
        Conclusion("and for async, $K = 1$,", single, gap**2, domain),
    )


def _counts(P: int, most: int) -> Iterator[tuple[int, ...]]:
    """Numbers of mini-batches done by each of P learners, at most so many in all."""
    if P == 0:
        yield ()
        return
    for first in range(most + 1):
        for rest in _counts(P - 1, most - first):
            yield (first, *rest)


def _moment(P: int, K: int, rate: Fraction, power: int) -> Fraction:
    """E[T^power]: the chance that P counts are together below K, integrated in time.

    The counts of a learner by t are Poisson; nothing is superposed.
    """
    total = Fraction(0)
    for counts in _counts(P, K - 1):
        n = sum(counts)
        ways = Fraction(1)
        for count in counts:
            ways /= factorial(count)
        total += ways * power * Fraction(factorial(n + power - 1), P ** (n + power))
    return total / rate**power


def _witnesses_of_erlang() -> tuple[Witness, ...]:
    found = []
    rate = 1 / EXPONENTIAL.mean
    for P, K in ((1, 1), (2, 1), (2, 3), (3, 2), (3, 4)):
        mean, second = (_moment(P, K, rate, power) for power in (1, 2))
        for claim, truth in enumerate((mean, second - mean**2)):
            model = "counts of each learner, summed"
            counts = [("P", P), ("K", K)]
            found.append(at(model, EXPONENTIAL, truth, sharp=True, claim=claim, counts=counts))
    return tuple(found)


def _witnesses_of_streams() -> tuple[Witness, ...]:
    found = []
    rate = 1 / EXPONENTIAL.mean
    for P, K in ((1, 1), (2, 1), (3, 1), (2, 3), (3, 2), (3, 4)):
        mean, second = (_moment(P, K, rate, power) for power in (1, 2))
        for claim in range(2 if K == 1 else 1):
            model, counts = "counts of each learner, summed", [("P", P), ("K", K)]
            truth = second - mean**2
            found.append(at(model, EXPONENTIAL, truth, sharp=True, claim=claim, counts=counts))
    return tuple(found)


THEOREMS = (
    Theorem(
        "k-batch-sync-erlang",
        "Iteration time of K-batch-sync, exponential times",
        ("Mini-batch times are independent, exponential with the same rate.",),
        (
            Claim(_fact("iteration_time", Scope.EXPONENTIAL)),
            Claim(_fact("iteration_time_variance", Scope.EXPONENTIAL)),
        ),
        _prove_erlang,
        DUTTA2018,
        "section 4.1",
        _witnesses_of_erlang,
        "P K",
    ),
    Theorem(
        "poisson-stream-variance",
        "Variance of an asynchronous update, exponential times",
        ("Mini-batch times are independent, exponential with the same rate.",),
        (
            Claim(of(r"K\text{-batch-async}", _variance(KBatchAsync))),
            Claim(of(r"\mathrm{async}", _variance(Async))),
        ),
        _prove_streams,
        COX1962,
        "",
        _witnesses_of_streams,
        "P K",
    ),
)
