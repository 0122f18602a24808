"""`Formula`: a closed form with a name and a source, turned into sympy only on demand."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, final

from runtime_theory.formulas.condition import Condition
from runtime_theory.formulas.picklable import constant, require_picklable
from runtime_theory.formulas.printing import RELATIONS, latex_of
from runtime_theory.references import Reference

__all__ = ["Formula"]


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
    relation : {"=", "<=", "<", ">=", ">", "~"}
        How the left-hand side compares with the expression; ``"~"``: asymptotically equal.
    conditions : tuple of Condition
        When it holds.
    notation : tuple of (str, str)
        LaTeX of symbols that the notation table does not have: parameters of a family.

    Raises
    ------
    TypeError
        `expression` is not callable, or is a lambda or a local function.
    ValueError
        `relation` is none of these.

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
    relation: str = "="
    conditions: tuple[Condition, ...] = ()
    notation: tuple[tuple[str, str], ...] = ()

    def __post_init__(self) -> None:
        require_picklable("expression", self.expression)
        if self.relation not in RELATIONS:
            allowed = ", ".join(RELATIONS)
            raise ValueError(f"relation must be one of {allowed}, got relation={self.relation!r}")

    @property
    def expr(self) -> Any:
        """The sympy expression."""
        return self.expression()

    @property
    def latex(self) -> str:
        """The formula in LaTeX math, with its left-hand side where it has one."""
        return self.to_latex()

    def to_latex(self, symbols: Mapping[str, str] | None = None, *, lhs: bool = True) -> str:
        r"""Return LaTeX math with other symbols, or without the left-hand side.

        Examples
        --------
        >>> from functools import partial
        >>> from runtime_theory.formulas.vocabulary import symbol
        >>> Formula("learners", partial(symbol, "P")).to_latex({"P": "n"})
        'n'
        """
        right = latex_of(self.expr, {**dict(self.notation), **(symbols or {})})
        if not (lhs and self.latex_lhs):
            return right
        left = self.latex_lhs.replace(r"\mathbb{E}", (symbols or {}).get("E", r"\mathbb{E}"))
        return f"{left} {RELATIONS[self.relation]} {right}"

    def replaced(self, expression: Any) -> Formula:
        """Return the formula with another expression in its place."""
        return replace(self, expression=partial(constant, expression))

    def __str__(self) -> str:
        return f"{self.name}: {self.expr}"
