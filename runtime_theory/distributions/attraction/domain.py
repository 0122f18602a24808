"""`Domain`: where the maxima of a law go, and how that is known."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import final

from runtime_theory.references import EMBRECHTS1997, Reference
from runtime_theory.results import Kind

__all__ = ["Attraction", "Domain"]


class Attraction(StrEnum):
    """The three laws that normed maxima can have in the limit, and "none" where they have none."""

    FRECHET = "frechet"
    GUMBEL = "gumbel"
    WEIBULL = "weibull"
    NONE = "none"


@final
@dataclass(frozen=True, repr=False)
class Domain:
    """The maximum domain of attraction of a law.

    Parameters
    ----------
    name : Attraction
        Frechet, Gumbel or Weibull, or none.
    index : float
        Frechet: the tail index alpha, S(x) ~ x**-alpha. Weibull: the exponent b of the right
        end, S(end - h) ~ h**b. Gumbel: inf. None: nan.
    endpoint : float
        Right end of the support.
    kind : Kind
        Exact where it is a theorem about the law, estimate where it was measured.
    reason : str
        The theorem, or what was measured.
    error : float
        Of the index: 0 where exact, what the measurement suggests where it is an estimate.
    reference : Reference
        Source.

    Examples
    --------
    >>> Domain(Attraction.FRECHET, 2.0, math.inf, Kind.EXACT, "pareto")
    <Frechet domain, tail index 2 (exact: pareto)>
    """

    name: Attraction
    index: float
    endpoint: float
    kind: Kind
    reason: str
    error: float = 0.0
    reference: Reference = EMBRECHTS1997

    @property
    def xi(self) -> float:
        """Extreme value index: 1/alpha, 0 or -1/b; nan outside every domain."""
        if self.name is Attraction.GUMBEL:
            return 0.0
        return -1.0 / self.index if self.name is Attraction.WEIBULL else 1.0 / self.index

    def moved(self, loc: float, scale: float) -> Domain:
        """The domain of loc + scale X, scale > 0: only the endpoint moves."""
        return replace(self, endpoint=loc + scale * self.endpoint)

    @property
    def summary(self) -> str:
        """The domain in words, such as ``Frechet domain, tail index 2``."""
        about = f" +- {self.error:.1g}" if self.error else ""
        end = f" at the right end {self.endpoint:.6g}"
        if self.name is Attraction.FRECHET:
            return f"Frechet domain, tail index {self.index:.6g}{about}"
        if self.name is Attraction.WEIBULL:
            return f"Weibull domain, exponent {self.index:.6g}{about}{end}"
        if self.name is Attraction.GUMBEL:
            return "Gumbel domain" + ("" if math.isinf(self.endpoint) else end)
        return "no domain of attraction"

    def __repr__(self) -> str:
        return f"<{self.summary} ({self.kind}: {self.reason})>"
