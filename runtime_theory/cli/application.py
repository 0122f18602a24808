"""The typer application; a command is a module of this package, added here."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from runtime_theory.cli.compare import compare
from runtime_theory.cli.latex import latex
from runtime_theory.cli.verify import verify

__all__ = ["APPLICATION", "UsageError"]

# typer does not export the class its usage errors derive from.
UsageError: Any = next(c for c in typer.BadParameter.__mro__ if c.__name__ == "ClickException")

APPLICATION = typer.Typer(
    help="How long an iteration of distributed SGD takes, for every scheme.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _print_version(wanted: bool) -> None:  # noqa: FBT001  typer's callbacks take the value
    if wanted:
        from runtime_theory import __version__

        typer.echo(f"runtime-theory {__version__}")
        raise typer.Exit


@APPLICATION.callback()
def _root(
    *,
    version: Annotated[
        bool,
        typer.Option("--version", callback=_print_version, is_eager=True, help="Say the version."),
    ] = False,
) -> None:
    """Answer questions about the time of distributed SGD; see the commands below."""


APPLICATION.command()(compare)
APPLICATION.command()(latex)
APPLICATION.command()(verify)
