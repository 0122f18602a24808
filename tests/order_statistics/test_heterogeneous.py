"""Workers that are not alike: exact arithmetic over subsets, closed forms, simulation."""

import itertools
import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from mpmath import mp, mpf
from oracles.order_statistics import unlike_discrete_mean, unlike_exponential_mean
from scipy import stats

import runtime_theory as rt


def expon(rate):
    return stats.expon(scale=1 / rate)


# ------------------------------------------------------------------ exponentials


def test_the_oracle_knows_the_harmonic_numbers():
    """Equal rates: H_P - H_{P-k}."""
    for P, k in [(1, 1), (3, 2), (5, 5), (6, 1)]:
        truth = sum(Fraction(1, i) for i in range(P - k + 1, P + 1))
        assert unlike_exponential_mean([Fraction(1)] * P, k) == truth


@pytest.mark.parametrize("k", [1, 2, 3])
def test_rates_one_two_three(k):
    truth = unlike_exponential_mean([Fraction(r) for r in (1, 2, 3)], k)
    got = rt.order_statistic(rt.Workers([expon(1), expon(2), expon(3)]), k).mean()
    # 1/3 as a scale is not exact: the truth moves by an eps.
    assert abs(Fraction(float(got)) - truth) <= float(got.error) + 2e-16 * float(truth)
    assert float(got) == pytest.approx(float(truth), rel=1e-13)
    if k == 3:
        assert truth == Fraction(73, 60)


@settings(max_examples=25, deadline=None)
@given(st.lists(st.sampled_from([0.25, 0.5, 1.0, 2.0, 4.0, 16.0, 1024.0]), min_size=2, max_size=7),
       st.data())  # fmt: skip
def test_powers_of_two_are_exact_scales(rates, data):
    k = data.draw(st.integers(1, len(rates)))
    truth = unlike_exponential_mean([Fraction(r) for r in rates], k)
    got = rt.order_statistic(rt.Workers([expon(r) for r in rates]), k).mean()
    assert abs(Fraction(float(got)) - truth) <= float(got.error)
    assert float(got) == pytest.approx(float(truth), rel=1e-12)


def test_a_wide_range_of_speeds():
    """Rates from 1e-9 to 1e9: the fastest and the slowest set the ends."""
    rates = [Fraction(10) ** e for e in (-9, -3, 0, 3, 9)]
    workers = rt.Workers([stats.expon(scale=float(1 / r)) for r in rates])
    for k in range(1, 6):
        truth = float(unlike_exponential_mean(rates, k))
        got = rt.order_statistic(workers, k).mean()
        assert abs(float(got) - truth) <= float(got.error) + 4e-16 * truth, k
        assert float(got) == pytest.approx(truth, rel=1e-11), k


def test_large_groups():
    """1000 fast and 24 slow: k = 1 and the second of the minimum-like ranks are closed."""
    workers = rt.Workers([(expon(1.0), 1000), (expon(0.125), 24)])
    assert workers.P == 1024
    first = rt.order_statistic(workers, 1).mean()
    assert abs(float(first) - 1 / 1003) <= float(first.error) + 1e-18
    assert float(first) == pytest.approx(1 / 1003, rel=1e-11)
    last = rt.order_statistic(workers, 1024).mean()
    with mp.workdps(30):
        truth = mp.quad(
            lambda t: 1 - (1 - mp.exp(-t)) ** 1000 * (1 - mp.exp(-t / 8)) ** 24,
            [0, 5, 10, 20, 40, 80, 160, 700],
        )
    assert abs(mpf(float(last)) - truth) <= float(last.error)
    assert float(last) == pytest.approx(float(truth), rel=1e-11)


# ------------------------------------------------------------------ first and last: products

MIXED = [
    stats.gamma(2.5),
    stats.lognorm(0.7, scale=2),
    (stats.weibull_min(0.8), 2),
    stats.uniform(0.5, 3),
]


def single(entry):
    return entry if isinstance(entry, tuple) else (entry, 1)


@pytest.mark.parametrize("x", [0.2, 0.6, 1.5, 3.0, 3.6, 9.0])
def test_first_and_last_are_products(x):
    workers = rt.Workers(MIXED)
    sf = math.prod(law.sf(x) ** count for law, count in map(single, MIXED))
    cdf = math.prod(law.cdf(x) ** count for law, count in map(single, MIXED))
    first, last = rt.order_statistic(workers, 1), rt.order_statistic(workers, 5)
    assert float(first.sf(x)) == pytest.approx(sf, rel=1e-13, abs=0)
    assert float(last.cdf(x)) == pytest.approx(cdf, rel=1e-13, abs=0)


def test_tails_keep_their_digits():
    """Both deep tails of the middle one of three unlike exponentials."""
    X = rt.order_statistic(rt.Workers([expon(1), expon(2), expon(4)]), 2)
    for t in (100.0, 200.0):  # two of three must be late: rates 3, 5, 6, minus 2 x all
        late = math.exp(-3 * t) + math.exp(-5 * t) + math.exp(-6 * t) - 2 * math.exp(-7 * t)
        assert float(X.sf(t)) == pytest.approx(late, rel=1e-12)
    for t in (1e-100, 1e-10):  # two of three must be early
        p = [-math.expm1(-r * t) for r in (1, 2, 4)]
        early = p[0] * p[1] + p[0] * p[2] + p[1] * p[2] - 2 * math.prod(p)
        assert float(X.cdf(t)) == pytest.approx(early, rel=1e-12)


def test_density_of_unlike_workers():
    """The derivative of the smaller tail; and the far tail keeps its digits."""
    workers = rt.Workers(MIXED)
    for k in (1, 2, 3, 5):
        X = rt.order_statistic(workers, k)
        for q in (0.02, 0.4):
            x = float(X.ppf(q))
            h = 1e-4 * x
            slope = np.array([1, -8, 8, -1]) @ X.cdf(x + h * np.array([-2, -1, 1, 2])) / (12 * h)
            assert float(X.pdf(x)) == pytest.approx(slope, rel=1e-8)
    first = rt.order_statistic(rt.Workers([expon(1), expon(0.5)]), 1)
    assert float(first.pdf(60.0)) == pytest.approx(1.5 * math.exp(-90.0), rel=1e-12)
    last = rt.order_statistic(rt.Workers([expon(1), expon(0.5)]), 2)
    assert float(last.pdf(1e-9)) == pytest.approx(1e-9, rel=1e-8)


def test_quantiles_invert_the_tails():
    levels = np.array([1e-100, 1e-30, 1e-6, 0.3])
    for k in (2, 3, 4):
        X = rt.order_statistic(rt.Workers(MIXED), k)
        assert X.cdf(X.ppf(levels)) == pytest.approx(levels, rel=1e-11, abs=0)
        assert X.sf(X.isf(levels)) == pytest.approx(levels, rel=1e-11, abs=0)


def test_quantiles_next_to_the_end_of_the_support():
    """The first double that reaches the level: right after 0.5, right before 3.5."""
    first, last = (rt.order_statistic(rt.Workers(MIXED), k) for k in (1, 5))
    assert last.ppf(1e-100) == np.nextafter(0.5, 1)
    assert first.isf(1e-100) == 3.5
    assert last.cdf(0.5) == first.sf(3.5) == 0.0


# ------------------------------------------------------------------ means by other routes


@pytest.mark.parametrize("k", [1, 2, 3, 4, 5])
def test_means_against_a_plain_quadrature(k):
    """Pr[fewer than k finished] written out over all subsets of five workers."""
    entries = [law for law, count in map(single, MIXED) for _ in range(count)]

    def unfinished(t):
        p = [float(law.cdf(t)) for law in entries]
        q = [float(law.sf(t)) for law in entries]
        total = 0.0
        for outcome in itertools.product((0, 1), repeat=5):
            if sum(outcome) < k:
                total += math.prod(p[i] if hit else q[i] for i, hit in enumerate(outcome))
        return total

    edges = [0, *10.0 ** np.arange(-12, 0), 0.5, 1, 2, 3.5, 5, 8, 14, 30, 80, 250]
    x, w = np.polynomial.legendre.leggauss(40)
    truth = sum(
        (b - a) / 2 * np.dot(w, [unfinished((a + b) / 2 + (b - a) / 2 * s) for s in x])
        for a, b in itertools.pairwise(edges)
    )
    got = rt.order_statistic(rt.Workers(MIXED), k).mean()
    assert abs(float(got) - truth) <= float(got.error) + 1e-9 * truth
    assert float(got) == pytest.approx(truth, rel=1e-9)


def test_they_sum_to_the_sum_of_the_means():
    workers = rt.Workers(MIXED)
    table = rt.expected_order_statistics(workers)
    truth = sum(count * float(rt.as_distribution(law).mean()) for law, count in map(single, MIXED))
    assert abs(table.value.sum() - truth) <= table.error.sum() + 1e-14 * truth
    assert table.value.sum() == pytest.approx(truth, rel=1e-12)
    assert np.all(np.diff(table.value) > 0)


def test_groups_of_equals_are_the_plain_order_statistic():
    """Equal laws given as different objects must not change the answer."""

    def law():
        return rt.SurvivalFunction(lambda t: np.exp(-t * t), support=(0.0, math.inf))

    workers = rt.Workers([(law(), 3), (law(), 2)])
    for k in (1, 3, 5):
        got = rt.order_statistic(workers, k).mean()
        plain = rt.order_statistic(stats.weibull_min(2), k, 5).mean()
        assert abs(float(got) - float(plain)) <= float(got.error) + float(plain.error)


def test_variances_by_simulation():
    workers = rt.Workers(MIXED)
    for k in (1, 3, 5):
        X = rt.order_statistic(workers, k)
        draws = X.rvs(40_000, rng=7)
        spread = math.sqrt(float(X.var()))
        assert abs(draws.mean() - float(X.mean())) < 5 * spread / 200
        assert draws.std() == pytest.approx(spread, rel=0.1)
        assert stats.kstest(draws[:4000], X.cdf).pvalue > 1e-5


@pytest.mark.parametrize("loc, scale", [(1e6, 1.0), (100.0, 1e-9), (0.0, 1e9)])
def test_location_and_scale_first(loc, scale):
    near = rt.Workers([stats.gamma(2), (stats.expon(), 3), stats.uniform(0, 2)])
    far = rt.Workers([
        stats.gamma(2, loc, scale), (stats.expon(loc, scale), 3), stats.uniform(loc, 2 * scale)
    ])  # fmt: skip
    for k in (1, 3, 5):
        a, b = rt.order_statistic(near, k).mean(), rt.order_statistic(far, k).mean()
        expected = mpf(loc) + mpf(scale) * mpf(float(a))
        allowed = float(b.error) + scale * float(a.error)
        assert abs(mpf(float(b)) - expected) <= allowed
        assert allowed <= 1e-12 * scale + 1e-15 * (abs(loc) + scale)


# ------------------------------------------------------------------ atoms and traces


dyadic = st.integers(0, 24).map(lambda i: i / 4)


@settings(max_examples=40, deadline=None)
@given(st.lists(st.lists(dyadic, min_size=1, max_size=3), min_size=2, max_size=4), st.data())
def test_traces_by_counting(traces, data):
    k = data.draw(st.integers(1, len(traces)))
    exact = [([Fraction(v) for v in t], [Fraction(1, len(t))] * len(t)) for t in traces]
    truth = unlike_discrete_mean(exact, k)
    got = rt.order_statistic(rt.Workers([rt.Trace(t) for t in traces]), k).mean()
    assert abs(Fraction(float(got)) - truth) <= float(got.error)
    assert float(got) == pytest.approx(float(truth), rel=1e-13, abs=1e-13)


def test_a_trace_and_a_law():
    """min of a two-valued trace and an exponential: E = (E[min(1, E)] + E[min(3, E)]) / 2."""
    workers = rt.Workers([rt.Trace([1.0, 3.0]), stats.expon()])
    first, second = rt.order_statistic(workers, 1).mean(), rt.order_statistic(workers, 2).mean()
    truth = (-math.expm1(-1) - math.expm1(-3)) / 2
    assert abs(float(first) - truth) <= float(first.error) <= 1e-12
    assert abs(float(second) - (3.0 - truth)) <= float(second.error) <= 1e-12
    X = rt.order_statistic(workers, 1)
    assert float(X.sf(0.999)) == pytest.approx(math.exp(-0.999), rel=1e-14)
    assert float(X.sf(1.0)) == pytest.approx(math.exp(-1.0) / 2, rel=1e-14)


def test_a_fixed_straggler():
    """One worker always takes 2: the last of three is max(2, max of two exponentials)."""
    workers = rt.Workers([rt.Deterministic(2.0), (stats.expon(), 2)])
    got = rt.order_statistic(workers, 3).mean()
    truth = 2 + 2 * math.exp(-2) - math.exp(-4) / 2
    assert abs(float(got) - truth) <= float(got.error) <= 1e-12
    assert rt.order_statistic(workers, 3).support == (2.0, math.inf)
    assert rt.order_statistic(workers, 1).support == (0.0, 2.0)


def test_all_fixed():
    workers = rt.Workers([rt.Deterministic(1.0), rt.Deterministic(2.0), (rt.Deterministic(5.0), 2)])
    table = rt.expected_order_statistics(workers)
    assert table.value.tolist() == [1.0, 2.0, 5.0, 5.0]
    assert table.kind == "exact"


# ------------------------------------------------------------------ divergence


def test_indices_add_up():
    """The k-th of P is late when P-k+1 are: the heaviest tails decide together."""
    workers = rt.Workers([stats.lomax(0.4), stats.lomax(0.7), stats.lomax(3.0), stats.expon()])
    means = [rt.order_statistic(workers, k).mean() for k in range(1, 5)]
    # Indices: k=4: .4; k=3: 1.1; k=2: 4.1; k=1: inf.
    assert [math.isinf(float(m)) for m in means] == [False, False, False, True]
    assert "right tail index 0.4" in means[3].note
    assert float(rt.order_statistic(workers, 3).var()) == math.inf
    assert math.isfinite(float(rt.order_statistic(workers, 2).var()))


def test_one_heavy_worker_does_not_hurt_the_others():
    workers = rt.Workers([stats.halfcauchy(), (stats.expon(), 3)])
    assert math.isinf(float(rt.order_statistic(workers, 4).mean()))
    third = rt.order_statistic(workers, 3).mean()
    assert math.isfinite(float(third))
    assert float(third.error) < 1e-10
