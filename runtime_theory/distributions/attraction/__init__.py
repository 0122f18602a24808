"""How the upper tail of a law ends, and to which extreme value law its maxima go."""

from runtime_theory.distributions.attraction.detection import (
    extreme_value_domain as extreme_value_domain,
)
from runtime_theory.distributions.attraction.domain import Attraction as Attraction
from runtime_theory.distributions.attraction.domain import Domain as Domain
from runtime_theory.distributions.attraction.known import UpperTail as UpperTail
from runtime_theory.distributions.attraction.known import upper_tail as upper_tail
