"""Adaptive Gauss-Kronrod: the reported error covers the true one, and the answer is good."""

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import pytest
from mpmath import mp
from numpy.polynomial import legendre

from runtime_theory.numerics.quadrature import GAUSS, KRONROD, NODES, integrate


@dataclass(frozen=True)
class Problem:
    name: str
    function: Callable
    edges: tuple[float, ...]
    truth: float
    tolerance: float = 4e-15  # relative to the integral of |f|; inf: only honesty is asked


def _peak(x):
    return np.exp(-((x / 1e-4) ** 2))


PROBLEMS = [
    Problem("exp", np.exp, (0, 1), math.e - 1),
    Problem("runge", lambda x: 1 / (1 + 25 * x**2), (-1, 1), 2 * math.atan(5) / 5),
    Problem("oscillating", lambda x: np.cos(300 * x), (0, 1), math.sin(300) / 300),
    Problem("odd", lambda x: x**3, (-1, 1), 0.0),
    Problem("sqrt", np.sqrt, (0, 1), 2 / 3),
    Problem("log", np.log, (0, 1), -1.0),
    Problem("singular", lambda x: x**-0.5, (0, 1), 2.0, 1e-7),
    Problem("nearly not integrable", lambda x: x**-0.9, (0, 1), 10.0, math.inf),
    Problem("kink at an edge", lambda x: np.abs(x - 1 / 3), (0, 1 / 3, 1), 5 / 18),
    Problem("kink inside", lambda x: np.abs(x - 1 / 3), (0, 1), 5 / 18),
    Problem("step at an edge", lambda x: 1.0 * (x < 1), (0, 1, 1e4), 1.0),
    Problem("step inside", lambda x: 1.0 * (x < math.pi / 4), (0, 1), math.pi / 4),
    Problem("narrow peak", _peak, (-1, -1e-3, 1e-3, 1), 1e-4 * math.sqrt(math.pi)),
    Problem("far tail", lambda x: np.exp(-x), (0, 1, 10, 100, 700), 1.0),
    Problem("tiny numbers", lambda x: 1e-300 * np.exp(x), (0, 1), 1e-300 * (math.e - 1)),
    Problem("huge numbers", lambda x: 1e300 * np.exp(x), (0, 1), 1e300 * (math.e - 1)),
    Problem("zero", np.zeros_like, (0, 1), 0.0),
]
by_name = pytest.mark.parametrize("problem", PROBLEMS, ids=lambda p: p.name)


@by_name
def test_the_reported_error_is_honest(problem):
    result = integrate(problem.function, np.array(problem.edges))
    assert abs(result.value - problem.truth) <= result.error


@by_name
def test_the_answer_is_accurate(problem):
    result = integrate(problem.function, np.array(problem.edges))
    assert abs(result.value - problem.truth) <= problem.tolerance * result.absolute
    assert result.error <= 2 * problem.tolerance * result.absolute


@by_name
@pytest.mark.parametrize("limit", [21, 100, 1000])
def test_the_error_stays_honest_when_the_work_runs_out(problem, limit):
    result = integrate(problem.function, np.array(problem.edges), max_evaluations=limit)
    assert abs(result.value - problem.truth) <= result.error


@pytest.mark.parametrize("rtol", [1e-3, 1e-6, 1e-9])
@by_name
def test_the_error_stays_honest_at_loose_tolerances(problem, rtol):
    result = integrate(problem.function, np.array(problem.edges), rtol=rtol)
    assert abs(result.value - problem.truth) <= result.error


def test_the_work_limit_is_said():
    hard = integrate(lambda x: x**-0.9, np.array([0.0, 1.0]), max_evaluations=500)
    assert not hard.converged
    assert hard.evaluations < 1000
    assert integrate(np.exp, np.array([0.0, 1.0])).converged


def test_a_looser_tolerance_costs_less():
    work = [
        integrate(np.sqrt, np.array([0.0, 1.0]), rtol=rtol).evaluations
        for rtol in (1e-4, 1e-8, 1e-12)
    ]
    assert work == sorted(set(work))


def test_absolute_tolerance_stops_early():
    edges = np.array([0.0, 1.0])
    rough = integrate(np.sqrt, edges, atol=1e-3)
    assert rough.evaluations < 0.3 * integrate(np.sqrt, edges).evaluations
    assert abs(rough.value - 2 / 3) < 1e-3


def test_one_call_serves_a_whole_generation():
    calls = []

    def counted(x):
        calls.append(x.size)
        return np.sqrt(x) * np.cos(40 * x)

    result = integrate(counted, np.linspace(0.0, 1.0, 9))
    assert result.converged
    assert sum(calls) == result.evaluations
    assert len(calls) <= 60
    assert calls[0] == 8 * 23


@pytest.mark.parametrize("edges", [[], [1.0], [1.0, 1.0]])
def test_nothing_to_integrate_is_zero(edges):
    assert integrate(np.exp, np.array(edges)).value == 0.0


def test_repeated_edges_are_skipped():
    once = integrate(np.exp, np.array([0.0, 0.5, 1.0]))
    twice = integrate(np.exp, np.array([0.0, 0.5, 0.5, 1.0, 1.0]))
    assert twice == once


def test_the_smallest_interval_ends_the_bisection():
    """A function that no polynomial resolves: the search ends where doubles do."""
    noise = np.random.default_rng(1)
    result = integrate(lambda x: noise.random(x.size), np.array([1.0, 1.0 + 1e-14]))
    assert 0.0 < result.value < 1e-14


@pytest.mark.parametrize("degree", range(33))
def test_kronrod_is_exact_up_to_degree_31(degree):
    exact = (1 - (-1) ** (degree + 1)) / (degree + 1)
    assert abs(NODES**degree @ KRONROD - exact) < (1e-15 if degree <= 31 else 1)
    if degree <= 19:
        assert abs(NODES**degree @ GAUSS - exact) < 1e-15


def test_the_pair_is_the_published_one():
    """Every second node is Gauss's; the others are roots of Stieltjes' polynomial E_11."""
    assert np.allclose(NODES[1::2], legendre.leggauss(10)[0], rtol=0, atol=1e-16)
    assert np.all(GAUSS[::2] == 0)
    with mp.workdps(30):
        # E_11 is orthogonal to all lower powers with the weight P_10.
        roots = [mp.mpf(x) for x in NODES[::2]]
        for power in range(11):
            value = mp.quad(
                lambda x, j=power: mp.legendre(10, x) * mp.fprod(x - r for r in roots) * x**j,
                [-1, -0.5, 0, 0.5, 1],
            )
            assert abs(value) < mp.mpf(10) ** -17, power
