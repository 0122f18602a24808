"""Which moments of an order statistic exist, decided from the tail indices of the parent.

E|X_{k:n}|**r is finite on the right iff alpha (n-k+1) > r for a tail S(x) ~ x**-alpha, on the
left iff alpha k > r: a finite E[X_{k:n}] may well have an infinite E[X].
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from runtime_theory.distributions.base import Distribution, Tails
from runtime_theory.distributions.ranked import Rank

# A measured index is taken to sit on the boundary within this relative margin.
_MARGIN = 1e-6
_DEEP = 10.0 ** -np.concatenate([np.arange(2.0, 20.0, 2.0), np.arange(20.0, 301.0, 20.0)])


class Divergence(NamedTuple):
    """Whether a moment diverges on either side, and why."""

    left: bool
    right: bool
    reason: str


def divergence(law: Distribution, rank: Rank, order: int) -> Divergence:
    """Decide whether E|X_{k:n}|**order is finite on each side."""
    known = law.tails
    left, left_note = _index(law, known.left, -1)
    right, right_note = _index(law, known.right, 1)
    n = rank.k + rank.m - 1
    low = _diverges(left, rank.k, order, measured=bool(left_note))
    high = _diverges(right, rank.m, order, measured=bool(right_note))
    reasons = []
    if low:
        reasons.append(
            f"left tail index {left:.6g}{left_note} times k = {rank.k} is at most {order}"
        )
    if high:
        factor = "" if n == 1 else f" times n-k+1 = {rank.m}"
        reasons.append(f"right tail index {right:.6g}{right_note}{factor} is at most {order}")
    return Divergence(low, high, " and ".join(reasons))


def _diverges(alpha: float, count: int, order: int, *, measured: bool) -> bool:
    margin = _MARGIN * order if measured else 0.0
    return alpha * count <= order + margin


def _index(law: Distribution, known: float, side: int) -> tuple[float, str]:
    """The index of one tail; where unknown, measured at the smallest probabilities there are."""
    if not math.isnan(known):
        return known, ""
    if math.isfinite(law.support[0 if side < 0 else 1]):
        return math.inf, ""
    with np.errstate(all="ignore"):
        x = np.abs(law.ppf(_DEEP) if side < 0 else law.isf(_DEEP))
        deep = _DEEP[np.isfinite(x) & (x < 1e300)][-3:]
        if deep.size < 3:
            return 0.0, " (measured)"
        x = x[np.isfinite(x) & (x < 1e300)][-3:]
        growth = np.diff(np.log(x)) / -np.diff(np.log(deep))
    if not np.isfinite(growth).all():
        return math.inf, " (measured)"
    # A growth that still falls belongs to a tail lighter than every power.
    if growth[1] <= 1e-9 or growth[1] < 0.98 * growth[0]:
        return math.inf, " (measured)"
    return float(1.0 / growth[1]), " (measured)"


def measured_tails(law: Distribution) -> Tails:
    """Both indices, known or measured."""
    known = law.tails
    return Tails(_index(law, known.left, -1)[0], _index(law, known.right, 1)[0])
