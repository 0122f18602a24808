"""Names of test cases that are the same in every process: no addresses in them."""

from __future__ import annotations

import re


def label(value: object) -> str:
    """The value as text; a frozen law of scipy by its name and parameters."""
    generic = getattr(value, "dist", None)
    if generic is not None and hasattr(value, "args"):
        given = [str(a) for a in value.args] + [f"{k}={v}" for k, v in value.kwds.items()]
        return f"{generic.name}({', '.join(given)})"[:60]
    return re.sub(r" at 0x[0-9a-f]+", "", repr(value))[:80]
