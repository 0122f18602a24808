"""Deterministic law: every order statistic is the constant."""

from __future__ import annotations

from typing import Any, final

from runtime_theory.distributions.base import Ageing
from runtime_theory.distributions.families.family import Family, Parameter, Shapes
from runtime_theory.numerics.estimate import Estimate
from runtime_theory.references import DAVID_NAGARAJA2003

__all__ = ["FAMILY", "Constant"]

_ZERO = Estimate(0.0, 0.0)


@final
class Constant(Family):
    """X = d; standard form Y = 0."""

    name = "deterministic"
    aliases = ("constant",)
    parameters = (Parameter("d", "d", (1.0, 0.25)),)
    location = "d"
    reference = DAVID_NAGARAJA2003

    def support(self, shapes: Shapes) -> tuple[float, float]:
        return 0.0, 0.0

    def ageing_from_zero(self, shapes: Shapes) -> Ageing:
        return Ageing.NBU

    def ageing_mirrored(self, shapes: Shapes, start: float) -> Ageing:
        return Ageing.NBU

    def law(self, **values: Any) -> Any:
        from scipy import stats

        return stats.rv_discrete(values=([float(self.member(**values).loc)], [1.0]))

    def standard_mean(self, k: Any, n: Any, shapes: Shapes) -> Any:
        from sympy import Integer

        return Integer(0)

    def standard_variance(self, k: Any, n: Any, shapes: Shapes) -> Any:
        return self.standard_mean(k, n, shapes)

    def standard_covariance(self, j: Any, k: Any, n: Any, shapes: Shapes) -> Any:
        return self.standard_mean(k, n, shapes)

    def mean_numeric(self, k: int, n: int, shapes: Shapes) -> Estimate:
        return _ZERO

    def variance_numeric(self, k: int, n: int, shapes: Shapes) -> Estimate:
        return _ZERO

    def covariance_numeric(self, j: int, k: int, n: int, shapes: Shapes) -> Estimate:
        return _ZERO


FAMILY = Constant()
