"""One update of K-batch-async SGD on a quadratic with exponential times, push by push."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Any, final

from runtime_theory.convergence.quadratic import recursion_for
from runtime_theory.formulas import Formula
from runtime_theory.references import DUTTA2018
from runtime_theory.theorems.dynamics.updates import QUADRATIC, STATE
from runtime_theory.theorems.dynamics.witnesses import update_witnesses
from runtime_theory.theorems.kernel.conclusion import Conclusion
from runtime_theory.theorems.kernel.domain import Domain
from runtime_theory.theorems.kernel.induction import Induction
from runtime_theory.theorems.kernel.step import Axiom, Step
from runtime_theory.theorems.kernel.theorem import Claim, Theorem

__all__ = ["THEOREMS"]

_DOMAIN = Domain(
    positive="eta a",
    nonnegative="s2 M A A_next C",
    real="B D",
    counts="P K",
    naturals="n",
    facts=("P - 2",),
)


@final
@dataclass(frozen=True)
class _Pushed:
    """Moments after n pushes, none of which was the last: B, C, D of the copies; those of G/a.

    N is E[G y_i]/a of a learner that did not push n-th.
    """

    B: Any
    C: Any
    D: Any
    H: Any
    N: Any
    E: Any


def _after(n: Any) -> _Pushed:
    """Return the closed forms after n pushes."""
    a, s2, M, A, B, C, D, P = _DOMAIN["a s2 M A B C D P"]
    q, r = (1 - 1 / P) ** n, (1 - 2 / P) ** n
    b, c, e = B - A, C - A, D - 2 * B + A
    copies = A * n * (n - 1) / 2 + P * (n - 1) * (1 - q) * b
    copies += P * (P - 1) * (1 + r - 2 * q) / 2 * e
    H = n * A + P * (1 - q) * b
    return _Pushed(
        A + q * b,
        A + q * c,
        A + 2 * q * b + r * e,
        H,
        H + n * q / (1 - 1 / P) * b + P * (q - r) * e,
        (1 + M) * (n * A + P * (1 - q) * c) + n * s2 / a**2 + 2 * copies,
    )


def _gradients() -> Axiom:
    return Axiom(
        "Exponential times have no memory: every push is by a uniformly random learner $i$, "
        "whatever happened before, and its gradient $g$ satisfies, with $G_n$ the sum of the "
        "$n$ gradients that this update has so far,",
        r"\mathbb{E}[w g] = a \mathbb{E}[w y_i], \quad "
        r"\mathbb{E}[G_n g] = a \mathbb{E}[G_n y_i], \quad "
        r"\mathbb{E}[y_k g] = a \mathbb{E}[y_k y_i], \quad "
        r"\mathbb{E}[g^2] = s^2 + (1 + M) a^2 \mathbb{E}[y_i^2].",
    )


def _by_induction() -> tuple[Step, ...]:
    """What n pushes lead to: each follows from those before it."""
    a, s2, M, A, P, n = _DOMAIN["a s2 M A P n"]
    now, start = _after(n), _after(0)
    own = (1 + M) * now.C + s2 / a**2
    renewed = now.H / P + (1 - 1 / P) * now.N  # E[G y_i]/a of any learner
    increments = (
        ("B", r"\mathbb{E}[w y_i]_n", "Learner $i$ then reads $w$. So", (A - now.B) / P),
        ("C", r"\mathbb{E}[y_i^2]_n", "likewise", (A - now.C) / P),
        ("D", r"\mathbb{E}[y_i y_k]_n", "and", 2 / P * (now.B - now.D)),
        ("H", r"\mathbb{E}[w G_n]/a", "As each push adds its gradient to $G$,", now.B),
        (
            "N",
            r"\mathbb{E}[G_n y_i]/a",
            "for a learner $i$ that did not push $n$-th",
            renewed + now.D - now.N,
        ),
        ("E", r"\mathbb{E}[G_n^2]/a^2", "and", 2 * renewed + own),
    )
    return tuple(
        Induction(text, name, "n", 0, getattr(start, field), grown, getattr(now, field), _DOMAIN)
        for field, name, text, grown in increments
    )


def _prove(*claims: Formula) -> tuple[Step, ...]:
    eta, a, A, B, C, D, P, K = _DOMAIN["eta a A B C D P K"]
    pushed, step = _after(K), eta * a / K
    Q, R = (1 - 1 / P) ** K, (1 - 2 / P) ** K
    new = A - 2 * step * pushed.H + step**2 * pushed.E
    kept = A + Q / (1 - 1 / P) * (B - A) - step * pushed.N
    one = (1 - 2 / P) * (A + 2 * Q / (1 - 1 / P) * (B - A)) + R * (D - 2 * B + A)
    after = _DOMAIN["A_next"]
    expected = (
        new,
        after / P + (1 - 1 / P) * kept,
        after / P + (1 - 1 / P) * A + Q * (C - A),
        2 / P * kept + one,
    )
    texts = (
        r"With $G = G_K$, $w' = w - (\eta/K) G$. Take expectations of its square:",
        r"A learner that did not push last keeps $y_i$, with $\mathbb{E}[w' y_i] = "
        r"\mathbb{E}[w y_i]_{K-1} - (\eta/K) \mathbb{E}[G_K y_i]$; the last pusher restarts from "
        "$w'$:",
        "Likewise",
        "and, since one of two learners pushed last with probability $2/P$,",
    )
    return (
        _gradients(),
        *_by_induction(),
        *(
            Conclusion(text, claim, value, _DOMAIN)
            for text, value, claim in zip(texts, expected, claims, strict=True)
        ),
    )


THEOREMS = (
    Theorem(
        "quadratic-k-batch-async-update",
        "One update of K-batch-async SGD on a quadratic",
        (*QUADRATIC, "Let the mini-batch times be exponential.", STATE),
        tuple(Claim(formula) for formula in recursion_for("k-batch-async").formulas),
        _prove,
        DUTTA2018,
        "not in the source: derived here",
        partial(update_witnesses, "k-batch-async"),
    ),
)
