"""Numbers to as many digits as asked for."""

from __future__ import annotations

import math

import mpmath
import pytest
import sympy
from mpmath import mp, mpf
from scipy import stats

import runtime_theory as rt
from runtime_theory.formulas.evaluation import evaluated

P, K, x = sympy.symbols("P K x")


def agree(value, truth, digits):
    with mp.workdps(digits + 20):
        return abs(mpf(str(value)) - truth) <= mpf(10) ** (1 - digits) * abs(truth)


@pytest.mark.parametrize("digits", [5, 17, 50, 200])
def test_as_many_digits_as_asked_for(digits):
    value = rt.expression(rt.KSync(8, 4), stats.pareto(2.5), digits=digits)
    assert isinstance(value, sympy.Float)
    with mp.workdps(digits + 20):
        c = mpf(1) / mpf("2.5")
        truth = mp.gamma(9) * mp.gamma(5 - c) / (mp.gamma(5) * mp.gamma(9 - c))
        assert agree(value, truth, digits)


def test_huge_numbers_of_learners():
    value = rt.expression(rt.KSync(10**12, 10**11), "exponential", mu=3, digits=40)
    with mp.workdps(60):
        truth = (mp.harmonic(10**12) - mp.harmonic(9 * 10**11)) / 3
        assert agree(value, truth, 40)
    gain = rt.expression(
        rt.Async(10**15), "exponential", mu=3, quantity="update_speedup", digits=30
    )
    with mp.workdps(60):
        assert agree(gain, 10**15 * mp.harmonic(10**15), 30)
    with pytest.raises(rt.NoMethodError, match="sum of 500000 terms"):
        rt.expression(rt.KSync(10**6, 5 * 10**5), "weibull", c=3, l=1, digits=20)


def test_floats_are_what_they_are_and_print_as_what_was_typed():
    tenth = rt.expression(rt.Sync(1), "exponential", mu=0.1, digits=25)
    assert str(tenth) == "9.999999999999999444888488"
    assert rt.expression(rt.Sync(1), "exponential", mu=0.1) == 10


def test_many_digits_of_an_integral():
    """gamma(2.5) has no closed form: X_{2:3} against mpmath's own quadrature."""
    value = rt.expression(rt.KSync(3, 2), stats.gamma(2.5), digits=30)
    with mp.workdps(40):
        a = mpf("2.5")

        def integrand(t):
            late = mp.gammainc(a, t, regularized=True)
            return late**3 + 3 * (1 - late) * late**2

        truth = mp.quad(integrand, [0, 1, 3, 9, 27, 81, mp.inf])
        assert agree(value, truth, 28)
    numeric = rt.iteration_time(rt.KSync(3, 2), stats.gamma(2.5))
    assert abs(float(value) - float(numeric)) <= float(numeric.error) + 1e-15


@pytest.mark.parametrize(
    "expression, truth",
    [
        (sympy.Max(P, K) + sympy.Min(P, K), 11),
        (sympy.ceiling(P / K) + sympy.floor(P / K), 5),
        (sympy.Piecewise((1, sympy.Eq(P, 8)), (2, True)) + P - P, 1),
        (sympy.Sum(x, (x, 1, P)) * sympy.EulerGamma, lambda: 36 * mp.euler),
        (
            sympy.harmonic(P, 2),
            lambda: mp.harmonic(8) * 0 + sum(1 / mpf(i) ** 2 for i in range(1, 9)),
        ),
        (sympy.zeta(K), lambda: mp.zeta(3)),
        (sympy.Integral(sympy.exp(-(x**2)), (x, -sympy.oo, sympy.oo)), lambda: mp.sqrt(mp.pi)),
        (sympy.Integral(x**P, (x, 0, K)), lambda: mpf(3) ** 9 / 9),
    ],
    ids=lambda value: None if callable(value) else str(value),  # alike in every process
)
def test_every_kind_of_function(expression, truth):
    value = evaluated(expression, {P: 8, K: 3}, 30)
    with mp.workdps(50):
        assert agree(value, mpmath.mpf(truth() if callable(truth) else truth), 29)


def test_alternating_sums_that_lose_thousands_of_digits():
    """A Weibull time of shape 1 is exponential: 900 terms of up to 2700 digits leave 9e-4."""
    value = rt.expression(rt.KSync(10**6, 900), "weibull", c=1, l=1, digits=20)
    with mp.workdps(50):
        assert agree(value, mp.harmonic(10**6) - mp.harmonic(10**6 - 900), 20)


@pytest.mark.parametrize("n, order", [(0, 1), (7, 1), (1000, 2), (1001, 2), (10**4, 1)])
def test_harmonic_numbers_added_up_and_not(n, order):
    value = evaluated(sympy.harmonic(P, order), {P: n}, 40)
    with mp.workdps(60):
        assert agree(value, mp.fsum(mpf(i) ** -order for i in range(1, n + 1)), 40)


@pytest.mark.parametrize("n, k", [(8, 3), (8, 8), (10**20, 2), (5000, 2400), (3, 5)])
def test_binomials_counted_and_not(n, k):
    value = evaluated(sympy.binomial(P, K), {P: n, K: k}, 40)
    with mp.workdps(60):
        assert agree(value, mpf(math.comb(n, k)), 40)


def test_exact_zero_and_infinity():
    assert (
        float(evaluated(sympy.harmonic(P) - sympy.harmonic(P + 1) + 1 / (P + 1), {P: 3}, 20)) == 0
    )
    with mp.workdps(30):
        assert float(evaluated(sympy.sqrt(P + 1) - sympy.sqrt(4 * P + 4) / 2, {P: 2}, 20)) == 0
    assert evaluated(sympy.oo, {}, 20) == sympy.oo


def test_what_has_no_digits():
    with pytest.raises(ValueError, match="digits= needs numbers for K in"):
        evaluated(P + K, {P: 1}, 10)
    with pytest.raises(rt.NoMethodError, match="order_mean in the formula is open"):
        rt.expression(rt.Sync(8), digits=10)
    with pytest.raises(rt.NoMethodError, match="F, f in the formula is open"):
        rt.expression(rt.Sync(8), stats.halfnorm(), digits=10)
    with pytest.raises(ArithmeticError, match="does not settle"):
        evaluated(sympy.Integral(sympy.sin(x) ** 2, (x, 0, sympy.oo)), {}, 10)
