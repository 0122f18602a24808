"""What the proofs about K-async and async SGD share: symbols, update, fixed point, discriminant."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any, final

from runtime_theory.convergence.quadratic import (
    Model,
    Moments,
    formula_for,
    recursion_for,
    stationary_for,
)
from runtime_theory.theorems.kernel.domain import Domain

__all__ = ["Setting", "setting_for"]


@final
@dataclass(frozen=True)
class Setting:
    """Async (K = 1) or K-async SGD on a quadratic, in the typed symbols of a proof.

    Stable is where alpha - beta z - gamma z^2 > 0, z = eta a/K.

    Parameters
    ----------
    scheme : {"async", "k-async"}
        Which.
    """

    scheme: str

    @property
    def domain(self) -> Domain:
        """Signs of the symbols, 2 <= P and K <= P."""
        distinct = () if self.scheme == "async" else ("P - K", "2*P - K - 1")
        return Domain(
            positive="eta a s2",
            nonnegative="M",
            counts="P K",
            facts=("P - 2", *distinct),
        )

    @cached_property
    def model(self) -> Model:
        """The typed symbols, K = 1 for async."""
        domain = self.domain
        eta, a, s2, M, P, K = domain["eta a s2 M P K"]
        return Model(P, 1 if self.scheme == "async" else K, eta, a, s2, M)

    @cached_property
    def moments(self) -> Moments:
        """The moments that an update keeps."""
        return stationary_for(self.scheme).moments(self.model)

    @cached_property
    def shape(self) -> Moments:
        """The moments that an update keeps, without their common divisor."""
        (P, K, *_), x = self.model, self.model.x
        if self.scheme == "async":
            return Moments(1 + P * x, 1 + x, 1 + P * x, 1)
        pairs, rest = K * (2 * P - K - 1), P - K
        square = pairs + 2 * P * rest * x
        return Moments(square, pairs + rest * (K + 1) * x, square, pairs)

    @cached_property
    def kept(self) -> Moments:
        """These moments after an update whose noise has the same divisor."""
        model, x = self.model, self.model.x
        noisy = model._replace(s2=x * self.polynomial / model.eta**2)
        return recursion_for(self.scheme).update(self.shape, noisy)

    @cached_property
    def determinant(self) -> Any:
        """Of the identity minus the matrix of an update."""
        from sympy import eye

        return (eye(4) - recursion_for(self.scheme).matrix).det()

    @property
    def common(self) -> Any:
        """What the coefficients of K-async have in common at K = 1: taken out for async."""
        return 2 * (self.model.P - 1) if self.scheme == "async" else 1

    @property
    def coefficients(self) -> tuple[Any, Any, Any]:
        """Alpha, beta and gamma."""
        P, K, *_, M = self.model
        if self.scheme == "async":
            return 2, M - 1, P * (1 + M)
        pairs = 2 * P - K - 1
        return 2 * pairs, K**2 + K - 2 * P + M * pairs, 2 * P * (P - K) * (1 + M)

    @property
    def product(self) -> tuple[Any, ...]:
        """4 alpha gamma, in terms whose signs are seen."""
        P, K, *_, M = self.model
        if self.scheme == "async":
            return (8 * P * (1 + M),)
        return 16 * P * (1 + M) * (P - K) ** 2, 16 * P * (1 + M) * (P - K) * (P - 1)

    @cached_property
    def polynomial(self) -> Any:
        """K^2 (alpha - beta z - gamma z^2)."""
        (alpha, beta, gamma), K, x = self.coefficients, self.model.K, self.model.x
        return alpha * K**2 - beta * K * x - gamma * x**2

    @property
    def root(self) -> Any:
        """The square root R of beta^2 + 4 alpha gamma, at least |beta|."""
        from sympy import sqrt

        alpha, beta, gamma = self.coefficients
        return sqrt(beta**2 + 4 * alpha * gamma)

    def limit(self) -> Any:
        """The learning rate from which on the moments grow for ever."""
        return formula_for(self.scheme, "stability_limit").expr


@cache
def setting_for(scheme: str) -> Setting:
    """Return the setting of a scheme, always the same one: its determinant takes seconds.

    Examples
    --------
    >>> setting_for("async") is setting_for("async")
    True
    """
    return Setting(scheme)
