"""Lemma 4 is about the long run, and gamma times are not always new longer than used."""

from __future__ import annotations

from fractions import Fraction
from math import factorial
from typing import Any

from runtime_theory.formulas import Formula
from runtime_theory.references import BARLOW_PROSCHAN1975, DUTTA2018
from runtime_theory.theorems.kernel.conclusion import Conclusion
from runtime_theory.theorems.kernel.domain import Domain
from runtime_theory.theorems.kernel.refutation import Refuted
from runtime_theory.theorems.kernel.step import Axiom, Identity, Inequality, Step
from runtime_theory.theorems.kernel.theorem import Claim, Theorem
from runtime_theory.theorems.kernel.witness import Witness
from runtime_theory.theorems.runtime.models.lattice import time_of_pushes
from runtime_theory.theorems.runtime.points import FIXED, at
from runtime_theory.timing.horizon import BATCH_IN_STEP
from runtime_theory.timing.printed import (
    GAMMA_AGES,
    GAMMA_IS_LISTED,
    LEMMA_4,
)

__all__ = ["THEOREMS"]


def _prove_lemma_4(in_step: Formula) -> tuple[Step, ...]:
    from sympy import ceiling

    domain = Domain(positive="E_X", counts="P K J q", naturals="i j")
    E_X, P, K, J, q, i, j = domain["E_X P K J q i j"]
    several = i + j + 1
    delay = Fraction(2), Fraction(3, 2)
    shifted = {"P": 2, "K": 1, "J": 1, "E_X": delay[0]}
    stepping = {"P": 2, "K": 1, "J": 1, "E_X": 2}
    one = time_of_pushes(2, 1, FIXED, 1, batch=True)
    return (
        Refuted(
            "Not an equality for every $J$: two learners in step finish their first mini-batches "
            "after one of them, not half of one.",
            LEMMA_4,
            Witness("learners in step", stepping, one),
        ),
        Refuted(
            "Nor for $X = 1 + \\operatorname{Exp}(1)$: the first of two learners takes $1 + 1/2$.",
            LEMMA_4,
            Witness("a delay and the first of two exponential times", shifted, delay[1]),
        ),
        Inequality(
            r"With $q = \lceil JK/P \rceil$, $JK = Pq - j$ and $0 \le j < P = i + j + 1$: by "
            r"$(q - 1)\,\mathbb{E}[X]$ learners in step have pushed fewer than $JK$ mini-batches,",
            several * (q - 1) + 1,
            several * q - j,
            domain,
            (i,),
        ),
        Inequality(r"and by $q\,\mathbb{E}[X]$ at least so many.", P * q - j, P * q, domain, (j,)),
        Conclusion("Hence", in_step, E_X * ceiling(J * K / P), domain),
        Inequality(
            r"That is less than $\mathbb{E}[X]$ more than $J K\,\mathbb{E}[X]/P$, which is $0$ per "
            "update in the long run: there the lemma holds (theorem k-batch-async-time).",
            q * E_X,
            (several * q - j) * E_X / several + E_X,
            domain,
            (E_X / several, i * E_X / several),
            strict=True,
        ),
    )


def _witnesses_of_lemma_4() -> tuple[Witness, ...]:
    found = []
    for P, K, J in ((2, 1, 1), (2, 3, 1), (3, 2, 2), (1, 2, 2), (3, 1, 4)):
        truth = time_of_pushes(P, K, FIXED, J * K, batch=True)
        counts = [("P", P), ("K", K), ("J", J)]
        found.append(at("learners in step", FIXED, truth, sharp=True, counts=counts))
    return tuple(found)


def _prove_gamma(bound: Formula) -> tuple[Step, ...]:
    from sympy import exp, gamma, log, uppergamma

    domain = Domain(positive="a t u x", facts=("a - 1",))
    a, t, u, x = domain["a t u x"]
    density = x ** (a - 1) * exp(-x) / gamma(a)
    curvature = log(x) * (a - 1) - x
    return (
        Identity(
            "The logarithm of the density, without its constant, is differentiated twice:",
            (density.diff(x) / density).simplify().diff(x),
            curvature.diff(x, 2),
            domain,
        ),
        Inequality(
            r"For $a \ge 1$ it is concave.", curvature.diff(x, 2), 0, domain, ((a - 1) / x**2,)
        ),
        Axiom(
            "A log-concave density has an increasing hazard rate, and an increasing hazard rate "
            "means new better than used.",
            r"\Pr[X > t + u] \le \Pr[X > t] \Pr[X > u]",
            BARLOW_PROSCHAN1975,
        ),
        Conclusion(
            "Hence",
            bound,
            uppergamma(a, t) / gamma(a) * uppergamma(a, u) / gamma(a),
            domain,
            "<=",
            GAMMA_AGES.conditions,
        ),
        Refuted(
            "The paper lists gamma times as new longer than used without a condition on their "
            r"shape. For shape $1/2$, the square of a normal variable over 2, they are not:",
            GAMMA_IS_LISTED,
            _half(),
        ),
    )


def _half() -> Witness:
    from sympy import Rational, erfc, sqrt

    point = {"a": Rational(1, 2), "t": 1, "u": 1}
    return Witness("both tails of a normal variable beyond 2", point, erfc(sqrt(2)))


def _witnesses_of_gamma() -> tuple[Witness, ...]:
    from sympy import exp

    found = [
        _half(),
        Witness("no law: the chance has to be positive", {"a": -2, "t": 1, "u": 1}, 1),
    ]
    for a, t, u in ((1, 1, 2), (1, 3, 1), (2, 1, 1), (2, 1, 3), (3, 0, 1), (3, 2, 0), (4, 0, 2)):
        counts: list[Any] = [Fraction((t + u) ** i, factorial(i)) for i in range(a)]
        model = f"fewer than {a} events of a Poisson process by {t + u}"
        truth = exp(-(t + u)) * sum(counts, Fraction(0))
        sharp = a == 1 or 0 in (t, u)
        found.append(Witness(model, {"a": a, "t": t, "u": u}, truth, sharp=sharp))
    return tuple(found)


THEOREMS = (
    Theorem(
        "lemma-4",
        "Lemma 4 is about the long run",
        (r"All mini-batch times are $\mathbb{E}[X]$, all learners start afresh.",),
        (Claim(BATCH_IN_STEP),),
        _prove_lemma_4,
        DUTTA2018,
        "Lemma 4",
        _witnesses_of_lemma_4,
        "P K J",
    ),
    Theorem(
        "gamma-new-better-than-used",
        "Gamma times are new longer than used only from shape 1 on",
        (r"$X$ is gamma distributed of shape $a$ and rate 1; $t, u \ge 0$.",),
        (Claim(GAMMA_AGES, r"for $a = 1$, and for $t = 0$ or $u = 0$"),),
        _prove_gamma,
        DUTTA2018,
        "after Definition 3",
        _witnesses_of_gamma,
    ),
)
