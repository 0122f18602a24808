"""Theorems that are checked by machine: ``names``, ``get``, ``verify``, ``challenge``."""

from runtime_theory.theorems.questions import challenge as challenge
from runtime_theory.theorems.questions import get as get
from runtime_theory.theorems.questions import names as names
from runtime_theory.theorems.questions import verify as verify

__all__ = ["challenge", "get", "names", "verify"]
