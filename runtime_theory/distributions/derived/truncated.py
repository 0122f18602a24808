"""A law restricted to an interval."""

from __future__ import annotations

import math
from typing import Any, final

import numpy as np
from numpy.typing import ArrayLike

from runtime_theory.distributions.affine import Affine
from runtime_theory.distributions.base import Atoms, Distribution, FloatArray, Tails
from runtime_theory.distributions.derived.mirrored import with_tails
from runtime_theory.distributions.discrete import build_atoms
from runtime_theory.errors import check_real
from runtime_theory.numerics.seeds import Seed, as_generator

__all__ = ["Truncated", "interval_probability"]

_EPS = float(np.finfo(float).eps)
_NODES, _WEIGHTS = np.polynomial.legendre.leggauss(20)


@final
class Truncated(Distribution):
    """The law of X given lower <= X <= upper.

    Parameters
    ----------
    parent : Distribution
        Law of X, without atoms or with finitely many values.
    lower, upper : float
        Ends of the interval; infinite ones leave that side alone.

    Raises
    ------
    ValueError
        The interval is empty or has probability 0.
    TypeError
        X has infinitely many integer values.

    Examples
    --------
    >>> from scipy import stats
    >>> from runtime_theory.distributions.from_scipy.laws import from_scipy
    >>> law = Truncated(from_scipy(stats.norm()), 9, math.inf)
    >>> law.support, round(float(law.median()), 9)
    ((9.0, inf), 9.075787065)
    """

    def __init__(
        self, parent: Distribution, lower: float = -math.inf, upper: float = math.inf
    ) -> None:
        self.lower = check_real("lower", lower, finite=False)
        self.upper = check_real("upper", upper, finite=False)
        if not self.lower < self.upper:
            raise ValueError(f"lower must be below upper, got lower={lower!r}, upper={upper!r}")
        if parent.integer_valued:
            raise TypeError(
                f"a truncated law must have a density or finitely many values, got {parent!r}"
            )
        self.parent = with_tails(parent)
        left, right = parent.support
        self._ends = (max(self.lower, left), min(self.upper, right))
        self._atoms = self._kept(parent.atoms)
        self.mass = self._whole(parent.atoms)
        if not self.mass > 0.0:
            raise ValueError(
                f"Pr[{self.lower:g} <= X <= {self.upper:g}] must be positive for "
                f"X = {parent.describe()} with support [{left:g}, {right:g}]"
            )

    def _kept(self, atoms: Atoms | None) -> Atoms | None:
        if atoms is None:
            return None
        keep = (atoms.values >= self.lower) & (atoms.values <= self.upper)
        return build_atoms(atoms.values[keep], atoms.mass[keep]) if keep.any() else None

    def _whole(self, atoms: Atoms | None) -> float:
        if atoms is not None:
            keep = (atoms.values >= self.lower) & (atoms.values <= self.upper)
            return float(atoms.mass[keep].sum())
        low, high = self._ends
        if not low < high:
            return 0.0
        return float(interval_probability(self.parent, np.array(low), np.array(high)))

    @property
    def support(self) -> tuple[float, float]:
        if self._atoms is None:
            return self._ends
        return float(self._atoms.values[0]), float(self._atoms.values[-1])

    def sf(self, x: ArrayLike) -> FloatArray:
        points = self._clipped(x)
        if self._atoms is not None:
            steps = np.concatenate(([1.0], self._atoms.sf))
            return steps[np.searchsorted(self._atoms.values, points, side="right")]
        return self._share(points, np.full(points.shape, self._ends[1]))

    def cdf(self, x: ArrayLike) -> FloatArray:
        points = self._clipped(x)
        if self._atoms is not None:
            steps = np.concatenate(([0.0], self._atoms.cdf))
            return steps[np.searchsorted(self._atoms.values, points, side="right")]
        return self._share(np.full(points.shape, self._ends[0]), points)

    def _clipped(self, x: ArrayLike) -> FloatArray:
        points = np.asarray(x, dtype=float)
        return points if self._atoms is not None else np.clip(points, *self._ends)

    def _share(self, low: FloatArray, high: FloatArray) -> FloatArray:
        return np.minimum(interval_probability(self.parent, low, high) / self.mass, 1.0)

    def pdf(self, x: ArrayLike) -> FloatArray:
        points = np.asarray(x, dtype=float)
        inside = (points >= self._ends[0]) & (points <= self._ends[1])
        return np.where(inside, self.parent.pdf(points) / self.mass, 0.0)

    def rvs(self, size: int | tuple[int, ...] | None = None, *, rng: Seed) -> FloatArray:
        if self._atoms is not None:
            return super().rvs(size, rng=rng)
        # By inversion of the parent, from the end where the interval keeps its digits.
        u, (low, high) = as_generator(rng).random(size), self._ends
        if float(self.parent.cdf(low)) < 0.5:
            draws = self.parent.ppf(np.minimum(self.parent.cdf(low) + u * self.mass, 1.0))
        else:
            draws = self.parent.isf(np.minimum(self.parent.sf(high) + u * self.mass, 1.0))
        return np.clip(draws, low, high)

    def describe(self) -> str:
        return f"truncated({self.parent.describe()}, {self.lower:.10g}, {self.upper:.10g})"

    @property
    def breakpoints(self) -> tuple[float, ...]:
        low, high = self._ends
        return tuple(b for b in self.parent.breakpoints if low < b < high)

    @property
    def atoms(self) -> Atoms | None:
        return self._atoms

    @property
    def tails(self) -> Tails:
        low, high = self._ends
        left, right = self.parent.tails
        return Tails(
            math.inf if math.isfinite(low) else left, math.inf if math.isfinite(high) else right
        )

    @property
    def standardised(self) -> Affine | None:
        inner = self.parent.standardised
        if inner is None or self._atoms is not None:
            return None
        low, high = ((end - inner.loc) / inner.scale for end in (self.lower, self.upper))
        return Affine(Truncated(inner.base, low, high), inner.loc, inner.scale)

    @property
    def tail_error(self) -> float:
        return self.parent.tail_error * 2.0 + 16.0 * _EPS

    @property
    def key(self) -> tuple[Any, ...] | None:
        """What makes two of these the same law."""
        inner = getattr(self.parent, "key", None)
        return None if inner is None else ("truncated", inner, self.lower, self.upper)


def interval_probability(law: Distribution, low: FloatArray, high: FloatArray) -> FloatArray:
    """Pr[low < X <= high] with full relative accuracy also where it is small.

    The difference of the smaller tail probabilities; where the two nearly cancel, the density is
    integrated over what then is a short interval.

    Examples
    --------
    >>> from scipy import stats
    >>> from runtime_theory.distributions.from_scipy.laws import from_scipy
    >>> law = from_scipy(stats.expon())
    >>> float(interval_probability(law, np.array(50.0), np.array(50.0 + 2**-40)))
    1.754...e-34
    """
    low, high = np.broadcast_arrays(np.asarray(low, dtype=float), np.asarray(high, dtype=float))
    a, b = low.ravel(), high.ravel()
    f_low, f_high, s_low, s_high = law.cdf(a), law.cdf(b), law.sf(a), law.sf(b)
    from_left = f_high <= s_low
    scale = np.where(from_left, f_high, s_low)
    out = np.maximum(np.where(from_left, f_high - f_low, s_low - s_high), 0.0)
    close = (a < b) & (out < 0.1 * scale) & np.isfinite(a) & np.isfinite(b)
    for kink in law.breakpoints:  # across a kink the quadrature is not to be trusted
        close &= ~((a < kink) & (kink < b))
    if close.any():
        out[close] = _refined(law, a[close], b[close], out[close], scale[close])
    return out.reshape(low.shape)


def _refined(
    law: Distribution, a: FloatArray, b: FloatArray, difference: FloatArray, scale: FloatArray
) -> FloatArray:
    """The integral of the density where it is resolved and agrees with the difference."""
    middle = 0.5 * (a + b)
    try:
        whole = _integrated(law, a, b)
        halves = _integrated(law, a, middle) + _integrated(law, middle, b)
    except TypeError:  # no density
        return difference
    resolved = np.abs(whole - halves) <= 1e-13 * halves
    agree = np.abs(halves - difference) <= (1e-11 + law.tail_error) * scale
    return np.where(resolved & agree, halves, difference)


def _integrated(law: Distribution, a: FloatArray, b: FloatArray) -> FloatArray:
    half = 0.5 * (b - a)
    points = 0.5 * (a + b) + half * _NODES.reshape(-1, 1)
    return np.asarray(half * np.tensordot(_WEIGHTS, law.pdf(points), axes=1))
