"""The long run of async and K-async SGD on a quadratic: E[w^2] and the true gamma."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from runtime_theory.convergence.quadratic import formula_for
from runtime_theory.formulas import Formula
from runtime_theory.references import DUTTA2018
from runtime_theory.theorems.dynamics.copies import Copies, Matrix
from runtime_theory.theorems.dynamics.fixed_point import setting_for
from runtime_theory.theorems.dynamics.updates import DISTINCT, QUADRATIC
from runtime_theory.theorems.dynamics.witnesses import (
    gamma_limit_witnesses,
    long_run_witnesses,
)
from runtime_theory.theorems.kernel.conclusion import Conclusion
from runtime_theory.theorems.kernel.domain import Domain
from runtime_theory.theorems.kernel.step import Identity, Step
from runtime_theory.theorems.kernel.theorem import Claim, Theorem

__all__ = [
    "GAMMA",
    "GAMMA_LIMIT",
    "LONG_RUN",
    "MULTIPLY",
    "THEOREMS",
    "frequencies",
    "ratio",
    "second_moment",
    "up_to_both",
]

LONG_RUN = (
    *QUADRATIC,
    r"Let the mini-batch times of $P \ge 2$ learners be exponential, and $s^2 > 0$.",
)
GAMMA = (
    r"Let $\gamma_j = \mathbb{E}[(w_j - y)^2]/\mathbb{E}[w_j^2]$, $y$ a copy that is pushed: the "
    r"least $\gamma$ with $\mathbb{E}\|\nabla F(w_j) - \nabla F(y)\|^2 \le "
    r"\gamma \mathbb{E}\|\nabla F(w_j)\|^2$."
)
GAMMA_LIMIT = (
    r"Let $\eta_\gamma = \sup\{\eta < \eta_{\mathrm{crit}} : \gamma_\infty \le 1\}$, with "
    r"$\eta_{\mathrm{crit}}$ the critical learning rate of the theorem on stability: from there on "
    r"there is no $\gamma_\infty$."
)
MULTIPLY = (
    "By the theorem on stability the moments converge to these below the critical learning rate. "
    "Multiply by the divisor again:"
)


def _prove_long_run(scheme: str, square: Formula, gamma: Formula) -> tuple[Step, ...]:
    setting = setting_for(scheme)
    domain, P, x = setting.domain, setting.model.P, setting.model.x
    shape, kept = setting.shape, setting.kept
    factor = setting.model.K * x * setting.common / (P**3 * (P - 1))
    divisor = r"\eta^2 s^2/(x p(x))$ with $x = \eta a$ and a polynomial $p$"
    return (
        Identity(
            f"Divide all moments by ${divisor}. Then an update keeps $B_\\infty =$",
            kept.B,
            shape.B,
            domain,
        ),
        Identity("$C_\\infty = A_\\infty =$", kept.C, shape.C, domain),
        *(  # for async there is nothing to see: 1 = 1
            [Identity("$D_\\infty =$", kept.D, shape.D, domain)] if kept.D != shape.D else []
        ),
        Identity("and $A_\\infty =$", kept.A, shape.A, domain),
        Identity(
            "and no others: with $T$ the matrix of an update, $\\det(I - T) =$",
            setting.determinant,
            factor * setting.polynomial,
            domain,
        ),
        Conclusion(
            MULTIPLY,
            square,
            setting.model.noise * shape.A / (x * setting.polynomial),
            domain,
            under=formula_for(scheme, "stationary_second_moment").conditions,
        ),
        Conclusion(
            r"and $\gamma_\infty = (A_\infty - 2 B_\infty + C_\infty)/A_\infty$:",
            gamma,
            (shape.A - 2 * shape.B + shape.C) / shape.A,
            domain,
            under=formula_for(scheme, "stationary_gamma").conditions,
        ),
    )


def _prove_gamma_limit(scheme: str, limit: Formula) -> tuple[Step, ...]:
    setting = setting_for(scheme)
    P, K, eta, a, *_ = setting.model
    frequency, _ = frequencies(limit)
    pairs = K * (2 * P - K - 1)
    return (
        Identity(
            r"With the long-run $\gamma_\infty$ of the theorem before, $1 - \gamma_\infty$ is a "
            r"positive number times $1 - \eta f$:",
            1 - formula_for(scheme, "stationary_gamma").expr,
            pairs * (1 - eta * frequency) / (2 * P * (P - K) * eta * a + pairs),
            setting.domain,
        ),
        *up_to_both(limit, formula_for(scheme, "stability_limit"), setting.domain),
    )


def frequencies(limit: Formula) -> tuple[Any, Any]:
    """Return f and 1/eta_crit of a limit 1/max(f, 1/eta_crit), the latter with the root in it."""
    from sympy import Max

    (largest,) = limit.expr.atoms(Max)
    first, second = sorted(largest.args, key=_has_root)
    return first, second


def _has_root(expression: Any) -> bool:
    from sympy import Pow

    return any(power.exp.is_Rational and power.exp.q == 2 for power in expression.atoms(Pow))


def up_to_both(
    limit: Formula, critical: Formula, domain: Domain, written: Callable[[Any], Any] | None = None
) -> tuple[Step, ...]:
    """Where 1 - eta f and eta_crit - eta are both positive; `written` in symbols of the domain."""
    from sympy import Max

    typed = written or domain.typed
    frequency, inverse = map(typed, frequencies(limit))
    text, least = "Both hold up to", 1 / Max(frequency, inverse)
    return (
        Identity(
            r"so that $\gamma_\infty \le 1$ iff $1/\eta \ge f$; and there is a $\gamma_\infty$ iff "
            r"$1/\eta > 1/\eta_{\mathrm{crit}}$, by the theorem on stability, with",
            inverse,
            1 / typed(critical.expr),
            domain,
            name=rf"\frac{{1}}{{{critical.latex_lhs}}}",
        ),
        # A conclusion compares faster, but has to see the claim in the symbols that it is in.
        Identity(text, typed(limit.expr), least, domain, name=limit.latex_lhs)
        if written
        else Conclusion(text, limit, least, domain),
    )


def second_moment(case: Copies, moments: Matrix) -> object:
    """Return E[w^2]."""
    return moments[0][0]


def ratio(case: Copies, moments: Matrix) -> object:
    """Return gamma."""
    return case.ratio_of(moments)


def _long_run(scheme: str, title: str, *more: str) -> Theorem:
    names = ("stationary_second_moment", "stationary_gamma")
    return Theorem(
        f"quadratic-{scheme}-long-run",
        title,
        (*LONG_RUN, *more, GAMMA),
        tuple(Claim(formula_for(scheme, name)) for name in names),
        partial(_prove_long_run, scheme),
        DUTTA2018,
        "not in the source: derived here",
        partial(long_run_witnesses, scheme, (second_moment, ratio)),
    )


def _gamma_limit(scheme: str, title: str, *more: str) -> Theorem:
    return Theorem(
        f"quadratic-{scheme}-gamma-limit",
        title,
        (*LONG_RUN, *more, GAMMA, GAMMA_LIMIT),
        (Claim(formula_for(scheme, "gamma_limit")),),
        partial(_prove_gamma_limit, scheme),
        DUTTA2018,
        "assumption 5, whether it holds on a quadratic",
        partial(gamma_limit_witnesses, scheme),
    )


THEOREMS = (
    _long_run("async", "Asynchronous SGD on a quadratic in the long run"),
    _gamma_limit(
        "async",
        "Up to which learning rate the assumption $\\gamma \\le 1$ holds in the long run",
    ),
    _long_run("k-async", "K-async SGD on a quadratic in the long run", DISTINCT),
    _gamma_limit(
        "k-async",
        "Up to which learning rate the assumption $\\gamma \\le 1$ holds for K-async",
        DISTINCT,
    ),
)
