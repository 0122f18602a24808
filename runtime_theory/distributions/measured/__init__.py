"""Measured durations: reading files, checking them, the empirical law and its estimates."""
