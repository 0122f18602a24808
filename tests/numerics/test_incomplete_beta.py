"""Both tails of Beta(k, n-k+1), their inverse and the density, against naive mpmath oracles."""

import functools

import numpy as np
import pytest
from mpmath import mp, mpf
from oracles import order_statistics as oracle
from scipy import special

from runtime_theory.numerics.incomplete_beta import (
    beta_log_density,
    beta_quantiles,
    beta_tails,
    tail_rounding,
)

EPS = 2.220446049250313e-16
SIZES = (2, 3, 5, 8, 20, 64, 128, 129, 130, 1000, 10**6, 10**9)
RANKS = [
    (k, n)
    for n in SIZES
    for k in sorted({1, 2, 3, 8, 30, 60, 64, 65, 100, n // 3, n // 2, n - 63, n - 29, n - 1, n})
    if 1 <= k <= n
]
# Standard deviations from the mode; a little off so that nothing falls on a round number.
CENTRAL = np.array([-3.0, -2.0, -1.0, -0.3, 0.0, 0.4, 1.0, 2.0, 3.0]) + 0.0137
FAR = np.array([-60.0, -25.0, -12.0, -6.0, 6.0, 12.0, 25.0, 60.0])


def points(k, n, offsets):
    """u, 1-u (doubles) and both exactly, at that many spreads from the mode of logit U."""
    m = n - k + 1
    spread = np.sqrt(1 / k + 1 / m)
    quads = [oracle.log_odds_pair(float(np.log(k / m) + t * spread)) for t in offsets]
    quads = [q for q in quads if min(q[0], q[1]) > 1e-290]
    return np.array([q[0] for q in quads]), np.array([q[1] for q in quads]), quads


@functools.cache
def compared(k, n, where):
    """Relative errors of the smaller tail, with its size."""
    u, s, quads = points(k, n, CENTRAL if where == "central" else FAR)
    rows = []
    with mp.workdps(40):
        for below, above, quad in zip(*beta_tails(k, n - k + 1, u, s), quads, strict=True):
            truths = oracle.beta_tails(k, n, quad[2], quad[3])
            place = int(truths[1] < truths[0])
            truth, value = truths[place], (below, above)[place]
            if truth > mpf("1e-290"):
                rows.append((float(abs(mpf(float(value)) - truth) / truth), float(truth)))
    return rows


@pytest.mark.parametrize("k, n", [(1, 2), (3, 7), (10, 12), (20, 40), (63, 129)])
def test_the_oracle_agrees_with_the_binomial_sum(k, n):
    """Two naive definitions of the same number."""
    for _, _, u, s in points(k, n, np.concatenate([CENTRAL, FAR]))[2]:
        with mp.workdps(150):  # the smaller tail of the continued fraction is 1 minus the other
            pairs = zip(
                oracle.beta_tails(k, n, u, s), oracle.binomial_tails(k, n, u, s), strict=True
            )
            for got, truth in pairs:
                assert abs(got - truth) <= mpf(10) ** -140


@pytest.mark.parametrize("k, n", [r for r in RANKS if r != (1, 1)])
def test_rounding_is_no_larger_than_said(k, n):
    """Where no tail is tiny: an absolute bound on the relative error."""
    bound = tail_rounding(k, n - k + 1)
    for error, size in compared(k, n, "central"):
        if size > 1e-3:
            assert error <= bound, size


@pytest.mark.parametrize("k, n", RANKS)
def test_both_tails_are_accurate_relative_to_themselves(k, n):
    """Down to 1e-290, up to the conditioning: eps times the logarithm of the tail, and sqrt(n)."""
    m = n - k + 1
    conditioning = min(k, m) ** 0.5 + 1
    for where in ("central", "far"):
        for error, size in compared(k, n, where):
            allowed = 8 * EPS * (3 + min(k, m, 64) / 4 + conditioning * (1 - np.log(size)) ** 0.5)
            assert error <= allowed - 4 * EPS * np.log(size), size


def test_far_better_than_scipy_at_many_draws():
    """Why this module exists: betainc keeps 8 digits at n = 1e9, 2 <= k <= 30."""
    worst_scipy, worst = 0.0, 0.0
    n = 10**9
    for k in (2, 3, 5, 10, 20, 30):
        u, s, quads = points(k, n, CENTRAL)
        below = beta_tails(k, n - k + 1, u, s)[0]
        theirs = special.betainc(float(k), float(n - k + 1), u)
        with mp.workdps(40):
            for ours, other, quad in zip(below, theirs, quads, strict=True):
                truth = oracle.beta_tails(k, n, quad[2], quad[3])[0]
                worst = max(worst, float(abs(mpf(float(ours)) - truth) / truth))
                worst_scipy = max(worst_scipy, float(abs(mpf(float(other)) - truth) / truth))
    assert worst < 1e-13
    # A record, not a wish: if scipy repairs it, the sums here can go.
    assert 1e-9 < worst_scipy < 1e-6


@pytest.mark.parametrize("k, n", RANKS)
def test_tails_are_complementary_and_monotone(k, n):
    m = n - k + 1
    z = np.log(k / m) + np.sqrt(1 / k + 1 / m) * np.linspace(-40, 40, 801)
    u, s = special.expit(z), special.expit(-z)
    below, above = beta_tails(k, m, u, s)
    rounding = 4 * tail_rounding(k, m)
    assert np.all(np.abs(below + above - 1.0) <= rounding)
    assert np.all(np.diff(below) >= -rounding * below[1:])
    assert np.all(np.diff(above) <= rounding * above[:-1])
    assert np.all((below >= 0) & (below <= 1) & (above >= 0) & (above <= 1))


@pytest.mark.parametrize("k, n", RANKS)
def test_ends(k, n):
    below, above = beta_tails(k, n - k + 1, np.array([0.0, 1.0]), np.array([1.0, 0.0]))
    assert below.tolist() == [0.0, 1.0]
    assert above.tolist() == [1.0, 0.0]


@pytest.mark.parametrize("k, n", RANKS)
def test_subnormal_probabilities(k, n):
    """The smallest doubles are probabilities too; their reciprocals overflow."""
    tiny = np.array([2.3e-308, 1e-310, 5e-324])
    m, ones = n - k + 1, np.ones(3)
    for small, large in (beta_tails(k, m, tiny, ones), beta_tails(m, k, ones, tiny)[::-1]):
        expected = tiny * n if k == 1 else np.zeros(3)
        assert small == pytest.approx(expected, rel=1e-13, abs=1e-300)
        assert large.tolist() == [1.0, 1.0, 1.0]


@pytest.mark.parametrize("k, n", RANKS)
def test_mirror(k, n):
    """U_{k:n} and 1 - U_{n+1-k:n} have one law."""
    u, s, _ = points(k, n, CENTRAL)
    below, above = beta_tails(k, n - k + 1, u, s)
    mirrored = beta_tails(n - k + 1, k, s, u)
    rounding = 2 * tail_rounding(k, n - k + 1)
    np.testing.assert_allclose(below, mirrored[1], rtol=rounding)
    np.testing.assert_allclose(above, mirrored[0], rtol=rounding)


@pytest.mark.parametrize("number", [0, 1, 7])
def test_any_shape(number):
    u = np.linspace(0.1, 0.9, number)
    assert [t.shape for t in beta_tails(3, 4, u, 1 - u)] == [(number,)] * 2
    assert [np.shape(t) for t in beta_tails(3, 4, np.array(0.25), np.array(0.75))] == [()] * 2
    grid = np.full((2, 3), 0.25)
    assert beta_tails(100, 200, grid, 1 - grid)[0].shape == (2, 3)


LEVELS = np.array([1e-300, 1e-200, 1e-100, 1e-50, 1e-20, 1e-10, 1e-5, 0.01, 0.3, 0.5, 0.7, 0.99])


@pytest.mark.parametrize("k, n", RANKS)
def test_quantiles_invert_the_tail(k, n):
    """u and 1-u to full relative accuracy: the error of logit u, down to q = 1e-300."""
    m = n - k + 1
    u, s = beta_quantiles(k, m, LEVELS)
    assert np.all((u > 0) & (u < 1.0000001) & (s > 0))
    with mp.workdps(40):
        constant = -oracle.log_beta(mpf(k), mpf(m))
        for q, x, y in zip(LEVELS, u, s, strict=True):
            exact = oracle.pair(u=float(x)) if x <= y else oracle.pair(s=float(y))
            for value, truth in zip((x, y), exact, strict=True):
                assert abs(mpf(float(value)) - truth) <= 4e-16 * truth
            density = mp.exp(constant + k * mp.log(exact[0]) + m * mp.log(exact[1]))
            miss = (oracle.beta_tails(k, n, *exact)[0] - mpf(float(q))) / density
            assert abs(miss) <= 6e-15 + 2 * EPS * abs(np.log(q)) / k, q


@pytest.mark.parametrize("k, n", [(1, 1), (3, 8), (100, 250), (10**9, 10**9)])
def test_quantiles_at_the_ends(k, n):
    u, s = beta_quantiles(k, n - k + 1, np.array([0.0, 1.0]))
    assert u.tolist() == [0.0, 1.0]
    assert s.tolist() == [1.0, 0.0]


@pytest.mark.parametrize("k, n", RANKS)
def test_log_density(k, n):
    m = n - k + 1
    u, s, quads = points(k, n, np.concatenate([CENTRAL, FAR]))
    values = beta_log_density(k, m, u, s)
    with mp.workdps(40):
        constant = -oracle.log_beta(mpf(k), mpf(m))
        for value, (_, _, exact_u, exact_s) in zip(values, quads, strict=True):
            truth = constant + (k - 1) * mp.log(exact_u) + (m - 1) * mp.log(exact_s)
            # Rounding of u itself moves the log density by eps times its slope.
            slope = abs(k - 1 - (k + m - 2) * exact_u)
            depth = abs(mp.log(exact_u)) + abs(mp.log(exact_s))
            assert abs(mpf(float(value)) - truth) <= 4 * EPS * (4 + slope + abs(truth) + depth)


@pytest.mark.parametrize(
    "k, m, at_zero, at_one", [(1, 1, 1, 1), (1, 8, 8, 0), (8, 1, 0, 8), (2, 2, 0, 0)]
)
def test_density_at_the_ends(k, m, at_zero, at_one):
    with np.errstate(divide="ignore"):
        ends = np.exp(beta_log_density(k, m, np.array([0.0, 1.0]), np.array([1.0, 0.0])))
    assert ends == pytest.approx([at_zero, at_one], rel=1e-15)
