"""Async SGD with exponential times: every update is by a uniformly random learner."""

from __future__ import annotations

from typing import Any

from runtime_theory.convergence.quadratic.quantities import Stationary, first_reached
from runtime_theory.convergence.quadratic.recursion import Model, Moments, Recursion
from runtime_theory.formulas import Formula
from runtime_theory.formulas.vocabulary import symbol
from runtime_theory.references import DUTTA2018

__all__ = ["GAMMA_AFTER_TWO", "RECURSION", "STATIONARY"]


def square(moments: Moments, model: Model) -> Any:
    """Return E[w^2] after an update.

    Examples
    --------
    >>> square(Moments(1, 1, 1, 1), Model(P=8, K=1, eta=0.5))
    0.25
    """
    (A, B, C, _), x = moments, model.x
    return A - 2 * x * B + x**2 * (1 + model.M) * C + model.noise


def copies(A_next: Any, moments: Moments, model: Model) -> tuple[Any, Any, Any]:
    """Return the other moments after an update."""
    (_, B, C, D), P = moments, model.P
    kept = B - model.x * D  # E[w' y_i] of a learner i that did not push
    return (
        A_next / P + (1 - 1 / P) * kept,
        A_next / P + (1 - 1 / P) * C,
        2 / P * kept + (1 - 2 / P) * D,
    )


def stationary_moments(model: Model) -> Moments:
    """Return the second moments that an update leaves as they are."""
    P, x = model.P, model.x
    scale = model.noise / (x * (2 + x * (1 - model.M) - P * (1 + model.M) * x**2))
    return Moments(scale * (1 + P * x), scale * (1 + x), scale * (1 + P * x), scale)


def stationary_gamma(model: Model) -> Any:
    """Return E[(w - y)^2]/E[w^2] in the long run, y a copy that is pushed."""
    return 2 * model.x * (model.P - 1) / (1 + model.P * model.x)


def gamma_limit(model: Model) -> Any:
    """Return the learning rate up to which there is a long run with gamma at most 1."""
    return first_reached((model.P - 2) * model.a, stability_limit(model))


def stability_limit(model: Model) -> Any:
    """Return the least eta at which E[w^2] grows for ever."""
    from sympy import sqrt

    P, M = model.P, model.M
    return (1 - M + sqrt((1 - M) ** 2 + 8 * P * (1 + M))) / (2 * P * (1 + M) * model.a)


def _gamma_after_two() -> Any:
    P = symbol("P")
    return (P - 1) * (16 * P - 19) / P


GAMMA_AFTER_TWO = Formula(
    "gamma after two updates of async at half the inverse curvature, without noise",
    _gamma_after_two,
    r"\gamma_2",
    DUTTA2018,
)
"""E[(w_2 - y)^2]/E[w_2^2] at eta a = 1/2: above 1, although the learning rate is a small one."""

RECURSION = Recursion("async", square, copies, DUTTA2018)
STATIONARY = Stationary(
    "async",
    stationary_moments,
    stationary_gamma,
    stability_limit,
    DUTTA2018,
    gamma_limit=gamma_limit,
)
