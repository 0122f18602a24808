"""E[g(Q(U))], U ~ Beta(k, m), against closed forms: honest, accurate, and not too much work."""

import functools
import itertools
import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import pytest
from mpmath import mp, mpf

from runtime_theory.numerics.beta_logit import BetaLogit
from runtime_theory.numerics.logit_trapezoid import trapezoid

EPS = 2.220446049250313e-16


def exponential(u, s):
    return np.where(u < 0.5, -np.log1p(-np.where(u < 0.5, u, 0.0)), -np.log(s))


def uniform(u, s):
    return np.where(u < 0.5, u, 1.0 - s)


def logistic(u, s):
    return np.log(u) - np.log(s)


def _pochhammer(n, top, alpha):
    """Gamma(n+1) Gamma(top - 1/alpha) / (Gamma(top) Gamma(n+1-1/alpha)), exact in alpha."""
    r = 1 / mpf(alpha)
    return mp.exp(
        mp.loggamma(n + 1) + mp.loggamma(top - r) - mp.loggamma(top) - mp.loggamma(n + 1 - r)
    )


@dataclass(frozen=True)
class Case:
    name: str
    quantile: Callable
    mean: Callable  # of k, n
    growth: tuple[float, float] = (0.0, 0.0)
    alpha: float = math.inf  # right tail index
    noise: float = 0.0  # absolute rounding of a quantile near 0


def pareto(alpha):
    return Case(
        f"pareto {alpha}",
        lambda u, s: np.exp(exponential(u, s) / alpha),
        lambda k, n: _pochhammer(n, n - k + 1, alpha),
        (0.0, 1 / alpha),
        alpha,
    )


def lomax(alpha):
    return Case(
        f"lomax {alpha}",
        lambda u, s: np.expm1(exponential(u, s) / alpha),
        lambda k, n: _pochhammer(n, n - k + 1, alpha) - 1,
        (0.0, 1 / alpha),
        alpha,
    )


CASES = [
    Case("exponential", exponential, lambda k, n: mp.harmonic(n) - mp.harmonic(n - k)),
    Case("uniform", uniform, lambda k, n: mpf(k) / (n + 1)),
    Case("logistic", logistic, lambda k, n: mp.psi(0, k) - mp.psi(0, n - k + 1), noise=2 * EPS),
    pareto(3.0), pareto(1.5), pareto(1.1), lomax(3.0), lomax(1.1), lomax(0.6), lomax(1.01),
    lomax(1.001),
]  # fmt: skip
RANKS = [
    (k, n)
    for n in (1, 2, 3, 8, 100, 1000, 10**6, 10**9)
    for k in sorted({1, 2, max(1, n // 3), max(1, n // 2), n - 9, n - 1, n})
    if 1 <= k <= n
]
cases = pytest.mark.parametrize("case", CASES, ids=lambda c: c.name)


@functools.cache
def answers(case):
    """Rule, truth and number of quantiles asked for, for all ranks with a mean."""
    asked, rows = [0], []

    def counted(u, s):
        asked[0] += u.size
        with np.errstate(all="ignore"):
            return case.quantile(u, s)

    for k, n in RANKS:
        m = n - k + 1
        if case.alpha * m <= 1:
            continue
        asked[0] = 0
        rule = trapezoid(
            counted,
            BetaLogit(float(k), float(m)),
            lambda x: x,
            growth=case.growth,
            noise=lambda x: np.full_like(x, case.noise),
        )
        with mp.workdps(40):
            rows.append(((k, n), rule, case.mean(k, n), asked[0]))
    return rows


@cases
def test_the_reported_error_is_honest(case):
    for rank, rule, truth, _ in answers(case):
        assert abs(mpf(rule.value) - truth) <= rule.error, rank


@cases
def test_where_it_converges_it_is_accurate(case):
    for rank, rule, truth, _ in answers(case):
        if rule.converged:
            size = float(abs(truth))
            assert abs(mpf(rule.value) - truth) <= 2e-14 * size + case.noise, rank
            assert rule.error <= 5e-14 * size + 20 * case.noise, rank


@cases
def test_smooth_laws_converge(case):
    for rank, rule, _, _ in answers(case):
        m = rank[1] - rank[0] + 1
        # Slow decay leaves it to the tail probabilities; so does a mean near 0 beyond rounding.
        assert rule.converged or case.alpha * m < 1.3 or case.name == "logistic", rank


@cases
def test_quantiles_asked_for_stay_below_the_limit(case):
    for rank, _, _, asked in answers(case):
        assert asked <= 1500, rank


@pytest.mark.parametrize("case", CASES[:4], ids=lambda c: c.name)
def test_the_cost_does_not_grow_with_n(case):
    costs = {rank: asked for rank, _, _, asked in answers(case)}
    small = max(costs[k, 8] for k in (1, 2, 4, 8))
    assert max(cost for (_, n), cost in costs.items() if n > 8) <= 2 * small


@pytest.mark.parametrize("order", [2, 3, 4])
@pytest.mark.parametrize("k, n", [(1, 1), (1, 8), (4, 8), (8, 8), (500, 1000), (10**9, 10**9)])
def test_higher_powers(order, k, n):
    """Moments of the exponential law from its cumulants (r-1)! sum i**-r."""
    rule = trapezoid(exponential, BetaLogit(float(k), float(n - k + 1)), lambda x: x**order)
    with mp.workdps(40):
        cumulants = [
            (-1) ** r * (mp.psi(r - 1, n - k + 1) - mp.psi(r - 1, n + 1))
            for r in range(1, order + 1)
        ]
        truth = _moment(cumulants)
    assert abs(mpf(rule.value) - truth) <= rule.error <= 1e-13 * float(truth)


def _moment(cumulants):
    moments = [mpf(1)]
    for r in range(1, len(cumulants) + 1):
        moments.append(
            mp.fsum(
                mp.binomial(r - 1, j - 1) * cumulants[j - 1] * moments[r - j]
                for j in range(1, r + 1)
            )
        )
    return moments[-1]


def hyperexponential(u, s):
    """Inverse of .95 exp(-x) + .05 exp(-x/100): singular near the real axis."""
    x = np.where(s > 0.05, -np.log(s), -100.0 * np.log(s / 0.05))
    for _ in range(200):
        below = -0.95 * np.expm1(-x) - 0.05 * np.expm1(-x / 100)
        above = 0.95 * np.exp(-x) + 0.05 * np.exp(-x / 100)
        slope = 0.95 * np.exp(-x) + 0.0005 * np.exp(-x / 100)
        gap = np.where(u < 0.5, below - u, s - above)
        x = x - np.clip(gap / slope, -50.0, np.minimum(5.0, 0.9 * x))
    return x


def test_singularities_near_the_axis_are_noticed():
    for k, n in itertools.product((8, 990, 1000), (1000,)):
        rule = trapezoid(hyperexponential, BetaLogit(float(k), float(n - k + 1)), lambda x: x)
        with mp.workdps(30):
            truth = _hyper_mean(k, n)
        assert abs(mpf(rule.value) - truth) <= rule.error


def _hyper_mean(k, n):
    """Integral of the tail, a binomial sum over the shorter side."""

    def tail(x):
        s = mpf("0.95") * mp.exp(-x) + mpf("0.05") * mp.exp(-x / 100)
        if k < n / 2:
            return mp.fsum(mp.binomial(n, j) * (1 - s) ** j * s ** (n - j) for j in range(k))
        few = (mp.binomial(n, j) * s**j * (1 - s) ** (n - j) for j in range(n - k + 1))
        return 1 - mp.fsum(few)

    return mp.quad(tail, [0, 0.5, 1, 2, 3, 5, 8, 20, 100, 300, 600, 1000, 2000, 9000])


def test_a_kink_is_noticed():
    """|U - 1/2| is not analytic: the rule must say so."""
    rule = trapezoid(uniform, BetaLogit(4.0, 5.0), lambda x: np.abs(x - 0.5))
    with mp.workdps(30):
        truth = mp.quad(
            lambda x: x**3 * (1 - x) ** 4 / mp.beta(4, 5) * abs(x - mpf(1) / 2), [0, 0.5, 1]
        )
    assert abs(mpf(rule.value) - truth) <= rule.error
    assert not rule.converged


def test_a_jump_is_noticed():
    rule = trapezoid(uniform, BetaLogit(3.0, 2.0), lambda x: 1.0 * (x > 0.3))
    with mp.workdps(30):
        truth = mp.betainc(3, 2, 0.3, 1, regularized=True)
    assert abs(mpf(rule.value) - truth) <= rule.error
    assert not rule.converged


def test_the_lattice_is_sorted_and_complete():
    rule = trapezoid(exponential, BetaLogit(3.0, 6.0), lambda x: x)
    delta, weight, quantile = rule.lattice
    assert np.all(np.diff(delta) > 0)
    assert np.allclose(np.diff(delta), delta[1] - delta[0])
    assert float(weight @ quantile / weight.sum()) == pytest.approx(rule.value, rel=1e-15)


def test_a_work_limit_is_obeyed_and_said():
    full = trapezoid(exponential, BetaLogit(8.0, 1.0), lambda x: x)
    short = trapezoid(exponential, BetaLogit(8.0, 1.0), lambda x: x, max_evaluations=120)
    assert full.converged
    assert not short.converged
    assert short.lattice.delta.size <= 120
    assert abs(short.value - 761 / 280) <= short.error
