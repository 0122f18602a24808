"""read_trace: CSV files as they come, frames of every make, and errors that name the cell."""

import gzip
import math
import random

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from runtime_theory.distributions.measured import csv_columns
from runtime_theory.distributions.measured.reading import read_trace

LONG = "worker,step,seconds\n0,0,1.5\n1,0,2.5\n0,1,1.25\n1,1,2.25\n"


@pytest.fixture
def write(tmp_path):
    def writer(content, name="trace.csv"):
        path = tmp_path / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    return writer


# --- files as they come ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    "content",
    [
        LONG,
        LONG.replace("\n", "\r\n"),
        LONG.replace("\n", "\r\n").rstrip(),
        "\ufeff" + LONG,
        LONG.replace(",", ";"),
        LONG.replace(",", "\t"),
        LONG.replace(",", "|"),
        LONG.replace(",", " , "),
        "\n\n" + LONG,
        LONG.replace("0,1,1.25", "\n0,1,1.25\n"),
        LONG.replace("1.5", '"1.5"').replace("worker,", '"worker",'),
        LONG.replace("1.5", "15e-1").replace("2.5", "+2.5").replace("1.25", ".125E+1"),
    ],
    ids=["plain", "crlf", "no-end", "bom", "semicolons", "tabs", "bars", "spaces", "blank-top",
         "blank-inside", "quotes", "exponents"],
)  # fmt: skip
def test_dialects(write, content):
    trace = read_trace(write(content), column="seconds", worker="worker", step="step")
    assert trace.values.tolist() == [1.5, 2.5, 1.25, 2.25]
    assert trace.workers.tolist() == [0, 1, 0, 1]
    assert trace.steps.tolist() == [0, 0, 1, 1]
    assert trace.rows().tolist() == [[1.5, 2.5], [1.25, 2.25]]


def test_quoted_commas_and_line_ends_inside_cells(write):
    path = write('"host, rank",t\n"a, 0",1\n"b,\n1",2\n"a, 0",3\n"b,\n1",x\n')
    with pytest.raises(ValueError, match=r"line 7 of trace.csv, column 't': 'x' is not a number"):
        read_trace(path, column="t", worker="host, rank")
    good = write('"host, rank",t\n"a, 0",1\n"b,\n1",2\n"a, 0",3\n')
    trace = read_trace(good, column="t", worker="host, rank")
    assert [law.values.tolist() for law, _ in trace.by_worker().groups] == [[1.0, 3.0], [2.0]]


def test_compressed_files(write):
    path = write(gzip.compress(LONG.encode()), "trace.csv.gz")
    assert read_trace(path, column="seconds").n == 4
    with pytest.raises(ValueError, match="not a CSV file in UTF-8"):
        read_trace(write(LONG, "fake.csv.gz"), column="seconds")


def test_a_file_of_one_column_needs_no_name(write):
    assert read_trace(write("t\n1\n2\n")).values.tolist() == [1.0, 2.0]
    assert read_trace(write("1\n2\n")).values.tolist() == [1.0, 2.0]  # no header
    assert read_trace(str(write("1\n"))).values.tolist() == [1.0]


def test_the_last_column_left_is_taken(write):
    trace = read_trace(write(LONG), worker="worker", step="step")
    assert trace.values.tolist() == [1.5, 2.5, 1.25, 2.25]


def test_columns_without_names_are_called_by_number(write):
    path = write("0,1.5\n1,2.5\n")
    assert read_trace(path, column=1, worker="0").values.tolist() == [1.5, 2.5]
    with pytest.raises(ValueError, match=r"say which column of trace.csv .*column='0', '1'"):
        read_trace(path)
    assert read_trace(path, header=True, column="1.5").values.tolist() == [2.5]


def test_labels_keep_their_kind_and_sort_as_numbers(write):
    rows = "".join(f"w{w},{s},1.0\n" for s in (10, 9, 2) for w in (0, 1))
    trace = read_trace(write("worker,step,t\n" + rows), column="t", worker="worker", step="step")
    assert trace.workers.tolist()[:2] == ["w0", "w1"]
    assert sorted(set(trace.steps.tolist())) == [2, 9, 10]
    halves = read_trace(write("s,t\n0.5,1\n1.5,2\n"), column="t", step="s")
    assert halves.steps.tolist() == [0.5, 1.5]


def test_units(write):
    path = write("t\n500000\n700000\n")
    assert read_trace(path, unit="ns").values.tolist() == [0.0005, 0.0007]
    with pytest.raises(ValueError, match="unit must be one of 's', 'ms', 'us', 'ns', got 'min'"):
        read_trace(path, unit="min")
    with pytest.raises(ValueError, match="unit must be one of"):
        read_trace("no such file", unit="min")  # wrong options first


# --- wide files -----------------------------------------------------------------------------------


def test_wide_files_have_a_worker_a_column(write):
    path = write("iteration,w0,w1,w2\n7,1,2,3\n8,4,5,6\n")
    trace = read_trace(path, wide=True, step="iteration")
    assert trace.values.tolist() == [1, 2, 3, 4, 5, 6]
    assert trace.workers.tolist() == ["w0", "w1", "w2"] * 2
    assert trace.steps.tolist() == [7, 7, 7, 8, 8, 8]
    assert trace.rows().tolist() == [[1, 2, 3], [4, 5, 6]]
    without = read_trace(write("a,b\n1,2\n3,4\n"), wide=True)
    assert without.rows().tolist() == [[1, 2], [3, 4]]


def test_wide_files_of_numbers_must_say_whether_they_have_a_header(write):
    path = write("0,1,2\n4,5,6\n")
    with pytest.raises(ValueError, match=r"has only numbers: say header=True .* header=False"):
        read_trace(path, wide=True)
    assert read_trace(path, wide=True, header=True).values.tolist() == [4, 5, 6]
    assert read_trace(path, wide=True, header=False).values.tolist() == [0, 1, 2, 4, 5, 6]


def test_a_missing_cell_of_a_wide_file_is_found(write):
    path = write("a,b\n1,2\n3,\n")
    with pytest.raises(ValueError, match=r"nan in line 3 of trace.csv, column 'b' is not finite"):
        read_trace(path, wide=True)
    trace = read_trace(path, wide=True, nonfinite="drop")
    assert trace.rows(incomplete="drop").tolist() == [[1, 2]]


@pytest.mark.parametrize(
    "options,match",
    [
        ({"column": "a"}, "column='a' has no meaning with wide=True"),
        ({"worker": "a"}, "worker='a' has no meaning with wide=True"),
    ],
)
def test_options_that_wide_excludes(write, options, match):
    with pytest.raises(ValueError, match=match):
        read_trace(write("a,b\n1,2\n"), wide=True, **options)
    with pytest.raises(ValueError, match="differently named workers, got 'a', 'a'"):
        read_trace(write("a,a\n1,2\n"), wide=True)


# --- what is refused ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "cell,match",
    [
        ("abc", "'abc' is not a number"),
        ("1.5 s", "'1.5 s' is not a number"),
        ("1_000", "'1_000' is not a number"),
        ("--", "'--' is not a number"),
        ("0x10", "'0x10' is not a number"),
        ("1.5.2", "'1.5.2' is not a number"),
        ('"1,5"', r"'1,5' is not a number \(decimal comma\? write 1.5, not 1,5\)"),
        ("x" * 5000, "'x{40}' is not a number"),
    ],
)
def test_a_cell_that_is_no_number_is_named(write, cell, match):
    rows = ["1,0.5"] * 70_000  # beyond one block
    rows[66_000] = f"1,{cell}"
    path = write("worker,t\n" + "\n".join(rows) + "\n")
    with pytest.raises(ValueError, match=rf"^line 66002 of trace.csv, column 't': {match}"):
        read_trace(path, column="t")


@pytest.mark.parametrize(
    "cell,match",
    [
        ("nan", "nan in line 3 of trace.csv, column 't' is not finite"),
        ("", "nan in line 3"),
        ("NA", "nan in line 3"),
        ("N/A", "nan in line 3"),
        ("null", "nan in line 3"),
        ("inf", "inf in line 3"),
        ("-Infinity", "-inf in line 3"),
        ("1e999", "inf in line 3"),
        ("-0.25", "-0.25 in line 3 of trace.csv, column 't' is negative"),
    ],
)
def test_a_cell_that_is_no_duration_is_named(write, cell, match):
    path = write(f"w,t\n0,0.5\n0,{cell}\n0,0.5\n")
    with pytest.raises(ValueError, match=match):
        read_trace(path, column="t")
    options = {"negative": "drop"} if "negative" in match else {"nonfinite": "drop"}
    assert read_trace(path, column="t", **options).values.tolist() == [0.5, 0.5]


@pytest.mark.parametrize(
    "content,options,match",
    [
        ("", {}, "trace.csv is empty"),
        ("\n \n\n", {}, "trace.csv is empty"),
        ("\ufeff", {}, "trace.csv is empty"),
        ("t\n", {}, "has a header and no rows"),
        ("a,b\n1,2\n3\n", {"column": "a"}, "line 3 of trace.csv has 1 cells, its header has 2"),
        ("t\n1,5\n", {}, r"line 2 of trace.csv has 2 cells, its header has 1 \(decimal commas\?"),
        ("a;t\n1;1,5\n", {"column": "t"}, r"'1,5' is not a number \(decimal comma\?"),
        ("a,t\n1,2,5\n", {"column": "t"}, "line 2 of trace.csv has 3 cells"),
        ("a,t\n1,5,2,5\n", {"column": "t"}, r"has 4 cells, its header has 2 \(decimal commas"),
        ("a,b\n1,2\n", {}, r"say which column of trace.csv .*column='a', 'b'"),
        ("a,b\n1,2\n", {"column": "c"}, "there is no column 'c' in trace.csv, only 'a', 'b'"),
        ("secs,b\n1,2\n", {"column": "sec"}, r"only 'secs', 'b' \(did you mean 'secs'\?\)"),
        ("a,b\n1,2\n", {"column": "a", "worker": "x"}, "there is no column 'x'"),
        ("a,b\n1,2\n", {"column": "a", "step": "A"}, "there is no column 'A'"),
        ("a,b\n1,2\n", {"column": "a", "worker": "a"}, "must be different columns"),
        ("a,a\n1,2\n", {"column": "a"}, "has 2 columns 'a'"),
        ('a,b\n1,"2\n', {"column": "a"}, "near line 2: not a CSV file"),
        (b"t\n1\n\xff\xfe\n", {}, "not a CSV file in UTF-8"),
        (b"t\n1\n\x002\n", {}, "trace.csv"),
        ("t\nnan\n", {"nonfinite": "drop"}, "no measurement is left"),
        ("w,t\n,1\n", {"column": "t", "worker": "w"}, "line 2 of trace.csv, column 'w' is empty"),
    ],
)
def test_broken_files(write, content, options, match):
    with pytest.raises(ValueError, match=match):
        read_trace(write(content), **options)


def test_files_that_are_not_there_or_of_another_kind(write, tmp_path):
    with pytest.raises(FileNotFoundError):
        read_trace(tmp_path / "none.csv")
    with pytest.raises(ValueError, match="is not a CSV file: read it with pandas"):
        read_trace(tmp_path / "trace.parquet")
    with pytest.raises(OSError, match=r"[Dd]irectory"):
        read_trace(tmp_path)


@pytest.mark.parametrize("name", [1.5, True, ["a"], b"a"])
def test_a_column_is_called_by_its_name(write, name):
    with pytest.raises(TypeError, match="a column is called by its name"):
        read_trace(write("a,b\n1,2\n"), column=name)


def test_warm_up_is_per_worker(write):
    trace = read_trace(write(LONG), column="seconds", worker="worker", step="step", warmup=1)
    assert trace.values.tolist() == [1.25, 2.25]


# --- frames ---------------------------------------------------------------------------------------

DATA = {"worker": ["a", "b", "a"], "step": [0, 0, 1], "ms": [1500.0, 2500.0, 1250.0]}
FRAMES = {
    "pandas": pd.DataFrame(DATA, index=[5, 6, 7]),
    "pandas-nullable": pd.DataFrame(DATA).convert_dtypes(),
    "polars": pl.DataFrame(DATA),
    "pyarrow": pa.table(DATA),
    "mapping": DATA,
    "records": np.array(
        list(zip(*DATA.values(), strict=True)),
        dtype=[("worker", "U1"), ("step", int), ("ms", float)],
    ),
}


@pytest.mark.parametrize("name", FRAMES)
def test_frames(name):
    trace = read_trace(FRAMES[name], worker="worker", step="step", unit="ms")
    assert trace.values.tolist() == [1.5, 2.5, 1.25]
    assert trace.workers.tolist() == ["a", "b", "a"]
    assert trace.steps.tolist() == [0, 0, 1]


@pytest.mark.parametrize("make", [pd.DataFrame, pl.DataFrame, pa.table, dict])
def test_wide_frames(make):
    frame = make({"step": [3, 4], "w0": [1.0, 3.0], "w1": [2.0, 4.0]})
    trace = read_trace(frame, wide=True, step="step")
    assert trace.rows().tolist() == [[1.0, 2.0], [3.0, 4.0]]
    assert trace.steps.tolist() == [3, 3, 4, 4]


def test_frames_with_names_that_are_no_strings_and_plain_arrays():
    table = np.array([[1.0, 2.0], [3.0, 4.0]])
    assert read_trace(pd.DataFrame(table), wide=True).rows().tolist() == table.tolist()
    assert read_trace(pd.DataFrame(table), column=1).values.tolist() == [2.0, 4.0]
    assert read_trace(table, wide=True).rows().tolist() == table.tolist()


@pytest.mark.parametrize(
    "frame,options,error,match",
    [
        (pd.DataFrame({"t": [1.0, None]}), {}, ValueError, "nan in row 1 of the frame, column 't'"),
        (pl.DataFrame({"t": [1.0, None]}), {}, ValueError, "nan in row 1 of the frame"),
        (pd.DataFrame({"t": [1.0, -2.0]}), {}, ValueError, "-2 in row 1 of the frame"),
        (pd.DataFrame({"t": ["1", "x"]}), {}, ValueError, "column 't' must be real numbers"),
        (pd.DataFrame({"t": [True]}), {}, ValueError, "column 't' must be real numbers, got bool"),
        (pd.DataFrame({"t": []}), {}, ValueError, "the frame has no rows"),
        (pd.DataFrame({"a": [1], "b": [2]}), {}, ValueError, "say which column of the frame"),
        (pd.DataFrame({"a": [1]}), {"column": "b"}, ValueError, "no column 'b' in the frame"),
        (pd.DataFrame([[1, 2]], columns=["1", 1]), {"column": "1"}, ValueError, "must differ"),
        (np.ones(3), {}, TypeError, "from the path of a CSV file or from a data frame"),
        ([1.0, 2.0], {}, TypeError, "rt.Trace takes a list or an array"),
        (None, {}, TypeError, "from a data frame, got None"),
        (3, {}, TypeError, "from a data frame, got 3"),
    ],
)
def test_bad_frames(frame, options, error, match):
    with pytest.raises(error, match=match):
        read_trace(frame, **options)


def test_timedeltas_are_not_guessed():
    frame = pd.DataFrame({"t": pd.to_timedelta([1, 2], unit="s")})
    with pytest.raises(ValueError, match="got time differences"):
        read_trace(frame)


# --- properties -----------------------------------------------------------------------------------

NAMES = st.text(st.characters(codec="utf-8", exclude_categories=("C", "Z")), min_size=1, max_size=5)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(
    st.lists(st.tuples(NAMES, st.floats(1e-3, 10)), min_size=1, max_size=30),
    st.sampled_from(",;\t|"),
    st.sampled_from(["\n", "\r\n"]),
    st.booleans(),
)
def test_round_trip(write, rows, delimiter, end, bom):
    """Whatever a spreadsheet can write comes back to the last bit, labels included."""

    def quoted(text):
        return '"' + text.replace('"', '""') + '"'

    lines = [f"who{delimiter}t", *(f"{quoted('n' + who)}{delimiter}{t!r}" for who, t in rows)]
    content = ("\ufeff" if bom else "") + end.join(lines) + end
    trace = read_trace(write(content), column="t", worker="who")
    assert trace.values.tolist() == [t for _, t in rows]
    assert trace.workers.tolist() == ["n" + who for who, _ in rows]


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(st.text(max_size=60))
def test_any_text_is_a_trace_or_a_clear_error(write, text):
    message, trace = "", None
    try:
        trace = read_trace(write(text.encode("utf-8", "surrogatepass")))
    except ValueError as refused:
        message = str(refused)
    if trace is None:
        assert "trace.csv" in message or "measurement" in message
        return
    assert trace.n > 0
    assert np.isfinite(trace.values).all()
    assert (trace.values >= 0).all()


def test_blocks_leave_no_seams(write, monkeypatch):
    monkeypatch.setattr(csv_columns, "_BLOCK", 7)
    rng = random.Random(4)
    times = [rng.random() for _ in range(50)]
    rows = "".join(f"{i % 3},{t!r}\n" for i, t in enumerate(times))
    trace = read_trace(write("w,t\n" + rows), column="t", worker="w")
    assert trace.values.tolist() == times
    assert trace.workers.tolist() == [i % 3 for i in range(50)]


def test_a_million_rows(tmp_path):
    """Streamed in blocks; how long it takes is the benchmarks' business."""
    rng = np.random.default_rng(9)
    times = rng.uniform(0.5, 1.5, 10**6)
    path = tmp_path / "big.csv"
    path.write_text(
        "worker,t\n" + "\n".join(f"{i % 32},{t!r}" for i, t in enumerate(times.tolist()))
    )
    assert path.stat().st_size > 10**7
    trace = read_trace(path, column="t", worker="worker")
    assert np.array_equal(trace.values, times)
    assert math.isclose(trace.by_worker().P, 32)
