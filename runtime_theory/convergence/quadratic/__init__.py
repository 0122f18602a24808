"""Exact dynamics of SGD on a quadratic: the recursion of its second moments, and its long run.

Sync kinds: for any law of the times; async kinds: for exponential times.  F(w) = a w^2/2, a
gradient at y is a y plus noise of variance s^2 + M (a y)^2.
"""

from __future__ import annotations

from collections.abc import Mapping

from runtime_theory.convergence.quadratic import async_, k_async, k_batch_async, sync_kinds
from runtime_theory.convergence.quadratic.quantities import QUANTITIES, Stationary
from runtime_theory.convergence.quadratic.recursion import Model, Moments, Recursion
from runtime_theory.formulas import Formula

__all__ = [
    "QUANTITIES",
    "Model",
    "Moments",
    "Recursion",
    "Stationary",
    "formula_for",
    "recursion_for",
    "stationary_for",
]

_STALE = (async_, k_async, k_batch_async)
_RECURSIONS: Mapping[str, Recursion] = sync_kinds.RECURSIONS | {
    m.RECURSION.scheme: m.RECURSION for m in _STALE
}
_STATIONARIES: Mapping[str, Stationary] = sync_kinds.STATIONARIES | {
    m.STATIONARY.scheme: m.STATIONARY for m in _STALE
}


def recursion_for(scheme_name: str) -> Recursion:
    r"""Return the recursion of the second moments of a scheme, by the scheme's name.

    Raises
    ------
    ValueError
        There is no scheme of that name.

    Examples
    --------
    >>> print(recursion_for("async").formulas[0].latex)
    A' = \eta^{2} C a^{2} \left(M + 1\right) + \eta^{2} s^{2} + A - 2 \eta B a
    """
    _require_known(scheme_name)
    return _RECURSIONS[scheme_name]


def stationary_for(scheme_name: str) -> Stationary:
    """Return the long run of a scheme, by the scheme's name.

    Raises
    ------
    ValueError
        There is no scheme of that name.

    Examples
    --------
    >>> stationary_for("async").formula("stationary_gamma").expr
    2*a*eta*(P - 1)/(P*a*eta + 1)
    """
    _require_known(scheme_name)
    return _STATIONARIES[scheme_name]


def formula_for(scheme_name: str, quantity: str) -> Formula:
    r"""Return a formula of the dynamics on a quadratic, in plain symbols.

    Parameters
    ----------
    scheme_name : str
        Name of the scheme, such as ``"k-async"``.
    quantity : str
        One of `QUANTITIES`.  ``"stationary_error"`` is the mean of F(w) - F* in the long run;
        ``"stability_limit"`` the learning rate below which, and only below which, E[w^2] stays
        bounded; ``"stationary_gamma"`` the ratio of E||grad F(w_j) - grad F(w_tau)||^2 to
        E||grad F(w_j)||^2 in the long run and ``"gamma_limit"`` the learning rate up to which
        there is a long run and that is at most 1; ``"error"`` the mean of F(w_J) - F*, for any
        learning rate but the stability limit.  Async kinds: P >= 2, and K <= P for K-async.

    Raises
    ------
    ValueError
        There is no such scheme or quantity, or it has no closed form.

    Examples
    --------
    >>> print(formula_for("k-sync", "stability_limit").latex)
    \eta_{\mathrm{crit}} = \frac{2 K}{a \left(K + M\right)}
    """
    return stationary_for(scheme_name).formula(quantity)


def _require_known(scheme_name: str) -> None:
    if scheme_name not in _RECURSIONS:
        raise ValueError(
            f"scheme_name must be one of {', '.join(_RECURSIONS)}, got scheme_name={scheme_name!r}"
        )
