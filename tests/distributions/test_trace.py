"""Trace: the exact empirical law, its refusals, its layout by worker and step, its warnings."""

import math
import pickle
import warnings
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pandas as pd
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from runtime_theory.distributions.base import Ageing
from runtime_theory.distributions.measured.measurements import TraceWarning
from runtime_theory.distributions.measured.trace import Trace

TIMES = st.lists(st.floats(0.25, 4.0, allow_subnormal=False), min_size=1, max_size=40)


# --- the law --------------------------------------------------------------------------------------


@given(TIMES, st.floats(0, 5))
def test_tails_are_counts(times, x):
    trace, n = Trace(times), len(times)
    above = sum(t > x for t in times)
    assert float(trace.sf(x)) == above / n
    assert float(trace.cdf(x)) == (n - above) / n


@given(TIMES, st.floats(0, 1))
def test_quantiles_are_the_smallest_that_reach_the_level(times, q):
    trace = Trace(times)
    ordered = sorted(times)
    reach = [(i + 1) / len(times) >= q for i in range(len(times))]
    assert float(trace.ppf(q)) == ordered[reach.index(True)]
    low = [(len(times) - i - 1) / len(times) <= q for i in range(len(times))]
    assert float(trace.isf(q)) == ordered[low.index(True)]


@given(TIMES)
def test_quantiles_invert_the_law(times):
    trace = Trace(times)
    points = sorted(set(times))
    assert trace.ppf(trace.cdf(points)).tolist() == points
    assert trace.isf(trace.sf(points)).tolist() == points


def test_inverted_cdf_does_not_overshoot():
    """numpy's inverted_cdf answers 7, 14, 28, 55, 56 (numpy issue 22582)."""
    trace = Trace(np.arange(100))
    assert trace.ppf([0.07, 0.14, 0.28, 0.55, 0.56]).tolist() == [6, 13, 27, 54, 55]
    assert trace.isf([0.93, 0.86, 0.72, 0.45, 0.44]).tolist() == [6, 13, 27, 54, 55]


def test_every_rank_of_every_small_sample():
    for n in range(1, 60):
        trace = Trace(np.arange(n))
        k = np.arange(1, n + 1)
        assert trace.ppf(k / n).tolist() == list(range(n))


def test_atoms_are_exact_fractions():
    trace = Trace([3.0, 1.0, 3.0])
    assert trace.atoms.values.tolist() == [1.0, 3.0]
    assert trace.atoms.mass.tolist() == [1 / 3, 2 / 3]
    assert trace.atoms.cdf.tolist() == [1 / 3, 1.0]
    assert trace.atoms.sf.tolist() == [2 / 3, 0.0]
    assert trace.sample_size == 3


def test_draws_come_from_the_measurements():
    trace = Trace([1.0, 2.0, 2.0, 5.0])
    draws = trace.rvs(100_000, rng=np.random.default_rng(5))
    assert set(np.unique(draws)) == {1.0, 2.0, 5.0}
    assert abs(np.mean(draws == 2.0) - 0.5) < 5 * 0.5 / math.sqrt(draws.size)
    assert trace.rvs((3, 2), rng=1).shape == (3, 2)
    assert trace.rvs(rng=1).shape == ()


def test_one_stall_counts_once_per_step():
    """9999 steps of 0.01 s and one of 100 s: 0.019999 s a step (tlp-stress 131)."""
    trace = Trace([0.01] * 9999 + [100.0])
    mean = float(np.dot(trace.atoms.values, trace.atoms.mass))
    assert mean == pytest.approx(0.019999, rel=1e-13)


# --- what is taken --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "values",
    [
        [1, 2, 4],
        [1.0, 2.0, 4.0],
        np.array([1, 2, 4], dtype=np.int8),
        np.array([1, 2, 4], dtype=np.uint64),
        np.array([1, 2, 4], dtype=np.float32),
        np.array([1, 2, 4], dtype=np.longdouble),
        np.array([1, 9, 2, 9, 4], dtype=float)[::2],
        np.array([1, 2, 4], dtype=">f8"),
        np.array([1, 2, 4], dtype=object),
        np.ma.array([1.0, 2.0, 4.0]),
        pd.Series([1, 2, 4], index=[7, 8, 9]),
        pd.Series([1, 2, 4], dtype="Int64"),
        pl.Series("t", [1, 2, 4]),
        [Fraction(1), Decimal(2), np.float32(4)],
        (1.0, 2.0, 4.0),
    ],
    ids=lambda v: f"{type(v).__module__}.{type(v).__name__}-{getattr(v, 'dtype', '')}",
)
def test_containers_of_numbers(values):
    assert Trace(values).values.tolist() == [1.0, 2.0, 4.0]


def test_zeros_and_subnormals_are_durations():
    trace = Trace([0.0, 5e-324, -0.0])
    assert trace.support == (0.0, 5e-324)
    assert math.copysign(1.0, trace.atoms.values[0]) == 1.0


def test_the_measurements_are_copied_and_read_only():
    mine = np.array([1.0, 2.0])
    trace = Trace(mine)
    mine[0] = 99.0
    assert trace.values.tolist() == [1.0, 2.0]
    with pytest.raises(ValueError, match="read-only"):
        trace.values[0] = 3.0
    assert mine.flags.writeable


@pytest.mark.parametrize(
    "unit,seconds",
    [("s", 5e5), ("ms", 500.0), ("us", 0.5), ("ns", 0.0005)],
)
def test_units_are_said_and_never_guessed(unit, seconds):
    assert Trace([500_000], unit=unit).values[0] == seconds


def test_nanoseconds_are_not_milliseconds():
    """500000 ns and 700000 ns have a mean of 0.0006 s (sentry-mcp 905)."""
    trace = Trace([500_000, 700_000], unit="ns")
    assert trace.values.tolist() == [0.0005, 0.0007]
    assert repr(trace) == "<trace(n=2, mean=0.0006 s)>"


@pytest.mark.parametrize("unit", ["sec", "S", "", "m", None, 1, "µs"])
def test_unknown_units_are_listed(unit):
    with pytest.raises(ValueError, match="unit must be one of 's', 'ms', 'us', 'ns', got"):
        Trace([1.0], unit=unit)


# --- what is refused ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "values,error,match",
    [
        ([], ValueError, "must not be empty"),
        (np.array([]), ValueError, "must not be empty"),
        ([1, math.nan], ValueError, r"nan in row 1 is not finite \(1 of 2 are; nonfinite='drop'"),
        ([1, math.inf, -math.inf], ValueError, r"inf in row 1 is not finite \(2 of 3"),
        ([1, None], ValueError, "nan in row 1 is not finite"),
        ([3, 2, -1, -2], ValueError, r"-1 in row 2 is negative \(2 of 4 are; negative='drop' or"),
        ([math.nan, -1.0], ValueError, r"nan in row 0 is not finite .*; -1 in row 1 is negative"),
        (pd.Series([1, None, 3], dtype="Float64"), ValueError, "nan in row 1"),
        (pl.Series([1.0, None]), ValueError, "nan in row 1"),
        (np.ma.array([1.0, 2.0], mask=[False, True]), ValueError, "nan in row 1"),
        (["a", "b"], TypeError, "must be real numbers, got 'a' in row 0"),
        ([1, "2"], TypeError, "must be real numbers, got '2' in row 1"),
        (np.array(["1", "2"]), TypeError, "got text, such as 1 in row 0"),
        ([1, True], TypeError, "got True in row 1"),
        (np.array([True]), TypeError, "got booleans"),
        (np.array([1j]), TypeError, "got complex numbers"),
        ([1, 2j], TypeError, "got complex numbers"),
        (np.array(["2024-01-01"], dtype="M8[s]"), TypeError, "got dates"),
        (np.array([5], dtype="m8[s]"), TypeError, "got time differences"),
        (np.array([[1.0, 2.0]]), ValueError, r"one-dimensional, got shape \(1, 2\); rt.read_trace"),
        (np.array(1.0), ValueError, r"one-dimensional, got shape \(\)"),
        (5.0, ValueError, "one-dimensional"),
        ([[1], [2, 3]], TypeError, "flat sequence of real numbers"),
        ([1, [2]], TypeError, "flat sequence of real numbers"),
        ({1.0, 2.0}, (TypeError, ValueError), "must be"),
    ],
)
def test_what_is_no_duration_is_refused_by_row(values, error, match):
    with pytest.raises(error, match=match):
        Trace(values)


def test_opt_ins():
    values = [1.0, math.nan, -2.0, math.inf, 3.0]
    with pytest.raises(ValueError, match="-2 in row 2"):
        Trace(values, nonfinite="drop")
    assert Trace(values, nonfinite="drop", negative="keep").values.tolist() == [1.0, -2.0, 3.0]
    assert Trace(values, nonfinite="drop", negative="drop").values.tolist() == [1.0, 3.0]
    with pytest.raises(ValueError, match="no measurement is left: 1 rows, of which 1 dropped"):
        Trace([math.nan], nonfinite="drop")
    for name in ("nonfinite", "negative"):
        with pytest.raises(ValueError, match=f"{name} must be one of"):
            Trace([1.0], **{name: "ignore"})


@given(st.lists(st.sampled_from([1.0, 2.0, math.nan, math.inf, -1.0]), min_size=1, max_size=12))
def test_nothing_bad_passes_silently(values):
    bad = [i for i, v in enumerate(values) if not math.isfinite(v) or v < 0]
    if not bad:
        assert Trace(values).values.tolist() == values
        return
    with pytest.raises(ValueError, match=rf"in row ({'|'.join(map(str, bad))}) is") as caught:
        Trace(values)
    first = {
        kind: next((i for i in bad if math.isfinite(values[i]) is kind), None)
        for kind in (False, True)
    }
    for row in first.values():
        assert row is None or f"in row {row} is" in str(caught.value)


# --- workers, steps, warm-up ----------------------------------------------------------------------


def test_warm_up_rows_of_each_worker_are_left_out():
    times = [9.0, 8.0, 1.0, 2.0, 3.0, 4.0]
    workers = ["b", "a", "b", "a", "b", "a"]
    assert Trace(times, warmup=1).values.tolist() == times[1:]
    trace = Trace(times, workers=workers, warmup=1)
    assert trace.values.tolist() == times[2:]
    late = Trace(times, workers=workers, steps=[5, 5, 0, 0, 1, 1], warmup=1)
    assert late.values.tolist() == [9.0, 8.0, 3.0, 4.0]  # the first by step, not by row
    with pytest.raises(ValueError, match="no measurement is left"):
        Trace(times, warmup=6)
    for wrong, error in ((-1, ValueError), (1.0, TypeError), (True, TypeError)):
        with pytest.raises(error, match="warmup must be an integer >= 0"):
            Trace(times, warmup=wrong)


def test_by_worker_keeps_workers_apart_in_order_of_appearance():
    trace = Trace([1.0, 2.0, 3.0, 4.0, 5.0], workers=[7, 3, 7, 3, 3], steps=[0, 0, 1, 1, 2])
    fleet = trace.by_worker()
    assert fleet.P == 2
    assert [law.values.tolist() for law, _ in fleet.groups] == [[1.0, 3.0], [2.0, 4.0, 5.0]]
    assert [law.workers.tolist() for law, _ in fleet.groups] == [[7, 7], [3, 3, 3]]
    assert fleet.groups[1][0].steps.tolist() == [0, 1, 2]
    with pytest.raises(ValueError, match="does not say which worker"):
        Trace([1.0]).by_worker()


def test_workers_with_equal_measurements_are_one_group():
    fleet = Trace([1.0, 2.0, 2.0, 1.0, 9.0, 9.5], workers=[0, 0, 1, 1, 2, 2]).by_worker()
    assert [count for _, count in fleet.groups] == [2, 1]


def test_rows_are_steps_by_workers():
    trace = Trace([1, 2, 3, 4, 5, 6], workers=list("bababa"), steps=[2, 2, 0, 0, 1, 1])
    assert trace.rows().tolist() == [[3.0, 4.0], [5.0, 6.0], [1.0, 2.0]]
    implied = Trace([1, 2, 3, 4], workers=list("bbaa"))
    assert implied.rows().tolist() == [[1.0, 3.0], [2.0, 4.0]]


def test_incomplete_rows_are_refused_or_dropped():
    trace = Trace([1, 2, 3], workers=list("aba"), steps=[0, 0, 1])
    with pytest.raises(ValueError, match=r"step 1 has no measurement of worker b \(1 of 2 steps"):
        trace.rows()
    assert trace.rows(incomplete="drop").tolist() == [[1.0, 2.0]]
    with pytest.raises(ValueError, match="none of the 2 steps"):
        Trace([1, 2], workers=list("ab"), steps=[0, 1]).rows(incomplete="drop")
    with pytest.raises(ValueError, match="incomplete must be"):
        trace.rows(incomplete="fill")
    with pytest.raises(ValueError, match="step 0 of worker a was measured 2 times"):
        Trace([1, 2], workers=list("aa"), steps=[0, 0]).rows()


@given(st.integers(1, 5), st.integers(1, 6), st.randoms())
def test_rows_do_not_depend_on_the_order_in_the_file(workers, steps, random):
    entries = [(w, s, 1.0 + w + 10.0 * s) for w in range(workers) for s in range(steps)]
    random.shuffle(entries)
    who, when, times = zip(*entries, strict=True)
    trace = Trace(times, workers=list(who), steps=list(when))
    table = trace.rows()
    order = np.argsort(list(dict.fromkeys(who)))
    expected = 1.0 + np.arange(workers)[None, :] + 10.0 * np.arange(steps)[:, None]
    assert table[:, order].tolist() == expected.tolist()


@pytest.mark.parametrize(
    "options,match",
    [
        ({"workers": [1]}, r"workers must be one a measurement, got shape \(1,\) for 2"),
        ({"steps": [[1, 2]]}, r"steps must be one a measurement, got shape \(1, 2\)"),
        ({"workers": [0.0, math.nan]}, "workers must not be missing, got nan in row 1"),
        ({"workers": ["a", None]}, "workers must not be missing, got None in row 1"),
    ],
)
def test_bad_labels(options, match):
    with pytest.raises(ValueError, match=match):
        Trace([1.0, 2.0], **options)


def test_labels_follow_dropped_rows():
    trace = Trace([math.nan, 2.0, 3.0], workers=list("abc"), steps=[1, 2, 3], nonfinite="drop")
    assert trace.workers.tolist() == ["b", "c"]
    assert trace.steps.tolist() == [2, 3]


# --- the object -----------------------------------------------------------------------------------


def test_description_length_and_iteration():
    trace = Trace([1.0, 3.0], workers=["x", "y"])
    assert repr(trace) == "<trace(n=2, mean=2 s, workers=2)>"
    assert len(trace) == trace.n == 2
    assert list(trace) == [1.0, 3.0]


def test_the_law_is_the_multiset():
    assert Trace([1.0, 2.0, 2.0]).key == Trace([2.0, 1.0, 2.0]).key
    assert Trace([1.0, 2.0]).key == Trace([1.0, 2.0, 1.0, 2.0]).key
    assert Trace([1.0, 2.0]).key != Trace([1.0, 2.0, 2.0]).key


def test_pickles_with_its_labels():
    trace = Trace([1.0, 2.0], workers=["a", "b"], steps=[0, 0])
    copy = pickle.loads(pickle.dumps(trace))
    assert copy.values.tolist() == [1.0, 2.0]
    assert copy.workers.tolist() == ["a", "b"]
    assert copy.rows().tolist() == trace.rows().tolist()


def test_ageing_is_tested():
    assert Trace([1.0, 1.0]).ageing is Ageing.NBU
    assert Trace([1.0, 1.1, 1.2, 50.0]).ageing is Ageing.NEITHER


# --- warnings -------------------------------------------------------------------------------------


def test_a_warm_up_is_pointed_out():
    """27 s once, then 0.001 s: the mean of the maximum of 8 is 2.0868 s (rocm-libraries 5089)."""
    times = [27.0] + [0.001] * 99
    with pytest.warns(TraceWarning, match=r"look like a warm-up: 27 s .*; warmup=1 leaves"):
        trace = Trace(times)
    assert float(np.dot(trace.atoms.values, trace.atoms.mass)) == pytest.approx(0.27099)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert set(Trace(times, warmup=1).values) == {0.001}


def test_a_stall_in_the_middle_is_no_warm_up():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        Trace([0.01] * 500 + [9.0] + [0.01] * 500)


def test_mixed_units_are_pointed_out():
    with pytest.warns(TraceWarning, match="a factor of 1.2e\\+06: check that all have one unit"):
        Trace([1.0, 1.1, 1.2, 1e-6, 1.1e-6])


def test_a_long_exponential_trace_is_not_suspicious():
    rng = np.random.default_rng(0)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        Trace(rng.exponential(size=200_000))


def test_times_that_contain_the_wait_are_pointed_out():
    """All-reduce shows the slowest on every rank; a second maximum counts twice (traceml 252)."""
    rng = np.random.default_rng(1)
    slowest = rng.exponential(size=(200, 8)).max(axis=1)
    workers, steps = np.tile(np.arange(8), 200), np.repeat(np.arange(200), 8)
    with pytest.warns(TraceWarning, match="already contain the wait for the slowest"):
        Trace(np.repeat(slowest, 8), workers=workers, steps=steps)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        Trace(rng.exponential(size=1600), workers=workers, steps=steps)
        Trace(np.full(1600, 2.0), workers=workers, steps=steps)  # equal, but never varying


def test_warnings_point_at_the_caller():
    with pytest.warns(TraceWarning) as caught:
        Trace([1.0, 1e-9])
    assert caught[0].filename == __file__
