"""Logistic law: differences of digamma functions (David and Nagaraja, 2003, section 3.1)."""

from __future__ import annotations

import math
from typing import Any, final

from runtime_theory.distributions.families.family import Family, Member, Parameter, Shapes
from runtime_theory.distributions.families.powers import ULP, relative
from runtime_theory.numerics.estimate import Estimate
from runtime_theory.numerics.gamma_ratios import (
    RELATIVE_ERROR,
    harmonic_difference,
    log_gamma_curvature,
)
from runtime_theory.references import DAVID_NAGARAJA2003

__all__ = ["FAMILY", "Logistic"]

_SPECIAL_CASES: dict[str, dict[str, float]] = {
    "logistic": {},
    "genlogistic": {"c": 1},
    "kappa4": {"h": -1, "k": 0},
    "tukeylambda": {"lam": 0},
}


@final
class Logistic(Family):
    """F(x) = 1/(1 + exp(-(x-m)/s)); standard form m = 0, s = 1."""

    name = "logistic"
    parameters = (
        Parameter("m", "m", (0.0, 10.0), default=0),
        Parameter("s", "s", (1.0, 0.5), low=0, default=1),
    )
    location, scale = "m", "s"
    reference = DAVID_NAGARAJA2003

    def support(self, shapes: Shapes) -> tuple[float, float]:
        return -math.inf, math.inf

    def scipy_form(self, shapes: Shapes) -> tuple[str, dict[str, Any]]:
        return "logistic", {}

    def standard_mean(self, k: Any, n: Any, shapes: Shapes) -> Any:
        from sympy import harmonic

        return harmonic(k - 1) - harmonic(n - k)  # psi(k) - psi(n-k+1)

    def standard_variance(self, k: Any, n: Any, shapes: Shapes) -> Any:
        from sympy import harmonic, pi

        return pi**2 / 3 - harmonic(k - 1, 2) - harmonic(n - k, 2)

    def mean_numeric(self, k: int, n: int, shapes: Shapes) -> Estimate:
        low, high = sorted((k - 1, n - k))
        value = math.copysign(harmonic_difference(high, low), 2 * k - n - 1)
        return relative(value, RELATIVE_ERROR) if value else Estimate(0.0, 0.0)

    def variance_numeric(self, k: int, n: int, shapes: Shapes) -> Estimate:
        value = log_gamma_curvature(None, k - 1) + log_gamma_curvature(None, n - k)
        return relative(value, RELATIVE_ERROR + ULP)

    def from_scipy(self, name: str, shapes: Shapes) -> Member | None:
        return Member(self) if _SPECIAL_CASES.get(name) == shapes else None

    def from_sympy(self, name: str, arguments: Shapes) -> Member | None:
        if name != "Logistic":
            return None
        return Member(self, loc=arguments["mu"], scale=arguments["s"])


FAMILY = Logistic()
