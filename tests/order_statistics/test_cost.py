"""Work in quantile evaluations, never in seconds: at most 1500, and none that grows with n."""

import functools

import pytest
from scipy import stats

from runtime_theory.distributions.adapt import as_law
from runtime_theory.distributions.affine import Affine
from runtime_theory.distributions.base import Distribution
from runtime_theory.distributions.expectation.engines import expectation
from runtime_theory.distributions.expectation.functional import Power
from runtime_theory.distributions.ranked import Rank

LAWS = [
    stats.expon(), stats.norm(1e6, 1), stats.gamma(0.05), stats.gamma(2.5), stats.gamma(1e4),
    stats.lognorm(0.1), stats.lognorm(1), stats.lognorm(2.5), stats.weibull_min(0.3),
    stats.weibull_min(3), stats.weibull_min(30), stats.pareto(1.1), stats.pareto(3),
    stats.burr12(2, 1.5), stats.fisk(1.5), stats.invgauss(2), stats.gumbel_r(), stats.loggamma(2),
    stats.logistic(), stats.uniform(), stats.halfcauchy(), stats.invgamma(3), stats.genpareto(0.4),
]  # fmt: skip
SIZES = (1, 2, 8, 100, 10**4, 10**6, 10**9)


class Counted(Distribution):
    """A law whose quantiles are counted; everything else is passed on."""

    def __init__(self, law):
        self._law, self.asked = law, 0

    def __getattribute__(self, name):
        own = ("_law", "asked", "ppf", "isf", "__class__", "__dict__", "member", "standardised")
        return (
            object.__getattribute__(self, name)
            if name in own
            else getattr(object.__getattribute__(self, "_law"), name)
        )

    @property
    def support(self):
        return self._law.support

    def cdf(self, x):
        return self._law.cdf(x)

    def sf(self, x):
        return self._law.sf(x)

    def describe(self):
        return self._law.describe()

    def ppf(self, q):
        values = self._law.ppf(q)
        self.asked += values.size
        return values

    def isf(self, q):
        values = self._law.isf(q)
        self.asked += values.size
        return values


@functools.cache
def costs(place):
    """Quantiles asked for at ends, near ends and in the middle of every n."""
    law = as_law(LAWS[place])
    base = law.standardised.base if isinstance(law.standardised, Affine) else law
    counted, found = Counted(base), {}
    for n in SIZES:
        for k in sorted({1, 2, max(1, n // 3), (n + 1) // 2, n - 1, n}):
            if not 1 <= k <= n or law.tails.right * (n - k + 1) <= 1:
                continue
            counted.asked = 0
            expectation(counted, Rank(k, n - k + 1), Power())
            found[k, n] = counted.asked
    return found


every_law = pytest.mark.parametrize(
    "place", range(len(LAWS)), ids=lambda i: f"{LAWS[i].dist.name}{LAWS[i].args}"
)


@every_law
def test_at_most_1500_quantiles(place):
    assert max(costs(place).values()) <= 1500


@every_law
def test_the_cost_does_not_grow_with_n(place):
    found = costs(place)
    small = max(cost for (_, n), cost in found.items() if n == 8)
    large = max(cost for (_, n), cost in found.items() if n == 10**9)
    assert large <= 2 * small
