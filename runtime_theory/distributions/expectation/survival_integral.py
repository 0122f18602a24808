"""E[(X_{k:n} - c)**r] from tail probabilities alone, by adaptive quadrature in x-space.

E[g(X)] = g(b) + int_b^inf g'(t) Pr[X > t] dt - int_-inf^b g'(t) Pr[X <= t] dt with b a median
of X_{k:n}: both integrals use the smaller tail probability, so nothing cancels. The variable
is log(t - a) above a finite left end a, asinh of the distance from the median otherwise:
heavy tails, and singular left ends, become smooth. Kinks and atoms are edges of intervals.
"""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from runtime_theory.distributions.base import Distribution
from runtime_theory.distributions.expectation.functional import Power
from runtime_theory.distributions.expectation.maps import Map, map_for
from runtime_theory.distributions.ranked import (
    Rank,
    ranked_cdf,
    ranked_isf,
    ranked_ppf,
    ranked_sf,
)
from runtime_theory.numerics.estimate import Estimate
from runtime_theory.numerics.quadrature import Integral, integrate

FloatArray = NDArray[np.float64]

_EPS = float(np.finfo(float).eps)
# Tail probabilities whose quantiles become edges; beyond the first the rest is negligible
# for a light tail, and followed outwards for a heavy one.
_FEW = 64
_NOTHING = Integral(0.0, 0.0, 0.0, evaluations=0, converged=True)
_LEVELS = np.array([1e-20, 1e-15, 1e-11, 1e-8, 1e-5, 1e-3, 0.03, 0.2, 0.5])


def survival_integral(law: Distribution, rank: Rank, power: Power) -> Estimate:
    """Expectation of ``power`` of the order statistic, with a bound on its error.

    The bound adds the quadrature's estimate, what lies beyond the last edge, the rounding of
    the incomplete beta function and of the law's own tail probabilities.
    """
    lower = np.unique(ranked_ppf(law, rank, _LEVELS))
    upper = np.unique(ranked_isf(law, rank, _LEVELS))
    lower, upper = lower[np.isfinite(lower)], upper[np.isfinite(upper)]
    base = float(lower[-1])
    spread = float(upper[-min(3, upper.size)] - lower[-min(3, lower.size)])
    mapping = map_for(law.support, base, spread)
    left = _part(law, rank, power, mapping, lower, -1)
    right = _part(law, rank, power, mapping, np.append(base, upper[upper > base]), 1)
    value = float(power(np.asarray(base))) + right.value - left.value
    size = abs(float(power(np.asarray(base)))) + right.absolute + left.absolute
    inexact = (_noise(law, rank, base) + 8.0 * _EPS) * (left.absolute + right.absolute)
    slope = _log_slope(law, rank, power, base)
    inexact += 4.0 * law.cdf_noise * slope * (rank.k + rank.m) / rank.k
    # d log Pr[X_{k:n} > x] / d log S is at most m, and some units in F for a small k: it
    # counts where a tail carries the mean.
    few = min(rank.k, rank.m)
    slope += (few + 8.0) * (left.absolute + right.absolute) if few <= _FEW else 0.0
    return Estimate(
        value, left.error + right.error + inexact + 2.0 * _EPS * size + law.tail_error * slope
    )


def _part(
    law: Distribution, rank: Rank, power: Power, mapping: Map, points: FloatArray, side: int
) -> Integral:
    """Integral of g'(t) Pr[X <= t] below the base (side -1), of g'(t) Pr[X > t] above it (1).

    The base is the last of the points, which are quantiles on this side of it.
    """
    base = float(points[-1] if side < 0 else points[0])
    tail = ranked_cdf if side < 0 else ranked_sf

    def function(s: FloatArray) -> FloatArray:
        t = mapping.point(s)
        return _product(tail(law, rank, t), power.slope(t), mapping.jacobian(s))

    edges = _edges(law, mapping, points, base, below=side < 0)
    if edges.size < 2:
        return _NOTHING
    index, count = (law.tails.left, rank.k) if side < 0 else (law.tails.right, rank.m)
    return _followed(
        function,
        edges,
        _noise(law, rank, base),
        outwards=float(side),
        stop=_outer_limit(law, mapping, float(side)),
        known=index * count - power.order,
    )


def _product(tail: FloatArray, slope: FloatArray, jacobian: FloatArray) -> FloatArray:
    """Their product, 0 where the probability is: the others may have overflowed there."""
    with np.errstate(invalid="ignore", over="ignore"):
        return np.where(tail > 0.0, tail * slope * jacobian, 0.0)


def _noise(law: Distribution, rank: Rank, base: float) -> float:
    """Relative noise of the integrand: of the beta tails, and of t itself near a right end."""
    end = law.support[1]
    if not math.isfinite(end) or end <= base:
        return rank.rounding
    near = _EPS * max(abs(end), abs(base)) / (end - base)
    return rank.rounding + min(near * min(64.0 * rank.m, 256.0), 1e-5)


def _edges(
    law: Distribution, mapping: Map, points: FloatArray, base: float, *, below: bool
) -> FloatArray:
    """Edges in s: the quantiles, the kinks between them, and the end of the support."""
    start, end = law.support
    kinks = np.asarray(law.breakpoints, dtype=float)
    t = np.concatenate([points, kinks, [base]])
    if below:
        t = t[t <= base]
    else:
        t = t[t >= base]
        if math.isfinite(end):
            t = np.append(t, end)
    s = np.unique(mapping.inverse(t))
    finite = s[np.isfinite(s)]
    if mapping.logarithmic and finite.size and (below or base <= start):
        # Down to a distance at which even probability one contributes nothing.
        finite = np.concatenate([[finite[0] - 46.0], finite])
    return finite


def _outer_limit(law: Distribution, mapping: Map, outwards: float) -> float:
    """Farthest s worth looking at: the end of the support, or where doubles end."""
    end = law.support[0 if outwards < 0 else 1]
    if math.isfinite(end):
        return (
            math.inf
            if mapping.logarithmic and outwards < 0
            else float(mapping.inverse(np.asarray(end)))
        )
    return outwards * (math.log(1e300) - max(math.log(mapping.scale), 0.0))


def _followed(
    function: Callable[[FloatArray], FloatArray],
    edges: FloatArray,
    noise: float,
    *,
    outwards: float,
    stop: float,
    known: float,
) -> Integral:
    """Integrate between the edges, then follow an unbounded tail until nothing is left.

    ``known`` is the exponential decay of the integrand far out that a known tail index gives,
    nan for an unknown one, inf for a light tail.
    """
    parts = [integrate(function, edges, noise=noise)]
    if math.isinf(stop) or (outwards > 0 and edges[-1] >= stop):
        return parts[0]
    at, width = float(edges[-1] if outwards > 0 else edges[0]), 4.0
    while (stop - at) * outwards > 0.0:
        total = sum(p.absolute for p in parts)
        rest, doubt = _remainder(function, at, outwards, known)
        if doubt <= 1e-17 * total or (width > 64.0 and math.isfinite(doubt)):
            break
        after = at + outwards * min(width, abs(stop - at))
        parts.append(integrate(function, np.sort([at, after]), atol=1e-17 * total, noise=noise))
        at, width = after, 2.0 * width
    rest, doubt = _remainder(function, at, outwards, known)
    return Integral(
        sum(p.value for p in parts) + rest,
        sum(p.error for p in parts) + doubt,
        sum(p.absolute for p in parts) + abs(rest),
        sum(p.evaluations for p in parts),
        all(p.converged for p in parts),
    )


def _remainder(
    function: Callable[[FloatArray], FloatArray], at: float, outwards: float, known: float
) -> tuple[float, float]:
    """What a pure exponential decay leaves beyond a point, and the doubt about it."""
    values = function(np.array([at - 8.0 * outwards, at - 4.0 * outwards, at]))
    level = float(values[2])
    if level == 0.0:
        return 0.0, 0.0
    with np.errstate(divide="ignore", invalid="ignore"):
        logs = np.log(np.abs(values))
    earlier, decay = (float(d) / 4.0 for d in -np.diff(logs))
    noise = _EPS * float(np.abs(logs[2])) + 8.0 * _EPS
    if 0.0 < known < math.inf and abs(decay - known) <= 1e-6 * max(1.0, known):
        rest = level / known
        return rest, abs(rest) * (max(abs(decay - known) - noise, 0.0) / known + 4.0 * noise)
    if not (decay > 0.0 and math.isfinite(earlier)):
        return 0.0, math.inf
    rest = level / decay
    return rest, abs(rest) * min(1.0, 4.0 * abs(earlier / decay - 1.0) + noise / decay)


def _log_slope(law: Distribution, rank: Rank, power: Power, base: float) -> float:
    """How much the answer moves for a relative error of one in the law's own probabilities."""
    u = rank.k / (rank.k + rank.m)
    half = 0.05
    if u <= 0.5:
        x = law.ppf(np.minimum([u * (1 - half), u * (1 + half)], 1.0))
    else:
        s = rank.m / (rank.k + rank.m)
        x = law.isf(np.minimum([s * (1 - half), s * (1 + half)], 1.0))
    span = float(abs(x[1] - x[0])) / (2.0 * half)
    if not math.isfinite(span):
        return 0.0
    weight = abs(power.order) * (span + abs(base - power.centre)) ** (power.order - 1)
    return 4.0 * span * weight
