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

    def _print_beta(self, expr: Any, exp: str | None = None) -> str:
        arguments = ", ".join(map(self._print, expr.args))  # sympy's own leaves them as they are
        return self._power(rf"\operatorname{{B}}\left({arguments}\right)", exp)

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
    """Order a sum as papers do.

    What is subtracted comes last, but F^* straight after F(w_0); a number comes last as well, as
    in P - K + 1, but 1 - gamma + p_0/2 starts with it.
    """
    names = [getattr(-term, "name", "")[1:] for term in terms]
    counting = any(term.is_Symbol and term.name[1:] in ("P", "K", "k", "n") for term in terms)
    leading = not counting and any(term.could_extract_minus_sign() for term in terms)

    def place(item: tuple[Any, str]) -> float:
        term, subtracted = item
        if term == 1 and leading:
            return 0
        if term.is_Symbol and term.name[1:] == "F(w_0)":
            return 1
        if subtracted in ("F^*", "gamma"):
            return 2
        if term.is_Number:
            return 5 if counting or term < 0 else 3.5
        return 4 if term.could_extract_minus_sign() else 3

    return [term for term, _ in sorted(zip(terms, names, strict=True), key=place)]
