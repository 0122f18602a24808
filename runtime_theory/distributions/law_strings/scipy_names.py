"""Laws of scipy.stats by name."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from runtime_theory.distributions.base import Distribution
from runtime_theory.distributions.from_scipy.laws import from_scipy
from runtime_theory.distributions.law_strings.parameters import (
    ParameterError,
    assigned,
    check_number,
)

__all__ = ["scipy_by_name", "scipy_names"]


@lru_cache(maxsize=1)
def scipy_names() -> dict[str, Any]:
    """Every law of scipy.stats by its name."""
    from scipy import stats

    kinds = (stats.rv_continuous, stats.rv_discrete)
    return {name: law for name, law in vars(stats).items() if isinstance(law, kinds)}


def scipy_by_name(
    name: str, positional: Sequence[Any], keywords: Mapping[str, Any]
) -> Distribution:
    """The scipy law with this name, one of `scipy_names`, and these parameters.

    Raises
    ------
    ValueError
        For a parameter that it does not have, or outside its domain.

    Examples
    --------
    >>> scipy_by_name("gamma", [2], {"scale": 0.5})
    <gamma(a=2, scale=0.5)>
    """
    from scipy import stats

    generic = scipy_names()[name]
    shapes = [s.strip() for s in (generic.shapes or "").split(",") if s.strip()]
    names = [*shapes, "loc", *(["scale"] if isinstance(generic, stats.rv_continuous) else [])]
    if generic.name == "expon" and len(positional) == 1 and not keywords:
        raise ParameterError(
            f"expon({positional[0]:g}) is a delay in scipy: write expon(loc={positional[0]:g}), "
            f"or expon(scale=...) with the mean, or exponential(rate=...)",
            position=0,
        )
    given = assigned(str(generic.name), names, shapes, positional, keywords)
    for parameter, value in given.items():
        check_number(parameter, value)
    law = from_scipy(generic(**given))
    if law is None or math.isnan(law.support[0]):
        shown = ", ".join(f"{k}={v:g}" for k, v in given.items())
        raise ParameterError(f"{generic.name} is not defined for {shown}")
    return law
