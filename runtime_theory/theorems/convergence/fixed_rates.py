"""Theorem 4: for learning rates fixed in advance, but not for the schedule it is meant for."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from runtime_theory.convergence import printed
from runtime_theory.convergence.terms import growth
from runtime_theory.formulas import Condition, Formula
from runtime_theory.references import DUTTA2018
from runtime_theory.theorems.convergence.assumptions import PL, smooth
from runtime_theory.theorems.convergence.fixed_witnesses import (
    scheduled_errors,
    theorem_4_witnesses,
)
from runtime_theory.theorems.convergence.models import Plane, rational
from runtime_theory.theorems.kernel.conclusion import Conclusion
from runtime_theory.theorems.kernel.domain import Domain
from runtime_theory.theorems.kernel.refutation import Refuted
from runtime_theory.theorems.kernel.step import Axiom, Identity, Inequality, Step
from runtime_theory.theorems.kernel.theorem import Claim, Theorem
from runtime_theory.theorems.kernel.witness import Witness

__all__ = ["THEOREM"]

_TWO = printed.written_out(printed.THEOREM_4_COUNTED, 2)


def _prove_theorem_4(claim: Formula) -> tuple[Step, ...]:
    known, unrolled = _unrolled(claim)
    near = Axiom(
        r"By smoothness and condition (11), $\eta_j D_\tau \le L^2 C$, where $\eta_j$ is a number: "
        "fixed in advance."
    )
    updates = (_one_update(j, claim.conditions[j]) for j in range(2))
    shrinks = _shrinks(claim.conditions[1])
    return (near, *updates, shrinks, known, *_refutations(), unrolled)


def _one_update(j: int, condition: Condition) -> Inequality:
    """Return the step from the loss before update j to that after it."""
    plain = Domain(
        positive=f"eta_{j} L c m",
        nonnegative="sigma2 M_G e_j grad2 stale2 drift2 p0 C",
        facts=("grad2 - 2*c*e_j", "stale2 - p0*grad2"),
    )
    L, c, m, e, square, old, drift, p0, sigma2, C = plain[
        "L c m e_j grad2 stale2 drift2 p0 sigma2 C"
    ]
    eta = plain[f"eta_{j}"]
    spread = L**2 * C / 2 - eta * drift / 2
    domain = plain.given((condition,), spread)
    size = domain.typed(growth(1))
    noise = eta**2 * L * sigma2 / (2 * m)
    before = e - eta * (square + old - drift) / 2 + noise + L * eta**2 * size * old / 2
    after = (1 - eta * (1 + p0 / 2) * c) * e + L**2 * C / 2 + noise
    terms = (
        spread,
        eta * L * size * (1 / (2 * L * size) - eta) * old / 2,
        eta * (old - p0 * square) / 4,
        eta * (1 + p0 / 2) * (square - 2 * c * e) / 2,
    )
    return Inequality(rf"The update with $\eta_{j}$, $j = {j}$.", before, after, domain, terms)


def _shrinks(condition: Condition) -> Inequality:
    """Return the step by which the bound on the first error may be put into the second update."""
    from sympy import Rational

    facts = ("L - c", "1 - p0")
    domain = Domain(positive="eta_1 L c m", nonnegative="M_G p0", facts=facts).given((condition,))
    eta, L, c, p0 = domain["eta_1 L c p0"]
    size = domain.typed(growth(1))
    terms = (
        Rational(1, 4),
        3 * L * (1 / (2 * L * size) - eta) / 2,
        3 * (size - 1) / (4 * size),
        3 * eta * (L - c) / 2,
        eta * c * (1 - p0) / 2,
    )
    text = "A bound on the first error may be put into the second update: its factor is positive."
    return Inequality(text, domain.typed(0), 1 - eta * (1 + p0 / 2) * c, domain, terms)


def _unrolled(claim: Formula) -> tuple[Step, Step]:
    from sympy import Symbol

    domain = _domain()
    c, p0, L, C, m, sigma2, error = domain["c p0 L C m sigma2 gap"]
    for j in range(2):
        eta = domain[f"eta_{j}"]
        error = (1 - eta * (1 + p0 / 2) * c) * error
        error += eta**2 * L * sigma2 / (2 * m) + C * L**2 / 2
    general = printed.written_out(printed.THEOREM_4_COUNTED, 3).expr
    third = domain["eta_2"]
    left = 1 - third * (1 + p0 / 2) * c
    added = third**2 * L * sigma2 / (2 * m) + C * L**2 / 2
    typed = {Symbol(s.name): s for s in domain.symbols.values()}
    before, after = claim.expr.xreplace(typed), general.xreplace(typed)
    return (
        Identity(
            r"With $b_J$ for the right side after $J$ updates, of which $b_2$ is the claim's: the "
            "third update does to it what one update does to a bound.",
            after - left * before,
            added,
            domain,
            r"b_3 - \left(1 - c \eta_2 \left(\frac{p_0}{2} + 1\right)\right) b_2",
        ),
        Conclusion("For rates fixed in advance, and two updates.", claim, error, domain, "<="),
    )


def _domain() -> Domain:
    return Domain(positive="L c m", nonnegative="gap p0 C sigma2 eta_0 eta_1 eta_2 eta_3")


def _refutations() -> Iterator[Step]:
    yield Refuted(
        r"As printed the product runs over $j = 1..J$: the factor of the first update, with "
        r"$\eta_0$, is missing, and one that has not happened is there.",
        printed.written_out(printed.THEOREM_4, 1),
        _miscounted(),
    )
    yield Refuted(
        r"Nor does it hold for the schedule (13), whose $\eta_j$ depend on the iterates, with "
        r"their means put in: a large step that led away is followed by small ones that do not "
        r"lead back.",
        _TWO,
        _unscheduled(),
    )


def _miscounted() -> Witness:
    plane = Plane(eta=Fraction(1, 4))
    rates = {"eta_0": rational(Fraction(1, 4)), "eta_1": rational(Fraction(1, 2))}
    model = plane.point(C=0)
    names = ("gap", "L", "c", "m", "sigma2", "M_G", "p0", "C")
    point = {name: model[name] for name in names} | rates
    return Witness("a quadratic, small rate first", point, rational(plane.error(1)))


def _unscheduled() -> Witness:
    errors, rates = scheduled_errors(2)
    point: dict[str, Any] = {"gap": 0, "L": 1, "c": 1, "m": 1, "sigma2": 10, "M_G": 0}
    point |= {"p0": rational(Fraction(1, 8)), "C": rational(Fraction(1, 100))}
    point |= {f"eta_{j}": rational(rate) for j, rate in enumerate(rates)}
    return Witness("every outcome of two updates, P = 8", point, rational(errors[2]))


THEOREM = Theorem(
    "theorem-4",
    "Learning rates fixed in advance, and the schedule that Theorem 4 does not cover",
    (
        *smooth(1),
        *PL,
        r"Let $K = 1$, $\eta_j$ fixed in advance, the noise independent of $w_j$ given "
        r"$w_{\tau(j)}$, $\eta_j \mathbb{E}\|w_j - w_{\tau(j)}\|^2 \le C$ and $G_\tau \ge p_0 "
        r"G_j$, $0 \le p_0 \le 1$, with $G_\tau = \mathbb{E}\|\nabla F(w_{\tau(j)})\|^2$ and "
        r"$D_\tau = \mathbb{E}\|\nabla F(w_j) - \nabla F(w_{\tau(j)})\|^2$.",
    ),
    (
        Claim(
            _TWO,
            r"by a quadratic with $c = L$ at the largest rates, where $G_\tau = p_0 G_j$ and "
            r"$\eta_j D_\tau = L^2 C$ in both updates, which asks for $(1 - \sqrt{p_0})^2 \le "
            r"L^2 C/(\eta_j G_j) \le (1 + \sqrt{p_0})^2$ (Cauchy--Schwarz); false for larger rates",
        ),
    ),
    _prove_theorem_4,
    DUTTA2018,
    "Theorem 4, two updates",
    theorem_4_witnesses,
)
