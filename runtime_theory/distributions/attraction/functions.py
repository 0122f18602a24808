"""Elementary functions of floats, mpmath and sympy: a tail is written down once for all three."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Any, Protocol, final

import numpy as np
from scipy import special

__all__ = ["FLOATS", "Functions", "precise", "symbolic"]


class Functions(Protocol):
    """What the constants of tails are made of."""

    pi: Any

    def number(self, x: Any) -> Any:
        """A parameter as this arithmetic takes it; a float as the decimal it was typed as."""

    def log(self, x: Any) -> Any:
        """Natural logarithm."""

    def exp(self, x: Any) -> Any:
        """Exponential function."""

    def sqrt(self, x: Any) -> Any:
        """Square root."""

    def gamma(self, x: Any) -> Any:
        """Gamma function."""

    def log_gamma(self, x: Any) -> Any:
        """Log of the gamma function."""

    def digamma(self, x: Any) -> Any:
        """Slope of the log of the gamma function."""

    def normal_sf(self, x: Any) -> Any:
        """Pr[Z > x] of a standard normal Z."""

    def bessel_i(self, order: Any, x: Any) -> Any:
        """Modified Bessel function of the first kind."""

    def bessel_k(self, order: Any, x: Any) -> Any:
        """Modified Bessel function of the second kind."""

    def root(self, log_value: Any, degree: Any) -> Any:
        """exp(log_value)**(1/degree), which may exist where exp(log_value) overflows."""


@final
class _Floats:
    """The functions of doubles: inf or nan beyond them instead of an error."""

    pi = math.pi
    number = staticmethod(np.float64)
    log = staticmethod(np.log)
    exp = staticmethod(np.exp)
    sqrt = staticmethod(np.sqrt)
    gamma = staticmethod(special.gamma)
    log_gamma = staticmethod(special.gammaln)
    digamma = staticmethod(special.digamma)
    bessel_i = staticmethod(special.iv)
    bessel_k = staticmethod(special.kv)

    def normal_sf(self, x: Any) -> Any:
        return 0.5 * special.erfc(x / math.sqrt(2.0))

    def root(self, log_value: Any, degree: Any) -> Any:
        return np.exp(log_value / degree)


FLOATS: Any = _Floats()


@lru_cache(maxsize=1)
def precise() -> Any:
    """The functions of mpmath, at the precision of the context around the call.

    Examples
    --------
    >>> import mpmath
    >>> with mpmath.workdps(30):
    ...     print(precise().gamma(precise().number(0.5)) ** 2)
    3.14159265358979323846264338328
    """
    import mpmath

    from runtime_theory.distributions.families.exact import as_fraction

    class _Precise:
        log = staticmethod(mpmath.log)
        exp = staticmethod(mpmath.exp)
        sqrt = staticmethod(mpmath.sqrt)
        gamma = staticmethod(mpmath.gamma)
        log_gamma = staticmethod(mpmath.loggamma)
        digamma = staticmethod(mpmath.digamma)
        bessel_i = staticmethod(mpmath.besseli)
        bessel_k = staticmethod(mpmath.besselk)

        @property
        def pi(self) -> Any:
            return +mpmath.pi

        def number(self, x: Any) -> Any:
            exact = as_fraction(x)
            return mpmath.mpf(exact.numerator) / exact.denominator

        def normal_sf(self, x: Any) -> Any:
            return mpmath.erfc(x / mpmath.sqrt(2)) / 2

        def root(self, log_value: Any, degree: Any) -> Any:
            return mpmath.exp(log_value / degree)

    return _Precise()


@lru_cache(maxsize=1)
def symbolic() -> Any:
    """The functions of sympy expressions.

    Examples
    --------
    >>> f = symbolic()
    >>> f.root(f.log(f.number(9.0)), f.number(2))
    3
    """
    import sympy

    from runtime_theory.distributions.families.exact import as_printed

    class _Symbols:
        pi = sympy.pi
        log = staticmethod(sympy.log)
        exp = staticmethod(sympy.exp)
        sqrt = staticmethod(sympy.sqrt)
        gamma = staticmethod(sympy.gamma)
        digamma = staticmethod(sympy.digamma)
        bessel_i = staticmethod(sympy.besseli)
        bessel_k = staticmethod(sympy.besselk)
        number = staticmethod(as_printed)

        def log_gamma(self, x: Any) -> Any:
            return sympy.log(sympy.gamma(x))

        def normal_sf(self, x: Any) -> Any:
            return sympy.erfc(x / sympy.sqrt(2)) / 2

        def root(self, log_value: Any, degree: Any) -> Any:
            return sympy.exp(log_value) ** (1 / degree)

    return _Symbols()
