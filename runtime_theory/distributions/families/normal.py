"""Normal law: closed forms end at n = 5 (David and Nagaraja, 2003, section 4.1)."""

from __future__ import annotations

import math
from typing import Any, final

from runtime_theory.distributions.families.alternating import from_minima, weights
from runtime_theory.distributions.families.family import Family, Member, Parameter, Shapes
from runtime_theory.distributions.families.integers import integer_ranks
from runtime_theory.distributions.families.powers import ULP, relative
from runtime_theory.numerics.estimate import Estimate
from runtime_theory.references import DAVID_NAGARAJA2003

__all__ = ["FAMILY", "Normal"]

_LARGEST = 5
_SPECIAL_CASES: dict[str, dict[str, float]] = {
    "norm": {},
    "powernorm": {"c": 1},
    "skewnorm": {"a": 0},
}


@final
class Normal(Family):
    """Density exp(-(x-m)²/(2 s²))/(s sqrt(2 pi)); standard form m = 0, s = 1.

    Symbolic form and numbers: n <= 5. E[X_{n:n}] = n (n-1)/(2 sqrt(pi)) E[Phi(Z/sqrt(2))^(n-2)],
    and the orthant probabilities of normals are elementary up to dimension three.
    """

    name = "normal"
    aliases = ("norm", "gaussian")
    parameters = (
        Parameter("m", "m", (0.0, 3.0), default=0),
        Parameter("s", r"\sigma", (1.0, 0.5), low=0, default=1),
    )
    location, scale = "m", "s"
    reference = DAVID_NAGARAJA2003
    integers_only = True

    def support(self, shapes: Shapes) -> tuple[float, float]:
        return -math.inf, math.inf

    def scipy_form(self, shapes: Shapes) -> tuple[str, dict[str, Any]]:
        return "norm", {}

    def standard_mean(self, k: Any, n: Any, shapes: Shapes) -> Any:
        from sympy import Integer, Rational, asin, pi, sqrt

        k, n = integer_ranks(k, n, largest=_LARGEST)
        maxima = _maxima(Rational(1), sqrt(pi), asin(Rational(1, 3)) / pi)
        terms = (weight * maxima[r] for r, weight in weights(n + 1 - k, n))
        return sum(terms, Integer(0)).expand()

    def standard_variance(self, k: Any, n: Any, shapes: Shapes) -> Any | None:
        from sympy import Integer

        return Integer(1) if n == 1 else None

    def mean_numeric(self, k: int, n: int, shapes: Shapes) -> Estimate | None:
        import mpmath

        if 2 * k == n + 1:
            return Estimate(0.0, 0.0)
        if n > _LARGEST:
            return None

        def maximum(r: int) -> Any:
            pi = mpmath.pi
            return _maxima(mpmath.mpf(1), mpmath.sqrt(pi), mpmath.asin(mpmath.mpf(1) / 3) / pi)[r]

        return from_minima(n + 1 - k, n, maximum)

    def variance_numeric(self, k: int, n: int, shapes: Shapes) -> Estimate | None:
        if n == 1:
            return Estimate(1.0, 0.0)
        return relative(1 - 1 / math.pi, 2 * ULP) if n == 2 else None

    def from_scipy(self, name: str, shapes: Shapes) -> Member | None:
        return Member(self) if _SPECIAL_CASES.get(name) == shapes else None

    def from_sympy(self, name: str, arguments: Shapes) -> Member | None:
        if name != "Normal":
            return None
        return Member(self, loc=arguments["mean"], scale=arguments["std"])


def _maxima(one: Any, root_pi: Any, third: Any) -> dict[int, Any]:
    """E[X_{r:r}] for r = 1..5; `third` is asin(1/3)/pi."""
    return {
        1: 0 * one,
        2: one / root_pi,
        3: 3 * one / (2 * root_pi),
        4: 6 * (one / 4 + third / 2) / root_pi,
        5: 10 * (one / 8 + 3 * third / 4) / root_pi,
    }


FAMILY = Normal()
