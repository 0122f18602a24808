"""Domains of attraction: the literature's answers, the constants of tails, detection by numbers."""

from __future__ import annotations

import math
import pickle

import numpy as np
import pytest
import sympy
import sympy.stats
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats
from scipy.stats._distr_params import distcont

from runtime_theory.distributions.adapt import as_law
from runtime_theory.distributions.attraction import (
    Attraction,
    Domain,
    extreme_value_domain,
    upper_tail,
)
from runtime_theory.distributions.attraction.functions import FLOATS, precise, symbolic
from runtime_theory.distributions.attraction.measured import measured_domain
from runtime_theory.distributions.attraction.scipy_bounded import BOUNDED
from runtime_theory.distributions.attraction.scipy_unbounded import UNBOUNDED
from runtime_theory.distributions.attraction.tails import Tail
from runtime_theory.distributions.base import Distribution
from runtime_theory.distributions.discrete import Deterministic, Discrete
from runtime_theory.distributions.phase_type import PhaseType
from runtime_theory.distributions.survival import SurvivalFunction
from runtime_theory.order_statistics import order_statistic
from runtime_theory.results import Kind

FRECHET = [  # Embrechts et al. (1997), table 3.4.2, and the definitions of the laws
    (stats.pareto(2.5), 2.5),
    (stats.lomax(1.5, scale=3), 1.5),
    (stats.cauchy(), 1.0),
    (stats.halfcauchy(), 1.0),
    (stats.foldcauchy(2), 1.0),
    (stats.skewcauchy(0.3), 1.0),
    (stats.t(3), 3.0),
    (stats.nct(4, 0.5), 4.0),
    (stats.f(4, 7), 3.5),
    (stats.ncf(4, 7, 1), 3.5),
    (stats.burr(3, 2), 3.0),
    (stats.burr12(3, 2), 6.0),
    (stats.fisk(2.2), 2.2),
    (stats.mielke(4, 1.7), 1.7),
    (stats.invgamma(2.2), 2.2),
    (stats.invweibull(1.3), 1.3),
    (stats.betaprime(2, 3.5), 3.5),
    (stats.loglaplace(1.8), 1.8),
    (stats.levy(), 0.5),
    (stats.levy_stable(1.5, 0.3), 1.5),
    (stats.landau(), 1.0),
    (stats.alpha(2), 1.0),
    (stats.kappa3(2.5), 2.5),
    (stats.kappa4(0.5, -0.25), 4.0),
    (stats.genpareto(0.4), 2.5),
    (stats.genextreme(-0.4), 2.5),
    (stats.gengamma(2, -1.5), 3.0),
    (stats.jf_skew_t(2, 3), 6.0),
    (stats.tukeylambda(-0.25), 4.0),
    (stats.rel_breitwigner(2), 3.0),
    (stats.dpareto_lognorm(3, 1.2, 1.5, 2), 1.5),
    (stats.zipf(3.5), 2.5),
    (stats.yulesimon(2.5), 2.5),
    (stats.betanbinom(5, 2.5, 1), 2.5),
]
WEIBULL = [  # table 3.4.3; the exponent is that of S(end - h)
    (stats.uniform(1, 2), 1.0, 3.0),
    (stats.beta(2, 5, scale=4), 5.0, 4.0),
    (stats.powerlaw(3), 1.0, 1.0),
    (stats.weibull_max(1.7, loc=2), 1.7, 2.0),
    (stats.genextreme(0.4), 2.5, 2.5),
    (stats.genpareto(-0.4), 2.5, 2.5),
    (stats.arcsine(), 0.5, 1.0),
    (stats.semicircular(), 1.5, 1.0),
    (stats.triang(0.3), 2.0, 1.0),
    (stats.triang(1), 1.0, 1.0),
    (stats.trapezoid(0.2, 0.8), 2.0, 1.0),
    (stats.trapezoid(0.2, 1), 1.0, 1.0),
    (stats.irwinhall(4), 4.0, 4.0),
    (stats.cosine(), 3.0, math.pi),
    (stats.anglit(), 2.0, math.pi / 4),
    (stats.rdist(3), 1.5, 1.0),
    (stats.bradford(2), 1.0, 1.0),
    (stats.loguniform(1, 5), 1.0, 5.0),
    (stats.truncexpon(2), 1.0, 2.0),
    (stats.truncnorm(-1, 2), 1.0, 2.0),
    (stats.truncpareto(1.8, 5.0), 1.0, 5.0),
    (stats.truncweibull_min(2, 0.5, 2), 1.0, 2.0),
    (stats.argus(1), 1.5, 1.0),
    (stats.gausshyper(2, 3, 1, 0.5), 3.0, 1.0),
    (stats.genhalflogistic(0.5), 2.0, 2.0),
    (stats.ksone(5), 5.0, 1.0),
    (stats.kstwo(5), 5.0, 1.0),
    (stats.pearson3(-1), 4.0, 2.0),
    (stats.tukeylambda(0.5), 2.0, 2.0),
    (stats.tukeylambda(3), 1.0, 1 / 3),
    (stats.vonmises_line(2), 1.0, math.pi),
    (stats.wrapcauchy(0.2), 1.0, 2 * math.pi),
]
GUMBEL = [  # table 3.4.4
    stats.expon(2, 3),
    stats.gamma(2.5),
    stats.erlang(3),
    stats.chi2(5),
    stats.chi(4),
    stats.norm(1, 2),
    stats.halfnorm(),
    stats.lognorm(1.5),
    stats.gibrat(),
    stats.weibull_min(0.5),
    stats.weibull_min(2),
    stats.exponweib(2, 0.7),
    stats.gumbel_r(),
    stats.gumbel_l(),
    stats.logistic(),
    stats.laplace(),
    stats.rayleigh(),
    stats.maxwell(),
    stats.nakagami(2),
    stats.rice(1),
    stats.invgauss(0.7),
    stats.wald(),
    stats.recipinvgauss(0.7),
    stats.fatiguelife(1.2),
    stats.gompertz(1),
    stats.loggamma(2),
    stats.hypsecant(),
    stats.moyal(),
    stats.exponnorm(1.5),
    stats.skewnorm(3),
    stats.skewnorm(-3),
    stats.johnsonsu(1, 2),
    stats.ncx2(3, 1),
    stats.genextreme(0),
    stats.gengamma(2, 0.6),
    stats.norminvgauss(2, 1),
    stats.geninvgauss(1.5, 2),
    stats.kstwobign(),
    stats.tukeylambda(0),
    stats.johnsonsb(1, 2),  # with a finite right end
    stats.levy_l(),
]
NONE = [  # Embrechts et al., examples 3.1.4 to 3.1.6: discrete laws
    stats.geom(0.3),
    stats.nbinom(2, 0.3),
    stats.logser(0.5),
    stats.planck(0.5),
    stats.dlaplace(0.8),
    stats.poisson(3),
    stats.skellam(3, 2),
    stats.binom(5, 0.4),
    stats.randint(1, 7),
]


class TestLiterature:
    def test_there_are_many(self):
        assert len(FRECHET) + len(WEIBULL) + len(GUMBEL) + len(NONE) > 100

    @pytest.mark.parametrize("law, index", FRECHET)
    def test_frechet(self, law, index):
        domain = extreme_value_domain(law)
        assert domain.name == "frechet"
        assert domain.kind is Kind.EXACT
        assert domain.index == pytest.approx(index, rel=1e-14)
        assert domain.xi == pytest.approx(1 / index, rel=1e-14)
        assert domain.endpoint == math.inf

    @pytest.mark.parametrize("law, exponent, end", WEIBULL)
    def test_weibull(self, law, exponent, end):
        domain = extreme_value_domain(law)
        assert domain.name == "weibull"
        assert domain.kind is Kind.EXACT
        assert domain.index == pytest.approx(exponent, rel=1e-14)
        assert domain.xi == pytest.approx(-1 / exponent, rel=1e-14)
        assert domain.endpoint == pytest.approx(end, rel=1e-14)

    @pytest.mark.parametrize("law", GUMBEL)
    def test_gumbel(self, law):
        domain = extreme_value_domain(law)
        assert (domain.name, domain.kind, domain.xi) == ("gumbel", Kind.EXACT, 0.0)
        assert domain.index == math.inf

    @pytest.mark.parametrize("law", NONE)
    def test_none(self, law):
        domain = extreme_value_domain(law)
        assert (domain.name, domain.kind) == ("none", Kind.EXACT)
        assert math.isnan(domain.index)
        assert math.isnan(domain.xi)

    def test_every_scipy_law_has_an_entry(self):
        refused = {"studentized_range", "vonmises"}
        names = {n for n in dir(stats) if isinstance(getattr(stats, n), stats.rv_continuous)}
        assert names - refused == set(UNBOUNDED) | set(BOUNDED)


def _typical() -> list[Distribution]:
    frozen = []
    for name, shapes in distcont:
        if isinstance(name, str) and name not in ("studentized_range", "vonmises"):
            frozen.append(getattr(stats, name)(*shapes))
    extra = [
        stats.skewnorm(-2),
        stats.pearson3(1.5),
        stats.kappa4(0.5, -0.25),
        stats.tukeylambda(-0.25),
        stats.tukeylambda(0.5),
        stats.tukeylambda(0),
        stats.trapezoid(0.2, 1),
        stats.triang(1),
        stats.genpareto(-0.4),
        stats.genextreme(0.4),
        stats.foldnorm(0),
        stats.rice(0),
        stats.levy_stable(2, 0),
    ]
    return frozen + extra


def _underflows(frozen) -> bool:
    """Whether S is 0 in doubles before its exponent of 1000 shows."""
    return frozen.dist.name == "ksone" and frozen.args[0] > 100


def _explicit() -> list[Distribution]:
    """Laws of which more than the domain is stated."""
    laws = [law for law in _typical() if not _underflows(law)]
    return [law for law in laws if upper_tail(as_law(law)).standard.explicit]


class TestConstants:
    """The stated asymptotic form against the survival function itself, ever further out."""

    def test_most_are_explicit(self):
        assert len(_explicit()) > 100

    @pytest.mark.parametrize("frozen", _explicit())
    def test_tail(self, frozen):
        law = as_law(frozen)
        tail = upper_tail(law).standard
        errors = [abs(math.expm1(float(law.logsf(x)) - tail.log_sf(x, FLOATS))) for x in far(law)]
        assert errors[-1] < max(0.4 * errors[0], 1e-6)
        if tail.domain[0] is not Attraction.GUMBEL:
            assert errors[-1] < 2e-6
        elif frozen.args != (0.1,):  # pearson3 of shape 400 is not near its limit at 1e-270
            assert abs(_limit(law, tail)) < 0.02


def _limit(law: Distribution, tail: Tail) -> float:
    """Log S less its form, extrapolated: the remainder of a Gumbel tail is a/log(1/S)."""
    points = far(law)[-2:]
    (near, deep), (e_near, e_deep) = (
        [-float(law.logsf(x)) for x in points],
        [float(law.logsf(x)) - tail.log_sf(x, FLOATS) for x in points],
    )
    return (deep * e_deep - near * e_near) / (deep - near)


def far(law: Distribution) -> list[float]:
    """Points that approach the right end, rounding of the end kept away."""
    end, middle = law.support[1], float(law.ppf(0.5))
    if math.isfinite(end):
        bits = (6, 14, 24) if end else (8, 40, 80)
        points = [end - (end - middle) * 2.0**-b for b in bits]
        return [x for x in points if float(law.sf(x)) > 0.0] or points[:1]
    points = [float(law.isf(10.0**-k)) for k in (20, 60, 120, 270)]
    return [x for x in points if x < 1e150]


class TestMeasured:
    @pytest.mark.parametrize("frozen", _typical())
    def test_agrees_with_the_table(self, frozen):
        law = as_law(frozen)
        known, found = extreme_value_domain(law), measured_domain(law)
        if _underflows(frozen):
            assert found.name == "none"
            return
        assert (found.name, found.kind) == (known.name, Kind.ESTIMATE)
        if math.isfinite(known.index):
            assert abs(found.index - known.index) <= 3.0 * found.error

    @pytest.mark.parametrize("law, known", [(stats.zipf(3.5), 2.5), (stats.yulesimon(2.5), 2.5)])
    def test_lattice_powers(self, law, known):
        found = measured_domain(as_law(law))
        assert found.name == "frechet"
        assert abs(found.index - known) <= 3.0 * found.error

    @pytest.mark.parametrize("law", [n for n in NONE if as_law(n).atoms is None])
    def test_lattices(self, law):
        assert measured_domain(as_law(law)).name == "none"

    def test_stretched_exponential(self):
        law = SurvivalFunction(lambda x: np.exp(-(x**0.3)), (0, math.inf))
        assert extreme_value_domain(law).name == "gumbel"

    def test_power_with_a_logarithm(self):
        """The slope drifts like 1/log x, and the error says so."""
        law = SurvivalFunction(lambda x: (1 + np.log1p(x)) / (1 + x) ** 2, (0, math.inf))
        found = extreme_value_domain(law)
        assert found.name == "frechet"
        assert 1e-4 < abs(found.index - 2.0) < 2.0 * found.error

    def test_von_mises_example_without_domain(self):
        """exp(-x - sin(x)/2): the ratio oscillates for ever (von Mises, 1936)."""
        law = SurvivalFunction(lambda x: np.exp(-x - 0.5 * np.sin(x)), (0, math.inf))
        assert extreme_value_domain(law).name == "none"

    def test_petersburg_game_has_none(self):
        """2**k with probability 2**-k: a power law in steps that never shrink."""
        law = SurvivalFunction(
            lambda x: 2.0 ** -np.floor(np.log2(np.maximum(x, 1.0))), (1, math.inf)
        )
        assert extreme_value_domain(law).name == "none"

    def test_slowly_varying_tail_has_none(self):
        law = SurvivalFunction(lambda x: 1.0 / (1.0 + np.log1p(x)), (0, math.inf))
        assert extreme_value_domain(law).name == "none"

    def test_atom_at_the_right_end(self):
        law = SurvivalFunction(lambda x: np.where(x < 1.0, np.exp(-x), 0.0), (0, 1))
        found = extreme_value_domain(law)
        assert found.name == "none"
        assert "atom" in found.reason

    def test_gumbel_with_an_end(self):
        law = SurvivalFunction(
            lambda x: np.where(x < 1.0, np.exp(1.0 - 1.0 / np.maximum(1.0 - x, 1e-9)), 0.0), (0, 1)
        )
        found = extreme_value_domain(law)
        assert (found.name, found.endpoint) == ("gumbel", 1.0)


class TestOtherLaws:
    @pytest.mark.parametrize(
        "law", [[1.0, 2.0, 4.0], Deterministic(3.0), Discrete([1, 2], [0.5] * 2)]
    )
    def test_finite_discrete(self, law):
        domain = extreme_value_domain(law)
        assert (domain.name, domain.kind) == ("none", Kind.EXACT)
        assert "atom" in domain.reason

    def test_phase_type(self):
        law = PhaseType([0.6, 0.3, 0.1], [[-3, 2, 0], [0, -2, 1], [0.5, 0, -1.0]])
        tail = upper_tail(law).standard
        assert extreme_value_domain(law).name == "gumbel"
        errors = [abs(math.expm1(float(law.logsf(x)) - tail.log_sf(x, FLOATS))) for x in (5, 40)]
        assert errors[1] < 1e-9 < errors[0]

    def test_phase_type_with_a_double_rate(self):
        law = PhaseType([1, 0], [[-2, 2], [0, -2.0]])
        assert extreme_value_domain(law).name == "gumbel"
        assert not upper_tail(law).standard.explicit

    def test_hyperexponential(self):
        law = as_law(
            stats.Mixture(
                [stats.make_distribution(stats.expon)() * s for s in (1, 100)], weights=[0.95, 0.05]
            )
        )
        tail = upper_tail(law)
        assert tail.name == "hyperexponential"
        assert float(law.sf(3000)) == pytest.approx(0.05 * math.exp(-30), rel=1e-12)
        assert tail.standard.log_sf(3000.0, FLOATS) == pytest.approx(math.log(0.05) - 30)

    def test_mixture_has_the_heaviest_tail(self):
        pieces = [stats.make_distribution(stats.lomax)(c=c) for c in (1.5, 4.0)]
        domain = extreme_value_domain(stats.Mixture(pieces, weights=[0.1, 0.9]))
        assert (domain.name, domain.index, domain.kind) == ("frechet", 1.5, Kind.EXACT)

    def test_sympy(self):
        assert extreme_value_domain(sympy.stats.Pareto("X", 1, 3)).index == 3.0
        assert extreme_value_domain(sympy.stats.Gamma("X", 3, 2)).name == "gumbel"
        assert extreme_value_domain(sympy.stats.Beta("X", 2, 3)).index == 3.0

    @pytest.mark.parametrize(
        "parent, index",
        [(stats.pareto(2.5), 7.5), (stats.uniform(), 3.0), (stats.norm(), math.inf)],
    )
    def test_order_statistic(self, parent, index):
        """The third largest multiplies the index by three."""
        law = order_statistic(parent, 3, 5)
        domain = extreme_value_domain(law)
        assert (domain.index, domain.kind) == (index, Kind.EXACT)
        measured = measured_domain(law)
        assert measured.name == domain.name

    @pytest.mark.parametrize("bad", [2.0, "expon", (1.0, 2.0), [stats.expon(), stats.norm()]])
    def test_refused(self, bad):
        with pytest.raises(TypeError):
            extreme_value_domain(bad)


class TestEquivariance:
    @settings(max_examples=60)
    @given(
        law=st.sampled_from(
            [stats.pareto(2.5), stats.beta(2, 3), stats.norm(), stats.t(3), stats.nct(4, 0.5)]
        ),
        loc=st.floats(-1e3, 1e3),
        scale=st.floats(1e-3, 1e3),
    )
    def test_location_and_scale(self, law, loc, scale):
        plain = extreme_value_domain(law)
        moved = extreme_value_domain(law.dist(*law.args, loc=loc, scale=scale))
        assert (moved.name, moved.index, moved.kind) == (plain.name, plain.index, plain.kind)
        assert moved.endpoint == pytest.approx(loc + scale * plain.endpoint, rel=1e-12, abs=1e-9)

    @settings(max_examples=30)
    @given(loc=st.floats(-10, 10), scale=st.floats(0.01, 100), j=st.integers(0, 5))
    def test_expected_maximum(self, loc, scale, j):
        for law in (stats.pareto(2.5), stats.beta(2, 3), stats.gamma(2.5), stats.lognorm(1)):
            plain = upper_tail(as_law(law)).upper(1e6, j)
            moved = upper_tail(as_law(law.dist(*law.args, loc=loc, scale=scale))).upper(1e6, j)
            assert moved == pytest.approx(loc + scale * plain, rel=1e-12, abs=1e-9)

    @settings(max_examples=20)
    @given(loc=st.floats(-5, 5), scale=st.floats(0.05, 20))
    def test_measured(self, loc, scale):
        law = SurvivalFunction(
            lambda x: (1 + np.maximum(x - loc, 0) / scale) ** -2.5, (loc, math.inf)
        )
        found = extreme_value_domain(law)
        assert found.name == "frechet"
        assert abs(found.index - 2.5) <= 3.0 * found.error


class TestExtremeShapes:
    """Constants beyond the doubles leave the domain known and the tail without a form."""

    @pytest.mark.parametrize(
        "law, name",
        [
            (stats.truncnorm(-40, -39), "weibull"),
            (stats.geninvgauss(0.5, 800), "gumbel"),
        ],
    )
    def test_overflow(self, law, name):
        assert extreme_value_domain(law).name == name
        assert not upper_tail(as_law(law)).usable(1000)

    def test_large_shapes(self):
        for law in (stats.gamma(1e5), stats.invgamma(300), stats.t(500), stats.beta(400, 700)):
            assert upper_tail(as_law(law)).standard.explicit


class TestFunctions:
    """The three arithmetics agree, so that a tail has one value."""

    def test_agree(self):
        import mpmath

        for name in ("log", "exp", "sqrt", "gamma", "log_gamma", "digamma", "normal_sf"):
            x = 1.75
            plain = getattr(FLOATS, name)(x)
            exact = getattr(symbolic(), name)(sympy.Rational(7, 4))
            assert float(exact) == pytest.approx(plain, rel=1e-14)
            with mpmath.workdps(30):
                many = getattr(precise(), name)(precise().number(x))
            assert float(many) == pytest.approx(plain, rel=1e-14)
        for name in ("bessel_i", "bessel_k"):
            plain = getattr(FLOATS, name)(0.5, 1.75)
            exact = getattr(symbolic(), name)(sympy.Rational(1, 2), sympy.Rational(7, 4))
            assert float(exact) == pytest.approx(plain, rel=1e-14)
            assert float(getattr(precise(), name)(0.5, 1.75)) == pytest.approx(plain, rel=1e-14)


class TestDomain:
    def test_shown(self):
        assert repr(extreme_value_domain(stats.t(2))) == (
            "<Frechet domain, tail index 2 (exact: right tail of t)>"
        )
        assert "right end 1" in repr(extreme_value_domain(stats.johnsonsb(1, 1)))
        law = SurvivalFunction(lambda x: (1 + x) ** -2.5, (0, math.inf))
        assert "+-" in repr(extreme_value_domain(law))
        assert "estimate" in repr(extreme_value_domain(law))

    def test_frozen_and_pickles(self):
        domain = extreme_value_domain(stats.beta(2, 5))
        assert isinstance(domain, Domain)
        assert pickle.loads(pickle.dumps(domain)) == domain
        with pytest.raises(AttributeError):
            domain.index = 2.0
