"""The symbolic forms: against the oracle, against the numbers, in symbols, to many digits."""

from __future__ import annotations

import mpmath
import oracle
import pytest
import sympy
from mpmath import mp, mpf
from sympy import EulerGamma, Rational, gamma, harmonic, log, pi, sqrt

from runtime_theory.distributions.families import FAMILIES, find_family
from runtime_theory.errors import NoMethodError
from runtime_theory.formulas.evaluation import evaluated

K, P = sympy.symbols("K P", integer=True, positive=True)
SMALL = [(1, 1), (2, 3), (3, 5), (5, 5)]
LAWS = [
    pytest.param(family.member(**values), id=f"{family.name}-{i}")
    for family in FAMILIES
    for i, values in enumerate(family.typical())
]
SYMBOLIC = [family for family in FAMILIES if not family.integers_only]


def as_mpf(value):
    return mpf(str(value))


# ------------------------------------------------------------ three witnesses


@pytest.mark.parametrize("member", LAWS)
def test_symbolic_form_against_the_oracle_to_25_digits(member):
    for k, n in SMALL[1:3] if member.family.name == "normal" else SMALL:
        if not member.finite(k, n):
            assert member.mean_exact(k, n, digits=25) == sympy.oo
            continue
        with mp.workdps(45):
            truth = oracle.mean(member, k, n, digits=27)
            value = as_mpf(member.mean_exact(k, n, digits=30))
            assert abs(value - truth) <= mpf(10) ** -25 * max(abs(truth), mpf(10) ** -1)


@pytest.mark.parametrize("member", LAWS)
@pytest.mark.parametrize("k,n", [(2, 3), (7, 8), (1, 30), (30, 30), (18, 30), (100, 100)])
def test_symbolic_form_against_the_numbers(member, k, n):
    estimate = member.mean(k, n)
    if estimate is None or not member.finite(k, n):
        return
    exact = as_mpf(member.mean_exact(k, n, digits=30))
    assert abs(mpf(estimate.value) - exact) <= estimate.error


@pytest.mark.parametrize("member", LAWS)
@pytest.mark.parametrize("k,n", [(2, 3), (7, 8), (18, 30)])
def test_symbolic_variance_against_the_numbers(member, k, n):
    exact, estimate = member.var_symbolic(k, n, exact=True), member.var(k, n)
    if exact is None or estimate is None or not member.finite(k, n, 2):
        return
    value = as_mpf(evaluated(exact, {}, 30))
    assert abs(mpf(estimate.value) - value) <= estimate.error


@pytest.mark.parametrize("family", SYMBOLIC, ids=lambda family: family.name)
def test_symbols_in_numbers_put_in_later(family):
    """k, n and every parameter as symbols, then substituted: the same number."""
    values = family.typical()[0]
    symbols = {name: sympy.Symbol(name, positive=True) for name in values}
    try:
        formula = family.mean_symbolic(K, P, **symbols)
    except TypeError:
        raise AssertionError(f"{family.name} does not take symbols") from None
    assert {K, P} & formula.free_symbols or family.name == "deterministic"
    plain = {symbols[name]: sympy.nsimplify(value, rational=True) for name, value in values.items()}
    late = formula.subs(plain).subs({K: 2, P: 3}).doit()
    assert float(late) == pytest.approx(
        float(family.mean_symbolic(2, 3, **values).doit()), rel=1e-13
    )


# ------------------------------------------------------------ the forms as printed


def test_printed_forms():
    mu, delta, a, b, alpha, x_m, m, s = sympy.symbols("mu Delta a b alpha x_m m s", positive=True)

    def mean(name, **values):
        return find_family(name).mean_symbolic(K, P, **values)

    assert mean("exponential", mu=mu, Delta=delta) == delta + (harmonic(P) - harmonic(P - K)) / mu
    assert sympy.simplify(mean("uniform", a=a, b=b) - (a + (b - a) * K / (P + 1))) == 0
    ratio = (
        gamma(P + 1) * gamma(P - K + 1 - 1 / alpha) / (gamma(P - K + 1) * gamma(P + 1 - 1 / alpha))
    )
    assert mean("pareto", alpha=alpha, x_m=x_m) == x_m * ratio
    assert mean("logistic", m=m, s=s) == m + s * (harmonic(K - 1) - harmonic(P - K))
    assert mean("deterministic", d=delta) == delta


def test_a_mirrored_law_counts_from_the_other_end():
    law = find_family("exponential").member(mu=1).affine(0, -1)
    assert law.mean_symbolic(K, P) == -(harmonic(P) - harmonic(K - 1))


def test_floats_are_printed_as_short_fractions():
    law = find_family("exponential").member(mu=0.2, Delta=0.1)
    assert law.mean_symbolic(1, 1) == Rational(51, 10)
    assert law.mean_symbolic(1, 1, exact=True) != Rational(51, 10)


# ------------------------------------------------------------ exact numbers

third = sympy.asin(Rational(1, 3)) / pi
EXACT = [
    ("exponential", {"mu": 1}, 4, 5, Rational(77, 60)),
    ("normal", {}, 2, 2, 1 / sqrt(pi)),
    ("normal", {}, 3, 3, 3 / (2 * sqrt(pi))),
    ("normal", {}, 3, 5, 0),
    ("normal", {"m": 3}, 1, 2, 3 - 1 / sqrt(pi)),
    ("normal", {}, 5, 5, 10 / sqrt(pi) * (Rational(1, 8) + 3 * third / 4)),
    ("gumbel", {}, 8, 8, EulerGamma + log(8)),
    ("weibull", {"c": 2}, 1, 4, sqrt(pi) / 4),
    ("frechet", {"alpha": 1}, 2, 3, 6 * log(Rational(3, 2))),
    ("two_point", {"q": Rational(1, 10), "b": 2}, 8, 8, 2 - 2 * Rational(9, 10) ** 8),
    ("geometric", {"p": Rational(1, 3)}, 2, 2, Rational(21, 5)),
    ("erlang", {"r": 2}, 1, 2, Rational(5, 4)),
    ("hyperexponential", {"p": (Rational(1, 2),) * 2, "mu": (1, 3)}, 1, 2, Rational(7, 24)),
    ("power", {"a": 2}, 1, 1, Rational(2, 3)),
    ("genpareto", {"c": Rational(1, 2)}, 1, 1, 2),
]


@pytest.mark.parametrize("name,values,k,n,expected", EXACT)
def test_exact_values(name, values, k, n, expected):
    found = find_family(name).member(**values).mean_exact(k, n)
    assert sympy.simplify(sympy.expand_log(found - expected, force=True)) == 0


@pytest.mark.parametrize("k,n", [(12895, 3 * 10**15), (10**20, 10**20), (5 * 10**8, 10**9)])
def test_many_digits_at_large_n(k, n):
    with mp.workdps(60):
        truth = mpmath.harmonic(n) - mpmath.harmonic(n - k)
        value = as_mpf(find_family("exponential").member(mu=1).mean_exact(k, n, digits=40))
        assert abs(value - truth) <= mpf(10) ** -38 * truth
        pareto = as_mpf(find_family("pareto").member(alpha=2).mean_exact(k, n, digits=40))
        lg = mpmath.loggamma
        with mp.workdps(120):
            half = mpf(1) / 2
            log_mean = lg(n + 1) + lg(n - k + half) - lg(n - k + 1) - lg(n + half)
            assert abs(pareto - mpmath.exp(log_mean)) <= mpf(10) ** -38 * pareto


def test_zero_to_many_digits():
    assert find_family("logistic").member().mean_exact(500, 999, digits=30) == 0


# ------------------------------------------------------------ refusals


def test_symbols_where_only_integers_will_do():
    for name, values in (("erlang", {"r": 2}), ("normal", {})):
        with pytest.raises(ValueError, match="k must be an integer, got k=K"):
            find_family(name).mean_symbolic(K, P, **values)


def test_too_long_to_write_down():
    with pytest.raises(ValueError, match=r"n must be at most 1000 without digits=, got n=100000"):
        find_family("exponential").member(mu=1).mean_exact(1, 10**5)
    with pytest.raises(ValueError, match="integers or short fractions"):
        find_family("weibull").member(c=0.4).mean_exact(2, 3)
    with pytest.raises(NoMethodError, match="sum of 500000000 terms"):
        find_family("weibull").member(c=2).mean_exact(5 * 10**8, 10**9, digits=20)
    with pytest.raises(NoMethodError, match="n up to 5, got n=6"):
        find_family("normal").member().mean_exact(6, 6)
    with pytest.raises(ValueError, match="digits must be an integer >= 1"):
        find_family("exponential").member(mu=1).mean_exact(1, 1, digits=0)
