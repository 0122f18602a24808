"""``runtime-theory verify``: replay the proofs of the theorems."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from runtime_theory import theorems

__all__ = ["verify"]


def verify(
    *,
    name: Annotated[
        str | None, typer.Argument(metavar="[NAME]", help="One theorem; by default all.")
    ] = None,
    steps: Annotated[bool, typer.Option("--steps", help="Show every step and witness.")] = False,
    mutants: Annotated[
        bool,
        typer.Option(
            "--mutants",
            help="Perturb every constant, exponent, sign and condition as well; "
            "each must be refuted, or found weaker.",
        ),
    ] = False,
    latex: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Write statements and proofs as LaTeX."),
    ] = None,
) -> None:
    """Replay the proofs: a line a theorem; exit status 1 if one fails.

    Every step is an identity that is checked exactly, an inequality with a certificate, or
    an axiom by name; a step that cannot be checked has failed.
    """
    fine = _shown(theorems.verify(name), steps=steps)
    if mutants:
        fine &= _challenged(name)
    if latex is not None:
        chosen = theorems.names() if name is None else (name,)
        text = "\n\n".join(theorems.get(each).latex for each in chosen)
        latex.write_text(text + "\n", encoding="utf-8")
        typer.echo(f"wrote {latex}", err=True)
    if not fine:
        raise typer.Exit(1)


def _shown(reports: tuple[Any, ...], *, steps: bool) -> bool:
    """Print a line a theorem, and its steps where asked for; return whether all are fine."""
    for report in reports:
        typer.echo(str(report))
        for number, step in enumerate(report.steps, start=1):
            if steps:
                typer.echo(f"        {number}. {step}")
    good = sum(report.ok for report in reports)
    typer.echo(f"{good} of {len(reports)} theorems verified")
    return good == len(reports)


def _challenged(name: str | None) -> bool:
    """Print what became of the mutants; return whether none survived."""
    from collections import Counter

    challenges = theorems.challenge(name)
    total: Counter[str] = Counter()
    for challenge in challenges:
        typer.echo(str(challenge))
        total.update(str(mutant.fate) for mutant in challenge.mutants)
    counts = ", ".join(f"{count} {fate}" for fate, count in sorted(total.items()))
    typer.echo(f"{sum(total.values())} mutants: {counts}")
    return all(challenge.ok for challenge in challenges)
