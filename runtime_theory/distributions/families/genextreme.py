"""Generalised extreme value law: Gumbel, Frechet and mirrored Weibull in one shape.

Kept apart from these three because location 1/c and scale 1/c would cancel for small c.
"""

from __future__ import annotations

import math
from typing import Any, final

from runtime_theory.distributions.base import Tails
from runtime_theory.distributions.families import exponential_powers
from runtime_theory.distributions.families.exact import as_float
from runtime_theory.distributions.families.family import Family, Member, Parameter, Shapes
from runtime_theory.distributions.families.frechet import frechet_mean, frechet_variance
from runtime_theory.distributions.families.gumbel import gumbel_mean, gumbel_variance
from runtime_theory.numerics.estimate import Estimate
from runtime_theory.references import ARNOLD2008

__all__ = ["FAMILY", "GeneralisedExtreme"]


@final
class GeneralisedExtreme(Family):
    """F(x) = exp(-(1 - c (x-m)/s)^(1/c)), Gumbel at c = 0; standard form m = 0, s = 1.

    The sign of c is scipy's: c < 0 has a heavy right tail of index -1/c, c > 0 ends at 1/c.
    X = (1 - E^c)/c with E exponential. Numbers: sums of n-k+1 <= 60 terms, k = n for any n.
    """

    name = "genextreme"
    aliases = ("gev",)
    parameters = (
        Parameter("c", "c", (0.2, -0.3, 1e-9, -1.0)),
        Parameter("s", "s", (1.0, 2.0, 1.0, 1.0), low=0, default=1),
        Parameter("m", "m", (0.0, 1.0, 0.0, 0.0), default=0),
    )
    location, scale = "m", "s"
    reference = ARNOLD2008

    def support(self, shapes: Shapes) -> tuple[float, float]:
        c = shapes["c"]
        return (as_float(1 / c) if c < 0 else -math.inf), (as_float(1 / c) if c > 0 else math.inf)

    def tails(self, shapes: Shapes) -> Tails:
        c = shapes["c"]
        return Tails(math.inf, as_float(-1 / c) if c < 0 else math.inf)

    def scipy_form(self, shapes: Shapes) -> tuple[str, dict[str, Any]]:
        return "genextreme", {"c": float(shapes["c"])}

    def standard_mean(self, k: Any, n: Any, shapes: Shapes) -> Any:
        c = shapes["c"]
        return gumbel_mean(k, n) if c == 0 else (1 - frechet_mean(k, n, -c)) / c

    def standard_variance(self, k: Any, n: Any, shapes: Shapes) -> Any | None:
        c = shapes["c"]
        return gumbel_variance(n) if c == 0 else frechet_variance(k, n, -c) / c**2

    def mean_numeric(self, k: int, n: int, shapes: Shapes) -> Estimate | None:
        return exponential_powers.box_cox_mean(n + 1 - k, n, shapes["c"])

    def variance_numeric(self, k: int, n: int, shapes: Shapes) -> Estimate | None:
        return exponential_powers.box_cox_variance(n + 1 - k, n, shapes["c"])

    def from_scipy(self, name: str, shapes: Shapes) -> Member | None:
        if name == "genextreme":
            return Member(self, (("c", shapes["c"]),))
        if name == "kappa4" and shapes["h"] == 0:
            return Member(self, (("c", shapes["k"]),))
        return None


FAMILY = GeneralisedExtreme()
