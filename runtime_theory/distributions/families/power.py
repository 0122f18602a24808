"""Power law on an interval, F(x) = (x/b)^a: beta(a, 1), and mirrored beta(1, a)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, final

from runtime_theory.distributions.base import Ageing
from runtime_theory.distributions.families.family import Family, Member, Parameter, Shapes
from runtime_theory.distributions.families.powers import power_mean, power_variance, times
from runtime_theory.numerics.estimate import Estimate
from runtime_theory.numerics.gamma_ratios import RELATIVE_ERROR, gamma_ratio
from runtime_theory.references import MALIK1966

__all__ = ["FAMILY", "Power"]


@final
class Power(Family):
    """F(x) = (x/b)^a on [0, b]; standard form b = 1. X = U^(1/a)."""

    name = "power"
    aliases = ("powerlaw", "power function")
    parameters = (
        Parameter("a", "a", (2.5, 0.5, 0.05), low=0),
        Parameter("b", "b", (1.0, 3.0, 1.0), low=0, default=1),
    )
    scale = "b"
    reference = MALIK1966

    def support(self, shapes: Shapes) -> tuple[float, float]:
        return 0.0, 1.0

    def ageing_from_zero(self, shapes: Shapes) -> Ageing:
        # For a < 1 the hazard falls at 0, and it always rises at the right end.
        return Ageing.NBU if shapes["a"] >= 1 else Ageing.NEITHER

    def ageing_mirrored(self, shapes: Shapes, start: float) -> Ageing:
        return Ageing.NBU

    def scipy_form(self, shapes: Shapes) -> tuple[str, dict[str, Any]]:
        return "powerlaw", {"a": float(shapes["a"])}

    def standard_mean(self, k: Any, n: Any, shapes: Shapes) -> Any:
        return _moment(k, n, 1 / shapes["a"])

    def standard_variance(self, k: Any, n: Any, shapes: Shapes) -> Any:
        c = 1 / shapes["a"]
        return _moment(k, n, 2 * c) - _moment(k, n, c) ** 2

    def standard_covariance(self, j: Any, k: Any, n: Any, shapes: Shapes) -> Any:
        # X_{j:n}/X_{k:n} is independent of X_{k:n}, and of rank j among k-1 draws (Malik, 1966).
        return self.standard_variance(k, n, shapes) * _moment(j, k - 1, 1 / shapes["a"])

    def mean_numeric(self, k: int, n: int, shapes: Shapes) -> Estimate:
        return power_mean(n, k - 1, -1 / Fraction(shapes["a"]))

    def variance_numeric(self, k: int, n: int, shapes: Shapes) -> Estimate:
        return power_variance(n, k - 1, -1 / Fraction(shapes["a"]))

    def covariance_numeric(self, j: int, k: int, n: int, shapes: Shapes) -> Estimate:
        # X_{j:n}/X_{k:n} is independent of X_{k:n} (Malik, 1966).
        variance = self.variance_numeric(k, n, shapes)
        share = gamma_ratio(k - 1, j - 1, -1 / Fraction(shapes["a"]))
        return times(variance, share, RELATIVE_ERROR)

    def from_scipy(self, name: str, shapes: Shapes) -> Member | None:
        if name == "powerlaw" or (name == "beta" and shapes["b"] == 1):
            return Member(self, (("a", shapes["a"]),))
        if name == "beta" and shapes["a"] == 1:
            return Member(self, (("a", shapes["b"]),), loc=1, scale=-1)
        return None

    def from_sympy(self, name: str, arguments: Shapes) -> Member | None:
        if name == "PowerFunction":
            shape = (("a", arguments["alpha"]),)
            return Member(self, shape, arguments["a"], arguments["b"] - arguments["a"])
        if name in ("Beta", "Kumaraswamy"):
            first, second = arguments.values()
            if second == 1:
                return Member(self, (("a", first),))
            if first == 1:
                return Member(self, (("a", second),), loc=1, scale=-1)
        return None


def _moment(k: Any, n: Any, c: Any) -> Any:
    from sympy import gamma

    return gamma(n + 1) * gamma(k + c) / (gamma(k) * gamma(n + 1 + c))


FAMILY = Power()
