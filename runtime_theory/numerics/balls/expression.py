"""A closed form evaluated in an arithmetic of enclosures."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import reduce
from operator import add, mul
from typing import Any

from runtime_theory.errors import NoMethodError, missing_extra
from runtime_theory.numerics.balls.arithmetic import Arithmetic

__all__ = ["LONGEST_SUM", "binomial_ball", "evaluate"]

LONGEST_SUM = 1000
_EXACT_BITS = 20_000
_MOST_FACTORS = 5000
_LONGEST_HARMONIC = 2000


def evaluate(expression: Any, values: Mapping[Any, int], balls: Arithmetic) -> Any:
    """Return a ball around a sympy expression, at the working precision of `balls`.

    What is rational is computed exactly while it is short; the rest in balls.

    Parameters
    ----------
    expression : sympy.Expr
        Sums, products, powers, binomials, gamma, log, harmonic, asin; finite `Sum` objects.
    values : mapping
        Integers for its symbols.
    balls : Arithmetic
        What to compute with.

    Raises
    ------
    NoMethodError
        A sum of more than 1000 terms, or a function that no arithmetic has.
    ImportError
        A function that needs python-flint.

    Examples
    --------
    >>> import sympy
    >>> from runtime_theory.numerics.balls.arithmetic import FlintBalls
    >>> n, balls = sympy.Symbol("n"), FlintBalls()
    >>> with balls.precision(80):
    ...     print(evaluate(sympy.harmonic(n), {n: 10**9}, balls))
    [21.300481502347944016685 +/- ...]
    """
    return _ball(_value(expression, values, balls), balls)


def _value(expression: Any, values: Mapping[Any, int], balls: Arithmetic) -> Any:
    """Return a Fraction where that is short, else a ball."""
    import sympy

    if expression in values:
        return Fraction(values[expression])
    if expression.is_Rational:
        return Fraction(int(expression.p), int(expression.q))
    if expression in (sympy.pi, sympy.EulerGamma):
        return balls.constant("pi" if expression is sympy.pi else "euler")
    if isinstance(expression, sympy.Sum):
        return _sum(expression, values, balls)
    arguments = [_value(argument, values, balls) for argument in expression.args]
    operation = _OPERATIONS.get(expression.func.__name__)
    if operation is None:
        raise NoMethodError(f"no certified evaluation of {expression.func.__name__} is known")
    return operation(arguments, balls)


def _sum(total: Any, values: Mapping[Any, int], balls: Arithmetic) -> Any:
    index, low, high = total.limits[0]
    first, last = (int(end.subs(values)) for end in (low, high))
    if last - first >= LONGEST_SUM:
        raise NoMethodError(
            f"the closed form is a sum of {last - first + 1} terms; "
            f"at most {LONGEST_SUM} are summed"
        )
    terms = (
        _ball(_value(total.function, {**values, index: i}, balls), balls)
        for i in range(first, last + 1)
    )
    return reduce(add, terms, _ball(Fraction(0), balls))


def _ball(x: Any, balls: Arithmetic) -> Any:
    return balls.number(x) if isinstance(x, Fraction) else x


def _folded(operation: Callable[[Any, Any], Any]) -> Callable[[list[Any], Arithmetic], Any]:
    """Sums and products: exact among Fractions while these are short."""

    def combine(arguments: list[Any], balls: Arithmetic) -> Any:
        exact = [x for x in arguments if isinstance(x, Fraction)]
        rest = [x for x in arguments if not isinstance(x, Fraction)]
        if sum(map(_size, exact)) > _EXACT_BITS:
            exact, rest = [], [_ball(x, balls) for x in exact] + rest
        parts = ([reduce(operation, exact)] if exact else []) + rest
        return parts[0] if len(parts) == 1 else reduce(operation, (_ball(x, balls) for x in parts))

    return combine


def _size(x: Fraction) -> int:
    return x.numerator.bit_length() + x.denominator.bit_length()


def _power(arguments: list[Any], balls: Arithmetic) -> Any:
    base, exponent = arguments
    if not isinstance(exponent, Fraction):
        return balls.function("exp", balls.function("log", _ball(base, balls)) * exponent)
    if exponent.denominator != 1:
        return balls.power(_ball(base, balls), exponent)
    whole = int(exponent)
    if isinstance(base, Fraction):
        if _size(base) * abs(whole) <= _EXACT_BITS or abs(base) == 1:
            return base**whole
        base = balls.number(base)
    return base**whole


def binomial_ball(n: int, k: int, balls: Arithmetic) -> Any:
    """C(n, k) as a ball; exact and short, or by gamma functions.

    Examples
    --------
    >>> from runtime_theory.numerics.balls.arithmetic import FlintBalls
    >>> balls = FlintBalls()
    >>> with balls.precision(60):
    ...     print(binomial_ball(5, 2, balls), binomial_ball(10**9, 5 * 10**8, balls) > 10**300)
    10.000000000000000 True
    """
    return _ball(_binomial([n, k], balls), balls)


def _binomial(arguments: list[Any], balls: Arithmetic) -> Any:
    n, k = (int(x) for x in arguments)
    if not 0 <= k <= n:
        return Fraction(0)
    if min(k, n - k) <= _MOST_FACTORS:
        return Fraction(math.comb(n, k))
    gammas = [balls.function("gamma", balls.number(Fraction(x + 1))) for x in (n, k, n - k)]
    return gammas[0] / (gammas[1] * gammas[2])


def _factorial(arguments: list[Any], balls: Arithmetic) -> Any:
    (n,) = (int(x) for x in arguments)
    if n <= _MOST_FACTORS:
        return Fraction(math.factorial(n))
    return balls.function("gamma", balls.number(Fraction(n + 1)))


def _harmonic(arguments: list[Any], balls: Arithmetic) -> Any:
    n = arguments[0]
    order = int(arguments[1]) if len(arguments) > 1 else 1
    if n == 0:
        return Fraction(0)
    try:
        if order == 1:
            digamma = balls.function("digamma", balls.number(n + 1))
            return digamma + balls.constant("euler")
        return balls.hurwitz(order, Fraction(1)) - balls.hurwitz(order, n + 1)
    except ImportError:
        if n > _LONGEST_HARMONIC:
            raise missing_extra("certified", "python-flint") from None
    terms = (balls.number(Fraction(1, i**order)) for i in range(1, int(n) + 1))
    return reduce(add, terms)


def _of_one(name: str) -> Callable[[list[Any], Arithmetic], Any]:
    def apply(arguments: list[Any], balls: Arithmetic) -> Any:
        return balls.function(name, _ball(arguments[0], balls))

    return apply


_OPERATIONS: dict[str, Callable[[list[Any], Arithmetic], Any]] = {
    "Add": _folded(add),
    "Mul": _folded(mul),
    "Pow": _power,
    "binomial": _binomial,
    "factorial": _factorial,
    "harmonic": _harmonic,
    **{name: _of_one(name) for name in ("gamma", "log", "exp", "asin")},
}
