"""Frechet law (scipy: invweibull): an alternating sum over maxima, closed for the largest."""

from __future__ import annotations

import math
from typing import Any, final

from runtime_theory.distributions.base import Ageing, Tails
from runtime_theory.distributions.families import exponential_powers
from runtime_theory.distributions.families.family import Family, Member, Parameter, Shapes
from runtime_theory.distributions.families.sums import choose, total
from runtime_theory.numerics.estimate import Estimate
from runtime_theory.references import ARNOLD2008

__all__ = ["FAMILY", "Frechet", "frechet_mean", "frechet_variance"]


def frechet_mean(k: Any, n: Any, s: Any) -> Any:
    """E[E_{n+1-k:n}^(-s)] of a standard exponential E as a sympy expression; alpha = 1/s.

    At s = N, a positive integer, Gamma(1-s) has a pole against a sum that is zero; the limit
    has a log in it.
    """
    from sympy import Dummy, factorial, gamma, log

    pole = s.is_integer and s.is_positive
    factor = (-1) ** s / factorial(s - 1) if pole else gamma(1 - s)
    if k == n:
        return factor * n**s * (log(n) if pole else 1)
    i = Dummy("i", integer=True, nonnegative=True)
    term = (-1) ** i * choose(n - k, i) * (k + i) ** (s - 1) * (log(k + i) if pole else 1)
    return factor * n * choose(n - 1, k - 1) * total(term, i, 0, n - k)


def frechet_variance(k: Any, n: Any, s: Any) -> Any:
    """Var E_{n+1-k:n}^(-s) as a sympy expression."""
    return frechet_mean(k, n, 2 * s) - frechet_mean(k, n, s) ** 2


@final
class Frechet(Family):
    """F(x) = exp(-((x-m)/s)^(-alpha)); standard form m = 0, s = 1. X = E^(-1/alpha).

    E[X_{k:n}] is finite iff alpha (n-k+1) > 1. Numbers: k = n for any n, else sums of n-k+1 <= 60
    terms.
    """

    name = "frechet"
    aliases = ("invweibull",)
    parameters = (
        Parameter("alpha", r"\alpha", (2.5, 0.8, 1.0, 0.5), low=0),
        Parameter("s", "s", (1.0, 2.0, 1.0, 1.0), low=0, default=1),
        Parameter("m", "m", (0.0, 1.0, 0.0, 0.0), default=0),
    )
    location, scale = "m", "s"
    reference = ARNOLD2008

    def support(self, shapes: Shapes) -> tuple[float, float]:
        return 0.0, math.inf

    def tails(self, shapes: Shapes) -> Tails:
        return Tails(math.inf, float(shapes["alpha"]))

    def ageing_from_zero(self, shapes: Shapes) -> Ageing:
        # S is flat at 0, which excludes NWU; its tail is a power, which excludes NBU.
        return Ageing.NEITHER

    def scipy_form(self, shapes: Shapes) -> tuple[str, dict[str, Any]]:
        return "invweibull", {"c": float(shapes["alpha"])}

    def standard_mean(self, k: Any, n: Any, shapes: Shapes) -> Any:
        return frechet_mean(k, n, 1 / shapes["alpha"])

    def standard_variance(self, k: Any, n: Any, shapes: Shapes) -> Any:
        return frechet_variance(k, n, 1 / shapes["alpha"])

    def mean_numeric(self, k: int, n: int, shapes: Shapes) -> Estimate | None:
        return exponential_powers.power_mean(n + 1 - k, n, -1 / shapes["alpha"])

    def variance_numeric(self, k: int, n: int, shapes: Shapes) -> Estimate | None:
        return exponential_powers.power_variance(n + 1 - k, n, -1 / shapes["alpha"])

    def from_scipy(self, name: str, shapes: Shapes) -> Member | None:
        if name == "invweibull":
            return self._of(shapes["c"])
        if name == "gengamma" and shapes["a"] == 1 and shapes["c"] < 0:
            return self._of(-shapes["c"])
        return self._of(1) if (name, shapes) == ("invgamma", {"a": 1}) else None

    def from_sympy(self, name: str, arguments: Shapes) -> Member | None:
        if name == "Frechet":
            return self._of(arguments["a"]).affine(arguments["m"], arguments["s"])
        if name == "GammaInverse" and arguments["a"] == 1:
            return self._of(1).affine(0, arguments["b"])
        return None

    def _of(self, alpha: Any) -> Member:
        return Member(self, (("alpha", alpha),))


FAMILY = Frechet()
