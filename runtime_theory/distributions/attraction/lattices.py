"""Right tails of scipy's laws on the integers that have no largest value.

A law on the integers is in a domain only if Pr[X = k]/Pr[X >= k] -> 0: then its steps vanish in
the norming. Geometric tails (the ratio tends to a constant) and Poisson's (it tends to 1) are in
none; their maxima keep oscillating (Embrechts et al., 1997, theorem 3.1.3 and examples 3.1.4-5).
"""

from __future__ import annotations

from collections.abc import Callable

from runtime_theory.distributions.attraction.functions import Functions
from runtime_theory.distributions.attraction.tails import PowerTail, Tail

__all__ = ["LATTICE_POWERS", "WITHOUT_DOMAIN"]

F = Functions

LATTICE_POWERS: dict[str, Callable[..., Tail]] = {
    "betanbinom": lambda f, n, a, b: PowerTail(a, None),
    "yulesimon": lambda f, alpha: PowerTail(alpha, f.log_gamma(alpha + 1)),
    "zipf": lambda f, a: PowerTail(a - 1, None),
}

_GEOMETRIC = "a geometric tail: Pr[X = k]/Pr[X >= k] does not tend to 0"
_POISSON = "Pr[X = k]/Pr[X >= k] tends to 1, not to 0"

WITHOUT_DOMAIN: dict[str, str] = {
    "dlaplace": _GEOMETRIC,
    "geom": _GEOMETRIC,
    "geometric": _GEOMETRIC,  # the family's name
    "logser": _GEOMETRIC,
    "nbinom": _GEOMETRIC,
    "planck": _GEOMETRIC,
    "poisson": _POISSON,
    "skellam": _POISSON,
}
