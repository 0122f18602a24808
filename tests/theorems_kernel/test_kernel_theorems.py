"""Theorems and challenges: what passes, what fails, and what becomes of mutants."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

import pytest
import sympy
from sympy import Integer, symbols

from runtime_theory.formulas import Condition, Formula
from runtime_theory.formulas.picklable import constant
from runtime_theory.references import DUTTA2018
from runtime_theory.theorems.kernel.challenge import challenge
from runtime_theory.theorems.kernel.conclusion import Conclusion
from runtime_theory.theorems.kernel.domain import Domain
from runtime_theory.theorems.kernel.induction import Induction
from runtime_theory.theorems.kernel.mutation import Fate
from runtime_theory.theorems.kernel.outcome import Status
from runtime_theory.theorems.kernel.step import Axiom, Inequality, Step
from runtime_theory.theorems.kernel.theorem import Claim, Theorem
from runtime_theory.theorems.kernel.witness import Witness

K, P = symbols("K P")
D = Domain(counts="P K")
ONE = Condition(partial(constant, P), ">=", partial(constant, Integer(1)))


def formula(expression: Any, relation: str, *conditions: Condition) -> Formula:
    return Formula("sum", partial(constant, expression), "S_P", None, relation, conditions)


TRIANGLE = formula(P * (P + 1) / 2, "=")
SQUARE = formula(P**2, "<=", ONE)


def prove_triangle(claim: Formula) -> tuple[Step, ...]:
    p = D["P"]
    return (Induction("By induction.", "S_P", "P", 1, 1, p + 1, claim.expr, Domain(counts="P")),)


def prove_square(claim: Formula) -> tuple[Step, ...]:
    domain = Domain(counts="P", facts=("P - 1",))
    p = domain["P"]
    bound = Inequality("Since P >= 1.", p * (p + 1) / 2, p**2, domain, (p * (p - 1) / 2,))
    return (bound, Conclusion("So.", claim, p**2, domain, "<=", (ONE,)))


def sums(*points: int, sharp: bool = True) -> tuple[Witness, ...]:
    return tuple(Witness("added", {"P": p}, sum(range(p + 1)), sharp=sharp) for p in points)


def squares() -> tuple[Witness, ...]:
    # The sum to -2 is 1, as far as (P + 1) P/2 says; and to 0 it is below 1/3 of nothing.
    return (
        *sums(1),
        *sums(2, 3, sharp=False),
        Witness("outside", {"P": sympy.Rational(1, 2)}, sympy.Rational(3, 8)),
        Witness("outside", {"P": -3}, 10),
    )


def theorem(
    claim: Formula, prove: Callable[..., tuple[Step, ...]], witnesses: Any, sharp: str = ""
) -> Theorem:
    claims = (Claim(claim, sharp),)
    return Theorem("t", "Title", ("Let it be.",), claims, prove, DUTTA2018, "", witnesses, "")


def good() -> Theorem:
    return theorem(TRIANGLE, prove_triangle, partial(sums, 1, 2, 4))


def test_a_good_theorem_passes() -> None:
    report = good().verify()
    assert report.ok
    assert [step.status for step in report.steps] == [Status.CHECKED] * 5
    outcome = challenge(good())
    assert outcome.ok
    assert outcome.count(Fate.FALSE) == len(outcome.mutants) > 8


def test_a_good_inequality_passes_with_its_condition() -> None:
    found = theorem(SQUARE, prove_square, squares, "at P = 1")
    assert found.verify().ok, found.verify()
    outcome = challenge(found)
    assert not outcome.accepted
    assert outcome.count(Fate.FALSE)
    assert outcome.count(Fate.WEAKER)


def test_no_steps_no_proof() -> None:
    report = theorem(TRIANGLE, lambda claim: (), partial(sums, 1)).verify()
    assert not report.ok
    assert "no steps" in str(report)


def test_assuming_it_is_no_proof() -> None:
    report = theorem(TRIANGLE, lambda claim: (Axiom("It is so."),), partial(sums, 1)).verify()
    assert not report.ok
    assert "nothing in it is checked" in str(report)


def test_a_proof_that_cannot_be_written_down_fails() -> None:
    def prove(claim: Formula) -> tuple[Step, ...]:
        raise ZeroDivisionError("oops")

    report = theorem(TRIANGLE, prove, partial(sums, 1)).verify()
    assert not report.ok
    assert "cannot be written down: ZeroDivisionError" in str(report)


def test_a_wrong_claim_fails_in_proof_and_witnesses() -> None:
    wrong = good().replaced(0, formula(P * (P + 1), "="))
    report = wrong.verify()
    assert len(report.failures) == 4


def test_a_witness_that_contradicts_fails_even_if_the_proof_passes() -> None:
    lying = theorem(TRIANGLE, prove_triangle, lambda: (Witness("lie", {"P": 2}, 4),))
    assert "contradicts" in str(lying.verify())


def test_a_sharp_witness_has_to_be_attained() -> None:
    loose = theorem(SQUARE, prove_square, lambda: sums(3), "at P = 3")
    assert "not attained" in str(loose.verify())


def test_a_witness_outside_the_conditions_must_violate() -> None:
    """Where the claim holds outside its conditions too, these are not sharp."""
    holding = (*sums(1), Witness("outside", {"P": -3}, 3))
    report = theorem(SQUARE, prove_square, lambda: holding, "at P = 1").verify()
    assert "outside the conditions, but the claim holds there too" in str(report)
    violating = (*sums(1), Witness("outside", {"P": -3}, 10))
    assert theorem(SQUARE, prove_square, lambda: violating, "at P = 1").verify().ok


def test_outside_the_conditions_a_claim_need_not_have_a_value() -> None:
    undefined = formula(1 / P, "<=", ONE)
    inside = Witness("one", {"P": 1}, 1, sharp=True)
    outside = Witness("zero", {"P": 0}, 5)
    found = theorem(undefined, lambda claim: (Conclusion("So.", claim, 1 / P, D, "<="),), None)
    assert replace(found, witnesses=lambda: (inside, outside)).verify().ok
    assert not replace(found, witnesses=lambda: (replace(outside, point={"P": 1}),)).verify().ok


def test_a_witness_that_cannot_be_evaluated_fails() -> None:
    found = theorem(TRIANGLE, prove_triangle, lambda: (Witness("none", {}, 4),))
    assert "cannot be evaluated" in str(found.verify())


# ------------------------------------------------------------------ challenges


def test_a_proof_that_ignores_its_claim_accepts_false_mutants() -> None:
    domain = Domain(counts="P")
    p = domain["P"]
    deaf = Induction("Deaf.", "S_P", "P", 1, 1, p + 1, p * (p + 1) / 2, domain)
    outcome = challenge(theorem(TRIANGLE, lambda claim: (deaf,), partial(sums, 1, 2, 4)))
    assert not outcome.ok
    assert len(outcome.accepted) == outcome.count(Fate.FALSE)


def test_without_witnesses_mutants_survive() -> None:
    outcome = challenge(theorem(TRIANGLE, prove_triangle, tuple))
    assert not outcome.ok
    assert len(outcome.survivors) == len(outcome.mutants)
    assert "survived" in str(outcome)


def test_one_witness_that_mutants_pass_is_too_few() -> None:
    """At P = 1 the square of P is P: only a further point tells."""
    assert challenge(theorem(TRIANGLE, prove_triangle, partial(sums, 1))).survivors
    assert not challenge(theorem(TRIANGLE, prove_triangle, partial(sums, 1, 2, 4))).survivors


def test_a_loose_bound_that_is_not_claimed_sharp_has_its_mutants_listed() -> None:
    outcome = challenge(theorem(SQUARE, prove_square, lambda: sums(3, sharp=False)))
    assert outcome.ok
    assert outcome.count(Fate.LISTED)
    assert not outcome.survivors


def test_a_condition_that_is_narrower_is_weaker() -> None:
    outcome = challenge(theorem(SQUARE, prove_square, squares, "at P = 1"))
    narrower = [
        m for m in outcome.mutants if str(m.formula.conditions[:1]) and "for P >= 2" in m.text
    ]
    assert [m.fate for m in narrower] == [Fate.WEAKER]


def test_a_dropped_condition_is_false_where_a_witness_outside_violates() -> None:
    outcome = challenge(theorem(SQUARE, prove_square, squares, "at P = 1"))
    dropped = [m for m in outcome.mutants if "without" in m.text]
    assert [(m.fate, m.proved) for m in dropped] == [(Fate.FALSE, False)]


def test_conditions_that_admit_the_same_whole_numbers_are_the_same() -> None:
    found = theorem(SQUARE, prove_square, lambda: (*sums(1), Witness("none", {"P": 0}, 7)), "1")
    surviving = {m.text for m in challenge(found).survivors}
    assert "sum for P >= 1/2" in surviving
    assert "sum for P**2 >= 1" in surviving
    counted = {m.text for m in challenge(replace(found, counts="P")).mutants}
    assert not {"sum for P >= 1/2", "sum for P**2 >= 1"} & counted
    assert "sum for P >= 2" in counted


def test_what_grows_alike_is_the_same_asymptotic_claim() -> None:
    """P + 1 says of the growth what P says; P^2 and 2 P do not."""
    claim = formula(P * sympy.log(P), "~")
    near = Witness("in the limit", {"P": 10**6}, (13 * 10**6, 14 * 10**6), sharp=True, within=10**6)
    proof = (Conclusion("So.", claim, D["P"] * sympy.log(D["P"]), D, "~"),)
    outcome = challenge(
        theorem(claim, lambda mutant: (replace(proof[0], claim=mutant),), lambda: (near,))
    )
    texts = {m.text for m in outcome.mutants}
    assert outcome.ok, outcome
    assert not {"sum: (P + 1)*log(P)", "sum: P*log(P + 1)"} & texts
    assert {"sum: P**2*log(P)", "sum: 2*P*log(P)"} <= texts


@pytest.mark.parametrize("relation", ["=", ">=", "<"])
def test_a_conclusion_insists_on_the_relation(relation: str) -> None:
    claim = formula(P**2, relation)
    assert not Conclusion("So.", claim, P**2, D, "<=").check().ok
    assert Conclusion("So.", claim, P**2, D, relation).check().ok


def test_a_conclusion_insists_on_the_conditions() -> None:
    free = formula(P**2, "<=")
    assert not Conclusion("So.", free, P**2, D, "<=", (ONE,)).check().ok
    other = Condition(partial(constant, P), ">=", partial(constant, Integer(2)))
    assert not Conclusion("So.", formula(P**2, "<=", other), P**2, D, "<=", (ONE,)).check().ok
    turned = Condition(partial(constant, 1 - P), "<=", partial(constant, Integer(0)))
    assert Conclusion("So.", formula(P**2, "<=", turned), P**2, D, "<=", (ONE,)).check().ok


@pytest.mark.parametrize("wrong", [P**2 + 1, P**3, 2 * P**2, P**2 + K, -(P**2)])
def test_a_conclusion_insists_on_the_expression(wrong: Any) -> None:
    assert not Conclusion("So.", formula(wrong, "="), P**2, D).check().ok


def test_the_theorem_reads_like_one() -> None:
    text = theorem(SQUARE, prove_square, squares, "at $P = 1$").latex
    for part in (
        r"\begin{theorem}[Title; Dutta",
        "Let it be.",
        "Attained: at $P = 1$.",
        r"\textbf{2.}",
    ):
        assert part in text
    assert text.count(r"\begin") == text.count(r"\end")
