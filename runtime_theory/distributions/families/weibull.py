"""Weibull law (of minima): an alternating sum (Lieblein, 1955), closed for the smallest."""

from __future__ import annotations

import math
from typing import Any, final

from runtime_theory.distributions.base import Ageing
from runtime_theory.distributions.families import exponential_powers
from runtime_theory.distributions.families.family import Family, Member, Parameter, Shapes
from runtime_theory.distributions.families.sums import choose, total
from runtime_theory.numerics.estimate import Estimate
from runtime_theory.references import LIEBLEIN1955

__all__ = ["FAMILY", "Weibull", "weibull_mean", "weibull_variance"]


def weibull_mean(k: Any, n: Any, s: Any) -> Any:
    """E[E_{k:n}^s] of a standard exponential E as a sympy expression; Weibull with c = 1/s."""
    from sympy import Dummy, gamma

    if k == 1:
        return gamma(1 + s) * n ** (-s)
    i = Dummy("i", integer=True, nonnegative=True)
    term = (-1) ** i * choose(k - 1, i) * (n - k + i + 1) ** (-1 - s)
    return gamma(1 + s) * k * choose(n, k) * total(term, i, 0, k - 1)


def weibull_variance(k: Any, n: Any, s: Any) -> Any:
    """Var E_{k:n}^s as a sympy expression."""
    return weibull_mean(k, n, 2 * s) - weibull_mean(k, n, s) ** 2


@final
class Weibull(Family):
    """S(x) = exp(-(x/l)^c); standard form l = 1. X = E^(1/c) with E exponential.

    Numbers: k = 1 and c = 1, 1/2 for any n, sums of up to 60 terms otherwise.
    """

    name = "weibull"
    aliases = ("weibull_min",)
    parameters = (
        Parameter("c", "c", (2.0, 0.4, 0.5, 1.7), low=0),
        Parameter("l", r"\lambda", (3.0, 1.0, 1.0, 1.0), low=0, default=1),
    )
    scale = "l"
    reference = LIEBLEIN1955

    def support(self, shapes: Shapes) -> tuple[float, float]:
        return 0.0, math.inf

    def ageing_from_zero(self, shapes: Shapes) -> Ageing:
        c = shapes["c"]
        return Ageing.NBU if c > 1 else Ageing.NWU if c < 1 else Ageing.BOTH

    def scipy_form(self, shapes: Shapes) -> tuple[str, dict[str, Any]]:
        return "weibull_min", {"c": float(shapes["c"])}

    def standard_mean(self, k: Any, n: Any, shapes: Shapes) -> Any:
        return weibull_mean(k, n, 1 / shapes["c"])

    def standard_variance(self, k: Any, n: Any, shapes: Shapes) -> Any:
        return weibull_variance(k, n, 1 / shapes["c"])

    def mean_numeric(self, k: int, n: int, shapes: Shapes) -> Estimate | None:
        return exponential_powers.power_mean(k, n, 1 / shapes["c"])

    def variance_numeric(self, k: int, n: int, shapes: Shapes) -> Estimate | None:
        return exponential_powers.power_variance(k, n, 1 / shapes["c"])

    def from_scipy(self, name: str, shapes: Shapes) -> Member | None:
        if name == "weibull_max":
            return self._of(shapes["c"]).affine(0, -1)
        if name == "nakagami" and shapes["nu"] == 1:
            return self._of(2)
        powers = name in ("exponweib", "gengamma") and shapes["a"] == 1 and shapes["c"] > 0
        return self._of(shapes["c"]) if name == "weibull_min" or powers else None

    def from_sympy(self, name: str, arguments: Shapes) -> Member | None:
        if name != "Weibull":
            return None
        return self._of(arguments["beta"]).affine(0, arguments["alpha"])

    def _of(self, c: Any) -> Member:
        return Member(self, (("c", c),))


FAMILY = Weibull()
