"""The comparison table: its columns, its numbers, its empty cells, its notes."""

from __future__ import annotations

import itertools
import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from oracles.labels import label
from scipy import stats

from runtime_theory.distributions.discrete import Deterministic
from runtime_theory.distributions.measured.trace import Trace
from runtime_theory.schemes import SCHEMES, Async, Sync, scheme_class
from runtime_theory.timing import iteration_time, iteration_time_bounds, throughput
from runtime_theory.wallclock import compare

COLUMNS = [
    "scheme",
    "P",
    "K",
    "time",
    "error",
    "kind",
    "relation",
    "method",
    "lower",
    "upper",
    "gradients_per_second",
    "update_speedup",
    "gradient_speedup",
    "mean_staleness",
]


def rows(table, scheme=None):
    return [row for row in table if scheme is None or row["scheme"] == scheme]


def the_row(table, scheme, K=None):
    (row,) = [row for row in rows(table, scheme) if K is None or row["K"] == K]
    return row


def as_scheme(row):
    cls = scheme_class(row["scheme"])
    return cls(row["P"]) if cls in (Sync, Async) else cls(row["P"], row["K"])


class TestShape:
    def test_columns_are_fixed(self):
        assert list(compare(stats.expon(), 4).columns) == COLUMNS

    def test_all_k_up_to_64(self):
        table = compare(stats.uniform(), 5)
        assert [row["K"] for row in rows(table, "k-async")] == [1, 2, 3, 4, 5]
        assert len(table) == 4 * 5 + 2
        assert len(rows(compare(stats.uniform(), 64), "k-sync")) == 64

    def test_powers_of_two_beyond(self):
        table = compare(stats.uniform(), 100)
        assert [row["K"] for row in rows(table, "k-sync")] == [1, 2, 4, 8, 16, 32, 64, 100]
        table = compare(stats.uniform(), 128)
        assert [row["K"] for row in rows(table, "k-sync")] == [1, 2, 4, 8, 16, 32, 64, 128]

    @pytest.mark.parametrize("K, shown", [(4, [4]), ([4, 2, 4], [2, 4]), (iter([3]), [3])])
    def test_chosen_k(self, K, shown):
        table = compare(stats.uniform(), 8, K)
        for scheme in ("k-sync", "k-batch-sync", "k-async", "k-batch-async"):
            assert [row["K"] for row in rows(table, scheme)] == shown
        assert the_row(table, "sync")["K"] == 8
        assert the_row(table, "async")["K"] == 1

    def test_k_beyond_p_is_for_mini_batches(self):
        table = compare(stats.expon(), 8, [4, 20])
        assert [row["K"] for row in rows(table, "k-sync")] == [4]
        assert [row["K"] for row in rows(table, "k-batch-sync")] == [4, 20]
        assert the_row(table, "k-batch-async", 20)["time"] == pytest.approx(2.5)
        assert any("K = 20 exceeds P" in note for note in table.notes)

    def test_every_scheme_is_there_in_order(self):
        names = list(dict.fromkeys(row["scheme"] for row in compare(stats.expon(), 3)))
        assert names == [scheme.name for scheme in SCHEMES]

    def test_caption_units_and_best(self):
        table = compare(stats.expon(), 8)
        assert table.caption == "expon, P = 8"
        assert table.units["time"] == "s"
        assert table.best("time")["scheme"] in ("async", "k-sync", "k-batch-sync")
        assert table.best("gradients_per_second")["gradients_per_second"] == pytest.approx(8)
        assert table.best("mean_staleness")["mean_staleness"] == 0


class TestNumbers:
    def test_the_two_speedups_of_the_paper(self):
        row = the_row(compare(stats.expon(), 20), "async")
        assert round(row["update_speedup"], 2) == 71.95
        assert round(row["gradient_speedup"], 2) == 3.60

    @pytest.mark.parametrize(
        "law, scheme, K, total",
        [
            (stats.pareto(2), "k-sync", 10, 2811),
            (stats.pareto(2), "k-sync", 20, 15953),
            (stats.pareto(2), "k-batch-async", 20, 4000),
            (stats.expon(1), "k-sync", 20, 9195),
            (stats.expon(1), "k-sync", 10, 3338),
            (stats.expon(1), "k-sync", 1, 2100),
        ],
    )
    def test_figure_6_of_the_paper(self, law, scheme, K, total):
        assert round(2000 * the_row(compare(law, 20), scheme, K)["time"]) == total

    @pytest.mark.parametrize(
        "law",
        [stats.gamma(2.5), stats.pareto(2.2), stats.lognorm(1), stats.randint(1, 7), stats.expon()],
        ids=label,
    )
    def test_each_row_is_the_single_answer(self, law):
        table = compare(law, 6, [1, 3, 6, 10])
        sync = float(iteration_time(Sync(6), law))
        for row in table:
            scheme = as_scheme(row)
            if row["time"] is None:
                lower, upper = iteration_time_bounds(scheme, law)
                assert row["lower"] == pytest.approx(lower.lower, rel=1e-12)
                assert row["upper"] == pytest.approx(upper.upper, rel=1e-12)
                continue
            time = iteration_time(scheme, law)
            assert abs(row["time"] - time.value) <= row["error"] + time.error
            assert row["lower"] <= row["time"] <= row["upper"]
            assert row["relation"] == "equal"
            assert row["update_speedup"] == pytest.approx(sync / time.value, rel=1e-12)
            rate = float(throughput(scheme, law))
            assert row["gradients_per_second"] == pytest.approx(rate, rel=1e-12)
            share = row["gradients_per_second"] / (6 / sync)
            assert row["gradient_speedup"] == pytest.approx(share, rel=1e-12)

    def test_rows_without_a_method_have_bounds_only(self):
        table = compare(stats.gamma(3), 8)
        open_rows = [row for row in table if row["time"] is None]
        assert {row["scheme"] for row in open_rows} == {"k-batch-sync", "k-async"}
        assert len(open_rows) == 7 + 6  # K = 1 is closed for both, K = P for k-async
        for row in open_rows:
            assert 0 < row["lower"] <= row["upper"] < math.inf
            assert row["mean_staleness"] is not None
            for name in ("error", "kind", "relation", "method", "update_speedup"):
                assert row[name] is None
        assert any("empty times (k-batch-sync, k-async)" in note for note in table.notes)

    def test_nothing_is_empty_for_exponential_times(self):
        for row in compare(stats.expon(), 8, [1, 4, 8]):
            assert None not in row.values()

    def test_staleness(self):
        table = compare(stats.gamma(3), 8)
        assert the_row(table, "async")["mean_staleness"] == 7
        assert the_row(table, "k-async", 4)["mean_staleness"] == 1
        assert the_row(table, "k-batch-async", 4)["mean_staleness"] == 1.75
        assert {row["mean_staleness"] for row in rows(table, "k-batch-sync")} == {0}

    @given(st.integers(1, 12), st.floats(1e-3, 1e3))
    @settings(max_examples=20, deadline=None)
    def test_scale_changes_times_only(self, P, scale):
        one, many = compare(stats.expon(), P), compare(stats.expon(scale=scale), P)
        for a, b in zip(one, many, strict=True):
            assert b["time"] == pytest.approx(scale * a["time"], rel=1e-12)
            assert b["update_speedup"] == pytest.approx(a["update_speedup"], rel=1e-12)
            assert b["mean_staleness"] == a["mean_staleness"]


class TestKindsOfInput:
    def test_a_trace_is_exact_and_its_standard_errors_are_noted(self):
        table = compare(Trace([1.0, 2.0, 3.0, 5.0, 5.0]), 3)
        assert {row["kind"] for row in table if row["time"] is not None} == {"exact"}
        (note,) = [note for note in table.notes if "standard errors" in note]
        assert "exact for the measured values" in note
        for scheme in ("sync", "k-sync", "async", "k-batch-async"):
            assert scheme in note

    def test_the_same_answers_whether_k_come_one_by_one_or_all_at_once(self):
        law = stats.weibull_min(1.7)
        table = compare(law, 16)
        for K in (1, 7, 16):
            single = the_row(compare(law, 16, K), "k-sync")
            both = the_row(table, "k-sync", K)
            assert abs(single["time"] - both["time"]) <= single["error"] + both["error"]

    def test_workers_that_differ(self):
        fleet = [(stats.expon(), 3), stats.expon(scale=4)]
        table = compare(fleet)
        assert {row["P"] for row in table} == {4}
        assert the_row(table, "async")["time"] == pytest.approx(1 / 3.25, rel=1e-13)
        assert the_row(table, "k-async", 2)["time"] == the_row(table, "k-sync", 2)["time"]
        assert list(compare(fleet, 4)) == list(table)
        with pytest.raises(ValueError, match="P must be the number of workers listed, 4, got P=5"):
            compare(fleet, 5)

    def test_workers_with_other_laws(self):
        table = compare([stats.gamma(3), (stats.uniform(1, 2), 2)], K=[2, 5])
        row = the_row(table, "k-batch-sync", 5)
        assert row["time"] is None
        assert 0 < row["lower"] < row["upper"] < math.inf

    def test_infinite_means(self):
        table = compare(stats.halfcauchy(), 4)
        sync = the_row(table, "sync")
        assert sync["time"] == math.inf
        assert sync["gradients_per_second"] == 0
        assert sync["update_speedup"] is None  # inf/inf
        assert the_row(table, "k-sync", 3)["update_speedup"] == math.inf
        assert the_row(table, "async")["time"] == math.inf
        assert the_row(table, "async")["mean_staleness"] is None
        assert 0 < the_row(table, "k-batch-sync", 4)["upper"] < math.inf
        assert any(note.startswith("inf: ") and "diverges" in note for note in table.notes)

    def test_deterministic_times(self):
        table = compare(Deterministic(2), 4)
        assert [row["time"] for row in rows(table, "k-async")] == [0.5, 1, 2, 2]
        assert {row["update_speedup"] for row in rows(table, "k-sync")} == {1}

    def test_times_that_may_be_negative_are_noted(self):
        table = compare(stats.norm(10, 3), 4)
        assert any("Pr[X <= 0]" in note for note in table.notes)
        row = the_row(table, "k-async", 2)
        assert row["lower"] is row["upper"] is None

    @pytest.mark.parametrize(
        "P, K, error, message",
        [
            (None, None, TypeError, "P must be given"),
            (0, None, ValueError, "P must be an integer >= 1, got P=0"),
            (8.0, None, TypeError, "P must be an integer >= 1, got P=8.0"),
            (8, 0, ValueError, "K must be an integer >= 1, got K=0"),
            (8, [2, 2.5], TypeError, "K must be an integer >= 1, got K=2.5"),
            (8, "4", TypeError, "K must be an integer >= 1, got K='4'"),
            (8, [], ValueError, "K must be an integer >= 1 or several, got none"),
        ],
    )
    def test_bad_input(self, P, K, error, message):
        with pytest.raises(error, match=message):
            compare(stats.expon(), P, K)


class TestRendering:
    def test_every_form(self, tmp_path):
        table = compare(stats.gamma(3), 4)
        assert table.to_markdown().count("\n|") == len(table) + 2 - 0
        assert table.to_latex(tmp_path / "t.tex").count(r"\\") == len(table) + 1
        assert len(table.to_csv().splitlines()) == len(table) + 1
        assert set(table.to_dict()) == set(COLUMNS)
        assert "k-batch-async" in repr(table)

    def test_plot_shows_all_schemes_and_the_bounds(self):
        figure = pytest.importorskip("matplotlib.figure").Figure()
        ax = compare(stats.gamma(3), 8).plot(figure.subplots())
        labels = {text.get_text() for text in ax.texts}
        assert {"sync", "k-sync", "async", "k-batch-async", "k-async (bounds)"} <= labels
        assert ax.get_ylabel() == "time [s]"
        assert len(ax.collections) == 2


def test_more_time_is_never_bought_by_waiting_for_less():
    """E[T] rises with K in every column of the table that has it."""
    for law, P in itertools.product([stats.gamma(3), stats.expon(), stats.pareto(2.5)], [5, 8]):
        table = compare(law, P)
        for name in {row["scheme"] for row in table}:
            times = [row["time"] for row in rows(table, name) if row["time"] is not None]
            assert times == sorted(times)
