"""Every theorem on times and staleness: replayed, challenged, read, and compared with numbers."""

import math
import re
from dataclasses import replace
from fractions import Fraction

import pytest
from scipy import stats

import runtime_theory as rt
from runtime_theory.formulas import Formula
from runtime_theory.theorems.catalogue import theorems_of
from runtime_theory.theorems.kernel.conclusion import Conclusion
from runtime_theory.theorems.kernel.refutation import Refuted
from runtime_theory.theorems.runtime.claims import fact, of, stated
from runtime_theory.timing import horizon
from runtime_theory.timing.facts import Scope
from runtime_theory.timing.registry import TIMINGS

THEOREMS = theorems_of("runtime")
each = pytest.mark.parametrize("name", THEOREMS)


@each
def test_every_claim_has_witnesses_inside_its_conditions(name):
    theorem = THEOREMS[name]
    for index, claim in enumerate(theorem.claims):
        points = [w for w in theorem.points if w.claim == index and w.admits(claim.formula)]
        assert points
        assert any(w.sharp for w in points) == claim.claimed_sharp
        if claim.formula.relation in ("<=", "<", ">=", ">"):
            strict = [w for w in points if not replace(w, within=0).attains(claim.formula)]
            assert strict or "for $K = 1$" in claim.sharp or "deterministic" in claim.sharp


@each
def test_every_claim_that_has_conditions_has_a_witness_outside_them(name):
    theorem = THEOREMS[name]
    for index, claim in enumerate(theorem.claims):
        points = [w for w in theorem.points if w.claim == index]
        for condition in claim.formula.conditions:
            assert any(not condition.holds(w.point) for w in points), str(condition)


@each
def test_it_reads_like_a_paper(name):
    theorem = THEOREMS[name]
    text = theorem.latex
    assert text.count("{") == text.count("}")
    assert text.count("$") % 2 == 0
    assert re.search(r"\\begin\{theorem\}\[.+; .+\(\d{4}\)", text)
    for step in theorem.steps:
        left, _, right = step.latex.partition(" = ")
        assert left != right or not left, f"says nothing: {step.latex}"
        assert step.text[0] not in " .,"
    assert "{'" not in text  # a sentence that was not filled in
    assert not re.search(r"E_X|E_\{X|mean\{|Var_X|EulerGamma|name\{harmonic|ceiling", text)


def test_names_are_unique_and_hyphenated():
    assert len(THEOREMS) >= 40
    assert all(re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", name) for name in THEOREMS)


def test_theorems_that_a_proof_cites_exist():
    cited = re.compile(r"[Tt]heorems? ([a-z0-9]+-[a-z0-9-]+)(?: and ([a-z0-9]+-[a-z0-9-]+))?")
    for theorem in THEOREMS.values():
        for step in theorem.steps:
            for found in cited.finditer(step.text):
                assert {n for n in found.groups() if n} <= set(THEOREMS), step.text


def test_facts_of_the_schemes_are_claims():
    """Times, staleness and freshness that a scheme's file lists are proved; p0 is elsewhere."""
    claimed = {
        (formula.name, formula.expression)
        for theorem in THEOREMS.values()
        for formula in theorem.formulas
    }
    missing = {
        (scheme.__name__, f.quantity, str(f.scope))
        for scheme, timing in TIMINGS.items()
        for f in timing.facts
        if f.quantity != "p0" and (f.formula.name, f.formula.expression) not in claimed
    }
    definitions = {
        (scheme, quantity)
        for scheme in ("Sync", "KSync", "KBatchSync")
        for quantity in ("iteration_time_variance", "mean_staleness", "staleness_pmf", "freshness")
    } | {("KAsync", "iteration_time_variance")}
    left = {(s, q, scope) for s, q, scope in missing if (s, q) not in definitions}
    assert {scope for *_, scope in left} <= {str(Scope.DETERMINISTIC)}


# ------------------------------------------------------------------ claims are not copies


def test_a_fact_is_the_object_of_the_scheme():
    formula = fact(rt.KAsync, "mean_staleness", Scope.ANY)
    assert any(f.formula is formula for f in TIMINGS[rt.KAsync].facts)
    renamed = of("T", formula)
    assert renamed.expression is formula.expression


def test_a_statement_is_what_expression_answers():
    formula = stated("s", "S", rt.Async("P"), "exponential", "update_speedup")
    assert formula.expr == rt.expression(rt.Async("P"), "exponential", quantity="update_speedup")


def rejected(theorem):
    """Whether the proof fails, or cannot even be written down."""
    try:
        steps = theorem.steps
    except Exception:  # noqa: BLE001  what cannot be written down proves nothing
        return True
    return any(not step.check().ok for step in reversed(steps))


@each
@pytest.mark.parametrize("larger", [True, False])
def test_a_claim_with_a_wrong_value_fails_in_its_proof_and_at_witnesses(name, larger):
    theorem = THEOREMS[name]
    for index, formula in enumerate(theorem.formulas):
        factor = Fraction(3, 2) if larger else Fraction(2, 3)
        wrong: Formula = formula.replaced(formula.expr * factor + (1 if larger else -1))
        assert rejected(theorem.replaced(index, wrong)), formula.name
        points = [w for w in theorem.points if w.claim == index and w.admits(formula)]
        holds = all(w.agrees(wrong) for w in points)
        weaker = formula.relation in (("<", "<=") if larger else (">", ">="))
        assert holds == weaker


# ------------------------------------------------------------------ numbers


def test_ratio_of_the_exact_speed_up_to_the_printed_one():
    for P, ratio in ((8, 1.307), (1000, 1.084)):
        exact = rt.speedup(stats.expon(), P).value
        assert exact / (P * math.log(P)) == pytest.approx(ratio, abs=5e-4)


def test_finite_horizon_bounds_hold_of_a_published_simulation():
    """1 + exp(1), P = 8, K = 4, J = 50: simulated 50.650."""
    values = {"P": 8, "K": 4, "J": 50, "E_X": 2}
    low = horizon.BATCH_AT_LEAST.expr.subs(values)
    high = horizon.BATCH_WALD.expr.subs(values)
    assert low == 50 < 50.650 < high == Fraction(207, 4)


def test_bounds_on_k_async_hold_of_published_simulations():
    """(8, 4): 1 + exp(1) about 1.241, Pareto(2, 1) about 1.237."""
    for law, seen in ((stats.expon(loc=1), 1.241), (stats.pareto(2), 1.237)):
        mean = float(law.mean())
        ends = [
            float(
                fact(rt.KAsync, f"iteration_time_{side}", Scope.ANY).expr.subs(
                    {"P": 8, "K": 4, "E_X": mean}
                )
            )
            for side in ("lower", "upper")
        ]
        assert ends[0] < seen < ends[1]


def test_freshness_after_a_delay():
    """1 + exp(1), P = 8: exactly 1/1024."""
    formula = fact(rt.Async, "freshness", Scope.SHIFTED_EXPONENTIAL)
    assert formula.expr.subs({"P": 8, "mu": 1, "Delta": 1}) == Fraction(1, 1024)


SLIPS = {
    "corollary-1": 1,
    "theorem-2": 1,
    "lemma-4": 2,
    "gamma-new-better-than-used": 1,
}


@pytest.mark.parametrize("name", SLIPS)
def test_slips_of_the_paper_are_refuted_by_numbers(name):
    steps = [step for step in THEOREMS[name].steps if isinstance(step, Refuted)]
    assert len(steps) == SLIPS[name]
    for step in steps:
        assert step.check().ok
        low, high = step.witness.ends
        right = Refuted(step.text, step.printed.replaced(low), step.witness)
        assert low == high
        assert not right.check().ok  # a printed formula that is right there is not refuted


def test_gamma_of_shape_one_half_gets_newer():
    law = stats.gamma(0.5)
    assert law.sf(2) > law.sf(1) ** 2
    assert stats.gamma(2).sf(2) < stats.gamma(2).sf(1) ** 2


def test_conclusions_name_the_claims():
    """All claims are tied to a proof: dropping one fails nothing only if it is not there."""
    for theorem in THEOREMS.values():
        tied = {s.claim.name for s in theorem.steps if isinstance(s, Conclusion)}
        others = {f.name for f in theorem.formulas} - tied
        for name in others:  # an induction or a rule on the claim's own expression
            index = [f.name for f in theorem.formulas].index(name)
            wrong = theorem.formulas[index].replaced(theorem.formulas[index].expr + 1)
            steps = theorem.replaced(index, wrong).steps
            assert not all(step.check().ok for step in steps), (theorem.name, name)
