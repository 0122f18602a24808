"""`Statement`: what is known of a quantity before a law and numbers are put in."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, final

from runtime_theory.errors import NoMethodError
from runtime_theory.expressions.law import SymbolicLaw
from runtime_theory.formulas import Formula
from runtime_theory.formulas.vocabulary import symbol
from runtime_theory.schemes import Scheme
from runtime_theory.timing.facts import Fact, Scope
from runtime_theory.timing.registry import TIMINGS

__all__ = ["Case", "Statement", "counted"]

Left = str | Callable[[Mapping[str, str]], str]


@final
@dataclass(frozen=True)
class Statement:
    r"""``left relation expression``, in E[X], E[X_{k:n}] and plain symbols.

    Parameters
    ----------
    left : str or callable
        LaTeX of the left-hand side, or what makes it from chosen symbols.
    relation : str
        LaTeX of the relation.
    expression : sympy.Expr
        The right-hand side, P and K as symbols.
    """

    left: Left
    relation: str
    expression: Any


@final
@dataclass(frozen=True)
class Case:
    """One question: a scheme in its simplest form, and a law.

    Parameters
    ----------
    asked : Scheme or None
        The scheme as it was asked for.
    law : SymbolicLaw
        The law.
    sharp : bool
        Error bounds: the sharper theorem.
    """

    asked: Scheme | None
    law: SymbolicLaw
    sharp: bool = False

    @property
    def scheme(self) -> Scheme:
        """The simplest scheme that is the same process."""
        if self.asked is None:
            raise ValueError("scheme must be given for this quantity")
        return self.asked.canonical()

    @property
    def gradients(self) -> str | int:
        """Gradients per update: ``"P"``, ``"K"`` or 1."""
        scheme = self.scheme
        if hasattr(scheme, "K"):
            return "K"
        return 1 if scheme.stale else "P"

    @property
    def counts(self) -> dict[Any, Any]:
        """P and K of the scheme, by the formulas' symbols."""
        if self.asked is None:
            return {}
        from sympy import Symbol

        scheme = self.scheme
        found = {Symbol("P"): counted(scheme.P)}
        if hasattr(scheme, "K"):
            found[Symbol("K")] = counted(scheme.K)
        return found

    def fact(self, quantity: str) -> Formula:
        """Return the first formula that covers the law.

        Raises
        ------
        NoMethodError
            There is none; the message says what is known.
        """
        for each in self.facts(quantity):
            return each.formula
        raise NoMethodError(self._unknown(quantity))

    def facts(self, quantity: str) -> list[Fact]:
        """Return all facts on a quantity that cover the law and whose conditions are met."""
        return [
            each
            for each in TIMINGS[type(self.scheme)].facts
            if each.quantity == quantity and each.scope in self.law.scopes and self._admits(each)
        ]

    def _admits(self, each: Fact) -> bool:
        """Whether the conditions of a fact hold for the scheme's numbers; not if that is open."""
        from sympy import true

        slacks = (condition.slack.xreplace(self.counts) for condition in each.formula.conditions)
        return all((slack >= 0) == true for slack in slacks)

    def _unknown(self, quantity: str) -> str:
        scheme, law = self.scheme, self.law.name
        facts = [each for each in TIMINGS[type(scheme)].facts if each.quantity == quantity]
        known = [f"{each.scope}{_conditions(each.formula)}: {each.formula.expr}" for each in facts]
        text = f"no closed form for the {quantity.replace('_', ' ')} of {scheme} with {law}"
        text += f"; it is known for {'; '.join(known)}" if known else ""
        if quantity == "iteration_time" and self.facts("iteration_time_lower"):
            ends = [self.facts(f"iteration_time_{side}")[0].formula for side in ("lower", "upper")]
            text += f"; bounds: {ends[0].expr} <= E[T] <= {ends[1].expr}"
        return text


def _conditions(formula: Formula) -> str:
    return "".join(f" with {condition}" for condition in formula.conditions)


def counted(value: Any) -> Any:
    """Return P or K of a scheme as a sympy expression: a name is a plain symbol.

    Examples
    --------
    >>> counted("P"), counted(8)
    (P, 8)
    """
    from sympy import Integer, Symbol

    if isinstance(value, str):
        return Symbol(value)
    return Integer(value) if isinstance(value, int) else value


def known_scope(case: Case, *scopes: Scope) -> bool:
    """Whether the law is left open, or in one of some scopes."""
    return case.law.name == "any law" or bool(case.law.scopes & set(scopes))


def mean_time(case: Case) -> Any:
    """Return E[T] of the scheme, in symbols."""
    return case.fact("iteration_time").expr


def share(case: Case) -> Any:
    """Return the gradients per update, in symbols."""
    from sympy import Integer

    count = case.gradients
    return symbol(count) if isinstance(count, str) else Integer(count)
