"""Naive high-precision answers about order statistics: definitions, sums and mpmath quadrature.

Nothing here shares an idea with the package: beta tails are binomial sums or a continued
fraction, and means integrate x times the density of X_{k:n} in the variable of the law.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from mpmath import mp, mpf

Function = Callable[[mpf], mpf]


# ------------------------------------------------------------------ tails of Beta(k, n-k+1)


def binomial_tails(k: int, n: int, u: mpf, s: mpf) -> tuple[mpf, mpf]:
    """Pr[U_{k:n} <= u] and Pr[U_{k:n} > u], s = 1-u, term by term: n up to some hundreds."""
    terms = [mp.binomial(n, j) * u**j * s ** (n - j) for j in range(n + 1)]
    return mp.fsum(terms[k:]), mp.fsum(terms[:k])


def beta_tails(k: int, n: int, u: mpf, s: mpf) -> tuple[mpf, mpf]:
    """The same for any n, by the continued fraction of the incomplete beta function.

    DLMF 8.17.22, evaluated by Lentz's method on the side on which it converges.
    """
    m = n - k + 1
    if u * (k + m + 2) < k + 1:
        below = _fraction(mpf(k), mpf(m), u, s)
        return below, 1 - below
    above = _fraction(mpf(m), mpf(k), s, u)
    return 1 - above, above


def early(k: int, n: int, u: mpf) -> mpf:
    """Pr[at least k of n have finished], u the probability that one has."""
    return mp.betainc(k, n - k + 1, 0, u, regularized=True)


def late(k: int, n: int, s: mpf) -> mpf:
    """Pr[fewer than k of n have finished], s the probability that one has not."""
    return mp.betainc(n - k + 1, k, 0, s, regularized=True)


def _fraction(a: mpf, b: mpf, x: mpf, y: mpf) -> mpf:
    front = mp.exp(a * mp.log(x) + b * mp.log(y) - log_beta(a, b)) / a
    c, d = mpf(1), 1 / (1 - (a + b) * x / (a + 1))
    value = d
    j, last = 0, mpf(0)
    while abs(value - last) > abs(value) * mpf(10) ** (3 - mp.dps):
        j += 1
        even = j * (b - j) * x / ((a + 2 * j - 1) * (a + 2 * j))
        odd = -(a + j) * (a + b + j) * x / ((a + 2 * j) * (a + 2 * j + 1))
        last = value
        for step in (even, odd):
            d, c = 1 / (1 + step * d), 1 + step / c
            value *= d * c
    return front * value


def log_beta(a: mpf, b: mpf) -> mpf:
    return mp.loggamma(a) + mp.loggamma(b) - mp.loggamma(a + b)


def pair(u: float | None = None, s: float | None = None) -> tuple[mpf, mpf]:
    """A probability and its complement, one of them a double, the other exact."""
    with mp.workdps(360):
        if u is not None:
            return mpf(u), 1 - mpf(u)
        return 1 - mpf(s), mpf(s)


def log_odds_pair(z: float) -> tuple[float, float, mpf, mpf]:
    """u and 1-u near logit z, as doubles and exactly: the smaller one is the double itself."""
    small = float(1 / (1 + mp.exp(mpf(abs(z)))))
    u, s = pair(u=small) if z <= 0 else pair(s=small)
    return float(u), float(s), u, s


# ------------------------------------------------------------------ means of X_{k:n}


@dataclass(frozen=True)
class PlainLaw:
    """A law by its formulas; F and S each accurate where it is small."""

    pdf: Function
    cdf: Function
    sf: Function
    support: tuple[mpf, mpf]
    tails: tuple[float, float] = (mp.inf, mp.inf)
    extra: int = 0  # digits that its formulas lose

    def both(self, x: mpf) -> tuple[mpf, mpf]:
        F = self.cdf(x)
        if 2 * F < 1:
            return F, 1 - F
        S = self.sf(x)
        return 1 - S, S


@dataclass(frozen=True)
class Chart:
    """x as a function of s on the whole line, with its derivative."""

    point: Function
    slope: Function


def chart(law: PlainLaw) -> Chart:
    a, b = law.support
    if mp.isfinite(a) and mp.isfinite(b):
        return Chart(
            lambda s: a + (b - a) / (1 + mp.exp(-s)),
            lambda s: (b - a) / (2 + mp.exp(s) + mp.exp(-s)),
        )
    if mp.isfinite(a):
        return Chart(lambda s: a + mp.exp(s), mp.exp)
    # sinh: powers of x are exponentials on both sides.
    return Chart(mp.sinh, mp.cosh)


def diverges(law: PlainLaw, k: int, n: int, order: int = 1) -> tuple[bool, bool]:
    """Whether E|X_{k:n}|**order diverges on the left and on the right."""
    return law.tails[0] * k <= order, law.tails[1] * (n - k + 1) <= order


def moments(law: PlainLaw, k: int, n: int, orders: Sequence[int] = (0, 1)) -> list[mpf]:
    """E[X_{k:n}**r] for each r by Gauss-Legendre quadrature of the density; r = 0 must give 1."""
    m, top = n - k + 1, max(orders)
    constant = -log_beta(mpf(k), mpf(m))
    way = chart(law)

    def density(s: mpf) -> mpf:
        x = way.point(s)
        F, S = law.both(x)
        if not (F > 0 and S > 0):
            return mpf(0)
        log_F = mp.log(F) if 2 * F < 1 else mp.log1p(-S)
        log_S = mp.log(S) if 2 * S < 1 else mp.log1p(-F)
        return law.pdf(x) * way.slope(s) * mp.exp(constant + (k - 1) * log_F + (m - 1) * log_S)

    edges = _edges(law, way, k, m, top)
    return [
        mp.quad(
            lambda s, r=r: density(s) * way.point(s) ** r,
            edges,
            method="gauss-legendre",
            maxdegree=8,
        )
        for r in orders
    ]


def mean(law: PlainLaw, k: int, n: int, digits: int = 28) -> mpf:
    """E[X_{k:n}] to about `digits` digits; refuses if the density does not integrate to one."""
    left, right = diverges(law, k, n)
    if left and right:
        return mp.nan
    if left or right:
        return -mp.inf if left else mp.inf
    with mp.workdps(digits + 22 + law.extra):
        total, value = moments(law, k, n)
        if abs(total - 1) > mpf(10) ** -digits:
            raise ArithmeticError(f"the density of {k}:{n} integrates to {mp.nstr(total, 40)}")
        return value


def _edges(law: PlainLaw, way: Chart, k: int, m: int, order: int) -> list[mpf]:
    """Points between which the density of X_{k:n} is harmless, from quantiles of logit U."""
    sd = mp.sqrt(mp.psi(1, k) + mp.psi(1, m))
    mode = mp.log(mpf(k) / m)
    drop = 2.4 * mp.dps
    offsets = {mpf(0)}
    for sign, count, index in ((-1, k, law.tails[0]), (1, m, law.tails[1])):
        reach = drop / (count - order / mpf(index)) + 12 * sd
        step, at = sd, mpf(0)
        while at < reach:
            at, step = at + step, step * mpf("1.3")
            offsets.add(sign * at)
    logits = sorted(mode + d for d in offsets)
    return [_chart_quantile(law, way, z) for z in logits]


def _chart_quantile(law: PlainLaw, way: Chart, z: mpf) -> mpf:
    """A rough s with logit F(x(s)) = z, by bisection."""

    def odds(s: mpf) -> mpf:
        F, S = law.both(way.point(s))
        return mp.inf if S <= 0 else -mp.inf if F <= 0 else mp.log(F) - mp.log(S)

    low, high = mpf(-1), mpf(1)
    while odds(low) > z:
        low *= 2
    while odds(high) < z:
        high *= 2
    for _ in range(34):
        middle = (low + high) / 2
        low, high = (middle, high) if odds(middle) < z else (low, middle)
    return high


# ------------------------------------------------------------------ finite worlds, exactly


def discrete_mean(
    values: Sequence[Fraction], masses: Sequence[Fraction], k: int, n: int
) -> Fraction:
    """E[X_{k:n}] of a discrete law by counting all n-tuples."""
    total = Fraction(0)
    for draw in itertools.product(range(len(values)), repeat=n):
        weight = Fraction(1)
        for i in draw:
            weight *= masses[i]
        total += weight * sorted(values[i] for i in draw)[k - 1]
    return total


def unlike_discrete_mean(
    laws: Sequence[tuple[Sequence[Fraction], Sequence[Fraction]]], k: int
) -> Fraction:
    """E[X_{k:P}] of independent workers with different discrete laws, by counting."""
    total = Fraction(0)
    for draw in itertools.product(*(range(len(values)) for values, _ in laws)):
        weight = Fraction(1)
        for i, (_, masses) in zip(draw, laws, strict=True):
            weight *= masses[i]
        total += weight * sorted(v[i] for i, (v, _) in zip(draw, laws, strict=True))[k - 1]
    return total


def unlike_exponential_mean(rates: Sequence[Fraction], k: int) -> Fraction:
    """E[X_{k:P}] of exponentials with different rates, by inclusion and exclusion over subsets.

    E[X_{k:P}] = sum over subsets A with |A| >= P-k+1 of
    (-1)**(|A|-P+k-1) C(|A|-1, P-k) / (sum of the rates in A).
    """
    P, total = len(rates), Fraction(0)
    for size in range(P - k + 1, P + 1):
        factor = (-1) ** (size - P + k - 1) * _choose(size - 1, P - k)
        total += sum(Fraction(factor) / sum(a) for a in itertools.combinations(rates, size))
    return total


def _choose(n: int, k: int) -> int:
    return int(mp.binomial(n, k))


def subset_tails(p: Sequence[Fraction], k: int) -> tuple[Fraction, Fraction]:
    """Pr[at least k succeed] and Pr[fewer], by going through all subsets."""
    reached = Fraction(0)
    for outcome in itertools.product((0, 1), repeat=len(p)):
        weight = Fraction(1)
        for hit, q in zip(outcome, p, strict=True):
            weight *= q if hit else 1 - q
        if sum(outcome) >= k:
            reached += weight
    return reached, 1 - reached
