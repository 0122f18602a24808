"""The theorems about error bounds, by name."""

from importlib import import_module

MODULES = (
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
)


def found():
    theorems = {}
    for name in MODULES:
        module = import_module(f"runtime_theory.theorems.convergence.{name}")
        for theorem in getattr(module, "THEOREMS", None) or (module.THEOREM,):
            assert theorem.name not in theorems
            theorems[theorem.name] = theorem
    return theorems


THEOREMS = found()
