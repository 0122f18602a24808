"""For which learning rates E[w^2] stays bounded: async and K-async SGD on a quadratic."""

from __future__ import annotations

from functools import partial

from runtime_theory.convergence.quadratic import formula_for
from runtime_theory.formulas import Formula
from runtime_theory.references import DUTTA2018
from runtime_theory.theorems.dynamics.fixed_point import setting_for
from runtime_theory.theorems.dynamics.long_run import LONG_RUN
from runtime_theory.theorems.dynamics.updates import DISTINCT
from runtime_theory.theorems.dynamics.witnesses import critical_witnesses
from runtime_theory.theorems.kernel.step import Axiom, Identity, Inequality, Step
from runtime_theory.theorems.kernel.theorem import Claim, Theorem

__all__ = ["BOUNDED", "CRITICAL", "THEOREMS"]

CRITICAL = r"Let $\eta_{\mathrm{crit}} = \inf\{\eta > 0 : \sup_j \mathbb{E}[w_j^2] = \infty\}$."
BOUNDED = (
    Axiom(
        "An update is affine in the matrix of all second moments of $(w, y_1, \\dots, y_P)$ and "
        "does not decrease in the order of covariances. If $\\mathbb{E}[w_j^2]$ stays bounded then "
        "so do all moments, for copies are earlier parameters, and a limit point of their averages "
        "over time is a covariance that an update keeps."
    ),
    Axiom(
        "Conversely, if an update keeps a covariance $S$ then the moments that start from 0 "
        "increase and stay below $S$; those that start from $w_0$ differ from them by the image of "
        "a start that is at most a multiple of $S$ where $S$ is positive definite, which vanishes "
        "as the increments do. So the moments converge to $S$."
    ),
)
"""Bounded iff the fixed point is a covariance: taken from the order of positive matrices."""


def _prove(scheme: str, limit: Formula) -> tuple[Step, ...]:
    return (*BOUNDED, *_fixed_point(scheme), *_covariance(scheme), *_sign(scheme, limit))


def _fixed_point(scheme: str) -> tuple[Step, ...]:
    """The only candidate has A = noise/(x polynomial) times a positive number."""
    setting = setting_for(scheme)
    x, A = setting.model.x, setting.moments.A
    return (
        Identity(
            "By the theorem on the long run only one matrix with exchangeable copies is kept. With "
            r"$x = \eta a$ its $\mathbb{E}[w^2]$ is $\eta^2 s^2/x$ times a positive number over a "
            "polynomial in $x$:",
            A * x / setting.model.noise,
            setting.shape.A / setting.polynomial,
            setting.domain,
        ),
    )


def _covariance(scheme: str) -> tuple[Step, ...]:
    """Where the polynomial is positive the candidate is a covariance."""
    setting = setting_for(scheme)
    (P, K, *_, M), x, polynomial = setting.model, setting.model.x, setting.polynomial
    A, B, C, D = setting.shape
    domain, common = setting.domain, setting.common
    rest = 2 * K * (2 * P - K - 1) + x * (4 * P - (K + 1) ** 2)
    growing = 2 * P * (P - K) * (1 + M) * x**2 / K
    return (
        Identity(
            "Where the polynomial is positive this matrix is a covariance: without the positive "
            r"factor, $C_\infty - D_\infty =$",
            C - D,
            2 * P * (P - K) * x / common,
            domain,
        ),
        Identity(
            r"and $A_\infty (C_\infty + (P-1) D_\infty) - P B_\infty^2 =$",
            A * (C + (P - 1) * D) - P * B**2,
            P * (P - K) ** 2 * x * rest / common**2,
            domain,
        ),
        Inequality(
            "where the last factor is at least a positive multiple of the polynomial:",
            common * polynomial / K,
            rest,
            domain,
            (x * (2 * P - K - 1) * (1 + M), growing),
        ),
    )


def _sign(scheme: str, limit: Formula) -> tuple[Step, ...]:
    """The polynomial is positive below the limit and not above."""
    setting = setting_for(scheme)
    alpha, beta, gamma = setting.coefficients
    _, K, eta, a, *_ = setting.model
    domain, root = setting.domain, setting.domain.typed(setting.root)
    bracket = gamma * eta * a / K + (beta + root) / 2
    return (
        Inequality(
            r"The polynomial is $K^2 (\alpha - \beta z - \gamma z^2)$ with $z = x/K$ and "
            r"$\alpha, \gamma \ge 0$. So $R = \sqrt{\beta^2 + 4 \alpha \gamma} \ge |\beta|$:",
            beta**2,
            beta**2 + 4 * alpha * gamma,
            domain,
            setting.product,
        ),
        Inequality(
            r"and $\gamma z + (\beta + R)/2$ is at least $(\beta + R)/2$, which is positive where "
            r"$\alpha \gamma$ or $\beta$ is, as one of them always is:",
            (beta + root) / 2,
            bracket,
            domain,
            (gamma * eta * a / K,),
        ),
        Identity(
            r"The polynomial is $a K (\eta_{\mathrm{crit}} - \eta)$ times this. Below "
            r"$\eta_{\mathrm{crit}}$ it is positive and the moments converge. Above, "
            r"$A_\infty < 0$ is no second moment, and at $\eta_{\mathrm{crit}}$ an update keeps "
            "none: there they are not bounded.",
            setting.polynomial,
            a * K * (limit.expr - eta) * bracket,
            domain,
        ),
    )


def _theorem(scheme: str, title: str, *more: str) -> Theorem:
    return Theorem(
        f"quadratic-{scheme}-stability",
        title,
        (*LONG_RUN, *more, CRITICAL),
        (Claim(formula_for(scheme, "stability_limit")),),
        partial(_prove, scheme),
        DUTTA2018,
        "not in the source: derived here",
        partial(critical_witnesses, scheme, 0),
    )


THEOREMS = (
    _theorem("async", "Which learning rates asynchronous SGD bears on a quadratic"),
    _theorem("k-async", "Which learning rates K-async SGD bears on a quadratic", DISTINCT),
)
