"""Steps about every natural number, and about limits."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, final

from runtime_theory.formulas import latex_of
from runtime_theory.formulas.condition import compare
from runtime_theory.formulas.printing import RELATIONS
from runtime_theory.theorems.kernel.algebra import value_at, vanishes, with_stand_ins
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
        # Points come first: they reject what is wrong a hundred times faster than rewriting.
        for point in random_points(self.domain):
            number = int(point.pop(n)) + self.start
            total = self.domain.typed(self.first).subs(point)
            total += sum(increment.subs({n: i, **point}) for i in range(self.start, number))
            if abs(value_at(total - closed.subs({n: number, **point}), {})) > 1e-40:
                raise Unproved(f"{closed} is not the sum of the increments at {n} = {number}")
        if not vanishes(closed.subs(n, self.start) - self.domain.typed(self.first)):
            raise Unproved(f"{closed} is not {self.first} at {n} = {self.start}")
        if not vanishes(closed.subs(n, n + 1) - closed - increment):
            raise Unproved(f"{closed} does not grow by {increment} from {n} to {n} + 1")


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
        n, e = self.domain[self.variable], self.domain[self.previous]
        index = self._index()
        closed, step = (typed(side).xreplace({n: index}) for side in (self.closed, self.step))
        facts = self.domain.facts
        if any(fact.has(e) for fact in facts):
            raise Unproved(f"nothing but a sign may be assumed of {e}, which stands for two values")
        if not vanishes(closed.subs(index, self.start) - typed(self.first)):
            raise Unproved(f"{closed} is not {self.first} at {n} = {self.start}")
        self._check_map(step, e)
        excess = closed.subs(index, index + 1) - step.subs(e, closed)
        terms = [typed(term).xreplace({n: index}) for term in self.terms]
        if not vanishes((-excess if self.lower else excess) - sum(terms)):
            raise Unproved(f"the certificate does not add up to {excess}")
        for term in terms:
            if not nonnegative(term, facts):
                raise Unproved(f"the sign of {term} does not follow from the assumptions")
        self._try(closed, step)

    def _index(self) -> Any:
        """The index as a symbol: at least the start, for the induction begins there."""
        from sympy import Symbol

        n = self.domain[self.variable]
        if any(fact.has(n) and not fact.is_nonnegative for fact in self.domain.facts):
            raise Unproved(f"nothing but a sign may be assumed of the index {n}")
        if self.start not in (0, 1):
            raise Unproved(f"an induction begins at 0 or 1, not at {n} = {self.start}")
        at_least_one = self.start == 1 and n.is_positive
        return n if at_least_one else Symbol(n.name, integer=True, nonnegative=True)

    def _check_map(self, step: Any, e: Any) -> None:
        """The map is affine, so that its slope decides whether it increases: no jumps, no poles."""
        slope = step.diff(e).simplify()
        if slope.has(e) or not vanishes(step - slope * e - step.subs(e, 0)):
            raise Unproved(f"{step} is not seen to be affine in {e}")
        if not nonnegative(slope, self.domain.facts):
            raise Unproved(f"{step} may decrease in {e}")

    def _try(self, closed: Any, step: Any) -> None:
        """Follow the map itself for a few steps at random points."""
        from sympy import Rational

        n, e, index = self.domain[self.variable], self.domain[self.previous], self._index()
        for point in random_points(self.domain):
            fixed = {s: v for s, v in point.items() if s not in (n, e)}
            value = _value(self.domain.typed(self.first), fixed)
            for number in range(self.start, self.start + 4):
                value = _value(step, {**fixed, index: number, e: value})
                bound = _value(closed, {**fixed, index: number + 1})
                excess = bound - value if self.lower else value - bound
                if not compare(excess, "<=", Rational(1, 10**40)):  # logarithms have 60 digits
                    raise Unproved(f"{closed} is no bound at {n} = {number + 1}")


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


def _value(expression: Any, point: dict[Any, Any]) -> Any:
    """Return the value at a point, with arbitrary positive numbers for undefined functions."""
    from sympy import sympify

    numbers = {symbol: sympify(value) for symbol, value in point.items()}
    return value_at(with_stand_ins(expression.xreplace(numbers)), {})
