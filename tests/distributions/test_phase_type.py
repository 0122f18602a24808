"""PhaseType as a law: both tails against closed forms and mpmath, moments, sampling, refusals."""

from __future__ import annotations

import pickle

import mpmath as mp
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

import runtime_theory as rt

rates = st.floats(0.01, 100.0)


@pytest.mark.parametrize("k,rate", [(1, 1.0), (2, 0.05), (5, 3.0), (20, 1.0)])
def test_erlang_is_gamma_in_both_tails(k: int, rate: float) -> None:
    law = rt.PhaseType.erlang(k, rate)
    same = stats.gamma(k, scale=1 / rate)
    x = np.array([1e-12, 1e-6, 1e-3, 0.1, 1.0, 5.0, 50.0, 400.0]) * k / rate
    for ours, theirs in (
        (law.sf(x), same.sf(x)),
        (law.cdf(x), same.cdf(x)),
        (law.pdf(x), same.pdf(x)),
    ):
        use = theirs > 1e-290
        assert np.allclose(ours[use], theirs[use], rtol=2e-13, atol=0.0)


def test_hyperexponential_tail_keeps_its_digits_to_1e_250() -> None:
    law = rt.PhaseType.hyperexponential([0.95, 0.05], [1.0, 0.01])
    x = np.array([0.0, 1e-15, 1.0, 100.0, 1e4, 57_000.0])
    truth = 0.95 * np.exp(-x) + 0.05 * np.exp(-0.01 * x)
    assert np.allclose(law.sf(x), truth, rtol=2e-14 * (1 + 0.01 * x.max()), atol=0.0)
    below = -0.95 * np.expm1(-x) - 0.05 * np.expm1(-0.01 * x)
    assert np.allclose(law.cdf(x), below, rtol=1e-13, atol=0.0)


def test_nearly_equal_rates_do_not_cancel() -> None:
    # https://github.com/scipy/scipy/issues/25639: partial fractions lose eight digits here.
    law = rt.PhaseType.hypoexponential([1.0, 1.0 + 1e-9, 2.0])
    assert float(law.sf(1.0)) == pytest.approx(0.87109416548228846041, rel=1e-14)
    slowest = rt.order_statistic(law, 3, 3).mean()
    assert abs(float(slowest) - 3.7909259243559351869) <= slowest.error < 1e-12


def test_a_general_chain_against_the_matrix_exponential_in_mpmath() -> None:
    A = [[-3.0, 1.0, 0.5], [0.2, -1.0, 0.3], [0.0, 2.0, -2.5]]
    alpha = [0.2, 0.5, 0.3]
    law = rt.PhaseType(alpha, A)
    with mp.workdps(60):
        for x in (0.01, 1.0, 10.0, 200.0):
            row = mp.matrix([alpha]) * mp.expm(mp.matrix(A) * x)
            assert float(law.sf(x)) == pytest.approx(float(mp.fsum(row)), rel=1e-13)


@given(st.lists(rates, min_size=1, max_size=6), st.integers(1, 3))
def test_moments_of_a_hypoexponential(values: list[float], r: int) -> None:
    law = rt.PhaseType.hypoexponential(values)
    mean = law.mean()
    assert abs(float(mean) - float(mp.fsum(1 / mp.mpf(v) for v in values))) <= mean.error
    second = law.moment(2)
    with mp.workdps(40):
        m1 = mp.fsum(1 / mp.mpf(v) for v in values)
        m2 = mp.fsum(1 / mp.mpf(v) ** 2 for v in values) + m1**2
        assert abs(mp.mpf(float(second)) - m2) <= float(second.error)
    assert float(law.moment(r)) > 0.0


@given(st.lists(rates, min_size=2, max_size=4))
def test_tails_add_up_and_fall(values: list[float]) -> None:
    law = rt.PhaseType.hypoexponential(values)
    x = float(law.mean()) * np.linspace(0.0, 6.0, 25)
    s, f = law.sf(x), law.cdf(x)
    assert np.allclose(s + f, 1.0, atol=1e-13)
    assert np.all(np.diff(s) <= 1e-15)


def test_quantiles_invert_both_tails() -> None:
    law = rt.PhaseType.coxian([1.0, 2.0, 0.5], [0.5, 0.25])
    q = np.array([1e-200, 1e-30, 1e-3, 0.5])
    assert np.allclose(law.sf(law.isf(q)), q, rtol=1e-11)
    assert np.allclose(law.cdf(law.ppf(q)), q, rtol=1e-11)


def test_draws_follow_the_law() -> None:
    law = rt.PhaseType.coxian([1.0, 2.0], [0.5])
    draws = law.rvs(20_000, rng=5)
    assert stats.kstest(draws, law.cdf).pvalue > 1e-3
    assert law.rvs((3, 2), rng=1).shape == (3, 2)
    assert law.rvs(rng=1).shape == ()


def test_it_pickles_and_describes_itself() -> None:
    law = pickle.loads(pickle.dumps(rt.PhaseType([1.0], [[-2.0]])))
    assert float(law.mean()) == 0.5
    assert "order 1" in repr(law)


@pytest.mark.parametrize(
    "alpha,A,words",
    [
        ([0.5, 0.4], [[-1, 0], [0, -1]], "alpha must be >= 0 and sum to 1"),
        ([1.2, -0.2], [[-1, 0], [0, -1]], "alpha must be >= 0"),
        ([1.0, 0.0], [[-1, 2], [0, -1]], "row sums"),
        ([1.0, 0.0], [[-1, -0.5], [0, -1]], r"A\[0, 1\]"),
        ([1.0, 0.0], [[-1, 1], [1, -1]], "never ends"),
        ([1.0], [[-1, 0], [0, -1]], "shape"),
        ([1.0], [[0.0]], "negative diagonal"),
        ([np.nan], [[-1.0]], "alpha"),
    ],
)
def test_wrong_matrices_are_refused(alpha: list[float], A: list[list[float]], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        rt.PhaseType(alpha, A)


@pytest.mark.parametrize(
    "make,words",
    [
        (lambda: rt.PhaseType.erlang(0, 1.0), "k must be"),
        (lambda: rt.PhaseType.erlang(2, -1.0), "rate must be"),
        (lambda: rt.PhaseType.hypoexponential([]), "at least one"),
        (lambda: rt.PhaseType.hyperexponential([1.0], [0.0]), "rates must be"),
        (lambda: rt.PhaseType.coxian([1.0, 2.0], []), "one entry fewer"),
        (lambda: rt.PhaseType.coxian([1.0, 2.0], [1.5]), "go_on must be"),
    ],
)
def test_wrong_parameters_are_named(make: object, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        make()  # type: ignore[operator]
