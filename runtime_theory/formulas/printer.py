"""The printer behind `latex_of`; sympy's own spells out harmonic, polygamma, Euler's constant.

Imports sympy: to be imported where something is printed.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, final

from sympy import Add, EulerGamma, Symbol
from sympy.printing.latex import LatexPrinter

from runtime_theory.formulas.vocabulary import NOTATION

__all__ = ["PaperPrinter"]


@final
class PaperPrinter(LatexPrinter):  # type: ignore[misc]
    """Prints harmonic numbers, psi, gamma_E, order statistics and sums as papers do."""

    def __init__(self, chosen: Mapping[str, str]) -> None:
        super().__init__()
        self.chosen = chosen
        self.variable = chosen.get("X", "X")
        self.expectation = chosen.get("E", r"\mathbb{E}")

    def _print_Symbol(self, expr: Any, style: str = "plain") -> str:
        name = expr.name[1:]
        if name in self.chosen:
            return self.chosen[name]
        own = {
            "E_X": f"{self.expectation}[{self.variable}]",
            "E_T": f"{self.expectation}[T]",
            "Var_X": rf"\operatorname{{Var}}[{self.variable}]",
            "F(w_0)": "F(w_0)",
            "F^*": "F^*",
        }
        if name in own:
            return own[name]
        if name in NOTATION:
            return NOTATION[name].latex
        return str(super()._print_Symbol(Symbol(name), style=style))

    _print_Dummy = _print_Symbol

    def _print_Function(self, expr: Any, exp: str | None = None) -> str:
        name = expr.func.__name__
        if name in ("order_mean", "order_covariance"):
            return self._power(getattr(self, f"_{name}")(*map(self._print, expr.args)), exp)
        return str(super()._print_Function(expr, exp))

    def _order_mean(self, k: str, n: str) -> str:
        return f"{self.expectation}[{self.variable}_{{{k}:{n}}}]"

    def _order_covariance(self, j: str, k: str, n: str) -> str:
        first, second = (f"{self.variable}_{{{rank}:{n}}}" for rank in (j, k))
        if j == k:
            return rf"\operatorname{{Var}}[{first}]"
        return rf"\operatorname{{Cov}}[{first}, {second}]"

    def _power(self, text: str, exp: str | None, *, closed: bool = True) -> str:
        if exp is None:
            return text
        return f"{text}^{{{exp}}}" if closed else rf"\left({text}\right)^{{{exp}}}"

    def _print_harmonic(self, expr: Any, exp: str | None = None) -> str:
        index, *order = expr.args
        text = f"H_{{{self._print(index)}}}"
        if not order:
            return self._power(text, exp)
        text += f"^{{({self._print(order[0])})}}"
        return self._power(text, exp, closed=False)

    def _print_polygamma(self, expr: Any, exp: str | None = None) -> str:
        order, argument = expr.args
        prime = "" if order == 0 else f"_{{{self._print(order)}}}"
        power = "" if exp is None else f"^{{{exp}}}"
        return rf"\psi{prime}{power}\left({self._print(argument)}\right)"

    def _print_log(self, expr: Any, exp: str | None = None) -> str:
        name = self._power(r"\log", exp)
        (argument,) = expr.args
        if argument.is_Symbol:
            return f"{name} {self._print(argument)}"
        return rf"{name}\left({self._print(argument)}\right)"

    def _print_Add(self, expr: Any, order: Any = None) -> str:
        terms = self._as_ordered_terms(expr, order=order)
        return str(super()._print_Add(Add(*_arranged(terms), evaluate=False), order="none"))

    def _print(self, expr: Any, **options: Any) -> str:
        if expr is EulerGamma:  # prints itself as \gamma, which is a bound on staleness here
            return r"\gamma_{\mathrm{E}}"
        return str(super()._print(expr, **options))


def _arranged(terms: list[Any]) -> list[Any]:
    """Order a sum: what is subtracted comes last; 1 - x starts with 1, but P - K + 1 does not."""
    terms = sorted(terms, key=lambda term: bool(term.could_extract_minus_sign()))
    counting = any(getattr(term, "name", "")[1:] in ("P", "K", "k", "n") for term in terms)
    if counting or not terms[-1].could_extract_minus_sign():
        return sorted(terms, key=lambda term: bool(term.is_Number))
    return sorted(terms, key=lambda term: term != 1)
