"""The piecewise uniform law of scipy.stats.rv_histogram, with both tails."""

from __future__ import annotations

from typing import Any, final

import numpy as np
from numpy.typing import ArrayLike

from runtime_theory.distributions.base import Distribution, FloatArray

__all__ = ["HistogramLaw"]


@final
class HistogramLaw(Distribution):
    """A law that is uniform in each bin of a histogram.

    Parameters
    ----------
    edges : ndarray
        Edges of the bins, rising.
    mass : ndarray
        Probability of each bin.

    Examples
    --------
    >>> law = HistogramLaw(np.array([0.0, 1.0, 3.0]), np.array([0.25, 0.75]))
    >>> law.sf([0.5, 1.0, 3.0 - 1e-15]).tolist()
    [0.875, 0.75, 3.330...e-16]
    """

    def __init__(self, edges: FloatArray, mass: FloatArray) -> None:
        used = np.flatnonzero(mass > 0.0)
        inner = slice(used[0], used[-1] + 1)
        self._mass = mass[inner] / mass[inner].sum()
        self._edges = edges[used[0] : used[-1] + 2]
        self._density = self._mass / np.diff(self._edges)
        self._below = np.concatenate(([0.0], np.cumsum(self._mass)))
        self._above = np.concatenate((np.cumsum(self._mass[::-1])[::-1], [0.0]))

    @classmethod
    def from_scipy(cls, dist: Any) -> HistogramLaw:
        """Read an ``rv_histogram``, whatever was given as counts or densities."""
        edges = np.asarray(dist._hbins, dtype=float)
        return cls(edges, np.asarray(dist._hpdf[1:-1], dtype=float) * np.diff(edges))

    def _bins(self, x: ArrayLike) -> tuple[FloatArray, Any]:
        """Points moved into the support, and the bin of each."""
        points = np.clip(np.asarray(x, dtype=float), self._edges[0], self._edges[-1])
        place = np.searchsorted(self._edges, points, side="right") - 1
        return points, np.minimum(place, self._mass.size - 1)

    @property
    def support(self) -> tuple[float, float]:
        """From the first bin with mass to the last."""
        return float(self._edges[0]), float(self._edges[-1])

    def sf(self, x: ArrayLike) -> FloatArray:
        """Pr[X > x], counted from the right end."""
        points, i = self._bins(x)
        return np.asarray(self._above[i + 1] + self._density[i] * (self._edges[i + 1] - points))

    def cdf(self, x: ArrayLike) -> FloatArray:
        """Pr[X <= x], counted from the left end."""
        points, i = self._bins(x)
        return np.asarray(self._below[i] + self._density[i] * (points - self._edges[i]))

    def pdf(self, x: ArrayLike) -> FloatArray:
        """Density of the bin that x is in."""
        points, i = self._bins(x)
        return np.where(points == np.asarray(x, dtype=float), self._density[i], 0.0)

    @property
    def breakpoints(self) -> tuple[float, ...]:
        """The inner edges."""
        return tuple(self._edges[1:-1].tolist())

    @property
    def key(self) -> tuple[Any, ...]:
        """What makes two of these the same law."""
        return ("histogram", self._edges.tobytes(), self._mass.tobytes())

    def describe(self) -> str:
        """Name with the number of bins and the range."""
        left, right = self.support
        return f"rv_histogram({self._mass.size} bins from {left:.6g} to {right:.6g})"
