"""The share of fresh gradients of async where each mini-batch begins with a fixed delay."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from runtime_theory.formulas import Formula
from runtime_theory.references import COX1962
from runtime_theory.schemes import Async
from runtime_theory.theorems.kernel.analysis import DefiniteIntegral
from runtime_theory.theorems.kernel.conclusion import Conclusion
from runtime_theory.theorems.kernel.domain import Domain
from runtime_theory.theorems.kernel.step import Axiom, Identity, Step
from runtime_theory.theorems.kernel.theorem import Claim, Theorem
from runtime_theory.theorems.kernel.witness import Witness
from runtime_theory.theorems.runtime.claims import fact
from runtime_theory.timing.facts import Scope

__all__ = ["THEOREMS"]


def _prove(fresh: Formula) -> tuple[Step, ...]:
    from sympy import exp, oo

    domain = Domain(positive="mu x y", nonnegative="Delta", counts="P")
    mu, x, y, Delta, P = domain["mu x y Delta P"]
    mean = Delta + 1 / mu
    left = exp(-mu * x) / (1 + mu * Delta)
    race = mu * exp(-mu * x) * left ** (P - 1)
    value = (1 + mu * Delta) ** (1 - P) / P
    return (
        Axiom(
            "In the long run a learner met at random has the equilibrium law left of its "
            r"mini-batch, $S_e(x) = \int_x^\infty S(y)\,dy / \mathbb{E}[X]$, independently of the "
            "others. A gradient is fresh if its learner, which begins at the update, pushes "
            "before the other $P - 1$.",
            r"\Pr[s = 0] = \int_0^\infty f(x) \, S_e(x)^{P-1} \, dx",
            COX1962,
        ),
        DefiniteIntegral(
            r"Here $\mathbb{E}[X] = \Delta + 1/\mu$, and beyond the delay:",
            r"\int_{\Delta + x}^{\infty} S(z) \, dz",
            exp(-mu * (x + y)),
            -exp(-mu * (x + y)) / mu,
            "y",
            0,
            oo,
            exp(-mu * x) / mu,
            domain,
        ),
        Identity(
            r"So $S_e(\Delta + x) = e^{-\mu x}/(1 + \mu\Delta)$:",
            exp(-mu * x) / mu / mean,
            left,
            domain,
        ),
        DefiniteIntegral(
            r"Nothing is pushed during the delay; with $x$ for $x - \Delta$,",
            r"\Pr[s = 0]",
            race,
            -value * exp(-mu * P * x),
            "x",
            0,
            oo,
            value,
            domain,
        ),
        Conclusion("Hence", fresh, value, domain),
    )


def _race(P: int, load: Fraction) -> tuple[Fraction, Fraction]:
    """Enclose the share of fresh gradients by the phase that each other learner is met in.

    With load = mu Delta and z = exp(-load): a learner is met in its delay with probability
    load/(1 + load), at a moment that is uniform in it, and then survives a whole delay of the
    fresh one with probability (1 - z)/load; met after it, with probability z. After that all
    of them are exponential, and each is first with the same chance.
    """
    delayed = load / (1 + load)

    def survives(z: Fraction) -> Fraction:
        return delayed * (1 - z) / load + (1 - delayed) * z

    ends = sorted(survives(Fraction(z)) ** (P - 1) / P for z in (0, 1))  # monotone in z
    return ends[0], ends[1]


def _witnesses() -> tuple[Witness, ...]:
    found = []
    for P, mu, Delta in ((1, 2, 3), (2, 2, Fraction(3, 7)), (3, Fraction(1, 2), 3), (4, 1, 1)):
        load = Fraction(mu) * Delta
        truth = _race(P, load)
        point: dict[str, Any] = {"P": P, "mu": mu, "Delta": Delta}
        found.append(
            Witness(f"learners met in their delay or after, P={P}", point, truth, sharp=True)
        )
    return tuple(found)


THEOREMS = (
    Theorem(
        "async-freshness-after-a-delay",
        "Fresh gradients of async, shifted exponential times",
        (r"Mini-batch times are independent, $S(x) = e^{-\mu (x - \Delta)}$ for $x \ge \Delta$.",),
        (Claim(fact(Async, "freshness", Scope.SHIFTED_EXPONENTIAL)),),
        _prove,
        COX1962,
        "section 5.2, for the equilibrium law",
        _witnesses,
        "P",
    ),
)
