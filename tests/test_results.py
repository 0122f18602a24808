"""A Result is honest: in construction, in arithmetic, in print."""

from __future__ import annotations

import copy
import itertools
import math
import operator
import pickle
import re
import subprocess
import sys
from fractions import Fraction
from functools import partial

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from runtime_theory.formulas import Formula
from runtime_theory.references import DUTTA2018, RENYI1953
from runtime_theory.results import Kind, Relation, Result

INF = math.inf
OPERATORS = {"+": operator.add, "-": operator.sub, "*": operator.mul, "/": operator.truediv}


def exact(value, error=0.0, **fields):
    return Result(value, error, **({"kind": "exact", "method": "test"} | fields))


def upper(value, **fields):
    return exact(value, relation="upper", **fields)


def lower(value, **fields):
    return exact(value, relation="lower", **fields)


class TestConstruction:
    def test_defaults(self):
        result = exact(2.5, 0.5)
        assert (result.value, result.error) == (2.5, 0.5)
        assert result.lower <= 2.0
        assert result.upper >= 3.0
        assert result.lower == pytest.approx(2.0)
        assert result.upper == pytest.approx(3.0)
        assert result.kind is Kind.EXACT
        assert result.relation is Relation.EQUAL
        assert (result.note, result.unit, result.references) == ("", "", ())
        assert result.formula is result.standard_error is result.confidence is None

    def test_an_exact_value_is_its_own_interval(self):
        assert (exact(0.1).lower, exact(0.1).upper) == (0.1, 0.1)

    @pytest.mark.parametrize("kind", ["exact", "certified", "numerical"])
    def test_certain_kinds_enclose(self, kind):
        result = Result(1.0, 0.25, kind=kind, method="m")
        assert result.lower == pytest.approx(0.75)
        assert result.upper == pytest.approx(1.25)

    @pytest.mark.parametrize("kind", ["simulated", "estimate", "approximation", "asymptotic"])
    def test_other_kinds_enclose_nothing_unless_given(self, kind):
        error = INF if kind in ("estimate", "approximation") else 0.1
        result = Result(1.0, error, kind=kind, method="m", confidence=0.99)
        assert (result.lower, result.upper) == (-INF, INF)
        given_ends = Result(
            1.0, error, kind=kind, method="m", confidence=0.99, lower=0.0, upper=3.0
        )
        assert (given_ends.lower, given_ends.upper) == (0.0, 3.0)

    def test_bounds_enclose_on_one_side(self):
        assert (upper(2.0).lower, upper(2.0).upper) == (-INF, 2.0)
        assert (lower(2.0).lower, lower(2.0).upper) == (2.0, INF)
        assert upper(2.0, error=0.5).upper >= 2.5
        assert lower(2.0, error=0.5).lower <= 1.5

    def test_a_divergent_mean_is_exactly_infinite(self):
        result = exact(INF, 0.3, note="alpha = 1 <= 1")
        assert (result.value, result.error, result.lower, result.upper) == (INF, 0.0, INF, INF)

    def test_a_trivial_upper_bound_says_nothing(self):
        assert (upper(INF).lower, upper(INF).upper) == (-INF, INF)

    def test_arrays_are_read_only_copies(self):
        source = np.array([1.0, 2.0, INF])
        result = exact(source, 0.5, standard_error=[0.1, 0.2, 0.3])
        source[0] = 99.0
        assert result.value[0] == 1.0
        assert result.error.tolist() == [0.5, 0.5, 0.0]
        for name in ("value", "error", "lower", "upper", "standard_error"):
            part = getattr(result, name)
            assert part.shape == (3,)
            with pytest.raises(ValueError, match="read-only"):
                part[0] = 7.0

    def test_is_frozen(self):
        with pytest.raises(AttributeError):
            exact(1.0).value = 2.0  # type: ignore[misc]

    @pytest.mark.parametrize(
        "fields, message",
        [
            ({"value": math.nan}, "value of a Result must be free of NaN"),
            ({"value": [1.0, math.nan]}, "value of a Result must be free of NaN"),
            ({"error": math.nan}, "error of a Result must be free of NaN"),
            ({"error": -1e-300}, "error of a Result must be not negative"),
            ({"error": [0.1, 0.2]}, r"error of a Result must be of shape \(\)"),
            ({"kind": "sure"}, "kind must be one of exact, certified, .* got kind='sure'"),
            ({"relation": "less"}, "relation must be one of equal, upper, lower"),
            ({"kind": "estimate"}, "error of a Result must be inf for kind estimate"),
            ({"kind": "approximation"}, "error of a Result must be inf for kind approximation"),
            ({"kind": "simulated"}, "confidence of a Result must be given"),
            ({"confidence": 1.0}, r"confidence of a Result must be in \[0, 1\)"),
            ({"standard_error": -1.0}, "standard_error of a Result must be not negative"),
            ({"lower": 2.0, "upper": 1.0}, "lower of a Result must be at most the upper end"),
            ({"lower": 1.5}, "lower of a Result must be at most .* value"),
            ({"upper": 0.5}, "upper of a Result must be at least value - error"),
        ],
    )
    def test_refuses_contradictions_by_name(self, fields, message):
        arguments = {"value": 1.0, "error": 0.0, "kind": "exact", "method": "m"} | fields
        value, error = arguments.pop("value"), arguments.pop("error")
        with pytest.raises(ValueError, match=message):
            Result(value, error, **arguments)

    @pytest.mark.parametrize("value", ["1", None, 1j, True, [True], object()])
    def test_refuses_what_is_no_real_number(self, value):
        with pytest.raises(TypeError, match="value must be a real number"):
            exact(value)


class TestAsANumber:
    def test_float(self):
        assert float(exact(2.5)) == 2.5
        with pytest.raises(TypeError, match="only a scalar Result"):
            float(exact([1.0, 2.0]))

    def test_array(self):
        assert np.asarray(exact([1.0, 2.0])).tolist() == [1.0, 2.0]
        assert np.asarray(exact(1.5), dtype=np.float32).dtype == np.float32
        np.testing.assert_allclose(exact([1.0, 2.0]), [1.0, 2.0])
        np.asarray(exact(1.5))[...] = 3.0  # a copy, so harmless
        with pytest.raises(ValueError, match="without a copy"):
            np.array(exact(1.5), copy=False)

    def test_indexing_keeps_the_error(self):
        result = exact([1.0, 2.0, 3.0], [0.1, 0.2, 0.3], unit="s", standard_error=[1.0, 2.0, 3.0])
        assert len(result) == 3
        assert (result[1].value, result[1].error, result[1].unit) == (2.0, 0.2, "s")
        assert result[1].standard_error == 2.0
        assert result[1:].value.tolist() == [2.0, 3.0]
        assert [part.value for part in result] == [1.0, 2.0, 3.0]
        for act in (len, lambda r: r[0]):
            with pytest.raises(TypeError, match="a scalar Result"):
                act(exact(1.0))

    @pytest.mark.parametrize("compare", [operator.lt, operator.le, operator.gt, operator.ge])
    @pytest.mark.parametrize("other", [1.0, np.float64(1.0), np.array([1.0]), exact(2.0)])
    def test_has_no_order(self, compare, other):
        for a, b in ((exact(1.0), other), (other, exact(1.0))):
            with pytest.raises(TypeError, match="no order"):
                compare(a, b)

    def test_has_no_truth_value(self):
        with pytest.raises(TypeError, match="no truth value"):
            bool(exact(0.0))
        with pytest.raises(TypeError, match="no truth value"):
            assert not exact([1.0])

    def test_equality_is_identity_and_it_hashes(self):
        a, b = exact(1.0), exact(1.0)
        assert a == a
        assert a != b
        assert len({a, b, a}) == 2

    def test_numpy_functions_do_not_drop_the_error_silently(self):
        with pytest.raises(TypeError):
            np.sqrt(exact(4.0))

    def test_sympy_numbers_do_not_drop_the_error_silently(self):
        import sympy

        doubled = sympy.Integer(2) * exact(1.5, 0.5)
        assert isinstance(doubled, Result)
        assert doubled.error == pytest.approx(1.0)
        with pytest.raises(sympy.SympifyError):
            sympy.sympify(exact(1.5))

    def test_replace(self):
        changed = exact(1.0, unit="s").replace(note="why")
        assert (changed.value, changed.unit, changed.note) == (1.0, "s", "why")
        with pytest.raises(TypeError, match="no field 'colour'"):
            exact(1.0).replace(colour="red")


class TestPickle:
    def test_round_trip_keeps_every_field_and_read_only_arrays(self):
        result = Result(
            [1.0, INF],
            0.1,
            kind="simulated",
            method="m",
            note="seed 3",
            unit="s",
            references=(RENYI1953,),
            standard_error=0.2,
            confidence=0.99,
            lower=0.0,
        )
        for again in (pickle.loads(pickle.dumps(result)), copy.copy(result), copy.deepcopy(result)):
            assert repr(again) == repr(result)
            assert again.references == result.references
            assert again.confidence == 0.99
            assert again.lower.tolist() == [0.0, 0.0]
            assert again.standard_error.tolist() == [0.2, 0.2]
            assert not again.value.flags.writeable

    def test_unpickling_does_not_import_sympy(self):
        formula = Formula("half", partial(float, "0.5"), "E[T]", RENYI1953)
        data = pickle.dumps(exact(0.5, formula=formula))
        code = (
            "import pickle, sys\n"
            f"result = pickle.loads({data!r})\n"
            "assert result.formula.name == 'half'\n"
            "sys.exit('sympy' in sys.modules)"
        )
        assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


class TestText:
    @pytest.mark.parametrize(
        "result, text",
        [
            (
                exact(2.717857142857143, 5.5e-16, unit="s", method="harmonic sum"),
                "2.7178571428571430 +- 6e-16 s (exact: harmonic sum)",
            ),
            (exact(0.5, method="m"), "0.5 +- 0 (exact: m)"),
            (exact(INF, method="m", unit="s", note="tail"), "inf s (exact: m; tail)"),
            (upper(2.5, method="m"), "<= 2.5 +- 0 (exact: m)"),
            (lower(2.5, method="m"), ">= 2.5 +- 0 (exact: m)"),
            (
                Result(1.25, INF, kind="approximation", method="m", note="mean field"),
                "1.25 +- inf (approximation: m; mean field)",
            ),
            (
                Result(1.2345, 0.01, kind="simulated", method="m", confidence=0.99),
                "1.23 +- 0.02 (simulated, 99% confidence: m)",
            ),
            (exact([1.0, 2.0], method="m"), "[1.0 +- 0, 2.0 +- 0] (exact: m)"),
            (
                exact(np.arange(1.0, 6.0), method="m"),
                "[1.0 +- 0, 2.0 +- 0, 3.0 +- 0, ... (5 values)] (exact: m)",
            ),
            (exact(1.5e-9, 1.5e-12, method="m"), "1.500e-9 +- 2e-12 (exact: m)"),
        ],
    )
    def test_repr(self, result, text):
        assert repr(result) == text

    def test_format(self):
        result = exact(2.717857142857143, 5.5e-16, unit="s")
        assert f"{result}" == "2.7178571428571430 +- 6e-16 s"
        assert f"{result:.3f}" == "2.718 +- 0.0002 s"
        assert f"{result:L}" == r"2.7178571428571430 \pm 6 \times 10^{-16}\,\mathrm{s}"
        assert f"{result:.3gL}" == r"2.72 \pm 0.003\,\mathrm{s}"
        assert f"{exact(INF):L}" == r"\infty"
        assert f"{exact(-INF):L}" == r"-\infty"
        assert f"{upper(2.5):L}" == r"\le 2.5 \pm 0"
        with pytest.raises(ValueError, match=r"plain number|format"):
            format(result, "%")

    def test_notebook(self):
        assert exact(0.5, unit="s")._repr_latex_() == r"$0.5 \pm 0\,\mathrm{s}$"
        assert lower(2.5)._repr_html_() == "&ge; 2.5 &plusmn; 0  <small>(exact)</small>"
        assert "&times;10<sup>-16</sup>" in exact(2.5, 5e-16)._repr_html_()
        assert exact(INF)._repr_html_().startswith("&infin;")

    def test_latex_prefers_the_formula(self):
        assert exact(0.5).latex == r"0.5 \pm 0"

        class Half:
            latex = r"\frac{1}{2}"

        assert exact(0.5, formula=Half()).latex == r"\frac{1}{2}"

    @given(
        st.floats(allow_nan=False, allow_infinity=False),
        st.floats(min_value=0, allow_nan=False, allow_infinity=False),
        st.sampled_from(["", ".3f", ".5g", ".2e"]),
    )
    def test_what_is_printed_encloses_the_value(self, value, error, spec):
        assume(error > 0)
        text = format(exact(value, error), spec)
        shown, slack = (Fraction(part) for part in text.split(" +- "))
        assert abs(Fraction(value) - shown) + Fraction(error) <= slack
        assert len(re.sub(r"e.*|\.|0", "", text.split(" +- ")[1])) == 1  # one digit


# -- arithmetic --------------------------------------------------------------------------

finite = st.floats(-1e6, 1e6, allow_nan=False)
widths = st.one_of(st.just(0.0), st.floats(0, 10.0, allow_subnormal=True))
extreme = st.floats(allow_nan=False, allow_infinity=False, allow_subnormal=True)
shares = st.fractions(-1, 1)


@st.composite
def quantities(draw, values=finite):
    """A result and a true value that it is honest about."""
    value, error, share = draw(values), draw(widths), draw(shares)
    return exact(value, error), Fraction(value) + share * Fraction(error)


def honest(result, truth):
    if math.isfinite(result.error):
        assert abs(Fraction(result.value) - truth) <= Fraction(result.error)
    assert result.lower == -INF or Fraction(result.lower) <= truth
    assert result.upper == INF or truth <= Fraction(result.upper)


class TestIntervalArithmetic:
    @given(quantities(), quantities(), st.sampled_from("+-*/"))
    @settings(max_examples=400)
    def test_the_truth_is_inside(self, first, second, symbol):
        (a, true_a), (b, true_b) = first, second
        assume(symbol != "/" or (b.value and true_b))
        try:
            result = OPERATORS[symbol](a, b)
        except OverflowError:
            assume(False)
        honest(result, OPERATORS[symbol](true_a, true_b))

    @given(quantities(extreme), quantities(extreme), st.sampled_from("+-*/"))
    @settings(max_examples=400)
    def test_the_truth_is_inside_at_the_ends_of_the_floats(self, first, second, symbol):
        self.test_the_truth_is_inside.hypothesis.inner_test(self, first, second, symbol)

    @given(quantities(), finite, st.sampled_from("+-*/"), st.booleans())
    def test_numbers_are_exact(self, quantity, number, symbol, swap):
        result, truth = quantity
        pair, true_pair = (result, number), (truth, Fraction(number))
        if swap:
            pair, true_pair = pair[::-1], true_pair[::-1]
        assume(symbol != "/" or (float(pair[1]) and true_pair[1]))
        try:
            combined = OPERATORS[symbol](*pair)
        except OverflowError:
            assume(False)
        honest(combined, OPERATORS[symbol](*true_pair))

    @given(st.integers(2**53, 2**70), st.sampled_from([int, Fraction]))
    def test_large_integers_keep_their_rounding(self, number, kind):
        honest(exact(1.0) * kind(number), Fraction(number))

    @given(st.lists(quantities(), min_size=2, max_size=6))
    def test_chains(self, chain):
        total = sum((r for r, _ in chain[1:]), start=chain[0][0])
        honest(total * 3.0 - 1.0, 3 * sum(truth for _, truth in chain) - 1)

    def test_rounding_alone_is_counted(self):
        third = exact(1.0) / 3
        assert 0 < third.error <= 1e-16
        honest(third, Fraction(1, 3))
        honest(exact(0.1) + 0.2, Fraction(0.1) + Fraction(0.2))

    @pytest.mark.parametrize(
        "result", [exact(1.5) * 2, exact(1.5) + 0.25, exact(3.0) / 4, exact(0.0) * 3, -exact(1.0)]
    )
    def test_exact_operations_add_no_error(self, result):
        assert result.error == 0.0

    def test_errors_stay_small(self):
        result = (exact(2.0, 1e-10) * exact(3.0, 1e-10) + 1) / 7
        assert result.error == pytest.approx(5e-10 / 7, rel=1e-6)
        assert result.upper - result.lower == pytest.approx(2 * result.error, rel=1e-5)

    def test_arrays_broadcast_and_match_scalars(self):
        values, errors = np.array([1.0, -2.0, 3.0]), np.array([0.1, 0.2, 0.0])
        for symbol, act in OPERATORS.items():
            whole = act(exact(values, errors), exact(7.0, 0.5))
            parts = [act(exact(v, e), exact(7.0, 0.5)) for v, e in zip(values, errors, strict=True)]
            for name in ("value", "error", "lower", "upper"):
                got = getattr(whole, name).tolist()
                assert got == [getattr(part, name) for part in parts], (symbol, name)

    @pytest.mark.parametrize("other", [np.array([2.0, 4.0]), np.array([2, 4])])
    def test_arrays_of_numbers_on_both_sides(self, other):
        for result in (exact(8.0) / other, (other / exact(8.0))):
            assert isinstance(result, Result)
            assert result.shape == (2,)
        assert (other * exact(8.0)).value.tolist() == [16.0, 32.0]
        assert (np.float64(2) * exact(8.0)).value == 16.0

    @pytest.mark.parametrize("other", ["1", None, True, 1j, [1.0], np.array(["a"])])
    @pytest.mark.parametrize("symbol", "+-*/")
    def test_other_things_are_type_errors(self, other, symbol):
        for pair in ((exact(1.0), other), (other, exact(1.0))):
            with pytest.raises(TypeError):
                OPERATORS[symbol](*pair)

    def test_division_by_a_range_around_zero_knows_nothing(self):
        result = 1.0 / exact(0.5, 1.0)
        assert (result.error, result.lower, result.upper) == (INF, -INF, INF)
        with pytest.raises(ZeroDivisionError, match="value of 0"):
            exact(1.0) / exact(0.0, 0.5)

    def test_overflow_is_not_a_divergent_mean(self):
        for act in (lambda: exact(1e308) * 10, lambda: exact(1e308) + 1e308):
            with pytest.raises(OverflowError, match="finite but beyond"):
                act()


class TestInfinity:
    infinite = exact(INF, note="no mean", unit="s")

    def test_stays_exact(self):
        for result in (
            self.infinite + 1,
            self.infinite * 2,
            self.infinite / 2,
            1 + self.infinite,
            self.infinite - 5.0,
        ):
            assert (result.value, result.error, result.lower, result.upper) == (INF, 0, INF, INF)
            assert result.note == "no mean"
        assert (-self.infinite).value == (self.infinite * -2).value == -INF
        assert (1 / self.infinite).value == 0.0
        assert (1 / self.infinite).error == 0.0

    @pytest.mark.parametrize(
        "act",
        [
            lambda r: r / r,
            lambda r: r - r,
            lambda r: r * 0,
            lambda r: 0 * r,
            lambda r: r + -INF,
            lambda r: r / INF,
            lambda r: r * exact(0.5, 1.0),
            lambda r: r / exact(0.5, 1.0),
        ],
    )
    def test_what_has_no_value_is_an_arithmetic_error(self, act):
        with pytest.raises(ArithmeticError, match="no value"):
            act(self.infinite)

    def test_elementwise(self):
        result = exact([1.0, INF], 0.5) * 2
        assert result.value.tolist() == [2.0, INF]
        assert result.error.tolist() == pytest.approx([1.0, 0.0])


class TestKinds:
    @pytest.mark.parametrize("first, second", list(itertools.product(Kind, Kind)))
    def test_the_weaker_wins(self, first, second):
        def make(kind):
            error = INF if kind.unbounded else 0.1
            return Result(2.0, error, kind=kind, method=str(kind), confidence=0.99)

        order = list(Kind)
        for act in OPERATORS.values():
            result = act(make(first), make(second))
            assert result.kind is order[max(order.index(first), order.index(second))]

    def test_an_estimate_never_claims_an_error(self):
        estimate = Result(2.0, INF, kind="estimate", method="m")
        for result in (estimate * 0, estimate + 1, 1 / estimate, 0 * estimate):
            assert result.error == INF
            assert (result.lower, result.upper) == (-INF, INF) or result.value == 0

    def test_confidences_add_up_their_misses(self):
        one = Result(2.0, 0.1, kind="simulated", method="m", confidence=0.99)
        assert (one * 2).confidence == 0.99
        assert (one + one).confidence == pytest.approx(0.98)
        assert (one + one).error >= 0.2

    def test_standard_errors_to_first_order(self):
        a, b = exact(3.0, standard_error=0.3), exact(2.0, standard_error=0.1)
        assert (a * 2).standard_error == pytest.approx(0.6)
        assert (a + 5).standard_error == pytest.approx(0.3)
        assert (a - b).standard_error == pytest.approx(0.4)
        assert (a * b).standard_error == pytest.approx(0.3 * 2 + 3 * 0.1)
        assert (a / b).standard_error == pytest.approx(0.3 / 2 + 3 * 0.1 / 4)
        assert (6 / b).standard_error == pytest.approx(6 * 0.1 / 4)
        assert exact(1.0).standard_error is None
        assert (exact([1.0, 2.0], standard_error=0.5) * 2).standard_error.tolist() == [1.0, 1.0]

    def test_texts_and_references_join_without_repeats(self):
        a = exact(1.0, method="sum", note="x", references=(RENYI1953,))
        b = exact(2.0, method="sum", note="y", references=(DUTTA2018, RENYI1953))
        total = a + b
        assert (total.method, total.note) == ("sum", "x; y")
        assert total.references == (RENYI1953, DUTTA2018)
        assert (a * 2).method == "sum"

    @pytest.mark.parametrize(
        "act, unit",
        [
            (lambda s: s + s, "s"),
            (lambda s: s + 1, "s"),
            (lambda s: 1 - s, "s"),
            (lambda s: 2 * s, "s"),
            (lambda s: s / s, ""),
            (lambda s: 1 / s, "1/s"),
            (lambda s: s / 4, "s"),
            (lambda s: exact(2.0, unit="updates") / s, "updates/s"),
            (lambda s: exact(2.0, unit="updates") * s, "updates s"),
        ],
    )
    def test_units(self, act, unit):
        assert act(exact(1.0, unit="s")).unit == unit

    def test_a_sum_of_different_units_is_refused(self):
        with pytest.raises(ValueError, match="cannot add units 's' and 'updates'"):
            exact(1.0, unit="s") + exact(1.0, unit="updates")


class TestRelations:
    @pytest.mark.parametrize(
        "act, relation, value",
        [
            (lambda: upper(2.0) + upper(3.0), "upper", 5.0),
            (lambda: lower(2.0) + lower(3.0), "lower", 5.0),
            (lambda: upper(2.0) + 1, "upper", 3.0),
            (lambda: exact(5.0) - upper(2.0), "lower", 3.0),
            (lambda: 5 - lower(2.0), "upper", 3.0),
            (lambda: upper(5.0) - lower(2.0), "upper", 3.0),
            (lambda: -upper(2.0), "lower", -2.0),
            (lambda: upper(2.0) * 3, "upper", 6.0),
            (lambda: upper(2.0) * -3, "lower", -6.0),
            (lambda: -3 * lower(2.0), "upper", -6.0),
            (lambda: lower(2.0) / -2, "upper", -1.0),
            (lambda: upper(2.0, lower=0.0) * upper(3.0, lower=0.0), "upper", 6.0),
            (lambda: lower(2.0) * lower(3.0), "lower", 6.0),
            (lambda: 6 / upper(2.0, lower=0.0), "lower", 3.0),
            (lambda: 6 / lower(2.0), "upper", 3.0),
            (lambda: -6 / lower(2.0), "lower", -3.0),
            (lambda: upper(6.0, lower=0.0) / lower(2.0), "upper", 3.0),
            (lambda: lower(6.0) / upper(2.0, lower=1.0), "lower", 3.0),
            (lambda: +upper(2.0), "upper", 2.0),
        ],
    )
    def test_algebra(self, act, relation, value):
        result = act()
        assert result.relation == relation
        assert result.value == value

    @pytest.mark.parametrize(
        "act",
        [
            lambda: upper(2.0) - upper(3.0),
            lambda: lower(2.0) - lower(3.0),
            lambda: upper(2.0) + lower(3.0),
            lambda: upper(2.0, lower=0.0) / upper(3.0, lower=0.0),
            lambda: lower(2.0) / lower(3.0),
            lambda: upper(2.0) * upper(3.0),
            lambda: upper(2.0) * lower(3.0),
            lambda: upper(2.0) * exact(0.5, 1.0),
            lambda: 6 / upper(2.0),
            lambda: upper(2.0) * np.array([1.0, -1.0]),
        ],
    )
    def test_what_bounds_nothing_is_a_type_error(self, act):
        with pytest.raises(TypeError, match="bounds nothing"):
            act()

    @given(
        st.sampled_from(["upper", "lower"]),
        quantities(st.floats(0.5, 100)),
        st.floats(0, 5),
        finite,
        st.sampled_from("+-*/"),
        st.booleans(),
    )
    @settings(max_examples=300)
    def test_a_bound_still_bounds(self, relation, quantity, gap, number, symbol, swap):
        claim, bound = quantity
        assume(claim.value > 0.5 + claim.error)
        truth = bound - Fraction(gap) if relation == "upper" else bound + Fraction(gap)
        assume(truth > 0)
        known = {"lower": 0.0} if relation == "upper" else {}
        result = exact(claim.value, claim.error, relation=relation, **known)
        pair, true_pair = (result, number), (truth, Fraction(number))
        if swap:
            pair, true_pair = pair[::-1], true_pair[::-1]
        assume(symbol != "/" or float(pair[1]) != 0)
        try:
            combined = OPERATORS[symbol](*pair)
        except OverflowError:
            assume(False)
        target = OPERATORS[symbol](*true_pair)
        if combined.relation is Relation.UPPER:
            assert target <= Fraction(combined.value) + Fraction(combined.error)
        else:
            assert target >= Fraction(combined.value) - Fraction(combined.error)
        assert combined.lower == -INF or Fraction(combined.lower) <= target
        assert combined.upper == INF or target <= Fraction(combined.upper)
