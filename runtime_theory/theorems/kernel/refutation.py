"""A printed statement that is wrong: a point where the truth contradicts it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import final

from runtime_theory.formulas import Formula, latex_of
from runtime_theory.theorems.kernel.step import Step, Unproved
from runtime_theory.theorems.kernel.witness import Witness

__all__ = ["Refuted"]


@final
@dataclass(frozen=True)
class Refuted(Step):
    """A formula fails at a witness that meets its conditions.

    Parameters
    ----------
    printed : Formula
        What is printed somewhere.
    witness : Witness
        A point where the truth is known otherwise.

    Examples
    --------
    >>> from functools import partial
    >>> from runtime_theory.formulas.vocabulary import symbol
    >>> printed = Formula("learners", partial(symbol, "P"), "K", relation="<=")
    >>> Refuted("Count them.", printed, Witness("counting", {"P": 8}, 9)).check().ok
    True
    >>> print(Refuted("Count them.", printed, Witness("counting", {"P": 8}, 8)).check())
    FAILED: Count them. (learners holds at {'P': 8})
    """

    printed: Formula
    witness: Witness

    @property
    def latex(self) -> str:
        from sympy import Symbol

        values = ",\\ ".join(
            f"{latex_of(Symbol(name))} = {latex_of(value)}"
            for name, value in self.witness.point.items()
        )
        low, high = self.witness.ends
        truth = latex_of(low) if low == high else f"[{latex_of(low)}, {latex_of(high)}]"
        return rf"{self.printed.latex} \quad\text{{fails at}}\quad {values}\text{{: truth }}{truth}"

    def prove(self) -> None:
        if not self.witness.admits(self.printed):
            raise Unproved(f"{self.witness.point} is outside the conditions")
        if self.witness.agrees(self.printed):
            raise Unproved(f"{self.printed.name} holds at {dict(self.witness.point)}")
