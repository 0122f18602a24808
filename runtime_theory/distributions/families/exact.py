"""Exact numbers: ints, floats, Fractions and sympy expressions in one arithmetic.

A family computes with the parameter that was given, not with its rounding: 1/shape is a
Fraction, and a rational parameter of a sympy law stays rational. sympy is imported only where
one of the numbers is already sympy's, or where a symbolic form is asked for.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from numbers import Rational, Real
from typing import Any

__all__ = [
    "Number",
    "add",
    "as_float",
    "as_fraction",
    "as_printed",
    "as_sympy",
    "as_typed",
    "each",
    "is_mirror",
    "is_numeric",
    "is_rational",
    "multiply",
]

Number = Any  # int, float, Fraction or sympy.Expr; mypy has no types for the last

_SHORTEST = 10**6
_LONG_POWER = 2**20
_DIGITS = 60  # of an irrational sympy number, where a Fraction has to stand for it


def is_numeric(x: Number) -> bool:
    """Whether x is a number, and not an expression with free symbols.

    Examples
    --------
    >>> is_numeric(0.5)
    True
    """
    return isinstance(x, Real) or bool(getattr(x, "is_number", False))


def is_rational(x: Number) -> bool:
    """Whether x is a number that a Fraction holds: not sympy's pi or sqrt(2).

    Examples
    --------
    >>> is_rational(0.5)
    True
    """
    return isinstance(x, Real) or bool(getattr(x, "is_Rational", False))


def as_fraction(x: Number) -> Fraction:
    """Return x as a Fraction; an irrational sympy number to 60 digits.

    Raises
    ------
    TypeError
        x has free symbols, or is no real number.

    Examples
    --------
    >>> as_fraction(0.375)
    Fraction(3, 8)
    """
    if isinstance(x, Rational):
        return Fraction(int(x.numerator), int(x.denominator))
    if isinstance(x, Real):
        return Fraction(float(x))
    if not is_numeric(x) or not x.is_extended_real:
        raise TypeError(f"a numeric answer needs real numbers as parameters, got {x!r}")
    import sympy

    rational = sympy.Rational(x if x.is_Rational else x.evalf(_DIGITS))
    return Fraction(int(rational.p), int(rational.q))


def as_typed(x: Number) -> Fraction:
    """Return the decimal that x was typed as: for the float 1.1 it is 11/10.

    Examples
    --------
    >>> as_typed(1.1), as_fraction(1.1) == as_typed(1.1)
    (Fraction(11, 10), False)
    """
    return Fraction(repr(float(x))) if isinstance(x, float) else as_fraction(x)


def as_float(x: Fraction) -> float:
    """Return x as a float, infinite where it is beyond the doubles.

    Examples
    --------
    >>> as_float(Fraction(-(10**400)))
    -inf
    """
    try:
        return float(x)
    except OverflowError:
        return math.inf if x > 0 else -math.inf


def as_sympy(x: Number) -> Any:
    """Return x as an exact sympy expression: a float becomes the rational number it is.

    Examples
    --------
    >>> as_sympy(0.5)
    1/2
    """
    import sympy

    if isinstance(x, sympy.Basic):
        return sympy.nsimplify(x, rational=True) if x.has(sympy.Float) else x
    fraction = as_fraction(x)
    return sympy.Rational(fraction.numerator, fraction.denominator)


def as_printed(x: Number) -> Any:
    """Return x as a sympy expression to read: a float as the short fraction it is nearest to.

    Examples
    --------
    >>> as_printed(0.2), as_printed(2.5)
    (1/5, 5/2)
    """
    if isinstance(x, float) or (isinstance(x, Fraction) and _of_a_float(x)):
        short = Fraction(x).limit_denominator(_SHORTEST)
        return as_sympy(short if as_float(short) == as_float(Fraction(x)) else x)
    return as_sympy(x)


def _of_a_float(x: Fraction) -> bool:
    """Whether x or 1/x is a float that was typed as something shorter: over a power of two."""
    return any(
        part > _LONG_POWER and part & (part - 1) == 0 for part in (x.numerator, x.denominator)
    )


def add(a: Number, b: Number) -> Number:
    """Return a + b without rounding.

    Examples
    --------
    >>> add(1, 0.5), add(1e17, 1.5)
    (1.5, Fraction(200000000000000003, 2))
    """
    if isinstance(a, Real) and isinstance(b, Real):
        return _plain(as_fraction(a) + as_fraction(b))
    return as_sympy(a) + as_sympy(b)


def multiply(a: Number, b: Number) -> Number:
    """Return a * b without rounding.

    Examples
    --------
    >>> multiply(0.5, 3)
    1.5
    """
    if isinstance(a, Real) and isinstance(b, Real):
        return _plain(as_fraction(a) * as_fraction(b))
    return as_sympy(a) * as_sympy(b)


def each(value: Any, convert: Callable[[Number], Any]) -> Any:
    """Convert a number, or every number of a tuple.

    Examples
    --------
    >>> each((0.5, 2), as_sympy)
    (1/2, 2)
    """
    return tuple(map(convert, value)) if isinstance(value, tuple) else convert(value)


def is_mirror(scale: Any) -> bool:
    """Whether a scale is negative, symbols of unknown sign standing for positive numbers.

    Examples
    --------
    >>> from sympy import symbols
    >>> a, b = symbols("a b")
    >>> is_mirror(-a / b), is_mirror(b - a)
    (True, False)
    """
    from sympy import Dummy

    unknown = [s for s in scale.free_symbols if s.is_positive is None and s.is_negative is None]
    return bool(scale.xreplace({s: Dummy(positive=True) for s in unknown}).is_negative)


def _plain(x: Fraction) -> int | float | Fraction:
    """The float that equals x where there is one."""
    if abs(x) > 2**1000:
        return x
    value = float(x)
    if not math.isfinite(value) or Fraction(value) != x:
        return x
    return value
