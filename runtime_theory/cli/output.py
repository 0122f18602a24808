"""How the command line shows tables and figures."""

from __future__ import annotations

import shutil
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import typer

from runtime_theory.errors import missing_extra
from runtime_theory.tables import Table
from runtime_theory.tables.markup import Grid

__all__ = ["save_figure", "show"]

# What a narrow terminal loses first. The ends of a known time say least; those of an unknown
# one are all there is: they go last, and move to where the time would be.
_ENDS = ("lower", "upper")
_DISPENSABLE = (("relation",), ("method",), ("kind",), ("error",), ("P",), ("mean_staleness",))


def show(table: Table, *, markdown: bool) -> None:
    """Print a table: Markdown, or plain text, or as wide as a terminal allows.

    Piped output is never cut; a terminal that is too narrow loses columns by name.
    """
    if markdown:
        typer.echo(table.to_markdown())
    elif sys.stdout.isatty():
        _show_in_terminal(table)
    else:
        typer.echo(repr(table))


def _show_in_terminal(table: Table) -> None:
    from rich.console import Console
    from rich.table import Table as Drawn
    from rich.text import Text

    shown, hidden = _fitted(table, shutil.get_terminal_size().columns)
    grid = _narrow(shown)
    drawn = Drawn(title=Text(grid.caption), title_justify="left", header_style="bold")
    for head, right in zip(grid.heads, grid.right, strict=True):
        drawn.add_column(Text(head), justify="right" if right else "left", no_wrap=True)
    for row in grid.body:
        drawn.add_row(*map(Text, row))
    console = Console()
    console.print(drawn)
    notes = list(grid.notes)
    if hidden:
        notes.append(f"not shown for lack of width: {', '.join(hidden)} (see --markdown, --csv)")
    for note in notes:
        console.print(Text(f"- {note}", style="dim"))


def _narrow(table: Table) -> Grid:
    """Return the cells with headers broken at underscores and before units."""
    grid = table.grid()
    heads = [head.replace("_", "\n").replace(" [", "\n[") for head in grid.heads]
    return replace(grid, heads=heads)


def _fitted(table: Table, width: int) -> tuple[Table, list[str]]:
    """Leave out columns, least needed first, until the table fits; name them."""
    unknown = any(time is None for time in table.columns.get("time", ()))
    order = (*_DISPENSABLE, _ENDS) if unknown else (_ENDS, *_DISPENSABLE)
    hidden: list[str] = []
    for names in order:
        if _width(table) <= width:
            break
        if names is _ENDS and unknown:
            table = _with_ranges(table)
        table = table.without(*names)
        hidden += names
    return table, hidden


def _with_ranges(table: Table) -> Table:
    """Write the bounds of unknown times where the times would be."""
    rows = zip(*(table.columns[name] for name in ("time", *_ENDS)), strict=True)
    times = [
        f"{low:.6g}..{high:.6g}" if time is None and low is not None else time
        for time, low, high in rows
    ]
    return replace(table, columns={**table.columns, "time": times})


def _width(table: Table) -> int:
    grid = _narrow(table)
    lines = replace(grid, heads=[max(head.split("\n"), key=len) for head in grid.heads])
    return sum(width + 3 for width in lines.widths) + 1  # a frame of rules and blanks


def save_figure(table: Table, path: Path) -> None:
    """Draw time and gradients per second against K, side by side, into a file.

    Raises
    ------
    ImportError
        matplotlib is not installed.
    ValueError
        The file's ending names no format that matplotlib writes.
    """
    try:
        from matplotlib.figure import Figure
    except ImportError as error:
        raise missing_extra("plot", "matplotlib") from error
    figure = Figure(figsize=(11.0, 4.6), layout="constrained")
    figure.suptitle(table.caption, fontsize="medium")
    axes: Any = figure.subplots(1, 2)
    for ax, column in zip(axes, ("time", "gradients_per_second"), strict=True):
        table.plot(ax, y=column)
    figure.savefig(path, dpi=150)
