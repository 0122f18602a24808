"""The density of logit(U) for U ~ Beta(k, m), and the trapezoid rule that integrates with it.

With u = 1/(1+exp(-z)) the beta density becomes w(z) proportional to u**k (1-u)**m, which is
analytic in a strip of half-width pi and decays exponentially on both sides: the plain
trapezoid rule converges geometrically (Trefethen and Weideman, 2014, section 5). Weights are
taken relative to their mode and normalised by their own sum, so neither the beta function nor
a cancelling logarithm limits the accuracy, whatever the size of k and m.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from runtime_theory.numerics.residuals import (
    expm1_residual,
    log1p_residual,
    stirling_residual,
)

FloatArray = NDArray[np.float64]


@dataclass(frozen=True)
class BetaLogit:
    """The law of logit(U), U ~ Beta(k, m): U is the k-th smallest of k+m-1 uniforms.

    Parameters
    ----------
    k, m : float
        Both at least 1; m = n-k+1.
    """

    k: float
    m: float

    @property
    def sd(self) -> float:
        """Standard deviation of logit(U), sqrt(trigamma(k) + trigamma(m)), to two per cent."""
        return math.sqrt(sum(1.0 / a + 0.5 / a**2 + 1.0 / (6.0 * a**3) for a in (self.k, self.m)))

    @property
    def step(self) -> float:
        """A coarse starting step, the power of two below 1.2 sd and 1."""
        return float(2.0 ** math.floor(math.log2(min(1.0, 1.2 * self.sd))))

    @property
    def log_height(self) -> float:
        """Log density of logit(U) at its mode: (k/n)**k (m/n)**m / B(k, m), n = k+m.

        Stirling's series in place of log-gammas, whose difference loses digits for large k, m.
        """
        k, m = self.k, self.m
        at_k, at_m, at_both = stirling_residual(np.array([k, m, k + m])).tolist()
        tails = float(at_k + at_m - at_both)
        return (
            0.5 * math.log(k / (k + m)) + 0.5 * math.log(m) - 0.5 * math.log(2.0 * math.pi) - tails
        )

    def log_weight(self, delta: FloatArray) -> FloatArray:
        """Log of w(mode + delta)/w(mode), exact to rounding for k and m of any size."""
        delta = np.asarray(delta, dtype=float)
        k, m = self.k, self.m
        if k > m:
            delta, k, m = -delta, m, k
        u = k / (k + m)
        with np.errstate(over="ignore", invalid="ignore"):
            near = log1p_residual(u * np.expm1(delta)) + u * expm1_residual(delta)
            far = np.log1p(u * np.expm1(delta)) - u * delta
        # The near form has no cancellation; the far form has no overflow.
        value = -(k + m) * np.where(np.abs(delta) < 1.0, near, far)
        beyond = delta > 700.0
        if np.any(beyond):
            value = np.where(beyond, k * delta - (k + m) * (delta + np.log(u)), value)
        return value

    def uniforms(self, delta: FloatArray) -> tuple[FloatArray, FloatArray]:
        """Probabilities u and 1-u at mode + delta, each with full relative accuracy."""
        with np.errstate(over="ignore", divide="ignore"):
            odds = (self.k / self.m) * np.exp(delta)
            return 1.0 / (1.0 + 1.0 / odds), 1.0 / (1.0 + odds)

    def reach(self, left_growth: float, right_growth: float) -> tuple[float, float]:
        """Distances from the mode at which w exp(growth |delta|) has fallen below e**-44."""
        return self.left_reach(left_growth), self.right_reach(right_growth)

    def left_reach(self, growth: float) -> float:
        """The distance to the left alone."""
        return BetaLogit(self.m, self.k).right_reach(growth)

    def right_reach(self, growth: float) -> float:
        """The distance to the right alone."""
        k, m, total = self.k, self.m, self.k + self.m
        u = k / total

        def level(delta: float) -> float:
            if delta < 1e-2:
                return -0.5 * total * u * (1.0 - u) * delta * delta
            return k * delta - total * math.log1p(u * math.expm1(delta)) + growth * delta

        low, high = 0.0, min(48.0 / max(m - growth, 0.05) + 12.0, 700.0)
        if min(k, m) > 64.0:
            high = min(high, 14.0 * self.sd)
        for _ in range(24):
            middle = 0.5 * (low + high)
            low, high = (middle, high) if level(middle) > -44.0 else (low, middle)
        return high
