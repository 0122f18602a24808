"""The registry: every scheme's timing is reached through here only."""

from __future__ import annotations

import math
from types import MappingProxyType

from runtime_theory.errors import AccuracyError, NoMethodError
from runtime_theory.results import Relation, Result
from runtime_theory.schemes import Scheme
from runtime_theory.timing import async_, k_async, k_batch_async, k_batch_sync, k_sync, sync
from runtime_theory.timing.fleet import Fleet
from runtime_theory.timing.method import Bounds, Method, Options, Timing, tightest

__all__ = ["TIMINGS", "bounds_of", "mean_staleness_of", "time_of"]

TIMINGS: MappingProxyType[type[Scheme], Timing] = MappingProxyType(
    {
        module.TIMING.scheme: module.TIMING
        for module in (sync, k_sync, k_batch_sync, async_, k_async, k_batch_async)
    }
)


def time_of(
    scheme: Scheme, fleet: Fleet, *, method: str = "auto", options: Options | None = None
) -> Result:
    """`iteration_time` of a fleet whose means may have been computed before.

    Examples
    --------
    >>> from scipy import stats
    >>> from runtime_theory.schemes import Sync
    >>> float(time_of(Sync(2), Fleet(stats.expon(), 2)))
    1.5
    """
    wanted = options or Options()
    form = scheme.canonical()
    fleet.require_times(mean=form.stale)
    for candidate in _candidates(scheme, TIMINGS[type(form)], method):
        if candidate.applies(form, fleet):
            return _accurate(_noted(candidate.compute(form, fleet, wanted), fleet), wanted.rtol)
    raise _no_method(scheme, fleet, method)


def mean_staleness_of(scheme: Scheme, fleet: Fleet) -> Result:
    """`mean_staleness` of a fleet whose means may have been computed before.

    Examples
    --------
    >>> from scipy import stats
    >>> from runtime_theory.schemes import Async
    >>> float(mean_staleness_of(Async(8), Fleet(stats.gamma(2), 8)))
    7.0
    """
    form = scheme.canonical()
    if form.stale and math.isinf(fleet.slowest.value):
        raise NoMethodError(f"the mean staleness of {scheme} needs a finite E[X]")
    return TIMINGS[type(form)].mean_staleness(form, fleet)


def bounds_of(scheme: Scheme, fleet: Fleet) -> Bounds:
    """`iteration_time_bounds` of a fleet whose means may have been computed before.

    Examples
    --------
    >>> from scipy import stats
    >>> from runtime_theory.schemes import Sync
    >>> lower, upper = bounds_of(Sync(2), Fleet(stats.expon(), 2))
    >>> float(lower), float(upper)
    (1.5, 1.5)
    """
    form = scheme.canonical()
    fleet.require_times(mean=form.stale)
    timing = TIMINGS[type(form)]
    for candidate in timing.methods:
        if candidate.applies(form, fleet):
            time = _noted(candidate.compute(form, fleet, Options()), fleet)
            if time.kind.encloses and time.relation is Relation.EQUAL:
                known = time.replace(formula=None)  # which says "=", not what bounds say
                return tightest([known], [known])
    if fleet.negative_note:
        raise ValueError(f"bounds on E[T] need times >= 0, got {fleet.law!r}")
    if timing.bounds is None:
        raise NoMethodError(f"no bounds are known for {scheme}")
    return tightest(*timing.bounds(form, fleet))


def _candidates(scheme: Scheme, timing: Timing, name: str) -> tuple[Method, ...]:
    if name == "auto":
        return timing.methods
    chosen = tuple(method for method in timing.methods if method.name == name)
    if not chosen:
        allowed = ", ".join(["auto", *(method.name for method in timing.methods)])
        raise ValueError(f"method for {scheme} must be one of {allowed}, got method={name!r}")
    return chosen


def _no_method(scheme: Scheme, fleet: Fleet, method: str) -> NoMethodError:
    form = scheme.canonical()
    scopes = "; ".join(f"{m.name}: {m.scope}" for m in TIMINGS[type(form)].methods)
    asked = "no method gives" if method == "auto" else f"method {method!r} does not give"
    text = f"{asked} E[T] of {scheme} with {fleet.law!r} ({scopes})"
    if fleet.negative_note:
        return NoMethodError(f"{text}; no bounds either: {fleet.negative_note}")
    lower, upper = bounds_of(scheme, fleet)
    return NoMethodError(text, lower=lower, upper=upper)


def _accurate(result: Result, rtol: float | None) -> Result:
    if rtol is None or result.error <= rtol * abs(result.value):
        return result
    reached = result.error / abs(result.value) if result.value else math.inf
    raise AccuracyError(f"rtol={rtol:g} was not met: reached {reached:.2g}", result=result)


def _noted(result: Result, fleet: Fleet) -> Result:
    if not fleet.negative_note:
        return result
    notes = (result.note, fleet.negative_note)
    return result.replace(note="; ".join(note for note in notes if note))
