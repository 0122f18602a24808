"""Laws with finitely many values: Deterministic, Discrete, and what both share with a Trace."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, final

import numpy as np
from numpy.typing import ArrayLike

from runtime_theory.distributions.base import Ageing, Atoms, Distribution, FloatArray, Tails
from runtime_theory.distributions.inversion import check_levels
from runtime_theory.errors import check_real
from runtime_theory.numerics.seeds import Seed, as_generator

if TYPE_CHECKING:
    from runtime_theory.distributions.families.family import Member

__all__ = ["AtomicLaw", "Deterministic", "Discrete"]


class AtomicLaw(Distribution):
    """A law on finitely many values: everything is a look-up in its atoms, no quadrature.

    Subclasses supply ``_table`` (an `Atoms`) and ``describe``.
    """

    _table: Atoms

    @property
    def atoms(self) -> Atoms:
        """The values and their masses, rising."""
        return self._table

    @property
    def support(self) -> tuple[float, float]:
        """Smallest and largest value."""
        return float(self._table.values[0]), float(self._table.values[-1])

    @property
    def tails(self) -> Tails:
        """Both infinite: the support is bounded."""
        return Tails(math.inf, math.inf)

    def sf(self, x: ArrayLike) -> FloatArray:
        """Pr[X > x], summed from the right end."""
        return self._look_up(x, np.concatenate(([1.0], self._table.sf)))

    def cdf(self, x: ArrayLike) -> FloatArray:
        """Pr[X <= x], summed from the left end."""
        return self._look_up(x, np.concatenate(([0.0], self._table.cdf)))

    def _look_up(self, x: ArrayLike, steps: FloatArray) -> FloatArray:
        points = np.asarray(x, dtype=float)
        out = steps[np.searchsorted(self._table.values, points, side="right")]
        return np.where(np.isnan(points), math.nan, out)

    def pmf(self, x: ArrayLike) -> FloatArray:
        """Pr[X = x]."""
        points = np.asarray(x, dtype=float)
        values, mass = self._table.values, self._table.mass
        place = np.minimum(np.searchsorted(values, points), values.size - 1)
        return np.where(values[place] == points, mass[place], 0.0)

    def ppf(self, q: ArrayLike) -> FloatArray:
        """Smallest value with Pr[X <= value] >= q."""
        rank = np.searchsorted(self._table.cdf, check_levels("q", q), side="left")
        return self._table.values[np.minimum(rank, self._table.values.size - 1)]

    def isf(self, q: ArrayLike) -> FloatArray:
        """Smallest value with Pr[X > value] <= q."""
        rank = np.searchsorted(-self._table.sf, -check_levels("q", q), side="left")
        return self._table.values[rank]


@final
class Discrete(AtomicLaw):
    """A law with the given values and probabilities.

    Parameters
    ----------
    values : array_like
        Finite real numbers in any order; equal ones are merged.
    probabilities : array_like
        Their probabilities, none negative, summing to 1 within rounding.

    Raises
    ------
    TypeError
        If an argument is not a flat sequence of real numbers.
    ValueError
        If a value is not finite, a probability is negative, the lengths differ or the
        probabilities do not sum to 1.

    Examples
    --------
    >>> die = Discrete(range(1, 7), [1 / 6] * 6)
    >>> die.sf([0, 1, 5.5]).round(6).tolist()
    [1.0, 0.833333, 0.166667]
    >>> Discrete([1, 2], [0.5, 0.4])
    Traceback (most recent call last):
    ...
    ValueError: probabilities must sum to 1, got a sum of 0.9
    """

    def __init__(self, values: ArrayLike, probabilities: ArrayLike) -> None:
        points = _flat("values", values)
        mass = _flat("probabilities", probabilities)
        if points.size != mass.size:
            raise ValueError(
                f"probabilities must be as many as values, got {mass.size} for {points.size}"
            )
        self._table = build_atoms(points, _checked(mass))

    def describe(self) -> str:
        """Name with its values and probabilities, cut short where there are many."""
        return f"discrete({_listing(self._table.values)}, {_listing(self._table.mass)})"

    @property
    def key(self) -> tuple[Any, ...]:
        """What makes two of these the same law."""
        return ("discrete", self._table.values.tobytes(), self._table.mass.tobytes())

    @property
    def member(self) -> Member | None:
        """The two-point family for two values, the deterministic one for one."""
        from runtime_theory.distributions.families import find_family

        values, mass = self._table.values.tolist(), self._table.mass.tolist()
        if len(values) == 1:
            return find_family("deterministic").member(d=values[0])
        if len(values) == 2:
            return find_family("two_point").member(a=values[0], b=values[1], q=mass[1])
        return None


@final
class Deterministic(AtomicLaw):
    """A worker that always takes the same time.

    Parameters
    ----------
    d : float
        The time, finite.

    Examples
    --------
    >>> Deterministic(2.5).ppf([0.1, 0.9]).tolist()
    [2.5, 2.5]
    """

    def __init__(self, d: float) -> None:
        self.d = check_real("d", d)
        self._table = build_atoms(np.array([self.d]), np.ones(1))

    def describe(self) -> str:
        """Name with the time."""
        return f"deterministic({self.d:.12g})"

    @property
    def ageing(self) -> Ageing:
        """New better than used: a running learner is nearer its end."""
        return Ageing.NBU if self.d >= 0.0 else Ageing.UNKNOWN

    @property
    def key(self) -> tuple[Any, ...]:
        """What makes two of these the same law."""
        return ("deterministic", self.d)

    @property
    def member(self) -> Member:
        """Of the deterministic family."""
        from runtime_theory.distributions.families import find_family

        return find_family("deterministic").member(d=self.d)

    def rvs(self, size: int | tuple[int, ...] | None = None, *, rng: Seed) -> FloatArray:
        """Copies of d; ``rng`` is checked and not used."""
        as_generator(rng)
        return np.full(() if size is None else size, self.d)


def build_atoms(values: FloatArray, mass: FloatArray) -> Atoms:
    """Sort, merge equal values, drop those without mass, and sum from both ends.

    The sums run in extended precision where the machine has it: even those of 1e5 values are
    good to a few ulps, and each relative to itself.
    """
    wide = mass.astype(np.longdouble)
    wide = wide / wide.sum()
    points, place = np.unique(values + 0.0, return_inverse=True)  # + 0.0: no negative zero
    merged = np.zeros(points.size, dtype=np.longdouble)
    np.add.at(merged, place, wide)
    keep = merged > 0.0
    points, merged = points[keep], merged[keep]
    cdf = np.cumsum(merged).astype(float)
    sf = np.concatenate((np.cumsum(merged[:0:-1])[::-1], [0.0])).astype(float)
    cdf[-1] = 1.0
    return Atoms(*(_frozen(a) for a in (points, merged.astype(float), cdf, sf)))


def _frozen(array: FloatArray) -> FloatArray:
    array.setflags(write=False)
    return array


def _flat(name: str, values: ArrayLike) -> FloatArray:
    """Return a flat, finite, non-empty array of floats, or say what is wrong with it."""
    raw = np.asarray(list(values) if isinstance(values, Iterable) else values)
    if raw.dtype.kind not in "iuf":
        raise TypeError(f"{name} must be real numbers, got {values!r:.80}")
    if raw.ndim != 1:
        raise ValueError(f"{name} must be a flat sequence, got {raw.ndim} dimensions")
    if raw.size == 0:
        raise ValueError(f"{name} must not be empty")
    array = raw.astype(float)
    bad = np.flatnonzero(~np.isfinite(array))
    if bad.size:
        raise ValueError(f"{name} must be finite, got {array[bad[0]]} at position {bad[0]}")
    return array


def _checked(mass: FloatArray) -> FloatArray:
    """Refuse negative probabilities and a sum that is off by more than rounding."""
    negative = np.flatnonzero(mass < 0.0)
    if negative.size:
        where = int(negative[0])
        raise ValueError(
            f"probabilities must not be negative, got {mass[where]:.12g} at position {where}"
        )
    total = math.fsum(mass)
    if abs(total - 1.0) > max(1e-12, mass.size * float(np.finfo(float).eps)):
        raise ValueError(f"probabilities must sum to 1, got a sum of {total:.12g}")
    return mass


def _listing(numbers: FloatArray, most: int = 6) -> str:
    shown = [f"{x:.6g}" for x in numbers[:most]]
    if numbers.size > most:
        shown[-2:] = ["...", f"{numbers[-1]:.6g}"]
    return f"[{', '.join(shown)}]"
