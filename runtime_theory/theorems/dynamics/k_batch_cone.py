"""K-batch-async SGD on a quadratic as a positive linear map: its symbols, and its first zero."""

from __future__ import annotations

from typing import Any

from runtime_theory.convergence.quadratic import Model, Moments
from runtime_theory.convergence.quadratic.k_batch_async import RECURSION
from runtime_theory.references import KREIN_RUTMAN1948
from runtime_theory.theorems.kernel.domain import Domain
from runtime_theory.theorems.kernel.step import Axiom, Identity, Step

__all__ = [
    "DOMAIN",
    "POWERS",
    "ROOT",
    "coefficients",
    "determinant",
    "positive_root",
    "spectral_radius",
    "typed_model",
    "with_powers",
    "with_root",
]

DOMAIN = Domain(
    positive="eta a s2 Q", nonnegative="M R", real="g h", counts="P K", facts=("P - 2",)
)
POWERS = "Write $Q = (1 - 1/P)^K$ and $R = (1 - 2/P)^K$."
ROOT = Domain(positive="eta a z", nonnegative="M R_0", real="beta", counts="P K", facts=("P - 2",))
"""Symbols in which the limit has no root; `positive_root` shows that R_0 is a real number."""


def with_root(expression: Any) -> Any:
    """Put beta and R_0^2 = beta^2 + 8 gamma for the sums g and h, which are linear in them."""
    from sympy import Pow, Symbol, cancel

    P, K, M, beta, root = ROOT["P K M beta R_0"]
    g = (K + M + 2 * (P - 1) - beta) / 2
    h = ((root**2 - beta**2) / 8 - (K + M) * g) / (2 * (P - 1))
    return ROOT.typed(expression.xreplace({Symbol("g"): g, Symbol("h"): h})).replace(
        lambda e: e.is_Pow and e.exp.is_Rational and e.exp.q == 2,
        lambda e: Pow(cancel(e.base), e.exp),
    )


def typed_model() -> Model:
    """Return the typed symbols of the domain."""
    return Model(*DOMAIN["P K eta a s2 M"])


def with_powers(expression: Any) -> Any:
    """Put Q and R for the powers that they abbreviate: what holds for any Q and R holds."""
    P, K, Q, R = DOMAIN["P K Q R"]
    expression = DOMAIN.typed(expression)
    return expression.xreplace({(1 - 1 / P) ** K: Q, (1 - 2 / P) ** K: R})


def coefficients(g: Any, h: Any) -> tuple[Any, Any, Any]:
    """Return beta, gamma and 2 - beta z - gamma z^2 with z = eta a/K, for the sums g and h."""
    P, K, M = DOMAIN["P K M"]
    beta, gamma, z = K + M + 2 * (P - 1) - 2 * g, (K + M) * g + 2 * (P - 1) * h, typed_model().x / K
    return beta, gamma, 2 - beta * z - gamma * z**2


def determinant(eigenvalue: Any, model: Model) -> Any:
    """Return det(lambda - T), T in the coordinates A, B - A, C - A and D - 2 B + A."""
    from sympy import Matrix, eye, factor

    silent = model._replace(s2=0)
    columns = []
    for A, b, c, e in eye(4).tolist():
        new = RECURSION.update(Moments(A, A + b, A + c, A + 2 * b + e), silent)
        image = (new.A, new.B - new.A, new.C - new.A, new.D - 2 * new.B + new.A)
        columns.append([factor(with_powers(entry)) for entry in image])
    rows = eigenvalue * eye(4) - Matrix(columns).T
    if eigenvalue == 1:  # take A' out of the other rows: without that it takes 10 s
        P = DOMAIN["P"]
        shares = (0, 1 - 1 / P, 1 - 1 / P, -(1 - 2 / P))
        rows = Matrix([rows.row(i) + shares[i] * rows.row(0) for i in range(4)]).applyfunc(factor)
    return rows.det(method="berkowitz")


def spectral_radius() -> tuple[Step, ...]:
    """Why stability ends where det(I - T) first vanishes."""
    domain = Domain(positive="Q R", real="lambda")
    lam, Q, R = domain["lambda Q R"]
    still = determinant(lam, typed_model()._replace(eta=0))
    return (
        Axiom(
            "Let $T$ be the matrix of an update without noise. A linear map that leaves a closed "
            "convex cone with interior and without lines invariant, such as that of covariances, "
            "has its spectral radius as an eigenvalue, with an eigenvector $S$ in the cone.",
            reference=KREIN_RUTMAN1948,
        ),
        Axiom(
            "The moments stay bounded if the spectral radius is less than 1, and not if it is 1 or "
            "more: after updates in which every learner has had its turn, the covariance of the "
            "noise alone is positive definite, so at least $c S$ with $c > 0$, and the noise of "
            "each later update adds another such share, which updates do not make smaller."
        ),
        Identity(
            r"At $\eta = 0$ the eigenvalues are 1, simple, and $Q$, $Q$ and $R$, below it:",
            still,
            (lam - 1) * (lam - Q) ** 2 * (lam - R),
            domain,
        ),
    )


def positive_root() -> tuple[Step, ...]:
    """Why the polynomial has a positive root: some learning rates are stable and some are not."""
    return (
        Axiom(
            r"So for small $\eta > 0$ $\det(I - T)$ is positive, hence the first eigenvalue, and "
            "with it the spectral radius, less than 1."
        ),
        Axiom(
            r"For large $\eta$ it is more than 1: if $y_1 = w$ and learner 1 makes all $K$ pushes, "
            r"which has probability $P^{-K}$, it leaves $y_1' = w' = (1 - x) w$ without noise of "
            r"variance $s^2$, so that $\mathbb{E}[w_j^2]$ is at least $(P^{-K} (1 - x)^2)^j$ times "
            r"its start. The spectral radius depends continuously on $\eta$, so that it is 1 in "
            r"between; there $\det(I - T) = 0$. So $2 - \beta z - \gamma z^2$ has a positive root, "
            r"$\beta^2 + 8 \gamma \ge 0$, and $\beta + \sqrt{\beta^2 + 8 \gamma} > 0$."
        ),
    )
