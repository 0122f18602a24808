"""A positive function as piecewise Legendre polynomials, with integrals from both ends.

Panels are bisected until the last coefficients are negligible against the panel's own maximum
and the function varies by little more than e**3 on it: then both cumulative integrals are
accurate relative to themselves, down to the smallest double, as sums of positive numbers.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.polynomial import legendre
from numpy.typing import NDArray

FloatArray = NDArray[np.float64]

_DEGREE = 16
_MOST = 6000


@lru_cache(maxsize=1)
def _rule() -> tuple[FloatArray, FloatArray]:
    """Gauss nodes, and the matrix from values at them to Legendre coefficients."""
    nodes, weights = legendre.leggauss(_DEGREE)
    basis = legendre.legvander(nodes, _DEGREE - 1)
    scale = (2.0 * np.arange(_DEGREE) + 1.0) / 2.0
    return nodes, (basis * weights[:, None]).T * scale[:, None]


@dataclass(frozen=True, eq=False)
class Panels:
    """Edges, coefficients of each panel, and the integrals up to and beyond each edge.

    Parameters
    ----------
    edges : ndarray, shape (N+1,)
        Rising.
    coefficients : ndarray, shape (N, 16)
        Legendre coefficients of the function on each panel.
    below, above : ndarray, shape (N+1,)
        Integral up to, and beyond, each edge.
    """

    edges: FloatArray
    coefficients: FloatArray
    below: FloatArray
    above: FloatArray

    def integral_below(self, x: FloatArray) -> FloatArray:
        """Integral from the first edge to x."""
        index, local = self._locate(x)
        half = 0.5 * np.diff(self.edges)[index]
        return self.below[index] + half * _antiderivative(self.coefficients[index], local)

    def integral_above(self, x: FloatArray) -> FloatArray:
        """Integral from x to the last edge."""
        index, local = self._locate(x)
        half = 0.5 * np.diff(self.edges)[index]
        flipped = self.coefficients[index] * (-1.0) ** np.arange(_DEGREE)
        return self.above[index + 1] + half * _antiderivative(flipped, -local)

    def _locate(self, x: FloatArray) -> tuple[NDArray[np.int64], FloatArray]:
        x = np.clip(x, self.edges[0], self.edges[-1])
        index = np.clip(np.searchsorted(self.edges, x, side="right") - 1, 0, self.edges.size - 2)
        left, right = self.edges[index], self.edges[index + 1]
        return index, np.clip((2.0 * x - left - right) / (right - left), -1.0, 1.0)


def _antiderivative(coefficients: FloatArray, x: FloatArray) -> FloatArray:
    """Integral from -1 to x of the Legendre series, one series a point.

    (P_{j+1} - P_{j-1}) / (2j+1) vanishes at -1, so no constant is subtracted.
    """
    before, current = np.ones_like(x), x
    total = coefficients[:, 0] * (1.0 + x)
    for j in range(1, coefficients.shape[1]):
        after = ((2 * j + 1) * x * current - j * before) / (j + 1)
        total += coefficients[:, j] * (after - before) / (2 * j + 1)
        before, current = current, after
    return total


def build_panels(function: Callable[[FloatArray], FloatArray], edges: FloatArray) -> Panels:
    """Represent a non-negative function between the edges.

    Parameters
    ----------
    function : callable
        Maps a 1-D array to values >= 0.
    edges : ndarray
        Rising starting edges, kinks among them.

    Raises
    ------
    ArithmeticError
        If the function is not resolved by 6000 panels.

    Examples
    --------
    >>> panels = build_panels(lambda x: np.exp(-x), np.array([0.0, 1.0, 700.0]))
    >>> float(panels.integral_above(np.array([600.0]))[0] / np.exp(-600.0)) - 1 < 1e-13
    True
    """
    nodes, transform = _rule()
    left, right = np.asarray(edges[:-1], dtype=float), np.asarray(edges[1:], dtype=float)
    parent = np.full(left.size, np.inf)
    kept: list[tuple[FloatArray, FloatArray, FloatArray]] = []
    count = 0
    while left.size:
        half, middle = 0.5 * (right - left), 0.5 * (left + right)
        values = function((middle[:, None] + half[:, None] * nodes).ravel()).reshape(left.size, -1)
        coefficients = values @ transform.T
        tail = np.abs(coefficients[:, -2:]).max(axis=1) / np.maximum(values.max(axis=1), 1e-307)
        good = _resolved(values, tail, parent, half) | ~((middle > left) & (middle < right))
        count += int(good.sum())
        if count + 2 * int((~good).sum()) > _MOST:
            raise ArithmeticError(f"the density is not resolved by {_MOST} panels")
        kept.append((left[good], right[good], coefficients[good]))
        left, middle, right, tail = left[~good], middle[~good], right[~good], tail[~good]
        left, right = np.concatenate([left, middle]), np.concatenate([middle, right])
        parent = np.concatenate([tail, tail])
    starts = np.concatenate([k[0] for k in kept])
    order = np.argsort(starts)
    coefficients = np.concatenate([k[2] for k in kept])[order]
    ends = np.concatenate([k[1] for k in kept])[order]
    mass = (ends - starts[order]) * coefficients[:, 0]
    return Panels(
        np.append(starts[order], ends[-1]),
        coefficients,
        np.concatenate([[0.0], np.cumsum(mass)]),
        np.concatenate([np.cumsum(mass[::-1])[::-1], [0.0]]),
    )


def _resolved(
    values: FloatArray, tail: FloatArray, parent: FloatArray, half: FloatArray
) -> NDArray[np.bool_]:
    """Where the last coefficients are negligible, or are noise that bisecting does not lower.

    For a smooth function halving a panel lowers them by 2**14; the noise of the function
    itself (a density far out is the exponential of a large number) stays.
    """
    top, bottom = values.max(axis=1), values.min(axis=1)
    noise = (tail > 0.1 * parent) & ((tail < 1e-9) | (half * top * tail < 1e-16))
    good: NDArray[np.bool_] = (top < 1e-305) | (((tail <= 2e-15) | noise) & (bottom > top * 1e-2))
    return good
