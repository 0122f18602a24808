"""Certified means against 60-digit references: all contained, and narrower with more digits."""

import json
import math
import random
from fractions import Fraction
from math import comb
from pathlib import Path

import mpmath
import pytest
from mpmath import mp, mpf
from scipy import stats

import runtime_theory as rt
from runtime_theory.distributions.certified.gamma_laws import gamma_power
from runtime_theory.numerics.balls.refinement import refined
from runtime_theory.results import Kind

ROWS = json.loads(
    (Path(__file__).parents[1] / "oracles" / "certified_refs.json").read_text(encoding="utf-8")
)


def _mixture(*parts):
    """A new-style mixture of pairs (law, weight)."""
    return stats.Mixture([law for law, _ in parts], weights=[w for _, w in parts])


def _gamma(a):
    return stats.make_distribution(stats.gamma)(a=a)


SPECIAL = {
    "truncnorm": lambda: stats.truncnorm(-1, 2),
    "hyperexponential": lambda: rt.PhaseType.hyperexponential([0.75, 0.25], [1.0, 0.125]),
    "erlang_mixture": lambda: _mixture((_gamma(2.0), 0.5), (2 * _gamma(5.0), 0.5)),
    "normal_above_1": lambda: stats.truncate(stats.Normal(), lb=1.0) - 1.0,
    "gamma_above_2": lambda: stats.truncate(_gamma(2.5), lb=2.0) - 2.0,
    "ranked_gamma": lambda: stats.order_statistic(_gamma(2.5), r=2, n=3),
}


def law_of(name, shapes):
    return SPECIAL[name]() if name in SPECIAL else getattr(stats, name)(*shapes)


def reference(name, text):
    """The standard law's mean; the oracle moves [-1, 2] to [0, 1]."""
    with mp.workdps(70):
        value = mpf(text)
        return 3 * value - 1 if name == "truncnorm" else value


def test_there_are_200_references():
    assert len(ROWS) >= 200
    assert len({name for name, *_ in ROWS}) >= 40


@pytest.mark.parametrize(
    "name,shapes,k,n,text", ROWS, ids=[f"{r[0]}{r[1]}-{r[2]}:{r[3]}" for r in ROWS]
)
def test_contains_the_reference(name, shapes, k, n, text):
    truth = reference(name, text)
    law = rt.order_statistic(law_of(name, shapes), k, n)
    widths = []
    for digits in (None, 30, 50):
        result = law.mean(certified=True, digits=digits)
        assert result.kind is Kind.CERTIFIED
        with mp.workdps(70):  # mpf(...) rounds to the precision of the moment
            slack = abs(truth) * mpf(10) ** -58 + mpf(10) ** -62  # of the reference itself
            low, high = mpf(result.lower), mpf(result.upper)
            assert low - slack <= truth <= high + slack
            assert abs(mpf(result.value) - truth) <= mpf(result.error) + slack
            widths.append(high - low)
            # A double resolves 2**-52 of its value.
            asked = mpf(2) ** -51 if digits is None else mpf(10) ** -digits
            assert widths[-1] <= asked * abs(truth) or (abs(truth) < 1e-60 and not widths[-1])
    assert widths == sorted(widths, reverse=True)
    assert widths[2] == 0 or 0 < widths[2] < widths[1] * mpf(10) ** -15


@pytest.mark.parametrize("digits", [15, 30, 50])
def test_location_and_scale_are_the_doubles_they_are(digits):
    law = stats.gamma(2.5, loc=0.1, scale=1 / 3)
    row = next(r for r in ROWS if r[0] == "gamma" and r[1] == [2.5] and r[2:4] == [5, 8])
    result = rt.order_statistic(law, 5, 8).mean(certified=True, digits=digits)
    with mp.workdps(70):
        truth = mpf(0.1) + mpf(1 / 3) * mpf(row[4])
        assert result.lower <= truth <= result.upper
        as_typed = mpf(1) / 10 + mpf(row[4]) / 3
        assert digits == 15 or not result.lower <= as_typed <= result.upper


# ---------------------------------------------------------------- n far beyond any quadrature


def _harmonic(n):
    return mp.digamma(n + 1) + mp.euler


def _gamma_ratio(*, above, below):
    return mp.exp(mp.fsum(map(mp.loggamma, above)) - mp.fsum(map(mp.loggamma, below)))


HUGE = [
    ("exponential", stats.expon(), lambda k, n: _harmonic(n) - _harmonic(n - k)),
    ("uniform", stats.uniform(), lambda k, n: mpf(k) / (n + 1)),
    ("logistic", stats.logistic(), lambda k, n: mp.digamma(k) - mp.digamma(n - k + 1)),
    (
        "pareto",
        stats.pareto(1.25),
        lambda k, n: _gamma_ratio(
            above=[mpf(n + 1), n - k + 1 - mpf(4) / 5], below=[mpf(n - k + 1), n + 1 - mpf(4) / 5]
        ),
    ),
    (
        "fisk",
        stats.fisk(2.5),
        lambda k, n: _gamma_ratio(
            above=[k + mpf(2) / 5, n - k + 1 - mpf(2) / 5], below=[mpf(k), mpf(n - k + 1)]
        ),
    ),
    (
        "power",
        stats.powerlaw(0.5),
        lambda k, n: mpf(k) * (k + 1) / (mpf(n + 1) * (n + 2)),
    ),
]


@pytest.mark.parametrize("digits", [15, 30, 50])
@pytest.mark.parametrize("k,n", [(1, 10**9), (10**9, 10**9), (3 * 10**8, 10**9), (7, 10**15)])
@pytest.mark.parametrize("name,law,formula", HUGE, ids=[row[0] for row in HUGE])
def test_closed_forms_for_a_billion_draws(name, law, formula, k, n, digits):
    with mp.workdps(110):
        truth = formula(k, n)
    result = rt.order_statistic(law, k, n).mean(certified=True, digits=digits)
    with mp.workdps(110):
        assert result.lower <= truth <= result.upper
        assert result.upper - result.lower <= mpf(10) ** -digits * abs(truth)
    assert result.method.startswith("closed form")


@pytest.mark.parametrize("k", [1, 3 * 10**8, 5 * 10**8, 10**9])
def test_integrals_for_a_billion_draws_agree_with_closed_forms(k):
    """Weibull with c = 1 as the gamma law it is goes the way of the integral."""
    n = 10**9
    law = gamma_power(Fraction(1))
    low, high = refined(lambda bits: law.enclose(k, n, bits), 30)
    with mp.workdps(60):
        truth = _harmonic(n) - _harmonic(n - k)
        assert mpf(low.numerator) / low.denominator <= truth
        assert truth <= mpf(high.numerator) / high.denominator
    assert (high - low) <= abs(low) / 10**30


# ------------------------------------------------------------------------- finitely many values


def _naive(values, masses, k, n):
    """Exact expectation over the values, in fractions."""
    total, above, mean = sum(masses), sum(masses), Fraction(0)
    upto_before = Fraction(0)
    for value, mass in zip(values, masses, strict=True):
        above -= mass
        F = 1 - above / total
        upto = sum(comb(n, j) * F**j * (1 - F) ** (n - j) for j in range(k, n + 1))
        mean += value * (upto - upto_before)
        upto_before = upto
    return mean


@pytest.mark.parametrize("k,n", [(1, 1), (1, 6), (4, 6), (6, 6), (20, 30)])
@pytest.mark.parametrize("digits", [None, 30, 50])
def test_sums_over_values(k, n, digits):
    rng = random.Random(17)
    trace = [rng.expovariate(1.0) for _ in range(12)] + [0.5, 0.5]
    values = sorted(set(trace))
    cases = [
        (rt.Deterministic(0.1), [Fraction(0.1)], [Fraction(1)]),
        (
            rt.Discrete([3.0, 1.0, 2.5], [0.2, 0.5, 0.3]),
            [Fraction(1), Fraction(5, 2), Fraction(3)],
            [Fraction(0.5), Fraction(0.3), Fraction(0.2)],
        ),
        (
            rt.Discrete([1, 9], [0.9, 0.1]),
            [Fraction(1), Fraction(9)],
            [1 - Fraction(0.1), Fraction(0.1)],
        ),
        (
            rt.Trace(trace),
            [Fraction(v) for v in values],
            [Fraction(trace.count(v)) for v in values],
        ),
    ]
    for law, points, masses in cases:
        truth = _naive(points, masses, k, n)
        result = rt.order_statistic(law, k, n).mean(certified=True, digits=digits)
        with mp.workdps(120):
            exact = mpf(truth.numerator) / truth.denominator
            assert result.lower <= exact <= result.upper
            assert result.upper - result.lower <= abs(exact) * mpf(10) ** -(digits or 15)


def test_a_trace_for_a_billion_draws():
    trace = rt.Trace([1.0, 2.0, 2.0, 3.5])
    result = rt.order_statistic(trace, 5 * 10**8, 10**9).mean(certified=True)
    assert result.lower <= 2.0 <= result.upper
    assert result.standard_error is not None
    with mp.workdps(40):
        # The median rank sits between the values: off by less than any double.
        assert abs(float(result) - 2.0) < 1e-15
    middle = rt.order_statistic(trace, 25 * 10**7, 10**9).mean(certified=True, digits=20)
    # The binomial(n, 1/4) count is below k = n/4 with a chance of about a half.
    assert 1.4 < middle.lower < middle.upper < 1.6


# ------------------------------------------------------------------------------ divergent means


@pytest.mark.parametrize(
    "law,k,n,value",
    [
        (stats.pareto(1.0), 3, 3, math.inf),
        (stats.pareto(0.5), 2, 3, math.inf),
        (stats.halfcauchy(), 8, 8, math.inf),
        (stats.t(1.0), 8, 8, math.inf),
        (stats.t(1.0), 1, 8, -math.inf),
        (stats.invgamma(0.25), 1, 4, math.inf),
        (stats.genextreme(-1.0), 1, 1, math.inf),
        (-stats.make_distribution(stats.pareto)(b=1.0), 1, 2, -math.inf),
    ],
)
@pytest.mark.parametrize("digits", [None, 40])
def test_divergent_means_are_infinite_and_say_why(law, k, n, value, digits):
    result = rt.order_statistic(law, k, n).mean(certified=True, digits=digits)
    assert result.kind is Kind.CERTIFIED
    assert float(result) == float(result.lower) == float(result.upper) == value
    assert "diverges" in result.note
    assert "tail index" in result.note


def test_the_tail_index_is_that_of_the_double():
    """0.1 is a little more than a tenth: ten draws make the mean finite, and huge."""
    result = rt.order_statistic(stats.pareto(0.1), 1, 10).mean(certified=True, digits=30)
    with mp.workdps(60):
        excess = 10 * mpf(0.1) - 1
        assert result.lower <= 1 + 1 / excess <= result.upper


def test_undefined_mean():
    with pytest.raises(ArithmeticError, match="both tails diverge"):
        rt.order_statistic(stats.cauchy(), 1, 1).mean(certified=True)


# --------------------------------------------------------------------------- what is not offered


@pytest.mark.parametrize(
    "law",
    [
        stats.levy_stable(1.5, 0.5),
        stats.poisson(3),
        rt.SurvivalFunction(lambda x: math.e ** (-x), (0, math.inf)),
        rt.PhaseType([1.0, 0.0], [[-2.0, 1.0], [1.0, -3.0]]),
    ],
)
@pytest.mark.parametrize(
    "options", [{"certified": True}, {"digits": 30}, {"certified": True, "digits": 30}]
)
def test_laws_without_an_analytic_form(law, options):
    with pytest.raises(rt.NoMethodError, match="lognorm"):
        rt.order_statistic(law, 1, 2).mean(**options)


@pytest.mark.parametrize("digits", [0, -3, 10**6])
def test_digits_out_of_range(digits):
    with pytest.raises(ValueError, match=r"digits must be an integer in 1\.\.10000"):
        rt.order_statistic(stats.expon(), 1, 2).mean(digits=digits)


def test_digits_of_another_type():
    with pytest.raises(TypeError, match="digits must be an integer"):
        rt.order_statistic(stats.expon(), 1, 2).mean(digits=2.5, certified=True)


def test_the_u_statistic_has_no_digits():
    with pytest.raises(ValueError, match="u-statistic"):
        rt.order_statistic(rt.Trace([1.0, 2.0]), 1, 2).mean(method="u-statistic", certified=True)


# -------------------------------------------------------------------------------- exact digits


@pytest.mark.parametrize("digits", [5, 30, 50, 200])
@pytest.mark.parametrize("k,n", [(1, 1), (4, 8), (8, 8)])
@pytest.mark.parametrize(
    "law",
    [
        stats.expon(scale=0.3),
        stats.pareto(2.25),
        stats.weibull_min(0.7),
        stats.gumbel_r(1),
        stats.erlang(3),
    ],
    ids=lambda law: law.dist.name,
)
def test_exact_digits_lie_in_the_certified_enclosure(law, k, n, digits):
    statistic = rt.order_statistic(law, k, n)
    exact = statistic.mean(digits=digits)
    assert exact.kind is Kind.EXACT
    assert isinstance(exact.value, mpmath.mpf)
    assert isinstance(exact.error, mpmath.mpf)
    narrow = statistic.mean(digits=digits + 10, certified=True)
    with mp.workdps(digits + 20):
        assert exact.error <= abs(exact.value) * mpf(10) ** -digits * 1.001
        assert narrow.upper - exact.error <= exact.value <= narrow.lower + exact.error


def test_digits_without_a_closed_form_are_certified():
    result = rt.order_statistic(stats.gamma(2.5), 3, 4).mean(digits=40)
    assert result.kind is Kind.CERTIFIED
    assert "integral" in result.method


def test_digits_of_a_divergent_mean():
    result = rt.order_statistic(stats.pareto(1.0), 2, 2).mean(digits=40)
    assert result.kind is Kind.EXACT
    assert float(result) == math.inf
    assert "diverges" in result.note


def test_the_mean_of_a_law_takes_the_same_options():
    law = rt.as_distribution(stats.lognorm(0.5))
    result = law.mean(digits=40)
    with mp.workdps(60):
        assert result.lower <= mp.exp(mpf(1) / 8) <= result.upper
    assert rt.as_distribution(stats.expon(scale=0.1)).mean(certified=True).value == 0.1
    assert rt.PhaseType.erlang(3, 2.0).mean(digits=30).value == mpf(3) / 2


def test_several_certified_means_at_once():
    table = rt.order_statistic(stats.gamma(2.5), [1, 2, 3], 3).mean(certified=True)
    assert table.shape == (3,)
    assert table.kind is Kind.CERTIFIED
    plain = rt.order_statistic(stats.gamma(2.5), [1, 2, 3], 3).mean()
    assert (abs(table.value - plain.value) <= plain.error + table.error).all()


def test_mpmath_keeps_its_precision():
    before = mp.prec
    rt.order_statistic(stats.gamma(2.5), 1, 3).mean(digits=60)
    rt.order_statistic(stats.expon(), 1, 3).mean(digits=60)
    assert mp.prec == before


@pytest.mark.parametrize("digits", [None, 30])
def test_agreement_with_the_ordinary_mean(digits):
    """Two engines, no code in common: balls and double-precision quadrature."""
    for law in (
        stats.gamma(0.7),
        stats.lognorm(1),
        stats.beta(0.4, 2),
        stats.t(4),
        stats.invgauss(2),
        stats.gamma(1000.5),
        stats.beta(300.5, 200.0),
        stats.fatiguelife(40.0),
    ):
        for k, n in ((1, 3), (3, 3), (60, 100)):
            plain = rt.order_statistic(law, k, n).mean()
            ball = rt.order_statistic(law, k, n).mean(certified=True, digits=digits)
            assert plain.lower <= float(ball) <= plain.upper
