"""A random variable of scipy's new kind that is nothing better known: somebody's own formulas."""

from __future__ import annotations

import math
from typing import Any, final

import numpy as np
from numpy.typing import ArrayLike

from runtime_theory.distributions.base import Distribution, FloatArray, Route
from runtime_theory.numerics.seeds import Seed, as_generator

__all__ = ["ScipyVariable", "short_name"]


@final
class ScipyVariable(Distribution):
    """A continuous random variable of scipy that is nothing better known.

    Parameters
    ----------
    variable
        New-style random variable that defines its density, or both its tails.

    Raises
    ------
    ValueError
        It defines neither.
    TypeError
        It is discrete.
    """

    def __init__(self, variable: Any) -> None:
        if not hasattr(variable, "pdf") or _is_discrete(variable):
            raise TypeError(
                f"{short_name(variable)} is discrete and not known: give its values and "
                f"probabilities to rt.Discrete"
            )
        self.variable = variable
        self._has_tails = _defines(variable, "cdf") and _defines(variable, "ccdf")
        if not self._has_tails and not _defines(variable, "pdf"):
            raise ValueError(
                f"{short_name(variable)} must define pdf, or both cdf and ccdf: "
                f"an upper tail taken as 1 - cdf is lost at 1e-16"
            )
        left, right = variable.support()
        self._support = (float(left), float(right))

    @property
    def support(self) -> tuple[float, float]:
        return self._support

    def sf(self, x: ArrayLike) -> FloatArray:
        return self._values("ccdf", x)

    def cdf(self, x: ArrayLike) -> FloatArray:
        return self._values("cdf", x)

    def pdf(self, x: ArrayLike) -> FloatArray:
        if not _defines(self.variable, "pdf"):  # scipy would ask itself for it without end
            return super().pdf(x)
        return self._values("pdf", x, high=math.inf)

    def _values(self, name: str, x: ArrayLike, *, high: float = 1.0) -> FloatArray:
        points = np.asarray(x, dtype=float)
        with np.errstate(all="ignore"):
            values = np.asarray(getattr(self.variable, name)(points), dtype=float)
        return np.asarray(np.clip(values, 0.0, high))

    def ppf(self, q: ArrayLike) -> FloatArray:
        if self._has_tails:
            return super().ppf(q)
        return np.asarray(self.variable.icdf(np.asarray(q, dtype=float)), dtype=float)

    def isf(self, q: ArrayLike) -> FloatArray:
        if self._has_tails:
            return super().isf(q)
        return np.asarray(self.variable.iccdf(np.asarray(q, dtype=float)), dtype=float)

    def rvs(self, size: int | tuple[int, ...] | None = None, *, rng: Seed) -> FloatArray:
        generator = as_generator(rng)
        return np.asarray(self.variable.sample(() if size is None else size, rng=generator))

    def describe(self) -> str:
        return short_name(self.variable)

    @property
    def route(self) -> Route:
        return Route.SURVIVAL if self._has_tails else Route.DENSITY

    @property
    def tail_error(self) -> float:
        # Nobody says how good the functions are: some ulps are assumed.
        return 2e-14


def _defines(variable: Any, function: str) -> bool:
    """Whether the class has the formula itself, or its logarithm."""
    names = (f"_{function}_formula", f"_log{function}_formula")
    generic = next(
        (k for k in type(variable).__mro__ if k.__name__ == "UnivariateDistribution"), object
    )
    return any(
        getattr(type(variable), name, None) is not getattr(generic, name, None) for name in names
    )


def _is_discrete(variable: Any) -> bool:
    return any(kind.__name__ == "DiscreteDistribution" for kind in type(variable).__mro__)


def short_name(obj: Any, width: int = 80) -> str:
    """What a random variable prints, on one line."""
    text = " ".join(str(obj).split())
    return text if len(text) <= width else f"{text[: width - 3]}..."
