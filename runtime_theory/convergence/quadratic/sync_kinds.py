"""Sync, K-sync and K-batch-sync SGD: K fresh gradients an update, whatever the law of the times.

No copy is stale, so that the four moments are one number, and its recursion is affine.
"""

from __future__ import annotations

from typing import Any

from runtime_theory.convergence.quadratic.quantities import Stationary
from runtime_theory.convergence.quadratic.recursion import Model, Moments, Recursion
from runtime_theory.references import DUTTA2018

__all__ = ["RECURSIONS", "STATIONARIES", "contraction", "second_moment"]


def square(moments: Moments, model: Model) -> Any:
    """Return E[w^2] after an update of K gradients.

    Examples
    --------
    >>> square(Moments(1, 1, 1, 1), Model(P=8, K=4, eta=0.5))
    0.25
    """
    return contraction(model) * moments.A + model.noise / model.K


def copies(A_next: Any, moments: Moments, model: Model) -> tuple[Any, Any, Any]:
    """Return the other moments after an update: all copies are the updated parameter."""
    return A_next, A_next, A_next


def contraction(model: Model) -> Any:
    """Return the factor by which an update without noise multiplies E[w^2]."""
    return (1 - model.x) ** 2 + model.M * model.x**2 / model.K


def stationary_moments(model: Model) -> Moments:
    """Return the second moments that an update leaves as they are."""
    K, x = model.K, model.x
    A = model.noise / (x * (2 * K - (K + model.M) * x))
    return Moments(A, A, A, A)


def second_moment(model: Model, start: Any, J: Any) -> Any:
    """Return E[w_J^2], from E[w_0^2] = `start`; not at the stability limit, where rho is 1."""
    (final, *_), rho = stationary_moments(model), contraction(model)
    return final + rho**J * (start - final)


def stationary_gamma(model: Model) -> Any:
    """Return 0: no gradient is stale."""
    return 0 * model.P


def stability_limit(model: Model) -> Any:
    """Return the least eta at which E[w^2] grows for ever."""
    return 2 * model.K / ((model.K + model.M) * model.a)


def _of_all(moments: Moments, model: Model) -> Any:
    return square(moments, model._replace(K=model.P))


RECURSIONS = {
    "sync": Recursion("sync", _of_all, copies, DUTTA2018),
    "k-sync": Recursion("k-sync", square, copies, DUTTA2018),
    "k-batch-sync": Recursion("k-batch-sync", square, copies, DUTTA2018),
}
STATIONARIES = {
    name: Stationary(
        name,
        stationary_moments,
        stationary_gamma,
        stability_limit,
        DUTTA2018,
        second_moment=second_moment,
        all_learners=name == "sync",
    )
    for name in RECURSIONS
}
