"""Laws of this package by name, with the parameters that people print."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from runtime_theory.distributions.base import Distribution
from runtime_theory.distributions.derived.mixture import Mixture
from runtime_theory.distributions.discrete import Deterministic, Discrete
from runtime_theory.distributions.from_scipy.laws import from_scipy
from runtime_theory.distributions.law_strings.parameters import (
    ParameterError,
    assigned,
    check_list,
    check_number,
)
from runtime_theory.distributions.law_strings.scipy_names import scipy_by_name

__all__ = ["OWN_NAMES", "family_by_name", "own_law"]


_SCALES = ("rate", "mean", "scale")


def own_law(name: str, positional: Sequence[Any], keywords: Mapping[str, Any]) -> Distribution:
    """One of OWN_NAMES with these parameters.

    Examples
    --------
    >>> own_law("exponential", [], {"rate": 0.25})
    <expon(scale=4)>
    """
    return _OWN[name](*_bind(name, positional, keywords))


def _bind(name: str, positional: Sequence[Any], keywords: Mapping[str, Any]) -> tuple[Any, ...]:
    """Arguments of our own laws in order, checked for being numbers or lists."""
    by_place, by_name, lists = _PARAMETERS[name]
    if len(positional) > len(by_place):
        extra = f", with {' or '.join(by_name)} by name" if by_name else ""
        takes = f"{name}({', '.join(by_place)})" if by_place else f"{name}(...)"
        raise ParameterError(
            f"too many parameters by position for {takes}{extra}", position=len(by_place)
        )
    given = assigned(name, [*by_place, *by_name], by_place, positional, keywords)
    for parameter, value in given.items():
        (check_list if parameter in lists else check_number)(parameter, value)
    if not by_name:
        return tuple(given[parameter] for parameter in by_place)
    return (*(given[parameter] for parameter in by_place), _mean_time(name, given))


def _mean_time(law: str, given: Mapping[str, Any]) -> float:
    """Mean of one stage from exactly one of rate, mean and scale."""
    chosen = [name for name in _SCALES if name in given]
    if len(chosen) != 1:
        raise ParameterError(
            f"{law} needs exactly one of rate=, mean= and scale=, got {len(chosen)}"
        )
    return _positive_time(chosen[0], given[chosen[0]])


def _positive_time(name: str, value: float) -> float:
    time = 1.0 / value if name == "rate" and value > 0.0 else float(value)
    if not (value > 0.0 and 0.0 < time < math.inf):
        raise ParameterError(f"{name} must be a number > 0, got {name}={value:g}", name)
    return time


def _exponential(mean: float) -> Distribution:
    return scipy_by_name("expon", (), {"scale": mean})


def _erlang(k: float, scale: float) -> Distribution:
    if not (k >= 1 and k == int(k)):
        raise ParameterError(f"k must be an integer >= 1, got k={k:g}", "k", 0)
    return scipy_by_name("gamma", (float(k),), {"scale": scale})


def _hyperexponential(p: list[float], rates: list[float]) -> Distribution:
    if len(p) != len(rates):
        raise ParameterError(f"rates must be as many as p, got {len(rates)} for {len(p)}", "rates")
    phases = [_exponential(_positive_time("rate", rate)) for rate in rates]
    return Mixture(phases, p)


def _two_point(a: float, b: float, q: float) -> Distribution:
    if not 0.0 <= q <= 1.0:
        raise ParameterError(f"q, the probability of b, must be in [0, 1], got q={q:g}", "q", 2)
    return Discrete([a, b], [1.0 - q, q])


def _shifted_exponential(delta: float, rate: float) -> Distribution:
    scale = _positive_time("rate", rate)
    return scipy_by_name("expon", (), {"loc": delta, "scale": scale})


def _geometric(p: float) -> Distribution:
    return scipy_by_name("geom", (p,), {})


# Parameters by position or name, those by name only, and which of them are lists.
_PARAMETERS: dict[str, tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]] = {
    "deterministic": (("d",), (), ()),
    "discrete": (("values", "probabilities"), (), ("values", "probabilities")),
    "exponential": ((), _SCALES, ()),
    "erlang": (("k",), _SCALES, ()),
    "hyperexponential": (("p", "rates"), (), ("p", "rates")),
    "two_point": (("a", "b", "q"), (), ()),
    "shifted_exponential": (("delta", "rate"), (), ()),
    "geometric": (("p",), (), ()),
}
_OWN: dict[str, Callable[..., Distribution]] = {
    "deterministic": Deterministic,
    "discrete": Discrete,
    "exponential": _exponential,
    "erlang": _erlang,
    "hyperexponential": _hyperexponential,
    "two_point": _two_point,
    "shifted_exponential": _shifted_exponential,
    "geometric": _geometric,
}
OWN_NAMES: tuple[str, ...] = tuple(_OWN)
"""Names that `own_law` knows."""


def family_by_name(
    name: str, positional: Sequence[Any], keywords: Mapping[str, Any]
) -> Distribution | None:
    """The closed-form family with this name, its printed parameters by name; None if unknown."""
    from runtime_theory.distributions.families import FAMILIES

    family: Any = next((family for family in FAMILIES if family.name == name), None)
    if family is None:
        return None
    names = [parameter.name for parameter in family.parameters]
    takes = f"{family.name}({', '.join(f'{name}=' for name in names)})"
    if positional:
        raise ParameterError(f"parameters must be given by name: {takes}", position=0)
    required = [p.name for p in family.parameters if p.default is None]
    given = assigned(family.name, names, required, (), keywords)
    for name, value in given.items():
        check_number(name, value)
    return from_scipy(family.law(**given))
