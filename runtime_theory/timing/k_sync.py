"""K-sync SGD (backup workers): every iteration waits for the K quickest of P learners."""

from __future__ import annotations

from functools import partial

from runtime_theory.distributions.base import Distribution
from runtime_theory.references import DUTTA2018
from runtime_theory.results import Result
from runtime_theory.schemes import KSync
from runtime_theory.timing.facts import Scope, fact, ranked_time, ranked_variance
from runtime_theory.timing.fleet import Fleet
from runtime_theory.timing.method import Method, Options, Timing
from runtime_theory.timing.sync import never_stale, never_stale_facts

__all__ = ["TIMING"]


def _time(scheme: KSync, fleet: Fleet, options: Options) -> Result:
    """Return E[X_{K:P}] (Dutta et al. 2018, Lemma 3)."""
    mean = fleet.order_mean(scheme.K)
    formula = _TIME.formula if fleet.alike else None
    return mean.replace(references=(*mean.references, DUTTA2018), formula=formula)


def _law(scheme: KSync, fleet: Fleet) -> Distribution:
    return fleet.order_law(scheme.K)


_TIME = fact("k-sync", "iteration_time", Scope.ANY, partial(ranked_time, "K"), DUTTA2018)

TIMING = Timing(
    scheme=KSync,
    methods=(Method("order-statistic", "every law", lambda scheme, fleet: True, _time),),
    bounds=None,
    mean_staleness=never_stale,
    iteration_law=_law,
    facts=(
        _TIME,
        fact("k-sync", "iteration_time_variance", Scope.ANY, partial(ranked_variance, "K")),
        *never_stale_facts("k-sync"),
    ),
)
