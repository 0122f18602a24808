r"""K-async SGD with exponential times: every update is by K learners, drawn without replacement.

Exponential times have no memory, so the K learners that push next are a uniformly random
K-subset of the P, whoever pushed before.  They all restart from the updated w.
"""

from __future__ import annotations

from typing import Any

from runtime_theory.convergence.quadratic.quantities import Stationary, first_reached, smallest_root
from runtime_theory.convergence.quadratic.recursion import Model, Moments, Recursion
from runtime_theory.references import DUTTA2018

__all__ = ["RECURSION", "STATIONARY"]


def square(moments: Moments, model: Model) -> Any:
    """Return E[w^2] after an update, for K <= P and P >= 2 as everything here.

    Examples
    --------
    >>> square(Moments(1, 1, 1, 1), Model(P=8, K=4, eta=0.5))
    0.25
    """
    (A, B, C, D), K, x = moments, model.K, model.x
    products = (1 + model.M) * C + (K - 1) * D
    return A - 2 * x * B + x**2 / K * products + model.noise / K


def copies(A_next: Any, moments: Moments, model: Model) -> tuple[Any, Any, Any]:
    """Return the other moments after an update."""
    (_, B, C, D), (P, K, *_) = moments, model
    share, kept = K / P, B - model.x * D  # E[w' y_i] of a learner i that did not push
    both, one, none = K * (K - 1), 2 * K * (P - K), (P - K) * (P - K - 1)
    return (
        share * A_next + (1 - share) * kept,
        share * A_next + (1 - share) * C,
        (both * A_next + one * kept + none * D) / (P * (P - 1)),
    )


def stationary_moments(model: Model) -> Moments:
    """Return the second moments that an update leaves as they are."""
    (P, K, *_), x = model, model.x
    scale = model.noise / (x * _denominator(model))
    A = 2 * P**2 * x + 2 * K * P * (1 - x) - K * (K + 1)
    B = (2 * P - K - 1) * K + (P - K) * (K + 1) * x
    return Moments(scale * A, scale * B, scale * A, scale * K * (2 * P - K - 1))


def stationary_gamma(model: Model) -> Any:
    """Return E[(w - y)^2]/E[w^2] in the long run, y a copy that is pushed."""
    (P, K, *_), x = model, model.x
    pairs = 2 * P - K - 1
    return 2 * x * (P - K) * pairs / (2 * P**2 * x - 2 * K * P * x + K * pairs)


def gamma_limit(model: Model) -> Any:
    """Return the learning rate up to which there is a long run with gamma at most 1."""
    P, K = model.P, model.K
    frequency = 2 * (P - K) * (P - K - 1) * model.a / (K * (2 * P - K - 1))
    return first_reached(frequency, stability_limit(model))


def stability_limit(model: Model) -> Any:
    """Return the least eta at which E[w^2] grows for ever."""
    return model.K * smallest_root(*_coefficients(model)) / model.a


def _coefficients(model: Model) -> tuple[Any, Any, Any]:
    """Return alpha, beta and gamma: stable iff alpha - beta z - gamma z^2 > 0, z = x/K."""
    P, K, M = model.P, model.K, model.M
    pairs = 2 * P - K - 1
    return 2 * pairs, K**2 + K - 2 * P + M * pairs, 2 * P * (P - K) * (1 + M)


def _denominator(model: Model) -> Any:
    (alpha, beta, gamma), K, x = _coefficients(model), model.K, model.x
    return alpha * K**2 - beta * K * x - gamma * x**2


RECURSION = Recursion("k-async", square, copies, DUTTA2018)
STATIONARY = Stationary(
    "k-async",
    stationary_moments,
    stationary_gamma,
    stability_limit,
    DUTTA2018,
    gamma_limit=gamma_limit,
)
