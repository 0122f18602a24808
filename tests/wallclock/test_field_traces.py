"""Measured cluster traces that are not shipped: read where they lie beside the checkout.

Set RUNTIME_THEORY_SHARED to their folder's parent; without it ../shared is tried, and the tests
are skipped where there is nothing. The expected values are those published with the traces.
"""

from __future__ import annotations

import os
from pathlib import Path

import numpy as np
import pytest

import runtime_theory as rt

SHARED = Path(os.environ.get("RUNTIME_THEORY_SHARED", Path(__file__).parents[3] / "shared"))
STEPS = SHARED / "traces" / "bytedance_se_dp_step.csv"
MICRO = SHARED / "traces" / "bytedance_se_microbatch_stage0.csv"
WORKERS = 32

steps = pytest.mark.skipif(not STEPS.exists(), reason="the trace is not here")
micro = pytest.mark.skipif(not MICRO.exists(), reason="the trace is not here")


def rates(trace: rt.Trace) -> np.ndarray:
    """K/E[T_K] of K-sync for all K."""
    return np.arange(1, WORKERS + 1) / rt.expected_order_statistics(trace, WORKERS).value


@steps
def test_mean_of_the_slowest_and_best_k() -> None:
    trace = rt.read_trace(STEPS, column="span_s", worker="worker", step="step")
    slowest = rt.iteration_time(rt.Sync(WORKERS), trace)
    assert float(slowest) == pytest.approx(8.901, abs=5e-4)
    assert slowest.standard_error > 0.0
    rate = rates(trace)
    assert rate.argmax() + 1 == 30
    assert rate.max() / rate[-1] == pytest.approx(1.034, abs=5e-4)


@steps
def test_row_by_row_as_measured() -> None:
    trace = rt.read_trace(STEPS, column="span_s", worker="worker", step="step")
    measured = np.sort(trace.rows(), axis=1).mean(axis=0)
    rate = np.arange(1, WORKERS + 1) / measured
    assert rate.argmax() + 1 == 30
    assert rate.max() / rate[-1] == pytest.approx(1.050, abs=5e-4)


@micro
def test_micro_batches_would_drop_seven() -> None:
    rate = rates(rt.read_trace(MICRO, column="seconds"))
    assert rate.argmax() + 1 == 25
    assert rate.max() / rate[-1] == pytest.approx(1.634, abs=5e-4)


@steps
def test_the_table_finds_the_same_k() -> None:
    table = rt.compare(rt.read_trace(STEPS, column="span_s"), WORKERS)
    best = max(
        (row for row in table if row["scheme"] == "k-sync"),
        key=lambda row: row["gradients_per_second"],
    )
    assert best["K"] == 30
