"""Expressions to as many digits as asked for, in the working precision of mpmath.

sympy's own evaluation writes harmonic(10**9) out as a fraction first; here symbols keep their
places and their numbers are put in where the arithmetic happens.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from runtime_theory.errors import NoMethodError, check_integer
from runtime_theory.formulas.operations import MOST_TERMS, operations

__all__ = ["evaluated"]

_MOST_DIGITS = 2_000
_MOST_DIGITS_OF_SUMS = 20_000  # an alternating sum loses the digits of its binomials
_MOST_ROUNDS = 6


def evaluated(expression: Any, values: Mapping[Any, Any], digits: int) -> Any:
    """Return an expression as a sympy Float of that many digits.

    Parameters
    ----------
    expression : sympy.Expr
        Anything of elementary and gamma-like functions, finite sums and integrals.
    values : mapping
        Exact numbers for its free symbols.
    digits : int
        Significant digits of the answer.

    Raises
    ------
    ValueError
        A symbol has no number.
    NoMethodError
        A sum has more than 1000 terms.
    ArithmeticError
        An integral does not settle.

    Examples
    --------
    >>> import sympy
    >>> n = sympy.Symbol("n")
    >>> evaluated(sympy.harmonic(n), {n: 10**12}, 20)
    28.208236780830581069
    """
    import sympy

    digits = check_integer("digits", digits, low=1)
    expression = sympy.sympify(expression)
    _refuse_functions(expression)
    open_symbols = sorted(s.name for s in expression.free_symbols - set(values))
    if open_symbols:
        raise ValueError(f"digits= needs numbers for {', '.join(open_symbols)} in {expression}")
    exact = {symbol: sympy.sympify(value) for symbol, value in values.items()}
    if expression.is_infinite:
        return expression
    return sympy.Float(_settled(expression, exact, digits), digits)


def _refuse_functions(expression: Any) -> None:
    """Refuse what has no numbers, or takes minutes."""
    import sympy
    from sympy.core.function import AppliedUndef

    unknown = sorted({term.func.__name__ for term in expression.atoms(AppliedUndef)})
    if unknown:
        raise NoMethodError(
            f"digits= needs a law in closed form, {', '.join(unknown)} in the formula is open; "
            "the numeric functions take any law"
        )
    if any(i.function.has(sympy.Integral) for i in expression.atoms(sympy.Integral)):
        raise NoMethodError(
            "digits= needs a distribution function in closed form; the numeric functions, such "
            "as rt.order_statistic, take any law"
        )


def _settled(expression: Any, values: Mapping[Any, Any], digits: int) -> Any:
    """Evaluate with more and more digits until two rounds agree; zero is what never does."""
    import mpmath
    import sympy

    integral = expression.has(sympy.Integral)
    precision, previous = digits + (12 if integral else 30), mpmath.inf
    most = max(_MOST_DIGITS_OF_SUMS if expression.has(sympy.Sum) else _MOST_DIGITS, 8 * digits)
    most = digits + 12 * _MOST_ROUNDS if integral else most
    while precision < most:
        with mpmath.workdps(precision):
            current = _number(expression, values)
            if abs(current - previous) <= mpmath.mpf(10) ** -(digits + 3) * abs(current):
                return current
        # Another precision splits the range of an integral at other points.
        previous, precision = current, precision + 7 if integral else 2 * precision
    if integral:
        raise ArithmeticError(f"{expression} does not settle to {digits} digits")
    return mpmath.mpf(0)


def _number(expression: Any, values: Mapping[Any, Any]) -> Any:
    """Evaluate at the working precision."""
    import mpmath
    import sympy

    if expression in values:
        return (
            _number(values[expression], {})
            if values[expression].args
            else (values[expression]._to_mpmath(mpmath.mp.prec))
        )
    if not expression.args:
        return expression._to_mpmath(mpmath.mp.prec)
    if isinstance(expression, sympy.Sum):
        return _sum(expression, values)
    if isinstance(expression, sympy.Integral):
        return _integral(expression, values)
    if isinstance(expression, sympy.Piecewise | sympy.ceiling | sympy.floor):
        return _by_exact_arguments(expression, values)
    operation = operations().get(expression.func)
    if operation is None:
        return expression.xreplace(dict(values)).evalf(mpmath.mp.dps)._to_mpmath(mpmath.mp.prec)
    return operation(*(_number(argument, values) for argument in expression.args))


def _sum(total: Any, values: Mapping[Any, Any]) -> Any:
    """Add up, after counting the terms, since the limits may be huge."""
    import mpmath
    import sympy

    index, low, high = total.limits[0]
    first, last = (int(_exact(bound, values)) for bound in (low, high))
    if last - first + 1 > MOST_TERMS:
        raise NoMethodError(
            f"the closed form is a sum of {last - first + 1} terms; at most {MOST_TERMS} are "
            "added up"
        )
    terms = (
        _number(total.function, {**values, index: sympy.Integer(i)}) for i in range(first, last + 1)
    )
    return mpmath.fsum(terms)


def _integral(integral: Any, values: Mapping[Any, Any]) -> Any:
    import mpmath

    variable, low, high = integral.limits[0]
    ends = [_end(bound, values) for bound in (low, high)]

    def integrand(x: Any) -> Any:
        return _number(integral.function, {**values, variable: _Point(x)})

    return mpmath.quad(integrand, _pieces(*ends))


class _Point:
    """A number of mpmath in the place of a sympy number."""

    args = ()

    def __init__(self, value: Any) -> None:
        self.value = value

    def _to_mpmath(self, prec: int) -> Any:
        return self.value


def _pieces(low: Any, high: Any) -> list[Any]:
    """Return where to split: mpmath's rule alone loses a peak far from the ends."""
    import mpmath

    if mpmath.isinf(low) or mpmath.isinf(high):
        start = mpmath.mpf(1) + mpmath.mpf(mpmath.mp.dps % 10) / 10
        inner = [start * mpmath.mpf(6) ** e for e in range(-3, 4)]
        points = [-x for x in reversed(inner)] + [mpmath.mpf(0)] + inner
        shift = 0 if mpmath.isinf(low) else low
        return [low, *(shift + x for x in points if low < shift + x < high), high]
    return list(mpmath.linspace(low, high, 5))


def _end(bound: Any, values: Mapping[Any, Any]) -> Any:
    import mpmath
    import sympy

    if bound in (sympy.oo, -sympy.oo):
        return mpmath.inf if bound == sympy.oo else -mpmath.inf
    return _number(bound, values)


def _by_exact_arguments(expression: Any, values: Mapping[Any, Any]) -> Any:
    """Round and compare exact numbers, so that ceiling(16/8) is 2."""
    import mpmath
    import sympy

    if isinstance(expression, sympy.Piecewise):
        for value, condition in expression.args:
            if _exact(condition, values) == sympy.true:
                return _number(value, values)
        raise ValueError(f"no branch of {expression} applies")
    return _exact(expression, values).evalf(mpmath.mp.dps)._to_mpmath(mpmath.mp.prec)


def _exact(expression: Any, values: Mapping[Any, Any]) -> Any:
    return expression.subs({s: v for s, v in values.items() if not isinstance(v, _Point)})
