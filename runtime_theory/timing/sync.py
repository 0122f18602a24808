"""Fully synchronous SGD: every iteration waits for the slowest of P learners."""

from __future__ import annotations

from runtime_theory.distributions.base import Distribution
from runtime_theory.references import DUTTA2018
from runtime_theory.results import Kind, Result
from runtime_theory.schemes import Sync
from runtime_theory.timing.fleet import Fleet
from runtime_theory.timing.method import Method, Options, Timing

__all__ = ["TIMING", "never_stale"]


def _time(scheme: Sync, fleet: Fleet, options: Options) -> Result:
    """Return E[X_{P:P}] (Dutta et al. 2018, Theorem 1)."""
    mean = fleet.order_mean(scheme.P)
    return mean.replace(references=(*mean.references, DUTTA2018))


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


TIMING = Timing(
    scheme=Sync,
    methods=(Method("order-statistic", "every law", lambda scheme, fleet: True, _time),),
    bounds=None,
    mean_staleness=never_stale,
    iteration_law=_law,
)
