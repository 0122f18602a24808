"""Hyperexponential law, a mixture of exponentials: finite multinomial sums."""

from __future__ import annotations

import math
from collections.abc import Iterator
from fractions import Fraction
from typing import Any, final

from runtime_theory.distributions.base import Ageing
from runtime_theory.distributions.families.alternating import from_minima, weights
from runtime_theory.distributions.families.exact import is_numeric
from runtime_theory.distributions.families.family import Family, Parameter, Shapes
from runtime_theory.distributions.families.integers import integer_ranks
from runtime_theory.numerics.estimate import Estimate
from runtime_theory.references import DAVID_NAGARAJA2003

__all__ = ["FAMILY", "Hyperexponential"]

_MOST_TERMS = 300


@final
class Hyperexponential(Family):
    """S(x) = sum_i p_i exp(-mu_i x).

    Symbolic form: k and n integers. Numbers: while the sum has at most 300 terms, such as all
    k for n <= 22 with two phases. Probabilities are divided by their sum, which must be one to
    rounding.
    """

    name = "hyperexponential"
    aliases = ("hyperexpon",)
    parameters = (
        Parameter("p", "p", ((0.95, 0.05), (0.5, 0.3, 0.2)), low=0, vector=True),
        Parameter("mu", r"\mu", ((1.0, 0.01), (4.0, 1.0, 0.25)), low=0, vector=True),
    )
    reference = DAVID_NAGARAJA2003
    integers_only = True

    def validate(self, shapes: Shapes) -> None:
        super().validate(shapes)
        p, mu = shapes["p"], shapes["mu"]
        if not p or len(p) != len(mu):
            raise ValueError(
                f"mu must have one rate for each probability of p={p!r}, got mu={mu!r}"
            )
        if all(map(is_numeric, p)) and abs(float(sum(p)) - 1) > 1e-9:
            raise ValueError(f"p must sum to one, got p={p!r}")

    def support(self, shapes: Shapes) -> tuple[float, float]:
        return 0.0, math.inf

    def ageing_from_zero(self, shapes: Shapes) -> Ageing:
        return Ageing.BOTH if len(set(shapes["mu"])) == 1 else Ageing.NWU

    def law(self, **values: Any) -> Any:
        from scipy import stats

        shapes = self.member(**values).shapes
        exponential = stats.make_distribution(stats.expon)
        phases = [float(1 / mu) * exponential() for mu in shapes["mu"]]
        return stats.Mixture(phases, weights=[float(p) for p in _normalised(shapes["p"])])

    def standard_mean(self, k: Any, n: Any, shapes: Shapes) -> Any:
        from sympy import Integer

        k, n = integer_ranks(k, n)
        p, mu = _normalised(shapes["p"]), shapes["mu"]
        return sum((weight * _minimum(r, p, mu) for r, weight in weights(k, n)), Integer(0))

    def standard_variance(self, k: Any, n: Any, shapes: Shapes) -> Any | None:
        if n != 1:
            return None
        pairs = tuple(zip(_normalised(shapes["p"]), shapes["mu"], strict=True))
        second = sum(2 * p / mu**2 for p, mu in pairs)
        return second - sum(p / mu for p, mu in pairs) ** 2

    def mean_numeric(self, k: int, n: int, shapes: Shapes) -> Estimate | None:
        phases = len(shapes["mu"])
        # All r = n-k+1..n have at most as many compositions as n itself.
        if k > _MOST_TERMS or k * math.comb(n + phases - 1, phases - 1) > 2 * _MOST_TERMS:
            return None
        p, mu = _normalised(shapes["p"]), shapes["mu"]

        def minimum(r: int) -> Any:
            return _minimum(r, [_mpf(x) for x in p], [_mpf(x) for x in mu])

        return from_minima(k, n, minimum)


def _normalised(p: tuple[Any, ...]) -> tuple[Any, ...]:
    """Return numbers divided by their sum, symbols as they are."""
    total = sum(p)
    return tuple(x / total for x in p) if all(map(is_numeric, p)) else p


def _mpf(x: Fraction) -> Any:
    import mpmath

    return mpmath.mpf(x.numerator) / x.denominator


def _minimum(r: int, p: Any, mu: Any) -> Any:
    """E[X_{1:r}]: the multinomial expansion of S^r, each term an exponential."""
    total: Any = 0
    for counts in _compositions(r, len(mu)):
        weight: Any = 1
        rate: Any = 0
        left = r
        for count, probability, phase_rate in zip(counts, p, mu, strict=True):
            weight = weight * math.comb(left, count) * probability**count
            left -= count
            rate = rate + count * phase_rate
        total = total + weight / rate
    return total


def _compositions(total: int, parts: int) -> Iterator[tuple[int, ...]]:
    if parts == 1:
        yield (total,)
        return
    for first in range(total + 1):
        for rest in _compositions(total - first, parts - 1):
            yield (first, *rest)


FAMILY = Hyperexponential()
