"""The error bounds as formulas: against numbers computed by hand, lookup, LaTeX, pickling."""

from __future__ import annotations

import pickle
import subprocess
import sys
from math import ceil, exp, isclose, log
from random import Random

import pytest
import sympy

from runtime_theory.convergence import comparison, freshness, printed, variable_rate
from runtime_theory.convergence.registry import QUANTITIES, formula_for
from runtime_theory.convergence.terms import Analysis
from runtime_theory.schemes import KBatchAsync, KSync

CASES = [(stale, sharp) for stale in (False, True) for sharp in (False, True)]


def values(seed):
    random = Random(seed)
    found = {name: random.uniform(0.2, 2) for name in ("L", "sigma2", "M_G")}
    found |= {"K": random.randint(1, 8), "m": random.randint(1, 64), "J": random.randint(1, 200)}
    found |= {"c": found["L"] * random.uniform(0.05, 1), "gap": random.uniform(1, 9)}
    found |= {"gamma": random.uniform(0, 0.9), "p0": random.uniform(0, 1)}
    largest = 1 / (2 * found["L"] * (found["M_G"] / (found["K"] * found["m"]) + 1))
    return found | {"eta": largest * random.uniform(0.1, 1)}


def by_hand(v, *, stale, sharp):
    """The bounds in plain floats, from the text of the theorems."""
    growth = v["M_G"] / (v["K"] * v["m"]) + 1
    share = 1.0
    if stale:
        kept = 1 - v["eta"] * v["L"] * growth if sharp else 0.5
        share = 1 - v["gamma"] + v["p0"] * kept
    elif sharp:
        share = 2 - v["eta"] * v["L"] * growth
    rho = 1 - v["eta"] * v["c"] * share
    noise = v["eta"] * v["L"] * v["sigma2"] / (v["K"] * v["m"])
    floor = noise / (2 * v["c"] * share)
    factor = {(False, False): 1, (False, True): 2, (True, False): 0.5, (True, True): 1}
    return {
        "contraction": rho,
        "error_floor": floor,
        "error_bound": floor + rho ** v["J"] * (v["gap"] - floor),
        "gradient_norm_floor": noise / share,
        "gradient_norm_bound": 2 * v["gap"] / (v["eta"] * share * v["J"]) + noise / share,
        "max_learning_rate": factor[stale, sharp] / (v["L"] * growth),
    }


@pytest.mark.parametrize("stale, sharp", CASES)
@pytest.mark.parametrize("seed", range(6))
def test_numbers_by_hand(stale, sharp, seed):
    v = values(seed)
    for quantity, expected in by_hand(v, stale=stale, sharp=sharp).items():
        got = float(formula_for(stale, quantity, sharp=sharp).expr.subs(v))
        assert isclose(got, expected, rel_tol=1e-12), quantity


@pytest.mark.parametrize("stale, sharp", CASES)
@pytest.mark.parametrize("seed", range(4))
def test_iterations_reach_the_target_and_no_sooner(stale, sharp, seed):
    v = values(seed)
    expected = by_hand(v, stale=stale, sharp=sharp)
    floor, rho = expected["error_floor"], expected["contraction"]
    v["epsilon"] = floor + (v["gap"] - floor) / 37
    J = int(formula_for(stale, "iterations_to_target", sharp=sharp).expr.subs(v))
    assert ceil(log(37) / -log(rho)) == J
    bound = formula_for(stale, "error_bound", sharp=sharp).expr
    assert bound.subs(v | {"J": J}) <= v["epsilon"] < bound.subs(v | {"J": J - 1})


@pytest.mark.parametrize("quantity", QUANTITIES)
@pytest.mark.parametrize("stale", [False, True])
def test_number_of_gradients(quantity, stale):
    general = formula_for(stale, quantity).expr
    for gradients in ("P", 1, 6):
        special = formula_for(stale, quantity, gradients=gradients).expr
        number = sympy.Symbol("P") if gradients == "P" else gradients
        assert sympy.simplify(special - general.subs("K", number)) == 0


def test_gradients_of_a_scheme():
    for scheme in (KSync("P", "Q"), KBatchAsync("P", sympy.Symbol("Q"))):
        count = scheme.gradients_per_update
        formula = formula_for(scheme.stale, "error_floor", gradients=count)
        assert sympy.Symbol("Q") in formula.expr.free_symbols
        assert pickle.loads(pickle.dumps(formula)).expr == formula.expr


def test_relations_and_conditions():
    assert formula_for(False, "error_bound").relation == "<="
    assert formula_for(False, "max_learning_rate").relation == "="
    assert len(formula_for(True, "error_bound").conditions) == 2
    rate, gamma = formula_for(True, "error_floor").conditions
    v = {"L": 2, "M_G": 12, "K": 2, "m": 2, "p0": sympy.Rational(1, 2)}
    at = sympy.Rational(1, 16)
    assert rate.holds(v | {"eta": at})
    assert not rate.holds(v | {"eta": at * sympy.Rational(1001, 1000)})
    assert gamma.holds(v | {"gamma": sympy.Rational(6, 5)})  # above 1, and yet gamma' > 0
    assert not gamma.holds(v | {"gamma": sympy.Rational(5, 4)})


def test_sharper_bound_is_never_worse_under_the_old_condition():
    for seed in range(30):
        v = values(seed)
        for stale in (False, True):
            old = formula_for(stale, "contraction").expr.subs(v)
            assert formula_for(stale, "contraction", sharp=True).expr.subs(v) <= old


def test_fresh_gradients_are_the_case_without_staleness():
    stale = formula_for(True, "error_bound", sharp=True).expr.subs({"gamma": 0, "p0": 1})
    fresh = formula_for(False, "error_bound", sharp=True).expr
    assert sympy.simplify(stale - fresh) == 0


def test_async_decays_faster_iff_half_of_p0_exceeds_gamma():
    v = {"eta": 1, "c": 1, "p0": sympy.Rational(1, 2)}
    advantage = comparison.DECAY_ADVANTAGE.expr
    assert advantage.subs(v | {"gamma": sympy.Rational(1, 5)}) > 0
    assert advantage.subs(v | {"gamma": sympy.Rational(1, 4)}) == 0
    assert comparison.FLOOR_RATIO.expr.subs({"P": 8, "K": 1, "gamma": 0, "p0": 0}) == 8


def test_unknown_quantity():
    with pytest.raises(ValueError, match="quantity must be one of error_bound, "):
        formula_for(False, "bound")


class TestFreshness:
    def test_k_batch_async_is_a_mean_over_slots(self):
        for P, K in ((8, 4), (3, 7), (1, 5)):
            slots = [1 - (1 - 1 / P) ** i for i in range(1, K + 1)]
            got = float(freshness.EXPONENTIAL_K_BATCH_ASYNC.expr.subs({"P": P, "K": K}))
            assert isclose(got, sum(slots) / K, rel_tol=1e-12)

    def test_agrees_with_async_for_one_gradient(self):
        for formula in (freshness.EXPONENTIAL_K_ASYNC, freshness.EXPONENTIAL_K_BATCH_ASYNC):
            assert sympy.simplify(formula.expr.subs("K", 1) - 1 / sympy.Symbol("P")) == 0

    def test_shifted_exponential_is_positive_and_below_the_long_run_share(self):
        """The long-run share of fresh gradients is (1/P)(1 + mu Delta)^-(P-1)."""
        for P, mu, Delta in ((8, 1, 1), (2, 3, 0.1)):
            p0 = float(
                freshness.SHIFTED_EXPONENTIAL_ASYNC.expr.subs({"P": P, "mu": mu, "Delta": Delta})
            )
            assert isclose(p0, exp(-(P - 1) * mu * Delta) / P, rel_tol=1e-12)
            assert 0 < p0 < (1 + mu * Delta) ** -(P - 1) / P

    def test_worst_past_of_shifted_exponential_by_simulation(self):
        random = Random(1803)
        P, Delta, count = 3, 0.4, 40_000
        ages = ((0.4, 2.0), (0.1, 0.3))  # past the shift, and not
        shares = []
        for pair in ages:
            fresh = 0
            for _ in range(count):
                others = [max(Delta - age, 0) + random.expovariate(1) for age in pair]
                fresh += Delta + random.expovariate(1) < min(others)
            shares.append(fresh / count)
        expected = exp(-(P - 1) * Delta) / P
        assert shares[0] == pytest.approx(expected, abs=4 * (expected / count) ** 0.5)
        assert shares[1] > shares[0]


def test_variable_rate_by_hand():
    v = {"p0": 0.25, "eta_max": 0.3, "c": 0.4, "L": 1.5, "M_G": 2, "m": 5, "C": 0.01}
    v |= {"sigma2": 3, "gap": 2, "J": 7}
    rho = 1 - 0.25 * 0.3 * 0.4 * (2 - 1.5 * 0.3 * (2 / 5 + 1))
    added = 0.75 * 1.5**2 * 0.01 / 2 + 1.5 * 0.3**2 * 3 / 10
    error = 2.0
    for _ in range(7):
        error = rho * error + added
    assert isclose(float(variable_rate.ERROR_BOUND.expr.subs(v)), error, rel_tol=1e-12)
    assert isclose(float(variable_rate.FLOOR.expr.subs(v)), added / (1 - rho), rel_tol=1e-12)


def test_theorem_4_for_a_constant_rate_is_geometric():
    v = {"c": 0.5, "p0": 0.5, "L": 1, "C": 0.01, "m": 2, "sigma2": 1, "gap": 3}
    rates = {sympy.Symbol(f"eta_{j}"): 0.2 for j in range(3)}
    error = 3.0
    for _ in range(3):
        error = (1 - 0.2 * 1.25 * 0.5) * error + 0.2**2 / 4 + 0.005
    formula = printed.written_out(printed.THEOREM_4_COUNTED, 3)
    assert isclose(float(formula.expr.subs(rates).subs(v)), error, rel_tol=1e-12)


def test_latex_is_the_papers():
    sync = formula_for(False, "error_floor").latex
    assert sync.endswith(r"\frac{\eta L \sigma^{2}}{2 c K m}")
    assert r"\gamma" in formula_for(True, "error_floor").latex


@pytest.mark.parametrize("quantity", QUANTITIES)
def test_pickles(quantity):
    formula = formula_for(True, quantity, gradients=1)
    assert pickle.loads(pickle.dumps(formula)).expr == formula.expr


def test_import_does_not_import_sympy():
    modules = "bounds, comparison, freshness, lemmas, printed, registry, variable_rate"
    code = f"from runtime_theory.convergence import {modules}; import sys; "
    code += "sys.exit('sympy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_analyses_know_whether_they_are_stale():
    assert [a.stale for a in Analysis] == [False, True, False, True]
