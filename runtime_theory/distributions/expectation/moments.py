"""Mean, variance and moments of the k-th smallest of n draws, as Results.

Closed forms of the families come first, then the engines of `expectation`; a moment that
does not exist is inf with its reason.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from runtime_theory.distributions.base import Distribution
from runtime_theory.distributions.expectation.engines import LATTICE, QUANTILES, TAILS, expectation
from runtime_theory.distributions.expectation.functional import Power
from runtime_theory.distributions.expectation.tails import Divergence, divergence
from runtime_theory.distributions.ranked import Rank
from runtime_theory.numerics.estimate import Estimate
from runtime_theory.references import ARNOLD2008, DAVID_NAGARAJA2003, TREFETHEN_WEIDEMAN2014
from runtime_theory.results import Kind, Result

if TYPE_CHECKING:
    from runtime_theory.distributions.families.family import Member

_EPS = 2.220446049250313e-16
_SOURCES = {
    QUANTILES: (DAVID_NAGARAJA2003, TREFETHEN_WEIDEMAN2014),
    TAILS: (DAVID_NAGARAJA2003,),
    LATTICE: (DAVID_NAGARAJA2003,),
}


def mean(
    law: Distribution, k: int, n: int, *, digits: int | None = None, certified: bool = False
) -> Result:
    """E[X_{k:n}], in seconds; to so many digits, or certified, if asked for."""
    if certified or digits is not None:
        return _beyond_floats(law, k, n, digits, certified=certified)
    infinite = divergent_mean(law, k, n)
    if infinite is not None:
        return infinite
    member = law.member
    closed = None if member is None else member.mean(k, n)
    if member is not None and closed is not None:
        return closed_form(member, closed, "s")
    return _computed(law, Rank(k, n - k + 1), Power(), "s")


def _beyond_floats(
    law: Distribution, k: int, n: int, digits: int | None, *, certified: bool
) -> Result:
    from runtime_theory.distributions.certified.question import certified_mean, precise_mean

    if certified or digits is None:
        return certified_mean(law, k, n, digits)
    return precise_mean(law, k, n, digits)


def divergent_mean(law: Distribution, k: int, n: int) -> Result | None:
    """The infinite E[X_{k:n}] with its reason; None where it is finite."""
    exists = divergence(law, Rank(k, n - k + 1), 1)
    if not (exists.left or exists.right):
        return None
    return _infinite(law, exists, 1, "s", f"E[X_({k}:{n})]" if n > 1 else "E[X]")


def closed_form(member: Member, answer: Estimate, unit: str) -> Result:
    """What a family answers in closed form, with its sources."""
    return Result(
        answer.value,
        answer.error,
        kind=Kind.EXACT,
        method=f"closed form ({member.family.name})",
        unit=unit,
        references=(member.family.reference, ARNOLD2008),
    )


def raw_moment(law: Distribution, r: int, k: int, n: int) -> Result:
    """E[X_{k:n}**r], in seconds to the power r."""
    if r == 1:
        return mean(law, k, n)
    rank, unit = Rank(k, n - k + 1), f"s^{r}"
    exists = divergence(law, rank, r)
    if exists.left or exists.right:
        return _infinite(law, exists, r, unit, f"E[X_({k}:{n})^{r}]")
    return _computed(law, rank, Power(r), unit)


def variance(law: Distribution, k: int, n: int) -> Result:
    """Var X_{k:n}, in seconds squared: second moment about the mean, never a difference."""
    rank = Rank(k, n - k + 1)
    exists = divergence(law, rank, 2)
    if exists.left or exists.right:
        return _infinite(law, exists._replace(left=False, right=True), 2, "s^2", f"Var X_({k}:{n})")
    member = law.member
    closed = None if member is None else member.var(k, n)
    if member is not None and closed is not None:
        return closed_form(member, closed, "s^2")
    # Location and scale go first: a centre far from 0 would cost the variance its digits.
    standard = law.standardised
    base, scale = (law, 1.0) if standard is None else (standard.base, standard.scale)
    centre = mean(base, k, n)
    result = _computed(base, rank, Power(2, float(centre)), "s^2")
    # About c instead of the mean the second moment is larger by (c - mean)**2.
    value = scale**2 * float(result.value)
    error = scale**2 * (float(result.error) + float(centre.error) ** 2) + 2.0 * _EPS * value
    return result.replace(value=value, error=error, lower=None, upper=None)


def standard_deviation(law: Distribution, k: int, n: int) -> Result:
    """Square root of the variance, in seconds."""
    var = variance(law, k, n)
    if math.isinf(float(var)):
        return var.replace(unit="s")
    value = math.sqrt(float(var.value))
    low = math.sqrt(max(float(var.value) - float(var.error), 0.0))
    high = math.sqrt(float(var.value) + float(var.error))
    error = max(value - low, high - value) + _EPS * value
    return Result(
        value,
        error,
        kind=var.kind,
        method=var.method,
        note=var.note,
        unit="s",
        references=var.references,
    )


def _computed(law: Distribution, rank: Rank, power: Power, unit: str) -> Result:
    answer = expectation(law, rank, power)
    return Result(
        answer.value,
        answer.error,
        kind=Kind.EXACT if answer.exact else Kind.NUMERICAL,
        method=answer.engine,
        unit=unit,
        references=_SOURCES.get(answer.engine, (DAVID_NAGARAJA2003,)),
    )


def _infinite(law: Distribution, exists: Divergence, order: int, unit: str, what: str) -> Result:
    if exists.left and exists.right and order % 2 == 1:
        raise ArithmeticError(
            f"{what} of {law.describe()} is not defined: both tails diverge ({exists.reason})"
        )
    value = -math.inf if exists.left and order % 2 == 1 else math.inf
    return Result(
        value,
        0.0,
        kind=Kind.EXACT,
        method="tail index",
        note=f"{what} diverges: {exists.reason}",
        unit=unit,
        references=(DAVID_NAGARAJA2003,),
    )
