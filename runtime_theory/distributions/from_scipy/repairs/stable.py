"""Tail probabilities of stable laws, from Zolotarev's integrals in the form of Nolan (1997).

All integrands are positive and each tail is an integral of its own, so both keep full relative
accuracy. scipy's levy_stable is good to 1e-6 in the middle and loses its tails.

With theta = u - theta0 = pi/2 - d for 0 < u < L = pi/2 + theta0, and x > 0, alpha != 1:
Pr[X > x] = (1/pi) int_0^L exp(-x**p V) du for alpha > 1, p = alpha/(alpha-1), and the same with
1 - exp for alpha < 1. The other side is the law with beta of the other sign.
"""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy import special, stats

from runtime_theory.distributions.from_scipy.repairs.repair import Repair

__all__ = ["LEVY_STABLE"]

FloatArray = NDArray[np.float64]

_BLOCK = 256
_NEAREST = 0.01  # V varies like a power 1/(alpha-1): closer to 1 the rule needs too many nodes
_TERMS = np.arange(1, 13)


class _Side(NamedTuple):
    """What gives Pr[X > x] for x > 0."""

    log_v: FloatArray  # at the nodes of the double-exponential rule
    weight: FloatArray  # of the rule, over pi
    rest: float  # Pr[X <= 0]
    power: float
    light: bool  # no power tail on this side
    series: FloatArray  # coefficients of x**(-alpha j)


def _rule(length: float, sharpness: float, reach: float = 4.0) -> tuple[FloatArray, ...]:
    """Distances of the nodes from both ends of (0, length), and weights."""
    step = min(1.0, 2.0 * sharpness) / 160.0
    t = step * np.arange(-round(reach / step), round(reach / step) + 1)
    s = np.pi * np.sinh(t)
    left, right = special.expit(s), special.expit(-s)
    return length * left, length * right, length * step * np.pi * np.cosh(t) * left * right


@lru_cache(maxsize=64)
def _side(alpha: float, beta: float) -> _Side:
    theta0 = math.atan(beta * math.tan(0.5 * math.pi * alpha)) / alpha
    if alpha < 1.0 and abs(beta) == 1.0:
        theta0 = 0.5 * math.pi * beta
    length = 0.5 * math.pi + theta0
    u, d, weight = _rule(length, abs(alpha - 1.0))
    # The sines below vanish at an end when beta is 1 or -1: from exact distances, not angles.
    gap = 0.0 if alpha > 1.0 and beta == -1.0 else math.pi - 0.5 * math.pi * alpha - alpha * theta0
    start = 0.0 if alpha < 1.0 and beta == 1.0 else 0.5 * math.pi - theta0
    cosine = np.where(d < 0.5 * np.pi, np.sin(d), np.sin(u + start))
    sine = np.where(alpha * u < 0.5 * np.pi, np.sin(alpha * u), np.sin(gap + alpha * d))
    middle = np.sin(gap + (alpha - 1.0) * d) if alpha > 1.0 else np.sin(start + (1.0 - alpha) * u)
    power = alpha / (alpha - 1.0)
    log_v = (
        math.log(math.cos(alpha * theta0)) / (alpha - 1.0)
        + power * (np.log(cosine) - np.log(sine))
        + np.log(middle)
        - np.log(cosine)
    )
    light = beta == -1.0
    return _Side(log_v, weight / np.pi, start / np.pi, power, light, _series(alpha, beta))


def _series(alpha: float, beta: float) -> FloatArray:
    """Coefficients of Bergstroem's expansion of Pr[X > x] in x**-alpha."""
    zeta = 1.0 - 1j * beta * math.tan(0.5 * math.pi * alpha)
    phase = np.exp(-0.5j * np.pi * (alpha * _TERMS + 1.0))
    size = special.gamma(alpha * _TERMS) / special.gamma(_TERMS + 1.0)
    return np.asarray(np.real((-zeta) ** _TERMS * phase) * size / np.pi)


def _far(alpha: float, beta: float) -> float:
    """Where twelve terms of the expansion suffice."""
    return float((1e4 * abs(1.0 - 1j * beta * math.tan(0.5 * math.pi * alpha))) ** (1.0 / alpha))


def _positive(x: FloatArray, alpha: float, beta: float, *, upper: bool) -> FloatArray:
    """Pr[X > x], or Pr[X <= x], for x > 0."""
    side = _side(alpha, beta)
    inner = (alpha > 1.0) == upper  # the integrand is exp(-x**p V), else 1 - exp

    def block(part: FloatArray) -> FloatArray:
        exponent = np.exp(side.power * np.log(part)[:, None] + side.log_v)
        integrand = np.exp(-exponent) if inner else -np.expm1(-exponent)
        return integrand @ side.weight

    out = np.concatenate([block(part) for part in np.split(x, range(_BLOCK, x.size, _BLOCK))])
    if not upper:
        return side.rest + out
    far = (x > _far(alpha, beta)) & (not side.light)
    out[far] = np.polynomial.polynomial.polyval(x[far] ** -alpha, np.append(0.0, side.series))
    return out


def _tail(x: FloatArray, alpha: float, beta: float, *, upper: bool) -> FloatArray:
    """Either tail at points of either sign."""
    if alpha == 2.0:
        return np.asarray(special.ndtr((-x if upper else x) / math.sqrt(2.0)))
    if alpha == 1.0:
        return _tail_at_one(x, beta, upper=upper)
    out = np.empty(x.shape)
    right, left = x > 0.0, x < 0.0
    start = _side(alpha, beta).rest
    out[~right & ~left] = 1.0 - start if upper else start
    out[right] = _positive(x[right], alpha, beta, upper=upper)
    out[left] = _positive(-x[left], alpha, -beta, upper=not upper)
    return out


def _tail_at_one(x: FloatArray, beta: float, *, upper: bool) -> FloatArray:
    """Cauchy's law for beta = 0, Landau's for beta = 1 and its mirror image for beta = -1."""
    if beta == 0.0:
        return np.arctan2(1.0, x if upper else -x) / np.pi
    if beta < 0.0:
        x, upper = -x, not upper
    return np.asarray(stats.landau.sf(x) if upper else stats.landau.cdf(x))


def _function(*, upper: bool) -> Any:
    def function(x: Any, alpha: Any, beta: Any) -> FloatArray:
        points = np.asarray(x, dtype=float)
        return _tail(points.ravel(), float(alpha), float(beta), upper=upper).reshape(points.shape)

    return function


def _support(alpha: float, beta: float) -> tuple[float, float]:
    """One-sided for alpha < 1 and |beta| = 1, which scipy does not say."""
    if (alpha == 1.0 and abs(beta) not in (0.0, 1.0)) or 0.0 < abs(alpha - 1.0) < _NEAREST:
        raise ValueError(
            f"levy_stable with alpha={alpha:.12g}, beta={beta:.12g} is not supported: alpha must "
            f"differ from 1 by at least {_NEAREST}, or be 1 with beta in -1, 0, 1"
        )
    if alpha < 1.0 and abs(beta) == 1.0:
        return (0.0, math.inf) if beta > 0.0 else (-math.inf, 0.0)
    return -math.inf, math.inf


LEVY_STABLE = Repair(cdf=_function(upper=False), sf=_function(upper=True), support=_support)
"""In scipy's default parametrisation S1; refer to Nolan (1997), Stochastic Models 13, 759-774."""
