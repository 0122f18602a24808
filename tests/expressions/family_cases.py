"""Random exact parameters for every family, and ranks at which its moments are finite."""

from __future__ import annotations

import random
from fractions import Fraction

from runtime_theory.distributions.families import FAMILIES

_SIXTEENTHS = {  # ranges in units of 1/16, so that a double holds every parameter exactly
    "exponential": {"mu": (1, 64), "Delta": (0, 32)},
    "uniform": {"a": (0, 32), "b": (33, 99)},
    "pareto": {"alpha": (36, 80), "x_m": (1, 64)},
    "lomax": {"alpha": (36, 80), "l": (1, 64)},
    "genpareto": {"c": (-40, 7), "s": (1, 64), "m": (0, 32)},
    "power": {"a": (4, 80), "b": (1, 64)},
    "logistic": {"m": (0, 64), "s": (1, 64)},
    "loglogistic": {"b": (36, 80), "l": (1, 64)},
    "rayleigh": {"s": (1, 64)},
    "weibull": {"c": (8, 64), "l": (1, 64)},
    "gumbel": {"m": (0, 64), "b": (1, 64)},
    "genextreme": {"c": (-7, 24), "s": (1, 64), "m": (0, 32)},
    "frechet": {"alpha": (36, 80), "s": (1, 64), "m": (0, 32)},
    "deterministic": {"d": (1, 64)},
    "two_point": {"q": (1, 15), "a": (0, 16), "b": (17, 80)},
    "geometric": {"p": (1, 15)},
    "erlang": {"mu": (1, 64)},
    "normal": {"m": (0, 64), "s": (1, 64)},
}


def random_parameters(name, source):
    """Return exact parameters of a family by name."""
    if name == "hyperexponential":
        p = Fraction(source.randint(1, 15), 16)
        rates = tuple(Fraction(source.randint(1, 64), 16) for _ in range(2))
        return {"p": (p, 1 - p), "mu": rates}
    values = {
        key: Fraction(source.randint(low, high), 16)
        for key, (low, high) in _SIXTEENTHS[name].items()
    }
    if name in ("genpareto", "genextreme") and values["c"] == 0:
        values["c"] = Fraction(1, 16)
    return values | ({"r": source.randint(1, 5)} if name == "erlang" else {})


def cases(each=2):
    """Yield (family, parameters, k, n) at random, the same every time."""
    source = random.Random(20180413)
    for family in FAMILIES:
        for _ in range(each):
            n = source.randint(1, 5 if family.name == "normal" else 9)
            yield family, random_parameters(family.name, source), source.randint(1, n), n
