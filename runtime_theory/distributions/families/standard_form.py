"""What is true of a family in standard form, that is without location and scale."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar

from runtime_theory.distributions.base import Ageing, Tails
from runtime_theory.distributions.families.parameter import Parameter
from runtime_theory.numerics.estimate import Estimate
from runtime_theory.references import Reference

if TYPE_CHECKING:
    from runtime_theory.distributions.families.member import Member

__all__ = ["Shapes", "StandardForm"]

Shapes = Mapping[str, Any]


class StandardForm(ABC):
    """The law of Y in X = loc + scale Y.

    Subclasses say what they know; a method that is not overridden answers None, "not in closed
    form". The numeric methods get their shapes as Fractions, exact, and are asked only where the
    answer is finite; they may raise OverflowError. The symbolic ones get sympy expressions.
    """

    name: ClassVar[str]
    aliases: ClassVar[tuple[str, ...]] = ()
    parameters: ClassVar[tuple[Parameter, ...]]
    reference: ClassVar[Reference]
    integers_only: ClassVar[bool] = False
    """Whether the symbolic forms need k and n as integers."""

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other)

    def __hash__(self) -> int:
        return hash(self.name)

    def __repr__(self) -> str:
        return f"<family {self.name}>"

    def validate(self, shapes: Shapes) -> None:
        """Raise an error that names the shape outside its domain."""
        for parameter in self.parameters:
            if parameter.name in shapes:
                parameter.check(shapes[parameter.name])

    @abstractmethod
    def support(self, shapes: Shapes) -> tuple[float, float]:
        """Ends of the support."""

    def tails(self, shapes: Shapes) -> Tails:
        """Indices of regular variation, inf where lighter than every power."""
        return Tails(math.inf, math.inf)

    def ageing(self, shapes: Shapes, start: float) -> Ageing:
        """Ageing class once the law is shifted so that its support begins at `start` >= 0.

        A delay keeps "new better than used" and spoils "new worse than used"; a tail that is a
        power spoils "new better than used".
        """
        unshifted = self.ageing_from_zero(shapes)
        if start == 0:
            return unshifted
        if unshifted in (Ageing.NBU, Ageing.BOTH):
            return Ageing.NBU
        return Ageing.NEITHER if math.isfinite(self.tails(shapes).right) else Ageing.UNKNOWN

    def ageing_from_zero(self, shapes: Shapes) -> Ageing:
        """Ageing class of the law shifted so that its support begins at 0."""
        return Ageing.UNKNOWN

    def ageing_mirrored(self, shapes: Shapes, start: float) -> Ageing:
        """Ageing class of the mirrored law, shifted so that its support begins at `start`."""
        return Ageing.UNKNOWN

    def scipy_form(self, shapes: Shapes) -> tuple[str, dict[str, Any]]:
        """Name and shape arguments of the scipy.stats law that is this standard form."""
        raise NotImplementedError(f"scipy.stats has no {self.name} law")

    @abstractmethod
    def standard_mean(self, k: Any, n: Any, shapes: Shapes) -> Any:
        """E[Y_{k:n}] as a sympy expression."""

    def standard_variance(self, k: Any, n: Any, shapes: Shapes) -> Any | None:
        """Var Y_{k:n} as a sympy expression, or None."""
        return None

    def standard_covariance(self, j: Any, k: Any, n: Any, shapes: Shapes) -> Any | None:
        """Cov(Y_{j:n}, Y_{k:n}) for j < k as a sympy expression, or None."""
        return None

    @abstractmethod
    def mean_numeric(self, k: int, n: int, shapes: Shapes) -> Estimate | None:
        """E[Y_{k:n}] with its error; None where no stable form exists."""

    def variance_numeric(self, k: int, n: int, shapes: Shapes) -> Estimate | None:
        """Var Y_{k:n} with its error, or None."""
        return None

    def covariance_numeric(self, j: int, k: int, n: int, shapes: Shapes) -> Estimate | None:
        """Cov(Y_{j:n}, Y_{k:n}) for j < k with its error, or None."""
        return None

    def from_scipy(self, name: str, shapes: Shapes) -> Member | None:
        """The member that this scipy.stats law is at loc 0 and scale 1, or None."""
        return None

    def from_sympy(self, name: str, arguments: Shapes) -> Member | None:
        """The member that sympy.stats' ``NAMEDistribution`` with these arguments is, or None."""
        return None
