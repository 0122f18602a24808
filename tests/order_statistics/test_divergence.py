"""Means that do not exist are exactly infinite and say why; finite ones are found."""

import math

import numpy as np
import pytest
from scipy import stats

import runtime_theory as rt

INFINITE_PARENTS = {
    "halfcauchy": stats.halfcauchy(),
    "pareto(1)": stats.pareto(1),
    "lomax(1)": stats.lomax(1, scale=3),
    "fisk(1)": stats.fisk(1),
    "invgamma(1)": stats.invgamma(1),
    "f(3, 2)": stats.f(3, 2),
    "far half-Cauchy": stats.halfcauchy(1e6, 1e-9),
    "survival function": rt.SurvivalFunction(lambda t: 1 / (1 + t), support=(0.0, math.inf)),
}
of_index_one = pytest.mark.parametrize("law", INFINITE_PARENTS.values(), ids=INFINITE_PARENTS)


def assert_infinite(result, sign=1):
    assert float(result) == sign * math.inf
    assert float(result.error) == 0.0
    assert result.lower == result.upper == float(result)
    assert result.kind == "exact"
    assert "diverges" in result.note
    assert "tail index" in result.note


@of_index_one
def test_index_one(law):
    """The slowest of any number has no mean, the last but one has."""
    assert_infinite(rt.as_distribution(law).mean())
    for n in (1, 2, 8, 10**9):
        assert_infinite(rt.order_statistic(law, n, n).mean())
        assert_infinite(rt.order_statistic(law, n, n).var())
        assert_infinite(rt.order_statistic(law, n, n).std())
    for n in (2, 8, 1000):
        finite = rt.order_statistic(law, n - 1, n).mean()
        assert math.isfinite(float(finite))
        assert float(finite.error) < 1e-9 * abs(float(finite)) + 1e-12
        assert_infinite(rt.order_statistic(law, n - 1, n).var())


def test_values_of_index_one():
    """Lomax 1: E[X_{k:n}] = k/(n-k)."""
    for k, n in [(1, 2), (7, 8), (1, 10**9), (10**9 - 1, 10**9)]:
        got = rt.order_statistic(stats.lomax(1), k, n).mean()
        assert float(got) == pytest.approx(k / (n - k), rel=1e-13)
        bare = rt.SurvivalFunction(lambda t: 1 / (1 + t), support=(0.0, math.inf))
        numeric = rt.order_statistic(bare, k, n).mean()
        assert abs(float(numeric) - k / (n - k)) <= float(numeric.error)


def test_cauchy():
    law = stats.cauchy()
    assert_infinite(rt.order_statistic(law, 1, 5).mean(), sign=-1)
    assert_infinite(rt.order_statistic(law, 5, 5).mean())
    middle = rt.order_statistic(law, 3, 5).mean()
    assert abs(float(middle)) <= float(middle.error) < 1e-12
    with pytest.raises(ArithmeticError, match="not defined: both tails diverge"):
        rt.order_statistic(law, 1, 1).mean()
    with pytest.raises(ArithmeticError, match="not defined"):
        rt.as_distribution(law).mean()


@pytest.mark.parametrize("b, k, n, finite", [
    (2.0, 8, 8, False), (2.0, 7, 8, True), (1.5, 7, 8, True), (1.0, 6, 8, True),
    (1.0, 7, 8, False), (2.1, 8, 8, True), (0.5, 3, 8, True), (0.5, 4, 8, True), (0.5, 5, 8, False),
])  # fmt: skip
def test_variance_of_pareto(b, k, n, finite):
    """Finite iff b (n-k+1) > 2."""
    result = rt.order_statistic(stats.pareto(b), k, n).var()
    if finite:
        assert math.isfinite(float(result))
    else:
        assert_infinite(result)
        assert result.note.startswith(f"Var X_({k}:{n}) diverges: right tail index {b:g}")


def test_moments_exist_up_to_the_index():
    X = rt.order_statistic(stats.pareto(1.25), 3, 4)  # index 2.5
    assert [math.isfinite(float(X.moment(r))) for r in (1, 2, 3)] == [True, True, False]
    assert "E[X_(3:4)^3] diverges" in X.moment(3).note


def test_light_tails_never_diverge():
    for law in (stats.lognorm(5), stats.weibull_min(0.2), stats.gamma(0.05), stats.laplace()):
        assert math.isfinite(float(rt.order_statistic(law, 10**9, 10**9).mean()))
        assert math.isfinite(float(rt.order_statistic(law, 8, 8).moment(3)))


def test_levy_needs_three_workers():
    """Index 1/2: E[X_{k:n}] is finite iff n-k+1 >= 3."""
    values = [float(rt.order_statistic(stats.levy(), k, 5).mean()) for k in range(1, 6)]
    assert [math.isfinite(v) for v in values] == [True, True, True, False, False]


def test_discrete_tails():
    """Zipf 1.5 has Pr[X > j] ~ j**-1/2: index 1/2 as well."""
    values = [float(rt.order_statistic(stats.zipf(1.5), k, 4).mean()) for k in (1, 2, 3, 4)]
    assert [math.isfinite(v) for v in values] == [True, True, False, False]


def test_results_with_infinities_are_plain():
    result = rt.order_statistic(stats.halfcauchy(), 8, 8).mean()
    assert np.isposinf(float(result * 2 + 1))
    assert "inf" in f"{result}"
