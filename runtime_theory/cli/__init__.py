"""The command line: ``runtime-theory`` and ``python -m runtime_theory``.

Needs the extra ``cli``; without it, `main` says so instead of failing to import.
"""

from __future__ import annotations

import sys
import warnings
from collections.abc import Callable, Sequence

from runtime_theory.errors import missing_extra

__all__ = ["main"]

_WRONG_INPUT = (ValueError, TypeError, ArithmeticError, ImportError, OSError)


def main(arguments: Sequence[str] | None = None) -> None:
    """Run a command and exit: 0, or 2 with one line that starts with ``error:``.

    Parameters
    ----------
    arguments : sequence of str, optional
        By default those of the process.

    Raises
    ------
    SystemExit
        Always.

    Examples
    --------
    >>> main(["compare", "--law", "expon(", "-P", "8"])
    Traceback (most recent call last):
    ...
    SystemExit: 2
    """
    given = list(sys.argv[1:] if arguments is None else arguments)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            status, complaint = _run(given)
        except _WRONG_INPUT as wrong:
            status, complaint = 2, str(wrong)
    for warning in caught:
        sys.stderr.write(f"warning: {_line(warning.message)}\n")
    if complaint:
        sys.stderr.write(f"error: {_line(complaint)}\n")
    raise SystemExit(status)


def _run(arguments: list[str]) -> tuple[int, str]:
    """Run the application; return the exit status and what is wrong with the command line."""
    try:
        from runtime_theory.cli.application import APPLICATION, UsageError
    except ImportError as error:
        package = (error.name or "").partition(".")[0]
        if package not in ("typer", "rich"):
            raise
        raise missing_extra("cli", package) from error
    run: Callable[..., object] = APPLICATION
    try:
        status = run(args=arguments, prog_name="runtime-theory", standalone_mode=False)
    except UsageError as wrong:
        return 2, wrong.format_message()
    return (status if isinstance(status, int) else 0), ""


def _line(text: object) -> str:
    return " ".join(str(text).split())
