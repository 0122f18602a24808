"""One order statistic as a law: both tails, density, quantiles, draws, moments, nesting."""

import itertools
import math

import numpy as np
import pytest
from mpmath import mp, mpf
from oracles.order_statistics import beta_tails
from scipy import integrate, stats

import runtime_theory as rt
from runtime_theory.distributions.base import Ageing
from runtime_theory.order_statistics import OrderStatistic

EPS = 2.220446049250313e-16
RANKS = [(1, 1), (1, 8), (4, 8), (8, 8), (64, 128), (500, 1000), (1000, 1000),
         (1, 10**9), (5 * 10**8, 10**9), (10**9 - 3, 10**9), (10**9, 10**9)]  # fmt: skip
ranks = pytest.mark.parametrize("k, n", RANKS)
LAWS = {
    "expon": stats.expon(), "norm": stats.norm(10, 2), "gamma": stats.gamma(2.5, scale=3),
    "lognorm": stats.lognorm(1.2), "uniform": stats.uniform(0, 3), "pareto": stats.pareto(1.5),
    "weibull": stats.weibull_min(0.6),
}  # fmt: skip
laws = pytest.mark.parametrize("law", LAWS.values(), ids=LAWS)
# At n = 1e9 a uniform law's largest draws are within 1e-9 of the end, and doubles near 3 are too
# coarse to differentiate there: the smooth half of the laws is enough.
calculus = pytest.mark.parametrize("name", ["norm", "gamma", "lognorm", "weibull"])


# ------------------------------------------------------------------ tail probabilities


@ranks
def test_both_tails_of_the_exponential_law(k, n):
    """Against mpmath at its own quantiles, down to 1e-280."""
    X = rt.order_statistic(stats.expon(), k, n)
    levels = np.array([1e-280, 1e-200, 1e-100, 1e-30, 1e-10, 1e-3, 0.2, 0.5])
    x = np.concatenate([X.ppf(levels), X.isf(levels)])
    below, above = X.cdf(x), X.sf(x)
    with mp.workdps(60):
        for point, b, a in zip(x, below, above, strict=True):
            t = mpf(float(point))
            truth = beta_tails(k, n, -mp.expm1(-t), mp.exp(-t))
            place = int(truth[1] < truth[0])
            value, small = (b, a)[place], truth[place]
            # Conditioning: the rounding of the parent's tail is raised to the power min(k, m).
            allowed = 1e-14 * (1 + math.sqrt(min(k, n - k + 1))) - 8 * EPS * mp.log(small)
            assert abs(mpf(float(value)) - small) <= allowed * small, point


def test_the_upper_tail_is_not_one_minus_the_lower():
    """scipy's order_statistic gives 0 here."""
    X = rt.order_statistic(stats.norm(), 5, 5)
    assert X.sf(9.0) == pytest.approx(5.6429419e-19, rel=1e-7)
    assert X.logsf(38.0) == pytest.approx(math.log(5) + stats.norm.logsf(38.0), rel=1e-14)


def test_log_survival_of_the_minimum_never_underflows():
    X = rt.order_statistic(stats.expon(), 1, 10**9)
    assert X.logsf(5.0) == pytest.approx(-5e9, rel=1e-15)
    assert X.sf(5.0) == 0.0


@laws
def test_extremes_are_powers_of_the_parent(law):
    x = np.array([law.ppf(q) for q in (1e-12, 0.01, 0.3, 0.7, 0.99)] + [law.isf(1e-12)])
    first, last = rt.order_statistic(law, 1, 7), rt.order_statistic(law, 7, 7)
    assert first.sf(x) == pytest.approx(law.sf(x) ** 7, rel=1e-12)
    assert last.cdf(x) == pytest.approx(law.cdf(x) ** 7, rel=1e-12)


@laws
@ranks
def test_quantiles_invert_the_tails_deep_down(law, k, n):
    X = rt.order_statistic(law, k, n)
    levels = np.array([1e-200, 1e-100, 1e-30, 1e-12, 1e-5, 0.1, 0.5])
    tolerance = 1e-12 * (1 + math.sqrt(min(k, n - k + 1)))
    for tail, quantile, side in ((X.cdf, X.ppf, 0), (X.sf, X.isf, 1)):
        x = quantile(levels)
        assert np.all(np.isfinite(x))
        # One ulp of x may move a tail far from the support's start by more than the rounding.
        near = tail(np.nextafter(x, -math.inf)), tail(np.nextafter(x, math.inf))
        low, high = np.minimum(*near), np.maximum(*near)
        slack = tolerance + 4e-15 * np.abs(np.log(levels)) * min(k, n - k + 1, 50)
        assert np.all(low * (1 - slack) <= levels), side
        assert np.all(levels <= high * (1 + slack)), side


@laws
@ranks
def test_ends_of_the_quantile_function(law, k, n):
    X = rt.order_statistic(law, k, n)
    left, right = X.support
    assert (X.ppf(0.0), X.ppf(1.0)) == (left, right)
    assert (X.isf(1.0), X.isf(0.0)) == (left, right)
    assert X.cdf(left) == 0.0
    assert X.sf(left) == 1.0
    assert X.cdf(right) == 1.0
    assert X.sf(right) == 0.0


@ranks
def test_median(k, n):
    X = rt.order_statistic(stats.gamma(2.5), k, n)
    assert X.cdf(X.median()) == pytest.approx(0.5, rel=1e-9)


def test_shapes():
    X = rt.order_statistic(stats.gamma(2.5), 3, 5)
    for name in ("sf", "cdf", "pdf", "logsf"):
        function = getattr(X, name)
        assert np.shape(function(1.0)) == ()
        assert function(np.ones((2, 3))).shape == (2, 3)
        assert function([]).shape == (0,)
    assert X.ppf([[0.1, 0.2]]).shape == (1, 2)
    assert X.isf(0.1).shape == ()


# ------------------------------------------------------------------ density


@calculus
@ranks
def test_the_density_integrates_to_one(name, k, n):
    X = rt.order_statistic(LAWS[name], k, n)
    levels = np.array([1e-18, 1e-12, 1e-9, 1e-6, 1e-4, 3e-3, 0.02, 0.2, 0.5])
    edges = np.unique(np.concatenate([X.ppf(levels), X.isf(levels)]))
    density = X.pdf
    if X.support[0] == 0.0:  # singular left ends are smooth in log x
        edges, density = np.log(edges), lambda s: X.pdf(np.exp(s)) * np.exp(s)
    total = sum(integrate.fixed_quad(density, a, b, n=40)[0] for a, b in itertools.pairwise(edges))
    assert total == pytest.approx(1.0, abs=1e-9)


@calculus
@ranks
def test_the_density_is_the_derivative(name, k, n):
    """Central differences of the smaller tail, at quantiles of X_{k:n}."""
    X = rt.order_statistic(LAWS[name], k, n)
    # A tenth of the distance to the 5% neighbours keeps the difference well conditioned.
    for q in (1e-6, 0.05, 0.3, 0.5):
        for quantile, tail, sign in ((X.ppf, X.cdf, 1), (X.isf, X.sf, -1)):
            x = float(quantile(q))
            step = abs(float(quantile(q * 1.05)) - x) / 10
            if x + step == x:
                continue
            points = x + step * np.array([-2, -1, 1, 2])
            slope = sign * (np.array([1, -8, 8, -1]) @ tail(points)) / (12 * (points[2] - x))
            assert float(X.pdf(x)) == pytest.approx(slope, rel=2e-6), q


@laws
def test_density_outside_and_far_out(law):
    X = rt.order_statistic(law, 3, 8)
    left, right = X.support
    for x in (left - 1.0, right + 1.0):
        if math.isfinite(x):
            assert X.pdf(x) == 0.0
    assert np.all(X.pdf(np.array([X.isf(1e-250), X.ppf(1e-250)])) >= 0.0)


def test_density_of_the_tail_keeps_its_digits():
    """Maximum of 5 exponentials at 200: 5 exp(-200) (1-exp(-200))**4."""
    X = rt.order_statistic(stats.expon(), 5, 5)
    assert X.pdf(200.0) == pytest.approx(5 * math.exp(-200.0), rel=1e-13)
    assert rt.order_statistic(stats.expon(), 1, 5).pdf(100.0) == pytest.approx(
        5 * math.exp(-500.0), rel=1e-13
    )


# ------------------------------------------------------------------ draws


@pytest.mark.parametrize(
    "k, n", [(1, 1), (3, 8), (8, 8), (500, 1000), (1, 10**9), (5 * 10**8, 10**9),
             (10**9 - 1, 10**9), (10**9, 10**9)],
)  # fmt: skip
@pytest.mark.parametrize("name", ["norm", "gamma", "pareto"])
def test_draws_follow_the_law(name, k, n):
    """Kolmogorov-Smirnov; 24 tests at a fixed seed, each at 1e-5."""
    X = rt.order_statistic(LAWS[name], k, n)
    draws = X.rvs(4000, rng=20240607)
    assert stats.kstest(draws, X.cdf).pvalue > 1e-5


def test_draws_are_what_sorting_gives():
    law = stats.gamma(2.5)
    direct = np.sort(law.rvs((5000, 8), random_state=1), axis=1)[:, 5]
    drawn = rt.order_statistic(law, 6, 8).rvs(5000, rng=2)
    assert stats.ks_2samp(direct, drawn).pvalue > 1e-5


def test_draws_are_reproducible():
    X = rt.order_statistic(stats.gamma(2.5), 6, 8)
    assert np.array_equal(X.rvs(5, rng=3), X.rvs(5, rng=3))
    assert not np.array_equal(X.rvs(5, rng=3), X.rvs(5, rng=4))
    assert X.rvs((2, 3), rng=3).shape == (2, 3)
    assert np.shape(X.rvs(rng=3)) == ()
    generator = np.random.default_rng(3)
    assert np.array_equal(X.rvs(5, rng=generator), X.rvs(5, rng=3))
    assert not np.array_equal(X.rvs(5, rng=generator), X.rvs(5, rng=3))


def test_draws_of_discrete_laws_are_values():
    X = rt.order_statistic(rt.Discrete([1, 2, 6], [0.5, 0.3, 0.2]), 2, 3)
    draws = X.rvs(4000, rng=1)
    assert set(draws) <= {1.0, 2.0, 6.0}
    share = np.array([np.mean(draws <= v) for v in (1, 2)])
    assert share == pytest.approx(X.cdf([1, 2]), abs=5 * math.sqrt(0.25 / 4000))


# ------------------------------------------------------------------ moments


@pytest.mark.parametrize("k, n", [(1, 8), (4, 8), (8, 8), (900, 1000)])
def test_moments_agree_with_each_other(k, n):
    X = rt.order_statistic(stats.gamma(2.5), k, n)
    first, second, var, std = X.mean(), X.moment(2), X.var(), X.std()
    assert float(second) - float(first) ** 2 == pytest.approx(float(var), rel=1e-9)
    assert float(std) ** 2 == pytest.approx(float(var), rel=1e-14)
    assert float(X.moment(1)) == float(first)
    assert [r.unit for r in (first, second, var, std)] == ["s", "s^2", "s^2", "s"]


def test_n_of_one_is_the_parent():
    for law in LAWS.values():
        X, parent = rt.order_statistic(law, 1, 1), rt.as_distribution(law)
        x = parent.ppf([0.1, 0.5, 0.9])
        for name in ("cdf", "sf", "pdf", "ppf", "isf"):
            points = x if name not in ("ppf", "isf") else [1e-30, 0.3]
            assert np.array_equal(getattr(X, name)(points), getattr(parent, name)(points))
        assert float(X.mean()) == float(parent.mean())


def test_closed_forms_and_quadrature_agree():
    """The family's answer is exact, the quadrature's is numerical: they cover each other."""
    exact = rt.order_statistic(stats.expon(scale=3), 6, 8).mean()
    assert exact.kind == "exact"
    numeric = rt.order_statistic(
        rt.SurvivalFunction(lambda t: np.exp(-t / 3), support=(0.0, math.inf)), 6, 8
    ).mean()
    assert numeric.kind == "numerical"
    assert abs(float(exact) - float(numeric)) <= float(exact.error) + float(numeric.error)


@pytest.mark.parametrize(
    "k, n", [(1, 8), (1, 1000), (1, 31078), (4, 967_784), (1, 10**9), (50, 10**9), (10**9, 10**9)]
)
def test_a_bare_survival_function_is_honest(k, n):
    """Without a cdf the left tail is 1 - sf, good to 1e-16 only: the error must know."""
    bare = rt.SurvivalFunction(lambda t: np.exp(-t), support=(0.0, math.inf))
    got = rt.order_statistic(bare, k, n).mean()
    with mp.workdps(40):
        truth = mp.harmonic(n) - mp.harmonic(n - k)
    assert abs(mpf(float(got)) - truth) <= float(got.error)


@pytest.mark.parametrize("alpha", [1.0, 2.0])
def test_a_survival_function_that_lost_its_tail(alpha):
    """1 - cdf, as people write it: no confident number where the tail carries the mean."""
    law = stats.lomax(alpha)
    truth = float(rt.order_statistic(law, 8, 8).mean())
    try:
        bare = rt.SurvivalFunction(lambda t: 1 - law.cdf(t), support=(0.0, math.inf))
        got = rt.order_statistic(bare, 8, 8).mean()
    except ValueError as refusal:
        assert "1 - cdf" in str(refusal)  # noqa: PT017  refusing is as good as being honest
        return
    assert abs(float(got) - truth) <= float(got.error) or float(got) == truth


def test_every_number_has_its_sources():
    for law in (stats.expon(), stats.gamma(2.5), rt.Discrete([1, 2], [0.5, 0.5])):
        result = rt.order_statistic(law, 2, 3).mean()
        assert result.references
        assert result.method
        assert result.lower <= float(result) <= result.upper


# ------------------------------------------------------------------ nesting


@pytest.mark.parametrize("inner, outer", [((1, 4), (3, 3)), ((4, 4), (1, 3)), ((2, 3), (2, 3))])
def test_order_statistics_of_order_statistics(inner, outer):
    """For extremes of extremes the cdf is a power of a power; means by an independent quad."""
    X = rt.order_statistic(rt.order_statistic(stats.gamma(2.5), *inner), *outer)
    x = np.array([0.5, 1.5, 2.5, 6.0])
    u = stats.beta(inner[0], inner[1] - inner[0] + 1).cdf(stats.gamma(2.5).cdf(x))
    assert X.cdf(x) == pytest.approx(
        stats.beta(outer[0], outer[1] - outer[0] + 1).cdf(u), rel=1e-12
    )
    truth = integrate.quad(lambda t: float(X.sf(t)), 0, 60, epsabs=1e-13, epsrel=1e-12, limit=300)[
        0
    ]
    assert float(X.mean()) == pytest.approx(truth, rel=1e-11)
    assert abs(float(X.mean()) - truth) <= float(X.mean().error) + 1e-11


def test_minima_of_minima_are_minima():
    nested = rt.order_statistic(rt.order_statistic(stats.lognorm(1), 1, 4), 1, 5).mean()
    plain = rt.order_statistic(stats.lognorm(1), 1, 20).mean()
    assert abs(float(nested) - float(plain)) <= float(nested.error) + float(plain.error)


def test_nested_divergence():
    """Half-Cauchy: the slower of two minima of two has index 2, so a mean and no variance."""
    X = rt.order_statistic(rt.order_statistic(stats.halfcauchy(), 1, 2), 2, 2)
    assert math.isfinite(float(X.mean()))
    assert float(X.var()) == math.inf


def test_nested_location_and_scale():
    near = rt.order_statistic(rt.order_statistic(stats.gamma(2.5), 2, 3), 4, 4).mean()
    far = rt.order_statistic(rt.order_statistic(stats.gamma(2.5, 1e6, 1e-3), 2, 3), 4, 4).mean()
    assert float(far) - 1e6 == pytest.approx(1e-3 * float(near), abs=4e-10)
    assert float(far.error) < 1e-9


# ------------------------------------------------------------------ atoms, ageing, names


def test_atoms_of_an_order_statistic():
    X = rt.order_statistic(rt.Discrete([1, 2, 6], [0.5, 0.25, 0.25]), 2, 3)
    # Pr[X_{2:3} <= v] = 3 F**2 - 2 F**3
    below = [3 * F**2 - 2 * F**3 for F in (0.5, 0.75, 1.0)]
    assert X.atoms.values.tolist() == [1.0, 2.0, 6.0]
    assert X.atoms.cdf == pytest.approx(below, rel=1e-15)
    assert X.atoms.mass == pytest.approx(np.diff([0.0, *below]), rel=1e-14)
    assert X.cdf([0.0, 1.0, 1.5, 6.0]) == pytest.approx([0, below[0], below[0], 1], rel=1e-15)
    assert float(X.mean()) == pytest.approx(float(np.dot(X.atoms.mass, [1, 2, 6])), rel=1e-15)
    assert X.mean().kind == "exact"


def test_ageing_of_a_minimum_is_the_parents():
    assert rt.order_statistic(stats.gamma(3), 1, 5).ageing is Ageing.NBU
    assert rt.order_statistic(stats.gamma(0.5), 1, 5).ageing is Ageing.NWU
    assert rt.order_statistic(stats.gamma(3), 4, 5).ageing is Ageing.NBU


def test_name():
    X = rt.order_statistic(stats.gamma(2.5), 3, 8)
    assert isinstance(X, OrderStatistic)
    assert X.describe().startswith("3:8 of gamma")
    assert repr(X) == f"<{X.describe()}>"


def test_tail_indices():
    X = rt.order_statistic(stats.pareto(1.5), 6, 8)
    assert X.tails.right == pytest.approx(4.5)
    assert X.tails.left == math.inf
    two_sided = rt.order_statistic(stats.cauchy(), 6, 8)
    assert two_sided.tails == pytest.approx((6.0, 3.0))
