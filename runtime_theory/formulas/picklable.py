"""Expressions that are built on demand, by callables that pickle."""

from __future__ import annotations

from typing import Any

__all__ = ["constant", "require_picklable"]


def constant(expression: Any) -> Any:
    """Return the expression: ``partial(constant, expression)`` is a callable that pickles.

    Examples
    --------
    >>> constant(1)
    1
    """
    return expression


def require_picklable(name: str, built: object) -> None:
    """Raise a TypeError unless `built` is a function of a module or a partial of one.

    Examples
    --------
    >>> require_picklable("expression", lambda: 1)
    Traceback (most recent call last):
    ...
    TypeError: expression must be a function of a module ... (it has to pickle), got <lambda>
    """
    if not callable(built):
        raise TypeError(f"{name} must be a callable without arguments, got {built!r}")
    inner: Any = getattr(built, "func", built)
    if "<" in getattr(inner, "__qualname__", ""):
        raise TypeError(
            f"{name} must be a function of a module or a partial of one (it has to "
            f"pickle), got {inner.__qualname__}"
        )
