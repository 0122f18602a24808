"""Lomax law (Pareto of type II): the Pareto law moved to start at 0."""

from __future__ import annotations

import math
from typing import Any, final

from runtime_theory.distributions.base import Ageing, Tails
from runtime_theory.distributions.families import genpareto
from runtime_theory.distributions.families.exact import multiply
from runtime_theory.distributions.families.family import Family, Member, Parameter, Shapes
from runtime_theory.distributions.families.pareto import (
    pareto_covariance,
    pareto_mean,
    pareto_variance,
)
from runtime_theory.distributions.families.powers import ULP, times
from runtime_theory.numerics.estimate import Estimate
from runtime_theory.references import ARNOLD2008

__all__ = ["FAMILY", "Lomax"]


@final
class Lomax(Family):
    """S(x) = (1 + x/l)^(-alpha); standard form l = 1, which is c times genpareto(c), c = 1/alpha.

    E[X_{k:n}] is finite iff alpha (n-k+1) > 1.
    """

    name = "lomax"
    parameters = (
        Parameter("alpha", r"\alpha", (2.2, 2.1, 1.5, 40.0), low=0),
        Parameter("l", r"\lambda", (1.0, 1.1, 1.0, 1.0), low=0, default=1),
    )
    scale = "l"
    reference = ARNOLD2008

    def support(self, shapes: Shapes) -> tuple[float, float]:
        return 0.0, math.inf

    def tails(self, shapes: Shapes) -> Tails:
        return Tails(math.inf, float(shapes["alpha"]))

    def ageing_from_zero(self, shapes: Shapes) -> Ageing:
        return Ageing.NWU

    def scipy_form(self, shapes: Shapes) -> tuple[str, dict[str, Any]]:
        return "lomax", {"c": float(shapes["alpha"])}

    def standard_mean(self, k: Any, n: Any, shapes: Shapes) -> Any:
        return pareto_mean(k, n, 1 / shapes["alpha"]) - 1

    def standard_variance(self, k: Any, n: Any, shapes: Shapes) -> Any:
        return pareto_variance(k, n, 1 / shapes["alpha"])

    def standard_covariance(self, j: Any, k: Any, n: Any, shapes: Shapes) -> Any:
        return pareto_covariance(j, k, n, 1 / shapes["alpha"])

    def mean_numeric(self, k: int, n: int, shapes: Shapes) -> Estimate:
        c = 1 / shapes["alpha"]
        return times(genpareto.FAMILY.mean_numeric(k, n, {"c": c}), float(c), ULP)

    def variance_numeric(self, k: int, n: int, shapes: Shapes) -> Estimate:
        c = 1 / shapes["alpha"]
        return times(genpareto.FAMILY.variance_numeric(k, n, {"c": c}), float(c * c), ULP)

    def covariance_numeric(self, j: int, k: int, n: int, shapes: Shapes) -> Estimate:
        c = 1 / shapes["alpha"]
        return times(genpareto.FAMILY.covariance_numeric(j, k, n, {"c": c}), float(c * c), ULP)

    def from_scipy(self, name: str, shapes: Shapes) -> Member | None:
        if name == "f" and shapes["dfn"] == 2:
            half = multiply(0.5, shapes["dfd"])
            return self._of(half).affine(0, half)
        if name == "kappa3" and shapes["a"] == 1:
            return self._of(1)
        if name == "lomax":
            return self._of(shapes["c"])
        if name == "burr12" and shapes["c"] == 1:
            return self._of(shapes["d"])
        return self._of(shapes["b"]) if name == "betaprime" and shapes["a"] == 1 else None

    def from_sympy(self, name: str, arguments: Shapes) -> Member | None:
        if name == "Lomax":
            return self._of(arguments["alpha"]).affine(0, arguments["lamda"])
        if name == "BetaPrime" and arguments["alpha"] == 1:
            return self._of(arguments["beta"])
        if name == "FDistribution" and arguments["d1"] == 2:
            return self._of(arguments["d2"] / 2).affine(0, arguments["d2"] / 2)
        return None

    def _of(self, alpha: Any) -> Member:
        return Member(self, (("alpha", alpha),))


FAMILY = Lomax()
