"""LaTeX in the notation of papers: H_n, psi, gamma_E, E[X_{K:P}], P - K instead of -K + P."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

__all__ = ["RELATIONS", "latex_of"]

RELATIONS = MappingProxyType(
    {"=": "=", "<=": r"\le", "<": "<", ">=": r"\ge", ">": ">", "~": r"\sim"}
)
"""LaTeX of the relations between a left-hand side and an expression."""

_FIRST = ("eta", "L", "sigma", "c", "K", "m")  # factors come in the order that papers give them
_LAST = ("E_X", "Var_X", "E_T", "F^*")  # what stands for an expression comes after plain symbols


def latex_of(expression: Any, symbols: Mapping[str, str] | None = None) -> str:
    r"""Return LaTeX math of a sympy expression, in the notation of papers.

    Parameters
    ----------
    expression : sympy.Basic
        What to print.
    symbols : mapping of str to str, optional
        LaTeX by the symbol's name, where it should differ from the notation table; ``"X"``
        is the mini-batch time itself and ``"E"`` the expectation.

    Examples
    --------
    >>> import sympy
    >>> P, K = sympy.symbols("P K")
    >>> print(latex_of(sympy.harmonic(P) - sympy.harmonic(P - K)))
    H_{P} - H_{P - K}
    >>> print(latex_of(P * sympy.Symbol("E_X"), {"P": "n", "X": "Y"}))
    n \mathbb{E}[Y]
    """
    import sympy
    from sympy.core.parameters import distribute

    from runtime_theory.formulas.printer import PaperPrinter

    chosen = dict(symbols or {})
    written = _written_out(_distinct(sympy.sympify(expression)), chosen)
    ordered = {s: s.__class__(_sorting(s.name)) for s in written.atoms(sympy.Symbol)}
    with distribute(x=False):  # (a + b)/2 is not to become a/2 + b/2 on the way
        renamed = written.xreplace(ordered)
    return str(PaperPrinter(chosen).doprint(renamed))


def _distinct(expression: Any) -> Any:
    """Rename indices of summation that print like a free symbol: not sum_j from n - j."""
    from sympy import Dummy

    names = {s.name for s in expression.free_symbols}
    bound = {
        d for d in expression.atoms(Dummy) if d.name in names and d not in expression.free_symbols
    }
    if not bound:
        return expression
    taken = names | {d.name for d in expression.atoms(Dummy)}
    spare = iter(name for name in "ilruvqh" if name not in taken)
    return expression.xreplace(
        {d: Dummy(next(spare), **d.assumptions0) for d in sorted(bound, key=str)}
    )


def _written_out(expression: Any, chosen: Mapping[str, str]) -> Any:
    """Replace symbols that papers write as expressions: F(w_0) - F^* and sigma^2."""
    from sympy import Symbol

    long = {
        "gap": Symbol("F(w_0)") - Symbol("F^*"),
        "sigma2": Symbol("sigma", positive=True) ** 2,
        "s2": Symbol("s", positive=True) ** 2,
    }
    names = {s: s.name for s in expression.free_symbols}
    return expression.xreplace(
        {s: long[name] for s, name in names.items() if name in long and name not in chosen}
    )


def _sorting(name: str) -> str:
    """Prefix a name by one character that says where it comes among factors."""
    if name in _FIRST:
        return chr(ord("0") + _FIRST.index(name)) + name
    return ("z" if name in _LAST else "a") + name
