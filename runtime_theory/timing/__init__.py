"""What is true of one scheme's timing: mean, bounds, law and staleness, one file a scheme."""

from runtime_theory.timing.questions import (
    iteration_law,
    iteration_time,
    iteration_time_bounds,
    mean_staleness,
    methods,
    throughput,
)
from runtime_theory.timing.registry import TIMINGS

__all__ = [
    "TIMINGS",
    "iteration_law",
    "iteration_time",
    "iteration_time_bounds",
    "mean_staleness",
    "methods",
    "throughput",
]
