"""`Result`: a number that says how far to trust it, its kinds, arithmetic and printing."""

from runtime_theory.results.kinds import Kind as Kind
from runtime_theory.results.kinds import Relation as Relation
from runtime_theory.results.result import Result as Result
