"""Densities of the families in standard form, for integrals that are shown as a definition."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from runtime_theory.distributions.families.exact import as_printed
from runtime_theory.expressions.densities import Density, density_of

__all__ = ["standard_density"]


def standard_density(family: str, shapes: Mapping[str, Any]) -> Density | None:
    """Return the density of a continuous family at location 0 and scale 1, None where unknown.

    Examples
    --------
    >>> standard_density("exponential", {}).sf
    exp(-x)
    """
    survival = _SURVIVAL.get(family)
    if survival is None:
        return _normal() if family == "normal" else None
    from sympy import Symbol, oo

    low = 1 if family == "pareto" else -oo if family in _WHOLE_LINE else 0
    high = 1 if family in ("uniform", "power") else oo
    x = Symbol("x", real=True) if family in _WHOLE_LINE else Symbol("x", positive=True)
    values = {name: _each(value) for name, value in shapes.items()}
    cdf, sf = survival(x, values)
    pdf = (cdf if family in _BY_CDF else -sf).diff(x)
    return Density(x, pdf, cdf, sf, _sympified(low), _sympified(high))


def _sympified(value: Any) -> Any:
    from sympy import sympify

    return sympify(value)


def _each(value: Any) -> Any:
    return tuple(map(as_printed, value)) if isinstance(value, tuple) else as_printed(value)


def _normal() -> Density:
    from sympy.stats import Normal

    return density_of(Normal("X", 0, 1).pspace.distribution)


Pair = tuple[Any, Any]


def _from_sf(sf: Any) -> Pair:
    return 1 - sf, sf


def _exponential(x: Any, s: Mapping[str, Any]) -> Pair:
    from sympy import exp

    return _from_sf(exp(-x))


def _weibull(x: Any, s: Mapping[str, Any]) -> Pair:
    from sympy import exp

    return _from_sf(exp(-(x ** s["c"])))


def _rayleigh(x: Any, s: Mapping[str, Any]) -> Pair:
    from sympy import exp

    return _from_sf(exp(-(x**2) / 2))


def _pareto(x: Any, s: Mapping[str, Any]) -> Pair:
    return _from_sf(x ** -s["alpha"])


def _lomax(x: Any, s: Mapping[str, Any]) -> Pair:
    return _from_sf((1 + x) ** -s["alpha"])


def _uniform(x: Any, s: Mapping[str, Any]) -> Pair:
    return x, 1 - x


def _power(x: Any, s: Mapping[str, Any]) -> Pair:
    return x ** s["a"], 1 - x ** s["a"]


def _logistic(x: Any, s: Mapping[str, Any]) -> Pair:
    from sympy import exp

    return 1 / (1 + exp(-x)), 1 / (1 + exp(x))


def _loglogistic(x: Any, s: Mapping[str, Any]) -> Pair:
    return 1 / (1 + x ** -s["b"]), 1 / (1 + x ** s["b"])


def _gumbel(x: Any, s: Mapping[str, Any]) -> Pair:
    from sympy import exp

    cdf = exp(-exp(-x))
    return cdf, 1 - cdf


def _frechet(x: Any, s: Mapping[str, Any]) -> Pair:
    from sympy import exp

    cdf = exp(-(x ** -s["alpha"]))
    return cdf, 1 - cdf


def _hyperexponential(x: Any, s: Mapping[str, Any]) -> Pair:
    from sympy import exp

    pairs = zip(s["p"], s["mu"], strict=True)
    return _from_sf(sum((p * exp(-mu * x) for p, mu in pairs), _sympified(0)))


def _erlang(x: Any, s: Mapping[str, Any]) -> Pair:
    from sympy import gamma, lowergamma, uppergamma

    r = s["r"]
    return (
        lowergamma(r, x, evaluate=False) / gamma(r),
        uppergamma(r, x, evaluate=False) / gamma(r),
    )


_SURVIVAL: Mapping[str, Callable[[Any, Mapping[str, Any]], Pair]] = MappingProxyType(
    {
        "erlang": _erlang,
        "exponential": _exponential,
        "frechet": _frechet,
        "gumbel": _gumbel,
        "hyperexponential": _hyperexponential,
        "logistic": _logistic,
        "loglogistic": _loglogistic,
        "lomax": _lomax,
        "pareto": _pareto,
        "power": _power,
        "rayleigh": _rayleigh,
        "uniform": _uniform,
        "weibull": _weibull,
    }
)
_WHOLE_LINE = ("gumbel", "logistic")
_BY_CDF = ("frechet", "gumbel", "logistic", "loglogistic", "power", "uniform")
