"""Expected order statistics for many draws: expansions, enclosures, bounds on harmonic numbers."""

from runtime_theory.order_statistics.asymptotics.maximum import Maximum as Maximum
from runtime_theory.order_statistics.asymptotics.maximum import expected_maximum as expected_maximum
from runtime_theory.order_statistics.asymptotics.questions import (
    asymptotic_order_statistic as asymptotic_order_statistic,
)
from runtime_theory.order_statistics.asymptotics.questions import maximum_result as maximum_result
