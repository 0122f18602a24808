"""Two-point law, the simplest straggler: a as a rule, b > a with probability q."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any, final

from runtime_theory.distributions.base import Ageing
from runtime_theory.distributions.families.alternating import Bounded, resolve
from runtime_theory.distributions.families.exact import add, is_numeric, multiply
from runtime_theory.distributions.families.family import (
    Family,
    Member,
    Parameter,
    Shapes,
    Standard,
)
from runtime_theory.distributions.families.sums import choose, total
from runtime_theory.numerics.estimate import Estimate
from runtime_theory.references import DAVID_NAGARAJA2003

__all__ = ["FAMILY", "TwoPoint"]

_LONGEST = 60
_BITS = 200


@final
class TwoPoint(Family):
    """Pr[X = b] = q, Pr[X = a] = 1-q; standard form a = 0, b = 1.

    X_{k:n} = b iff at least n-k+1 of n are stragglers. Numbers: k or n-k+1 at most 60.
    """

    name = "two_point"
    aliases = ("straggler", "two-point")
    parameters = (
        Parameter("q", "q", (0.1, 0.5, 0.001), low=0, high=1),
        Parameter("a", "a", (1.0, 0.0, 2.0), default=0),
        Parameter("b", "b", (10.0, 1.0, 3.0), default=1),
    )
    reference = DAVID_NAGARAJA2003

    def standard(self, values: Shapes) -> Standard:
        width = add(values["b"], multiply(-1, values["a"]))
        if is_numeric(width) and width <= 0:
            raise ValueError(f"b must be above a, got a={values['a']!r}, b={values['b']!r}")
        return Standard({"q": values["q"]}, values["a"], width)

    def support(self, shapes: Shapes) -> tuple[float, float]:
        return 0.0, 1.0

    def ageing(self, shapes: Shapes, start: float) -> Ageing:
        # S(2a) is 0 iff b <= 2a; below, S(2a) = q > q² = S(a)².
        return Ageing.NBU if start >= 1 else Ageing.NEITHER

    def law(self, **values: Any) -> Any:
        from scipy import stats

        full = self._complete(values)
        points = [float(full["a"]), float(full["b"])]
        q = float(full["q"])
        return stats.rv_discrete(values=(points, [1 - q, q]))

    def standard_mean(self, k: Any, n: Any, shapes: Shapes) -> Any:
        from sympy import Dummy

        q = shapes["q"]
        if k == n != 1:
            return 1 - (1 - q) ** n
        j = Dummy("j", integer=True, nonnegative=True)
        return total(choose(n, j) * q**j * (1 - q) ** (n - j), j, n - k + 1, n)

    def standard_variance(self, k: Any, n: Any, shapes: Shapes) -> Any:
        mean = self.standard_mean(k, n, shapes)
        return mean * (1 - mean)

    def standard_covariance(self, j: Any, k: Any, n: Any, shapes: Shapes) -> Any:
        # The smaller one is late only together with the larger one.
        early, late = (self.standard_mean(rank, n, shapes) for rank in (j, k))
        return early * (1 - late)

    def mean_numeric(self, k: int, n: int, shapes: Shapes) -> Estimate | None:
        return self._resolve(k, n, lambda: _late(k, n, shapes["q"]))

    def variance_numeric(self, k: int, n: int, shapes: Shapes) -> Estimate | None:
        def expression() -> Bounded:
            p, error = _late(k, n, shapes["q"])
            return p * (1 - p), 2 * error

        return self._resolve(k, n, expression)

    def from_sympy(self, name: str, arguments: Shapes) -> Member | None:
        if name != "Bernoulli":
            return None
        p, low, width = arguments["p"], arguments["fail"], arguments["succ"] - arguments["fail"]
        certain = is_numeric(p) and not 0 < p < 1
        # With symbols the order may be open, and with it which of the two is the straggler.
        ordered = width.is_positive or width.is_negative
        return Member(self, (("q", p),)).affine(low, width) if ordered and not certain else None

    @staticmethod
    def _resolve(k: int, n: int, expression: Any) -> Estimate | None:
        short = min(k, n - k + 1) <= _LONGEST
        return resolve(expression, _BITS) if short else None


def _late(k: int, n: int, q: Fraction) -> Bounded:
    """Pr[Bin(n, q) >= n-k+1], from the shorter tail."""
    import mpmath

    late = mpmath.mpf(q.numerator) / q.denominator
    early = mpmath.mpf(q.denominator - q.numerator) / q.denominator
    rounding = mpmath.ldexp(1, n.bit_length() + 6 - mpmath.mp.prec)
    if k <= n - k + 1:
        total = mpmath.fsum(math.comb(n, j) * early**j * late ** (n - j) for j in range(k))
        return total, total * rounding
    rest = mpmath.fsum(math.comb(n, i) * late**i * early ** (n - i) for i in range(n - k + 1))
    return 1 - rest, rest * rounding + mpmath.ldexp(1, 1 - mpmath.mp.prec)


FAMILY = TwoPoint()
