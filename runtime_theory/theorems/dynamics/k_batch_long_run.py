"""K-batch-async SGD on a quadratic in the long run: E[w^2], the true gamma, stability."""

from __future__ import annotations

from functools import partial
from typing import Any

from runtime_theory.convergence.quadratic import Moments
from runtime_theory.convergence.quadratic.k_batch_async import (
    RECURSION,
    abbreviated,
    geometric_sums,
)
from runtime_theory.formulas import Formula
from runtime_theory.references import DUTTA2018
from runtime_theory.theorems.dynamics.k_batch_cone import (
    DOMAIN,
    POWERS,
    ROOT,
    coefficients,
    determinant,
    positive_root,
    spectral_radius,
    typed_model,
    with_powers,
    with_root,
)
from runtime_theory.theorems.dynamics.long_run import (
    GAMMA,
    GAMMA_LIMIT,
    LONG_RUN,
    MULTIPLY,
    frequencies,
    ratio,
    second_moment,
    up_to_both,
)
from runtime_theory.theorems.dynamics.stability import CRITICAL
from runtime_theory.theorems.dynamics.sums import (
    sum_witnesses,
    with_sums,
)
from runtime_theory.theorems.dynamics.witnesses import (
    critical_witnesses,
    gamma_limit_witnesses,
    long_run_witnesses,
)
from runtime_theory.theorems.kernel.conclusion import Conclusion
from runtime_theory.theorems.kernel.step import Identity, Step
from runtime_theory.theorems.kernel.theorem import Claim, Theorem
from runtime_theory.theorems.kernel.witness import Witness

__all__ = ["THEOREMS"]

_SCHEME = "k-batch-async"


def _prove_long_run(square: Formula, gamma: Formula, g: Formula, h: Formula) -> tuple[Step, ...]:
    P, K, Q, R, first, second = DOMAIN["P K Q R g h"]
    x = typed_model().x
    sums = tuple(with_powers(formula.expr) for formula in (g, h))
    size = K**2 * coefficients(*sums)[2]
    model = typed_model()._replace(s2=typed_model().x * size / typed_model().eta ** 2)
    A, lag = K + sums[0] * model.x, K * model.x
    b, e = -(1 - 1 / P) / (1 - Q) * lag, 2 * (1 - 2 / P) / (1 - R) * lag
    after = tuple(map(with_powers, RECURSION.update(Moments(A, A + b, A, A + 2 * b + e), model)))
    return (
        Identity(
            POWERS + r" Divide all moments by $\eta^2 s^2/(x p(x))$, $p(x) = K^2 (2 - \beta z - "
            r"\gamma z^2)$ with $x = \eta a$, $z = x/K$, $\beta = K + M + 2 (P - 1) - 2 g$ and "
            r"$\gamma = (K + M) g + 2 (P - 1) h$. Then an update keeps $B_\infty =$",
            after[1],
            A + b,
            DOMAIN,
        ),
        Identity("$C_\\infty = A_\\infty =$", after[2], A, DOMAIN),
        Identity("$D_\\infty =$", after[3], A + 2 * b + e, DOMAIN),
        Identity("and $A_\\infty =$", after[0], A, DOMAIN),
        Identity(
            "A copy is renewed with probability $1/P$ a push, so that over the $K$ slots the mean "
            r"of $\mathbb{E}[(w - y)^2]$ is $P (1 - Q)/K$ times its first value. Over $A_\infty$ "
            "it is",
            P * (1 - Q) / K * (-2 * b) / A,
            2 * x * (P - 1) / A,
            DOMAIN,
        ),
        Conclusion(
            MULTIPLY,
            square,
            typed_model().noise * (K + first * x) / (x * K**2 * coefficients(first, second)[2]),
            DOMAIN,
            under=abbreviated("stationary_second_moment").conditions,
        ),
        Conclusion(
            "and",
            gamma,
            2 * x * (P - 1) / (K + first * x),
            DOMAIN,
            under=abbreviated("stationary_gamma").conditions,
        ),
    )


def _prove_stability(limit: Formula) -> tuple[Step, ...]:
    P, K, Q, R, eta, a = DOMAIN["P K Q R eta a"]
    written = coefficients(*map(with_powers, geometric_sums(P, K)))[2]
    return (
        *spectral_radius(),
        Identity(
            POWERS + r" With $x = \eta a$ and $z = x/K$, $\det(I - T)$ is a positive number times "
            r"$x (2 - \beta z - \gamma z^2)$, where "
            r"$\beta = K + M + 2 (P - 1) - 2 g$ and $\gamma = (K + M) g + 2 (P - 1) h$:",
            determinant(1, typed_model()),
            (1 - Q) ** 2 * (1 - R) * eta * a * written,
            DOMAIN,
        ),
        *positive_root(),
        *_first_zero(limit),
    )


def _first_zero(limit: Formula) -> tuple[Step, ...]:
    """The limit is the least positive root of 2 - beta z - gamma z^2."""
    K, a, z, beta, root = ROOT["K a z beta R_0"]
    gamma, least = (root**2 - beta**2) / 8, 4 / (beta + root)
    return (
        Identity(
            r"With $R_0 = \sqrt{\beta^2 + 8 \gamma}$, that is, $\gamma = (R_0^2 - \beta^2)/8$,",
            2 - beta * z - gamma * z**2,
            (least - z) * (gamma * z + (beta + root) / 2),
            ROOT,
            name=r"2 - \beta z - \gamma z^2",
        ),
        Identity(
            r"The second factor is linear in $z$; at $z = 0$ it is positive, and where the first "
            r"one vanishes it is $R_0 \ge 0$, so that it is positive before:",
            gamma * least + (beta + root) / 2,
            root,
            ROOT,
        ),
        Identity(
            r"So $\det(I - T)$ vanishes first where $z = 4/(\beta + R_0)$. There the spectral "
            "radius reaches 1, and the moments are not bounded:",
            with_root(limit.expr),
            least * K / a,
            ROOT,
            name=limit.latex_lhs,
        ),
    )


def _prove_gamma_limit(limit: Formula) -> tuple[Step, ...]:
    K, g, eta = DOMAIN["K g eta"]
    frequency, _ = frequencies(limit)
    return (
        Identity(
            r"With the long-run $\gamma_\infty$ of the theorem before, $1 - \gamma_\infty$ is a "
            r"positive number times $1 - \eta f$, as $\mathbb{E}[w_\infty^2] > 0$ has the sign of "
            r"$K + \eta a g$:",
            1 - abbreviated("stationary_gamma").expr,
            K * (1 - eta * frequency) / (K + g * typed_model().x),
            DOMAIN,
        ),
        *up_to_both(limit, abbreviated("stability_limit"), ROOT, with_root),
    )


def _long_run() -> tuple[Witness, ...]:
    found = with_sums(long_run_witnesses(_SCHEME, (second_moment, ratio)))
    return (*found, *sum_witnesses(2))


def _theorem(kind: str, title: str, claims: Any, prove: Any, witnesses: Any, *more: str) -> Theorem:
    return Theorem(
        f"quadratic-{_SCHEME}-{kind}",
        title,
        (*LONG_RUN, *more),
        tuple(Claim(abbreviated(name)) for name in claims),
        prove,
        DUTTA2018,
        "not in the source: derived here",
        witnesses,
    )


_SUMS = "Let $g$ and $h$ be the sums of the theorem on the long run."
_SLOTS = GAMMA.replace(
    "a copy that is pushed", "the copy pushed in a slot, averaged over $K$ slots"
)

THEOREMS = (
    _theorem(
        "long-run",
        "K-batch-async SGD on a quadratic in the long run",
        ("stationary_second_moment", "stationary_gamma", "g", "h"),
        _prove_long_run,
        _long_run,
        _SLOTS,
    ),
    _theorem(
        "stability",
        "Which learning rates K-batch-async SGD bears on a quadratic",
        ("stability_limit",),
        _prove_stability,
        partial(with_sums, partial(critical_witnesses, _SCHEME, 0)),
        _SUMS,
        CRITICAL,
    ),
    _theorem(
        "gamma-limit",
        r"Up to which learning rate the assumption $\gamma \le 1$ holds for K-batch-async",
        ("gamma_limit",),
        _prove_gamma_limit,
        partial(with_sums, partial(gamma_limit_witnesses, _SCHEME)),
        _SUMS,
        _SLOTS,
        GAMMA_LIMIT,
    ),
)
