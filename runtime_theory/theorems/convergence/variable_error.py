"""Error of async SGD whose learning rate follows staleness, after many updates."""

from __future__ import annotations

from fractions import Fraction

from runtime_theory.convergence import variable_rate
from runtime_theory.formulas import Formula
from runtime_theory.references import DUTTA2018
from runtime_theory.theorems.convergence.models import Plane, rational
from runtime_theory.theorems.convergence.variable import (
    NONNEGATIVE,
    PL_RATE,
    POSITIVE,
    SCHEDULE,
    growth_of,
    models,
    symbols_with,
)
from runtime_theory.theorems.kernel.conclusion import Conclusion
from runtime_theory.theorems.kernel.domain import Domain
from runtime_theory.theorems.kernel.induction import InductiveBound
from runtime_theory.theorems.kernel.step import Axiom, Inequality, Step
from runtime_theory.theorems.kernel.theorem import Claim, Theorem
from runtime_theory.theorems.kernel.witness import Witness

__all__ = ["THEOREM"]

_FRESH = (
    r"Let every gradient be fresh with a probability $q$, which may vary, of at least $p_0 > 0$, "
    "given the past.",
)


def _prove_error(bound: Formula, floor: Formula) -> tuple[Step, ...]:
    plain = symbols_with()
    eta, L, c, m, e, C, sigma2, p0 = plain["eta_max L c m e_j C sigma2 p0"]
    size = growth_of(plain)
    factor = 1 - p0 * eta * c * (2 - L * eta * size)
    added = (1 - p0) * L**2 * C / 2 + L * eta**2 * sigma2 / (2 * m)
    values = {plain["rho"]: factor, plain["nu"]: added}
    rho, nu, gap, J = plain["rho nu gap J"]
    solved = nu / (1 - rho) + rho**J * (gap - nu / (1 - rho))
    return (
        Axiom(
            r"A fresh gradient has $\eta_j = \eta_{\max}$: with $\eta = \eta_{\max}$ and $K = 1$ "
            "theorem k-sync-error-sharp bounds the loss after it."
        ),
        Axiom(
            r"After a stale one theorem variable-rate-step bounds it by $e_j + L^2 C/2 + L "
            r"\eta_{\max}^2 \sigma^2/(2m)$: $1 - \eta_j c$ is at most 1, and no more is known of "
            r"it, as $\eta_j$ depends on $w_j$."
        ),
        _left_over(bound),
        _mixture(),
        _shrinking(bound),
        InductiveBound(
            r"By induction over $J$, with $\rho$ this factor and $\nu$ what is added.",
            "e_J",
            "J",
            0,
            "e_j",
            rho * e + nu,
            gap,
            solved,
            plain,
        ),
        Conclusion("With both put in.", bound, solved.subs(values), plain, "<="),
        Axiom(r"$\rho^J \to 0$ for $0 \le \rho < 1$."),
        Conclusion(
            "In the limit.",
            floor,
            (nu / (1 - rho)).subs(values),
            plain,
            "<=",
            bound.conditions,
        ),
    )


def _left_over(bound: Formula) -> Inequality:
    """Return the step 1 <= gamma', the share of the descent that fresh gradients leave."""
    domain = symbols_with().given(bound.conditions)
    eta, L = domain["eta_max L"]
    size = growth_of(domain)
    slack = 1 / (L * size) - eta
    share = 2 - L * eta * size
    text = (
        r"Let $\gamma'$ be the share of the descent that a fresh gradient leaves; it is at least 1."
    )
    return Inequality(text, domain.typed(1), share, domain, (L * size * slack,))


def _mixture() -> Inequality:
    """Return the step that mixes fresh and stale updates; q is the chance of fresh ones."""
    domain = Domain(positive=POSITIVE, nonnegative=f"{NONNEGATIVE} q gain", facts=("q - p0",))
    eta, L, c, e, C, nu, p0, q, share = domain["eta_max L c e_j C nu p0 q gain"]
    decay, away = eta * c * share, L**2 * C / 2
    mixed = q * (1 - decay) * e + (1 - q) * (e + away) + nu
    large = (1 - p0 * decay) * e + (1 - p0) * away + nu
    text = (
        "Of the two the stale one is worse: with the chance $q$ of a fresh gradient, and here "
        r"$\nu = L \eta_{\max}^2 \sigma^2/(2m)$,"
    )
    return Inequality(text, mixed, large, domain, ((q - p0) * away, (q - p0) * decay * e))


def _shrinking(bound: Formula) -> Inequality:
    domain = symbols_with("L - c", "1 - p0").given(bound.conditions)
    eta, L, c, p0 = domain["eta_max L c p0"]
    size = growth_of(domain)
    slack = 1 / (L * size) - eta
    terms = (
        1 - p0,
        p0 * (1 - eta * L) ** 2,
        p0 * eta**2 * L**2 * (size - 1),
        p0 * eta * (L - c),
        p0 * eta * (L - c) * L * size * slack,
    )
    factor = 1 - p0 * eta * c * (2 - L * eta * size)
    return Inequality("The factor is not negative.", domain.typed(0), factor, domain, terms)


def _scheduled(plane: Plane, *, fresh: Fraction, J: int, sharp: bool, C: Fraction) -> Witness:
    """Return a witness with gradients that are fresh with that chance, stale ones at z w."""
    mixed = Plane(
        plane.eta,
        plane.L,
        plane.M_G,
        plane.sigma2,
        1,
        plane.m,
        plane.real,
        plane.imaginary,
        fresh,
        plane.start,
    )
    point = mixed.point(C=rational(C), J=J)
    point |= {"eta_max": point["eta"], "p0": rational(fresh)}
    return Witness("a quadratic", point, rational(mixed.error(J)), sharp=sharp)


def _at_minimum(share: Fraction, *, sharp: bool) -> list[Witness]:
    """Return one update from the minimum, whose stale gradients push it away: w_tau = 2."""
    found = []
    for plane in models(share, (5, 0)):
        fresh = Fraction(2, 7)
        C = plane.eta * 4
        noise = plane.eta**2 * plane.sigma2 / plane.m
        away = plane.eta**2 * plane.L**2 * 4 * (1 + plane.M_G / plane.m)
        truth = plane.L * (noise + (1 - fresh) * away) / 2
        point = plane.point(C=rational(C), J=1)
        point |= {"eta_max": point["eta"], "p0": rational(fresh), "gap": 0}
        text = "one update of a quadratic from its minimum"
        found.append(Witness(text, point, rational(truth), sharp=sharp))
    return found


def _thrown_away(plane: Plane) -> Witness:
    """Return three updates with C = 0 and no noise: stale gradients are not used at all."""
    fresh = Fraction(2, 7)
    factor = fresh * (1 - plane.eta * plane.L) ** 2 + (1 - fresh)
    factor += fresh * (plane.eta * plane.L) ** 2 * plane.M_G / plane.m
    truth = plane.L * plane.start / 2
    for _ in range(3):
        truth *= factor
    point = plane.point(C=0, J=3) | {"sigma2": 0, "p0": rational(fresh)}
    point |= {"eta_max": point["eta"]}
    return Witness("a quadratic, stale gradients thrown away", point, rational(truth), sharp=True)


def _error_witnesses() -> tuple[Witness, ...]:
    third, beyond = Fraction(1, 3), Fraction(1001, 1000)
    found = [*_at_minimum(Fraction(1), sharp=True), *_at_minimum(beyond, sharp=False)]
    for plane in models(third, (5, 0)):
        found.append(_scheduled(plane, fresh=Fraction(1), J=3, sharp=True, C=Fraction(1, 9)))
        found.append(_thrown_away(plane))
        slack = plane.point(c=plane.L / 3, C=rational(Fraction(1, 9)), J=3, p0=1)
        slack |= {"eta_max": slack["eta"]}
        found.append(Witness("a quadratic", slack, rational(plane.error(3))))
        long = plane.point(C=0, p0=1) | {"eta_max": rational(plane.eta)}
        found.append(Witness("in the long run", long, rational(plane.stationary), claim=1))
    return tuple(found)


THEOREM = Theorem(
    "variable-rate-error",
    "Error with a learning rate that follows staleness",
    SCHEDULE + PL_RATE + _FRESH,
    (
        Claim(
            variable_rate.ERROR_BOUND,
            r"by a quadratic with $c = L$ where $p_0 = 1$, or $C = \sigma^2 = 0$, or after one "
            r"update from the minimum at the largest $\eta_{\max}$; false for larger rates",
        ),
        Claim(variable_rate.FLOOR),
    ),
    _prove_error,
    DUTTA2018,
    "section 3.3; in place of Theorem 4",
    _error_witnesses,
)
