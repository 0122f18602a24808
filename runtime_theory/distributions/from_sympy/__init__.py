"""Random variables of sympy.stats with numeric parameters."""
