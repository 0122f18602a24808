"""Every error bound, found by staleness and by the name of the quantity."""

from __future__ import annotations

from types import MappingProxyType
from typing import Any

from runtime_theory.convergence import bounds
from runtime_theory.convergence.terms import Analysis
from runtime_theory.formulas.formula import Formula

__all__ = ["QUANTITIES", "formula_for"]

QUANTITIES = MappingProxyType(
    {
        "error_bound": bounds.error_bound,
        "error_floor": bounds.error_floor,
        "contraction": bounds.contraction,
        "gradient_norm_bound": bounds.gradient_norm_bound,
        "gradient_norm_floor": bounds.gradient_floor,
        "max_learning_rate": bounds.max_learning_rate,
        "iterations_to_target": bounds.iterations_to_target,
    }
)
"""What is known of the error of every scheme: a function of the analysis and of K."""


def formula_for(
    stale: bool,  # noqa: FBT001  a scheme's attribute, passed on
    quantity: str,
    *,
    gradients: Any = "K",
    sharp: bool = False,
) -> Formula:
    """Return the formula of a quantity for schemes with or without stale gradients.

    Parameters
    ----------
    stale : bool
        As ``scheme.stale``.
    quantity : str
        One of `QUANTITIES`.
    gradients : int, str or sympy.Expr
        As ``scheme.gradients_per_update``: a number, or what stands for one.
    sharp : bool
        The sharper theorem instead of the paper's: for stale gradients with twice the
        learning rate; without staleness the exact error of a quadratic with c = L, for every
        eta < 2/(L (M_G/(Km) + 1)).

    Raises
    ------
    ValueError
        There is no such quantity.

    Examples
    --------
    >>> formula_for(False, "contraction", gradients="P").expr
    -c*eta + 1
    >>> formula_for(True, "error_floor", gradients=1).expr
    L*eta*sigma2/(2*c*m*(-gamma + p0/2 + 1))
    """
    if quantity not in QUANTITIES:
        allowed = ", ".join(QUANTITIES)
        raise ValueError(f"quantity must be one of {allowed}, got quantity={quantity!r}")
    if sharp:
        analysis = Analysis.ASYNC_SHARP if stale else Analysis.SYNC_SHARP
    else:
        analysis = Analysis.ASYNC if stale else Analysis.SYNC
    return QUANTITIES[quantity](analysis, gradients)
