"""Probabilities of discrete scipy laws with all their digits.

scipy takes a missing sf as 1 - cdf, sums a missing cdf term by term, and computes many
probabilities as exponentials of differences of log-gammas. Here finite laws come from the exact
ratio of neighbouring probabilities, and infinite ones from formulas for both tails.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import special, stats

__all__ = ["LATTICE", "RATIOS", "poisson_binomial"]

FloatArray = NDArray[np.float64]

RATIOS: dict[str, Callable[..., Any]] = {
    "bernoulli": lambda k, p: np.full(k.shape, p / (1.0 - p)),
    "betabinom": lambda k, n, a, b: (n - k) * (k + a) / ((k + 1.0) * (n - k - 1.0 + b)),
    "binom": lambda k, n, p: (n - k) / (k + 1.0) * (p / (1.0 - p)),
    "boltzmann": lambda k, lam, N: np.full(k.shape, np.exp(-lam)),
    "hypergeom": lambda k, M, n, N: (n - k) * (N - k) / ((k + 1.0) * (M - n - N + k + 1.0)),
    "nchypergeom_fisher": lambda k, M, n, N, odds: (
        odds * (n - k) * (N - k) / ((k + 1.0) * (M - n - N + k + 1.0))
    ),
    "nhypergeom": lambda k, M, n, r: (k + r) * (n - k) / ((k + 1.0) * (M - r - k)),
    "randint": lambda k, low, high: np.ones(k.shape),
    "zipfian": lambda k, a, n: np.power(k / (k + 1.0), a),
}
"""Pr[X = k+1] / Pr[X = k] by scipy name."""


def poisson_binomial(probabilities: Sequence[float]) -> FloatArray:
    """Pr[j successes], all terms positive; scipy's transform has only absolute accuracy."""
    mass = np.ones(1)
    for p in probabilities:
        mass = np.append(mass * (1.0 - p), 0.0) + np.append(0.0, mass * p)
    return mass


def _dlaplace_sf(k: Any, a: Any) -> Any:
    tail = np.exp(-a * np.where(k >= 0.0, k, -k - 1.0)) / (np.exp(a) + 1.0)
    return np.where(k >= 0.0, tail, 1.0 - tail)


def _skellam_sf(k: Any, mu1: Any, mu2: Any) -> Any:
    """Through the noncentral chi-square law (Johnson, 1959)."""
    right = stats.ncx2.cdf(2.0 * mu1, 2.0 * (np.maximum(k, 0.0) + 1.0), 2.0 * mu2)
    left = stats.ncx2.sf(2.0 * mu2, -2.0 * np.minimum(k, -1.0), 2.0 * mu1)
    return np.where(k >= 0.0, right, left)


def _zipf_sf(k: Any, a: Any) -> Any:
    return special.zeta(a, k + 1.0) / special.zeta(a, 1.0)


_LOG_U = np.arange(-45.0, 6.0, 0.1)


def _logser_sf(k: Any, p: Any) -> Any:
    """int_0^p t**k/(1-t) dt / -log(1-p), t = p exp(-u/(k+1)), by the trapezoid rule in log u.

    The hypergeometric function that this is loses eight digits in scipy at p = 0.999.
    """
    points = np.atleast_1d(k) + 1.0
    u = np.exp(_LOG_U)
    distance = (1.0 - p) - p * np.expm1(-u / points[..., None])  # 1 - t
    weight = np.exp(-u) * u * (_LOG_U[1] - _LOG_U[0])
    integral = (weight / distance).sum(axis=-1).reshape(np.shape(k))
    return np.power(p, k + 1.0) / (k + 1.0) * integral / -np.log1p(-p)


def _beta_average(k: Any, a: Any, b: Any, tail: Callable[[Any, Any], Any]) -> Any:
    """Average of ``tail(k, logit p)`` over p ~ Beta(a, b), by the trapezoid rule in logit p.

    The rule is exact to rounding for an analytic integrand, and normalised by its own sum.
    """
    points = np.atleast_1d(k)
    low = np.log1p(points.max(initial=0.0)) + 45.0 / min(a, 1.0)
    z = np.arange(-low, 45.0 / min(b, 1.0), 0.1)
    weight = np.exp(a * special.log_expit(z) + b * special.log_expit(-z) - special.betaln(a, b))
    return (tail(points[..., None], z) @ (weight / weight.sum())).reshape(np.shape(k))


def _betanbinom_sf(k: Any, n: Any, a: Any, b: Any) -> Any:
    """A negative binomial law whose p is Beta(a, b); scipy sums term by term."""
    return _beta_average(k, a, b, lambda x, z: special.betaincc(n, x + 1.0, special.expit(z)))


def _betanbinom_cdf(k: Any, n: Any, a: Any, b: Any) -> Any:
    return _beta_average(k, a, b, lambda x, z: special.betainc(n, x + 1.0, special.expit(z)))


def _yulesimon_sf(k: Any, alpha: Any) -> Any:
    """A geometric law whose p is Beta(alpha, 1); poch(k+1, alpha) is only good to 1e-12."""
    return _beta_average(k, alpha, 1.0, lambda x, z: np.exp(x * special.log_expit(-z)))


LATTICE: dict[str, tuple[Callable[..., Any], Callable[..., Any]]] = {
    "betanbinom": (_betanbinom_sf, _betanbinom_cdf),
    "dlaplace": (_dlaplace_sf, lambda k, a: _dlaplace_sf(-k - 1.0, a)),
    "logser": (_logser_sf, lambda k, p: 1.0 - _logser_sf(k, p)),
    "skellam": (_skellam_sf, lambda k, mu1, mu2: _skellam_sf(-k - 1.0, mu2, mu1)),
    "yulesimon": (_yulesimon_sf, lambda k, alpha: 1.0 - _yulesimon_sf(k, alpha)),
    "zipf": (_zipf_sf, lambda k, a: 1.0 - _zipf_sf(k, a)),
}
"""sf and cdf at integers by scipy name. A cdf of laws that start at their mode is never small."""
