"""The error bounds of all schemes, by analysis: error, floor, contraction, gradient norm."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from runtime_theory.convergence import terms
from runtime_theory.convergence.conditions import conditions_of, largest_rate, target_conditions
from runtime_theory.convergence.terms import Analysis
from runtime_theory.formulas.condition import Condition
from runtime_theory.formulas.formula import Formula
from runtime_theory.formulas.vocabulary import symbol, symbols
from runtime_theory.references import DUTTA2018

__all__ = [
    "contraction",
    "error_bound",
    "error_floor",
    "gradient_floor",
    "gradient_norm_bound",
    "iterations_to_target",
    "max_learning_rate",
    "one_step",
]

_Count = str | int
_ERROR = r"\mathbb{E}[F(w_J)] - F^*"
_GRADIENTS = r"\frac{1}{J} \sum_{j=0}^{J-1} \mathbb{E}\|\nabla F(w_j)\|^2"


def _formula(
    quantity: str,
    build: Callable[[Analysis, _Count], Any],
    lhs: str,
    analysis: Analysis,
    count: _Count,
    relation: str = "<=",
    conditions: tuple[Condition, ...] | None = None,
) -> Formula:
    if conditions is None:
        conditions = conditions_of(analysis, count)
    name = f"{quantity}, {analysis}" + ("" if count == "K" else f", {count} gradients an update")
    return Formula(name, partial(build, analysis, count), lhs, DUTTA2018, relation, conditions)


def one_step(analysis: Analysis, count: _Count = "K") -> Formula:
    r"""Return the bound on the error after one update from that before it, e_j.

    Examples
    --------
    >>> one_step(Analysis.SYNC, 1).expr
    L*eta**2*sigma2/(2*m) + e_j*(-c*eta + 1)
    """
    return _formula("error after one update", terms.step, "e_{j+1}", analysis, count)


def error_bound(analysis: Analysis, count: _Count = "K") -> Formula:
    r"""Return the bound on E[F(w_J)] - F* (Lemma 2, Corollary 2, Theorem 3).

    Examples
    --------
    >>> error_bound(Analysis.SYNC, 1).expr.subs({"J": 0})
    gap
    """
    return _formula("error bound", _error, _ERROR, analysis, count)


def _error(analysis: Analysis, count: _Count) -> Any:
    gap, J = symbols("gap J")
    left = terms.floor(analysis, count)
    return left + terms.contraction(analysis, count) ** J * (gap - left)


def error_floor(analysis: Analysis, count: _Count = "K") -> Formula:
    r"""Return the bound on the limit of E[F(w_J)] - F* as J grows.

    Examples
    --------
    >>> error_floor(Analysis.SYNC, "P").expr
    L*eta*sigma2/(2*P*c*m)
    """
    lhs = rf"\limsup_{{J \to \infty}} {_ERROR}"
    return _formula("error floor", terms.floor, lhs, analysis, count)


def contraction(analysis: Analysis, count: _Count = "K") -> Formula:
    r"""Return the factor by which the bound approaches its floor in one update.

    Examples
    --------
    >>> contraction(Analysis.ASYNC).expr
    -c*eta*(-gamma + p0/2 + 1) + 1
    """
    return _formula("contraction", terms.contraction, r"\rho", analysis, count, "=")


def gradient_norm_bound(analysis: Analysis, count: _Count = "K") -> Formula:
    r"""Return the bound on the mean squared gradient of J updates, non-convex (Theorem 5).

    Examples
    --------
    >>> gradient_norm_bound(Analysis.SYNC).expr
    L*eta*sigma2/(K*m) + 2*gap/(J*eta)
    """
    return _formula("gradient norm bound", _gradient_norm, _GRADIENTS, analysis, count)


def _gradient_norm(analysis: Analysis, count: _Count) -> Any:
    eta, gap, J = symbols("eta gap J")
    return 2 * gap / (eta * terms.gain(analysis, count) * J) + _gradient_floor(analysis, count)


def _gradient_floor(analysis: Analysis, count: _Count) -> Any:
    return terms.floor(analysis, count) * 2 * symbol("c")


def gradient_floor(analysis: Analysis, count: _Count = "K") -> Formula:
    r"""Return the bound on the limit of the mean squared gradient, eta L sigma^2/(K m gamma').

    Examples
    --------
    >>> gradient_floor(Analysis.SYNC).expr
    L*eta*sigma2/(K*m)
    """
    lhs = rf"\limsup_{{J \to \infty}} {_GRADIENTS}"
    return _formula("gradient norm floor", _gradient_floor, lhs, analysis, count)


def max_learning_rate(analysis: Analysis, count: _Count = "K") -> Formula:
    r"""Return the largest learning rate of a bound.

    The paper prints M_G/(Km) + 1/K for stale gradients (Theorem 3), which its own Lemma 9
    contradicts.

    Examples
    --------
    >>> max_learning_rate(Analysis.SYNC).expr.subs({"M_G": 0, "L": 2})
    1/2
    """
    lhs = r"\eta_{\max}"
    return _formula("largest learning rate", largest_rate, lhs, analysis, count, "=", ())


def iterations_to_target(analysis: Analysis, count: _Count = "K") -> Formula:
    r"""Return after how many updates the error is at most epsilon.

    Examples
    --------
    >>> formula = iterations_to_target(Analysis.SYNC, 1)
    >>> values = dict(eta=0.1, L=1, c=1, m=1, sigma2=1, gap=2, epsilon=0.1)
    >>> formula.expr.subs(values)
    35
    """
    conditions = target_conditions(analysis, count)
    lhs = r"J(\epsilon)"
    return _formula("iterations to target", _iterations, lhs, analysis, count, "<=", conditions)


def _iterations(analysis: Analysis, count: _Count) -> Any:
    from sympy import ceiling, log

    gap, epsilon = symbols("gap epsilon")
    left = terms.floor(analysis, count)
    ratio = (gap - left) / (epsilon - left)
    return ceiling(log(ratio) / -log(terms.contraction(analysis, count)))
