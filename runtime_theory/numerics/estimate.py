"""A number with a bound on its error: what the numerical layers hand upwards."""

from __future__ import annotations

from typing import NamedTuple


class Estimate(NamedTuple):
    """A value and a bound on |value - truth| that includes rounding."""

    value: float
    error: float
