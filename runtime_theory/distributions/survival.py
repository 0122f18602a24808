"""A law given by its survival function alone: whatever can be computed or typed in."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from typing import Any, final

import numpy as np
from numpy.typing import ArrayLike

from runtime_theory.distributions.base import Distribution, FloatArray
from runtime_theory.errors import check_real

__all__ = ["SurvivalFunction"]

_SLACK = 1e-12


@final
class SurvivalFunction(Distribution):
    """The law with Pr[X > x] = sf(x).

    Parameters
    ----------
    sf : callable
        Of a float, or of an array (recognised by trying).
    support : tuple of float
        Ends (a, b) with sf(a-) = 1 and sf(b) = 0; b may be inf, a may be -inf.
    breakpoints : sequence of float, keyword-only
        Points where sf jumps or has a kink. They are found without being named, but slowly.
    cdf : callable, optional, keyword-only
        1 - sf, accurate where it is small. Without it the left tail is known only to 1e-16.

    Raises
    ------
    TypeError
        ``sf`` is not callable or does not return numbers.
    ValueError
        A value lies outside [0, 1], is NaN, or rises; the message names the point.

    Examples
    --------
    >>> law = SurvivalFunction(lambda x: np.exp(-(x**2)), (0.0, np.inf))
    >>> result = law.mean()
    >>> abs(float(result) - np.sqrt(np.pi) / 2) <= result.error < 1e-13
    True
    """

    def __init__(
        self,
        sf: Callable[[Any], Any],
        support: tuple[float, float],
        *,
        breakpoints: Iterable[float] = (),
        cdf: Callable[[Any], Any] | None = None,
    ) -> None:
        if not callable(sf):
            raise TypeError(f"sf must be a function of a time, got {sf!r:.80}")
        if cdf is not None and not callable(cdf):
            raise TypeError(f"cdf must be a function of a time, got {cdf!r:.80}")
        self._support = _ends(support)
        self._breakpoints = tuple(sorted({check_real("breakpoints", b) for b in breakpoints}))
        self._sf, self._cdf = (
            _vectorised("sf", sf),
            None if cdf is None else _vectorised("cdf", cdf),
        )
        self._validate()

    @property
    def support(self) -> tuple[float, float]:
        return self._support

    @property
    def breakpoints(self) -> tuple[float, ...]:
        left, right = self._support
        return tuple(b for b in self._breakpoints if left < b < right)

    def sf(self, x: ArrayLike) -> FloatArray:
        return self._inside(x, self._sf, 1.0, 0.0)

    def cdf(self, x: ArrayLike) -> FloatArray:
        if self._cdf is None:
            below = 1.0 - self.sf(x)
            # What is left of weights that sum to 1 - eps is no probability.
            return np.where(below <= self.cdf_noise, 0.0, below)
        return self._inside(x, self._cdf, 0.0, 1.0)

    def _inside(
        self,
        x: ArrayLike,
        function: Callable[[FloatArray], FloatArray],
        before: float,
        after: float,
    ) -> FloatArray:
        """Values inside the support, the constants outside; NaN for NaN."""
        points = np.asarray(x, dtype=float)
        left, right = self._support
        out = np.where(points < left, before, np.where(points >= right, after, math.nan))
        use = (points >= left) & (points < right)
        if np.any(use):
            values = function(points[use])
            bad = ~((values >= -_SLACK) & (values <= 1.0 + _SLACK))
            if np.any(bad):
                where, got = points[use][bad][0], values[bad][0]
                raise ValueError(f"sf must lie in [0, 1], got sf({where:g}) = {got!r}")
            out[use] = np.clip(values, 0.0, 1.0)
        return out

    def _validate(self) -> None:
        """Probe for values outside [0, 1], NaN and rises."""
        left, right = self._support
        scale = 1.0 if math.isinf(left) else max(abs(left), 1e-300)
        steps = np.geomspace(1e-9, 1e12, 64)
        if math.isfinite(left) and math.isfinite(right):
            points = np.linspace(left, right, 129)[:-1]
        elif math.isfinite(left):
            points = left + steps * (1.0 if left == 0.0 else max(scale, 1.0))
        elif math.isfinite(right):
            points = (right - steps)[::-1]
        else:
            points = np.concatenate([-steps[::-1], [0.0], steps])
        values = self.sf(points)
        rises = np.flatnonzero(np.diff(values) > _SLACK)
        if rises.size:
            i = int(rises[0])
            raise ValueError(
                f"sf must not rise, got sf({points[i]:g}) = {values[i]:.6g} "
                f"and sf({points[i + 1]:g}) = {values[i + 1]:.6g}"
            )
        if math.isinf(right) and _is_a_difference(self._probed(points)):
            raise ValueError(
                "sf must keep its digits in the right tail, got multiples of 2**-53 down to 0: "
                "it seems to be computed as 1 - cdf; give the survival function itself"
            )
        last = self._probed_at(1e300) if math.isinf(right) else 0.0
        if last > 0.5:
            raise ValueError(f"sf must fall to 0, got sf(1e300) = {last:.6g}")

    def _probed_at(self, x: float) -> float:
        with np.errstate(all="ignore"):
            try:
                return float(self.sf(x))
            except OverflowError:
                return 0.0

    def _probed(self, points: FloatArray) -> FloatArray:
        """Values of the survival function across its right tail."""
        with np.errstate(all="ignore"):
            try:
                return self.sf(_tail_probe(self, points))
            except OverflowError:
                return points[:0]

    @property
    def cdf_noise(self) -> float:
        return 4.5e-16 if self._cdf is None else 0.0

    @property
    def tail_error(self) -> float:
        # Nobody says how good the function is: some ulps are assumed.
        return 8.0 * float(np.finfo(float).eps)

    def describe(self) -> str:
        left, right = self._support
        return f"survival_function(support=({left:g}, {right:g}))"


def _tail_probe(law: SurvivalFunction, points: FloatArray) -> FloatArray:
    """Points from where the survival function passes 1e-9 to where it is 0, if it gets there."""
    start = max(float(points[0]), 0.0)
    far = start + np.geomspace(1e-9, 1e300, 620)
    values = np.ones_like(far)
    for i, x in enumerate(far):
        values[i] = law._probed_at(float(x))
        if values[i] == 0.0:
            break
    small, zero = np.flatnonzero(values < 1e-9), np.flatnonzero(values == 0.0)
    if not small.size or small[0] == 0 or not zero.size:
        return points[:0]
    low, high = np.log(far[small[0] - 1] - start), np.log(far[zero[0]] - start)
    return np.asarray(start + np.exp(np.linspace(low, high, 400)))


def _is_a_difference(values: FloatArray) -> bool:
    """Whether small probabilities are all multiples of the last bit of numbers near 1."""
    small = values[(values > 0.0) & (values < 1e-9)]
    scaled = small * 2.0**53
    return np.unique(small).size > 5 and bool(np.all(np.abs(scaled - np.round(scaled)) < 1e-6))


def _ends(support: Any) -> tuple[float, float]:
    if not isinstance(support, tuple | list) or len(support) != 2:
        raise TypeError(f"support must be a pair of numbers (a, b), got {support!r:.80}")
    left = check_real("support", support[0], finite=False)
    right = check_real("support", support[1], finite=False)
    if not left < right:
        raise ValueError(f"support must rise, got {(left, right)}")
    return left, right


def _vectorised(name: str, function: Callable[[Any], Any]) -> Callable[[FloatArray], FloatArray]:
    """The function on arrays: as it is where it takes them, else element by element."""

    def loop(x: FloatArray) -> FloatArray:
        return np.array([_number(name, v, function(float(v))) for v in x], dtype=float)

    def direct(x: FloatArray) -> FloatArray:
        try:
            values = np.asarray(function(x), dtype=float)
        except (TypeError, ValueError):
            return loop(x)
        return values if values.shape == x.shape else loop(x)

    return direct


def _number(name: str, x: float, value: Any) -> float:
    try:
        return float(value)
    except (TypeError, ValueError):
        raise TypeError(f"{name} must return numbers, got {name}({x:g}) = {value!r:.60}") from None
