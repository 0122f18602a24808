"""All n expected order statistics from one pass.

The logit-trapezoid weights of every rank live on common grids: ranks are taken in dyadic
groups, each with the step of its most central rank, the quantile function is evaluated once a
group, and the weights are one matrix. Ranks that a fixed step does not resolve are done singly.
"""

from __future__ import annotations

import math
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from runtime_theory.distributions.base import Distribution, FloatArray, Route
from runtime_theory.distributions.expectation import moments
from runtime_theory.distributions.ranked import quantile
from runtime_theory.numerics.beta_logit import BetaLogit
from runtime_theory.order_statistics.sample import plug_in
from runtime_theory.references import DAVID_NAGARAJA2003, TREFETHEN_WEIDEMAN2014
from runtime_theory.results import Kind, Result

_EPS = float(np.finfo(float).eps)
_CELLS = 4_000_000
# Up to here closed forms are evaluated rank by rank.
_CLOSED = 4096


def means(law: Distribution, n: int) -> Result:
    """E[X_{k:n}] for k = 1..n, in seconds."""
    base, loc, scale = law, 0.0, 1.0
    if law.standardised is not None:
        base, loc, scale = law.standardised.base, law.standardised.loc, law.standardised.scale
    if not _tabulated(law, base, n):
        return collected([plug_in(law, k, n, moments.mean(law, k, n)) for k in range(1, n + 1)])
    values, errors = np.full(n, np.nan), np.full(n, np.inf)
    for first, last in _groups(n):
        _fill(base, n, first, last, values, errors)
    values, errors = loc + scale * values, scale * errors
    errors += 2.0 * _EPS * (abs(loc) + np.abs(values))
    spread = scale * _EPS * abs(float(base.isf(0.25)) - float(base.ppf(0.25)))
    single = np.flatnonzero(~(errors <= 2e-14 * np.abs(values) + spread))
    notes = [f"{single.size} of {n} ranks integrated singly"] if single.size else []
    for i in single:
        result = moments.mean(law, int(i) + 1, n)
        values[i], errors[i] = float(result.value), float(result.error)
        if math.isinf(values[i]):
            notes.append(result.note)
    return Result(
        values,
        errors,
        kind=Kind.NUMERICAL,
        method="trapezoid rule in logit space, all ranks on common grids",
        unit="s",
        note="; ".join(notes),
        references=(DAVID_NAGARAJA2003, TREFETHEN_WEIDEMAN2014),
    )


def _tabulated(law: Distribution, base: Distribution, n: int) -> bool:
    if n < 16 or base.atoms is not None or base.integer_valued:
        return False
    if base.route is Route.DENSITY or base.breakpoints:
        return False
    member = law.member
    return member is None or n > _CLOSED or member.mean(max(1, n // 3), n) is None


def collected(results: list[Result]) -> Result:
    """One Result of many scalar ones: the weakest kind, every reference once."""
    order = list(Kind)
    kind = max((r.kind for r in results), key=order.index)
    spread = [r.standard_error for r in results]
    notes = dict.fromkeys(r.note for r in results if r.note)
    return Result(
        np.array([float(r.value) for r in results]),
        np.array([float(r.error) for r in results]),
        kind=kind,
        method="; ".join(dict.fromkeys(r.method for r in results)),
        unit=results[0].unit,
        note="; ".join(notes),
        references=tuple(dict.fromkeys(ref for r in results for ref in r.references)),
        standard_error=None if any(s is None for s in spread) else np.array(spread),
    )


def _groups(n: int) -> list[tuple[int, int]]:
    """Ranks first..last in groups over which min(k, n+1-k) at most doubles."""
    half, groups, first = (n + 1) // 2, [], 1
    while first <= half:
        last = min(2 * first - 1, half)
        groups.append((first, last))
        first = last + 1
    mirrored = [(n + 1 - b, n + 1 - a) for a, b in groups if a <= n // 2]
    return groups + [(max(a, half + 1), b) for a, b in mirrored if b > half]


def _fill(
    law: Distribution, n: int, first: int, last: int, values: FloatArray, errors: FloatArray
) -> None:
    """Values and errors of the ranks first..last on one grid."""
    ends = [BetaLogit(float(k), float(n + 1 - k)) for k in (first, last)]
    # A central weight is nearly normal: a quarter of the coarse step is enough, and is checked.
    central = min(first, n + 1 - last) >= 8
    step = min(b.step for b in ends) / (4.0 if central else 8.0)
    left = math.log(first / (n + 1 - first)) - ends[0].left_reach(0.0)
    right = math.log(last / (n + 1 - last)) + ends[1].right_reach(0.0)
    # Fast for smooth light tails; others are caught by their error and done singly.
    grid = step * np.arange(8 * math.floor(left / step / 8), 8.0 * math.ceil(right / step / 8) + 1)
    with np.errstate(over="ignore"):
        u, s = 1.0 / (1.0 + np.exp(-grid)), 1.0 / (1.0 + np.exp(grid))
    with np.errstate(all="ignore"):
        x = quantile(law, u, s)
    with np.errstate(invalid="ignore"):
        slope = np.abs(np.gradient(x, grid))
    relative = 2.0 * (_EPS if law.route is Route.QUANTILE else law.tail_error)
    doubt = law.quantile_error * np.abs(x) + relative * slope
    rows = max(1, _CELLS // grid.size)
    for start in range(first, last + 1, rows):
        ranks = np.arange(start, min(start + rows, last + 1))
        value, error = _weighted(grid, x, doubt, ranks, n)
        values[ranks - 1], errors[ranks - 1] = value, error


def _weighted(
    grid: FloatArray, x: FloatArray, doubt: FloatArray, ranks: NDArray[np.int64], n: int
) -> tuple[FloatArray, FloatArray]:
    """Self-normalised sums at steps h, 2h, 4h and 8h, and the error their differences leave."""
    # Logs relative to the peak stay small, so multiplying them by k loses little.
    middle_rank = float(ranks[ranks.size // 2])
    c = math.log(middle_rank / (n + 1.0 - middle_rank))
    log_u = -np.log1p(np.expm1(c - grid) * (1.0 / (1.0 + np.exp(c))))
    log_s = -np.log1p(np.expm1(grid - c) * (1.0 / (1.0 + np.exp(-c))))
    weight = ranks[:, None] * log_u
    weight += (n + 1 - ranks)[:, None] * log_s
    weight -= weight.max(axis=1, keepdims=True)
    np.exp(weight, out=weight)
    # One matrix product serves every sum over the finest grid.
    inexact = np.where(np.isfinite(doubt), doubt, 0.0)
    columns = np.stack([np.ones_like(x), x, np.abs(x), inexact], axis=1)
    sums = []
    for stride in (8, 4, 2):
        mass, total = (weight[:, ::stride] @ columns[::stride, :2]).T
        sums.append(total / mass)
    mass, total, size, inexact = (weight @ columns).T
    sums.append(total / mass)
    size, inexact = size / mass, inexact / mass
    before, middle, final = (np.abs(b - a) for a, b in pairwise(sums))
    floor = _EPS * size
    ratio = np.maximum(final / np.maximum(middle, floor), middle / np.maximum(before, floor))
    error = np.where(ratio < 0.5, 8.0 * final * ratio, 16.0 * np.maximum(before, middle))
    settled = (final <= 16.0 * floor) & (middle <= 1e6 * floor)
    error = np.where(settled, final, error)
    open_end = np.maximum(weight[:, 0] * abs(x[0]), weight[:, -1] * abs(x[-1])) / mass
    rounding = _EPS * (8.0 + np.minimum(ranks, n + 1 - ranks) * (grid[-1] - grid[0]) / grid.size)
    return sums[-1], error + rounding * size + inexact + 1e3 * open_end
