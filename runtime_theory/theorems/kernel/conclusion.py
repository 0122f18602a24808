"""The last step of a proof: what was proved is what the claim says."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, final

from runtime_theory.formulas import Condition, Formula
from runtime_theory.theorems.kernel.algebra import identical, value_at, vanishes, with_stand_ins
from runtime_theory.theorems.kernel.domain import Domain
from runtime_theory.theorems.kernel.step import Step, Unproved, random_points

__all__ = ["Conclusion"]


@final
@dataclass(frozen=True)
class Conclusion(Step):
    """The formula of a claim has the relation and the expression that were proved.

    Parameters
    ----------
    claim : Formula
        As the theorem states it.
    proved : sympy.Expr
        What the steps before have shown, in the symbols of the domain.
    domain : Domain
        Its symbols, and the facts under which the two are compared.
    relation : str
        The relation that was shown.
    under : tuple of Condition
        What it was shown under: the claim has to have these conditions.

    Examples
    --------
    >>> from functools import partial
    >>> from runtime_theory.formulas.vocabulary import symbol
    >>> domain = Domain(counts="P")
    >>> claim = Formula("learners", partial(symbol, "P"), "K", relation="<=")
    >>> Conclusion("So.", claim, domain["P"], domain, "<=").check().ok
    True
    >>> Conclusion("So.", claim, domain["P"] + 1, domain, "<=").check().ok
    False
    """

    claim: Formula
    proved: Any
    domain: Domain
    relation: str = "="
    under: tuple[Condition, ...] = ()

    @property
    def latex(self) -> str:
        return self.claim.latex

    def prove(self) -> None:
        if self.claim.relation != self.relation:
            raise Unproved(f"the claim says {self.claim.relation}, proved is {self.relation}")
        for condition in self.under:
            if not any(_same(condition, other) for other in self.claim.conditions):
                raise Unproved(f"the claim does not assume {condition}")
        claimed, proved = self.domain.typed(self.claim.expr), self.domain.typed(self.proved)
        difference = claimed - proved
        # Points come first: they reject a wrong claim a hundred times faster than rewriting.
        for point in random_points(self.domain):
            if abs(value_at(with_stand_ins(difference.subs(point)), {})) > 1e-40:
                raise Unproved(f"the claim {claimed} is not the proved {proved}")
        if not vanishes(difference):
            raise Unproved(f"the claim {claimed} is not seen to be the proved {proved}")


def _same(one: Condition, other: Condition) -> bool:
    return one.strict == other.strict and identical(one.slack, other.slack)
