"""Means, variances and covariances of order statistics of loc + scale Y in symbols."""

from __future__ import annotations

from abc import ABC
from typing import Any

from runtime_theory.distributions.families.exact import (
    Number,
    as_printed,
    as_sympy,
    each,
    is_mirror,
)
from runtime_theory.distributions.families.standard_form import StandardForm

__all__ = ["SymbolicMoments"]


class SymbolicMoments(ABC):
    """The symbolic answers of a member; all are None where its family has no closed form.

    Expressions are to be read, so 0.2 stands as 1/5; with `exact` as the fraction that the float
    is. A symbol as scale stands for a positive number, so -b mirrors. Ranks and n may be symbols
    unless ``family.integers_only``.

    Examples
    --------
    >>> from sympy import symbols
    >>> from runtime_theory.distributions.families import uniform
    >>> uniform.FAMILY.member(a=1, b=3).cov_symbolic(*symbols("j k n"))
    4*j*(-k + n + 1)/((n + 1)**2*(n + 2))
    """

    family: StandardForm
    params: tuple[tuple[str, Any], ...]
    loc: Number
    scale: Number

    def mean_symbolic(self, k: Any, n: Any, *, exact: bool = False) -> Any:
        """E[X_{k:n}] as a sympy expression; k, n symbols unless ``family.integers_only``.

        To be read, so 0.2 stands as 1/5; with `exact` as the fraction that the float is.
        """
        inner, loc, scale = self._symbolic((k,), n, self.family.standard_mean, exact=exact)
        return loc + scale * inner

    def var_symbolic(self, k: Any, n: Any, *, exact: bool = False) -> Any | None:
        """Var X_{k:n} as a sympy expression, or None."""
        inner, _, scale = self._symbolic((k,), n, self.family.standard_variance, exact=exact)
        return None if inner is None else scale**2 * inner

    def cov_symbolic(self, j: Any, k: Any, n: Any, *, exact: bool = False) -> Any | None:
        """Cov(X_{j:n}, X_{k:n}) as a sympy expression, or None; of two symbols j is the lower."""
        if j == k:
            return self.var_symbolic(k, n, exact=exact)
        low, high = (k, j) if (as_sympy(k) - j).is_negative else (j, k)
        inner, _, scale = self._symbolic(
            (low, high), n, self.family.standard_covariance, exact=exact
        )
        return None if inner is None else scale**2 * inner

    def _symbolic(
        self, ranks: tuple[Any, ...], n: Any, question: Any, *, exact: bool
    ) -> tuple[Any, Any, Any]:
        """Answer for the standard form, location and scale; in a mirrored law the ranks swap."""
        import sympy

        convert = as_sympy if exact else as_printed
        shapes = {name: each(value, convert) for name, value in self.params}
        loc, scale = convert(self.loc), convert(self.scale)
        *counted, n = map(sympy.sympify, (*ranks, n))
        if is_mirror(scale):
            counted = [n + 1 - rank for rank in reversed(counted)]
        return question(*counted, n, shapes), loc, scale
