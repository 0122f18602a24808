"""One door for randomness."""

import numpy as np
import pytest

from runtime_theory.numerics.seeds import as_generator


def first(rng):
    return float(as_generator(rng).random())


@pytest.mark.parametrize("seed", [0, 7, np.int64(7), 2**127])
def test_an_integer_is_a_seed(seed):
    assert first(seed) == float(np.random.default_rng(int(seed)).random())


def test_a_seed_sequence_is_a_seed():
    assert first(np.random.SeedSequence(5)) == first(5)


def test_a_generator_is_passed_through_and_advances():
    generator = np.random.default_rng(1)
    assert as_generator(generator) is generator
    assert first(generator) != first(generator)


@pytest.mark.parametrize(
    "rng", [None, 1.0, "1", [1], np.random.RandomState(1), np.array([1, 2]), np.random]
)
def test_everything_else_is_refused_by_name(rng):
    with pytest.raises(TypeError, match="rng must be an int, a numpy Generator or a SeedSequence"):
        as_generator(rng)


def test_bools_are_no_seeds():
    for rng in (True, np.bool_(False)):
        with pytest.raises(TypeError, match="rng must be"):
            as_generator(rng)


@pytest.mark.parametrize("rng", [-1, np.int32(-5)])
def test_negative_seeds_are_refused_with_the_value(rng):
    with pytest.raises(ValueError, match=f"rng must be a non-negative int, got {rng}"):
        as_generator(rng)


def test_the_global_state_is_left_alone():
    np.random.seed(3)  # noqa: NPY002  the legacy state is what must not move
    before = np.random.get_state()[1].copy()  # noqa: NPY002
    as_generator(5).random(1000)
    assert np.array_equal(before, np.random.get_state()[1])  # noqa: NPY002
