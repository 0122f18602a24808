"""Certified means without python-flint: mpmath's intervals, else the name of the extra."""

import sys
from fractions import Fraction

import pytest
from mpmath import iv, mp, mpf
from scipy import stats

import runtime_theory as rt
from runtime_theory.numerics.balls.arithmetic import FlintBalls, MpmathIntervals
from runtime_theory.results import Kind


@pytest.fixture
def no_flint(monkeypatch):
    monkeypatch.setitem(sys.modules, "flint", None)  # import flint raises ImportError


CASES = [
    (stats.expon(scale=0.3), 5, 8),
    (stats.uniform(0.1, 2), 5, 8),
    (stats.pareto(2.25), 8, 8),
    (stats.pareto(2.25), 10**9, 10**9),
    (stats.lomax(1.1), 3, 8),
    (stats.genpareto(-0.3), 3, 8),
    (stats.powerlaw(0.3), 3, 10**9),
    (stats.fisk(2.5), 4, 9),
    (stats.weibull_min(0.7), 5, 8),
    (stats.rayleigh(), 5, 8),
    (stats.gumbel_r(), 5, 8),
    (stats.invweibull(1.5), 5, 8),
    (stats.genextreme(0.2), 5, 8),
    (stats.norm(3, 2), 4, 5),
    (stats.erlang(3), 3, 4),
    (stats.logistic(), 5, 8),
    (rt.Discrete([1, 2, 4], [0.5, 0.25, 0.25]), 5, 8),
    (rt.Trace([0.1, 0.2, 0.4]), 20, 30),
    (rt.Deterministic(0.1), 2, 3),
]


@pytest.mark.parametrize("digits", [None, 30, 50])
@pytest.mark.parametrize("law,k,n", CASES, ids=range(len(CASES)))
def test_intervals_enclose_what_balls_enclose(law, k, n, digits, monkeypatch):
    narrow = rt.order_statistic(law, k, n).mean(certified=True, digits=70)
    assert "python-flint" in narrow.method
    monkeypatch.setitem(sys.modules, "flint", None)
    result = rt.order_statistic(law, k, n).mean(certified=True, digits=digits)
    assert result.kind is Kind.CERTIFIED
    assert "mpmath.iv" in result.method
    assert result.lower <= narrow.upper
    assert narrow.lower <= result.upper
    with mp.workdps(80):
        middle = (narrow.lower + narrow.upper) / 2
        assert result.lower <= middle <= result.upper
        asked = mpf(2) ** -51 if digits is None else mpf(10) ** -digits
        assert mpf(result.upper) - mpf(result.lower) <= asked * abs(middle)


@pytest.mark.usefixtures("no_flint")
@pytest.mark.parametrize(
    "law,k,n",
    [
        (stats.expon(), 10**9, 10**9),  # psi
        (stats.gamma(2.5), 1, 2),  # an integral
        (stats.weibull_min(0.7), 5000, 10**4),  # too long a sum
    ],
)
@pytest.mark.parametrize("digits", [None, 40])
def test_the_missing_extra_is_named(law, k, n, digits):
    with pytest.raises(
        ImportError, match=r"python-flint: pip install 'runtime-theory\[certified\]'"
    ):
        rt.order_statistic(law, k, n).mean(certified=True, digits=digits)


@pytest.mark.usefixtures("no_flint")
def test_a_law_without_any_form_is_no_matter_of_installing():
    with pytest.raises(rt.NoMethodError):
        rt.order_statistic(stats.levy_stable(1.5, 0.5), 1, 2).mean(certified=True)


@pytest.mark.usefixtures("no_flint")
def test_divergence_needs_no_balls():
    result = rt.order_statistic(stats.pareto(1.0), 2, 2).mean(certified=True)
    assert float(result) == float("inf")


@pytest.mark.usefixtures("no_flint")
def test_exact_digits_need_no_balls():
    assert rt.order_statistic(stats.expon(), 10**9, 10**9).mean(digits=50).kind is Kind.EXACT


@pytest.mark.usefixtures("no_flint")
def test_the_global_intervals_keep_their_precision():
    before = iv.prec
    rt.order_statistic(stats.pareto(2.25), 3, 8).mean(certified=True, digits=60)
    assert iv.prec == before


@pytest.mark.parametrize("name", ["gamma", "log", "exp", "asin"])
@pytest.mark.parametrize("bits", [40, 100, 300])
@pytest.mark.parametrize("x", [Fraction(1, 3), Fraction(1, 10**9), Fraction(99, 100)])
def test_both_arithmetics_enclose_one_function(name, bits, x):
    overlap = []
    for balls in (FlintBalls(), MpmathIntervals()):
        with balls.precision(bits):
            overlap.append(balls.ends(balls.function(name, balls.number(x))))
    with mp.workprec(600):
        truth = getattr(mp, name)(mpf(x.numerator) / x.denominator)
        for low, high in overlap:
            assert mpf(low.numerator) / low.denominator <= truth
            assert truth <= mpf(high.numerator) / high.denominator
            assert high - low <= 2**8 * abs(high) / 2**bits
