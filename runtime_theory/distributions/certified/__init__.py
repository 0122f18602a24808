"""Certified means: closed forms in balls, exact sums, and rigorous integrals of analytic laws."""
