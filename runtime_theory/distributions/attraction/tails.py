"""The ways in which a survival function ends, and the expected maxima that follow from each.

For the largest but j of n draws, j fixed and n -> inf, the normed X_{n-j:n} has a limit law whose
mean is a gamma or digamma function (Embrechts et al., 1997, sections 3.3 and 4.2). Where moments
converge `upper` is that mean with its norming undone.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Any, final

from runtime_theory.distributions.attraction.domain import Attraction
from runtime_theory.distributions.attraction.functions import FLOATS, Functions

__all__ = ["EndTail", "ExponentialTail", "LognormalTail", "OtherTail", "PowerTail", "Tail"]


class Tail(ABC):
    """The asymptotic form of S(x) as x goes to the right end, location and scale taken out."""

    @property
    @abstractmethod
    def domain(self) -> tuple[Attraction, Any]:
        """The domain of attraction and its index."""

    @property
    @abstractmethod
    def explicit(self) -> bool:
        """Whether every constant is known and finite: `upper` and `log_sf` have answers."""

    def settled(self, n: float) -> bool:
        """Whether n is so large that the expansion's corrections stay below its leading term."""
        return True

    @abstractmethod
    def upper(self, n: Any, j: int, f: Functions) -> Any:
        """The expansion of E[X_{n-j:n}] for large n, in floats or in sympy's expressions."""

    @abstractmethod
    def log_sf(self, x: Any, f: Functions) -> Any:
        """Log of the asymptotic form itself."""


@final
@dataclass(frozen=True)
class PowerTail(Tail):
    """S(loc + y) ~ C y**-alpha; log C is None where only the index is known."""

    index: Any
    log_coefficient: Any = 0
    loc: Any = 0

    @property
    def domain(self) -> tuple[Attraction, Any]:
        return Attraction.FRECHET, self.index

    @property
    def explicit(self) -> bool:
        return _finite(self.log_coefficient)

    def upper(self, n: Any, j: int, f: Functions) -> Any:
        index = f.number(self.index)
        factor = f.gamma(j + 1 - 1 / index) / math.factorial(j)
        root = f.root(self.log_coefficient, index) * n ** (1 / index)
        return self.loc + factor * root

    def log_sf(self, x: Any, f: Functions) -> Any:
        return self.log_coefficient - self.index * f.log(x - self.loc)


@final
@dataclass(frozen=True)
class ExponentialTail(Tail):
    """S(loc + s y) ~ A y**p exp(-y**c): exponential, gamma, Weibull and normal tails."""

    log_coefficient: Any = 0
    power: Any = 0
    exponent: Any = 1
    scale: Any = 1
    loc: Any = 0

    @property
    def domain(self) -> tuple[Attraction, Any]:
        return Attraction.GUMBEL, math.inf

    @property
    def explicit(self) -> bool:
        return _finite(self.log_coefficient) and _finite(self.scale)

    def settled(self, n: float) -> bool:
        return bool(abs(self._shift(n, 0, FLOATS)) <= math.log(n))

    def _shift(self, n: Any, j: int, f: Functions) -> Any:
        """What one step from v = log n adds to it in v = log n + log A + (p/c) log v - psi."""
        shift = self.log_coefficient - f.digamma(f.number(j + 1))
        if self.power == 0:
            return shift
        return shift + f.number(self.power) / f.number(self.exponent) * f.log(f.log(n))

    def upper(self, n: Any, j: int, f: Functions) -> Any:
        # n S = 1 at y**c = v.
        exponent, size, shift = f.number(self.exponent), f.log(n), self._shift(n, j, f)
        if exponent == 1:
            return self.loc + self.scale * (size + shift)
        step = size ** (1 / exponent - 1) * shift / exponent
        return self.loc + self.scale * (size ** (1 / exponent) + step)

    def log_sf(self, x: Any, f: Functions) -> Any:
        y = (x - self.loc) / self.scale
        return self.log_coefficient + self.power * f.log(y) - y**self.exponent


@final
@dataclass(frozen=True)
class LognormalTail(Tail):
    """(log X - mu)/sigma has the tail of a standard normal."""

    sigma: Any
    mu: Any = 0

    @property
    def domain(self) -> tuple[Attraction, Any]:
        return Attraction.GUMBEL, math.inf

    @property
    def explicit(self) -> bool:
        return _finite(self.sigma) and _finite(self.mu)

    def settled(self, n: float) -> bool:
        return bool(abs(self._shift(n, 0, FLOATS)) <= 4.0 * math.log(n))

    def _shift(self, n: Any, j: int, f: Functions) -> Any:
        return f.log(f.log(n)) + f.log(4 * f.pi) + 2 * f.digamma(f.number(j + 1))

    def upper(self, n: Any, j: int, f: Functions) -> Any:
        root = f.sqrt(2 * f.log(n))
        return f.exp(self.mu + self.sigma * (root - self._shift(n, j, f) / (2 * root)))

    def log_sf(self, x: Any, f: Functions) -> Any:
        z = (f.log(x) - self.mu) / self.sigma
        return -z * z / 2 - f.log(z) - f.log(2 * f.pi) / 2


@final
@dataclass(frozen=True)
class EndTail(Tail):
    """S(end - h) ~ C h**b; log C is None where only the exponent is known."""

    end: Any
    exponent: Any
    log_coefficient: Any = 0

    @property
    def domain(self) -> tuple[Attraction, Any]:
        return Attraction.WEIBULL, self.exponent

    @property
    def explicit(self) -> bool:
        return _finite(self.log_coefficient)

    def upper(self, n: Any, j: int, f: Functions) -> Any:
        exponent = f.number(self.exponent)
        factor = f.gamma(j + 1 + 1 / exponent) / math.factorial(j)
        root = f.root(-self.log_coefficient, exponent) * n ** (-1 / exponent)
        return self.end - factor * root

    def log_sf(self, x: Any, f: Functions) -> Any:
        return self.log_coefficient + self.exponent * f.log(self.end - x)


def _finite(x: Any) -> bool:
    """Whether a constant is known; a double may have overflowed, an expression has not."""
    return x is not None and (not isinstance(x, int | float) or math.isfinite(x))


@final
@dataclass(frozen=True)
class OtherTail(Tail):
    """A law in the Gumbel domain whose tail is none of these forms."""

    @property
    def domain(self) -> tuple[Attraction, Any]:
        return Attraction.GUMBEL, math.inf

    @property
    def explicit(self) -> bool:
        return False

    def upper(self, n: Any, j: int, f: Functions) -> Any:
        raise NotImplementedError("this tail is known by its domain alone")

    def log_sf(self, x: Any, f: Functions) -> Any:
        raise NotImplementedError("this tail is known by its domain alone")
