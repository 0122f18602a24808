"""Rayleigh law: Weibull of shape 2 with the scale its own papers print."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any, final

from runtime_theory.distributions.base import Ageing
from runtime_theory.distributions.families import exponential_powers
from runtime_theory.distributions.families.exponential import harmonic_sum
from runtime_theory.distributions.families.family import Family, Member, Parameter, Shapes
from runtime_theory.distributions.families.powers import ULP, times
from runtime_theory.distributions.families.weibull import weibull_mean
from runtime_theory.numerics.estimate import Estimate
from runtime_theory.references import LIEBLEIN1955

__all__ = ["FAMILY", "Rayleigh"]

_HALF = Fraction(1, 2)


@final
class Rayleigh(Family):
    """S(x) = exp(-x²/(2 s²)); standard form s = 1."""

    name = "rayleigh"
    parameters = (Parameter("s", r"\sigma", (1.0, 2.5), low=0, default=1),)
    scale = "s"
    reference = LIEBLEIN1955

    def support(self, shapes: Shapes) -> tuple[float, float]:
        return 0.0, math.inf

    def ageing_from_zero(self, shapes: Shapes) -> Ageing:
        return Ageing.NBU

    def scipy_form(self, shapes: Shapes) -> tuple[str, dict[str, Any]]:
        return "rayleigh", {}

    def standard_mean(self, k: Any, n: Any, shapes: Shapes) -> Any:
        from sympy import Rational, sqrt

        return sqrt(2) * weibull_mean(k, n, Rational(1, 2))

    def standard_variance(self, k: Any, n: Any, shapes: Shapes) -> Any:
        from sympy import Rational

        # X²/2 is exponential.
        return 2 * harmonic_sum(k, n) - 2 * weibull_mean(k, n, Rational(1, 2)) ** 2

    def mean_numeric(self, k: int, n: int, shapes: Shapes) -> Estimate | None:
        inner = exponential_powers.power_mean(k, n, _HALF)
        return None if inner is None else times(inner, math.sqrt(2.0), ULP)

    def variance_numeric(self, k: int, n: int, shapes: Shapes) -> Estimate | None:
        inner = exponential_powers.power_variance(k, n, _HALF)
        return None if inner is None else times(inner, 2.0, 0.0)

    def from_scipy(self, name: str, shapes: Shapes) -> Member | None:
        return Member(self) if (name, shapes) in (("rayleigh", {}), ("chi", {"df": 2})) else None

    def from_sympy(self, name: str, arguments: Shapes) -> Member | None:
        if name == "Rayleigh":
            return Member(self, scale=arguments["sigma"])
        if name == "Nakagami" and arguments["mu"] == 1:
            from sympy import sqrt

            return Member(self, scale=sqrt(arguments["omega"] / 2))
        return Member(self) if name == "Chi" and arguments["k"] == 2 else None


FAMILY = Rayleigh()
