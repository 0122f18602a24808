"""Ball arithmetic: numbers that enclose the truth for certain, with flint or mpmath's intervals."""
