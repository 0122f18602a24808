"""Mirrored, truncated, mixed, transformed and ranked laws, maxima: both tails, closed forms."""

import math

import mpmath
import numpy as np
import pytest
from scipy import stats

from runtime_theory.distributions.adapt import as_law
from runtime_theory.distributions.affine import Affine
from runtime_theory.distributions.base import Tails
from runtime_theory.distributions.derived.extremes import Extreme
from runtime_theory.distributions.derived.mirrored import Mirrored, affine_map, mirror
from runtime_theory.distributions.derived.mixture import Mixture
from runtime_theory.distributions.derived.ranked_law import RankedLaw
from runtime_theory.distributions.derived.transformed import (
    EXP,
    LOG,
    RECIPROCAL,
    Folded,
    Transformed,
    power_map,
)
from runtime_theory.distributions.derived.truncated import Truncated, interval_probability
from runtime_theory.distributions.discrete import Deterministic, Discrete
from runtime_theory.distributions.expectation.moments import mean

NORMAL = as_law(stats.norm())
EXPON = as_law(stats.expon())
GAMMA = as_law(stats.gamma(2.5))
LEVELS = np.array([1e-12, 1e-3, 0.2, 0.5, 0.8, 0.999])


def close(value, truth, rtol=1e-13):
    np.testing.assert_allclose(np.asarray(value, dtype=float), float(truth), rtol=rtol)


def honest(result, truth, tight=1e-10):
    """The reported error holds, and is not given away."""
    assert abs(float(result) - float(truth)) <= float(result.error)
    assert float(result.error) <= tight * max(abs(float(truth)), 1e-300)


def ncdf(x):
    return mpmath.erfc(-mpmath.mpf(x) / mpmath.sqrt(2)) / 2


LAWS = [
    Mirrored(GAMMA),
    Truncated(NORMAL, 1.0, 6.0),
    Truncated(GAMMA, 3.0),
    Mixture([EXPON, as_law(stats.uniform(10, 5))], [0.75, 0.25]),
    Mixture([NORMAL, GAMMA], [0.5, 0.5]),
    Transformed(NORMAL, EXP),
    Transformed(GAMMA, LOG),
    Transformed(GAMMA, RECIPROCAL),
    Transformed(GAMMA, power_map(3.0)),
    Folded(as_law(stats.norm(1, 2))),
    RankedLaw(GAMMA, 2, 7),
    Extreme([EXPON, GAMMA], largest=True),
    Extreme([EXPON, GAMMA], largest=False),
]


@pytest.mark.parametrize("law", LAWS, ids=[law.describe() for law in LAWS])
class TestEveryLaw:
    def test_quantiles_invert_both_tails(self, law):
        # Next to an end that is not 0, the doubles themselves are too coarse for 1e-12.
        coarse = 1e-15 if math.isfinite(law.support[0]) and law.support[0] != 0.0 else 0.0
        np.testing.assert_allclose(law.cdf(law.ppf(LEVELS)), LEVELS, rtol=1e-9, atol=coarse)
        np.testing.assert_allclose(law.sf(law.isf(LEVELS)), LEVELS, rtol=1e-9)

    def test_tails_are_complementary(self, law):
        x = law.ppf(np.linspace(0.05, 0.95, 7))
        np.testing.assert_allclose(law.cdf(x) + law.sf(x), 1.0, rtol=1e-13)

    def test_density_is_the_slope(self, law):
        try:
            density = law.pdf(law.ppf(np.array([0.21, 0.55])))
        except TypeError:
            pytest.skip("no density")
        x = law.ppf(np.array([0.21, 0.55]))
        h = 1e-5 * float(law.ppf(0.6) - law.ppf(0.2))
        np.testing.assert_allclose(density, (law.cdf(x + h) - law.cdf(x - h)) / (2 * h), rtol=1e-6)

    def test_outside_the_support(self, law):
        left, right = law.support
        below = left - 1.0 if math.isfinite(left) else -math.inf
        above = right + 1.0 if math.isfinite(right) else math.inf
        assert law.sf([below, above]).tolist() == [1.0, 0.0]
        assert law.cdf([below, above]).tolist() == [0.0, 1.0]

    def test_shapes(self, law):
        assert np.shape(law.sf(1.0)) == ()
        assert np.shape(law.cdf(np.ones((2, 3)))) == (2, 3)

    def test_draws_follow_the_law(self, law):
        draws = law.rvs(4000, rng=1)
        assert stats.kstest(draws, law.cdf).pvalue > 1e-4
        assert draws.tolist() == law.rvs(4000, rng=1).tolist()
        assert np.shape(law.rvs(rng=1)) == ()

    def test_mean_is_that_of_the_draws(self, law):
        if not math.isfinite(float(law.mean())):
            pytest.skip("infinite mean")
        draws = law.rvs(4000, rng=2)
        assert abs(draws.mean() - float(law.mean())) < 6.0 * draws.std() / math.sqrt(4000)


def maximum(sf, n, edges):
    """E[max of n] of a law with this survival function, on [edges[0], inf)."""
    return edges[0] + mpmath.quad(lambda x: 1 - (1 - sf(x)) ** n, edges)


class TestLargestOfMany:
    """E[X_{32:32}] against mpmath."""

    def test_mixture(self):
        law = Mixture([EXPON, as_law(stats.uniform(10, 5))], [0.75, 0.25])

        def sf(x):
            uniform = 1 if x < 10 else (15 - x) / 5 if x < 15 else 0
            return mpmath.exp(-x) * 3 / 4 + mpmath.mpf(uniform) / 4

        with mpmath.workdps(20):
            truth = maximum(sf, 32, [0, 1, 3, 6, 10, 12, 14, 15, 20, 40, 80])
        honest(mean(law, 32, 32), truth)

    def test_truncated(self):
        with mpmath.workdps(25):
            truth = maximum(lambda x: ncdf(-x) / ncdf(-3), 32, [3, 3.5, 4, 5, 7, 10, 15])
        honest(mean(Truncated(NORMAL, 3.0), 32, 32), truth)

    def test_lognormal(self):
        with mpmath.workdps(20):
            points = [-12, -3, 0, 1, 2, 3, 5, 8, 12]
            truth = mpmath.quad(
                lambda y: mpmath.exp(y) * (1 - (1 - ncdf(-y)) ** 32), points
            ) + mpmath.exp(-12)
        honest(mean(Transformed(NORMAL, EXP), 32, 32), truth)

    def test_folded(self):
        with mpmath.workdps(20):
            points = [0, 0.5, 1, 2, 3, 5, 8, 12]
            truth = maximum(lambda x: 2 * ncdf(-x), 32, points)
        honest(mean(Folded(NORMAL), 32, 32), truth)


class TestMirrored:
    def test_tails_change_sides(self):
        close(Mirrored(EXPON).cdf(-700.0), mpmath.exp(-700))
        assert Mirrored(as_law(stats.pareto(3))).tails == Tails(3.0, math.inf)

    def test_twice_is_nothing(self):
        assert mirror(mirror(GAMMA)) is GAMMA

    def test_lattice(self):
        law = Mirrored(as_law(stats.geom(0.25)))
        assert law.sf([-3.0, -2.5, -2.0]) == pytest.approx([1 - 0.75**2] * 2 + [0.25])
        assert float(law.mean()) == pytest.approx(-4.0, rel=1e-13)
        assert law.ppf(0.5) == -3.0  # Pr[-X <= -3] = 0.75**2

    def test_closed_form(self):
        law = affine_map(EXPON, 5.0, -2.0)
        honest(law.mean(), 3)
        member = law.member
        assert member.mean(1, 4).value == pytest.approx(5 - 2 * 25 / 12, rel=1e-15)

    def test_affine_map_merges(self):
        law = affine_map(affine_map(EXPON, 1.0, 2.0), 3.0, 4.0)
        assert isinstance(law, Affine)
        assert (law.loc, law.scale, law.base) == (7.0, 8.0, EXPON)
        assert affine_map(Discrete([1, 2], [0.5, 0.5]), 1, -1).support == (-1.0, 0.0)

    @pytest.mark.parametrize("scale", [0.0, math.nan, math.inf])
    def test_bad_scale(self, scale):
        with pytest.raises(ValueError, match="scale"):
            affine_map(EXPON, 0.0, scale)


class TestTruncated:
    @pytest.mark.parametrize("low,high", [(9.0, math.inf), (-0.5, 2.0), (-9.0, -8.0), (30.0, 31.0)])
    def test_normal_against_mpmath(self, low, high):
        law = Truncated(NORMAL, low, high)
        with mpmath.workdps(40):
            mass = ncdf(-low) - (ncdf(-high) if math.isfinite(high) else 0)
            top = min(high, low + 1.0)
            for share in (1e-9, 0.01, 0.4, 0.9, 1 - 1e-9):
                x = low + share * (top - low)
                right = ncdf(-mpmath.mpf(x)) - (ncdf(-high) if math.isfinite(high) else 0)
                close(law.sf(x), right / mass, 5e-13)
                close(law.cdf(x), (ncdf(-low) - ncdf(-mpmath.mpf(x))) / mass, 5e-13)
            density = [mpmath.npdf(low), mpmath.npdf(high) if math.isfinite(high) else 0]
            honest(law.mean(), (density[0] - density[1]) / mass, 1e-10 * 1e2)

    def test_exponential_is_shifted(self):
        law = Truncated(EXPON, 50.0)
        x = np.array([50.0 + 2**-40, 50.5, 60.0, 700.0])
        np.testing.assert_allclose(law.sf(x), np.exp(50.0 - x), rtol=1e-12)
        np.testing.assert_allclose(law.cdf(x), -np.expm1(50.0 - x), rtol=1e-12)
        honest(law.mean(), 51)

    def test_far_from_zero(self):
        law = Truncated(as_law(stats.gamma(2.5, 1e6, 2)), 1e6 + 1, 1e6 + 3)
        # 2 E[G; 1/2 < G < 3/2] by mpmath
        honest(law.mean(), mpmath.mpf(10) ** 6 + mpmath.mpf("2.09129276924089476"), 1e-14)

    def test_kinks_and_tails_of_the_parent(self):
        parent = as_law(stats.triang(0.5))
        assert Truncated(parent, 0.1, 0.7).breakpoints == (0.5,)
        assert Truncated(parent, 0.6, 0.7).breakpoints == ()
        cauchy = as_law(stats.cauchy())
        assert Truncated(cauchy, lower=0.0).tails == Tails(math.inf, 1.0)
        assert math.isinf(float(Truncated(cauchy, lower=0.0).mean()))
        narrow = Truncated(cauchy, -1.0, 1.0).mean()
        assert abs(float(narrow)) <= float(narrow.error) < 1e-12

    def test_of_finitely_many_values(self):
        law = Truncated(Discrete([1, 2, 3, 4], [0.1, 0.2, 0.3, 0.4]), 2.0, 3.0)
        assert law.atoms.mass == pytest.approx([0.4, 0.6])
        honest(law.mean(), 2.6)
        assert law.cdf([1.9, 2.0, 3.0]) == pytest.approx([0.0, 0.4, 1.0])

    @pytest.mark.parametrize("low,high", [(2.0, 1.0), (1.0, 1.0), (-2.0, -1.0), (1e4, 2e4)])
    def test_empty_interval(self, low, high):
        with pytest.raises(ValueError, match=r"lower|Pr\["):
            Truncated(EXPON, low, high)

    def test_bad_types(self):
        with pytest.raises(TypeError, match="lower"):
            Truncated(EXPON, "1")
        with pytest.raises(TypeError, match="density or finitely many"):
            Truncated(as_law(stats.geom(0.5)), 1, 3)

    def test_short_intervals_keep_their_digits(self):
        width = 2.0 ** np.arange(-45.0, 0.0, 6.0)
        got = interval_probability(EXPON, np.full(width.shape, 30.0), 30.0 + width)
        np.testing.assert_allclose(got, np.exp(-30.0) * -np.expm1(-width), rtol=1e-13)


class TestMixture:
    def test_tail_is_that_of_the_heaviest(self):
        law = Mixture([EXPON, as_law(stats.pareto(3)), as_law(stats.uniform())], [0.5, 0.25, 0.25])
        close(law.sf(1e50), 0.25e-150)
        assert law.tails == Tails(math.inf, 3.0)
        assert law.breakpoints == (1.0,)
        honest(law.mean(), 0.5 + 0.25 * 1.5 + 0.25 * 0.5)
        honest(law.moment(2), 1.0 + 0.25 * 3 + 0.25 / 3)
        assert math.isinf(float(law.moment(3)))

    def test_log_survival_below_the_smallest_double(self):
        law = Mixture([EXPON, as_law(stats.expon(scale=2))], [0.5, 0.5])
        close(law.logsf(1e5), math.log(0.5) - 5e4)

    def test_hyperexponential(self):
        law = Mixture([as_law(stats.expon(scale=s)) for s in (1.0, 100.0)], [0.95, 0.05])
        assert law.member.family.name == "hyperexponential"
        assert law.ageing == "nwu"
        q, p, r = mpmath.mpf("0.95"), mpmath.mpf("0.05"), mpmath.mpf(1) / 100
        second = 2 * (q + p / r) - (q * q / 2 + 2 * q * p / (1 + r) + p * p / (2 * r))
        assert law.member.mean(2, 2).value == pytest.approx(float(second), rel=1e-14)
        shifted = [as_law(stats.expon(2, s)) for s in (1.0, 100.0)]
        assert float(Mixture(shifted, [0.95, 0.05]).mean()) == pytest.approx(7.95, rel=1e-15)

    def test_discrete(self):
        law = Mixture([Deterministic(1), Discrete([1, 5], [0.5, 0.5])], [0.5, 0.5])
        assert law.atoms.values.tolist() == [1.0, 5.0]
        honest(law.mean(), 2)
        lattice = Mixture([as_law(stats.geom(0.5)), Deterministic(3)], [0.5, 0.5])
        assert lattice.integer_valued
        honest(lattice.mean(), 2.5)

    def test_atom_and_density(self):
        law = Mixture([Deterministic(2.0), EXPON], [0.5, 0.5])
        assert law.breakpoints == (2.0,)
        assert float(law.sf(2.0)) == pytest.approx(0.5 * math.exp(-2), rel=1e-15)
        honest(law.mean(), 1.5)
        assert float(law.ppf(0.6)) == 2.0

    def test_weights_of_nothing_vanish(self):
        assert len(Mixture([EXPON, GAMMA], [1.0, 0.0]).components) == 1

    @pytest.mark.parametrize("weights", [[0.5], [0.5, 0.6], [1.5, -0.5], [math.nan, 1.0]])
    def test_bad_weights(self, weights):
        with pytest.raises(ValueError, match="weights"):
            Mixture([EXPON, GAMMA], weights)

    def test_lattice_and_density_do_not_mix(self):
        with pytest.raises(TypeError, match="cannot be mixed"):
            Mixture([as_law(stats.geom(0.5)), EXPON], [0.5, 0.5])


class TestTransformed:
    def test_lognormal(self):
        law = Transformed(NORMAL, EXP)
        x = np.array([1e-200, 0.1, 1.0, 30.0, 1e100])
        np.testing.assert_allclose(law.sf(x), stats.norm.sf(np.log(x)), rtol=1e-12)
        np.testing.assert_allclose(law.cdf(x), stats.norm.cdf(np.log(x)), rtol=1e-12)
        honest(law.mean(), mpmath.exp("0.5"))

    def test_pareto_in_disguise_diverges(self):
        law = Transformed(as_law(stats.expon(scale=0.5)), EXP)  # index 2
        honest(law.mean(), 2)
        assert math.isinf(float(Transformed(EXPON, EXP).mean()))

    def test_reciprocal(self):
        law = Transformed(as_law(stats.gamma(3)), RECIPROCAL)
        np.testing.assert_allclose(law.sf([0.1, 1, 1e6]), stats.invgamma.sf([0.1, 1, 1e6], 3))
        honest(law.mean(), 0.5)
        assert Transformed(mirror(EXPON), RECIPROCAL).support == (-math.inf, 0.0)

    def test_powers(self):
        honest(Transformed(EXPON, power_map(4.0)).mean(), 24)
        honest(Transformed(EXPON, power_map(0.5)).mean(), mpmath.sqrt(mpmath.pi) / 2)
        assert Transformed(as_law(stats.pareto(3)), power_map(2.0)).tails.right == 1.5

    def test_gumbel_from_the_logarithm(self):
        law = Transformed(EXPON, LOG)
        honest(law.mean(), -mpmath.euler)
        assert law.tails.right == math.inf

    def test_atoms(self):
        law = Transformed(Discrete([1, 2, 4], [0.25, 0.25, 0.5]), RECIPROCAL)
        assert law.atoms.values.tolist() == [0.25, 0.5, 1.0]
        assert law.cdf([0.25, 0.3, 0.5]) == pytest.approx([0.5, 0.5, 0.75])
        assert law.ppf(0.6) == 0.5
        honest(law.mean(), 0.5)

    def test_lattice_is_refused(self):
        with pytest.raises(TypeError, match="infinitely many"):
            Transformed(as_law(stats.geom(0.5)), EXP)

    def test_folded(self):
        law = Folded(as_law(stats.cauchy()))
        np.testing.assert_allclose(law.sf([1.0, 1e20]), [0.5, 2e-20 / np.pi], rtol=1e-13)
        np.testing.assert_allclose(law.cdf([1e-20, 1.0]), [2e-20 / np.pi, 0.5], rtol=1e-13)
        assert law.tails.right == 1.0
        assert Folded(as_law(stats.uniform(-1, 4))).breakpoints == (1.0,)
        assert Folded(as_law(stats.uniform(-5, 2))).support == (3.0, 5.0)
        with pytest.raises(TypeError, match="continuous"):
            Folded(Deterministic(1))


class TestExtreme:
    def test_maximum_of_exponentials(self):
        law = Extreme([EXPON, as_law(stats.expon(scale=0.5))], largest=True)
        honest(law.mean(), mpmath.mpf(1) + mpmath.mpf(1) / 2 - mpmath.mpf(1) / 3)
        close(law.sf(600.0), mpmath.exp(-600))

    def test_minimum_of_exponentials(self):
        law = Extreme([EXPON, as_law(stats.expon(scale=0.5))], largest=False)
        honest(law.mean(), mpmath.mpf(1) / 3)
        close(law.cdf(1e-20), 3e-20)

    def test_time_out(self):
        law = Extreme([EXPON, Deterministic(2.0)], largest=False)
        assert law.support == (0.0, 2.0)
        honest(law.mean(), 1 - mpmath.exp(-2))
        late = Extreme([EXPON, Deterministic(2.0)], largest=True)
        honest(late.mean(), 2 + mpmath.exp(-2))

    def test_tails(self):
        laws = [as_law(stats.pareto(2)), as_law(stats.pareto(3))]
        assert Extreme(laws, largest=True).tails.right == 2.0
        assert Extreme(laws, largest=False).tails.right == 5.0

    def test_refusals(self):
        with pytest.raises(ValueError, match="empty"):
            Extreme([], largest=True)
        with pytest.raises(TypeError, match="infinitely many"):
            Extreme([as_law(stats.geom(0.5)), EXPON], largest=True)


class TestRanked:
    def test_tail_of_the_maximum(self):
        close(RankedLaw(NORMAL, 5, 5).sf(9.0), 5 * ncdf(-9), 1e-12)

    def test_order_statistic_of_order_statistics(self):
        fastest = RankedLaw(RankedLaw(EXPON, 1, 3), 4, 4)  # slowest of 4 fastest of 3
        x = np.array([0.01, 0.5, 5.0])
        np.testing.assert_allclose(fastest.cdf(x), (-np.expm1(-3 * x)) ** 4, rtol=1e-12)
        honest(mean(RankedLaw(EXPON, 1, 3), 4, 4), mpmath.mpf(25) / 36)

    def test_closed_forms_survive(self):
        law = RankedLaw(as_law(stats.expon(1, 2)), 8, 8)
        assert law.mean().kind == "exact"
        assert float(law.mean()) == pytest.approx(1 + 2 * 761 / 280, rel=1e-15)

    def test_refusals(self):
        with pytest.raises(ValueError, match=r"k must be an integer in 1\.\.3"):
            RankedLaw(EXPON, 4, 3)
        with pytest.raises(TypeError, match="continuous"):
            RankedLaw(Deterministic(1.0), 1, 2)
