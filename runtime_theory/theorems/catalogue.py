"""Every theorem, in the order in which one builds on another.

A theorem is a ``THEOREM`` (or several, ``THEOREMS``) of a module below; name the module here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from importlib import import_module
from types import MappingProxyType

from runtime_theory.theorems.kernel.theorem import Theorem

__all__ = ["theorems", "theorems_of"]

_MODULES = MappingProxyType(
    {
        "runtime": (
            "renyi",
            "spread",
            "speedup",
            "harmonic",
            "triangle",
            "families",
            "growth_exponential",
            "growth",
            "renewal",
            "sync",
            "first_updates",
            "erlang",
            "batch_sync",
            "k_async",
            "in_step",
            "k_async_ageing",
            "staleness",
            "staleness_geometric",
            "staleness_batch",
            "freshness",
            "slips",
            "theorem_2",
            "long_run",
        ),
        "convergence": (
            "descent",
            "averaging",
            "fresh_share",
            "recursion",
            "sync",
            "stale",
            "iterations",
            "comparison",
            "freshness",
            "variable",
            "variable_error",
            "learning_rate",
            "fixed_rates",
        ),
        "dynamics": (
            "updates",
            "long_run",
            "stability",
            "sync_kinds",
            "k_batch_update",
            "k_batch_long_run",
            "adasync",
            "adasync_stale",
            "transient",
        ),
    }
)


@cache
def theorems() -> dict[str, Theorem]:
    """Return the theorems by name.

    Raises
    ------
    ValueError
        Two have the same name.
    """
    return _by_name(theorem for room in _MODULES for theorem in _written_in(room))


def theorems_of(room: str) -> dict[str, Theorem]:
    """Return the theorems of one folder by name, in the order of the catalogue.

    Examples
    --------
    >>> next(iter(theorems_of("runtime")))
    'renyi-spacings'
    """
    return _by_name(_written_in(room))


def _written_in(room: str) -> Iterator[Theorem]:
    for name in _MODULES[room]:
        module = import_module(f"runtime_theory.theorems.{room}.{name}")
        yield from getattr(module, "THEOREMS", ()) or (module.THEOREM,)


def _by_name(several: Iterable[Theorem]) -> dict[str, Theorem]:
    found: dict[str, Theorem] = {}
    for theorem in several:
        if theorem.name in found:
            raise ValueError(f"two theorems are called {theorem.name!r}")
        found[theorem.name] = theorem
    return found
