"""Continuous scipy laws: both tails and all quantiles against naive definitions at 330 digits."""

import itertools
import math
import pickle
import warnings

import numpy as np
import pytest
from mpmath import atan, e, exp, expm1, inf, log, mp, mpf, ncdf, pi, sin, sqrt
from scipy import stats
from scipy.stats._distr_params import distcont

from runtime_theory.distributions.adapt import as_law
from runtime_theory.distributions.affine import Affine
from runtime_theory.distributions.ageing import ageing_by_test
from runtime_theory.distributions.base import Ageing, Route
from runtime_theory.distributions.from_scipy.ageing import AGEING
from runtime_theory.distributions.from_scipy.facts import REFUSED
from runtime_theory.distributions.from_scipy.laws import ScipyLaw, from_scipy, scipy_law

DIGITS = 330
LEVELS = [0.5, 0.3, 0.1, 1e-3, 1e-9, 1e-20, 1e-60, 1e-150]


def P(a, x):
    """Regularised lower incomplete gamma function."""
    return mp.gammainc(a, 0, x, regularized=True)


def B(a, b, x):
    """Regularised incomplete beta function."""
    return mp.betainc(a, b, 0, x, regularized=True)


def erf(x):
    return mp.erf(x)


#: The textbook cdf of each law, and its parameters. 330 digits make 1 - F good to 1e-150.
CDF = {
    "alpha": [(lambda x, a: ncdf(a - 1 / x) / ncdf(a), (3.57,))],
    "anglit": [(lambda x: sin(x + pi / 4) ** 2, ())],
    "arcsine": [(lambda x: 2 / pi * mp.asin(sqrt(x)), ())],
    "beta": [(lambda x, a, b: B(a, b, x), (2.5, 3.5))],
    "betaprime": [(lambda x, a, b: B(a, b, x / (1 + x)), (2.5, 3.5))],
    "bradford": [(lambda x, c: log(1 + c * x) / log(1 + c), (0.3,))],
    "burr": [(lambda x, c, d: (1 + x**-c) ** -d, (10.5, 4.3)), (None, (0.95, 4.4))],
    "burr12": [(lambda x, c, d: 1 - (1 + x**c) ** -d, (0.7, 2.0))],
    "cauchy": [(lambda x: atan(x) / pi + mpf(1) / 2, ())],
    "chi2": [(lambda x, df: P(df / 2, x / 2), (55.0,)), (None, (0.3,))],
    "expon": [(lambda x: 1 - exp(-x), ())],
    "exponpow": [(lambda x, b: 1 - exp(1 - exp(x**b)), (0.3,))],
    "exponweib": [
        (lambda x, a, c: (1 - exp(-(x**c))) ** a, (2.9, 1.95)),
        (None, (0.2, 0.3)),
    ],
    "f": [(lambda x, m, n: B(m / 2, n / 2, m * x / (m * x + n)), (5.0, 2.5))],
    "fisk": [(lambda x, c: 1 / (1 + x**-c), (1.3,)), (None, (3.1,))],
    "foldcauchy": [(lambda x, c: (atan(x - c) + atan(x + c)) / pi, (4.7,)), (None, (0.0,))],
    "foldnorm": [(lambda x, c: ncdf(x - c) - ncdf(-x - c), (1.95,)), (None, (0.0,))],
    "gamma": [(lambda x, a: P(a, x), (2.5,)), (None, (0.05,))],
    "genextreme": [(lambda x, c: exp(-((1 - c * x) ** (1 / c))), (-0.7,)), (None, (0.3,))],
    "genhalflogistic": [
        (lambda x, c: (1 - (1 - c * x) ** (1 / c)) / (1 + (1 - c * x) ** (1 / c)), (0.77,))
    ],
    "genlogistic": [(lambda x, c: (1 + exp(-x)) ** -c, (0.41,)), (None, (20.0,))],
    "genpareto": [(lambda x, c: 1 - (1 + c * x) ** (-1 / c), (0.6,)), (None, (-0.5,))],
    "gompertz": [(lambda x, c: 1 - exp(-c * expm1(x)), (0.95,))],
    "gumbel_l": [(lambda x: 1 - exp(-exp(x)), ())],
    "gumbel_r": [(lambda x: exp(-exp(-x)), ())],
    "halfcauchy": [(lambda x: 2 / pi * atan(x), ())],
    "halflogistic": [(lambda x: (1 - exp(-x)) / (1 + exp(-x)), ())],
    "halfnorm": [(lambda x: erf(x / sqrt(2)), ())],
    "hypsecant": [(lambda x: 2 / pi * atan(exp(x)), ())],
    "invgamma": [(lambda x, a: 1 - P(a, 1 / x), (1.5,))],
    "invweibull": [(lambda x, c: exp(-(x**-c)), (1.4,))],
    "jf_skew_t": [(lambda x, a, b: B(a, b, (1 + x / sqrt(a + b + x * x)) / 2), (8.0, 4.0))],
    "kappa3": [(lambda x, a: x / (a + x**a) ** (1 / a), (2.5,)), (None, (0.3,))],
    "kappa4": [
        (lambda x, h, k: (1 - h * (1 - k * x) ** (1 / k)) ** (1 / h), (-0.1, 0.1)),
        (None, (1.0, -0.5)),
        (None, (0.5, 1.0)),
        (lambda x, h, k: exp(-((1 - k * x) ** (1 / k))), (0.0, -0.3)),
        (lambda x, h, k: (1 - h * exp(-x)) ** (1 / h), (0.1, 0.0)),
        (lambda x, h, k: exp(-exp(-x)), (0.0, 0.0)),
    ],
    "laplace": [(lambda x: exp(x) / 2 if x < 0 else 1 - exp(-x) / 2, ())],
    "levy": [(lambda x: 1 - erf(1 / sqrt(2 * x)), ())],
    "levy_l": [(lambda x: erf(1 / sqrt(-2 * x)), ())],
    "logistic": [(lambda x: 1 / (1 + exp(-x)), ())],
    "loglaplace": [(lambda x, c: x**c / 2 if x < 1 else 1 - x**-c / 2, (1.3,))],
    "lognorm": [(lambda x, s: ncdf(log(x) / s), (1.0,)), (None, (10.0,))],
    "loguniform": [(lambda x, a, b: log(x / a) / log(b / a), (0.01, 1.25))],
    "lomax": [(lambda x, c: 1 - (1 + x) ** -c, (1.1,))],
    "mielke": [(lambda x, k, s: x**k / (1 + x**s) ** (k / s), (10.4, 4.6)), (None, (0.5, 0.8))],
    "moyal": [(lambda x: 1 - erf(exp(-x / 2) / sqrt(2)), ())],
    "norm": [(ncdf, ())],
    "pareto": [(lambda x, b: 1 - x**-b, (1.05,)), (None, (50.0,))],
    "pearson3": [(lambda x, k: P(4 / k**2, 2 / k * (x + 2 / k)), (0.9,))],
    "powerlaw": [(lambda x, a: x**a, (0.05,)), (None, (1.7,))],
    "powerlognorm": [(lambda x, c, s: 1 - ncdf(-log(x) / s) ** c, (2.1, 0.45)), (None, (0.1, 2.0))],
    "powernorm": [(lambda x, c: 1 - ncdf(-x) ** c, (4.4,)), (None, (0.1,))],
    "rayleigh": [(lambda x: 1 - exp(-x * x / 2), ())],
    "rdist": [(lambda x, c: B(c / 2, c / 2, (1 + x) / 2), (1.6,))],
    "semicircular": [(lambda x: B(mpf(3) / 2, mpf(3) / 2, (1 + x) / 2), ())],
    "skewcauchy": [
        (
            lambda x, a: (1 - a) / 2 + (1 + mp.sign(x) * a) / pi * atan(x / (1 + mp.sign(x) * a)),
            (0.5,),
        ),
        (None, (-0.9,)),
    ],
    "t": [
        (lambda x, df: B(df / 2, mpf(1) / 2, df / (df + x * x)) / 2 if x < 0
         else 1 - B(df / 2, mpf(1) / 2, df / (df + x * x)) / 2, (2.743,)),
        (None, (100.0,)), (None, (0.7,)),
    ],
    "trapezoid": [
        (
            lambda x, c, d: 2 / (d - c + 1) * (
                x * x / c / 2 if x < c
                else x - c / 2 if x < d
                else d - c / 2 + (1 - d - (1 - x) ** 2 / (1 - d)) / 2
            ),
            (0.2, 0.8),
        )
    ],
    "triang": [
        (lambda x, c: x * x / c if x < c else 1 - (1 - x) ** 2 / (1 - c), (0.16,)),
        (None, (0.0,)), (lambda x, c: x * x, (1.0,)),
    ],
    "truncexpon": [(lambda x, b: expm1(-x) / expm1(-b), (4.7,))],
    "truncpareto": [(lambda x, b, c: (1 - x**-b) / (1 - c**-b), (1.8, 5.3))],
    "uniform": [(lambda x: x, ())],
    "weibull_max": [(lambda x, c: exp(-((-x) ** c)), (2.9,)), (None, (0.3,))],
    "weibull_min": [(lambda x, c: 1 - exp(-(x**c)), (1.8,)), (None, (0.05,))],
    "wrapcauchy": [
        (lambda x, c: atan((1 + c) / (1 - c) * mp.tan(x / 2)) / pi + (x > pi), (0.9,))
    ],
}  # fmt: skip

CASES = [
    # None repeats the definition before it with other parameters.
    pytest.param(
        name,
        function or next(f for f, _ in rows[i::-1] if f is not None),
        shapes,
        id=f"{name}{shapes}",
    )
    for name, rows in CDF.items()
    for i, (function, shapes) in enumerate(rows)
]


def naive(function, shapes, support):
    """F and 1 - F as functions of a double, clamped to the support."""
    exact = [mpf(s) for s in shapes]
    left, right = support

    def cdf(x):
        if x <= left:
            return mpf(0)
        return mpf(1) if x >= right else function(mpf(x), *exact)

    return cdf, lambda x: 1 - cdf(x)


def spread_of(x):
    """A few ulps on either side of a quantile."""
    width = 3e-14 * abs(x)
    return x - width, x + width


@pytest.mark.parametrize("name,function,shapes", CASES)
def test_quantiles_are_right_from_both_ends(name, function, shapes):
    law = from_scipy(getattr(stats, name)(*shapes))
    with mp.workdps(DIGITS):
        cdf, sf = naive(function, shapes, law.support)
        for q in LEVELS:
            for quantile, probability, sign in ((law.ppf, cdf, 1), (law.isf, sf, -1)):
                x = float(quantile(q))
                if math.isinf(x) or abs(x) < 1e-300:  # beyond the doubles
                    continue
                low, high = (probability(v) for v in spread_of(x)[::sign])
                assert low <= q * (1 + 2e-14), (q, x, sign)
                assert high >= q * (1 - 2e-14), (q, x, sign)


@pytest.mark.parametrize("name,function,shapes", CASES)
def test_tails_are_right_where_the_quantiles_are(name, function, shapes):
    law = from_scipy(getattr(stats, name)(*shapes))
    with mp.workdps(DIGITS):
        cdf, sf = naive(function, shapes, law.support)
        for q in LEVELS:
            for quantile, mine, probability in ((law.ppf, law.cdf, cdf), (law.isf, law.sf, sf)):
                x = float(quantile(q))
                if math.isinf(x) or abs(x) < 1e-300:
                    continue
                low, high = sorted(probability(v) for v in (x * (1 - 1e-15), x * (1 + 1e-15)))
                slack = law.tail_error + 4e-16 * abs(math.log(q))  # an exponent is rounded
                assert low * (1 - slack) <= float(mine(x)) <= high * (1 + slack), (q, x)


# --- laws whose tails are integrated from the density --------------------------------------------


INTEGRATED = {
    "argus": ((1.0,), lambda x, chi: x * sqrt(1 - x * x) * exp(-(chi**2) * (1 - x * x) / 2)),
    "geninvgauss": ((2.3, 1.5), lambda x, p, b: x ** (p - 1) * exp(-b * (x + 1 / x) / 2)),
    "genhyperbolic": ((1.0, 1.5, -0.5), lambda x, p, a, b: exp(-a * sqrt(1 + x * x) + b * x)),
    "skewnorm": ((1.0,), lambda x, a: exp(-x * x / 2) * mp.erfc(-a * x / sqrt(2))),
    "vonmises_line": ((4.0,), lambda x, kappa: exp(kappa * mp.cos(x))),
}


@pytest.mark.parametrize("name", INTEGRATED)
def test_tails_from_the_density(name):
    shapes, density = INTEGRATED[name]
    law = from_scipy(getattr(stats, name)(*shapes))
    left, right = (mpf(v) for v in law.support)
    with mp.workdps(30):
        exact = [mpf(s) for s in shapes]
        middle = mpf(float(law.median()))
        ends = [mpf(float(v)) for v in (*law.ppf([1e-60, 1e-12, 0.01]), *law.isf([0.01, 1e-12]))]
        edges = sorted({max(left, middle - 60), *ends, middle, min(right, middle + 60)})
        total = mp.quad(lambda x: density(x, *exact), edges)
        for q in (0.4, 1e-3, 1e-9):
            for quantile, mine, from_left in ((law.ppf, law.cdf, True), (law.isf, law.sf, False)):
                x = float(quantile(q))
                inner = [v for v in edges if (v < x if from_left else v > x)]
                parts = sorted({*inner, mpf(x)})
                truth = mp.quad(lambda t: density(t, *exact), parts) / total
                assert float(mine(x)) == pytest.approx(float(truth), rel=5e-14)
                assert q == pytest.approx(float(truth), rel=5e-14)
    assert law.route is Route.SURVIVAL


def test_two_names_of_one_law_agree():
    """norminvgauss is genhyperbolic with p = -1/2; scipy's own sf of it fails in the middle."""
    one = from_scipy(stats.norminvgauss(1.25, 0.5))
    other = from_scipy(stats.genhyperbolic(-0.5, 1.25, 0.5))
    x = np.array([-60.0, -9.0, -0.5, 0.0, 0.7, 30.0, 90.0])
    assert one.sf(x) == pytest.approx(other.sf(x), rel=1e-13, abs=0)
    assert one.cdf(x) == pytest.approx(other.cdf(x), rel=1e-13, abs=0)


def test_scipy_alone_would_be_wrong():
    """The reason for the repairs: where these agree one day, a repair can go."""
    wrong = {
        "alpha": (stats.alpha(3.57), 1e12),
        "burr": (stats.burr(10.5, 4.3), 1e5),
        "fisk": (stats.fisk(3.1), 1e9),
        "mielke": (stats.mielke(10.4, 4.6), 1e6),
        "levy_l": (stats.levy_l(), None),
        "rice": (stats.rice(0.77), 9.5),
    }
    for name, (frozen, x) in wrong.items():
        law = from_scipy(frozen)
        with np.errstate(all="ignore"):
            pair = [(f.cdf(-1e28) if x is None else f.sf(x)) for f in (law, frozen)]
        assert abs(float(pair[0]) / float(pair[1] or 1e-300) - 1) > 1e-4, name


# --- stable laws ----------------------------------------------------------------------------------


def test_stable_laws_with_a_closed_form():
    x = np.concatenate((-(10.0 ** np.arange(-6.0, 9.0)), [0.0], 10.0 ** np.arange(-6.0, 9.0)))
    for shapes, other in (((1.0, 0.0), stats.cauchy()), ((2.0, 0.0), stats.norm(0, math.sqrt(2)))):
        law = from_scipy(stats.levy_stable(*shapes))
        assert law.sf(x) == pytest.approx(other.sf(x), rel=1e-14, abs=0)
        assert law.cdf(x) == pytest.approx(other.cdf(x), rel=1e-14, abs=0)
    levy = from_scipy(stats.levy_stable(0.5, 1.0))
    right = x[x > 2e-3]
    assert levy.support == (0.0, math.inf)
    assert levy.sf(x[x <= 0]).tolist() == [1.0] * np.count_nonzero(x <= 0)
    assert levy.sf(right) == pytest.approx(stats.levy.sf(right), rel=1e-14, abs=0)
    assert levy.cdf(right) == pytest.approx(stats.levy.cdf(right), rel=1e-12, abs=0)
    assert from_scipy(stats.levy_stable(0.5, -1.0)).support == (-math.inf, 0.0)
    landau = from_scipy(stats.levy_stable(1.0, -1.0))
    assert landau.cdf(-x) == pytest.approx(stats.landau.sf(x), rel=1e-14)


@pytest.mark.parametrize(
    "alpha,beta",
    [(1.8, -0.5), (1.2, 0.7), (1.05, 0.3), (0.7, 0.4), (0.95, -0.5), (1.5, 1.0), (0.3, 0.0)],
)
def test_stable_laws_by_inversion_of_the_characteristic_function(alpha, beta):
    """Pr[X > x] = 1/2 + (1/pi) int_0^inf Im(exp(-i t x) phi(t)) / t dt (Gil-Pelaez, 1951)."""
    law = from_scipy(stats.levy_stable(alpha, beta))
    skew = beta * math.tan(math.pi * alpha / 2)
    nodes, weights = np.polynomial.legendre.leggauss(40)
    last = 40.0 ** (1 / alpha)
    for x in (-3.0, -0.5, 0.1, 0.7, 3.0):
        turns = int(last * (abs(x) + abs(skew)) / 2) + 30
        panels = np.concatenate(
            (2.0 ** -np.arange(120.0, 0.0, -1.0), np.linspace(0.5, last, turns))
        )
        panels = np.unique(np.concatenate(([0.0], panels)))
        half, middle = np.diff(panels) / 2, (panels[1:] + panels[:-1]) / 2
        t = middle[:, None] + half[:, None] * nodes
        value = np.exp(-(t**alpha)) * np.sin(-t * x + skew * t**alpha) / t
        truth = 0.5 + float((value * weights).sum(axis=1) @ half) / math.pi
        assert float(law.sf(x)) == pytest.approx(truth, abs=2e-12)
        assert float(law.cdf(x)) == pytest.approx(1 - truth, abs=2e-12)


def test_stable_tails_join_their_expansion():
    """The integral and the expansion in x**-alpha meet without a step."""
    law = from_scipy(stats.levy_stable(1.6, 0.3))
    x = np.geomspace(10.0, 1e4, 4001)
    ratio = np.diff(np.log(law.sf(x)), n=2)
    assert np.max(np.abs(ratio)) < 1e-5
    assert float(law.sf(1e150)) == pytest.approx(float(law.sf(1e100)) * 1e-80, rel=1e-12)


@pytest.mark.parametrize("alpha,beta", [(1.0, 0.5), (1.001, 0.0), (0.999, 1.0)])
def test_stable_laws_that_are_out_of_reach_are_refused(alpha, beta):
    with pytest.raises(ValueError, match=r"levy_stable with alpha=.* is not supported"):
        from_scipy(stats.levy_stable(alpha, beta))


# --- what is known about the laws -----------------------------------------------------------------


ALL = [
    pytest.param(name, tuple(float(a) for a in args), id=f"{name}-{i}")
    for i, (name, args) in enumerate(distcont)
    if name not in REFUSED and name not in ("ksone", "kstwo")
]
MORE = [
    pytest.param(name, shapes, id=f"{name}{shapes}")
    for name, shapes in [
        ("levy_stable", (1.3, 0.2)), ("levy_stable", (1.5, 1.0)), ("levy_stable", (1.5, -1.0)),
        ("kappa4", (-0.5, 0.3)), ("kappa4", (-0.5, -0.3)), ("kappa4", (0.5, -0.3)),
        ("kappa4", (-0.5, 0.0)), ("genextreme", (-0.4,)), ("genextreme", (0.4,)),
        ("gengamma", (2.0, -1.5)), ("genpareto", (-0.3,)), ("genpareto", (0.8,)),
        ("tukeylambda", (-0.5,)), ("jf_skew_t", (0.8, 2.0)), ("crystalball", (1.0, 2.5)),
    ]
]  # fmt: skip


@pytest.mark.parametrize("name,shapes", ALL + MORE)
def test_tail_indices_are_those_of_the_quantiles(name, shapes):
    law = from_scipy(getattr(stats, name)(*shapes))
    levels = np.array([1e-50, 1e-60, 1e-110, 1e-120])
    for end, index, quantile in zip(law.support, law.tails, (law.ppf, law.isf), strict=True):
        if math.isfinite(end):
            assert index == inf
            continue
        with np.errstate(all="ignore"):
            x = np.abs(quantile(levels))
            shallow, deep = (10 * math.log(10) / np.diff(np.log(x[i : i + 2]))[0] for i in (0, 2))
        if math.isfinite(index):
            # The power shows late where the index is large.
            assert deep == pytest.approx(index, rel=1e-6 if index < 20 else 0.1)
        else:
            assert deep > 1.05 * shallow  # lighter than every power: the slope keeps growing


def unresolved(law, low, high, depth=6):
    """Error of 40 Chebyshev points, halving where needed: a kink inside never goes away."""
    t = np.polynomial.chebyshev.chebpts1(40)
    x = t * (high - low) / 2 + (high + low) / 2
    error = np.max(np.abs(np.polynomial.chebyshev.chebfit(t, law.cdf(x), 39)[-6:]))
    if error < 1e-12 or depth == 0:
        return error
    middle = (low + high) / 2
    return max(unresolved(law, low, middle, depth - 1), unresolved(law, middle, high, depth - 1))


@pytest.mark.parametrize("name,shapes", ALL)
def test_laws_are_analytic_between_their_breakpoints(name, shapes):
    law = from_scipy(getattr(stats, name)(*shapes))
    levels = np.linspace(0.02, 0.5, 7)
    edges = np.unique(np.concatenate((law.ppf(levels), law.isf(levels), law.breakpoints)))
    edges = edges[(edges >= float(law.ppf(0.02))) & (edges <= float(law.isf(0.02)))]
    for low, high in itertools.pairwise(edges):
        # A breakpoint may be singular: |x|**1.1 is not resolved up to it.
        margin = 0.02 * (high - low)
        a = low + margin if low in law.breakpoints else low
        b = high - margin if high in law.breakpoints else high
        assert unresolved(law, a, b) < 1e-11, (low, high)


@pytest.mark.parametrize(
    "name,shapes", [("laplace", ()), ("triang", (0.25,)), ("irwinhall", (2.0,)), ("dgamma", (1.1,))]
)
def test_a_forgotten_breakpoint_would_be_noticed(name, shapes):
    law = from_scipy(getattr(stats, name)(*shapes))
    for kink in law.breakpoints:
        assert unresolved(law, kink - 0.11, kink + 0.1) > 1e-11


def test_breakpoints_are_kinks():
    for name, shapes, expected in [
        ("laplace", (), (0.0,)),
        ("triang", (0.25,), (0.25,)),
        ("triang", (0.0,), ()),
        ("irwinhall", (3,), (1.0, 2.0)),
        ("loglaplace", (2.0,), (1.0,)),
        ("crystalball", (2.0, 3.0), (-2.0,)),
        ("gennorm", (2.0,), ()),
        ("gennorm", (3.0,), (0.0,)),
        ("skewcauchy", (0.0,), ()),
    ]:
        assert from_scipy(getattr(stats, name)(*shapes)).breakpoints == expected
    shifted = from_scipy(stats.laplace(loc=5, scale=2))
    assert shifted.breakpoints == (5.0,)


AGED = [
    ("expon", ()), ("gamma", (2.5,)), ("gamma", (0.5,)), ("gamma", (1.0,)), ("erlang", (3,)),
    ("chi2", (1.0,)), ("chi2", (2.0,)), ("chi2", (5.0,)), ("chi", (1.0,)), ("chi", (4.0,)),
    ("weibull_min", (0.7,)), ("weibull_min", (1.0,)), ("weibull_min", (3.0,)),
    ("beta", (1.0, 0.5)), ("beta", (2.0, 0.3)), ("beta", (2.0, 3.0)),
    ("betaprime", (0.5, 2.0)), ("betaprime", (1.0, 2.0)), ("burr12", (0.8, 2.0)),
    ("burr12", (1.0, 2.0)), ("exponpow", (1.0,)), ("exponpow", (2.5,)),
    ("exponweib", (2.0, 1.5)), ("exponweib", (0.7, 1.5)), ("exponweib", (0.5, 0.9)),
    ("exponweib", (1.0, 1.0)), ("f", (2.0, 5.0)), ("f", (1.0, 5.0)), ("fisk", (0.8,)),
    ("fisk", (1.0,)), ("genexpon", (1.0, 2.0, 0.5)), ("gengamma", (2.0, 1.5)),
    ("gengamma", (0.7, 0.9)), ("gengamma", (0.8, 1.3)), ("genhalflogistic", (0.7,)),
    ("genpareto", (0.5,)), ("genpareto", (0.0,)), ("genpareto", (-0.5,)), ("gompertz", (1.0,)),
    ("halfgennorm", (0.7,)), ("halfgennorm", (2.0,)), ("halflogistic", ()), ("halfnorm", ()),
    ("irwinhall", (3,)), ("lomax", (1.5,)), ("maxwell", ()), ("nakagami", (0.5,)),
    ("nakagami", (3.0,)), ("pareto", (1.5,)), ("powerlaw", (1.0,)), ("powerlaw", (3.0,)),
    ("rayleigh", ()), ("trapezoid", (0.2, 0.8)), ("triang", (0.3,)), ("truncexpon", (4.0,)),
    ("uniform", ()),
]  # fmt: skip


@pytest.mark.parametrize("name,shapes", AGED)
def test_ageing_theorems_agree_with_the_test(name, shapes):
    law = from_scipy(getattr(stats, name)(*shapes))
    known = AGEING[name](*shapes)
    assert known is not None
    assert law.ageing is ageing_by_test(law) is known


def test_every_ageing_rule_is_tested():
    assert {name for name, _ in AGED} | {"geom"} == set(AGEING)


def test_ageing_where_no_theorem_is_at_hand():
    assert from_scipy(stats.lognorm(1.0)).ageing is Ageing.NEITHER
    assert from_scipy(stats.halfcauchy()).ageing is Ageing.NEITHER
    assert from_scipy(stats.norm(5, 1)).ageing is Ageing.UNKNOWN
    assert from_scipy(stats.expon(loc=1)).ageing is Ageing.NBU


def test_closed_form_families_are_found():
    for frozen, family in [
        (stats.expon(scale=2), "exponential"),
        (stats.gamma(1.0), "exponential"),
        (stats.genpareto(0.0), "exponential"),
        (stats.uniform(1, 2), "uniform"),
        (stats.burr12(1.0, 2.5), "lomax"),
        (stats.weibull_min(0.5, scale=3), "weibull"),
    ]:
        assert str(from_scipy(frozen).member.family) == f"<family {family}>"
    assert from_scipy(stats.lognorm(1)).member is None


# --- the objects ----------------------------------------------------------------------------------


def test_location_and_scale_are_taken_out():
    law = from_scipy(stats.gamma(2.5, loc=1e6, scale=1e-3))
    assert isinstance(law, Affine)
    assert (law.loc, law.scale) == (1e6, 1e-3)
    assert law.base is scipy_law(stats.gamma, (2.5,))
    assert float(law.sf(1e6)) == 1.0


def test_standard_forms_are_built_once():
    assert from_scipy(stats.gamma(2.5)) is from_scipy(stats.gamma(a=2.5))
    assert from_scipy(stats.gamma(2.5)) is not from_scipy(stats.gamma(2.5000001))


def test_names():
    assert repr(from_scipy(stats.gamma(2.5))) == "<gamma(a=2.5)>"
    assert repr(from_scipy(stats.norm(3, 2))) == "<norm(loc=3, scale=2)>"
    assert repr(from_scipy(stats.burr12(2, 1.5, 1))) == "<burr12(c=2, d=1.5, loc=1)>"


def test_pickles_to_the_same_object():
    law = from_scipy(stats.fisk(3.0))
    assert pickle.loads(pickle.dumps(law)) is law
    shifted = pickle.loads(pickle.dumps(from_scipy(stats.fisk(3.0, loc=1))))
    assert shifted.describe() == "fisk(c=3, loc=1)"


def test_shapes_of_the_arguments_are_kept():
    for frozen in (stats.gamma(2.5), stats.skewnorm(2.0), stats.t(3), stats.kappa4(0.1, 0.2)):
        law = from_scipy(frozen)
        for call in (law.sf, law.cdf, law.pdf, law.ppf, law.isf, law.logsf):
            assert call(0.25).shape == ()
            assert call(np.full((2, 3), 0.25)).shape == (2, 3)
            assert call([]).shape == (0,)


def test_ends_of_the_support_and_beyond():
    law = from_scipy(stats.fisk(3.0))
    assert law.sf([-1.0, 0.0, math.inf]).tolist() == [1.0, 1.0, 0.0]
    assert law.cdf([-1.0, 0.0, math.inf]).tolist() == [0.0, 0.0, 1.0]
    assert law.ppf([0.0, 1.0]).tolist() == [0.0, math.inf]
    assert law.isf([0.0, 1.0]).tolist() == [math.inf, 0.0]
    assert np.isnan(law.sf(math.nan))
    assert np.isnan(law.cdf([math.nan, 1.0])).tolist() == [True, False]
    for q in (-0.1, 1.1, math.nan):
        with pytest.raises(ValueError, match="q must be a probability"):
            law.ppf(q)


def test_logsf_goes_on_where_sf_has_underflowed():
    assert float(from_scipy(stats.expon()).logsf(1e5)) == -1e5
    assert float(from_scipy(stats.norm()).logsf(100.0)) == pytest.approx(-5005.524208694205)
    assert float(from_scipy(stats.weibull_min(2.0, scale=2)).logsf(100.0)) == -2500.0


def test_draws():
    for frozen in (stats.gamma(2.5, loc=1), stats.fisk(3.0), stats.skewnorm(2.0)):
        law = from_scipy(frozen)
        draws = law.rvs(20_000, rng=7)
        assert np.array_equal(draws, law.rvs(20_000, rng=7))
        assert stats.kstest(draws, frozen.cdf).pvalue > 1e-6
        assert law.rvs(rng=1).shape == ()
        with pytest.raises(TypeError, match="rng must be"):
            law.rvs(3, rng=None)


def test_no_warning_leaks_out():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for frozen in (
            stats.invgauss(0.145),
            stats.ncf(4, 3, 10),
            stats.burr(10.5, 4.3),
            stats.kappa4(0, 0),
            stats.foldnorm(1.95),
            stats.mielke(10, 4.6),
        ):
            law = from_scipy(frozen)
            assert law.route in Route
            law.sf([0.0, 1e-3, 1.0, 1e3, 1e300])
            law.isf([1e-300, 1e-9, 0.5])


# --- what is refused ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "make,error,match",
    [
        (lambda: stats.gamma(-1), ValueError, r"gamma: a must be .* in \(0, inf\), got a=-1"),
        (lambda: stats.gamma(0), ValueError, "gamma: a must be"),
        (lambda: stats.gamma(math.nan), ValueError, "gamma: a must be a real number, got a=nan"),
        (lambda: stats.gamma(math.inf), ValueError, "gamma: a must be .* got a=inf"),
        (lambda: stats.gamma(2, scale=0), ValueError, "scale must be a finite real number > 0"),
        (lambda: stats.gamma(2, scale=-1), ValueError, "gamma: scale must be .* got scale=-1"),
        (lambda: stats.gamma(2, scale=math.nan), ValueError, "gamma: scale must be"),
        (lambda: stats.gamma(2, loc=math.inf), ValueError, "gamma: loc must be a finite real"),
        (lambda: stats.gamma([1, 2]), TypeError, r"gamma: a must be one number, got an array"),
        (lambda: stats.gamma(2, loc=[0, 1]), TypeError, "gamma: loc must be one number"),
        (lambda: stats.gamma(2, scale=np.ones(1)), TypeError, "gamma: scale must be one number"),
        (lambda: stats.truncnorm(2, 1), ValueError, "truncnorm: these parameters do not define"),
        (lambda: stats.irwinhall(2.5), ValueError, "irwinhall: n must be an integer"),
        (lambda: stats.gamma, TypeError, r"gamma has free parameters: freeze it, stats.gamma\(a\)"),
        (lambda: stats.burr12, TypeError, r"freeze it, stats.burr12\(c, d\)"),
        (lambda: stats.vonmises(2.0), ValueError, "vonmises is not supported: .*vonmises_line"),
        (lambda: stats.studentized_range(3, 10), ValueError, "studentized_range is not supported"),
    ],
)  # fmt: skip
def test_bad_parameters_are_named(make, error, match):
    with pytest.raises(error, match=match):
        from_scipy(make())


@pytest.mark.parametrize("obj", [1.0, "expon", None, [1.0], stats, stats.expon.pdf, np.ones(2)])
def test_other_objects_are_somebody_elses(obj):
    assert from_scipy(obj) is None


# --- laws of the user -----------------------------------------------------------------------------


class PdfOnly(stats.rv_continuous):
    def _pdf(self, x):
        return 3.0 * x**-4.0


class BothTails(stats.rv_continuous):
    def _cdf(self, x):
        return -np.expm1(-x)

    def _sf(self, x):
        return np.exp(-x)


class CdfOnly(stats.rv_continuous):
    def _cdf(self, x):
        return -np.expm1(-x)


def test_a_density_of_the_user_is_integrated():
    law = from_scipy(PdfOnly(a=1.0, name="mine")())
    assert law.sf([2.0, 1e6]) == pytest.approx([0.125, 1e-18], rel=1e-13)
    assert float(law.isf(1e-30)) == pytest.approx(1e10, rel=1e-13)
    assert law.member is None
    assert math.isnan(law.tails.right)


def test_tails_of_the_user_are_taken_as_they_are():
    law = from_scipy(BothTails(a=0.0, name="mine")())
    assert float(law.sf(500.0)) == pytest.approx(math.exp(-500.0))
    assert float(law.isf(1e-200)) == pytest.approx(200 * math.log(10), rel=1e-14)
    assert law.ageing is Ageing.BOTH


def test_a_lone_cdf_of_the_user_is_refused():
    with pytest.raises(ValueError, match="mine must define _pdf, or both _cdf and _sf"):
        from_scipy(CdfOnly(a=0.0, name="mine")())


def test_a_law_of_the_user_is_not_taken_for_a_known_one():
    """A class called norm is not the normal law."""
    law = from_scipy(BothTails(a=0.0, name="norm")())
    assert law.member is None
    assert float(law.sf(1.0)) == pytest.approx(1 / float(e))
    assert law.key[0] != "norm"


def test_histograms():
    rng = np.random.default_rng(2)
    frozen = stats.rv_histogram(np.histogram(rng.gamma(2.0, size=5000), bins=30))
    law = as_law(frozen)
    x = np.linspace(-1, law.support[1] + 1, 501)
    assert law.cdf(x) == pytest.approx(frozen.cdf(x), abs=1e-14)
    assert law.pdf(x) == pytest.approx(frozen.pdf(x), abs=1e-14)
    assert law.sf(x) == pytest.approx(frozen.sf(x), abs=1e-14)
    q = np.linspace(0.01, 0.99, 99)
    assert law.ppf(q) == pytest.approx(frozen.ppf(q), rel=1e-12)
    assert len(law.breakpoints) == 29
    end = law.support[1]
    assert float(law.sf(end - 1e-9)) == pytest.approx(float(law.pdf(end - 1e-9)) * 1e-9, rel=1e-5)
    assert as_law(stats.rv_histogram(np.histogram([1, 2, 2], bins=3))(loc=1)).support == (2.0, 3.0)


def test_empty_bins_of_a_histogram_are_plateaus():
    law = as_law(stats.rv_histogram(([0, 2, 0, 2, 0], [0, 1, 2, 3, 4, 5]), density=False))
    assert law.support == (1.0, 4.0)
    assert float(law.ppf(0.5)) == 2.0
    assert float(law.isf(0.5)) == 2.0
    assert float(law.isf(0.25)) == 3.5


def test_direct_construction_matches_the_adapter():
    assert isinstance(from_scipy(stats.gamma(2.5)), ScipyLaw)
    assert ScipyLaw(stats.gamma, (2.5,)).key == from_scipy(stats.gamma(2.5)).key
