"""Pareto law of type I: a ratio of gamma functions (Malik, 1966)."""

from __future__ import annotations

import math
from typing import Any, final

from runtime_theory.distributions.base import Ageing, Tails
from runtime_theory.distributions.families.family import Family, Member, Parameter, Shapes
from runtime_theory.distributions.families.powers import power_mean, power_variance, times
from runtime_theory.numerics.estimate import Estimate
from runtime_theory.numerics.gamma_ratios import RELATIVE_ERROR, gamma_ratio
from runtime_theory.references import MALIK1966

__all__ = ["FAMILY", "Pareto", "pareto_covariance", "pareto_mean", "pareto_variance"]


def pareto_mean(k: Any, n: Any, c: Any) -> Any:
    """E[(1-U_{k:n})^(-c)] as a sympy expression; Pareto with alpha = 1/c."""
    from sympy import gamma

    return gamma(n + 1) * gamma(n - k + 1 - c) / (gamma(n - k + 1) * gamma(n + 1 - c))


def pareto_variance(k: Any, n: Any, c: Any) -> Any:
    """Var (1-U_{k:n})^(-c) as a sympy expression."""
    return pareto_mean(k, n, 2 * c) - pareto_mean(k, n, c) ** 2


def pareto_covariance(j: Any, k: Any, n: Any, c: Any) -> Any:
    """Covariance of (1-U_{j:n})^(-c) and (1-U_{k:n})^(-c), j < k, as a sympy expression.

    X_{k:n}/X_{j:n} is independent of X_{j:n}, and of rank k-j among n-j draws (Malik, 1966).
    """
    return pareto_variance(j, n, c) * pareto_mean(k - j, n - j, c)


@final
class Pareto(Family):
    """S(x) = (x_m/x)^alpha for x >= x_m; standard form x_m = 1.

    E[X_{k:n}] is finite iff alpha (n-k+1) > 1.
    """

    name = "pareto"
    parameters = (
        Parameter("alpha", r"\alpha", (2.2, 1.5, 3.0, 0.7), low=0),
        Parameter("x_m", "x_m", (1.0, 0.5, 2.0, 1.0), low=0, default=1),
    )
    scale = "x_m"
    reference = MALIK1966

    def support(self, shapes: Shapes) -> tuple[float, float]:
        return 1.0, math.inf

    def tails(self, shapes: Shapes) -> Tails:
        return Tails(math.inf, float(shapes["alpha"]))

    def ageing_from_zero(self, shapes: Shapes) -> Ageing:
        return Ageing.NWU

    def scipy_form(self, shapes: Shapes) -> tuple[str, dict[str, Any]]:
        return "pareto", {"b": float(shapes["alpha"])}

    def standard_mean(self, k: Any, n: Any, shapes: Shapes) -> Any:
        return pareto_mean(k, n, 1 / shapes["alpha"])

    def standard_variance(self, k: Any, n: Any, shapes: Shapes) -> Any:
        return pareto_variance(k, n, 1 / shapes["alpha"])

    def standard_covariance(self, j: Any, k: Any, n: Any, shapes: Shapes) -> Any:
        return pareto_covariance(j, k, n, 1 / shapes["alpha"])

    def mean_numeric(self, k: int, n: int, shapes: Shapes) -> Estimate:
        return power_mean(n, n - k, 1 / shapes["alpha"])

    def variance_numeric(self, k: int, n: int, shapes: Shapes) -> Estimate:
        return power_variance(n, n - k, 1 / shapes["alpha"])

    def covariance_numeric(self, j: int, k: int, n: int, shapes: Shapes) -> Estimate:
        # X_{k:n}/X_{j:n} is independent of X_{j:n} (Malik, 1966).
        variance = self.variance_numeric(j, n, shapes)
        growth = gamma_ratio(n - j, n - k, 1 / shapes["alpha"])
        return times(variance, growth, RELATIVE_ERROR)

    def from_scipy(self, name: str, shapes: Shapes) -> Member | None:
        return Member(self, (("alpha", shapes["b"]),)) if name == "pareto" else None

    def from_sympy(self, name: str, arguments: Shapes) -> Member | None:
        if name != "Pareto":
            return None
        return Member(self, (("alpha", arguments["alpha"]),), scale=arguments["xm"])


FAMILY = Pareto()
