"""The stable gamma ratios against definitions in mpmath: sums term by term, then log-gammas."""

from __future__ import annotations

import math
from fractions import Fraction

import mpmath
import pytest
from hypothesis import given
from hypothesis import strategies as st
from mpmath import mp, mpf

from runtime_theory.numerics import precise_gamma
from runtime_theory.numerics.gamma_ratios import (
    RELATIVE_ERROR,
    gamma_ratio,
    harmonic_difference,
    log_gamma_curvature,
    log_gamma_slope,
    pochhammer,
)

ULP = 2.0**-52
SIZES = [1, 2, 7, 8, 24, 25, 64, 65, 66, 89, 1000, 10**6, 10**9, 3 * 10**15, 10**18, 10**20]
SHAPES = [
    *map(Fraction, (0, 1, -1, 2, -4, 17, 200)),
    *map(Fraction, (1e-300, 1e-12, -1e-8, 0.3, 0.999999, -0.3, 2.5, 3.999, -2.5, -10.3, 7.7)),
    *map(Fraction, (-33.3, 63.9, -64.5, -100.5, -10000.1)),
    Fraction(1, 3),
    1 / Fraction(2.2),
]


def starts(n):
    """Values of m from the first to the last term, at both sides of every switch."""
    steps = (1, 2, 8, 60, 64, 65, 100, 10_000, n // 2, n // 3, n - 25, n - 24, n - 2, n - 1, n)
    return sorted({n - step for step in steps if 0 < step <= n})


PAIRS = [(n, m) for n in SIZES for m in starts(n)]


def number(c):
    return mpf(c.numerator) / c.denominator


def log_ratio(n, m, c):
    """The log of prod i/(i-c), from four log-gammas."""
    lg, c = mpmath.loggamma, number(c)
    return lg(n + 1) - lg(m + 1) - lg(n + 1 - c) + lg(m + 1 - c)


def digits(n, c):
    """Enough to survive log-gammas of size n log n and a quotient by c²."""
    return 60 + 2 * len(str(n)) + (2 * int(-math.log10(abs(c))) if 0 < abs(c) < 1 else 0)


def assert_close(got, truth, bound=RELATIVE_ERROR):
    assert abs(mpf(got) - truth) <= bound * abs(truth), (got, mpmath.nstr(truth, 20))


# ------------------------------------------------------------ the oracle is the definition


@pytest.mark.parametrize("n,m", [(1, 0), (8, 3), (200, 0), (200, 190)])
@pytest.mark.parametrize("c", [Fraction(1, 3), Fraction(-5, 2), Fraction(0.999)])
def test_naive_sums_agree_with_log_gammas_and_with_the_code(n, m, c):
    with mp.workdps(50):
        terms = [number(c) / i for i in range(m + 1, n + 1)]
        total = -mpmath.fsum(mpmath.log(1 - x) for x in terms)
        assert abs(total - log_ratio(n, m, c)) < mpf(10) ** -40
        assert_close(log_gamma_slope(n, m, c), total / number(c))
        assert_close(gamma_ratio(n, m, c), mpmath.exp(total))
        if 2 * c < m + 1:
            squares = mpmath.fsum(mpmath.log(1 + x * x / (1 - 2 * x)) for x in terms)
            assert_close(log_gamma_curvature(n, m, c), squares / number(c) ** 2)


# ------------------------------------------------------------ every function on the grid


def test_harmonic_difference_has_full_relative_accuracy():
    for n, m in PAIRS:
        with mp.workdps(digits(n, 0)):
            assert_close(
                harmonic_difference(n, m), mpmath.harmonic(n) - mpmath.harmonic(m), 4 * ULP
            )


@pytest.mark.parametrize("c", SHAPES, ids=lambda c: f"{float(c):g}")
def test_ratios_have_full_relative_accuracy(c):
    for n, m in PAIRS:
        if c >= m + 1:
            continue
        with mp.workdps(digits(n, c)):
            log = log_ratio(n, m, c)
            slope = log / number(c) if c else mpmath.harmonic(n) - mpmath.harmonic(m)
            assert_close(log_gamma_slope(n, m, c), slope)
            if abs(log) < 600:
                assert_close(gamma_ratio(n, m, c), mpmath.exp(log))


@pytest.mark.parametrize("c", SHAPES, ids=lambda c: f"{float(c):g}")
def test_curvature_has_full_relative_accuracy(c):
    for n, m in PAIRS:
        if 2 * c >= m + 1:
            continue
        with mp.workdps(2 * digits(n, c)):
            if c:
                truth = (log_ratio(n, m, 2 * c) - 2 * log_ratio(n, m, c)) / number(c) ** 2
            else:
                truth = mpmath.psi(1, m + 1) - mpmath.psi(1, n + 1)
            assert_close(log_gamma_curvature(n, m, c), truth)


@pytest.mark.parametrize("c", SHAPES, ids=lambda c: f"{float(c):g}")
def test_pochhammer_and_the_infinite_curvature(c):
    for x in SIZES:
        with mp.workdps(2 * digits(x, c)):
            lg, shape = mpmath.loggamma, number(c)
            if c > -x:
                truth = lg(x + shape) - lg(x)
                if abs(truth) < 600:
                    assert_close(pochhammer(x, c), mpmath.exp(truth))
            if 2 * c < x:
                truth = mpmath.psi(1, x)
                if c:
                    truth = (lg(x) + lg(x - 2 * shape) - 2 * lg(x - shape)) / shape**2
                assert_close(log_gamma_curvature(None, x - 1, c), truth)


@given(
    m=st.integers(0, 10**20),
    step=st.one_of(st.integers(1, 200), st.integers(1, 10**20)),
    c=st.floats(-80, 80, allow_subnormal=False),
)
def test_any_ratio(m, step, c):
    n, c = m + step, Fraction(c)
    if c >= m + 1 or (c and abs(c) < 1e-100):
        return
    with mp.workdps(digits(n, c)):
        log = log_ratio(n, m, c)
        slope = log / number(c) if c else mpmath.harmonic(n) - mpmath.harmonic(m)
        assert_close(log_gamma_slope(n, m, c), slope)
        if abs(log) < 600:
            assert_close(gamma_ratio(n, m, c), mpmath.exp(log))


# ------------------------------------------------------------ known numbers, edges, refusals


@pytest.mark.parametrize(
    "n,m,text",
    [
        (3 * 10**15, 3 * 10**15 - 12895, "4.2983333333425704517e-12"),
        (10**20, 0, "46.628917524782446541"),
        (1030, 515, "0.69266197931560764869"),
        (1100, 550, "0.69269284171688472626"),
        (5000, 500, "2.3016854229939123643"),
        (1100, 1099, "0.00090909090909090909091"),
    ],
)
def test_published_harmonic_differences(n, m, text):
    """stan-dev/math#1611 and scipy#8346: differences of digammas lose all of these."""
    assert_close(harmonic_difference(n, m), mpf(text), 4 * ULP)


def test_empty_ranges():
    assert harmonic_difference(7, 7) == log_gamma_slope(7, 7, 0.3) == 0.0
    assert gamma_ratio(7, 7, 0.3) == 1.0
    assert log_gamma_curvature(7, 7, 0.3) == 0.0


def test_near_the_pole_the_shape_counts_exactly():
    c = 1 - Fraction(1, 10**30)  # as a float this is 1, where the ratio is infinite
    assert_close(gamma_ratio(1, 0, c), mpf(10) ** 30)


def test_out_of_range_results():
    with pytest.raises(OverflowError):
        gamma_ratio(10**20, 100, 50)
    with pytest.raises(OverflowError):
        gamma_ratio(10**20, 100, Fraction(1001, 10))
    with pytest.raises(OverflowError):
        pochhammer(10**20, 100)
    assert gamma_ratio(10**20, 0, -30) == 0.0


@pytest.mark.parametrize(
    "call,message",
    [
        (lambda: harmonic_difference(3, 4), "n must be an integer >= 4, got n=3"),
        (lambda: harmonic_difference(3, -1), "m must be an integer >= 0, got m=-1"),
        (lambda: log_gamma_slope(8, 0, 1), "c must be below 1, got c=1.0"),
        (lambda: gamma_ratio(8, 2, 3.5), "c must be below 3, got c=3.5"),
        (lambda: log_gamma_curvature(8, 2, 1.5), "2c must be below 3, got 2c=3.0"),
        (lambda: pochhammer(0, 1), "x must be an integer >= 1, got x=0"),
        (lambda: pochhammer(2, -2), "-c must be below 2, got -c=2.0"),
    ],
)
def test_bad_input_is_named(call, message):
    with pytest.raises(ValueError, match="must be") as caught:
        call()
    assert message in str(caught.value)


def test_floats_are_no_counts():
    with pytest.raises(TypeError, match="n must be an integer"):
        harmonic_difference(8.0, 2)


@pytest.mark.parametrize("c", [Fraction(1, 3), Fraction(-5, 2), Fraction(30)])
def test_both_routes_agree(c):
    """The slow route by log-gammas, which the fast one leaves large shapes to."""
    n, m = 10**6, 200
    assert_close(log_gamma_slope(n, m, c), precise_gamma.slope(n, m, c), 2 * RELATIVE_ERROR)
    assert_close(gamma_ratio(n, m, c), precise_gamma.ratio(n, m, c), 2 * RELATIVE_ERROR)
    assert_close(pochhammer(m, c), precise_gamma.rising(m, c), 2 * RELATIVE_ERROR)
    for last in (n, None):
        fast, slow = log_gamma_curvature(last, m, c), precise_gamma.curvature(last, m, c)
        assert_close(fast, mpf(slow), 2 * RELATIVE_ERROR)
