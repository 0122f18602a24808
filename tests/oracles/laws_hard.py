"""Laws without an elementary density: series, contour integrals and exact polynomials."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise
from math import comb, factorial

import flint
from law import LIGHT, Law, law
from mpmath import exp, mp, mpf, pi, sqrt

Polynomial = list[Fraction]


def _number(ball: flint.arb) -> mpf:
    """The midpoint of a ball."""
    mantissa, exponent = ball.mid().man_exp()
    return mp.ldexp(mpf(int(mantissa)), int(exponent))


# --- stable laws ------------------------------------------------------------------------------


def _stable_series(a: mpf, zeta: mp.mpc, reach: mpf) -> list[mpf]:
    """Taylor coefficients at 0 of the density with characteristic function exp(-zeta t^a)."""
    terms: list[mpf] = []
    j = 0
    while j < 20 or abs(terms[-1]) * reach**j > mpf(10) ** (-mp.dps) or not terms[-1]:
        moment = mp.gamma((j + 1) / a) / mp.factorial(j) / (pi * a)
        terms.append(moment * mp.re(mp.mpc(0, -1) ** j * zeta ** (-(j + 1) / a)))
        j += 1
    return terms[::-1]


def _stable_tail(a: mpf, zeta: mp.mpc, x: mpf) -> mpf:
    """Asymptotic series of the same density for x -> +inf (Zolotarev 1986, section 2.5)."""
    total, size, j = mpf(0), mp.inf, 1
    while True:
        term = (-zeta) ** j / mp.factorial(j) * mp.gamma(a * j + 1) * mp.expjpi(-(a * j + 1) / 2)
        term *= x ** (-a * j - 1) / pi
        if abs(term) > size or abs(term) < abs(total) * mpf(10) ** (-mp.dps):
            return total
        total, size, j = total + mp.re(term), abs(term), j + 1


@law
def levy_stable(alpha: mpf, beta: mpf) -> Law:
    """1 < alpha < 2 in scipy's default parametrisation S1."""
    zeta = mp.mpc(1, -beta * mp.tan(pi * alpha / 2))
    # The Taylor series is entire but cancels like exp(s(x)); the tail series is good to
    # exp(-s(x)), s(x) = (alpha - 1)(x/alpha)^(alpha/(alpha-1)). Switch where s is about 150.
    reach = alpha * (150 / (alpha - 1)) ** ((alpha - 1) / alpha)
    with mp.workdps(2 * mp.dps + 140):
        coefficients = _stable_series(alpha, zeta, reach)

    def pdf(x: mpf) -> mpf:
        if abs(x) > reach:
            return _stable_tail(alpha, zeta if x > 0 else mp.conj(zeta), abs(x))
        with mp.workdps(2 * mp.dps + 140):
            return mp.polyval(coefficients, x)

    return Law(pdf, (-mp.inf, mp.inf), tails=(alpha, alpha))


def _real_landau(x: mpf, step: mpf) -> mpf:
    """(1/pi) int_0^inf exp(-x t - t log t) sin(pi t) dt by the trapezoid rule in log t."""
    start = int(-(mp.dps * 2.4 + 2 * float(mp.log1p(abs(x)))) / 2 / float(step)) - 1
    x, h = flint.arb(x), flint.arb(step)
    total = flint.arb(0)
    for j in range(start, int(6 / float(step))):
        v = j * h
        t = v.exp()
        total += t * (-(x + v) * t).exp() * t.sin_pi()
    return _number(total * h / flint.arb.pi())


def _contour_landau(x: mpf, step: mpf) -> mpf:
    """(1/2 pi i) int exp(s log s + x s) ds on the vertical line through the saddle point."""
    c = (-flint.arb(x) - 1).exp()
    h = flint.arb(step) * c.sqrt()  # Gaussian of width sqrt(c); 0 is c >= 1 away
    total = (c * c.log() + c * flint.arb(x)).exp() / 2
    # a Gaussian of variance c first, then exp(-pi y / 2)
    digits = mp.dps * 2.4
    height = digits / 1.5 + (2 * digits * float(c.mid())) ** 0.5
    for j in range(1, int(height / float(h.mid())) + 1):
        s = flint.acb(c, j * h)
        total += (s * s.log() + flint.arb(x) * s).exp().real
    return _number(total * h / flint.arb.pi())


@law
def landau() -> Law:
    """Stable with alpha = beta = 1 and scale 1, which is what scipy computes: Landau's own
    function (the integral in scipy's documentation) has scale pi/2 and another origin."""

    def pdf(x: mpf) -> mpf:
        return pi / 2 * original(pi / 2 * x + mp.log(pi / 2))

    def original(x: mpf) -> mpf:
        flint.ctx.prec = mp.prec + 30
        if x > -1:
            return _real_landau(x, 4 / (mp.dps * mpf("2.4")))
        # the saddle sits at distance exp(-x-1) >= 1 from the branch point at 0
        return _contour_landau(x, 6 / (mp.dps * mpf("2.4")))

    return Law(pdf, (-mp.inf, mp.inf), tails=(LIGHT, mpf(1)))


# --- Kolmogorov-Smirnov -----------------------------------------------------------------------


@law
def kstwobign() -> Law:
    """Kolmogorov's limit law, by whichever theta series converges fast."""

    def odd(f: Callable[[mpf, mpf], mpf], x: mpf) -> mpf:
        a = pi * pi / (8 * x * x)
        return sqrt(2 * pi) / x * mp.fsum(f((2 * j - 1) ** 2 * a, x) for j in range(1, 14))

    def sf(x: mpf) -> mpf:
        return 2 * mp.fsum((-1) ** (j - 1) * exp(-2 * (j * x) ** 2) for j in range(1, 14))

    def cdf(x: mpf) -> mpf:
        return odd(lambda z, x: exp(-z), x) if x < 1 else 1 - sf(x)

    def pdf(x: mpf) -> mpf:
        if x < 1:
            return odd(lambda z, x: exp(-z) * (2 * z - 1) / x, x)
        return (
            8 * x * mp.fsum((-1) ** (j - 1) * j * j * exp(-2 * (j * x) ** 2) for j in range(1, 14))
        )

    return Law(pdf, (mpf(0), mp.inf), cdf=cdf, sf=lambda x: sf(x) if x > 1 else 1 - cdf(x))


@law
def ksone(n: mpf) -> Law:
    """One-sided statistic: Birnbaum and Tingey (1951), every term positive, differentiated."""
    count = int(n)
    binomials = [flint.arb(comb(count, j)) for j in range(count + 1)]

    def terms(x: mpf, weight: Callable[..., flint.arb]) -> mpf:
        flint.ctx.prec = mp.prec + 40
        z, total = flint.arb(x), flint.arb(0)
        for j in range(count):
            shift = flint.arb(j) / count
            up, down = z + shift, 1 - z - shift
            if not down > 0:
                break
            # up^(j-2): one power is kept back for the derivative
            total += binomials[j] * up ** (j - 2) * down ** (count - j - 1) * weight(z, up, down, j)
        return _number(total)

    def pdf(x: mpf) -> mpf:
        return terms(
            x, lambda z, up, down, j: z * (count - j) * up - up * down - z * (j - 1) * down
        )

    # beyond x = 0.4 lies less than exp(-2 n x^2); the knots there are left out
    knots = tuple(mpf(j) / count for j in range(int(0.4 * count) + 1))
    return Law(
        pdf,
        (mpf(0), mpf(1)),
        kinks=knots,
        sf=lambda x: terms(x, lambda z, up, down, j: z * up * down),
    )


def _marsaglia_cdf(n: int, d: Fraction) -> Fraction:
    """P(D_n < d), exact: Marsaglia, Tsang and Wang (2003), (H^n)_{kk} n!/n^n."""
    k = -((-n * d.numerator) // d.denominator)
    h, size = k - n * d, 2 * k - 1
    scale = [Fraction(1, factorial(i)) for i in range(size + 1)]
    rows = [
        [scale[i - j + 1] if i - j + 1 >= 0 else Fraction(0) for j in range(size)]
        for i in range(size)
    ]
    for i in range(size):
        rows[i][0] -= h ** (i + 1) * scale[i + 1]
        rows[size - 1][i] -= h ** (size - i) * scale[size - i]
    if 2 * h > 1:
        rows[size - 1][0] += (2 * h - 1) ** size * scale[size]
    vector = [Fraction(int(i == k - 1)) for i in range(size)]
    for _ in range(n):
        vector = [
            sum((r * v for r, v in zip(row, vector, strict=False) if r and v), Fraction(0))
            for row in rows
        ]
    return vector[k - 1] * Fraction(factorial(n), n**n)


def _interpolate(points: list[Fraction], values: list[Fraction]) -> Polynomial:
    """Newton's form expanded in powers, lowest first."""
    table = list(values)
    for level in range(1, len(points)):
        for i in range(len(points) - 1, level - 1, -1):
            table[i] = (table[i] - table[i - 1]) / (points[i] - points[i - level])
    poly: Polynomial = [Fraction(0)]
    for p, c in zip(reversed(points), reversed(table), strict=False):
        shifted = [Fraction(0), *poly]
        poly = [s - p * q for s, q in zip(shifted, [*poly, Fraction(0)], strict=False)]
        poly[0] += c
    return poly


@law
def kstwo(n: mpf) -> Law:
    """Two-sided statistic: a polynomial of degree n between multiples of 1/(2n)."""
    count = int(n)
    grid = [Fraction(j, 2 * count) for j in range(1, 2 * count + 1)]
    pieces = []
    for low, high in pairwise(grid):
        offsets = [Fraction(2 * j + 1, 2 * (count + 1)) * (high - low) for j in range(count + 1)]
        pieces.append(_interpolate(offsets, [_marsaglia_cdf(count, low + o) for o in offsets]))

    def evaluate(x: mpf, order: int) -> mpf:
        i = min(max(int(2 * count * x) - 1, 0), len(pieces) - 1)
        poly = [mpf(c.numerator) / c.denominator for c in reversed(pieces[i])]
        start = mpf(grid[i].numerator) / grid[i].denominator
        return mp.polyval(poly, x - start, derivative=True)[order]

    knots = tuple(mpf(g.numerator) / g.denominator for g in grid)
    return Law(
        lambda x: evaluate(x, 1), (knots[0], knots[-1]), kinks=knots, cdf=lambda x: evaluate(x, 0)
    )


# --- Tukey's studentised range ----------------------------------------------------------------


@law
def studentized_range(k: mpf, df: mpf) -> Law:
    """k = 3 only: the range of three normals has density 3/sqrt(pi) exp(-r^2/4) erf(r/sqrt 12);
    mixing it over chi(df)/sqrt(df) gives a 2F1."""
    if k != 3:
        raise ValueError(f"studentized_range: k must be 3, the only closed form here, got {k}")
    half = (df + 2) / 2
    c = 2 * (df / 2) ** (df / 2) / mp.gamma(df / 2) * 3 / pi * mp.gamma(half)

    def pdf(q: mpf) -> mpf:
        a, b = df / 2 + q * q / 4, q / sqrt(mpf(12))
        return c * b * a**-half * mp.hyp2f1(mpf(1) / 2, half, mpf(3) / 2, -b * b / a)

    return Law(pdf, (mpf(0), mp.inf), tails=(LIGHT, df))
