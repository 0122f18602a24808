"""K-batch-async SGD: an update every K mini-batches, whoever pushed them; nobody waits."""

from __future__ import annotations

from runtime_theory.distributions.base import Distribution
from runtime_theory.references import COX1962, DUTTA2018
from runtime_theory.results import Kind, Result
from runtime_theory.schemes import KBatchAsync
from runtime_theory.timing.fleet import Fleet
from runtime_theory.timing.method import Method, Options, Timing
from runtime_theory.timing.poisson import arrival_law

__all__ = ["TIMING"]


def _time(scheme: KBatchAsync, fleet: Fleet, options: Options) -> Result:
    """Return K E[X]/P in the long run, or K/sum(1/E[X_i]) (Dutta et al. 2018, Lemma 4)."""
    K: int = scheme.K
    time = K * fleet.interval
    return time.replace(references=(*time.references, DUTTA2018, COX1962))


def _staleness(scheme: KBatchAsync, fleet: Fleet) -> Result:
    """Return (P - 1)/K: P - 1 others push once on average, K pushes to an update."""
    pushes = Result(
        scheme.P - 1.0, 0.0, kind=Kind.EXACT, method="conservation of pushes", unit="updates"
    )
    K: int = scheme.K
    return pushes / K


def _law(scheme: KBatchAsync, fleet: Fleet) -> Distribution | None:
    return arrival_law(scheme.K, fleet) if fleet.memoryless else None


TIMING = Timing(
    scheme=KBatchAsync,
    methods=(Method("renewal-rate", "every law", lambda scheme, fleet: True, _time),),
    bounds=None,
    mean_staleness=_staleness,
    iteration_law=_law,
)
