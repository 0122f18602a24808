"""Closed forms that exist for given integers only."""

from __future__ import annotations

from typing import Any

from runtime_theory.errors import NoMethodError

__all__ = ["integer_ranks"]

_LARGEST = 100


def integer_ranks(k: Any, n: Any, *, largest: int = _LARGEST, **others: Any) -> tuple[int, ...]:
    """Return k, n and other parameters as ints.

    Raises
    ------
    ValueError
        One of them is a symbol or no integer: the message names it.
    NoMethodError
        n is above `largest`: no closed form, or one too long to write down.

    Examples
    --------
    >>> integer_ranks(2, 8)
    (2, 8)
    """
    for name, value in {"k": k, "n": n, **others}.items():
        if getattr(value, "free_symbols", None) or value != int(value):
            raise ValueError(
                "the closed form of this family takes integers, no symbols: "
                f"{name} must be an integer, got {name}={value}"
            )
    if n > largest:
        raise NoMethodError(f"the closed form of this family is for n up to {largest}, got n={n}")
    return tuple(int(value) for value in (k, n, *others.values()))
