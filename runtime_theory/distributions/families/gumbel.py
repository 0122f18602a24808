"""Gumbel law of maxima, and mirrored of minima: m + b (gamma_E + log n) for the largest of n."""

from __future__ import annotations

import math
from typing import Any, final

from runtime_theory.distributions.families import exponential_powers
from runtime_theory.distributions.families.family import Family, Member, Parameter, Shapes
from runtime_theory.distributions.families.sums import choose, total
from runtime_theory.numerics.estimate import Estimate
from runtime_theory.references import ARNOLD2008

__all__ = ["FAMILY", "Gumbel", "gumbel_mean", "gumbel_variance"]

_MAXIMA: dict[str, dict[str, float]] = {
    "genextreme": {"c": 0},
    "gumbel_r": {},
    "kappa4": {"h": 0, "k": 0},
}
_MINIMA: dict[str, dict[str, float]] = {"gumbel_l": {}, "loggamma": {"c": 1}}


def gumbel_mean(k: Any, n: Any) -> Any:
    """E[-log E_{n+1-k:n}] of a standard exponential E as a sympy expression."""
    from sympy import Dummy, EulerGamma, log

    i = Dummy("i", integer=True, nonnegative=True)
    term = (-1) ** i * choose(n - k, i) * log(k + i) / (k + i)
    return EulerGamma + n * choose(n - 1, k - 1) * total(term, i, 0, n - k)


def gumbel_variance(n: Any) -> Any | None:
    """Var log E of a standard exponential E for n = 1; None beyond."""
    from sympy import pi

    return pi**2 / 6 if n == 1 else None


@final
class Gumbel(Family):
    """F(x) = exp(-exp(-(x-m)/b)); standard form m = 0, b = 1. X = -log E with E exponential.

    Numbers: k = n for any n, else sums of n-k+1 <= 60 terms.
    """

    name = "gumbel"
    aliases = ("gumbel_r",)
    parameters = (
        Parameter("m", "m", (0.0, 2.0), default=0),
        Parameter("b", "b", (1.0, 0.5), low=0, default=1),
    )
    location, scale = "m", "b"
    reference = ARNOLD2008

    def support(self, shapes: Shapes) -> tuple[float, float]:
        return -math.inf, math.inf

    def scipy_form(self, shapes: Shapes) -> tuple[str, dict[str, Any]]:
        return "gumbel_r", {}

    def standard_mean(self, k: Any, n: Any, shapes: Shapes) -> Any:
        return gumbel_mean(k, n)

    def standard_variance(self, k: Any, n: Any, shapes: Shapes) -> Any | None:
        return gumbel_variance(n)

    def mean_numeric(self, k: int, n: int, shapes: Shapes) -> Estimate | None:
        return exponential_powers.log_mean(n + 1 - k, n)

    def variance_numeric(self, k: int, n: int, shapes: Shapes) -> Estimate | None:
        return exponential_powers.log_variance(n + 1 - k, n)

    def from_scipy(self, name: str, shapes: Shapes) -> Member | None:
        if _MAXIMA.get(name) == shapes:
            return Member(self)
        return Member(self, scale=-1) if _MINIMA.get(name) == shapes else None

    def from_sympy(self, name: str, arguments: Shapes) -> Member | None:
        if name != "Gumbel" or arguments["minimum"] not in (True, False):
            return None
        sign = -1 if arguments["minimum"] else 1
        return Member(self, loc=arguments["mu"], scale=sign * arguments["beta"])


FAMILY = Gumbel()
