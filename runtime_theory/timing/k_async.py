"""K-async SGD: K distinct learners of P push, the others go on with their stale version.

Iteration times are those of the long run: right after an update K learners start afresh and
P-K are somewhere in a mini-batch.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from runtime_theory.convergence.freshness import ANY_K_ASYNC, EXPONENTIAL_K_ASYNC
from runtime_theory.distributions.base import Ageing, Distribution
from runtime_theory.formulas.vocabulary import symbols
from runtime_theory.references import BARLOW_PROSCHAN1975, DUTTA2018
from runtime_theory.results import Kind, Result
from runtime_theory.schemes import KAsync
from runtime_theory.timing.facts import Scope, fact, ranked_time, ranked_variance, stream_time
from runtime_theory.timing.fleet import Fleet, infinite
from runtime_theory.timing.method import Method, Options, Timing

__all__ = ["TIMING"]


def _closed(scheme: KAsync, fleet: Fleet) -> bool:
    return fleet.memoryless or fleet.deterministic or fleet.interval.value == float("inf")


def _time(scheme: KAsync, fleet: Fleet, options: Options) -> Result:
    """Return the long-run E[T] in closed form.

    Exponential: E[X_{K:P}], since what runs is as good as fresh (Dutta et al. 2018, Lemma 5).
    Deterministic d: d/floor(P/K). Of learners that are alike it is finite iff E[X] is, by the
    two universal bounds.
    """
    turns: int = scheme.P // scheme.K
    if fleet.deterministic:
        time = fleet.shortest / turns
        return time.replace(method="learners push in step: d/floor(P/K)", formula=_IN_STEP.formula)
    if fleet.memoryless:
        mean = fleet.order_mean(scheme.K)
        return mean.replace(
            references=(*mean.references, DUTTA2018),
            formula=_TIME.formula if fleet.alike else None,
        )
    return infinite(f"E[T] >= K E[X]/P in the long run, and E[X] = inf: {fleet.interval.note}")


def _bounds(scheme: KAsync, fleet: Fleet) -> tuple[list[Result], list[Result]]:
    """Return candidate bounds on the long-run E[T], each valid for the fleet at hand.

    Nobody pushes faster than it computes: E[T] >= K E[X]/P. At most K-1 learners idle, so
    P-K+1 compute at every moment: E[T] <= K E[X]/(P-K+1) (`_at_most_idle`). Between an update
    and the floor(P/K)-th after it, no fresh learner can finish before the shortest time is
    over, and all P have pushed once the longest is: 1/floor(P/K) times the ends of the support.
    New better than used: what runs finishes no later than a fresh start, E[T] <= E[X_{K:P}];
    new worse than used, the reverse (Dutta et al. 2018, Lemma 5; Barlow and Proschan 1975).
    """
    K: int = scheme.K
    P: int = scheme.P
    turns = P // K
    work = K * fleet.interval
    quick = fleet.shortest / turns
    lower = [
        work.replace(
            method="nobody idles: K E[X]/P", formula=_NOBODY_IDLES.formula if fleet.alike else None
        ),
        quick.replace(method="floor(P/K) updates in the shortest time"),
    ]
    slow = fleet.longest / turns
    upper = [
        *_at_most_idle(K, fleet),
        slow.replace(method="floor(P/K) updates in the longest time"),
    ]
    if fleet.ageing is not Ageing.NEITHER:
        mean = fleet.order_mean(K)
        fresh = mean.replace(
            method=f"all start afresh: E[X_{{K:P}}] ({fleet.ageing})",
            references=(*mean.references, DUTTA2018, BARLOW_PROSCHAN1975),
        )
        worse = fleet.ageing is Ageing.NWU
        if fleet.alike:
            fresh = fresh.replace(formula=(_FRESH_IS_LESS if worse else _FRESH_IS_MORE).formula)
        (lower if worse else upper).append(fresh)
    return lower, upper


def _at_most_idle(K: int, fleet: Fleet) -> list[Result]:
    """Return K max E[X_i]/(n-K+1) over the n quickest learners, for every n >= K.

    Of any n learners at least n-K+1 compute at every moment, and together they push at most K
    times an update; leaving out slow ones may tighten the bound, or make it finite at all.
    """
    bounds, n = [], 0
    groups = zip(fleet.means, fleet.groups, strict=True)
    for mean, (_, count) in sorted(groups, key=lambda pair: float(pair[0].upper)):
        n += count
        if n >= K:
            rule = "at most K-1 idle: K E[X]/(P-K+1)"
            if n < fleet.P:
                rule = f"at most K-1 idle of the {n} quickest: K max E[X]/({n}-K+1)"
            formula = _AT_MOST_IDLE.formula if fleet.alike else None
            bounds.append((K * mean / (n - K + 1)).replace(method=rule, formula=formula))
    return bounds


def _staleness(scheme: KAsync, fleet: Fleet) -> Result:
    """Return P/K - 1: K of P learners take part in each update."""
    share = Result(
        float(scheme.P - scheme.K),
        0.0,
        kind=Kind.EXACT,
        method="conservation of pushes",
        unit="updates",
    )
    K: int = scheme.K
    return share / K


def _law(scheme: KAsync, fleet: Fleet) -> Distribution | None:
    return fleet.order_law(scheme.K) if fleet.memoryless else None


def _mean_staleness() -> Any:
    P, K = symbols("P K")
    return P / K - 1


def _in_step() -> Any:
    from sympy import floor

    E_X, P, K = symbols("E_X P K")
    return E_X / floor(P / K)


def _busy_work() -> Any:
    K, E_X, P = symbols("K E_X P")
    return K * E_X / (P - K + 1)


def _share() -> Any:
    P, K = symbols("P K")
    return K / P


def _geometric() -> Any:
    P, K, s = symbols("P K s")
    return K / P * (1 - K / P) ** s


def _least_share() -> Any:
    """At most P - K of the K that push were busy at the last update."""
    from sympy import Max

    return Max(0, ANY_K_ASYNC.expr)


_fact = partial(fact, "k-async")
_ranked = partial(ranked_time, "K")
_TIME = _fact("iteration_time", Scope.EXPONENTIAL, _ranked, DUTTA2018)
_IN_STEP = _fact("iteration_time", Scope.DETERMINISTIC, _in_step)
_NOBODY_IDLES = _fact("iteration_time_lower", Scope.ANY, stream_time, relation=">=")
_FRESH_IS_LESS = _fact(
    "iteration_time_lower", Scope.NWU, _ranked, BARLOW_PROSCHAN1975, relation=">="
)
_AT_MOST_IDLE = _fact("iteration_time_upper", Scope.ANY, _busy_work, relation="<=")
_FRESH_IS_MORE = _fact("iteration_time_upper", Scope.NBU, _ranked, DUTTA2018, relation="<=")

TIMING = Timing(
    scheme=KAsync,
    methods=(
        Method(
            "closed-form",
            "exponential or deterministic times, infinite E[X], K = 1, K = P",
            _closed,
            _time,
        ),
    ),
    bounds=_bounds,
    mean_staleness=_staleness,
    iteration_law=_law,
    facts=(
        _TIME,
        _IN_STEP,
        _fact("iteration_time_variance", Scope.EXPONENTIAL, partial(ranked_variance, "K")),
        _FRESH_IS_LESS,
        _NOBODY_IDLES,
        _FRESH_IS_MORE,
        _AT_MOST_IDLE,
        _fact("mean_staleness", Scope.ANY, _mean_staleness),
        _fact("staleness_pmf", Scope.EXPONENTIAL, _geometric),
        _fact("freshness", Scope.EXPONENTIAL, _share),
        _fact("p0", Scope.EXPONENTIAL, EXPONENTIAL_K_ASYNC.expression),
        _fact("p0", Scope.NWU, _share, BARLOW_PROSCHAN1975, relation=">="),
        _fact("p0", Scope.ANY, _least_share, relation=">="),
    ),
)
