"""Every family against the definition in mpmath: is the error honest, is the answer sharp?

The two questions are kept apart. Where a family has no stable numeric form it must say None;
which (k, n) it answers is part of the test.
"""

from __future__ import annotations

import math
from fractions import Fraction

import mpmath
import oracle
import pytest
from mpmath import mp, mpf

from runtime_theory.distributions.families import FAMILIES, Member, find_family

SMALL = [(1, 1), (2, 3), (5, 8), (8, 8)]
LARGE = [(1, 1000), (500, 1000), (1000, 1000), (1, 10**9), (5 * 10**8, 10**9), (10**9, 10**9)]
LARGE += [(10**9 - 2, 10**9), (3, 10**9), (10**6 - 1, 10**6)]

# Families with numbers at every k and n; the others answer near one end, or for small n.
EVERYWHERE = (
    "exponential",
    "uniform",
    "pareto",
    "lomax",
    "genpareto",
    "power",
    "logistic",
    "loglogistic",
    "deterministic",
)
FROM_BELOW = ("weibull", "rayleigh")
FROM_ABOVE = ("gumbel", "genextreme", "frechet")
SMALL_ONLY = ("erlang", "hyperexponential", "two_point", "geometric")

LAWS = [
    pytest.param(family.member(**values), id=f"{family.name}-{i}")
    for family in FAMILIES
    for i, values in enumerate(family.typical())
]
FIRST_LAWS = [law for law in LAWS if law.id.endswith("-0")]


def assert_honest_and_sharp(estimate, truth, bound, loc=0):
    """|value - truth| <= error <= bound |value|; the oracle itself is good to 1e-20.

    A location that cancels most of the value counts as its size.
    """
    with mp.workdps(40):
        distance = abs(mpf(estimate.value) - truth)
        slack = mpf(10) ** -20 * max(abs(truth), 1 if truth == 0 or abs(truth) < 1e-30 else 0)
        assert distance <= mpf(estimate.error) + slack, (estimate, mpmath.nstr(truth, 20))
    assert estimate.error <= bound * max(abs(estimate.value), abs(loc)) + 1e-290


def without_doubt(member):
    """The same law with every float as the fraction it is.

    A float is also taken for the decimal it was typed as; test_family_facts asks about that.
    """
    shapes = tuple(member.shapes.items())
    return Member(member.family, shapes, Fraction(member.loc), Fraction(member.scale))


def check_mean(member, k, n):
    estimate = without_doubt(member).mean(k, n)
    as_typed = member.mean(k, n)
    if estimate is None or math.isinf(estimate.value):
        assert as_typed == estimate
        return estimate
    assert as_typed.value == estimate.value
    assert as_typed.error >= estimate.error
    assert_honest_and_sharp(estimate, oracle.mean(member, k, n), 1e-14, loc=member.loc)
    return estimate


def check_variance(member, k, n):
    estimate = without_doubt(member).var(k, n)
    if estimate is None or math.isinf(estimate.value) or estimate.error == 0:
        return
    assert_honest_and_sharp(estimate, oracle.variance(member, k, n), 5e-14)


def answers(name, k, n):
    """Whether the family has a number for E[X_{k:n}], finite or not."""
    if name in EVERYWHERE or (name == "geometric" and k < 20):
        return True
    if name in FROM_BELOW:
        return k <= 16
    if name in FROM_ABOVE:
        return n - k <= 15
    if name in SMALL_ONLY:
        return n <= 8
    return n <= 5 if name == "normal" else None


# ------------------------------------------------------------ honest and sharp


@pytest.mark.parametrize("member", LAWS)
def test_small_means(member):
    for k, n in SMALL[1:] if member.family.name == "normal" else SMALL:
        assert (check_mean(member, k, n) is not None) or not answers(member.family.name, k, n)


@pytest.mark.parametrize("member", FIRST_LAWS)
def test_small_variances(member):
    for k, n in SMALL[1:3]:
        check_variance(member, k, n)


@pytest.mark.parametrize("k,n", LARGE)
@pytest.mark.parametrize("member", [law for law in FIRST_LAWS if "two_p" not in law.id])
def test_large_means(member, k, n):
    name = member.family.name
    if not answers(name, k, n):
        return
    assert member.mean(k, n) is not None
    if name in oracle.QUANTILES:
        check_mean(member, k, n)


@pytest.mark.slow
@pytest.mark.parametrize("member", LAWS)
def test_everything_against_the_oracle(member):
    name = member.family.name
    for k, n in SMALL + LARGE:
        if name in oracle.QUANTILES and not (name == "normal" and n > 5):
            check_mean(member, k, n)
            check_variance(member, k, n)


def test_none_means_no_stable_form():
    for name in ["weibull", "gumbel", "genextreme", "frechet", "erlang", "normal"]:
        family = find_family(name)
        member = family.member(**family.typical()[0])
        assert member.mean(500, 1000) is None
        assert member.mean(5 * 10**8, 10**9) is None


@pytest.mark.parametrize("s", [1.0, 0.5])
def test_weibull_of_integer_moment_order_is_stable_everywhere(s):
    """E^(1/c) with 1/c = 1, 2: cumulants instead of the alternating sum."""
    member = find_family("weibull").member(c=s)
    for k, n in LARGE:
        assert check_mean(member, k, n) is not None


# ------------------------------------------------------------ discrete laws beyond small n


@pytest.mark.parametrize("p,n,text", [(0.01, 100, "516.63971843860196913")])
def test_geometric_maximum_published(p, n, text):
    """MathOverflow 41604: the exponential answer plus one half."""
    member = find_family("geometric").member(p=p)
    estimate = member.mean(n, n)
    assert_honest_and_sharp(estimate, mpf(text), 1e-14)


@pytest.mark.parametrize("p", [0.9, 0.5, 0.02])
@pytest.mark.parametrize("k,n", [(61, 61), (95, 100), (1, 10**9), (7, 10**6), (20, 100)])
def test_geometric_at_larger_n(p, k, n):
    member = find_family("geometric").member(p=p)
    estimate = member.mean(k, n)
    assert estimate is not None
    if n <= 100:
        assert_honest_and_sharp(estimate, oracle.mean(member, k, n), 1e-14)
    else:
        exact = mpf(str(member.mean_exact(k, n, digits=30)))
        assert_honest_and_sharp(estimate, exact, 1e-14)


def test_geometric_gives_up_where_the_law_is_narrower_than_a_period():
    assert find_family("geometric").member(p=0.3).mean(5 * 10**8, 10**9) is None


@pytest.mark.parametrize("k,n", [(1, 1000), (60, 1000), (950, 1000), (995, 1000), (1000, 1000)])
@pytest.mark.parametrize("q", [0.05, 0.001, 0.95])
def test_stragglers_at_larger_n(q, k, n):
    member = find_family("two_point").member(q=Fraction(q))
    assert_honest_and_sharp(member.mean(k, n), oracle.mean(member, k, n), 1e-14)
    assert_honest_and_sharp(member.var(k, n), oracle.variance(member, k, n), 1e-14)


# ------------------------------------------------------------ published numbers

PUBLISHED = [
    ("exponential", {"mu": 1}, 12895, 3 * 10**15, "4.2983333333425704517e-12"),
    ("exponential", {"mu": 1}, 10**20, 10**20, "46.628917524782446541"),
    ("exponential", {"mu": 1}, 4, 5, "1.2833333333333333333"),
    ("genpareto", {"c": 1e-8}, 32, 32, "4.0584952858642741556"),
    ("frechet", {"alpha": 0.8}, 1, 3, "0.91671291854386827065"),
    ("frechet", {"alpha": 1}, 4, 8, "1.42786778108749"),
    ("frechet", {"alpha": 0.5}, 4, 8, "2.74630941128597"),
    ("weibull", {"c": 0.4}, 50, 50, "49.707631700645159951"),
    ("weibull", {"c": 2, "l": 3}, 1, 1, "2.6586807763582740409"),
    ("weibull", {"c": 2, "l": 3}, 4, 4, "4.1655157290933878133"),
    ("normal", {}, 5, 5, "1.1629644736405196128"),
    ("lomax", {"alpha": 2.1, "l": 1.1}, 10, 10, "4.547498669725157261"),
    ("logistic", {}, 3, 3, "1.5"),
    ("erlang", {"r": 3, "mu": 1}, 8, 8, "5.8363355614"),
]


@pytest.mark.parametrize("name,values,k,n,text", PUBLISHED)
def test_published_values(name, values, k, n, text):
    estimate = find_family(name).member(**values).mean(k, n)
    half = 10.0 ** -(len(text.split("e")[0].replace(".", "").lstrip("0")) - 1) * float(text)
    assert abs(estimate.value - float(text)) <= max(estimate.error, half)


def test_variance_of_the_generalised_pareto_next_to_zero():
    """scipy#11168: it came out as -1."""
    estimate = find_family("genpareto").member(c=1e-8).var(1, 1)
    assert abs(estimate.value - 1.0000000400000011) <= 2e-15 <= 2 * estimate.error


@pytest.mark.parametrize("k,n", [(20, 20), (5, 8), (1000, 1000), (1, 10**9)])
@pytest.mark.parametrize("name", ["genpareto", "genextreme"])
def test_passage_through_shape_zero(name, k, n):
    """Continuous through c = 0, with nothing lost on either side."""
    family = find_family(name)
    at_zero = family.member(c=0).mean(k, n)
    if at_zero is None:
        return
    for c in (1e-300, -1e-300, 1e-17, -1e-17):
        close = family.member(c=c).mean(k, n)
        slack = 1e-14 * abs(at_zero.value)
        assert abs(close.value - at_zero.value) <= close.error + at_zero.error + slack
        assert close.error <= 1e-14 * abs(close.value)
