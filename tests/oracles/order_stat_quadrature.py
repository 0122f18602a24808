"""E[X_{k:n}] from the density alone, by mpmath quadrature.

The density is tabulated once on Gauss-Legendre panels of a variable t that is the logarithm of
the distance to a singular end, or of |x| far out; its running integrals from the left and from
the right give F and S at every node, each without cancellation. Every (k, n) is then a weighted
sum over those panels, bisected where the weight is narrow: between the nodes the table is
interpolated, the density is not evaluated again.

F is known to about 30 digits, which is enough for extreme ranks up to n = 1e6 and for the ranks
that make_scipy_law_refs.py asks for. Extreme ranks at n = 1e9 magnify that error above the
tolerance and bisect without end (seen also for pareto(1.1) at 500000:1000000).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import pairwise

from gauss_panels import Rule, apply, roughness
from law import Law
from mpmath import mp, mpf

NEGLIGIBLE = mpf(10) ** -42  # probability, or share of the mean, that the panels leave out
LEVELS = 45  # bisections before giving up


@dataclass(frozen=True)
class Setting:
    """One way to place the nodes; two of them must agree."""

    nodes: int
    digits: int
    step: float  # length of the first panel
    closed_forms: bool  # take F and S from the law's own formulas where it has them

    @property
    def tolerance(self) -> mpf:
        return mpf(10) ** -min(30, self.digits - 14)


FINE = Setting(nodes=44, digits=50, step=1.0, closed_forms=False)
OTHER = Setting(nodes=36, digits=46, step=0.77, closed_forms=True)


@dataclass(frozen=True)
class Chart:
    """x as a function of t on [low, high]; `density` is that of t."""

    low: mpf
    high: mpf
    x: Callable[[mpf], mpf]
    density: Callable[[mpf], mpf]
    exact: bool = True  # False where x itself has lost its distance to the end


@dataclass(frozen=True)
class Panel:
    """Values at the nodes of [start, stop]: the law's variable, density in t, F and S."""

    start: mpf
    stop: mpf
    chart: Chart
    x: list[mpf]
    g: list[mpf]
    F: list[mpf]
    S: list[mpf]
    ends: tuple[mpf, mpf]  # F at start and stop


# --- charts -----------------------------------------------------------------------------------


def _from_left(law: Law, c: mpf, length: mpf) -> Chart:
    special = law.near_left if c == law.support[0] else None
    near = special or (lambda d: law.pdf(c + d))
    return Chart(
        -mp.inf,
        mp.log(length),
        lambda t: c + mp.exp(t),
        lambda t: near(mp.exp(t)) * mp.exp(t),
        exact=c == 0 or not special,
    )


def _from_right(law: Law, c: mpf, length: mpf) -> Chart:
    special = law.near_right if c == law.support[1] else None
    near = special or (lambda d: law.pdf(c - d))
    return Chart(
        -mp.log(length),
        mp.inf,
        lambda t: c - mp.exp(-t),
        lambda t: near(mp.exp(-t)) * mp.exp(-t),
        exact=c == 0 or not special,
    )


def _whole_line(law: Law) -> Chart:
    c, s = law.centre, law.spread
    return Chart(
        -mp.inf,
        mp.inf,
        lambda t: c + s * mp.sinh(t),
        lambda t: law.pdf(c + s * mp.sinh(t)) * s * mp.cosh(t),
    )


def _flat(law: Law, a: mpf, b: mpf) -> Chart:
    return Chart(a, b, lambda t: t, law.pdf)


def charts(law: Law) -> Iterator[Chart]:
    """The support cut at the points where the density is not smooth, left to right."""
    points = sorted({*law.support, *law.breaks, *law.kinks})
    for a, b in pairwise(points):
        if a in law.kinks and b in law.kinks:
            yield _flat(law, a, b)
        elif mp.isinf(a) and mp.isinf(b):
            yield _whole_line(law)
        elif mp.isinf(a) or a in law.kinks:
            yield _from_right(law, b, b - a) if mp.isfinite(b) else _from_left(law, a, mp.inf)
        elif mp.isinf(b) or b in law.kinks:
            yield _from_left(law, a, b - a)
        else:
            yield _from_left(law, a, (b - a) / 2)
            yield _from_right(law, b, (b - a) / 2)


# --- tabulating the density -------------------------------------------------------------------


class Table:
    """The panels of one law in one setting."""

    def __init__(self, law: Law, setting: Setting, rule: Rule) -> None:
        self.law, self.setting, self.rule = law, setting, rule
        self.evaluations = 0
        self.panels = self._with_cdf([p for c in charts(law) for p in self._cover(c)])

    def value(self, x: mpf) -> mpf:
        return self.law.value(x) if self.law.value else x

    def _density(self, chart: Chart, t: mpf) -> mpf:
        self.evaluations += 1
        return chart.density(t)

    def _share(self, x: mpf, g: mpf) -> mpf:
        """Density times |x| (where that side has a mean): what is lost if cut here."""
        a = self.law.tails[int(x > 0)]
        return g * (max(1, abs(self.value(x))) if a > 1 else 1)

    def _peak(self, chart: Chart) -> mpf:
        """A place to start from: climb in steps of 1, then 1/2, ... A flat chart needs none."""
        if mp.isfinite(chart.low) and mp.isfinite(chart.high):
            return chart.low

        def inside(t: mpf) -> mpf:
            return min(max(t, chart.low), chart.high)

        t, step = inside(mpf(0)), mpf(1)
        best = self._density(chart, t)
        while step > mpf(1) / 64:
            moves = [(self._density(chart, s), s) for s in (inside(t - step), inside(t + step))]
            top, s = max(moves)
            if top > best:
                best, t = top, s
            else:
                step /= 2
        return t

    def _cover(self, chart: Chart) -> list[Panel]:
        peak = self._peak(chart)
        edges = [*reversed(list(self._march(chart, peak, -1))), peak, *self._march(chart, peak, 1)]
        return [p for a, b in pairwise(edges) for p in self._resolve(chart, a, b, 0)]

    def _march(self, chart: Chart, t: mpf, sign: int) -> Iterator[mpf]:
        """Edges outwards from the peak until what is left does not count."""
        end = chart.high if sign > 0 else chart.low
        step = mpf(self.setting.step)
        if mp.isfinite(chart.low) and mp.isfinite(chart.high):
            step = chart.high - chart.low
        while t != end:
            t = min(t + step, end) if sign > 0 else max(t - step, end)
            yield t
            if mp.isinf(end) and self._share(chart.x(t), self._density(chart, t)) < NEGLIGIBLE:
                return
            step *= mpf("1.5")

    def _resolve(self, chart: Chart, a: mpf, b: mpf, level: int) -> list[Panel]:
        half = (b - a) / 2
        ts = [a + half * (1 + s) for s in self.rule.nodes]
        x, g = [chart.x(t) for t in ts], [self._density(chart, t) for t in ts]
        if not self._resolved(x, g, half):
            if level > LEVELS:
                raise ArithmeticError(f"density not resolved on [{a}, {b}]")
            middle = a + half
            return [
                p
                for lo, hi in ((a, middle), (middle, b))
                for p in self._resolve(chart, lo, hi, level + 1)
            ]
        return [Panel(a, b, chart, x, g, [], [], (mpf(0), mpf(1)))]

    def _resolved(self, x: list[mpf], g: list[mpf], half: mpf) -> bool:
        """The density and its first moment are polynomials to within the tolerance. In a power
        tail the second does not follow from the first: x grows by e^30 across a panel. The
        absolute part is for ends other than 0, where pdf(end - d) is noise in its last digits."""
        least = NEGLIGIBLE / 1000
        if max(self._share(*xg) for xg in zip(x, g, strict=False)) < least:
            return True
        moment = [self.value(v) * w for v, w in zip(x, g, strict=False)]
        return all(
            roughness(self.rule, v) <= max(self.setting.tolerance * max(map(abs, v)), least / half)
            for v in (g, moment)
        )

    def _with_cdf(self, panels: list[Panel]) -> list[Panel]:
        weights = self.rule.weights
        masses = [mp.fdot(weights, p.g) * (p.stop - p.start) / 2 for p in panels]
        self.total = mp.fsum(masses)
        left, done = mpf(0), []
        rights = [mpf(0)]
        for mass in reversed(masses):
            rights.append(rights[-1] + mass)
        for p, mass, right in zip(panels, masses, reversed(rights[:-1]), strict=False):
            inner = [v * (p.stop - p.start) / 2 for v in apply(self.rule.primitive, p.g)]
            F = [left + v for v in inner]
            S = [right + mass - v for v in inner]
            done.append(
                replace(
                    p,
                    ends=(left, left + mass),
                    F=self._closed(self.law.cdf, p, F),
                    S=self._closed(self.law.sf, p, S),
                )
            )
            left += mass
        return done

    def _closed(self, formula: Callable | None, p: Panel, summed: list[mpf]) -> list[mpf]:
        """The law's own formula on the side where it is small, if this setting wants it."""
        if not (self.setting.closed_forms and formula and p.chart.exact):
            return summed
        return [formula(x) if v < 0.6 else v for x, v in zip(p.x, summed, strict=False)]


# --- order statistics -------------------------------------------------------------------------


def _halved(table: Table, p: Panel) -> list[Panel]:
    middle, quarter = (p.start + p.stop) / 2, (p.stop - p.start) / 4
    g = [apply(m, p.g) for m in table.rule.halves]
    ends = (p.ends[0], p.ends[0] + mp.fdot(table.rule.weights, g[0]) * quarter, p.ends[1])
    halves = []
    for i, (a, b) in enumerate(((p.start, middle), (middle, p.stop))):
        m = table.rule.halves[i]
        x = [p.chart.x(a + quarter * (1 + s)) for s in table.rule.nodes]
        halves.append(Panel(a, b, p.chart, x, g[i], apply(m, p.F), apply(m, p.S), ends[i : i + 2]))
    return halves


class OrderStatistic:
    """The density of the k-th smallest of n, on the panels of a table."""

    def __init__(self, table: Table, k: int, n: int) -> None:
        self.table, self.k, self.n = table, k, n
        self.log_constant = mp.loggamma(n + 1) - mp.loggamma(k) - mp.loggamma(n - k + 1)
        self.peak = mpf(k) / (n + 1)
        self.width = mp.sqrt(self.peak * (1 - self.peak) / (n + 2))

    def log_weight(self, F: mpf, S: mpf) -> mpf:
        if F < S:
            log_F, log_S = mp.log(F), mp.log1p(-F)
        else:
            log_F, log_S = mp.log1p(-S), mp.log(S)
        return self.log_constant + (self.k - 1) * log_F + (self.n - self.k) * log_S

    def near_peak(self, p: Panel) -> list[Panel]:
        """Bisect until no panel is wide compared with the spread of U_{k:n}."""
        low, high = p.ends
        reach = 15 * self.width
        if high - low < 20 * self.width or not low - reach < self.peak < high + reach:
            return [p]
        return [q for h in _halved(self.table, p) for q in self.near_peak(h)]

    def integrands(self, p: Panel) -> tuple[list[mpf], list[mpf]]:
        """Density, and density times x, at the nodes."""
        density = [
            g * mp.exp(self.log_weight(F, S)) if F > 0 and S > 0 else mpf(0)
            for g, F, S in zip(p.g, p.F, p.S, strict=False)
        ]
        return density, [d * self.table.value(x) for d, x in zip(density, p.x, strict=False)]

    def integral(self, p: Panel, scales: tuple[mpf, mpf], level: int = 0) -> tuple[mpf, mpf]:
        values = self.integrands(p)
        half = (p.stop - p.start) / 2
        rough = [roughness(self.table.rule, v) * half for v in values]
        if level < LEVELS and any(r > s for r, s in zip(rough, scales, strict=False)):
            parts = [self.integral(h, scales, level + 1) for h in _halved(self.table, p)]
            return parts[0][0] + parts[1][0], parts[0][1] + parts[1][1]
        return tuple(mp.fdot(self.table.rule.weights, v) * half for v in values)

    def moments(self) -> tuple[mpf, mpf]:
        """Total probability and mean."""
        panels = [q for p in self.table.panels for q in self.near_peak(p)]
        size = max(abs(v) * (p.stop - p.start) for p in panels for v in self.integrands(p)[1])
        scales = (mpf(10) ** -24, size * mpf(10) ** -24)
        parts = [self.integral(p, scales) for p in panels]
        return mp.fsum(m for m, _ in parts), mp.fsum(m for _, m in parts)


def diverges(law: Law, k: int, n: int) -> tuple[bool, bool]:
    """Whether the left and the right part of E[X_{k:n}] is infinite, from the tail exponents."""
    left, right = law.tails
    return k * left <= 1, (n - k + 1) * right <= 1
