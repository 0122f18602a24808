"""Columns of a CSV file, read as a stream, with the line number of every cell that is wrong."""

from __future__ import annotations

import csv
import gzip
import os
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import chain
from pathlib import Path
from typing import Any, TextIO, final

import numpy as np
from numpy.typing import NDArray

__all__ = ["CsvColumns", "open_csv"]

FloatArray = NDArray[np.float64]

_DELIMITERS = ",;\t|"
_MISSING = {"", "na", "n/a", "nan", "null", "none"}
_BLOCK = 1 << 16


@contextmanager
def open_csv(path: str | os.PathLike[str], *, header: bool | None) -> Iterator[CsvColumns]:
    """Open a CSV file, plain or gzipped; comma, semicolon, tab or bar, whatever its first line has.

    Decoding and quoting errors come out as a ValueError that names the file and the line.
    """
    name = os.fspath(path)
    opener = gzip.open if name.endswith(".gz") else open
    columns = None
    try:
        with opener(name, "rt", encoding="utf-8-sig", newline="") as stream:
            columns = CsvColumns(stream, Path(name).name, header=header)
            yield columns
    except (csv.Error, UnicodeDecodeError, gzip.BadGzipFile) as wrong:
        near = f", near line {columns.line}" if columns is not None else ""
        raise ValueError(f"{name}{near}: not a CSV file in UTF-8 ({wrong})") from wrong


@final
class CsvColumns:
    """The columns of an open CSV file.

    Parameters
    ----------
    stream : file
        Text, opened with ``newline=""``.
    source : str
        What to call it in messages.
    header : bool or None, keyword-only
        Whether the first line has the names; None: unless all its cells are numbers.
        Without names the columns are called "0", "1", ...
    """

    def __init__(self, stream: TextIO, source: str, *, header: bool | None = None) -> None:
        self.source = source
        first = stream.readline()
        while first and not first.strip():
            first = stream.readline()
        if not first:
            raise ValueError(f"{source} is empty")
        delimiter = max(_DELIMITERS, key=first.count)
        self._reader = csv.reader(chain([first], stream), delimiter=delimiter, strict=True)
        cells = [cell.strip() for cell in next(self._reader)]
        self.numeric_header = all(_is_number(cell) for cell in cells)
        named = not self.numeric_header if header is None else header
        self.names = cells if named else [str(i) for i in range(len(cells))]
        self._head: list[list[str]] = [] if named else [cells]

    @property
    def line(self) -> int:
        """Number of the line read last."""
        return self._reader.line_num

    def read(
        self, numbers: list[int], labels: list[int]
    ) -> tuple[list[FloatArray], list[NDArray[Any]], NDArray[np.intp]]:
        """Read the rest of the file.

        Parameters
        ----------
        numbers, labels : list of int
            Positions of the columns to read as numbers (missing cells become NaN) and as labels.

        Returns
        -------
        numbers, labels : list of ndarray
        lines : ndarray
            The line of the file of each row.
        """
        blocks: list[list[FloatArray]] = [[] for _ in numbers]
        names: list[list[str]] = [[] for _ in labels]
        lines: list[int] = []
        for rows, at in self._blocks():
            for store, j in zip(blocks, numbers, strict=True):
                store.append(self._floats([row[j] for row in rows], j, at))
            for store_of_names, j in zip(names, labels, strict=True):
                store_of_names.extend(self._labels([row[j].strip() for row in rows], j, at))
            lines += at
        if not lines:
            raise ValueError(f"{self.source} has a header and no rows")
        return (
            [np.concatenate(store) for store in blocks],
            [_narrowest(store_of_names) for store_of_names in names],
            np.array(lines),
        )

    def _blocks(self) -> Iterator[tuple[list[list[str]], list[int]]]:
        """Rows in blocks with their line numbers; blank lines are skipped."""
        rows: list[list[str]] = []
        lines: list[int] = []
        for row in chain(self._head, self._reader):
            if len(row) != len(self.names):
                if not row:
                    continue
                raise ValueError(self._ragged(row))
            rows.append(row)
            lines.append(self._reader.line_num)
            if len(rows) == _BLOCK:
                yield rows, lines
                rows, lines = [], []
        if rows:
            yield rows, lines

    def _ragged(self, row: list[str]) -> str:
        decimal = len(row) == 2 * len(self.names) and all(cell.strip().isdigit() for cell in row)
        hint = " (decimal commas? write 1.5, not 1,5)" if decimal else ""
        return (
            f"line {self.line} of {self.source} has {len(row)} cells, "
            f"its header has {len(self.names)}{hint}"
        )

    def _labels(self, cells: list[str], j: int, lines: list[int]) -> list[str]:
        if "" in cells:
            line = lines[cells.index("")]
            raise ValueError(f"line {line} of {self.source}, column {self.names[j]!r} is empty")
        return cells

    def _floats(self, cells: list[str], j: int, lines: list[int]) -> FloatArray:
        try:
            if "_" not in "".join(cells):  # float() would take 1_000
                return np.array([float(cell) for cell in cells])
        except ValueError:
            pass
        return np.array(
            [self._float(cell, j, line) for cell, line in zip(cells, lines, strict=True)]
        )

    def _float(self, cell: str, j: int, line: int) -> float:
        text = cell.strip()
        if text.lower() in _MISSING:
            return float("nan")
        if _is_number(text):
            return float(text)
        hint = ""
        if text.count(",") == 1 and _is_number(text.replace(",", ".")):
            hint = " (decimal comma? write 1.5, not 1,5)"
        raise ValueError(
            f"line {line} of {self.source}, column {self.names[j]!r}: "
            f"{text[:40]!r} is not a number{hint}"
        )


def _is_number(cell: str) -> bool:
    if "_" in cell:
        return False
    try:
        float(cell)
    except ValueError:
        return False
    return True


def _narrowest(cells: list[str]) -> NDArray[Any]:
    """Labels as integers or floats where all of them are, so that steps sort as numbers."""
    for kind in (int, float):
        try:
            if any("_" in cell for cell in cells):
                break
            return np.array([kind(cell) for cell in cells])
        except (ValueError, OverflowError):
            continue
    return np.array(cells)
