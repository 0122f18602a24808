"""Certified means of workers that differ, against enumeration of who has finished."""

import math
import sys
from fractions import Fraction
from functools import cache
from itertools import product

import pytest
from mpmath import mp, mpf
from scipy import stats

import runtime_theory as rt
from runtime_theory.results import Kind


def exponential(rate, start=0):
    return lambda x: mp.exp(-rate * (x - start)) if x > start else mpf(1)


def gamma(a, scale=1, start=0):
    def survival(x):
        inside = (x - start) / scale
        return mp.gammainc(a, inside, mp.inf, regularized=True) if inside > 0 else mpf(1)

    return survival


def uniform(a, b):
    return lambda x: min(max((b - x) / (b - a), mpf(0)), mpf(1))


@cache  # mp.quad asks for the same points for every k
def chances(name, x):
    """Pr[exactly j have finished at x], the sum over all sets of j workers."""
    S = [survival(x) for survival in FLEETS[name][1]]
    out = [mpf(0)] * (len(S) + 1)
    for who in product((0, 1), repeat=len(S)):
        out[sum(who)] += mp.fprod(1 - s if done else s for s, done in zip(S, who, strict=True))
    return out


def mean_by_enumeration(name, k):
    """The integral of Pr[fewer than k have finished], by mpmath."""
    points = FLEETS[name][2]
    with mp.workdps(60):

        def above(x):
            return mp.fsum(chances(name, x)[:k])

        return points[0] + mp.quad(above, points)


FLEETS = {
    "two rates": (
        [(stats.expon(), 2), stats.expon(scale=4.0)],
        [exponential(1), exponential(1), exponential(mpf(1) / 4)],
        [0, 1, 4, 12, 40, 160, 700],
    ),
    "delays": (
        [stats.expon(loc=0.5), (stats.gamma(2.0, scale=0.5), 2), stats.gamma(3.0, loc=2.0)],
        [exponential(1, 0.5), gamma(mpf(2), 0.5), gamma(mpf(2), 0.5), gamma(mpf(3), 1, 2)],
        [0, mpf(1) / 2, 1, 2, 4, 10, 30, 180],
    ),
    "intervals": (
        [stats.uniform(1, 2), stats.uniform(2, 3), stats.uniform(0, 1.5)],
        [uniform(1, 3), uniform(2, 5), uniform(0, mpf(3) / 2)],
        [0, 1, mpf(3) / 2, 2, 3, 5],
    ),
    "an interval and an unbounded law": (
        [stats.uniform(1, 2), stats.expon(), stats.expon()],
        [uniform(1, 3), exponential(1), exponential(1)],
        [0, 1, 3, 8, 30, 160],
    ),
}


@pytest.mark.parametrize("k", [1, 2, 3])
@pytest.mark.parametrize("name", FLEETS)
def test_contains_the_enumeration(name, k):
    truth = mean_by_enumeration(name, k)
    law = rt.order_statistic(FLEETS[name][0], k)
    for digits in (None, 30):
        result = law.mean(certified=True, digits=digits)
        assert result.kind is Kind.CERTIFIED
        with mp.workdps(60):
            slack = abs(truth) * mpf(10) ** -42  # of the quadrature
            assert mpf(result.lower) - slack <= truth <= mpf(result.upper) + slack
            asked = mpf(2) ** -51 if digits is None else mpf(10) ** -digits
            assert mpf(result.upper) - mpf(result.lower) <= asked * truth


@pytest.mark.parametrize("P", [2, 8, 24])
def test_the_fastest_of_exponential_workers(P):
    workers = [stats.expon(scale=1.0 / (i + 1)) for i in range(P)]
    result = rt.order_statistic(workers, 1).mean(digits=40)
    rate = sum(1 / Fraction(1.0 / (i + 1)) for i in range(P))
    with mp.workdps(60):
        assert result.lower <= mpf(rate.denominator) / rate.numerator <= result.upper


def test_agrees_with_the_ordinary_mean():
    workers = [(stats.lognorm(0.5), 20), (stats.lognorm(0.5, scale=3.0), 12)]
    for k in (1, 20, 32):
        law = rt.order_statistic(workers, k)
        plain, ball = law.mean(), law.mean(certified=True)
        assert plain.lower <= float(ball) <= plain.upper
        assert ball.error < plain.error


@pytest.mark.parametrize("digits", [None, 30])
def test_the_heaviest_decide_about_divergence(digits):
    workers = [stats.halfcauchy(), stats.lomax(0.5), stats.expon()]
    last = rt.order_statistic(workers, 3).mean(certified=True, digits=digits)
    assert float(last) == math.inf
    assert "tail index" in last.note
    # Two of them must be late: indices 0.5 and 1 add to more than 1.
    assert float(rt.order_statistic(workers, 2).mean(certified=True, digits=digits)) < 10


def test_nobody_is_left_in_the_tail():
    """The interval ends before the heavy law's tail begins to count."""
    result = rt.order_statistic([stats.uniform(0, 2), stats.lomax(0.5)], 1).mean(digits=30)
    with mp.workdps(50):
        # The integral of (1 - x/2) (1+x)^(-1/2) over [0, 2], with u = 1+x: 3/2 - u/2 over sqrt(u).
        root = mp.sqrt(3)
        truth = 3 * (root - 1) - (3 * root - 1) / 3
        assert result.lower <= truth <= result.upper


@pytest.mark.parametrize("options", [{"certified": True}, {"digits": 30}])
def test_workers_without_a_form_are_refused(options):
    for other in (stats.norm(3), rt.Deterministic(1.0), stats.levy_stable(1.5, 0.5, loc=9)):
        with pytest.raises(rt.NoMethodError, match="workers"):
            rt.order_statistic([stats.expon(), other], 1).mean(**options)


def test_the_missing_extra_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "flint", None)
    with pytest.raises(ImportError, match=r"runtime-theory\[certified\]"):
        rt.order_statistic([stats.expon(), stats.gamma(2)], 1).mean(certified=True)
