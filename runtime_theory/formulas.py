"""`Formula`: a closed form with a name and a source, turned into sympy only on demand."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, final

from runtime_theory.references import Reference

__all__ = ["Formula", "latex_of"]


@final
@dataclass(frozen=True)
class Formula:
    r"""A symbolic expression that is built when it is looked at.

    Parameters
    ----------
    name : str
        What it is the formula of, such as ``"iteration time of k-sync, exponential"``.
    expression : callable
        Takes nothing and returns the sympy expression.  A function of a module or a
        ``functools.partial`` of one (its arguments numbers and strings), so that
        results that carry formulas pickle, and unpickle without importing sympy.
    latex_lhs : str
        LaTeX of the left-hand side, such as ``r"\mathbb{E}[T]"``; may be empty.
    reference : Reference or None
        Source.

    Raises
    ------
    TypeError
        `expression` is not callable, or is a lambda or a local function.

    Examples
    --------
    >>> from functools import partial
    >>> import sympy
    >>> formula = Formula("harmonic number", partial(sympy.harmonic, 3), "H_3")
    >>> formula.expr
    11/6
    >>> print(formula.latex)
    H_3 = \frac{11}{6}
    """

    name: str
    expression: Callable[[], Any]
    latex_lhs: str = ""
    reference: Reference | None = None

    def __post_init__(self) -> None:
        if not callable(self.expression):
            raise TypeError(
                f"expression must be a callable without arguments, got {self.expression!r}"
            )
        inner = getattr(self.expression, "func", self.expression)
        if "<" in getattr(inner, "__qualname__", ""):
            raise TypeError(
                "expression must be a function of a module or a partial of one (it has to "
                f"pickle), got {inner.__qualname__}"
            )

    @property
    def expr(self) -> Any:
        """The sympy expression."""
        return self.expression()

    @property
    def latex(self) -> str:
        """The formula in LaTeX math, with its left-hand side where it has one."""
        right = latex_of(self.expr)
        return f"{self.latex_lhs} = {right}" if self.latex_lhs else right

    def __str__(self) -> str:
        return f"{self.name}: {self.expr}"


def latex_of(expression: Any, **settings: Any) -> str:
    r"""Return LaTeX in the notation of papers: H_n, \psi(x), \gamma_E.

    Parameters
    ----------
    expression : sympy.Basic
        What to print.
    **settings
        Passed on to sympy's LaTeX printer, such as ``symbol_names``.

    Examples
    --------
    >>> import sympy
    >>> print(latex_of(sympy.harmonic(sympy.Symbol("P")) + sympy.EulerGamma))
    H_{P} + \gamma_{\mathrm{E}}
    """
    return str(_printer_class()(settings).doprint(expression))


def _printer_class() -> Any:
    """Return the printer; sympy's own spells out harmonic, polygamma and Euler's constant."""
    from sympy import EulerGamma
    from sympy.printing.latex import LatexPrinter

    class PaperPrinter(LatexPrinter):  # type: ignore[misc]
        def _print_harmonic(self, expr: Any, exp: str | None = None) -> str:
            index, *order = expr.args
            text = f"H_{{{self._print(index)}}}"
            if order:
                text += f"^{{\\left({self._print(order[0])}\\right)}}"
                return text if exp is None else rf"\left({text}\right)^{{{exp}}}"
            return text if exp is None else f"{text}^{{{exp}}}"

        def _print_polygamma(self, expr: Any, exp: str | None = None) -> str:
            order, argument = expr.args
            prime = "" if order == 0 else f"_{{{self._print(order)}}}"
            power = "" if exp is None else f"^{{{exp}}}"
            return rf"\psi{prime}{power}\left({self._print(argument)}\right)"

        def _print(self, expr: Any, **options: Any) -> str:
            if expr is EulerGamma:  # prints itself as \gamma, which is a bound on staleness here
                return r"\gamma_{\mathrm{E}}"
            return str(super()._print(expr, **options))

    return PaperPrinter
