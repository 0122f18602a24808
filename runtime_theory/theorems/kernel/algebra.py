"""Is an expression zero: decided by exact rewriting, never by plotting a few numbers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

__all__ = ["value_at", "vanishes"]

_DIGITS = 60


def vanishes(expression: Any) -> bool:
    """Whether the expression is identically zero, as far as exact rewriting can prove it.

    Rational functions are decided; with harmonic numbers, gamma functions, binomials and
    symbolic powers a False may mean "not proved".

    Examples
    --------
    >>> from sympy import harmonic, symbols
    >>> n = symbols("n", integer=True, positive=True)
    >>> vanishes(harmonic(n + 1) - harmonic(n) - 1 / (n + 1))
    True
    >>> vanishes(n + 1 - n**2)
    False
    """
    return any(rewrite(expression) == 0 for rewrite in _rewrites())


def _rewrites() -> tuple[Callable[[Any], Any], ...]:
    """Return ways to bring an expression to a form that is 0 where it vanishes, cheap first."""
    import sympy

    def numerator(e: Any) -> Any:
        return sympy.expand(sympy.fraction(sympy.together(e))[0])

    def rational(e: Any) -> Any:
        return sympy.cancel(sympy.together(e)) if e.is_rational_function() else numerator(e)

    def powers(e: Any) -> Any:
        return numerator(sympy.powsimp(sympy.expand(e, power_exp=True)))

    def sums(e: Any) -> Any:
        return numerator(sympy.expand_func(e))

    def products(e: Any) -> Any:
        return sympy.gammasimp(sympy.combsimp(sympy.expand_func(e)))

    def logarithms(e: Any) -> Any:
        return numerator(sympy.expand_log(e))

    return (sympy.expand, rational, powers, sums, products, logarithms, sympy.simplify)


def value_at(expression: Any, point: Mapping[Any, Any]) -> Any:
    """Return the exact value at a point where it is rational, else its value to 60 digits.

    Raises
    ------
    ValueError
        The value is no number, or is infinite.

    Examples
    --------
    >>> from sympy import Rational, symbols
    >>> x = symbols("x")
    >>> value_at(x**2, {x: Rational(1, 3)})
    1/9
    """
    from sympy import Sum

    exact = expression.subs(point)
    if exact.has(Sum):
        exact = exact.doit()
    if exact.is_Rational:
        return exact
    number = exact.evalf(_DIGITS, chop=False)
    if not (number.is_Number and number.is_finite and number.is_real):
        raise ValueError(f"{expression} is no real number at {dict(point)}: {number}")
    return number
