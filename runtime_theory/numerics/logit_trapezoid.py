"""E[g(Q(U))] for U ~ Beta(k, m) by the self-normalised trapezoid rule in logit space.

The step is halved until three successive differences say that the next one would be lost in
rounding. Where the integrand still matters at |logit| = 700 (barely integrable tails) the rest
of the lattice is summed as the geometric series that a regularly varying tail gives.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from runtime_theory.numerics.beta_logit import BetaLogit

FloatArray = NDArray[np.float64]
Quantile = Callable[[FloatArray, FloatArray], FloatArray]
Functional = Callable[[FloatArray], FloatArray]

_EPS = float(np.finfo(float).eps)
_FARTHEST = 700.0
MAX_EVALUATIONS = 1400


class Lattice(NamedTuple):
    """Sorted nodes of the finest trapezoid rule: offset, weight and quantile at each."""

    delta: FloatArray
    weight: FloatArray
    quantile: FloatArray


class Trapezoid(NamedTuple):
    """Outcome of the rule: value, truncation and rounding error, and its lattice."""

    value: float
    error: float
    converged: bool
    lattice: Lattice


def trapezoid(
    quantile: Quantile,
    beta: BetaLogit,
    transform: Functional,
    *,
    growth: tuple[float, float] = (0.0, 0.0),
    noise: Functional | None = None,
    max_evaluations: int = MAX_EVALUATIONS,
) -> Trapezoid:
    """Integrate ``transform(quantile(u, 1-u))`` against Beta(k, m).

    Parameters
    ----------
    quantile : callable
        Maps arrays u and 1-u to the quantile, accurate in both tails.
    beta : BetaLogit
        The weight.
    transform : callable
        The functional g, applied to quantiles.
    growth : tuple of float
        Exponential growth of g(Q) in -logit(u) and logit(u): r/alpha for tail index alpha.
    noise : callable, optional
        Rounding error of g(Q) at given quantiles, beyond the few ulps of the value itself.
    max_evaluations : int
        Most quantiles to ask for; ``converged`` is False where they did not suffice.

    Returns
    -------
    Trapezoid

    References
    ----------
    Trefethen and Weideman (2014), The exponentially convergent trapezoidal rule, SIAM Review 56.

    Examples
    --------
    >>> rule = trapezoid(lambda u, s: -np.log(s), BetaLogit(8, 1), lambda x: x)
    >>> abs(rule.value - 761 / 280) <= rule.error < 1e-14
    True
    """
    step = beta.step
    lattice, rest, rest_error = _first_lattice(quantile, beta, transform, step, growth)
    sums = [_ratio(lattice, transform, rest)]
    resolution = _average(lattice, noise)
    error = math.inf
    while error > 16.0 * _EPS * sums[-1][1] and 2 * lattice.delta.size <= max_evaluations:
        step /= 2.0
        lattice = _refine(lattice, quantile, beta, step)
        rest = [_halved(r) for r in rest]
        sums.append(_ratio(lattice, transform, rest))
        floor = _EPS * sums[-1][1] + resolution
        error = _extrapolated_error([value for value, _ in sums], floor)
        if error <= resolution:
            break
    value, size = sums[-1]
    rounding = _rounding(lattice, transform) + _average(lattice, noise) + rest_error * size
    settled = error + rest_error * size <= 1e-14 * size + resolution
    return Trapezoid(value, error + rounding, settled, lattice)


def _average(lattice: Lattice, function: Functional | None) -> float:
    """Weighted mean of a function of the quantiles."""
    if function is None:
        return 0.0
    return float((lattice.weight * function(lattice.quantile)).sum() / lattice.weight.sum())


def _rounding(lattice: Lattice, transform: Functional) -> float:
    """Rounding of the sum.

    A weight is as inexact as its logarithm is large, and u is exact to an ulp: that moves the
    quantile by its slope.
    """
    weight, g = lattice.weight, transform(lattice.quantile)
    with np.errstate(divide="ignore", invalid="ignore"):
        slope = np.abs(np.gradient(g, lattice.delta))
        terms = weight * (np.abs(g) * (6.0 - np.log(weight)) + 2.0 * slope)
    return _EPS * float(np.nansum(terms)) / float(weight.sum())


class _Rest(NamedTuple):
    """The lattice beyond one end: its last term relative to the mode, decay rate, step."""

    term: float
    rate: float
    step: float

    @property
    def total(self) -> float:
        return self.term / math.expm1(self.rate * self.step) if self.term else 0.0


def _halved(rest: _Rest) -> _Rest:
    return _Rest(rest.term, rest.rate, rest.step / 2.0)


def _first_lattice(
    quantile: Quantile,
    beta: BetaLogit,
    transform: Functional,
    step: float,
    growth: tuple[float, float],
) -> tuple[Lattice, list[_Rest], float]:
    """Coarsest lattice, widened until what lies beyond its ends is negligible or known."""
    mode = math.log(beta.k / beta.m)
    limits = (_FARTHEST + mode, _FARTHEST - mode)
    # Slowly decaying ends are cut early: past logit 90 most tails are pure powers.
    reach = [min(r, 90.0) for r in beta.reach(*growth)]
    spent = 0
    while True:
        left, right = (math.ceil(r / step) for r in reach)
        lattice = _lattice(step * np.arange(-left, right + 1.0), quantile, beta)
        total = float((lattice.weight * np.abs(transform(lattice.quantile))).sum())
        ends = [
            _beyond(lattice, transform, side, (rate, known), step, total)
            for side, rate, known in ((0, beta.k, growth[0]), (1, beta.m, growth[1]))
        ]
        wide = [e[1] > 1e-12 and r < limit for e, r, limit in zip(ends, reach, limits, strict=True)]
        spent += lattice.delta.size
        if not any(wide) or spent > MAX_EVALUATIONS // 2:
            return lattice, [rest for rest, _ in ends], sum(e for _, e in ends)
        reach = [
            min(1.5 * r + 1.0, n) if w else r for r, n, w in zip(reach, limits, wide, strict=True)
        ]


def _beyond(
    lattice: Lattice,
    transform: Functional,
    side: int,
    rates: tuple[float, float],
    step: float,
    total: float,
) -> tuple[_Rest, float]:
    """Geometric remainder past one end, and its error relative to the whole integral.

    The decay is the weight's rate less the growth of a known tail index; an unknown index is
    measured, and then its drift and its rounding are errors.
    """
    rate, growth = rates
    order = slice(None) if side == 0 else slice(None, None, -1)
    delta, weight, x = (a[order] for a in lattice)
    g = transform(x)
    last, none = float(weight[0] * g[0]), _Rest(0.0, rate, step)
    if abs(last) <= 1e-18 * total:
        return none, 0.0
    hop = max(1, round(8.0 / step))
    if delta.size < 3 * hop:
        return none, math.inf
    with np.errstate(divide="ignore", invalid="ignore"):
        terms = np.log(np.abs(weight[: 3 * hop : hop] * g[: 3 * hop : hop]))
    slopes = np.diff(terms) / (hop * step)
    decay, drift = float(slopes[0]), abs(float(slopes[1] - slopes[0]))
    if not (decay > 0.0 and math.isfinite(drift)):
        return none, math.inf
    noise = 4.0 * _EPS * float(np.abs(terms).max()) / (hop * step)
    if 0.0 < growth < rate and abs(decay - (rate - growth)) <= noise + drift + 1e-9:
        rest = _Rest(last, rate - growth, step)
        doubt = max(abs(decay - rest.rate) - 8.0 * noise, 0.0)
        doubt += rest.rate * _EPS * (4.0 - math.log(max(float(weight[0]), 1e-307)))
    else:
        rest = _Rest(last, decay, step)
        doubt = 4.0 * drift + noise + 1e-15 * rate
    return rest, doubt / rest.rate * abs(rest.total) / total


def _lattice(delta: FloatArray, quantile: Quantile, beta: BetaLogit) -> Lattice:
    u, s = beta.uniforms(delta)
    return Lattice(delta, np.exp(beta.log_weight(delta)), quantile(u, s))


def _refine(lattice: Lattice, quantile: Quantile, beta: BetaLogit, step: float) -> Lattice:
    """Add the midpoints, keeping the order."""
    new = _lattice(lattice.delta[:-1] + step, quantile, beta)
    return Lattice(*(_interleave(a, b) for a, b in zip(lattice, new, strict=True)))


def _interleave(old: FloatArray, new: FloatArray) -> FloatArray:
    out = np.empty(old.size + new.size)
    out[0::2], out[1::2] = old, new
    return out


def _ratio(lattice: Lattice, transform: Functional, rest: list[_Rest]) -> tuple[float, float]:
    """Normalised sum and normalised sum of absolute values."""
    g = transform(lattice.quantile)
    # fsum-like accuracy is not needed: numpy's pairwise sum of positive weights is.
    terms, mass = lattice.weight * g, float(lattice.weight.sum())
    beyond = sum(r.total for r in rest)
    absolute = float(np.abs(terms).sum()) + abs(beyond)
    return (float(terms.sum()) + beyond) / mass, absolute / mass


def _extrapolated_error(values: list[float], floor: float) -> float:
    """Bound on the differences still to come, were they to shrink as they did so far.

    Halving the step of a geometrically convergent rule squares its error. The estimate only
    assumes that the ratio of successive differences does not get worse, and takes the worse
    of the last two ratios.
    """
    if len(values) < 4:
        return math.inf
    before, middle, last = (abs(b - a) for a, b in zip(values[-4:-1], values[-3:], strict=True))
    if last <= 16.0 * floor and middle <= 1e6 * floor:
        return last
    ratio = max(last / max(middle, floor), middle / max(before, floor))
    if ratio >= 0.5:
        return 16.0 * max(before, middle, last)
    return 8.0 * last * ratio
