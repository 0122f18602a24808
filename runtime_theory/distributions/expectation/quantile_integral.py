"""E[(X_{k:n} - c)**r] from quantiles, and how far a law's quantiles and tails disagree."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from runtime_theory.distributions.base import Distribution
from runtime_theory.distributions.expectation.functional import Power
from runtime_theory.distributions.ranked import Rank, quantile
from runtime_theory.numerics.beta_logit import BetaLogit
from runtime_theory.numerics.logit_trapezoid import Lattice, Trapezoid, trapezoid

FloatArray = NDArray[np.float64]

_EPS = float(np.finfo(float).eps)
_PROBES = 24


class QuantileIntegral(NamedTuple):
    """Value, error of the rule, error of the law's own functions, convergence."""

    value: float
    error: float
    law_error: float
    converged: bool


def quantile_integral(law: Distribution, rank: Rank, power: Power) -> QuantileIntegral:
    """Integrate the quantile function against the beta density in logit space."""
    beta = BetaLogit(float(rank.k), float(rank.m))
    rule = _rule(law, beta, power)
    return QuantileIntegral(
        rule.value, rule.error, _disagreement(law, rule.lattice, beta, power), rule.converged
    )


def _rule(law: Distribution, beta: BetaLogit, power: Power) -> Trapezoid:
    tails = law.tails
    growth = tuple(0.0 if math.isnan(a) else power.order / a for a in tails)
    floor = 0.0
    if law.support[0] < 0.0:
        # Where the support runs through 0 a quantile near it is exact only to the scale.
        floor = float(law.isf(np.array([0.25]))[0] - law.ppf(np.array([0.25]))[0])

    def noise(x: FloatArray) -> FloatArray:
        at_scale = _EPS * np.maximum(np.abs(x) if power.centre else 0.0, floor)
        return np.abs(power.slope(x)) * (at_scale + law.quantile_error * np.abs(x))

    with np.errstate(all="ignore"):
        return trapezoid(
            lambda u, s: quantile(law, u, s),
            beta,
            power,
            growth=(growth[0], growth[1]),
            noise=noise,
        )


def _disagreement(law: Distribution, lattice: Lattice, beta: BetaLogit, power: Power) -> float:
    """Effect on the integral of Pr[X <= ppf(u)] differing from u, measured at some nodes.

    A relative error r of the tail probability at a node moves its quantile by r dQ/dz, up to a
    factor of two.
    """
    weight = lattice.weight
    used = np.flatnonzero(weight > 1e-14)
    if used.size < 3:
        return 0.0
    stride = max(1, used.size // _PROBES)
    nodes = used[stride // 2 :: stride]
    x = lattice.quantile[nodes]
    u, s = beta.uniforms(lattice.delta[nodes])
    with np.errstate(all="ignore"):
        tail = np.where(u <= 0.5, law.cdf(x) / u, law.sf(x) / s)
        miss = np.abs(tail - 1.0)
        slope = np.abs(np.gradient(power(lattice.quantile), lattice.delta)[nodes])
        # Probed at few nodes only: what has one sign between them may be larger.
        effect = 6.0 * miss * slope * weight[nodes]
    effect = np.where(np.isfinite(effect), effect, 0.0)
    return float(effect.sum() / weight[nodes].sum())
