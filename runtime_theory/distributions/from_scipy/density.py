"""A scipy law as its density and rough quartiles: what `density_law` builds the tails from."""

from __future__ import annotations

from typing import Any, final

import numpy as np
from numpy.typing import ArrayLike

from runtime_theory.distributions.base import Distribution, FloatArray, Tails

__all__ = ["ScipyDensity"]


@final
class ScipyDensity(Distribution):
    """The functions of a continuous scipy law as they are, good or bad.

    Parameters
    ----------
    dist : rv_continuous
        The law.
    shapes : tuple of float
        Its shape parameters.
    support : tuple of float
        Its ends.
    breakpoints : tuple of float
        Points where the density is not smooth.
    tails : Tails
        Indices of regular variation.
    """

    def __init__(
        self,
        dist: Any,
        shapes: tuple[float, ...],
        support: tuple[float, float],
        breakpoints: tuple[float, ...],
        tails: Tails,
    ) -> None:
        self._dist, self._shapes = dist, shapes
        self._support, self._breakpoints, self._tails = support, breakpoints, tails

    @property
    def support(self) -> tuple[float, float]:
        """Ends of the support."""
        return self._support

    @property
    def breakpoints(self) -> tuple[float, ...]:
        """Points where the density is not smooth."""
        return self._breakpoints

    @property
    def tails(self) -> Tails:
        """Indices of regular variation."""
        return self._tails

    def _call(self, name: str, x: ArrayLike) -> FloatArray:
        with np.errstate(all="ignore"):
            return np.asarray(getattr(self._dist, name)(x, *self._shapes), dtype=float)

    def pdf(self, x: ArrayLike) -> FloatArray:
        """The density of scipy."""
        return self._call("pdf", x)

    def cdf(self, x: ArrayLike) -> FloatArray:
        """The cdf of scipy."""
        return self._call("cdf", x)

    def sf(self, x: ArrayLike) -> FloatArray:
        """The sf of scipy."""
        return self._call("sf", x)

    def ppf(self, q: ArrayLike) -> FloatArray:
        """The quantiles of scipy."""
        return self._call("ppf", q)

    def describe(self) -> str:
        """The name of the law."""
        return str(self._dist.name)
