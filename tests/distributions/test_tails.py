"""Which moments exist: from known indices, from measured ones, and said in words."""

import math

import numpy as np
import pytest
from oracles import closed_laws as laws
from scipy import special

from runtime_theory.distributions.affine import Affine
from runtime_theory.distributions.base import Tails
from runtime_theory.distributions.expectation.moments import (
    mean,
    raw_moment,
    standard_deviation,
    variance,
)
from runtime_theory.distributions.expectation.tails import divergence, measured_tails
from runtime_theory.distributions.ranked import Rank

UNKNOWN = Tails(math.nan, math.nan)


def hidden(law):
    """The same law, its tail indices unknown."""
    law.tails = UNKNOWN
    return law


def weibull(c):
    return laws.ClosedLaw(
        f"weibull {c}",
        cdf=lambda x: -np.expm1(-(x**c)),
        sf=lambda x: np.exp(-(x**c)),
        ppf=lambda q: (-np.log1p(-q)) ** (1 / c),
        isf=lambda q: (-np.log(q)) ** (1 / c),
    )


def lognormal(s):
    return laws.ClosedLaw(
        f"lognormal {s}",
        cdf=lambda x: special.ndtr(np.log(x) / s),
        sf=lambda x: special.ndtr(-np.log(x) / s),
        ppf=lambda q: np.exp(s * special.ndtri(q)),
        isf=lambda q: np.exp(-s * special.ndtri(q)),
    )


def normal():
    return laws.ClosedLaw(
        "normal",
        support=(-math.inf, math.inf),
        cdf=special.ndtr,
        sf=lambda x: special.ndtr(-x),
        ppf=special.ndtri,
        isf=lambda q: -special.ndtri(q),
    )


@pytest.mark.parametrize("alpha", [0.1, 0.5, 1.0, 2.0, 2.5, 7.0, 40.0])
def test_power_tails_are_measured(alpha):
    # 1 + x is not yet x where alpha is large: S = 1e-300 is x = 3e7 for alpha = 40.
    close = max(1e-9, 1e-300 ** (0.5 / alpha))
    assert measured_tails(hidden(laws.lomax(alpha))).right == pytest.approx(alpha, rel=close)
    mirrored = measured_tails(hidden(laws.two_sided(alpha)))
    assert mirrored == pytest.approx((alpha, alpha), rel=close)


@pytest.mark.parametrize(
    "law",
    [laws.exponential(), laws.logistic(), normal(), weibull(0.5), weibull(0.05), lognormal(1.0),
     lognormal(5.0), lognormal(15.0)],
    ids=lambda law: law.name,
)  # fmt: skip
def test_light_tails_are_not_mistaken_for_powers(law):
    assert measured_tails(hidden(law)) == (math.inf, math.inf)


def test_a_finite_mean_beyond_the_largest_quantile():
    """Lognormal, sigma = 20: the mean exp(200) is finite although isf(1e-300) overflows."""
    assert not divergence(hidden(lognormal(20.0)), Rank(1, 1), 1).right


def test_bounded_ends_have_no_tail():
    assert measured_tails(hidden(laws.uniform())) == (math.inf, math.inf)
    assert measured_tails(hidden(laws.lomax(1.0))).left == math.inf


@pytest.mark.parametrize("known", [True, False])
@pytest.mark.parametrize("alpha", [0.3, 0.5, 1.0, 2.5])
@pytest.mark.parametrize("k, n", [(1, 1), (1, 2), (2, 2), (1, 8), (5, 8), (6, 8), (8, 8)])
@pytest.mark.parametrize("order", [1, 2, 3])
def test_the_rule(known, alpha, k, n, order):
    """Finite iff alpha (n-k+1) > r; the boundary itself diverges."""
    law = laws.lomax(alpha) if known else hidden(laws.lomax(alpha))
    verdict = divergence(law, Rank(k, n - k + 1), order)
    assert verdict.right == (alpha * (n - k + 1) <= order)
    assert not verdict.left
    assert bool(verdict.reason) == verdict.right


@pytest.mark.parametrize("k, n", [(1, 3), (2, 3), (3, 3)])
def test_left_tails_count_k(k, n):
    verdict = divergence(laws.cauchy(), Rank(k, n - k + 1), 1)
    assert (verdict.left, verdict.right) == (k == 1, k == n)


def test_cauchy():
    law = laws.cauchy()
    with pytest.raises(ArithmeticError, match="not defined: both tails diverge"):
        mean(law, 1, 1)
    low, middle, high = (mean(law, k, 3) for k in (1, 2, 3))
    assert float(low) == -math.inf
    assert float(high) == math.inf
    assert abs(float(middle)) <= float(middle.error) < 1e-12
    assert "left tail index 1 times k = 1 is at most 1" in low.note
    assert "right tail index 1 times n-k+1 = 1 is at most 1" in high.note
    for result in (low, high):
        assert float(result.error) == 0.0
        assert result.lower == result.upper == float(result)
    with pytest.raises(ArithmeticError, match=r"E\[X_\(1:1\)\^3\] of cauchy is not defined"):
        raw_moment(law, 3, 1, 1)


def test_a_finite_mean_whose_parent_has_none():
    """Lomax 0.6: infinite mean, but the faster of two has one: 1/(2*0.6 - 1)."""
    assert float(mean(laws.lomax(0.6), 1, 1)) == math.inf
    assert float(mean(laws.lomax(0.6), 1, 2)) == pytest.approx(5.0, rel=1e-13)


def test_pareto_of_index_one():
    law = laws.lomax(1.0)
    for n in (1, 8, 10**9):
        worst = mean(law, n, n)
        assert float(worst) == math.inf
        assert "right tail index 1" in worst.note
    assert float(mean(law, 7, 8)) == pytest.approx(7.0, rel=1e-13)


def test_variances_need_twice_the_index():
    law = laws.lomax(2.0)
    infinite = variance(law, 8, 8)
    assert float(infinite) == math.inf
    assert infinite.note.startswith("Var X_(8:8) diverges: right tail index 2")
    assert infinite.unit == "s^2"
    assert float(mean(law, 8, 8)) < math.inf
    assert float(variance(law, 7, 8)) < math.inf
    spread = standard_deviation(law, 8, 8)
    assert float(spread) == math.inf
    assert spread.note == infinite.note
    assert spread.unit == "s"


def test_even_moments_of_two_heavy_tails_are_infinite_not_undefined():
    assert float(raw_moment(laws.cauchy(), 2, 1, 1)) == math.inf


def test_location_and_scale_change_nothing():
    law = Affine(laws.lomax(1.0), 1e6, 1e-9)
    assert float(mean(law, 3, 3)) == math.inf
    assert math.isfinite(float(mean(law, 2, 3)))


def test_measured_indices_say_so():
    result = mean(hidden(laws.lomax(0.9)), 1, 1)
    assert float(result) == math.inf
    assert "(measured)" in result.note
    assert "0.9" in result.note


@pytest.mark.parametrize("alpha", [1.0 + 1e-4, 1.0 - 1e-4])
def test_measured_indices_near_the_boundary(alpha):
    assert divergence(hidden(laws.lomax(alpha)), Rank(1, 1), 1).right == (alpha < 1)
