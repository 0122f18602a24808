"""The k-th of P workers to finish when they are not alike."""

from __future__ import annotations

import math
from functools import cached_property
from typing import final

import numpy as np
from numpy.typing import ArrayLike

from runtime_theory.distributions.affine import Affine
from runtime_theory.distributions.base import Atoms, Distribution, FloatArray, Route, Tails
from runtime_theory.distributions.expectation.density_law import density_law
from runtime_theory.distributions.expectation.tails import measured_tails
from runtime_theory.distributions.workers import Workers
from runtime_theory.errors import check_integer
from runtime_theory.numerics.poisson_binomial import count_pmf, count_tails
from runtime_theory.numerics.seeds import Seed, as_generator
from runtime_theory.results import Result

Group = tuple[Distribution, int]


@final
class WorkersOrderStatistic(Distribution):
    """X_{k:P} of independent workers with different laws.

    The number finished by t is Poisson-binomial, and X_{k:P} > t iff it is below k
    (David and Nagaraja, 2003, section 5.2).

    Parameters
    ----------
    workers : Workers
        Groups of equal workers.
    k : int
        1 <= k <= P.
    """

    def __init__(self, workers: Workers, k: int) -> None:
        self.workers = workers
        self.k = check_integer("k", k, low=1, high=workers.P)
        self.n = workers.P

    @cached_property
    def _groups(self) -> tuple[Group, ...]:
        """The groups, with tails rebuilt where a law's own are lost."""
        return tuple((_usable(law), count) for law, count in self.workers.groups)

    @property
    def support(self) -> tuple[float, float]:
        ends = [(law.support, count) for law, count in self.workers.groups]
        left = sorted(s[0] for s, count in ends for _ in range(count))
        right = sorted(s[1] for s, count in ends for _ in range(count))
        return left[self.k - 1], right[self.k - 1]

    def _tails_at(self, x: ArrayLike) -> tuple[FloatArray, FloatArray]:
        t = np.asarray(x, dtype=float)
        flat = t.ravel()
        parts = [(law.cdf(flat), law.sf(flat), count) for law, count in self._groups]
        reached, missed = count_tails(parts, self.k)
        return reached.reshape(t.shape), missed.reshape(t.shape)

    def sf(self, x: ArrayLike) -> FloatArray:
        return self._tails_at(x)[1]

    def cdf(self, x: ArrayLike) -> FloatArray:
        return self._tails_at(x)[0]

    def pdf(self, x: ArrayLike) -> FloatArray:
        """Sum over the worker that is the k-th to finish, groups taken together."""
        t = np.asarray(x, dtype=float)
        flat = t.ravel()
        total = np.zeros(flat.shape)
        values = [(law.cdf(flat), law.sf(flat), count) for law, count in self._groups]
        for i, (law, count) in enumerate(self._groups):
            others = [
                (p, q, number - (1 if i == j else 0)) for j, (p, q, number) in enumerate(values)
            ]
            others = [part for part in others if part[2] > 0]
            total += count * law.pdf(flat) * _exactly(others, self.k - 1, flat.size)
        return total.reshape(t.shape)

    def rvs(self, size: int | tuple[int, ...] | None = None, *, rng: Seed) -> FloatArray:
        generator = as_generator(rng)
        shape = () if size is None else (size,) if isinstance(size, int) else tuple(size)
        draws = [law.rvs((*shape, count), rng=generator) for law, count in self.workers.groups]
        return np.sort(np.concatenate(draws, axis=-1), axis=-1)[..., self.k - 1]

    def mean(self, *, digits: int | None = None, certified: bool = False) -> Result:
        """E[X_{k:P}] in seconds.

        With `digits` or `certified` an enclosure by a rigorous integral, for laws that have an
        analytic form on a half-line or an interval; needs python-flint.
        """
        if not certified and digits is None:
            return super().mean()
        from runtime_theory.distributions.certified.question import certified_fleet_mean

        return certified_fleet_mean(self, self.workers.groups, self.k, digits)

    def describe(self) -> str:
        return f"{self.k}:{self.n} of {self.workers.describe()}"

    @property
    def breakpoints(self) -> tuple[float, ...]:
        """Kinks, atoms and ends of every group that lie inside the support."""
        left, right = self.support
        points: set[float] = set()
        for law, _count in self.workers.groups:
            points.update(law.breakpoints)
            points.update(law.support)
            atoms = law.atoms
            if atoms is not None:
                points.update(atoms.values.tolist())
        return tuple(sorted(p for p in points if left < p < right and math.isfinite(p)))

    @property
    def atoms(self) -> Atoms | None:
        inner = [law.atoms for law, _count in self.workers.groups]
        if any(a is None for a in inner):
            return None
        values = np.unique(np.concatenate([a.values for a in inner if a is not None]))
        reached, missed = self._tails_at(values)
        mass = np.where(
            reached <= 0.5, np.diff(reached, prepend=0.0), -np.diff(missed, prepend=1.0)
        )
        return Atoms(values, np.maximum(mass, 0.0), reached, missed)

    @property
    def tails(self) -> Tails:
        """The heaviest P-k+1 right tails together decide, and the heaviest k left ones."""
        indices = [(measured_tails(law), count) for law, count in self.workers.groups]
        left = sorted(t.left for t, count in indices for _ in range(count))
        right = sorted(t.right for t, count in indices for _ in range(count))
        return Tails(sum(left[: self.k]), sum(right[: self.n - self.k + 1]))

    @property
    def tail_error(self) -> float:
        return 1e-15 * self.n + sum(law.tail_error * c for law, c in self._groups)

    @property
    def standardised(self) -> Affine | None:
        """All groups shifted and scaled alike, by the least start and the widest spread."""
        starts = [law.support[0] for law, _count in self.workers.groups]
        if not all(math.isfinite(s) for s in starts):
            return None
        loc, scales = min(starts), [_scale(law) for law, _count in self.workers.groups]
        scale = max(scales)
        if not scale > 0.0 or not math.isfinite(scale) or (loc == 0.0 and scale == 1.0):
            return None
        moved = [(_moved(law, loc, scale), count) for law, count in self.workers.groups]
        return Affine(WorkersOrderStatistic(Workers(moved), self.k), loc, scale)


def _usable(law: Distribution) -> Distribution:
    if isinstance(law, Affine):
        inner = _usable(law.base)
        return law if inner is law.base else Affine(inner, law.loc, law.scale)
    return density_law(law) if law.route is Route.DENSITY else law


def _scale(law: Distribution) -> float:
    return law.scale if isinstance(law, Affine) else 1.0


def _moved(law: Distribution, loc: float, scale: float) -> Distribution:
    """The law of (X - loc) / scale."""
    if isinstance(law, Affine):
        return Affine(law.base, (law.loc - loc) / scale, law.scale / scale)
    return Affine(law, -loc / scale, 1.0 / scale)


def _exactly(parts: list[tuple[FloatArray, FloatArray, int]], count: int, size: int) -> FloatArray:
    """Pr[exactly `count` of the others have finished]."""
    if not parts:
        return np.full(size, 1.0 if count == 0 else 0.0)
    law = count_pmf(parts)
    return law[count] if count < law.shape[0] else np.zeros(size)
