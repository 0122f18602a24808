"""Questions over several schemes: how they compare, and what asynchrony gains."""

from runtime_theory.wallclock.compare import compare
from runtime_theory.wallclock.speedup import speedup

__all__ = ["compare", "speedup"]
