"""Generalised Pareto law for every real shape: exponential at 0, bounded below 0, Lomax above."""

from __future__ import annotations

import math
from typing import Any, final

from runtime_theory.distributions.base import Ageing, Tails
from runtime_theory.distributions.families.exact import as_float
from runtime_theory.distributions.families.exponential import harmonic_sum
from runtime_theory.distributions.families.family import Family, Member, Parameter, Shapes
from runtime_theory.distributions.families.pareto import (
    pareto_covariance,
    pareto_mean,
    pareto_variance,
)
from runtime_theory.distributions.families.powers import box_cox_mean, box_cox_variance, times
from runtime_theory.numerics.estimate import Estimate
from runtime_theory.numerics.gamma_ratios import RELATIVE_ERROR, gamma_ratio
from runtime_theory.references import ARNOLD2008

__all__ = ["FAMILY", "GeneralisedPareto"]


@final
class GeneralisedPareto(Family):
    """S(x) = (1 + c x/s)^(-1/c), exp(-x/s) at c = 0; standard form s = 1.

    X = s ((1-U)^(-c) - 1)/c, evaluated without loss through c = 0.
    E[X_{k:n}] is finite iff c < n-k+1.
    """

    name = "genpareto"
    aliases = ("generalised pareto", "generalized pareto", "gpd")
    parameters = (
        Parameter("c", "c", (0.3, 1e-8, -0.4, -2.5, 1.5)),
        Parameter("s", "s", (1.0, 2.0, 1.0, 1.0, 0.5), low=0, default=1),
        Parameter("m", "m", (0.0, 0.0, 1.0, 0.0, 0.0), default=0),
    )
    location, scale = "m", "s"
    reference = ARNOLD2008

    def support(self, shapes: Shapes) -> tuple[float, float]:
        c = shapes["c"]
        return 0.0, as_float(-1 / c) if c < 0 else math.inf

    def tails(self, shapes: Shapes) -> Tails:
        c = shapes["c"]
        return Tails(math.inf, as_float(1 / c) if c > 0 else math.inf)

    def ageing_from_zero(self, shapes: Shapes) -> Ageing:
        c = shapes["c"]
        return Ageing.NWU if c > 0 else Ageing.NBU if c < 0 else Ageing.BOTH

    def scipy_form(self, shapes: Shapes) -> tuple[str, dict[str, Any]]:
        return "genpareto", {"c": float(shapes["c"])}

    def standard_mean(self, k: Any, n: Any, shapes: Shapes) -> Any:
        c = shapes["c"]
        return harmonic_sum(k, n) if c == 0 else (pareto_mean(k, n, c) - 1) / c

    def standard_variance(self, k: Any, n: Any, shapes: Shapes) -> Any:
        c = shapes["c"]
        return harmonic_sum(k, n, 2) if c == 0 else pareto_variance(k, n, c) / c**2

    def standard_covariance(self, j: Any, k: Any, n: Any, shapes: Shapes) -> Any:
        c = shapes["c"]
        return harmonic_sum(j, n, 2) if c == 0 else pareto_covariance(j, k, n, c) / c**2

    def mean_numeric(self, k: int, n: int, shapes: Shapes) -> Estimate:
        return box_cox_mean(n, n - k, shapes["c"])

    def variance_numeric(self, k: int, n: int, shapes: Shapes) -> Estimate:
        return box_cox_variance(n, n - k, shapes["c"])

    def covariance_numeric(self, j: int, k: int, n: int, shapes: Shapes) -> Estimate:
        # As for Pareto: 1 + c X_{k:n} is 1 + c X_{j:n} times an independent factor.
        variance = self.variance_numeric(j, n, shapes)
        growth = gamma_ratio(n - j, n - k, shapes["c"])
        return times(variance, growth, RELATIVE_ERROR)

    def from_scipy(self, name: str, shapes: Shapes) -> Member | None:
        if name == "genpareto":
            return Member(self, (("c", shapes["c"]),))
        if name == "kappa4" and shapes["h"] == 1:
            return Member(self, (("c", -shapes["k"]),))
        return None


FAMILY = GeneralisedPareto()
