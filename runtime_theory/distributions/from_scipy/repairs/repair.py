"""What a repair is: functions that replace those of a scipy law that lose a tail."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, final

import numpy as np
from numpy.typing import NDArray
from scipy import special

__all__ = ["Repair", "mirrored", "normal_interval"]

FloatArray = NDArray[np.float64]
Function = Callable[..., Any]  # of an array and the shape parameters, in scipy's order

_NODES, _WEIGHTS = np.polynomial.legendre.leggauss(20)


@final
@dataclass(frozen=True)
class Repair:
    """Functions of the standard form of a law; None keeps scipy's own."""

    cdf: Function | None = None
    sf: Function | None = None
    ppf: Function | None = None
    isf: Function | None = None
    support: Callable[..., tuple[float, float]] | None = None


def mirrored(quantile: Function) -> Function:
    """The quantile from the other end, for a law symmetric about 0."""
    return lambda q, *shapes: -quantile(q, *shapes)


def normal_interval(high: FloatArray, width: FloatArray) -> FloatArray:
    """Pr[high - width < Z <= high] for a standard normal Z, without cancellation.

    A short interval is integrated (the density is smooth there), a long one is a difference of
    tail probabilities that differ by a factor.

    Examples
    --------
    >>> float(normal_interval(np.array(3.0), np.array(1e-20)))  # 1e-20 times the density at 3
    4.43184841193...e-23
    """
    high, width = np.broadcast_arrays(np.asarray(high, float), np.asarray(width, float))
    middle, half = high - width / 2.0, width / 2.0
    nodes = _NODES.reshape((-1,) + (1,) * high.ndim)
    u = half * nodes
    density = np.tensordot(_WEIGHTS, np.exp(-u * (middle + u / 2.0)), axes=1)
    short = half * density * np.exp(-middle * middle / 2.0) / np.sqrt(2.0 * np.pi)
    low = high - width
    left = special.ndtr(high) - special.ndtr(low)
    right = special.ndtr(-low) - special.ndtr(-high)
    return np.where(width * (np.abs(middle) + width) < 1.0, short, np.where(low > 0.0, right, left))
