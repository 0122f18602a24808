"""Binomials and sums as papers write them: no C(n, n), and no sum of a single term."""

from __future__ import annotations

from typing import Any

__all__ = ["choose", "total"]


def choose(n: Any, k: Any) -> Any:
    """The binomial coefficient; 1 for C(n, n), which sympy leaves open for a plain symbol n.

    Examples
    --------
    >>> from sympy import Symbol
    >>> choose(Symbol("P"), Symbol("P"))
    1
    """
    from sympy import Integer, binomial

    return Integer(1) if n == k else binomial(n, k)


def total(term: Any, index: Any, low: Any, high: Any) -> Any:
    """The sum of a term from low to high; just the term where these are equal.

    Examples
    --------
    >>> from sympy import symbols
    >>> i, P = symbols("i P")
    >>> total(i**2, i, P, P)
    P**2
    """
    from sympy import Sum, binomial

    if low == high:
        return term.subs(index, low).replace(binomial, choose)
    return Sum(term, (index, low, high))
