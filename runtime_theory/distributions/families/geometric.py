"""Geometric law on 1, 2, ...: an exponential time counted in whole periods."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from typing import Any, final

from runtime_theory.distributions.base import Ageing
from runtime_theory.distributions.families.alternating import from_minima, variance_from_minima
from runtime_theory.distributions.families.family import Family, Member, Parameter, Shapes
from runtime_theory.distributions.families.powers import ULP, relative
from runtime_theory.distributions.families.sums import choose, total
from runtime_theory.numerics.estimate import Estimate
from runtime_theory.numerics.gamma_ratios import RELATIVE_ERROR, harmonic_difference
from runtime_theory.references import DAVID_NAGARAJA2003

__all__ = ["FAMILY", "Geometric"]

_MOST_WAVES = 40


@final
class Geometric(Family):
    """Pr[X = x] = p (1-p)^(x-1), x = 1, 2, ...

    Numbers: k = 1 for any n, sums of k <= 60 terms, and beyond that wherever the Fourier series
    of the fractional part dies out at once: n-k small against n or p small.
    """

    name = "geometric"
    aliases = ("geom",)
    parameters = (Parameter("p", "p", (0.3, 0.01, 0.9), low=0, high=1),)
    reference = DAVID_NAGARAJA2003

    def support(self, shapes: Shapes) -> tuple[float, float]:
        return 1.0, math.inf

    def ageing(self, shapes: Shapes, start: float) -> Ageing:
        # S(t) = q^floor(t) on 1, 2, ... is NBU; q^(floor(t)+1) on 0, 1, ... is NWU.
        if start == 0:
            return Ageing.NWU
        return Ageing.NBU if start >= 1 else Ageing.UNKNOWN

    def law(self, **values: Any) -> Any:
        from scipy import stats

        return stats.geom(float(dict(self.member(**values).params)["p"]))

    def standard_mean(self, k: Any, n: Any, shapes: Shapes) -> Any:
        return _weighted(k, n, shapes["p"], lambda minimum: minimum)

    def standard_variance(self, k: Any, n: Any, shapes: Shapes) -> Any:
        p = shapes["p"]
        if n == 1:
            return (1 - p) / p**2
        second = _weighted(k, n, p, lambda minimum: minimum * (2 * minimum - 1))
        return second - self.standard_mean(k, n, shapes) ** 2

    def mean_numeric(self, k: int, n: int, shapes: Shapes) -> Estimate | None:
        p = shapes["p"]
        if k == 1:
            log_survival = n * math.log1p(-float(p))
            return relative(-1 / math.expm1(log_survival), 6 * ULP)
        short = from_minima(k, n, lambda r: _minimum(r, p))
        return _by_waves(k, n, p) if short is None else short

    def variance_numeric(self, k: int, n: int, shapes: Shapes) -> Estimate | None:
        p = shapes["p"]

        def square(r: int) -> Any:
            inverse = _minimum(r, p)
            return inverse * (2 * inverse - 1)

        return variance_from_minima(k, n, lambda r: _minimum(r, p), square)

    def from_scipy(self, name: str, shapes: Shapes) -> Member | None:
        return self._of(shapes["p"]) if name == "geom" else None

    def from_sympy(self, name: str, arguments: Shapes) -> Member | None:
        return self._of(arguments["p"]) if name == "Geometric" else None

    def _of(self, p: Any) -> Member | None:
        return None if p == 1 else Member(self, (("p", p),))


def _weighted(k: Any, n: Any, p: Any, moment: Callable[[Any], Any]) -> Any:
    """E[g(X_{k:n})] from E[g(X_{1:r})] as a function of E[X_{1:r}], r = n-k+1..n."""
    from sympy import Dummy

    i = Dummy("i", integer=True, nonnegative=True)
    r = n - k + 1 + i
    weight = (-1) ** i * choose(r - 1, i) * choose(n, r)
    return total(weight * moment(1 / (1 - (1 - p) ** r)), i, 0, k - 1)


def _log_survival(p: Fraction) -> Any:
    import mpmath

    return mpmath.log1p(-mpmath.mpf(p.numerator) / p.denominator)


def _minimum(r: int, p: Fraction) -> Any:
    """E[X_{1:r}] = 1/(1 - (1-p)^r)."""
    import mpmath

    return -1 / mpmath.expm1(r * _log_survival(p))


def _by_waves(k: int, n: int, p: Fraction) -> Estimate | None:
    """E[ceil(Y)] for Y = E_{k:n}/lambda exponential, lambda = -log(1-p).

    ceil(y) = y + 1/2 + sum_j sin(2 pi j y)/(pi j), and E[exp(i t E_{k:n})] is a ratio of gamma
    functions whose size falls like exp(-pi t/2) while t < n: the series is over at once, or else
    the law of Y is narrower than a period and this gives up.
    """
    import mpmath

    with mpmath.workprec(120 + 2 * n.bit_length()):
        rate = -_log_survival(p)
        period = 2 * mpmath.pi / rate
        if abs(_characteristic(k, n, _MOST_WAVES * period)) > mpmath.ldexp(1, -70):
            return None
        correction = mpmath.mpf(0)
        size = mpmath.mpf(1)
        j = 0
        while size > mpmath.ldexp(1, -70) and j < _MOST_WAVES:
            j += 1
            wave = _characteristic(k, n, j * period) / (mpmath.pi * j)
            size = abs(wave)
            correction += mpmath.im(wave)
        rest = float(correction) + 0.5
        scale = float(1 / rate)
    value = scale * harmonic_difference(n, n - k)
    # Where the series stops its terms fall at least like j^-2, so the rest is below 40 last terms.
    bound = value * (RELATIVE_ERROR + 2 * ULP) + _MOST_WAVES * float(size) + ULP
    return Estimate(value + rest, bound + ULP * (value + rest))


def _characteristic(k: int, n: int, t: Any) -> Any:
    """E[exp(i t E_{k:n})], the product of j/(j - it) over j = n-k+1..n."""
    import mpmath

    lg = mpmath.loggamma
    shift = mpmath.mpc(0, -t)
    log_value = lg(n + 1) - lg(n - k + 1) - lg(n + 1 + shift) + lg(n - k + 1 + shift)
    return mpmath.exp(log_value)


FAMILY = Geometric()
