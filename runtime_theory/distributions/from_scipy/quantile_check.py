"""Whether quantiles agree with tail probabilities: scipy's do not for every law and shape."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from runtime_theory.distributions.base import Distribution

__all__ = ["isf_agrees", "ppf_agrees"]

FloatArray = NDArray[np.float64]

_EPS = float(np.finfo(float).eps)
_MAX = float(np.finfo(float).max)
_LEVELS = np.concatenate((np.linspace(0.01, 0.5, 50), 10.0 ** -np.linspace(2.1, 40.0, 70)))
_DEEP = 10.0 ** -np.linspace(41.0, 300.0, 40)


def ppf_agrees(law: Distribution, ppf: Callable[[FloatArray], FloatArray]) -> bool:
    """Whether Pr[X <= ppf(q)] = q to the last few digits for q from 1/2 to 1e-300."""
    return _agrees(law, ppf, law.cdf)


def isf_agrees(law: Distribution, isf: Callable[[FloatArray], FloatArray]) -> bool:
    """Whether Pr[X > isf(q)] = q to the last few digits for q from 1/2 to 1e-300."""
    return _agrees(law, isf, law.sf)


def _agrees(
    law: Distribution,
    quantile: Callable[[FloatArray], FloatArray],
    probability: Callable[[FloatArray], FloatArray],
) -> bool:
    """Compare on a grid of levels; far out, where no integral notices, only roughly."""
    return _close(law, quantile, probability, _LEVELS, 64.0 * _EPS) and _close(
        law, quantile, probability, _DEEP, 1e-6
    )


def _close(
    law: Distribution,
    quantile: Callable[[FloatArray], FloatArray],
    probability: Callable[[FloatArray], FloatArray],
    levels: FloatArray,
    tolerance: float,
) -> bool:
    try:
        with warnings.catch_warnings():  # boost says through scipy that it did not converge
            warnings.simplefilter("ignore", RuntimeWarning)
            x = quantile(levels)
    except (ArithmeticError, ValueError):  # or that it overflowed
        return False
    if np.isnan(x).any():
        return False
    beyond = np.isinf(x)
    x = np.clip(x, -_MAX, _MAX)
    with np.errstate(all="ignore"):
        back = probability(x)
        # A relative error of x moves the probability by x f(x) times as much; an x that is an
        # exponential has |log x| times the rounding error.
        slack = min(tolerance, 64.0 * _EPS) + _EPS * np.abs(np.log(np.abs(x)))
        moved = slack * np.abs(x) * law.pdf(x) / levels
        miss = np.abs(back / levels - 1.0)
    tiny = np.abs(x) < 1e-300
    at_end = (x == law.support[0]) | (x == law.support[1])
    fine = miss <= tolerance + np.where(np.isnan(moved), 0.0, moved)
    # Past the largest double the probability of exceeding it must still be the larger one.
    fine = np.where(beyond, back >= levels * (1.0 - 1e-6), fine | tiny | at_end)
    return bool(fine.all())
