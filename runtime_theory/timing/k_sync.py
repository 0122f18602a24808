"""K-sync SGD (backup workers): every iteration waits for the K quickest of P learners."""

from __future__ import annotations

from runtime_theory.distributions.base import Distribution
from runtime_theory.references import DUTTA2018
from runtime_theory.results import Result
from runtime_theory.schemes import KSync
from runtime_theory.timing.fleet import Fleet
from runtime_theory.timing.method import Method, Options, Timing
from runtime_theory.timing.sync import never_stale

__all__ = ["TIMING"]


def _time(scheme: KSync, fleet: Fleet, options: Options) -> Result:
    """Return E[X_{K:P}] (Dutta et al. 2018, Lemma 3)."""
    mean = fleet.order_mean(scheme.K)
    return mean.replace(references=(*mean.references, DUTTA2018))


def _law(scheme: KSync, fleet: Fleet) -> Distribution:
    return fleet.order_law(scheme.K)


TIMING = Timing(
    scheme=KSync,
    methods=(Method("order-statistic", "every law", lambda scheme, fleet: True, _time),),
    bounds=None,
    mean_staleness=never_stale,
    iteration_law=_law,
)
