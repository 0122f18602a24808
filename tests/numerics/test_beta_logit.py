"""The law of logit(U), U ~ Beta(k, m), against mpmath at 60 digits and more."""

import math

import numpy as np
import pytest
from mpmath import mp, mpf
from oracles.order_statistics import log_beta

from runtime_theory.numerics.beta_logit import BetaLogit, expm1_residual, log1p_residual

PAIRS = [
    (1, 1), (1, 2), (2, 1), (2, 3), (8, 1), (64, 65), (500, 501), (1, 10**9), (10**9, 1),
    (3 * 10**8, 7 * 10**8), (5 * 10**8, 5 * 10**8), (10**9 - 10, 11), (1, 10**20),
    (10**12, 10**12), (5 * 10**19, 5 * 10**19),
]  # fmt: skip
pairs = pytest.mark.parametrize("k, m", PAIRS)


def relative(value, truth):
    return float(abs(mpf(float(value)) - truth) / abs(truth)) if truth else float(abs(value))


POINTS = np.concatenate(
    [s * 10.0 ** np.arange(-140.0, 0.0, 7.0) for s in (1, -1)]
    + [np.linspace(-0.99, 3.0, 200), [0.5, -0.5, 0.4999999, -0.4999999, 20.0, 300.0]]
)


@pytest.mark.parametrize(
    "function, truth",
    [
        (log1p_residual, lambda x: mp.log1p(x) - x),
        (expm1_residual, lambda x: mp.expm1(x) - x),
    ],
)
def test_residuals_keep_full_relative_accuracy(function, truth):
    with mp.workdps(320):
        for x, value in zip(POINTS, function(POINTS), strict=True):
            assert relative(value, truth(mpf(float(x)))) < 1e-15, x


def test_residuals_at_their_ends():
    assert log1p_residual(np.array([-1.0, 0.0]))[0] == -math.inf
    assert log1p_residual(np.array([0.0]))[0] == expm1_residual(np.array([0.0]))[0] == 0.0
    assert expm1_residual(np.array([-1e4]))[0] == pytest.approx(1e4 - 1, rel=1e-15)


def offsets(beta):
    """Around the mode, and at the joints of the formulas."""
    return np.concatenate(
        [beta.sd * np.linspace(-12, 12, 49), [-700, -100, -1.0001, -0.9999, 0.9999, 1.0001, 699]]
    )


@pairs
def test_log_weight_is_relative_to_the_mode_and_exact(k, m):
    beta = BetaLogit(float(k), float(m))
    delta = offsets(beta)
    with mp.workdps(120):
        for d, value in zip(delta, beta.log_weight(delta), strict=True):
            x = mpf(float(d))
            truth = k * x - (k + m) * mp.log1p(mpf(k) / (k + m) * mp.expm1(x))
            assert relative(value, truth) < 2e-15, d
    assert beta.log_weight(np.array([0.0]))[0] == 0.0


@pairs
def test_log_weight_falls_on_both_sides(k, m):
    beta = BetaLogit(float(k), float(m))
    right = beta.log_weight(np.concatenate([beta.sd * np.linspace(0, 20, 400), [100.0, 1e3, 1e5]]))
    left = beta.log_weight(-np.concatenate([beta.sd * np.linspace(0, 20, 400), [100.0, 1e3, 1e5]]))
    assert np.all(np.diff(right) < 0)
    assert np.all(np.diff(left) < 0)


@pairs
def test_height_of_the_density(k, m):
    with mp.workdps(60):
        n = mpf(k + m)
        truth = k * mp.log(k / n) + m * mp.log(m / n) - log_beta(mpf(k), mpf(m))
        assert abs(mpf(BetaLogit(float(k), float(m)).log_height) - truth) < 8e-15


@pairs
def test_spread_and_step(k, m):
    beta = BetaLogit(float(k), float(m))
    with mp.workdps(40):
        assert relative(beta.sd, mp.sqrt(mp.psi(1, k) + mp.psi(1, m))) < 0.02
    assert beta.step <= min(1.0, 1.2 * beta.sd) < 2 * beta.step
    assert math.frexp(beta.step)[0] == 0.5


@pairs
def test_both_probabilities_keep_their_digits(k, m):
    beta = BetaLogit(float(k), float(m))
    delta = np.concatenate([beta.sd * np.linspace(-30, 30, 61), [-600.0, -40.0, 40.0, 600.0]])
    with mp.workdps(400):
        for d, u, s in zip(delta, *beta.uniforms(delta), strict=True):
            odds = mpf(k) / m * mp.exp(mpf(float(d)))
            for value, truth in ((u, odds / (1 + odds)), (s, 1 / (1 + odds))):
                if truth > mpf("1e-290"):
                    assert relative(value, truth) < 5e-16, d


@pairs
@pytest.mark.parametrize("growth", [(0.0, 0.0), (0.0, 0.9), (0.5, 0.3)])
def test_reach_leaves_nothing_that_counts(k, m, growth):
    beta = BetaLogit(float(k), float(m))
    left, right = beta.reach(*growth)
    for distance, sign, rate, slope in ((left, -1, growth[0], k), (right, 1, growth[1], m)):
        level = beta.log_weight(np.array([sign * distance]))[0] + rate * distance
        # Either nothing is left, or the window was cut where the tail is a pure exponential.
        assert level < -43.9 or distance > min(700.0, 47.9 / max(slope - rate, 0.05))


@pytest.mark.parametrize("k, m", [p for p in PAIRS if sum(p) <= 4 * 10**12])
def test_reach_is_not_wasteful(k, m):
    beta = BetaLogit(float(k), float(m))
    left, right = beta.reach(0.0, 0.0)
    for distance, count in ((left, k), (right, m)):
        assert distance < 12.0 * beta.sd + 50.0 / count
