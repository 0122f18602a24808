"""Line charts of tables: one line a group, labelled where it ends, safe for colour-blind eyes.

matplotlib is imported when something is drawn, never before.
"""

from __future__ import annotations

import math
import textwrap
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

from runtime_theory.errors import missing_extra

__all__ = ["Chart", "draw"]

# From Okabe and Ito's palette, the hues that are dark enough for text on white, and greys.
_COLOURS = ("#000000", "#D55E00", "#009E73", "#666666", "#0072B2", "#CC79A7", "#B37400")
_MARKERS = ("o", "s", "^", "v", "D", "P", "X")
_DASHES = ("-", "-", "--", "-", "-.", ":", (0, (5, 1, 1, 1)))
_LOG_FROM = 20.0  # an axis is logarithmic when it spans more than this ratio
_LABEL_GAP = 11.0  # points between neighbouring labels
_LABEL_WIDTH = 90.0  # labels further apart than this are not neighbours


@dataclass(frozen=True)
class Chart:
    """How a table is drawn: one line for each value of `by`, `y` against `x`.

    Parameters
    ----------
    x, y, by : str
        Columns.
    interval : tuple of str, optional
        Two columns that bound the chart's own `y` where it is missing.

    Examples
    --------
    >>> Chart("K", "time", by="scheme").x
    'K'
    """

    x: str
    y: str
    by: str
    interval: tuple[str, str] | None = None

    @property
    def columns(self) -> set[str]:
        """All columns it needs."""
        return {self.x, self.y, self.by, *(self.interval or ())}


class _Tabular(Protocol):
    @property
    def columns(self) -> Mapping[str, Any]: ...
    @property
    def units(self) -> Mapping[str, str]: ...
    def __iter__(self) -> Any: ...


class _Label(NamedTuple):
    text: str
    colour: str
    x: float
    y: float


def draw(table: _Tabular, chart: Chart, *, ax: Any = None, y: str | None = None) -> Any:
    """Draw a chart of a table and return the axes.

    A line stops where a value is missing; rows that have an interval instead show it as a
    band. Infinite values are named above the axes.

    Parameters
    ----------
    table : Table
        What to draw.
    chart : Chart
        Which columns.
    ax : matplotlib.axes.Axes, optional
        Where; by default a new pyplot figure.
    y : str, optional
        Another column than the chart's.

    Raises
    ------
    ValueError
        There is no column `y`.
    ImportError
        matplotlib is not installed.

    Examples
    --------
    >>> from runtime_theory.tables.table import Table
    >>> table = Table({"scheme": ["a", "a"], "K": [1, 2], "time": [0.5, 1.0]})
    >>> draw(table, Chart("K", "time", by="scheme")).get_xlabel()
    'K'
    """
    column = chart.y if y is None else y
    if column not in table.columns:
        raise ValueError(f"there is no column {column!r}; columns are {list(table.columns)}")
    axes = _new_axes() if ax is None else ax
    groups = dict.fromkeys(table.columns[chart.by])
    labels: list[_Label] = []
    infinite: list[str] = []
    for rank, group in enumerate(groups):
        rows = [row for row in table if row[chart.by] == group]
        band = _band(rows, chart) if column == chart.y else []
        colour = _COLOURS[rank % len(_COLOURS)]
        _fill(axes, band, colour)
        points = [(row[chart.x], row[column]) for row in rows]
        _line(axes, points, colour, rank)
        infinite += _infinite(str(group), chart.x, points)
        shown = [(x, value) for x, value in points if value is not None and math.isfinite(value)]
        shown += [(x, high) for x, _, high in band]
        if shown:
            labels.append(_Label(f"{group} (bounds)" if band else str(group), colour, *max(shown)))
    _finish(axes, table, chart.x, column)
    _label(axes, labels)
    if infinite:
        text = textwrap.fill(f"infinite: {', '.join(infinite)}", 70)
        axes.set_title(text, fontsize="small", loc="left").set_in_layout(False)
    return axes


def _new_axes() -> Any:
    try:
        from matplotlib import pyplot
    except ImportError as error:
        raise missing_extra("plot", "matplotlib") from error
    return pyplot.subplots(figsize=(7.0, 4.5), layout="constrained")[1]


def _band(rows: Iterable[Mapping[str, Any]], chart: Chart) -> list[tuple[float, float, float]]:
    """Return (x, lower, upper) of the rows that have only an interval."""
    if chart.interval is None:
        return []
    low, high = chart.interval
    band = [(row[chart.x], row[low], row[high]) for row in rows if row[chart.y] is None]
    return [item for item in band if None not in item and all(map(math.isfinite, item))]


def _fill(axes: Any, band: list[tuple[float, float, float]], colour: str) -> None:
    if band:
        x, low, high = zip(*band, strict=True)
        axes.fill_between(x, low, high, color=colour, alpha=0.15, linewidth=0)
        for edge in (low, high):
            axes.plot(x, edge, color=colour, linewidth=0.6)


def _line(axes: Any, points: list[tuple[float, float | None]], colour: str, rank: int) -> None:
    """Draw a line with gaps; later lines are thinner, so that equal ones show as nested."""
    values = [math.nan if y is None or math.isinf(y) else y for _, y in points]
    if not all(map(math.isnan, values)):
        axes.plot(
            [x for x, _ in points],
            values,
            color=colour,
            marker=_MARKERS[rank % len(_MARKERS)],
            linestyle=_DASHES[rank % len(_DASHES)],
            linewidth=max(1.2, 3.4 - 0.5 * rank),
            markersize=max(3.5, 9.0 - 1.1 * rank),
            markerfacecolor="white",
        )


def _infinite(group: str, x: str, points: list[tuple[float, float | None]]) -> list[str]:
    """Return a group's name where it has infinite values, with their range if not all are."""
    where = [place for place, value in points if value is not None and math.isinf(value)]
    if not where:
        return []
    if len(where) == len(points):
        return [group]
    span = f"{where[0]}" if len(where) == 1 else f"{where[0]}..{where[-1]}"
    return [f"{group} ({x} = {span})"]


def _finish(axes: Any, table: _Tabular, x: str, y: str) -> None:
    from matplotlib.ticker import FuncFormatter, LogLocator, MaxNLocator

    limits = axes.dataLim.intervalx, axes.dataLim.intervaly
    for name, letter, (low, high) in zip((x, y), "xy", limits, strict=True):
        unit = table.units.get(name)
        text = name.replace("_", " ")
        axes.set(**{f"{letter}label": f"{text} [{unit}]" if unit else text})
        axis = getattr(axes, f"{letter}axis")
        whole = all(isinstance(value, int) for value in table.columns[name])
        if low > 0 and high > _LOG_FROM * low:
            axes.set(**{f"{letter}scale": "log"})
            axis.set_major_locator(LogLocator(2) if whole else LogLocator(10, subs=(1, 2, 5)))
            axis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:g}"))
            axis.set_minor_formatter("")
            axis.set_tick_params(which="minor", size=0 if whole else 2)
        elif whole:
            axis.set_major_locator(MaxNLocator(integer=True))
        if letter == "y" and axes.get_yscale() == "linear" and low >= 0:
            axes.set_ylim(bottom=0)
    axes.spines[["top", "right"]].set_visible(False)
    axes.grid(visible=True, color="0.9", linewidth=0.6)
    axes.set_axisbelow(True)


def _label(axes: Any, labels: Sequence[_Label]) -> None:
    """Write each group's name beside its last point; names that would overlap move apart."""
    per_point = axes.figure.dpi / 72.0
    columns: list[list[tuple[float, float, _Label]]] = []
    for label in labels:
        x, height = axes.transData.transform((label.x, label.y)) / per_point
        near = (column for column in columns if abs(column[0][1] - x) < _LABEL_WIDTH)
        column = next(near, None)
        if column is None:
            columns.append(column := [])
        column.append((float(height), float(x), label))
    for column in columns:
        column.sort(key=lambda item: item[0])
        heights = [height for height, _, _ in column]
        for moved, (height, _, label) in zip(_spread(heights), column, strict=True):
            axes.annotate(
                label.text,
                (label.x, label.y),
                xytext=(8.0, moved - height),
                textcoords="offset points",
                color=label.colour,
                fontsize="small",
                va="center",
                annotation_clip=False,
                bbox={"facecolor": "white", "edgecolor": "none", "alpha": 0.7, "pad": 0.5},
            )


def _spread(heights: Sequence[float]) -> list[float]:
    """Move rising heights apart to the label gap, each crowd about its own middle."""
    crowds: list[list[float]] = []
    for height in heights:
        crowds.append([height])
        while len(crowds) > 1 and _top(crowds[-2]) + _LABEL_GAP > _bottom(crowds[-1]):
            last = crowds.pop()
            crowds[-1] += last
    return [_bottom(crowd) + i * _LABEL_GAP for crowd in crowds for i in range(len(crowd))]


def _bottom(crowd: Sequence[float]) -> float:
    return sum(crowd) / len(crowd) - (len(crowd) - 1) * _LABEL_GAP / 2


def _top(crowd: Sequence[float]) -> float:
    return _bottom(crowd) + (len(crowd) - 1) * _LABEL_GAP
