"""The integral of tail probabilities: heavy tails, kinks, atoms, plateaus, tiny and huge scales."""

import math

import numpy as np
import pytest
from mpmath import mp, mpf
from oracles import closed_laws as laws
from oracles.order_statistics import early, late
from scipy import special

from runtime_theory.distributions.expectation.functional import Power
from runtime_theory.distributions.expectation.survival_integral import survival_integral
from runtime_theory.distributions.ranked import Rank

EPS = 2.220446049250313e-16


def assert_good(law, k, n, truth, *, power=None, rtol=1e-13, atol=0.0):
    got = survival_integral(law, Rank(k, n - k + 1), power or Power())
    error = abs(mpf(got.value) - truth)
    assert error <= got.error, (got, float(error))
    assert error <= rtol * abs(truth) + atol, (got, float(error))
    return got


RANKS = [(1, 1), (1, 8), (4, 8), (8, 8), (64, 128), (500, 1000), (1, 10**6), (10**6, 10**6),
         (5 * 10**8, 10**9), (10**9, 10**9)]  # fmt: skip


@pytest.mark.parametrize("k, n", RANKS)
@pytest.mark.parametrize(
    "law", [laws.exponential(), laws.uniform(), laws.lomax(3.0), laws.power(0.5), laws.power(50.0)],
    ids=lambda law: law.name,
)  # fmt: skip
def test_closed_forms(law, k, n):
    with mp.workdps(40):
        truth = law.mean_of(k, n)
    assert_good(law, k, n, truth)


@pytest.mark.parametrize("alpha", [1.5, 1.1, 1.05, 1.01, 1.001])
@pytest.mark.parametrize("k, n", [(1, 1), (8, 8), (1000, 1000), (10**9, 10**9)])
def test_tails_with_hardly_a_mean(alpha, k, n):
    law = laws.lomax(alpha)
    with mp.workdps(40):
        truth = law.mean_of(k, n)
    assert_good(law, k, n, truth)


@pytest.mark.parametrize("scale", [1e-300, 1e-100, 1e-9, 1e9, 1e100, 1e300])
def test_scales_that_nobody_took_out(scale):
    """The variable is a logarithm: its rounding grows with log(scale), and so must the error."""
    law = laws.ClosedLaw(
        "scaled", cdf=lambda x: -np.expm1(-x / scale), sf=lambda x: np.exp(-x / scale)
    )
    for k, n in [(1, 1), (3, 8), (8, 8)]:
        with mp.workdps(40):
            truth = mpf(scale) * laws.exponential().mean_of(k, n)
        assert_good(law, k, n, truth)


@pytest.mark.parametrize("loc", [1e-3, 1.0, 1e3])
def test_locations_that_nobody_took_out(loc):
    law = laws.ClosedLaw(
        "shifted",
        support=(loc, math.inf),
        cdf=lambda x: -np.expm1(-(x - loc)),
        sf=lambda x: np.exp(-(x - loc)),
    )
    for k, n in [(1, 1), (3, 8), (8, 8), (1, 1000)]:
        with mp.workdps(40):
            truth = mpf(loc) + laws.exponential().mean_of(k, n)
        assert_good(law, k, n, truth)


def shelf():
    """Half uniform on [0, 1], half uniform on [3, 4]: a plateau, kinks at all ends."""
    return laws.ClosedLaw(
        "shelf",
        support=(0.0, 4.0),
        breakpoints=(1.0, 3.0),
        cdf=lambda x: 0.5 * np.clip(x, 0, 1) + 0.5 * np.clip(x - 3, 0, 1),
        sf=lambda x: 0.5 * np.clip(1 - x, 0, 1) + 0.5 * np.clip(4 - x, 0, 1),
    )


@pytest.mark.parametrize("k, n", [(1, 1), (1, 2), (2, 3), (4, 8), (5, 8), (8, 8), (50, 100)])
def test_a_plateau(k, n):
    with mp.workdps(40):
        truth = (
            mp.quad(lambda x: late(k, n, 1 - x / 2), [0, 0.5, 1])
            + 2 * late(k, n, mpf(1) / 2)
            + mp.quad(lambda x: late(k, n, x / 2), [0, 0.5, 1])
        )
    assert_good(shelf(), k, n, truth)


def bimodal(weight, low, high, width):
    """Two narrow normal modes with a plateau between them: a fleet with stragglers."""

    def mixed(x, side):
        a, b = side * (x - low) / (width * low), side * (x - high) / (width * high)
        return (1 - weight) * special.ndtr(a) + weight * special.ndtr(b)

    return laws.ClosedLaw(
        "bimodal",
        support=(-math.inf, math.inf),
        cdf=lambda x: mixed(x, 1),
        sf=lambda x: mixed(x, -1),
    )


@pytest.mark.parametrize("width", [1e-6, 1e-4, 1e-3, 1e-2, 0.1])
@pytest.mark.parametrize("low, high", [(1.0, 2.0), (1.0, 100.0), (10.0, 1000.0)])
@pytest.mark.parametrize("weight", [0.5, 0.1, 0.01, 0.3])
def test_narrow_modes(weight, low, high, width):
    """The mean is that of the two modes, however narrow they are."""
    truth = (1 - mpf(weight)) * low + mpf(weight) * high
    assert_good(bimodal(weight, low, high, width), 1, 1, truth, rtol=1e-11)


@pytest.mark.parametrize("width", [1e-6, 1e-3])
@pytest.mark.parametrize("k, n", [(3, 5), (4, 5), (5, 5), (7, 8), (60, 64)])
def test_ranks_of_narrow_modes(k, n, width):
    """To first order in the width: the two modes' own order statistics, averaged over the split."""
    law = bimodal(0.1, 1.0, 10.0, width)
    got = survival_integral(law, Rank(k, n - k + 1), Power())
    with mp.workdps(30):
        truth = 1 + 9 * late(k, n, mpf(0.1))
    assert abs(mpf(got.value) - truth) <= got.error + 30 * width


def with_atom(weight=0.3, at=2.0):
    """Exponential, and a point mass."""
    return laws.ClosedLaw(
        "atom",
        breakpoints=(at,),
        cdf=lambda x: -(1 - weight) * np.expm1(-x) + weight * (x >= at),
        sf=lambda x: (1 - weight) * np.exp(-x) + weight * (x < at),
    )


@pytest.mark.parametrize("k, n", [(1, 1), (1, 4), (2, 4), (4, 4), (20, 40), (40, 40)])
def test_an_atom_inside(k, n):
    w = mpf(0.3)  # the law's weights are doubles too
    with mp.workdps(40):
        truth = mp.quad(lambda x: late(k, n, (1 - w) * mp.exp(-x) + w), [0, 0.5, 1, 2]) + mp.quad(
            lambda x: late(k, n, (1 - w) * mp.exp(-x)), [2, 4, 8, 16, 60]
        )
    assert_good(with_atom(), k, n, truth)


def test_an_atom_that_nobody_mentions_is_noticed():
    law = with_atom(at=2.0)
    law.breakpoints = ()
    with mp.workdps(30):
        truth = mpf(0.7) * 1 + mpf(0.3) * 2
    got = survival_integral(law, Rank(1, 1), Power())
    assert abs(mpf(got.value) - truth) <= got.error


@pytest.mark.parametrize("c", [0.0, 1.0, -3.0])
@pytest.mark.parametrize("order", [1, 2, 3])
def test_powers_about_a_centre(c, order):
    """E[(X-c)**r] of the exponential law, c inside and outside the support."""
    with mp.workdps(40):
        truth = mp.quad(lambda x: (x - c) ** order * mp.exp(-x), [0, 1, 2, 5, 20, 120])
    assert_good(laws.exponential(), 1, 1, truth, power=Power(order, c), atol=1e-15)


def test_two_sided_tails_cancel_without_losing_the_error():
    got = survival_integral(laws.logistic(), Rank(5, 5), Power())
    assert abs(got.value) <= got.error <= 1e-13


def cauchy_tail(x):
    return mp.atan(1 / x) / mp.pi if x > 0 else mpf(1) / 2


@pytest.mark.parametrize("k, n", [(2, 3), (3, 5), (5, 8), (2, 8)])
def test_both_ends_heavy(k, n):
    """Cauchy: the mean exists away from the ends. Density oracle in mpmath."""
    with mp.workdps(30):
        edges = [0, 1, 10, 1000, mp.inf]
        truth = mp.quad(lambda x: late(k, n, cauchy_tail(x)) - early(k, n, cauchy_tail(x)), edges)
    assert_good(laws.cauchy(), k, n, truth, atol=1e-14)


def test_the_work_is_bounded():
    for law in (laws.exponential(), laws.lomax(1.001), laws.power(0.05), shelf(), with_atom()):
        for k, n in [(1, 1), (8, 8), (10**6, 10**6), (10**9, 10**9)]:
            law.tail_calls = law.asked = 0
            survival_integral(law, Rank(k, n - k + 1), Power())
            assert law.asked < 4000
            assert law.tail_calls < 400_000, (law.name, k, n)


def test_deep_ranks_far_from_the_centre():
    """The smallest of 1e9 draws of F = x**4: near (1e-9)**(1/4), well inside the left tail."""
    law = laws.power(4.0)
    with mp.workdps(40):
        truth = law.mean_of(1, 10**9)
    got = assert_good(law, 1, 10**9, truth)
    assert got.error <= 1e-12 * got.value
