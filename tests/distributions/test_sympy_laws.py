"""Random variables of sympy.stats: every class against sympy's own density, and functions."""

import math
import subprocess
import sys

import mpmath
import numpy as np
import pytest
import sympy
from sympy import Rational, S
from sympy import stats as ss

from runtime_theory.distributions.adapt import as_distribution, as_law
from runtime_theory.distributions.base import Route
from runtime_theory.distributions.expectation.density_law import DensityLaw
from runtime_theory.distributions.expectation.moments import mean
from runtime_theory.distributions.from_sympy.densities import SympyDensity
from runtime_theory.distributions.from_sympy.laws import from_sympy
from runtime_theory.distributions.from_sympy.names import _LAWS

x = sympy.Symbol("x")
X = ss.Normal("X", 1, 2)
E = ss.Exponential("E", Rational(1, 5))

CONTINUOUS = [
    ss.Arcsin("X", 1, 3),
    ss.Beta("X", 2, Rational(7, 2)),
    ss.BetaPrime("X", 2, 3),
    ss.BoundedPareto("X", Rational(3, 2), 2, 5),
    ss.Cauchy("X", 1, 2),
    ss.Chi("X", 3),
    ss.ChiNoncentral("X", 3, 2),
    ss.ChiSquared("X", 5),
    ss.Dagum("X", 2, 3, 4),
    ss.Erlang("X", 3, 2),
    ss.ExGaussian("X", 1, 2, 3),
    ss.Exponential("X", Rational(1, 5)),
    ss.ExponentialPower("X", 1, 2, 3),
    ss.FDistribution("X", 3, 5),
    ss.FisherZ("X", 3, 5),
    ss.Frechet("X", 3, 2, 1),
    ss.Gamma("X", Rational(5, 2), 2),
    ss.GammaInverse("X", 3, 2),
    ss.GaussianInverse("X", 2, 3),
    ss.Gompertz("X", 2, 3),
    ss.Gumbel("X", 2, 1),
    ss.Gumbel("X", 2, 1, minimum=True),
    ss.Kumaraswamy("X", 2, 3),
    ss.Laplace("X", 1, 2),
    ss.Levy("X", 1, 2),
    ss.LogCauchy("X", 0, 1),
    ss.LogLogistic("X", 2, 3),
    ss.LogNormal("X", 1, Rational(1, 2)),
    ss.Logistic("X", 1, 2),
    ss.Lomax("X", 3, 2),
    ss.Maxwell("X", 2),
    ss.Moyal("X", 1, 2),
    ss.Nakagami("X", 2, 3),
    ss.Normal("X", 1, 2),
    ss.Pareto("X", 2, 3),
    ss.PowerFunction("X", 3, 1, 2),
    ss.RaisedCosine("X", 1, 2),
    ss.Rayleigh("X", 2),
    ss.Reciprocal("X", 2, 5),
    ss.StudentT("X", 3),
    ss.Trapezoidal("X", 1, 2, 4, 5),
    ss.Triangular("X", 1, 5, 2),
    ss.Uniform("X", 1, 4),
    ss.UniformSum("X", 3),
    ss.VonMises("X", sympy.pi, 2),
    ss.Weibull("X", 2, Rational(1, 2)),
    ss.WignerSemicircle("X", 2),
]
BY_DENSITY = [
    ss.VonMises("X", 1, 2),
    ss.QuadraticU("X", 1, 3),
    ss.Benini("X", 1, 2, 3),
    ss.LogitNormal("X", 0, 1),
    ss.ShiftedGompertz("X", 1, 2),
    ss.ContinuousRV(x, 3 * x**2, set=sympy.Interval(0, 1)),
    ss.ContinuousRV(x, sympy.exp(-sympy.Abs(x - 1)) / 2, set=sympy.Interval(-sympy.oo, sympy.oo)),
]
DISCRETE = [
    ss.BetaBinomial("X", 6, 2, 3),
    ss.Binomial("X", 10, Rational(1, 3)),
    ss.Binomial("X", 4, Rational(1, 3), 7, 1),
    ss.Hypergeometric("X", 10, 5, 3),
    ss.Die("X", 6),
    ss.DiscreteUniform("X", [1, 2, 4]),
    ss.Bernoulli("X", Rational(1, 10), 10, 1),
    ss.Rademacher("X"),
    ss.FiniteRV("X", {1: Rational(1, 4), 3: Rational(3, 4)}),
    ss.IdealSoliton("X", 5),
    ss.FlorySchulz("X", Rational(1, 3)),
    ss.Geometric("X", Rational(1, 3)),
    ss.Logarithmic("X", Rational(1, 3)),
    ss.NegativeBinomial("X", 3, Rational(1, 3)),
    ss.Poisson("X", 3),
    ss.Skellam("X", 3, 2),
    ss.YuleSimon("X", 3),
    ss.Zeta("X", 4),
]


def name_of(variable):
    return str(variable.pspace.distribution)


def exact_density(variable, at):
    value = variable.pspace.distribution.pdf(sympy.Float(float(at), 40))
    return float(value.evalf(20).as_real_imag()[0])


@pytest.mark.parametrize("variable", CONTINUOUS, ids=name_of)
def test_density_is_sympys(variable):
    law = from_sympy(variable)
    assert not isinstance(law, DensityLaw)
    points = law.ppf(np.array([0.02, 0.1, 0.35, 0.5, 0.8, 0.97]))
    truth = [exact_density(variable, point) for point in points]
    np.testing.assert_allclose(law.pdf(points), truth, rtol=2e-10)
    h = 1e-5 * float(law.ppf(0.6) - law.ppf(0.4))
    slope = (law.cdf(points[[2, 4]] + h) - law.cdf(points[[2, 4]] - h)) / (2 * h)
    np.testing.assert_allclose(slope, [truth[2], truth[4]], rtol=1e-6)
    ends = variable.pspace.distribution.set
    expected = (float(ends.inf), float(ends.sup))
    if name_of(variable).startswith("Kumaraswamy"):  # sympy's own is too wide
        expected = (0.0, 1.0)
    if name_of(variable).startswith("Frechet"):  # so is this
        expected = (1.0, math.inf)
    np.testing.assert_allclose(law.support, expected, rtol=1e-14)


def test_every_name_is_tested():
    tested = {
        type(v.pspace.distribution).__name__.removesuffix("Distribution")
        for v in (*CONTINUOUS, *DISCRETE)
    }
    assert set(_LAWS) <= tested


@pytest.mark.parametrize("variable", BY_DENSITY, ids=name_of)
def test_other_densities(variable):
    law = from_sympy(variable)
    assert isinstance(law, DensityLaw)
    assert law.route is Route.SURVIVAL
    density = sympy.lambdify(x, variable.pspace.distribution.pdf(x), "mpmath")
    left, right = law.support
    edges = [left, *map(float, law.ppf(np.array([0.1, 0.5, 0.9]))), *law.breakpoints, right]
    edges = sorted({e if math.isfinite(e) else math.copysign(mpmath.inf, e) for e in edges})
    with mpmath.workdps(25):
        middle = float(law.ppf(0.7))
        above = mpmath.quad(density, [middle, *(e for e in edges if e > middle)])
        truth = mpmath.quad(lambda t: t * density(t), edges)
    assert float(law.sf(middle)) == pytest.approx(float(above), rel=1e-12)
    result = law.mean()
    assert abs(float(result) - float(truth)) <= float(result.error) <= 1e-10 * abs(float(truth))


def test_tails_of_a_density():
    law = from_sympy(ss.ContinuousRV(x, 3 / x**4, set=sympy.Interval(1, sympy.oo)))
    np.testing.assert_allclose(law.sf([10.0, 1e20, 1e60]), [1e-3, 1e-60, 1e-180], rtol=1e-12)
    assert float(law.mean()) == pytest.approx(1.5, rel=1e-11)


def test_kinks_are_found():
    tent = sympy.Piecewise((x, x < 1), (2 - x, True))
    law = from_sympy(ss.ContinuousRV(x, tent, set=sympy.Interval(0, 2)))
    assert law.breakpoints == (1.0,)
    result = mean(law, 2, 2)
    assert abs(float(result) - 1 - 7 / 30) <= float(result.error) < 1e-11


def test_special_functions_go_through_mpmath():
    density = sympy.lowergamma(2, x) * sympy.exp(-x) * 2 * 2 / (2 * 2)
    scale = sympy.integrate(density, (x, 0, sympy.oo))
    law = SympyDensity("special", density / scale, x, (0.0, math.inf))
    truth = float((density / scale).subs(x, 1).evalf())
    assert float(law.pdf(1.0)) == pytest.approx(truth, rel=1e-14)


@pytest.mark.parametrize("variable", DISCRETE, ids=name_of)
def test_masses_are_sympys(variable):
    law = from_sympy(variable)
    if law.atoms is not None and not law.integer_valued:
        values, mass = law.atoms.values, law.atoms.mass
    else:
        start = law.support[0] if math.isfinite(law.support[0]) else -4.0
        values = start + np.arange(9)
        mass = law.cdf(values) - law.cdf(values - 1)
    table = ss.density(variable)
    points = [sympy.nsimplify(float(v)) for v in values]
    finite = hasattr(table, "dict")
    truth = [float(sympy.N(table.dict[v] if finite else table(v), 20)) for v in points]
    np.testing.assert_allclose(mass, truth, rtol=1e-11, atol=1e-15)


FUNCTIONS = [
    (2 * X + 1, 3),
    (5 - E, 0),
    (-X, -1),
    (X / 4 - Rational(1, 2), -0.25),
    (sympy.exp(ss.Normal("N", 0, 1)), math.exp(0.5)),
    (sympy.log(ss.Exponential("Y", 1)), -float(mpmath.euler)),
    (E**2, 50),
    (sympy.sqrt(ss.Exponential("Y", 1)), math.sqrt(math.pi) / 2),
    (1 / ss.Gamma("G", 3, 1), 0.5),
    (ss.Normal("N", 0, 1) ** 2, 1),
    (sympy.Abs(ss.Normal("N", 0, 1)), math.sqrt(2 / math.pi)),
    (Rational(3, 2) ** ss.Exponential("Y", 1), 1 / (1 - math.log(1.5))),
    (sympy.Max(E, 2), 2 + 5 * math.exp(-0.4)),
    (sympy.Min(E, 2), 5 * (1 - math.exp(-0.4))),
    (1 + 2 * sympy.Max(ss.Exponential("Y", 1), ss.Exponential("Z", 2)), 1 + 2 * (1.5 - 1 / 3)),
    (sympy.Min(ss.Exponential("Y", 1), ss.Exponential("Z", 2)), 1 / 3),
    (ss.Die("D", 6) + ss.Die("F", 6), 7),
    (ss.Die("D", 6) ** 2, 91 / 6),
    (2 * ss.Geometric("G", Rational(1, 4)) + 1, 9),
    (sympy.Max(ss.Die("D", 6), ss.Uniform("U", 0, 1)), 3.5),
]


@pytest.mark.parametrize("expression,truth", FUNCTIONS, ids=[str(e) for e, _ in FUNCTIONS])
def test_functions(expression, truth):
    result = from_sympy(expression).mean()
    assert abs(float(result) - truth) <= float(result.error) + 4e-16 * abs(truth)
    assert float(result.error) <= 1e-10


def test_closed_forms_survive():
    law = from_sympy(1 + 2 * E)
    assert law.member.family.name == "exponential"
    assert law.member.mean(4, 4).value == pytest.approx(1 + 2 * 125 / 12, rel=1e-15)
    assert from_sympy(ss.Geometric("G", Rational(1, 3))).member.family.name == "geometric"
    assert from_sympy(ss.Pareto("P", 1, 2)).member.family.name == "pareto"


def test_irrational_parameters():
    assert float(from_sympy(ss.Exponential("E", 1 / sympy.pi)).mean()) == pytest.approx(math.pi)


def test_through_the_front_door():
    assert as_distribution(E).describe() == "expon(scale=5)"
    assert as_law(ss.Die("D", 3)).support == (1.0, 3.0)
    with pytest.raises(TypeError, match="is no law"):
        as_distribution(sympy.Integer(2))
    with pytest.raises(TypeError, match="law"):
        as_distribution(sympy.Symbol("t"))


mu, sigma = sympy.symbols("mu sigma", positive=True)
REFUSED = [
    (ss.Normal("N", mu, sigma), "free symbols mu, sigma"),
    (ss.Normal("N", mu, sigma), "NormalDistribution"),
    (mu * X, "free symbols mu"),
    (ss.Coin("C"), "free symbols H, T"),
    (ss.Normal("N", X, 1), "CompoundPSpace"),
    (X + E, "not supported"),
    (X * E, "not supported"),
    (sympy.sin(X), "not supported"),
    (sympy.Max(X, 2 * X + 1), "not independent"),
    (sympy.log(X), "not negative"),
    (sympy.sqrt(X), "not negative"),
    (ss.Hermite("H", 1, 2), "rt.Discrete"),
    (S.ImaginaryUnit * X, "real number"),
    (ss.given(X, X > 1), "PSpace"),
]


@pytest.mark.parametrize("expression,reason", REFUSED, ids=[str(e) for e, _ in REFUSED])
def test_refusals(expression, reason):
    with pytest.raises(TypeError, match=reason):
        from_sympy(expression)


def test_density_that_is_none():
    with pytest.raises(ValueError, match="integrates to about 2, not to 1"):
        from_sympy(ss.ContinuousRV(x, 2 * sympy.exp(-x), set=sympy.Interval(0, sympy.oo)))
    with pytest.raises(ArithmeticError, match="density"):  # sympy's own support is wrong
        from_sympy(ss.Davis("D", 5, 3, 1))


@pytest.mark.parametrize("obj", [1, "X", None, sympy.Integer(1), sympy.Symbol("t"), sympy.eye(2)])
def test_other_objects_are_left_alone(obj):
    assert from_sympy(obj) is None


def test_sympy_is_not_imported_by_the_adapters():
    code = (
        "import sys, runtime_theory.distributions, runtime_theory.distributions.from_sympy.laws, "
        "runtime_theory.distributions.law_strings.parsing; from scipy import stats; "
        "runtime_theory.distributions.as_distribution(stats.expon()); "
        "assert 'sympy' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_rational_parameters_stay_exact():
    """The rate 3 is the scale 1/3, which no float is: the closed form goes on with the fraction."""
    from sympy.stats import Exponential, Logistic

    import runtime_theory as rt

    third = Exponential("X", 3)
    truth = sum(sympy.Rational(1, i) for i in range(5, 9)) / 3
    value = rt.order_statistic(third, 4, 8).mean(digits=40).value
    assert abs(sympy.Float(mpmath.nstr(value, 45), 45) - truth) < 1e-39
    moved = rt.order_statistic(2 - third / 7, 4, 8).mean(digits=40).value
    mirrored = sum(sympy.Rational(1, i) for i in range(4, 9)) / 3
    assert (
        abs(sympy.Float(mpmath.nstr(moved, 45), 45) - (2 - mirrored / 7)) < 1e-16
    )  # 1/7 became a float
    centre = rt.order_statistic(Logistic("L", sympy.Rational(1, 3), 1), 2, 3).mean(digits=40).value
    assert abs(sympy.Float(mpmath.nstr(centre, 45), 45) - sympy.Rational(1, 3)) < 1e-39


def test_ranks_in_arrays_are_floats():
    import runtime_theory as rt

    with pytest.raises(ValueError, match="digits needs one k and one n, got digits=30"):
        rt.order_statistic(ss.Exponential("X", 1), [1, 2], 3).mean(digits=30)
