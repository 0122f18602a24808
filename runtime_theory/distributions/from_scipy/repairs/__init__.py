"""Replacements for the functions of scipy laws that lose a tail; the others are used as they are.

scipy derives a missing sf as 1 - cdf and a missing isf as ppf(1 - q). Where the law has a closed
form, it is restated here with both tails; where it has only a density, the tails are integrated
(`density_law`).
"""

from __future__ import annotations

from runtime_theory.distributions.from_scipy.repairs.bounded import BOUNDED
from runtime_theory.distributions.from_scipy.repairs.positive import POSITIVE
from runtime_theory.distributions.from_scipy.repairs.real_line import REAL_LINE
from runtime_theory.distributions.from_scipy.repairs.repair import Repair as Repair
from runtime_theory.distributions.from_scipy.repairs.stable import LEVY_STABLE

__all__ = ["REPAIRS", "Repair"]

REPAIRS: dict[str, Repair] = {**POSITIVE, **REAL_LINE, **BOUNDED, "levy_stable": LEVY_STABLE}
"""Repairs by the name of the scipy law."""
