"""A law on finitely many values: its moments are finite sums of exact numbers."""

from __future__ import annotations

from functools import cached_property
from math import comb
from typing import Any, final

from runtime_theory.distributions.families.exact import as_printed, as_sympy
from runtime_theory.errors import NoMethodError
from runtime_theory.expressions.law import SymbolicLaw
from runtime_theory.timing.facts import Scope

__all__ = ["MOST_VALUES", "AtomsLaw"]

MOST_VALUES = 200
"""Largest number of values whose sums are written out."""


@final
class AtomsLaw(SymbolicLaw):
    """A discrete law or a trace (David and Nagaraja 2003, section 3.2).

    Parameters
    ----------
    values, weights : sequence of numbers
        The values, rising, and their probabilities up to a common factor.
    name : str, keyword-only
        What to call it.
    scopes : frozenset of Scope, keyword-only
        What is known of it.
    precise : bool, keyword-only
        Take floats for the binary fractions they are.

    Examples
    --------
    >>> AtomsLaw([1, 2, 4], [1, 1, 1]).order_mean(2, 2)
    3
    """

    only_integers = True

    def __init__(
        self,
        values: Any,
        weights: Any,
        *,
        name: str = "this law",
        scopes: frozenset[Scope] = frozenset({Scope.ANY}),
        precise: bool = False,
    ) -> None:
        self.name, self._scopes = name, scopes
        self._points, self._masses, self._precise = values, weights, precise

    @cached_property
    def values(self) -> list[Any]:
        """The values, exact."""
        return list(map(self._exact, self._points))

    @cached_property
    def probabilities(self) -> list[Any]:
        """Their probabilities, exact; they sum to one."""
        weights = list(map(self._exact, self._masses))
        total = sum(weights)
        return [weight / total for weight in weights]

    def _exact(self, number: Any) -> Any:
        return as_sympy(number) if self._precise else as_printed(number)

    @property
    def scopes(self) -> frozenset[Scope]:
        return self._scopes

    def mean(self) -> Any:
        return self._moment(1, 1, 1)

    def variance(self) -> Any:
        return self.order_covariance(1, 1, 1)

    def order_mean(self, k: Any, n: Any) -> Any:
        return self._moment(k, n, 1)

    def order_covariance(self, j: Any, k: Any, n: Any) -> Any:
        if j != k:
            raise NoMethodError(
                f"no closed form is known for the covariance of different order statistics of "
                f"{self.name}"
            )
        return self._moment(k, n, 2) - self._moment(k, n, 1) ** 2

    def _moment(self, k: Any, n: Any, r: int) -> Any:
        """E[X_{k:n}^r]: the sum over values of x^r (Pr[X_{k:n} <= x] - Pr[X_{k:n} < x])."""
        from sympy import Integer

        if len(self._points) > MOST_VALUES:
            raise NoMethodError(
                f"sums over more than {MOST_VALUES} values are not written out, {self.name} has "
                f"{len(self._points)}: rt.order_statistic(X, k, n) adds them up"
            )
        if not all(getattr(rank, "is_Integer", isinstance(rank, int)) for rank in (k, n)):
            raise NoMethodError(
                f"E[X_{{k:n}}] of {self.name} is known for given integers, got k={k}, n={n}"
            )
        total, reached, before = Integer(0), Integer(0), Integer(0)
        for value, probability in zip(self.values, self.probabilities, strict=True):
            reached += probability
            until = _at_least(int(k), int(n), reached)
            total += value**r * (until - before)
            before = until
        return total


def _at_least(k: int, n: int, u: Any) -> Any:
    """Pr[at least k of n uniform draws are <= u]."""
    return sum(comb(n, i) * u**i * (1 - u) ** (n - i) for i in range(k, n + 1))
