"""Results whose numbers are mpmath's mpf: kept, printed with every right digit, never flattered."""

import math
import pickle
import subprocess
import sys
from fractions import Fraction

import mpmath
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from mpmath import mp, mpf

from runtime_theory.results import Kind, Relation, Result
from runtime_theory.results.precise import as_fraction, as_mpf, from_fraction


def third(digits=50, **options):
    """1/3 to so many digits."""
    bits = int(digits * 3.33) + 10
    value = from_fraction(Fraction(1, 3), bits, 0.0)
    error = from_fraction(Fraction(1, 3 * 10**digits), 53, math.inf)
    return Result(value, error, **({"kind": "exact", "method": "m", "unit": "s"} | options))


def exactly(x):
    return as_fraction(as_mpf(x))


class TestFields:
    def test_numbers_are_kept_to_the_last_bit(self):
        bits = 400
        value = from_fraction(Fraction(1, 7), bits, 0.0)
        result = Result(value, as_mpf(0), kind="exact", method="m")
        assert result.value._mpf_ == value._mpf_
        assert all(isinstance(x, mpmath.mpf) for x in (result.error, result.lower, result.upper))

    def test_ends_are_rounded_outwards(self):
        result = third()
        gap = exactly(result.error)
        assert exactly(result.lower) <= exactly(result.value) - gap
        assert exactly(result.upper) >= exactly(result.value) + gap
        assert exactly(result.upper) - exactly(result.lower) < gap * Fraction(21, 10)

    def test_floats_beside_an_mpf_become_mpf(self):
        result = Result(mpf(1) / 2, 0.25, kind="certified", method="m", lower=0.25)
        assert isinstance(result.lower, mpmath.mpf)
        assert (result.lower, result.upper) == (0.25, 0.75)

    def test_relations(self):
        upper = third(relation="upper")
        assert upper.lower == -mpmath.inf
        assert upper.relation is Relation.UPPER
        assert third(relation="lower").upper == mpmath.inf

    @pytest.mark.parametrize("kind", ["estimate", "approximation"])
    def test_kinds_without_a_bound(self, kind):
        result = Result(mpf(1) / 3, math.inf, kind=kind, method="m")
        assert result.lower == -mpmath.inf
        with pytest.raises(ValueError, match="error of a Result must be inf"):
            Result(mpf(1) / 3, 0.1, kind=kind, method="m")

    def test_infinite(self):
        result = Result(mpf("inf"), 0, kind="exact", method="m", note="diverges")
        assert result.lower == result.upper == mpmath.inf
        assert f"{result}" == "inf"
        assert "diverges" in repr(result)
        assert float(result) == math.inf

    @pytest.mark.parametrize(
        "fields,message",
        [
            ({"value": mpf("nan"), "error": 0}, "value of a Result must be free of NaN"),
            ({"value": mpf(1), "error": mpf(-1)}, "error of a Result must be not negative"),
            ({"value": mpf(1), "error": 0, "lower": mpf(2)}, "lower of a Result"),
            ({"value": mpf(1), "error": 0, "upper": mpf(0)}, "upper of a Result"),
        ],
    )
    def test_contradictions(self, fields, message):
        with pytest.raises(ValueError, match=message):
            Result(**fields, kind="exact", method="m")

    def test_an_array_beside_an_mpf(self):
        with pytest.raises(TypeError, match="error must be one real number"):
            Result(mpf(1), np.zeros(2), kind="exact", method="m")
        with pytest.raises(TypeError, match="one at a time"):
            Result(np.array([mpf(1), mpf(2)]), 0, kind="exact", method="m")


class TestText:
    def test_every_right_digit_is_printed(self):
        assert f"{third()}" == "0." + "3" * 51 + " +- 4e-51 s"
        assert f"{third(200)}".startswith("0." + "3" * 201 + " ")

    @given(st.integers(1, 120), st.fractions(min_value=Fraction(1, 10**9), max_value=10**30))
    def test_what_is_printed_is_honest(self, digits, truth):
        bits = int(digits * 3.33) + 10
        value = from_fraction(truth, bits, 0.0)
        error = from_fraction(truth / 10**digits, 53, math.inf)
        shown, slack = f"{Result(value, error, kind='exact', method='m')}".split(" +- ")
        assert abs(Fraction(shown) - truth) <= Fraction(slack)
        assert Fraction(slack) <= truth * 40 / 10**digits or digits == 1

    def test_latex_and_html(self):
        assert f"{third(30):L}" == "0." + "3" * 31 + r" \pm 4 \times 10^{-31}\,\mathrm{s}"
        assert "4&times;10<sup>-31</sup>" in third(30)._repr_html_()
        assert third(30).latex == f"{third(30):L}"

    def test_formats(self):
        assert f"{third():.3f}" == "0.333 +- 0.0004 s"
        assert f"{third():.20f}".startswith("0." + "3" * 20 + " ")

    def test_exact_numbers_print_as_decimals(self):
        assert f"{Result(mpf('0.5'), 0, kind='exact', method='m')}" == "0.5 +- 0"

    def test_beyond_the_floats(self):
        huge = Result(mpf(10) ** 400, mpf(10) ** 390, kind="certified", method="m")
        assert f"{huge}".startswith("1.0000000000e400")


class TestUse:
    def test_pickle_keeps_every_bit(self):
        result = third(300)
        copy = pickle.loads(pickle.dumps(result))
        for name in ("value", "error", "lower", "upper"):
            assert getattr(copy, name)._mpf_ == getattr(result, name)._mpf_

    def test_float_and_array(self):
        assert float(third()) == 1 / 3
        assert np.asarray(third()).dtype == np.float64

    def test_the_type_needs_no_import(self):
        code = (
            "import sys, runtime_theory.results as r; "
            "r.Result(1.0, 0.0, kind='exact', method='m') + 1; "
            "sys.exit('mpmath' in sys.modules)"
        )
        assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


class TestArithmetic:
    def test_negation_keeps_every_digit(self):
        with mp.workdps(5):  # mpmath's own minus would round to five digits
            result = -third(80, relation="upper")
        assert exactly(result.value) == -exactly(third(80).value)
        assert result.relation is Relation.LOWER
        assert (result.lower, result.upper) == (-third(80).upper, mpmath.inf) or result.lower < 0

    @pytest.mark.parametrize("symbol", ["+", "-", "*", "/"])
    @given(
        a=st.fractions(min_value=Fraction(1, 1000), max_value=1000),
        b=st.fractions(min_value=Fraction(1, 1000), max_value=1000),
        other=st.sampled_from(["mpf", "float", "int"]),
    )
    def test_goes_on_in_floats_and_stays_honest(self, symbol, a, b, other):
        left = Result(from_fraction(a, 200, 0.0), from_fraction(a / 10**40, 53, math.inf),
                      kind="exact", method="m")  # fmt: skip
        truth_b = {"mpf": b, "float": Fraction(float(b)), "int": Fraction(max(1, round(b)))}[other]
        right = {
            "mpf": Result(from_fraction(b, 200, 0.0), from_fraction(b / 10**40, 53, math.inf),
                          kind="exact", method="m"),
            "float": float(b),
            "int": max(1, round(b)),
        }[other]  # fmt: skip
        operation = {
            "+": lambda x, y: x + y, "-": lambda x, y: x - y,
            "*": lambda x, y: x * y, "/": lambda x, y: x / y,
        }[symbol]  # fmt: skip
        truth = operation(a, truth_b)
        for result, expected in (
            (operation(left, right), truth),
            (operation(right, left), operation(truth_b, a)),
        ):
            assert isinstance(result.value, float)
            assert Fraction(result.lower) <= expected <= Fraction(result.upper)
            assert abs(Fraction(result.value) - expected) <= Fraction(result.error)
            assert result.error <= 4e-16 * (float(a) + float(truth_b) + abs(result.value)) * 4

    def test_an_mpf_as_operand(self):
        with mp.workdps(60):
            x = mpf(1) / 3
        result = Result(1.0, 0.0, kind="exact", method="m") * x
        assert Fraction(result.lower) < exactly(x) < Fraction(result.upper)
        assert result.error > 0

    def test_beyond_the_largest_float(self):
        huge = Result(mpf(10) ** 400, 0, kind="exact", method="m")
        with pytest.raises(OverflowError, match="beyond the largest float"):
            huge + 1

    def test_the_weaker_kind_wins(self):
        certified = third(kind="certified")
        assert (certified + third()).kind is Kind.CERTIFIED
