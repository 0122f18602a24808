"""Two arithmetics of enclosures: flint's balls, and the intervals of mpmath.

Both give enclosures that are proved: Johansson (2017), Arb: efficient arbitrary-precision
midpoint-radius interval arithmetic, IEEE Transactions on Computers 66; mpmath's ``iv`` rounds
the ends of intervals outwards.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import contextmanager
from fractions import Fraction
from typing import Any, NamedTuple, final

from runtime_theory.errors import NoMethodError, missing_extra

__all__ = ["Arithmetic", "Enclosure", "FlintBalls", "MpmathIntervals", "bits_for", "flint_module"]

_MOST_BITS = 10**6


class Enclosure(NamedTuple):
    """Exact ends, lower <= truth <= upper."""

    lower: Fraction
    upper: Fraction

    def affine(self, loc: Fraction, scale: Fraction) -> Enclosure:
        """The enclosure of loc + scale x."""
        ends = sorted((loc + scale * self.lower, loc + scale * self.upper))
        return Enclosure(ends[0], ends[1])


class Arithmetic(ABC):
    """What a closed form is evaluated with; balls understand ``+ - * /`` among themselves."""

    name: str

    @abstractmethod
    def precision(self, bits: int) -> Any:
        """A context in which results carry so many bits."""

    @abstractmethod
    def number(self, x: Fraction) -> Any:
        """The ball around a rational number."""

    @abstractmethod
    def constant(self, name: str) -> Any:
        """``pi`` or ``euler``."""

    @abstractmethod
    def function(self, name: str, x: Any) -> Any:
        """gamma, log, exp, sqrt, asin, and with flint digamma, of a ball."""

    @abstractmethod
    def power(self, x: Any, exponent: Fraction) -> Any:
        """A positive ball to a rational power."""

    @abstractmethod
    def hurwitz(self, order: int, x: Fraction) -> Any:
        """The sum of (x+i)^(-order) over i = 0, 1, ..."""

    @abstractmethod
    def interval(self, low: Fraction, high: Fraction) -> Any:
        """A ball that holds everything between two numbers."""

    @abstractmethod
    def less(self, a: Any, b: Any) -> bool:
        """Whether a < b for certain."""

    @abstractmethod
    def ends(self, ball: Any) -> Enclosure | None:
        """The exact ends of a ball; None where it is not finite."""


def flint_module() -> Any:
    """Import python-flint.

    Raises
    ------
    ImportError
        It is not installed; the message names the extra.

    Examples
    --------
    >>> flint_module().__name__
    'flint'
    """
    try:
        import flint
    except ImportError:
        raise missing_extra("certified", "python-flint") from None
    return flint


@final
class FlintBalls(Arithmetic):
    """arb, the balls of FLINT.

    Examples
    --------
    >>> balls = FlintBalls()
    >>> with balls.precision(60):
    ...     low, high = balls.ends(balls.function("gamma", balls.number(Fraction(1, 2))))
    >>> low**2 < Fraction(3.1415926535897936) and Fraction(3.141592653589793) < high**2
    True
    """

    name = "python-flint"

    def __init__(self) -> None:
        self._flint = flint_module()

    def precision(self, bits: int) -> Any:
        return self._flint.ctx.workprec(bits)

    def number(self, x: Fraction) -> Any:
        return self._flint.arb(self._flint.fmpq(x.numerator, x.denominator))

    def constant(self, name: str) -> Any:
        return self._flint.arb.pi() if name == "pi" else self._flint.arb.const_euler()

    def function(self, name: str, x: Any) -> Any:
        return getattr(x, name)()

    def power(self, x: Any, exponent: Fraction) -> Any:
        return x ** self.number(exponent)

    def hurwitz(self, order: int, x: Fraction) -> Any:
        return self._flint.arb(order).zeta(self.number(x))

    def interval(self, low: Fraction, high: Fraction) -> Any:
        return self.number(low).union(self.number(high))

    def less(self, a: Any, b: Any) -> bool:
        return bool(a < b)

    def ends(self, ball: Any) -> Enclosure | None:
        if not ball.is_finite():
            return None
        return Enclosure(_dyadic(ball.lower().man_exp()), _dyadic(ball.upper().man_exp()))


@final
class MpmathIntervals(Arithmetic):
    """The interval context of mpmath, which has no digamma and no zeta.

    Examples
    --------
    >>> intervals = MpmathIntervals()
    >>> with intervals.precision(60):
    ...     low, high = intervals.ends(intervals.function("log", intervals.number(Fraction(2))))
    >>> low < Fraction(0.6931471805599454) and Fraction(0.6931471805599452) < high
    True
    """

    name = "mpmath.iv"

    def __init__(self) -> None:
        from mpmath.ctx_iv import MPIntervalContext

        self._iv = MPIntervalContext()  # our own: mpmath.iv's precision is everybody's

    @contextmanager
    def precision(self, bits: int) -> Iterator[None]:
        before = self._iv.prec
        self._iv.prec = bits
        try:
            yield
        finally:
            self._iv.prec = before

    def number(self, x: Fraction) -> Any:
        return self._iv.mpf(x.numerator) / self._iv.mpf(x.denominator)

    def constant(self, name: str) -> Any:
        return +self._iv.mpf(self._iv.pi if name == "pi" else self._iv.euler)

    def function(self, name: str, x: Any) -> Any:
        if name in ("gamma", "log", "exp", "sqrt"):
            return getattr(self._iv, name)(x)
        if name == "asin":
            return self._iv.atan2(x, self._iv.sqrt(1 - x * x))
        raise missing_extra("certified", "python-flint")

    def power(self, x: Any, exponent: Fraction) -> Any:
        return self._iv.exp(self._iv.log(x) * self.number(exponent))

    def hurwitz(self, order: int, x: Fraction) -> Any:
        raise missing_extra("certified", "python-flint")

    def interval(self, low: Fraction, high: Fraction) -> Any:
        return self._iv.mpf([self.number(low).a, self.number(high).b])

    def less(self, a: Any, b: Any) -> bool:
        return (a < b) is True

    def ends(self, ball: Any) -> Enclosure | None:
        low, high = ball._mpi_
        if not all(part[1] or not part[2] for part in (low, high)):  # inf and nan: no mantissa
            return None
        signed = [((-1) ** sign * int(man), exponent) for sign, man, exponent, _ in (low, high)]
        return Enclosure(_dyadic(signed[0]), _dyadic(signed[1]))


def _dyadic(parts: tuple[Any, Any]) -> Fraction:
    """Mantissa times a power of two, as a Fraction."""
    mantissa, exponent = int(parts[0]), int(parts[1])
    if abs(exponent) > _MOST_BITS:
        raise NoMethodError("a certified value is beyond 2**(10**6), or below its inverse")
    return Fraction(mantissa) * Fraction(2) ** exponent


def bits_for(digits: int) -> int:
    """Bits that hold so many decimal digits.

    Examples
    --------
    >>> bits_for(15)
    50
    """
    return math.ceil(digits * math.log2(10.0))
