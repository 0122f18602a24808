"""Closed forms with names and sources, the notation they are written in, and their LaTeX."""

from runtime_theory.formulas.condition import Condition as Condition
from runtime_theory.formulas.formula import Formula as Formula
from runtime_theory.formulas.printing import latex_of as latex_of
