"""Every theorem about error bounds is replayed, and its claims are perturbed."""

from __future__ import annotations

from dataclasses import replace

import pytest
import sympy
from theorems_convergence.convergence_catalogue import THEOREMS

BOUNDS = tuple(n for n in THEOREMS if n.endswith(("-error", "-gradients", "-sharp")))
BOUNDS = tuple(n for n in BOUNDS if "variable" not in n and n != "decay-sharp")


def test_there_is_a_theorem_for_every_scheme_and_slip():
    kinds = ("sync", "k-sync", "async", "k-async")
    wanted = {f"{kind}-error" for kind in kinds} | {f"{kind}-gradients" for kind in kinds}
    wanted |= {"k-async-error-sharp", "variable-rate-error", "variable-rate-gradients", "decay"}
    wanted |= {"largest-learning-rate", "lemma-9", "theorem-4", "p0-k-async", "floors"}
    assert wanted <= set(THEOREMS)


@pytest.mark.parametrize("name", THEOREMS)
def test_says_where_it_is_attained(name):
    for index, claim in enumerate(THEOREMS[name].claims):
        attained = [w for w in THEOREMS[name].points if w.claim == index and w.sharp]
        assert not claim.sharp or attained


def _loosened(theorem, factor):
    """The theorem with its largest learning rate times a factor."""
    for index, claim in enumerate(theorem.claims):
        rate, *others = claim.formula.conditions
        wider = rate.replaced("right", rate.right() * factor)
        formula = replace(claim.formula, conditions=(wider, *others))
        theorem = theorem.replaced(index, formula)
    return theorem


@pytest.mark.parametrize("name", BOUNDS)
def test_proof_and_witness_refuse_a_rate_a_thousandth_too_large(name):
    theorem = _loosened(THEOREMS[name], sympy.Rational(1002, 1000))
    assert not all(step.check().ok for step in theorem.steps)
    assert not theorem.verify().ok
    formula = theorem.formulas[0]
    wrong = [w for w in theorem.points if w.claim == 0 and w.admits(formula)]
    assert any(not w.agrees(formula) for w in wrong)


@pytest.mark.parametrize("name", THEOREMS)
def test_reads_like_a_theorem(name):
    text = THEOREMS[name].latex
    assert text.startswith(r"\begin{theorem}[")
    assert text.count("$") % 2 == 0
    assert text.count("{") == text.count("}")
    for word in ("sigma2", "M_{G}", "p_{0}", "stale2", "grad2", "drift2", "eta_max"):
        assert word not in text


@pytest.mark.parametrize("name", THEOREMS)
def test_no_display_says_that_something_is_itself(name):
    for step in THEOREMS[name].steps:
        left, equals, right = step.latex.partition(" = ")
        assert not equals or left.strip() != right.strip()


@pytest.mark.parametrize("name", [n for n in THEOREMS if n.startswith(("async-", "k-async-"))])
def test_attained_only_where_cauchy_schwarz_allows_it(name):
    """|a - b|^2 = gamma |a|^2 and |b|^2 = p_0 |a|^2 at once: the words of the claim say so."""
    theorem = THEOREMS[name]
    assert all(r"(1 - \sqrt{p_0})^2 \le \gamma" in claim.sharp for claim in theorem.claims)
    points = [w.point for w in theorem.points if w.sharp and w.point["gap"] != 0]
    assert points
    for point in points:
        root = sympy.sqrt(point["p0"])
        assert (1 - root) ** 2 <= point["gamma"]
        assert point["gamma"] <= (1 + root) ** 2


def test_theorem_4_says_after_how_many_updates():
    theorem = THEOREMS["theorem-4"]
    assert theorem.formulas[0].latex_lhs == r"\mathbb{E}[F(w_2)] - F^*"
    assert "w_J" not in theorem.latex
    assert [str(c.left()) for c in theorem.formulas[0].conditions] == ["eta_0", "eta_1"]


def test_largest_rate_is_half_of_what_the_sharpened_theorem_allows():
    largest = THEOREMS["largest-learning-rate"].formulas[0].expr
    sharpened = THEOREMS["k-async-error-sharp"].formulas[0].conditions[0].right()
    assert sympy.simplify(sharpened / largest) == 2
