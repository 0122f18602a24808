"""What holds for every law: identities of order statistics as properties over random laws.

All sums are taken in exact arithmetic, so that the reported errors alone must cover every gap.
"""

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from mpmath import mp, mpf
from scipy import stats

import runtime_theory as rt

quick = settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])


@dataclass(frozen=True)
class Sample:
    """A standard law and where it is put: loc + scale X."""

    name: str
    standard: Any
    loc: float = 0.0
    scale: float = 1.0
    place: Any = None  # the same law at (loc, scale)

    @property
    def law(self):
        return self.place(self.loc, self.scale)

    def __repr__(self):
        return f"{self.name} at {self.loc!r} + {self.scale!r} X"


def numbers(low, high):
    """Shapes of three digits: readable counterexamples."""
    return st.floats(low, high).map(lambda x: float(f"{x:.3g}"))


def frozen(name, *shapes):
    law = getattr(stats, name)
    text = f"{name}({', '.join(map(str, shapes))})"
    return Sample(text, law(*shapes), place=lambda loc, scale: law(*shapes, loc=loc, scale=scale))


def data_law(values):
    x = np.array(values)
    return Sample(f"trace{values}", rt.Trace(x), place=lambda loc, scale: rt.Trace(loc + scale * x))


def discrete_law(values, weights):
    x, p = np.array(values), np.array(weights) / sum(weights)
    return Sample(
        f"discrete({values}, {weights})", rt.Discrete(x, p),
        place=lambda loc, scale: rt.Discrete(loc + scale * x, p),
    )  # fmt: skip


smooth = st.one_of(
    st.builds(frozen, st.just("gamma"), numbers(0.1, 50)),
    st.builds(frozen, st.just("lognorm"), numbers(0.05, 2.5)),
    st.builds(frozen, st.just("weibull_min"), numbers(0.3, 8)),
    st.builds(frozen, st.just("pareto"), numbers(1.1, 6)),
    st.builds(frozen, st.just("invgauss"), numbers(0.1, 5)),
    st.builds(frozen, st.just("beta"), numbers(0.3, 5), numbers(0.3, 5)),
    st.sampled_from([frozen("uniform"), frozen("expon"), frozen("norm"), frozen("logistic"),
                     frozen("laplace"), frozen("t", 3.0), frozen("gumbel_r")]),
)  # fmt: skip
durations = st.lists(st.integers(0, 4000).map(lambda i: i / 64), min_size=1, max_size=12)
summed = st.one_of(
    st.builds(data_law, durations),
    st.lists(st.tuples(st.integers(-500, 500).map(lambda i: i / 16), st.integers(1, 20)),
             min_size=1, max_size=6, unique_by=lambda p: p[0])
    .map(lambda pairs: discrete_law(*map(list, zip(*pairs, strict=True)))),
)  # fmt: skip
places = st.tuples(
    st.sampled_from([0.0, 0.0, 1.0, 100.0, 1e6]), st.sampled_from([1.0, 1.0, 1e-9, 1e-3, 1e3, 1e9])
)


@st.composite
def samples(draw, kinds=None):
    standard = draw(kinds if kinds is not None else st.one_of(smooth, smooth, summed))
    loc, scale = draw(places)
    return Sample(standard.name, standard.standard, loc, scale, standard.place)


sizes = st.one_of(st.integers(2, 30), st.sampled_from([100, 1000, 10**4, 10**6, 10**9]))


@st.composite
def ranks(draw, low=2):
    n = draw(sizes.filter(lambda n: n >= low))
    k = draw(st.one_of(st.integers(1, n), st.sampled_from([1, 2, n // 2, n - 1, n])))
    assume(1 <= k <= n)
    return k, n


def mean(law, k, n):
    """Value as an exact number, and its reported error."""
    result = rt.order_statistic(law, k, n).mean()
    return mpf(float(result)), float(result.error)


def exactly(compute):
    with mp.workdps(60):
        return compute()


def finite(*numbers):
    return all(math.isfinite(float(x)) for x in numbers)


# ------------------------------------------------------------------ one law


@quick
@given(samples())
def test_one_draw_has_the_mean_of_the_law(sample):
    value, error = mean(sample.law, 1, 1)
    own = rt.as_distribution(sample.law).mean()
    assert abs(float(value) - float(own)) <= error + float(own.error)


@quick
@given(samples(smooth))
def test_one_draw_has_the_mean_that_scipy_knows(sample):
    standard = sample.standard
    value, error = mean(standard, 1, 1)
    theirs, spread = float(standard.mean()), float(standard.std())
    assume(finite(theirs, spread))
    assert abs(float(value) - theirs) <= error + 1e-13 * (abs(theirs) + spread)


@quick
@given(samples(), ranks())
def test_means_rise_in_k(sample, rank):
    k, n = rank
    assume(k < n)
    (low, low_error), (high, high_error) = mean(sample.law, k, n), mean(sample.law, k + 1, n)
    assert high - low >= -(low_error + high_error)


@quick
@given(samples(), ranks())
def test_means_lie_inside_the_support(sample, rank):
    value, error = mean(sample.law, *rank)
    left, right = rt.as_distribution(sample.law).support
    assert value >= left - error
    assert value <= right + error


@quick
@given(samples(), st.integers(1, 40))
def test_they_sum_to_n_means(sample, n):
    table = rt.expected_order_statistics(sample.law, n)
    assume(finite(*table.value))
    value, error = mean(sample.law, 1, 1)
    gap = exactly(lambda: abs(mp.fsum(mpf(float(v)) for v in table.value) - n * value))
    assert gap <= math.fsum(table.error) + n * error


@quick
@given(samples(), ranks())
def test_triangle(sample, rank):
    """(n-k) E[X_{k:n}] + k E[X_{k+1:n}] = n E[X_{k:n-1}] (David and Nagaraja, 2003, 3.4.1)."""
    k, n = rank
    assume(k < n)
    a, b, c = mean(sample.law, k, n), mean(sample.law, k + 1, n), mean(sample.law, k, n - 1)
    assume(finite(a[0], b[0], c[0]))
    gap = exactly(lambda: abs((n - k) * a[0] + k * b[0] - n * c[0]))
    assert gap <= (n - k) * a[1] + k * b[1] + n * c[1]


@quick
@given(samples(), st.integers(2, 10**6))
def test_the_maximum_is_at_most_mean_and_spread_allow(sample, n):
    """E[X_{n:n}] <= mean + sd (n-1)/sqrt(2n-1) (Gumbel, Hartley and David, 1954)."""
    law = rt.as_distribution(sample.law)
    centre, spread = law.mean(), law.std()
    assume(finite(centre, spread))
    value, error = mean(sample.law, n, n)
    factor = (n - 1) / math.sqrt(2 * n - 1)
    bound = exactly(lambda: mpf(float(centre)) + mpf(float(spread)) * (n - 1) / mp.sqrt(2 * n - 1))
    assert value - bound <= error + float(centre.error) + factor * float(spread.error)


# ------------------------------------------------------------------ location and scale


@quick
@given(samples(smooth), ranks())
def test_location_and_scale_come_out(sample, rank):
    a, b = mean(sample.standard, *rank), mean(sample.law, *rank)
    assume(finite(a[0], b[0]))
    gap = exactly(lambda: abs(b[0] - (mpf(sample.loc) + mpf(sample.scale) * a[0])))
    assert gap <= b[1] + sample.scale * a[1]
    # And nothing is lost: the error is that of the standard law, and the rounding of the sum.
    assert b[1] <= 2 * sample.scale * a[1] + 2e-15 * (abs(sample.loc) + abs(float(b[0])))


@quick
@given(samples(smooth), ranks())
def test_variances_scale(sample, rank):
    a = rt.order_statistic(sample.standard, *rank).var()
    b = rt.order_statistic(sample.law, *rank).var()
    assume(finite(a, b))
    gap = exactly(lambda: abs(mpf(float(b)) - mpf(sample.scale) ** 2 * mpf(float(a))))
    assert gap <= float(b.error) + sample.scale**2 * float(a.error)


@quick
@given(st.sampled_from(["norm", "logistic", "laplace"]), places, ranks())
def test_symmetric_laws_mirror(name, place, rank):
    """E[X_{k:n}] + E[X_{n+1-k:n}] = 2 loc."""
    (loc, scale), (k, n) = place, rank
    law = getattr(stats, name)(loc=loc, scale=scale)
    a, b = mean(law, k, n), mean(law, n + 1 - k, n)
    assert exactly(lambda: abs(a[0] + b[0] - 2 * mpf(loc))) <= a[1] + b[1]


# ------------------------------------------------------------------ moments and tails


@quick
@given(samples(), ranks())
def test_variances_are_not_negative_and_below_n_parents(sample, rank):
    """Var X_{k:n} <= n Var X, as the sum of squares about the mean is spread over the ranks."""
    k, n = rank
    result = rt.order_statistic(sample.law, k, n).var()
    parent = rt.as_distribution(sample.law).var()
    assert float(result) >= 0
    assume(finite(result, parent))
    assert float(result) <= n * (float(parent) + float(parent.error)) + float(result.error)


@quick
@given(samples(), st.integers(1, 12))
def test_second_moments_sum_to_n_parents(sample, n):
    """Sum of (X_{k:n} - c)**2 is the sum over the draws: variances plus squared mean gaps."""
    law = rt.as_distribution(sample.law)
    centre, variance = law.mean(), law.var()
    assume(finite(centre, variance))
    parts = [rt.order_statistic(sample.law, k, n) for k in range(1, n + 1)]
    means, spreads = [p.mean() for p in parts], [p.var() for p in parts]
    assume(finite(*means, *spreads))

    def gap():
        c = mpf(float(centre))
        total = mp.fsum(
            mpf(float(v)) + (mpf(float(m)) - c) ** 2 for m, v in zip(means, spreads, strict=True)
        )
        return abs(total - n * mpf(float(variance)))

    shifts = [abs(float(m) - float(centre)) for m in means]
    slack = [float(m.error) + float(centre.error) for m in means]
    allowed = math.fsum(float(v.error) for v in spreads) + n * float(variance.error)
    allowed += math.fsum(2 * s * e + e * e for s, e in zip(shifts, slack, strict=True))
    assert exactly(gap) <= allowed + n * float(centre.error) ** 2


@quick
@given(samples(), ranks(), st.lists(st.floats(1e-12, 1.0), min_size=1, max_size=5))
def test_tails_are_complementary_and_monotone(sample, rank, levels):
    X = rt.order_statistic(sample.law, *rank)
    x = np.unique(np.concatenate([X.ppf(levels), X.isf(levels)]))
    x = x[np.isfinite(x)]
    below, above = X.cdf(x), X.sf(x)
    slack = 1e-13 * (1 + math.sqrt(rank[1]))
    assert np.all(np.abs(below + above - 1) <= slack)
    assert np.all(np.diff(below) >= -slack)
    assert np.all(np.diff(above) <= slack)
    assert np.all((below >= 0) & (below <= 1))


@quick
@given(samples(), ranks(), st.floats(1e-9, 0.5))
def test_generalised_inverse(sample, rank, q):
    """ppf is the first x that reaches q, isf the first that falls to it; atoms included."""
    X = rt.order_statistic(sample.law, *rank)
    slack = 1e-11 * (1 + math.sqrt(rank[1]))
    for quantile, reached in ((X.ppf, lambda x: X.cdf(x) - q), (X.isf, lambda x: q - X.sf(x))):
        x = float(quantile(q))
        # A few ulps: the quantile of a law at 1e6 is rounded.
        step = 4 * math.ulp(abs(x) + abs(sample.loc))
        assert float(reached(x + step)) >= -slack * q
        assert (
            float(reached(x - step)) <= slack * q
            or rt.as_distribution(sample.law).atoms is not None
        )
