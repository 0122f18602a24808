"""What the share of fresh gradients is good for: Lemma 1."""

from __future__ import annotations

from fractions import Fraction

from runtime_theory.convergence.lemmas import LEMMA_1
from runtime_theory.formulas import Formula
from runtime_theory.references import DUTTA2018
from runtime_theory.theorems.convergence.models import rational
from runtime_theory.theorems.kernel.conclusion import Conclusion
from runtime_theory.theorems.kernel.domain import Domain
from runtime_theory.theorems.kernel.step import Axiom, Inequality, Step
from runtime_theory.theorems.kernel.theorem import Claim, Theorem
from runtime_theory.theorems.kernel.witness import Witness

__all__ = ["THEOREM"]


def _prove(claim: Formula) -> tuple[Step, ...]:
    domain = Domain(nonnegative="grad2 p0 d R")
    square, p0, more, rest = domain["grad2 p0 d R"]
    return (
        Axiom(
            r"The model $w_j$ is part of the past, given which the expected share of fresh "
            r"gradients is at least $p_0$: fresh ones contribute $\mathbb{E}[q_j \|\nabla "
            r"F(w_j)\|^2]$ to $G_\tau$, $q_j \ge p_0$, and stale ones $R \ge 0$; with $q$ for the "
            "mean of $q_j$ weighted by the squared gradient,",
            r"G_{\tau} = q\, G_j + R",
        ),
        Inequality(
            r"With $q = p_0 + d$, $d \ge 0$: both are left out, what stale gradients add and what "
            "fresh ones exceed $p_0$ by.",
            p0 * square,
            (p0 + more) * square + rest,
            domain,
            (more * square, rest),
        ),
        Conclusion("That is the claim.", claim, p0 * square, domain, ">="),
    )


def _witnesses() -> tuple[Witness, ...]:
    """Gradients of P learners, the fresh ones alike: the mean over who is drawn."""
    found = []
    cases = (
        (Fraction(3, 2), (Fraction(0),) * 4, 1),
        (Fraction(-2), (Fraction(0), Fraction(0)), 3),
        (Fraction(5), (Fraction(1, 3), Fraction(-7)), 2),
    )
    for current, stale, fresh in cases:
        squares = [current**2] * fresh + [old**2 for old in stale]
        point = {
            "p0": rational(Fraction(fresh, len(squares))),
            "grad2": rational(current**2),
        }
        truth = rational(sum(squares, Fraction(0)) / len(squares))
        found.append(Witness("a learner drawn at random", point, truth, sharp=not any(stale)))
    return tuple(found)


THEOREM = Theorem(
    "fresh-share",
    "Squared stale gradients against those of the current model",
    (
        r"Let $G_j = \mathbb{E}\|\nabla F(w_j)\|^2$ and $G_\tau = \frac{1}{K}\sum_l \mathbb{E}"
        r"\|\nabla F(w_{\tau(l)})\|^2$, and let the expected share of fresh gradients, "
        r"$\tau(l) = j$, be at least $p_0$ given the past.",
    ),
    (Claim(LEMMA_1, "where the stale gradients vanish"),),
    _prove,
    DUTTA2018,
    "Lemma 1, for the average over an update",
    _witnesses,
)
