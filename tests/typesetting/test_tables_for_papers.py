"""Tables with siunitx: what is printed is true of the value, and pdflatex takes every mark."""

from __future__ import annotations

import math
import re
import string
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from typesetting.tex import check_tex

from runtime_theory.formulas.vocabulary import NOTATION
from runtime_theory.results import Kind, Relation
from runtime_theory.tables import Table
from runtime_theory.tables.latex import SYMBOLS
from runtime_theory.tables.siunitx_cells import bound_cell, number_cell, uncertain_cell

FINITE = st.floats(allow_nan=False, allow_infinity=False)
ERRORS = st.floats(0, 1e308) | st.floats(0, 1e-3)
DIGITS = st.integers(1, 17)
CELL = re.compile(r"(?:\\[lg]e )?(-?[\d.]+)(?:\((\d+)\))?(?:e(-?\d+))?")


def read(cell):
    """The number that a cell prints, the unit of its last digit, its uncertainty in such units."""
    mantissa, slack, exponent = CELL.fullmatch(cell).groups()
    place = int(exponent or 0) - len(mantissa.partition(".")[2])
    return Decimal(f"{mantissa}e{exponent or 0}"), Decimal(1).scaleb(place), slack and int(slack)


@pytest.fixture(autouse=True)
def exact_decimals():
    from decimal import localcontext

    with localcontext(prec=1500):
        yield


def body(table, **options):
    """The cells of a table with siunitx, row by row."""
    lines = table.to_latex(siunitx=True, **options).splitlines()
    rows = lines[lines.index(r"\midrule") + 1 : lines.index(r"\bottomrule")]
    return [row.removesuffix(r" \\").split(" & ") for row in rows]


class TestNumbers:
    @given(FINITE, ERRORS, DIGITS)
    def test_uncertainty_holds_of_what_is_printed(self, value, error, digits):
        shown, unit, slack = read(uncertain_cell(value, error, digits))
        off = Decimal(error) + abs(Decimal(value) - shown)
        assert off <= (unit * slack if slack else unit / 2)
        assert slack is None or 1 <= slack <= 9
        if slack:  # rounded up, and no more than the rounding of the value in vain
            assert unit * slack <= off + unit

    @given(FINITE, DIGITS)
    def test_exact_values_have_all_the_digits_asked_for(self, value, digits):
        shown, unit, slack = read(uncertain_cell(value, 0.0, digits))
        assert slack is None
        assert abs(shown - Decimal(value)) <= unit / 2
        assert value == 0 or len(shown.as_tuple().digits) in (digits, digits + 1)

    @given(FINITE, ERRORS, DIGITS)
    def test_bounds_stay_bounds(self, value, error, digits):
        upper, unit, _ = read(bound_cell(value, error, digits, Relation.UPPER))
        lower, below, _ = read(bound_cell(value, error, digits, Relation.LOWER))
        assert 0 <= upper - (Decimal(value) + Decimal(error)) < unit
        assert 0 <= Decimal(value) - Decimal(error) - lower < below

    @pytest.mark.parametrize(
        "value, error, digits, text",
        [
            (0.123456, 0.0004, 6, "0.1235(5)"),
            (0.123456, 0.0625, 6, "0.12(7)"),
            (9.99, 0.5, 6, "10.0(6)"),
            (1 / 3, 1e-17, 4, "0.3333"),
            (1 / 3, 1e-17, 17, "0.33333333333333331(2)"),
            (1 / 3, 2.0**-50, 17, "0.333333333333333(2)"),
            (2.5, 0.0, 3, "2.50"),
            (-2.5, 0.25, 3, "-2.5(3)"),
            (1.0, 0.9375, 3, "1(1)"),
            (0.0, 0.0, 3, "0.00"),
            (0.0, 0.25, 3, "0.0(3)"),
            (12345678.0, 0.0, 3, "1.23e7"),
            (1e-7 / 3, 1e-12, 6, "3.3333(2)e-8"),
            (0.02, 5.0, 3, "0(6)"),
            (2.5, math.inf, 2, r"\approx 2.5"),
        ],
    )
    def test_reads_as_in_papers(self, value, error, digits, text):
        assert uncertain_cell(value, error, digits) == text

    def test_bounds_and_plain_numbers(self):
        assert bound_cell(2 / 3, 1e-17, 3, Relation.UPPER) == r"\le 0.667"
        assert bound_cell(2 / 3, 1e-17, 3, Relation.LOWER) == r"\ge 0.666"
        assert bound_cell(0.5, 0.0, 3, Relation.LOWER) == r"\ge 0.500"
        assert bound_cell(0.5, math.inf, 3, Relation.LOWER) == r"\ge 0.500"
        assert number_cell(10**20, 3) == "1" + 20 * "0"
        assert number_cell(1e20, 3) == "1e20"


class TestTables:
    @pytest.fixture
    def table(self):
        return Table(
            {
                "scheme": ["k_sync", "async", "sync", "other", "guess"],
                "K": [4, 12, 2, 1, None],
                "time": [0.123456, math.inf, 2 / 3, None, 2.5],
                "error": [0.0004, 0.0, 1e-17, None, math.inf],
                "kind": [Kind.SIMULATED, Kind.EXACT, Kind.NUMERICAL, None, Kind.ESTIMATE],
                "relation": [*[Relation.EQUAL] * 2, Relation.UPPER, None, Relation.EQUAL],
                "per_second": [1.5, 0.0, -2e-7, None, 1.0],
            },
            units={"time": "s", "error": "s", "per_second": "gradients/s"},
            errors=["error"],
            symbols={"time": r"\mathbb{E}[T]"},
        )

    def test_errors_and_relations_go_into_the_values(self, table):
        assert body(table, digits=3) == [
            [r"k\_sync", "4", "0.123(1)", "simulated", "1.5"],
            ["async", "12", r"{$\infty$}", "exact", "0"],
            ["sync", "2", r"\le 0.667", "numerical", "-2e-7"],
            ["other", "1", "{--}", "{--}", "{--}"],
            ["guess", "{--}", r"\approx 2.50", "estimate", "1"],
        ]

    def test_heads_and_layout(self, table):
        lines = table.to_latex(siunitx=True, digits=3).splitlines()
        head = lines[lines.index(r"\toprule") + 1]
        assert head.removesuffix(r" \\").split(" & ") == [
            "scheme",
            "{$K$}",
            r"{$\mathbb{E}[T]$ (\si{\second})}",
            "kind",
            r"{per second (gradients\,\si{\per\second})}",
        ]
        assert (
            r"{lS[table-format=2]S[table-format={\le 1.3(1)}]lS[table-format=-1.1e-1]}"
            in (lines[lines.index(r"\toprule") - 1])
        )

    def test_signs_are_explained_where_they_are_used(self, table):
        def comments(table):
            return [line for line in table.to_latex(siunitx=True).splitlines() if line[0] == "%"]

        assert [line.split(":")[0] for line in comments(table)] == [
            "% in parentheses",
            "% an approximate sign",
            "% bounds are rounded away from what they bound",
        ]
        assert comments(table.without("error", "relation")) == []

    def test_relations_without_a_value_keep_their_column(self, table):
        for rest in (table.without("time"), table.without("error")):
            column = [row[-2] for row in body(rest)]
            assert column == ["$=$", "$=$", r"$\le$", "{--}", "$=$"]

    def test_infinite_bounds_keep_their_sign(self):
        columns = {"t": [math.inf], "error": [0.0], "relation": [Relation.LOWER]}
        assert body(Table(columns, errors=["error"])) == [[r"{$\ge \infty$}"]]

    def test_writes_to_buffers(self, table, tmp_path):
        text = table.to_latex(tmp_path / "t.tex", siunitx=True)
        assert (tmp_path / "t.tex").read_text(encoding="utf-8") == text + "\n"

    @pytest.mark.parametrize("siunitx", [False, True])
    def test_digits_are_checked(self, table, siunitx):
        with pytest.raises(ValueError, match=r"digits must be an integer in 1\.\.17, got"):
            table.to_latex(siunitx=siunitx, digits=18)


def test_every_mark_of_the_keyboard():
    """Alone, doubled, and after a letter, first in its row and second: pdflatex takes them all."""
    marks = [*string.printable[:95], *"–—…±×·−≈²³→∞≤≥µ", *map(chr, range(0x3B1, 0x3CA)), *"ϑϕϖϱϵ"]
    marks += [chr(i) for i in range(0x391, 0x3AA) if i != 0x3A2]
    cells = [shape.format(mark) for mark in marks for shape in ("{0}", "{0}{0}{0}", "a{0}", "{0}a")]
    snippets = {}
    for i in range(0, len(cells), 100):
        table = Table({"first": cells[i : i + 100], "second": cells[i : i + 100]})
        snippets |= {f"{i}": table.to_latex(), f"{i}, siunitx": table.to_latex(siunitx=True)}
    for mark in marks:
        head = Table({f"{mark}a": [1], f"a{mark}": [2.5]}, units={f"a{mark}": mark})
        snippets |= {f"head {mark}": head.to_latex(), f"{mark} s": head.to_latex(siunitx=True)}
    check_tex(snippets)


def test_columns_are_named_as_in_the_notation_table():
    assert all(NOTATION[name].latex == math for name, math in SYMBOLS.items())
