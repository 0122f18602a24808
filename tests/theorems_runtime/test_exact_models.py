"""The models behind the witnesses: against published numbers, enumeration and simulation."""

import heapq
from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from scipy import integrate, stats

import runtime_theory as rt
from runtime_theory.theorems.runtime.models.chains import long_run, solve, until
from runtime_theory.theorems.runtime.models.lattice import (
    LatticeLaw,
    time_of_pushes,
    update_time_and_staleness,
)
from runtime_theory.theorems.runtime.models.phases import Phases, first_pushes_time, update_time
from runtime_theory.theorems.runtime.points import BETTER, COIN, EXPONENTIAL, FIXED, NARROW, WORSE

HALF = Fraction(1, 2)


# ------------------------------------------------------------------ chains


def test_linear_systems_are_solved_exactly():
    rng = np.random.default_rng(1)
    for size in (1, 2, 5, 9):
        dense = rng.integers(-4, 5, (size, size)) + 9 * np.eye(size, dtype=int)
        rows = [{j: Fraction(int(v)) for j, v in enumerate(row) if v} for row in dense]
        right = [Fraction(int(v)) for v in rng.integers(-9, 9, size)]
        found = solve(rows, right)
        for row, value in zip(rows, right, strict=True):
            assert sum(entry * found[j] for j, entry in row.items()) == value


@pytest.mark.parametrize("rows", [[{0: 1, 1: 1}, {0: 2, 1: 2}], [{}, {0: 1}]])
def test_systems_without_a_unique_solution_are_refused(rows):
    fractions = [{j: Fraction(v) for j, v in row.items()} for row in rows]
    with pytest.raises(ValueError, match="no unique solution"):
        solve(fractions, [Fraction(1), Fraction(3)])


def test_a_walk_round_a_circle_and_home():
    def around(state):
        yield Fraction(2, 3), (state + 1) % 5, (Fraction(1), Fraction(state == 4))
        yield Fraction(1, 3), (state - 1) % 5, (Fraction(1), Fraction(0))

    assert long_run(around, 0) == (1, Fraction(2, 15))
    assert (
        until(lambda s: around(s) if s else [(Fraction(1), 1, (Fraction(1),))], 0, lambda s: s == 1)
        == 1
    )


# ------------------------------------------------------------------ laws


@pytest.mark.parametrize("law", [EXPONENTIAL, BETTER, WORSE])
@pytest.mark.parametrize("ranks", [(1, 1), (1, 4), (3, 4), (4, 4)])
def test_order_means_of_phases_are_those_of_quadrature(law, ranks):
    mixed = {
        EXPONENTIAL: stats.expon(scale=7 / 3),
        BETTER: stats.gamma(2, scale=2 / 3),
        WORSE: rt.parse_law("hyperexponential(p=[0.8, 0.2], rates=[4, 0.25])"),
    }[law]
    expected = rt.order_statistic(mixed, *ranks).mean()
    assert float(law.order_mean(*ranks)) == pytest.approx(expected.value, rel=1e-10)
    assert law.mean == law.order_mean(1, 1)


@pytest.mark.parametrize("law", [COIN, NARROW, FIXED])
def test_order_means_of_lattices_are_those_of_discrete_laws(law):
    discrete = rt.Discrete(law.values, [float(p) for p in law.probabilities])
    for k, n in product(range(1, 4), range(1, 4)):
        if k <= n:
            expected = rt.order_statistic(discrete, k, n).mean().value
            assert float(law.order_mean(k, n)) == pytest.approx(expected, rel=1e-12)


@pytest.mark.parametrize("law", [COIN, EXPONENTIAL])
@pytest.mark.parametrize("ranks", [(0, 2), (3, 2), (1.5, 2), (1, 2.5)])
def test_ranks_that_do_not_exist_are_refused(law, ranks):
    with pytest.raises(ValueError, match="there is no"):
        law.order_mean(*ranks)


# ------------------------------------------------------------------ learners


PHASES = {
    "worse": (WORSE, (0.125, 0.6855997035, 2.4346505240, 4.7948725196)),
    "two": (Phases.erlang(2, Fraction(1)), (0.25, 1.2383364795, 3.0112259187, 4.3605858529)),
    "three": (Phases.erlang(3, Fraction(1)), (0.375, 1.8481411160, 4.2377317459)),
}


@pytest.mark.parametrize("name", PHASES)
def test_k_async_of_eight_learners(name):
    """Numbers that an event simulation and another program found."""
    law, published = PHASES[name]
    for K, value in zip((1, 4, 7, 8), published, strict=False):
        if (name, K) != ("three", 7):
            assert float(update_time(8, K, law)) == pytest.approx(value, abs=6e-11)


def simulated(P, K, law, batch, updates, seed):
    """Mean time of an update and mean staleness, learner by learner with a heap."""
    rng = np.random.default_rng(seed)
    draws = iter(
        rng.choice(law.values, size=3 * K * updates + P, p=[float(p) for p in law.probabilities])
    )
    ties = iter(rng.random(3 * K * updates + P))
    events = [(next(draws), next(ties), 0) for _ in range(P)]
    heapq.heapify(events)
    version, staleness, time = 0, 0, 0.0
    while version < updates:
        for pushed in range(1, K + 1):
            time, _, read = heapq.heappop(events)
            staleness += version - read
            if batch and pushed < K:
                heapq.heappush(events, (time + next(draws), next(ties), version))
        version += 1
        for _ in range(1 if batch else K):
            heapq.heappush(events, (time + next(draws), next(ties), version))
    return time / updates, staleness / (K * updates)


@pytest.mark.parametrize("law", [COIN, NARROW])
@pytest.mark.parametrize("batch", [True, False])
@pytest.mark.parametrize("counts", [(2, 1), (3, 2), (3, 3)])
def test_lattice_learners_are_those_of_a_simulation(law, batch, counts):
    P, K = counts
    time, staleness = update_time_and_staleness(P, K, law, batch=batch)
    seen = simulated(P, K, law, batch, 40_000, 5)
    assert float(time) == pytest.approx(seen[0], rel=0.01)
    assert float(staleness) == pytest.approx(seen[1], abs=0.02)


def test_the_first_push_is_the_least_and_the_last_of_all_the_largest():
    for law in (COIN, NARROW):
        assert time_of_pushes(3, 3, law, 1, batch=True) == law.order_mean(1, 3)
        assert time_of_pushes(3, 3, law, 3, batch=False) == law.order_mean(3, 3)
    for law in (BETTER, WORSE):
        assert first_pushes_time(3, 1, law) == law.order_mean(1, 3)


def test_the_kth_push_from_a_fresh_start_by_listing_all_outcomes():
    for pushes in (1, 2, 3, 4):
        total = Fraction(0)
        for outcome in product(COIN.values, repeat=2 * pushes):
            ends = [sum(outcome[i : i + j + 1]) for i in (0, pushes) for j in range(pushes)]
            total += sorted(ends)[pushes - 1]
        expected = total / 2 ** (2 * pushes)
        assert time_of_pushes(2, 1, COIN, pushes, batch=True) == expected


def test_erlang_pushes_are_those_of_k_batch_sync():
    """The chance of fewer than 4 pushes by 3 learners, integrated in time."""

    def fewer(t):
        done = stats.poisson(1.5 * t).pmf(np.arange(8)).reshape(4, 2).sum(axis=1)  # two phases each
        return np.convolve(np.convolve(done, done), done)[:4].sum()

    expected, _ = integrate.quad(fewer, 0, 40, epsabs=1e-12, limit=200)
    assert float(first_pushes_time(3, 4, BETTER)) == pytest.approx(expected, rel=1e-9)


def test_lattice_learners_in_step():
    three = LatticeLaw((3,), (Fraction(1),))
    assert update_time_and_staleness(5, 2, three, batch=False) == (Fraction(3, 2), Fraction(3, 2))
    assert update_time_and_staleness(4, 3, three, batch=True) == (Fraction(9, 4), 1)
