"""Tails rebuilt from a density, for laws whose own cdf or quantiles lose them.

scipy derives a missing sf as 1 - cdf and a missing isf as ppf(1 - q): beyond 1e-16 nothing is
left, and cancellation starts long before. The density usually is a closed form; its integral
from the far end has all the digits.
"""

from __future__ import annotations

import math
from functools import lru_cache
from typing import final

import numpy as np
from numpy.typing import ArrayLike

from runtime_theory.distributions.base import Distribution, FloatArray, Route, Tails
from runtime_theory.distributions.expectation.maps import Map, map_for
from runtime_theory.numerics.panels import Panels, build_panels

_LOWEST = 1e-290


@lru_cache(maxsize=128)
def density_law(law: Distribution) -> DensityLaw:
    """The law with its tails rebuilt, kept for the next question about the same object."""
    return DensityLaw(law)


@final
class DensityLaw(Distribution):
    """A law with the density of another, its tail probabilities integrated numerically.

    Parameters
    ----------
    law : Distribution
        Supplies pdf, support, breakpoints, tail indices and rough central quantiles.

    Raises
    ------
    ArithmeticError
        If the density is not resolved, or does not integrate to one.
    """

    def __init__(self, law: Distribution) -> None:
        self.law = law
        quartiles = np.asarray(law.ppf(np.array([0.25, 0.5, 0.75])), dtype=float)
        self._map: Map = map_for(
            law.support, float(quartiles[1]), float(quartiles[2] - quartiles[0])
        )
        self._panels = self._build(quartiles)
        self._lost = self._beyond_left()
        below, above = float(self._panels.below[-1]), float(self._panels.above[0])
        self.mass_error = max(abs(below - 1.0), abs(above - 1.0))
        if not self.mass_error < 1e-8:
            raise ArithmeticError(
                f"the density of {law.describe()} integrates to {below!r}, not to 1"
            )

    def _mapped(self, s: FloatArray) -> FloatArray:
        with np.errstate(all="ignore"):
            y = np.asarray(self.law.pdf(self._map.point(s)), dtype=float) * self._map.jacobian(s)
        return np.where(np.isfinite(y), y, 0.0)

    def _build(self, quartiles: FloatArray) -> Panels:
        core = self._map.inverse(quartiles)
        inside = self._map.inverse(np.asarray(self.law.breakpoints, dtype=float))
        ends = (self._end(float(core[0]), -1.0), self._end(float(core[2]), 1.0))
        seeds = np.concatenate([np.linspace(ends[0], ends[1], 33), core, inside])
        seeds = np.unique(seeds[(seeds >= ends[0]) & (seeds <= ends[1])])
        return build_panels(self._mapped, seeds)

    def _end(self, start: float, side: float) -> float:
        """Where the mapped density ends: at the support's end or at the smallest doubles."""
        limit = float(self._map.inverse(np.asarray(self.support[0 if side < 0 else 1])))
        if math.isinf(limit):
            limit = side * 690.0 if not self._map.logarithmic else side * 700.0
        low, high = start, start + side
        while (limit - high) * side > 0.0 and self._mapped(np.array([high]))[0] > _LOWEST:
            low, high = high, start + 2.0 * (high - start)
        if (limit - high) * side <= 0.0:
            if self._mapped(np.array([np.nextafter(limit, start)]))[0] > _LOWEST:
                return limit
            high = limit
        for _ in range(60):
            middle = 0.5 * (low + high)
            low, high = (
                (middle, high) if self._mapped(np.array([middle]))[0] > _LOWEST else (low, middle)
            )
        return high

    def _beyond_left(self) -> float:
        """Probability left of the first edge: a density ~ x**(a-1) has some below every double."""
        start = float(self._panels.edges[0])
        level, inner = self._mapped(np.array([start, start + 1.0]))
        if not (self._map.logarithmic and 0.0 < level < inner):
            return 0.0
        return float(level / math.log(inner / level))

    @property
    def support(self) -> tuple[float, float]:
        return self.law.support

    def sf(self, x: ArrayLike) -> FloatArray:
        s, shape = self._flat(x)
        return np.clip(self._panels.integral_above(s), 0.0, 1.0).reshape(shape)

    def cdf(self, x: ArrayLike) -> FloatArray:
        s, shape = self._flat(x)
        below = np.clip(self._lost + self._panels.integral_below(s), 0.0, 1.0)
        return np.where(s == -math.inf, 0.0, below).reshape(shape)

    def _flat(self, x: ArrayLike) -> tuple[FloatArray, tuple[int, ...]]:
        points = np.asarray(x, dtype=float)
        return self._map.inverse(points.ravel()), points.shape

    def pdf(self, x: ArrayLike) -> FloatArray:
        return self.law.pdf(x)

    def describe(self) -> str:
        return self.law.describe()

    @property
    def breakpoints(self) -> tuple[float, ...]:
        return self.law.breakpoints

    @property
    def tails(self) -> Tails:
        return self.law.tails

    @property
    def route(self) -> Route:
        return Route.SURVIVAL

    @property
    def tail_error(self) -> float:
        return 2e-14 + 2.0 * self.mass_error + (1e-12 if self._lost > 0.0 else 0.0)
