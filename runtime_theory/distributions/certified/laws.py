"""From a law of this package to its branches of analytic functions, exactly."""

from __future__ import annotations

import math
from collections.abc import Iterator
from fractions import Fraction
from numbers import Real
from typing import TYPE_CHECKING, Any

from runtime_theory.distributions.affine import Affine
from runtime_theory.distributions.base import Distribution
from runtime_theory.distributions.certified import (
    beta_laws,
    elementary_laws,
    gamma_laws,
    normal_laws,
)
from runtime_theory.distributions.certified.ball_law import BallLaw
from runtime_theory.distributions.certified.derived_laws import ranked, truncated
from runtime_theory.distributions.certified.mixture_law import mixture
from runtime_theory.distributions.derived.mirrored import Mirrored
from runtime_theory.distributions.derived.mixture import Mixture
from runtime_theory.distributions.derived.ranked_law import RankedLaw
from runtime_theory.distributions.derived.truncated import Truncated
from runtime_theory.distributions.families.exact import as_fraction
from runtime_theory.distributions.from_scipy.laws import ScipyLaw

if TYPE_CHECKING:
    from runtime_theory.distributions.families.family import Member

__all__ = ["NAMES", "ball_law"]

_MAKERS = gamma_laws.LAWS | normal_laws.LAWS | beta_laws.LAWS | elementary_laws.LAWS
NAMES = tuple(sorted((*_MAKERS, "truncexpon", "truncnorm")))
"""scipy's names of the laws with an analytic form."""


def ball_law(law: Distribution) -> BallLaw | None:
    """The analytic form of a law, its float parameters taken as the doubles they are; or None.

    Examples
    --------
    >>> from runtime_theory.distributions.adapt import as_law
    >>> from scipy import stats
    >>> ball_law(as_law(stats.gamma(2.5, loc=1, scale=3))).loc
    Fraction(1, 1)
    >>> ball_law(as_law(stats.levy_stable(1.5, 0))) is None
    True
    """
    if law.member is not None:
        return _of_member(law.member)
    if isinstance(law, Affine):
        inner = ball_law(law.base)
        return None if inner is None else inner.affine(Fraction(law.loc), Fraction(law.scale))
    if isinstance(law, ScipyLaw):
        return _named(law.name, law.shapes) if law.key and isinstance(law.key[0], str) else None
    return _derived(law)


def _derived(law: Distribution) -> BallLaw | None:
    """Laws that are made of others."""
    if isinstance(law, Mixture):
        parts = [ball_law(part) for part in law.components]
        known = [part for part in parts if part is not None]
        weights = map(Fraction, law.weights)
        return mixture(list(zip(weights, known, strict=True))) if len(known) == len(parts) else None
    if isinstance(law, Mirrored):
        inner = ball_law(law.base)
        return None if inner is None else inner.affine(Fraction(0), Fraction(-1))
    if not isinstance(law, Truncated | RankedLaw):
        return None
    inner = ball_law(law.parent)
    if inner is None:
        return None
    if isinstance(law, Truncated):
        return truncated(inner, _finite(law.lower), _finite(law.upper))
    return ranked(inner, law.k, law.n)


def _finite(x: float) -> Fraction | None:
    return Fraction(x) if math.isfinite(x) else None


def _named(name: str, shapes: Any) -> BallLaw | None:
    if name == "truncnorm":
        return truncated(normal_laws.LAWS["norm"](), *map(_finite, shapes))
    if name == "truncexpon":
        return truncated(gamma_laws.LAWS["expon"](), None, *map(_finite, shapes))
    maker = _MAKERS.get(name)
    return None if maker is None else maker(*map(Fraction, shapes))


def _of_member(member: Member) -> BallLaw | None:
    """The analytic form of a family's law, for where the closed form is too long."""
    if not all(_is_rational(x) for x in _numbers(member)):
        return None
    shapes, name = member.shapes, member.family.name
    if name == "hyperexponential":
        unit = gamma_laws.gamma_power(Fraction(1))
        law = mixture(
            [
                (weight, unit.affine(Fraction(0), 1 / rate))
                for weight, rate in zip(shapes["p"], shapes["mu"], strict=True)
            ]
        )
    elif name == "genextreme" and shapes["c"] == 0:
        law = _named("gumbel_r", ())
    else:
        law = _named(_NAMES_OF_FAMILIES.get(name, name), shapes.values())
    return None if law is None else law.affine(as_fraction(member.loc), as_fraction(member.scale))


def _numbers(member: Member) -> Iterator[Any]:
    yield from (member.loc, member.scale)
    for _, value in member.params:
        yield from value if isinstance(value, tuple) else (value,)


def _is_rational(x: Any) -> bool:
    """Whether x is a number that a Fraction is, and not only near to."""
    return isinstance(x, Real) or bool(getattr(x, "is_Rational", False))


_NAMES_OF_FAMILIES = {
    "exponential": "expon",
    "weibull": "weibull_min",
    "gumbel": "gumbel_r",
    "frechet": "invweibull",
    "erlang": "gamma",
    "normal": "norm",
    "loglogistic": "fisk",
}
