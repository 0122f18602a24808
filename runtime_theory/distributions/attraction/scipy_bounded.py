"""Right ends of scipy's bounded laws: S(end - h) ~ C h**b, from the densities they state.

A density that is positive at the end has b = 1 and C the density; one that rises like h**(b-1)
has the exponent b. As in `scipy_unbounded`, the tests compare each with the survival function.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from runtime_theory.distributions.attraction.functions import Functions
from runtime_theory.distributions.attraction.tails import EndTail, OtherTail, Tail

__all__ = ["BOUNDED"]

F = Functions
Entry = Callable[..., Tail]


def _log_beta(f: F, a: Any, b: Any) -> Any:
    return f.log_gamma(a) + f.log_gamma(b) - f.log_gamma(a + b)


def _genhalflogistic(f: F, c: Any) -> Tail:
    return EndTail(1 / c, 1 / c, f.log(2) + f.log(c) / c)


def _rdist(f: F, c: Any) -> Tail:
    half = c / 2
    return EndTail(1, half, (half - 1) * f.log(2) - f.log(half) - _log_beta(f, f.number(0.5), half))


def _trapezoid(f: F, c: Any, d: Any) -> Tail:
    top = 2 / (d - c + 1)
    return EndTail(1, 1, f.log(top)) if d == 1 else EndTail(1, 2, f.log(top / (2 * (1 - d))))


def _triang(f: F, c: Any) -> Tail:
    return EndTail(1, 1, f.log(2)) if c == 1 else EndTail(1, 2, -f.log(1 - c))


def _truncnorm(f: F, a: Any, b: Any) -> Tail:
    inside = f.normal_sf(a) - f.normal_sf(b) if a + b > 0 else f.normal_sf(-b) - f.normal_sf(-a)
    return EndTail(b, 1, -b * b / 2 - f.log(2 * f.pi) / 2 - f.log(inside))


def _truncweibull(f: F, c: Any, a: Any, b: Any) -> Tail:
    inside = 1 - f.exp(a**c - b**c)
    return EndTail(b, 1, f.log(c) + (c - 1) * f.log(b) + a**c - b**c - f.log(inside))


BOUNDED: dict[str, Entry] = {
    "anglit": lambda f: EndTail(f.pi / 4, 2),
    "arcsine": lambda f: EndTail(1, f.number(0.5), f.log(2 / f.pi)),
    "argus": lambda f, chi: EndTail(1, f.number(1.5), None),
    "beta": lambda f, a, b: EndTail(1, b, -f.log(b) - _log_beta(f, a, b)),
    "bradford": lambda f, c: EndTail(1, 1, f.log(c / ((1 + c) * f.log(1 + c)))),
    "cosine": lambda f: EndTail(f.pi, 3, -f.log(12 * f.pi)),
    "gausshyper": lambda f, a, b, c, z: EndTail(1, b, None),
    "genhalflogistic": _genhalflogistic,
    "irwinhall": lambda f, n: EndTail(n, n, -f.log_gamma(n + 1)),
    "johnsonsb": lambda f, a, b: OtherTail(),
    "ksone": lambda f, n: EndTail(1, n),
    "kstwo": lambda f, n: EndTail(1, n, f.log(2)),
    "levy_l": lambda f: OtherTail(),
    "loguniform": lambda f, a, b: EndTail(b, 1, -f.log(b) - f.log(f.log(b / a))),
    "powerlaw": lambda f, a: EndTail(1, 1, f.log(a)),
    "rdist": _rdist,
    "reciprocal": lambda f, a, b: EndTail(b, 1, -f.log(b) - f.log(f.log(b / a))),
    "semicircular": lambda f: EndTail(1, f.number(1.5), f.log(4 * f.sqrt(2) / (3 * f.pi))),
    "trapezoid": _trapezoid,
    "triang": _triang,
    "truncexpon": lambda f, b: EndTail(b, 1, -b - f.log(1 - f.exp(-b))),
    "truncnorm": _truncnorm,
    "truncpareto": lambda f, b, c: EndTail(c, 1, f.log(b / (1 - c ** (-b))) - (b + 1) * f.log(c)),
    "truncweibull_min": _truncweibull,
    "uniform": lambda f: EndTail(1, 1),
    "vonmises_line": lambda f, kappa: EndTail(
        f.pi, 1, -kappa - f.log(2 * f.pi * f.bessel_i(0, kappa))
    ),
    "weibull_max": lambda f, c: EndTail(0, c),
    "wrapcauchy": lambda f, c: EndTail(2 * f.pi, 1, f.log((1 + c) / (2 * f.pi * (1 - c)))),
}
