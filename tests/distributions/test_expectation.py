"""E[g(Q(U))] for laws with closed forms: honest on every row, accurate, within the work limit."""

import functools
import math

import numpy as np
import pytest
from mpmath import mp, mpf
from oracles import closed_laws as laws
from oracles.order_statistics import PlainLaw
from oracles.order_statistics import mean as plain_mean

from runtime_theory.distributions.affine import Affine
from runtime_theory.distributions.base import Route
from runtime_theory.distributions.discrete import Deterministic, Discrete
from runtime_theory.distributions.expectation.engines import expectation
from runtime_theory.distributions.expectation.functional import Power
from runtime_theory.distributions.expectation.moments import (
    mean,
    raw_moment,
    standard_deviation,
    variance,
)
from runtime_theory.distributions.ranked import Rank

EPS = 2.220446049250313e-16
RANKS = [
    (k, n)
    for n in (1, 2, 3, 8, 100, 1000, 10**6, 10**9)
    for k in sorted({1, 2, max(1, n // 3), max(1, n // 2), n - 9, n - 1, n})
    if 1 <= k <= n
]
MAKERS = {
    law().name: law
    for law in (
        laws.exponential, laws.uniform, laws.logistic,
        *(functools.partial(laws.lomax, a) for a in (3.0, 1.5, 1.1, 1.01, 1.001, 0.6, 0.3)),
        *(functools.partial(laws.power, a) for a in (0.05, 0.5, 3.0, 50.0)),
    )
}  # fmt: skip
every_law = pytest.mark.parametrize("name", MAKERS)


def quartile_range(law):
    return float(law.isf(0.25)) - float(law.ppf(0.25))


@functools.cache
def answers(name):
    """Value, truth, tolerance and quantiles asked for, for every rank with a mean."""
    law, rows = MAKERS[name](), []
    spread = quartile_range(law)
    for k, n in RANKS:
        m = n - k + 1
        if law.tails.right * m <= 1:
            continue
        law.asked = 0
        value = expectation(law, Rank(k, m), Power())
        with mp.workdps(40):
            truth = law.mean_of(k, n)
        tolerance = 5e-14 * float(abs(truth)) + 2e-16 * spread
        rows.append(((k, n), value, truth, tolerance, law.asked))
    return rows


@every_law
def test_the_reported_error_is_honest(name):
    for rank, got, truth, _, _ in answers(name):
        assert abs(mpf(got.value) - truth) <= got.error, rank


@every_law
def test_the_value_is_accurate(name):
    for rank, got, truth, tolerance, _ in answers(name):
        assert abs(mpf(got.value) - truth) <= tolerance, rank


@every_law
def test_the_reported_error_is_useful(name):
    """Not honest by being huge: within 50 times what is asked for."""
    for rank, got, _, tolerance, _ in answers(name):
        assert got.error <= 50 * tolerance, rank


@every_law
def test_at_most_1500_quantiles(name):
    for rank, _, _, _, asked in answers(name):
        assert asked <= 1500, rank


@every_law
def test_the_cost_does_not_grow_with_n(name):
    costs = {rank: asked for rank, _, _, _, asked in answers(name)}
    small = max(cost for (_, n), cost in costs.items() if n == 8)
    # Ranks with hardly a mean are the expensive ones at any n.
    large = max(cost for (_, n), cost in costs.items() if n == 10**9)
    assert large <= 2 * small


# ------------------------------------------------------------------ location and scale first

PLACES = [(1e6, 1.0), (100.0, 1e-9), (-5.0, 3.0), (0.0, 1e-9), (0.0, 1e12), (1e-12, 1e-12)]


@pytest.mark.parametrize("loc, scale", PLACES)
@pytest.mark.parametrize("name", ["exponential", "uniform", "logistic", "lomax 1.5"])
def test_location_and_scale_cost_no_accuracy(name, loc, scale):
    base = MAKERS[name]()
    law = Affine(base, loc, scale)
    for k, n in RANKS:
        got = (
            expectation(law, Rank(k, n - k + 1), Power()) if k < n or name != "lomax 0.6" else None
        )
        with mp.workdps(40):
            truth = mpf(loc) + mpf(scale) * base.mean_of(k, n)
        error = abs(mpf(got.value) - truth)
        spread = scale * quartile_range(base)
        assert error <= got.error, (k, n)
        # The whole may only be rounded to double: loc + scale E[Y].
        assert (
            error
            <= 2 * EPS * (abs(loc) + float(abs(truth)))
            + 5e-14 * scale * float(abs(base.mean_of(k, n)))
            + 2e-16 * spread
        ), (k, n)


@pytest.mark.parametrize("loc, scale", PLACES)
@pytest.mark.parametrize("name", ["exponential", "uniform", "logistic", "lomax 3.0"])
def test_variances_do_not_see_the_location(name, loc, scale):
    base = MAKERS[name]()
    law = Affine(base, loc, scale)
    for k, n in RANKS:
        got = variance(law, k, n)
        with mp.workdps(60):
            truth = mpf(scale) ** 2 * base.var_of(k, n)
        error = abs(mpf(float(got)) - truth)
        assert error <= float(got.error), (k, n)
        if n <= 1000:
            assert error <= 1e-12 * truth, (k, n)


@pytest.mark.parametrize("name", ["exponential", "uniform", "logistic", "lomax 3.0", "power 0.5"])
def test_standard_deviations_are_useful_at_any_n(name):
    """The spread of the smallest of 1e9 is not drowned by the spread of one."""
    law = MAKERS[name]()
    for k, n in RANKS:
        got = standard_deviation(law, k, n)
        with mp.workdps(60):
            truth = mp.sqrt(law.var_of(k, n))
        assert abs(mpf(float(got)) - truth) <= float(got.error), (k, n)
        assert float(got.error) <= 1e-6 * float(truth), (k, n)


# ------------------------------------------------------------------ higher powers


def exponential_moment(k, n, r):
    """E[X_{k:n}**r] of the exponential law from its cumulants (j-1)! sum i**-j."""
    cumulant = [
        (-1) ** j * (mp.psi(j - 1, n - k + 1) - mp.psi(j - 1, n + 1)) for j in range(1, r + 1)
    ]
    moments = [mpf(1)]
    for j in range(1, r + 1):
        terms = (mp.binomial(j - 1, i) * cumulant[i] * moments[j - 1 - i] for i in range(j))
        moments.append(mp.fsum(terms))
    return moments[r]


@pytest.mark.parametrize("route", [Route.QUANTILE, Route.SURVIVAL, Route.DENSITY])
@pytest.mark.parametrize("r", [1, 2, 3, 6])
def test_raw_moments_on_every_route(route, r):
    law = laws.by(route, laws.exponential())
    for k, n in [
        (1, 1),
        (1, 8),
        (4, 8),
        (8, 8),
        (30, 64),
        (500, 1000),
        (1000, 1000),
        (10**6, 10**6),
    ]:
        got = raw_moment(law, r, k, n)
        with mp.workdps(50):
            truth = exponential_moment(k, n, r)
        assert abs(mpf(float(got)) - truth) <= float(got.error), (k, n)
        assert abs(mpf(float(got)) - truth) <= 1e-12 * truth, (k, n)


@pytest.mark.parametrize("route", [Route.QUANTILE, Route.SURVIVAL])
def test_odd_moments_of_a_symmetric_law_vanish(route):
    law = laws.by(route, laws.logistic())
    for r in (1, 3):
        got = raw_moment(law, r, 3, 5)
        assert abs(float(got)) <= float(got.error) <= 1e-12


# ------------------------------------------------------------------ the routes agree


@every_law
@pytest.mark.parametrize("route", [Route.SURVIVAL, Route.DENSITY])
def test_other_routes_are_as_good(name, route):
    law = laws.by(route, MAKERS[name]())
    for k, n in [
        (1, 1),
        (1, 8),
        (4, 8),
        (8, 8),
        (60, 128),
        (500, 1000),
        (1, 10**6),
        (10**9, 10**9),
    ]:
        m = n - k + 1
        if law.tails.right * m <= 1:
            continue
        got = expectation(law, Rank(k, m), Power())
        with mp.workdps(40):
            truth = law.mean_of(k, n)
        error = abs(mpf(got.value) - truth)
        assert error <= got.error, (k, n)
        assert error <= 2e-13 * float(abs(truth)) + 1e-15 * quartile_range(law), (k, n)


def test_singular_quantiles_are_left_to_the_tails():
    """Hyperexponential: the quantile has singularities near the real axis (MATH.md section 2)."""
    law = laws.hyperexponential()
    for k, n in [(8, 8), (500, 1000), (990, 1000), (1000, 1000)]:
        got = expectation(law, Rank(k, n - k + 1), Power())
        with mp.workdps(40):
            truth = _hyperexponential_mean(k, n)
        assert abs(mpf(got.value) - truth) <= got.error, (k, n)
        assert abs(mpf(got.value) - truth) <= 5e-14 * truth, (k, n)


def _hyperexponential_mean(k, n):
    """By the density; 0.05 and 0.01 are the doubles the law was made with."""
    p, slow = mpf(0.05), mpf(0.01)
    plain = PlainLaw(
        lambda x: (1 - p) * mp.exp(-x) + p * slow * mp.exp(-slow * x),
        lambda x: -(1 - p) * mp.expm1(-x) - p * mp.expm1(-slow * x),
        lambda x: (1 - p) * mp.exp(-x) + p * mp.exp(-slow * x),
        (mpf(0), mp.inf),
    )
    return plain_mean(plain, k, n, 24)


# ------------------------------------------------------------------ engines


@pytest.mark.parametrize(
    "law, engine",
    [
        (Deterministic(2.0), "sum over the values"),
        (Discrete([1, 2], [0.5, 0.5]), "sum over the values"),
        (laws.geometric(0.3), "sum over the integers"),
        (laws.exponential(), "trapezoid"),
        (laws.hyperexponential(), "tail probabilities"),
        (laws.by(Route.DENSITY, laws.exponential()), "density"),
        (Affine(laws.exponential(), 3.0, 2.0), "trapezoid"),
        (laws.two_sided(3.0), "tail probabilities"),  # a kink at 0
    ],
    ids=lambda x: x if isinstance(x, str) else x.describe(),
)
def test_which_engine_answers(law, engine):
    got = expectation(law, Rank(4, 5), Power())
    assert engine in got.engine
    assert got.exact == (got.engine == "sum over the values")
    assert math.isfinite(got.error)


def test_kinks_are_split():
    """Symmetric power tails with a kink at 0: E[X_{k:n}] by the oracle in the tails."""
    law = laws.two_sided(2.5)
    for k, n in [(5, 5), (3, 5), (2, 8), (1000, 1000)]:
        got = mean(law, k, n)
        with mp.workdps(30):
            truth = _two_sided_mean(mpf(2.5), k, n)
        assert abs(mpf(float(got)) - truth) <= float(got.error), (k, n)
        assert abs(mpf(float(got)) - truth) <= 1e-13 * abs(truth) + 1e-15, (k, n)


def _two_sided_mean(alpha, k, n):
    def beta_tail(s):  # Pr[Bin(n, 1-s) < k], s the sf
        return mp.betainc(n - k + 1, k, 0, s, regularized=True)

    def half(x):
        return (1 + x) ** -alpha / 2

    edges = [0, 1, 3, 10, 100, mp.inf]
    right = mp.quad(lambda x: beta_tail(half(x)), edges)
    left = mp.quad(lambda x: mp.betainc(k, n - k + 1, 0, half(x), regularized=True), edges)
    return right - left


def test_numbers_stay_plain_floats():
    got = expectation(laws.exponential(), Rank(3, 4), Power())
    assert isinstance(got.value, float)
    assert isinstance(got.error, float)
    assert np.ndim(got.value) == 0
