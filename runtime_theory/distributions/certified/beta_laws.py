"""Laws made of the incomplete beta function: beta, F, Student t, Burr ..."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

from runtime_theory.distributions.certified.ball_law import (
    BallLaw,
    Maker,
    log_of,
    number,
    positive,
    symmetric,
)
from runtime_theory.numerics.balls.branch import Branch, Rate, Tails

__all__ = ["LAWS", "burr"]

_HALF, _ONE = Fraction(1, 2), Fraction(1)
_STRIP = math.pi * (1 - 1e-12)


def _inverse_beta(a: Fraction, b: Fraction) -> Any:
    return number(a + b).gamma() * number(a).rgamma() * number(b).rgamma()


def _rate_at_logit(a: Fraction, b: Fraction, w: Any, *, analytic: bool) -> Any:
    """The density of the logit w of Beta(a, b), analytic for |Im w| < pi."""
    if analytic and not (1 + w.exp()).log(analytic=True).is_finite():
        return w * math.nan
    centre = w.mid()  # the slope a - (a+b) z is small where its parts are large
    power = number(a) * centre - number(a + b) * (1 + centre.exp()).log()
    slope = number(a) - number(a + b) / (1 + (-w).exp())
    return (power + slope * (w - centre)).exp() * _inverse_beta(a, b)


def _tails_at_logit(a: Fraction, b: Fraction, w: Any) -> tuple[Any, Any]:
    """F and S of Beta(a, b) at z = 1/(1 + e^-w).

    The smaller tail is z^a (1-z)^b/(a B(a, b)) times a series of positive terms
    2F1(a+b, 1; a+1; z) (DLMF 8.17.8).
    """
    rate = _rate_at_logit(a, b, w, analytic=False)
    if float(w.real.mid()) < 0.0:
        z = 1 / (1 + (-w).exp())
        lower = rate * z.hypgeom_2f1(number(a + b), 1, number(a + 1)) / number(a)
        return lower, 1 - lower
    z = 1 / (1 + w.exp())
    upper = rate * z.hypgeom_2f1(number(a + b), 1, number(b + 1)) / number(b)
    return 1 - upper, upper


def _beta(a: Fraction, b: Fraction) -> BallLaw:
    """Two branches, one from each end to the middle."""
    left = Branch(*_from_end(a, b, mirrored=False), reach=_HALF, strip=_STRIP)
    right = Branch(*_from_end(b, a, mirrored=True), -1, _ONE, _HALF, strip=_STRIP)
    return BallLaw((left, right))


def _from_end(a: Fraction, b: Fraction, *, mirrored: bool) -> tuple[Tails, Rate]:
    def rate(y: Any, analytic: bool) -> Any:  # noqa: FBT001  flint's protocol
        x = y.exp()
        if analytic and not (1 - x).log(analytic=True).is_finite():
            return y * math.nan
        centre = y.mid()
        power = number(a) * centre + number(b - 1) * (1 - centre.exp()).log()
        slope = number(a) - number(b - 1) * x / (1 - x)
        return (power + slope * (y - centre)).exp() * _inverse_beta(a, b)

    def tails(y: Any) -> tuple[Any, Any]:
        x = y.exp()
        series = x.hypgeom_2f1(number(a + b), 1, number(a + 1)) / number(a)
        tail = rate(y, False) * (1 - x) * series  # noqa: FBT003
        return (1 - tail, tail) if mirrored else (tail, 1 - tail)

    return tails, rate


def _beta_prime(a: Fraction, b: Fraction, ratio: Fraction = _ONE) -> BallLaw:
    """Ratio X/(1 + ratio X) ~ Beta(a, b); log X has a log-concave density."""

    def tails(y: Any) -> tuple[Any, Any]:
        return _tails_at_logit(a, b, y + log_of(ratio))

    def rate(y: Any, analytic: bool) -> Any:  # noqa: FBT001  flint's protocol
        return _rate_at_logit(a, b, y + log_of(ratio), analytic=analytic)

    return positive(tails, rate, index=b, strip=_STRIP)


def _student(nu: Fraction) -> BallLaw:
    """X²/nu is a beta prime time of shapes 1/2 and nu/2; log |X| has a log-concave density."""

    def tail(y: Any) -> Any:
        return _tails_at_logit(_HALF, nu / 2, 2 * y - log_of(nu))[1] / 2

    def rate(y: Any, analytic: bool) -> Any:  # noqa: FBT001  flint's protocol
        return _rate_at_logit(_HALF, nu / 2, 2 * y - log_of(nu), analytic=analytic)

    return symmetric(tail, rate, index=nu, strip=_STRIP / 2)


def _half_cauchy() -> BallLaw:
    def rate(y: Any, analytic: bool) -> Any:  # noqa: FBT001  flint's protocol
        return 2 * _rate_at_logit(_HALF, _HALF, 2 * y, analytic=analytic)

    def tails(y: Any) -> tuple[Any, Any]:
        return _tails_at_logit(_HALF, _HALF, 2 * y)

    return positive(tails, rate, index=_ONE, strip=_STRIP / 2)


def burr(c: Fraction, d: Fraction, ratio: Fraction = _ONE) -> BallLaw:
    """S(x) = (1 + (ratio x)^c)^-d, or F for c < 0 (Dagum); log X has a log-concave density.

    Examples
    --------
    >>> from runtime_theory.numerics.balls.refinement import refined
    >>> law = burr(Fraction(1), Fraction(3))  # E[X] = 1/2
    >>> low, high = refined(lambda bits: law.enclose(1, 1, bits), 20)
    >>> low <= Fraction(1, 2) <= high
    True
    """

    def power(y: Any) -> Any:
        return number(c) * (y + log_of(ratio))

    def tails(y: Any) -> tuple[Any, Any]:
        decay = -number(d) * power(y).exp().log1p()
        tail, rest = decay.exp(), -decay.expm1()
        return (rest, tail) if c > 0 else (tail, rest)

    def rate(y: Any, analytic: bool) -> Any:  # noqa: FBT001  flint's protocol
        w = power(y)
        growth = (1 + w.exp()).log(analytic=analytic)
        return (w - number(d + 1) * growth).exp() * number(abs(c) * d)

    index = c * d if c > 0 else -c
    return positive(tails, rate, index=index, strip=_STRIP / float(abs(c)))


def _bounded_pareto(c: Fraction) -> BallLaw:
    """For c < 0, 1 + c X is a beta variable of shapes -1/c and 1."""
    return _beta(-1 / c, _ONE).affine(-1 / c, 1 / c)


def _pareto(b: Fraction) -> BallLaw:
    """X - 1 is Lomax."""
    return burr(_ONE, b).affine(_ONE, _ONE)


LAWS: dict[str, Maker] = {
    "beta": _beta,
    "betaprime": _beta_prime,
    "f": lambda dfn, dfd: _beta_prime(dfn / 2, dfd / 2, dfn / dfd),
    "t": _student,
    "cauchy": lambda: _student(_ONE),
    "halfcauchy": _half_cauchy,
    "burr12": burr,
    "burr": lambda c, d: burr(-c, d),
    "fisk": lambda c: burr(c, _ONE),
    "lomax": lambda c: burr(_ONE, c),
    "genpareto": lambda c: burr(_ONE, 1 / c, c) if c > 0 else _bounded_pareto(c),
    "pareto": _pareto,
}
"""By scipy's names, from scipy's shapes as exact numbers."""
