"""Randomness enters through one door: an int seed, a numpy Generator or a SeedSequence."""

from __future__ import annotations

import operator

import numpy as np

Seed = int | np.random.Generator | np.random.SeedSequence


def as_generator(rng: Seed) -> np.random.Generator:
    """Turn a seed into a Generator; a Generator is passed through.

    Raises
    ------
    TypeError
        If ``rng`` is None or of another type: unseeded randomness is not offered.

    Examples
    --------
    >>> float(as_generator(1).random()) == float(as_generator(1).random())
    True
    """
    if isinstance(rng, np.random.Generator):
        return rng
    if isinstance(rng, np.random.SeedSequence):
        return np.random.default_rng(rng)
    if isinstance(rng, bool | np.bool_):
        raise TypeError(f"rng must be an int, a numpy Generator or a SeedSequence, got {rng!r}")
    try:
        seed = operator.index(rng)
    except TypeError:
        raise TypeError(
            f"rng must be an int, a numpy Generator or a SeedSequence, got {rng!r}"
        ) from None
    if seed < 0:
        raise ValueError(f"rng must be a non-negative int, got {seed}")
    return np.random.default_rng(seed)
