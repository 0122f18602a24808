"""Formulas of schemes and laws as sympy expressions, and as LaTeX for papers."""

from runtime_theory.expressions.quantities import quantities
from runtime_theory.expressions.questions import expression
from runtime_theory.expressions.typesetting import latex

__all__ = ["expression", "latex", "quantities"]
