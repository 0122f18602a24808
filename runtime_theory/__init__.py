"""How long distributed SGD takes when workers are random.

The public names, gathered from the layers below; see README.md for a tour and docs/ for the
notation and the choice of methods.
"""

import importlib
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
from runtime_theory.references import bibliography as bibliography
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
    from runtime_theory import theorems as theorems
    from runtime_theory.distributions.attraction import extreme_value_domain as extreme_value_domain
    from runtime_theory.distributions.law_strings.parsing import parse_law as parse_law
    from runtime_theory.expressions import expression as expression
    from runtime_theory.expressions import latex as latex
    from runtime_theory.expressions import quantities as quantities
    from runtime_theory.order_statistics.asymptotics import (
        asymptotic_order_statistic as asymptotic_order_statistic,
    )
    from runtime_theory.wallclock.growth import asymptotic_speedup as asymptotic_speedup

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
    "asymptotic_order_statistic",
    "asymptotic_speedup",
    "bibliography",
    "compare",
    "covariance_order_statistics",
    "expected_order_statistics",
    "expression",
    "extreme_value_domain",
    "iteration_law",
    "iteration_time",
    "iteration_time_bounds",
    "latex",
    "methods",
    "order_statistic",
    "parse_law",
    "quantities",
    "read_trace",
    "speedup",
    "theorems",
    "throughput",
]


#: What an import need not load: its name and its module.
_ON_DEMAND = {
    "asymptotic_order_statistic": "runtime_theory.order_statistics.asymptotics",
    "asymptotic_speedup": "runtime_theory.wallclock.growth",
    "expression": "runtime_theory.expressions",
    "extreme_value_domain": "runtime_theory.distributions.attraction",
    "latex": "runtime_theory.expressions",
    "parse_law": "runtime_theory.distributions.law_strings.parsing",
    "quantities": "runtime_theory.expressions",
    "theorems": "runtime_theory.theorems",
}


def __getattr__(name: str) -> Any:
    """Public names on demand: sympy, tables of names and proofs are not for every import."""
    if name not in _ON_DEMAND:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    module = importlib.import_module(_ON_DEMAND[name])
    return module if module.__name__ == f"{__name__}.{name}" else getattr(module, name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
