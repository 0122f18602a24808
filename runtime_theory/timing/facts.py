"""What is known of a scheme in formulas: each with the laws it holds for.

A scheme's file lists its `Fact` objects, the exact ones of a quantity before bounds on it, the
special laws before "any law".  All learners are alike and independent.  Law-free formulas are
in E[X], Var[X] and E[X_{k:n}] (`runtime_theory.formulas.vocabulary`).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import Any, final

from runtime_theory.formulas import Condition, Formula
from runtime_theory.formulas.vocabulary import order_covariance, order_mean, symbol, symbols
from runtime_theory.references import Reference

__all__ = [
    "LEFT_SIDES",
    "Fact",
    "Scope",
    "fact",
    "plain",
    "ranked_time",
    "ranked_variance",
    "stream_time",
    "stream_variance",
    "zero",
]


class Scope(StrEnum):
    """The laws of a mini-batch time that a formula holds for."""

    EXPONENTIAL = "exponential times"
    SHIFTED_EXPONENTIAL = "shifted exponential times"
    DETERMINISTIC = "deterministic times"
    NBU = "new-better-than-used times"
    NWU = "new-worse-than-used times"
    ANY = "any law"


LEFT_SIDES = MappingProxyType(
    {
        "iteration_time": r"\mathbb{E}[T]",
        "iteration_time_variance": r"\operatorname{Var}[T]",
        "iteration_time_lower": r"\mathbb{E}[T]",
        "iteration_time_upper": r"\mathbb{E}[T]",
        "mean_staleness": r"\mathbb{E}[s]",
        "staleness_pmf": r"\Pr(s)",
        "freshness": r"\Pr(s = 0)",
        "p0": "p_0",
    }
)
"""What the quantities of facts are called in LaTeX."""


@final
@dataclass(frozen=True)
class Fact:
    r"""One formula of one scheme.

    Parameters
    ----------
    quantity : str
        A key of `LEFT_SIDES`.
    scope : Scope
        Laws that it holds for.
    formula : Formula
        In plain symbols; ``relation`` says whether it is a bound, ``conditions`` when it holds.

    Examples
    --------
    >>> from runtime_theory.timing.async_ import TIMING
    >>> print(TIMING.facts[0].scope, "|", TIMING.facts[0].formula.latex)
    any law | \mathbb{E}[T] = \frac{\mathbb{E}[X]}{P}
    """

    quantity: str
    scope: Scope
    formula: Formula


def fact(
    scheme: str,
    quantity: str,
    scope: Scope,
    expression: Callable[[], Any],
    reference: Reference | None = None,
    *,
    relation: str = "=",
    conditions: tuple[Condition, ...] = (),
) -> Fact:
    """Return a fact whose formula is named after its scheme and scope.

    Examples
    --------
    >>> fact("sync", "mean_staleness", Scope.ANY, zero).formula.name
    'mean staleness of sync, any law'
    """
    name = f"{quantity.replace('_', ' ')} of {scheme}, {scope}"
    left = LEFT_SIDES[quantity]
    return Fact(
        quantity, scope, Formula(name, expression, left, reference, relation, tuple(conditions))
    )


def plain(name: str) -> Any:
    """Return the symbol of that name, or the number that the name spells.

    Examples
    --------
    >>> plain("P"), plain("1")
    (P, 1)
    """
    from sympy import Integer

    return Integer(int(name)) if name.isdigit() else symbol(name)


def ranked_time(k: str, n: str = "P") -> Any:
    """Return E[X_{k:n}], k and n named or numbers.

    Examples
    --------
    >>> ranked_time("K")
    order_mean(K, P)
    """
    return order_mean(plain(k), plain(n))


def ranked_variance(k: str, n: str = "P") -> Any:
    """Return Var X_{k:n}, k and n named or numbers.

    Examples
    --------
    >>> ranked_variance("P")
    order_covariance(P, P, P)
    """
    return order_covariance(plain(k), plain(k), plain(n))


def stream_time() -> Any:
    """Return K E[X]/P: the mean time of K mini-batches of P learners that never idle.

    Examples
    --------
    >>> stream_time()
    E_X*K/P
    """
    K, E_X, P = symbols("K E_X P")
    return K * E_X / P


def stream_variance() -> Any:
    """Return K (E[X]/P)^2: the variance of that time where the stream is a Poisson stream.

    Examples
    --------
    >>> stream_variance()
    E_X**2*K/P**2
    """
    K, E_X, P = symbols("K E_X P")
    return K * (E_X / P) ** 2


def zero() -> Any:
    """Return 0.

    Examples
    --------
    >>> zero()
    0
    """
    return plain("0")
