"""Alternating sums over the minima of subsets, in as many digits as they cancel.

E[g(X_{k:n})] = sum_{r=n-k+1..n} (-1)^(r-n+k-1) C(r-1, n-k) C(n, r) E[g(X_{1:r})] (David and
Nagaraja, 2003, section 3.4) holds for every law, and loses all the digits of its weights in
floating point. In multiple precision its k terms take up to about 1 ms while k <= 60 and the
weights have fewer than 500 bits; what is longer is refused, quadrature is cheaper there.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from runtime_theory.numerics.estimate import Estimate

__all__ = [
    "Bounded",
    "alternating_sum",
    "first_bits",
    "from_minima",
    "resolve",
    "variance_from_minima",
    "weights",
]

_LONGEST = 60
_WIDEST = 500
Bounded = tuple[Any, Any]  # an mpf and a bound on its error
Minimum = Callable[[int], Any]

_GUARD = 90
_MOST_BITS = 10_000


def weights(k: int, n: int) -> list[tuple[int, int]]:
    """Pairs (r, weight): E[X_{k:n}] is the sum of weight * E[X_{1:r}].

    Examples
    --------
    >>> weights(2, 3)  # E[X_{2:3}] = 3 E[X_{1:2}] - 2 E[X_{1:3}]
    [(2, 3), (3, -2)]
    """
    m = n - k
    return [
        (m + 1 + i, (-1) ** i * math.comb(m + i, i) * math.comb(n, k - 1 - i)) for i in range(k)
    ]


def from_minima(k: int, n: int, minimum: Minimum) -> Estimate | None:
    """E[X_{k:n}] from r -> E[X_{1:r}], which is called in the working precision of mpmath.

    From maxima instead of minima the same sum gives E[X_{n+1-k:n}].

    Examples
    --------
    >>> import mpmath
    >>> from_minima(2, 2, lambda r: mpmath.mpf(1) / r).value  # exponential: 1 + 1/2
    1.5
    """
    return resolve(lambda: alternating_sum(k, n, minimum), first_bits(k, n))


def variance_from_minima(k: int, n: int, minimum: Minimum, square: Minimum) -> Estimate | None:
    """Var X_{k:n} from r -> E[X_{1:r}] and r -> E[X_{1:r}²]."""

    def expression() -> Bounded:
        mean, spread = alternating_sum(k, n, minimum)
        second, error = alternating_sum(k, n, square)
        return second - mean**2, error + 4 * abs(mean) * spread

    return resolve(expression, first_bits(k, n))


def alternating_sum(k: int, n: int, minimum: Minimum) -> Bounded:
    """The sum, and a bound on its rounding: a minimum is good to 16 units of its last place."""
    import mpmath

    values = [weight * minimum(r) for r, weight in weights(k, n)]
    size = mpmath.fsum(values, absolute=True)
    return mpmath.fsum(values), size * mpmath.ldexp(1, 5 - mpmath.mp.prec)


def first_bits(k: int, n: int) -> int | None:
    """Working precision to start with, so many bits cancel; None where the sum is too long."""
    if k > _LONGEST or math.comb(n, k - 1).bit_length() > _WIDEST:
        return None
    widest = max(abs(weight) for _, weight in weights(k, n)).bit_length()
    return widest + _GUARD if widest <= _WIDEST else None


def resolve(expression: Callable[[], Bounded], bits: int | None) -> Estimate | None:
    """Evaluate with more and more bits until the error is below 2**-60 of the value.

    An exact zero never gets there: None in the end.
    """
    import mpmath

    while bits is not None and bits <= _MOST_BITS:
        with mpmath.workprec(bits):
            value, error = expression()
            if error <= abs(value) * mpmath.ldexp(1, -60):
                return _rounded(value)
            lost = int(mpmath.log(error / abs(value), 2)) if value else bits
        bits += max(0, lost) + _GUARD
    return None


def _rounded(value: Any) -> Estimate | None:
    rounded = float(value)
    return None if math.isinf(rounded) else Estimate(rounded, math.ulp(rounded))
