"""The models behind the witnesses: against every outcome, and against one another."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from runtime_theory.theorems.convergence.models import Plane, noise_at_minimum
from runtime_theory.theorems.convergence.pushes import shares_of_batches, shares_of_learners

PLANE = Plane(
    eta=Fraction(2, 7),
    L=Fraction(3, 2),
    M_G=Fraction(4),
    sigma2=Fraction(5, 3),
    K=2,
    m=3,
    real=Fraction(1, 2),
    imaginary=Fraction(-1, 3),
    fresh=Fraction(1, 4),
    start=Fraction(25),
)


def enumerated(plane, w):
    """E|w_1|^2 from w_0 = w, a pair, over all outcomes of three-point noise of K gradients."""
    total = Fraction(0)
    for u, v, chance in (
        (Fraction(1), Fraction(0), plane.fresh),
        (plane.real, plane.imaginary, 1 - plane.fresh),
    ):
        x, y = w
        gradient = (plane.L * (u * x - v * y), plane.L * (u * y + v * x))
        size = gradient[0] ** 2 + gradient[1] ** 2
        variance = (plane.sigma2 + plane.M_G * size) / plane.m
        jump = variance + 2
        points = ((jump, variance / jump**2 / 2), (-jump, variance / jump**2 / 2))
        points += ((Fraction(0), 1 - variance / jump**2),)
        for noises in product(points, repeat=plane.K):
            shift = sum(n for n, _ in noises) / plane.K
            odds = chance
            for _, p in noises:
                odds *= p
            after = (x - plane.eta * (gradient[0] + shift), y - plane.eta * gradient[1])
            total += odds * (after[0] ** 2 + after[1] ** 2)
    return total


def test_one_update_is_the_mean_of_all_outcomes():
    assert PLANE.squares(1)[1] == enumerated(PLANE, (Fraction(3), Fraction(4)))
    assert PLANE.squares(1)[1] == enumerated(PLANE, (Fraction(5), Fraction(0)))


def test_staleness_is_what_it_says():
    w, z = complex(3, 4), complex(0.5, -1 / 3)
    stale = abs(w - z * w) ** 2 / abs(w) ** 2
    assert float(PLANE.gamma) == pytest.approx(0.75 * stale)
    assert float(PLANE.p0) == pytest.approx(0.25 + 0.75 * abs(z) ** 2)


def test_stationary_error_is_the_limit():
    assert float(PLANE.error(60)) == pytest.approx(float(PLANE.stationary), rel=1e-9)


def test_mean_squared_gradient():
    gradients = [PLANE.L**2 * s for s in PLANE.squares(4)]
    assert PLANE.mean_squared_gradient(4) == sum(gradients[:4]) / 4


def test_noise_at_the_minimum_is_one_update_from_there():
    still = Plane(Fraction(2, 7), Fraction(3, 2), Fraction(4), Fraction(5), 2, 3, start=Fraction(0))
    assert noise_at_minimum(still) == still.error(1)


@pytest.mark.parametrize("P, K", [(5, 2), (4, 4), (6, 1)])
def test_orders_of_pushes(P, K):
    shares = list(shares_of_learners(P, K))
    assert sum(shares) / len(shares) == Fraction(K, P)
    batches = list(shares_of_batches(P, K))
    assert len(batches) == P**K
    assert min(batches) == max(0, Fraction(K - P + 1, K))
