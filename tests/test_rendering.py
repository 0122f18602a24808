"""Numbers with errors as text: honest to the digit, in plain text, LaTeX and HTML."""

from __future__ import annotations

import math
import re
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from runtime_theory.results import Result
from runtime_theory.results.rendering import html_value, latex_value, one_digit_up, plain_value
from runtime_theory.tables.markup import Grid, cell, error_cell

INF = math.inf
positive = st.floats(5e-324, 1e308, allow_subnormal=True)


class TestPlain:
    @pytest.mark.parametrize(
        "value, error, text",
        [
            (1.0, 0.0, "1.0 +- 0"),
            (0.1, 0.0, "0.1 +- 0"),
            (2.5, INF, "2.5 +- inf"),
            (INF, 0.0, "inf"),
            (-INF, 0.0, "-inf"),
            (123.456, 0.5, "123.5 +- 0.6"),
            (-123.456, 0.5, "-123.5 +- 0.6"),
            (123456.0, 789.0, "123500 +- 900"),
            (0.0, 0.001, "0.000 +- 0.002"),
            (1e-20, 1e-22, "1.00e-20 +- 2e-22"),
            (1e20, 1e17, "1.000e20 +- 1e17"),
            (5.0, 1000.0, "5.0 +- 1000"),
            (1.0, 1e-40, "1.0000000000000000 +- 2e-40"),
        ],
    )
    def test_examples(self, value, error, text):
        shown, *slack = plain_value(value, error).split(" +- ")
        expected, *bound = text.split(" +- ")
        assert shown == expected
        assert [float(s) for s in slack] == pytest.approx([float(s) for s in bound], rel=1.01)
        assert all(float(s) >= error or math.isinf(error) for s in slack)

    @given(st.floats(allow_nan=False, allow_infinity=False), positive)
    def test_never_more_than_17_digits(self, value, error):
        shown = plain_value(value, error).split(" +- ")[0]
        digits = re.sub(r"e.*|[-.]", "", shown).lstrip("0")
        assert len(digits) <= 17 or abs(Decimal(shown)) >= 10**15

    @given(st.floats(1e-30, 1e30), st.floats(1e-18, 1e-2))
    def test_shows_as_many_digits_as_the_error_allows(self, value, relative):
        shown, slack = plain_value(value, value * relative).split(" +- ")
        assert abs(Fraction(shown) - Fraction(value)) <= Fraction(slack)
        assert float(slack) <= 11 * value * max(relative, 2e-17)

    def test_formats_are_checked(self):
        assert plain_value(1234.5, 0.0, ",.1f") == "1,234.5 +- 0"
        for spec in ("%", "nonsense"):
            with pytest.raises(ValueError, match=r"plain number|[Ff]ormat"):
                plain_value(0.5, 0.0, spec)


class TestOneDigitUp:
    @given(positive)
    def test_is_an_upper_bound_of_one_digit(self, number):
        text = one_digit_up(Decimal(number))
        assert Fraction(text) >= Fraction(number)
        assert Fraction(text) <= 2 * Fraction(number)
        assert len(re.sub(r"e.*|\.|0", "", text)) == 1

    @pytest.mark.parametrize(
        "number, text",
        [("0", "0"), ("1", "1"), ("1.0001", "2"), ("9.5", "10"), ("Infinity", "inf")],
    )
    def test_examples(self, number, text):
        assert one_digit_up(Decimal(number)) == text

    def test_error_cells(self):
        assert [error_cell(x) for x in (None, 0.0, 3.1e-7, INF)] == ["", "0", "4e-7", "inf"]


class TestMarkup:
    @given(st.floats(allow_nan=False, allow_infinity=False), positive)
    def test_latex_and_html_say_the_same_as_text(self, value, error):
        shown, slack = plain_value(value, error).split(" +- ")
        plain = [Decimal(shown), Decimal(slack)]
        from_latex = re.sub(r" \\times 10\^\{(-?\d+)\}", r"e\1", latex_value(value, error))
        assert [Decimal(part) for part in from_latex.split(r" \pm ")] == plain
        from_html = re.sub(r"&times;10<sup>(-?\d+)</sup>", r"e\1", html_value(value, error))
        assert [Decimal(part) for part in from_html.split(" &plusmn; ")] == plain

    def test_infinities(self):
        assert latex_value(INF, 0.0) == r"\infty"
        assert latex_value(-INF, 0.0) == r"-\infty"
        assert latex_value(2.0, INF) == r"2.0 \pm \infty"
        assert html_value(-INF, 0.0) == "&minus;&infin;"
        assert html_value(2.0, INF) == "2.0 &plusmn; &infin;"

    @pytest.mark.parametrize(
        "value, text",
        [
            (None, ""),
            (True, "True"),
            (7, "7"),
            (10**20, "100000000000000000000"),
            (1 / 3, "0.333"),
            (1e-9, "1e-09"),
            (INF, "inf"),
            ("exact", "exact"),
        ],
    )
    def test_cells(self, value, text):
        assert cell(value, 3) == text

    @given(st.lists(st.lists(st.text("ab|&<_", max_size=4), min_size=2, max_size=2), max_size=4))
    def test_layouts_keep_every_cell(self, body):
        grid = Grid(["x", "y"], body, [True, False])
        lines = grid.plain().split("\n")
        assume(all(text.strip() == text for row in body for text in row))
        assert len(lines) == len(body) + 1
        assert grid.html().count("<td>") == 2 * len(body)
        assert grid.latex().count(r"\\") >= len(body) + 1
        assert grid.html().count("<a") == 0  # nothing of a cell becomes a tag


def test_latex_of_products_of_units_and_of_long_arrays():
    area = Result(2.0, 0.0, kind="exact", method="m", unit="s updates")
    assert f"{area:L}".endswith(r"\,\mathrm{s\,updates}")
    many = Result(np.arange(5.0), np.zeros(5), kind="exact", method="m")
    assert f"{many:L}".endswith(r", \ldots \text{ (5 values)}]")
    assert f"{many}".endswith(", ... (5 values)]")
