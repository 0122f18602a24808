"""Every quantity that `expression` knows, by name: its meaning and where it comes from."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from types import MappingProxyType
from typing import final

from runtime_theory.expressions import ranks, rates
from runtime_theory.expressions.errors_of_sgd import (
    adasync,
    bound,
    error_against_time,
    quadratic,
    time_to_target,
)
from runtime_theory.expressions.statement import Case, Statement
from runtime_theory.tables import Table

__all__ = ["QUANTITIES", "Quantity", "quantities"]


@final
@dataclass(frozen=True)
class Quantity:
    """A quantity with a formula.

    Parameters
    ----------
    meaning : str
        One line.
    needs : str
        What it is a quantity of: ``"scheme"``, ``"scheme, law"`` or ``"law"``.
    state : callable
        Takes a Case and returns a Statement.
    """

    meaning: str
    needs: str
    state: Callable[[Case], Statement]

    @property
    def of_scheme(self) -> bool:
        """Whether it needs a scheme."""
        return "scheme" in self.needs


_TIME, _LAW, _SCHEME = "scheme, law", "law", "scheme"

QUANTITIES: Mapping[str, Quantity] = MappingProxyType(
    {
        "iteration_time": Quantity(
            "E[T], mean time of an update", _TIME, rates.fact_of("iteration_time")
        ),
        "iteration_time_variance": Quantity(
            "Var[T], where iterations are i.i.d.", _TIME, rates.fact_of("iteration_time_variance")
        ),
        "iteration_time_lower": Quantity(
            "lower bound on E[T], or E[T] itself", _TIME, partial(rates.bound_on_time, "lower")
        ),
        "iteration_time_upper": Quantity(
            "upper bound on E[T], or E[T] itself", _TIME, partial(rates.bound_on_time, "upper")
        ),
        "throughput": Quantity("K/E[T], gradients per second", _TIME, rates.throughput),
        "update_speedup": Quantity("E[T_sync]/E[T]", _TIME, rates.update_speedup),
        "gradient_speedup": Quantity(
            "K E[T_sync]/(P E[T]), the same per gradient", _TIME, rates.gradient_speedup
        ),
        "mean_staleness": Quantity("E[s], in updates", _TIME, rates.fact_of("mean_staleness")),
        "staleness_pmf": Quantity("Pr(s)", _TIME, rates.fact_of("staleness_pmf")),
        "freshness": Quantity(
            "Pr(s = 0), long-run share of fresh gradients", _TIME, rates.fact_of("freshness")
        ),
        "p0": Quantity(
            "lower bound, given the past, on the share of fresh gradients",
            _TIME,
            rates.fact_of("p0"),
        ),
        "error_bound": Quantity("bound on E[F(w_J)] - F*", _SCHEME, partial(bound, "error_bound")),
        "error_floor": Quantity("its limit for large J", _SCHEME, partial(bound, "error_floor")),
        "contraction": Quantity(
            "factor by which it shrinks in an update", _SCHEME, partial(bound, "contraction")
        ),
        "gradient_norm_bound": Quantity(
            "bound on the mean squared gradient, non-convex",
            _SCHEME,
            partial(bound, "gradient_norm_bound"),
        ),
        "gradient_norm_floor": Quantity(
            "its limit for large J", _SCHEME, partial(bound, "gradient_norm_floor")
        ),
        "max_learning_rate": Quantity(
            "largest learning rate of the bounds", _SCHEME, partial(bound, "max_learning_rate")
        ),
        "iterations_to_target": Quantity(
            "updates until the error bound is epsilon",
            _SCHEME,
            partial(bound, "iterations_to_target"),
        ),
        "error_against_time": Quantity(
            "error bound at J = t/E[T], an approximation", _TIME, error_against_time
        ),
        "time_to_target": Quantity("J(epsilon) E[T]", _TIME, time_to_target),
        "adasync_objective": Quantity(
            "what AdaSync minimises over K", _TIME, partial(adasync, "objective")
        ),
        "adasync_K": Quantity(
            "AdaSync's K from the K at the start", _TIME, partial(adasync, "practical")
        ),
        "adasync_K_stationary": Quantity(
            "AdaSync's K where the derivative vanishes", _TIME, partial(adasync, "stationary")
        ),
        "adasync_K_integer": Quantity(
            "AdaSync's K, the best integer", _TIME, partial(adasync, "integer")
        ),
        "quadratic_stationary_second_moment": Quantity(
            "E[w^2] of w in the long run, on F = a w^2/2",
            _TIME,
            partial(quadratic, "stationary_second_moment"),
        ),
        "quadratic_stationary_error": Quantity(
            "E[F(w)] - F* in the long run, on F = a w^2/2",
            _TIME,
            partial(quadratic, "stationary_error"),
        ),
        "quadratic_stationary_gamma": Quantity(
            "gamma in the long run, on F = a w^2/2", _TIME, partial(quadratic, "stationary_gamma")
        ),
        "quadratic_stability_limit": Quantity(
            "learning rate at which F = a w^2/2 diverges",
            _TIME,
            partial(quadratic, "stability_limit"),
        ),
        "quadratic_gamma_limit": Quantity(
            "learning rate up to which gamma <= 1 in the long run",
            _TIME,
            partial(quadratic, "gamma_limit"),
        ),
        "quadratic_second_moment": Quantity(
            "E[w_J^2] on F = a w^2/2, sync kinds", _TIME, partial(quadratic, "second_moment")
        ),
        "quadratic_error": Quantity(
            "E[F(w_J)] - F* on F = a w^2/2, sync kinds", _TIME, partial(quadratic, "error")
        ),
        "mean": Quantity("E[X]", _LAW, ranks.mean),
        "variance": Quantity("Var[X]", _LAW, ranks.variance),
        "order_statistic_mean": Quantity(
            "E[X_{k:n}], mean of the k-th smallest of n", _LAW, ranks.order_statistic_mean
        ),
        "order_statistic_variance": Quantity("Var[X_{k:n}]", _LAW, ranks.order_statistic_variance),
        "order_statistic_covariance": Quantity(
            "Cov[X_{j:n}, X_{k:n}], j < k", _LAW, ranks.order_statistic_covariance
        ),
    }
)


def quantities() -> Table:
    """Return the quantities of `expression` and `latex`, with their meaning and what they need.

    Examples
    --------
    >>> from runtime_theory.expressions import quantities
    >>> next(row for row in quantities() if row["quantity"] == "throughput")
    {'quantity': 'throughput', 'meaning': 'K/E[T], gradients per second', 'needs': 'scheme, law'}
    """
    return Table(
        {
            "quantity": list(QUANTITIES),
            "meaning": [each.meaning for each in QUANTITIES.values()],
            "needs": [each.needs for each in QUANTITIES.values()],
        },
        caption="what rt.expression and rt.latex know",
    )
