"""scipy.stats and sympy.stats laws that belong to a family are found, and only those."""

from __future__ import annotations

import math

import numpy as np
import oracle
import pytest
import sympy
from hypothesis import given
from hypothesis import strategies as st
from mpmath import mp, mpf
from scipy import stats
from sympy import Rational
from sympy import stats as symbolic

from runtime_theory.distributions.families import recognise_scipy, recognise_sympy

SCIPY = [
    ("expon", {}, "exponential"),
    ("uniform", {}, "uniform"),
    ("pareto", {"b": 2.2}, "pareto"),
    ("lomax", {"c": 2.2}, "lomax"),
    ("genpareto", {"c": 0.3}, "genpareto"),
    ("genpareto", {"c": -0.3}, "genpareto"),
    ("genpareto", {"c": 0.0}, "exponential"),
    ("powerlaw", {"a": 0.7}, "power"),
    ("logistic", {}, "logistic"),
    ("genlogistic", {"c": 1.0}, "logistic"),
    ("tukeylambda", {"lam": 0.0}, "logistic"),
    ("tukeylambda", {"lam": 1.0}, "uniform"),
    ("fisk", {"c": 2.5}, "loglogistic"),
    ("burr", {"c": 2.5, "d": 1.0}, "loglogistic"),
    ("burr12", {"c": 2.5, "d": 1.0}, "loglogistic"),
    ("burr12", {"c": 1.0, "d": 2.5}, "lomax"),
    ("mielke", {"k": 2.5, "s": 2.5}, "loglogistic"),
    ("weibull_min", {"c": 1.7}, "weibull"),
    ("weibull_min", {"c": 1.0}, "exponential"),
    ("weibull_max", {"c": 1.7}, "weibull"),
    ("exponweib", {"a": 1.0, "c": 1.7}, "weibull"),
    ("exponweib", {"a": 1.0, "c": 1.0}, "exponential"),
    ("nakagami", {"nu": 1.0}, "weibull"),
    ("rayleigh", {}, "rayleigh"),
    ("chi", {"df": 2.0}, "rayleigh"),
    ("gumbel_r", {}, "gumbel"),
    ("gumbel_l", {}, "gumbel"),
    ("loggamma", {"c": 1.0}, "gumbel"),
    ("genextreme", {"c": 0.0}, "gumbel"),
    ("genextreme", {"c": 0.2}, "genextreme"),
    ("genextreme", {"c": -0.2}, "genextreme"),
    ("invweibull", {"c": 2.5}, "frechet"),
    ("invgamma", {"a": 1.0}, "frechet"),
    ("gengamma", {"a": 1.0, "c": 1.7}, "weibull"),
    ("gengamma", {"a": 1.0, "c": -1.7}, "frechet"),
    ("gengamma", {"a": 1.0, "c": 1.0}, "exponential"),
    ("gengamma", {"a": 3.0, "c": 1.0}, "erlang"),
    ("gamma", {"a": 1.0}, "exponential"),
    ("gamma", {"a": 3.0}, "erlang"),
    ("erlang", {"a": 3}, "erlang"),
    ("chi2", {"df": 2}, "exponential"),
    ("chi2", {"df": 6}, "erlang"),
    ("halfgennorm", {"beta": 1.0}, "exponential"),
    ("beta", {"a": 1.0, "b": 1.0}, "uniform"),
    ("beta", {"a": 2.5, "b": 1.0}, "power"),
    ("beta", {"a": 1.0, "b": 2.5}, "power"),
    ("rdist", {"c": 2.0}, "uniform"),
    ("betaprime", {"a": 1.0, "b": 2.5}, "lomax"),
    ("f", {"dfn": 2.0, "dfd": 5.0}, "lomax"),
    ("kappa3", {"a": 1.0}, "lomax"),
    ("kappa4", {"h": 0.0, "k": 0.0}, "gumbel"),
    ("kappa4", {"h": 0.0, "k": 0.2}, "genextreme"),
    ("kappa4", {"h": 1.0, "k": 0.0}, "exponential"),
    ("kappa4", {"h": 1.0, "k": 0.3}, "genpareto"),
    ("kappa4", {"h": 1.0, "k": 1.0}, "uniform"),
    ("kappa4", {"h": -1.0, "k": 0.0}, "logistic"),
    ("norm", {}, "normal"),
    ("powernorm", {"c": 1.0}, "normal"),
    ("skewnorm", {"a": 0.0}, "normal"),
]


def label(value):
    return str(value).replace(" ", "") if isinstance(value, dict) else None


def our_quantiles(member, probabilities):
    """Quantiles by the oracle's definitions, mirrored where the member is."""
    with mp.workdps(30):
        shapes = {name: oracle.number(value) for name, value in member.shapes.items()}
        loc, scale = oracle.number(member.loc), oracle.number(member.scale)
        function, found = oracle.QUANTILES[member.family.name], []
        for p in probabilities:
            u = mpf(float(p)) if scale > 0 else 1 - mpf(float(p))
            found.append(float(loc + scale * function(u, 1 - u, shapes)))
        return found


@pytest.mark.parametrize("name,shapes,family", SCIPY, ids=label)
def test_scipy_law_is_found_and_is_the_same_law(name, shapes, family):
    member = recognise_scipy(name, shapes)
    assert member is not None
    assert member.family.name == family
    law = getattr(stats, name)(**shapes)
    if family == "erlang":
        assert member.mean(1, 1).value == pytest.approx(law.mean(), rel=1e-14)
        assert member.var(1, 1).value == pytest.approx(law.var(), rel=1e-14)
        return
    u = np.array([0.1, 0.37, 0.6, 0.95])
    assert law.cdf(our_quantiles(member, u)).tolist() == pytest.approx(u.tolist(), rel=1e-9)


def test_scipy_geometric():
    member = recognise_scipy("geom", {"p": 0.3})
    assert member.mean(1, 1).value == pytest.approx(stats.geom(0.3).mean(), rel=1e-14)
    assert member.var(1, 1).value == pytest.approx(stats.geom(0.3).var(), rel=1e-14)
    assert recognise_scipy("geom", {"p": 1.0}) is None


@pytest.mark.parametrize(
    "name,shapes",
    [
        ("lognorm", {"s": 1.0}),
        ("gamma", {"a": 2.5}),
        ("erlang", {"a": 2.5}),
        ("chi2", {"df": 3}),
        ("beta", {"a": 2.0, "b": 3.0}),
        ("burr12", {"c": 2.0, "d": 3.0}),
        ("exponweib", {"a": 2.0, "c": 1.0}),
        ("genlogistic", {"c": 2.0}),
        ("gengamma", {"a": 2.5, "c": 1.0}),
        ("mielke", {"k": 2.0, "s": 3.0}),
        ("kappa4", {"h": 0.5, "k": 0.1}),
        ("halfnorm", {}),
        ("rv_histogram", {}),
        ("nakagami", {"nu": 2.0}),
        ("f", {"dfn": 3.0, "dfd": 5.0}),
        ("not a law", {}),
    ],
)
def test_other_scipy_laws_are_not(name, shapes):
    assert recognise_scipy(name, shapes) is None


def test_numpy_scalars_are_numbers():
    member = recognise_scipy("pareto", {"b": np.float64(2.5)})
    assert member == recognise_scipy("pareto", {"b": 2.5})
    assert type(dict(member.params)["alpha"]) is float


def test_every_scipy_name_is_looked_up_without_error():
    """No family may stumble over the shapes of a law that is not its own."""
    for name, shapes in stats._distr_params.distcont + stats._distr_params.distdiscrete:
        if isinstance(name, str):
            law = getattr(stats, name)
            names = [s.strip() for s in law.shapes.split(",")] if law.shapes else []
            recognise_scipy(name, dict(zip(names, shapes, strict=True)))


@given(
    st.sampled_from([row for row in SCIPY if row[2] != "erlang"]),
    st.floats(-50, 50),
    st.floats(0.01, 100),
)
def test_location_and_scale(row, loc, scale):
    name, shapes, _ = row
    member = recognise_scipy(name, shapes).affine(loc, scale)
    law = getattr(stats, name)(**shapes, loc=loc, scale=scale)
    u = np.array([0.2, 0.9])
    assert law.cdf(our_quantiles(member, u)).tolist() == pytest.approx(u.tolist(), rel=1e-7)


# ------------------------------------------------------------ sympy

HALF, THIRD = Rational(1, 2), Rational(1, 3)
SYMPY = [
    (symbolic.Exponential("X", Rational(1, 5)), "exponential"),
    (symbolic.Gamma("X", 1, 3), "exponential"),
    (symbolic.Weibull("X", 3, 1), "exponential"),
    (symbolic.ChiSquared("X", 2), "exponential"),
    (symbolic.Uniform("X", 1, Rational(7, 2)), "uniform"),
    (symbolic.Beta("X", 1, 1), "uniform"),
    (symbolic.Pareto("X", 2, Rational(5, 2)), "pareto"),
    (symbolic.Lomax("X", Rational(5, 2), 3), "lomax"),
    (symbolic.BetaPrime("X", 1, Rational(5, 2)), "lomax"),
    (symbolic.FDistribution("X", 2, 5), "lomax"),
    (symbolic.PowerFunction("X", 3, -1, 2), "power"),
    (symbolic.Beta("X", Rational(5, 2), 1), "power"),
    (symbolic.Beta("X", 1, Rational(5, 2)), "power"),
    (symbolic.Kumaraswamy("X", Rational(5, 2), 1), "power"),
    (symbolic.Kumaraswamy("X", 1, Rational(5, 2)), "power"),
    (symbolic.Logistic("X", 1, 2), "logistic"),
    (symbolic.LogLogistic("X", 2, 3), "loglogistic"),
    (symbolic.Dagum("X", 1, 2, 3), "loglogistic"),
    (symbolic.Weibull("X", 3, 2), "weibull"),
    (symbolic.Rayleigh("X", 2), "rayleigh"),
    (symbolic.Nakagami("X", 1, 3), "rayleigh"),
    (symbolic.Chi("X", 2), "rayleigh"),
    (symbolic.Gumbel("X", 2, 1), "gumbel"),
    (symbolic.Gumbel("X", 2, 1, minimum=True), "gumbel"),
    (symbolic.Frechet("X", 3, 2, 1), "frechet"),
    (symbolic.GammaInverse("X", 1, 3), "frechet"),
    (symbolic.Normal("X", 1, 2), "normal"),
]


@pytest.mark.parametrize("variable,family", SYMPY, ids=lambda v: str(getattr(v, "pspace", v)))
def test_sympy_law_is_found_and_is_the_same_law(variable, family):
    member = recognise_sympy(variable)
    assert member is not None
    assert member.family.name == family
    assert recognise_sympy(variable.pspace.distribution) == member
    # The density integrates to u up to our quantile of u.
    low = variable.pspace.domain.set.inf
    density = sympy.lambdify(
        sympy.Symbol("t"), variable.pspace.distribution.pdf(sympy.Symbol("t")), "mpmath"
    )
    for u in (0.3, 0.8):
        (x,) = our_quantiles(member, [u])
        start = float(low) if low.is_finite else x - 400.0
        if family == "frechet":
            # sympy takes the support of Frechet(a, s, m) to begin at 0, whatever m.
            start = float(member.loc) + 0.05
        pieces = [start, *(y for y in (x - 30, x - 8, x - 1) if y > start), x]
        assert float(mp.quad(density, pieces)) == pytest.approx(u, rel=1e-6)


@pytest.mark.parametrize(
    "variable,mean",
    [
        (symbolic.Erlang("X", 3, Rational(1, 2)), 6),
        (symbolic.Gamma("X", 2, 5), 10),
        (symbolic.ChiSquared("X", 6), 6),
        (symbolic.Geometric("X", THIRD), 3),
        (symbolic.Bernoulli("X", Rational(1, 10), 10, 1), Rational(19, 10)),
        (symbolic.Bernoulli("X", Rational(1, 10), 1, 10), Rational(91, 10)),
    ],
)
def test_sympy_parameters_stay_exact(variable, mean):
    member = recognise_sympy(variable)
    assert member.mean_exact(1, 1) == mean == symbolic.E(variable)


def test_rational_answers():
    assert recognise_sympy(symbolic.Exponential("X", Rational(1, 5))).mean_exact(4, 4) == Rational(
        125, 12
    )
    assert recognise_sympy(symbolic.Exponential("X", 1)).mean_exact(4, 5) == Rational(77, 60)
    assert recognise_sympy(symbolic.Logistic("X", 0, 1)).mean_exact(3, 3) == Rational(3, 2)
    # Erlang(2, rate 1/20): an exact rational that numeric quadrature put at 4e-8.
    longest = recognise_sympy(symbolic.Erlang("X", 2, Rational(1, 20)))
    assert float(longest.mean_exact(20, 20)) == pytest.approx(108.69743116550657258, rel=1e-15)


@pytest.mark.parametrize(
    "variable",
    [
        symbolic.LogNormal("X", 0, 1),
        symbolic.Gamma("X", HALF, 1),
        symbolic.Beta("X", 2, 3),
        symbolic.Die("X", 6),
        symbolic.Bernoulli("X", 1, 2, 3),
        symbolic.Geometric("X", 1),
        symbolic.Poisson("X", 3),
        symbolic.MultivariateNormal("X", [0, 0], [[1, 0], [0, 1]]),
        symbolic.Normal("X", 0, 1) + 1,
        3.5,
        None,
    ],
)
def test_other_sympy_objects_are_not(variable):
    assert recognise_sympy(variable) is None


def test_a_float_in_sympy_is_the_float():
    member = recognise_sympy(symbolic.Exponential("X", 0.2))
    assert member.mean(4, 4).value == pytest.approx(125 / 12, rel=1e-15)


def test_symbolic_parameters_answer_symbols_and_refuse_numbers():
    mu, k, n = sympy.symbols("mu K P", positive=True)
    member = recognise_sympy(symbolic.Exponential("X", mu))
    expected = (sympy.harmonic(n) - sympy.harmonic(n - k)) / mu
    assert sympy.simplify(member.mean_symbolic(k, n) - expected) == 0
    with pytest.raises(TypeError, match="numeric answer needs real numbers"):
        member.mean(1, 2)
    assert math.isinf(recognise_sympy(symbolic.Pareto("X", 1, HALF)).mean(8, 8).value)
