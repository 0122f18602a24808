"""K-batch-async SGD: an update every K mini-batches, whoever pushed them; nobody waits."""

from __future__ import annotations

from functools import partial
from typing import Any

from runtime_theory.convergence.freshness import ANY_K_BATCH_ASYNC, EXPONENTIAL_K_BATCH_ASYNC
from runtime_theory.distributions.base import Distribution
from runtime_theory.formulas.vocabulary import symbols
from runtime_theory.references import COX1962, DUTTA2018
from runtime_theory.results import Kind, Result
from runtime_theory.schemes import KBatchAsync
from runtime_theory.timing.facts import Scope, fact, stream_time, stream_variance
from runtime_theory.timing.fleet import Fleet
from runtime_theory.timing.method import Method, Options, Timing
from runtime_theory.timing.poisson import arrival_law

__all__ = ["TIMING"]


def _time(scheme: KBatchAsync, fleet: Fleet, options: Options) -> Result:
    """Return K E[X]/P in the long run, or K/sum(1/E[X_i]) (Dutta et al. 2018, Lemma 4)."""
    K: int = scheme.K
    time = K * fleet.interval
    return time.replace(
        references=(*time.references, DUTTA2018, COX1962),
        formula=_TIME.formula if fleet.alike else None,
    )


def _staleness(scheme: KBatchAsync, fleet: Fleet) -> Result:
    """Return (P - 1)/K: P - 1 others push once on average, K pushes to an update."""
    pushes = Result(
        scheme.P - 1.0, 0.0, kind=Kind.EXACT, method="conservation of pushes", unit="updates"
    )
    K: int = scheme.K
    return pushes / K


def _law(scheme: KBatchAsync, fleet: Fleet) -> Distribution | None:
    return arrival_law(scheme.K, fleet) if fleet.memoryless else None


def _mean_staleness() -> Any:
    P, K = symbols("P K")
    return (P - 1) / K


def _fresh() -> Any:
    """Pr[s = 0]: averages 1 - (1 - 1/P)^i over the places i = 1..K in an update.

    Before the i-th push the current version was fetched with the last update and at each of
    the i-1 pushes since, each time by a learner at random; so this is the share given any past.
    """
    P, K = symbols("P K")
    return 1 - (P - 1) / K * (1 - (1 - 1 / P) ** K)


def _staleness_law() -> Any:
    """Law of ceil((r + G)/K) - 1: r uniform on 0..K-1, G geometric(1/P) pushes until the next.

    Pr[s >= t] is the mean over r of (1 - 1/P)^(tK - r) for t >= 1.
    """
    from sympy import Eq, Piecewise

    P, K, s = symbols("P K s")
    nobody = (1 - 1 / P) ** K
    late = (P - 1) / K * (1 - nobody) ** 2 * (1 - 1 / P) ** (K * (s - 1))
    return Piecewise((_fresh(), Eq(s, 0)), (late, True))


def _least_share() -> Any:
    """Of K pushes at most P - 1 are by learners that were busy at the last update."""
    from sympy import Max

    return Max(0, ANY_K_BATCH_ASYNC.expr)


_fact = partial(fact, "k-batch-async")
_TIME = _fact("iteration_time", Scope.ANY, stream_time, DUTTA2018)

TIMING = Timing(
    scheme=KBatchAsync,
    methods=(Method("renewal-rate", "every law", lambda scheme, fleet: True, _time),),
    bounds=None,
    mean_staleness=_staleness,
    iteration_law=_law,
    facts=(
        _TIME,
        _fact("iteration_time_variance", Scope.EXPONENTIAL, stream_variance, DUTTA2018),
        _fact("mean_staleness", Scope.ANY, _mean_staleness),
        _fact("staleness_pmf", Scope.EXPONENTIAL, _staleness_law),
        _fact("freshness", Scope.EXPONENTIAL, _fresh),
        _fact("p0", Scope.EXPONENTIAL, EXPONENTIAL_K_BATCH_ASYNC.expression),
        _fact("p0", Scope.ANY, _least_share, relation=">="),
    ),
)
