"""Perturb a claim: every constant, exponent, sign and condition, one at a time."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, final

from runtime_theory.formulas import Formula

__all__ = ["Fate", "Mutant", "mutants_of", "perturbed"]


class Fate(StrEnum):
    """What a mutant turned out to be.

    FALSE: a witness refutes it. WEAKER: true as far as the witnesses go, but a sharp witness
    is no longer attained, or one is no longer admitted. LISTED: neither, of a claim that is not
    claimed sharp. SURVIVED: neither, of a claim that is.
    """

    FALSE = "false"
    WEAKER = "weaker"
    LISTED = "listed"
    SURVIVED = "survived"


@final
@dataclass(frozen=True)
class Mutant:
    """One perturbed claim and what became of it; `proved` if the proof accepts it."""

    claim: int
    formula: Formula
    text: str
    fate: Fate = Fate.SURVIVED
    proved: bool = False


def mutants_of(formula: Formula) -> Iterator[tuple[Formula, str]]:
    """Yield the mutants of a formula and of its conditions, each with what was changed.

    Examples
    --------
    >>> from functools import partial
    >>> from runtime_theory.formulas.vocabulary import symbol
    >>> learners = Formula("learners", partial(symbol, "P"), "K", relation="<=")
    >>> [str(mutant.expr) for mutant, _ in mutants_of(learners)][:3]
    ['P**2', '1', 'P + 1']
    """
    for expression in perturbed(formula.expr):
        yield formula.replaced(expression), f"{formula.name}: {expression}"
    for relation in _other_relations(formula.relation):
        yield replace(formula, relation=relation), f"{formula.name}: {relation}"
    for i, condition in enumerate(formula.conditions):
        others = [*formula.conditions[:i], *formula.conditions[i + 1 :]]
        yield replace(formula, conditions=tuple(others)), f"{formula.name} without {condition}"
        for side in ("left", "right"):
            for expression in perturbed(getattr(condition, side)()):
                changed = condition.replaced(side, expression)
                conditions = (*formula.conditions[:i], changed, *formula.conditions[i + 1 :])
                text = f"{formula.name} for {changed}"
                yield replace(formula, conditions=conditions), text


def _other_relations(relation: str) -> tuple[str, ...]:
    """Return the relations that a mutant may have: the reverse, or equality."""
    reverse = {"<=": ">=", ">=": "<=", "<": ">", ">": "<"}
    return (reverse[relation], "=") if relation in reverse else ()


def perturbed(expression: Any) -> list[Any]:
    """Return the expression with one thing changed, in every place and way; without repeats.

    Numbers: one more, doubled, halved, negated. Exponents: one more, one less. Symbols: squared,
    left out, one more. Terms of a sum: negated, doubled, left out. The whole: negated, doubled.

    Examples
    --------
    >>> from sympy import symbols
    >>> x = symbols("x")
    >>> [str(e) for e in perturbed(x**3)]
    ['x**4', 'x**2', 'x**6', '(x + 1)**3', '-x**3', '2*x**3']
    """
    import sympy

    whole = [-expression, 2 * expression]
    found = dict.fromkeys([*_changes(expression), *whole])
    bad = (sympy.nan, sympy.zoo, sympy.oo, -sympy.oo)
    return [e for e in found if e != expression and not any(e.has(value) for value in bad)]


def _changes(expression: Any) -> Iterator[Any]:
    """Yield the changed copies, from the inside out."""
    from sympy import Dummy, Equality, Sum

    if expression.is_Number:
        yield from (expression + 1, 2 * expression, expression / 2, -expression)
    elif isinstance(expression, Dummy):
        return
    elif expression.is_Symbol:
        yield from (expression**2, expression**0, expression + 1)
    elif expression.is_Pow:
        yield from _changed_power(*expression.args)
    elif isinstance(expression, Sum):
        index, low, high = expression.limits[0]
        yield from (Sum(body, (index, low, high)) for body in _changes(expression.function))
        yield from (Sum(expression.function, (index, low + 1, high)),)
        yield from (Sum(expression.function, (index, low, high + step)) for step in (1, -1))
    elif isinstance(expression, Equality) and expression.rhs == 0:
        changed = (new for new in _changes(expression.lhs) if new != expression.lhs**2)
        yield from (Equality(new, 0) for new in changed)  # a square vanishes where it does
        yield from (Equality(expression.lhs, new) for new in (1, -1))
    else:
        yield from _changed_arguments(expression)


def _changed_power(base: Any, exponent: Any) -> Iterator[Any]:
    yield from (base ** (exponent + 1), base ** (exponent - 1), base ** (2 * exponent))
    changed = (b for b in _changes(base) if not (base.is_Symbol and b in (1, base**2)))
    yield from (b**exponent for b in changed if b != 0 or exponent.is_positive)
    if not exponent.is_Number:
        yield from (base**e for e in _changes(exponent))


def _changed_arguments(expression: Any) -> Iterator[Any]:
    """Yield copies of a sum, a product or a function with one argument changed."""
    arguments = expression.args
    for i, argument in enumerate(arguments):
        changed = list(_changes(argument))
        if expression.is_Add:
            changed += [-argument, 2 * argument, 0 * argument]
        for new in changed:
            yield expression.func(*arguments[:i], new, *arguments[i + 1 :])
