"""Steps about every natural number, and about limits."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, final

from runtime_theory.formulas import latex_of
from runtime_theory.formulas.condition import compare
from runtime_theory.formulas.printing import RELATIONS
from runtime_theory.theorems.kernel.algebra import value_at, vanishes
from runtime_theory.theorems.kernel.domain import Domain
from runtime_theory.theorems.kernel.signs import nonnegative
from runtime_theory.theorems.kernel.step import Step, Unproved, random_points

__all__ = ["Induction", "InductiveBound", "Limit"]


@final
@dataclass(frozen=True)
class Induction(Step):
    r"""A sequence given by its start and its increments equals a closed form.

    Parameters
    ----------
    name : str
        LaTeX of the sequence at the variable, such as ``r"\mathbb{E}[X_{P:P}]"``.
    variable : str
        Its index, a count or natural of the domain.
    start : int
        Where it begins, and `first` its value there.
    increment : sympy.Expr
        Value at variable + 1 minus value at the variable.
    closed : sympy.Expr
        The closed form.

    Examples
    --------
    >>> domain = Domain(counts="n")
    >>> n = domain["n"]
    >>> step = Induction("Odd numbers.", "s_n", "n", 1, 1, 2 * n + 1, n**2, domain)
    >>> step.check().ok
    True
    """

    name: str
    variable: str
    start: int
    first: Any
    increment: Any
    closed: Any
    domain: Domain

    @property
    def latex(self) -> str:
        return f"{self.name} = {latex_of(self.closed)}"

    def prove(self) -> None:
        closed, increment = self.domain.typed(self.closed), self.domain.typed(self.increment)
        n = self.domain[self.variable]
        if not vanishes(closed.subs(n, self.start) - self.domain.typed(self.first)):
            raise Unproved(f"{closed} is not {self.first} at {n} = {self.start}")
        if not vanishes(closed.subs(n, n + 1) - closed - increment):
            raise Unproved(f"{closed} does not grow by {increment} from {n} to {n} + 1")
        for point in random_points(self.domain):
            number = int(point.pop(n)) + self.start
            total = self.domain.typed(self.first).subs(point)
            total += sum(increment.subs({n: i, **point}) for i in range(self.start, number))
            if abs(value_at(total - closed.subs({n: number, **point}), {})) > 1e-40:
                raise Unproved(f"{closed} is not the sum of the increments at {n} = {number}")


@final
@dataclass(frozen=True)
class InductiveBound(Step):
    r"""A sequence that grows at most as a map says stays below a closed form.

    If e_{j+1} <= step(e_j), where step does not decrease, and closed(start) is at least e at
    the start, then e_j <= closed(j), provided that closed(j+1) >= step(closed(j)).

    Parameters
    ----------
    name : str
        LaTeX of the sequence, such as ``"e_J"``.
    variable, start : str, int
        Its index and where it begins.
    previous : str
        The symbol that stands for e_j in `step`.
    step : sympy.Expr
        The map.
    first : sympy.Expr
        Value at the start.
    closed : sympy.Expr
        The bound.
    terms : tuple of sympy.Expr
        Certificate of closed(j+1) - step(closed(j)) >= 0; empty where the two are equal.
    lower : bool
        For >= instead of <= throughout.
    """

    name: str
    variable: str
    start: int
    previous: str
    step: Any
    first: Any
    closed: Any
    domain: Domain
    terms: tuple[Any, ...] = ()
    lower: bool = False

    @property
    def latex(self) -> str:
        sign = RELATIONS[">=" if self.lower else "<="]
        return f"{self.name} {sign} {latex_of(self.closed)}"

    def prove(self) -> None:
        typed = self.domain.typed
        closed, step = typed(self.closed), typed(self.step)
        n, e = self.domain[self.variable], self.domain[self.previous]
        facts = self.domain.facts
        if not vanishes(closed.subs(n, self.start) - typed(self.first)):
            raise Unproved(f"{closed} is not {self.first} at {n} = {self.start}")
        if not nonnegative(step.diff(e).simplify(), facts):
            raise Unproved(f"{step} may decrease in {e}")
        excess = closed.subs(n, n + 1) - step.subs(e, closed)
        terms = [typed(term) for term in self.terms]
        if not vanishes((-excess if self.lower else excess) - sum(terms)):
            raise Unproved(f"the certificate does not add up to {excess}")
        for term in terms:
            if not nonnegative(term, facts):
                raise Unproved(f"the sign of {term} does not follow from the assumptions")


@final
@dataclass(frozen=True)
class Limit(Step):
    """The limit of an expression, by sympy, and approached at growing arguments.

    Examples
    --------
    >>> domain = Domain(positive="x")
    >>> Limit("Euler.", "(1 + 1/x)**x", "x", "oo", "E", domain).check().ok
    True
    """

    expression: Any
    variable: str
    at: Any
    value: Any
    domain: Domain

    @property
    def latex(self) -> str:
        x, at = latex_of(self.domain[self.variable]), latex_of(self.at)
        return rf"\lim_{{{x} \to {at}}} {latex_of(self.expression)} = {latex_of(self.value)}"

    def prove(self) -> None:
        from sympy import Symbol, limit, oo, sympify

        expression, value = self.domain.typed(self.expression), self.domain.typed(self.value)
        x, at = self.domain[self.variable], sympify(self.at)
        # Harmonic numbers and the like have limits along the reals, not along integers.
        real = Symbol(x.name, positive=True)
        if not vanishes(limit(expression.subs(x, real), real, at) - value):
            raise Unproved(f"the limit of {expression} is not {value}")
        point = random_points(self.domain)[0]
        point.pop(x)
        gaps = []
        for exponent in (1, 2, 3):  # exact: no rounding, but no large powers either
            near = 10**exponent if at == oo else at + sympify(1) / 10**exponent
            gaps.append(abs(value_at((expression - value).subs(point), {x: near})))
        if not (compare(gaps[1], "<=", gaps[0]) and compare(gaps[2], "<=", gaps[1])):
            raise Unproved(f"{expression} does not approach {value}: off by {gaps}")
