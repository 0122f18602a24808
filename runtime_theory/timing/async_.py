"""Asynchronous SGD: every gradient is an update, nobody waits."""

from __future__ import annotations

from functools import partial
from typing import Any

from runtime_theory.convergence.freshness import SHIFTED_EXPONENTIAL_ASYNC
from runtime_theory.distributions.base import Distribution
from runtime_theory.formulas import Condition
from runtime_theory.formulas.vocabulary import symbol, symbols
from runtime_theory.references import BARLOW_PROSCHAN1975, COX1962, DUTTA2018
from runtime_theory.results import Kind, Result
from runtime_theory.schemes import Async
from runtime_theory.timing.facts import Scope, fact, plain, zero
from runtime_theory.timing.fleet import Fleet
from runtime_theory.timing.method import Method, Options, Timing
from runtime_theory.timing.poisson import arrival_law

__all__ = ["TIMING"]


def _time(scheme: Async, fleet: Fleet, options: Options) -> Result:
    """Return E[X]/P in the long run, or 1/sum(1/E[X_i]) (Dutta et al. 2018, Theorem 1)."""
    interval = fleet.interval
    return interval.replace(
        references=(*interval.references, DUTTA2018, COX1962),
        formula=_TIME.formula if fleet.alike else None,
    )


def _staleness(scheme: Async, fleet: Fleet) -> Result:
    """Return P - 1: between two pushes of a learner all P push once on average."""
    return Result(
        scheme.P - 1.0, 0.0, kind=Kind.EXACT, method="conservation of pushes", unit="updates"
    )


def _law(scheme: Async, fleet: Fleet) -> Distribution | None:
    return arrival_law(1, fleet) if fleet.memoryless else None


def _interval() -> Any:
    E_X, P = symbols("E_X P")
    return E_X / P


def _interval_variance() -> Any:
    return _interval() ** 2


def _mean_staleness() -> Any:
    return symbol("P") - 1


def _geometric() -> Any:
    P, s = symbols("P s")
    return (1 / P) * (1 - 1 / P) ** s


def _in_step() -> Any:
    """The staleness of learners in step, whose ties are broken at random every time.

    A learner is i-th of one round and i'-th of the next, both uniform and independent:
    s = P - 1 + i' - i.
    """
    from sympy import Abs, Piecewise

    P, s = symbols("P s")
    return Piecewise(((P - Abs(s - (P - 1))) / P**2, s <= 2 * P - 2), (plain("0"), True))


def _last_and_first() -> Any:
    """The last of one round is the first of the next."""
    return 1 / symbol("P") ** 2


def _equal_share() -> Any:
    return 1 / symbol("P")


def _freshness_after_a_delay() -> Any:
    """Pr[a fresh learner is first]: during the delay nobody else may push.

    S_e(Delta + y) = exp(-mu y)/(1 + mu Delta), so that the integral of f S_e^(P-1) is this.
    """
    from sympy import Symbol

    P = symbol("P")
    return (1 / P) * (1 + Symbol("mu") * Symbol("Delta")) ** (1 - P)


_TWO_LEARNERS = Condition(partial(symbol, "P"), ">=", partial(plain, "2"))
_fact = partial(fact, "async")
_TIME = _fact("iteration_time", Scope.ANY, _interval, DUTTA2018)

TIMING = Timing(
    scheme=Async,
    methods=(Method("renewal-rate", "every law", lambda scheme, fleet: True, _time),),
    bounds=None,
    mean_staleness=_staleness,
    iteration_law=_law,
    facts=(
        _TIME,
        _fact("iteration_time_variance", Scope.EXPONENTIAL, _interval_variance, DUTTA2018),
        _fact("mean_staleness", Scope.ANY, _mean_staleness),
        _fact("staleness_pmf", Scope.EXPONENTIAL, _geometric),
        _fact("staleness_pmf", Scope.DETERMINISTIC, _in_step),
        _fact("freshness", Scope.EXPONENTIAL, _equal_share),
        _fact("freshness", Scope.SHIFTED_EXPONENTIAL, _freshness_after_a_delay, COX1962),
        _fact("freshness", Scope.DETERMINISTIC, _last_and_first),
        _fact("p0", Scope.EXPONENTIAL, _equal_share, DUTTA2018),
        _fact("p0", Scope.SHIFTED_EXPONENTIAL, SHIFTED_EXPONENTIAL_ASYNC.expression),
        _fact("p0", Scope.DETERMINISTIC, zero, conditions=(_TWO_LEARNERS,)),
        _fact("p0", Scope.NWU, _equal_share, BARLOW_PROSCHAN1975, relation=">="),
        _fact("p0", Scope.ANY, zero, relation=">="),
    ),
)
