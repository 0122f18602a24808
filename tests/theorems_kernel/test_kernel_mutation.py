"""Every constant, exponent, sign and condition is perturbed."""

from functools import partial
from typing import Any

import pytest
from sympy import Eq, Function, Piecewise, Rational, Sum, ceiling, harmonic, log, symbols

from runtime_theory.formulas import Condition, Formula
from runtime_theory.formulas.picklable import constant
from runtime_theory.formulas.vocabulary import symbol
from runtime_theory.theorems.kernel.mutation import mutants_of, perturbed

x, y, P, K = symbols("x y P K")
f = Function("order_mean")


@pytest.mark.parametrize(
    "expression, wanted",
    [
        (3 * x, [4 * x, 6 * x, Rational(3, 2) * x, -3 * x, 3 * x**2]),
        (x**2, [x**3, x, x**4, -(x**2), (x + 1) ** 2]),
        (x + y, [x - y, y - x, x + 2 * y, x, y, -x - y, x**2 + y]),
        (x / y, [x / y**2, x, x * y**0, -x / y, x / (y + 1)]),
        (x**y, [x ** (y + 1), x ** (y - 1), x ** (2 * y), x, (x + 1) ** y]),
        (log(x), [log(x + 1), log(x**2), -log(x), 2 * log(x)]),
        (harmonic(P), [harmonic(P + 1), harmonic(P**2), -harmonic(P)]),
        (f(K, P), [f(K + 1, P), f(1, P), f(K, P + 1), f(K, 1), f(K**2, P)]),
        (ceiling(K / P), [ceiling(K), ceiling(K / P**2), -ceiling(K / P), ceiling((K + 1) / P)]),
        (Rational(2, 3) * x, [Rational(5, 3) * x, Rational(4, 3) * x, x / 3]),
    ],
)
def test_the_expected_mutants_are_among_them(expression: Any, wanted: list[Any]) -> None:
    found = perturbed(expression)
    assert not [each for each in wanted if each not in found]
    assert expression not in found
    assert len(found) == len(set(found))


def test_sums_are_mutated_in_the_summand_and_at_the_ends() -> None:
    i = symbols("i")
    found = perturbed(Sum(i**2, (i, 1, K)))
    assert Sum(i**2, (i, 2, K)) in found
    assert Sum(i**2, (i, 1, K + 1)) in found
    assert Sum(i**3, (i, 1, K)) in found


def test_branches_are_mutated_but_not_to_the_same_condition() -> None:
    found = perturbed(Piecewise((x, Eq(K, 0)), (y, True)))
    conditions = {each.args[0].args[1] for each in found if isinstance(each, Piecewise)}
    assert {Eq(K, -1), Eq(K, 1)} <= conditions
    assert Eq(K**2, 0) not in conditions


def bound(relation: str = "<=", *, conditions: tuple[Condition, ...] = ()) -> Formula:
    return Formula("bound", partial(constant, 2 * x), "B", relation=relation, conditions=conditions)


@pytest.mark.parametrize(
    "relation, others",
    [("<=", {">=", "="}), (">=", {"<=", "="}), ("<", {">", "="}), (">", {"<", "="}), ("=", set())],
)
def test_relations_are_reversed(relation: str, others: set[str]) -> None:
    formula = bound(relation)
    changed = [m for m, _ in mutants_of(formula) if m.relation != relation]
    assert {m.relation for m in changed} == others
    assert all(m.expr == formula.expr for m in changed)


def test_conditions_are_dropped_and_both_sides_perturbed() -> None:
    fewer = Condition(partial(symbol, "K"), "<=", partial(symbol, "P"))
    some = Condition(partial(symbol, "K"), ">=", partial(constant, Rational(1)))
    formula = bound(conditions=(fewer, some))
    found = [m.conditions for m, _ in mutants_of(formula) if m.expr == formula.expr]
    texts = {" and ".join(map(str, conditions)) for conditions in found}
    assert {"K >= 1", "K <= P"} <= texts
    assert {"K**2 <= P and K >= 1", "K <= P + 1 and K >= 1", "K <= P and K >= 2"} <= texts


def test_every_mutant_says_what_was_changed() -> None:
    texts = [text for _, text in mutants_of(bound())]
    assert all(text.startswith("bound") for text in texts)
    assert len(texts) == len(set(texts))
