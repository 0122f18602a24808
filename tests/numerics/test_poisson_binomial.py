"""How many of P unlike workers have finished: against all subsets, and in exact arithmetic."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from mpmath import mp, mpf
from oracles.order_statistics import beta_tails, pair, subset_tails

from runtime_theory.numerics.poisson_binomial import binomial_pmf, count_tails

EPS = 2.220446049250313e-16
sixteenths = st.integers(0, 16).map(lambda i: Fraction(i, 16))


def as_group(p, number):
    return np.array([float(p)]), np.array([float(1 - p)]), number


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(sixteenths, st.integers(1, 3)), min_size=1, max_size=4), st.data())
def test_all_subsets(groups, data):
    P = sum(number for _, number in groups)
    k = data.draw(st.integers(1, P))
    reached, missed = count_tails([as_group(p, number) for p, number in groups], k)
    truth = subset_tails([p for p, number in groups for _ in range(number)], k)
    assert float(reached[0]) == pytest.approx(float(truth[0]), rel=1e-13, abs=1e-300)
    assert float(missed[0]) == pytest.approx(float(truth[1]), rel=1e-13, abs=1e-300)


def exact_tails(groups, k):
    """Dynamic programming in mpmath; groups of (probability, number)."""
    law = [mpf(1)]
    for p, number in groups:
        for _ in range(number):
            longer = [mpf(0)] * (len(law) + 1)
            for i, mass in enumerate(law):
                longer[i] += mass * (1 - p)
                longer[i + 1] += mass * p
            law = longer
    return mp.fsum(law[k:]), mp.fsum(law[:k])


def test_small_tails_keep_their_digits():
    """Down to 1e-290, where the Fourier method and 1 - cdf have nothing left."""
    rng = np.random.default_rng(20)
    with mp.workdps(40):
        for _ in range(40):
            groups, exact = [], []
            for number in rng.choice([1, 2, 3, 10, 64], size=rng.integers(1, 4)):
                small = float(10.0 ** rng.uniform(-12, -0.31))
                u, s = pair(u=small) if rng.random() < 0.5 else pair(s=small)
                groups.append((np.array([float(u)]), np.array([float(s)]), int(number)))
                exact.append((u, int(number)))
            P = sum(number for _, number in exact)
            for k in sorted({1, P // 2 + 1, P}):
                tails = count_tails(groups, k)
                for value, truth in zip(tails, exact_tails(exact, k), strict=True):
                    if truth > mpf("1e-290"):
                        error = abs(mpf(float(value[0])) - truth) / truth
                        assert error <= EPS * (20 + 2 * P - 2 * mp.log(truth)), (k, exact)


@pytest.mark.parametrize("number", [1, 2, 40, 1000, 1001, 5000])
@pytest.mark.parametrize("p", [1e-9, 0.013, 0.5, 0.9])
def test_equal_workers_are_binomial(number, p):
    """One group must agree with the beta tails of the order statistic."""
    u, s = pair(u=p)
    for k in sorted({1, max(1, round(number * p)), number}):
        tails = count_tails([(np.array([p]), np.array([float(s)]), number)], k)
        with mp.workdps(340):
            truths = beta_tails(k, number, u, s)
            for value, truth in zip(tails, truths, strict=True):
                if truth > mpf("1e-290"):
                    error = abs(mpf(float(value[0])) - truth) / truth
                    assert error <= 1e-15 * (20 + number) - 4 * EPS * mp.log(truth)


def test_groups_are_the_same_as_single_workers():
    p = np.array([0.1, 0.5, 0.97])
    together = count_tails([(p, 1 - p, 5), (p / 2, 1 - p / 2, 3)], 4)
    apart = count_tails([(p, 1 - p, 1)] * 5 + [(p / 2, 1 - p / 2, 1)] * 3, 4)
    assert together[0] == pytest.approx(apart[0], rel=1e-13)
    assert together[1] == pytest.approx(apart[1], rel=1e-13)


def test_order_of_the_groups_does_not_matter():
    p, q = np.array([0.2, 0.6]), np.array([0.7, 0.3])
    a, b, c = (p, 1 - p, 4), (q, 1 - q, 1), (q / 3, 1 - q / 3, 9)
    one, two = count_tails([a, b, c], 6), count_tails([c, a, b], 6)
    assert one[0] == pytest.approx(two[0], rel=1e-14)
    assert one[1] == pytest.approx(two[1], rel=1e-14)


def test_certain_and_impossible_workers():
    p, q = np.array([0.0, 1.0, 0.5]), np.array([1.0, 0.0, 0.5])
    reached, missed = count_tails([(p, q, 3)], 2)
    assert reached.tolist() == pytest.approx([0.0, 1.0, 0.5], rel=4e-15, abs=0)
    assert missed.tolist() == pytest.approx([1.0, 0.0, 0.5], rel=4e-15, abs=0)
    reached, missed = count_tails([(p, q, 1), (q, p, 2)], 2)
    assert reached.tolist() == pytest.approx([1.0, 0.0, 0.5], rel=4e-15, abs=0)
    assert missed.tolist() == pytest.approx([0.0, 1.0, 0.5], rel=4e-15, abs=0)


def test_rows_of_a_binomial_law_sum_to_one():
    p = np.linspace(0, 1, 21)
    for number in (1, 7, 300, 2000):
        pmf = binomial_pmf(p, 1 - p, number)
        assert pmf.shape == (number + 1, 21)
        assert pmf.sum(axis=0) == pytest.approx(np.ones(21), rel=1e-15 * (20 + number))
        assert (np.arange(number + 1) @ pmf) == pytest.approx(number * p, rel=1e-15 * (20 + number))
