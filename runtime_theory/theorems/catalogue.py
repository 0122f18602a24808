"""Every theorem, in the order in which one builds on another.

A theorem is a ``THEOREM`` (or several, ``THEOREMS``) of a module below; name the module here.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module

from runtime_theory.theorems.kernel.theorem import Theorem

__all__ = ["theorems"]

_MODULES = ("runtime.renyi",)


@cache
def theorems() -> dict[str, Theorem]:
    """Return the theorems by name.

    Raises
    ------
    ValueError
        Two have the same name.
    """
    found: dict[str, Theorem] = {}
    for path in _MODULES:
        module = import_module(f"runtime_theory.theorems.{path}")
        for theorem in getattr(module, "THEOREMS", ()) or (module.THEOREM,):
            if theorem.name in found:
                raise ValueError(f"two theorems are called {theorem.name!r}")
            found[theorem.name] = theorem
    return found
