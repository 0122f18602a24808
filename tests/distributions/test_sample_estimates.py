"""Plug-in and U-statistic estimates against brute force, published values and simulation."""

import itertools
import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from runtime_theory.distributions.measured.sample_estimates import (
    plug_in_order_statistic,
    u_statistic_order_statistic,
)

SAMPLES = st.lists(st.integers(-20, 20), min_size=1, max_size=7)


def brute_u(values, k, n):
    """Mean of the k-th smallest over all subsets, exactly."""
    subsets = list(itertools.combinations([Fraction(v) for v in values], n))
    return sum(sorted(subset)[k - 1] for subset in subsets) / len(subsets)


def brute_plug_in(values, k, n):
    """Mean of the k-th smallest over all draws with replacement, exactly."""
    draws = list(itertools.product([Fraction(v) for v in values], repeat=n))
    return sum(sorted(draw)[k - 1] for draw in draws) / len(draws)


@given(SAMPLES, st.data())
def test_u_statistic_is_the_mean_over_subsets(values, data):
    n = data.draw(st.integers(1, len(values)), label="n")
    k = data.draw(st.integers(1, n), label="k")
    got = u_statistic_order_statistic(values, k, n).value
    assert got == pytest.approx(float(brute_u(values, k, n)), rel=1e-14, abs=1e-13)


@settings(deadline=None)
@given(st.lists(st.integers(-20, 20), min_size=1, max_size=5), st.data())
def test_plug_in_is_the_mean_over_draws_with_replacement(values, data):
    n = data.draw(st.integers(1, 4), label="n")
    k = data.draw(st.integers(1, n), label="k")
    got = plug_in_order_statistic(values, k, n).value
    assert got == pytest.approx(float(brute_plug_in(values, k, n)), rel=1e-14, abs=1e-13)


@given(st.lists(st.integers(-20, 20), min_size=3, max_size=7), st.data())
def test_the_jackknife_is_the_one_of_its_definition(values, data):
    n = data.draw(st.integers(1, len(values) - 1), label="n")
    k = data.draw(st.integers(1, n), label="k")
    size = len(values)
    for estimate in (u_statistic_order_statistic, plug_in_order_statistic):
        left_out = [
            estimate(values[:i] + values[i + 1 :], k, n).value for i in range(size)
        ]  # fmt: skip
        expected = math.sqrt((size - 1) * np.var(left_out))
        got = estimate(values, k, n).standard_error
        assert got == pytest.approx(expected, rel=1e-9, abs=1e-11)


def test_classic_answer_for_a_million_numbers():
    """Largest of 1000 of 1..1000000 without replacement: 1000001000/1001 (math.SE 117990)."""
    got = u_statistic_order_statistic(np.arange(1, 1_000_001), 1000, 1000).value
    assert got == pytest.approx(1000001000 / 1001, rel=1e-13)
    assert got != pytest.approx(998001.998001998, rel=1e-6)  # the formula as posted


@pytest.mark.parametrize("k,n", [(1, 1000), (500, 1000), (999, 1000), (1000, 1000), (3, 7)])
def test_ranks_of_the_first_integers_have_a_closed_form(k, n):
    """E of the k-th smallest of n of 1..N without replacement is k (N+1)/(n+1)."""
    size = 50_000
    got = u_statistic_order_statistic(np.arange(1, size + 1), k, n).value
    assert got == pytest.approx(k * (size + 1) / (n + 1), rel=1e-12)


def test_known_plug_in_values():
    """Equal masses on 0.5, 1, 10, 1000 (Distributions.jl issue 1839)."""
    values = [0.5, 1, 10, 1000]
    expected = [2215 / 128, 10247 / 64, 74395 / 128]
    got = [plug_in_order_statistic(values, k, 3).value for k in (1, 2, 3)]
    assert got == pytest.approx(expected, rel=1e-15)
    assert sum(got) == pytest.approx(3 * 252.875, rel=1e-15)


def test_more_draws_than_measurements():
    assert plug_in_order_statistic([1.0, 2.0], 50, 50).value == pytest.approx(2 - 2.0**-50)
    with pytest.raises(ValueError, match="got n=3 and 2 measurements"):
        u_statistic_order_statistic([1.0, 2.0], 1, 3)


def test_all_measurements_leave_one_subset_and_no_error_estimate():
    value, error = u_statistic_order_statistic([3.0, 1.0, 2.0], 2, 3)
    assert value == 2.0
    assert error == math.inf
    assert plug_in_order_statistic([5.0], 1, 4) == (5.0, math.inf)


def test_a_sample_far_from_zero_keeps_its_digits():
    values = np.arange(1, 101) / 1024
    for estimate in (u_statistic_order_statistic, plug_in_order_statistic):
        near = estimate(values, 8, 8)
        far = estimate(values + 2.0**30, 8, 8)
        assert far.value - 2.0**30 == pytest.approx(near.value, abs=3e-7)
        assert far.standard_error == pytest.approx(near.standard_error, rel=1e-6)


@pytest.mark.parametrize("k", [1, 5, 8])
def test_bias_and_coverage(k):
    """Exponential samples of 60: the U-statistic is unbiased, the plug-in maximum is low."""
    rng = np.random.default_rng(20240 + k)
    n, size, runs = 8, 60, 4000
    truth = sum(1 / i for i in range(n - k + 1, n + 1))
    u = np.array([u_statistic_order_statistic(rng.exponential(size=size), k, n)
                  for _ in range(runs)])  # fmt: skip
    mean, spread = u[:, 0].mean(), u[:, 0].std()
    assert abs(mean - truth) < 4.5 * spread / math.sqrt(runs)
    assert u[:, 1].mean() == pytest.approx(spread, rel=0.15)
    if k == n:
        rng = np.random.default_rng(20240 + k)
        plug = np.mean([plug_in_order_statistic(rng.exponential(size=size), k, n).value
                        for _ in range(runs)])  # fmt: skip
        assert plug < mean  # on the same samples
        assert plug < truth - 4 * spread / math.sqrt(runs)


@pytest.mark.parametrize(
    "values,k,n,error,match",
    [
        ([1.0, 2.0], 3, 2, ValueError, r"k must be an integer in 1\.\.2, got k=3"),
        ([1.0, 2.0], 0, 2, ValueError, "k must be an integer"),
        ([1.0, 2.0], 1, 0, ValueError, "n must be an integer >= 1"),
        ([1.0, 2.0], 1, 2.0, TypeError, "n must be an integer"),
        ([], 1, 1, ValueError, "non-empty sequence"),
        ([1.0, math.nan], 1, 1, ValueError, "finite measurements"),
    ],
)
def test_bad_input(values, k, n, error, match):
    for estimate in (u_statistic_order_statistic, plug_in_order_statistic):
        with pytest.raises(error, match=match):
            estimate(values, k, n)
