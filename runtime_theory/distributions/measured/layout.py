"""Workers and steps of a trace: labels, order within a worker, and the steps-by-workers table."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

__all__ = ["by_worker", "labels", "ranks", "step_rows"]

FloatArray = NDArray[np.float64]
IntArray = NDArray[np.intp]


def labels(name: str, given: Any, size: int) -> NDArray[Any] | None:
    """Worker or step labels as an array of their own, one a measurement, none missing."""
    if given is None:
        return None
    array = np.array(given.to_numpy() if hasattr(given, "to_numpy") else given)
    if array.shape != (size,):
        raise ValueError(f"{name} must be one a measurement, got shape {array.shape} for {size}")
    missing = _missing(array)
    if missing.any():
        row = int(np.argmax(missing))
        raise ValueError(f"{name} must not be missing, got {array.tolist()[row]!r} in row {row}")
    if array.dtype.kind == "O":
        array = array.astype(str)
    return array


def _missing(array: NDArray[Any]) -> NDArray[np.bool_]:
    if array.dtype.kind == "f":
        return np.asarray(np.isnan(array))
    if array.dtype.kind == "O":
        return np.array([entry is None or entry != entry for entry in array], dtype=bool)
    return np.zeros(array.shape, dtype=bool)


def codes(workers: NDArray[Any]) -> tuple[IntArray, NDArray[Any]]:
    """Number the workers in order of first appearance: a code a measurement, and the labels."""
    distinct, first, place = np.unique(workers, return_index=True, return_inverse=True)
    order = np.argsort(first)
    rank = np.empty_like(order)
    rank[order] = np.arange(order.size)
    return rank[place], distinct[order]


def by_worker(workers: NDArray[Any] | None) -> list[IntArray]:
    """Positions of each worker's measurements, workers in order of first appearance."""
    code, distinct = codes(_required(workers))
    order = np.argsort(code, kind="stable")
    return np.split(order, np.cumsum(np.bincount(code, minlength=distinct.size))[:-1])


def _required(workers: NDArray[Any] | None) -> NDArray[Any]:
    if workers is None:
        raise ValueError(
            "this trace does not say which worker a measurement belongs to: "
            "pass worker=COLUMN to rt.read_trace or workers= to rt.Trace"
        )
    return workers


def ranks(workers: NDArray[Any] | None, steps: NDArray[Any] | None, size: int) -> IntArray:
    """How many measurements of the same worker come before each: by step, then by row."""
    row = np.arange(size)
    code = np.zeros(size, dtype=np.intp) if workers is None else codes(workers)[0]
    order = np.lexsort((row, row if steps is None else steps, code))
    start = np.zeros(size, dtype=np.intp)
    fresh = np.flatnonzero(np.diff(code[order])) + 1
    start[fresh] = fresh
    out = np.empty(size, dtype=np.intp)
    out[order] = row - np.maximum.accumulate(start)
    return out


def step_rows(
    values: FloatArray,
    workers: NDArray[Any] | None,
    steps: NDArray[Any] | None,
    *,
    incomplete: str,
) -> FloatArray:
    """Arrange the measurements as steps by workers."""
    if incomplete not in ("refuse", "drop"):
        raise ValueError(f"incomplete must be 'refuse' or 'drop', got {incomplete!r}")
    column, names = codes(_required(workers))
    which = ranks(workers, None, values.size) if steps is None else steps
    step, row = np.unique(which, return_inverse=True)
    table = np.full((step.size, names.size), np.nan)
    filled = np.zeros(table.shape, dtype=np.intp)
    np.add.at(filled, (row, column), 1)
    twice = np.argwhere(filled > 1)
    if twice.size:
        i, j = twice[0]
        raise ValueError(f"step {step[i]} of worker {names[j]} was measured {filled[i, j]} times")
    table[row, column] = values
    complete = (filled == 1).all(axis=1)
    if incomplete == "refuse" and not complete.all():
        i = int(np.argmin(complete))
        j = int(np.argmin(filled[i]))
        raise ValueError(
            f"step {step[i]} has no measurement of worker {names[j]} "
            f"({np.count_nonzero(~complete)} of {step.size} steps are incomplete; "
            f"incomplete='drop' leaves them out)"
        )
    if not complete.any():
        raise ValueError(f"none of the {step.size} steps was measured on all {names.size} workers")
    return np.asarray(table[complete])
