"""Quantities of a law itself: mean, variance and order statistics."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from runtime_theory.expressions.statement import Case, Statement
from runtime_theory.formulas import latex_of
from runtime_theory.formulas.vocabulary import order_covariance, order_mean, symbol, symbols

__all__ = [
    "mean",
    "order_statistic_covariance",
    "order_statistic_mean",
    "order_statistic_variance",
    "variance",
]


def _stated(expression: Any) -> Statement:
    """Say that an expression is what it stands for: the law's value takes its place."""
    return Statement(partial(_printed, expression), "=", expression)


def _printed(expression: Any, chosen: Mapping[str, str]) -> str:
    return latex_of(expression, chosen)


def mean(case: Case) -> Statement:
    """State E[X]."""
    return _stated(symbol("E_X"))


def variance(case: Case) -> Statement:
    """State Var[X]."""
    return _stated(symbol("Var_X"))


def order_statistic_mean(case: Case) -> Statement:
    """State E[X_{k:n}]."""
    return _stated(order_mean(*symbols("k n")))


def order_statistic_variance(case: Case) -> Statement:
    """State Var[X_{k:n}]."""
    k, n = symbols("k n")
    return _stated(order_covariance(k, k, n))


def order_statistic_covariance(case: Case) -> Statement:
    """State Cov[X_{j:n}, X_{k:n}] for j < k."""
    return _stated(order_covariance(*symbols("j k n")))
