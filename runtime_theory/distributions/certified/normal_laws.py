"""Laws made of the normal distribution function: normal, log-normal, inverse Gaussian ..."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from typing import Any

from runtime_theory.distributions.certified.ball_law import (
    BallLaw,
    Maker,
    number,
    positive,
    symmetric,
)
from runtime_theory.numerics.balls.arithmetic import FlintBalls

__all__ = ["LAWS"]


def _tail(z: Any) -> Any:
    """Pr[Z > z], an entire function."""
    return (z / number(2).sqrt()).erfc() / 2


def _density(z: Any) -> Any:
    return (-z * z / 2).exp() / (2 * FlintBalls().constant("pi")).sqrt()


def _normal() -> BallLaw:
    def rate(y: Any, _: bool) -> Any:  # noqa: FBT001  flint's protocol
        x = y.exp()
        return x * _density(x)

    return symmetric(lambda y: _tail(y.exp()), rate)


def _of_normal(z: Callable[[Any], tuple[Any, Any]], **options: Any) -> BallLaw:
    """The law with F(e^y) = Phi(z(y)), from z and its derivative."""

    def tails(y: Any) -> tuple[Any, Any]:
        value, _ = z(y)
        return _tail(-value), _tail(value)

    def rate(y: Any, _: bool) -> Any:  # noqa: FBT001  flint's protocol
        value, slope = z(y)
        return slope * _density(value)

    return positive(tails, rate, **options)


def _lognormal(s: Fraction) -> BallLaw:
    return _of_normal(lambda y: (y / number(s), 1 / number(s)))


def _fatigue_life(c: Fraction) -> BallLaw:
    """Birnbaum and Saunders: Phi(2 sinh(y/2)/c).

    The logarithm of the density of y is -2 sinh(y/2)²/c² + log cosh(y/2) and a constant; its
    second derivative -cosh(y)/c² + 1/(4 cosh(y/2)²) is negative once cosh(y) > c²/4.
    """
    steady = math.acosh(max(1.0, float(c) ** 2 / 4)) + 1e-6

    def z(y: Any) -> tuple[Any, Any]:
        return 2 * (y / 2).sinh() / number(c), (y / 2).cosh() / number(c)

    return _of_normal(z, steady_from=steady if c > 2 else -math.inf)


def _inverse_gaussian(mu: Fraction) -> BallLaw:
    """Pr[X > x] = Pr[Z > u] - exp(2/mu) Pr[Z > v], u, v = (x/mu -+ 1)/sqrt(x).

    log X has a log-concave density: its logarithm is -y/2 - e^y/(2 mu²) - e^(-y)/2 and a constant.
    """

    def tails(y: Any) -> tuple[Any, Any]:
        m, root = number(mu), (y / 2).exp()
        u, v = root / m - 1 / root, root / m + 1 / root
        reflected = (2 / m).exp() * _tail(v)
        return _tail(-u) + reflected, _tail(u) - reflected

    def rate(y: Any, _: bool) -> Any:  # noqa: FBT001  flint's protocol
        root = (y / 2).exp()
        return _density(root / number(mu) - 1 / root) / root

    return positive(tails, rate)


LAWS: dict[str, Maker] = {
    "norm": _normal,
    "lognorm": _lognormal,
    "fatiguelife": _fatigue_life,
    "invgauss": _inverse_gaussian,
    "wald": lambda: _inverse_gaussian(Fraction(1)),
}
"""By scipy's names, from scipy's shapes as exact numbers."""
