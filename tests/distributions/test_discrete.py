"""Deterministic and Discrete: exact tables, honest refusals."""

import math
import pickle
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from runtime_theory.distributions.base import Ageing, Tails
from runtime_theory.distributions.discrete import Deterministic, Discrete, build_atoms

WEIGHTS = st.lists(st.integers(1, 1000), min_size=1, max_size=30)


def exact(values, weights):
    """Pr[X <= v] and Pr[X > v] as Fractions, by counting."""
    total = sum(weights)
    points = sorted(set(values))
    upto = [Fraction(sum(w for v, w in zip(values, weights, strict=True) if v <= p), total)
            for p in points]  # fmt: skip
    return points, upto


@given(WEIGHTS, st.data())
def test_tables_are_good_to_the_last_digit(weights, data):
    values = data.draw(
        st.lists(st.integers(-5, 5), min_size=len(weights), max_size=len(weights)), label="values"
    )
    law = Discrete(values, np.array(weights) / sum(weights))
    points, upto = exact(values, weights)
    assert law.atoms.values.tolist() == points
    assert law.atoms.cdf == pytest.approx([float(u) for u in upto], rel=4.5e-16, abs=0)
    assert law.atoms.sf == pytest.approx([float(1 - u) for u in upto], rel=4.5e-16, abs=0)
    assert law.cdf(points).tolist() == law.atoms.cdf.tolist()


@given(WEIGHTS)
def test_quantiles_invert_the_table_exactly(weights):
    law = Discrete(range(len(weights)), np.array(weights) / sum(weights))
    assert law.ppf(law.atoms.cdf).tolist() == law.atoms.values.tolist()
    assert law.isf(law.atoms.sf).tolist() == law.atoms.values.tolist()
    above = np.nextafter(law.atoms.cdf[:-1], 2.0)
    assert law.ppf(above).tolist() == law.atoms.values[1:].tolist()


def test_equal_values_are_merged_and_those_without_mass_dropped():
    law = Discrete([3, 1, 3, 2], [0.25, 0.25, 0.5, 0.0])
    assert law.atoms.values.tolist() == [1.0, 3.0]
    assert law.atoms.mass.tolist() == [0.25, 0.75]
    assert Discrete([0.0, -0.0], [0.5, 0.5]).atoms.values.tolist() == [0.0]


def test_small_probabilities_keep_their_digits_in_the_tail():
    law = Discrete([1, 2, 3], [1e-30, 1.0, 1e-25])
    assert float(law.cdf(1)) == 1e-30
    assert float(law.sf(2)) == 1e-25
    assert float(law.isf(1e-26)) == 3.0
    assert float(law.ppf(1e-31)) == 1.0


def test_tail_functions_between_and_beyond_the_values():
    law = Discrete([1, 2, 6], [0.25, 0.5, 0.25])
    x = [-math.inf, 0.999, 1, 1.5, 2, 5.9, 6, 7, math.inf]
    assert law.cdf(x).tolist() == [0, 0, 0.25, 0.25, 0.75, 0.75, 1, 1, 1]
    assert law.sf(x).tolist() == [1, 1, 0.75, 0.75, 0.25, 0.25, 0, 0, 0]
    assert law.pmf([1, 1.5, 6, 99]).tolist() == [0.25, 0.0, 0.25, 0.0]
    assert np.isnan(law.cdf(math.nan))
    assert law.ppf([0, 1]).tolist() == [1.0, 6.0]
    assert law.isf([0, 1]).tolist() == [6.0, 1.0]
    assert law.support == (1.0, 6.0)
    assert law.tails == Tails(math.inf, math.inf)


def test_dice_of_the_classic_question():
    """Best three of four dice: 15869/1296 (stats.SE 597795), not 12.855 of the density formula."""
    die = Discrete(range(1, 7), [1 / 6] * 6)
    faces = Fraction(1, 6)
    upto = [Fraction(round(float(u) * 6), 6) for u in die.atoms.cdf]
    assert upto == [faces * k for k in range(1, 7)]


def test_no_density():
    with pytest.raises(TypeError, match="has no density"):
        Discrete([1, 2], [0.5, 0.5]).pdf(1.0)


@pytest.mark.parametrize(
    "values,probabilities,error,match",
    [
        ([1, 2], [0.5, 0.4], ValueError, r"probabilities must sum to 1, got a sum of 0\.9"),
        ([1, 2], [1.5, -0.5], ValueError, r"must not be negative, got -0\.5 at position 1"),
        ([1, 2], [1.0], ValueError, "as many as values, got 1 for 2"),
        ([], [], (TypeError, ValueError), "values must"),
        ([1, math.nan], [0.5, 0.5], ValueError, "values must be finite, got nan at position 1"),
        ([1, math.inf], [0.5, 0.5], ValueError, "values must be finite, got inf at position 1"),
        ([1, 2], [0.5, math.nan], ValueError, "probabilities must be finite, got nan"),
        (["a", "b"], [0.5, 0.5], TypeError, "values must be real numbers"),
        ([True, False], [0.5, 0.5], TypeError, "values must be real numbers"),
        ([1j], [1.0], TypeError, "values must be real numbers"),
        (3.0, [1.0], ValueError, "values must be a flat sequence"),
        ([[1, 2]], [[0.5, 0.5]], ValueError, "values must be a flat sequence"),
    ],
)
def test_bad_input_is_refused_by_name(values, probabilities, error, match):
    with pytest.raises(error, match=match):
        Discrete(values, probabilities)


def test_a_sum_that_is_off_by_rounding_is_accepted():
    for n in (3, 7, 49, 1000):
        law = Discrete(range(n), [1 / n] * n)
        assert law.atoms.cdf[-1] == 1.0
        assert math.fsum(law.atoms.mass) == pytest.approx(1.0, abs=1e-15)


def test_deterministic():
    law = Deterministic(2)
    assert law.cdf([1.9, 2, 2.1]).tolist() == [0, 1, 1]
    assert law.sf([1.9, 2, 2.1]).tolist() == [1, 0, 0]
    assert law.support == (2.0, 2.0)
    assert law.ageing is Ageing.NBU
    assert Deterministic(-1.0).ageing is Ageing.UNKNOWN
    assert law.rvs((2, 3), rng=1).tolist() == [[2.0] * 3] * 2
    assert law.rvs(rng=1).shape == ()
    assert repr(law) == "<deterministic(2)>"


@pytest.mark.parametrize("d", [math.nan, math.inf, "2", None, 1j, [2.0], True])
def test_deterministic_refuses_what_is_no_time(d):
    with pytest.raises((TypeError, ValueError), match="d must be a finite real number"):
        Deterministic(d)


def test_deterministic_needs_a_seed_like_every_law():
    with pytest.raises(TypeError, match="rng must be"):
        Deterministic(1.0).rvs(3, rng=None)


def test_draws_follow_the_table():
    law = Discrete([1, 2, 6], [0.2, 0.3, 0.5])
    draws = law.rvs(200_000, rng=11)
    for value, mass in zip([1, 2, 6], [0.2, 0.3, 0.5], strict=True):
        spread = math.sqrt(mass * (1 - mass) / draws.size)
        assert abs(np.mean(draws == value) - mass) < 5 * spread


def test_closed_form_families():
    assert str(Deterministic(3.0).member.family) == "<family deterministic>"
    two = Discrete([1.0, 10.0], [0.9, 0.1]).member
    assert float(two.mean(8, 8).value) == pytest.approx(1 + 9 * (1 - 0.9**8), rel=1e-15)
    assert Discrete([1.0, 2.0], [0.0, 1.0]).member.mean(1, 3).value == 2.0
    assert Discrete([1, 2, 3], [0.2, 0.3, 0.5]).member is None


def test_equal_tables_are_the_same_law():
    assert Discrete([2, 1], [0.5, 0.5]).key == Discrete([1, 2], [0.5, 0.5]).key
    assert Discrete([2, 1], [0.25, 0.75]).key != Discrete([1, 2], [0.25, 0.75]).key
    assert Deterministic(1).key == Deterministic(1.0).key


def test_tables_are_read_only_and_pickle():
    law = Discrete([1, 2], [0.5, 0.5])
    with pytest.raises(ValueError, match="read-only"):
        law.atoms.mass[0] = 1.0
    copy = pickle.loads(pickle.dumps(law))
    assert copy.key == law.key
    assert copy.describe() == "discrete([1, 2], [0.5, 0.5])"


def test_long_tables_have_short_names():
    law = Discrete(range(100), [0.01] * 100)
    assert law.describe() == (
        "discrete([0, 1, 2, 3, ..., 99], [0.01, 0.01, 0.01, 0.01, ..., 0.01])"
    )


def test_many_atoms_sum_without_drift():
    n = 100_000
    atoms = build_atoms(np.arange(n, dtype=float), np.full(n, 1.0))
    expected = np.arange(1, n + 1) / n
    assert np.max(np.abs(atoms.cdf / expected - 1)) < 3e-15
    assert np.max(np.abs(atoms.sf[:-1] / (1 - expected[:-1]) - 1)) < 1e-11  # 1 - x rounds, not sf
    assert np.max(np.abs(atoms.sf[:-1][::-1] / expected[:-1] - 1)) < 3e-15
