"""When the error bounds hold: learning rates, and staleness that still leaves a descent."""

from __future__ import annotations

from functools import partial
from typing import Any

from runtime_theory.convergence.terms import Analysis, floor, gain, growth
from runtime_theory.formulas.condition import Condition
from runtime_theory.formulas.vocabulary import symbol, symbols

__all__ = ["conditions_of", "gamma_limit", "largest_rate", "rate_condition", "target_conditions"]


def largest_rate(analysis: Analysis, count: str | int = "K") -> Any:
    """Return the largest learning rate for which a bound is proved.

    1/(L (M_G/(Km) + 1)), half of it for the paper's analysis of stale gradients; twice it,
    which is no longer allowed itself, where without staleness nothing is thrown away.

    Examples
    --------
    >>> largest_rate(Analysis.ASYNC, 1).subs({"M_G": 0})
    1/(2*L)
    """
    from sympy import Integer, Rational

    factors = {Analysis.ASYNC: Rational(1, 2), Analysis.SYNC_SHARP: Integer(2)}
    return factors.get(analysis, Integer(1)) / (symbol("L") * growth(count))


def gamma_limit(analysis: Analysis, count: str | int = "K") -> Any:
    """Return what gamma must stay below, so that gamma' > 0.

    Examples
    --------
    >>> gamma_limit(Analysis.ASYNC)
    p0/2 + 1
    """
    return gain(analysis, count) + symbol("gamma")


def rate_condition(analysis: Analysis, count: str | int = "K") -> Condition:
    """Return eta <= the largest rate, or < where that is not allowed.

    Examples
    --------
    >>> rate_condition(Analysis.SYNC).holds({"eta": 1, "L": 1, "M_G": 0, "K": 4, "m": 1})
    True
    """
    relation = "<" if analysis is Analysis.SYNC_SHARP else "<="
    return Condition(partial(symbol, "eta"), relation, partial(largest_rate, analysis, count))


def conditions_of(analysis: Analysis, count: str | int = "K") -> tuple[Condition, ...]:
    """Return all conditions of a bound beyond the signs of its symbols.

    c <= L needs none: every function with these two constants has it, unless it is constant.

    Examples
    --------
    >>> [condition.relation for condition in conditions_of(Analysis.ASYNC, 1)]
    ['<=', '<']
    """
    rate = rate_condition(analysis, count)
    if not analysis.stale:
        return (rate,)
    limit = partial(gamma_limit, analysis, count)
    return (rate, Condition(partial(symbol, "gamma"), "<", limit))


def target_conditions(analysis: Analysis, count: str | int = "K") -> tuple[Condition, ...]:
    """Return the conditions under which the bound falls to a target epsilon, and not at once.

    Examples
    --------
    >>> [str(condition) for condition in target_conditions(Analysis.SYNC, 1)][1:]
    ['L*eta*sigma2/(2*c*m) < epsilon', 'epsilon < gap', 'c*eta < 1']
    """
    found = (
        *conditions_of(analysis, count),
        Condition(partial(floor, analysis, count), "<", partial(symbol, "epsilon")),
        Condition(partial(symbol, "epsilon"), "<", partial(symbol, "gap")),
    )
    if analysis is Analysis.ASYNC:  # its eta c gamma' is 3/4 at most
        return found
    return (*found, Condition(partial(_shrinkage, analysis, count), "<", _one))


def _shrinkage(analysis: Analysis, count: str | int) -> Any:
    eta, c = symbols("eta c")
    return eta * c * gain(analysis, count)


def _one() -> Any:
    from sympy import Integer

    return Integer(1)
