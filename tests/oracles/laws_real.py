"""Laws on the whole line, or on a half line that does not begin at 0."""

from __future__ import annotations

from law import LIGHT, Law, Phi, law, lower_gamma, mirrored, phi, upper_gamma
from laws_positive import dpareto_lognorm, gamma, levy, weibull_min  # noqa: F401
from mpmath import exp, expm1, log, log1p, mp, mpf, pi, sqrt

LINE = (-mp.inf, mp.inf)
ZERO = (mpf(0),)


def both(exponent: mpf) -> tuple[mpf, mpf]:
    return (exponent, exponent)


def two_sided(half: Law) -> Law:
    """The law of X with a random sign."""

    def tail(x: mpf) -> mpf:
        return half.sf(x) / 2

    return Law(
        lambda x: half.pdf(abs(x)) / 2,
        LINE,
        tails=both(half.tails[1]),
        breaks=ZERO,
        cdf=lambda x: tail(-x) if x < 0 else 1 - tail(x),
        sf=lambda x: tail(x) if x > 0 else 1 - tail(-x),
    )


@law
def norm() -> Law:
    return Law(phi, LINE, cdf=Phi, sf=lambda x: Phi(-x))


@law
def powernorm(c: mpf) -> Law:
    return Law(
        lambda x: c * phi(x) * Phi(-x) ** (c - 1),
        LINE,
        cdf=lambda x: -expm1(c * log1p(-Phi(x))),
        sf=lambda x: Phi(-x) ** c,
    )


@law
def skewnorm(a: mpf) -> Law:
    return Law(lambda x: 2 * phi(x) * Phi(a * x), LINE)


@law
def exponnorm(K: mpf) -> Law:
    def pdf(x: mpf) -> mpf:
        return exp(1 / (2 * K**2) - x / K) * Phi(x - 1 / K) / K

    return Law(pdf, LINE, sf=lambda x: Phi(-x) + K * pdf(x))


@law
def logistic() -> Law:
    return Law(
        lambda x: exp(-abs(x)) / (1 + exp(-abs(x))) ** 2,
        LINE,
        cdf=lambda x: 1 / (1 + exp(-x)),
        sf=lambda x: 1 / (1 + exp(x)),
    )


@law
def genlogistic(c: mpf) -> Law:
    return Law(
        lambda x: c * exp(-x - (c + 1) * log1p(exp(-x))),
        LINE,
        cdf=lambda x: exp(-c * log1p(exp(-x))),
        sf=lambda x: -expm1(-c * log1p(exp(-x))),
    )


@law
def hypsecant() -> Law:
    return Law(
        lambda x: mp.sech(x) / pi,
        LINE,
        cdf=lambda x: 2 / pi * mp.atan(exp(x)),
        sf=lambda x: 2 / pi * mp.atan(exp(-x)),
    )


@law
def gumbel_r() -> Law:
    return Law(
        lambda x: exp(-x - exp(-x)),
        LINE,
        cdf=lambda x: exp(-exp(-x)),
        sf=lambda x: -expm1(-exp(-x)),
    )


@law
def gumbel_l() -> Law:
    return mirrored(gumbel_r())


@law
def moyal() -> Law:
    return Law(
        lambda x: exp(-(x + exp(-x)) / 2) / sqrt(2 * pi),
        LINE,
        cdf=lambda x: mp.erfc(exp(-x / 2) / sqrt(2)),
        sf=lambda x: mp.erf(exp(-x / 2) / sqrt(2)),
    )


@law
def loggamma(c: mpf) -> Law:
    g = mp.loggamma(c)
    return Law(
        lambda x: exp(c * x - exp(x) - g),
        LINE,
        cdf=lambda x: lower_gamma(c, exp(x)),
        sf=lambda x: upper_gamma(c, exp(x)),
    )


@law
def cauchy() -> Law:
    return Law(
        lambda x: 1 / (pi * (1 + x * x)),
        LINE,
        tails=both(mpf(1)),
        cdf=lambda x: mp.atan2(1, -x) / pi,
        sf=lambda x: mp.atan2(1, x) / pi,
    )


@law
def skewcauchy(a: mpf) -> Law:
    def side(x: mpf) -> mpf:
        return 1 + a if x > 0 else 1 - a

    return Law(
        lambda x: 1 / (pi * (1 + (x / side(x)) ** 2)),
        LINE,
        tails=both(mpf(1)),
        kinks=ZERO,
        cdf=lambda x: (
            (1 - a) / pi * mp.atan2(1, -x / (1 - a))
            if x < 0
            else 1 - (1 + a) / pi * mp.atan2(1, x / (1 + a))
        ),
        sf=lambda x: (
            (1 + a) / pi * mp.atan2(1, x / (1 + a))
            if x > 0
            else 1 - (1 - a) / pi * mp.atan2(1, -x / (1 - a))
        ),
    )


@law
def t(df: mpf) -> Law:
    c = exp(mp.loggamma((df + 1) / 2) - mp.loggamma(df / 2)) / sqrt(pi * df)

    def tail(x: mpf) -> mpf:
        return mp.betainc(df / 2, mpf(1) / 2, 0, df / (df + x * x), regularized=True) / 2

    return Law(
        lambda x: c * (1 + x * x / df) ** (-(df + 1) / 2),
        LINE,
        tails=both(df),
        cdf=lambda x: tail(x) if x < 0 else 1 - tail(x),
        sf=lambda x: tail(x) if x > 0 else 1 - tail(x),
    )


@law
def nct(df: mpf, nc: mpf) -> Law:
    """Normal(nc, 1) / sqrt(chi2(df)/df); even and odd parts in x are Kummer functions."""
    half = mpf(1) / 2
    c = df ** (df / 2) * exp(mp.loggamma(df + 1) - nc * nc / 2 - mp.loggamma(df / 2)) / 2**df

    def pdf(x: mpf) -> mpf:
        r = df + x * x
        z = nc * nc * x * x / (2 * r)
        even = mp.hyp1f1((df + 1) / 2, half, z) / (sqrt(r) * mp.gamma(df / 2 + 1))
        odd = sqrt(2) * nc * x * mp.hyp1f1(df / 2 + 1, 3 * half, z) / (r * mp.gamma((df + 1) / 2))
        return c * r ** (-df / 2) * (even + odd)

    return Law(pdf, LINE, tails=both(df))


@law
def jf_skew_t(a: mpf, b: mpf) -> Law:
    c = 2 ** (a + b - 1) * mp.beta(a, b) * sqrt(a + b)

    def halves(x: mpf) -> tuple[mpf, mpf]:
        # 1 + x/r and 1 - x/r; their product is (a + b)/r^2, which avoids the difference
        r = sqrt(a + b + x * x)
        large = 1 + abs(x) / r
        small = (a + b) / (r * r * large)
        return (large, small) if x > 0 else (small, large)

    def pdf(x: mpf) -> mpf:
        up, down = halves(x)
        return up ** (a + mpf(1) / 2) * down ** (b + mpf(1) / 2) / c

    return Law(
        pdf,
        LINE,
        tails=(2 * a, 2 * b),
        cdf=lambda x: mp.betainc(a, b, 0, halves(x)[0] / 2, regularized=True),
        sf=lambda x: mp.betainc(b, a, 0, halves(x)[1] / 2, regularized=True),
    )


@law
def johnsonsu(a: mpf, b: mpf) -> Law:
    return Law(
        lambda x: b / sqrt(x * x + 1) * phi(a + b * mp.asinh(x)),
        LINE,
        cdf=lambda x: Phi(a + b * mp.asinh(x)),
        sf=lambda x: Phi(-a - b * mp.asinh(x)),
    )


@law
def laplace() -> Law:
    return laplace_asymmetric(mpf(1))


@law
def laplace_asymmetric(kappa: mpf) -> Law:
    c = 1 / (kappa + 1 / kappa)

    def low(x: mpf) -> mpf:
        return c * kappa * exp(x / kappa)

    def high(x: mpf) -> mpf:
        return c / kappa * exp(-x * kappa)

    return Law(
        lambda x: c * exp(-x * kappa if x > 0 else x / kappa),
        LINE,
        kinks=ZERO,
        cdf=lambda x: low(x) if x < 0 else 1 - high(x),
        sf=lambda x: high(x) if x > 0 else 1 - low(x),
    )


@law
def gennorm(beta: mpf) -> Law:
    c = beta / mp.gamma(1 / beta)
    return two_sided(
        Law(
            lambda x: c * exp(-(x**beta)),
            (mpf(0), mp.inf),
            sf=lambda x: upper_gamma(1 / beta, x**beta),
        )
    )


@law
def dgamma(a: mpf) -> Law:
    return two_sided(gamma(a))


@law
def dweibull(c: mpf) -> Law:
    return two_sided(weibull_min(c))


@law
def weibull_max(c: mpf) -> Law:
    return mirrored(weibull_min(c))


@law
def levy_l() -> Law:
    return mirrored(levy())


@law
def crystalball(beta: mpf, m: mpf) -> Law:
    """A normal density continued below -beta by a power tail."""
    power = (m / beta) ** m * exp(-beta * beta / 2)
    shift = m / beta - beta
    c = 1 / (m / beta / (m - 1) * exp(-beta * beta / 2) + sqrt(2 * pi) * Phi(beta))

    def low(x: mpf) -> mpf:
        return c * power * (shift - x) ** (1 - m) / (m - 1)

    def high(x: mpf) -> mpf:
        return c * sqrt(2 * pi) * Phi(-x)

    return Law(
        lambda x: c * (exp(-x * x / 2) if x > -beta else power * (shift - x) ** -m),
        LINE,
        tails=(m - 1, LIGHT),
        kinks=(-beta,),
        cdf=lambda x: low(x) if x < -beta else 1 - high(x),
        sf=lambda x: high(x) if x > -beta else 1 - low(x),
    )


@law
def norminvgauss(a: mpf, b: mpf) -> Law:
    c = a / pi * exp(sqrt(a * a - b * b))

    def pdf(x: mpf) -> mpf:
        r = sqrt(1 + x * x)
        return c * mp.besselk(1, a * r) / r * exp(b * x)

    return Law(pdf, LINE)


@law
def genhyperbolic(p: mpf, a: mpf, b: mpf) -> Law:
    g = sqrt(a * a - b * b)
    half = mpf(1) / 2
    c = g**p / (sqrt(2 * pi) * a ** (p - half) * mp.besselk(p, g))

    def pdf(x: mpf) -> mpf:
        r = sqrt(1 + x * x)
        return c * mp.besselk(p - half, a * r) * r ** (p - half) * exp(b * x)

    return Law(pdf, LINE)


@law
def genextreme(c: mpf) -> Law:
    """scipy's sign: c < 0 is the Frechet side, exponent 1/|c|; c > 0 ends at 1/c."""
    if c == 0:
        return gumbel_r()
    end = 1 / c
    support, tails = ((-mp.inf, end), both(LIGHT)) if c > 0 else ((end, mp.inf), (LIGHT, -end))

    def power(x: mpf) -> mpf:
        return (1 - c * x) ** (1 / c)

    return Law(
        lambda x: exp(-power(x)) * (1 - c * x) ** (1 / c - 1),
        support,
        tails=tails,
        cdf=lambda x: exp(-power(x)),
        sf=lambda x: -expm1(-power(x)),
    )


@law
def genpareto(c: mpf) -> Law:
    end, tail = (mp.inf, 1 / c) if c > 0 else (-1 / c, LIGHT)
    return Law(
        lambda x: (1 + c * x) ** (-1 - 1 / c),
        (mpf(0), end),
        tails=(LIGHT, tail),
        cdf=lambda x: -expm1(-log1p(c * x) / c),
        sf=lambda x: (1 + c * x) ** (-1 / c),
    )


@law
def pearson3(skew: mpf) -> Law:
    """A gamma law standardised to mean 0, variance 1 and the given skewness (mirrored if < 0)."""
    rate = 2 / abs(skew)
    a = rate * rate
    g = mp.loggamma(a)

    def near(d: mpf) -> mpf:
        return rate * exp((a - 1) * log(rate * d) - rate * d - g)

    right = Law(lambda x: near(x + rate), (-rate, mp.inf), near_left=near)
    return right if skew > 0 else mirrored(right)


@law
def kappa4(h: mpf, k: mpf) -> Law:
    """F = (1 - h y)^(1/h) with y = (1 - k x)^(1/k); h or k = 0 mean the limits."""
    low = (
        -mp.inf if h <= 0 and k >= 0 else 1 / k if h <= 0 else log(h) if k == 0 else (1 - h**-k) / k
    )
    high = 1 / k if k > 0 else mp.inf
    left = 1 / (-h * k) if h < 0 < k else LIGHT

    def y(x: mpf) -> mpf:
        return exp(-x) if k == 0 else (1 - k * x) ** (1 / k)

    def log_cdf(x: mpf) -> mpf:
        return -y(x) if h == 0 else log1p(-h * y(x)) / h

    def pdf(x: mpf) -> mpf:
        slope = y(x) if k == 0 else y(x) ** (1 - k)
        return slope * (exp(-y(x)) if h == 0 else (1 - h * y(x)) ** (1 / h - 1))

    return Law(
        pdf,
        (low, high),
        tails=(left, 1 / -k if k < 0 else LIGHT),
        cdf=lambda x: exp(log_cdf(x)),
        sf=lambda x: -expm1(log_cdf(x)),
    )
