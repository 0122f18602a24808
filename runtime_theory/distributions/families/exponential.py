"""Exponential law: H_n - H_{n-k}, and the spacings are independent (Renyi, 1953)."""

from __future__ import annotations

import math
from typing import Any, final

from runtime_theory.distributions.base import Ageing
from runtime_theory.distributions.families.family import Family, Member, Parameter, Shapes
from runtime_theory.distributions.families.powers import relative
from runtime_theory.numerics.estimate import Estimate
from runtime_theory.numerics.gamma_ratios import (
    RELATIVE_ERROR,
    harmonic_difference,
    log_gamma_curvature,
)
from runtime_theory.references import RENYI1953

__all__ = ["FAMILY", "Exponential", "harmonic_sum"]

_SPECIAL_CASES: dict[str, dict[str, float]] = {
    "expon": {},
    "exponweib": {"a": 1, "c": 1},
    "erlang": {"a": 1},
    "gamma": {"a": 1},
    "gengamma": {"a": 1, "c": 1},
    "genpareto": {"c": 0},
    "halfgennorm": {"beta": 1},
    "kappa4": {"h": 1, "k": 0},
    "weibull_min": {"c": 1},
}


def harmonic_sum(k: Any, n: Any, order: int = 1) -> Any:
    """1/(n-k+1)^order + ... + 1/n^order as a sympy expression: mean, or variance, of E_{k:n}.

    Examples
    --------
    >>> from sympy import Symbol
    >>> harmonic_sum(2, Symbol("P")), harmonic_sum(1, Symbol("P"), 2)
    (harmonic(P) - harmonic(P - 2), P**(-2))
    """
    from sympy import harmonic, sympify

    if k == 1:
        return sympify(n) ** -order
    return harmonic(n, order) - harmonic(n - k, order)


@final
class Exponential(Family):
    """S(x) = exp(-mu (x - Delta)); standard form mu = 1, Delta = 0."""

    name = "exponential"
    aliases = ("expon", "exp")
    parameters = (
        Parameter("mu", r"\mu", (1.0, 0.2, 4.0), low=0),
        Parameter("Delta", r"\Delta", (0.0, 0.0, 1.0), default=0),
    )
    location, rate = "Delta", "mu"
    reference = RENYI1953

    def support(self, shapes: Shapes) -> tuple[float, float]:
        return 0.0, math.inf

    def ageing_from_zero(self, shapes: Shapes) -> Ageing:
        return Ageing.BOTH

    def scipy_form(self, shapes: Shapes) -> tuple[str, dict[str, Any]]:
        return "expon", {}

    def standard_mean(self, k: Any, n: Any, shapes: Shapes) -> Any:
        return harmonic_sum(k, n)

    def standard_variance(self, k: Any, n: Any, shapes: Shapes) -> Any:
        return harmonic_sum(k, n, 2)

    def standard_covariance(self, j: Any, k: Any, n: Any, shapes: Shapes) -> Any:
        # X_{k:n} is X_{j:n} and later spacings, which are independent of it.
        return harmonic_sum(j, n, 2)

    def mean_numeric(self, k: int, n: int, shapes: Shapes) -> Estimate:
        return relative(harmonic_difference(n, n - k), RELATIVE_ERROR)

    def variance_numeric(self, k: int, n: int, shapes: Shapes) -> Estimate:
        return relative(log_gamma_curvature(n, n - k), RELATIVE_ERROR)

    def covariance_numeric(self, j: int, k: int, n: int, shapes: Shapes) -> Estimate:
        return self.variance_numeric(j, n, shapes)

    def from_scipy(self, name: str, shapes: Shapes) -> Member | None:
        if _SPECIAL_CASES.get(name) == shapes:
            return Member(self)
        if name == "chi2" and shapes["df"] == 2:
            return Member(self, scale=2)
        return None

    def from_sympy(self, name: str, arguments: Shapes) -> Member | None:
        if name == "Exponential":
            return Member(self, scale=1 / arguments["rate"])
        if name == "Gamma" and arguments["k"] == 1:
            return Member(self, scale=arguments["theta"])
        if name == "Weibull" and arguments["beta"] == 1:
            return Member(self, scale=arguments["alpha"])
        return Member(self, scale=2) if name == "ChiSquared" and arguments["k"] == 2 else None


FAMILY = Exponential()
