"""Points where the true value is known from a model that shares nothing with the formula."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, final

from runtime_theory.formulas import Formula
from runtime_theory.formulas.condition import compare
from runtime_theory.theorems.kernel.algebra import value_at

__all__ = ["Witness"]


@final
@dataclass(frozen=True)
class Witness:
    r"""The truth at one point.

    A mutant of a claim is refuted by a witness that it admits and whose truth contradicts it;
    it is weaker than the claim if a sharp witness is no longer attained, or no longer admitted.

    Parameters
    ----------
    model : str
        What the truth was computed from, in a few words.
    point : mapping of str to exact number
        Values of the claim's symbols.
    truth : exact number, or pair of them
        What the left-hand side is there; a pair encloses it.
    sharp : bool
        Whether the claim is attained there.
    within : exact number
        How close, where it is attained only in a limit.
    claim : int
        Which claim of the theorem it is about.

    Examples
    --------
    >>> from functools import partial
    >>> from runtime_theory.formulas.vocabulary import symbol
    >>> learners = Formula("learners", partial(symbol, "P"), "K", relation="<=")
    >>> Witness("counting", {"P": 8}, 8, sharp=True).attains(learners)
    True
    """

    model: str
    point: Mapping[str, Any]
    truth: Any
    sharp: bool = False
    within: Any = 0
    claim: int = 0

    def admits(self, formula: Formula) -> bool:
        """Whether the point satisfies the formula's conditions."""
        return all(condition.holds(self.point) for condition in formula.conditions)

    def agrees(self, formula: Formula) -> bool:
        """Whether the truth there is as the formula says."""
        value = self._value(formula)
        low, high = self._ends()
        if formula.relation in ("=", "~"):
            return compare(low, "<=", value) and compare(value, "<=", high)
        relation = formula.relation
        return compare(high if relation in ("<=", "<") else low, relation, value)

    def attains(self, formula: Formula) -> bool:
        """Whether the truth is as large, or small, as the formula allows."""
        value = self._value(formula)
        low, high = self._ends()
        return compare(abs(value - low), "<=", self.within) or compare(
            abs(value - high), "<=", self.within
        )

    def _ends(self) -> tuple[Any, Any]:
        from sympy import sympify

        ends = self.truth if isinstance(self.truth, tuple) else (self.truth, self.truth)
        return sympify(ends[0]), sympify(ends[1])

    def _value(self, formula: Formula) -> Any:
        from sympy import Symbol

        point = {Symbol(name): value for name, value in self.point.items()}
        value = formula.expr.subs(point).doit()
        return value_at(value, {})
