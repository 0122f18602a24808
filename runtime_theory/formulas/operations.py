"""The functions of formulas in the working precision of mpmath."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import cache
from typing import Any

__all__ = ["MOST_TERMS", "operations"]

MOST_TERMS = 1000
"""Longest sum or product that is multiplied out."""


@cache
def operations() -> dict[Any, Callable[..., Any]]:
    """Return for each function of sympy the function of mpmath.

    Examples
    --------
    >>> import sympy
    >>> round(float(operations()[sympy.harmonic](3)), 6)
    1.833333
    """
    import mpmath
    import sympy

    return {
        sympy.Add: lambda *terms: mpmath.fsum(terms),
        sympy.Mul: lambda *factors: mpmath.fprod(factors),
        sympy.Pow: mpmath.power,
        sympy.Max: max,
        sympy.Min: min,
        sympy.asin: mpmath.asin,
        sympy.betainc_regularized: _betainc,
        sympy.beta: mpmath.beta,
        sympy.binomial: _binomial,
        sympy.erf: mpmath.erf,
        sympy.erfc: mpmath.erfc,
        sympy.exp: mpmath.exp,
        sympy.factorial: mpmath.factorial,
        sympy.gamma: mpmath.gamma,
        sympy.harmonic: _harmonic,
        sympy.log: mpmath.log,
        sympy.lowergamma: lambda a, x: mpmath.gammainc(a, 0, x),
        sympy.polygamma: mpmath.polygamma,
        sympy.sin: mpmath.sin,
        sympy.uppergamma: mpmath.gammainc,
    }


def _betainc(a: Any, b: Any, low: Any, high: Any) -> Any:
    import mpmath

    return mpmath.betainc(a, b, low, high, regularized=True)


def _binomial(n: Any, k: Any) -> Any:
    """Count where that is short: gamma functions to thousands of digits take seconds."""
    import mpmath

    rest = min(k, n - k)
    short = 0 <= rest <= MOST_TERMS and n == int(n) and k == int(k)
    return mpmath.mpf(math.comb(int(n), int(rest))) if short else mpmath.binomial(n, k)


def _harmonic(n: Any, order: Any = 1) -> Any:
    import mpmath

    if 0 <= n <= MOST_TERMS and n == int(n):
        return mpmath.fsum(mpmath.mpf(i) ** -order for i in range(1, int(n) + 1))
    return mpmath.harmonic(n) if order == 1 else mpmath.zeta(order) - mpmath.zeta(order, n + 1)
