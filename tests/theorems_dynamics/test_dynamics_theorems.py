"""Theorems on quadratic dynamics and AdaSync: replayed, mutated, and their witnesses witnessed."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from importlib import import_module

import pytest
import sympy
from convergence.quadratic_copies import enumerated_second_moments

from runtime_theory.theorems.dynamics.adasync_witnesses import integer_witnesses
from runtime_theory.theorems.dynamics.copies import Copies
from runtime_theory.theorems.dynamics.witnesses import CASES

MODULES = [
    "updates",
    "long_run",
    "stability",
    "sync_kinds",
    "k_batch_update",
    "k_batch_long_run",
    "transient",
    "adasync",
    "adasync_stale",
]


def _theorems():
    for name in MODULES:
        module = import_module(f"runtime_theory.theorems.dynamics.{name}")
        yield from getattr(module, "THEOREMS", ()) or (module.THEOREM,)


THEOREMS = {theorem.name: theorem for theorem in _theorems()}


@pytest.mark.parametrize("name", sorted(THEOREMS))
def test_latex_is_a_theorem_with_its_proof(name):
    text = THEOREMS[name].latex
    for part in (r"\begin{theorem}", r"\end{theorem}", r"\begin{proof}", r"\end{proof}"):
        assert text.count(part) == 1
    for name in ("s2", "sigma2", "E_X", "eta_crit", "order_mean", "**"):
        assert name not in text  # names of the program, not of the paper
    assert text.count("$") % 2 == 0
    assert text.count("{") == text.count("}")


def test_every_claim_is_a_formula_of_the_layer_below():
    for theorem in THEOREMS.values():
        for formula in theorem.formulas:
            function = getattr(formula.expression, "func", formula.expression)
            assert function.__module__.startswith("runtime_theory.convergence.")


# ------------------------------------------------------------------- the witnesses themselves


@pytest.mark.parametrize(
    "scheme,P,K,J",
    [("k-async", 3, 1, 3), ("k-async", 3, 2, 2), ("k-batch-async", 2, 2, 2), ("k-sync", 3, 2, 2)],
)
def test_copies_are_the_enumeration_of_the_process(scheme, P, K, J):
    eta, a, s, root_M, w0 = Fraction(2, 7), Fraction(3, 4), Fraction(5, 3), Fraction(1, 2), 3
    case = Copies(scheme, P, K, eta, a, s * s, root_M**2)
    paths = enumerated_second_moments(
        scheme, P, K, J, w0=Fraction(w0), eta=eta, a=a, s=s, root_M=root_M
    )
    for j, expected in enumerate(paths):
        assert case.after(Fraction(w0 * w0), j)[0][0] == expected[0]
        if scheme != "k-sync":
            assert case.after(Fraction(w0 * w0), j)[0][1] == expected[1]


@pytest.mark.parametrize("case", [cases[1] for cases in CASES.values()], ids=lambda c: c.scheme)
def test_copies_know_where_they_are_stable(case):
    below, above = case.critical(Fraction(1, 1000))
    stable, unstable = replace(case, eta=below), replace(case, eta=above)
    assert stable.long_run is not None
    assert unstable.long_run is None
    kept = stable.long_run
    assert stable.update(kept) == kept
    slow = replace(case, eta=below / 3)
    assert float(slow.after(Fraction(4), 60)[0][0]) == pytest.approx(
        float(slow.long_run[0][0]), rel=0.05
    )
    assert unstable.after(Fraction(4), 3)[0][0] > 0


def test_best_whole_numbers_are_tied_where_they_should_be():
    for scheme in ("k-sync", "k-batch-async"):
        truths = [witness.truth for witness in integer_witnesses(scheme)]
        assert truths[:6] == [1, 2, 2, 6, 5, 5]
        assert truths[6:] == truths[:6]


def test_limits_of_gamma_are_tried_where_gamma_and_where_stability_ends():
    for scheme in ("async", "k-async", "k-batch-async"):
        theorem = THEOREMS[f"quadratic-{scheme}-gamma-limit"]
        ends = [isinstance(witness.truth, tuple) for witness in theorem.points]
        assert ends.count(True) == 2
        assert ends.count(False) >= 2


def test_what_a_theorem_takes_for_granted_is_printed():
    for name, text in (
        ("quadratic-k-async-update", r"1 \le K \le P"),
        ("quadratic-k-async-long-run", r"1 \le K \le P"),
        ("quadratic-k-async-stability", r"1 \le K \le P"),
        ("quadratic-sync-path", r"\ne 1"),
        ("adasync-k-sync-integer", r"\sigma^2 > 0"),
        ("adasync-k-sync-stationary", "0 < K < P"),
        ("adasync-k-sync-practical", "0 < K < P"),
    ):
        assert text in " ".join(THEOREMS[name].assumptions)
    assert "Krein and Rutman (1948)" in THEOREMS["quadratic-k-batch-async-stability"].latex


# --------------------------------------------------------------- proofs that must not go through


def rates_of(limit):
    """Of 1/max(f, 1/eta_crit): f and 1/eta_crit."""
    (largest,) = limit.atoms(sympy.Max)
    return sorted(largest.args, key=lambda rate: rate.has(sympy.Symbol("M")))


@pytest.mark.parametrize(
    "name,claim,change",
    [
        ("quadratic-async-stability", 0, lambda e: -1 / e),
        ("quadratic-async-stability", 0, lambda e: e.subs({"M": 0})),
        ("quadratic-k-async-stability", 0, lambda e: e + sympy.Symbol("P") / 10**9),
        ("quadratic-k-batch-async-stability", 0, lambda e: e.subs({"h": 0})),
        ("quadratic-k-batch-async-long-run", 2, lambda e: e + 1),
        ("quadratic-sync-path", 0, lambda e: e * (1 + sympy.Symbol("J") / 10**9)),
        ("adasync-k-sync-integer", 0, lambda e: sympy.floor(e.args[0]) + 1),
        ("adasync-k-sync-stationary", 0, lambda e: -e),
        ("quadratic-async-gamma-limit", 0, lambda e: 1 / rates_of(e)[0]),
        ("quadratic-k-async-gamma-limit", 0, lambda e: 1 / rates_of(e)[0]),
        ("quadratic-k-batch-async-gamma-limit", 0, lambda e: 1 / rates_of(e)[0]),
        ("quadratic-k-async-gamma-limit", 0, lambda e: 1 / rates_of(e)[1]),
        ("quadratic-k-async-gamma-limit", 0, lambda e: 1 / sum(rates_of(e))),
        ("async-gamma-exceeds-one", 0, lambda e: e - sympy.Rational(1, 10**9)),
    ],
)
def test_false_statements_are_not_proved(name, claim, change):
    theorem = THEOREMS[name]
    formula = theorem.formulas[claim]
    wrong = theorem.replaced(claim, formula.replaced(change(formula.expr)))
    assert not wrong.verify().ok
    silent = replace(wrong, witnesses=tuple)
    assert not silent.verify().ok  # by the proof alone
