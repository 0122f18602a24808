"""The theorems about error bounds, by name."""

from runtime_theory.theorems.catalogue import theorems_of

THEOREMS = theorems_of("convergence")
