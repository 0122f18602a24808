"""Theorems about iteration times and staleness."""
