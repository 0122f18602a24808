"""K-batch-sync SGD (Rennala): K mini-batches of one version, whoever computed them.

T is the K-th point of P renewal processes that all start with the iteration.
"""

from __future__ import annotations

import math
from functools import partial
from typing import Any

from runtime_theory.distributions.base import Ageing, Distribution
from runtime_theory.distributions.discrete import Deterministic
from runtime_theory.formulas import Condition
from runtime_theory.formulas.vocabulary import symbols
from runtime_theory.order_statistics import order_statistic
from runtime_theory.references import BARLOW_PROSCHAN1975, DUTTA2018
from runtime_theory.results import Result
from runtime_theory.schemes import KBatchSync
from runtime_theory.timing.facts import (
    Scope,
    fact,
    plain,
    ranked_time,
    stream_time,
    stream_variance,
    zero,
)
from runtime_theory.timing.fleet import Fleet, infinite
from runtime_theory.timing.method import Method, Options, Timing
from runtime_theory.timing.poisson import arrival_law
from runtime_theory.timing.sync import never_stale, never_stale_facts

__all__ = ["TIMING"]


def _closed(scheme: KBatchSync, fleet: Fleet) -> bool:
    return scheme.P == 1 or fleet.memoryless or fleet.deterministic or _never_ends(fleet)


def _never_ends(fleet: Fleet) -> bool:
    """Whether even the first mini-batch has an infinite mean time."""
    return math.isinf(fleet.interval.value) and math.isinf(fleet.order_mean(1).value)


def _time(scheme: KBatchSync, fleet: Fleet, options: Options) -> Result:
    """Return E[T] in closed form.

    Exponential: K/sum(mu_i) (Dutta et al. 2018, section 4.1). One learner: K E[X].
    Deterministic d: d ceil(K/P). Infinite iff the first mini-batch's mean is: iff
    E[X_{1:P}] = inf, whatever K.
    """
    if fleet.deterministic:
        time = _rounds(scheme) * fleet.shortest
        return time.replace(method="learners in step: d ceil(K/P)", formula=_IN_STEP.formula)
    if scheme.P > 1 and _never_ends(fleet):
        return infinite(f"E[T] >= E[X_(1:P)] = inf: {fleet.order_mean(1).note}")
    K: int = scheme.K
    time = K * fleet.interval
    formula = (_ALONE if scheme.P == 1 else _POISSON).formula if fleet.alike else None
    return time.replace(references=(*time.references, DUTTA2018), formula=formula)


def _bounds(scheme: KBatchSync, fleet: Fleet) -> tuple[list[Result], list[Result]]:
    """Return candidate bounds, each valid for the fleet at hand.

    Always: E[X_{1:P}] <= E[T], and E[T] <= E[X_{K:P}] for K <= P, since the first mini-batches
    of all learners count. P E[T] + E[residual times] = E[all time begun] with Wald's identity
    and a fresh start of the learner that came last: E[T] <= (K+P-1) E[X]/P. Some learner
    finishes, and every learner can finish, ceil(K/P) mini-batches: that many times the ends of
    the support. New better than used: what runs is no longer than a fresh mini-batch, so
    E[T] <= K E[X_{1:P}], and residuals of at most E[X] give E[T] >= K E[X]/P; new worse than
    used, the reverse (classes: Barlow and Proschan 1975, section 6.2).
    """
    K: int = scheme.K
    P: int = scheme.P
    first = fleet.order_mean(1)
    lower = [
        first.replace(method="the first mini-batch: E[X_{1:P}]"),
        (_rounds(scheme) * fleet.shortest).replace(method="ceil(K/P) shortest times"),
    ]
    upper = [
        _wald(K, P, fleet),
        (_rounds(scheme) * fleet.longest).replace(method="ceil(K/P) longest times"),
    ]
    if K <= P:
        upper.append(fleet.order_mean(K).replace(method="the first mini-batches: E[X_{K:P}]"))
    if all(math.isinf(bound.upper) for bound in upper):
        upper += _by_some_learners(K, P, fleet)
    if fleet.ageing is not Ageing.NEITHER:
        fresh = _by_ageing(K * first, "all start afresh: K E[X_{1:P}]", fleet)
        better = fleet.ageing is not Ageing.NWU
        (upper if better else lower).append(fresh)
        if fleet.alike:
            rate = _by_ageing(K * fleet.interval, "mean residual times: K E[X]/P", fleet)
            (lower if better else upper).append(rate)
    return lower, upper


def _wald(K: int, P: int, fleet: Fleet) -> Result:
    """Return (K+P-1) E[X]/P; with unlike learners ((K-1) max + sum of the means)/P."""
    if fleet.alike:
        return ((K + P - 1) * fleet.interval).replace(method="Wald: (K+P-1) E[X]/P")
    pairs = list(zip(fleet.means, fleet.groups, strict=True))
    begun = sum((n * mean for mean, (_, n) in pairs), start=(K - 1) * fleet.slowest)
    if math.isinf(begun.value):
        return begun.replace(method="Wald")
    return (begun / P).replace(method="Wald: ((K-1) max + sum)/P of E[X_i]")


def _by_some_learners(K: int, P: int, fleet: Fleet) -> list[Result]:
    """Return upper bounds that stay finite where E[X] is not.

    T ends at the latest when m learners have done q = ceil(K/m) mini-batches each, and q of
    them take at most q times their longest: E[T] <= q E[(X_{q:q})_{m:P}] for every m.
    """
    if not fleet.alike:
        return []
    bounds = []
    for m in (m for m in (1, 2, 4, 8) if m <= P):
        q = -(-K // m)
        mean = order_statistic(order_statistic(fleet.law, q, q), m, P).mean()
        bounds.append((q * mean).replace(unit="s", method=f"{m} learners do ceil(K/{m}) each"))
    return bounds


def _by_ageing(bound: Result, method: str, fleet: Fleet) -> Result:
    return bound.replace(
        method=f"{method} ({fleet.ageing})",
        references=(*bound.references, BARLOW_PROSCHAN1975),
    )


def _law(scheme: KBatchSync, fleet: Fleet) -> Distribution | None:
    if fleet.deterministic:
        return Deterministic(float(_rounds(scheme) * fleet.shortest))
    return arrival_law(scheme.K, fleet) if fleet.memoryless else None


def _rounds(scheme: KBatchSync) -> int:
    K: int = scheme.K
    P: int = scheme.P
    return -(-K // P)


def _in_step() -> Any:
    from sympy import ceiling

    K, E_X, P = symbols("K E_X P")
    return E_X * ceiling(K / P)


def _in_a_row() -> Any:
    K, E_X = symbols("K E_X")
    return K * E_X


def _variance_in_a_row() -> Any:
    K, Var_X = symbols("K Var_X")
    return K * Var_X


def _fresh_starts() -> Any:
    (K,) = symbols("K")
    return K * ranked_time("1")


def _wald_bound() -> Any:
    K, P, E_X = symbols("K P E_X")
    return (K + P - 1) * E_X / P


_fact = partial(fact, "k-batch-sync")
_one_learner = (Condition(partial(plain, "P"), "<=", partial(plain, "1")),)
_no_more_than_learners = (Condition(partial(plain, "K"), "<=", partial(plain, "P")),)
_lower, _upper = (
    partial(_fact, f"iteration_time_{side}", relation=relation)
    for side, relation in (("lower", ">="), ("upper", "<="))
)
_POISSON = _fact("iteration_time", Scope.EXPONENTIAL, stream_time, DUTTA2018)
_IN_STEP = _fact("iteration_time", Scope.DETERMINISTIC, _in_step)
_ALONE = _fact("iteration_time", Scope.ANY, _in_a_row, conditions=_one_learner)

TIMING = Timing(
    scheme=KBatchSync,
    methods=(
        Method(
            "closed-form",
            "exponential or deterministic times, infinite E[X_{1:P}], K = 1, P = 1",
            _closed,
            _time,
        ),
    ),
    bounds=_bounds,
    mean_staleness=never_stale,
    iteration_law=_law,
    facts=(
        _POISSON,
        _IN_STEP,
        _ALONE,
        _fact("iteration_time_variance", Scope.EXPONENTIAL, stream_variance, DUTTA2018),
        _fact("iteration_time_variance", Scope.DETERMINISTIC, zero),
        _fact("iteration_time_variance", Scope.ANY, _variance_in_a_row, conditions=_one_learner),
        _lower(Scope.NBU, stream_time, BARLOW_PROSCHAN1975),
        _lower(Scope.NWU, _fresh_starts, BARLOW_PROSCHAN1975),
        _lower(Scope.ANY, partial(ranked_time, "1")),
        _upper(Scope.NBU, _fresh_starts, BARLOW_PROSCHAN1975),
        _upper(Scope.NWU, stream_time, BARLOW_PROSCHAN1975),
        _upper(Scope.ANY, _wald_bound),
        _upper(Scope.ANY, partial(ranked_time, "K"), conditions=_no_more_than_learners),
        *never_stale_facts("k-batch-sync"),
    ),
)
