"""Deliberately naive expectations of order statistics in mpmath: the definition, many digits.

A law is its quantile function Q(u, v), v = 1-u, or its survival function; nothing here knows a
closed form. Moments come from the beta density of U_{k:n} on the logit scale, or from the sum
over j of Pr[exactly j of n are done].
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import mpmath
from mpmath import mp, mpf

from runtime_theory.distributions.families.exact import as_fraction

DIGITS = 22


def _cumulative(u, v):
    """-log of v, from whichever of the two is small."""
    return -mpmath.log1p(-u) if u < v else -mpmath.log(v)


def _q_normal(u, v, s):
    root = mpmath.sqrt(2)
    return root * mpmath.erfinv(1 - 2 * v) if v < u else -root * mpmath.erfinv(1 - 2 * u)


def _q_box_cox(x, c):
    return -mpmath.log(x) if c == 0 else (1 - x**c) / c


QUANTILES: dict[str, Callable[..., Any]] = {
    "exponential": lambda u, v, s: _cumulative(u, v),
    "uniform": lambda u, v, s: u,
    "pareto": lambda u, v, s: v ** (-1 / s["alpha"]),
    "lomax": lambda u, v, s: v ** (-1 / s["alpha"]) - 1,
    "genpareto": lambda u, v, s: _q_box_cox(v, -s["c"]),
    "power": lambda u, v, s: u ** (1 / s["a"]),
    "logistic": lambda u, v, s: mpmath.log(u / v),
    "loglogistic": lambda u, v, s: (u / v) ** (1 / s["b"]),
    "weibull": lambda u, v, s: _cumulative(u, v) ** (1 / s["c"]),
    "rayleigh": lambda u, v, s: mpmath.sqrt(2 * _cumulative(u, v)),
    "frechet": lambda u, v, s: _cumulative(v, u) ** (-1 / s["alpha"]),
    "gumbel": lambda u, v, s: -mpmath.log(_cumulative(v, u)),
    "genextreme": lambda u, v, s: _q_box_cox(_cumulative(v, u), s["c"]),
    "deterministic": lambda u, v, s: mpf(0),
    "normal": _q_normal,
}

SURVIVAL: dict[str, Callable[..., Any]] = {
    "hyperexponential": lambda x, s: sum(
        p / sum(s["p"]) * mpmath.exp(-m * x) for p, m in zip(s["p"], s["mu"], strict=True)
    ),
    "erlang": lambda x, s: (
        mpmath.exp(-x) * sum(x**j / mpmath.factorial(j) for j in range(int(s["r"])))
    ),
}


def number(value):
    """A Fraction, float or tuple of them as mpmath numbers at the working precision."""
    if isinstance(value, tuple):
        return tuple(number(item) for item in value)
    fraction = as_fraction(value)
    return mpf(fraction.numerator) / fraction.denominator


def mean(member, k, n, digits=DIGITS):
    """E[X_{k:n}] to about so many digits, where it is finite."""
    with mp.workdps(digits + 12 + 3 * len(str(n))):
        loc, scale = number(member.loc), number(member.scale)
        return loc + scale * _standard(member, k, n, digits)[0]


def variance(member, k, n, digits=DIGITS):
    """Var X_{k:n} to about so many digits, where it is finite."""
    with mp.workdps(digits + 12 + 3 * len(str(n))):
        return number(member.scale) ** 2 * _standard(member, k, n, digits, order=2)[1]


def _standard(member, k, n, digits, order=1):
    """(mean, variance) of Y_{k:n}, Y in the standard form; the variance only for order 2."""
    k = k if member.scale > 0 else n + 1 - k
    shapes = {name: number(value) for name, value in member.shapes.items()}
    name = member.family.name
    if name in QUANTILES:
        return _by_quantiles(lambda u, v: QUANTILES[name](u, v, shapes), k, n, digits, order)
    if name in SURVIVAL:
        return _by_survival(lambda x: SURVIVAL[name](x, shapes), k, n)
    if name == "two_point":
        late = _at_least(shapes["q"], n - k + 1, n)
        return late, late * (1 - late)
    assert name == "geometric", name
    return _by_counting(shapes["p"], k, n, digits)


def _by_quantiles(quantile, k, n, digits, order):
    """Trapezoid rule for E[Q(U)] in z = log(u/(1-u)), refined until it stands still."""
    m = n - k + 1
    centre, spread = mpmath.log(mpf(k) / m), mpmath.sqrt(mpf(1) / k + mpf(1) / m)

    def weight(z):
        # log1p of both signs, so that neither u nor v is ever 1 minus something.
        low, high = mpmath.log1p(mpmath.exp(-z)), mpmath.log1p(mpmath.exp(z))
        return mpmath.exp(-k * low - m * high - top), mpmath.exp(-low), mpmath.exp(-high)

    top = mpf(0)
    top = mpmath.log(weight(centre)[0])
    small, peaks = mpf(10) ** -(digits + 4), [mpf(0)] * 3

    def reach(sign):
        """How far out the weight and its products with the powers of Q still matter."""
        step = mpf(0)
        while step < 5000:
            w, u, v = weight(centre + sign * step)
            sizes = [w * abs(quantile(u, v)) ** power for power in (0, 1, order)]
            peaks[:] = map(max, peaks, sizes)
            if step and all(x <= small * peak for x, peak in zip(sizes, peaks, strict=True)):
                break
            step = max(step * mpf("1.1"), spread)
        return step

    # The second look at the left end knows the peaks that lie to the right.
    reach(-1)
    right, left = centre + reach(1), centre - reach(-1)
    previous, count = None, int((right - left) / min(spread / 2, mpf("0.45"))) + 2
    for _ in range(6):
        h = (right - left) / count
        rows = [weight(left + i * h) for i in range(count + 1)]
        total = mpmath.fsum(w for w, _, _ in rows)
        values = [(w / total, quantile(u, v)) for w, u, v in rows]
        first = mpmath.fsum(w * x for w, x in values)
        second = mpmath.fsum(w * (x - first) ** 2 for w, x in values)
        current = (first, second)[order - 1]
        size = abs(current) + (mpf(10) ** -6 * mpmath.sqrt(second) if order == 1 else 0)
        if previous is not None and abs(current - previous) <= mpf(10) ** -digits * size:
            return first, second
        previous, count = current, count * 2
    raise AssertionError(f"the oracle did not settle at k={k}, n={n}")


def _by_survival(sf, k, n):
    """Integral of Pr[fewer than k of n done by x], and of 2x times it, over pieces of [0, inf)."""

    def late(x):
        s = sf(x)
        return sum(math.comb(n, j) * (1 - s) ** j * s ** (n - j) for j in range(k))

    edges = [0] + [mpf(2) ** e for e in range(-14, 17)]
    first = mpmath.quad(late, edges)
    return first, mpmath.quad(lambda x: 2 * x * late(x), edges) - first**2


def _by_counting(p, k, n, digits):
    """Sum over x of Pr[X_{k:n} > x] for the geometric law."""
    first = second = mpf(0)
    x, q = 0, mpf(1)
    while True:
        late = _at_least(q, n - k + 1, n)
        first += late
        second += (2 * x + 1) * late
        if x and late * (x + 1) ** 2 < mpf(10) ** -(digits + 4):
            return first, second - first**2
        x, q = x + 1, q * (1 - p)


def _at_least(q, count, n):
    """Pr[Bin(n, q) >= count]."""
    if q == 1:
        return mpf(1)
    term = q**n
    total, j = mpf(0), n
    while j >= count:
        total += term
        term *= j * (1 - q) / (q * (n - j + 1))
        j -= 1
    return total
