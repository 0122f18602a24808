"""The domain of attraction of a law that is not known by name, from its deepest quantiles.

In log-log coordinates a regularly varying tail is a straight line: where d log Q / d log(1/u)
settles at a constant xi > 0 the law is in the Frechet domain, where it falls to 0 it may be in
Gumbel's, by von Mises' condition in the form (Q(u/e) - Q(u))/(Q(u) - Q(ue)) -> 1. A bounded law
is asked the same of S(end - h) as h -> 0. What is measured to u = 1e-300 proves nothing about
the limit, so that the answer is an estimate.

References
----------
Embrechts, Kluppelberg and Mikosch (1997), section 3.3.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from runtime_theory.distributions.attraction.domain import Attraction, Domain
from runtime_theory.distributions.base import Distribution, FloatArray
from runtime_theory.distributions.derived.mirrored import with_tails
from runtime_theory.results import Kind

__all__ = ["measured_domain"]

_LEVELS = np.arange(3.0, 301.0, 3.0) * math.log(10.0)
_FLAT, _FALLING = 0.1, 0.3  # d log slope / d log depth: about 0, and at least 1/2, in theory
_STEPS = 12
_PHASES = 64  # so many that a ratio that oscillates shows its amplitude at every depth
_UNSETTLED = "the slope of the tail has not settled where doubles end"


class _Slopes(NamedTuple):
    """Local slopes in a log-log plot, half way and deep down."""

    shallow: FloatArray
    deep: FloatArray

    @property
    def bend(self) -> float:
        """-d log slope / d log depth between the two, which are a factor 2 apart."""
        return -float(np.log(np.mean(self.deep) / np.mean(self.shallow)) / math.log(2.0))

    @property
    def rough(self) -> bool:
        """Whether the slope jumps about, as over the steps of a lattice."""
        deep = self.deep
        return bool(np.ptp(deep) > 0.1 * np.mean(deep)) or not bool(np.all(deep > 0.0))


def measured_domain(law: Distribution) -> Domain:
    """Estimate the domain from quantiles, or, of a bounded law, from S near its end."""
    law, end = with_tails(law), law.support[1]
    with np.errstate(all="ignore"):
        return _unbounded(law) if math.isinf(end) else _bounded(law, float(end))


def _unbounded(law: Distribution) -> Domain:
    depth = _depth(law)
    if depth < 10.0:
        return _none(math.inf, "its quantiles cannot be followed far enough")
    if law.integer_valued and not _steps_vanish(law, depth):
        return _none(math.inf, "Pr[X = k]/Pr[X >= k] does not seem to tend to 0")
    # Near underflow an integrated density loses its tail: a second look from less far out.
    found = _at(law, depth)
    return _at(law, 0.85 * depth) if found.name is Attraction.NONE else found


def _at(law: Distribution, depth: float) -> Domain:
    """What the slopes at log(1/u) = depth and half of it say."""
    slopes = _Slopes(_growth(law, depth / 2.0), _growth(law, depth))
    if slopes.bend > _FALLING:
        if _von_mises(law, depth):
            reason = f"the von Mises ratio tends to 1 down to u = {math.exp(-depth):.0e}"
            return Domain(Attraction.GUMBEL, math.inf, math.inf, Kind.ESTIMATE, reason)
        return _none(math.inf, "the von Mises ratio does not tend to 1")
    if slopes.rough or abs(slopes.bend) > _FLAT:
        return _none(math.inf, _UNSETTLED)
    return _regular(slopes, Attraction.FRECHET, math.inf, math.exp(-depth))


def _regular(slopes: _Slopes, name: Attraction, end: float, level: float) -> Domain:
    """A slope that has settled; its drift over half of the depth is what is left in doubt."""
    shallow, deep = float(np.mean(slopes.shallow)), float(np.mean(slopes.deep))
    if name is Attraction.FRECHET:
        shallow, deep = 1.0 / shallow, 1.0 / deep
        where = f"slope of log Q down to u = {level:.0e}"
    else:
        where = f"slope of log S down to h = {level:.0e}"
    error = abs(deep - shallow) + 1e-9 * deep
    return Domain(name, deep, end, Kind.ESTIMATE, where, error)


def _none(end: float, reason: str) -> Domain:
    return Domain(Attraction.NONE, math.nan, end, Kind.ESTIMATE, reason)


def _depth(law: Distribution) -> float:
    """The largest log(1/u) at which the quantile is still a positive double, and S there u."""
    u = np.exp(-_LEVELS)
    q = np.asarray(law.isf(u))
    good = np.isfinite(q) & (q > 0.0) & (q < 1e290)
    if not law.integer_valued:
        good &= np.abs(law.sf(q) / u - 1.0) < 1e-6
    if not good[0]:
        return 0.0
    last = int(np.argmin(good)) - 1 if not good.all() else good.size - 1
    return float(_LEVELS[last])


def _growth(law: Distribution, depth: float) -> FloatArray:
    """D log Q / d log(1/u) over short steps that end at this depth."""
    levels = np.linspace(0.9 * depth, depth, _STEPS)
    return np.asarray(np.diff(np.log(law.isf(np.exp(-levels)))) / np.diff(levels))


def _von_mises(law: Distribution, depth: float) -> bool:
    """Whether the ratio of successive steps of one e-fold tends to 1."""
    shallow, deep = (_ratio_error(law, d) for d in (depth / 2.0, depth))
    return deep < 0.02 or deep < 0.8 * shallow


def _ratio_error(law: Distribution, depth: float) -> float:
    centres = np.linspace(0.9 * (depth - 1.0), depth - 1.0, _PHASES)
    low, mid, high = (np.asarray(law.isf(np.exp(-(centres + shift)))) for shift in (-1, 0, 1))
    worst = float(np.max(np.abs((high - mid) / (mid - low) - 1.0)))
    return worst if math.isfinite(worst) else math.inf


def _steps_vanish(law: Distribution, depth: float) -> bool:
    """Whether the hazard of a law on the integers falls on the way down."""
    x = np.asarray(law.isf(np.exp(-np.array([depth / 2.0, 0.9 * depth]))))
    hazard = 1.0 - law.sf(x + 1.0) / law.sf(x)
    return bool(hazard[1] < max(0.95 * hazard[0], 1e-9))


def _bounded(law: Distribution, end: float) -> Domain:
    width = end - float(law.ppf(0.5))
    if not width > 0.0:
        return _none(end, "its median is its right end")
    # End - h must keep h: to 1e-8 of it where the end is not 0, whose neighbours are exact.
    bits = 900 if end == 0.0 else max(min(27, int(27 + math.log2(width / abs(end)))), 0)
    points = end - width * 2.0 ** -np.arange(1.0, bits + 1.0)
    h, log_sf = end - points, np.asarray(law.logsf(points))
    good = np.isfinite(log_sf) & (log_sf > -690.0) & (h > 0.0)
    h, log_sf = h[good], log_sf[good]
    if h.size < 8:
        return _none(end, "its right end cannot be approached near enough")
    slopes = np.diff(log_sf) / np.diff(np.log(h))
    size = max(slopes.size // 6, 2)
    half = slopes.size // 2
    found = _Slopes(slopes[half - size : half], slopes[-size:])
    if float(np.max(found.deep)) < 1e-3:
        return _none(end, "an atom at its right end")
    if found.bend < -_FALLING:
        reason = f"S falls faster than every power of end - x, down to h = {h[-1]:.0e}"
        return Domain(Attraction.GUMBEL, math.inf, end, Kind.ESTIMATE, reason)
    if found.rough or abs(found.bend) > _FLAT:
        return _none(end, _UNSETTLED)
    return _regular(found, Attraction.WEIBULL, end, float(h[-1]))
