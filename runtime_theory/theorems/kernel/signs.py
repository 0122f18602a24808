"""Is an expression nonnegative: by its factors, squares, and the facts that are assumed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from runtime_theory.theorems.kernel.algebra import vanishes

__all__ = ["nonnegative"]


def nonnegative(expression: Any, facts: Sequence[Any] = ()) -> bool:
    """Whether the expression is at least 0 given facts that are.

    It is where it is a positive number times a fact, a square, or a product or sum of such
    expressions. False means "not certified", never "negative".

    Parameters
    ----------
    expression : sympy.Expr
        In typed symbols.
    facts : sequence of sympy.Expr
        Each assumed to be at least 0.

    Examples
    --------
    >>> from sympy import symbols
    >>> x, y = symbols("x y", real=True)
    >>> nonnegative((x - y) ** 2), nonnegative(x), nonnegative(3 * x, [x])
    (True, False, True)
    """
    if expression.is_nonnegative or any(_is_multiple(expression, fact) for fact in facts):
        return True
    if expression.is_Mul or expression.is_Add:
        return all(nonnegative(part, facts) for part in _parts(expression))
    if expression.is_Pow:
        base, exponent = expression.args
        if exponent.is_even and base.is_real:
            return True
        return bool(exponent.is_real) and nonnegative(base, facts)
    return False


def _parts(expression: Any) -> list[Any]:
    """Return terms or factors; two negative factors are turned into two positive ones."""
    parts = list(expression.args)
    if expression.is_Add:
        return parts
    flipped = [part for part in parts if part.could_extract_minus_sign()]
    if len(flipped) % 2 == 0:
        parts = [-part if part in flipped else part for part in parts]
    return parts


def _is_multiple(expression: Any, fact: Any) -> bool:
    """Whether the expression is a nonnegative number times the fact."""
    if expression == fact:
        return True
    ratio = expression.as_coeff_Mul()[0] / fact.as_coeff_Mul()[0]
    if not ratio.is_nonnegative or expression.free_symbols != fact.free_symbols:
        return False
    return vanishes(expression - ratio * fact)
