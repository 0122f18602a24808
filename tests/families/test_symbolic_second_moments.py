"""Covariances of order statistics in symbols: against the numbers, and against invariants."""

from __future__ import annotations

from itertools import product

import pytest
import sympy
from mpmath import mp, mpf

from runtime_theory.distributions.adapt import as_law
from runtime_theory.distributions.families import FAMILIES, find_family
from runtime_theory.errors import NoMethodError
from runtime_theory.formulas.evaluation import evaluated
from runtime_theory.order_statistics.formulas import covariance_formula, variance_formula

PLAIN = [
    pytest.param(family.member(**values), id=f"{family.name}-{i}")
    for family in FAMILIES
    for i, values in enumerate(family.typical())
]
MIRRORED = [pytest.param(p.values[0].affine(1.5, -2.25), id=f"{p.id}-mirrored") for p in PLAIN]
CLOSED = {"deterministic", "exponential", "genpareto", "lomax", "pareto", "power", "two_point"}
CLOSED |= {"uniform"}
j, k, n = sympy.symbols("j k n")


def number(expression, **values):
    """An expression to 30 digits, as an mpf."""
    exact = {sympy.Symbol(name): value for name, value in values.items()}
    return mpf(str(evaluated(expression, exact, 30)))


@pytest.mark.parametrize("member", PLAIN + MIRRORED)
def test_covariance_against_the_numbers(member):
    form = member.cov_symbolic(j, k, n, exact=True) if member.family.name in CLOSED else None
    for a, b, size in ((1, 2, 2), (2, 3, 5), (3, 7, 9)):
        estimate = member.covariance(a, b, size)
        if form is None or estimate is None:
            continue
        assert abs(mpf(estimate.value) - number(form, j=a, k=b, n=size)) <= estimate.error


@pytest.mark.parametrize("member", PLAIN + MIRRORED)
def test_covariances_sum_to_n_times_the_variance(member):
    """Sum of all Cov(X_{j:n}, X_{k:n}) is Var(X_1 + ... + X_n), whatever the law."""
    size = 4
    if member.family.name not in CLOSED or not member.finite(1, 1, 2):
        return
    with mp.workdps(40):
        pairs = product(range(1, size + 1), repeat=2)
        total = sum(number(member.cov_symbolic(*pair, size, exact=True)) for pair in pairs)
        parent = number(member.var_symbolic(1, 1, exact=True))
        assert abs(total - size * parent) <= mpf(10) ** -25 * parent


@pytest.mark.parametrize("member", PLAIN + MIRRORED)
def test_what_is_known(member):
    """Ranks in either order, equal ranks, and None where there is no closed form."""
    known = member.family.name in CLOSED
    assert (member.cov_symbolic(1, 3, 4) is not None) == known
    if known:  # written out: each sum has an index of its own
        assert member.cov_symbolic(1, 3, 4).doit() == member.cov_symbolic(3, 1, 4).doit()
    assert (member.cov_symbolic(j, k, n) is not None) == known
    if member.family.name in {"exponential", "power", "normal", "uniform"}:
        assert member.cov_symbolic(2, 2, 3) == member.var_symbolic(2, 3)


def test_a_mirrored_pair_counts_from_the_other_end():
    member = find_family("pareto").member(alpha=5)
    mirrored = member.affine(0, -1)
    assert mirrored.cov_symbolic(1, 2, 5) == member.cov_symbolic(4, 5, 5)
    assert mirrored.cov_symbolic(1, 2, 5) != member.cov_symbolic(1, 2, 5)
    assert mirrored.var_symbolic(1, 5) == member.var_symbolic(5, 5)


@pytest.mark.parametrize("name", ["weibull", "rayleigh", "frechet", "geometric", "genextreme"])
def test_variances_in_symbols_with_numbers_put_in_later(name):
    family = find_family(name)
    values = family.typical()[0] | ({"alpha": 4.5} if name == "frechet" else {})
    formula = variance_formula(name).expr
    member = family.member(**values)
    exact = {key: sympy.Rational(str(value)) for key, value in values.items()}
    for a, size in ((1, 1), (1, 3), (2, 3), (4, 6), (5, 5)):
        truth = member.var(a, size)
        assert abs(mpf(truth.value) - number(formula, k=a, n=size, **exact)) <= truth.error


@pytest.mark.parametrize("name", ["gumbel", "normal", "hyperexponential", "erlang"])
def test_variances_known_of_single_draws(name):
    for values in find_family(name).typical():
        member = find_family(name).member(**values)
        assert member.var_symbolic(2, 3) is None
        assert member.var_symbolic(k, n) is None
        spread = float(as_law(find_family(name).law(**values)).var())
        assert float(number(member.var_symbolic(1, 1))) == pytest.approx(spread, rel=1e-12)


def test_formula_of_a_covariance():
    formula = covariance_formula("exponential")
    mu = sympy.Symbol("mu")
    expected = (sympy.harmonic(n, 2) - sympy.harmonic(n - j, 2)) / mu**2
    assert sympy.simplify(formula.expr - expected) == 0
    assert formula.latex.startswith(r"\operatorname{Cov}[X_{j:n}, X_{k:n}] = ")
    assert covariance_formula("pareto", "k", "k").expr == variance_formula("pareto").expr
    with pytest.raises(NoMethodError, match=r"no closed form of Cov\(X_\(j:n\).*weibull"):
        covariance_formula("weibull").expr  # noqa: B018
    with pytest.raises(NoMethodError, match=r"no closed form of Var .*gumbel"):
        variance_formula("gumbel").expr  # noqa: B018
