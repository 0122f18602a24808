"""New-style random variables of scipy: unwrapped, with both tails and closed forms."""

import math

import mpmath
import numpy as np
import pytest
from oracles.labels import label
from scipy import special, stats

from runtime_theory.distributions.adapt import as_distribution, as_law
from runtime_theory.distributions.affine import Affine
from runtime_theory.distributions.base import Route, Tails
from runtime_theory.distributions.derived.mixture import Mixture
from runtime_theory.distributions.derived.ranked_law import RankedLaw
from runtime_theory.distributions.derived.transformed import Transformed
from runtime_theory.distributions.derived.truncated import Truncated
from runtime_theory.distributions.expectation.moments import mean
from runtime_theory.distributions.from_scipy.custom_variables import ScipyVariable
from runtime_theory.distributions.from_scipy.laws import ScipyLaw
from runtime_theory.distributions.from_scipy.variables import from_scipy_variable

NORMAL = stats.Normal(mu=1.0, sigma=2.0)
GAMMA = stats.make_distribution(stats.gamma)(a=2.5)
EXPON = stats.make_distribution(stats.expon)()


def custom(**functions):
    """A user's own law on (0, top), with the functions given."""

    class Custom:
        __make_distribution_version__ = "1.16.0"
        parameters = {"top": (0.0, np.inf)}  # noqa: RUF012
        support = {"endpoints": (0.0, "top")}  # noqa: RUF012

    for name, function in functions.items():
        setattr(Custom, name, function)
    return stats.make_distribution(Custom())(top=2.0)


def ramp_pdf(_, x, top):
    return 2.0 * x / top**2


def ramp_cdf(_, x, top):
    return (x / top) ** 2


def ramp_ccdf(_, x, top):
    return (1.0 - x / top) * (1.0 + x / top)


BY_DENSITY = custom(pdf=ramp_pdf)
BY_TAILS = custom(cdf=ramp_cdf, ccdf=ramp_ccdf)

VARIABLES = [
    NORMAL,
    stats.Normal(),
    stats.Uniform(a=1.0, b=3.0),
    stats.Logistic(),
    GAMMA,
    EXPON,
    2 * GAMMA + 1,
    10 - 2 * GAMMA,
    0 - (-NORMAL),
    3 * (2 * GAMMA + 1) - 5,
    stats.truncate(NORMAL, lb=0.0),
    stats.truncate(NORMAL, lb=-2.0, ub=1.5),
    2 * stats.truncate(GAMMA, lb=1.0, ub=5.0),
    stats.Mixture([NORMAL, GAMMA], weights=[0.9, 0.1]),
    stats.Mixture([EXPON, 100 * EXPON]),
    stats.order_statistic(NORMAL, r=2, n=5),
    stats.order_statistic(GAMMA, r=5, n=5),
    abs(NORMAL),
    stats.exp(NORMAL),
    stats.log(GAMMA),
    GAMMA**2,
    NORMAL**3,
    1 / GAMMA,
    2 / GAMMA,
    1.25**GAMMA,
    0.5**GAMMA,
    abs(stats.order_statistic(NORMAL, r=2, n=3)),
    stats.exp(stats.truncate(NORMAL, lb=0.0, ub=2.0)),
    BY_DENSITY,
    BY_TAILS,
]


@pytest.mark.parametrize("variable", VARIABLES, ids=[" ".join(str(v).split()) for v in VARIABLES])
def test_agrees_with_scipy_in_the_middle(variable):
    law = from_scipy_variable(variable)
    x = law.ppf(np.array([0.02, 0.2, 0.5, 0.8, 0.98]))
    np.testing.assert_allclose(law.cdf(x), variable.cdf(x), rtol=1e-10)
    np.testing.assert_allclose(law.sf(x), variable.ccdf(x), rtol=1e-10)
    np.testing.assert_allclose(law.support, variable.support(), rtol=1e-15)
    if variable is not BY_TAILS:
        np.testing.assert_allclose(law.pdf(x), variable.pdf(x), rtol=1e-10)


def phi(x):
    return mpmath.npdf(x)


def erlang_mean(low, high):
    """E[G] of a gamma(5/2) law between low and high."""
    return mpmath.gammainc(3.5, low, high) / mpmath.gammainc(2.5, low, high)


MEANS = [
    (stats.Normal(), 0),
    (NORMAL, 1),
    (stats.Uniform(a=1.0, b=3.0), 2),
    (stats.Logistic(), 0),
    (GAMMA, 2.5),
    (10 - 2 * GAMMA, 5),
    (3 * (2 * GAMMA + 1) - 5, 13),
    (stats.truncate(NORMAL, lb=0.0), 1 + 2 * phi(-0.5) / mpmath.ncdf(0.5)),
    (2 * stats.truncate(GAMMA, lb=1.0, ub=5.0), 2 * erlang_mean(1, 5)),
    (stats.Mixture([NORMAL, GAMMA], weights=[0.75, 0.25]), 0.75 + 0.625),
    (stats.order_statistic(stats.Normal(), r=2, n=2), 1 / mpmath.sqrt(mpmath.pi)),
    (stats.order_statistic(EXPON, r=2, n=3), mpmath.mpf(5) / 6),
    (abs(stats.Normal()), mpmath.sqrt(2 / mpmath.pi)),
    (stats.exp(NORMAL), mpmath.exp(3)),
    (stats.log(GAMMA), mpmath.digamma(2.5)),
    (GAMMA**2, 8.75),
    (NORMAL**3, 13),
    (1 / GAMMA, mpmath.mpf(2) / 3),
    (2 / GAMMA, mpmath.mpf(4) / 3),
    (1.25**GAMMA, (1 - mpmath.log(1.25)) ** -2.5),
    (0.5**GAMMA, (1 + mpmath.log(2)) ** -2.5),
    (BY_DENSITY, mpmath.mpf(4) / 3),
    (BY_TAILS, mpmath.mpf(4) / 3),
]


@pytest.mark.parametrize("variable,truth", MEANS, ids=[" ".join(str(v).split()) for v, _ in MEANS])
def test_mean_is_honest(variable, truth):
    result = from_scipy_variable(variable).mean()
    assert abs(float(result) - float(truth)) <= float(result.error) + 4e-16 * abs(float(truth))
    assert float(result.error) <= 1e-11 * max(1.0, abs(float(truth)))


class TestUnwrapping:
    def test_old_laws_come_back(self):
        assert isinstance(from_scipy_variable(GAMMA), ScipyLaw)
        assert from_scipy_variable(GAMMA).describe() == "gamma(a=2.5)"
        assert from_scipy_variable(2 * NORMAL + 1).describe() == "norm(loc=3, scale=4)"
        assert from_scipy_variable(stats.Uniform(a=1.0, b=3.0)).describe() == (
            "uniform(loc=1, scale=2)"
        )

    def test_every_continuous_law_of_make_distribution(self):
        done = 0
        for name in ("beta", "lomax", "burr12", "weibull_min", "halfcauchy", "invgauss", "t"):
            old = getattr(stats, name)
            shapes = dict(zip((old.shapes or "").split(", "), (2.5, 3.5), strict=False))
            shapes.pop("", None)
            law = from_scipy_variable(stats.make_distribution(old)(**shapes))
            assert law.key == as_law(old(**shapes)).key
            done += 1
        assert done == 7

    def test_closed_forms_survive(self):
        law = from_scipy_variable(2 * EXPON + 1)
        assert law.member.mean(8, 8).value == pytest.approx(1 + 2 * 761 / 280, rel=1e-15)
        mirrored = from_scipy_variable(1 - 2 * EXPON)
        assert mirrored.member.mean(1, 8).value == pytest.approx(1 - 2 * 761 / 280, rel=1e-15)
        mixed = from_scipy_variable(stats.Mixture([EXPON, 100 * EXPON], weights=[0.95, 0.05]))
        assert mixed.member.family.name == "hyperexponential"

    def test_shift_and_scale_are_taken_out(self):
        law = from_scipy_variable(stats.truncate(2 * GAMMA + 1e6, lb=1e6 + 1, ub=1e6 + 3))
        assert isinstance(law, Truncated)
        assert isinstance(law.standardised, Affine)
        truth = 1e6 + 2.09129276924089476  # scipy itself is off by 5e-5
        assert abs(float(law.mean()) - truth) <= float(law.mean().error) < 2e-9

    def test_kinds(self):
        assert isinstance(from_scipy_variable(stats.Mixture([NORMAL, GAMMA])), Mixture)
        assert isinstance(from_scipy_variable(stats.order_statistic(GAMMA, r=1, n=2)), RankedLaw)
        assert isinstance(from_scipy_variable(stats.exp(GAMMA)), Transformed)

    def test_discrete(self):
        law = from_scipy_variable(stats.Binomial(n=10, p=0.25))
        np.testing.assert_allclose(law.atoms.mass, stats.binom.pmf(range(11), 10, 0.25), rtol=1e-12)
        law = from_scipy_variable(stats.make_distribution(stats.geom)(p=0.25))
        assert law.integer_valued
        assert float(law.sf(40)) == pytest.approx(0.75**40, rel=1e-13)
        assert law.member.family.name == "geometric"

    def test_through_the_front_door(self):
        assert as_distribution(NORMAL).describe() == "norm(loc=1, scale=2)"
        workers = as_distribution([NORMAL, (stats.Mixture([EXPON, GAMMA]), 3)])
        assert workers.P == 4

    def test_other_objects_are_left_alone(self):
        for obj in (1.0, "expon", stats.expon(), [NORMAL], None, object()):
            assert from_scipy_variable(obj) is None


class TestTails:
    def test_order_statistic(self):
        law = from_scipy_variable(stats.order_statistic(stats.Normal(), r=5, n=5))
        truth = 5 * mpmath.erfc(9 / mpmath.sqrt(2)) / 2
        assert float(law.sf(9.0)) == pytest.approx(float(truth), rel=1e-12)

    def test_truncated(self):
        law = from_scipy_variable(stats.truncate(stats.Normal(), lb=20.0))
        x = np.array([20.0 + 2**-40, 21.0, 30.0])
        logs = special.log_ndtr(-x) - special.log_ndtr(-20.0)
        np.testing.assert_allclose(law.sf(x), np.exp(logs), rtol=1e-12)
        assert float(law.cdf(x[0])) == pytest.approx(2**-40 * 20.0498756, rel=1e-7)

    def test_mixture(self):
        cauchy = stats.make_distribution(stats.halfcauchy)()
        law = from_scipy_variable(stats.Mixture([EXPON, cauchy], weights=[0.75, 0.25]))
        assert law.tails == Tails(math.inf, 1.0)
        assert float(law.sf(1e40)) == pytest.approx(0.25 * 2e-40 / math.pi, rel=1e-12)
        assert math.isinf(float(law.mean()))
        first = mean(law, 1, 2)
        assert math.isfinite(float(first))

    def test_transformed(self):
        law = from_scipy_variable(stats.exp(EXPON))  # Pareto of index 1
        assert float(law.sf(1e100)) == pytest.approx(1e-100, rel=1e-12)
        assert math.isinf(float(law.mean()))
        heavy = stats.make_distribution(stats.pareto)(b=3.0)
        assert from_scipy_variable(heavy**2).tails.right == 1.5
        assert from_scipy_variable(stats.log(heavy)).tails.right == math.inf

    def test_minimum_of_half_cauchy_has_a_mean(self):
        cauchy = stats.make_distribution(stats.halfcauchy)()
        law = from_scipy_variable(stats.order_statistic(cauchy, r=1, n=3))
        assert law.tails.right == 3.0
        with mpmath.workdps(25):
            truth = mpmath.quad(lambda x: (2 * mpmath.acot(x) / mpmath.pi) ** 3, [0, 1, mpmath.inf])
        assert abs(float(law.mean()) - float(truth)) <= float(law.mean().error)


class TestCustom:
    def test_density_only(self):
        law = from_scipy_variable(BY_DENSITY)
        assert isinstance(law, ScipyVariable)
        assert law.route is Route.DENSITY
        largest = mean(law, 4, 4)
        assert abs(float(largest) - 2.0 * 8 / 9) <= float(largest.error) < 1e-10

    def test_both_tails(self):
        law = from_scipy_variable(BY_TAILS)
        assert law.route is Route.SURVIVAL
        assert law.rvs(5, rng=1).shape == (5,)
        with pytest.raises(TypeError, match="no density"):
            law.pdf(1.0)

    def test_cdf_alone_is_refused(self):
        with pytest.raises(ValueError, match="must define pdf, or both cdf and ccdf"):
            from_scipy_variable(custom(cdf=ramp_cdf))


class TestRefusals:
    @pytest.mark.parametrize(
        "variable",
        [
            stats.Normal(mu=[0.0, 1.0]),
            2.0 * stats.Normal(mu=[0.0, 1.0]),
            stats.order_statistic(NORMAL, r=[1, 2], n=3),
            stats.truncate(NORMAL, lb=[0.0, 1.0]),
        ],
        ids=label,
    )
    def test_arrays(self, variable):
        with pytest.raises(TypeError, match="parameters must be numbers, got arrays of shape"):
            from_scipy_variable(variable)

    @pytest.mark.parametrize(
        "variable",
        [
            stats.Normal(sigma=-1.0),
            stats.Uniform(a=3.0, b=1.0),
            stats.make_distribution(stats.gamma)(a=-1.0),
            stats.order_statistic(NORMAL, r=0, n=3),
            stats.order_statistic(NORMAL, r=4, n=3),
            stats.truncate(NORMAL, lb=2.0, ub=1.0),
        ],
        ids=label,
    )
    def test_parameters_outside_their_domain(self, variable):
        with pytest.raises(ValueError, match=r"outside its domain|must be"):
            from_scipy_variable(variable)

    def test_empty_truncation(self):
        with pytest.raises(ValueError, match=r"Pr\[2 <= X <= 3\] must be positive"):
            from_scipy_variable(stats.truncate(stats.Uniform(a=0.0, b=1.0), lb=2.0, ub=3.0))

    @pytest.mark.parametrize("kind", [stats.Normal, stats.make_distribution(stats.gamma)])
    def test_classes(self, kind):
        with pytest.raises(TypeError, match="is a class of random variables"):
            from_scipy_variable(kind)

    def test_no_warnings_escape(self, recwarn):
        law = from_scipy_variable(stats.exp(NORMAL))
        law.sf([-1.0, 0.0, math.inf])
        law.pdf([-1.0, 0.0, math.inf])
        law.mean()
        assert not [w for w in recwarn if "runtime_theory" in str(w.filename)]
