r"""K-batch-async SGD with exponential times: every push is by a uniformly random learner.

Between updates w stands still while the pushed gradients g add up to G, and each pusher takes
a fresh copy of w at once, the K-th one of the updated w.  Summing the pushes of one update
leaves a linear map of the four moments with the powers (1 - 1/P)^K and (1 - 2/P)^K.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any, NamedTuple

from runtime_theory.convergence.quadratic.quantities import (
    Stationary,
    first_reached,
    smallest_root,
)
from runtime_theory.convergence.quadratic.recursion import Model, Moments, Recursion
from runtime_theory.formulas import Formula
from runtime_theory.formulas.vocabulary import symbol
from runtime_theory.references import DUTTA2018

__all__ = [
    "RECURSION",
    "STATIONARY",
    "Sums",
    "abbreviated",
    "geometric_sums",
    "last_push",
    "push",
]


class Sums(NamedTuple):
    """Moments of G/a, the sum of this update's gradients so far: E[G^2], E[w G], E[G y_i]."""

    square: Any
    with_w: Any
    with_copy: Any


def push(moments: Moments, sums: Sums, model: Model) -> tuple[Moments, Sums]:
    """Return moments and sums after a push that does not trigger the update.

    Examples
    --------
    >>> push(Moments(1, 1, 1, 1), Sums(0, 0, 0), Model(P=8, K=4, eta=0.5))[1]
    Sums(square=1.0, with_w=1, with_copy=1.0)
    """
    (A, B, C, D), P = moments, model.P
    grown = _grown(moments, sums, model)
    copies = Moments(
        A, A / P + (1 - 1 / P) * B, A / P + (1 - 1 / P) * C, 2 / P * B + (1 - 2 / P) * D
    )
    renewed = grown.with_w / P + (1 - 1 / P) * grown.with_copy
    return copies, grown._replace(with_copy=renewed)


def last_push(moments: Moments, sums: Sums, model: Model) -> Moments:
    """Return the moments after the K-th push, which updates w before it is read."""
    (A, B, C, D), P, step = moments, model.P, model.x / model.K
    grown = _grown(moments, sums, model)
    A_new = A - 2 * step * grown.with_w + step**2 * grown.square
    kept = B - step * grown.with_copy
    return Moments(
        A_new,
        A_new / P + (1 - 1 / P) * kept,
        A_new / P + (1 - 1 / P) * C,
        2 / P * kept + (1 - 2 / P) * D,
    )


def _grown(moments: Moments, sums: Sums, model: Model) -> Sums:
    """Add a gradient of a random learner to G; E[G y_i] is then of a learner that kept y_i."""
    _, B, C, D = moments
    own = (1 + model.M) * C + model.s2 / model.a**2
    return Sums(sums.square + 2 * sums.with_copy + own, sums.with_w + B, sums.with_copy + D)


def square(moments: Moments, model: Model) -> Any:
    """Return E[w^2] after K pushes: the sum of the geometric series.

    Examples
    --------
    >>> square(Moments(1, 1, 1, 1), Model(P=8, K=4, eta=0.5))
    0.25
    """
    (A, B, C, D), (P, K, *_) = moments, model
    Q, R, step = (1 - 1 / P) ** K, (1 - 2 / P) ** K, model.x / model.K
    b, c, e = B - A, C - A, D - 2 * B + A  # decay like (1 - 1/P)^n, twice, and (1 - 2/P)^n
    products = (K * (K - 1) * A + 2 * P * (K - 1) * (1 - Q) * b) + P * (P - 1) * (1 + R - 2 * Q) * e
    gathered = (1 + model.M) * (K * A + P * (1 - Q) * c) + K * model.s2 / model.a**2 + products
    return A - 2 * step * (K * A + P * (1 - Q) * b) + step**2 * gathered


def copies(A_next: Any, moments: Moments, model: Model) -> tuple[Any, Any, Any]:
    """Return the other moments after K pushes."""
    (A, B, C, D), (P, K, *_) = moments, model
    Q, R, step = (1 - 1 / P) ** K, (1 - 2 / P) ** K, model.x / model.K
    b, c, e = B - A, C - A, D - 2 * B + A
    # (1 - 1/P) E[w' y_i] of a learner that did not push last
    kept = (1 - 1 / P) * (A - step * (K * A + P * (1 - Q) * b + P * (Q - R) * e))
    kept += (1 - step * K) * Q * b
    return (
        A_next / P + kept,
        A_next / P + (1 - 1 / P) * A + Q * c,
        2 / (P - 1) * kept + (1 - 2 / P) * A + 2 * (P - 2) / (P - 1) * Q * b + R * e,
    )


def stationary_moments(model: Model) -> Moments:
    """Return the second moments that an update leaves as they are."""
    P, K, x = model.P, model.K, model.x
    Q, R = (1 - 1 / P) ** K, (1 - 2 / P) ** K
    g, h = geometric_sums(P, K)
    A = second_moment_of(model, g, h)
    lag = A * K * x / (K + g * x)  # (eta/K) E[G y_i] of a learner that did not push last
    b, e = -(1 - 1 / P) / (1 - Q) * lag, 2 * (1 - 2 / P) / (1 - R) * lag
    return Moments(A, A + b, A, A + 2 * b + e)


def stationary_gamma(model: Model) -> Any:
    """Return the mean over an update's K slots of E[(w - y)^2]/E[w^2] in the long run."""
    return gamma_of(model, *geometric_sums(model.P, model.K))


def gamma_limit(model: Model) -> Any:
    """Return the learning rate up to which there is a long run with gamma at most 1."""
    return gamma_limit_of(model, *geometric_sums(model.P, model.K))


def stability_limit(model: Model) -> Any:
    """Return the least eta at which E[w^2] grows for ever."""
    return limit_of(model, *geometric_sums(model.P, model.K))


def geometric_sums(P: Any, K: Any) -> tuple[Any, Any]:
    """Return g and h, on which the long run depends besides P and K; P and 0 for K = 1.

    Examples
    --------
    >>> geometric_sums(8, 1)
    (8.0, 0.0)
    """
    Q, R = (1 - 1 / P) ** K, (1 - 2 / P) ** K
    S = 2 * (1 - Q) / (1 - R)
    return K * Q / (1 - Q) + 3 - P + (P - 2) * S, (P - 2) * (S - 1) - (K - 1)


def second_moment_of(model: Model, g: Any, h: Any) -> Any:
    """Return E[w^2] in the long run."""
    K, x = model.K, model.x
    alpha, beta, gamma = _coefficients(model, g, h)
    return model.noise * (K + g * x) / (x * (alpha * K**2 - beta * K * x - gamma * x**2))


def gamma_of(model: Model, g: Any, h: Any) -> Any:
    """Return gamma in the long run; it does not depend on h."""
    return 2 * model.x * (model.P - 1) / (model.K + g * model.x)


def gamma_limit_of(model: Model, g: Any, h: Any) -> Any:
    """Return the learning rate up to which there is a long run with gamma at most 1."""
    frequency = (2 * (model.P - 1) - g) * model.a / model.K
    return first_reached(frequency, limit_of(model, g, h))


def limit_of(model: Model, g: Any, h: Any) -> Any:
    """Return the least eta at which E[w^2] grows for ever."""
    return model.K * smallest_root(*_coefficients(model, g, h)) / model.a


def _coefficients(model: Model, g: Any, h: Any) -> tuple[Any, Any, Any]:
    """Return alpha, beta and gamma: stable iff alpha - beta z - gamma z^2 > 0, z = x/K."""
    P, K, M = model.P, model.K, model.M
    return 2, K + M + 2 * (P - 1) - 2 * g, (K + M) * g + 2 * (P - 1) * h


def abbreviated(quantity: str) -> Formula:
    r"""Return a formula in the symbols g and h, or one of these, as a paper would print it.

    Parameters
    ----------
    quantity : str
        ``"g"``, ``"h"``, or one of the quantities of the long run.

    Examples
    --------
    >>> print(abbreviated("stationary_gamma").latex)
    \gamma_\infty = \frac{2 \eta a \left(P - 1\right)}{\eta a g + K}
    """
    if quantity in ("g", "h"):
        built = partial(_sum, "gh".index(quantity))
        return Formula(f"{quantity} of k-batch-async", built, quantity, DUTTA2018)
    return replace(
        STATIONARY.formula(quantity),
        expression=partial(_in_sums, quantity),
        conditions=tuple(
            replace(condition, right=partial(_in_sums, "stability_limit"))
            for condition in STATIONARY.conditions(quantity)
        ),
    )


def _sum(index: int) -> Any:
    return geometric_sums(symbol("P"), symbol("K"))[index]


def _in_sums(quantity: str) -> Any:
    return _ABBREVIATED[quantity](Model.symbolic(), symbol("g"), symbol("h"))


_ABBREVIATED = {
    "stationary_second_moment": second_moment_of,
    "stationary_gamma": gamma_of,
    "stability_limit": limit_of,
    "gamma_limit": gamma_limit_of,
}
RECURSION = Recursion("k-batch-async", square, copies, DUTTA2018)
STATIONARY = Stationary(
    "k-batch-async",
    stationary_moments,
    stationary_gamma,
    stability_limit,
    DUTTA2018,
    gamma_limit=gamma_limit,
)
