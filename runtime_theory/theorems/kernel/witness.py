"""Points where the true value is known from a model that shares nothing with the formula."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
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
    functions : mapping of str to callable
        What undefined functions are there: ``{"order_mean": ...}`` takes exact numbers k and n,
        and raises a ValueError where it has no value.

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
    functions: Mapping[str, Callable[..., Any]] = field(default_factory=dict)

    def admits(self, formula: Formula) -> bool:
        """Whether the point satisfies the formula's conditions."""
        return all(condition.holds(self.point) for condition in formula.conditions)

    def agrees(self, formula: Formula) -> bool:
        """Whether the truth there is as the formula says."""
        value = self._value(formula)
        low, high = self.ends
        slack = _rounding(value)
        if formula.relation in ("=", "~"):
            return compare(low, "<=", value + slack) and compare(value - slack, "<=", high)
        if formula.relation in ("<=", "<"):
            return compare(high, formula.relation, value + slack * int(formula.relation == "<="))
        return compare(low, formula.relation, value - slack * int(formula.relation == ">="))

    def attains(self, formula: Formula) -> bool:
        """Whether the truth is as large, or small, as the formula allows."""
        value = self._value(formula)
        within = self.within + _rounding(value)
        return any(compare(abs(value - end), "<=", within) for end in self.ends)

    @property
    def ends(self) -> tuple[Any, Any]:
        """What encloses the truth: twice the truth itself where it is known exactly."""
        from sympy import sympify

        ends = self.truth if isinstance(self.truth, tuple) else (self.truth, self.truth)
        return sympify(ends[0]), sympify(ends[1])

    def _value(self, formula: Formula) -> Any:
        from sympy import Symbol, sympify

        point = {Symbol(name): sympify(value) for name, value in self.point.items()}
        return value_at(self._called(formula.expr.xreplace(point)).doit(), {})

    def _called(self, expression: Any) -> Any:
        """Put the values of undefined functions in."""
        from sympy import sympify
        from sympy.core.function import AppliedUndef

        values = {
            call: sympify(self.functions[call.func.__name__](*call.args))
            for call in expression.atoms(AppliedUndef)
            if call.func.__name__ in self.functions
        }
        return expression.xreplace(values)


def _rounding(value: Any) -> Any:
    """How far off the value of an expression without an exact value may be: it has 60 digits."""
    from sympy import Rational

    return 0 if value.is_Rational else abs(value) * Rational(1, 10**50)
