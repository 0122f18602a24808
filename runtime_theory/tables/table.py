"""`Table`: columns that render themselves as text, Markdown, LaTeX, CSV, dict or a plot."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field
from numbers import Real
from pathlib import Path
from typing import Any, TextIO, final

from runtime_theory.errors import check_integer
from runtime_theory.tables.charts import Chart, draw
from runtime_theory.tables.latex import head_of, latex_text
from runtime_theory.tables.markup import Grid, cell, error_cell
from runtime_theory.tables.siunitx import siunitx_tabular

__all__ = ["Chart", "Table"]

Target = str | Path | TextIO | None


@final
@dataclass(frozen=True, eq=False, repr=False)
class Table:
    r"""Named columns of equal length, with units and notes.

    Parameters
    ----------
    columns : mapping of str to sequence
        The columns in order.  A missing value is None and prints empty.
    caption : str
        One line above the table.
    units : mapping of str to str
        Units of columns, printed in the header.
    notes : sequence of str
        Printed below the table.
    smaller_is_better : collection of str
        Columns whose best value is the smallest; of the others the largest is.
    errors : collection of str, or mapping of str to str
        Columns of error bounds, printed as one digit, rounded up; a mapping names the column
        whose errors they are, by default the nearest one of numbers to the left.
    symbols : mapping of str to str
        LaTeX math that heads a column in papers, such as ``{"time": r"\mathbb{E}[T]"}``.
    chart : Chart or None
        What `plot` draws.

    Raises
    ------
    ValueError
        Columns of different length, or a unit, error or symbol of a column that is not there.

    Examples
    --------
    >>> table = Table({"K": [1, 2], "time": [0.125, None]}, units={"time": "s"})
    >>> print(table.to_markdown())
    | K | time [s] |
    |--:|---------:|
    | 1 |    0.125 |
    | 2 |          |
    >>> table.best("time")
    {'K': 1, 'time': 0.125}
    """

    columns: Mapping[str, Sequence[Any]]
    _: KW_ONLY
    caption: str = ""
    units: Mapping[str, str] = field(default_factory=dict)
    notes: Sequence[str] = ()
    smaller_is_better: Sequence[str] = ()
    errors: Sequence[str] | Mapping[str, str] = ()
    symbols: Mapping[str, str] = field(default_factory=dict)
    chart: Chart | None = None

    def __post_init__(self) -> None:
        columns = {name: tuple(values) for name, values in self.columns.items()}
        lengths = {name: len(values) for name, values in columns.items()}
        if len(set(lengths.values())) > 1:
            raise ValueError(f"columns must have equal length, got {lengths}")
        errors = _owners(columns, self.errors)
        owners = filter(None, errors.values())
        for name in (*self.units, *self.smaller_is_better, *errors, *owners, *self.symbols):
            if name not in columns:
                raise ValueError(f"there is no column {name!r}; columns are {list(columns)}")
        put = object.__setattr__.__get__(self)
        put("columns", columns)
        put("units", dict(self.units))
        put("notes", tuple(self.notes))
        put("smaller_is_better", tuple(self.smaller_is_better))
        put("errors", errors)
        put("symbols", dict(self.symbols))

    # -- access ------------------------------------------------------------------------

    @property
    def owners(self) -> Mapping[str, str]:
        """The column that each column of errors belongs to, empty where that is gone.

        Examples
        --------
        >>> Table({"time": [0.5], "error": [0.1]}, errors=["error"]).owners
        {'error': 'time'}
        """
        return _owners(self.columns, self.errors)

    def __len__(self) -> int:
        return len(next(iter(self.columns.values()), ()))

    def __iter__(self) -> Iterator[dict[str, Any]]:
        for values in zip(*self.columns.values(), strict=True):
            yield dict(zip(self.columns, values, strict=True))

    def __getitem__(self, column: str) -> list[Any]:
        return list(self._column(column))

    def to_dict(self) -> dict[str, list[Any]]:
        """Return the columns as lists.

        Examples
        --------
        >>> Table({"K": [1, 2]}).to_dict()
        {'K': [1, 2]}
        """
        return {name: list(values) for name, values in self.columns.items()}

    def best(self, column: str) -> dict[str, Any]:
        """Return the row whose value in `column` is best; the first of equals.

        Raises
        ------
        ValueError
            No such column, or it holds no number.

        Examples
        --------
        >>> Table({"K": [1, 2], "rate": [8.0, 3.0]}).best("rate")
        {'K': 1, 'rate': 8.0}
        """
        values = self._column(column)
        ranked = [(float(v), i) for i, v in enumerate(values) if isinstance(v, Real)]
        if not ranked:
            raise ValueError(f"column {column!r} holds no number, so no row is best")
        sign = 1.0 if column in self.smaller_is_better else -1.0
        _, index = min((sign * value, i) for value, i in ranked)
        return {name: values[index] for name, values in self.columns.items()}

    def _column(self, name: str) -> Sequence[Any]:
        try:
            return self.columns[name]
        except KeyError:
            raise ValueError(
                f"there is no column {name!r}; columns are {list(self.columns)}"
            ) from None

    # -- text --------------------------------------------------------------------------

    def grid(self, *, digits: int = 6) -> Grid:
        """Return the table as text cells, numbers rounded to `digits` significant digits.

        Examples
        --------
        >>> Table({"K": [1], "time": [1 / 3]}, units={"time": "s"}).grid(digits=2).body
        [['1', '0.33']]
        """
        check_integer("digits", digits, low=1, high=17)
        heads = [f"{n} [{self.units[n]}]" if self.units.get(n) else n for n in self.columns]
        body = [
            [
                error_cell(value) if name in self.errors else cell(value, digits)
                for name, value in row.items()
            ]
            for row in self
        ]
        right = [
            all(value is None or isinstance(value, Real) for value in values)
            for values in self.columns.values()
        ]
        return Grid(heads, body, right, self.caption, self.notes)

    def to_markdown(self, *, digits: int = 6) -> str:
        """Return a Markdown table; numbers are rounded to `digits` significant digits."""
        return self.grid(digits=digits).markdown()

    def to_latex(
        self,
        buf: Target = None,
        *,
        digits: int = 6,
        siunitx: bool = False,
        symbols: Mapping[str, str] | None = None,
    ) -> str:
        r"""Return a booktabs ``tabular``, written to `buf` as well where one is given.

        Needs ``\usepackage{booktabs}``, and ``amssymb`` where a head has ``\mathbb``; with
        `siunitx` also ``siunitx`` (version 3). Caption and notes are comments.

        Parameters
        ----------
        buf : path or text stream, optional
            Where to write it.
        digits : int
            Significant digits of real numbers.
        siunitx : bool
            Align numbers in ``S`` columns, with units from siunitx. Columns of errors and of
            relations go into the cells of their values: 0.1235(5) is 0.1235 with an error of
            at most 0.0005 (siunitx prints ``\pm`` after
            ``\sisetup{separate-uncertainty = true}``), a bound is ``\le`` and rounded away
            from what it bounds, a value of unknown error is ``\approx``. Digits without an
            error are correctly rounded.
        symbols : mapping of str to str, optional
            LaTeX math for the heads of columns, before the table's own; an empty one stands
            for the column's name.

        Examples
        --------
        >>> print(Table({"a_b": [0.5]}).to_latex())
        \begin{tabular}{r}
        \toprule
        a\_b \\
        \midrule
        0.5 \\
        \bottomrule
        \end{tabular}
        """
        check_integer("digits", digits, low=1, high=17)
        for name in symbols or {}:
            self._column(name)
        chosen = {**self.symbols, **(symbols or {})}
        if siunitx:
            return _write(siunitx_tabular(self, digits, chosen), buf)
        heads = [
            head_of(n, chosen) + (latex_text(f" [{self.units[n]}]") if self.units.get(n) else "")
            for n in self.columns
        ]
        return _write(self.grid(digits=digits).latex(heads), buf)

    def to_csv(self, buf: Target = None) -> str:
        """Return comma-separated values at full precision, written to `buf` where given.

        Examples
        --------
        >>> print(Table({"K": [1], "time": [0.1]}).to_csv(), end="")
        K,time
        1,0.1
        """
        out = io.StringIO()
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow(self.columns)
        writer.writerows(
            ["" if value is None else str(value) for value in row.values()] for row in self
        )
        return _write(out.getvalue(), buf)

    def __repr__(self) -> str:
        return self.grid().plain()

    def _repr_html_(self) -> str:
        return self.grid().html()

    def without(self, *columns: str) -> Table:
        """Return the table without some columns; what refers to them goes too.

        Examples
        --------
        >>> Table({"K": [1], "time": [0.5]}, units={"time": "s"}).without("time").to_dict()
        {'K': [1]}
        """
        for name in columns:
            self._column(name)
        kept = {name: values for name, values in self.columns.items() if name not in columns}
        chart = self.chart if self.chart and self.chart.columns <= set(kept) else None
        return Table(
            kept,
            caption=self.caption,
            units={name: unit for name, unit in self.units.items() if name in kept},
            notes=self.notes,
            smaller_is_better=[name for name in self.smaller_is_better if name in kept],
            errors={
                name: value if value in kept else ""
                for name, value in self.owners.items()
                if name in kept
            },
            symbols={name: math for name, math in self.symbols.items() if name in kept},
            chart=chart,
        )

    # -- plot --------------------------------------------------------------------------

    def plot(self, ax: Any = None, *, y: str | None = None) -> Any:
        """Draw the table's chart and return the matplotlib axes.

        Parameters
        ----------
        ax : matplotlib.axes.Axes, optional
            Where to draw; by default a new figure.
        y : str, optional
            Another column than the chart's own.

        Raises
        ------
        ValueError
            The table has no chart.
        ImportError
            matplotlib is not installed.
        """
        if self.chart is None:
            raise ValueError("this table has no chart to plot")
        return draw(self, self.chart, ax=ax, y=y)


def _owners(
    columns: Mapping[str, Sequence[Any]], errors: Sequence[str] | Mapping[str, str]
) -> dict[str, str]:
    """Return the value column of each column of errors, empty where there is none."""
    if isinstance(errors, Mapping):
        return dict(errors)
    owners, nearest = dict.fromkeys(errors, ""), ""
    for name, values in columns.items():
        if name in owners:
            owners[name], nearest = nearest, ""
        elif any(isinstance(value, Real) for value in values):
            nearest = name
    return owners


def _write(text: str, buf: Target) -> str:
    if isinstance(buf, str | Path):
        Path(buf).write_text(text if text.endswith("\n") else text + "\n", encoding="utf-8")
    elif buf is not None:
        buf.write(text)
    return text
