"""`extreme_value_domain`: where the maxima of a law go, by theorem or by measurement."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

from runtime_theory.distributions.adapt import as_law
from runtime_theory.distributions.attraction.domain import Attraction, Domain
from runtime_theory.distributions.attraction.known import upper_tail
from runtime_theory.distributions.attraction.lattices import WITHOUT_DOMAIN
from runtime_theory.distributions.attraction.measured import measured_domain
from runtime_theory.distributions.base import Distribution
from runtime_theory.results import Kind

__all__ = ["domain_of", "extreme_value_domain"]


def extreme_value_domain(X: Any) -> Domain:
    """The maximum domain of attraction of a law: Frechet, Gumbel, Weibull or none.

    It decides how the expected maximum of P learners grows: like P**(1/alpha), like a power of
    log P or slower than every power, or not beyond the right end.

    Parameters
    ----------
    X
        Law of a mini-batch time, anything `as_distribution` takes.

    Returns
    -------
    Domain
        ``.name``, ``.index`` (tail index, or exponent of the right end), ``.xi``, ``.endpoint``,
        ``.kind``: exact by theorem for laws known by name or family and where the law states its
        tail index, else an estimate from deep quantiles, ``.error`` saying how far its index
        still drifted. A trace, and every other finite discrete law, is in no domain.

    Raises
    ------
    TypeError
        X is not one law.

    References
    ----------
    Embrechts, Kluppelberg and Mikosch (1997), Modelling Extremal Events, section 3.3 and
    tables 3.4.2 to 3.4.4.

    Examples
    --------
    >>> from scipy import stats
    >>> extreme_value_domain(stats.t(3))
    <Frechet domain, tail index 3 (exact: right tail of t)>
    >>> extreme_value_domain(stats.beta(2, 5, scale=4))
    <Weibull domain, exponent 5 at the right end 4 (exact: right tail of beta)>
    >>> extreme_value_domain([0.5, 0.7, 0.6]).name
    <Attraction.NONE: 'none'>
    """
    return domain_of(as_law(X))


def domain_of(law: Distribution) -> Domain:
    """The domain of a law of this package."""
    end = float(law.support[1])
    if law.atoms is not None:
        return _none(end, "finitely many values: the largest is an atom at the right end")
    known = upper_tail(law)
    if known is not None:
        name, index = known.standard.domain
        return Domain(name, float(index), end, Kind.EXACT, f"right tail of {known.name}")
    moved = law.standardised
    if moved is not None:
        return domain_of(moved.base).moved(moved.loc, moved.scale)
    barred = WITHOUT_DOMAIN.get(_name(law))
    return _none(end, barred) if barred else _by_tails(law, end)


def _by_tails(law: Distribution, end: float) -> Domain:
    """By the parent of an order statistic, by a stated tail index, or by measurement."""
    parent, rank = getattr(law, "parent", None), getattr(law, "rank", None)
    if isinstance(parent, Distribution) and rank is not None:
        inner = domain_of(parent)
        if inner.name is Attraction.NONE:
            return inner
        reason = f"n-k+1 = {rank.m} times the index of {parent.describe()}"
        return replace(inner, index=rank.m * inner.index, error=rank.m * inner.error, reason=reason)
    index = law.tails.right
    if math.isfinite(index) and math.isinf(end):
        return Domain(Attraction.FRECHET, index, end, Kind.EXACT, "its stated tail index")
    return measured_domain(law)


def _name(law: Distribution) -> str:
    """Of a law on the integers: scipy's name, or the family's."""
    if not law.integer_valued:
        return ""
    name = getattr(law, "name", None)
    if isinstance(name, str) and getattr(law, "key", ("",))[0] == name:
        return name
    return "" if law.member is None else law.member.family.name


def _none(end: float, reason: str) -> Domain:
    return Domain(Attraction.NONE, math.nan, end, Kind.EXACT, reason)
