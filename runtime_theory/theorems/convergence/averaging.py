"""The second moment of K gradients with independent noise: averaged, and summed (Lemma 9)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import prod
from typing import final

from runtime_theory.convergence import printed
from runtime_theory.convergence.lemmas import LEMMA_9, SECOND_MOMENT
from runtime_theory.formulas import Formula
from runtime_theory.references import DUTTA2018
from runtime_theory.theorems.convergence.models import rational
from runtime_theory.theorems.kernel.conclusion import Conclusion
from runtime_theory.theorems.kernel.domain import Domain
from runtime_theory.theorems.kernel.refutation import Refuted
from runtime_theory.theorems.kernel.step import Axiom, Identity, Inequality, Step
from runtime_theory.theorems.kernel.theorem import Claim, Theorem
from runtime_theory.theorems.kernel.witness import Witness

__all__ = ["THEOREMS"]

_NOISE = (
    r"Let gradients $g_l$ be unbiased with independent noise, given the models $w_{\tau(l)}$ at "
    r"which they are read, of variance at most $\sigma^2/m + (M_G/m) \|\nabla F(w_{\tau(l)})\|^2$.",
)


@final
@dataclass(frozen=True)
class _Line:
    """K gradients on the line with three-point noise: every outcome is enumerated."""

    gradients: tuple[Fraction, ...]
    sigma2: Fraction
    M_G: Fraction
    m: int

    def _outcomes(self, b: Fraction) -> tuple[tuple[Fraction, Fraction], ...]:
        """Return values and their probabilities, of variance (sigma2 + M_G b^2)/m."""
        variance = (self.sigma2 + self.M_G * b**2) / self.m
        spread = variance + 1  # any: the probability makes up for it
        chance = variance / spread**2
        return ((b + spread, chance / 2), (b - spread, chance / 2), (b, 1 - chance))

    def second_moment(self) -> Fraction:
        """Return E (g_1 + ... + g_K)^2 by enumeration."""
        each = [self._outcomes(b) for b in self.gradients]
        total = Fraction(0)
        for outcome in product(*each):
            total += sum(v for v, _ in outcome) ** 2 * prod(p for _, p in outcome)
        return total

    @property
    def K(self) -> int:
        return len(self.gradients)

    def point(self) -> dict[str, object]:
        squares = sum((b**2 for b in self.gradients), Fraction(0))
        values = {
            "K": Fraction(self.K),
            "m": Fraction(self.m),
            "sigma2": self.sigma2,
            "M_G": self.M_G,
            "stale2": squares / self.K,
            "sum_of_norms": squares,
            "norm_of_sum": sum(self.gradients, Fraction(0)) ** 2,
        }
        return {name: rational(value) for name, value in values.items()}


def _lines() -> Iterator[tuple[_Line, bool]]:
    """Yield models, and whether their gradients are all alike: then the bounds are attained."""
    half, third = Fraction(1, 2), Fraction(5, 3)
    yield _Line((third,) * 3, Fraction(7, 4), Fraction(3), 2), True
    yield _Line((Fraction(-2),) * 2, Fraction(1, 3), Fraction(1, 5), 5), True
    yield _Line((half, third, Fraction(-1)), Fraction(7, 4), Fraction(3), 2), False


def _prove_average(claim: Formula) -> tuple[Step, ...]:
    domain = Domain(
        positive="m",
        nonnegative="sigma2 M_G stale2 R",
        counts="K",
    )
    sigma2, M_G, m, K, old, rest = domain["sigma2 M_G m K stale2 R"]
    noise = (K * sigma2 / m + M_G / m * K * old) / K**2
    return (
        Axiom(
            r"Independent noise: the second moment of the average is $U = \mathbb{E}\|u\|^2$, with "
            r"$u$ the average of $\nabla F(w_{\tau(l)})$, plus the variances over $K^2$."
        ),
        Identity("The variances, added up.", noise, sigma2 / (K * m) + M_G / (K * m) * old, domain),
        *_jensen(),
        Inequality(
            r"So $U = G_\tau - R$ with $R \ge 0$, which is left out.",
            old - rest + noise,
            sigma2 / (K * m) + (M_G / (K * m) + 1) * old,
            domain,
            (rest,),
        ),
        Conclusion("That is the claim.", claim, noise + old, domain, "<="),
    )


def _jensen() -> tuple[Step, ...]:
    r"""Return the steps to (b_1 + ... + b_K)^2 <= K (b_1^2 + ... + b_K^2), by induction over K."""
    domain = Domain(counts="K", real="b T", nonnegative="R")
    K, b, T, rest = domain["K b T R"]
    large = (K + 1) * (T**2 / K + rest + b**2) - (T + b) ** 2
    terms = ((K + 1) * rest, (T - K * b) ** 2 / K)
    return (
        Axiom(
            "Every coordinate on its own, by induction over $K$; $T$ is the sum of the first "
            r"$K$ numbers and $Q$ that of their squares, and $T^2 \le K Q$ is clear for $K = 1$."
        ),
        Inequality(
            r"From $K$ numbers to $K + 1$, with $b$ and $Q = T^2/K + R$, $R \ge 0$: $(T + b)^2 \le "
            r"(K+1)(Q + b^2)$.",
            domain.typed(0),
            large,
            domain,
            terms,
        ),
    )


def _average_witnesses() -> tuple[Witness, ...]:
    model = "every outcome of three-point noise"
    return tuple(
        Witness(model, line.point(), rational(line.second_moment() / line.K**2), sharp=sharp)
        for line, sharp in _lines()
    )


def _prove_lemma_9(claim: Formula) -> tuple[Step, ...]:
    domain = Domain(
        positive="m",
        nonnegative="sigma2 M_G sum_of_norms R",
        counts="K",
    )
    sigma2, M_G, m, K, norms, rest = domain["sigma2 M_G m K sum_of_norms R"]
    exact = K * sigma2 / m + M_G / m * norms + K * norms - rest
    bound = K * sigma2 / m + (M_G / m + K) * norms
    opposed = _Line((Fraction(1), Fraction(-1)), Fraction(1), Fraction(1), 1)
    wrong = Witness("two gradients that cancel", opposed.point(), rational(opposed.second_moment()))
    return (
        Axiom(
            "Independent noise: the second moment of the sum is $N$, the squared norm of the "
            "summed gradients, plus the variances; $S$ is the sum of their squared norms."
        ),
        *_jensen(),
        Inequality(r"So $N = K S - R$ with $R \ge 0$.", exact, bound, domain, (rest,)),
        Conclusion("That is equation (36).", claim, bound, domain, "<="),
        Refuted(
            r"The lemma as stated in equation (33) has $N$ in the place of $S$. It fails for two "
            "gradients that cancel: their noise does not.",
            printed.LEMMA_9,
            wrong,
        ),
    )


def _lemma_9_witnesses() -> tuple[Witness, ...]:
    model = "every outcome of three-point noise"
    return tuple(
        Witness(model, line.point(), rational(line.second_moment()), sharp=sharp)
        for line, sharp in _lines()
    )


_ALIKE = "where all gradients are alike and their variance is the largest allowed"

THEOREMS = (
    Theorem(
        "averaged-gradient",
        "Second moment of the averaged gradient",
        (
            *_NOISE,
            r"Let $v$ be the average of the $K$ gradients and $G_\tau$ that of "
            r"$\mathbb{E}\|\nabla F(w_{\tau(l)})\|^2$.",
        ),
        (Claim(SECOND_MOMENT, _ALIKE),),
        _prove_average,
        DUTTA2018,
        "supplement, Lemma 9 divided by $K^2$",
        _average_witnesses,
    ),
    Theorem(
        "lemma-9",
        "Second moment of the summed gradient, as proved and as stated",
        (*_NOISE, r"Let $S = \sum_l \|\nabla F(w_{\tau(l)})\|^2$, $N = \|\sum_l \nabla F\|^2$."),
        (Claim(LEMMA_9, _ALIKE),),
        _prove_lemma_9,
        DUTTA2018,
        "supplement, equation (36) against (33)",
        _lemma_9_witnesses,
    ),
)
