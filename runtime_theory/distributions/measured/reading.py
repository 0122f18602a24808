"""read_trace: measured durations from CSV files and data frames, long or wide."""

from __future__ import annotations

import difflib
import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from runtime_theory.distributions.measured.csv_columns import open_csv
from runtime_theory.distributions.measured.measurements import as_floats, check_unit, row_problems
from runtime_theory.distributions.measured.trace import Trace

__all__ = ["read_trace"]

FloatArray = NDArray[np.float64]


class _Columns(NamedTuple):
    """What was read: durations (one array a column), labels, and names for rows."""

    durations: list[FloatArray]
    worker: Any
    step: Any
    place: Callable[[int, str], str]


class _Choice(NamedTuple):
    """Which columns hold what."""

    durations: list[str]
    worker: str | None
    step: str | None


def read_trace(
    path_or_frame: Any,
    *,
    column: str | int | None = None,
    worker: str | int | None = None,
    step: str | int | None = None,
    unit: str = "s",
    wide: bool = False,
    header: bool | None = None,
    nonfinite: Literal["refuse", "drop"] = "refuse",
    negative: Literal["refuse", "drop", "keep"] = "refuse",
    warmup: int = 0,
) -> Trace:
    """Read measured mini-batch durations.

    Parameters
    ----------
    path_or_frame : str, path or data frame
        A CSV file (gzipped too), a pandas or polars frame, a mapping of names to columns, or a
        two-dimensional array with ``wide=True``.
    column : str, optional, keyword-only
        The column with the durations. It may be left out where no other is left.
    worker, step : str, optional, keyword-only
        The columns that say which worker and which step a row belongs to.
    unit : {"s", "ms", "us", "ns"}, keyword-only
        Unit of the durations. Nothing is guessed; the trace is in seconds.
    wide : bool, keyword-only
        One row a step and one column a worker: every column but ``step`` is a worker.
    header : bool, optional, keyword-only
        Whether the first line of a file has the names. By default it does unless it consists
        of numbers, and then the columns are called "0", "1", ...
    nonfinite, negative, warmup
        As in `Trace`.

    Returns
    -------
    Trace
        In seconds, with the workers and steps of its rows.

    Raises
    ------
    ValueError
        For a cell that is no duration (naming line, column and cell), an unknown column
        (listing those there are), an unknown unit, an empty file.

    Examples
    --------
    >>> frame = {"rank": [0, 1, 0, 1], "ms": [20.0, 30.0, 22.0, 28.0]}
    >>> read_trace(frame, worker="rank", unit="ms").by_worker()
    <workers(1 x trace(n=2, mean=0.021 s, workers=1), 1 x trace(n=2, mean=0.029 s, workers=1))>
    >>> read_trace(frame, column="sec")
    Traceback (most recent call last):
    ...
    ValueError: there is no column 'sec' in the frame, only 'rank', 'ms'
    """
    check_unit(unit)

    def choose(names: list[str], source: str) -> _Choice:
        return _choose(names, source, column=column, worker=worker, step=step, wide=wide)

    if isinstance(path_or_frame, str | os.PathLike):
        read = _read_file(path_or_frame, choose, header=header, wide=wide)
    else:
        read = _read_frame(path_or_frame, choose)
    columns, choice = read
    values, where = _stacked(columns, choice)
    drop = row_problems(values, where, nonfinite=nonfinite, negative=negative)
    keep = ~drop
    if not keep.any():
        raise ValueError("no measurement is left: all were dropped as not allowed")
    who, when = _labels(columns, choice, wide=wide)
    return Trace(
        values[keep],
        unit=unit,
        workers=None if who is None else who[keep],
        steps=None if when is None else when[keep],
        negative="keep",  # decided above, where the line is known
        warmup=warmup,
    )


Chooser = Callable[[list[str], str], _Choice]


def _read_file(
    path: str | os.PathLike[str], choose: Chooser, *, header: bool | None, wide: bool
) -> tuple[_Columns, _Choice]:
    if Path(path).suffix in (".parquet", ".xlsx", ".feather", ".json"):
        raise ValueError(
            f"{os.fspath(path)} is not a CSV file: read it with pandas and pass the frame"
        )
    with open_csv(path, header=header) as columns:
        if wide and header is None and columns.numeric_header:
            raise ValueError(
                f"the first line of {columns.source} has only numbers: say header=True if they "
                f"name the workers, header=False if they are durations"
            )
        choice = choose(columns.names, columns.source)
        labelled = [name for name in (choice.worker, choice.step) if name is not None]
        numbers, labels, lines = columns.read(
            [columns.names.index(name) for name in choice.durations],
            [columns.names.index(name) for name in labelled],
        )
    found = dict(zip(labelled, labels, strict=True))

    def place(row: int, name: str) -> str:
        return f"line {lines[row]} of {columns.source}, column {name!r}"

    return (
        _Columns(numbers, found.get(choice.worker or ""), found.get(choice.step or ""), place),
        choice,
    )


def _read_frame(frame: Any, choose: Chooser) -> tuple[_Columns, _Choice]:
    get = _frame_columns(frame)
    choice = choose(list(get), "the frame")
    durations = []
    for name in choice.durations:
        try:
            durations.append(as_floats(get[name], f"column {name!r}"))
        except TypeError as wrong:
            raise ValueError(str(wrong)) from wrong
    if not durations[0].size:
        raise ValueError("the frame has no rows")
    return (
        _Columns(
            durations,
            None if choice.worker is None else get[choice.worker],
            None if choice.step is None else get[choice.step],
            lambda row, name: f"row {row} of the frame, column {name!r}",
        ),
        choice,
    )


def _frame_columns(frame: Any) -> dict[str, Any]:
    """Columns by name of whatever has columns."""
    if isinstance(frame, np.ndarray) and frame.ndim == 2:
        return {str(j): frame[:, j] for j in range(frame.shape[1])}
    if isinstance(frame, np.ndarray) and frame.dtype.names:
        return {name: frame[name] for name in frame.dtype.names}
    if isinstance(frame, Mapping):
        return {str(name): np.asarray(column) for name, column in frame.items()}
    names = getattr(frame, "column_names", None)  # pyarrow; pandas and polars say columns
    if names is None:
        names = getattr(frame, "columns", None)
    if names is None:
        raise TypeError(
            f"a trace is read from the path of a CSV file or from a data frame, got "
            f"{frame!r:.60}; rt.Trace takes a list or an array"
        )
    columns = {str(name): frame[name] for name in names}
    if len(columns) != len(names):
        raise ValueError(f"the names of the columns must differ, got {list(map(str, names))}")
    return columns


def _choose(
    names: list[str],
    source: str,
    *,
    column: str | int | None,
    worker: str | int | None,
    step: str | int | None,
    wide: bool,
) -> _Choice:
    """Check the names asked for, and find the column with the durations."""
    wanted = {"column": column, "worker": worker, "step": step}
    found = {key: _named(names, source, name) for key, name in wanted.items() if name is not None}
    if len(set(found.values())) < len(found):
        raise ValueError(f"column, worker and step must be different columns, got {found}")
    rest = [name for name in names if name not in found.values()]
    if wide:
        for key in ("column", "worker"):
            if key in found:
                raise ValueError(
                    f"{key}={found[key]!r} has no meaning with wide=True: every column but step "
                    f"is a worker"
                )
        if not rest or len(set(rest)) < len(rest):
            raise ValueError(f"{source} must have differently named workers, got {_listed(rest)}")
        return _Choice(rest, None, found.get("step"))
    if "column" not in found and len(rest) != 1:
        raise ValueError(f"say which column of {source} has the durations: column={_listed(rest)}")
    return _Choice([found.get("column") or rest[0]], found.get("worker"), found.get("step"))


def _named(names: list[str], source: str, name: str | int) -> str:
    """The column of this name, or an error that lists those there are."""
    if isinstance(name, bool) or not isinstance(name, str | int):
        raise TypeError(f"a column is called by its name, got {name!r}")
    text = str(name)
    if names.count(text) > 1:
        raise ValueError(f"{source} has {names.count(text)} columns {text!r}")
    if text not in names:
        close = difflib.get_close_matches(text, names, n=1)
        hint = f" (did you mean {close[0]!r}?)" if close else ""
        raise ValueError(f"there is no column {text!r} in {source}, only {_listed(names)}{hint}")
    return text


def _listed(names: list[str], most: int = 20) -> str:
    shown = ", ".join(repr(name) for name in names[:most])
    return f"{shown} and {len(names) - most} more" if len(names) > most else shown


def _stacked(columns: _Columns, choice: _Choice) -> tuple[FloatArray, Callable[[int], str]]:
    """All durations, row by row, and what to call the place of each."""
    width = len(choice.durations)

    def where(i: int) -> str:
        return columns.place(i // width, choice.durations[i % width])

    return np.stack(columns.durations, axis=1).ravel(), where


def _labels(columns: _Columns, choice: _Choice, *, wide: bool) -> tuple[Any, Any]:
    """Worker and step of each duration."""
    step = columns.step
    if step is not None:
        step = np.asarray(step.to_numpy() if hasattr(step, "to_numpy") else step)
    if not wide:
        worker = columns.worker
        if worker is not None:
            worker = np.asarray(worker.to_numpy() if hasattr(worker, "to_numpy") else worker)
        return worker, step
    rows, width = columns.durations[0].size, len(choice.durations)
    names = np.tile(np.array(choice.durations), rows)
    return names, np.repeat(np.arange(rows) if step is None else step, width)
