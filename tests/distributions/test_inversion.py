"""Quantiles from tail probabilities alone: exact generalised inverses, both tails, any scale."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import special, stats

from runtime_theory.distributions.base import Distribution
from runtime_theory.distributions.discrete import Discrete
from runtime_theory.distributions.inversion import check_levels, invert_cdf, invert_sf


class Bare(Distribution):
    """A law that only knows its two tails, and counts how often it is asked."""

    def __init__(self, cdf, sf, support=(0.0, math.inf), *, integers=False):
        self._cdf, self._sf, self._support, self._integers = cdf, sf, support, integers
        self.calls = self.points = 0

    @property
    def support(self):
        return self._support

    @property
    def integer_valued(self):
        return self._integers

    def _ask(self, function, x):
        x = np.asarray(x, dtype=float)
        self.calls, self.points = self.calls + 1, self.points + x.size
        left, right = self._support
        with np.errstate(all="ignore"):
            inner = function(np.clip(x, left, right))
        return np.asarray(inner, dtype=float)

    def cdf(self, x):
        x = np.asarray(x, dtype=float)
        return np.where(x < self._support[0], 0.0, self._ask(self._cdf, x))

    def sf(self, x):
        x = np.asarray(x, dtype=float)
        return np.where(x < self._support[0], 1.0, self._ask(self._sf, x))

    def describe(self):
        return "bare"


def exponential():
    return Bare(lambda x: -np.expm1(-x), lambda x: np.exp(-x))


def pareto(alpha):
    return Bare(lambda x: -np.expm1(-alpha * np.log(x)), lambda x: x**-alpha, (1.0, math.inf))


def normal(mean=0.0):
    support = (-math.inf, math.inf)
    return Bare(lambda x: special.ndtr(x - mean), lambda x: special.ndtr(mean - x), support)


def power(alpha):
    return Bare(lambda x: x**alpha, lambda x: -np.expm1(alpha * np.log(x)), (0.0, 1.0))


DEEP = 10.0 ** -np.arange(1.0, 301.0, 7.0)
CENTRAL = np.linspace(0.01, 0.99, 99)

CASES = {
    "exponential": (exponential(), lambda q: -np.log1p(-q), lambda q: -np.log(q)),
    "pareto 0.3": (pareto(0.3), lambda q: (1 - q) ** (-1 / 0.3), lambda q: q ** (-1 / 0.3)),
    "pareto 50": (pareto(50.0), lambda q: (1 - q) ** -0.02, lambda q: q**-0.02),
    "power 0.05": (power(0.05), lambda q: q**20.0, lambda q: (1 - q) ** 20.0),
    "power 7": (power(7.0), lambda q: q ** (1 / 7), lambda q: np.exp(np.log1p(-q) / 7)),
}


@pytest.mark.parametrize("name", CASES)
def test_closed_quantiles_from_both_ends(name):
    law, ppf, isf = CASES[name]
    with np.errstate(all="ignore"):
        assert invert_sf(law, CENTRAL) == pytest.approx(isf(CENTRAL), rel=4e-14)
        assert invert_cdf(law, CENTRAL) == pytest.approx(ppf(CENTRAL), rel=4e-14)
        deep = invert_sf(law, DEEP)
        assert np.all(np.isclose(deep, isf(DEEP), rtol=4e-13, atol=0) | np.isinf(deep))
        low = ppf(DEEP)
        normal_range = low > 1e-300
        assert invert_cdf(law, DEEP)[normal_range] == pytest.approx(low[normal_range], rel=4e-13)


def test_the_inverse_is_the_smallest_double_that_reaches_the_level():
    law = exponential()
    for q in (0.3, 1e-9, 1e-200):
        x = float(invert_cdf(law, q))
        assert law.cdf(x) >= q
        assert law.cdf(np.nextafter(x, 0.0)) < q
        y = float(invert_sf(law, q))
        assert law.sf(y) <= q
        assert law.sf(np.nextafter(y, 0.0)) > q


def test_two_sided_laws_and_laws_far_from_zero():
    q = np.concatenate((DEEP, CENTRAL))
    for mean in (0.0, 1e6, -3e-7):
        law = normal(mean)
        expected = special.ndtri(q) + mean
        assert invert_cdf(law, q) == pytest.approx(expected, rel=2e-14, abs=2e-16)
        assert invert_sf(law, q) == pytest.approx(mean - special.ndtri(q), rel=2e-14, abs=2e-16)


def test_the_median_at_zero_is_found():
    assert abs(float(invert_cdf(normal(), 0.5))) < 1e-15


def test_ends_of_the_support_at_zero_and_one():
    law = normal()
    assert invert_cdf(law, [0.0, 1.0]).tolist() == [-math.inf, math.inf]
    assert invert_sf(law, [0.0, 1.0]).tolist() == [math.inf, -math.inf]
    bounded = power(2.0)
    assert invert_cdf(bounded, [0.0, 1.0]).tolist() == [0.0, 1.0]
    assert invert_sf(bounded, [0.0, 1.0]).tolist() == [1.0, 0.0]


def test_quantiles_beyond_the_largest_double_are_infinite():
    assert invert_sf(pareto(1e-3), 1e-10) == math.inf


def shelf():
    """Half of the mass uniform on [0, 1], the other half uniform on [3, 4]."""

    def cdf(x):
        return np.where(x < 1, x / 2, np.where(x < 3, 0.5, 0.5 + (x - 3) / 2))

    def sf(x):
        return np.where(x < 1, 1 - x / 2, np.where(x < 3, 0.5, (4 - x) / 2))

    return Bare(cdf, sf, (0.0, 4.0))


def test_a_plateau_gives_its_left_end():
    law = shelf()
    assert float(invert_cdf(law, 0.5)) == 1.0
    assert float(invert_sf(law, 0.5)) == 1.0
    assert float(invert_cdf(law, np.nextafter(0.5, 1.0))) == pytest.approx(3.0, abs=1e-14)
    assert float(invert_sf(law, 0.25)) == 3.5


def with_atom():
    """An atom of 0.4 at 2 inside an exponential law of total mass 0.6."""
    return Bare(
        lambda x: -0.6 * np.expm1(-x) + 0.4 * (x >= 2.0),
        lambda x: 0.6 * np.exp(-x) + 0.4 * (x < 2.0),
    )


def test_an_atom_is_hit_exactly_from_both_ends():
    law = with_atom()
    below, upto = -0.6 * math.expm1(-2.0), -0.6 * math.expm1(-2.0) + 0.4
    for q in np.linspace(below + 1e-12, upto - 1e-12, 25):
        assert float(invert_cdf(law, q)) == 2.0
        assert float(invert_sf(law, 1.0 - q)) == 2.0
    assert float(invert_cdf(law, below - 1e-9)) < 2.0
    assert float(invert_cdf(law, upto + 1e-9)) > 2.0


@given(
    st.lists(st.floats(-1e6, 1e6), min_size=1, max_size=12, unique=True),
    st.data(),
)
def test_discrete_laws_agree_with_their_tables(values, data):
    weights = data.draw(
        st.lists(st.integers(1, 50), min_size=len(values), max_size=len(values)), label="weights"
    )
    law = Discrete(values, np.array(weights) / sum(weights))
    levels = np.array(data.draw(st.lists(st.floats(0, 1), min_size=1, max_size=6), label="levels"))
    levels = np.concatenate((levels, law.atoms.cdf, law.atoms.sf))
    # The search turns to the other end above one half, where 1 - q is exact but F and S round.
    clear = [q for q in levels if 0 < q <= 0.5]
    assert invert_cdf(law, clear).tolist() == law.ppf(clear).tolist()
    assert invert_sf(law, clear).tolist() == law.isf(clear).tolist()


def test_integer_laws_are_searched_on_the_integers():
    law = Bare(
        lambda k: -np.expm1(np.log(0.7) * (np.floor(k) + 1)),
        lambda k: 0.7 ** (np.floor(k) + 1),
        integers=True,
    )
    q = np.array([0.9, 0.5, 0.1, 1e-9, 1e-300])
    # S(k) = 0.7^(k+1) <= q
    expected = np.ceil(np.log(q) / np.log(0.7)) - 1
    assert invert_sf(law, q).tolist() == np.maximum(expected, 0).tolist()
    assert law.calls < 60


def test_integer_laws_on_the_whole_line():
    law = Bare(
        lambda k: np.exp(-np.abs(np.minimum(np.floor(k) + 1, 0))) * 0.5 * (k < 0) + (k >= 0),
        lambda k: np.where(k < 0, 1 - 0.5 * np.exp(-np.abs(np.floor(k) + 1)), 0.0),
        (-math.inf, math.inf),
        integers=True,
    )
    assert float(invert_cdf(law, 0.5 * math.exp(-3.0))) == -4.0
    assert float(invert_cdf(law, 0.49)) == -1.0


@pytest.mark.parametrize("q", [-1e-300, 1.0000000000000002, math.nan, -math.inf])
def test_levels_outside_the_unit_interval_are_refused(q):
    for invert in (invert_cdf, invert_sf):
        with pytest.raises(ValueError, match=r"q must be a probability in \[0, 1\], got q="):
            invert(exponential(), [0.5, q])


def test_check_levels_names_the_parameter():
    with pytest.raises(ValueError, match="quantile must be a probability"):
        check_levels("quantile", 2.0)


def test_a_nan_of_the_law_is_not_passed_on():
    law = Bare(lambda x: np.where(x > 1.0, np.nan, x / 4), lambda x: 1 - x / 4)
    with pytest.raises(ValueError, match="NaN at x="):
        invert_cdf(law, 0.3)


def test_shapes_are_kept():
    law = exponential()
    assert invert_cdf(law, 0.5).shape == ()
    assert invert_sf(law, np.full((2, 3), 0.25)).shape == (2, 3)
    assert invert_cdf(law, []).shape == (0,)


def test_the_work_is_small():
    law = exponential()
    levels = np.linspace(0.001, 0.5, 400)
    invert_sf(law, levels)
    assert law.points <= 20 * levels.size
    assert law.calls <= 40


def test_noise_in_the_tails_does_not_stop_the_search():
    """A distribution function that is only good to 1e-9 still has a quantile to 1e-8."""
    rng = np.random.default_rng(3)
    law = Bare(
        lambda x: -np.expm1(-x) * (1 + 1e-9 * rng.standard_normal(x.shape)),
        lambda x: np.exp(-x) * (1 + 1e-9 * rng.standard_normal(x.shape)),
    )
    assert invert_sf(law, CENTRAL) == pytest.approx(-np.log(CENTRAL), abs=1e-7)


def test_agrees_with_scipy_on_a_law_without_closed_quantiles():
    gamma = stats.gamma(0.1)
    law = Bare(gamma.cdf, gamma.sf)
    q = np.concatenate((CENTRAL, 10.0 ** -np.arange(2.0, 25.0)))
    assert invert_cdf(law, q) == pytest.approx(gamma.ppf(q), rel=1e-13)
    assert invert_sf(law, q) == pytest.approx(gamma.isf(q), rel=1e-13)
