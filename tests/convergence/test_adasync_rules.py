"""AdaSync's rules for K: where u' = 0, the exact integer minimisers, and published values."""

from __future__ import annotations

import pickle

import mpmath
import numpy as np
import pytest
import sympy

from runtime_theory.convergence.adasync import (
    FORMS,
    exact_condition_for,
    objective_for,
    rule_for,
    theta_for,
)

DISTINCT = ["k-sync", "k-async"]
ANY = ["k-batch-sync", "k-batch-async"]

#: L, eta, sigma2, t, m, F_t and the mean time: generic, and such that K is small, middling, large
PROBLEMS = [
    {"L": 1.3, "eta": 0.07, "sigma2": 2.5, "t": 1.0, "m": 4, "F_t": 0.8, "mean": 0.6},
    {"L": 1.3, "eta": 0.11, "sigma2": 25.0, "t": 40.0, "m": 2, "F_t": 0.31, "mean": 0.6},
    {"L": 0.4, "eta": 0.9, "sigma2": 70.0, "t": 100.0, "m": 1, "F_t": 0.02, "mean": 1.7},
]


def bound(K, time, problem):
    """u(K) in floats, from its definition: optimisation term and noise term."""
    optimisation = 2 * problem["F_t"] * time / (problem["eta"] * problem["t"])
    noise = problem["L"] * problem["eta"] * problem["sigma2"] / (K * problem["m"])
    return optimisation + noise


def point(problem, **more):
    values = {name: value for name, value in problem.items() if name != "mean"}
    return values | {"mu": 1 / problem["mean"], "E_X": problem["mean"]} | more


def slowest_mean(K, P, problem):
    """E[X_{K:P}] of exponential times, a sum of mean spacings."""
    return problem["mean"] * sum(1 / i for i in range(P - K + 1, P + 1))


@pytest.mark.parametrize("problem", PROBLEMS)
@pytest.mark.parametrize("P", [1, 2, 3, 8, 40])
@pytest.mark.parametrize("scheme", DISTINCT)
def test_integer_rule_is_the_argmin_where_learners_are_counted(scheme, P, problem):
    values = [bound(K, slowest_mean(K, P, problem), problem) for K in range(1, P + 1)]
    rule = rule_for(scheme, form="integer").expr.subs(point(problem, P=P))
    assert int(rule) == 1 + int(np.argmin(values))
    condition = exact_condition_for(scheme)
    meeting = [K for K in range(1, P) if condition.holds(point(problem, P=P, K=K))]
    assert int(rule) == min(meeting, default=P)


@pytest.mark.parametrize("problem", PROBLEMS)
@pytest.mark.parametrize("P", [1, 2, 3, 8, 40])
@pytest.mark.parametrize("scheme", ANY)
def test_integer_rule_is_the_argmin_where_mini_batches_are_counted(scheme, P, problem):
    values = [bound(K, K * problem["mean"] / P, problem) for K in range(1, 4000)]
    rule = rule_for(scheme, form="integer").expr.subs(point(problem, P=P))
    assert int(rule) == 1 + int(np.argmin(values))
    condition = exact_condition_for(scheme)
    assert condition.holds(point(problem, P=P, K=rule))
    assert rule == 1 or not condition.holds(point(problem, P=P, K=rule - 1))


@pytest.mark.parametrize("scheme", DISTINCT + ANY)
def test_ties_go_to_the_smaller_number(scheme):
    """Where u(K) = u(K+1), as at theta = K (K+1)/(P-K), the least minimiser is K."""
    for P in (3, 8):
        for K in range(1, P):
            theta = sympy.Rational(K * (K + 1), P - K if scheme in DISTINCT else P)
            problem = {"L": 1, "eta": 1, "sigma2": 2 * theta, "t": 1, "m": 1, "F_t": 1}
            problem |= {"mu": 1, "E_X": 1, "P": P}
            assert rule_for(scheme, form="integer").expr.subs(problem) == K
            objective = objective_for(scheme, exponential=True).expr.subs(problem)
            assert objective.subs({"K": K}) == objective.subs({"K": K + 1})


@pytest.mark.parametrize("problem", PROBLEMS)
@pytest.mark.parametrize("scheme", DISTINCT + ANY)
def test_stationary_rule_is_where_the_derivative_vanishes(scheme, problem):
    P = 12

    def time(K):
        mean = problem["mean"]
        return mean * mpmath.log(P / (P - K)) if scheme in DISTINCT else mean * K / P

    rule = rule_for(scheme, form="stationary").expr.subs(point(problem, P=P))
    K = mpmath.mpf(str(rule.evalf(30)))
    step = mpmath.mpf("1e-4") * min(K, abs(P - K))  # learners: K < P
    below, here, above = (bound(K + d, time(K + d), problem) for d in (-step, 0, step))
    assert here < min(below, above)
    slope = mpmath.diff(lambda k: bound(k, time(k), problem), K)
    assert abs(slope) < 1e-9 * here / step


@pytest.mark.parametrize(
    "ratio,quadratic,root", [(4, "1.87", "2.00"), (16, "3.28", "4.00"), (64, "5.13", "8.00")]
)
def test_values_known_from_elsewhere(ratio, quadratic, root):
    start = {"P": 8, "K_0": 1, "F_0": ratio, "F_t": 1}
    for scheme in DISTINCT:
        assert f"{float(rule_for(scheme).expr.subs(start)):.2f}" == quadratic
    for scheme in ANY:
        assert f"{float(rule_for(scheme).expr.subs(start)):.2f}" == root


@pytest.mark.parametrize("scheme", DISTINCT + ANY)
def test_practical_rule_follows_the_stationary_one_from_the_start(scheme):
    """If K_0 was stationary at loss F_0, the practical K is stationary at F_t."""
    problem = PROBLEMS[1]
    rule = rule_for(scheme, form="stationary").expr
    start = float(rule.subs(point(problem, P=12)))
    later = float(rule.subs(point(problem | {"F_t": 0.07}, P=12)))
    values = {"P": 12, "K_0": start, "F_0": problem["F_t"], "F_t": 0.07}
    assert float(rule_for(scheme).expr.subs(values)) == pytest.approx(later, rel=1e-12)


def test_shift_drops_out_of_the_rule_but_not_of_the_objective():
    """A shifted exponential time adds the same to every E[X_{K:P}]."""
    problem, P, shift = PROBLEMS[1], 8, 5.0
    values = [bound(K, shift + slowest_mean(K, P, problem), problem) for K in range(1, P + 1)]
    rule = rule_for("k-sync", form="integer").expr.subs(point(problem, P=P))
    assert int(rule) == 1 + int(np.argmin(values))


def test_objective_leaves_the_law_open_or_writes_it_out():
    problem, P, K = PROBLEMS[0], 8, 3
    open_law = objective_for("k-sync").expr
    mean = slowest_mean(K, P, problem)
    filled = open_law.subs(sympy.Function("order_mean")(*sympy.symbols("K P")), mean)
    expected = bound(K, mean, problem)
    assert float(filled.subs(point(problem, P=P, K=K))) == pytest.approx(expected)
    written = objective_for("k-async", exponential=True).expr
    assert float(written.subs(point(problem, P=P, K=K))) == pytest.approx(expected)
    theta = float(theta_for("k-sync").expr.subs(point(problem)))
    assert theta == pytest.approx(1.3 * 0.07**2 * 2.5 * 1.0 / (2 * 4 * 0.8 * 0.6))


@pytest.mark.parametrize("scheme", DISTINCT + ANY)
@pytest.mark.parametrize("form", FORMS)
def test_rules_pickle_and_are_in_plain_symbols(scheme, form):
    rule = pickle.loads(pickle.dumps(rule_for(scheme, form=form)))
    assert rule.latex.startswith("K = ")
    assert all(symbol == sympy.Symbol(symbol.name) for symbol in rule.expr.free_symbols)


def test_mistakes_are_named():
    for scheme in ("sync", "async"):
        with pytest.raises(ValueError, match="schemes with a K, got scheme_name="):
            rule_for(scheme)
    with pytest.raises(ValueError, match=r"form must be one of practical, .* got form='best'"):
        rule_for("k-sync", form="best")
