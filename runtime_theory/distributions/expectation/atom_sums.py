"""E[(X_{k:n} - c)**r] of discrete laws: sums over the values, split at the median.

E[g(X)] = g(b) + sum_{x >= b} (g(x+) - g(x)) Pr[X > x] - sum_{x < b} (g(x+) - g(x)) Pr[X <= x],
x+ the next value: every probability is the smaller tail, so no difference of nearly equal
tails is taken, as the textbook sum over Pr[X = x] would.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from runtime_theory.distributions.base import Atoms, Distribution
from runtime_theory.distributions.expectation.functional import Power
from runtime_theory.distributions.ranked import Rank, ranked_cdf, ranked_isf, ranked_ppf, ranked_sf
from runtime_theory.numerics.estimate import Estimate
from runtime_theory.numerics.incomplete_beta import beta_tails

FloatArray = NDArray[np.float64]

_EPS = float(np.finfo(float).eps)
# A lattice is summed term by term up to here; a heavy tail beyond is extrapolated.
_LONGEST = 1 << 21
_NEGLIGIBLE = 1e-25


def atoms_sum(atoms: Atoms, rank: Rank, power: Power) -> Estimate:
    """Exact sum over finitely many values."""
    values = atoms.values
    below, above = beta_tails(rank.k, rank.m, atoms.cdf[:-1], atoms.sf[:-1])
    base = int(np.searchsorted(-above, -0.5, side="right"))
    base = min(base, values.size - 1)
    g = power(values)
    steps = np.diff(g)
    right = steps[base:] * above[base:]
    left = steps[:base] * below[:base]
    value = float(g[base]) + float(right.sum()) - float(left.sum())
    # A tail that is tiny is uncertain by its logarithm.
    depth = max(1.0 - math.log(max(t, 1e-300)) for t in _extremes(above[base:], below[:base]))
    moved = float(np.abs(right).sum() + np.abs(left).sum())
    rounding = rank.rounding + _EPS * (8.0 + math.log2(values.size + 1.0) + 2.0 * depth)
    return Estimate(value, rounding * moved + 2.0 * _EPS * (abs(float(g[base])) + abs(value)))


def _extremes(right: FloatArray, left: FloatArray) -> list[float]:
    """The largest tail probabilities on either side: they carry the sums."""
    return [1.0, *(float(side.max()) for side in (right, left) if side.size)]


def lattice_sum(law: Distribution, rank: Rank, power: Power) -> Estimate:
    """Sum over the integers for a law with infinitely many values."""
    base = float(ranked_ppf(law, rank, 0.5))
    centre = float(power(np.asarray(base)))
    left, left_error = _one_side(law, rank, power, base, -1)
    right, right_error = _one_side(law, rank, power, base, 1)
    value = centre + right - left
    rounding = (rank.rounding + 16.0 * _EPS) * (abs(left) + abs(right)) + 2.0 * _EPS * abs(value)
    return Estimate(value, left_error + right_error + rounding + 2.0 * _EPS * abs(centre))


def _one_side(
    law: Distribution, rank: Rank, power: Power, base: float, side: int
) -> tuple[float, float]:
    """Sum of the steps of g times the tail probability, on one side of the base."""
    end = law.support[0 if side < 0 else 1]
    far = ranked_ppf(law, rank, _NEGLIGIBLE) if side < 0 else ranked_isf(law, rank, _NEGLIGIBLE)
    length = float(np.abs(np.asarray(far) - base)) + 1.0
    if math.isfinite(end):
        length = min(length, abs(end - base))
    if length <= _LONGEST:
        return float(_terms(law, rank, power, base, side, 0, int(length)).sum()), 0.0
    alpha = law.tails.left * rank.k if side < 0 else law.tails.right * rank.m
    if not math.isfinite(alpha):
        return _coarse(law, rank, power, base, side, length)
    return _extrapolated(law, rank, power, base, side, alpha - power.order)


def _terms(
    law: Distribution, rank: Rank, power: Power, base: float, side: int, start: int, stop: int
) -> FloatArray:
    """Terms number start..stop-1 counted outwards from the base."""
    i = np.arange(start, stop, dtype=float)
    if side > 0:
        x = base + i
        return (power(x + 1.0) - power(x)) * ranked_sf(law, rank, x)
    x = base - 1.0 - i
    return (power(x + 1.0) - power(x)) * ranked_cdf(law, rank, x)


def _extrapolated(
    law: Distribution, rank: Rank, power: Power, base: float, side: int, decay: float
) -> tuple[float, float]:
    """Richardson extrapolation of partial sums whose remainder is N**-decay (1 + c/N + ...)."""
    columns = 8
    sizes = [_LONGEST >> (columns - i) for i in range(columns + 1)]
    sums, start, total = [], 0, 0.0
    for size in sizes:
        total += float(_terms(law, rank, power, base, side, start, size).sum())
        sums.append(total)
        start = size
    row = np.array(sums)
    previous = row
    for j in range(columns):
        factor = 2.0 ** (decay + j)
        previous, row = row, (factor * row[1:] - row[:-1]) / (factor - 1.0)
        if row.size < 3:
            break
    change = abs(float(row[-1] - row[-2])) + abs(float(row[-1] - previous[-1]))
    return float(row[-1]), 4.0 * change + 32.0 * _EPS * abs(total) / min(1.0, decay)


def _coarse(
    law: Distribution, rank: Rank, power: Power, base: float, side: int, length: float
) -> tuple[float, float]:
    """Too long for term by term: blocks of equal steps, with the monotone sandwich as error."""
    edges = np.unique(np.round(np.linspace(0.0, length, _LONGEST)))
    x = base + edges if side > 0 else base - 1.0 - edges
    tail = ranked_sf(law, rank, x) if side > 0 else ranked_cdf(law, rank, x)
    steps = np.abs(np.diff(power(x)))
    high, low = float((steps * tail[:-1]).sum()), float((steps * tail[1:]).sum())
    sign = 1.0 if power.order % 2 == 1 or side > 0 else -1.0
    return sign * 0.5 * (high + low), 0.5 * (high - low)
