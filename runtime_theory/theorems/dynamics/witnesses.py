"""Points at which the exact second moments of all copies tell a formula from its mutants."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cache
from typing import Any

from runtime_theory.theorems.dynamics.copies import Copies, Matrix
from runtime_theory.theorems.kernel.witness import Witness

__all__ = [
    "CASES",
    "critical",
    "critical_witnesses",
    "gamma_limit_witnesses",
    "long_run_witnesses",
    "path_witnesses",
    "update_witnesses",
]

CASES = {
    "k-sync": (
        Copies("k-sync", 5, 3, Fraction(2, 7), Fraction(5, 3), Fraction(3, 4), Fraction(7, 5)),
        Copies("k-sync", 4, 1, Fraction(3, 8), Fraction(2, 5), Fraction(9, 7), Fraction(1, 6)),
    ),
    "async": (
        Copies("k-async", 3, 1, Fraction(2, 7), Fraction(5, 3), Fraction(3, 4), Fraction(7, 5)),
        Copies("k-async", 2, 1, Fraction(3, 8), Fraction(2, 5), Fraction(9, 7), Fraction(1, 6)),
    ),
    "k-async": (
        Copies("k-async", 3, 2, Fraction(2, 7), Fraction(5, 3), Fraction(3, 4), Fraction(7, 5)),
        Copies("k-async", 3, 1, Fraction(3, 8), Fraction(2, 5), Fraction(9, 7), Fraction(1, 6)),
        Copies("k-async", 4, 2, Fraction(1, 8), Fraction(9, 5), Fraction(5, 7), Fraction(5, 6)),
    ),
    "k-batch-async": (
        Copies(
            "k-batch-async", 3, 2, Fraction(2, 7), Fraction(5, 3), Fraction(3, 4), Fraction(7, 5)
        ),
        Copies(
            "k-batch-async", 2, 3, Fraction(3, 8), Fraction(2, 5), Fraction(9, 7), Fraction(1, 6)
        ),
        Copies(
            "k-batch-async", 4, 3, Fraction(1, 8), Fraction(9, 5), Fraction(5, 7), Fraction(5, 6)
        ),
    ),
}
"""Problems with generic numbers; async is a scheme of its own. The first two are small."""

_RATIOS = {
    "async": (
        Copies("k-async", 4, 1, Fraction(1), Fraction(5, 3), Fraction(3, 4), Fraction(1, 5)),
        Copies("k-async", 5, 1, Fraction(1), Fraction(2, 5), Fraction(9, 7)),
    ),
    "k-async": (
        Copies("k-async", 4, 1, Fraction(1), Fraction(5, 3), Fraction(3, 4), Fraction(1, 5)),
        Copies("k-async", 5, 2, Fraction(1), Fraction(7, 5), Fraction(9, 7)),
    ),
    "k-batch-async": (
        Copies("k-batch-async", 4, 2, Fraction(1), Fraction(5, 3), Fraction(3, 4)),
        Copies("k-batch-async", 4, 3, Fraction(1), Fraction(2, 5), Fraction(9, 7)),
    ),
}
"""Problems in which gamma reaches 1 where they are stable; at which rate is what is asked for."""

_MOMENTS = {"A": Fraction(11, 3), "B": Fraction(7, 3), "C": Fraction(19, 5), "D": Fraction(12, 7)}
_WIDTH = Fraction(1, 10**5)


def update_witnesses(scheme: str, *, equal: bool = False) -> tuple[Witness, ...]:
    """Return the moments after an update from generic ones, for claims A', B', C' and D'.

    With ``equal`` from copies that all equal w.
    """
    found = []
    for case in CASES[scheme]:
        moments = case.after(_MOMENTS["A"], 0) if equal else _exchangeable(case.learners)
        after = case.update(moments)
        truths = (after[0][0], after[0][1], after[1][1], after[1][-1])
        for claim, truth in enumerate(truths):
            model = f"all copies of {case.P} learners, K={case.K}"
            point = _rational(_point(case) | _MOMENTS | {"A_next": after[0][0]})
            found.append(Witness(model, point, _number(truth), sharp=True, claim=claim))
    return tuple(found)


def path_witnesses(
    scheme: str, starts: Iterable[tuple[Fraction, int]], claim: int = 0
) -> tuple[Witness, ...]:
    """Return E[w_J^2] for pairs of w_0 and J."""
    return tuple(
        Witness(
            f"all copies of {case.P} learners, K={case.K}, J={J}",
            _rational(_point(case) | {"w_0": start, "J": Fraction(J)}),
            _number(case.after(start**2, J)[0][0]),
            sharp=True,
            claim=claim,
        )
        for case in CASES[scheme]
        for start, J in starts
    )


def long_run_witnesses(
    scheme: str, quantities: Sequence[Callable[[Copies, Matrix], Any]]
) -> tuple[Witness, ...]:
    """Return the long run, one claim a quantity: inside, and on either side of stability."""
    return tuple(
        Witness(
            f"all copies of {case.P} learners, K={case.K}, {place}",
            _rational(_point(case)),
            _value(case, quantity),
            sharp=case.long_run is not None,
            claim=claim,
        )
        for base in CASES[scheme][:2]
        for place, case in _places(base)
        for claim, quantity in enumerate(quantities)
    )


def critical_witnesses(scheme: str, claim: int) -> tuple[Witness, ...]:
    """Return brackets of the learning rate from which on the moments grow for ever."""
    return tuple(
        Witness(
            f"all copies of {case.P} learners, K={case.K}, between a stable and an unstable rate",
            _rational(_point(case)),
            tuple(map(_number, critical(case))),
            sharp=True,
            within=_number(2 * _WIDTH),
            claim=claim,
        )
        for case in CASES[scheme][:2]
    )


def gamma_limit_witnesses(scheme: str, claim: int = 0) -> tuple[Witness, ...]:
    """Return up to where gamma of the long run is at most 1, interpolated from exact values.

    In the `CASES` that is all the way to where the moments grow for ever.
    """
    for case in CASES[scheme][:2]:
        if _ratio(replace(case, eta=critical(case)[0])) > 1:
            raise ValueError(f"gamma exceeds 1 below the critical learning rate of {case}")
    return critical_witnesses(scheme, claim) + tuple(
        Witness(
            f"all copies of {case.P} learners, K={case.K}, at small learning rates",
            _rational(_point(case)),
            _number(_crossing(case)),
            sharp=True,
            claim=claim,
        )
        for case in _RATIOS[scheme]
    )


def _crossing(case: Copies) -> Fraction:
    """Return the learning rate at which 1/gamma, linear in 1/eta, is 1."""
    rates = [Fraction(1, number) / case.a for number in (20, 30, 50)]
    inverse = [1 / _ratio(replace(case, eta=rate)) for rate in rates]
    slope = (inverse[1] - inverse[0]) / (1 / rates[1] - 1 / rates[0])
    if inverse[2] - inverse[0] != slope * (1 / rates[2] - 1 / rates[0]):
        raise ValueError(f"1/gamma is not linear in 1/eta for {case}")
    crossing = 1 / (1 / rates[0] + (1 - inverse[0]) / slope)
    if _ratio(replace(case, eta=crossing)) != 1:
        raise ValueError(f"gamma is not 1 at {crossing} for {case}")
    return crossing


def _ratio(case: Copies) -> Fraction:
    moments = case.long_run
    if moments is None:
        raise ValueError(f"the moments grow for ever for {case}")
    return case.ratio_of(moments)


@cache
def critical(case: Copies) -> tuple[Fraction, Fraction]:
    """Return a stable and an unstable learning rate that are close together."""
    return case.critical(_WIDTH)


def _places(case: Copies) -> Iterable[tuple[str, Copies]]:
    below, above = critical(case)
    yield "in between", case
    yield "just stable", replace(case, eta=below)
    yield "just unstable", replace(case, eta=above)


def _value(case: Copies, quantity: Callable[[Copies, Matrix], Any]) -> Any:
    """Return the truth: infinite where the moments grow for ever."""
    from sympy import oo

    moments = case.long_run
    return oo if moments is None else _number(quantity(case, moments))


def _exchangeable(learners: int) -> Matrix:
    """Return a covariance with the moments A, B, C and D."""
    A, B, C, D = _MOMENTS.values()
    size = learners + 1
    return [[_entry(i, k, A, B, C, D) for k in range(size)] for i in range(size)]


def _entry(i: int, k: int, A: Any, B: Any, C: Any, D: Any) -> Any:
    if i == k:
        return C if i else A
    return D if i and k else B


def _point(case: Copies) -> dict[str, Any]:
    names = ("P", "K", "eta", "a", "s2", "M")
    return {name: getattr(case, name) for name in names}


def _rational(point: dict[str, Any]) -> dict[str, Any]:
    return {name: _number(value) for name, value in point.items()}


def _number(value: Any) -> Any:
    from sympy import Rational

    exact = Fraction(value)
    return Rational(exact.numerator, exact.denominator)
