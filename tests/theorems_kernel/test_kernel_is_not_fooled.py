"""Wrong statements, each built to slip through one gap of a kind that was found and closed."""

from __future__ import annotations

from functools import partial

import pytest
import sympy

from runtime_theory.formulas import Formula
from runtime_theory.formulas.picklable import constant
from runtime_theory.references import DUTTA2018
from runtime_theory.theorems.kernel.analysis import DefiniteIntegral, SignFromLimit
from runtime_theory.theorems.kernel.conclusion import Conclusion
from runtime_theory.theorems.kernel.domain import Domain
from runtime_theory.theorems.kernel.induction import InductiveBound
from runtime_theory.theorems.kernel.step import Identity, Inequality
from runtime_theory.theorems.kernel.theorem import Claim, Theorem
from runtime_theory.theorems.kernel.witness import Witness

P = sympy.Symbol("P")


def formula(expression, relation="="):
    return Formula("claim", partial(constant, sympy.sympify(expression)), "x", relation=relation)


def theorem(*claims, prove, witnesses=()):
    return Theorem(
        "test", "Test", (), tuple(map(Claim, claims)), prove, DUTTA2018, "", lambda: witnesses
    )


def failures(statement):
    return [str(outcome) for outcome in statement.verify().failures]


class TestProofOfSomethingElse:
    def test_of_another_identity(self):
        domain = Domain(counts="P")
        wrong = theorem(
            formula(7),
            prove=lambda claim: (Identity("True.", domain["P"], domain["P"], domain),),
            witnesses=(Witness("m", {}, 7),),
        )
        assert any("goes through for twice the expression" in line for line in failures(wrong))

    def test_that_concludes_whatever_is_claimed(self):
        domain = Domain(counts="P")
        wrong = theorem(
            formula(P + 7),
            prove=lambda claim: (Conclusion("So.", claim, claim.expr, domain),),
            witnesses=(Witness("m", {"P": 1}, 8),),
        )
        assert any("the proof is about claim" in line for line in failures(wrong))

    def test_of_only_one_of_two_claims(self):
        domain = Domain(counts="P")
        wrong = theorem(
            formula(P),
            formula(3, "<="),
            prove=lambda first, second: (Conclusion("So.", first, P, domain),),
            witnesses=(Witness("m", {"P": 1}, 1), Witness("m", {}, 2, claim=1)),
        )
        assert len(failures(wrong)) == 1

    def test_of_the_opposite_inequality(self):
        one = Domain(counts="P", facts=("P - 1",))
        wrong = theorem(
            formula(P, ">="),
            prove=lambda claim: (Inequality("Yes.", 1, claim.expr, one, (one["P"] - 1,)),),
            witnesses=(Witness("m", {"P": 1}, 1),),
        )
        assert any("the reversed relation" in line for line in failures(wrong))

    def test_without_a_witness(self):
        domain = Domain(counts="P")
        bare = theorem(formula(P), prove=lambda claim: (Conclusion("So.", claim, P, domain),))
        assert failures(bare) == ["FAILED: witness for claim (there is none)"]


def test_what_a_proof_takes_for_granted_is_printed():
    domain = Domain(positive="L c", facts=("L - 2*c",))
    L, c = domain["L c"]
    hidden = theorem(
        formula("2*c", ">="),
        prove=lambda claim: (
            Inequality("Given.", 2 * c, L, domain, (L - 2 * c,)),
            Conclusion("So.", claim, 2 * c, domain, ">="),
        ),
        witnesses=(Witness("m", {"c": 1}, 2),),
    )
    assert hidden.facts == (sympy.Symbol("L") - 2 * sympy.Symbol("c"),)
    assert r"All this where $L - 2 c \ge 0$." in hidden.latex


class TestInductiveBound:
    def bound(self, domain, step, closed, terms=(), start=0, first=0):
        return InductiveBound("So.", "e_n", "n", start, "e", step, first, closed, domain, terms)

    def test_that_begins_before_its_certificate_holds(self):
        domain = Domain(counts="n", real="e")
        n, e = domain["n e"]
        assert not self.bound(domain, e + 3, n**2, (2 * (n - 1),)).check().ok

    def test_whose_index_is_assumed_to_be_large(self):
        domain = Domain(naturals="n", real="e", facts=("n - 1",))
        n, e = domain["n e"]
        outcome = self.bound(domain, e + 3, n**2, (2 * (n - 1),)).check()
        assert "nothing but a sign may be assumed of the index" in outcome.detail

    @pytest.mark.parametrize("jump", ["-1/e", "Piecewise((5, e < 0), (0, True))", "e**3"])
    def test_whose_map_is_not_affine(self, jump):
        domain = Domain(naturals="n", real="e")
        n, e = domain["n e"]
        step = sympy.sympify(jump, locals={"e": e})
        outcome = self.bound(domain, step, (-1) ** n, first=1).check()
        assert not outcome.ok

    def test_right_ones_pass(self):
        domain = Domain(naturals="n", nonnegative="e")
        n, e = domain["n e"]
        assert self.bound(domain, e + 1, n).check().ok
        assert self.bound(domain, e / 2 + 1, 2 - 2 * 2 ** (-n)).check().ok


def test_sign_of_an_expression_with_a_pole():
    domain = Domain(positive="x")
    x = domain["x"]
    g = 1 / (x - sympy.Rational(1, 1000)) + 1 / (10**6 * x)
    terms = (1 / (x - sympy.Rational(1, 1000)) ** 2, 1 / (10**6 * x**2))
    outcome = SignFromLimit("No.", g, "x", terms, domain).check()
    assert "may have a pole" in outcome.detail


def test_integral_over_a_pole_however_small():
    domain = Domain(positive="x a")
    x, a = domain["x a"]
    tiny = sympy.Rational(1, 10**12)
    step = DefiniteIntegral(
        "No.", "", tiny / (x - a) ** 2, -tiny / (x - a), "x", 0, sympy.oo, -tiny / a, domain
    )
    assert not step.check().ok


def test_certificate_that_has_no_value_at_an_end():
    domain = Domain(real="x", facts=("x - 1",))
    x = domain["x"]
    assert not Inequality("No.", 0, 1 / (x - 1), domain, (1 / (x - 1),)).check().ok
    assert Inequality("Yes.", 0, 1 / x, domain, (1 / x,)).check().ok


def test_facts_that_contradict_each_other():
    domain = Domain(real="x", facts=("x - 1", "-x"))
    assert not Identity("Anything.", domain["x"], domain["x"], domain).check().ok
