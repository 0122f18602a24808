"""Theorems about SGD on a quadratic, whose dynamics are exact, and about AdaSync's rules."""
