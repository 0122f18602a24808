"""What is known about the laws of scipy.stats by name: tail indices, kinks, which are refused.

Tail indices are those of regular variation in the standard form, derived from the definition in
scipy's documentation; laws that are not listed have tails lighter than every power.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from runtime_theory.distributions.base import Tails

__all__ = ["BREAKPOINTS", "DENSITY", "REFUSED", "TAILS", "TAIL_ERRORS"]

_LIGHT = math.inf


def _right(index: Callable[..., float]) -> Callable[..., Tails]:
    return lambda *shapes: Tails(_LIGHT, index(*shapes))


def _both(index: Callable[..., float]) -> Callable[..., Tails]:
    return lambda *shapes: Tails(index(*shapes), index(*shapes))


def _kappa4(h: float, k: float) -> Tails:
    # w = (1 - k x)**(1/k); S ~ w on the right; F ~ w**(1/h) on the left where w -> inf, h < 0.
    left = -1.0 / (h * k) if k > 0.0 and h < 0.0 else _LIGHT
    return Tails(left, -1.0 / k if k < 0.0 else _LIGHT)


def _levy_stable(alpha: float, beta: float) -> Tails:
    if alpha == 2.0:
        return Tails(_LIGHT, _LIGHT)
    return Tails(_LIGHT if beta == 1.0 else alpha, _LIGHT if beta == -1.0 else alpha)


def _genhyperbolic(p: float, a: float, b: float) -> Tails:
    # The exponential factor exp(-(a -+ b) |x|) disappears on one side where |b| = a (p < 0).
    return Tails(-p if b == -a else _LIGHT, -p if b == a else _LIGHT)


TAILS: dict[str, Callable[..., Tails]] = {
    "alpha": _right(lambda a: 1.0),
    "betaprime": _right(lambda a, b: b),
    "burr": _right(lambda c, d: c),
    "burr12": _right(lambda c, d: c * d),
    "cauchy": _both(lambda: 1.0),
    "crystalball": lambda beta, m: Tails(m - 1.0, _LIGHT),
    "dpareto_lognorm": _right(lambda u, s, a, b: a),
    "f": _right(lambda dfn, dfd: dfd / 2.0),
    "fisk": _right(lambda c: c),
    "foldcauchy": _right(lambda c: 1.0),
    "genextreme": _right(lambda c: -1.0 / c if c < 0.0 else _LIGHT),
    "gengamma": _right(lambda a, c: -a * c if c < 0.0 else _LIGHT),
    "genhyperbolic": _genhyperbolic,
    "genpareto": _right(lambda c: 1.0 / c if c > 0.0 else _LIGHT),
    "halfcauchy": _right(lambda: 1.0),
    "invgamma": _right(lambda a: a),
    "invweibull": _right(lambda c: c),
    "jf_skew_t": lambda a, b: Tails(2.0 * a, 2.0 * b),
    "kappa3": _right(lambda a: a),
    "kappa4": _kappa4,
    "landau": _right(lambda: 1.0),
    "levy": _right(lambda: 0.5),
    "levy_l": lambda: Tails(0.5, _LIGHT),
    "levy_stable": _levy_stable,
    "loglaplace": _right(lambda c: c),
    "lomax": _right(lambda c: c),
    "mielke": _right(lambda k, s: s),
    "ncf": _right(lambda dfn, dfd, nc: dfd / 2.0),
    "nct": _both(lambda df, nc: df),
    "pareto": _right(lambda b: b),
    "rel_breitwigner": _right(lambda rho: 3.0),
    "skewcauchy": _both(lambda a: 1.0),
    "t": _both(lambda df: df),
    "tukeylambda": _both(lambda lam: -1.0 / lam if lam < 0.0 else _LIGHT),
    # discrete
    "betanbinom": _right(lambda n, a, b: a),
    "yulesimon": _right(lambda alpha: alpha),
    "zipf": _right(lambda a: a - 1.0),
}
"""Both indices as a function of the shapes."""


def _multiples(step: float, most: int) -> tuple[float, ...]:
    """step, 2 step, ... inside (0, 1), the first ``most`` of them: the later kinks are smooth."""
    return tuple(j * step for j in range(1, most + 1) if j * step < 1.0)


def _even(exponent: float) -> bool:
    return exponent > 0.0 and exponent % 2.0 == 0.0


BREAKPOINTS: dict[str, Callable[..., tuple[float, ...]]] = {
    "crystalball": lambda beta, m: (-beta,),
    "dgamma": lambda a: (0.0,),
    "dweibull": lambda c: (0.0,),
    "gennorm": lambda beta: () if _even(beta) else (0.0,),
    "irwinhall": lambda n: tuple(float(j) for j in range(1, int(n))),
    "ksone": lambda n: _multiples(1.0 / n, 24),
    "kstwo": lambda n: _multiples(0.5 / n, 48),
    "laplace": lambda: (0.0,),
    "laplace_asymmetric": lambda kappa: (0.0,),
    "loglaplace": lambda c: (1.0,),
    "skewcauchy": lambda a: (0.0,) if a else (),
    "trapezoid": lambda c, d: tuple({x for x in (c, d) if 0.0 < x < 1.0}),
    "triang": lambda c: (c,) if 0.0 < c < 1.0 else (),
}
"""Points inside the support where the distribution function is not analytic."""

DENSITY: dict[str, Callable[..., bool]] = {
    "argus": lambda chi: True,
    "dpareto_lognorm": lambda u, s, a, b: True,
    "exponnorm": lambda K: K > 2.0,  # the cdf is a difference, the density of a small K is not good
    "gausshyper": lambda a, b, c, z: True,
    "genhyperbolic": lambda p, a, b: True,
    "geninvgauss": lambda p, b: True,
    "nct": lambda df, nc: True,
    "norminvgauss": lambda a, b: True,
    "rel_breitwigner": lambda rho: True,
    "skewnorm": lambda a: True,
    "vonmises_line": lambda kappa: True,
}
"""Laws of which scipy gives only the density with all digits; their tails are integrated."""

REFUSED = {
    "nchypergeom_wallenius": "scipy's probabilities are themselves only good to 1e-10",
    "studentized_range": "scipy's density, cdf and sf are themselves only good to 1e-6",
    "vonmises": "it is a law on the circle: stats.vonmises_line is the one on [-pi, pi]",
}
"""Laws without a right answer, and why."""

TAIL_ERRORS: dict[str, float] = {
    "exponnorm": 1e-14,
    "invgauss": 2e-14,
    "kappa3": 3e-14,
    "pearson3": 2e-14,
    "recipinvgauss": 2e-14,
    "tukeylambda": 2e-13,
    "wald": 2e-14,
}
"""Relative error of cdf and sf in their own tails, where it is larger than the usual one."""


def lookup(table: dict[str, Callable[..., Any]], name: str, shapes: tuple[Any, ...]) -> Any:
    """The entry of a table at these shapes, or None."""
    entry = table.get(name)
    return None if entry is None else entry(*shapes)
