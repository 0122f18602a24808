"""Certified means of mixtures with delays, truncations and order statistics of laws."""

from fractions import Fraction
from functools import cache
from math import comb

import pytest
from mpmath import mp, mpf
from scipy import stats

import runtime_theory as rt

DIGITS = 60


def old(law, **shapes):
    """scipy's new kind of variable, which can be mixed, shifted and cut."""
    return stats.make_distribution(law)(**shapes)


@cache  # mp.quad asks for the same points for every k and n
def survival_of(name, x):
    return STRAGGLERS[name][1](x)


def mean_by_quadrature(name, k, n):
    """points[0] + integral of Pr[X_{k:n} > x], by mpmath between the points, in 60 digits."""
    points = STRAGGLERS[name][2]
    with mp.workdps(DIGITS + 15):

        def above(x):
            S = survival_of(name, x)
            return mp.fsum(comb(n, j) * (1 - S) ** j * S ** (n - j) for j in range(k))

        return points[0] + mp.quad(above, points)


def gamma_sf(a, x):
    return mp.gammainc(a, x, mp.inf, regularized=True) if x > 0 else mpf(1)


def exponential_sf(x, rate=1):
    return mp.exp(-rate * x) if x > 0 else mpf(1)


def normal_sf(x):
    return mp.erfc(x / mp.sqrt(2)) / 2


STRAGGLERS = {
    "delayed exponential": (
        stats.Mixture([old(stats.expon), 10 + 2 * old(stats.expon)], weights=[0.75, 0.25]),
        lambda x: exponential_sf(x) * 3 / 4 + exponential_sf((x - 10) / 2) / 4,
        [0, 2, 10, 14, 30, 160, mp.inf],
    ),
    "Erlang and an interval": (
        stats.Mixture([old(stats.gamma, a=3.0), 2 + 3 * old(stats.uniform)], weights=[0.5, 0.5]),
        lambda x: (gamma_sf(mpf(3), x) + max(min((5 - x) / 3, mpf(1)), mpf(0))) / 2,
        [0, 1, 2, 5, 8, 20, 160, mp.inf],
    ),
    "two intervals with a gap": (
        stats.Mixture([old(stats.uniform), 4 + 2 * old(stats.uniform)], weights=[0.5, 0.5]),
        lambda x: (max(1 - x, mpf(0)) + max(min((6 - x) / 2, mpf(1)), mpf(0))) / 2,
        [0, 1, 4, 6],
    ),
    "normal between -1 and 2": (
        stats.truncate(stats.Normal(), lb=-1.0, ub=2.0),
        lambda x: (normal_sf(x) - normal_sf(2)) / (normal_sf(-1) - normal_sf(2)),
        [-1, 0, 1, 2],
    ),
    "normal between 1 and 2": (
        stats.truncate(stats.Normal(), lb=1.0, ub=2.0),
        lambda x: (normal_sf(x) - normal_sf(2)) / (normal_sf(1) - normal_sf(2)),
        [1, 2],
    ),
    "normal above 0": (
        stats.truncate(stats.Normal(), lb=0.0),
        lambda x: 2 * normal_sf(x),
        [0, 1, 3, 8, 20, mp.inf],
    ),
    "normal below 9, far out": (
        stats.truncate(stats.Normal(), lb=8.0, ub=9.0),
        lambda x: (normal_sf(x) - normal_sf(9)) / (normal_sf(8) - normal_sf(9)),
        [8, mpf(33) / 4, 9],
    ),
    "slower of two gammas": (
        stats.order_statistic(old(stats.gamma, a=2.0), r=2, n=2),
        lambda x: 1 - (1 - gamma_sf(mpf(2), x)) ** 2,
        [0, 1, 4, 10, 30, 160, mp.inf],
    ),
    "mirrored": (
        -stats.truncate(old(stats.expon), ub=2.0),
        lambda x: (1 - mp.exp(x)) / (1 - mp.exp(-2)),  # Pr[Y < -x]
        [-2, -1, 0],
    ),
}  # fmt: skip


@pytest.mark.parametrize("k,n", [(1, 1), (1, 4), (3, 4), (4, 4)])
@pytest.mark.parametrize("name", STRAGGLERS)
def test_contains_quadrature_of_the_survival_function(name, k, n):
    law, truth = STRAGGLERS[name][0], mean_by_quadrature(name, k, n)
    previous = None
    for digits in (15, 40):
        result = rt.order_statistic(law, k, n).mean(certified=True, digits=digits)
        with mp.workdps(DIGITS):
            slack = abs(truth) * mpf(10) ** -45  # of the quadrature
            assert result.lower - slack <= truth <= result.upper + slack
            width = result.upper - result.lower
            assert width <= abs(truth) * mpf(10) ** -digits
            assert previous is None or width < previous * mpf(10) ** -20
            previous = width


def test_a_delay_moves_the_mean_of_one_draw_exactly():
    law = stats.Mixture([old(stats.expon), 3 + old(stats.expon)], weights=[0.5, 0.5])
    result = rt.as_distribution(law).mean(certified=True, digits=40)
    assert result.lower <= mpf(5) / 2 <= result.upper


@pytest.mark.parametrize(
    "law",
    [
        stats.Mixture([stats.Normal(), stats.Normal(mu=1.0)], weights=[0.5, 0.5]),
        stats.truncate(old(stats.beta, a=2.0, b=0.5), ub=0.5),
    ],
)
def test_what_is_not_supported_is_refused(law):
    with pytest.raises(rt.NoMethodError, match="Supported are"):
        rt.order_statistic(law, 1, 2).mean(certified=True)


def test_the_order_statistic_of_an_order_statistic():
    """The slowest of 4 fastest of 3 exponential times is that of 4 at three times the rate."""
    inner = stats.order_statistic(old(stats.expon), r=1, n=3)
    result = rt.order_statistic(inner, 4, 4).mean(certified=True, digits=30)
    truth = sum(Fraction(1, j) for j in range(1, 5)) / 3
    with mp.workdps(50):
        assert result.lower <= mpf(truth.numerator) / truth.denominator <= result.upper
