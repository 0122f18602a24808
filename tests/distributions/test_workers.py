"""Workers: groups of laws, merged where they are the same by construction."""

import pickle

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from runtime_theory.distributions.adapt import as_distribution, as_law
from runtime_theory.distributions.affine import Affine
from runtime_theory.distributions.discrete import Deterministic, Discrete
from runtime_theory.distributions.measured.trace import Trace
from runtime_theory.distributions.workers import Workers, same_law


def test_laws_and_pairs():
    fleet = Workers([stats.expon(), (stats.gamma(2), 3), stats.expon()])
    assert fleet.P == len(fleet) == 5
    assert [(law.describe(), count) for law, count in fleet.groups] == [
        ("expon", 2),
        ("gamma(a=2)", 3),
    ]
    assert not fleet.alike
    assert [law.describe() for law in fleet] == ["expon"] * 2 + ["gamma(a=2)"] * 3


def test_one_object_many_times_is_many_independent_copies():
    """Max of two identical dice is not one die (Mathematica.SE 20817)."""
    die = Discrete(range(1, 7), [1 / 6] * 6)
    fleet = Workers([die, die])
    assert fleet.P == 2
    assert fleet.alike
    assert fleet.groups == ((die, 2),)


SAME = [
    (lambda: stats.expon(scale=2), lambda: stats.expon(0, 2)),
    (lambda: stats.gamma(2, loc=1), lambda: stats.gamma(a=2, loc=1.0)),
    (lambda: [1.0, 2.0], lambda: np.array([2.0, 1.0])),
    (lambda: Deterministic(1), lambda: Deterministic(1.0)),
    (lambda: Discrete([1, 2], [0.5, 0.5]), lambda: Discrete([2, 1], [0.5, 0.5])),
    (lambda: stats.binom(5, 0.5), lambda: stats.binom(n=5, p=0.5)),
    (lambda: stats.poisson(3), lambda: stats.poisson(mu=3.0)),
]
DIFFERENT = [
    (stats.expon(scale=2), stats.expon(scale=3)),
    (stats.expon(), stats.gamma(1)),
    (stats.expon(loc=1), stats.expon()),
    (stats.pareto(2), stats.lomax(2)),
    (stats.poisson(3), stats.poisson(4)),
    (stats.binom(5, 0.5), stats.binom(5, 0.5, loc=1)),
    ([1.0, 2.0], [1.0, 3.0]),
    (Deterministic(1), Discrete([1], [1.0])),
]


@pytest.mark.parametrize("first,second", SAME)
def test_equal_laws_are_merged(first, second):
    a, b = as_law(first()), as_law(second())
    assert same_law(a, b)
    assert Workers([first(), (second(), 4)]).groups[0][1] == 5


@pytest.mark.parametrize("first,second", DIFFERENT)
def test_different_laws_are_kept_apart(first, second):
    assert not same_law(as_law(first), as_law(second))
    assert len(Workers([first, second]).groups) == 2


def test_laws_without_a_key_are_the_same_only_if_they_are_one_object():
    class Anonymous(stats.rv_continuous):
        def _pdf(self, x):
            return np.exp(-x)

    one, two = Anonymous(a=0.0, name="mine")(), Anonymous(a=0.0, name="mine")()
    assert len(Workers([one, two]).groups) == 2
    law = as_law(one)
    assert Workers([law, law]).alike


def test_affine_laws_compare_by_all_their_parts():
    base = as_law(stats.gamma(2))
    assert same_law(Affine(base, 1.0, 2.0), Affine(base, 1.0, 2.0))
    assert not same_law(Affine(base, 1.0, 2.0), Affine(base, 1.0, 3.0))
    assert not same_law(Affine(base, 0.0, 2.0), Affine(as_law(stats.gamma(3)), 0.0, 2.0))


@given(st.lists(st.tuples(st.integers(1, 4), st.integers(1, 9)), min_size=1, max_size=12))
def test_counts_add_up(pairs):
    fleet = Workers([(Deterministic(d), count) for d, count in pairs])
    assert sum(count for _, count in pairs) == fleet.P
    for law, count in fleet.groups:
        assert count == sum(c for d, c in pairs if d == law.d)
    order = list(dict.fromkeys(d for d, _ in pairs))
    assert [law.d for law, _ in fleet.groups] == order


@pytest.mark.parametrize(
    "items,error,match",
    [
        ([], ValueError, "must not be empty"),
        ([(stats.expon(), 0)], ValueError, "worker 0: count must be an integer >= 1, got count=0"),
        ([(stats.expon(), -1)], ValueError, "worker 0: count must be"),
        ([(stats.expon(), 2.0)], TypeError, "worker 0: count must be an integer"),
        ([(stats.expon(), True)], TypeError, "worker 0: count must be an integer"),
        ([stats.expon(), (stats.expon(), 1, 2)], TypeError, "worker 1 must be a law or a pair"),
        ([stats.expon(), 2.0], TypeError, r"worker 1: 2.0 is no law: rt.Deterministic\(2.0\)"),
        ([stats.expon(), "expon"], TypeError, "worker 1: 'expon' is a string: rt.parse_law"),
        ([stats.expon(), None], TypeError, "worker 1: a law must be"),
        ([stats.gamma], TypeError, "worker 0: gamma has free parameters"),
        ([(stats.gamma(-1), 2)], ValueError, "worker 0: gamma: a must be"),
        ([[stats.expon()]], TypeError, "worker 0: one law is needed here"),
        (stats.expon(), TypeError, "workers must be a list"),
        ("expon", TypeError, "workers must be a list"),
        (5, TypeError, "workers must be a list"),
    ],
)
def test_bad_input(items, error, match):
    with pytest.raises(error, match=match):
        Workers(items)


def test_a_trace_by_worker_and_a_list_of_lists():
    fleet = Workers([[1.0, 2.0], ([3.0], 2)])
    assert [law.values.tolist() for law, _ in fleet.groups] == [[1.0, 2.0], [3.0]]
    assert Trace([1, 2], workers=[0, 1]).by_worker().P == 2


def test_workers_of_workers_keep_their_groups():
    fleet = Workers([(stats.expon(), 2), stats.gamma(2)])
    assert Workers(fleet).groups == fleet.groups
    assert as_distribution(fleet) is fleet


def test_description_is_cut_short():
    fleet = Workers([Deterministic(d) for d in range(1, 8)])
    assert fleet.describe() == (
        "workers(1 x deterministic(1), 1 x deterministic(2), 1 x deterministic(3), "
        "1 x deterministic(4), 3 others of 3 laws)"
    )


def test_pickles():
    fleet = pickle.loads(pickle.dumps(Workers([(stats.gamma(2.5, loc=1), 3), [1.0, 2.0]])))
    assert fleet.P == 4
    assert fleet.groups[0][0].describe() == "gamma(a=2.5, loc=1)"
