"""The counterexamples to what is printed, exactly."""

from __future__ import annotations

from fractions import Fraction

import pytest
import sympy
from theorems_convergence.convergence_catalogue import THEOREMS

from runtime_theory.convergence import printed, variable_rate
from runtime_theory.convergence.bounds import error_bound
from runtime_theory.convergence.terms import Analysis
from runtime_theory.theorems.convergence.fixed_witnesses import scheduled_errors

ROTTEN = {"K": 8, "m": 1, "M_G": 0, "sigma2": 0, "L": 1, "c": sympy.Rational(1, 100), "eta": 4}
ROTTEN |= {"gamma": 0, "p0": 1, "gap": 1}


def test_printed_learning_rate_is_not_enough():
    formula = printed.THEOREM_3
    assert all(condition.holds(ROTTEN) for condition in formula.conditions)
    assert formula.expr.subs(ROTTEN | {"J": 1}) == sympy.Rational(94, 100)
    w = sympy.sqrt(2)  # F = w^2/2 in the steep direction: gap 1
    after = w - 4 * w
    assert after**2 / 2 == 9


def test_corrected_condition_excludes_it():
    assert not error_bound(Analysis.ASYNC).conditions[0].holds(ROTTEN)
    assert error_bound(Analysis.ASYNC).conditions[0].holds(ROTTEN | {"eta": sympy.Rational(1, 2)})


@pytest.mark.parametrize("K", [1, 2, 3, 4, 8])
def test_both_conditions_agree_for_one_gradient_only(K):
    values = {"L": 1, "M_G": 3, "m": 2, "K": K}
    corrected = error_bound(Analysis.ASYNC).conditions[0].right().subs(values)
    ratio = printed.rate_of_theorem_3().subs(values) / corrected
    assert (ratio == 1) == (K == 1)


def test_larger_of_the_two_rates_diverges():
    values = {"L": 1, "c": sympy.Rational(1, 100), "M_G": 0, "K": 4, "m": 1}
    eta = printed.LARGEST_RATE.expr.subs(values)
    assert eta == 100
    assert abs(1 - eta * 1) == 99  # the factor of w in the steep direction


def test_random_schedule_beats_theorem_4():
    errors, rates = scheduled_errors(2)
    assert errors[2] == Fraction(227343757, 100_000_000)
    # With the means of eta_1 and of eta_1^2 put in, one update from the true e_1:
    moved = Fraction(1, 10)
    small, large = Fraction(1, 2500), Fraction(1, 2)
    stale = moved * Fraction(7, 8)
    square = stale * small**2 + (1 - stale) * large**2
    assert rates[1] == stale * small + (1 - stale) * large
    reading = variable_rate.STEP.expr.subs(
        {"e_j": errors[1], "eta_j": sympy.Symbol("r"), "c": 1, "L": 1, "m": 1, "sigma2": 10}
    )
    reading = sympy.expand(reading.subs("C", sympy.Rational(1, 100)))
    r = sympy.Symbol("r")
    value = reading.coeff(r, 0) + reading.coeff(r, 1) * sympy.Rational(str(rates[1]))
    value += reading.coeff(r, 2) * sympy.Rational(str(square))
    assert float(value) == pytest.approx(1.8252688200, abs=5e-11)
    assert errors[2] > Fraction(str(value))


def test_deterministic_form_holds_for_the_schedule():
    """The bound in the place of Theorem 4, for the process that refutes it."""
    errors, _ = scheduled_errors(3)
    values = {"gap": 0, "L": 1, "c": 1, "m": 1, "sigma2": 10, "M_G": 0}
    values |= {"eta_max": sympy.Rational(1, 2), "C": sympy.Rational(1, 100)}
    values |= {"p0": sympy.Rational(1, 8)}
    for J in (1, 2, 3):
        bound = variable_rate.ERROR_BOUND.expr.subs(values | {"J": J})
        assert sympy.Rational(str(errors[J])) <= bound


def test_product_of_theorem_4_has_the_wrong_factors():
    rates = {
        sympy.Symbol("eta_0"): sympy.Rational(1, 4),
        sympy.Symbol("eta_1"): sympy.Rational(1, 2),
    }
    rest = {"c": 1, "L": 1, "m": 1, "p0": 1, "C": 0, "sigma2": 0, "gap": 1}
    wrong = printed.written_out(printed.THEOREM_4, 1).expr.subs(rates).subs(rest)
    right = printed.written_out(printed.THEOREM_4_COUNTED, 1).expr.subs(rates).subs(rest)
    assert wrong == sympy.Rational(1, 4)
    assert wrong < sympy.Rational(9, 16) <= right  # the truth is (1 - 1/4)^2


def test_every_slip_is_refuted_in_a_proof():
    refuted = [
        step.printed.name
        for theorem in THEOREMS.values()
        for step in theorem.steps
        if hasattr(step, "printed")
    ]
    assert sorted(refuted) == [
        "Lemma 9 as stated in equation (33)",
        "Theorem 3 as printed",
        "Theorem 4 as printed, J = 1",
        "Theorem 4, counted from 0 to J - 1, J = 2",
        "largest learning rate of section 3.2 as printed",
        "p_0 of k-async by Lemma 8",
    ]
