"""The sums g and h of K-batch-async, read off the exact long run of all copies."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from functools import cache
from typing import Any

from runtime_theory.theorems.dynamics.copies import Copies
from runtime_theory.theorems.dynamics.witnesses import CASES
from runtime_theory.theorems.kernel.witness import Witness

__all__ = ["sum_witnesses", "with_sums"]


def sum_witnesses(claim: int) -> tuple[Witness, ...]:
    """Return the two sums, as claims `claim` and `claim` + 1."""
    pairs = [(case.P, case.K) for case in CASES["k-batch-async"]]
    return tuple(
        Witness(
            f"the long run of all copies of {P} learners, K={K}",
            {"P": P, "K": K},
            _number(value),
            sharp=True,
            claim=claim + index,
        )
        for P, K in [*pairs, (3, 1), (2, 2), (3, 4)]
        for index, value in enumerate(_sums(P, K))
    )


def with_sums(
    witnesses: tuple[Witness, ...] | Callable[[], tuple[Witness, ...]],
) -> tuple[Witness, ...]:
    """Return the witnesses with g and h among their numbers."""
    found = witnesses() if callable(witnesses) else witnesses
    return tuple(replace(w, point={**w.point, **_named(w.point)}) for w in found)


def _named(point: Any) -> dict[str, Any]:
    g, h = _sums(int(point["P"]), int(point["K"]))
    return {"g": _number(g), "h": _number(h)}


@cache
def _sums(P: int, K: int) -> tuple[Fraction, Fraction]:
    """Solve gamma and E[w^2] at one small learning rate, without multiplicative noise, for them."""
    x = Fraction(1, 10)
    case = Copies("k-batch-async", P, K, x, s2=Fraction(1))
    moments = case.long_run
    if moments is None:
        raise ValueError(f"the moments grow for ever for {case}")
    g = 2 * (P - 1) / case.ratio_of(moments) - K / x
    quadratic = x**2 * (K + g * x) / (x * moments[0][0])
    gamma = (2 * K**2 - (K + 2 * (P - 1) - 2 * g) * K * x - quadratic) / x**2
    return g, (gamma - K * g) / (2 * (P - 1))


def _number(value: Fraction) -> Any:
    from sympy import Rational

    return Rational(value.numerator, value.denominator)
