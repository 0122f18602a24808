"""Repairs of laws on the half line.

The formulas are the definitions in scipy's documentation of each law, arranged so that no tail
is a difference of numbers near 1.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy import special, stats

from runtime_theory.distributions.from_scipy.repairs.repair import Repair, normal_interval

__all__ = ["POSITIVE"]


def _burr_exponent(x: Any, c: Any) -> Any:
    """log(1 + x**-c), where x**-c may overflow."""
    power = np.power(x, -c)
    return np.where(power < 1e300, np.log1p(power), -c * np.log(x))


def _burr_point(exponent: Any, c: Any) -> Any:
    """The x of that exponent."""
    return np.where(
        exponent < 600.0,
        np.power(np.expm1(exponent), -1.0 / c),
        np.exp(-exponent / c),
    )


def _burr_cdf(x: Any, c: Any, d: Any) -> Any:
    return np.exp(-d * _burr_exponent(x, c))


def _burr_sf(x: Any, c: Any, d: Any) -> Any:
    return -np.expm1(-d * _burr_exponent(x, c))


def _burr_ppf(q: Any, c: Any, d: Any) -> Any:
    return _burr_point(-np.log(q) / d, c)


def _burr_isf(q: Any, c: Any, d: Any) -> Any:
    return _burr_point(-np.log1p(-q) / d, c)


_BURR = Repair(_burr_cdf, _burr_sf, _burr_ppf, _burr_isf)

_FISK = Repair(
    cdf=lambda x, c: 1.0 / (1.0 + np.power(x, -c)),
    sf=lambda x, c: 1.0 / (1.0 + np.power(x, c)),
    ppf=lambda q, c: np.power(q / (1.0 - q), 1.0 / c),
    isf=lambda q, c: np.power((1.0 - q) / q, 1.0 / c),
)

# Mielke's beta-kappa is Burr III with c = s and d = k/s.
_MIELKE = Repair(
    cdf=lambda x, k, s: _burr_cdf(x, s, k / s),
    sf=lambda x, k, s: _burr_sf(x, s, k / s),
    ppf=lambda q, k, s: _burr_ppf(q, s, k / s),
    isf=lambda q, k, s: _burr_isf(q, s, k / s),
)


def _alpha_sf(x: Any, a: Any) -> Any:
    return normal_interval(np.broadcast_to(a, np.shape(x)), 1.0 / x) / special.ndtr(a)


def _folded_normal_cdf(x: Any, c: Any) -> Any:
    return normal_interval(x - c, 2.0 * x)


# X = |c + Cauchy|: atan(x - c) + atan(x + c) is the angle of (1 + c**2 - x**2, 2 x).
_FOLDCAUCHY = Repair(
    cdf=lambda x, c: np.arctan2(2.0 * x, 1.0 + c * c - x * x) / np.pi,
    sf=lambda x, c: np.where(x < 1e150, np.arctan2(2.0 * x, x * x - c * c - 1.0), 2.0 / x) / np.pi,
    ppf=lambda q, c: _folded_cauchy_root(1.0 / np.tan(np.pi * q), c),
    isf=lambda q, c: _folded_cauchy_root(-1.0 / np.tan(np.pi * q), c),
)


def _folded_cauchy_root(cotangent: Any, c: Any) -> Any:
    """Positive root of x**2 + 2 x cotangent = 1 + c**2."""
    root = np.hypot(cotangent, np.hypot(1.0, c))
    return np.where(cotangent > 0.0, (1.0 + c * c) / (cotangent + root), root - cotangent)


def _kappa3_ppf(q: Any, a: Any) -> Any:
    return q * np.power(a / -special.expm1(a * np.log(q)), 1.0 / a)


def _powerlognorm_ppf(q: Any, c: Any, s: Any) -> Any:
    """S = Phi(-log(x)/s)**c, from the probability or its complement."""
    exponent = np.log1p(-q) / c
    near = special.ndtri(-np.expm1(exponent))
    return np.exp(s * np.where(exponent > -0.7, near, -special.ndtri_exp(exponent)))


def _powerlognorm_isf(q: Any, c: Any, s: Any) -> Any:
    return np.exp(-s * special.ndtri_exp(np.log(q) / c))


def _exponweib_point(log_probability: Any, a: Any, c: Any) -> Any:
    """The x with (1 - exp(-x**c))**a of that logarithm."""
    root = log_probability / a
    small = -np.log1p(-np.exp(root))
    return np.power(np.where(root < -0.7, small, -np.log(-np.expm1(root))), 1.0 / c)


def _exponweib_sf(x: Any, a: Any, c: Any) -> Any:
    """The sf; scipy's is 1 as long as exp(-x**c) rounds to 1."""
    y = np.power(x, c)
    log_base = np.where(y < 0.7, np.log(-np.expm1(-y)), np.log1p(-np.exp(-y)))
    return -np.expm1(a * log_base)


_EXPONWEIB = Repair(
    sf=_exponweib_sf,
    ppf=lambda q, a, c: _exponweib_point(np.log(q), a, c),
    isf=lambda q, a, c: _exponweib_point(np.log1p(-q), a, c),
)


# X**2 is noncentral chi-square with 2 degrees of freedom.
_RICE = Repair(
    cdf=lambda x, b: stats.ncx2.cdf(x * x, 2.0, b * b),
    sf=lambda x, b: stats.ncx2.sf(x * x, 2.0, b * b),
)

POSITIVE: dict[str, Repair] = {
    "alpha": Repair(sf=_alpha_sf),
    "burr": _BURR,
    "exponweib": _EXPONWEIB,
    "fisk": _FISK,
    "foldcauchy": _FOLDCAUCHY,
    "foldnorm": Repair(cdf=_folded_normal_cdf),
    "halfnorm": Repair(ppf=lambda q: np.sqrt(2.0) * special.erfinv(q)),
    "kappa3": Repair(ppf=_kappa3_ppf),
    "mielke": _MIELKE,
    "powerlognorm": Repair(
        cdf=lambda x, c, s: -np.expm1(c * special.log_ndtr(-np.log(x) / s)),
        sf=lambda x, c, s: np.exp(c * special.log_ndtr(-np.log(x) / s)),
        ppf=_powerlognorm_ppf,
        isf=_powerlognorm_isf,
    ),
    "rice": _RICE,
}
"""Repairs by scipy name."""
