"""Tables render themselves; nothing is lost in full-precision forms."""

from __future__ import annotations

import csv
import io
import math
import pickle
import sys

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from runtime_theory.results import Kind
from runtime_theory.tables import Chart, Table


@pytest.fixture
def table():
    return Table(
        {
            "scheme": ["sync", "k-sync", "k-sync", "k-async"],
            "K": [4, 1, 2, 2],
            "time": [math.inf, 0.123456789, 0.5, None],
            "kind": [Kind.EXACT, Kind.EXACT, Kind.NUMERICAL, None],
            "lower": [math.inf, 0.12, 0.5, 0.25],
            "upper": [math.inf, 0.13, 0.5, 0.75],
            "per_second": [0.0, 8.1, 4.0, None],
        },
        caption="Times & rates",
        units={"time": "s"},
        notes=["50% of nothing"],
        smaller_is_better=["time"],
        chart=Chart("K", "time", by="scheme", interval=("lower", "upper")),
    )


class TestAccess:
    def test_rows_and_columns(self, table):
        assert len(table) == 4
        assert table["K"] == [4, 1, 2, 2]
        rows = list(table)
        assert rows[1]["time"] == 0.123456789
        assert [row["scheme"] for row in rows] == table.to_dict()["scheme"]
        assert list(table.to_dict()) == list(table.columns)

    def test_is_not_changed_by_what_it_gave_out(self, table):
        table.to_dict()["K"].append(9)
        table["K"].append(9)
        next(iter(table))["K"] = 9
        assert table["K"] == [4, 1, 2, 2]
        with pytest.raises(AttributeError):
            table.caption = "other"

    def test_best(self, table):
        assert table.best("time")["K"] == 1
        assert table.best("per_second")["per_second"] == 8.1
        assert table.best("K")["scheme"] == "sync"
        with pytest.raises(ValueError, match="no column 'speed'; columns are"):
            table.best("speed")
        with pytest.raises(ValueError, match="column 'scheme' holds no number"):
            table.best("scheme")

    def test_best_of_equals_is_the_first(self):
        both = Table({"K": [1, 2], "v": [3.0, 3.0]}, smaller_is_better=["v"])
        assert both.best("v")["K"] == 1
        assert Table({"K": [1, 2], "v": [3.0, 3.0]}).best("v")["K"] == 1

    @given(st.lists(st.floats(allow_nan=False), min_size=1))
    def test_best_is_the_extreme(self, values):
        assert Table({"v": values}).best("v")["v"] == max(values)
        assert Table({"v": values}, smaller_is_better=["v"]).best("v")["v"] == min(values)

    @pytest.mark.parametrize(
        "arguments, message",
        [
            ({"columns": {"a": [1], "b": [1, 2]}}, r"equal length, got \{'a': 1, 'b': 2\}"),
            ({"columns": {"a": [1]}, "units": {"b": "s"}}, "no column 'b'"),
            ({"columns": {"a": [1]}, "smaller_is_better": ["b"]}, "no column 'b'"),
        ],
    )
    def test_refuses_contradictions(self, arguments, message):
        with pytest.raises(ValueError, match=message):
            Table(**arguments)

    def test_pickles(self, table):
        assert repr(pickle.loads(pickle.dumps(table))) == repr(table)

    def test_empty(self):
        assert len(Table({})) == 0
        assert list(Table({"a": []})) == []
        assert Table({"a": []}).to_csv() == "a\n"


class TestText:
    def test_markdown(self, table):
        lines = table.to_markdown().splitlines()
        assert lines[0] == "Times & rates"
        assert lines[2].split(" | ")[2].strip() == "time [s]"
        assert set(lines[3]) <= set("|-:")
        assert len({len(line) for line in lines[2:8]}) == 1
        assert "0.123457" in lines[5]
        cells = [cell.strip() for cell in lines[7].strip("|").split("|")]
        assert cells == ["k-async", "2", "", "", "0.25", "0.75", ""]
        assert lines[-1] == "- 50% of nothing"

    def test_digits(self, table):
        assert "0.12 " in table.to_markdown(digits=2)
        assert "0.123456789" in table.to_markdown(digits=9)
        with pytest.raises(ValueError, match=r"digits must be an integer in 1\.\.17, got digits=0"):
            table.to_markdown(digits=0)

    def test_latex(self, table):
        text = table.to_latex()
        assert text.splitlines()[:2] == ["% Times & rates", "% 50% of nothing"]
        assert r"\begin{tabular}{lrrlrrr}" in text
        assert text.count(r"\\") == 5
        assert r"sync & 4 & $\infty$ & exact & $\infty$" in text
        assert r"per\_second" in text
        assert text.splitlines()[4].startswith("scheme & $K$ & time [s] & kind & ")
        for rule in (r"\toprule", r"\midrule", r"\bottomrule"):
            assert text.count(rule) == 1

    @pytest.mark.parametrize(
        "value, text",
        [
            (6e-16, r"$6 \times 10^{-16}$"),
            (-1.5e20, r"$-1.5 \times 10^{20}$"),
            (-math.inf, r"$-\infty$"),
            ("a_b & 5% #1 {x} $", r"a\_b \& 5\% \#1 \{x\} \$"),
            ("1e", "1e"),
            ("eel", "eel"),
            (None, ""),
            (0.1, "0.1"),
            (12, "12"),
            (-12, "$-12$"),
            ("-1-2", "-1-2"),
            ("x---y", "x-{}-{}-y"),
            ("[1]", "{[}1]"),
            ("*", "{*}"),
            ("a < b | c > d", r"a $<$ b $|$ c $>$ d"),
            ("two\nlines", "two lines"),
            ("η ≤ Σ", r"$\eta$ $\le$ $\Sigma$"),
            ("λΛϵεφΑο", r"$\lambda$$\Lambda$$\epsilon$$\varepsilon$$\varphi$$\mathrm{A}$$o$"),
            ("é ά", "é ά"),
        ],
    )
    def test_latex_cells(self, value, text):
        assert Table({"v": [value]}).to_latex().splitlines()[4] == text + r" \\"

    def test_latex_comments_stay_comments(self):
        text = Table({"a": [1]}, caption="one\n\\two", notes=["three\r\n four"]).to_latex()
        assert text.splitlines()[:3] == [r"% one \two", "% three four", r"\begin{tabular}{r}"]

    def test_latex_heads(self):
        columns = {"P": [1], "time": [2.0], "a_b": [3.0]}
        table = Table(columns, units={"time": "s"}, symbols={"time": r"\mathbb{E}[T]"})
        assert table.to_latex().splitlines()[2] == r"$P$ & $\mathbb{E}[T]$ [s] & a\_b \\"
        other = table.to_latex(symbols={"P": "n", "time": ""})
        assert other.splitlines()[2] == r"$n$ & time [s] & a\_b \\"
        for make in (
            lambda: Table({"a": [1]}, symbols={"Q": "q"}),
            lambda: table.to_latex(symbols={"Q": "q"}),
        ):
            with pytest.raises(ValueError, match="no column 'Q'"):
                make()
        assert table.without("time").symbols == {}

    def test_csv_keeps_every_digit(self, table):
        rows = list(csv.DictReader(io.StringIO(table.to_csv())))
        assert list(rows[0]) == list(table.columns)
        assert float(rows[1]["time"]) == 0.123456789
        assert rows[0]["time"] == "inf"
        assert rows[3]["time"] == rows[3]["kind"] == ""
        assert rows[2]["kind"] == "numerical"

    @given(st.lists(st.floats(allow_nan=False)))
    def test_csv_round_trip(self, values):
        text = Table({"v": [*values, *map(np.float64, values)]}).to_csv()
        assert [float(line) for line in text.splitlines()[1:]] == values * 2

    def test_errors_are_one_digit_rounded_up(self):
        values = [1.0000001e-17, 0.25, 0.0, math.inf, None, 9.5, 1e-300]
        grid = Table({"error": values}, errors=["error"]).grid()
        assert [row[0] for row in grid.body] == ["2e-17", "0.3", "0", "inf", "", "10", "2e-300"]
        with pytest.raises(ValueError, match="no column 'other'"):
            Table({"error": values}, errors=["other"])

    def test_errors_belong_to_the_nearest_numbers(self):
        columns = {"a": [1.0], "b": ["x"], "da": [0.5], "c": [2.0], "dc": [0.5], "other": [0.5]}
        table = Table(columns, errors=["da", "dc", "other"])
        assert table.owners == {"da": "a", "dc": "c", "other": ""}
        assert table.without("c").owners == {"da": "a", "dc": "", "other": ""}
        assert Table(columns, errors={"dc": "a"}).owners == {"dc": "a"}
        with pytest.raises(ValueError, match="no column 'z'"):
            Table(columns, errors={"dc": "z"})

    def test_without(self, table):
        rest = table.without("time", "kind")
        assert list(rest.columns) == ["scheme", "K", "lower", "upper", "per_second"]
        assert (rest.chart, rest.smaller_is_better, rest.units) == (None, (), {})
        assert table.without("kind").chart is table.chart
        with pytest.raises(ValueError, match="no column 'colour'"):
            table.without("colour")

    def test_buffers(self, table, tmp_path):
        for write, name in ((table.to_latex, "t.tex"), (table.to_csv, "t.csv")):
            path = tmp_path / name
            text = write(path)
            assert path.read_text(encoding="utf-8").rstrip("\n") == text.rstrip("\n")
            assert write(str(path)) == text
            stream = io.StringIO()
            write(stream)
            assert stream.getvalue() == text

    def test_repr_is_an_aligned_table(self, table):
        lines = repr(table).splitlines()
        assert lines[0] == "Times & rates"
        assert lines[-1] == "50% of nothing"
        assert lines[2].startswith("sync     4       inf  exact")

    def test_html_escapes(self):
        html = Table({"a<b": ["x&y"]}, caption="c", notes=["n<1"])._repr_html_()
        assert "<th>a&lt;b</th>" in html
        assert "<td>x&amp;y</td>" in html
        assert "<caption>c</caption>" in html
        assert "n&lt;1" in html


class TestPlot:
    @pytest.fixture(autouse=True)
    def headless(self):
        pytest.importorskip("matplotlib").use("Agg")
        yield
        pytest.importorskip("matplotlib.pyplot").close("all")

    @pytest.fixture
    def ax(self):
        from matplotlib.figure import Figure

        return Figure().subplots()

    def test_draws_lines_bands_and_labels(self, table, ax):
        assert table.plot(ax) is ax
        assert ax.get_xlabel() == "K"
        assert ax.get_ylabel() == "time [s]"
        drawn = [
            line.get_xydata().tolist() for line in ax.get_lines() if line.get_marker() != "None"
        ]
        assert [[1.0, 0.123456789], [2.0, 0.5]] in drawn
        assert len(ax.collections) == 1  # the band of k-async
        texts = {text.get_text() for text in ax.texts}
        assert texts == {"k-sync", "k-async (bounds)"}
        assert ax.get_title(loc="left") == "infinite: sync"

    def test_lines_stop_at_missing_and_infinite_values(self, ax):
        data = {"g": ["a"] * 4, "x": [1, 2, 3, 4], "y": [1.0, None, 2.0, math.inf]}
        Table(data, chart=Chart("x", "y", by="g")).plot(ax)
        (line,) = ax.get_lines()
        assert [math.isnan(value) for value in line.get_ydata()] == [False, True, False, True]
        assert ax.get_title(loc="left") == "infinite: a (x = 4)"

    def test_axes_fit_their_numbers(self, ax):
        data = {"g": ["a"] * 3, "x": [1, 2, 3], "y": [1.0, 1.5, 2.0]}
        Table(data, chart=Chart("x", "y", by="g")).plot(ax)
        assert ax.get_ylim()[0] == 0
        assert all(float(tick).is_integer() for tick in ax.get_xticks())

    def test_another_column(self, table, ax):
        table.plot(ax, y="per_second")
        assert ax.get_ylabel() == "per second"
        assert not ax.collections  # the bounds are those of the time
        with pytest.raises(ValueError, match="no column 'nope'"):
            table.plot(ax, y="nope")

    def test_makes_its_own_axes(self, table):
        assert type(table.plot()).__name__ == "Axes"

    def test_wide_ranges_get_log_axes(self, ax):
        data = {"g": ["a"] * 3, "x": [1, 10, 100], "y": [1.0, 1.5, 2.0]}
        Table(data, chart=Chart("x", "y", by="g")).plot(ax)
        assert (ax.get_xscale(), ax.get_yscale()) == ("log", "linear")
        assert {2.0, 4.0, 64.0} <= set(ax.get_xticks())

    def test_labels_do_not_overlap(self, ax):
        groups = [f"group {i}" for i in range(5)]
        data = {
            "g": groups * 2,
            "x": [1] * 5 + [2] * 5,
            "y": [1.0] * 5 + [2.0, 2.0, 2.01, 2.0, 1.0],
        }
        Table(data, chart=Chart("x", "y", by="g")).plot(ax)
        ax.figure.canvas.draw()
        boxes = [text.get_window_extent() for text in ax.texts]
        assert len(boxes) == 5
        for i, box in enumerate(boxes):
            assert not any(box.overlaps(other) for other in boxes[:i])

    def test_needs_a_chart(self):
        with pytest.raises(ValueError, match="no chart to plot"):
            Table({"a": [1]}).plot()

    def test_names_the_extra(self, table, monkeypatch):
        monkeypatch.setitem(sys.modules, "matplotlib", None)
        monkeypatch.setitem(sys.modules, "matplotlib.pyplot", None)
        with pytest.raises(ImportError, match=r"plotting needs matplotlib: pip install .*\[plot\]"):
            table.plot()
