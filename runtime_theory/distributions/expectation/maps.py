"""The change of variable under which heavy tails and singular left ends become smooth."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

FloatArray = NDArray[np.float64]


class Map(NamedTuple):
    """t(s) = origin + scale exp(s), or origin + scale sinh(s)."""

    origin: float
    scale: float
    logarithmic: bool

    def point(self, s: FloatArray) -> FloatArray:
        """t(s)."""
        with np.errstate(over="ignore"):
            return self.origin + self.scale * (np.exp(s) if self.logarithmic else np.sinh(s))

    def jacobian(self, s: FloatArray) -> FloatArray:
        """dt/ds."""
        with np.errstate(over="ignore"):
            return self.scale * (np.exp(s) if self.logarithmic else np.cosh(s))

    def inverse(self, t: FloatArray) -> FloatArray:
        """s(t); -inf at and below a finite left end."""
        distance = (np.asarray(t, dtype=float) - self.origin) / self.scale
        if not self.logarithmic:
            return np.arcsinh(distance)
        with np.errstate(divide="ignore"):
            return np.log(np.maximum(distance, 0.0))


def map_for(support: tuple[float, float], centre: float, spread: float) -> Map:
    """Logarithm of the distance from a finite left end, else asinh about the centre."""
    if math.isfinite(support[0]):
        # Scaled by the centre: exp(s) of a large s would be as inexact as s is large.
        distance = centre - support[0]
        usable = 0.0 < distance < math.inf
        return Map(support[0], distance if usable else 1.0, logarithmic=True)
    return Map(centre, spread if spread > 0.0 else max(abs(centre), 1.0) * 1e-8, logarithmic=False)
