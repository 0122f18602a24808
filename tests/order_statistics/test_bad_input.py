"""Wrong k, n and laws: an error that names parameter, value and domain; nothing silent."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracles.labels import label
from scipy import stats

import runtime_theory as rt

LAW = stats.expon()
QUESTIONS = {
    "order_statistic": lambda k, n: rt.order_statistic(LAW, k, n),
    "array of k": lambda k, n: rt.order_statistic(LAW, np.array([k, 1], dtype=object), n),
}
NOT_INTEGERS = [1.0, 8.5, math.nan, math.inf, "2", True, False, 1j, np.float64(2), np.bool_(True),
                slice(3)]  # fmt: skip
questions = pytest.mark.parametrize("ask", QUESTIONS.values(), ids=QUESTIONS)


@questions
@pytest.mark.parametrize("k", [0, -1, 9, 10**20, np.int64(9)])
def test_k_outside(ask, k):
    with pytest.raises(ValueError, match=rf"k must be an integer in 1\.\.8, got k={k}"):
        ask(k, 8)


@questions
@pytest.mark.parametrize("n", [0, -3])
def test_n_outside(ask, n):
    with pytest.raises(ValueError, match=rf"n must be an integer >= 1, got n={n}"):
        ask(1, n)


@pytest.mark.parametrize("k", [*NOT_INTEGERS, None], ids=label)
def test_k_not_an_integer(k):
    with pytest.raises(TypeError, match=r"k must be an integer in 1\.\.8, got k="):
        rt.order_statistic(LAW, k, 8)


@pytest.mark.parametrize("n", NOT_INTEGERS, ids=label)
def test_n_not_an_integer(n):
    with pytest.raises(TypeError, match=r"n must be an integer >= 1, got n="):
        rt.order_statistic(LAW, 1, n)


def test_n_missing():
    with pytest.raises(TypeError, match="n must be given"):
        rt.order_statistic(LAW, 1)
    with pytest.raises(TypeError, match="n must be given"):
        rt.expected_order_statistics(LAW)


@pytest.mark.parametrize("n", [0, -1, 2.0, "3", True, math.nan], ids=label)
@pytest.mark.parametrize("ask", [rt.expected_order_statistics, rt.covariance_order_statistics])
def test_all_ranks(ask, n):
    with pytest.raises((TypeError, ValueError), match="n must be an integer"):
        ask(LAW, n)


def test_too_many_covariances():
    with pytest.raises(ValueError, match=r"n must be an integer in 1\.\.\d+, got n=65"):
        rt.covariance_order_statistics(LAW, 65)


@given(st.one_of(st.floats(), st.text(max_size=3), st.booleans(), st.none(), st.binary(max_size=2)))
def test_any_object_as_k(k):
    with pytest.raises(TypeError, match="k must be an integer"):
        rt.order_statistic(LAW, k, 8)


@given(st.integers(-(10**12), 10**12), st.integers(-5, 10**9))
def test_any_integers(k, n):
    """Either a law, or a ValueError that shows the value."""
    if 1 <= k <= n:
        law = rt.order_statistic(LAW, k, n)
        assert (law.k, law.n) == (k, n)
        return
    with pytest.raises(ValueError) as caught:  # noqa: PT011  the message is looked at below
        rt.order_statistic(LAW, k, n)
    assert f"k={k}" in str(caught.value) or f"n={n}" in str(caught.value)


@pytest.mark.parametrize("kind", [np.int8, np.int32, np.uint64])
def test_integers_of_numpy_are_integers(kind):
    law = rt.order_statistic(LAW, kind(3), kind(5))
    assert float(law.mean()) == pytest.approx(1 / 5 + 1 / 4 + 1 / 3)


@pytest.mark.parametrize("method", ["exact", "", None, 3])
def test_unknown_estimator(method):
    with pytest.raises(ValueError, match="method must be 'plug-in' or 'u-statistic', got"):
        rt.order_statistic(LAW, 1, 2).mean(method=method)


def test_u_statistic_of_a_known_law():
    with pytest.raises(TypeError, match=r"u-statistic.* is for measured traces, got expon"):
        rt.order_statistic(LAW, 1, 2).mean(method="u-statistic")


def test_u_statistic_of_too_few_measurements():
    with pytest.raises(ValueError, match=r"n must be at most the number of measurements.*got n=4"):
        rt.order_statistic([1.0, 2.0, 3.0], 1, 4).mean(method="u-statistic")


@pytest.mark.parametrize("r", [0, -1])
def test_moment_order_outside(r):
    with pytest.raises(ValueError, match=f"r must be an integer >= 1, got r={r}"):
        rt.order_statistic(LAW, 1, 2).moment(r)


@pytest.mark.parametrize("r", [1.5, "2", True, None], ids=label)
def test_moment_order_not_an_integer(r):
    with pytest.raises(TypeError, match="r must be an integer >= 1, got r="):
        rt.order_statistic(LAW, 1, 2).moment(r)


@pytest.mark.parametrize("q", [-0.1, 1.1, math.nan])
@pytest.mark.parametrize("name", ["ppf", "isf"])
@pytest.mark.parametrize("k, n", [(2, 3), (1, 1), (100, 300)])
def test_levels_outside_are_refused(name, q, k, n):
    """Never a silent NaN."""
    with pytest.raises(ValueError, match="q must be a probability"):
        getattr(rt.order_statistic(LAW, k, n), name)(q)


@pytest.mark.parametrize("rng", [None, "1", 1.5], ids=label)
def test_randomness_is_seeded(rng):
    with pytest.raises(TypeError, match="rng must be"):
        rt.order_statistic(LAW, 1, 2).rvs(3, rng=rng)


def test_workers_and_their_number():
    workers = rt.Workers([(stats.expon(), 3), stats.uniform()])
    with pytest.raises(ValueError, match="n must be the number of workers, 4, got n=5"):
        rt.order_statistic(workers, 1, 5)
    with pytest.raises(ValueError, match=r"k must be an integer in 1\.\.4, got k=5"):
        rt.order_statistic(workers, 5)
    with pytest.raises(TypeError, match="one law for all draws"):
        rt.covariance_order_statistics(workers, 4)
    with pytest.raises(ValueError, match="n must be the number of workers, 4, got n=3"):
        rt.expected_order_statistics(workers, 3)


@pytest.mark.parametrize(
    "law", [3.0, "expon", (stats.expon(), 2), None, {}, stats.gamma], ids=lambda v: type(v).__name__
)
def test_things_that_are_no_law(law):
    with pytest.raises(TypeError):
        rt.order_statistic(law, 1, 2)


@pytest.mark.parametrize("values", [[1.0, math.nan], [1.0, math.inf], [1.0, -2.0], []], ids=label)
def test_traces_that_are_no_durations(values):
    with pytest.raises(ValueError):  # noqa: PT011  the trace's own tests look at the messages
        rt.order_statistic(values, 1, 2)
