"""Quantities of the error: bounds, learning rates, error against time, AdaSync."""

from __future__ import annotations

from runtime_theory.convergence import adasync as rules
from runtime_theory.convergence.quadratic import stationary_for
from runtime_theory.convergence.registry import formula_for
from runtime_theory.errors import NoMethodError
from runtime_theory.expressions.statement import Case, Statement, known_scope
from runtime_theory.expressions.statement import mean_time as _mean_time
from runtime_theory.formulas import Formula
from runtime_theory.formulas.printing import RELATIONS
from runtime_theory.formulas.vocabulary import symbol
from runtime_theory.timing.facts import Scope, ranked_time, stream_time

__all__ = ["adasync", "bound", "error_against_time", "quadratic", "time_to_target"]


def bound(quantity: str, case: Case) -> Statement:
    """State one of the error bounds of the convergence layer."""
    return _stated(_formula(quantity, case))


def _formula(quantity: str, case: Case) -> Formula:
    return formula_for(case.scheme.stale, quantity, gradients=case.gradients, sharp=case.sharp)


def _stated(formula: Formula) -> Statement:
    return Statement(formula.latex_lhs, RELATIONS[formula.relation], formula.expr)


def error_against_time(case: Case) -> Statement:
    r"""State the error bound after t/E[T] updates.

    An approximation, and an optimistic one: the number of updates by time t is random, and the
    bound is convex in it (Jensen).
    """
    formula = _formula("error_bound", case)
    updates = symbol("t") / _mean_time(case)
    return Statement(
        r"\mathbb{E}[F(w(t))] - F^*", r"\lesssim", formula.expr.xreplace({symbol("J"): updates})
    )


def time_to_target(case: Case) -> Statement:
    """State the mean time of the updates after which the bound is epsilon."""
    formula = _formula("iterations_to_target", case)
    return Statement(r"\mathbb{E}[T_{J(\epsilon)}]", "=", formula.expr * _mean_time(case))


def quadratic(quantity: str, case: Case) -> Statement:
    """State what is exact of the dynamics on a quadratic.

    Raises
    ------
    NoMethodError
        The scheme is stale and the times are not exponential, or there is no closed form.
    """
    scheme = case.scheme
    if scheme.stale and Scope.EXPONENTIAL not in case.law.scopes:
        raise NoMethodError(
            f"the dynamics of {scheme} on a quadratic are known for exponential times, not for "
            f"{case.law.name}: give family='exponential'"
        )
    try:
        formula = stationary_for(scheme.name).formula(quantity)
    except ValueError as unknown:
        raise NoMethodError(f"no closed form on a quadratic: {unknown}") from unknown
    return _stated(formula)


def adasync(form: str, case: Case) -> Statement:
    """State AdaSync's objective, or one of its rules for K.

    Raises
    ------
    NoMethodError
        The scheme has no K to choose, or the rule is not for this law.
    """
    name = "" if case.asked is None else case.asked.name
    if name not in ("k-sync", "k-async", "k-batch-sync", "k-batch-async"):
        raise NoMethodError(f"AdaSync chooses K: {case.asked} has none to choose")
    if form == "objective":
        return _objective(case, name)
    scopes = _SCOPES[name]
    if not known_scope(case, *scopes):
        allowed = " or ".join(scopes)
        raise NoMethodError(
            f"AdaSync's rule for {name} is known for {allowed}, not for {case.law.name}; "
            "quantity='adasync_objective' is what to minimise"
        )
    return _stated(rules.rule_for(name, form=form))


_SCOPES = {
    "k-sync": (Scope.EXPONENTIAL, Scope.SHIFTED_EXPONENTIAL),
    "k-async": (Scope.EXPONENTIAL,),
    "k-batch-sync": (Scope.EXPONENTIAL,),
    "k-batch-async": (Scope.ANY,),
}


def _objective(case: Case, name: str) -> Statement:
    """Return u(K) if the E[T] that it is made of is that of the law."""
    assumed = ranked_time("K") if name in ("k-sync", "k-async") else stream_time()
    if _mean_time(case) != assumed:
        raise NoMethodError(
            f"AdaSync's objective for {name} is known for E[T] = {assumed}, and {case.law.name} "
            f"has E[T] = {_mean_time(case)}"
        )
    return _stated(rules.objective_for(name))
