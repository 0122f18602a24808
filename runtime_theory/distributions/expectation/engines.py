"""E[(X_{k:n} - c)**r] for any law: which engine answers, and with what error.

The one place where engines are chosen. Location and scale are taken out first; discrete laws
are summed; laws with good quantiles take the trapezoid rule in logit space; the others, and
those whose quantile function has singularities near the real axis, are integrated in x-space.
"""

from __future__ import annotations

from typing import NamedTuple

from runtime_theory.distributions.affine import Affine
from runtime_theory.distributions.base import Distribution, Route
from runtime_theory.distributions.expectation.atom_sums import atoms_sum, lattice_sum
from runtime_theory.distributions.expectation.density_law import density_law
from runtime_theory.distributions.expectation.functional import Power
from runtime_theory.distributions.expectation.quantile_integral import quantile_integral
from runtime_theory.distributions.expectation.survival_integral import survival_integral
from runtime_theory.distributions.ranked import Rank

_EPS = 2.220446049250313e-16


class Expectation(NamedTuple):
    """A value, a bound on its error, and the engine that gave it."""

    value: float
    error: float
    engine: str

    @property
    def exact(self) -> bool:
        """True where the only error is rounding."""
        return self.engine == SUMMED


SUMMED = "sum over the values"
LATTICE = "sum over the integers"
QUANTILES = "trapezoid rule in logit space"
DENSITY = "adaptive quadrature of tails integrated from the density"
TAILS = "adaptive quadrature of the tail probabilities"


def expectation(law: Distribution, rank: Rank, power: Power) -> Expectation:
    """Expectation of ``power`` of the k-th smallest of n draws.

    The expectation must be finite: see `tails.divergence`.

    Parameters
    ----------
    law : Distribution
        Law of one draw.
    rank : Rank
        Which order statistic.
    power : Power
        The functional.

    Returns
    -------
    Expectation
        Its error bounds the distance from the truth, rounding and the law's own errors included.
    """
    standardised = law.standardised
    if standardised is not None:
        return _affine(standardised, rank, power)
    atoms = law.atoms
    if atoms is not None:
        return Expectation(*atoms_sum(atoms, rank, power), SUMMED)
    if law.integer_valued:
        return Expectation(*lattice_sum(law, rank, power), LATTICE)
    if law.route is Route.QUANTILE and not law.breakpoints:
        return _by_quantiles(law, rank, power)
    if law.route is Route.DENSITY:
        return Expectation(*survival_integral(density_law(law), rank, power), DENSITY)
    return Expectation(*survival_integral(law, rank, power), TAILS)


def _affine(law: Affine, rank: Rank, power: Power) -> Expectation:
    if power.order == 1:
        inner = expectation(law.base, rank, Power())
        shift = law.loc - power.centre
        value = shift + law.scale * inner.value
        error = law.scale * inner.error + 2.0 * _EPS * (abs(shift) + abs(value))
        return Expectation(value, error, inner.engine)
    inner = expectation(law.base, rank, power.standardised(law.loc, law.scale))
    factor = law.scale**power.order
    value = factor * inner.value
    return Expectation(value, factor * inner.error + 4.0 * _EPS * abs(value), inner.engine)


def _by_quantiles(law: Distribution, rank: Rank, power: Power) -> Expectation:
    rule = quantile_integral(law, rank, power)
    first = Expectation(rule.value, rule.error + rule.law_error, QUANTILES)
    if rule.converged:
        return first
    value, error = survival_integral(law, rank, power)
    second = Expectation(value, error + rule.law_error, TAILS)
    return second if second.error < first.error else first
