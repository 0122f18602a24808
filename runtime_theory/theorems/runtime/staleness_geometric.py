"""The law of staleness of async and K-async, exponential times: geometric."""

from __future__ import annotations

from fractions import Fraction
from functools import cache, partial
from itertools import combinations, product

from runtime_theory.formulas import Formula
from runtime_theory.references import DUTTA2018
from runtime_theory.schemes import Async, KAsync
from runtime_theory.theorems.kernel.conclusion import Conclusion
from runtime_theory.theorems.kernel.domain import Domain
from runtime_theory.theorems.kernel.induction import Induction
from runtime_theory.theorems.kernel.recurrence import Recurrence
from runtime_theory.theorems.kernel.step import Axiom, Identity, Step
from runtime_theory.theorems.kernel.theorem import Claim, Theorem
from runtime_theory.theorems.kernel.witness import Witness
from runtime_theory.theorems.runtime.claims import fact
from runtime_theory.timing.facts import Scope

__all__ = ["THEOREMS"]


def _prove_geometric(learners: str, pmf: Formula, fresh: Formula) -> tuple[Step, ...]:
    """With K of P pushing in an update, or one of P."""
    fewer = ("P - K",) if learners == "K" else ()
    domain = Domain(positive="f", naturals="s n", real="e", counts="P K", facts=fewer)
    f, s, n, e, P, K = domain["f s n e P K"]
    share = K / P if learners == "K" else 1 / P
    law = f * (1 - f) ** s
    return (
        Axiom(
            "What runs is as good as new: whatever the past, the learners that push in an update "
            f"are {'any $K$' if learners == 'K' else 'any one'} of the $P$ with equal chances. A "
            f"given one is among them with probability $f = {learners}/P$.",
            r"\Pr[s \ge n + 1] = (1 - f) \Pr[s \ge n]",
            DUTTA2018,
        ),
        Recurrence(
            r"By induction over $n$.",
            r"\Pr[s \ge n]",
            "n",
            0,
            1,
            "e",
            (1 - f) * e,
            (1 - f) ** n,
            domain,
        ),
        Identity(
            r"$\Pr[s] = \Pr[s \ge n] - \Pr[s \ge n+1]$ at $n = s$.",
            (1 - f) ** s - (1 - f) ** (s + 1),
            law,
            domain,
        ),
        Induction(
            r"The probabilities add up to $1$ as $n \to \infty$.",
            r"\sum_{s=0}^{n-1} \Pr(s)",
            "n",
            0,
            0,
            law.subs(s, n),
            1 - (1 - f) ** n,
            domain,
        ),
        Induction(
            r"And the mean is $\sum_{i \ge 1} \Pr[s \ge i] = 1/f - 1$, as the theorem on mean "
            "staleness says.",
            r"\sum_{i=1}^{n} \Pr[s \ge i]",
            "n",
            0,
            0,
            (1 - f) ** (n + 1),
            (1 - f) / f * (1 - (1 - f) ** n),
            domain,
        ),
        Conclusion("With the share put in.", pmf, law.subs(f, share), domain),
        Conclusion("At $s = 0$.", fresh, share, domain),
    )


@cache
def _in_subsets(P: int, K: int, s: int) -> Fraction:
    """Pr[s]: every sequence of s + 1 sets of K pushing learners, one learner followed."""
    sets = list(combinations(range(P), K))
    hits = sum(
        0 in rounds[-1] and all(0 not in pushing for pushing in rounds[:-1])
        for rounds in product(sets, repeat=s + 1)
    )
    return Fraction(hits, len(sets) ** (s + 1))


def _witnesses_in_subsets(*, alone: bool) -> tuple[Witness, ...]:
    found = []
    ranks = ((1, 1), (2, 1), (3, 1), (5, 1)) if alone else ((2, 1), (3, 2), (4, 2), (4, 3), (3, 3))
    for P, K in ranks:
        for s in range(4 if P < 5 else 3):
            model = f"all sequences of pushing learners, P={P}, K={K}, s={s}"
            point = {"P": P, "K": K, "s": s}
            found.append(Witness(model, point, _in_subsets(P, K, s), sharp=True))
        point = {"P": P, "K": K}
        model = f"all sets of pushing learners, P={P}, K={K}"
        found.append(Witness(model, point, _in_subsets(P, K, 0), sharp=True, claim=1))
    return tuple(found)


_EXPONENTIAL = "Mini-batch times are independent, exponential with the same rate."


THEOREMS = (
    Theorem(
        "async-staleness",
        "Staleness of async, exponential times",
        (_EXPONENTIAL,),
        (
            Claim(fact(Async, "staleness_pmf", Scope.EXPONENTIAL)),
            Claim(fact(Async, "freshness", Scope.EXPONENTIAL)),
        ),
        partial(_prove_geometric, "1"),
        DUTTA2018,
        "its Lemma 8 as an equality",
        partial(_witnesses_in_subsets, alone=True),
        "P s",
    ),
    Theorem(
        "k-async-staleness",
        "Staleness of K-async, exponential times",
        (_EXPONENTIAL, r"$K \le P$."),
        (
            Claim(fact(KAsync, "staleness_pmf", Scope.EXPONENTIAL)),
            Claim(fact(KAsync, "freshness", Scope.EXPONENTIAL)),
        ),
        partial(_prove_geometric, "K"),
        DUTTA2018,
        "not stated there",
        partial(_witnesses_in_subsets, alone=False),
        "P K s",
    ),
)
