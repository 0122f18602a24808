"""Fresh against stale gradients: which decays faster in an update, and which floor is lower."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from runtime_theory.convergence.comparison import DECAY_ADVANTAGE, DECAY_LOSS_SHARP, FLOOR_RATIO
from runtime_theory.convergence.conditions import rate_condition
from runtime_theory.convergence.terms import Analysis, contraction, floor
from runtime_theory.formulas import Formula
from runtime_theory.references import DUTTA2018
from runtime_theory.theorems.convergence.models import Plane, rational
from runtime_theory.theorems.convergence.update import base
from runtime_theory.theorems.kernel.conclusion import Conclusion
from runtime_theory.theorems.kernel.step import Identity, Inequality, Step
from runtime_theory.theorems.kernel.theorem import Claim, Theorem
from runtime_theory.theorems.kernel.witness import Witness

__all__ = ["THEOREMS"]

_SAME = (
    r"Let $\rho$ be the factors of two error bounds at the same learning rate $\eta$, for fresh "
    r"and for stale gradients, $0 \le p_0 \le 1$.",
)


def _factor(plane: Plane) -> Fraction:
    """Return by how much an update without noise shrinks the error."""
    silent = replace(plane, sigma2=Fraction(0))
    return silent.error(1) / silent.error(0)


def _pairs() -> tuple[tuple[Plane, Plane], ...]:
    """Return models that attain the two bounds at one learning rate.

    Stale gradients attain theirs at 1/(2L (M_G/(Km) + 1)) and fresh ones at 1/(L (M_G/(Km) + 1)):
    noise that grows faster makes it the same rate.
    """
    found = []
    for L, growth, z, K, P in (
        (Fraction(3, 2), 2, (2, 1), 4, 9),
        (Fraction(1, 7), 3, (-1, 2), 2, 5),
    ):
        x = 1 / Fraction(2 * growth)
        stale = Plane(
            eta=x / L,
            L=L,
            M_G=Fraction((growth - 1) * K * 3),
            sigma2=Fraction(5, 3),
            K=K,
            m=3,
            real=Fraction(z[0], 5),
            imaginary=Fraction(z[1], 5),
        )
        noisier = Fraction((2 * growth - 1) * P * 3)
        fresh = replace(stale, M_G=noisier, K=P, real=Fraction(1), imaginary=Fraction(0))
        found.append((stale, fresh))
    return tuple(found)


def _prove_advantage(claim: Formula) -> tuple[Step, ...]:
    domain = base()
    eta, c, gamma, p0 = domain["eta c gamma p0"]
    fresh, stale = contraction(Analysis.SYNC), contraction(Analysis.ASYNC)
    return (
        Identity(
            r"The bound for stale gradients decays faster where $p_0/2 > \gamma$, that for fresh "
            r"ones where $p_0/2 < \gamma$.",
            fresh - stale,
            eta * c * (p0 / 2 - gamma),
            domain,
            r"\rho_{\mathrm{sync}} - \rho_{\mathrm{async}}",
        ),
        Conclusion("That is the claim.", claim, fresh - stale, domain),
    )


def _advantage_witnesses() -> tuple[Witness, ...]:
    return tuple(
        Witness(
            "two quadratics that attain the bounds",
            stale.point(),
            rational(_factor(fresh) - _factor(stale)),
        )
        for stale, fresh in _pairs()
    )


def _prove_loss(claim: Formula) -> tuple[Step, ...]:
    domain = base("share").given((rate_condition(Analysis.ASYNC_SHARP),))
    eta, c, gamma, p0 = domain["eta c gamma p0"]
    fresh, stale = contraction(Analysis.SYNC_SHARP), contraction(Analysis.ASYNC_SHARP)
    slack = rate_condition(Analysis.ASYNC_SHARP).slack
    size = 1 / (slack + eta)  # L (M_G/(Km) + 1)
    terms = (eta * c * gamma, eta * c * (1 - p0) * domain.typed(size * slack))
    return (
        Inequality(
            r"Where $\eta \le \frac{1}{L}(\frac{M_G}{Km} + 1)^{-1}$ the bound for fresh gradients "
            r"never decays slower: that the paper's bounds say otherwise for $p_0/2 > \gamma$ is "
            "due to what its bound for fresh gradients throws away.",
            fresh,
            stale,
            domain,
            terms,
        ),
        Conclusion("The difference.", claim, stale - fresh, base()),
    )


def _loss_witnesses() -> tuple[Witness, ...]:
    found = []
    for stale, _ in _pairs():
        for share in (Fraction(1), Fraction(2, 3)):
            slower = replace(stale, eta=stale.eta * share)
            fresh = replace(slower, real=Fraction(1), imaginary=Fraction(0))
            truth = rational(_factor(slower) - _factor(fresh))
            found.append(Witness("two quadratics, factor by factor", slower.point(), truth))
    return tuple(found)


def _prove_ratio(claim: Formula) -> tuple[Step, ...]:
    domain = base()
    ratio = floor(Analysis.ASYNC) / floor(Analysis.SYNC, "P")
    return (Conclusion("The floors, divided.", claim, ratio, domain),)


def _ratio_witnesses() -> tuple[Witness, ...]:
    return tuple(
        Witness(
            "two quadratics that attain the floors",
            stale.point() | {"P": rational(fresh.K)},
            rational(stale.stationary / fresh.stationary),
        )
        for stale, fresh in _pairs()
    )


THEOREMS = (
    Theorem(
        "decay",
        "When stale gradients decay faster, by the paper's bounds",
        _SAME,
        (Claim(DECAY_ADVANTAGE),),
        _prove_advantage,
        DUTTA2018,
        "section 3.2",
        _advantage_witnesses,
    ),
    Theorem(
        "decay-sharp",
        "By the sharpened bounds stale gradients never decay faster",
        _SAME,
        (Claim(DECAY_LOSS_SHARP),),
        _prove_loss,
        DUTTA2018,
        "section 3.2, sharpened",
        _loss_witnesses,
    ),
    Theorem(
        "floors",
        "Floor of K-async against that of sync",
        (r"Let the learning rate be the same.",),
        (Claim(FLOOR_RATIO),),
        _prove_ratio,
        DUTTA2018,
        "section 3.2",
        _ratio_witnesses,
    ),
)
