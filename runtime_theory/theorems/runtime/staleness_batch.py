"""The law of staleness of K-batch-async, exponential times."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

from runtime_theory.formulas import Formula
from runtime_theory.references import COX1962, DUTTA2018
from runtime_theory.schemes import KBatchAsync
from runtime_theory.theorems.kernel.conclusion import Conclusion
from runtime_theory.theorems.kernel.domain import Domain
from runtime_theory.theorems.kernel.induction import Induction
from runtime_theory.theorems.kernel.step import Axiom, Identity, Step
from runtime_theory.theorems.kernel.theorem import Claim, Theorem
from runtime_theory.theorems.kernel.witness import Witness
from runtime_theory.theorems.runtime.claims import fact
from runtime_theory.timing.facts import Scope

__all__ = ["THEOREMS"]


def _prove_batch(pmf: Formula, fresh: Formula) -> tuple[Step, ...]:
    # Nobody else pushes where P = 1: q = 1 - 1/P in (0, 1) is for P > 1.
    domain = Domain(counts="K", naturals="p n", positive="r")
    K, p, n = domain["K p n"]
    P = p + 2
    q = 1 - 1 / P

    def tail(t: Any) -> Any:
        """Pr[s >= t] for t >= 1."""
        return (P - 1) / K * q ** ((t - 1) * K) * (1 - q**K)

    return (
        Axiom(
            "What runs is as good as new: each push is by any of the $P$ learners with equal "
            "chances, whatever the past. A learner reads after a push whose number is $r$ modulo "
            r"$K$, all $r$ being equally frequent, and its next push is $G$ pushes later, "
            r"$\Pr[G > g] = q^g$ with $q = 1 - 1/P$: at least $t \ge 1$ updates are between if "
            "the push comes after the $t$-th, with $tK - r$ pushes of others first.",
            r"\Pr[s \ge t] = \frac{1}{K} \sum_{r=0}^{K-1} q^{tK - r}, \qquad q = 1 - \frac{1}{P}",
            DUTTA2018,
        ),
        Induction(
            "The geometric sum, of $n$ terms; $P = p + 2$.",
            r"\sum_{r=0}^{n-1} q^{-r}",
            "n",
            0,
            0,
            q ** (-n),
            (P - 1) * (q ** (-n) - 1),
            domain,
        ),
        Identity(
            "For $n = K$: the tail, at $t = n + 1$.",
            q ** ((n + 1) * K) / K * (P - 1) * (q ** (-K) - 1),
            tail(n + 1),
            domain,
        ),
        Induction(
            r"The mean is $\sum_{t \ge 1} \Pr[s \ge t]$, a geometric series of ratio $q^K$ that "
            "tends to $(P-1)/K$, as the theorem on mean staleness says.",
            r"\sum_{t=1}^{n} \Pr[s \ge t]",
            "n",
            0,
            0,
            tail(n + 1),
            (P - 1) / K * (1 - q ** (K * n)),
            domain,
        ),
        *_values(pmf, fresh, domain, tail),
    )


def _values(pmf: Formula, fresh: Formula, domain: Domain, tail: Any) -> Iterator[Step]:
    """The pmf from its tail: at 0, at n + 1, and for one learner."""
    from sympy import Symbol

    P, s, p, n = Symbol("P"), Symbol("s"), Symbol("p"), Symbol("n")
    typed = domain["n"]
    at_zero = pmf.replaced(pmf.expr.subs(s, 0).subs(P, p + 2))
    # The domain knows that n + 1 is not 0, so that the branch for s = 0 is left.
    later = pmf.replaced(pmf.expr.subs(s, typed + 1).subs(P, p + 2))
    alone = pmf.replaced(pmf.expr.subs(P, 1).subs(s, n))
    fresh_of_two = fresh.replaced(fresh.expr.subs(P, p + 2))
    yield Conclusion(r"$\Pr(0) = 1 - \Pr[s \ge 1]$.", at_zero, 1 - tail(1), domain)
    yield Conclusion("The same.", fresh_of_two, 1 - tail(1), domain)
    yield Conclusion(
        r"$\Pr(n + 1) = \Pr[s \ge n + 1] - \Pr[s \ge n + 2]$; $s = n + 1$.",
        later,
        tail(typed + 1) - tail(typed + 2),
        domain,
    )
    yield Conclusion("One learner is never stale.", alone, _at_once(n), domain)


def _at_once(n: Any) -> Any:
    from sympy import Eq, Piecewise

    return Piecewise((1, Eq(n, 0)), (0, True))


@cache
def _in_pushes(P: int, K: int, s: int) -> Fraction:
    """Pr[s]: every sequence of pushing learners, one learner followed from every phase."""
    total = Fraction(0)
    for start in range(K):
        # Pushes start + 1, start + 2, ...; the i-th takes part in the update of version (i-1)//K.
        for gap in range(1, (s + 1) * K + 1):
            if (start + gap - 1) // K == s:
                total += _others_first(P, gap) / K
    return total


@cache
def _others_first(P: int, gap: int) -> Fraction:
    """The chance that learner 0 is first at push `gap`, by listing all sequences."""
    sequences = product(range(P), repeat=gap)
    hits = sum(pushes[-1] == 0 and 0 not in pushes[:-1] for pushes in sequences)
    return Fraction(hits, P**gap)


def _witnesses_in_pushes() -> tuple[Witness, ...]:
    found = []
    for P, K in ((1, 2), (2, 1), (2, 2), (3, 2), (2, 3)):
        for s in range(3):
            model = f"all sequences of pushes, P={P}, K={K}, s={s}"
            point = {"P": P, "K": K, "s": s}
            found.append(Witness(model, point, _in_pushes(P, K, s), sharp=True))
        model = f"all sequences of pushes, P={P}, K={K}"
        found.append(Witness(model, {"P": P, "K": K}, _in_pushes(P, K, 0), sharp=True, claim=1))
    return tuple(found)


_EXPONENTIAL = "Mini-batch times are independent, exponential with the same rate."


THEOREMS = (
    Theorem(
        "k-batch-async-staleness",
        "Staleness of K-batch-async, exponential times",
        (_EXPONENTIAL,),
        (
            Claim(fact(KBatchAsync, "staleness_pmf", Scope.EXPONENTIAL)),
            Claim(fact(KBatchAsync, "freshness", Scope.EXPONENTIAL)),
        ),
        _prove_batch,
        COX1962,
        "not stated there",
        _witnesses_in_pushes,
        "P K s",
    ),
)
