"""What goes into an expression is used as it is, or refused by name."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest
import sympy
from oracles.labels import label
from scipy import stats

import runtime_theory as rt

HALF = sympy.Rational(533, 840)  # H_8 - H_4


@pytest.mark.parametrize(
    "mu, truth",
    [
        (Fraction(10**20 + 1, 10**20), HALF * sympy.Rational(10**20, 10**20 + 1)),
        (sympy.Rational(10**20 + 1, 10**20), HALF * sympy.Rational(10**20, 10**20 + 1)),
        (10**400, HALF / sympy.Integer(10) ** 400),
        (0.2, 5 * HALF),
        (sympy.pi, HALF / sympy.pi),
        (sympy.sqrt(2), HALF / sympy.sqrt(2)),
    ],
)
def test_numbers_are_exact(mu, truth):
    found = rt.expression(rt.KSync(8, 4), "exponential", mu=mu)
    assert sympy.simplify(found - truth) == 0


def test_scipy_parameters_are_read_as_typed():
    assert rt.expression(rt.KSync(8, 4), stats.expon(scale=0.3)) == HALF * sympy.Rational(3, 10)


def test_irrational_numbers_to_many_digits():
    found = rt.expression(rt.KSync(8, 4), "exponential", mu=sympy.pi, digits=100)
    assert abs(found - sympy.N(HALF / sympy.pi, 110)) < sympy.Float("1e-99", 20)


@pytest.mark.parametrize(
    "scheme, family, quantity",
    [
        (rt.KSync("a", "b"), "uniform", "iteration_time"),
        (rt.KSync("P", "c"), "weibull", "iteration_time"),
        (rt.Async("mu"), "exponential", "iteration_time"),
        (rt.KAsync("P", "c"), None, "error_bound"),
        (rt.KSync("P", "J"), None, "error_bound"),
        (rt.Async("s"), "exponential", "staleness_pmf"),
    ],
)
def test_names_that_a_formula_has_already_are_refused(scheme, family, quantity):
    with pytest.raises(ValueError, match="must have another name than a symbol of the formula"):
        rt.expression(scheme, family, quantity=quantity)


def test_values_in_symbols_of_the_formula_are_refused():
    with pytest.raises(ValueError, match="mu must not be written in another symbol"):
        rt.expression(rt.KSync("P", "K"), "exponential", mu="K")
    assert rt.expression(rt.Async("P"), "exponential", mu="rate").free_symbols == set(
        sympy.symbols("P rate")
    )


@pytest.mark.parametrize("family", ["uniform", "exponential", "weibull", "normal", "two_point"])
@pytest.mark.parametrize("k", [4, 0, -1])
def test_ranks_outside_are_refused(family, k):
    with pytest.raises(ValueError, match=rf"k must be an integer in 1\.\.3, got k={k}"):
        rt.expression(None, family, quantity="order_statistic_mean", k=k, n=3)


def test_ranks_are_integers_and_in_order():
    with pytest.raises(TypeError, match=r"k must be an integer in 1\.\.3, got k=1\.5"):
        rt.expression(None, "uniform", quantity="order_statistic_mean", k=1.5, n=3)
    with pytest.raises(ValueError, match=r"j must be an integer in 1\.\.3, got j=4"):
        rt.expression(None, "uniform", quantity="order_statistic_covariance", j=4, k=2, n=3)


@pytest.mark.parametrize("value", [math.nan, math.inf, -math.inf])
def test_numbers_are_finite(value):
    with pytest.raises(ValueError, match="mu must be a finite number"):
        rt.expression(rt.Async(8), "exponential", mu=value)


def test_laws_without_a_density_are_not_written_with_one():
    with pytest.raises(rt.NoMethodError, match="has no density"):
        rt.expression(rt.Sync(8), stats.poisson(3))


@pytest.mark.parametrize(
    "law",
    [
        stats.genextreme(0.137, 1.5, 2),
        stats.weibull_min(0.5493120034935042, -1.328178779437994, 3.42),
    ],
    ids=label,
)
def test_shapes_of_many_digits_take_no_minutes(law):
    """gamma functions of long fractions: nothing cancels between them, and nothing is tried."""
    found = rt.expression(rt.KSync(8, 1), law)
    truth = float(rt.order_statistic(law, 1, 8).mean())
    assert abs(float(found.evalf(30)) - truth) < 1e-11 * abs(truth)


def test_options_of_latex():
    with pytest.raises(TypeError, match="symbols must map names to LaTeX"):
        rt.latex(rt.Async("P"), symbols=["P"])
    with pytest.raises(ValueError, match="env is for one formula"):
        rt.latex(rt.theorems.get("renyi-spacings"), env="align")
    with pytest.raises(TypeError, match="name must be a str"):
        rt.theorems.verify([])


def test_digits_at_huge_sizes_where_the_variance_is_infinite():
    """A finite mean is not taken for an infinite one because the variance is: P! is not formed."""
    slowest = rt.expression(rt.Sync(10**20), "pareto", alpha=2, x_m=1, digits=30)
    truth = rt.order_statistic(stats.pareto(2), 10**20, 10**20).mean()
    assert abs(float(slowest) - float(truth)) <= truth.error + 1e-15 * float(truth)
    assert rt.expression(rt.Sync(8), "pareto", alpha=1, x_m=1, digits=30) == sympy.oo
