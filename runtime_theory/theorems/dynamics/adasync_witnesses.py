"""The best K by trying them all, or by halving an interval: witnesses of AdaSync's rules."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import partial
from typing import Any

from runtime_theory.theorems.kernel.witness import Witness

__all__ = [
    "integer_witnesses",
    "practical_witnesses",
    "stale_witnesses",
    "stationary_witnesses",
]

_PROBLEMS = (
    {"L": (5, 3), "eta": (2, 7), "t": (11, 4), "m": (3, 2), "F_t": (7, 9), "rate": (4, 5)},
    {"L": (1, 2), "eta": (3, 5), "t": (9, 5), "m": (7, 3), "F_t": (13, 6), "rate": (9, 4)},
)
_DIGITS = 60


def integer_witnesses(scheme: str) -> tuple[Witness, ...]:
    """Return the least of the best K, where two are equally good and just beside it."""
    found = []
    for problem in _PROBLEMS:
        for P, K, beyond in ((3, 1, 0), (3, 1, 1), (8, 2, 0), (8, 5, 1), (8, 5, 0), (5, 4, 1)):
            numbers = {name: Fraction(*value) for name, value in problem.items()}
            variance = _indifferent(scheme, P, K, numbers) * (1 + Fraction(beyond, 10**6))
            numbers["sigma2"] = variance
            highest = P if scheme == "k-sync" else 5 * K + 5
            values = [_bound(scheme, k, P, numbers) for k in range(1, highest + 1)]
            truth = 1 + values.index(min(values))
            model = f"the best of all K up to {highest}, P={P}"
            found.append(Witness(model, _point(scheme, P, numbers), truth, sharp=True))
    return tuple(found)


def stationary_witnesses(scheme: str) -> tuple[Witness, ...]:
    """Return where u is least over real K, log(P/(P-K)) in the place of H_P - H_{P-K}."""
    return tuple(
        _least(scheme, P, {n: Fraction(*v) for n, v in problem.items()} | {"sigma2": variance})
        for problem in _PROBLEMS
        for P, variance in ((8, Fraction(3)), (5, Fraction(200)))
    )


def practical_witnesses(scheme: str) -> tuple[Witness, ...]:
    """Return where u is least at loss F_t, for the noise of which K_0 was best at loss F_0."""
    found = []
    cases = ((8, Fraction(3, 2), 5, 2), (20, Fraction(5), 7, 3), (8, Fraction(1, 2), 2, 9))
    for P, K_0, F_0, F_t in cases:
        noise = F_0 * _slope(scheme, K_0, P) / -_slope("noise", K_0, P)
        ends = _minimiser(_weighed(scheme, P, F_t, noise), _highest(scheme, P))
        point = {"P": P, "K_0": _number(K_0), "F_0": F_0, "F_t": F_t}
        model = f"halving an interval that holds the best real K, P={P}"
        found.append(Witness(model, point, ends, sharp=True, within=ends[1] - ends[0]))
    return tuple(found)


def stale_witnesses() -> tuple[Witness, ...]:
    """Return where the bound divided by 1 - gamma + K/(2 P) is least over real K."""
    found = []
    for problem in _PROBLEMS:
        for P, variance, gamma in ((8, 3, "0.2"), (5, 20, "0.6")):
            numbers = {n: Fraction(*v) for n, v in problem.items()} | {"sigma2": Fraction(variance)}
            model = f"halving an interval that holds the best real K, P={P}, gamma={gamma}"
            ends = _least("k-sync", P, numbers, partial(_share, P, Fraction(gamma))).truth
            found.append(Witness(model, _point("k-sync", P, numbers), ends))
    return tuple(found)


def _time(scheme: str, K: int, P: int) -> Fraction:
    """E[T] of exponential learners of rate 1."""
    if scheme == "k-sync":
        return sum((Fraction(1, i) for i in range(P - K + 1, P + 1)), Fraction(0))
    return Fraction(K, P)


def _bound(scheme: str, K: int, P: int, numbers: dict[str, Fraction]) -> Fraction:
    """u(K), from its definition."""
    n = numbers
    time = _time(scheme, K, P) / n["rate"]
    return 2 * n["F_t"] * time / (n["eta"] * n["t"]) + n["L"] * n["eta"] * n["sigma2"] / (
        K * n["m"]
    )


def _indifferent(scheme: str, P: int, K: int, numbers: dict[str, Fraction]) -> Fraction:
    """Return the variance at which u(K) = u(K + 1), linear in it."""
    ends = []
    for variance in (Fraction(0), Fraction(1)):
        with_it = numbers | {"sigma2": variance}
        ends.append(_bound(scheme, K + 1, P, with_it) - _bound(scheme, K, P, with_it))
    return ends[0] / (ends[0] - ends[1])


def _share(P: int, gamma: Fraction, K: Any) -> Any:
    """Return gamma' of K-async, whose p_0 is K/P."""
    return 1 - _float(gamma) + K / (2 * P)


def _one(K: Any) -> Any:
    return 1


def _least(
    scheme: str, P: int, numbers: dict[str, Fraction], divisor: Callable[[Any], Any] = _one
) -> Witness:
    n = numbers
    weight = 2 * n["F_t"] / (n["eta"] * n["t"] * n["rate"])
    noise = n["L"] * n["eta"] * n["sigma2"] / n["m"]
    bound = _weighed(scheme, P, weight, noise)
    ends = _minimiser(lambda K: bound(K) / divisor(K), _highest(scheme, P))
    model = f"halving an interval that holds the best real K, P={P}"
    point = _point(scheme, P, numbers)
    return Witness(model, point, ends, sharp=True, within=ends[1] - ends[0])


def _weighed(scheme: str, P: int, weight: Any, noise: Any) -> Callable[[Any], Any]:
    """Return weight E[T(K)] + noise/K as a function of a real K."""

    def value(K: Any) -> Any:
        return _float(weight) * _smooth(scheme, K, P) + _float(noise) * _smooth("noise", K, P)

    return value


def _smooth(kind: str, K: Any, P: int) -> Any:
    """E[T] at a real K for rate 1, or 1/K."""
    import mpmath

    if kind == "noise":
        return 1 / K
    return mpmath.log(P / (P - K)) if kind == "k-sync" else K / P


def _slope(kind: str, K: Fraction, P: int) -> Any:
    """A difference quotient, right to 30 digits."""
    import mpmath

    with mpmath.workdps(2 * _DIGITS):
        here, step = _float(K), mpmath.mpf(10) ** -(_DIGITS // 2)
        return (_smooth(kind, here + step, P) - _smooth(kind, here - step, P)) / (2 * step)


def _highest(scheme: str, P: int) -> int:
    return P if scheme == "k-sync" else 1000 * P


def _minimiser(value: Callable[[Any], Any], highest: int) -> tuple[Any, Any]:
    """Enclose the least point of a convex function of 0 < K < highest, to 15 digits."""
    import mpmath
    from sympy import Rational

    with mpmath.workdps(_DIGITS):
        low, high, step = mpmath.mpf(0), mpmath.mpf(highest), mpmath.mpf(10) ** -20
        low, high = low + 2 * step, high - 2 * step
        while high - low > step:
            middle = (low + high) / 2
            rising = value(middle + step) > value(middle - step)
            low, high = (low, middle) if rising else (middle, high)
        centre = Rational(mpmath.nstr(low, 30))
    return centre - Rational(1, 10**15), centre + Rational(1, 10**15)


def _float(value: Any) -> Any:
    import mpmath

    if isinstance(value, Fraction):
        return mpmath.mpf(value.numerator) / value.denominator
    return mpmath.mpf(value)


def _point(scheme: str, P: int, numbers: dict[str, Fraction]) -> dict[str, Any]:
    names = {name: _number(value) for name, value in numbers.items() if name != "rate"}
    rate = _number(numbers["rate"])
    return names | {"P": P} | ({"mu": rate} if scheme == "k-sync" else {"E_X": 1 / rate})


def _number(value: Fraction) -> Any:
    from sympy import Rational

    return Rational(value.numerator, value.denominator)
