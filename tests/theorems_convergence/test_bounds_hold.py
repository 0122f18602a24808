"""Random quadratics, their exact error by recursion: the bounds are never violated."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest
import sympy

from runtime_theory.convergence.bounds import error_bound, gradient_norm_bound
from runtime_theory.convergence.terms import Analysis

J = 12


class Quadratic:
    """F(w) = sum_i a_i w_i^2/2; noise per direction s2_i + M a_i^2 y_i^2 of a mini-batch."""

    def __init__(self, random: Random, P: int, K: int):
        self.P, self.K, self.m = P, K, random.randint(1, 3)
        self.curvatures = sorted(Fraction(random.randint(1, 20), 10) for _ in range(3))
        self.start = [Fraction(random.randint(-9, 9), 3) for _ in range(3)]
        self.start[0] += 4
        self.M_G = Fraction(random.choice([0, 1, 7]))
        self.sigma2 = [Fraction(random.randint(0, 5), 2) for _ in range(3)]
        self.L, self.c = self.curvatures[-1], self.curvatures[0]
        self.share = Fraction(random.randint(1, 100), 100)

    def eta(self, analysis):
        largest = 1 / (self.L * (1 + self.M_G / (self.K * self.m)))
        return self.share * (largest / 2 if analysis is Analysis.ASYNC else largest)

    def sync(self, eta):
        """E F(w_j) - F* and E|grad F(w_j)|^2: K gradients at the current model."""
        square = [w**2 for w in self.start]
        losses, gradients = [], []
        for _ in range(J + 1):
            losses.append(sum(a * s for a, s in zip(self.curvatures, square, strict=True)) / 2)
            gradients.append(sum(a**2 * s for a, s in zip(self.curvatures, square, strict=True)))
            square = [
                (1 - eta * a) ** 2 * s + eta**2 * (v + self.M_G * a**2 * s) / (self.m * self.K)
                for a, s, v in zip(self.curvatures, square, self.sigma2, strict=True)
            ]
        return losses, gradients

    def k_async(self, eta):
        """The same for K of P exponential learners, and the largest gamma_j.

        A = E[w^2], B = E[w y_i], C = E[y_i^2], D = E[y_i y_k], y_i the model learner i has.
        """
        P, K = self.P, self.K
        moments = [[w**2] * 4 for w in self.start]
        losses, gradients, gamma = [], [], Fraction(0)
        for _ in range(J + 1):
            rows = list(zip(self.curvatures, moments, strict=True))
            losses.append(sum(a * A for a, (A, _, _, _) in rows) / 2)
            gradients.append(sum(a**2 * A for a, (A, _, _, _) in rows))
            apart = sum(a**2 * (A - 2 * B + C) for a, (A, B, C, _) in rows)
            gamma = max(gamma, apart / gradients[-1])
            moments = [
                self._step(eta * a, eta**2 * v / self.m, *row)
                for (a, row), v in zip(rows, self.sigma2, strict=True)
            ]
        assert P > K
        return losses, gradients, gamma

    def _step(self, x, noise, A, B, C, D):
        P, K, M = self.P, self.K, self.M_G / self.m
        q = Fraction(K, P)
        after = A - 2 * x * B + x**2 / K**2 * (K * (1 + M) * C + K * (K - 1) * D) + noise / K
        mixed = B - x * D
        others = K * (K - 1) * after + 2 * K * (P - K) * mixed + (P - K) * (P - K - 1) * D
        return [
            after,
            q * after + (1 - q) * mixed,
            q * after + (1 - q) * C,
            others / (P * (P - 1)),
        ]

    def point(self, eta, **more):
        values = {"eta": eta, "L": self.L, "c": self.c, "M_G": self.M_G, "K": self.K, "m": self.m}
        values |= {"sigma2": sum(self.sigma2), "gap": self.sync(eta)[0][0], **more}
        return {name: sympy.Rational(str(Fraction(value))) for name, value in values.items()}


def violations(analysis, point, losses, gradients):
    """Count where the exact error, or mean squared gradient, is above its bound."""
    error, norm = error_bound(analysis), gradient_norm_bound(analysis)
    assert all(condition.holds(point) for condition in error.conditions)
    above = 0
    for j in (1, 3, J):
        at = point | {"J": j}
        above += bool(sympy.Rational(str(losses[j])) > error.expr.subs(at))
        mean = sum(gradients[:j]) / j
        above += bool(sympy.Rational(str(mean)) > norm.expr.subs(at))
    return above


@pytest.mark.parametrize("analysis", [Analysis.SYNC, Analysis.SYNC_SHARP])
@pytest.mark.parametrize("seed", range(12))
def test_k_sync(analysis, seed):
    model = Quadratic(Random(seed), 8, Random(seed).randint(1, 8))
    eta = model.eta(analysis)
    assert violations(analysis, model.point(eta), *model.sync(eta)) == 0


def test_sync_checks_can_fail():
    """A learning rate twice too large does violate the bound."""
    found = 0
    for seed in range(12):
        model = Quadratic(Random(seed), 8, 4)
        model.share = Fraction(1)
        eta = Fraction(5, 2) * model.eta(Analysis.SYNC)
        losses, _ = model.sync(eta)
        bound = error_bound(Analysis.SYNC).expr.subs(model.point(eta, J=J))
        found += bool(sympy.Rational(str(losses[J])) > bound)
    assert found > 0


def test_k_async_where_gamma_allows_it():
    applicable = {Analysis.ASYNC: 0, Analysis.ASYNC_SHARP: 0}
    for seed in range(60):
        random = Random(seed)
        P = random.randint(2, 8)
        model = Quadratic(random, P, random.randint(1, P - 1))
        model.share *= Fraction(1, 4)  # gamma falls with the learning rate
        for analysis in applicable:
            eta = model.eta(analysis)
            losses, gradients, gamma = model.k_async(eta)
            point = model.point(eta, gamma=gamma, p0=Fraction(model.K, P))
            if error_bound(analysis).conditions[1].holds(point):
                applicable[analysis] += 1
                assert violations(analysis, point, losses, gradients) == 0
    assert min(applicable.values()) >= 20


def test_recursion_is_the_published_one():
    """Checked by simulation: x = .1, s^2 = 1, w_0 = 3, P = 8: E[w_10^2] of async and of 4-async."""
    for K, value in ((1, 0.3045400310), (4, 0.8701209580)):
        model = Quadratic(Random(0), 8, K)
        model.M_G, model.m = Fraction(0), 1
        row = [Fraction(9)] * 4
        for _ in range(10):
            row = model._step(Fraction(1, 10), Fraction(1, 100), *row)
        assert float(row[0]) == pytest.approx(value, abs=5e-11)
