"""``runtime-theory latex``: a formula as LaTeX."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from runtime_theory import expressions
from runtime_theory.schemes import scheme_class

__all__ = ["latex"]

_NONE = "law"


def latex(
    *,
    scheme: Annotated[
        str,
        typer.Argument(
            metavar="SCHEME",
            help="sync, k-sync, k-batch-sync, async, k-async or k-batch-async; "
            f"'{_NONE}' for quantities of a law itself.",
        ),
    ],
    law: Annotated[
        str | None, typer.Option(metavar="LAW", help="A law with numbers, 'gamma(2, scale=0.5)'.")
    ] = None,
    family: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="A family of laws, its parameters as symbols."),
    ] = None,
    learners: Annotated[
        str, typer.Option("-P", metavar="P", help="Number of learners, or its symbol.")
    ] = "P",
    waited_for: Annotated[
        str, typer.Option("-K", metavar="K", help="How many to wait for, or its symbol.")
    ] = "K",
    values: Annotated[
        list[str] | None,
        typer.Option(
            "--set", metavar="NAME=VALUE", help="A number for a parameter or symbol; repeatable."
        ),
    ] = None,
    quantity: Annotated[
        str | None, typer.Option(metavar="Q", help="Which quantity; `latex list` shows them.")
    ] = None,
    env: Annotated[
        str | None,
        typer.Option(
            metavar="ENV", help="equation, equation*, align, align* or aligned; bare math without."
        ),
    ] = None,
    symbol: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME=LATEX", help="Another symbol, such as P=n; repeatable."),
    ] = None,
    no_lhs: Annotated[bool, typer.Option("--no-lhs", help="Leave the left-hand side out.")] = False,
    integral: Annotated[
        bool, typer.Option("--integral", help="Write order statistics as integrals.")
    ] = False,
    sharp: Annotated[
        bool, typer.Option("--sharp", help="Error bounds: the sharper theorem.")
    ] = False,
) -> None:
    """Print a formula as LaTeX: E[T], speed-ups, staleness, error bounds and more.

    Without --law and --family the law is left open. `latex list` shows the quantities.
    """
    if scheme == "list":
        typer.echo(repr(expressions.quantities()))
        return
    if law is not None and family is not None:
        raise ValueError("give --law LAW or --family NAME, not both")
    of_law = scheme == _NONE
    asked = None if of_law else _scheme(scheme, learners, waited_for)
    text = expressions.latex(
        asked,
        family if law is None else _with_numbers(law),
        quantity=quantity or ("order_statistic_mean" if of_law else "iteration_time"),
        env=env,
        lhs=not no_lhs,
        symbols=_pairs("--symbol", symbol),
        integral=integral,
        sharp=sharp,
        **{name: _number(name, text) for name, text in _pairs("--set", values).items()},
    )
    typer.echo(text)


def _scheme(name: str, learners: str, waited_for: str) -> Any:
    """Return the scheme; one without K refuses an option -K."""
    cls: Any = scheme_class(name)
    P, K = _count(learners), _count(waited_for)
    if cls.name in ("sync", "async"):
        if waited_for != "K":
            raise ValueError(f"{name} has no K: leave -K out, got -K {waited_for}")
        return cls(P)
    return cls(P, K)


def _count(text: str) -> int | str:
    """Return P or K as an integer, or as the name it is."""
    return int(text) if text.lstrip("+-").isdigit() else text


def _with_numbers(law: str) -> Any:
    from runtime_theory.distributions.law_strings.parsing import parse_law

    return parse_law(law)


def _pairs(option: str, given: list[str] | None) -> dict[str, str]:
    """Split NAME=TEXT options."""
    pairs = {}
    for text in given or ():
        name, equals, value = text.partition("=")
        if not (name.isidentifier() and equals and value):
            raise ValueError(f"{option} takes NAME=VALUE, got {text!r}")
        pairs[name] = value
    return pairs


def _number(name: str, text: str) -> Any:
    """Return a decimal or a fraction exactly, or the name that stands for a symbol."""
    from fractions import Fraction

    if text.isidentifier():
        return text
    try:
        return Fraction(text)
    except (ValueError, ZeroDivisionError):
        raise ValueError(f"{name} must be a number or a name, got {name}={text!r}") from None
