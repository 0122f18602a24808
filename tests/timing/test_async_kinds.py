"""Async, K-async and K-batch-async: renewal rates, closed forms, infinities."""

from __future__ import annotations

import math

import numpy as np
import pytest
from oracles.labels import label
from scipy import stats

from runtime_theory.distributions.discrete import Deterministic, Discrete
from runtime_theory.distributions.measured.trace import Trace
from runtime_theory.errors import NoMethodError
from runtime_theory.results import Kind
from runtime_theory.schemes import Async, KAsync, KBatchAsync, KSync
from runtime_theory.timing import iteration_law, iteration_time, iteration_time_bounds

MEANS = [
    (stats.expon(scale=3), 3.0),
    (stats.gamma(2.5), 2.5),
    (stats.pareto(2), 2.0),
    (stats.expon(1), 2.0),
    (stats.halfnorm(), math.sqrt(2 / math.pi)),
    (Discrete([1, 5], [0.9, 0.1]), 1.4),
    (Trace([1.0, 2.0, 4.0, 5.0]), 3.0),
]


class TestRenewalRate:
    @pytest.mark.parametrize("law, mean", MEANS, ids=label)
    def test_any_law(self, law, mean):
        for P in (1, 8, 1000):
            assert float(iteration_time(Async(P), law)) == pytest.approx(mean / P, rel=1e-12)
            for K in (2, 7, 5000):
                time = iteration_time(KBatchAsync(P, K), law)
                assert float(time) == pytest.approx(K * mean / P, rel=1e-12)

    def test_figure_6_of_the_paper(self):
        """2000 iterations of 20 learners with mean 2."""
        for law in (stats.pareto(2), stats.expon(1)):
            assert 2000 * float(iteration_time(KBatchAsync(20, 20), law)) == pytest.approx(4000)
            assert 2000 * float(iteration_time(Async(20), law)) == pytest.approx(200)

    def test_workers_that_differ_add_their_rates(self):
        fleet = [stats.uniform(0, 2), stats.gamma(4), (stats.expon(scale=0.5), 2)]
        rate = 1 + 1 / 4 + 2 * 2
        assert float(iteration_time(Async(4), fleet)) == pytest.approx(1 / rate, rel=1e-13)
        assert float(iteration_time(KBatchAsync(4, 6), fleet)) == pytest.approx(6 / rate, rel=1e-13)

    def test_workers_that_are_alike_are_one_law(self):
        law = stats.gamma(2)
        assert float(iteration_time(Async(3), [law] * 3)) == float(iteration_time(Async(3), law))

    def test_an_infinite_mean_only_stops_its_own_learner(self):
        fleet = [stats.pareto(1), (stats.expon(), 3)]
        assert float(iteration_time(Async(4), fleet)) == pytest.approx(1 / 3, rel=1e-14)
        stopped = iteration_time(Async(2), [stats.pareto(1), stats.pareto(0.5)])
        assert (stopped.value, stopped.error) == (math.inf, 0.0)

    @pytest.mark.parametrize("scheme", [Async(8), KBatchAsync(8, 4), KAsync(8, 4)])
    @pytest.mark.parametrize("law", [stats.pareto(1), stats.halfcauchy()], ids=label)
    def test_infinite_means(self, scheme, law):
        time = iteration_time(scheme, law)
        assert (time.value, time.error, time.lower) == (math.inf, 0.0, math.inf)
        assert time.kind is Kind.EXACT
        assert "diverges" in time.note

    def test_a_trace_hands_its_standard_error_on(self):
        values = np.array([1.0, 2.0, 4.0, 5.0])
        mean = iteration_time(Async(1), Trace(values)).standard_error
        assert mean == pytest.approx(values.std() / 2, rel=0.2)
        time = iteration_time(KBatchAsync(8, 4), Trace(values))
        assert time.standard_error == pytest.approx(mean / 2, rel=1e-12)


class TestKAsyncClosed:
    @pytest.mark.parametrize("K", range(1, 9))
    def test_exponential_is_k_sync(self, K):
        time = iteration_time(KAsync(8, K), stats.expon(scale=2))
        truth = 2 * sum(1 / i for i in range(9 - K, 9)) if K > 1 else 2 / 8
        assert abs(time.value - truth) <= time.error + 1e-15
        assert time.kind is Kind.EXACT

    def test_issue_value(self):
        assert float(iteration_time(KAsync(8, 4), stats.expon())) == pytest.approx(
            0.634523809523809, abs=1e-14
        )

    def test_exponential_learners_that_differ(self):
        fleet = [stats.expon(), stats.expon(scale=2), stats.expon(scale=4)]
        time = iteration_time(KAsync(3, 2), fleet)
        assert time.value == iteration_time(KSync(3, 2), fleet).value

    @pytest.mark.parametrize("P, K, groups", [(8, 2, 4), (8, 3, 2), (8, 5, 1), (8, 1, 8)])
    def test_deterministic_learners_take_turns(self, P, K, groups):
        time = iteration_time(KAsync(P, K), Deterministic(3))
        assert time.value == pytest.approx(3 / groups, rel=1e-15)
        assert time.error <= 2e-16 * 3

    def test_law(self):
        law = iteration_law(KAsync(8, 4), stats.expon())
        assert float(law.mean()) == pytest.approx(
            float(iteration_time(KAsync(8, 4), stats.expon()))
        )
        arrivals = iteration_law(KBatchAsync(8, 4), stats.expon())
        assert float(arrivals.mean()) == pytest.approx(0.5)
        assert float(iteration_law(Async(8), stats.expon()).sf(1.0)) == pytest.approx(math.exp(-8))
        for scheme in (Async(8), KAsync(8, 4), KBatchAsync(8, 4)):
            with pytest.raises(NoMethodError, match="iteration law of"):
                iteration_law(scheme, stats.gamma(2))

    def test_bounds_meet_where_it_is_closed(self):
        for law in (stats.expon(), Deterministic(3), stats.pareto(1)):
            lower, upper = iteration_time_bounds(KAsync(8, 3), law)
            assert lower.value == upper.value == iteration_time(KAsync(8, 3), law).value
