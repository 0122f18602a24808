"""Laws on an interval."""

from __future__ import annotations

from law import Law, Phi, law, phi
from mpmath import cos, exp, expm1, log, log1p, mp, mpf, pi, sin, sqrt

UNIT = (mpf(0), mpf(1))
HALF = mpf(1) / 2


@law
def uniform() -> Law:
    return Law(lambda x: mpf(1), UNIT, kinks=UNIT, cdf=lambda x: x, sf=lambda x: 1 - x)


@law
def beta(a: mpf, b: mpf) -> Law:
    c = mp.beta(a, b)
    return Law(
        lambda x: x ** (a - 1) * (1 - x) ** (b - 1) / c,
        UNIT,
        near_left=lambda d: d ** (a - 1) * (1 - d) ** (b - 1) / c,
        near_right=lambda d: d ** (b - 1) * (1 - d) ** (a - 1) / c,
    )


@law
def arcsine() -> Law:
    return beta(HALF, HALF)


@law
def rdist(c: mpf) -> Law:
    """(1 + X)/2 is beta(c/2, c/2)."""
    g = mp.beta(HALF, c / 2)

    def near(d: mpf) -> mpf:
        return (d * (2 - d)) ** (c / 2 - 1) / g

    return Law(lambda x: near(1 - abs(x)), (mpf(-1), mpf(1)), near_left=near, near_right=near)


@law
def semicircular() -> Law:
    return rdist(mpf(3))


@law
def anglit() -> Law:
    return Law(
        lambda x: cos(2 * x),
        (-pi / 4, pi / 4),
        cdf=lambda x: sin(x + pi / 4) ** 2,
        sf=lambda x: cos(x + pi / 4) ** 2,
    )


@law
def cosine() -> Law:
    return Law(
        lambda x: (1 + cos(x)) / (2 * pi),
        (-pi, +pi),
        cdf=lambda x: (pi + x + sin(x)) / (2 * pi),
        sf=lambda x: (pi - x - sin(x)) / (2 * pi),
    )


@law
def vonmises_line(kappa: mpf) -> Law:
    c = 2 * pi * mp.besseli(0, kappa)
    return Law(lambda x: exp(kappa * cos(x)) / c, (-pi, +pi), kinks=(-pi, mpf(0), +pi))


@law
def vonmises(kappa: mpf) -> Law:
    """On [-pi, pi]: scipy leaves the circular law on the whole line, one turn is meant here."""
    return vonmises_line(kappa)


@law
def wrapcauchy(c: mpf) -> Law:
    return Law(
        lambda x: (1 - c * c) / (2 * pi * (1 + c * c - 2 * c * cos(x))),
        (mpf(0), 2 * pi),
        kinks=(mpf(0), +pi, 2 * pi),
    )


@law
def argus(chi: mpf) -> Law:
    def psi(x: mpf) -> mpf:
        return Phi(x) - x * phi(x) - HALF

    c = chi**3 / (sqrt(2 * pi) * psi(chi))
    return Law(lambda x: c * x * sqrt(1 - x * x) * exp(-(chi**2) * (1 - x * x) / 2), UNIT)


@law
def bradford(c: mpf) -> Law:
    return Law(
        lambda x: c / (log1p(c) * (1 + c * x)),
        UNIT,
        kinks=UNIT,
        cdf=lambda x: log1p(c * x) / log1p(c),
        sf=lambda x: -log1p(-c * (1 - x) / (1 + c)) / log1p(c),
    )


@law
def gausshyper(a: mpf, b: mpf, c: mpf, z: mpf) -> Law:
    g = mp.beta(a, b) * mp.hyp2f1(c, a, a + b, -z)
    return Law(lambda x: x ** (a - 1) * (1 - x) ** (b - 1) * (1 + z * x) ** -c / g, UNIT)


@law
def genhalflogistic(c: mpf) -> Law:
    def y(x: mpf) -> mpf:
        return (1 - c * x) ** (1 / c)

    return Law(
        lambda x: 2 * (1 - c * x) ** (1 / c - 1) / (1 + y(x)) ** 2,
        (mpf(0), 1 / c),
        cdf=lambda x: -expm1(log1p(-c * x) / c) / (1 + y(x)),
        sf=lambda x: 2 * y(x) / (1 + y(x)),
    )


@law
def johnsonsb(a: mpf, b: mpf) -> Law:
    def z(x: mpf) -> mpf:
        return a + b * log(x / (1 - x))

    return Law(
        lambda x: b / (x * (1 - x)) * phi(z(x)),
        UNIT,
        cdf=lambda x: Phi(z(x)),
        sf=lambda x: Phi(-z(x)),
    )


@law
def loguniform(a: mpf, b: mpf) -> Law:
    c = log(b / a)
    return Law(
        lambda x: 1 / (x * c),
        (a, b),
        kinks=(a, b),
        cdf=lambda x: log(x / a) / c,
        sf=lambda x: log(b / x) / c,
    )


@law
def reciprocal(a: mpf, b: mpf) -> Law:
    return loguniform(a, b)


@law
def powerlaw(a: mpf) -> Law:
    return Law(
        lambda x: a * x ** (a - 1), UNIT, cdf=lambda x: x**a, sf=lambda x: -expm1(a * log(x))
    )


@law
def trapezoid(c: mpf, d: mpf) -> Law:
    u = 2 / (d - c + 1)

    def pdf(x: mpf) -> mpf:
        return u * (x / c if x < c else mpf(1) if x < d else (1 - x) / (1 - d))

    return Law(pdf, UNIT, kinks=(mpf(0), c, d, mpf(1)))


@law
def triang(c: mpf) -> Law:
    def pdf(x: mpf) -> mpf:
        return 2 * x / c if x < c else 2 * (1 - x) / (1 - c)

    return Law(pdf, UNIT, kinks=(mpf(0), c, mpf(1)))


@law
def truncexpon(b: mpf) -> Law:
    c = -expm1(-b)
    return Law(
        lambda x: exp(-x) / c,
        (mpf(0), b),
        kinks=(mpf(0), b),
        cdf=lambda x: -expm1(-x) / c,
        sf=lambda x: exp(-x) * -expm1(x - b) / c,
    )


@law
def truncnorm(a: mpf, b: mpf) -> Law:
    # the complement of the upper tail would cancel for a > 0, that of the lower for b < 0
    c = Phi(-a) - Phi(-b) if a > 0 else Phi(b) - Phi(a)
    return Law(
        lambda x: phi(x) / c,
        (a, b),
        kinks=(a, b),
        cdf=lambda x: (Phi(-a) - Phi(-x) if a > 0 else Phi(x) - Phi(a)) / c,
        sf=lambda x: (Phi(-x) - Phi(-b)) / c,
    )


@law
def truncpareto(b: mpf, c: mpf) -> Law:
    g = -expm1(-b * log(c))
    return Law(
        lambda x: b / g * x ** (-b - 1),
        (mpf(1), c),
        kinks=(mpf(1), c),
        cdf=lambda x: -expm1(-b * log(x)) / g,
        sf=lambda x: x**-b * -expm1(-b * log(c / x)) / g,
    )


@law
def truncweibull_min(c: mpf, a: mpf, b: mpf) -> Law:
    g = exp(-(a**c)) - exp(-(b**c))
    return Law(
        lambda x: c * x ** (c - 1) * exp(-(x**c)) / g,
        (a, b),
        kinks=(a, b),
        cdf=lambda x: (exp(-(a**c)) - exp(-(x**c))) / g,
        sf=lambda x: (exp(-(x**c)) - exp(-(b**c))) / g,
    )


@law
def tukeylambda(lam: mpf) -> Law:
    """Defined by its quantile function, so the variable of integration is the probability."""
    return Law(lambda u: mpf(1), UNIT, value=lambda u: (u**lam - (1 - u) ** lam) / lam)


@law
def irwinhall(n: mpf) -> Law:
    """Sum of n uniforms: a spline of degree n - 1 with knots at the integers."""
    count = int(n)

    def below(x: mpf) -> mpf:
        terms = (
            (-1) ** j * mp.binomial(count, j) * (x - j) ** (count - 1) for j in range(int(x) + 1)
        )
        return sum(terms) / mp.factorial(count - 1)

    def pdf(x: mpf) -> mpf:
        return below(x if 2 * x < count else count - x)

    return Law(pdf, (mpf(0), n), kinks=tuple(mpf(j) for j in range(1, count)))
