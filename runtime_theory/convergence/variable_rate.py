"""Async SGD with eta_j = min(C/|w_j - w_tau|^2, eta_max) (Dutta et al. 2018, section 3.3)."""

from __future__ import annotations

from functools import partial
from typing import Any

from runtime_theory.convergence.terms import growth
from runtime_theory.formulas.condition import Condition
from runtime_theory.formulas.formula import Formula
from runtime_theory.formulas.vocabulary import symbol, symbols
from runtime_theory.references import DUTTA2018

__all__ = ["CONTRACTION", "ERROR_BOUND", "FLOOR", "GRADIENT_SUM", "STEP"]


def largest() -> Any:
    """Return 1/(L (M_G/m + 1)).

    Examples
    --------
    >>> largest().subs({"M_G": 0})
    1/L
    """
    return 1 / (symbol("L") * growth(1))


def _step() -> Any:
    e, eta, c, L, C, m, sigma2 = symbols("e_j eta_j c L C m sigma2")
    return (1 - eta * c) * e + L**2 * C / 2 + L * eta**2 * sigma2 / (2 * m)


def _contraction() -> Any:
    p0, eta, c, L = symbols("p0 eta_max c L")
    return 1 - p0 * eta * c * (2 - L * eta * growth(1))


def _added() -> Any:
    p0, eta, L, C, m, sigma2 = symbols("p0 eta_max L C m sigma2")
    return (1 - p0) * L**2 * C / 2 + L * eta**2 * sigma2 / (2 * m)


def _floor() -> Any:
    return _added() / (1 - _contraction())


def _error() -> Any:
    gap, J = symbols("gap J")
    return _floor() + _contraction() ** J * (gap - _floor())


def _gradient_sum() -> Any:
    gap, J, L, C, sigma2, m, squares = symbols("gap J L C sigma2 m eta2_sum")
    return 2 * gap + J * L**2 * C + L * sigma2 / m * squares


_RATE = Condition(partial(symbol, "eta_max"), "<=", largest)
_CHOSEN = Condition(partial(symbol, "eta_j"), "<=", largest)

STEP = Formula(
    "error after one update, rate that follows staleness",
    _step,
    r"\mathbb{E}[F(w_{j+1}) - F^* \mid \mathcal{H}_j]",
    DUTTA2018,
    "<=",
    (_CHOSEN,),
)
"""Given the past H_j, eta_j and w_tau included; e_j is F(w_j) - F* itself, not its mean."""

CONTRACTION = Formula(
    "contraction, rate that follows staleness", _contraction, r"\rho", DUTTA2018, "=", (_RATE,)
)
"""Of fresh gradients, which have eta_j = eta_max; stale ones are not relied on to contract."""

ERROR_BOUND = Formula(
    "error bound, rate that follows staleness",
    _error,
    r"\mathbb{E}[F(w_J)] - F^*",
    DUTTA2018,
    "<=",
    (_RATE,),
)
"""For p_0 > 0. In place of Theorem 4, which holds for rates that do not depend on the iterates."""

FLOOR = Formula(
    "error floor, rate that follows staleness",
    _floor,
    r"\limsup_{J \to \infty} \mathbb{E}[F(w_J)] - F^*",
    DUTTA2018,
    "<=",
    (_RATE,),
)
"""What is left of the error bound in the long run."""

GRADIENT_SUM = Formula(
    "gradients, rate that follows staleness",
    _gradient_sum,
    r"\sum_{j=0}^{J-1} \mathbb{E}[\eta_j \|\nabla F(w_j)\|^2]",
    DUTTA2018,
    "<=",
    (_RATE,),
)
"""Non-convex: the mean squared gradient, weighted by the learning rates."""
