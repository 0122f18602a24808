"""Laws on the half line x > 0 (or x > 1)."""

from __future__ import annotations

from law import LIGHT, Law, Phi, law, lower_gamma, phi, upper_gamma
from mpmath import exp, expm1, log, log1p, mp, mpf, pi, sqrt

POSITIVE = (mpf(0), mp.inf)


def heavy(exponent: mpf) -> tuple[mpf, mpf]:
    return (LIGHT, exponent)


@law
def expon() -> Law:
    return Law(lambda x: exp(-x), POSITIVE, cdf=lambda x: -expm1(-x), sf=lambda x: exp(-x))


@law
def gamma(a: mpf) -> Law:
    c = mp.loggamma(a)
    return Law(
        lambda x: exp((a - 1) * log(x) - x - c),
        POSITIVE,
        cdf=lambda x: lower_gamma(a, x),
        sf=lambda x: upper_gamma(a, x),
    )


@law
def erlang(a: mpf) -> Law:
    return gamma(a)


@law
def chi2(df: mpf) -> Law:
    c = mp.loggamma(df / 2) + df / 2 * log(2)
    return Law(
        lambda x: exp((df / 2 - 1) * log(x) - x / 2 - c),
        POSITIVE,
        cdf=lambda x: lower_gamma(df / 2, x / 2),
        sf=lambda x: upper_gamma(df / 2, x / 2),
    )


@law
def chi(df: mpf) -> Law:
    c = mp.loggamma(df / 2) + (df / 2 - 1) * log(2)
    return Law(
        lambda x: exp((df - 1) * log(x) - x * x / 2 - c),
        POSITIVE,
        cdf=lambda x: lower_gamma(df / 2, x * x / 2),
        sf=lambda x: upper_gamma(df / 2, x * x / 2),
    )


@law
def maxwell() -> Law:
    return Law(
        lambda x: sqrt(2 / pi) * x * x * exp(-x * x / 2),
        POSITIVE,
        sf=lambda x: upper_gamma(mpf(3) / 2, x * x / 2),
    )


@law
def rayleigh() -> Law:
    return Law(
        lambda x: x * exp(-x * x / 2),
        POSITIVE,
        cdf=lambda x: -expm1(-x * x / 2),
        sf=lambda x: exp(-x * x / 2),
    )


@law
def nakagami(nu: mpf) -> Law:
    c = 2 * nu**nu / mp.gamma(nu)
    return Law(
        lambda x: c * x ** (2 * nu - 1) * exp(-nu * x * x),
        POSITIVE,
        cdf=lambda x: lower_gamma(nu, nu * x * x),
        sf=lambda x: upper_gamma(nu, nu * x * x),
    )


@law
def gengamma(a: mpf, c: mpf) -> Law:
    # c < 0 turns the behaviour x^(ca) at 0 into a power tail x^(ca) at infinity.
    scale = abs(c) / mp.gamma(a)
    below, above = (lower_gamma, upper_gamma) if c > 0 else (upper_gamma, lower_gamma)
    return Law(
        lambda x: scale * x ** (c * a - 1) * exp(-(x**c)),
        POSITIVE,
        tails=heavy(LIGHT if c > 0 else -c * a),
        cdf=lambda x: below(a, x**c),
        sf=lambda x: above(a, x**c),
    )


@law
def invgamma(a: mpf) -> Law:
    c = mp.loggamma(a)
    return Law(
        lambda x: exp(-(a + 1) * log(x) - 1 / x - c),
        POSITIVE,
        tails=heavy(a),
        cdf=lambda x: upper_gamma(a, 1 / x),
        sf=lambda x: lower_gamma(a, 1 / x),
    )


@law
def weibull_min(c: mpf) -> Law:
    return Law(
        lambda x: c * x ** (c - 1) * exp(-(x**c)),
        POSITIVE,
        cdf=lambda x: -expm1(-(x**c)),
        sf=lambda x: exp(-(x**c)),
    )


@law
def exponweib(a: mpf, c: mpf) -> Law:
    return Law(
        lambda x: a * c * (-expm1(-(x**c))) ** (a - 1) * exp(-(x**c)) * x ** (c - 1),
        POSITIVE,
        cdf=lambda x: (-expm1(-(x**c))) ** a,
        sf=lambda x: -expm1(a * log1p(-exp(-(x**c)))),
    )


@law
def exponpow(b: mpf) -> Law:
    return Law(
        lambda x: b * x ** (b - 1) * exp(1 + x**b - exp(x**b)),
        POSITIVE,
        cdf=lambda x: -expm1(-expm1(x**b)),
        sf=lambda x: exp(-expm1(x**b)),
    )


@law
def invweibull(c: mpf) -> Law:
    return Law(
        lambda x: c * x ** (-c - 1) * exp(-(x**-c)),
        POSITIVE,
        tails=heavy(c),
        cdf=lambda x: exp(-(x**-c)),
        sf=lambda x: -expm1(-(x**-c)),
    )


@law
def gompertz(c: mpf) -> Law:
    return Law(
        lambda x: c * exp(x) * exp(-c * expm1(x)),
        POSITIVE,
        cdf=lambda x: -expm1(-c * expm1(x)),
        sf=lambda x: exp(-c * expm1(x)),
    )


@law
def genexpon(a: mpf, b: mpf, c: mpf) -> Law:
    def hazard(x: mpf) -> mpf:
        return (a + b) * x + b / c * expm1(-c * x)

    return Law(
        lambda x: (a - b * expm1(-c * x)) * exp(-hazard(x)),
        POSITIVE,
        cdf=lambda x: -expm1(-hazard(x)),
        sf=lambda x: exp(-hazard(x)),
    )


@law
def lognorm(s: mpf) -> Law:
    return Law(
        lambda x: phi(log(x) / s) / (s * x),
        POSITIVE,
        cdf=lambda x: Phi(log(x) / s),
        sf=lambda x: Phi(-log(x) / s),
    )


@law
def gibrat() -> Law:
    return lognorm(mpf(1))


@law
def powerlognorm(c: mpf, s: mpf) -> Law:
    return Law(
        lambda x: c / (x * s) * phi(log(x) / s) * Phi(-log(x) / s) ** (c - 1),
        POSITIVE,
        cdf=lambda x: -expm1(c * log1p(-Phi(log(x) / s))),
        sf=lambda x: Phi(-log(x) / s) ** c,
    )


@law
def dpareto_lognorm(u: mpf, s: mpf, a: mpf, b: mpf) -> Law:
    """exp(N(u, s) + Exp(a) - Exp(b)); density through Mills ratios (Reed and Jorgensen 2004)."""

    def pdf(x: mpf) -> mpf:
        z = (log(x) - u) / s
        mills = sum(Phi(-y) / phi(y) for y in (a * s - z, b * s + z))
        return a * b / ((a + b) * x) * phi(z) * mills

    return Law(pdf, POSITIVE, tails=heavy(a))


@law
def invgauss(mu: mpf) -> Law:
    return Law(
        lambda x: exp(-((x - mu) ** 2) / (2 * mu**2 * x)) / sqrt(2 * pi * x**3),
        POSITIVE,
        cdf=lambda x: Phi((x / mu - 1) / sqrt(x)) + exp(2 / mu) * Phi(-(x / mu + 1) / sqrt(x)),
    )


@law
def wald() -> Law:
    return invgauss(mpf(1))


@law
def recipinvgauss(mu: mpf) -> Law:
    inverse = invgauss(mu)
    return Law(
        lambda x: exp(-((1 - mu * x) ** 2) / (2 * mu**2 * x)) / sqrt(2 * pi * x),
        POSITIVE,
        sf=lambda x: inverse.cdf(1 / x),
    )


@law
def geninvgauss(p: mpf, b: mpf) -> Law:
    c = 2 * mp.besselk(p, b)
    return Law(lambda x: x ** (p - 1) * exp(-b * (x + 1 / x) / 2) / c, POSITIVE)


@law
def fatiguelife(c: mpf) -> Law:
    return Law(
        lambda x: (x + 1) / (2 * c * sqrt(2 * pi * x**3)) * exp(-((x - 1) ** 2) / (2 * x * c**2)),
        POSITIVE,
        cdf=lambda x: Phi((x - 1) / sqrt(x) / c),
        sf=lambda x: Phi(-(x - 1) / sqrt(x) / c),
    )


@law
def pareto(b: mpf) -> Law:
    return Law(
        lambda x: b * x ** (-b - 1),
        (mpf(1), mp.inf),
        tails=heavy(b),
        cdf=lambda x: -expm1(-b * log(x)),
        sf=lambda x: x**-b,
    )


@law
def lomax(c: mpf) -> Law:
    return Law(
        lambda x: c * (1 + x) ** (-c - 1),
        POSITIVE,
        tails=heavy(c),
        cdf=lambda x: -expm1(-c * log1p(x)),
        sf=lambda x: (1 + x) ** -c,
    )


@law
def burr(c: mpf, d: mpf) -> Law:
    return Law(
        lambda x: c * d * x ** (-c - 1) * (1 + x**-c) ** (-d - 1),
        POSITIVE,
        tails=heavy(c),
        cdf=lambda x: (1 + x**-c) ** -d,
        sf=lambda x: -expm1(-d * log1p(x**-c)),
    )


@law
def fisk(c: mpf) -> Law:
    return burr(c, mpf(1))


@law
def mielke(k: mpf, s: mpf) -> Law:
    return Law(
        lambda x: k * x ** (k - 1) * (1 + x**s) ** (-1 - k / s),
        POSITIVE,
        tails=heavy(s),
        cdf=lambda x: (1 + x**-s) ** (-k / s),
        sf=lambda x: -expm1(-k / s * log1p(x**-s)),
    )


@law
def burr12(c: mpf, d: mpf) -> Law:
    return Law(
        lambda x: c * d * x ** (c - 1) * (1 + x**c) ** (-d - 1),
        POSITIVE,
        tails=heavy(c * d),
        cdf=lambda x: -expm1(-d * log1p(x**c)),
        sf=lambda x: (1 + x**c) ** -d,
    )


@law
def kappa3(a: mpf) -> Law:
    return Law(
        lambda x: a * (a + x**a) ** (-(a + 1) / a),
        POSITIVE,
        tails=heavy(a),
        cdf=lambda x: x * (a + x**a) ** (-1 / a),
        sf=lambda x: -expm1(-log1p(a * x**-a) / a),
    )


@law
def betaprime(a: mpf, b: mpf) -> Law:
    c = mp.beta(a, b)
    return Law(
        lambda x: x ** (a - 1) * (1 + x) ** (-a - b) / c,
        POSITIVE,
        tails=heavy(b),
        cdf=lambda x: mp.betainc(a, b, 0, x / (1 + x), regularized=True),
        sf=lambda x: mp.betainc(b, a, 0, 1 / (1 + x), regularized=True),
    )


@law
def f(dfn: mpf, dfd: mpf) -> Law:
    a, b, r = dfn / 2, dfd / 2, dfn / dfd
    c = r**a / mp.beta(a, b)
    return Law(
        lambda x: c * x ** (a - 1) * (1 + r * x) ** (-a - b),
        POSITIVE,
        tails=heavy(b),
        cdf=lambda x: mp.betainc(a, b, 0, r * x / (1 + r * x), regularized=True),
        sf=lambda x: mp.betainc(b, a, 0, 1 / (1 + r * x), regularized=True),
    )


@law
def alpha(a: mpf) -> Law:
    c = Phi(a)
    return Law(
        lambda x: phi(a - 1 / x) / (x * x * c),
        POSITIVE,
        tails=heavy(mpf(1)),
        cdf=lambda x: Phi(a - 1 / x) / c,
    )


@law
def levy() -> Law:
    return Law(
        lambda x: exp(-1 / (2 * x)) / sqrt(2 * pi * x**3),
        POSITIVE,
        tails=heavy(mpf(1) / 2),
        cdf=lambda x: mp.erfc(1 / sqrt(2 * x)),
        sf=lambda x: mp.erf(1 / sqrt(2 * x)),
    )


@law
def halfcauchy() -> Law:
    return Law(
        lambda x: 2 / (pi * (1 + x * x)),
        POSITIVE,
        tails=heavy(mpf(1)),
        cdf=lambda x: 2 / pi * mp.atan(x),
        sf=lambda x: 2 / pi * mp.atan(1 / x),
    )


@law
def foldcauchy(c: mpf) -> Law:
    return Law(
        lambda x: (1 / (1 + (x - c) ** 2) + 1 / (1 + (x + c) ** 2)) / pi,
        POSITIVE,
        tails=heavy(mpf(1)),
        cdf=lambda x: (mp.atan(x - c) + mp.atan(x + c)) / pi,
        # atan2 form of pi - atan(x - c) - atan(x + c): no cancellation far out
        sf=lambda x: (mp.atan2(1, x - c) + mp.atan2(1, x + c)) / pi,
    )


@law
def halfnorm() -> Law:
    return Law(
        lambda x: 2 * phi(x),
        POSITIVE,
        cdf=lambda x: mp.erf(x / sqrt(2)),
        sf=lambda x: mp.erfc(x / sqrt(2)),
    )


@law
def foldnorm(c: mpf) -> Law:
    return Law(
        lambda x: phi(x - c) + phi(x + c),
        POSITIVE,
        cdf=lambda x: (mp.erf((x - c) / sqrt(2)) + mp.erf((x + c) / sqrt(2))) / 2,
        sf=lambda x: Phi(c - x) + Phi(-c - x),
    )


@law
def halflogistic() -> Law:
    return Law(
        lambda x: 2 * exp(-x) / (1 + exp(-x)) ** 2,
        POSITIVE,
        cdf=lambda x: mp.tanh(x / 2),
        sf=lambda x: 2 * exp(-x) / (1 + exp(-x)),
    )


@law
def halfgennorm(beta: mpf) -> Law:
    c = beta / mp.gamma(1 / beta)
    return Law(
        lambda x: c * exp(-(x**beta)),
        POSITIVE,
        cdf=lambda x: lower_gamma(1 / beta, x**beta),
        sf=lambda x: upper_gamma(1 / beta, x**beta),
    )


@law
def loglaplace(c: mpf) -> Law:
    return Law(
        lambda x: c / 2 * (x ** (c - 1) if x < 1 else x ** (-c - 1)),
        POSITIVE,
        tails=heavy(c),
        kinks=(mpf(1),),
        cdf=lambda x: x**c / 2 if x < 1 else 1 - x**-c / 2,
        sf=lambda x: x**-c / 2 if x > 1 else 1 - x**c / 2,
    )


@law
def rice(b: mpf) -> Law:
    return Law(lambda x: x * exp(-(x * x + b * b) / 2) * mp.besseli(0, x * b), POSITIVE)


@law
def ncx2(df: mpf, nc: mpf) -> Law:
    def pdf(x: mpf) -> mpf:
        return (
            exp(-(x + nc) / 2)
            / 2
            * (x / nc) ** ((df - 2) / 4)
            * mp.besseli(df / 2 - 1, sqrt(nc * x))
        )

    return Law(pdf, POSITIVE)


@law
def ncf(dfn: mpf, dfd: mpf, nc: mpf) -> Law:
    """Poisson(nc/2) mixture of central F laws, summed as a 1F1."""
    central, a, b = f(dfn, dfd), dfn / 2, dfd / 2

    def pdf(x: mpf) -> mpf:
        z = nc / 2 * dfn * x / (dfd + dfn * x)
        return central.pdf(x) * exp(-nc / 2) * mp.hyp1f1(a + b, a, z)

    return Law(pdf, POSITIVE, tails=heavy(b))


@law
def rel_breitwigner(rho: mpf) -> Law:
    g = sqrt(rho**2 * (rho**2 + 1))
    k = 2 * sqrt(2) * rho * g / (pi * sqrt(rho**2 + g))
    return Law(lambda x: k / ((x * x - rho * rho) ** 2 + rho * rho), POSITIVE, tails=heavy(mpf(3)))
