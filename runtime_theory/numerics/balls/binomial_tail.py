"""Pr[at least k of n trials succeed], enclosed."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from runtime_theory.errors import NoMethodError
from runtime_theory.numerics.balls.arithmetic import Arithmetic
from runtime_theory.numerics.balls.expression import binomial_ball

__all__ = ["at_least"]

_MOST_TERMS = 300_000


def at_least(k: int, n: int, p: Fraction, balls: Arithmetic, bits: int) -> Any:
    """Pr[Bin(n, p) >= k] for 1 <= k <= n and 0 <= p <= 1, to about `bits` bits relative to 1.

    The terms are summed away from the mode, where they fall at a ratio r that falls itself:
    what follows a term t is at most t r/(1-r). On the other side of the mode it is the
    complement that is summed.

    Raises
    ------
    NoMethodError
        More than 300 000 terms.

    Examples
    --------
    >>> from runtime_theory.numerics.balls.arithmetic import FlintBalls
    >>> balls = FlintBalls()
    >>> with balls.precision(80):
    ...     print(at_least(2, 3, Fraction(1, 2), balls, 60))
    0.50000000000000000000000
    """
    if p in (0, 1):
        return balls.number(Fraction(p))
    if k > p * (n + 1):
        return _upper(k, n, p, balls, bits)
    return balls.number(Fraction(1)) - _upper(n + 1 - k, n, 1 - p, balls, bits)


def _upper(k: int, n: int, p: Fraction, balls: Arithmetic, bits: int) -> Any:
    """The sum from k on, where k is above the mode."""
    odds = p / (1 - p)
    term = binomial_ball(n, k, balls) * balls.number(p) ** k * balls.number(1 - p) ** (n - k)
    total, factor = term, balls.number(odds)
    small = balls.number(Fraction(1, 2 ** (bits + 8)))
    for j in range(k, min(n, k + _MOST_TERMS)):
        term = term * (n - j) / (j + 1) * factor
        total = total + term
        ratio = Fraction(n - j - 1, j + 2) * odds
        if (j - k) % 16 == 15 and ratio < 1:
            rest = term * balls.number(ratio / (1 - ratio))
            if balls.less(rest, small):
                return total + rest * balls.interval(Fraction(0), Fraction(1))
    if n - k > _MOST_TERMS:
        raise NoMethodError(f"the binomial tail has too many terms at n={n}: nothing is certified")
    return total
