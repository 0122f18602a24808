"""Asynchronous SGD: every gradient is an update, nobody waits."""

from __future__ import annotations

from runtime_theory.distributions.base import Distribution
from runtime_theory.references import COX1962, DUTTA2018
from runtime_theory.results import Kind, Result
from runtime_theory.schemes import Async
from runtime_theory.timing.fleet import Fleet
from runtime_theory.timing.method import Method, Options, Timing
from runtime_theory.timing.poisson import arrival_law

__all__ = ["TIMING"]


def _time(scheme: Async, fleet: Fleet, options: Options) -> Result:
    """Return E[X]/P in the long run, or 1/sum(1/E[X_i]) (Dutta et al. 2018, Theorem 1)."""
    interval = fleet.interval
    return interval.replace(references=(*interval.references, DUTTA2018, COX1962))


def _staleness(scheme: Async, fleet: Fleet) -> Result:
    """Return P - 1: between two pushes of a learner all P push once on average."""
    return Result(
        scheme.P - 1.0, 0.0, kind=Kind.EXACT, method="conservation of pushes", unit="updates"
    )


def _law(scheme: Async, fleet: Fleet) -> Distribution | None:
    return arrival_law(1, fleet) if fleet.memoryless else None


TIMING = Timing(
    scheme=Async,
    methods=(Method("renewal-rate", "every law", lambda scheme, fleet: True, _time),),
    bounds=None,
    mean_staleness=_staleness,
    iteration_law=_law,
)
