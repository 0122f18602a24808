"""The functional whose expectation is taken: a power of the distance from a centre."""

from __future__ import annotations

from dataclasses import dataclass
from typing import final

import numpy as np
from numpy.typing import NDArray

FloatArray = NDArray[np.float64]


@final
@dataclass(frozen=True)
class Power:
    """g(x) = (x - centre)**order."""

    order: int = 1
    centre: float = 0.0

    def __call__(self, x: FloatArray) -> FloatArray:
        return np.asarray((x - self.centre) ** self.order, dtype=float)

    def slope(self, x: FloatArray) -> FloatArray:
        """g'(x)."""
        return np.asarray(self.order * (x - self.centre) ** (self.order - 1), dtype=float)

    def standardised(self, loc: float, scale: float) -> Power:
        """The power of y with g(loc + scale y) = scale**order times it."""
        return Power(self.order, (self.centre - loc) / scale)
