"""Supports, tails, ageing, existence of moments, affine maps, covariances, refusals."""

from __future__ import annotations

import copy
import itertools
import math
import pickle
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from runtime_theory.distributions.base import Ageing
from runtime_theory.distributions.families import FAMILIES, find_family
from runtime_theory.distributions.families.exact import add, as_fraction, multiply
from runtime_theory.distributions.families.member import Member
from runtime_theory.references import Reference

LAWS = [
    pytest.param(family, values, id=f"{family.name}-{i}")
    for family in FAMILIES
    for i, values in enumerate(family.typical())
]


def member(name, **values):
    return find_family(name).member(**values)


# ------------------------------------------------------------ the law that scipy has


@pytest.mark.parametrize("family,values", LAWS)
def test_the_scipy_law_is_the_same_law(family, values):
    law, ours = family.law(**values), family.member(**values)
    if family.name == "hyperexponential":
        assert law.mean() == pytest.approx(ours.mean(1, 1).value, rel=1e-9)
        return
    ends = tuple(float(end) for end in law.support())
    if family.name == "two_point":
        ends = float(law.xk[0]), float(law.xk[-1])
    assert ours.support == pytest.approx(ends, rel=1e-12)
    # Numerically E[X_{2:3}] is the integral of the quantile against 6u(1-u).
    u, w = np.polynomial.legendre.leggauss(400)
    u, w = (u + 1) / 2, w / 2
    quantile = law.ppf(u)
    rough = float(np.sum(w * quantile * 6 * u * (1 - u)))
    estimate = ours.mean(2, 3)
    if estimate is not None and math.isfinite(estimate.value):
        assert estimate.value == pytest.approx(rough, rel=0.02, abs=0.02)


@pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family.name)
def test_what_every_family_declares(family):
    assert isinstance(family.reference, Reference)
    names = [parameter.name for parameter in family.parameters]
    assert len(set(names)) == len(names)
    assert find_family(family.name) is family
    assert all(find_family(alias) is family for alias in family.aliases)
    for parameter in family.parameters:
        assert parameter.latex
        assert parameter.domain
        assert len(parameter.typical) == len(family.typical())
    assert pickle.loads(pickle.dumps(family)) == family
    assert repr(family) == f"<family {family.name}>"


def test_names_are_unique_and_unknown_ones_are_listed():
    every = [name for family in FAMILIES for name in (family.name, *family.aliases)]
    assert len(every) == len(set(every))
    with pytest.raises(ValueError, match=r"family must be one of exponential, .* got 'cauchy'"):
        find_family("cauchy")


# ------------------------------------------------------------ tails and existence


@pytest.mark.parametrize(
    "law,tails",
    [
        (member("exponential", mu=1), (math.inf, math.inf)),
        (member("pareto", alpha=2.5), (math.inf, 2.5)),
        (member("lomax", alpha=2), (math.inf, 2.0)),
        (member("genpareto", c=0.5), (math.inf, 2.0)),
        (member("genpareto", c=-0.5), (math.inf, math.inf)),
        (member("loglogistic", b=1.5), (math.inf, 1.5)),
        (member("frechet", alpha=0.8), (math.inf, 0.8)),
        (member("genextreme", c=-0.25), (math.inf, 4.0)),
        (member("genextreme", c=0.25), (math.inf, math.inf)),
        (member("pareto", alpha=2.5).affine(0, -1), (2.5, math.inf)),
    ],
)
def test_tails(law, tails):
    assert law.tails == tails


@pytest.mark.parametrize(
    "law,k,n,r,finite",
    [
        (member("pareto", alpha=1.1), 8, 8, 1, True),
        (member("pareto", alpha=1.1), 8, 8, 2, False),
        (member("pareto", alpha=0.7), 7, 8, 1, True),
        (member("pareto", alpha=0.5), 7, 8, 1, False),
        (member("pareto", alpha=0.1), 1, 10, 1, False),  # 0.1 * 10 is one to rounding
        (member("pareto", alpha=0.1), 1, 11, 1, True),
        (member("genpareto", c=3), 6, 8, 1, False),
        (member("genpareto", c=3), 5, 8, 1, True),
        (member("frechet", alpha=0.5), 7, 8, 1, False),
        (member("genextreme", c=-1), 8, 8, 1, False),
        (member("loglogistic", b=0.9), 1, 1, 1, False),
        (member("pareto", alpha=0.5).affine(0, -1), 2, 8, 1, False),
        (member("pareto", alpha=0.5).affine(0, -1), 3, 8, 1, True),
        (member("weibull", c=0.01), 10**9, 10**9, 9, True),
    ],
)
def test_existence(law, k, n, r, finite):
    assert law.finite(k, n, r) is finite
    if r == 1 and not finite:
        sign = -1 if law.scale < 0 else 1
        assert law.mean(k, n) == (sign * math.inf, 0.0)
        assert law.var(k, n) is None


def test_infinite_variance_of_a_finite_mean():
    assert member("pareto", alpha=1.5).var(8, 8) == (math.inf, 0.0)


# ------------------------------------------------------------ ageing

T = np.linspace(0.013, 7.7, 60)


def ageing_seen(law):
    """Which of the two inequalities hold on a grid of pairs, from scipy's survival function."""
    t, u = np.meshgrid(T, T)
    gap = law.sf(t + u) - law.sf(t) * law.sf(u)
    return bool(np.all(gap <= 1e-12)), bool(np.all(gap >= -1e-12))


AGEING_CASES = [
    ("exponential", {"mu": 1}, "both"),
    ("exponential", {"mu": 1, "Delta": 0.5}, "nbu"),
    ("uniform", {}, "nbu"),
    ("uniform", {"a": 1, "b": 3}, "nbu"),
    ("pareto", {"alpha": 2}, "neither"),
    ("lomax", {"alpha": 2}, "nwu"),
    ("genpareto", {"c": 0.3}, "nwu"),
    ("genpareto", {"c": -0.3}, "nbu"),
    ("genpareto", {"c": 0}, "both"),
    ("genpareto", {"c": 0.5, "m": 1}, "neither"),
    ("power", {"a": 2, "b": 3}, "nbu"),
    ("power", {"a": 0.5}, "neither"),
    ("loglogistic", {"b": 0.9}, "nwu"),
    ("loglogistic", {"b": 2}, "neither"),
    ("weibull", {"c": 2}, "nbu"),
    ("weibull", {"c": 0.5}, "nwu"),
    ("weibull", {"c": 1}, "both"),
    ("rayleigh", {}, "nbu"),
    ("frechet", {"alpha": 2}, "neither"),
    ("erlang", {"r": 3}, "nbu"),
    ("geometric", {"p": 0.3}, "nbu"),
    ("two_point", {"q": 0.1, "a": 1, "b": 2}, "nbu"),
    ("two_point", {"q": 0.1, "a": 1, "b": 5}, "neither"),
    ("deterministic", {"d": 1}, "nbu"),
]


@pytest.mark.parametrize("name,values,expected", AGEING_CASES)
def test_ageing_is_declared_and_seen(name, values, expected):
    family = find_family(name)
    assert family.member(**values).ageing is Ageing(expected)
    nbu, nwu = ageing_seen(family.law(**values))
    seen = {(True, True): "both", (True, False): "nbu", (False, True): "nwu"}
    assert seen.get((nbu, nwu), "neither") == expected


def test_ageing_of_maps():
    assert member("pareto", alpha=2).affine(-1, 1).ageing is Ageing.NWU  # Lomax
    assert member("geometric", p=0.3).affine(-1, 1).ageing is Ageing.NWU  # on 0, 1, ...
    assert member("weibull", c=0.5).affine(1, 1).ageing is Ageing.UNKNOWN
    assert member("exponential", mu=1).affine(-1, 1).ageing is Ageing.UNKNOWN
    assert member("power", a=0.5).affine(1, -1).ageing is Ageing.NBU  # beta(1, 1/2)
    assert member("uniform").affine(3, -1).ageing is Ageing.NBU
    assert member("hyperexponential", p=(0.5, 0.5), mu=(1, 2)).ageing is Ageing.NWU
    assert member("hyperexponential", p=(0.5, 0.5), mu=(2, 2)).ageing is Ageing.BOTH
    for name in ("logistic", "gumbel", "normal"):
        assert member(name).ageing is Ageing.UNKNOWN


# ------------------------------------------------------------ affine maps


def test_affine_maps_compose_without_rounding():
    law = member("exponential", mu=1).affine(0.1, 3).affine(1e17, 0.1)
    assert law.loc == Fraction(0.1) * Fraction(0.1) + 10**17
    assert law.scale == Fraction(0.1) * 3


def test_far_from_zero_location_comes_out_first():
    far = member("exponential", mu=1).affine(100, 1e-9)
    estimate = far.mean(8, 8)
    truth = 100 + Fraction(1e-9) * Fraction(761, 280)
    assert abs(Fraction(estimate.value) - truth) <= Fraction(estimate.error)
    assert estimate.error <= 1.01 * 0.5 * math.ulp(100.0)
    assert far.var(8, 8).value == pytest.approx(1e-18 * 1.527422052154195, rel=1e-14)


@pytest.mark.parametrize(
    "name,floats,decimals",
    [
        ("pareto", {"alpha": 1.1}, {"alpha": Fraction(11, 10)}),
        ("weibull", {"c": 0.4, "l": 0.3}, {"c": Fraction(2, 5), "l": Fraction(3, 10)}),
        ("exponential", {"mu": 1, "Delta": 0.1}, {"mu": 1, "Delta": Fraction(1, 10)}),
        (
            "hyperexponential",
            {"p": (0.95, 0.05), "mu": (1.0, 0.01)},
            {"p": (Fraction(19, 20), Fraction(1, 20)), "mu": (1, Fraction(1, 100))},
        ),
    ],
)
def test_the_error_covers_the_decimal_that_was_typed(name, floats, decimals):
    """1.1 is not 11/10, and far out in a heavy tail that shows."""
    for k, n in [(8, 8), (1, 5), (10**6, 10**6), (10**9 - 10, 10**9)]:
        double, decimal = member(name, **floats), member(name, **decimals)
        got, wanted = double.mean(k, n), decimal.mean(k, n)
        if got is not None and wanted is not None:
            assert abs(got.value - wanted.value) <= got.error
            assert got.error <= 1e-14 * got.value


@pytest.mark.parametrize("name", ["exponential", "pareto", "gumbel", "genpareto"])
def test_mirrored_laws_count_from_the_other_end(name):
    family = find_family(name)
    law = family.member(**family.typical()[0])
    mirrored = law.affine(0, -1)
    for k in (5, 8):
        plain, other = law.mean(k, 8), mirrored.mean(9 - k, 8)
        assert other.value == -plain.value
        assert mirrored.var(9 - k, 8).value == law.var(k, 8).value
    assert mirrored.support == tuple(-end for end in reversed(law.support))


def test_exact_arithmetic():
    assert add(1, 0.5) == 1.5
    assert isinstance(add(1e17, 1.5), Fraction)
    assert multiply(Fraction(1, 3), 3) == 1.0
    assert as_fraction(np.float64(0.1)) == Fraction(0.1)
    assert as_fraction(np.int64(7)) == 7
    with pytest.raises(TypeError, match="real numbers"):
        as_fraction("1")


# ------------------------------------------------------------ covariances

WITH_COVARIANCE = [
    ("exponential", {"mu": 0.5}),
    ("uniform", {"a": 1, "b": 4}),
    ("pareto", {"alpha": 2.5, "x_m": 2}),
    ("lomax", {"alpha": 2.5}),
    ("genpareto", {"c": 0.3}),
    ("genpareto", {"c": -2.5}),
    ("genpareto", {"c": 1e-10}),
    ("power", {"a": 0.5}),
    ("power", {"a": 3}),
    ("deterministic", {"d": 2}),
]


@pytest.mark.parametrize("mirror", [False, True])
@pytest.mark.parametrize("name,values", WITH_COVARIANCE)
def test_covariances_add_up(name, values, mirror):
    """The variance of the sum is n Var X; for n = 2 the covariance is that of min and max."""
    law = member(name, **values)
    law = law.affine(1, -2) if mirror else law
    parent = law.var(1, 1).value
    for n in (2, 5):
        ranks = range(1, n + 1)
        total = sum(law.covariance(j, k, n).value for j in ranks for k in ranks)
        assert total == pytest.approx(n * parent, rel=1e-12, abs=0)
    low, high, mean = (law.mean(*kn).value for kn in ((1, 2), (2, 2), (1, 1)))
    expected = mean**2 - low * high
    assert law.covariance(1, 2, 2).value == pytest.approx(expected, rel=1e-6, abs=1e-14)
    assert law.covariance(2, 1, 2) == law.covariance(1, 2, 2)


def test_covariance_at_large_n_keeps_its_digits():
    n = 10**9
    law = member("pareto", alpha=2.5)
    close, var = law.covariance(n // 2, n // 2 + 1, n), law.var(n // 2, n)
    # Neighbours differ by a factor 1/(1 - c/i) with i = n/2, independent of the lower one.
    assert close.value / var.value - 1 == pytest.approx(0.4 / (n / 2), rel=1e-5)
    assert close.error <= 2e-14 * close.value


def test_covariance_that_is_not_known_or_not_finite():
    assert member("logistic").covariance(1, 2, 3) is None
    assert member("pareto", alpha=1.5).covariance(1, 3, 3) is None


# ------------------------------------------------------------ identities as properties


@given(c=st.floats(-4, 0.9), n=st.integers(1, 30))
def test_means_add_up_and_rise(c, n):
    law = member("genpareto", c=c)
    means = [law.mean(k, n) for k in range(1, n + 1)]
    assert all(a.value < b.value for a, b in itertools.pairwise(means))
    total, slack = math.fsum(m.value for m in means), sum(m.error for m in means)
    single = law.mean(1, 1)
    assert abs(total - n * single.value) <= slack + n * single.error


@given(
    law=st.one_of(
        st.floats(0.3, 5).map(lambda c: member("weibull", c=c)),
        st.floats(1.05, 9).map(lambda a: member("frechet", alpha=a)),
        st.floats(-0.9, 3).map(lambda c: member("genextreme", c=c)),
        st.floats(0.02, 0.98).map(lambda p: member("geometric", p=p)),
        st.floats(0.02, 0.98).map(lambda q: member("two_point", q=q)),
        st.floats(1.05, 9).map(lambda b: member("loglogistic", b=b)),
        st.integers(2, 4).map(lambda r: member("erlang", r=r)),
        st.floats(0.02, 0.98).map(lambda p: member("hyperexponential", p=(p, 1 - p), mu=(1, 9))),
    ),
    n=st.integers(1, 9),
    data=st.data(),
)
def test_triangle_recurrence(law, n, data):
    """(n+1-k) m_{k:n+1} + k m_{k+1:n+1} = (n+1) m_{k:n}."""
    k = data.draw(st.integers(1, n))
    a, b, c = law.mean(k, n + 1), law.mean(k + 1, n + 1), law.mean(k, n)
    left = (n + 1 - k) * a.value + k * b.value
    slack = (n + 1 - k) * a.error + k * b.error + (n + 1) * c.error
    assert abs(left - (n + 1) * c.value) <= slack + 4e-16 * (abs(left) + abs(k * b.value))


@given(st.sampled_from([law.values for law in LAWS]))
def test_members_are_values(law):
    family, values = law
    ours = family.member(**values)
    assert ours == family.member(**values) == copy.deepcopy(ours)
    assert hash(ours) == hash(family.member(**values))
    assert pickle.loads(pickle.dumps(ours)) == ours


# ------------------------------------------------------------ refusals


@pytest.mark.parametrize(
    "name,values,error,message",
    [
        ("exponential", {"mu": -1}, ValueError, "mu must be a real number > 0, got mu=-1"),
        ("exponential", {"mu": math.nan}, ValueError, "mu must be a real number > 0, got mu=nan"),
        ("exponential", {"mu": math.inf}, ValueError, "mu must be a real number > 0, got mu=inf"),
        ("exponential", {"mu": "1"}, TypeError, "mu must be a real number > 0, got mu='1'"),
        ("exponential", {}, TypeError, "exponential needs mu, a real number > 0"),
        ("exponential", {"rate": 1}, TypeError, "no parameter 'rate', only mu, Delta"),
        ("two_point", {"q": 1.0}, ValueError, "q must be a real number in (0, 1), got q=1.0"),
        ("two_point", {"q": 0.5, "a": 2, "b": 1}, ValueError, "b must be above a, got a=2, b=1"),
        ("uniform", {"a": 1, "b": 1}, ValueError, "b must be above a, got a=1, b=1"),
        ("erlang", {"r": 2.5}, ValueError, "r must be an integer > 0, got r=2.5"),
        ("hyperexponential", {"p": (0.5, 0.4), "mu": (1, 2)}, ValueError, "p must sum to one"),
        ("hyperexponential", {"p": (1.0,), "mu": (1, 2)}, ValueError, "mu must have one rate"),
        ("hyperexponential", {"p": 0.5, "mu": 1}, TypeError, "p must be a tuple of real numbers"),
    ],
)
def test_bad_parameters_are_named(name, values, error, message):
    with pytest.raises(error) as caught:
        find_family(name).member(**values)
    assert message in str(caught.value)


@pytest.mark.parametrize("question", ["mean", "var", "finite", "mean_exact"])
@pytest.mark.parametrize(
    "k,n,message",
    [
        (0, 8, "k must be an integer in 1..8, got k=0"),
        (9, 8, "k must be an integer in 1..8, got k=9"),
        (1, 0, "n must be an integer >= 1, got n=0"),
    ],
)
def test_bad_ranks_are_named(question, k, n, message):
    with pytest.raises(ValueError, match="must be an integer") as caught:
        getattr(member("exponential", mu=1), question)(k, n)
    assert message in str(caught.value)


def test_covariance_names_its_ranks():
    with pytest.raises(ValueError, match=r"k must be an integer in 1\.\.3, got k=4"):
        member("uniform").covariance(1, 4, 3)


def test_a_scale_of_zero_is_no_law():
    with pytest.raises(ValueError, match="scale must be"):
        Member(find_family("exponential"), scale=0)


def test_overflow_is_no_closed_form():
    """E[X] is finite but beyond the doubles: left to other methods, never inf."""
    law = member("pareto", alpha=0.02)
    assert law.finite(10**20 - 51, 10**20)
    assert law.mean(10**20 - 51, 10**20) is None


def test_infinite_means_that_scipy_reports_as_numbers():
    """scipy 1.17: invweibull(0.8).mean() is negative, fisk(0.9).mean() is nan."""
    assert member("frechet", alpha=0.8).mean(1, 1).value == math.inf
    assert member("loglogistic", b=0.9).mean(1, 1).value == math.inf
