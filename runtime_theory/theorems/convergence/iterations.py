"""After how many updates the error is at most epsilon."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from functools import partial
from typing import Any

from runtime_theory.convergence.bounds import iterations_to_target
from runtime_theory.convergence.conditions import target_conditions
from runtime_theory.convergence.terms import Analysis, contraction, floor
from runtime_theory.formulas import Formula
from runtime_theory.references import DUTTA2018
from runtime_theory.theorems.convergence.assumptions import PL, STALENESS, smooth
from runtime_theory.theorems.convergence.models import Plane, rational
from runtime_theory.theorems.convergence.update import base
from runtime_theory.theorems.kernel.conclusion import Conclusion
from runtime_theory.theorems.kernel.domain import Domain
from runtime_theory.theorems.kernel.step import Axiom, Identity, Step
from runtime_theory.theorems.kernel.theorem import Claim, Theorem
from runtime_theory.theorems.kernel.witness import Witness

__all__ = ["THEOREMS"]


def _prove(analysis: Analysis, claim: Formula) -> tuple[Step, ...]:
    from sympy import ceiling, log

    domain = base()
    short = Domain(positive="rho r")
    rho, ratio = short["rho r"]
    gap, epsilon = domain["gap epsilon"]
    known, shrinking = domain.typed(floor(analysis)), domain.typed(contraction(analysis))
    quotient = (gap - known) / (epsilon - known)
    exact = log(ratio) / -log(rho)
    return (
        Axiom(
            r"Let $f$ be the floor, $\rho$ the factor and $r = (F(w_0) - F^* - f)/(\epsilon - f)$, "
            r"so that $r > 1$ and $0 < \rho < 1$ by the conditions. After $J$ updates the bound is "
            r"$f + \rho^J (F(w_0) - F^* - f)$, which falls as $J$ grows."
        ),
        Identity(
            r"At $J^* = \log r/(-\log \rho)$, $\rho^{J^*} = 1/r$.",
            exact * log(rho),
            -log(ratio),
            short,
            r"J^* \log \rho",
        ),
        Identity(
            r"There the bound is $\epsilon$.",
            known + (gap - known) / quotient,
            epsilon,
            domain,
            r"f + \frac{1}{r} \left(F(w_0) - F^* - f\right)",
        ),
        _next_integer(),
        Conclusion(
            "So the least integer that is not below will do.",
            claim,
            ceiling(exact.subs({rho: shrinking, ratio: quotient})),
            domain,
            "<=",
            target_conditions(analysis),
        ),
    )


def _next_integer() -> Identity:
    domain = Domain(positive="rho", nonnegative="J")
    rho, J = domain["rho J"]
    return Identity(
        r"$\rho^J$ falls as $J$ grows, as $0 < \rho < 1$.",
        rho**J - rho ** (J + 1),
        rho**J * (1 - rho),
        domain,
    )


def _least(plane: Plane, epsilon: Fraction) -> int:
    """Return the least J with E F(w_J) - F* <= epsilon, update by update."""
    square = 2 * epsilon / plane.L
    J = 32
    while plane.squares(J)[-1] > square:
        J *= 2
    return next(j for j, known in enumerate(plane.squares(J)) if known <= square)


def _plane(analysis: Analysis, growth: int, L: Fraction) -> Plane:
    """Return a model that attains the bound; noise that grows fast makes the rate small."""
    values = {"L": L, "M_G": Fraction(12 * (growth - 1)), "K": 4, "m": 3, "start": Fraction(99)}
    values |= {"sigma2": Fraction(7, 3)}
    if analysis is Analysis.ASYNC:  # a quarter of the gradients is read at the minimum
        values |= {"real": Fraction(0), "fresh": Fraction(3, 4)}
    share = Fraction(1, 2) if analysis is Analysis.ASYNC else Fraction(1)
    return Plane(eta=share / (L * growth), **values)  # type: ignore[arg-type]


def _at(plane: Plane, epsilon: Fraction, truth: int, *, sharp: bool = True) -> Witness:
    point: dict[str, Any] = plane.point(epsilon=rational(epsilon))
    return Witness("a quadratic, update by update", point, rational(truth), sharp=sharp)


def _between(plane: Plane, part: Fraction) -> Fraction:
    """Return a target that far from the floor to the start; beyond either outside 0..1."""
    return plane.stationary + (plane.error(0) - plane.stationary) * part


def _edge_of_gamma(plane: Plane, near: Fraction) -> list[Witness]:
    """Return witnesses just inside and outside of gamma < 1 + p_0/2; there the error grows.

    The edge is the circle |z - 2| = 2; 2/13 + 10i/13 is on it.
    """
    found = []
    for shift in (Fraction(1, 5000), Fraction(-1, 5000)):
        real = Fraction(2, 13) + shift
        turned = replace(plane, real=real, imaginary=Fraction(10, 13), fresh=Fraction(0))
        inside = shift > 0
        start = turned.error(0)
        epsilon = _between(turned, 1 - near) if inside else start * (1 - near)
        truth = _least(turned, epsilon) if inside else 10**9
        found.append(_at(turned, epsilon, truth, sharp=inside))
    return found


def _witnesses(analysis: Analysis) -> tuple[Witness, ...]:
    near = Fraction(1, 999)
    slow, quick = _plane(analysis, 12, Fraction(3, 2)), _plane(analysis, 2, Fraction(1, 7))
    found = []
    for plane in (slow, quick):
        for part in (Fraction(1, 50), near, 1 - near):
            epsilon = _between(plane, part)
            found.append(_at(plane, epsilon, _least(plane, epsilon)))
        never, before = _between(plane, -near), _between(plane, Fraction(9))
        found.append(_at(plane, never, 10**9, sharp=False))
        found.append(_at(plane, before, 0, sharp=False))
    if analysis is Analysis.ASYNC:
        found += _edge_of_gamma(slow, near)
    if analysis is Analysis.SYNC:
        at_once = _plane(analysis, 1, Fraction(3, 2))
        found.append(_at(at_once, _between(at_once, near), 1, sharp=False))
    return tuple(found)


def _theorem(name: str, title: str, analysis: Analysis) -> Theorem:
    return Theorem(
        name,
        title,
        smooth() + PL + (STALENESS if analysis.stale else ()),
        (Claim(iterations_to_target(analysis)),),
        partial(_prove, analysis),
        DUTTA2018,
        "the error bound, solved for J",
        partial(_witnesses, analysis),
    )


THEOREMS = (
    _theorem("iterations-sync", "Updates to a target without staleness", Analysis.SYNC),
    _theorem("iterations-async", "Updates to a target with stale gradients", Analysis.ASYNC),
)
