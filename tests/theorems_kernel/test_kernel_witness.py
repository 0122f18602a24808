"""Witnesses: agreement, attainment, conditions, undefined functions, rounding."""

from fractions import Fraction
from functools import partial
from typing import Any

import pytest
from sympy import Function, Rational, gamma, log, sqrt, symbols

from runtime_theory.formulas import Condition, Formula
from runtime_theory.formulas.picklable import constant
from runtime_theory.formulas.vocabulary import symbol
from runtime_theory.theorems.kernel.refutation import Refuted
from runtime_theory.theorems.kernel.witness import Witness

x, K, P = symbols("x K P")


def formula(expression: Any, relation: str = "=", *conditions: Condition) -> Formula:
    return Formula("f", partial(constant, expression), "F", None, relation, conditions)


@pytest.mark.parametrize(
    "relation, below, at, above",
    [
        ("=", False, True, False),
        ("~", False, True, False),
        ("<=", True, True, False),
        ("<", True, False, False),
        (">=", False, True, True),
        (">", False, False, True),
    ],
)
def test_relations(relation: str, below: bool, at: bool, above: bool) -> None:
    claim = formula(x**2, relation)
    truths = (Fraction(9) - Fraction(1, 10**30), 9, Fraction(9) + Fraction(1, 10**30))
    found = tuple(Witness("m", {"x": 3}, truth).agrees(claim) for truth in truths)
    assert found == (below, at, above)


def test_an_enclosed_truth_agrees_only_where_all_of_it_does() -> None:
    wide = Witness("m", {"x": 3}, (8, 10))
    assert wide.agrees(formula(x**2))
    assert wide.agrees(formula(x + 7, "<="))
    assert not wide.agrees(formula(x**2, "<="))
    assert not wide.agrees(formula(x**2, ">="))
    assert not wide.agrees(formula(x + 8))


def test_attained_means_equal_or_as_near_as_said() -> None:
    claim = formula(x**2, "<=")
    assert Witness("m", {"x": 3}, 9).attains(claim)
    assert not Witness("m", {"x": 3}, 8).attains(claim)
    assert Witness("m", {"x": 3}, 8, within=1).attains(claim)
    assert not Witness("m", {"x": 3}, 8, within=Fraction(99, 100)).attains(claim)


def test_sixty_digits_are_not_taken_for_inexact() -> None:
    # gamma(17/5)/gamma(2/5) is 84/25, but its digits are rounded.
    claim = formula(gamma(x + 3) / gamma(x))
    truth = Fraction(2, 5) * Fraction(7, 5) * Fraction(12, 5)
    for relation in ("=", "<=", ">="):
        witness = Witness("m", {"x": Fraction(2, 5)}, truth)
        assert witness.agrees(formula(claim.expr, relation))
        assert witness.attains(formula(claim.expr, relation))
    near = truth + Fraction(1, 10**45)
    assert not Witness("m", {"x": Fraction(2, 5)}, near).agrees(claim)


def test_irrational_truths_are_compared() -> None:
    assert Witness("m", {"x": 2}, sqrt(2)).agrees(formula(sqrt(x)))
    assert Witness("m", {"x": 2}, log(2)).agrees(formula(sqrt(x), "<="))
    assert not Witness("m", {"x": 2}, log(8)).agrees(formula(sqrt(x), "<="))


def test_conditions_admit_points() -> None:
    fewer = Condition(partial(symbol, "K"), "<=", partial(symbol, "P"))
    claim = formula(K, "<=", fewer)
    assert Witness("m", {"K": 2, "P": 2}, 2).admits(claim)
    assert not Witness("m", {"K": 3, "P": 2}, 2).admits(claim)


def means(k: Any, n: Any) -> Fraction:
    if not 1 <= k <= n:
        raise ValueError(f"no {k} of {n}")
    return Fraction(int(k), int(n) + 1)


def test_undefined_functions_take_the_values_of_the_witness() -> None:
    f = Function("order_mean")
    witness = Witness("m", {"K": 2, "P": 3}, Fraction(1, 2), functions={"order_mean": means})
    assert witness.agrees(formula(f(K, P)))
    assert not witness.agrees(formula(f(K - 1, P)))
    with pytest.raises(ValueError, match="no 4 of 3"):
        witness.agrees(formula(f(K**2, P)))
    with pytest.raises(ValueError, match="no real number"):
        Witness("m", {"K": 2, "P": 3}, 1).agrees(formula(f(K, P)))


@pytest.mark.parametrize("expression", [1 / (x - 3), sqrt(2 - x), log(x - 3), x + P])
def test_no_value_is_an_error_not_an_answer(expression: Any) -> None:
    with pytest.raises(ValueError, match=r"no real number|cannot decide"):
        Witness("m", {"x": 3}, 1).agrees(formula(expression, "<="))


def test_a_refutation_needs_a_point_inside_where_the_formula_fails() -> None:
    small = Condition(partial(constant, x), "<=", partial(constant, Rational(4)))
    printed = formula(x**2, "=", small)
    assert Refuted("wrong", printed, Witness("m", {"x": 3}, 10)).check().ok
    assert not Refuted("right", printed, Witness("m", {"x": 3}, 9)).check().ok
    assert "outside" in Refuted("outside", printed, Witness("m", {"x": 5}, 9)).check().detail
    assert not Refuted("no value", formula(1 / (x - 3)), Witness("m", {"x": 3}, 9)).check().ok
    text = Refuted("wrong", printed, Witness("m", {"x": 3}, (10, 11))).latex
    assert "fails at" in text
    assert "[10, 11]" in text
