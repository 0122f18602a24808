"""Quantities of a scheme and a law: times, throughput, speed-ups, staleness."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from runtime_theory.expressions.statement import Case, Statement
from runtime_theory.expressions.statement import mean_time as _mean_time
from runtime_theory.expressions.statement import share as _share
from runtime_theory.formulas.printing import RELATIONS
from runtime_theory.formulas.vocabulary import order_mean, symbol
from runtime_theory.timing.facts import LEFT_SIDES

__all__ = ["bound_on_time", "fact_of", "gradient_speedup", "throughput", "update_speedup"]

_SYNC = r"\mathbb{E}[T_{\mathrm{sync}}]"


def fact_of(quantity: str) -> Callable[[Case], Statement]:
    """Return what states a quantity that schemes know as it is."""
    return partial(_fact, quantity)


def _fact(quantity: str, case: Case) -> Statement:
    formula = case.fact(quantity)
    return Statement(formula.latex_lhs, RELATIONS[formula.relation], formula.expr)


def bound_on_time(side: str, case: Case) -> Statement:
    """State E[T] where it is known, else the tightest of the bounds on that side.

    As in `iteration_time_bounds`, without the ends of the support; where E[X_{k:n}] has no
    closed form, of E[X] alone if such a bound is known.
    """
    from sympy import Max, Min
    from sympy.core.function import AppliedUndef

    quantity = f"iteration_time_{side}"
    exact = case.facts("iteration_time")
    if exact:
        return Statement(LEFT_SIDES[quantity], "=", exact[0].formula.expr)
    relation = RELATIONS[">=" if side == "lower" else "<="]
    bounds = [each.formula.expr for each in case.facts(quantity)]
    # sympy compares integrals by evaluating them, for minutes.
    if not case.law.closed or (case.law.only_integers and not _numbers(case)):
        simple = [each for each in bounds if not each.has(AppliedUndef)]
        bounds = (simple or bounds)[:1]
    best = Max(*bounds) if side == "lower" else Min(*bounds)
    return Statement(LEFT_SIDES[quantity], relation, best)


def _numbers(case: Case) -> bool:
    return all(count.is_Integer for count in case.counts.values())


def throughput(case: Case) -> Statement:
    """State gradients per second, K/E[T]."""
    text = str(case.gradients)
    return Statement(rf"\frac{{{text}}}{{\mathbb{{E}}[T]}}", "=", _share(case) / _mean_time(case))


def update_speedup(case: Case) -> Statement:
    """State E[T_sync]/E[T] (Dutta et al. 2018, Theorem 1)."""
    return Statement(rf"\frac{{{_SYNC}}}{{\mathbb{{E}}[T]}}", "=", _gain(case))


def gradient_speedup(case: Case) -> Statement:
    """State the speed-up per gradient: K/P times that per update."""
    from sympy import Integer

    count = case.gradients
    top = "" if count == 1 else f"{count} "
    value = _gain(case) * _share(case) / symbol("P")
    left = rf"\frac{{{top}{_SYNC}}}{{P \mathbb{{E}}[T]}}"
    if count == "P":
        left, value = rf"\frac{{{_SYNC}}}{{\mathbb{{E}}[T]}}", _gain(case) * Integer(1)
    return Statement(left, "=", value)


def _gain(case: Case) -> Any:
    P = symbol("P")
    return order_mean(P, P) / _mean_time(case)
