"""Every scheme is answered through the registry: methods, refusals, merged processes."""

from __future__ import annotations

import math
from types import MappingProxyType

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from oracles.labels import label
from scipy import stats

from runtime_theory.distributions.adapt import as_law
from runtime_theory.distributions.discrete import Deterministic
from runtime_theory.distributions.measured.trace import Trace
from runtime_theory.distributions.workers import Workers
from runtime_theory.errors import AccuracyError, NoMethodError
from runtime_theory.references import DUTTA2018
from runtime_theory.results import Kind, Relation, Result
from runtime_theory.schemes import (
    SCHEMES,
    Async,
    KAsync,
    KBatchAsync,
    KBatchSync,
    KSync,
    Sync,
)
from runtime_theory.timing import (
    TIMINGS,
    iteration_law,
    iteration_time,
    iteration_time_bounds,
    mean_staleness,
    methods,
    throughput,
)
from runtime_theory.timing.method import tightest

GAMMA = stats.gamma(3)
LAWS = [stats.expon(), stats.gamma(2.5), stats.pareto(2.2), stats.uniform(1, 2), Deterministic(2)]


class TestRegistry:
    def test_every_scheme_has_a_timing_and_no_other_has(self):
        assert set(TIMINGS) == set(SCHEMES)
        assert isinstance(TIMINGS, MappingProxyType)

    @pytest.mark.parametrize("timing", TIMINGS.values(), ids=lambda timing: timing.scheme.name)
    def test_timings_are_complete(self, timing):
        assert TIMINGS[timing.scheme] is timing
        names = [method.name for method in timing.methods]
        assert names
        assert len(set(names)) == len(names)
        assert "auto" not in names
        assert all(method.scope for method in timing.methods)
        always = any(method.scope == "every law" for method in timing.methods)
        assert (timing.bounds is None) == always  # either an answer or bounds, for every law

    def test_methods(self):
        assert methods(KSync) == methods(KSync(8, 3)) == ("order-statistic",)
        assert methods(Async(8), GAMMA) == ("renewal-rate",)
        assert methods(KAsync(8, 4), stats.expon()) == ("closed-form",)
        assert methods(KAsync(8, 4), GAMMA) == ()
        assert methods(KAsync(8, 8), GAMMA) == ("order-statistic",)  # it is sync

    @pytest.mark.parametrize("bad", ["k-sync", 8, None, object(), Result])
    def test_what_is_no_scheme(self, bad):
        for ask in (
            lambda: methods(bad),
            lambda: iteration_time(bad, GAMMA),
            lambda: iteration_time_bounds(bad, GAMMA),
            lambda: iteration_law(bad, GAMMA),
            lambda: throughput(bad, GAMMA),
            lambda: mean_staleness(bad, GAMMA),
        ):
            with pytest.raises(TypeError, match=r"scheme must be one of Sync, KSync, .*, got"):
                ask()

    @pytest.mark.parametrize("scheme", [KSync("P", 4), KSync(8, "K"), Async("P")])
    def test_symbolic_schemes_have_no_numbers(self, scheme):
        with pytest.raises(TypeError, match=r"iteration_time needs [PK] as an integer"):
            iteration_time(scheme, GAMMA)


class TestQuestion:
    def test_unknown_method(self):
        with pytest.raises(
            ValueError, match=r"method for Async\(8\) must be one of auto, renewal-rate, got .*'x'"
        ):
            iteration_time(Async(8), GAMMA, method="x")

    def test_named_method_is_the_automatic_one(self):
        auto = iteration_time(KSync(8, 3), GAMMA)
        assert iteration_time(KSync(8, 3), GAMMA, method="order-statistic").value == auto.value

    @pytest.mark.parametrize("scheme", [KAsync(8, 4), KBatchSync(8, 4)])
    def test_no_method_quotes_both_bounds(self, scheme):
        lower, upper = iteration_time_bounds(scheme, GAMMA)
        for method in ("auto", "closed-form"):
            with pytest.raises(NoMethodError) as caught:
                iteration_time(scheme, GAMMA, method=method)
            text = str(caught.value)
            assert f"{scheme}" in text
            assert repr(as_law(GAMMA)) in text
            assert f"known: {lower} and {upper}" in text
            assert (caught.value.lower.value, caught.value.upper.value) == (
                lower.value,
                upper.value,
            )
            assert lower.value < upper.value

    def test_rtol(self):
        assert iteration_time(Sync(8), GAMMA, rtol=1e-9).error <= 1e-9 * 6
        with pytest.raises(AccuracyError, match="rtol=1e-300 was not met: reached") as caught:
            iteration_time(Sync(8), GAMMA, rtol=1e-300)
        assert caught.value.result.value == iteration_time(Sync(8), GAMMA).value
        assert iteration_time(Sync(8), stats.cauchy(), rtol=1e-300).value == math.inf

    @pytest.mark.parametrize("rtol", [0.0, -1.0, math.nan, math.inf, "1e-3"])
    def test_rtol_is_positive(self, rtol):
        with pytest.raises((ValueError, TypeError), match="rtol must be a finite real number > 0"):
            iteration_time(Sync(8), GAMMA, rtol=rtol)

    @pytest.mark.parametrize("rng", [1, np.random.default_rng(1), np.random.SeedSequence(1), None])
    def test_rng_is_taken(self, rng):
        assert iteration_time(Async(8), GAMMA, rng=rng).value == 0.375

    @pytest.mark.parametrize("rng", ["seed", 1.5, -1])
    def test_rng_is_checked(self, rng):
        with pytest.raises((ValueError, TypeError), match="rng must be"):
            iteration_time(Async(8), GAMMA, rng=rng)

    @pytest.mark.parametrize("X", [2.0, "expon", (1, 2), None])
    def test_x_must_be_a_law(self, X):
        with pytest.raises(TypeError):
            iteration_time(Async(8), X)

    def test_the_number_of_workers_is_p(self):
        fleet = Workers([(stats.expon(), 3), stats.expon(scale=2)])
        assert iteration_time(Sync(4), fleet).unit == "s"
        with pytest.raises(ValueError, match="P must be the number of workers listed, 4, got P=8"):
            iteration_time(Sync(8), fleet)

    @pytest.mark.parametrize("scheme", [Sync(8), KSync(8, 3), Async(8), KBatchAsync(8, 20)])
    @pytest.mark.parametrize("law", LAWS, ids=label)
    def test_results_say_where_they_come_from(self, scheme, law):
        time = iteration_time(scheme, law)
        assert time.unit == "s"
        assert time.kind in (Kind.EXACT, Kind.NUMERICAL)
        assert time.relation is Relation.EQUAL
        assert DUTTA2018 in time.references
        assert time.method
        assert 0 <= time.error <= 1e-12 * time.value


class TestNegativeTimes:
    def test_are_said(self):
        for scheme in (Sync(8), KSync(8, 2), Async(8), KBatchAsync(8, 4)):
            note = iteration_time(scheme, stats.norm(10, 2)).note
            assert "Pr[X <= 0] = 2.9e-07" in note

    def test_leave_no_bounds(self):
        with pytest.raises(ValueError, match="bounds on E\\[T\\] need times >= 0"):
            iteration_time_bounds(KAsync(8, 4), stats.norm(10, 2))
        with pytest.raises(NoMethodError, match="no bounds either") as caught:
            iteration_time(KAsync(8, 4), stats.norm(10, 2))
        assert caught.value.lower is None

    @pytest.mark.parametrize("scheme", [Sync(8), Async(8), KAsync(8, 4)])
    def test_only_negative_times_are_refused(self, scheme):
        with pytest.raises(ValueError, match="X must be a time that can be positive"):
            iteration_time(scheme, stats.uniform(-2, 1))

    def test_a_negative_mean_is_refused_where_it_matters(self):
        with pytest.raises(ValueError, match=r"X must be a time with E\[X\] > 0"):
            iteration_time(Async(8), stats.norm(-1, 1))

    def test_no_time_at_all_is_refused(self):
        with pytest.raises(ValueError, match="X must be a time that can be positive"):
            iteration_time(Sync(8), Deterministic(0))


class TestMergedProcesses:
    @pytest.mark.parametrize("law", [*LAWS, stats.halfcauchy()], ids=label)
    @pytest.mark.parametrize(
        "first, second",
        [
            (KSync(6, 6), Sync(6)),
            (KAsync(6, 6), Sync(6)),
            (KAsync(6, 1), Async(6)),
            (KBatchAsync(6, 1), Async(6)),
            (KBatchSync(6, 1), KSync(6, 1)),
            (KBatchAsync(1, 5), KBatchSync(1, 5)),
            (Async(1), Sync(1)),
        ],
        ids=label,
    )
    def test_give_one_answer(self, first, second, law):
        one, other = iteration_time(first, law), iteration_time(second, law)
        assert (one.value, one.error, one.kind) == (other.value, other.error, other.kind)
        assert throughput(first, law).value == throughput(second, law).value

    def test_agree_where_different_formulas_meet(self):
        for law in LAWS:
            mean = float(iteration_time(Sync(1), law))
            assert float(iteration_time(KBatchSync(1, 5), law)) == pytest.approx(5 * mean)
            assert float(iteration_time(Async(1), law)) == pytest.approx(mean)


class TestThroughput:
    def test_is_gradients_over_time(self):
        for scheme in (Sync(8), KSync(8, 3), Async(8), KBatchAsync(8, 20)):
            rate = throughput(scheme, GAMMA)
            expected = scheme.gradients_per_update / float(iteration_time(scheme, GAMMA))
            assert float(rate) == pytest.approx(expected, rel=1e-14)
            assert rate.unit == "gradients/s"
            assert 0 < rate.error <= 1e-12 * rate.value

    def test_vanishes_with_an_infinite_time(self):
        rate = throughput(Async(8), stats.pareto(1))
        assert (rate.value, rate.error) == (0.0, 0.0)
        assert "diverges" in rate.note or "inf" in rate.note

    def test_needs_a_method(self):
        with pytest.raises(NoMethodError, match="no method gives"):
            throughput(KAsync(8, 4), GAMMA)

    @given(st.integers(1, 40), st.floats(0.1, 10))
    @settings(max_examples=30, deadline=None)
    def test_scales_with_time(self, P, scale):
        slow = float(throughput(Sync(P), stats.expon(scale=scale)))
        assert slow * scale == pytest.approx(float(throughput(Sync(P), stats.expon())), rel=1e-12)


class TestStaleness:
    @pytest.mark.parametrize(
        "law", [stats.expon(), GAMMA, Deterministic(1), Trace([1.0, 2.0, 4.0])]
    )
    @pytest.mark.parametrize(
        "scheme, mean",
        [
            (Sync(8), 0),
            (KSync(8, 3), 0),
            (KBatchSync(8, 20), 0),
            (Async(8), 7),
            (KAsync(8, 4), 1),
            (KAsync(8, 3), 8 / 3 - 1),
            (KAsync(8, 8), 0),
            (KBatchAsync(8, 4), 7 / 4),
            (KBatchAsync(8, 20), 7 / 20),
            (KBatchAsync(8, 1), 7),
            (Async(1), 0),
        ],
        ids=label,
    )
    def test_means(self, scheme, mean, law):
        staleness = mean_staleness(scheme, law)
        assert staleness.value == pytest.approx(mean, abs=1e-15)
        assert staleness.error <= 3e-16 * mean
        assert staleness.unit == "updates"

    def test_needs_a_long_run(self):
        assert float(mean_staleness(KSync(8, 4), stats.pareto(1))) == 0.0
        with pytest.raises(NoMethodError, match=r"staleness of Async\(8\) needs a finite E\[X\]"):
            mean_staleness(Async(8), stats.pareto(1))

    def test_holds_for_workers_that_differ(self):
        assert float(mean_staleness(KAsync(2, 1), [stats.expon(), GAMMA])) == 1.0


class TestTightest:
    def test_picks_the_best_and_says_the_relation(self):
        def make(value, error=0.0):
            return Result(value, error, kind="exact", method=f"{value}", unit="s")

        lower, upper = tightest([make(1.0), make(2.0, 1.5)], [make(4.0), make(3.0, 2.0)])
        assert (lower.value, upper.value) == (1.0, 4.0)
        assert (lower.relation, upper.relation) == (Relation.LOWER, Relation.UPPER)
        assert (lower.lower, lower.upper) == (upper.lower, upper.upper) == (1.0, 4.0)

    def test_quotients_of_bounds_work(self):
        lower, upper = iteration_time_bounds(KAsync(8, 4), GAMMA)
        fast, slow = 4 / lower, 4 / upper
        assert (fast.relation, slow.relation) == (Relation.UPPER, Relation.LOWER)
        assert slow.value < fast.value
