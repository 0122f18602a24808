"""``runtime-theory verify``: replay the proofs of the theorems."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

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
    chosen = theorems.names() if name is None else (name,)
    fine = _shown(chosen, steps=steps)
    if mutants:
        fine &= _challenged(chosen)
    if latex is not None:
        text = "\n\n".join(theorems.get(each).latex for each in chosen)
        latex.write_text(text + "\n", encoding="utf-8")
        typer.echo(f"wrote {latex}", err=True)
    if not fine:
        raise typer.Exit(1)


def _shown(names: tuple[str, ...], *, steps: bool) -> bool:
    """Print a line a theorem as it is done, and its steps where asked for."""
    good = 0
    for name in names:
        (report,) = theorems.verify(name)
        good += bool(report.ok)
        _say(str(report))
        for number, step in enumerate(report.steps, start=1):
            if steps:
                typer.echo(f"        {number}. {step}")
    typer.echo(f"{good} of {len(names)} theorems verified")
    return good == len(names)


def _say(line: str) -> None:
    """Print a line at once, also where the output goes to a file: the next one takes a while."""
    typer.echo(line)
    sys.stdout.flush()


def _challenged(names: tuple[str, ...]) -> bool:
    """Print what became of the mutants; return whether none survived."""
    from collections import Counter

    total: Counter[str] = Counter()
    fine = True
    for name in names:
        (challenge,) = theorems.challenge(name)
        fine &= challenge.ok
        _say(str(challenge))
        total.update(str(mutant.fate) for mutant in challenge.mutants)
    counts = ", ".join(f"{count} {fate}" for fate, count in sorted(total.items()))
    typer.echo(f"{sum(total.values())} mutants: {counts}")
    return fine
