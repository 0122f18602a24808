"""Sync, K-sync and K-batch-sync: the paper's numbers, closed forms, laws, infinities."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from oracles.labels import label
from scipy import special, stats

from runtime_theory.distributions.discrete import Deterministic
from runtime_theory.distributions.measured.trace import Trace
from runtime_theory.errors import NoMethodError
from runtime_theory.results import Kind
from runtime_theory.schemes import KBatchSync, KSync, Sync
from runtime_theory.timing import iteration_law, iteration_time, iteration_time_bounds

PARETO = stats.pareto(2)
SHIFTED = stats.expon(1)


def harmonic(n):
    return math.fsum(1 / i for i in range(1, n + 1))


class TestKSync:
    @pytest.mark.parametrize(
        "scheme, law, total",
        [
            (KSync(20, 10), PARETO, 2811),
            (KSync(20, 20), PARETO, 15953),
            (KSync(20, 1), PARETO, 2051),
            (KSync(20, 20), SHIFTED, 9195),
            (KSync(20, 10), SHIFTED, 3338),
            (KSync(20, 1), SHIFTED, 2100),
        ],
        ids=label,
    )
    def test_figure_6_of_the_paper(self, scheme, law, total):
        """2000 iterations of 20 learners."""
        assert round(2000 * float(iteration_time(scheme, law))) == total

    def test_figure_8_of_the_paper(self):
        """500 updates of 8 exponential learners end at 1359 time units."""
        assert round(500 * float(iteration_time(Sync(8), stats.expon()))) == 1359

    @given(st.integers(1, 60), st.data())
    @settings(max_examples=40, deadline=None)
    def test_exponential_is_a_difference_of_harmonic_numbers(self, P, data):
        K = data.draw(st.integers(1, P))
        time = iteration_time(KSync(P, K), stats.expon(scale=3))
        truth = 3 * math.fsum(1 / i for i in range(P - K + 1, P + 1))
        assert abs(time.value - truth) <= time.error + 4e-16 * truth
        assert time.kind is Kind.EXACT

    def test_uniform(self):
        for P, K in ((1, 1), (7, 3), (1000, 999)):
            time = iteration_time(KSync(P, K), stats.uniform(2, 3))
            assert float(time) == pytest.approx(2 + 3 * K / (P + 1), rel=1e-14)

    def test_rises_with_k_and_averages_to_the_mean(self):
        law = stats.gamma(2.5)
        times = [float(iteration_time(KSync(9, k), law)) for k in range(1, 10)]
        assert times == sorted(times)
        assert math.fsum(times) / 9 == pytest.approx(2.5, rel=1e-13)

    def test_a_trace_is_exact_and_has_a_standard_error(self):
        values = [1.0, 2.0, 4.0]
        time = iteration_time(Sync(2), Trace(values))
        exact = sum(max(a, b) for a in values for b in values) / 9
        assert float(time) == pytest.approx(exact, rel=1e-15)
        assert time.kind is Kind.EXACT
        assert time.standard_error > 0

    def test_workers_that_differ(self):
        """The maximum of exponentials with rates 1 and 1/2 by inclusion and exclusion."""
        fleet = [stats.expon(), stats.expon(scale=2)]
        assert float(iteration_time(Sync(2), fleet)) == pytest.approx(1 + 2 - 1 / 1.5, rel=1e-13)
        assert float(iteration_time(KSync(2, 1), fleet)) == pytest.approx(1 / 1.5, rel=1e-13)

    def test_infinite_exactly_where_it_is(self):
        assert iteration_time(KSync(8, 7), stats.halfcauchy()).value < 5
        slowest = iteration_time(Sync(8), stats.halfcauchy())
        assert (slowest.value, slowest.error) == (math.inf, 0.0)
        assert "diverges" in slowest.note

    def test_bounds_are_the_value(self):
        time = iteration_time(KSync(8, 3), PARETO)
        lower, upper = iteration_time_bounds(KSync(8, 3), PARETO)
        assert lower.value == upper.value == time.value
        assert (lower.lower, upper.upper) == (time.lower, time.upper)

    def test_law(self):
        law = iteration_law(KSync(8, 3), SHIFTED)
        x = np.array([1.05, 1.4, 3.0])
        others = stats.binom(8, SHIFTED.cdf(x))
        np.testing.assert_allclose(law.sf(x), others.cdf(2), rtol=1e-12)
        assert float(law.mean()) == pytest.approx(float(iteration_time(KSync(8, 3), SHIFTED)))


class TestKBatchSync:
    @pytest.mark.parametrize("P, K", [(8, 1), (8, 4), (8, 20), (1, 3)])
    def test_exponential(self, P, K):
        time = iteration_time(KBatchSync(P, K), stats.expon(scale=0.5))
        assert abs(time.value - 0.5 * K / P) <= time.error + 1e-16
        assert time.kind is Kind.EXACT

    def test_exponential_learners_that_differ(self):
        fleet = [stats.expon(scale=1 / 2), (stats.expon(scale=1 / 3), 2)]
        assert float(iteration_time(KBatchSync(3, 5), fleet)) == pytest.approx(5 / 8, rel=1e-14)

    @pytest.mark.parametrize("P, K, rounds", [(8, 4, 1), (8, 8, 1), (8, 9, 2), (3, 20, 7)])
    def test_deterministic_learners_go_in_step(self, P, K, rounds):
        time = iteration_time(KBatchSync(P, K), Deterministic(0.5))
        assert (time.value, time.error) == (0.5 * rounds, 0.0)
        assert iteration_law(KBatchSync(P, K), Deterministic(0.5)).support == (time.value,) * 2

    def test_one_learner_works_them_off(self):
        assert float(iteration_time(KBatchSync(1, 5), stats.gamma(3))) == pytest.approx(15.0)

    def test_the_first_is_the_minimum(self):
        time = iteration_time(KBatchSync(8, 1), stats.uniform())
        assert float(time) == pytest.approx(1 / 9, rel=1e-14)

    def test_law_is_erlang(self):
        law = iteration_law(KBatchSync(8, 4), stats.expon(scale=2))
        x = np.array([0.1, 1.0, 5.0])
        np.testing.assert_allclose(law.sf(x), special.gammaincc(4, 4 * x), rtol=1e-12)
        with pytest.raises(
            NoMethodError, match=r"iteration law of KBatchSync\(8, 4\) is not known"
        ):
            iteration_law(KBatchSync(8, 4), stats.gamma(2))

    def test_infinite_iff_the_quickest_is(self):
        heavy = stats.pareto(0.1)
        for K in (1, 4, 20):
            time = iteration_time(KBatchSync(8, K), heavy)
            assert (time.value, time.error, time.kind) == (math.inf, 0.0, Kind.EXACT)
            assert time.note
        with pytest.raises(NoMethodError) as caught:
            iteration_time(KBatchSync(8, 20), stats.halfcauchy())
        assert 0 < caught.value.lower.value < caught.value.upper.value < math.inf
