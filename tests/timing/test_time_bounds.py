"""Bounds hold: against independent exact values, against a simulation, as inequalities."""

from __future__ import annotations

import heapq
import math

import numpy as np
import pytest
from iteration_time_truths import HYPER, TRUTHS
from oracles.labels import label
from scipy import stats

from runtime_theory.distributions.adapt import as_law
from runtime_theory.distributions.base import Ageing
from runtime_theory.distributions.discrete import Deterministic, Discrete
from runtime_theory.distributions.survival import SurvivalFunction
from runtime_theory.references import BARLOW_PROSCHAN1975
from runtime_theory.results import Relation
from runtime_theory.schemes import KAsync, KBatchSync, KSync
from runtime_theory.timing import iteration_time, iteration_time_bounds
from runtime_theory.timing.ageing import ageing_theorem
from runtime_theory.timing.fleet import Fleet
from runtime_theory.timing.registry import TIMINGS


def candidates(scheme, law):
    """All bounds before the best are picked."""
    return TIMINGS[type(scheme)].bounds(scheme, Fleet(law, scheme.P))


def simulate_k_batch_sync(P, K, draw, repetitions, rng):
    """Mean of the K-th point of P renewal processes, and its standard error."""
    times = np.empty(repetitions)
    for r in range(repetitions):
        sums = np.cumsum(draw(rng, (P, K)), axis=1)
        times[r] = np.partition(sums.ravel(), K - 1)[K - 1]
    return times.mean(), times.std() / math.sqrt(repetitions)


def simulate_k_async(P, K, draw, updates, rng):
    """Long-run mean time between updates by events, and the standard error of batch means."""
    pushes = [(float(x), i) for i, x in enumerate(draw(rng, P))]
    heapq.heapify(pushes)
    ends = np.empty(updates)
    for j in range(updates):
        done = [heapq.heappop(pushes) for _ in range(K)]
        ends[j] = done[-1][0]
        fresh = draw(rng, K)
        for (_, i), x in zip(done, fresh, strict=True):
            heapq.heappush(pushes, (ends[j] + float(x), i))
    gaps = np.diff(ends[updates // 10 :])
    batches = gaps[: gaps.size // 20 * 20].reshape(20, -1).mean(axis=1)
    return batches.mean(), batches.std(ddof=1) / math.sqrt(20)


class TestAgainstTheTruth:
    @pytest.mark.parametrize("scheme, law, truth, slack", TRUTHS, ids=label)
    def test_every_candidate_holds(self, scheme, law, truth, slack):
        lower, upper = candidates(scheme, law)
        assert len(lower) >= 2
        assert len(upper) >= 2
        for bound in lower:
            assert bound.lower <= truth + slack, bound
        for bound in upper:
            assert bound.upper >= truth - slack, bound

    @pytest.mark.parametrize("scheme, law, truth, slack", TRUTHS, ids=label)
    def test_the_tightest_enclose(self, scheme, law, truth, slack):
        lower, upper = iteration_time_bounds(scheme, law)
        assert (lower.relation, upper.relation) == (Relation.LOWER, Relation.UPPER)
        assert lower.value - slack <= truth <= upper.value + slack
        assert lower.value == max(bound.value for bound in candidates(scheme, law)[0])
        assert upper.value == min(bound.value for bound in candidates(scheme, law)[1])
        assert (lower.unit, upper.unit) == ("s", "s")


class TestAgainstSimulation:
    """Five standard errors: a false alarm in one of 3.5 million."""

    LAWS = (
        ("gamma(0.4)", stats.gamma(0.4)),
        ("hyperexponential", HYPER),
        ("lognormal", stats.lognorm(1.2)),
        ("uniform(3, 4)", stats.uniform(3, 1)),
        ("three-point", Discrete([1, 2, 7], [0.5, 0.4, 0.1])),
    )

    @staticmethod
    def draw(law):
        def values(rng, size):
            if isinstance(law, Discrete):
                return law.rvs(size, rng=rng)
            if law is HYPER:
                return rng.exponential(np.where(rng.random(size) < 0.8, 0.25, 4.0))
            return law.rvs(size=size, random_state=rng)

        return values

    @pytest.mark.parametrize("name, law", LAWS)
    @pytest.mark.parametrize("P, K", [(3, 2), (5, 12)])
    def test_k_batch_sync(self, name, law, P, K):
        mean, error = simulate_k_batch_sync(P, K, self.draw(law), 2000, np.random.default_rng(1))
        lower, upper = iteration_time_bounds(KBatchSync(P, K), law)
        assert lower.value - 5 * error <= mean <= upper.value + 5 * error

    @pytest.mark.parametrize("name, law", LAWS)
    @pytest.mark.parametrize("P, K", [(5, 2), (5, 4)])
    def test_k_async(self, name, law, P, K):
        mean, error = simulate_k_async(P, K, self.draw(law), 8000, np.random.default_rng(2))
        lower, upper = iteration_time_bounds(KAsync(P, K), law)
        assert lower.value - 5 * error <= mean <= upper.value + 5 * error

    def test_the_simulators_agree_with_closed_forms(self):
        def draw(rng, size):
            return rng.exponential(size=size)

        mean, error = simulate_k_async(5, 3, draw, 8000, np.random.default_rng(3))
        assert abs(mean - float(iteration_time(KAsync(5, 3), stats.expon()))) <= 5 * error
        mean, error = simulate_k_batch_sync(5, 3, draw, 4000, np.random.default_rng(4))
        assert abs(mean - float(iteration_time(KBatchSync(5, 3), stats.expon()))) <= 5 * error

    def test_workers_that_differ(self):
        fleet = [stats.uniform(1, 1), (stats.gamma(3), 2), stats.weibull_min(2)]
        scales = [lambda r: r.uniform(1, 2), *[lambda r: r.gamma(3)] * 2, lambda r: r.weibull(2)]
        rng = np.random.default_rng(5)
        totals = []
        for _ in range(2000):
            points = np.cumsum([[f(rng) for _ in range(6)] for f in scales], axis=1).ravel()
            totals.append(np.partition(points, 5)[5])
        mean, error = np.mean(totals), np.std(totals) / math.sqrt(2000)
        lower, upper = iteration_time_bounds(KBatchSync(4, 6), fleet)
        assert lower.value - 5 * error <= mean <= upper.value + 5 * error


class TestAgeingTheorems:
    @pytest.mark.parametrize(
        "law, known",
        [
            (stats.expon(scale=2), "both"),
            (stats.expon(1), "nbu"),
            (stats.gamma(2.5), "nbu"),
            (stats.gamma(0.5), "nwu"),
            (stats.gamma(0.5, loc=1), "unknown"),
            (stats.gamma(2.5, loc=1, scale=3), "nbu"),
            (stats.weibull_min(0.6), "nwu"),
            (stats.uniform(1, 2), "nbu"),
            (HYPER, "nwu"),
            (Deterministic(2), "nbu"),
            (stats.lognorm(1), "unknown"),
            (stats.norm(10, 1), "unknown"),
            ([1.0, 2.0, 3.0], "unknown"),
        ],
        ids=label,
    )
    def test_known_classes(self, law, known):
        assert ageing_theorem(as_law(law)) == known

    def test_a_law_that_borrows_a_name_borrows_no_theorem(self):
        class Impostor(stats.rv_continuous):
            def _cdf(self, x):
                return np.where(x < 1, 0.5 * x, 1 - 0.5 / x**3)

            def _sf(self, x):
                return np.where(x < 1, 1 - 0.5 * x, 0.5 / x**3)

        impostor = Impostor(a=0.0, name="gamma")()
        assert ageing_theorem(as_law(impostor)) is Ageing.UNKNOWN

    def test_a_fleet_shares_a_class_or_has_none(self):
        def shared(*laws):
            return Fleet(list(laws), len(laws)).ageing

        assert shared(stats.gamma(2), stats.expon()) is Ageing.NBU
        assert shared(stats.gamma(0.5), stats.expon()) is Ageing.NWU
        assert shared(stats.expon(), stats.expon(scale=2)) is Ageing.BOTH
        assert shared(stats.gamma(0.5), stats.gamma(2)) is Ageing.NEITHER
        assert shared(stats.lognorm(1), stats.gamma(2)) is Ageing.NEITHER


class TestWhichBound:
    @pytest.mark.parametrize(
        "scheme, law, low, high",
        [
            (KAsync(8, 7), stats.gamma(3), "nobody idles", "all start afresh"),
            (KAsync(8, 4), stats.pareto(2.5), "nobody idles", "at most K-1 idle"),
            (KAsync(8, 4), stats.uniform(1, 0.2), "nobody idles", "in the longest time"),
            (KAsync(8, 3), stats.uniform(1, 0.2), "in the shortest time", "at most K-1 idle"),
            (KBatchSync(8, 4), stats.gamma(3), "mean residual times", "first mini-batches"),
            (KBatchSync(64, 256), stats.uniform(1, 0.2), "mean residual", "ceil(K/P) longest"),
            (KBatchSync(8, 24), stats.gamma(0.3), "all start afresh", "mean residual times"),
            (KBatchSync(8, 20), stats.lognorm(1), "first mini-batch", "Wald"),
            (KBatchSync(8, 20), stats.halfcauchy(), "first mini-batch", "learners do ceil"),
        ],
        ids=label,
    )
    def test_is_named(self, scheme, law, low, high):
        lower, upper = iteration_time_bounds(scheme, law)
        assert low in lower.method
        assert high in upper.method

    def test_the_ageing_class_and_its_source_are_said(self):
        upper = iteration_time_bounds(KAsync(8, 7), stats.gamma(3))[1]
        assert upper.method.endswith("(nbu)")
        assert BARLOW_PROSCHAN1975 in upper.references

    def test_a_class_that_was_only_tested_sharpens_nothing(self):
        law = SurvivalFunction(lambda t: np.exp(-t * t), (0, math.inf))
        assert law.ageing is Ageing.NBU
        upper = iteration_time_bounds(KAsync(8, 7), law)[1]
        assert "at most K-1 idle" in upper.method
        named = iteration_time_bounds(KAsync(8, 7), stats.weibull_min(2))[1]
        assert named.value < upper.value

    def test_numbers_of_the_universal_bounds(self):
        lower, upper = iteration_time_bounds(KAsync(8, 4), stats.pareto(2.5))
        mean = 2.5 / 1.5
        assert lower.value == pytest.approx(4 * mean / 8, rel=1e-13)
        assert upper.value == pytest.approx(4 * mean / 5, rel=1e-13)

    @pytest.mark.parametrize("P, K", [(8, 2), (8, 3), (8, 5), (7, 4)])
    def test_a_deterministic_law_attains_them(self, P, K):
        nearly = stats.uniform(2, 1e-9)
        for scheme in (KAsync(P, K), KBatchSync(P, K), KBatchSync(P, 3 * K)):
            truth = float(iteration_time(scheme, Deterministic(2.0)))
            lower, upper = iteration_time_bounds(scheme, nearly)
            assert truth <= lower.value * (1 + 1e-12) <= upper.value * (1 + 1e-12)
            assert upper.value - truth <= 1e-8

    def test_k_sync_bounds_both_for_new_better_than_used(self):
        for law in (stats.gamma(3), stats.weibull_min(2)):
            ceiling = float(iteration_time(KSync(8, 5), law))
            for scheme in (KAsync(8, 5), KBatchSync(8, 5)):
                assert iteration_time_bounds(scheme, law)[1].value <= ceiling


class TestUnlikeFleets:
    def test_one_slow_learner_is_left_out_of_the_bound(self):
        fleet = [(stats.expon(), 7), (stats.halfcauchy(), 1)]
        upper = iteration_time_bounds(KAsync(8, 3), fleet).upper
        assert float(upper.upper) == pytest.approx(3 / 5)  # K max/(n-K+1) of the 7 quickest
        assert "7 quickest" in upper.method

    def test_fewer_than_k_finite_means_leave_it_unbounded(self):
        fleet = [(stats.expon(), 2), (stats.halfcauchy(), 6)]
        assert iteration_time_bounds(KAsync(8, 3), fleet).upper.upper == math.inf

    def test_wald_begins_k_minus_1_again(self):
        fleet = [(stats.lognorm(1), 3), (stats.lognorm(1, scale=4), 1)]
        mean = math.exp(0.5)
        wald = ((12 - 1) * 4 * mean + 3 * mean + 4 * mean) / 4
        upper = iteration_time_bounds(KBatchSync(4, 12), fleet).upper
        assert float(upper.upper) <= wald * (1 + 1e-12)
