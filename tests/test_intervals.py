"""Interval arithmetic on its own: one-sided knowledge, extreme floats, exact operations."""

from __future__ import annotations

import itertools
import math
import operator
from fractions import Fraction

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from runtime_theory.results.fields import implied_ends
from runtime_theory.results.intervals import Ball, add, divide, multiply, negate, sum_towards
from runtime_theory.results.kinds import (
    Kind,
    Relation,
    relation_of_product,
    relation_of_sum,
    weaker,
)

INF = math.inf
floats = st.floats(allow_nan=False, allow_infinity=False, allow_subnormal=True)
moderate = st.floats(-1e100, 1e100, allow_subnormal=False)
OPERATIONS = {
    add: operator.add,
    multiply: operator.mul,
    divide: operator.truediv,
}


def point(value):
    return Ball(value, 0.0, value, value)


@st.composite
def half_known(draw):
    """A ball whose interval is open on one side or both, and a truth inside it."""
    truth = Fraction(draw(moderate))
    value = draw(moderate)
    lower, upper = (
        draw(st.one_of(st.just(end), moderate.filter(inside)))
        for end, inside in ((-INF, lambda x: x <= truth), (INF, lambda x: x >= truth))
    )
    gap = abs(Fraction(value) - truth)
    error = float(gap) if Fraction(float(gap)) >= gap else math.nextafter(float(gap), INF)
    return Ball(value, error, lower, upper), truth


class TestOneSidedKnowledge:
    @given(half_known(), half_known(), st.sampled_from(list(OPERATIONS)))
    @settings(max_examples=500)
    def test_the_truth_stays_inside(self, first, second, operation):
        (a, true_a), (b, true_b) = first, second
        assume(operation is not divide or (b.value != 0 and true_b != 0))
        try:
            result = operation(a, b)
        except OverflowError:
            assume(False)
        truth = OPERATIONS[operation](true_a, true_b)
        assert result.lower == -INF or Fraction(result.lower) <= truth
        assert result.upper == INF or truth <= Fraction(result.upper)
        if math.isfinite(result.error):
            assert abs(Fraction(result.value) - truth) <= Fraction(result.error)

    @pytest.mark.parametrize(
        "a, b, expected",
        [
            ((2.0, INF), (3.0, INF), (6.0, INF)),
            ((-INF, 2.0), (3.0, 4.0), (-INF, 8.0)),
            ((0.0, INF), (0.0, INF), (0.0, INF)),
            ((-INF, INF), (0.0, 0.0), (0.0, 0.0)),
            ((-1.0, INF), (-INF, 5.0), (-INF, INF)),
        ],
    )
    def test_products_of_open_intervals(self, a, b, expected):
        balls = [Ball(1.0 if low <= 1 <= high else low, 0.0, low, high) for low, high in (a, b)]
        result = multiply(*(ball if math.isfinite(ball.value) else point(0.0) for ball in balls))
        assert result.lower == pytest.approx(expected[0], rel=1e-15)
        assert result.upper == pytest.approx(expected[1], rel=1e-15)

    @pytest.mark.parametrize(
        "low, high, expected",
        [
            (2.0, 4.0, (0.25, 0.5)),
            (0.0, 4.0, (0.25, INF)),
            (2.0, INF, (0.0, 0.5)),
            (-4.0, -2.0, (-0.5, -0.25)),
            (-4.0, 0.0, (-INF, -0.25)),
            (-1.0, 1.0, (-INF, INF)),
            (-INF, INF, (-INF, INF)),
        ],
    )
    def test_quotients_by_open_intervals(self, low, high, expected):
        middle = next(x for x in (3.0, -3.0, 0.5) if low <= x <= high)
        result = divide(point(1.0), Ball(middle, INF, low, high))
        assert result.lower == pytest.approx(expected[0], rel=1e-15)
        assert result.upper == pytest.approx(expected[1], rel=1e-15)


class TestExactOperations:
    @given(floats, floats)
    def test_sums_know_their_rounding_exactly(self, x, y):
        assume(math.isfinite(x + y))
        result = add(point(x), point(y))
        gap = abs(Fraction(x) + Fraction(y) - Fraction(x + y))
        assert gap <= Fraction(result.error) <= gap * (1 + Fraction(1, 10**14)) or gap == 0
        if gap == 0:
            assert result.error == 0
            assert result.lower == result.upper == x + y

    @given(st.floats(1e-200, 1e200), st.integers(-60, 60))
    def test_powers_of_two_only_scale(self, x, exponent):
        factor = point(2.0**exponent)
        for result in (multiply(point(x), factor), multiply(factor, point(x))):
            assert (result.value, result.error) == (x * 2.0**exponent, 0.0)
        assert divide(point(x), factor).error == 0.0

    def test_scaling_into_the_subnormals_rounds(self):
        result = multiply(point(1 + 2.0**-52), point(2.0**-1074))
        assert result.error > 0
        truth = Fraction(1 + 2.0**-52) * Fraction(2.0**-1074)
        assert abs(Fraction(result.value) - truth) <= Fraction(result.error)

    @given(floats, floats, st.sampled_from([-INF, INF]))
    def test_sum_towards_is_directed_and_tight(self, x, y, direction):
        result = sum_towards(x, y, direction)
        if math.isinf(result):
            assert (result == direction) or math.isinf(x + y)
            return
        truth = Fraction(x) + Fraction(y)
        assert result >= truth if direction > 0 else result <= truth
        assert abs(Fraction(result) - truth) <= 2 * Fraction(max(math.ulp(result), 5e-324))

    def test_opposite_infinities_bound_nothing(self):
        assert sum_towards(INF, -INF, INF) == INF
        assert sum_towards(INF, -INF, -INF) == -INF

    @given(floats, st.floats(0, 1e300))
    def test_negation_is_its_own_inverse(self, value, error):
        ball = Ball(value, error, value - error, value + error)
        assert negate(negate(ball)) == ball


class TestImpliedEnds:
    @given(floats, st.floats(0, 1e300), st.sampled_from(list(Relation)))
    def test_hold_what_the_relation_says(self, value, error, relation):
        lower, upper = implied_ends(value, error, Kind.EXACT, relation)
        if relation is Relation.UPPER:
            assert lower == -INF
        else:
            assert lower == -INF or Fraction(lower) <= Fraction(value) - Fraction(error)
        if relation is Relation.LOWER:
            assert upper == INF
        else:
            assert upper == INF or Fraction(upper) >= Fraction(value) + Fraction(error)

    @pytest.mark.parametrize("kind", [kind for kind in Kind if not kind.encloses])
    def test_nothing_for_kinds_that_do_not_enclose(self, kind):
        for relation in Relation:
            assert implied_ends(1.0, 0.1, kind, relation) == (-INF, INF)


class TestKinds:
    def test_order_is_the_documented_one(self):
        names = ["exact", "certified", "numerical", "simulated"]
        names += ["estimate", "approximation", "asymptotic"]
        assert [str(kind) for kind in Kind] == names
        for i, j in itertools.product(range(7), repeat=2):
            assert weaker(Kind(names[i]), Kind(names[j])) is Kind(names[max(i, j)])

    @pytest.mark.parametrize("a, b", list(itertools.product(Relation, Relation)))
    def test_sums_by_enumeration(self, a, b):
        """The relation is the only one that no example on a small grid contradicts."""
        held = holding(a, b, operator.add)
        if not held:
            with pytest.raises(TypeError, match="bounds nothing"):
                relation_of_sum(a, b)
        else:
            assert relation_of_sum(a, b) in held

    @pytest.mark.parametrize("a, b", list(itertools.product(Relation, Relation)))
    @pytest.mark.parametrize("sign_a, sign_b", list(itertools.product((-1, 0, 1), repeat=2)))
    def test_products_are_sound_by_enumeration(self, a, b, sign_a, sign_b):
        """Whatever is claimed holds on the grid of truths that have the given signs."""
        held = holding(a, b, operator.mul, sign_a, sign_b)
        try:
            claimed = relation_of_product(a, b, sign_a, sign_b)
        except TypeError:
            assert a is not Relation.EQUAL or b is not Relation.EQUAL
        else:
            assert claimed in held


def holding(a, b, act, sign_a=0, sign_b=0):
    """All relations between value and truth that no example on a small grid contradicts.

    A bound is on the side of its truth's sign where the sign is given, as bounds on times are.
    """
    pairs = []
    for relation, sign in ((a, sign_a), (b, sign_b)):
        grid = [x for x in range(-3, 4) if sign == 0 or x * sign > 0]
        pairs.append(
            [
                (value, truth)
                for value, truth in itertools.product(grid, grid)
                if {"equal": truth == value, "upper": truth <= value, "lower": truth >= value}[
                    relation
                ]
            ]
        )
    examples = [
        (act(x, y), act(true_x, true_y)) for (x, true_x), (y, true_y) in itertools.product(*pairs)
    ]
    checks = {
        Relation.EQUAL: lambda value, truth: truth == value,
        Relation.UPPER: lambda value, truth: truth <= value,
        Relation.LOWER: lambda value, truth: truth >= value,
    }
    return {r for r, check in checks.items() if all(check(v, t) for v, t in examples)}
