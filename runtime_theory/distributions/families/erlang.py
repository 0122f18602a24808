"""Erlang law, gamma of integer shape: finite sums of rational numbers."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Any, final

from runtime_theory.distributions.base import Ageing
from runtime_theory.distributions.families.alternating import from_minima, weights
from runtime_theory.distributions.families.exact import is_numeric
from runtime_theory.distributions.families.family import Family, Member, Parameter, Shapes
from runtime_theory.distributions.families.integers import integer_ranks
from runtime_theory.numerics.estimate import Estimate
from runtime_theory.references import DAVID_NAGARAJA2003

__all__ = ["FAMILY", "Erlang"]

_MOST_PRODUCTS = 6000


@final
class Erlang(Family):
    """Sum of r exponential stages of rate mu; standard form mu = 1.

    Symbolic form: k, n and r integers. Numbers: while the sum has at most some thousand terms,
    n² r² <= 6000.
    """

    name = "erlang"
    parameters = (
        Parameter("r", "r", (2, 3, 5), low=0, integer=True),
        Parameter("mu", r"\mu", (0.05, 1.0, 2.0), low=0, default=1),
    )
    rate = "mu"
    reference = DAVID_NAGARAJA2003
    integers_only = True

    def support(self, shapes: Shapes) -> tuple[float, float]:
        return 0.0, math.inf

    def ageing_from_zero(self, shapes: Shapes) -> Ageing:
        return Ageing.BOTH if shapes["r"] == 1 else Ageing.NBU

    def scipy_form(self, shapes: Shapes) -> tuple[str, dict[str, Any]]:
        return "gamma", {"a": float(shapes["r"])}

    def standard_mean(self, k: Any, n: Any, shapes: Shapes) -> Any:
        from sympy import Rational

        k, n, stages = integer_ranks(k, n, r=shapes["r"])
        total = Rational(0)
        for r, weight in weights(k, n):
            row = _coefficients(stages, r)
            total += weight * sum(Rational(d, r ** (j + 1)) for j, d in enumerate(row))
        return total

    def standard_variance(self, k: Any, n: Any, shapes: Shapes) -> Any | None:
        return shapes["r"] if n == 1 else None

    def mean_numeric(self, k: int, n: int, shapes: Shapes) -> Estimate | None:
        stages = int(shapes["r"])
        if n == 1:
            return Estimate(float(stages), 0.0)
        if (n * stages) ** 2 > _MOST_PRODUCTS:
            return None
        return from_minima(k, n, lambda r: _minimum(stages, r))

    def variance_numeric(self, k: int, n: int, shapes: Shapes) -> Estimate | None:
        return Estimate(float(shapes["r"]), 0.0) if n == 1 else None

    def from_scipy(self, name: str, shapes: Shapes) -> Member | None:
        if name == "gengamma" and shapes["c"] == 1:
            return self._of(shapes["a"])
        if name == "chi2":
            member = self._of(shapes["df"] / 2)
            return None if member is None else member.affine(0, 2)
        return self._of(shapes["a"]) if name in ("gamma", "erlang") else None

    def from_sympy(self, name: str, arguments: Shapes) -> Member | None:
        if name == "Gamma":
            member, scale = self._of(arguments["k"]), arguments["theta"]
        elif name == "ChiSquared":
            member, scale = self._of(arguments["k"] / 2), 2
        else:
            return None
        return None if member is None else member.affine(0, scale)

    def _of(self, shape: Any) -> Member | None:
        whole = is_numeric(shape) and abs(shape) < 10**15 and shape == int(shape)
        return Member(self, (("r", int(shape)),)) if whole else None


@lru_cache(maxsize=512)
def _coefficients(stages: int, r: int) -> tuple[int, ...]:
    """Integers d_j with S(x)^r = exp(-r x) sum_j d_j x^j/j!.

    d_j counts the words of length j over r letters that use each letter fewer than r times.
    """
    if r == 0:
        return (1,)
    previous = _coefficients(stages, r - 1)
    return tuple(
        sum(
            math.comb(j, i) * previous[j - i]
            for i in range(min(stages, j + 1))
            if j - i < len(previous)
        )
        for j in range(len(previous) + stages - 1)
    )


def _minimum(stages: int, r: int) -> Any:
    """E[X_{1:r}] = sum_j d_j / r^(j+1), by Horner's rule in fixed point."""
    import mpmath

    row = _coefficients(stages, r)
    bits = mpmath.mp.prec + (r * len(row)).bit_length()
    total = 0
    for d in reversed(row):
        total = (total + (d << bits)) // r
    return mpmath.ldexp(mpmath.mpf(total), -bits)


FAMILY = Erlang()
