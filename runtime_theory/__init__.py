"""How long distributed SGD takes when workers are random.

The public names, gathered from the layers below; see README.md for a tour and docs/ for the
notation and the choice of methods.
"""

from typing import TYPE_CHECKING, Any

from runtime_theory.distributions.adapt import as_distribution as as_distribution
from runtime_theory.distributions.base import Distribution as Distribution
from runtime_theory.distributions.discrete import Deterministic as Deterministic
from runtime_theory.distributions.discrete import Discrete as Discrete
from runtime_theory.distributions.measured.reading import read_trace as read_trace
from runtime_theory.distributions.measured.trace import Trace as Trace
from runtime_theory.distributions.phase_type import PhaseType as PhaseType
from runtime_theory.distributions.survival import SurvivalFunction as SurvivalFunction
from runtime_theory.distributions.workers import Workers as Workers
from runtime_theory.errors import AccuracyError as AccuracyError
from runtime_theory.errors import NoMethodError as NoMethodError
from runtime_theory.order_statistics import (
    covariance_order_statistics as covariance_order_statistics,
)
from runtime_theory.order_statistics import expected_order_statistics as expected_order_statistics
from runtime_theory.order_statistics import order_statistic as order_statistic
from runtime_theory.results import Kind as Kind
from runtime_theory.results import Relation as Relation
from runtime_theory.results import Result as Result
from runtime_theory.schemes import Async as Async
from runtime_theory.schemes import KAsync as KAsync
from runtime_theory.schemes import KBatchAsync as KBatchAsync
from runtime_theory.schemes import KBatchSync as KBatchSync
from runtime_theory.schemes import KSync as KSync
from runtime_theory.schemes import Sync as Sync
from runtime_theory.tables import Table as Table
from runtime_theory.timing import iteration_law as iteration_law
from runtime_theory.timing import iteration_time as iteration_time
from runtime_theory.timing import iteration_time_bounds as iteration_time_bounds
from runtime_theory.timing import methods as methods
from runtime_theory.timing import throughput as throughput
from runtime_theory.wallclock import compare as compare
from runtime_theory.wallclock import speedup as speedup

if TYPE_CHECKING:
    from runtime_theory.distributions.law_strings.parsing import parse_law as parse_law

__version__ = "0.1.0"

__all__ = [
    "AccuracyError",
    "Async",
    "Deterministic",
    "Discrete",
    "Distribution",
    "KAsync",
    "KBatchAsync",
    "KBatchSync",
    "KSync",
    "Kind",
    "NoMethodError",
    "PhaseType",
    "Relation",
    "Result",
    "SurvivalFunction",
    "Sync",
    "Table",
    "Trace",
    "Workers",
    "as_distribution",
    "compare",
    "covariance_order_statistics",
    "expected_order_statistics",
    "iteration_law",
    "iteration_time",
    "iteration_time_bounds",
    "methods",
    "order_statistic",
    "parse_law",
    "read_trace",
    "speedup",
    "throughput",
]


def __getattr__(name: str) -> Any:
    """`parse_law` on demand: the parser and its tables of names are not needed by every import."""
    if name != "parse_law":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from runtime_theory.distributions.law_strings.parsing import parse_law

    return parse_law
