"""Laws of elementary functions on the line or the half-line, with log-concave densities."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from runtime_theory.distributions.certified.ball_law import (
    BallLaw,
    Maker,
    number,
    positive,
    symmetric,
    two_sided,
)

__all__ = ["LAWS"]


def _gumbel() -> BallLaw:
    """F(x) = exp(-exp(-x))."""

    def left(y: Any) -> Any:
        return (-y.exp().exp()).exp()

    def left_rate(y: Any, _: bool) -> Any:  # noqa: FBT001  flint's protocol
        x = y.exp()
        return (y + x - x.exp()).exp()

    def right(y: Any) -> Any:
        return -(-(-y.exp()).exp()).expm1()

    def right_rate(y: Any, _: bool) -> Any:  # noqa: FBT001  flint's protocol
        x = y.exp()
        return (y - x - (-x).exp()).exp()

    return two_sided((left, left_rate), (right, right_rate))


def _logistic() -> BallLaw:
    def tail(y: Any) -> Any:
        return 1 / (1 + y.exp().exp())

    def rate(y: Any, _: bool) -> Any:  # noqa: FBT001  flint's protocol
        x = y.exp()
        share = 1 / (1 + x.exp())
        return x * share * (1 - share)

    return symmetric(tail, rate)


def _laplace() -> BallLaw:
    def rate(y: Any, _: bool) -> Any:  # noqa: FBT001  flint's protocol
        return (y - y.exp()).exp() / 2

    return symmetric(lambda y: (-y.exp()).exp() / 2, rate)


def _half_logistic() -> BallLaw:
    def tails(y: Any) -> tuple[Any, Any]:
        x = y.exp()
        return (x / 2).tanh(), 2 / (1 + x.exp())

    def rate(y: Any, _: bool) -> Any:  # noqa: FBT001  flint's protocol
        x = y.exp()
        share = 1 / (1 + x.exp())
        return 2 * x * share * (1 - share)

    return positive(tails, rate)


def _gompertz(c: Fraction) -> BallLaw:
    """S(x) = exp(-c (e^x - 1)), a rising hazard."""

    def tails(y: Any) -> tuple[Any, Any]:
        tail = (-number(c) * y.exp().expm1()).exp()
        return 1 - tail, tail

    def rate(y: Any, _: bool) -> Any:  # noqa: FBT001  flint's protocol
        x = y.exp()
        return number(c) * (y + x - number(c) * x.expm1()).exp()

    return positive(tails, rate)


def _uniform() -> BallLaw:
    def tails(y: Any) -> tuple[Any, Any]:
        return y.exp(), 1 - y.exp()

    def rate(y: Any, _: bool) -> Any:  # noqa: FBT001  flint's protocol
        return y.exp()

    return positive(tails, rate, reach=Fraction(1))


LAWS: dict[str, Maker] = {
    "gumbel_r": _gumbel,
    "gumbel_l": lambda: _gumbel().affine(Fraction(0), Fraction(-1)),
    "logistic": _logistic,
    "laplace": _laplace,
    "halflogistic": _half_logistic,
    "gompertz": _gompertz,
    "uniform": _uniform,
}
"""By scipy's names, from scipy's shapes as exact numbers."""
