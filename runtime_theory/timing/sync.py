"""Fully synchronous SGD: every iteration waits for the slowest of P learners."""

from __future__ import annotations

from functools import partial
from typing import Any

from runtime_theory.distributions.base import Distribution
from runtime_theory.references import DUTTA2018
from runtime_theory.results import Kind, Result
from runtime_theory.schemes import Sync
from runtime_theory.timing.facts import Fact, Scope, fact, plain, ranked_time, ranked_variance, zero
from runtime_theory.timing.fleet import Fleet
from runtime_theory.timing.method import Method, Options, Timing

__all__ = ["TIMING", "at_once", "never_stale", "never_stale_facts"]


def _time(scheme: Sync, fleet: Fleet, options: Options) -> Result:
    """Return E[X_{P:P}] (Dutta et al. 2018, Theorem 1)."""
    mean = fleet.order_mean(scheme.P)
    formula = _TIME.formula if fleet.alike else None
    return mean.replace(references=(*mean.references, DUTTA2018), formula=formula)


def _law(scheme: Sync, fleet: Fleet) -> Distribution:
    return fleet.order_law(scheme.P)


def never_stale(scheme: object, fleet: Fleet) -> Result:
    """Return 0: every gradient of a synchronous kind is read at the version it updates.

    Examples
    --------
    >>> from scipy import stats
    >>> float(never_stale(Sync(8), Fleet(stats.expon(), 8)))
    0.0
    """
    return Result(0.0, 0.0, kind=Kind.EXACT, method="synchronous", unit="updates")


def at_once() -> Any:
    """Return the law of a staleness that is always 0, as an expression in s.

    Examples
    --------
    >>> at_once().subs({"s": 0}), at_once().subs({"s": 2})
    (1, 0)
    """
    from sympy import Eq, Piecewise

    return Piecewise((plain("1"), Eq(plain("s"), 0)), (plain("0"), True))


def never_stale_facts(scheme: str) -> tuple[Fact, ...]:
    """Return what is known of the staleness of a synchronous kind.

    Examples
    --------
    >>> [str(each.formula.expr) for each in never_stale_facts("k-sync")][2:]
    ['1', '1']
    """
    sure = partial(plain, "1")
    return (
        fact(scheme, "mean_staleness", Scope.ANY, zero, DUTTA2018),
        fact(scheme, "staleness_pmf", Scope.ANY, at_once, DUTTA2018),
        fact(scheme, "freshness", Scope.ANY, sure, DUTTA2018),
        fact(scheme, "p0", Scope.ANY, sure, DUTTA2018),
    )


_TIME = fact("sync", "iteration_time", Scope.ANY, partial(ranked_time, "P"), DUTTA2018)

TIMING = Timing(
    scheme=Sync,
    methods=(Method("order-statistic", "every law", lambda scheme, fleet: True, _time),),
    bounds=None,
    mean_staleness=never_stale,
    iteration_law=_law,
    facts=(
        _TIME,
        fact("sync", "iteration_time_variance", Scope.ANY, partial(ranked_variance, "P")),
        *never_stale_facts("sync"),
    ),
)
