"""Discrete scipy laws: tables to a few ulps, both tails of the infinite ones."""

import math
import pickle
from fractions import Fraction
from math import comb

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from mpmath import beta, binomial, exp, factorial, fsum, gamma, log, mp, mpf, sqrt, tanh, zeta
from scipy import stats

from runtime_theory.distributions.affine import Affine
from runtime_theory.distributions.ageing import ageing_by_test
from runtime_theory.distributions.base import Ageing
from runtime_theory.distributions.discrete import Discrete
from runtime_theory.distributions.from_scipy.discrete import ScipyAtoms, ScipyLattice
from runtime_theory.distributions.from_scipy.lattice_repairs import poisson_binomial
from runtime_theory.distributions.from_scipy.laws import from_scipy


def name_of(value):
    """Name of a frozen law, for the test's id."""
    return value.dist.name if hasattr(value, "dist") else None


# --- finitely many values -------------------------------------------------------------------------


def exact_hypergeom(M, n, N):
    return {k: Fraction(comb(n, k) * comb(M - n, N - k), comb(M, N))
            for k in range(max(0, N - M + n), min(n, N) + 1)}  # fmt: skip


def exact_nhypergeom(M, n, r):
    return {k: Fraction(comb(k + r - 1, k) * comb(M - r - k, n - k), comb(M, n))
            for k in range(n + 1)}  # fmt: skip


def exact_binom(n, p):
    p = Fraction(p)
    return {k: comb(n, k) * p**k * (1 - p) ** (n - k) for k in range(n + 1)}


def normalised(weights):
    total = sum(weights.values())
    return {k: w / total for k, w in weights.items()}


def exact_fisher(M, n, N, odds):
    base = exact_hypergeom(M, n, N)
    return normalised({k: p * Fraction(odds) ** k for k, p in base.items()})


def exact_betabinom(n, a, b):
    with mp.workdps(40):
        a, b = mpf(a), mpf(b)
        return {k: binomial(n, k) * beta(k + a, n - k + b) / beta(a, b) for k in range(n + 1)}


def exact_zipfian(a, n):
    with mp.workdps(40):
        return normalised({k: mpf(k) ** -mpf(a) for k in range(1, n + 1)})


def exact_boltzmann(lam, n):
    with mp.workdps(40):
        return normalised({k: exp(-mpf(lam) * k) for k in range(n)})


FINITE = [
    (stats.hypergeom(30, 12, 6), exact_hypergeom(30, 12, 6)),
    (stats.hypergeom(21, 18, 11), exact_hypergeom(21, 18, 11)),
    (stats.hypergeom(2500, 900, 400), exact_hypergeom(2500, 900, 400)),
    (stats.nhypergeom(20, 7, 1), exact_nhypergeom(20, 7, 1)),
    (stats.nhypergeom(900, 300, 50), exact_nhypergeom(900, 300, 50)),
    (stats.binom(5, 0.4), exact_binom(5, 0.4)),
    (stats.binom(900, 0.03), exact_binom(900, 0.03)),
    (stats.bernoulli(0.3), exact_binom(1, 0.3)),
    (stats.binom(7, 1.0), {7: 1}),
    (stats.binom(7, 0.0), {0: 1}),
    (stats.nchypergeom_fisher(140, 80, 60, 0.5), exact_fisher(140, 80, 60, 0.5)),
    (stats.betabinom(5, 2.3, 0.63), exact_betabinom(5, 2.3, 0.63)),
    (stats.betabinom(300, 0.1, 0.2), exact_betabinom(300, 0.1, 0.2)),
    (stats.zipfian(0.75, 15), exact_zipfian(0.75, 15)),
    (stats.boltzmann(1.4, 19), exact_boltzmann(1.4, 19)),
    (stats.randint(7, 31), {k: Fraction(1, 24) for k in range(7, 31)}),
]


@pytest.mark.parametrize("frozen,exact", FINITE, ids=name_of)
def test_tables_are_exact_to_a_few_ulps(frozen, exact):
    law = from_scipy(frozen)
    assert isinstance(law, ScipyAtoms)
    atoms = law.atoms
    positive = {k: p for k, p in exact.items() if p > 1e-300}
    assert set(positive) <= set(atoms.values.tolist())
    mass = dict(zip(atoms.values.tolist(), atoms.mass.tolist(), strict=True))
    below = 0
    for k, p in exact.items():
        below += p
        if p <= 1e-300:
            continue
        steps = 4e-16 * (len(exact) ** 0.5 + 4)  # one rounding a step of the recurrence
        assert mass[k] == pytest.approx(float(p), rel=steps), k
        if below < 1:
            assert float(law.cdf(k)) == pytest.approx(float(below), rel=steps)
            if 1 - below > 1e-300:
                assert float(law.sf(k)) == pytest.approx(float(1 - below), rel=max(steps, 1e-14))


@given(st.lists(st.floats(0, 1), min_size=1, max_size=9))
def test_poisson_binomial_is_the_product_of_its_factors(probabilities):
    exact = [Fraction(1)]
    for p in map(Fraction, probabilities):
        exact = [
            (exact[j] if j < len(exact) else 0) * (1 - p) + (exact[j - 1] * p if j else 0)
            for j in range(len(exact) + 1)
        ]
    mass = poisson_binomial(probabilities)
    for got, want in zip(mass, exact, strict=True):
        # 1 - p rounds where p is tiny, and products underflow
        assert got == pytest.approx(float(want), rel=2e-15, abs=1e-300)


def test_poisson_binomial_law():
    law = from_scipy(stats.poisson_binom([0.1, 0.6, 0.7, 0.8]))
    assert law.describe() == "poisson_binom(4 probabilities)"
    assert float(law.pmf(4)) == pytest.approx(0.1 * 0.6 * 0.7 * 0.8, rel=1e-15)
    with pytest.raises(ValueError, match="poisson_binom: these parameters do not define a law"):
        from_scipy(stats.poisson_binom([0.1, 1.6]))


def test_location_moves_the_values():
    law = from_scipy(stats.binom(3, 0.5, loc=10))
    assert law.atoms.values.tolist() == [10.0, 11.0, 12.0, 13.0]
    assert law.describe() == "binom(n=3, p=0.5, loc=10)"
    assert from_scipy(stats.randint(1, 7)).support == (1.0, 6.0)


def test_tables_given_by_hand():
    frozen = stats.rv_discrete(values=([1, 2, 5], [0.2, 0.3, 0.5]))
    law = from_scipy(frozen)
    assert isinstance(law, Discrete)
    assert law.atoms.mass == pytest.approx([0.2, 0.3, 0.5])
    assert from_scipy(frozen(loc=1)).support == (2.0, 6.0)
    fractional = from_scipy(stats.rv_discrete(values=([0.5, 1, 10, 1000], [0.25] * 4)))
    assert float(np.dot(fractional.atoms.values, fractional.atoms.mass)) == 252.875


# --- infinitely many values -----------------------------------------------------------------------


def planck(k, lam):
    return (1 - exp(-mpf(lam))) * exp(-mpf(lam) * k)


def dlaplace(k, a):
    return tanh(mpf(a) / 2) * exp(-mpf(a) * abs(k))


def skellam(k, m1, m2):
    return exp(-m1 - m2) * (mpf(m1) / m2) ** (mpf(k) / 2) * mp.besseli(abs(k), 2 * sqrt(m1 * m2))


def betanbinom(k, n, a, b):
    a, b = mpf(a), mpf(b)
    return gamma(n + k) / gamma(n) / factorial(k) * beta(a + n, b + k) / beta(a, b)


def summed(pmf, start, step, bits=100):
    """Sum of light-tailed terms from start outwards."""
    total, k = mpf(0), start
    while True:
        term = pmf(k)
        total += term
        if term < total * mpf(2) ** -bits and abs(k - start) > 20:
            return total
        k += step


LIGHT = [
    (stats.poisson(3.0), lambda k: exp(-3) * mpf(3) ** k / factorial(k), [0, 3, 10, 100]),
    (stats.poisson(2e3), lambda k: exp(k * log(2000) - 2000 - mp.loggamma(k + 1)), [1700, 2300]),
    (stats.geom(0.3), lambda k: mpf(0.3) * (1 - mpf(0.3)) ** (k - 1), [1, 3, 10, 500]),
    (stats.nbinom(2.5, 0.4),
     lambda k: binomial(k + 1.5, k) * mpf(0.4) ** 2.5 * (1 - mpf(0.4)) ** k, [0, 3, 10, 300]),
    (stats.logser(0.6), lambda k: -(mpf(0.6) ** k) / k / log(1 - mpf(0.6)), [1, 3, 10, 300]),
    (stats.logser(0.99), lambda k: -(mpf(0.99) ** k) / k / log(1 - mpf(0.99)), [1, 30, 1000]),
    (stats.planck(0.51), lambda k: planck(k, 0.51), [0, 3, 10, 300]),
    (stats.dlaplace(0.8), lambda k: dlaplace(k, 0.8), [-200, -3, -1, 0, 3, 200]),
    (stats.skellam(15, 8), lambda k: skellam(k, 15, 8), [-20, -5, 0, 7, 50]),
]  # fmt: skip


@pytest.mark.parametrize("frozen,pmf,points", LIGHT, ids=name_of)
def test_both_tails_of_light_laws(frozen, pmf, points):
    law = from_scipy(frozen)
    left = frozen.support()[0]
    with mp.workdps(40):
        for k in points:
            above = summed(pmf, k + 1, 1)
            upto = (
                summed(pmf, k, -1) if math.isinf(left) else fsum(map(pmf, range(int(left), k + 1)))
            )
            slack = law.tail_error + 4e-16 * abs(math.log(float(min(above, upto))))
            assert float(law.sf(k)) == pytest.approx(float(above), rel=slack)
            assert float(law.cdf(k)) == pytest.approx(float(upto), rel=slack)
            assert float(law.pmf(k)) == pytest.approx(float(pmf(k)), rel=1e-11)


@pytest.mark.parametrize("a", [1.01, 1.5, 2.5, 8.0])
def test_tail_of_zipf(a):
    law = from_scipy(stats.zipf(a))
    k = np.array([1.0, 5, 1e3, 1e8, 1e15])
    with mp.workdps(30):
        truth = [float(zeta(mpf(a), int(j) + 1) / zeta(mpf(a))) for j in k]
    assert law.sf(k) == pytest.approx(truth, rel=2e-15, abs=0)
    assert law.cdf(k) + law.sf(k) == pytest.approx(1.0, rel=1e-15)


@pytest.mark.parametrize("alpha", [0.3, 1.7, 11.0])
def test_tail_of_yulesimon(alpha):
    law = from_scipy(stats.yulesimon(alpha))
    k = np.array([1.0, 5, 1e3, 1e8, 1e12])
    with mp.workdps(30):
        truth = [float(j * beta(mpf(j), mpf(alpha) + 1)) for j in k]
    assert law.sf(k) == pytest.approx(truth, rel=2e-14, abs=0)


@pytest.mark.parametrize("n,a,b", [(5, 9.3, 1.0), (3, 1.2, 0.4), (2, 0.1, 5.0)])
def test_tails_of_betanbinom(n, a, b):
    law = from_scipy(stats.betanbinom(n, a, b))
    with mp.workdps(40):
        for k in (0, 3, 30, 300):
            upto = fsum(betanbinom(j, n, a, b) for j in range(k + 1))
            assert float(law.cdf(k)) == pytest.approx(float(upto), rel=2e-15)
            assert float(law.sf(k)) == pytest.approx(float(1 - upto), rel=3e-15)


INFINITE = [row[0] for row in LIGHT] + [
    stats.zipf(2.5), stats.yulesimon(1.7), stats.betanbinom(5, 9.3, 1.0), stats.binom(10**9, 1e-9),
]  # fmt: skip


@pytest.mark.parametrize("frozen", INFINITE, ids=lambda v: v.dist.name)
def test_quantiles_are_the_smallest_integers_that_reach_the_level(frozen):
    law = from_scipy(frozen)
    assert isinstance(law, ScipyLattice)
    assert law.integer_valued
    assert law.atoms is None
    q = np.array([1e-12, 1e-6, 0.01, 0.3, 0.5])
    x = law.ppf(q)
    assert np.array_equal(x, np.round(x))
    assert np.all(law.cdf(x) >= q)
    assert np.all(law.cdf(x - 1) < q)
    y = law.isf(q)
    assert np.array_equal(y, np.round(y))
    assert np.all(law.sf(y) <= q)
    assert np.all(law.sf(y - 1) > q)
    assert law.ppf([0.0, 1.0]).tolist() == list(law.support)


def test_between_and_beyond_the_integers():
    law = from_scipy(stats.poisson(3.0))
    assert float(law.sf(2.7)) == float(law.sf(2))
    assert law.sf([-1, -0.5, math.inf]).tolist() == [1, 1, 0]
    assert law.cdf([-1, -0.5, math.inf]).tolist() == [0, 0, 1]
    assert np.isnan(law.sf(math.nan))
    assert law.sf(np.full((2, 3), 4.0)).shape == (2, 3)
    assert law.sf(4.0).shape == ()


def test_tail_indices():
    for frozen in (stats.zipf(2.5), stats.yulesimon(1.7), stats.betanbinom(5, 1.3, 2.0)):
        law = from_scipy(frozen)
        x = np.array([1e7, 1e8])
        slope = -np.diff(np.log(law.sf(x)))[0] / math.log(10)
        assert slope == pytest.approx(law.tails.right, rel=1e-5)
    assert from_scipy(stats.poisson(3)).tails.right == math.inf
    assert from_scipy(stats.skellam(15, 8)).tails.left == math.inf


def test_ageing():
    # Memoryless on the integers, but S(1.5 + 1.5) < S(1.5)**2.
    law = from_scipy(stats.geom(0.3))
    assert law.ageing is Ageing.NBU
    assert float(law.sf(3.0)) < float(law.sf(1.5)) ** 2
    assert from_scipy(stats.skellam(15, 8)).ageing is Ageing.UNKNOWN
    assert from_scipy(stats.randint(1, 3)).ageing is ageing_by_test(Discrete([1, 2], [0.5, 0.5]))


def test_families_names_keys_and_pickles():
    law = from_scipy(stats.geom(0.25))
    assert str(law.member.family) == "<family geometric>"
    assert law.describe() == "geom(p=0.25)"
    assert from_scipy(stats.geom(0.25)).key == law.key
    assert from_scipy(stats.geom(0.5)).key != law.key
    shifted = from_scipy(stats.poisson(3, loc=2))
    assert isinstance(shifted, Affine)
    assert shifted.support[0] == 2.0
    for one in (law, from_scipy(stats.binom(3, 0.5)), shifted):
        copy = pickle.loads(pickle.dumps(one))
        assert copy.describe() == one.describe()
        assert float(copy.sf(2)) == float(one.sf(2))


def test_draws():
    law = from_scipy(stats.poisson(3.0))
    draws = law.rvs(100_000, rng=3)
    for k in range(7):
        p = float(law.pmf(k))
        assert abs(np.mean(draws == k) - p) < 5 * math.sqrt(p * (1 - p) / draws.size)
    by_inversion = from_scipy(stats.zipf(3.0)).rvs(1000, rng=3)
    assert by_inversion.min() >= 1


@pytest.mark.parametrize(
    "make,error,match",
    [
        (lambda: stats.poisson(-1), ValueError, r"poisson: mu must be a real number in \[0, inf\)"),
        (lambda: stats.binom(3.5, 0.2), ValueError, "binom: n must be an integer"),
        (lambda: stats.binom(3, 1.2), ValueError, r"binom: p must be a real number in \[0, 1\]"),
        (lambda: stats.geom(0.0), ValueError, "geom: these parameters do not define a law: p=0"),
        (lambda: stats.geom([0.1, 0.2]), TypeError, "geom: p must be one number"),
        (lambda: stats.zipf(1.0), ValueError, "zipf: a must be"),
        (lambda: stats.hypergeom(10, 20, 5), ValueError, "hypergeom: these parameters do not"),
        (lambda: stats.poisson, TypeError, r"freeze it, stats.poisson\(mu\)"),
        (
            lambda: stats.nchypergeom_wallenius(140, 80, 60, 0.5),
            ValueError,
            "not supported: scipy's",
        ),
        (lambda: stats.rv_discrete(values=([1, 2], [0.5, 0.49999])), ValueError, "must sum to 1"),
    ],
)
def test_bad_parameters_are_named(make, error, match):
    with pytest.raises(error, match=match):
        from_scipy(make())


class Lonely(stats.rv_discrete):
    def _pmf(self, k):
        return 0.5 ** (k + 1.0)


class Complete(Lonely):
    def _cdf(self, k):
        return 1.0 - 0.5 ** (np.floor(k) + 1.0)

    def _sf(self, k):
        return 0.5 ** (np.floor(k) + 1.0)


def test_laws_of_the_user():
    with pytest.raises(ValueError, match="must define _cdf and _sf"):
        from_scipy(Lonely(name="mine")())
    law = from_scipy(Complete(name="mine")())
    assert float(law.sf(400)) == pytest.approx(0.5**401)
    assert float(law.isf(1e-100)) == 332.0
    assert law.member is None
    assert math.isnan(law.tails.right)
    assert from_scipy(Lonely(a=0, b=3, name="short")()).atoms.mass == pytest.approx(
        np.array([8, 4, 2, 1]) / 15
    )
