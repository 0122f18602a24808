"""Tests find the naive oracles as `oracles.NAME`, wherever pytest is started."""

import sys
from fractions import Fraction
from pathlib import Path

from hypothesis import settings

sys.path.insert(0, str(Path(__file__).parent))

# A loaded machine is no defect; the seed is the test's own, so that a failure can be repeated.
settings.register_profile("tests", deadline=None, derandomize=True, print_blob=True)
settings.load_profile("tests")


def pytest_make_parametrize_id(val: object) -> str | None:
    """Names that are the same in every process: parallel workers compare them."""
    if isinstance(val, int | float | Fraction | str | bytes) or not hasattr(val, "__module__"):
        return None
    from oracles.labels import label

    return label(val) if hasattr(val, "dist") or " at 0x" in repr(val) else None
