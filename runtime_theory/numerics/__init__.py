"""Numerical building blocks: quadrature, stable gamma ratios, summation."""
