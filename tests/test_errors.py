"""Messages name the parameter, the value and the domain; errors carry their results."""

from __future__ import annotations

import math
import pickle
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from runtime_theory import references
from runtime_theory.errors import (
    AccuracyError,
    NoMethodError,
    check_integer,
    check_real,
    missing_extra,
)
from runtime_theory.references import RENYI1953, Reference, bibliography
from runtime_theory.results import Result

ALL_REFERENCES = [item for item in vars(references).values() if isinstance(item, Reference)]


class TestCheckInteger:
    @pytest.mark.parametrize("value", [3, np.int64(3), np.uint8(3), np.array(3)])
    def test_accepts_whatever_indexes(self, value):
        number = check_integer("K", value, low=1, high=8)
        assert number == 3
        assert type(number) is int

    @pytest.mark.parametrize("value", [3.0, np.float64(3), "3", None, True, np.True_, 3 + 0j, [3]])
    def test_refuses_other_types_by_name(self, value):
        with pytest.raises(TypeError, match=r"^K must be an integer in 1\.\.8, got K="):
            check_integer("K", value, low=1, high=8)

    @pytest.mark.parametrize(
        "bounds, domain, bad",
        [
            ({"low": 1, "high": 8}, "an integer in 1..8", 9),
            ({"low": 1}, "an integer >= 1", 0),
            ({"high": 8}, "an integer <= 8", 9),
        ],
    )
    def test_says_the_domain(self, bounds, domain, bad):
        with pytest.raises(ValueError, match=f"K must be {domain}, got K={bad}$"):
            check_integer("K", bad, **bounds)

    @given(st.integers(), st.integers(), st.integers())
    def test_is_its_specification(self, value, low, high):
        if low <= value <= high:
            assert check_integer("n", value, low=low, high=high) == value
        else:
            with pytest.raises(ValueError, match="n must be"):
                check_integer("n", value, low=low, high=high)


class TestCheckReal:
    @pytest.mark.parametrize("value", [2, 2.0, np.float32(2), np.int8(2), Fraction(2)])
    def test_accepts_real_numbers(self, value):
        number = check_real("scale", value)
        assert number == 2.0
        assert type(number) is float

    @pytest.mark.parametrize("value", ["2", True, 2j, None, [2.0], np.array([2.0]), Decimal(2)])
    def test_refuses_other_types_by_name(self, value):
        with pytest.raises(TypeError, match=r"^scale must be a finite real number, got scale="):
            check_real("scale", value)

    @pytest.mark.parametrize(
        "bounds, domain, bad",
        [
            ({"low": 0.0, "open_low": True}, "> 0", 0.0),
            ({"low": 0.0}, ">= 0", -1e-300),
            ({"high": 1.0, "open_high": True}, "< 1", 1.0),
            ({"low": 0, "high": 1, "open_high": True}, r"in \[0, 1\)", 1.0),
            ({"low": 0, "high": 1, "open_low": True}, r"in \(0, 1\]", 0.0),
        ],
    )
    def test_says_the_domain(self, bounds, domain, bad):
        with pytest.raises(ValueError, match=f"p must be a finite real number {domain}, got p="):
            check_real("p", bad, **bounds)

    @pytest.mark.parametrize("value", [math.nan, math.inf, -math.inf, 10**400])
    def test_refuses_what_is_not_finite(self, value):
        with pytest.raises(ValueError, match="t must be a finite real number, got t="):
            check_real("t", value)

    def test_lets_infinity_through_on_request_but_never_nan(self):
        assert check_real("t", math.inf, finite=False) == math.inf
        with pytest.raises(ValueError, match="t must be a real number, got t=nan"):
            check_real("t", math.nan, finite=False)

    def test_message_stays_a_line(self):
        with pytest.raises(TypeError) as caught:
            check_real("t", np.zeros((40, 40)))
        assert "\n" not in str(caught.value)
        assert len(str(caught.value)) < 120

    def test_a_broken_repr_does_not_hide_the_message(self):
        class Broken:
            def __repr__(self) -> str:
                raise ValueError("no repr")

        with pytest.raises(TypeError, match=r"t must be .* got t=<Broken"):
            check_real("t", Broken())


class TestErrorsThatCarryResults:
    lower = Result(1.0, 0.0, kind="exact", method="work", relation="lower", unit="s")
    upper = Result(2.5, 0.0, kind="exact", method="order", relation="upper", unit="s")

    def test_no_method_quotes_both_bounds(self):
        error = NoMethodError("no method for k-async", lower=self.lower, upper=self.upper)
        assert isinstance(error, ValueError)
        assert str(error) == "no method for k-async; known: >= 1.0 +- 0 s and <= 2.5 +- 0 s"
        assert error.lower is self.lower
        assert error.upper is self.upper

    def test_no_method_without_bounds_is_the_message(self):
        assert str(NoMethodError("nothing applies")) == "nothing applies"

    def test_accuracy_error_hands_over_the_result(self):
        error = AccuracyError("rtol=1e-15 was not met", result=self.upper)
        assert isinstance(error, ArithmeticError)
        assert error.result is self.upper

    def test_both_survive_pickling(self):
        first = pickle.loads(pickle.dumps(NoMethodError("no", lower=self.lower)))
        second = pickle.loads(pickle.dumps(AccuracyError("rtol", result=self.upper)))
        assert str(first) == "no; known: >= 1.0 +- 0 s"
        assert first.lower.value == 1.0
        assert second.result.value == 2.5

    @pytest.mark.parametrize(
        "extra, package, text",
        [
            ("plot", "matplotlib", "plotting needs matplotlib: "),
            ("cli", "typer", "the command line needs typer: "),
            ("other", "thing", "the extra 'other' needs thing: "),
        ],
    )
    def test_missing_extra_names_the_command(self, extra, package, text):
        error = missing_extra(extra, package)
        assert isinstance(error, ImportError)
        assert str(error) == f"{text}pip install 'runtime-theory[{extra}]'"
        assert error.name == package


class TestReferences:
    def test_keys_are_unique_and_entries_complete(self):
        keys = [item.key for item in ALL_REFERENCES]
        assert len(set(keys)) == len(keys) >= 12
        for item in ALL_REFERENCES:
            assert item.bibtex.count("{") == item.bibtex.count("}")
            for field in ("author", "title", "year"):
                assert f"  {field} = {{" in item.bibtex, item.key
            year = item.bibtex.split("year = {")[1][:4]
            assert year in item.short

    def test_bibliography_lists_each_source_once_in_order_of_use(self):
        first = Result(1.0, 0.0, kind="exact", method="m", references=(references.DUTTA2018,))
        second = Result(
            1.0, 0.0, kind="exact", method="m", references=(RENYI1953, references.DUTTA2018)
        )
        assert bibliography(first, second, RENYI1953) == (
            references.DUTTA2018.bibtex + "\n\n" + RENYI1953.bibtex
        )

    def test_bibliography_takes_single_references(self):
        class Family:
            reference = RENYI1953

        assert bibliography(Family()) == RENYI1953.bibtex

    @pytest.mark.parametrize("value", ["renyi1953", 3, None])
    def test_bibliography_refuses_what_cites_nothing(self, value):
        with pytest.raises(TypeError, match="bibliography takes references"):
            bibliography(value)

    def test_key_must_be_the_entrys(self):
        with pytest.raises(ValueError, match="with key 'b'"):
            Reference("b", "@book{a,\n  title = {T}\n}", "A")
