"""A sequence given by its start and a recurrence, in closed form."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, final

from runtime_theory.formulas import latex_of
from runtime_theory.theorems.kernel.algebra import value_at, vanishes
from runtime_theory.theorems.kernel.domain import Domain
from runtime_theory.theorems.kernel.step import Step, Unproved, random_points

__all__ = ["Recurrence"]


@final
@dataclass(frozen=True)
class Recurrence(Step):
    """A sequence with e_{n+1} = step(e_n) and a given start equals a closed form.

    Parameters
    ----------
    name : str
        LaTeX of the sequence at the variable.
    variable : str
        Its index, a count or natural of the domain.
    start : int
        Where it begins, and `first` its value there.
    previous : str
        The symbol that stands for e_n in `step`.
    step : sympy.Expr
        The map, which may depend on the variable.
    closed : sympy.Expr
        The closed form.

    Examples
    --------
    >>> domain = Domain(naturals="n", real="e")
    >>> n, e = domain["n e"]
    >>> Recurrence("Doubling.", "e_n", "n", 0, 3, "e", 2 * e, 3 * 2**n, domain).check().ok
    True
    """

    name: str
    variable: str
    start: int
    first: Any
    previous: str
    step: Any
    closed: Any
    domain: Domain

    @property
    def latex(self) -> str:
        return f"{self.name} = {latex_of(self.closed)}"

    def prove(self) -> None:
        closed, step, first = map(self.domain.typed, (self.closed, self.step, self.first))
        n, e = self.domain[self.variable], self.domain[self.previous]
        if not vanishes(closed.subs(n, self.start) - first):
            raise Unproved(f"{closed} is not {first} at {n} = {self.start}")
        if not vanishes(closed.subs(n, n + 1) - step.subs(e, closed)):
            raise Unproved(f"{closed} does not go on as {step}")
        for point in random_points(self.domain):
            number = int(point.pop(n)) + self.start
            point.pop(e)
            value = first.subs(point)
            for index in range(self.start, number):
                value = step.subs({n: index, e: value}).subs(point)
            if abs(value_at(value - closed.subs({n: number, **point}), {})) > 1e-40:
                raise Unproved(f"{closed} is not what {step} leads to at {n} = {number}")
