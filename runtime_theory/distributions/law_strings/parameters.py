"""Parameters of a law by position and name, bound as Python would bind a call."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

__all__ = ["ParameterError", "assigned", "check_list", "check_number", "close_names"]


class ParameterError(ValueError):
    """A parameter that does not fit: its name, or its position among the arguments."""

    def __init__(self, message: str, parameter: str = "", position: int | None = None) -> None:
        super().__init__(message)
        self.parameter = parameter
        self.position = position


def close_names(name: str, known: Iterable[str]) -> str:
    """``: did you mean ...?`` with close names, or nothing.

    Examples
    --------
    >>> close_names("scle", ["loc", "scale"])
    ': did you mean scale?'
    """
    plain = {k.lower().replace("_", ""): k for k in known}
    found = difflib.get_close_matches(name.lower().replace("_", "")[:60], plain, n=3, cutoff=0.6)
    return f": did you mean {', '.join(plain[f] for f in found)}?" if found else ""


def assigned(
    law: str,
    names: Sequence[str],
    required: Sequence[str],
    positional: Sequence[Any],
    keywords: Mapping[str, Any],
) -> dict[str, Any]:
    """Values by parameter name, as Python would bind a call.

    Raises
    ------
    ParameterError
        Too many, unknown, given twice, or missing; close names are quoted.

    Examples
    --------
    >>> assigned("gamma", ["a", "loc", "scale"], ["a"], [2], {"scale": 3})
    {'a': 2, 'scale': 3}
    """
    takes = f"{law}({', '.join(names)})"
    if len(positional) > len(names):
        raise ParameterError(f"too many parameters for {takes}", position=len(names))
    given = dict(zip(names, positional, strict=False))
    for name, value in keywords.items():
        if name not in names:
            raise ParameterError(
                f"{law} has no parameter {name!r}, it is {takes}{close_names(name, names)}", name
            )
        if name in given:
            raise ParameterError(f"{name} is given twice in {takes}", name)
        given[name] = value
    missing = [name for name in required if name not in given]
    if missing:
        raise ParameterError(f"{takes} needs {', '.join(missing)}")
    return given


def check_number(name: str, value: Any) -> None:
    """Refuse what is no number."""
    if not isinstance(value, int | float):
        raise ParameterError(f"{name} must be a number, got {name}={value!r:.60}", name)


def check_list(name: str, value: Any) -> None:
    """Refuse what is no list with something in it."""
    if not isinstance(value, list) or not value:
        raise ParameterError(f"{name} must be a list of numbers, got {name}={value!r:.60}", name)
