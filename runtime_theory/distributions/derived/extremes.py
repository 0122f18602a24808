"""Maximum and minimum of independent times with different laws, constants among them."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import final

import numpy as np
from numpy.typing import ArrayLike

from runtime_theory.distributions.base import Distribution, FloatArray, Tails
from runtime_theory.distributions.derived.mirrored import with_tails
from runtime_theory.numerics.seeds import Seed, as_generator

__all__ = ["Extreme"]


@final
class Extreme(Distribution):
    """The law of max(X_1, ..., X_m), or of min(X_1, ..., X_m), of independent X_i.

    A constant is a `Deterministic`: max(X, c) then has an atom at c.

    Parameters
    ----------
    laws : iterable of Distribution
        At least one; none on infinitely many integers.
    largest : bool, keyword-only
        Maximum, or minimum.

    Examples
    --------
    >>> from scipy import stats
    >>> from runtime_theory.distributions.discrete import Deterministic
    >>> from runtime_theory.distributions.from_scipy.laws import from_scipy
    >>> law = Extreme([from_scipy(stats.expon()), Deterministic(2.0)], largest=True)
    >>> law, law.support, float(law.sf(2.0))  # exp(-2)
    (<max(expon, deterministic(2))>, (2.0, inf), 0.1353352832366127)
    """

    def __init__(self, laws: Iterable[Distribution], *, largest: bool) -> None:
        self.laws = tuple(with_tails(law) for law in laws)
        if not self.laws:
            raise ValueError("laws must not be empty")
        lattice = next((law for law in self.laws if law.integer_valued), None)
        if lattice is not None:
            raise TypeError(f"{lattice!r} has infinitely many values, and cannot be combined")
        self.largest = largest

    @property
    def support(self) -> tuple[float, float]:
        pick = max if self.largest else min
        return pick(law.support[0] for law in self.laws), pick(law.support[1] for law in self.laws)

    def sf(self, x: ArrayLike) -> FloatArray:
        points = np.asarray(x, dtype=float)
        parts = [np.asarray(law.sf(points)) for law in self.laws]
        return _any(parts) if self.largest else np.asarray(np.prod(parts, axis=0))

    def cdf(self, x: ArrayLike) -> FloatArray:
        points = np.asarray(x, dtype=float)
        parts = [np.asarray(law.cdf(points)) for law in self.laws]
        return np.asarray(np.prod(parts, axis=0)) if self.largest else _any(parts)

    def rvs(self, size: int | tuple[int, ...] | None = None, *, rng: Seed) -> FloatArray:
        generator = as_generator(rng)
        draws = [law.rvs(size, rng=generator) for law in self.laws]
        return np.asarray((np.max if self.largest else np.min)(draws, axis=0))

    def describe(self) -> str:
        inner = ", ".join(law.describe() for law in self.laws)
        return f"{'max' if self.largest else 'min'}({inner})"

    @property
    def breakpoints(self) -> tuple[float, ...]:
        left, right = self.support
        points: set[float] = set()
        for law in self.laws:
            points |= {*law.support, *law.breakpoints}
            if law.atoms is not None:
                points |= set(law.atoms.values.tolist())
        return tuple(sorted(p for p in points if left < p < right))

    @property
    def tails(self) -> Tails:
        # Of several tails the heaviest or the sum of the indices survives; a bounded one ends it.
        left, right = ([law.tails[side] for law in self.laws] for side in (0, 1))
        if self.largest:
            return Tails(math.fsum(left), float(np.min(right)))
        return Tails(float(np.min(left)), math.fsum(right))

    @property
    def tail_error(self) -> float:
        return math.fsum(law.tail_error for law in self.laws) + 1e-15 * len(self.laws)


def _any(parts: list[FloatArray]) -> FloatArray:
    """1 - prod(1 - p), without cancellation."""
    with np.errstate(divide="ignore"):
        return np.asarray(-np.expm1(np.sum([np.log1p(-p) for p in parts], axis=0)))
