"""Domains: signs of symbols, facts, random points."""

import random
from functools import partial

import pytest
from sympy import Symbol

from runtime_theory.formulas import Condition
from runtime_theory.formulas.vocabulary import symbol
from runtime_theory.theorems.kernel.domain import Domain
from runtime_theory.theorems.kernel.signs import nonnegative


def test_samples_respect_signs_and_facts() -> None:
    facts = ("P - K", "1 - eta", "K - 2", "r - 3*eta")
    domain = Domain(
        positive="eta", nonnegative="v", real="r", counts="P K", naturals="n", facts=facts
    )
    eta, v, P, K, n = domain["eta v P K n"]
    generator = random.Random(1)
    points = [domain.sample(generator) for _ in range(200)]
    for point in points:
        assert all(value.is_Rational for value in point.values())
        assert 0 < point[eta] <= 1
        assert point[v] >= 0
        assert 2 <= point[K] <= point[P]
        assert point[n] >= 0
        assert point[P].is_Integer
    assert len({tuple(point.values()) for point in points}) > 150
    assert min(point[eta] for point in points) < 1e-3
    assert any(point[n] == 0 for point in points)


def test_reals_come_with_both_signs() -> None:
    domain = Domain(real="r")
    generator = random.Random(1)
    signs = {domain.sample(generator)[domain["r"]] > 0 for _ in range(50)}
    assert signs == {True, False}


def test_contradicting_facts_have_no_point() -> None:
    domain = Domain(counts="n", facts=("-n",))
    with pytest.raises(ValueError, match="no point satisfies"):
        domain.sample(random.Random(1))


def test_conditions_of_a_claim_become_facts() -> None:
    fewer = Condition(partial(symbol, "K"), "<=", partial(symbol, "P"))
    domain = Domain(counts="P K").given([fewer], "P - 2")
    P, K = domain["P K"]
    assert domain.facts == (P - K, P - 2)
    assert nonnegative(P - K, domain.facts)
    assert not nonnegative(P - K, Domain(counts="P K").facts)


def test_plain_symbols_become_typed_and_unknown_ones_are_refused() -> None:
    domain = Domain(positive="mu")
    assert domain.typed(Symbol("mu") ** 2).is_positive
    with pytest.raises(ValueError, match="no symbol 'x'"):
        domain.typed(Symbol("x"))
    with pytest.raises(ValueError, match="given twice"):
        Domain(positive="mu", real="mu")


def test_signs_are_never_guessed() -> None:
    domain = Domain(positive="p q", real="x y", facts=("x - y",))
    p, q, x, y = domain["p q x y"]
    facts = domain.facts
    certain = [p, p * q, x**2, (x - y) * p, 3 * (x - y), p + x**4, 0 * p]
    open_ = [-p, x, y - x, p - q, x * y, (x - y) * y, -(x**2), x**3, (x - y) - p, x - y - 1]
    assert all(nonnegative(each, facts) for each in certain)
    assert not any(nonnegative(each, facts) for each in open_)
    assert nonnegative((x - y) ** 3, facts)
    # Two factors that look negative and are not, two that are, and one that is: hidden signs.
    assert nonnegative((y - x) * (-p - q) * q, facts)
    assert nonnegative((x - y) * (2 * x - 2 * y) / p, facts)
    assert not nonnegative((y - x) * (p + q), facts)
    assert not nonnegative((y - x) * (-p - q) * (x - y - q), facts)
    assert not nonnegative((y - x) * (x - p), facts)
