"""Uniform law: U_{k:n} is Beta(k, n-k+1) (David and Nagaraja, 2003, section 2.3)."""

from __future__ import annotations

from typing import Any, final

from runtime_theory.distributions.base import Ageing
from runtime_theory.distributions.families.exact import add, is_numeric, multiply
from runtime_theory.distributions.families.family import (
    Family,
    Member,
    Parameter,
    Shapes,
    Standard,
)
from runtime_theory.distributions.families.powers import ULP, relative
from runtime_theory.numerics.estimate import Estimate
from runtime_theory.references import DAVID_NAGARAJA2003

__all__ = ["FAMILY", "Uniform"]


@final
class Uniform(Family):
    """Density 1/(b-a) on [a, b]; standard form a = 0, b = 1."""

    name = "uniform"
    parameters = (
        Parameter("a", "a", (0.0, 1.0), default=0),
        Parameter("b", "b", (1.0, 3.0), default=1),
    )
    reference = DAVID_NAGARAJA2003

    def standard(self, values: Shapes) -> Standard:
        width = add(values["b"], multiply(-1, values["a"]))
        if is_numeric(width) and width <= 0:
            raise ValueError(f"b must be above a, got a={values['a']!r}, b={values['b']!r}")
        return Standard({}, values["a"], width)

    def support(self, shapes: Shapes) -> tuple[float, float]:
        return 0.0, 1.0

    def ageing_from_zero(self, shapes: Shapes) -> Ageing:
        return Ageing.NBU

    def ageing_mirrored(self, shapes: Shapes, start: float) -> Ageing:
        return Ageing.NBU

    def scipy_form(self, shapes: Shapes) -> tuple[str, dict[str, Any]]:
        return "uniform", {}

    def standard_mean(self, k: Any, n: Any, shapes: Shapes) -> Any:
        return k / (n + 1)

    def standard_variance(self, k: Any, n: Any, shapes: Shapes) -> Any:
        return self.standard_covariance(k, k, n, shapes)

    def standard_covariance(self, j: Any, k: Any, n: Any, shapes: Shapes) -> Any:
        return j * (n - k + 1) / ((n + 1) ** 2 * (n + 2))

    def mean_numeric(self, k: int, n: int, shapes: Shapes) -> Estimate:
        return relative(k / (n + 1), ULP)

    def variance_numeric(self, k: int, n: int, shapes: Shapes) -> Estimate:
        return self.covariance_numeric(k, k, n, shapes)

    def covariance_numeric(self, j: int, k: int, n: int, shapes: Shapes) -> Estimate:
        return relative(j * (n - k + 1) / ((n + 1) ** 2 * (n + 2)), ULP)

    def from_scipy(self, name: str, shapes: Shapes) -> Member | None:
        if name == "uniform" or (name, shapes) == ("beta", {"a": 1, "b": 1}):
            return Member(self)
        if (name, shapes) == ("kappa4", {"h": 1, "k": 1}):
            return Member(self)
        if (name, shapes) in (("rdist", {"c": 2}), ("tukeylambda", {"lam": 1})):
            return Member(self, loc=-1, scale=2)
        return None

    def from_sympy(self, name: str, arguments: Shapes) -> Member | None:
        if name == "Uniform":
            left, right = arguments["left"], arguments["right"]
            return Member(self, loc=left, scale=right - left)
        if name in ("Beta", "Kumaraswamy") and set(arguments.values()) == {1}:
            return Member(self)
        return None


FAMILY = Uniform()
