"""Discrete laws: finite ones against counting, lattices against zeta functions and closed forms."""

import itertools
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from mpmath import mp, mpf
from oracles import closed_laws as laws
from oracles.order_statistics import beta_tails, discrete_mean, pair

from runtime_theory.distributions.discrete import Deterministic, Discrete
from runtime_theory.distributions.expectation.atom_sums import atoms_sum, lattice_sum
from runtime_theory.distributions.expectation.functional import Power
from runtime_theory.distributions.ranked import Rank

values = st.lists(
    st.integers(-8, 40).map(lambda i: Fraction(i, 8)), min_size=1, max_size=4, unique=True
)


@st.composite
def worlds(draw):
    """A small discrete law with dyadic masses, and a rank."""
    x = draw(values)
    parts = draw(st.lists(st.integers(1, 8), min_size=len(x), max_size=len(x)))
    parts[-1] += 64 - sum(parts)
    n = draw(st.integers(1, 5))
    return sorted(x), [Fraction(p, 64) for p in parts], draw(st.integers(1, n)), n


@settings(max_examples=80, deadline=None)
@given(worlds())
def test_counting(world):
    x, masses, k, n = world
    atoms = Discrete([float(v) for v in x], [float(m) for m in masses]).atoms
    got = atoms_sum(atoms, Rank(k, n - k + 1), Power())
    truth = discrete_mean(x, masses, k, n)
    assert abs(Fraction(got.value) - truth) <= got.error
    assert got.error <= 1e-13 * (1 + abs(float(truth)))


@settings(max_examples=40, deadline=None)
@given(worlds(), st.sampled_from([2, 3]), st.sampled_from([0, 1, Fraction(-1, 2)]))
def test_counting_of_powers(world, order, centre):
    x, masses, k, n = world
    atoms = Discrete([float(v) for v in x], [float(m) for m in masses]).atoms
    got = atoms_sum(atoms, Rank(k, n - k + 1), Power(order, float(centre)))
    # Powers of odd order are monotone, even ones are not: count them as they are.
    truth = sum(
        (probability * (value - centre) ** order for value, probability in _law(x, masses, k, n)),
        Fraction(0),
    )
    assert abs(Fraction(got.value) - truth) <= got.error


def _law(x, masses, k, n):
    """The law of X_{k:n}, as Pr[X_{k:n} <= v] differences in exact arithmetic."""
    cdf, before, pairs = Fraction(0), Fraction(0), []
    for value, mass in zip(x, masses, strict=True):
        cdf += mass
        reached = sum(
            (_choose(n, j) * cdf**j * (1 - cdf) ** (n - j) for j in range(k, n + 1)), Fraction(0)
        )
        pairs.append((value, reached - before))
        before = reached
    return pairs


def _choose(n, j):
    return Fraction(int(mp.binomial(n, j)))


@pytest.mark.parametrize(
    "k, n",
    [
        (1, 2),
        (8, 20),
        (30, 64),
        (60, 128),
        (64, 128),
        (65, 130),
        (500, 1000),
        (999_950, 10**6),
        (40, 10**9),
        (10**9 - 1, 10**9),
    ],
)
@pytest.mark.parametrize("spread", [-2.5, -1.0, -0.2, 0.0, 0.7, 2.0])
def test_two_points_are_a_beta_tail(k, n, spread):
    """The value is Pr[U_{k:n} > Pr[X = 0]]: nothing but the rounding of the tail is left."""
    m = n - k + 1
    u = float(1 / (1 + np.exp(-(np.log(k / m) + spread * np.sqrt(1 / k + 1 / m)))))
    exact = pair(u=u) if u < 0.5 else pair(s=1 - u)
    atoms = Discrete([0.0, 1.0], [float(exact[0]), float(exact[1])]).atoms
    with mp.workdps(60):
        # What the law stored is the law that was asked about.
        stored = pair(u=float(atoms.cdf[0])) if u < 0.5 else pair(s=float(atoms.sf[0]))
        truth = beta_tails(k, n, *stored)[1]
    got = atoms_sum(atoms, Rank(k, m), Power())
    assert abs(mpf(got.value) - truth) <= got.error
    assert got.error <= 1e-12 * min(truth, 1 - truth) * max(1.0, (min(k, m) / 50) ** 0.5) + 1e-15


def test_one_value_is_exact():
    for k, n in [(1, 1), (3, 7), (10**9, 10**9)]:
        got = atoms_sum(Deterministic(2.5).atoms, Rank(k, n - k + 1), Power())
        assert got.value == 2.5
        assert got.error <= 4e-15


def test_dice():
    """Best three of four (stats.SE 597795): no density formula, ties counted."""
    atoms = Discrete(range(1, 7), [1 / 6] * 6).atoms
    for k, truth in ((2, Fraction(1253, 432)), (3, Fraction(1771, 432)), (4, Fraction(6797, 1296))):
        got = atoms_sum(atoms, Rank(k, 5 - k), Power())
        assert abs(got.value - truth) <= got.error <= 2e-14


def test_a_long_trace_and_many_draws():
    """1e5 values, n = 1e6: sum of gaps times tails, against the same in exact arithmetic."""
    rng = np.random.default_rng(4)
    x = np.sort(rng.gamma(2.0, size=2000))
    atoms = Discrete(x, np.full(2000, 1 / 2000)).atoms
    n = 10**4
    got = atoms_sum(atoms, Rank(n, 1), Power())
    with mp.workdps(40):
        terms = (
            (mpf(float(b)) - mpf(float(a))) * (1 - (mpf(i + 1) / 2000) ** n)
            for i, (a, b) in enumerate(itertools.pairwise(x))
        )
        truth = mpf(float(x[0])) + mp.fsum(terms)
    assert abs(mpf(got.value) - truth) <= got.error <= 1e-12


# ------------------------------------------------------------------ lattices


@pytest.mark.parametrize("p", [1e-9, 1e-5, 0.01, 0.5, 0.999])
@pytest.mark.parametrize("k, n", [(1, 1), (1, 8), (3, 8), (8, 8), (1, 10**6), (1, 10**9)])
def test_geometric(p, k, n):
    law = laws.geometric(p)
    with mp.workdps(60):
        truth = law.mean_of(k, n)
    got = lattice_sum(law, Rank(k, n - k + 1), Power())
    assert abs(mpf(got.value) - truth) <= got.error
    # Long lattices are summed in blocks.
    assert got.error <= (2e-14 if p > 1e-4 else 1e-5) * truth


@pytest.mark.parametrize("alpha", [1.05, 1.5, 2.5, 4.0])
@pytest.mark.parametrize("k, n", [(1, 1), (1, 2), (2, 2), (1, 8), (4, 8), (8, 8)])
def test_power_tails(alpha, k, n):
    """Sums of zeta functions; the remainder is extrapolated."""
    law = laws.zeta_tail(alpha)
    with mp.workdps(60):
        truth = law.mean_of(k, n)
    got = lattice_sum(law, Rank(k, n - k + 1), Power())
    assert abs(mpf(got.value) - truth) <= got.error
    assert got.error <= (1e-10 if alpha * (n - k + 1) > 1.4 else 1e-6) * truth


def test_second_moments_of_a_power_tail():
    """E[X**2] = sum (2j+1) Pr[X > j] = 1 + 2 zeta(a-1) + zeta(a) for X >= 1."""
    law = laws.zeta_tail(2.5)
    got = lattice_sum(law, Rank(1, 1), Power(2))
    with mp.workdps(40):
        truth = 1 + 2 * mp.zeta(mpf("1.5")) + mp.zeta(mpf("2.5"))
    assert abs(mpf(got.value) - truth) <= got.error <= 1e-12 * truth


def test_variance_about_a_centre():
    law = laws.geometric(0.25)
    got = lattice_sum(law, Rank(1, 1), Power(2, 4.0))
    assert abs(got.value - 12.0) <= got.error <= 1e-12


def test_integers_on_both_sides():
    """The difference of two geometric numbers: mean 0, two light tails."""
    q = 0.5

    def cdf(x):
        j = np.floor(x)
        return np.where(x < 0, q ** -np.minimum(j, 0) / (1 + q), 1 - q ** (j + 1) / (1 + q))

    def sf(x):
        j = np.floor(x)
        return np.where(x < 0, 1 - q ** -np.minimum(j, 0) / (1 + q), q ** (j + 1) / (1 + q))

    law = laws.ClosedLaw(
        "difference", support=(-np.inf, np.inf), integer_valued=True, cdf=cdf, sf=sf
    )
    got = lattice_sum(law, Rank(1, 1), Power())
    assert abs(got.value) <= got.error <= 1e-14
    pair_of = [lattice_sum(law, Rank(k, 3 - k), Power()) for k in (1, 2)]
    assert abs(pair_of[0].value + pair_of[1].value) <= pair_of[0].error + pair_of[1].error
