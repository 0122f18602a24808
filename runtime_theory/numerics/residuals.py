"""Functions with their leading terms taken off, where subtracting them would cancel."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy import special

FloatArray = NDArray[np.float64]

_STIRLING = (1 / 12, -1 / 360, 1 / 1260, -1 / 1680, 1 / 1188, -691 / 360360, 1 / 156)


def log1p_residual(x: FloatArray) -> FloatArray:
    """log(1+x) - x with full relative accuracy near 0.

    Examples
    --------
    >>> float(log1p_residual(np.array([1e-9]))[0])
    -4.99999999666666...e-19
    """
    x = np.asarray(x, dtype=float)
    with np.errstate(divide="ignore"):
        plain = np.log1p(x) - x
    near = np.abs(x) < 0.5
    y = np.where(near, x, 0.0)
    # log1p(x) = 2 atanh(r), r = x/(2+x), and 2r - x = -x r.
    r = y / (2.0 + y)
    square = r * r
    series = np.zeros_like(r)
    for i in range(19, 0, -1):
        series = series * square + 1.0 / (2 * i + 1)
    return np.where(near, 2.0 * r * square * series - y * r, plain)


def expm1_residual(x: FloatArray) -> FloatArray:
    """exp(x) - 1 - x with full relative accuracy near 0.

    Examples
    --------
    >>> float(expm1_residual(np.array([1e-9]))[0])
    5.000000001666667e-19
    """
    x = np.asarray(x, dtype=float)
    near = np.abs(x) < 0.5
    y = np.where(near, x, 0.0)
    series = np.ones_like(y)
    for i in range(16, 2, -1):
        series = 1.0 + series * y / i
    return np.where(near, 0.5 * y * y * series, np.expm1(x) - x)


def stirling_residual(x: FloatArray) -> FloatArray:
    """Log Gamma(x) - (x - 1/2) log x + x - log(2 pi)/2, to 1e-16 absolute, for x >= 1.

    Examples
    --------
    >>> float(stirling_residual(np.array([1e9]))[0])
    8.333333333333333e-11
    """
    x = np.asarray(x, dtype=float)
    # Below 16 by recurrence from x + 15: R(x) - R(x+1) = (x+1/2) log(1+1/x) - 1.
    total, y = np.zeros_like(x), x.copy()
    for _ in range(15):
        low = y < 16.0
        step = (y + 0.5) * log1p_residual(1.0 / y) + 0.5 / y
        total = np.where(low, total + step, total)
        y = np.where(low, y + 1.0, y)
    inverse = 1.0 / y
    return total + inverse * np.polynomial.polynomial.polyval(inverse * inverse, _STIRLING)


def deviance(x: FloatArray, mean: FloatArray) -> FloatArray:
    """X log(x/mean) - x + mean, accurate where x is near the mean (Loader, 2000).

    Examples
    --------
    >>> float(deviance(np.array([1e6 + 1]), np.array([1e6]))[0])
    4.9999983333...e-07
    """
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        d = (x - mean) / mean
        near = mean * ((1.0 + d) * log1p_residual(d) + d * d)
        far = special.xlogy(x, x / mean) - x + mean
    return np.where(np.abs(d) < 0.5, near, np.where(mean > 0.0, far, np.where(x > 0, np.inf, 0.0)))
