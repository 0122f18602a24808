"""Repairs of laws on a bounded interval.

The formulas are the definitions in scipy's documentation of each law, arranged so that no tail
is a difference of numbers near 1.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy import special

from runtime_theory.distributions.from_scipy.repairs.repair import Repair, mirrored

__all__ = ["BOUNDED"]


# --- generalised half-logistic: F = (1 - w)/(1 + w), w = (1 - c x)**(1/c) ----------------------


def _ghl_log_w(x: Any, c: Any) -> Any:
    return np.log1p(-c * x) / c


def _ghl_cdf(x: Any, c: Any) -> Any:
    return np.tanh(-0.5 * _ghl_log_w(x, c))


def _ghl_sf(x: Any, c: Any) -> Any:
    return 2.0 * special.expit(_ghl_log_w(x, c))


_GENHALFLOGISTIC = Repair(
    cdf=_ghl_cdf,
    sf=_ghl_sf,
    ppf=lambda q, c: -np.expm1(-2.0 * c * np.arctanh(q)) / c,
    isf=lambda q, c: -np.expm1(c * np.log(q / (2.0 - q))) / c,
)


# --- piecewise linear densities ---------------------------------------------------------------


def _trapezoid_cdf(x: Any, c: Any, d: Any) -> Any:
    """Rises to c, flat to d, falls to 1; all terms positive."""
    height = 2.0 / (d - c + 1.0)
    rising = 0.5 * height * x * x / c
    flat = height * (x - 0.5 * c)
    to_d = height * (d - 0.5 * c)
    falling = to_d + 0.5 * height * (x - d) * (2.0 - x - d) / (1.0 - d)
    return np.where(x < c, rising, np.where(x <= d, flat, falling))


def _trapezoid_ppf(q: Any, c: Any, d: Any) -> Any:
    height = 2.0 / (d - c + 1.0)
    rising = np.sqrt(2.0 * c * q / height)
    flat = q / height + 0.5 * c
    at_c, at_d = 0.5 * height * c, height * (d - 0.5 * c)
    excess = 2.0 * (1.0 - d) * (q - at_d) / height
    falling = d + excess / (1.0 - d + np.sqrt(2.0 * (1.0 - d) * (1.0 - q) / height))
    return np.where(q < at_c, rising, np.where(q <= at_d, flat, falling))


_TRAPEZOID = Repair(
    cdf=_trapezoid_cdf,
    sf=lambda x, c, d: _trapezoid_cdf(1.0 - x, 1.0 - d, 1.0 - c),
    ppf=_trapezoid_ppf,
    isf=lambda q, c, d: 1.0 - _trapezoid_ppf(q, 1.0 - d, 1.0 - c),
)
_TRIANG = Repair(
    cdf=lambda x, c: _trapezoid_cdf(x, c, c),
    sf=lambda x, c: _trapezoid_cdf(1.0 - x, 1.0 - c, 1.0 - c),
    ppf=lambda q, c: _trapezoid_ppf(q, c, c),
    isf=lambda q, c: 1.0 - _trapezoid_ppf(q, 1.0 - c, 1.0 - c),
)


# --- symmetric laws: the right end is the mirror image of the left -----------------------------


def _rdist_cdf(x: Any, c: Any) -> Any:
    return special.betainc(0.5 * c, 0.5 * c, 0.5 * (1.0 + x))


def _rdist_ppf(q: Any, c: Any) -> Any:
    return 2.0 * special.betaincinv(0.5 * c, 0.5 * c, q) - 1.0


_RDIST = Repair(
    cdf=_rdist_cdf,
    sf=lambda x, c: _rdist_cdf(-x, c),
    ppf=_rdist_ppf,
    isf=mirrored(_rdist_ppf),
)
_SEMICIRCULAR = Repair(  # rdist with c = 3
    cdf=lambda x: _rdist_cdf(x, 3.0),
    sf=lambda x: _rdist_cdf(-x, 3.0),
    ppf=lambda q: _rdist_ppf(q, 3.0),
    isf=lambda q: -_rdist_ppf(q, 3.0),
)


def _anglit_ppf(q: Any) -> Any:
    return np.arcsin(np.sqrt(q)) - 0.25 * np.pi


def _arcsine_cdf(x: Any) -> Any:
    return 2.0 / np.pi * np.arctan2(np.sqrt(x), np.sqrt(1.0 - x))


_ARCSINE = Repair(
    cdf=_arcsine_cdf,
    sf=lambda x: _arcsine_cdf(1.0 - x),
    ppf=lambda q: np.sin(0.5 * np.pi * q) ** 2,
    isf=lambda q: np.cos(0.5 * np.pi * q) ** 2,
)

BOUNDED: dict[str, Repair] = {
    "anglit": Repair(ppf=_anglit_ppf, isf=mirrored(_anglit_ppf)),
    "arcsine": _ARCSINE,
    "genhalflogistic": _GENHALFLOGISTIC,
    "rdist": _RDIST,
    "semicircular": _SEMICIRCULAR,
    "trapezoid": _TRAPEZOID,
    "triang": _TRIANG,
}
"""Repairs by scipy name."""
