"""Powers of a gamma time: gamma, Weibull, Frechet, chi, Nakagami, inverse gamma, Levy ..."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

from runtime_theory.distributions.certified.ball_law import BallLaw, Maker, log_of, number, positive

__all__ = ["LAWS", "gamma_power"]

_LARGEST_SERIES = 100  # beyond, FLINT 3.6 evaluates the series by expansions that overflow
_HALF, _ONE, _TWO = Fraction(1, 2), Fraction(1), Fraction(2)


def gamma_power(
    a: Fraction, c: Fraction = _ONE, base: Fraction = _ONE, exponent: Fraction = _ONE
) -> BallLaw:
    """The law of X = base**exponent G**(1/c) for G ~ Gamma(a), c of either sign.

    log X has a log-concave density for every a and c, since log G has: exp(a w - e^w)/Gamma(a).
    The lower tail of G is G's density times a confluent series of positive terms (DLMF 8.5.1),
    the upper one the incomplete gamma function, analytic off the negative axis.

    Examples
    --------
    >>> from runtime_theory.numerics.balls.refinement import refined
    >>> low, high = refined(lambda bits: gamma_power(Fraction(5, 2)).enclose(1, 1, bits), 20)
    >>> low <= Fraction(5, 2) <= high
    True
    """

    def log_time(y: Any) -> Any:
        return number(c) * (y - number(exponent) * log_of(base))

    def density(w: Any) -> Any:
        centre = w.mid()  # the slope a - e^w is small where a w and e^w are large
        power = number(a) * centre - centre.exp() + (number(a) - w.exp()) * (w - centre)
        return power.exp() * number(a).rgamma()

    def tails(y: Any) -> tuple[Any, Any]:
        w, shape = log_time(y), number(a)
        t = w.exp()
        if a <= _LARGEST_SERIES and float(t.real.mid()) < float(a) + 1.0:
            lower = density(w) * t.hypgeom_1f1(1, shape + 1) / shape
            upper = 1 - lower
        else:
            upper = t.gamma_upper(shape) * shape.rgamma()
            lower = 1 - upper
        return (lower, upper) if c > 0 else (upper, lower)

    def rate(y: Any, _: bool) -> Any:  # noqa: FBT001  flint's protocol
        return density(log_time(y)) * number(abs(c))

    index = None if c > 0 else -a * c
    return positive(tails, rate, index=index, strip=math.pi / float(abs(c)) * (1 - 1e-12))


def _extreme(c: Fraction) -> BallLaw:
    """(1 - E^c)/c with E exponential; Gumbel's law, c = 0, stands elsewhere."""
    return gamma_power(_ONE, 1 / c).affine(1 / c, -1 / c)


LAWS: dict[str, Maker] = {
    "expon": lambda: gamma_power(_ONE),
    "gamma": gamma_power,
    "erlang": gamma_power,
    "chi2": lambda df: gamma_power(df / 2, base=_TWO),
    "gengamma": gamma_power,
    "invgamma": lambda a: gamma_power(a, -_ONE),
    "weibull_min": lambda c: gamma_power(_ONE, c),
    "weibull_max": lambda c: gamma_power(_ONE, c).affine(Fraction(0), -_ONE),
    "invweibull": lambda c: gamma_power(_ONE, -c),
    "chi": lambda df: gamma_power(df / 2, _TWO, _TWO, _HALF),
    "halfnorm": lambda: gamma_power(_HALF, _TWO, _TWO, _HALF),
    "rayleigh": lambda: gamma_power(_ONE, _TWO, _TWO, _HALF),
    "maxwell": lambda: gamma_power(Fraction(3, 2), _TWO, _TWO, _HALF),
    "nakagami": lambda nu: gamma_power(nu, _TWO, nu, -_HALF),
    "genextreme": _extreme,
    "levy": lambda: gamma_power(_HALF, -_ONE, _HALF),
}
"""By scipy's names, from scipy's shapes as exact numbers."""
