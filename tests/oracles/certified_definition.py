"""E[X_{k:n}] from its definition, naively, in mpmath with 90 digits.

E = int_0^inf Pr[X_{k:n} > x] dx - int_0^inf Pr[X_{k:n} < -x] dx with the tail probabilities as
binomial sums over F and S, which are written down here as the textbooks have them. The integrals
are trapezoidal sums in t after x = exp(pi/2 sinh t), or x = 1/(1 + exp(-pi sinh t)) on [0, 1]. Two
step sizes must agree. Nothing is taken from the package.
"""

from fractions import Fraction
from math import comb

from mpmath import mp, mpf

DIGITS = 90
AGREE = mpf(10) ** -64
STEPS = tuple(1 / mpf(count) for count in (40, 56, 80, 112, 160, 240, 360))


def exact(x):
    """A float as the number it is."""
    fraction = Fraction(x)
    return mpf(fraction.numerator) / fraction.denominator


def upper_gamma(a, x):
    return mp.gammainc(a, x, mp.inf, regularized=True)


def beta_cdf(a, b, z):
    return mp.betainc(a, b, 0, z, regularized=True)


def normal_sf(z):
    return mp.erfc(z / mp.sqrt(2)) / 2


def t_sf(nu, x):
    return beta_cdf(nu / 2, mpf(1) / 2, nu / (nu + x * x)) / 2


def inverse_gaussian_sf(mu, x):
    root = mp.sqrt(x)
    return normal_sf(root / mu - 1 / root) - mp.exp(2 / mu) * normal_sf(root / mu + 1 / root)


# S on (0, inf) of positive laws, by scipy's names and parameters.
POSITIVE = {
    "expon": lambda x: mp.exp(-x),
    "weibull_min": lambda x, c: mp.exp(-(x**c)),
    "rayleigh": lambda x: mp.exp(-x * x / 2),
    "invweibull": lambda x, c: -mp.expm1(-(x**-c)),
    "fisk": lambda x, c: 1 / (1 + x**c),
    "lomax": lambda x, c: (1 + x) ** -c,
    "genpareto": lambda x, c: (1 + c * x) ** (-1 / c),
    "gamma": lambda x, a: upper_gamma(a, x),
    "chi2": lambda x, df: upper_gamma(df / 2, x / 2),
    "gengamma": lambda x, a, c: (
        upper_gamma(a, x**c) if c > 0 else mp.gammainc(a, 0, x**c, regularized=True)
    ),
    "invgamma": lambda x, a: mp.gammainc(a, 0, 1 / x, regularized=True),
    "nakagami": lambda x, nu: upper_gamma(nu, nu * x * x),
    "maxwell": lambda x: upper_gamma(mpf(3) / 2, x * x / 2),
    "halfnorm": lambda x: 2 * normal_sf(x),
    "lognorm": lambda x, s: normal_sf(mp.log(x) / s),
    "fatiguelife": lambda x, c: normal_sf((mp.sqrt(x) - 1 / mp.sqrt(x)) / c),
    "invgauss": lambda x, mu: inverse_gaussian_sf(mu, x),
    "burr12": lambda x, c, d: (1 + x**c) ** -d,
    "burr": lambda x, c, d: -mp.expm1(-d * mp.log1p(x**-c)),
    "betaprime": lambda x, a, b: beta_cdf(b, a, 1 / (1 + x)),
    "f": lambda x, p, q: beta_cdf(q / 2, p / 2, q / (q + p * x)),
    "halfcauchy": lambda x: 2 * mp.atan(1 / x) / mp.pi,
    "halflogistic": lambda x: 2 / (1 + mp.exp(x)),
    "gompertz": lambda x, c: mp.exp(-c * mp.expm1(x)),
    "hyperexponential": lambda x: (mp.exp(-x) * 3 + mp.exp(-x / 8)) / 4,
    "erlang_mixture": lambda x: (upper_gamma(mpf(2), x) + upper_gamma(mpf(5), x / 2)) / 2,
    "normal_above_1": lambda x: normal_sf(1 + x) / normal_sf(mpf(1)),
    "gamma_above_2": lambda x: upper_gamma(exact(2.5), 2 + x) / upper_gamma(exact(2.5), 2),
    "ranked_gamma": lambda x: binomial_below(3, 2, 1 - upper_gamma(exact(2.5), x)),
}

# (F(-x), S(x)) for x > 0.
REAL = {
    "norm": lambda x: (normal_sf(x), normal_sf(x)),
    "t": lambda x, nu: (t_sf(nu, x), t_sf(nu, x)),
    "cauchy": lambda x: (mp.atan(1 / x) / mp.pi, mp.atan(1 / x) / mp.pi),
    "laplace": lambda x: (mp.exp(-x) / 2, mp.exp(-x) / 2),
    "logistic": lambda x: (1 / (1 + mp.exp(x)), 1 / (1 + mp.exp(x))),
    "gumbel_r": lambda x: (mp.exp(-mp.exp(x)), -mp.expm1(-mp.exp(-x))),
    "gumbel_l": lambda x: (-mp.expm1(-mp.exp(-x)), mp.exp(-mp.exp(x))),
}

# (F, S) on (0, 1), from x and 1-x.
UNIT = {
    "beta": lambda x, y, a, b: (beta_cdf(a, b, x), beta_cdf(b, a, y)),
    "powerlaw": lambda x, y, a: (x**a, -mp.expm1(a * mp.log1p(-y))),
    "uniform": lambda x, y: (x, y),
    # Standard normal on [-1, 2], moved to [0, 1].
    "truncnorm": lambda x, y: (
        (normal_sf(-(3 * x - 1)) - normal_sf(mpf(1))) / (1 - normal_sf(mpf(1)) - normal_sf(mpf(2))),
        (normal_sf(3 * x - 1) - normal_sf(mpf(2))) / (1 - normal_sf(mpf(1)) - normal_sf(mpf(2))),
    ),
}


def binomial_below(n, k, p):
    """Pr[fewer than k of n succeed]."""
    return mp.fsum(comb(n, j) * p**j * (1 - p) ** (n - j) for j in range(k))


def below(k, n, F, S):
    """Pr[fewer than k of n are done]."""
    return mp.fsum(comb(n, j) * F**j * S ** (n - j) for j in range(k))


def reached(k, n, F, S):
    """Pr[at least k of n are done]."""
    return mp.fsum(comb(n, j) * F**j * S ** (n - j) for j in range(k, n + 1))


def half_line(tail, step):
    """Weights and the law's two probabilities at the nodes on (0, inf)."""
    rows = []
    for direction in (1, -1):
        j = 0 if direction > 0 else 1
        while True:
            t = direction * j * step
            x = mp.exp(mp.pi / 2 * mp.sinh(t))
            weight = step * mp.pi / 2 * mp.cosh(t) * x
            if x > 1 and (values := tail(x)) and max(values[1:]) * weight < mpf(10) ** -85:
                break
            if x < mpf(10) ** -85:
                break
            if x <= 1:
                values = tail(x)
            rows.append((weight, *values))
            j += 1
            if j * step > 9:
                break
    return rows


def unit_interval(law, step):
    rows = []
    j = -int(5 / step)
    while j * step < 5:
        e = mp.exp(mp.pi * mp.sinh(j * step))
        x, y = e / (1 + e), 1 / (1 + e)
        weight = step * mp.pi * mp.cosh(j * step) * x * y
        if weight > mpf(10) ** -85:
            rows.append((weight, *law(x, y)))
        j += 1
    return rows


def means(name, shapes, ranks):
    """E[X_{k:n}] of the standard law for all (k, n), to 60 digits."""
    with mp.workdps(DIGITS):
        shapes = [exact(s) for s in shapes]
        previous = None
        for step in STEPS:
            current = _means(name, shapes, ranks, step)
            if previous is not None and all(
                abs(a - b) <= AGREE * abs(b) or abs(a - b) < AGREE / 100
                for a, b in zip(previous, current, strict=True)
            ):
                return current
            previous = current
    raise ArithmeticError(f"{name}{shapes}: no two steps agree")


def _means(name, shapes, ranks, step):
    if name in POSITIVE:

        def tail(x):
            S = POSITIVE[name](x, *shapes)
            return 1 - S, S

        rows = half_line(tail, step)
        return [mp.fsum(w * below(k, n, F, S) for w, F, S in rows) for k, n in ranks]
    if name in UNIT:
        rows = unit_interval(lambda x, y: UNIT[name](x, y, *shapes), step)
        return [mp.fsum(w * below(k, n, F, S) for w, F, S in rows) for k, n in ranks]
    rows = half_line(lambda x: (mpf(0), *REAL[name](x, *shapes)), step)
    return [
        mp.fsum(w * (below(k, n, 1 - S, S) - reached(k, n, F, 1 - F)) for w, _, F, S in rows)
        for k, n in ranks
    ]
