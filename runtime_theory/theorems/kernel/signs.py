"""Is an expression nonnegative: by its factors, squares, and the facts that are assumed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from runtime_theory.theorems.kernel.algebra import vanishes

__all__ = ["nonnegative", "positive"]


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
    if expression.is_Add:
        return all(nonnegative(part, facts) for part in expression.args)
    if expression.is_Mul:
        return _product_is_nonnegative(expression.args, facts)
    if expression.is_Pow:
        base, exponent = expression.args
        if exponent.is_negative and not (base.is_nonzero or positive(base, facts)):
            return False  # it has no value where the base is 0
        if exponent.is_even and base.is_real:
            return True
        signed = positive(base, facts) or nonnegative(base, facts)
        return bool(exponent.is_real) and signed
    return False


def positive(expression: Any, facts: Sequence[Any] = ()) -> bool:
    """Whether the expression is more than 0: by its symbols, or as a fact and something positive.

    Examples
    --------
    >>> from sympy import symbols
    >>> x = symbols("x", real=True)
    >>> positive(x + 1, [x]), positive(x, [x])
    (True, False)
    """
    if expression.is_positive:
        return True
    if expression.is_Mul:
        return all(positive(factor, facts) for factor in expression.args)
    if expression.is_Pow and expression.exp.is_real:
        return positive(expression.base, facts)
    return any((expression - fact).expand().is_positive for fact in facts)


def _product_is_nonnegative(factors: Sequence[Any], facts: Sequence[Any]) -> bool:
    """Whether all factors have a sign, an even number of them the negative one."""
    negative = 0
    for factor in factors:
        if not nonnegative(factor, facts):
            if not _nonpositive(factor, facts):
                return False
            negative += 1
    return negative % 2 == 0


def _nonpositive(factor: Any, facts: Sequence[Any]) -> bool:
    if factor.is_nonpositive or any(_is_multiple(-factor, fact) for fact in facts):
        return True
    return factor.is_Add and all(nonnegative(-term, facts) for term in factor.args)


def _is_multiple(expression: Any, fact: Any) -> bool:
    """Whether the expression is a nonnegative number times the fact."""
    if expression == fact:
        return True
    ratio = _content(expression) / _content(fact)
    if not ratio.is_nonnegative or expression.free_symbols != fact.free_symbols:
        return False
    return vanishes(expression - ratio * fact)


def _content(expression: Any) -> Any:
    """Return the number before a product, or before all terms of a sum."""
    if expression.is_Add:
        return expression.primitive()[0]
    return expression.as_coeff_Mul()[0]
