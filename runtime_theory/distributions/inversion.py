"""Quantiles of a law that only knows its distribution and survival functions.

Both are monotone, so the generalised inverse is found by a bracketing search over the
floating-point numbers themselves: they are ordered like the integers of their bit patterns,
which makes a bracket shrink in relative terms near 0 and in 1e300 alike, and lets the search
end only when no number lies between "not yet" and "reached". Atoms and plateaus need no
special case. Levels above one half are searched from the other end: ``1 - q`` is exact there.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike, NDArray

if TYPE_CHECKING:
    from runtime_theory.distributions.base import Distribution

FloatArray = NDArray[np.float64]
IntArray = NDArray[np.int64]
Compare = Callable[[FloatArray, FloatArray], NDArray[np.bool_]]

__all__ = ["check_levels", "invert_cdf", "invert_sf"]

_SIGN = np.int64(0x7FFF_FFFF_FFFF_FFFF)
_NEAR = range(-60, 61, 2)  # exponents of the first grid
_FAR = (*range(-1074, -60, 16), *range(61, 1024, 16), 1023)  # where that was not enough
_LIMIT = 400  # a plain bisection of all doubles takes 64 steps


def invert_cdf(law: Distribution, q: ArrayLike) -> FloatArray:
    """Smallest x with Pr[X <= x] >= q, from ``law.cdf`` and ``law.sf``.

    Parameters
    ----------
    law : Distribution
        Needs ``support``, ``cdf`` and ``sf``; its ``ppf`` and ``isf`` are not used.
    q : array_like
        Probabilities in [0, 1]; 0 and 1 give the ends of the support.

    Returns
    -------
    ndarray
        Quantiles, correct to the last bit that the distribution function resolves.

    Examples
    --------
    >>> from runtime_theory.distributions.discrete import Discrete
    >>> invert_cdf(Discrete([1, 2, 6], [0.25, 0.5, 0.25]), [0.25, 0.2500001, 1]).tolist()
    [1.0, 2.0, 6.0]
    """
    levels = check_levels("q", q)
    return _quantiles(law, levels, np.subtract(1.0, levels))


def invert_sf(law: Distribution, q: ArrayLike) -> FloatArray:
    """Smallest x with Pr[X > x] <= q: the quantile counted from the right end.

    Parameters
    ----------
    law : Distribution
        Needs ``support``, ``cdf`` and ``sf``.
    q : array_like
        Probabilities in [0, 1], as small as 1e-300 and below.

    Examples
    --------
    >>> from runtime_theory.distributions.discrete import Discrete
    >>> invert_sf(Discrete([1, 2, 6], [0.25, 0.5, 0.25]), [1, 0.75, 0.25, 1e-300]).tolist()
    [1.0, 1.0, 2.0, 6.0]
    """
    levels = check_levels("q", q)
    return _quantiles(law, np.subtract(1.0, levels), levels)


def check_levels(name: str, q: ArrayLike) -> FloatArray:
    """Return q as an array of floats, or name the first entry outside [0, 1]."""
    levels = np.asarray(q, dtype=float)
    wrong = ~((levels >= 0.0) & (levels <= 1.0))
    if wrong.any():
        first = float(levels[wrong].flat[0])
        raise ValueError(f"{name} must be a probability in [0, 1], got {name}={first!r}")
    return levels


def _quantiles(law: Distribution, below: FloatArray, above: FloatArray) -> FloatArray:
    """Quantiles with Pr[X <= x] >= below, each searched from the end it is nearer to."""
    left, right = law.support
    out = np.empty(below.shape)
    from_left = below <= 0.5
    on_integers = law.integer_valued
    out[from_left] = _search(
        below[from_left], law.cdf, law.support, np.greater_equal, integers=on_integers
    )
    out[~from_left] = _search(
        above[~from_left], law.sf, law.support, np.less_equal, integers=on_integers
    )
    out[below == 0.0] = left
    out[above == 0.0] = right
    return out


def _search(
    level: FloatArray,
    function: Callable[[FloatArray], FloatArray],
    support: tuple[float, float],
    compare: Compare,
    *,
    integers: bool,
) -> FloatArray:
    """Smallest x at which ``compare(function(x), level)`` holds, for levels in (0, 1/2]."""
    out = np.full(level.shape, np.nan)
    inside = level > 0.0
    if not inside.any():
        return out
    wanted, back = np.unique(level[inside], return_inverse=True)
    if integers:
        out[inside] = _search_integers(wanted, function, support, compare)[back]
        return out
    rising = bool(compare(np.array(1.0), np.array(0.5)))

    def height(x: FloatArray, level: FloatArray) -> tuple[FloatArray, NDArray[np.bool_]]:
        """How far x is past the level, in logs, and whether it has been reached."""
        value = np.asarray(function(x), dtype=float)
        if np.isnan(value).any():
            raise ValueError(
                f"the distribution function is NaN at x={float(x[np.isnan(value)][0])!r}"
            )
        # A difference of logs would be blunt to 1e-13 where both are near 1e-300.
        with np.errstate(divide="ignore", over="ignore"):
            past = np.log(value / level)
        return (past if rising else -past), compare(value, level)

    low, high = _brackets(wanted, function, support, rising=rising)
    out[inside] = _close_in(low, high, wanted, height)[back]
    return out


def _search_integers(
    level: FloatArray,
    function: Callable[[FloatArray], FloatArray],
    support: tuple[float, float],
    compare: Compare,
) -> FloatArray:
    """The same for a law on the integers: doubling steps outwards, then halving."""
    origin = next((end for end in support if math.isfinite(end)), 0.0)
    low = np.full(level.shape, max(support[0], -_MAX) if origin == support[0] else origin) - 1.0
    high = np.full(level.shape, origin)
    step = 1.0
    while step < _MAX / 4.0:
        over = ~compare(function(high), level) & (high < support[1])
        under = compare(function(low), level) & (low >= support[0])
        if not (over.any() or under.any()):
            break
        low = np.where(over, high, np.where(under, low - step, low))
        high = np.where(over, np.minimum(high + step, support[1]), high)
        step *= 2.0
    while True:
        middle = np.floor(low + (high - low) / 2.0)
        active = (middle > low) & (middle < high)
        if not active.any():
            return high
        reached = compare(function(middle), level)
        high = np.where(active & reached, middle, high)
        low = np.where(active & ~reached, middle, low)


def _brackets(
    level: FloatArray,
    function: Callable[[FloatArray], FloatArray],
    support: tuple[float, float],
    *,
    rising: bool,
) -> tuple[FloatArray, FloatArray]:
    """Neighbouring points of a graded grid, not reached and reached."""
    for exponents in (tuple(_NEAR), (*_NEAR, *_FAR)):
        grid = _grid(support, exponents)
        value = np.asarray(function(grid), dtype=float)
        usable = ~np.isnan(value)  # a far point may overflow; one in the bracket is refused later
        grid, value = grid[usable], value[usable]
        # Rounding noise must not break the order that the search relies on.
        order = np.maximum.accumulate(value if rising else -value)
        first = np.searchsorted(order, level if rising else -level, side="left")
        ends = (
            (first > 0) | math.isfinite(support[0]),
            (first < grid.size) | math.isfinite(support[1]),
        )
        if np.all(ends[0] & ends[1]):
            break
    left, right = (max(support[0], -_MAX), min(support[1], _MAX))
    before = -math.inf if left == -_MAX else math.nextafter(left, -math.inf)
    padded = np.concatenate(([before], grid, [right]))
    return padded[first], padded[np.minimum(first + 1, padded.size - 1)]


_MAX = float(np.finfo(float).max)


def _grid(support: tuple[float, float], exponents: tuple[int, ...]) -> FloatArray:
    """Points of the support, graded towards 0 and towards its finite ends."""
    left, right = support
    steps = np.ldexp(1.0, np.array(sorted(exponents)))
    parts = [steps, -steps, np.zeros(1)]
    parts += [left + steps, np.array([left])] if math.isfinite(left) else []
    parts += [right - steps, np.array([right])] if math.isfinite(right) else []
    if math.isfinite(left) and math.isfinite(right):
        parts.append(left + (right - left) * np.arange(1, 16) / 16)
    grid = np.unique(np.concatenate(parts))
    return grid[(grid >= left) & (grid <= right)]


def _to_order(x: FloatArray) -> IntArray:
    """Map doubles to integers in the same order, neighbours to neighbours."""
    bits = np.ascontiguousarray(x + 0.0).view(np.int64)
    return np.where(bits < 0, -(bits & _SIGN), bits)


def _from_order(order: IntArray) -> FloatArray:
    bits = np.where(order < 0, (-order) | ~_SIGN, order)
    return np.ascontiguousarray(bits).view(np.float64)


def _close_in(
    low: FloatArray,
    high: FloatArray,
    level: FloatArray,
    height: Callable[[FloatArray, FloatArray], tuple[FloatArray, NDArray[np.bool_]]],
) -> FloatArray:
    """Shrink (not reached, reached] to neighbouring doubles and return the upper ones.

    Inverse quadratic steps where Chandrupatla's test (1997, Advances in Engineering Software
    28, 145-149) trusts them, else bisection. A step that shrinks the bracket by less than half
    doubles the least distance kept from its ends: rounding plateaus are crossed in a few leaps.
    """
    lo, hi = _to_order(low), _to_order(high)
    f_lo, _ = height(np.maximum(low, -_MAX), level)
    f_hi, within = height(high, level)
    newest_is_low = np.abs(f_lo) < np.abs(f_hi)
    third, f_third = np.where(newest_is_low, lo, hi), np.where(newest_is_low, f_lo, f_hi)
    guard = np.ones_like(lo)
    active = np.flatnonzero(hi - lo > 1)
    for _ in range(_LIMIT):
        if active.size == 0:
            return np.where(within, _from_order(hi), math.inf)  # inf: beyond the largest double
        a, b, fa, fb = lo[active], hi[active], f_lo[active], f_hi[active]
        width = b - a
        step = (_fraction(a, b, third[active], fa, fb, f_third[active]) * width).astype(np.int64)
        least = np.minimum(guard[active], width // 2)
        middle = a + np.clip(step, least, width - least)
        f_middle, reached = height(_from_order(middle), level[active])
        third[active], f_third[active] = np.where(reached, b, a), np.where(reached, fb, fa)
        lo[active] = np.where(reached, a, middle)
        f_lo[active] = np.where(reached, fa, f_middle)
        hi[active] = np.where(reached, middle, b)
        f_hi[active] = np.where(reached, f_middle, fb)
        shrunk = hi[active] - lo[active]
        guard[active] = np.where(2 * shrunk > width, np.minimum(2 * guard[active], shrunk), 1)
        active = active[shrunk > 1]
    raise ArithmeticError("the quantile search did not end")  # pragma: no cover - 64 halvings do


def _fraction(
    a: IntArray, b: IntArray, c: IntArray, fa: FloatArray, fb: FloatArray, fc: FloatArray
) -> FloatArray:
    """Where to cut the bracket [a, b]: inverse quadratic through c, or its middle."""
    with np.errstate(all="ignore"):
        width = (b - a).astype(float)
        place = (c - a) / width
        # Chandrupatla's test with the end opposite to c's side in the role of the far end.
        beyond_low = c < a
        near, far = np.where(beyond_low, fa, fb), np.where(beyond_low, fb, fa)
        xi = np.where(beyond_low, 1.0 / (1.0 - place), 1.0 / place)
        phi = (near - far) / (fc - far)
        trusted = (1.0 - np.sqrt(1.0 - xi) < phi) & (phi < np.sqrt(xi))
        inverse = fa / (fb - fa) * fc / (fb - fc) + place * (fa / (fc - fa)) * (fb / (fc - fb))
    inverse = np.where(trusted & np.isfinite(inverse), inverse, 0.5)
    return np.clip(inverse, 0.0, 1.0)
