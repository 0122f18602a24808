"""Async SGD whose learning rate follows staleness: what holds in the place of Theorem 4."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from runtime_theory.convergence import variable_rate
from runtime_theory.formulas import Formula
from runtime_theory.references import DUTTA2018
from runtime_theory.theorems.convergence.models import Plane, rational
from runtime_theory.theorems.kernel.conclusion import Conclusion
from runtime_theory.theorems.kernel.domain import Domain
from runtime_theory.theorems.kernel.step import Axiom, Identity, Inequality, Step
from runtime_theory.theorems.kernel.theorem import Claim, Theorem
from runtime_theory.theorems.kernel.witness import Witness

__all__ = ["PL_RATE", "SCHEDULE", "THEOREMS", "growth_of", "models", "symbols_with"]

SCHEDULE = (
    r"Let $F$ be $L$-smooth with least value $F^*$. Update $j$ is by one gradient, read at "
    r"$w_{\tau(j)}$, with rate $\eta_j = \min\{C/\|w_j - w_{\tau(j)}\|^2, \eta_{\max}\}$. Given "
    r"$\mathcal{H}_j$, all that happened before its noise, it is unbiased with variance at most "
    r"$\sigma^2/m + (M_G/m) \|\nabla F(w_{\tau(j)})\|^2$. Let $e_j = F(w_j) - F^*$, $G_j = "
    r"\|\nabla F(w_j)\|^2$ and $D_\tau = \|\nabla F(w_j) - \nabla F(w_{\tau(j)})\|^2$, which are "
    r"no means, so that $\eta_j D_\tau \le L^2 C$.",
)
PL_RATE = (
    r"Let $\|\nabla F(w)\|^2 \ge 2c\,(F(w) - F^*)$ with $c > 0$, so that $G_j \ge 2c\,e_j$, and "
    r"let $F$ not be constant: then $c \le L$.",
)
POSITIVE = "L c m eta_max"
NONNEGATIVE = "sigma2 M_G gap e_j grad2 stale2 drift2 p0 rho nu C eta_j eta2_sum"


def symbols_with(*facts: Any) -> Domain:
    """Return the symbols of the proofs, with facts about them.

    Examples
    --------
    >>> symbols_with("L - c").facts
    (L - c,)
    """
    return Domain(positive=POSITIVE, nonnegative=NONNEGATIVE, naturals="J", facts=facts)


def growth_of(domain: Domain) -> Any:
    """Return M_G/m + 1 in the symbols of a domain."""
    M_G, m = domain["M_G m"]
    return M_G / m + 1


# ------------------------------------------------------------------------------ one update


def _update(claim: Formula, *, rate: str, convex: bool) -> tuple[Step, ...]:
    """Return the steps to the loss after an update with eta_j, given the past."""
    plain = symbols_with()
    eta, L, c, m, e, square, old, drift, C, sigma2 = plain[
        "eta_j L c m e_j grad2 stale2 drift2 C sigma2"
    ]
    near = L**2 * C / 2 - eta * drift / 2
    used = [near, plain[rate] - eta]
    if convex:
        used.append(square - 2 * c * e)
    domain = symbols_with(*used).given(claim.conditions)
    largest = 1 / (L * growth_of(domain))
    noise = L * eta**2 * sigma2 / (2 * m)
    before = e - eta * (square + old - drift) / 2 + noise + L * eta**2 * growth_of(domain) * old / 2
    kept = e - eta * square / 2 + L**2 * C / 2 + noise
    size = eta * L * growth_of(domain) / 2
    dropped = [size * (largest - domain[rate]) * old]
    if rate != "eta_j":
        dropped.append(size * (domain[rate] - eta) * old)
    steps: list[Step] = [
        Axiom(
            r"The descent lemma and polarisation, given $\mathcal{H}_j$, of which $\eta_j$ and "
            r"$w_{\tau(j)}$ are part; here $G_\tau = \|\nabla F(w_{\tau(j)})\|^2$ is no mean "
            "either."
        ),
        Axiom(
            r"The schedule sees to $\eta_j \|w_j - w_{\tau(j)}\|^2 \le C$; by smoothness",
            r"\eta_j D_\tau \le L^2 C",
        ),
        Inequality("Together.", before, kept, domain, (near, *dropped)),
    ]
    if convex:
        large = (1 - eta * c) * e + L**2 * C / 2 + noise
        loss = eta * (square - 2 * c * e) / 2
        text = r"By $\|\nabla F\|^2 \ge 2c\,(F - F^*)$."
        steps.append(Inequality(text, kept, large, domain, (loss,)))
    return tuple(steps)


def _prove_step(claim: Formula) -> tuple[Step, ...]:
    domain = symbols_with()
    eta, L, c, m, e, C, sigma2 = domain["eta_j L c m e_j C sigma2"]
    large = (1 - eta * c) * e + L**2 * C / 2 + L * eta**2 * sigma2 / (2 * m)
    steps = _update(claim, rate="eta_j", convex=True)
    return (*steps, Conclusion("That is the claim.", claim, large, domain, "<="))


def models(share: Fraction, z: tuple[int, int]) -> tuple[Plane, ...]:
    """Return stale gradients at z/5 w, the rate a share of 1/(L (M_G/m + 1))."""
    found = []
    for L, M_G, m in ((Fraction(3, 2), 10, 3), (Fraction(1, 7), 2, 5)):
        eta = share / (L * (1 + Fraction(M_G, m)))
        real, imaginary = Fraction(z[0], 5), Fraction(z[1], 5)
        found.append(Plane(eta, L, Fraction(M_G), Fraction(7, 3), 1, m, real, imaginary))
    return tuple(found)


def _spread(plane: Plane) -> Fraction:
    """Return C = eta |w_0 - w_tau|^2, for which the schedule chooses eta."""
    return plane.eta * ((1 - plane.real) ** 2 + plane.imaginary**2) * plane.start


def _one(plane: Plane, *, sharp: bool, c: Fraction | None = None) -> Witness:
    point = plane.point(c=c, C=rational(_spread(plane)))
    point |= {"eta_j": point["eta"], "e_j": point["gap"]}
    return Witness("one update of a quadratic", point, rational(plane.error(1)), sharp=sharp)


def _step_witnesses() -> tuple[Witness, ...]:
    largest, beyond = Fraction(1), Fraction(1001, 1000)
    return (
        *(_one(plane, sharp=True) for plane in models(largest, (3, 1))),
        *(_one(plane, sharp=True) for plane in models(largest / 3, (0, 0))),
        *(_one(plane, sharp=False, c=plane.L / 3) for plane in models(largest / 2, (3, 1))),
        *(_one(plane, sharp=False) for plane in models(beyond, (3, 1))),
    )


# ------------------------------------------------------------------------------- non-convex


def _prove_sum(claim: Formula) -> tuple[Step, ...]:
    domain = symbols_with()
    eta, L, m, gap, C, sigma2, squares, J = domain["eta_j L m gap C sigma2 eta2_sum J"]
    summed = gap + J * L**2 * C / 2 + L * sigma2 * squares / (2 * m)
    step = L**2 * C / 2 + L * eta**2 * sigma2 / (2 * m)
    later = summed.subs({J: J + 1, squares: squares + eta**2}, simultaneous=True)
    return (
        *_update(claim, rate="eta_max", convex=False),
        Identity(
            r"Summed by induction over $J$: $\mathbb{E}[F(w_J)] - F^* + \frac{1}{2} \sum_j "
            r"\mathbb{E}[\eta_j G_j]$ is at most $b_J = F(w_0) - F^* + J L^2 C/2 + L \sigma^2/(2m) "
            r"\sum_j \mathbb{E}[\eta_j^2]$, to which an update adds, in the mean,",
            later - summed,
            step,
            domain,
            r"b_{J+1} - b_J",
        ),
        Axiom(r"$\mathbb{E}[F(w_J)] \ge F^*$: it is left out."),
        Conclusion("Doubled.", claim, 2 * summed, domain, "<="),
    )


def _sum_witness(plane: Plane, J: int, truth: Fraction, text: str, **more: Any) -> Witness:
    """Return a witness; what is attained per update misses the bound by 2 gap in all."""
    sharp = more.pop("sharp", True)
    point = plane.point(J=J, C=0) | {"eta_max": rational(plane.eta)}
    point |= {"eta2_sum": rational(J * plane.eta**2)} | more
    within = 3 * point["gap"] if J > 1 else 0
    return Witness(text, point, rational(truth), sharp=sharp, within=within)


def _sum_witnesses() -> tuple[Witness, ...]:
    found = []
    J = 5000
    for L in (Fraction(3, 2), Fraction(1, 7)):
        silent = Plane(1 / L, L)
        truth = silent.eta * silent.mean_squared_gradient(1)
        found.append(_sum_witness(silent, 1, truth, "one update reaches the minimum"))
        # w_tau = (1 - i) w_j: an update turns w by a right angle and |w| stays what it is.
        turning = Plane(1 / L, L, real=Fraction(1), imaginary=Fraction(-1))
        truth = J * turning.eta * turning.mean_squared_gradient(2)
        C = rational(_spread(turning))
        found.append(_sum_witness(turning, J, truth, "a quadratic that goes round", C=C))
    for share, sharp in ((Fraction(1), True), (Fraction(1001, 1000), False)):
        for plane in models(share, (5, 0)):
            truth = J * plane.eta * 2 * plane.L * plane.stationary
            gap = rational(plane.stationary)
            text = "fresh gradients, from the stationary law on"
            found.append(_sum_witness(plane, J, truth, text, gap=gap, sharp=sharp))
    for plane in models(Fraction(1, 2), (5, 0)):
        truth = 3 * plane.eta * plane.mean_squared_gradient(3)
        found.append(_sum_witness(plane, 3, truth, "a quadratic", sharp=False))
    return tuple(found)


THEOREMS = (
    Theorem(
        "variable-rate-step",
        "One update with a learning rate that follows staleness",
        SCHEDULE + PL_RATE,
        (
            Claim(
                variable_rate.STEP,
                r"by a quadratic with $c = L$ at the largest $\eta_j$, and at every $\eta_j$ where "
                "the stale gradient was read at the minimum; false for larger rates",
            ),
        ),
        _prove_step,
        DUTTA2018,
        "section 3.3; in place of one step of Theorem 4",
        _step_witnesses,
    ),
    Theorem(
        "variable-rate-gradients",
        "Gradients with a learning rate that follows staleness, non-convex",
        SCHEDULE,
        (
            Claim(
                variable_rate.GRADIENT_SUM,
                r"each term by a quadratic: the first in one update without noise, the others as "
                r"$J \to \infty$; false for larger rates",
            ),
        ),
        _prove_sum,
        DUTTA2018,
        "section 3.3; not in the paper",
        _sum_witnesses,
    ),
)
