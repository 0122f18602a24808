"""Is an expression zero: decided by exact rewriting, never by plotting a few numbers."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from typing import Any

__all__ = ["identical", "value_at", "vanishes", "with_stand_ins"]

_DIGITS = 60
_TINY = 1e-30


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


def identical(one: Any, other: Any) -> bool:
    """Whether two expressions are equal everywhere: tried at a point first, which is much faster.

    Examples
    --------
    >>> from sympy import symbols
    >>> x = symbols("x")
    >>> identical((x + 1) ** 2, x**2 + 2 * x + 1), identical(x, 2 * x)
    (True, False)
    """
    from sympy import Rational

    difference = one - other
    names = sorted(difference.free_symbols, key=str)
    point = {s: Rational(7 * i + 5, 6 * i + 11) for i, s in enumerate(names)}
    try:
        if abs(value_at(with_stand_ins(difference.xreplace(point)), {})) > _TINY:
            return False
    except (ValueError, TypeError, ZeroDivisionError):
        pass  # no value there: sums up to a fraction, say
    return vanishes(difference)


def _rewrites() -> tuple[Callable[[Any], Any], ...]:
    """Return ways to bring an expression to a form that is 0 where it vanishes, cheap first."""
    import sympy

    def numerator(e: Any) -> Any:
        return sympy.expand(sympy.fraction(sympy.together(e))[0])

    def rational(e: Any) -> Any:
        return sympy.cancel(sympy.together(e)) if e.is_rational_function() else numerator(e)

    def powers(e: Any) -> Any:
        return numerator(sympy.powsimp(sympy.expand(sympy.expand_power_base(e), power_exp=True)))

    def sums(e: Any) -> Any:
        return numerator(sympy.expand_func(_shifted(e)))

    def products(e: Any) -> Any:
        return sympy.gammasimp(sympy.combsimp(sympy.expand_func(e)))

    def logarithms(e: Any) -> Any:
        return numerator(sympy.expand_log(e))

    return (sympy.expand, rational, powers, sums, products, logarithms, sympy.simplify)


def _shifted(expression: Any) -> Any:
    """Write harmonic(n + 2, m) as harmonic(n, m) and two terms: sympy does so for m = 1 only."""
    import sympy

    def shifted(n: Any, m: Any = 1) -> Any:
        offset, rest = n.as_coeff_Add()
        if m == 1 or not offset.is_Integer:
            return sympy.harmonic(n, m)
        added = sum((rest + i) ** -m for i in range(1, int(offset) + 1))
        left_out = sum((rest - i) ** -m for i in range(-int(offset)))
        return sympy.harmonic(rest, m) + added - left_out

    return expression.replace(sympy.harmonic, shifted)


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
    from sympy import Sum, sympify

    exact = sympify(expression).xreplace({s: sympify(value) for s, value in point.items()})
    if exact.has(Sum):
        exact = exact.doit()
    if exact.is_Rational:
        return exact
    number = exact.evalf(_DIGITS, chop=False)
    if not (number.is_Number and number.is_finite and number.is_real):
        raise ValueError(f"{expression} is no real number at {dict(point)}: {number}")
    return number


def with_stand_ins(expression: Any) -> Any:
    """Return the expression with an arbitrary number for each value of an undefined function.

    Two expressions in E[X_{k:n}] of any law agree only if they agree for arbitrary numbers.
    Rational arguments only.

    Examples
    --------
    >>> from sympy import Function
    >>> f = Function("f")
    >>> with_stand_ins(f(1) - f(1)), with_stand_ins(f(1) - f(2)) == 0
    (0, False)
    """
    from sympy.core.function import AppliedUndef

    values = {call: _stand_in(call) for call in expression.atoms(AppliedUndef)}
    return expression.xreplace(values)


def _stand_in(call: Any) -> Any:
    """Return a number that no two different calls share, short of a coincidence."""
    from sympy import Rational

    generator = random.Random(str(call))
    return Rational(generator.randint(1, 10**9), generator.randint(1, 10**3))
