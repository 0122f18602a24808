"""k and n broadcast: every element is the single answer."""

import numpy as np
import pytest
from scipy import stats

import runtime_theory as rt
from runtime_theory.order_statistics import OrderStatistic, OrderStatistics

LAW = stats.gamma(2.5)
K, N = np.arange(1, 4)[:, None], np.array([3, 8, 100])


@pytest.fixture(scope="module")
def several():
    return rt.order_statistic(LAW, K, N)


def singles(ask):
    return np.array([[ask(rt.order_statistic(LAW, int(k), int(n))) for n in N] for k in K[:, 0]])


def test_shape(several):
    assert isinstance(several, OrderStatistics)
    assert several.shape == (3, 3)
    assert len(several) == 3
    assert repr(several) == "<9 order statistics, shape (3, 3)>"


@pytest.mark.parametrize("name", ["mean", "var", "std"])
def test_results_are_the_single_ones(several, name):
    result = getattr(several, name)()
    assert result.shape == (3, 3)
    assert result.unit == ("s^2" if name == "var" else "s")
    for part in ("value", "error", "lower", "upper"):
        expected = singles(lambda law, part=part: getattr(getattr(law, name)(), part))
        assert np.array_equal(getattr(result, part), expected), part


def test_moments(several):
    result = several.moment(3)
    assert result.unit == "s^3"
    assert np.array_equal(result.value, singles(lambda law: float(law.moment(3))))


@pytest.mark.parametrize("name, x", [("sf", 2.0), ("cdf", 2.0), ("pdf", 2.0), ("logsf", 2.0),
                                     ("ppf", 0.3), ("isf", 1e-30)])  # fmt: skip
def test_functions_are_the_single_ones(several, name, x):
    assert np.array_equal(getattr(several, name)(x), singles(lambda law: getattr(law, name)(x)))


def test_points_broadcast_too(several):
    x = np.array([0.5, 2.0])[:, None, None]
    values = several.cdf(x)
    assert values.shape == (2, 3, 3)
    assert values[1, 2, 0] == rt.order_statistic(LAW, 3, 3).cdf(2.0)


def test_median(several):
    assert np.array_equal(several.median(), several.ppf(0.5))


def test_indexing(several):
    assert isinstance(several[1, 2], OrderStatistic)
    assert (several[1, 2].k, several[1, 2].n) == (2, 100)
    assert several[0].shape == (3,)


def test_draws(several):
    draws = several.rvs(1000, rng=5)
    assert draws.shape == (1000, 3, 3)
    again = several.rvs(1000, rng=5)
    assert np.array_equal(draws, again)
    error = draws.std(axis=0) / np.sqrt(1000)
    assert np.all(np.abs(draws.mean(axis=0) - several.mean().value) < 5 * error)
    assert several.rvs(rng=5).shape == (3, 3)
    assert several.rvs((2, 4), rng=5).shape == (2, 4, 3, 3)


def test_infinite_entries_keep_their_reason():
    result = rt.order_statistic(stats.halfcauchy(), np.array([7, 8]), 8).mean()
    assert np.isfinite(result.value[0])
    assert result.value[1] == np.inf
    assert "n-k+1 = 1" in result.note


def test_traces_carry_standard_errors():
    trace = [1.0, 2.0, 4.0, 8.0]
    result = rt.order_statistic(trace, np.array([1, 2]), 2).mean()
    assert result.standard_error.shape == (2,)
    assert np.all(result.standard_error > 0)
    u = rt.order_statistic(trace, np.array([1, 2]), 2).mean(method="u-statistic")
    assert u.kind == "estimate"
    # Six pairs: smaller ones 1 1 1 2 2 4, larger ones 2 4 8 4 8 8.
    assert u.value == pytest.approx([11 / 6, 34 / 6], rel=1e-14)


@pytest.mark.parametrize("k, n", [([1, 2], 2), (1, [1, 2]), ([[1]], [1, 2])])
def test_lists_are_arrays(k, n):
    assert rt.order_statistic(LAW, k, n).shape == np.broadcast_shapes(np.shape(k), np.shape(n))


def test_shapes_that_do_not_fit():
    with pytest.raises(ValueError, match="broadcast"):
        rt.order_statistic(LAW, np.array([1, 2]), np.array([2, 3, 4]))


def test_one_bad_entry_is_named():
    with pytest.raises(ValueError, match=r"k must be an integer in 1\.\.3, got k=4"):
        rt.order_statistic(LAW, np.array([1, 4]), 3)


def test_workers():
    workers = rt.Workers([stats.expon(), stats.uniform()])
    result = rt.order_statistic(workers, np.array([1, 2])).mean()
    assert np.array_equal(result.value, rt.expected_order_statistics(workers).value)
