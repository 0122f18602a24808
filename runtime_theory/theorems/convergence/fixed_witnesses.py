"""Two updates with learning rates fixed in advance, and with the schedule: what Theorem 4 meets."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from typing import Any

from runtime_theory.theorems.convergence.models import rational
from runtime_theory.theorems.kernel.witness import Witness

__all__ = ["scheduled_errors", "theorem_4_witnesses"]


@cache
def scheduled_errors(updates: int) -> tuple[tuple[Fraction, ...], tuple[Fraction, ...]]:
    """Return E F(w_j) - F* and E eta_j of the schedule (13), every outcome enumerated.

    F = w^2/2, w_0 = 0, P = 8 exponential learners, eta_max = 1/2, C = 1/100, gradients with
    noise +10 or -10, each with probability 1/20, and none otherwise.

    Examples
    --------
    >>> errors, rates = scheduled_errors(1)
    >>> str(errors[1]), str(rates[0])
    ('5/4', '1/2')
    """
    P, most, C = 8, Fraction(1, 2), Fraction(1, 100)
    states = {(Fraction(0), (Fraction(0),) * P): Fraction(1)}
    errors, rates = [Fraction(0)], []
    for _ in range(updates):
        after: dict[Any, Fraction] = {}
        mean_rate = Fraction(0)
        for (w, copies), chance in states.items():
            for i in range(P):
                old = copies[i]
                eta = most if w == old else min(C / (w - old) ** 2, most)
                mean_rate += chance / P * eta
                for noise, odds in _NOISE:
                    new = w - eta * (old + noise)
                    key = (new, (*copies[:i], new, *copies[i + 1 :]))
                    after[key] = after.get(key, Fraction(0)) + chance / P * odds
        states = after
        errors.append(sum((p * w**2 for (w, _), p in states.items()), Fraction(0)) / 2)
        rates.append(mean_rate)
    return tuple(errors), tuple(rates)


_NOISE = (
    (Fraction(10), Fraction(1, 20)),
    (Fraction(-10), Fraction(1, 20)),
    (Fraction(0), Fraction(9, 10)),
)


def _two_updates(
    L: Fraction,
    growth_: int,
    m: int,
    real: Fraction,
    p0: Fraction,
    *,
    flat: bool = False,
    shares: tuple[Fraction | int, Fraction | int] = (1, 1),
) -> Witness:
    """Return two updates of L |w|^2/2 in the plane, with stale gradients at z w, |z|^2 = p_0.

    The real part of z is chosen so that the mean of eta |w - z w|^2 is C both times; all that
    happens depends on z through its real part and its size. The rates are shares of the largest.
    """
    sigma2, M_G = Fraction(7, 3), Fraction((growth_ - 1) * m)
    rates = [share / (2 * L * growth_) for share in shares]
    squares = [Fraction(5)]
    C = rates[0] * (1 - 2 * real + p0) * squares[0]
    for eta in rates:
        square = squares[-1]
        part = (1 + p0 - C / eta / square) / 2
        if part**2 > p0:
            raise ValueError("no gradient of that size is so far from the current one")
        mean = (1 - 2 * eta * L * part + (eta * L) ** 2 * p0) * square
        squares.append(mean + eta**2 * (sigma2 + M_G * L**2 * p0 * square) / m)
    values = {
        "L": L,
        "c": L / 3 if flat else L,
        "m": Fraction(m),
        "sigma2": sigma2,
        "M_G": M_G,
        "p0": p0,
        "C": C,
        "gap": L * squares[0] / 2,
        "eta_0": rates[0],
        "eta_1": rates[1],
    }
    point = {name: rational(value) for name, value in values.items()}
    truth, sharp = rational(L * squares[2] / 2), not flat and shares == (1, 1)
    return Witness("two updates of a quadratic in the plane", point, truth, sharp=sharp)


def theorem_4_witnesses() -> tuple[Witness, ...]:
    """Return where Theorem 4 is attained, where it is not, and that larger rates break it.

    Examples
    --------
    >>> sum(witness.sharp for witness in theorem_4_witnesses())
    2
    """
    steep = Fraction(3, 2), 4, 3, Fraction(1, 2), Fraction(1, 2)
    level = Fraction(1, 7), 2, 5, Fraction(2, 5), Fraction(3, 5)
    beyond = Fraction(1001, 1000)
    return (
        _two_updates(*steep),
        _two_updates(*level),
        _two_updates(*steep, flat=True),
        *(_two_updates(*model, shares=(beyond, 1)) for model in (steep, level)),
        *(_two_updates(*model, shares=(1, beyond)) for model in (steep, level)),
    )
