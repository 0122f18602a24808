"""Theorems about the error bounds: lemmas, bounds of every scheme, and what papers misprint."""
