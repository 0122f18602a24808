"""The speed-up of async over sync: the paper's figure 5, closed forms, growth, refusals."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from runtime_theory.distributions.discrete import Deterministic
from runtime_theory.distributions.measured.trace import Trace
from runtime_theory.references import DUTTA2018
from runtime_theory.results import Kind
from runtime_theory.wallclock import speedup


def harmonic(n):
    return math.fsum(1 / i for i in range(1, n + 1))


class TestPaper:
    @pytest.mark.parametrize(
        "law, at_20, at_8",
        [
            (stats.expon(), 71.95, 21.74),
            (stats.expon(1), 45.98, 14.87),
            (stats.pareto(2), 79.76, 20.37),
        ],
        ids=["exp(1)", "1 + exp(1)", "Pareto(2, 1)"],
    )
    def test_figure_5(self, law, at_20, at_8):
        assert round(float(speedup(law, 20)), 2) == at_20
        assert round(float(speedup(law, 8)), 2) == at_8

    def test_corollary_1(self):
        """P H_P lies between two expressions that are P log P to first order."""
        counts = np.array([1, 2, 8, 100, 10**6])
        gain = speedup(stats.expon(), counts).value
        low = counts * np.log(counts) + np.euler_gamma * counts + 0.5 - 1 / (12 * counts)
        assert np.all(low * (1 - 1e-15) <= gain)
        assert np.all(gain <= (low + 1 / (12 * counts)) * (1 + 1e-15))


class TestClosedForms:
    @given(st.integers(1, 500))
    @settings(max_examples=30, deadline=None)
    def test_exponential(self, P):
        gain = speedup(stats.expon(scale=7), P)
        truth = P * harmonic(P)
        assert abs(gain.value - truth) <= gain.error + 1e-15 * truth
        assert gain.kind is Kind.EXACT

    @given(st.integers(1, 500), st.floats(0.1, 10))
    @settings(max_examples=30, deadline=None)
    def test_uniform(self, P, width):
        gain = speedup(stats.uniform(0, width), P)
        truth = 2 * P * P / (P + 1)
        assert abs(gain.value - truth) <= gain.error + 1e-15 * truth

    def test_deterministic(self):
        assert float(speedup(Deterministic(3.5), 12)) == pytest.approx(12, rel=1e-15)

    def test_one_learner_gains_nothing(self):
        for law in (stats.gamma(2.5), stats.pareto(1.5), Trace([1.0, 3.0])):
            assert float(speedup(law, 1)) == pytest.approx(1.0, rel=1e-13)


class TestShape:
    def test_broadcasts(self):
        gain = speedup(stats.expon(), [[1, 2], [3, 4]])
        assert gain.shape == (2, 2)
        assert gain[1, 0].value == float(speedup(stats.expon(), 3))
        assert gain.error[1, 1] == speedup(stats.expon(), 4).error
        assert gain.unit == ""
        assert DUTTA2018 in gain.references

    @pytest.mark.parametrize("P", [np.int64(8), np.array(8), 8])
    def test_a_number_gives_a_number(self, P):
        assert speedup(stats.expon(), P).shape == ()

    def test_the_weakest_kind_holds_for_all(self):
        mixed = speedup(stats.lognorm(1), [1, 8])
        assert mixed.kind is Kind.NUMERICAL

    def test_traces_carry_a_standard_error(self):
        trace = Trace([1.0, 2.0, 4.0, 5.0])
        assert speedup(trace, 3).standard_error > 0
        assert speedup(trace, [2, 3]).standard_error.shape == (2,)
        assert speedup(stats.expon(), [2, 3]).standard_error is None

    def test_workers_that_differ(self):
        fleet = [stats.expon(), stats.expon(scale=2)]
        truth = (1 + 2 - 1 / 1.5) * (1 + 1 / 2)
        assert float(speedup(fleet)) == pytest.approx(truth, rel=1e-13)
        assert float(speedup(fleet, 2)) == float(speedup(fleet))


class TestRefusals:
    def test_infinite_means_have_no_ratio(self):
        with pytest.raises(ArithmeticError, match="both take infinitely long"):
            speedup(stats.pareto(1), 8)

    @pytest.mark.parametrize("P", [0, -3, [2, 0]])
    def test_p_is_positive(self, P):
        with pytest.raises(ValueError, match="P must be an integer >= 1, got P="):
            speedup(stats.expon(), P)

    @pytest.mark.parametrize("P", [8.0, "8", True, [2, 2.5]])
    def test_p_is_an_integer(self, P):
        with pytest.raises(TypeError, match="P must be an integer >= 1, got P="):
            speedup(stats.expon(), P)

    def test_p_is_needed_for_one_law(self):
        with pytest.raises(TypeError, match="P must be given"):
            speedup(stats.expon())
        with pytest.raises(ValueError, match="P must be the number of workers listed"):
            speedup([stats.expon(), stats.gamma(2)], 8)
        with pytest.raises(ValueError, match="P must not be empty"):
            speedup(stats.expon(), [])
