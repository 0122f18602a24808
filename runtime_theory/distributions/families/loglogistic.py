"""Log-logistic law (scipy: fisk): the odds of a uniform to a power."""

from __future__ import annotations

import math
from typing import Any, final

from runtime_theory.distributions.base import Ageing, Tails
from runtime_theory.distributions.families.family import Family, Member, Parameter, Shapes
from runtime_theory.distributions.families.powers import ULP, expm1_ratio, relative
from runtime_theory.numerics.estimate import Estimate
from runtime_theory.numerics.gamma_ratios import RELATIVE_ERROR, log_gamma_curvature, pochhammer
from runtime_theory.references import ARNOLD2008

__all__ = ["FAMILY", "LogLogistic"]


@final
class LogLogistic(Family):
    """S(x) = 1/(1 + (x/l)^b); standard form l = 1. X = (U/(1-U))^(1/b).

    E[X_{k:n}] is finite iff b (n-k+1) > 1.
    """

    name = "loglogistic"
    aliases = ("fisk", "log-logistic")
    parameters = (
        Parameter("b", "b", (2.5, 1.2, 0.8), low=0),
        Parameter("l", r"\lambda", (1.0, 2.0, 1.0), low=0, default=1),
    )
    scale = "l"
    reference = ARNOLD2008

    def support(self, shapes: Shapes) -> tuple[float, float]:
        return 0.0, math.inf

    def tails(self, shapes: Shapes) -> Tails:
        return Tails(math.inf, float(shapes["b"]))

    def ageing_from_zero(self, shapes: Shapes) -> Ageing:
        # The hazard falls throughout for b <= 1; beyond, it rises first and then falls.
        return Ageing.NWU if shapes["b"] <= 1 else Ageing.NEITHER

    def scipy_form(self, shapes: Shapes) -> tuple[str, dict[str, Any]]:
        return "fisk", {"c": float(shapes["b"])}

    def standard_mean(self, k: Any, n: Any, shapes: Shapes) -> Any:
        return _moment(k, n, 1 / shapes["b"])

    def standard_variance(self, k: Any, n: Any, shapes: Shapes) -> Any:
        c = 1 / shapes["b"]
        return _moment(k, n, 2 * c) - _moment(k, n, c) ** 2

    def mean_numeric(self, k: int, n: int, shapes: Shapes) -> Estimate:
        c = 1 / shapes["b"]
        value = pochhammer(k, c) * pochhammer(n - k + 1, -c)
        return relative(value, 2 * RELATIVE_ERROR + ULP)

    def variance_numeric(self, k: int, n: int, shapes: Shapes) -> Estimate:
        c = 1 / shapes["b"]
        curvature = log_gamma_curvature(None, k - 1, -c) + log_gamma_curvature(None, n - k, c)
        exponent = float(c) ** 2 * curvature
        square = (float(c) * self.mean_numeric(k, n, shapes).value) ** 2
        bound = (5 + exponent) * (RELATIVE_ERROR + 2 * ULP)
        return relative(square * curvature * expm1_ratio(exponent), bound)

    def from_scipy(self, name: str, shapes: Shapes) -> Member | None:
        if name == "mielke":
            equal = shapes["k"] == shapes["s"]
            return Member(self, (("b", shapes["k"]),)) if equal else None
        fisk = name == "fisk" or (name in ("burr", "burr12") and shapes["d"] == 1)
        return Member(self, (("b", shapes["c"]),)) if fisk else None

    def from_sympy(self, name: str, arguments: Shapes) -> Member | None:
        if name == "LogLogistic":
            return Member(self, (("b", arguments["beta"]),), scale=arguments["alpha"])
        if name == "Dagum" and arguments["p"] == 1:
            return Member(self, (("b", arguments["a"]),), scale=arguments["b"])
        return None


def _moment(k: Any, n: Any, c: Any) -> Any:
    from sympy import gamma

    return gamma(k + c) * gamma(n - k + 1 - c) / (gamma(k) * gamma(n - k + 1))


FAMILY = LogLogistic()
