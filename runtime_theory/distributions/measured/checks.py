"""Warnings for measurements that are legal but probably not what they seem."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from runtime_theory.distributions.measured.layout import ranks, step_rows
from runtime_theory.distributions.measured.measurements import warn

__all__ = ["warn_if_suspicious"]

FloatArray = NDArray[np.float64]

_WIDEST = 1e5  # largest over smallest positive value: seconds and microseconds mixed
_TRIM = 1e-3  # a million exponential draws reach 1e-6 of their mean
_EARLY = 3  # rows that may be a warm-up
_OUTLYING = 20.0  # times the median
_AGREEING = 1e-3  # relative spread across workers in one step


def warn_if_suspicious(
    values: FloatArray, workers: NDArray[Any] | None, steps: NDArray[Any] | None
) -> None:
    """Warn of a warm-up, of mixed units, and of times that contain the wait for the slowest."""
    if values.size >= 10:
        _warm_up(values, ranks(workers, steps, values.size))
    _units(values[values > 0.0])
    if workers is not None:
        _waiting(values, workers, steps)


def _units(positive: FloatArray) -> None:
    """Seconds among microseconds; one in a thousand at each end is left out of a long trace."""
    if positive.size == 0:
        return
    low, high = np.quantile(positive, [_TRIM, 1.0 - _TRIM], method="nearest")
    if high > _WIDEST * low:
        warn(
            f"the measurements span from {low:.6g} s to {high:.6g} s, a factor of "
            f"{high / low:.2g}: check that all have one unit"
        )


def _warm_up(values: FloatArray, rank: NDArray[np.intp]) -> None:
    early, late = values[rank < _EARLY], values[rank >= _EARLY]
    if late.size == 0:
        return
    usual = float(np.median(late))
    strange = early > max(_OUTLYING * usual, 2.0 * float(late.max()))
    if usual > 0.0 and strange.any():
        last = int(rank[rank < _EARLY][strange].max()) + 1
        warn(
            f"the first rows look like a warm-up: {early.max():.6g} s against a median of "
            f"{usual:.6g} s; warmup={last} leaves them out"
        )


def _waiting(values: FloatArray, workers: NDArray[Any], steps: NDArray[Any] | None) -> None:
    """A barrier makes every worker show the slowest one's time; a second maximum counts twice."""
    try:
        table = step_rows(values, workers, steps, incomplete="drop")
    except ValueError:  # no complete step: nothing to compare
        return
    if table.shape[0] < 3 or table.shape[1] < 2:
        return
    spread = np.ptp(table, axis=1)
    usual = np.abs(np.median(table, axis=1))
    between = float(np.std(table.mean(axis=1)))
    if np.mean(spread <= _AGREEING * usual) > 0.9 and between > 3.0 * float(spread.mean()):
        warn(
            f"all {table.shape[1]} workers show nearly the same time in nearly every step: these "
            f"seem to be step times that already contain the wait for the slowest; the law of one "
            f"worker's computation is needed, measured before the barrier"
        )
