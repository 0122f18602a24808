"""``runtime-theory compare``: all schemes for a measured trace or a law."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from runtime_theory.cli.output import save_figure, show
from runtime_theory.distributions.law_strings.parsing import parse_law
from runtime_theory.distributions.measured.reading import read_trace
from runtime_theory.wallclock import compare as compare_schemes

__all__ = ["compare"]


def compare(
    *,
    trace: Annotated[
        Path | None, typer.Option(metavar="FILE", help="CSV file of measured mini-batch times.")
    ] = None,
    column: Annotated[
        str | None, typer.Option(metavar="C", help="Column that holds the times.")
    ] = None,
    worker: Annotated[
        str | None,
        typer.Option(metavar="C", help="Column that names the worker: each gets its own law."),
    ] = None,
    step: Annotated[str | None, typer.Option(metavar="C", help="Column with the step.")] = None,
    unit: Annotated[str, typer.Option(metavar="U", help="Unit of the times: s, ms, us, ns.")] = "s",
    law: Annotated[
        str | None, typer.Option(metavar="LAW", help="A law, such as 'expon(scale=1)'.")
    ] = None,
    learners: Annotated[
        str | None, typer.Option("-P", metavar="P", help="Number of learners.")
    ] = None,
    waited_for: Annotated[
        list[str] | None,
        typer.Option("-K", metavar="K", help="How many to wait for; repeat for several."),
    ] = None,
    markdown: Annotated[bool, typer.Option("--markdown", help="Print a Markdown table.")] = False,
    latex: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write a LaTeX table (booktabs).")
    ] = None,
    csv: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write every digit as CSV.")
    ] = None,
    plot: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Draw time and throughput against K.")
    ] = None,
) -> None:
    """Compare the schemes: time per update, throughput, speed-ups, staleness.

    Schemes: sync, k-sync, k-batch-sync, async, k-async, k-batch-async.
    """
    X = _law(trace, law, column=column, worker=worker, step=step, unit=unit)
    P = None if learners is None else _integer("P", learners)
    K = [_integer("K", text) for text in waited_for or ()]
    table = compare_schemes(X, P, K or None)
    show(table, markdown=markdown)
    for path, write in (
        (latex, table.to_latex),
        (csv, table.to_csv),
        (plot, lambda path: save_figure(table, path)),
    ):
        if path is not None:
            write(path)
            typer.echo(f"wrote {path}", err=True)


def _integer(name: str, text: str) -> int:
    """Read an option as an integer; typer's own message would not say what was given."""
    try:
        return int(text)
    except ValueError:
        raise ValueError(f"{name} must be an integer >= 1, got {name}={text!r}") from None


def _law(trace: Path | None, law: str | None, *, worker: str | None, **reading: Any) -> Any:
    """Return the law the options name: exactly one of --trace and --law."""
    if (trace is None) == (law is None):
        raise ValueError("give either --trace FILE or --law LAW")
    if law is not None:
        unused = [f"--{name}" for name, value in reading.items() if value not in (None, "s")]
        unused += ["--worker"] if worker is not None else []
        if unused:
            raise ValueError(f"{unused[0]} belongs to --trace, not to --law")
        return parse_law(law)
    measured = read_trace(trace, worker=worker, **reading)
    return measured if worker is None else measured.by_worker()
