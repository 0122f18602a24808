"""`latex`: formulas, derivations, results and tables as they go into a paper."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from runtime_theory.expressions.derivation import Derivation
from runtime_theory.expressions.questions import derivation
from runtime_theory.formulas import Formula, latex_of
from runtime_theory.schemes import Scheme
from runtime_theory.tables import Table

__all__ = ["ENVIRONMENTS", "latex"]

ENVIRONMENTS = ("equation", "equation*", "align", "align*", "aligned")
"""Environments that `latex` puts around math."""

Symbols = Mapping[str, Any] | None


def latex(
    obj: Any,
    family: Any = None,
    *,
    env: str | None = None,
    lhs: bool = True,
    symbols: Symbols = None,
    **question: Any,
) -> str:
    r"""LaTeX of what `expression` answers, or of anything that has some.

    Parameters
    ----------
    obj : Scheme, str, None or object
        A scheme, its name or None, as in `expression`; or a Result, a Formula, a Table (which
        gives a booktabs tabular), a sympy expression, or anything with ``.latex``.
    family
        Law of a mini-batch time, as in `expression`.
    env : str, optional, keyword-only
        None for bare math, or ``"equation"``, ``"align"``, their starred forms or
        ``"aligned"``.  The last three show the derivation: the general form, that of the law,
        that with numbers.
    lhs : bool, keyword-only
        Print the left-hand side as well.
    symbols : mapping of str to str, optional, keyword-only
        LaTeX of symbols by name, where it should differ from the notation table; ``"X"`` is
        the mini-batch time itself and ``"E"`` the expectation.
    **question
        The other parameters of `expression`.

    Raises
    ------
    TypeError, ValueError
        Wrong arguments, by name; what `expression` raises.

    Examples
    --------
    >>> from runtime_theory.schemes import KSync
    >>> print(latex(KSync("P", "K"), "exponential"))
    \mathbb{E}[T] = \frac{H_{P} - H_{P - K}}{\mu}
    >>> print(latex("async", env="equation", symbols={"P": "n"}))
    \begin{equation}
    \mathbb{E}[T] = \frac{\mathbb{E}[X]}{n}
    \end{equation}
    """
    _check(env, symbols)
    if obj is None or isinstance(obj, str | Scheme):
        return _derived(derivation(obj, family, **question), env, symbols, lhs=lhs)
    if family is not None or question:
        extra = "family" if family is not None else next(iter(question))
        raise TypeError(f"{extra} belongs to a scheme, its name or None, got {obj!r:.60}")
    if isinstance(obj, Table):
        if env is not None:
            raise ValueError(f"env is for math, a table is a tabular, got env={env!r}")
        return obj.to_latex()
    text = _of_object(obj, symbols, lhs=lhs)
    if env is not None and r"\begin" in text:
        raise ValueError(f"env is for one formula, not for {type(obj).__name__}, got env={env!r}")
    return _within(text, env)


def _check(env: str | None, symbols: Symbols) -> None:
    if env is not None and env not in ENVIRONMENTS:
        allowed = ", ".join(ENVIRONMENTS)
        raise ValueError(f"env must be None or one of {allowed}, got env={env!r}")
    if symbols is not None and not isinstance(symbols, Mapping):
        raise TypeError(f"symbols must map names to LaTeX, got {symbols!r}")
    for name, text in (symbols or {}).items():
        if not (isinstance(text, str) and text):
            raise TypeError(f"symbols must map names to LaTeX, got {name!r}: {text!r}")


def _of_object(obj: Any, symbols: Symbols, *, lhs: bool) -> str:
    """Return LaTeX math of anything that has some."""
    if isinstance(obj, Formula):
        return obj.to_latex(symbols, lhs=lhs)
    carried = getattr(obj, "formula", None)
    if isinstance(carried, Formula):
        return carried.to_latex(symbols, lhs=lhs)
    text = getattr(obj, "latex", None)
    if isinstance(text, str):
        return text
    if type(obj).__module__.startswith("sympy."):
        return latex_of(obj, symbols)
    raise TypeError(
        "latex takes a scheme, its name, None, a sympy expression, or an object with .latex, "
        f"got {obj!r:.60}"
    )


def _derived(found: Derivation, env: str | None, symbols: Symbols, *, lhs: bool) -> str:
    renamed = {f"{n}_X": f"{{{t}}}_X" if "_" in t else f"{t}_X" for n, t in found.latex.items()}
    chosen = {**found.latex, **renamed}
    chosen |= symbols or {}
    left = _left(found, chosen) if lhs else ""
    lines = [latex_of(line, chosen) for line in found.lines]
    lines = [line for i, line in enumerate(lines) if line != left and line not in lines[:i]]
    lines = lines or [latex_of(found.expression, chosen)]
    if env in (None, "equation", "equation*"):
        return _within(f"{left} {found.relation} {lines[-1]}" if left else lines[-1], env)
    return _aligned(left, found.relation, lines, str(env))


def _left(found: Derivation, chosen: Mapping[str, str]) -> str:
    if callable(found.left):
        return found.left(chosen)
    return found.left.replace(r"\mathbb{E}", chosen.get("E", r"\mathbb{E}"))


def _aligned(left: str, relation: str, lines: list[str], env: str) -> str:
    """Return lines under one another, aligned at their relations."""
    first, *rest = lines
    rows = [rf"{left} &{relation} {first}" if left else f"&{first}"]
    rows += [f"&= {line}" for line in rest]
    glue = " \\nonumber \\\\\n" if env == "align" else " \\\\\n"
    return f"\\begin{{{env}}}\n{glue.join(rows)}\n\\end{{{env}}}"


def _within(math: str, env: str | None) -> str:
    return math if env is None else f"\\begin{{{env}}}\n{math}\n\\end{{{env}}}"
