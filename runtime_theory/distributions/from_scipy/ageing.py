"""Ageing classes of scipy laws that are theorems, by name and shapes.

Rising failure rate (which a log-concave density implies) gives new-better-than-used, falling
failure rate (which a log-convex density implies) gives new-worse-than-used: Barlow and Proschan
(1975), Statistical Theory of Reliability and Life Testing, chapters 3 and 6.
"""

from __future__ import annotations

from collections.abc import Callable

from runtime_theory.distributions.base import Ageing

__all__ = ["AGEING"]

_Rule = Callable[..., "Ageing | None"]


def _always(ageing: Ageing) -> _Rule:
    return lambda *shapes: ageing


def _by_size(value: float) -> Ageing:
    """A shape above 1 ages, one below 1 gets younger."""
    if value == 1.0:
        return Ageing.BOTH
    return Ageing.NBU if value > 1.0 else Ageing.NWU


def _two_powers(a: float, c: float) -> Ageing | None:
    """Rate rising where c >= 1 and a c >= 1, falling where both are at most 1."""
    if c == 1.0 and a == 1.0:
        return Ageing.BOTH
    if c >= 1.0 and a * c >= 1.0:
        return Ageing.NBU
    return Ageing.NWU if 0.0 < c <= 1.0 and a * c <= 1.0 else None


def _nwu_below_one(value: float) -> Ageing | None:
    return Ageing.NWU if value <= 1.0 else None


def _nbu_from(value: float, bound: float) -> Ageing | None:
    return Ageing.NBU if value >= bound else None


_NBU = _always(Ageing.NBU)

AGEING: dict[str, _Rule] = {
    "beta": lambda a, b: _nbu_from(a, 1.0),
    "betaprime": lambda a, b: _nwu_below_one(a),
    "burr12": lambda c, d: _nwu_below_one(c),
    "chi": lambda df: _nbu_from(df, 1.0),
    "chi2": lambda df: _by_size(df / 2.0),
    "erlang": _by_size,
    "expon": _always(Ageing.BOTH),
    "exponpow": lambda b: _nbu_from(b, 1.0),
    "exponweib": _two_powers,
    "f": lambda dfn, dfd: _nwu_below_one(dfn / 2.0),
    "fisk": _nwu_below_one,
    "gamma": _by_size,
    "genexpon": _NBU,
    "gengamma": _two_powers,
    "genhalflogistic": _NBU,
    "genpareto": lambda c: _by_size(1.0 - c),
    "geom": _NBU,
    "gompertz": _NBU,
    "halfgennorm": _by_size,
    "halflogistic": _NBU,
    "halfnorm": _NBU,
    "irwinhall": _NBU,
    "lomax": _always(Ageing.NWU),
    "maxwell": _NBU,
    "nakagami": lambda nu: _nbu_from(nu, 0.5),
    "pareto": _always(Ageing.NEITHER),
    "powerlaw": lambda a: _nbu_from(a, 1.0),
    "rayleigh": _NBU,
    "trapezoid": _NBU,
    "triang": _NBU,
    "truncexpon": _NBU,
    "uniform": _NBU,
    "weibull_min": _by_size,
}
"""The class as a function of the shapes; None where no theorem is at hand."""
