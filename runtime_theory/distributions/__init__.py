"""Laws of one worker's time: what they are, where they come from, what they answer."""

from runtime_theory.distributions.adapt import as_distribution as as_distribution
from runtime_theory.distributions.adapt import as_law as as_law
from runtime_theory.distributions.affine import Affine as Affine
from runtime_theory.distributions.base import Ageing as Ageing
from runtime_theory.distributions.base import Distribution as Distribution
from runtime_theory.distributions.discrete import Deterministic as Deterministic
from runtime_theory.distributions.discrete import Discrete as Discrete
from runtime_theory.distributions.measured.measurements import TraceWarning as TraceWarning
from runtime_theory.distributions.measured.trace import Trace as Trace
from runtime_theory.distributions.workers import Workers as Workers
