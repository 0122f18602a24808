"""Order statistics of every family: symbols, numbers and naive quadrature agree."""

from __future__ import annotations

import random
import time
from fractions import Fraction

import mpmath
import pytest
import sympy
import sympy.stats
from families import oracle
from family_cases import cases, random_parameters
from mpmath import mp, mpf
from scipy import stats

import runtime_theory as rt
from runtime_theory.distributions.families import FAMILIES, find_family
from runtime_theory.formulas.evaluation import evaluated

CASES = [
    pytest.param(family, values, k, n, id=f"{family.name}-{k}:{n}-{i}")
    for i, (family, values, k, n) in enumerate(cases())
]
MEAN, VARIANCE, COVARIANCE = (
    f"order_statistic_{moment}" for moment in ("mean", "variance", "covariance")
)


def exact(values):
    """Numbers for the plain symbols of a family's parameters."""
    flat = {}
    for name, value in values.items():
        if name == "p" and isinstance(value, tuple):
            flat["p"] = value[0]
        elif isinstance(value, tuple):
            flat |= {f"{name}_{i + 1}": each for i, each in enumerate(value)}
        else:
            flat[name] = value
    return {sympy.Symbol(n): sympy.Rational(v.numerator, v.denominator) for n, v in flat.items()}


def in_symbols(family, values, quantity, **ranks):
    """The formula in symbols, and the value of it when all numbers are put in afterwards."""
    fixed = {"r": values["r"]} if "r" in values else {}
    name = "shifted_exponential" if family.name == "exponential" else family.name
    asked = ranks if family.integers_only else {}
    formula = rt.expression(None, name, quantity=quantity, **fixed, **asked)
    numbers = exact({n: v for n, v in values.items() if n not in fixed})
    numbers |= {sympy.Symbol(rank): sympy.Integer(value) for rank, value in ranks.items()}
    assert formula.free_symbols <= set(numbers)
    return evaluated(formula, numbers, 25)


def as_mpf(value):
    return mpf(str(value))


def law_of(family, values):
    if family.name == "hyperexponential":
        return rt.PhaseType.hyperexponential(
            [float(p) for p in values["p"]], [float(mu) for mu in values["mu"]]
        )
    return family.law(**values)


@pytest.mark.parametrize("family,values,k,n", CASES)
def test_mean_in_symbols_in_numbers_and_by_quadrature(family, values, k, n):
    late = as_mpf(in_symbols(family, values, MEAN, k=k, n=n))
    early = rt.expression(None, family.name, quantity=MEAN, digits=25, k=k, n=n, **values)
    with mp.workdps(40):
        truth = oracle.mean(family.member(**values), k, n)
        size = max(abs(truth), mpf(10) ** -2)
        assert abs(late - truth) <= mpf(10) ** -15 * size
        assert abs(as_mpf(early) - truth) <= mpf(10) ** -15 * size
        result = rt.order_statistic(law_of(family, values), k, n).mean()
        assert abs(mpf(float(result)) - truth) <= mpf(10) ** -12 * size


@pytest.mark.parametrize("family,values,k,n", CASES)
def test_variance_in_symbols_in_numbers_and_by_quadrature(family, values, k, n):
    if family.name in ("erlang", "gumbel", "hyperexponential", "normal"):
        with pytest.raises(rt.NoMethodError, match="integral=True"):
            rt.expression(None, family.name, quantity=VARIANCE, k=k, n=max(n, 2), **values)
        return
    late = as_mpf(in_symbols(family, values, VARIANCE, k=k, n=n))
    with mp.workdps(40):
        truth = oracle.variance(family.member(**values), k, n)
        assert abs(late - truth) <= mpf(10) ** -14 * abs(truth)
        result = rt.order_statistic(law_of(family, values), k, n).var()
        assert abs(mpf(float(result)) - truth) <= mpf(10) ** -12 * abs(truth)


@pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family.name)
def test_mean_and_variance_of_one_draw(family):
    source = random.Random(5)
    for _ in range(1 if family.name == "normal" else 2):
        values = random_parameters(family.name, source)
        member = family.member(**values)
        with mp.workdps(40):
            mean = as_mpf(in_symbols(family, values, "mean"))
            assert abs(mean - oracle.mean(member, 1, 1)) <= mpf(10) ** -15 * (1 + abs(mean))
            spread = as_mpf(in_symbols(family, values, "variance"))
            assert abs(spread - oracle.variance(member, 1, 1)) <= mpf(10) ** -14 * abs(spread)


CLOSED = ["exponential", "uniform", "pareto", "lomax", "genpareto", "power"]


def double_quadrature(member, j, k, n):
    """Cov(X_{j:n}, X_{k:n}): U_{j:n} = U_{k:n} B with B ~ Beta(j, k-j), a double integral."""
    shapes = {name: oracle.number(value) for name, value in member.shapes.items()}
    quantile = oracle.QUANTILES[member.family.name]

    def density(u, a, b):
        return u ** (a - 1) * (1 - u) ** (b - 1) / mpmath.beta(a, b)

    def inner(u):
        low = mpmath.quad(lambda b: quantile(u * b, 1 - u * b, shapes) * density(b, j, k - j), ends)
        return quantile(u, 1 - u, shapes) * low * density(u, k, n - k + 1)

    ends = [mpf(0), mpf(1)]
    product = mpmath.quad(inner, ends)
    means = [oracle.mean(member, rank, n) for rank in (j, k)]
    return oracle.number(member.scale) ** 2 * product - means[0] * means[1]


@pytest.mark.parametrize("name", CLOSED)
def test_covariance_in_symbols_by_double_quadrature_and_in_numbers(name):
    family, source = find_family(name), random.Random(name)
    values = random_parameters(name, source)
    values |= {"Delta": Fraction(0)} if name == "exponential" else {}
    values |= {"m": Fraction(0), "c": Fraction(-3, 16)} if name == "genpareto" else {}
    values |= {"a": Fraction(0), "b": Fraction(2)} if name == "uniform" else {}
    j, k, n = 2, 4, 6
    late = as_mpf(in_symbols(family, values, COVARIANCE, j=j, k=k, n=n))
    with mp.workdps(22):
        truth = double_quadrature(family.member(**values), j, k, n)
        assert abs(late - truth) <= mpf(10) ** -12 * abs(truth)
    matrix = rt.covariance_order_statistics(family.law(**values), n)
    assert float(late) == pytest.approx(matrix.value[j - 1, k - 1], rel=1e-11)


def test_covariance_of_stragglers_by_counting():
    """Two-point law: enumerate how many of n are late."""
    q, n, j, k = sympy.Rational(1, 5), 5, 2, 4
    formula = rt.expression(None, "two_point", quantity=COVARIANCE)
    value = formula.subs({"q": q, "a": 1, "b": 3, "n": n, "j": j, "k": k}).doit()
    pairs = []
    for late in range(n + 1):
        draws = [1] * (n - late) + [3] * late
        weight = sympy.binomial(n, late) * q**late * (1 - q) ** (n - late)
        pairs.append((weight, draws[j - 1], draws[k - 1]))
    first, second = (sum(pair[0] * pair[i] for pair in pairs) for i in (1, 2))
    assert value == sum(w * x * y for w, x, y in pairs) - first * second


def test_covariance_of_equal_ranks_is_the_variance():
    for name in ("exponential", "pareto", "normal"):
        ranks = {"k": 1, "n": 1} if name == "normal" else {}
        both = rt.expression(None, name, quantity=COVARIANCE, **{"j": "k", **ranks})
        if name == "normal":
            both = rt.expression(None, name, quantity=COVARIANCE, j=1, k=1, n=1)
        assert both == rt.expression(None, name, quantity=VARIANCE, **ranks)


# ------------------------------------------------------------ what is taken for a family

mu, a, b = sympy.symbols("mu a b", positive=True)


@pytest.mark.parametrize(
    "variable, name, renamed",
    [
        (sympy.stats.Exponential("X", mu), "exponential", {"mu": mu}),
        (sympy.stats.Pareto("X", a, b), "pareto", {"x_m": a, "alpha": b}),
        (sympy.stats.Weibull("X", a, b), "weibull", {"l": a, "c": b}),
        (sympy.stats.Uniform("X", 0, b), "uniform", {"a": 0, "b": b}),
        (sympy.stats.Logistic("X", a, b), "logistic", {"m": a, "s": b}),
        (sympy.stats.Gumbel("X", b, a), "gumbel", {"m": a, "b": b}),
        (sympy.stats.Rayleigh("X", a), "rayleigh", {"s": a}),
        (sympy.stats.Bernoulli("X", mu), "two_point", {"q": mu, "a": 0, "b": 1}),
        (sympy.stats.Geometric("X", mu), "geometric", {"p": mu}),
    ],
    ids=str,
)
def test_sympy_variables_with_symbols(variable, name, renamed):
    late = rt.expression(None, name, quantity=MEAN, k=2, n=4).subs(renamed, simultaneous=True)
    early = rt.expression(None, variable, quantity=MEAN, k=2, n=4)
    numbers = {mu: sympy.Rational(1, 3), a: 2, b: 5}
    assert early.free_symbols <= {mu, a, b}
    assert abs((late - early).doit().subs(numbers).evalf(30)) < 1e-25


def test_the_example_of_the_issue():
    formula = rt.expression(rt.KSync("P", "K"), sympy.stats.Exponential("X", mu))
    P, K = sympy.symbols("P K")
    assert formula == (sympy.harmonic(P) - sympy.harmonic(P - K)) / mu
    assert formula.subs({"P": 8, "K": 4}) == sympy.Rational(533, 840) / mu


def test_scipy_laws_give_rational_numbers():
    assert rt.expression(rt.KSync(8, 4), stats.expon(scale=2)) == sympy.Rational(533, 420)
    assert rt.expression(rt.Sync(3), stats.uniform(1, 2)) == sympy.Rational(5, 2)
    assert rt.expression(rt.Sync(4), stats.pareto(3)) == sympy.Rational(243, 110)
    assert rt.expression(rt.Sync(2), "exponential(rate=4)") == sympy.Rational(3, 8)
    assert rt.expression(rt.KSync(2, 2), [1.0, 2.0, 4.0]) == 3
    assert rt.expression(rt.Async("P"), [1.0, 2.0, 4.0]).subs({"P": 7}) == sympy.Rational(1, 3)


@pytest.mark.parametrize("k,n", [(1, 1), (2, 3), (5, 5)])
def test_discrete_laws_by_counting(k, n):
    law = rt.Discrete([1.0, 2.5, 7.0], [0.25, 0.25, 0.5])
    for quantity, question in ((MEAN, "mean"), (VARIANCE, "var")):
        value = rt.expression(None, law, quantity=quantity, k=k, n=n)
        assert value.is_Rational
        result = getattr(rt.order_statistic(law, k, n), question)()
        assert float(value) == pytest.approx(float(result), rel=1e-13)


def test_scipy_laws_by_name():
    assert rt.expression(rt.Sync("P"), "expon") == rt.expression(rt.Sync("P"), "exponential")
    assert rt.expression(rt.Sync("P"), "fisk") == rt.expression(rt.Sync("P"), "loglogistic")
    assert rt.expression(rt.Async(4), "maxwell") == sympy.sqrt(2 / sympy.pi) / 2
    assert rt.expression(rt.Async("P"), "lognorm") == sympy.exp(
        sympy.Symbol("m") + sympy.Symbol("s") ** 2 / 2
    ) / sympy.Symbol("P")


def test_long_forms_come_at_once():
    start = time.monotonic()
    for family in ("geometric", "pareto", "two_point", "weibull"):
        rt.expression(rt.KSync(30, 15), family)
    assert time.monotonic() - start < 10


def test_long_traces_are_left_to_the_numeric_functions():
    trace = rt.Trace([1.0 + i / 1000 for i in range(1000)])
    with pytest.raises(rt.NoMethodError, match="more than 200 values"):
        rt.expression(rt.Sync(4), trace)


def test_a_mirrored_law_counts_from_the_other_end():
    law = sympy.stats.Gumbel("X", 2, 1, minimum=True)
    value = rt.expression(None, law, quantity=MEAN, k=2, n=5, digits=20)
    result = rt.order_statistic(stats.gumbel_l(1, 2), 2, 5).mean()
    assert float(value) == pytest.approx(float(result), rel=1e-14)


def test_infinite_moments():
    assert rt.expression(None, stats.pareto(0.9), quantity="mean") == sympy.oo
    assert rt.expression(rt.Sync("P"), stats.pareto(0.9)) == sympy.oo
    assert rt.expression(rt.Sync(8), stats.pareto(0.9), digits=20) == sympy.oo
    assert rt.expression(None, stats.pareto(1.5), quantity="variance") == sympy.oo
    finite = rt.expression(rt.KSync(8, 4), stats.pareto(0.9))
    assert float(finite) == pytest.approx(
        float(rt.iteration_time(rt.KSync(8, 4), stats.pareto(0.9))), rel=1e-13
    )
    # Cov(X_{1:4}, X_{3:4}) needs two moments of the smaller one only.
    pair = rt.expression(None, stats.pareto(0.75), quantity=COVARIANCE, j=1, k=3, n=4)
    truth = rt.covariance_order_statistics(stats.pareto(0.75), 4).value[0, 2]
    assert float(pair) == pytest.approx(truth, rel=1e-9)
    assert rt.expression(None, stats.pareto(0.75), quantity=COVARIANCE, j=2, k=4, n=4) == sympy.oo
    with pytest.raises(ArithmeticError, match="has no value"):
        rt.expression(rt.Async(8), stats.pareto(0.9), quantity="update_speedup")


# ------------------------------------------------------------ refusals


def test_families_for_integers_only():
    with pytest.raises(rt.NoMethodError, match=r"k must be an integer, got k=K.*given integers"):
        rt.expression(rt.KSync("P", "K"), "hyperexponential")
    with pytest.raises(rt.NoMethodError, match="n up to 5, got n=6"):
        rt.expression(rt.KSync(6, 2), "normal")
    with pytest.raises(rt.NoMethodError, match="known for given integers, got k=K"):
        rt.expression(rt.KSync("P", "K"), rt.Discrete([1, 2, 3], [0.5, 0.25, 0.25]))


@pytest.mark.parametrize(
    "family, kind, message",
    [
        ("nosuchlaw", ValueError, "family must be one of beta, chi2, .*got 'nosuchlaw'"),
        (3.0, TypeError, "rt.Deterministic"),
        (("a", 1), TypeError, "tuple"),
        ([rt.Deterministic(1), rt.Deterministic(2)], TypeError, "one law is needed"),
        ("gamma(", ValueError, "gamma"),
        (sympy.stats.Poisson("X", mu), TypeError, "continuous"),
    ],
)
def test_no_law(family, kind, message):
    with pytest.raises(kind, match=message):
        rt.expression(rt.Sync("P"), family)


def test_parameters_out_of_their_domain():
    with pytest.raises(ValueError, match=r"alpha must be a real number > 0, got alpha=-1"):
        rt.expression(rt.Sync("P"), "pareto", alpha=-1)
    with pytest.raises(TypeError, match="the formula has no symbol nu; it has none"):
        rt.expression(rt.Sync("P"), "pareto", nu=1)
