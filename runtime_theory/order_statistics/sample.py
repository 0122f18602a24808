"""Order statistics of measured traces: the plug-in value and the unbiased estimate."""

from __future__ import annotations

import math

from runtime_theory.distributions.base import Distribution
from runtime_theory.distributions.measured.trace import (
    Trace,
    plug_in_order_statistic,
    u_statistic_order_statistic,
)
from runtime_theory.references import HOEFFDING1948
from runtime_theory.results import Kind, Result


def plug_in(law: Distribution, k: int, n: int, result: Result) -> Result:
    """Add the standard error of the measurements to the exact value of the empirical law."""
    if not isinstance(law, Trace):
        return result
    spread = plug_in_order_statistic(law.values, k, n).standard_error
    note = result.note
    if n > 1 and 2 * k > n:
        note = "exact for the measured values; biased low for the law behind them"
    return result.replace(standard_error=spread, note=note)


def unbiased(law: Distribution, k: int, n: int) -> Result:
    """Average over all subsets of n measurements: unbiased for independent measurements.

    Raises
    ------
    TypeError
        If the law is not a trace.
    ValueError
        If n exceeds the number of measurements.
    """
    if not isinstance(law, Trace):
        raise TypeError(
            f"method='u-statistic' is for measured traces, got {law.describe()}: its law is known"
        )
    value, spread = u_statistic_order_statistic(law.values, k, n)
    return Result(
        value,
        math.inf,
        kind=Kind.ESTIMATE,
        method="U-statistic over all subsets of the trace",
        unit="s",
        standard_error=spread,
        references=(HOEFFDING1948,),
        note=f"unbiased for independent measurements; {law.values.size} of them",
    )
