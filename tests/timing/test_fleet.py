"""A fleet computes each mean once and shares it among the schemes."""

from __future__ import annotations

import math

import numpy as np
import pytest
from oracles.labels import label
from scipy import stats

import runtime_theory.timing.fleet as fleet_module
from runtime_theory.distributions.discrete import Deterministic, Discrete
from runtime_theory.distributions.measured.trace import Trace
from runtime_theory.distributions.workers import Workers
from runtime_theory.order_statistics import order_statistic
from runtime_theory.results import Kind
from runtime_theory.timing.fleet import Fleet, infinite


@pytest.fixture
def counted(monkeypatch):
    """Count the questions to the order-statistics layer."""
    asked = {"one": 0, "all": 0}
    one, every = fleet_module.order_statistic, fleet_module.expected_order_statistics

    def count_one(*arguments):
        asked["one"] += 1
        return one(*arguments)

    def count_all(*arguments):
        asked["all"] += 1
        return every(*arguments)

    monkeypatch.setattr(fleet_module, "order_statistic", count_one)
    monkeypatch.setattr(fleet_module, "expected_order_statistics", count_all)
    return asked


class TestMeans:
    def test_are_computed_once(self, counted):
        fleet = Fleet(stats.gamma(2.5), 8)
        values = [(fleet.order_mean(3), fleet.interval, fleet.means) for _ in range(3)]
        assert counted == {"one": 2, "all": 0}
        assert all(row[0] is values[0][0] for row in values)

    def test_many_come_from_one_pass(self, counted):
        fleet = Fleet(stats.gamma(2.5), 8)
        fleet.prepare(range(1, 9))
        means = [float(fleet.order_mean(k)) for k in range(1, 9)]
        assert counted == {"one": 0, "all": 1}
        assert math.fsum(means) == pytest.approx(20, rel=1e-13)
        fleet.prepare(range(1, 9))
        assert counted["all"] == 1

    def test_few_of_many_are_asked_one_by_one(self, counted):
        fleet = Fleet(stats.gamma(2.5), 10**6)
        fleet.prepare([1, 1000, 10**6])
        assert float(fleet.order_mean(1000)) > 0
        assert counted == {"one": 1, "all": 0}

    def test_traces_keep_their_standard_errors(self):
        fleet = Fleet(Trace([1.0, 2.0, 4.0]), 4)
        fleet.prepare(range(1, 5))
        for k in range(1, 5):
            assert fleet.order_mean(k).standard_error > 0
        assert fleet.interval.standard_error == pytest.approx(fleet.means[0].standard_error / 4)

    def test_units_and_values(self):
        fleet = Fleet(stats.lognorm(0.5), 3)
        direct = order_statistic(stats.lognorm(0.5), 2, 3).mean()
        assert fleet.order_mean(2).value == direct.value
        assert fleet.order_mean(2).unit == fleet.interval.unit == "s"
        assert float(fleet.order_law(2).mean()) == direct.value


class TestGroups:
    def test_alike_workers_are_one_law(self):
        law = stats.gamma(2)
        fleet = Fleet([law, law, law], 3)
        assert fleet.alike
        assert not isinstance(fleet.law, Workers)
        assert fleet.groups[0][1] == 3

    def test_unlike_workers(self):
        fleet = Fleet([(Deterministic(1), 2), Deterministic(4)], 3)
        assert not fleet.alike
        assert [float(mean) for mean in fleet.means] == [1.0, 4.0]
        assert float(fleet.interval) == pytest.approx(1 / 2.25, rel=1e-15)
        assert float(fleet.slowest) == 4.0
        assert (float(fleet.shortest), float(fleet.longest)) == (1.0, 4.0)
        assert not fleet.deterministic

    @pytest.mark.parametrize("P", [0, -1])
    def test_p_is_positive(self, P):
        with pytest.raises(ValueError, match="P must be an integer >= 1"):
            Fleet(stats.expon(), P)

    def test_no_learner_of_finite_mean(self):
        fleet = Fleet([stats.pareto(0.5), stats.pareto(1)], 2)
        assert fleet.interval.value == math.inf
        assert "diverges" in fleet.interval.note


class TestEnds:
    @pytest.mark.parametrize(
        "law, ends, error",
        [
            (stats.uniform(1, 2), (1.0, 3.0), True),
            (stats.expon(), (0.0, math.inf), False),
            (Discrete([2, 5], [0.5, 0.5]), (2.0, 5.0), False),
            (Trace([0.25, 0.5]), (0.25, 0.5), False),
        ],
        ids=label,
    )
    def test_of_the_support(self, law, ends, error):
        fleet = Fleet(law, 2)
        assert (fleet.shortest.value, fleet.longest.value) == ends
        assert (fleet.shortest.error > 0) is error

    def test_deterministic(self):
        assert Fleet(Deterministic(2), 4).deterministic
        assert Fleet([2.0, 2.0], 4).deterministic  # a trace of equal values
        assert not Fleet(stats.uniform(), 4).deterministic


class TestMemoryless:
    @pytest.mark.parametrize(
        "law, expected",
        [
            (stats.expon(), True),
            (stats.expon(scale=3), True),
            (stats.gamma(1), True),
            (stats.weibull_min(1, scale=2), True),
            (stats.expon(1), False),
            (stats.gamma(2), False),
            (stats.lognorm(1), False),
            ([stats.expon(), stats.expon(scale=2)], True),
            ([stats.expon(), stats.gamma(2)], False),
        ],
        ids=label,
    )
    def test_is_recognised(self, law, expected):
        P = len(law) if isinstance(law, list) else 3
        assert Fleet(law, P).memoryless is expected


class TestTimes:
    def test_negative_ones_are_noted(self):
        assert Fleet(stats.gamma(2), 2).negative_note == ""
        note = Fleet(stats.norm(0, 1), 2).negative_note
        assert note == "Pr[X <= 0] = 0.5: computed as if times could be negative"

    def test_must_be_possible(self):
        with pytest.raises(ValueError, match="X must be a time that can be positive"):
            Fleet(stats.uniform(-2, 1), 2).require_times(mean=False)
        Fleet(stats.norm(-1, 1), 2).require_times(mean=False)  # can be positive
        with pytest.raises(ValueError, match=r"X must be a time with E\[X\] > 0"):
            Fleet(stats.norm(-1, 1), 2).require_times(mean=True)

    def test_infinite_carries_its_reason(self):
        time = infinite("the tail")
        assert (time.value, time.error, time.kind, time.note) == (
            math.inf,
            0,
            Kind.EXACT,
            "the tail",
        )

    def test_repr(self):
        assert repr(Fleet(stats.expon(), np.int64(8))) == "Fleet(<expon>, 8)"
