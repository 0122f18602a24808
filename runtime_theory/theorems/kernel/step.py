"""A numbered step of a proof, and the ways in which one can be checked."""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Any, final

from runtime_theory.formulas import latex_of
from runtime_theory.formulas.condition import compare
from runtime_theory.references import Reference
from runtime_theory.theorems.kernel.algebra import value_at, vanishes, with_stand_ins
from runtime_theory.theorems.kernel.domain import Domain
from runtime_theory.theorems.kernel.outcome import Outcome, Status
from runtime_theory.theorems.kernel.signs import nonnegative

__all__ = ["Axiom", "Identity", "Inequality", "Step", "Unproved", "random_points"]

_POINTS = 3
_SEED = 20181803


class Unproved(Exception):  # noqa: N818  nothing went wrong with the program
    """A step that does not hold, or that cannot be checked: never a pass."""


@dataclass(frozen=True)
class Step(ABC):
    """One step: a sentence, and something to check."""

    text: str

    @property
    @abstractmethod
    def latex(self) -> str:
        """What the step says, as a display in LaTeX math; may be empty."""

    @abstractmethod
    def prove(self) -> None:
        """Raise `Unproved` unless the step is proved."""

    def check(self) -> Outcome:
        """Replay the step; whatever goes wrong, including the program, is a failure."""
        try:
            self.prove()
        except Unproved as reason:
            return Outcome(Status.FAILED, self.text, str(reason), typeset=True)
        except Exception as error:  # noqa: BLE001  what cannot be checked is no pass
            detail = f"cannot be checked: {type(error).__name__}: {error}"
            return Outcome(Status.FAILED, self.text, detail, typeset=True)
        return Outcome(Status.CHECKED, self.text, typeset=True)


@final
@dataclass(frozen=True)
class Axiom(Step):
    """Something that is taken from probability or calculus by name, with its source.

    Examples
    --------
    >>> Axiom("Expectation is linear.").check().status
    <Status.ASSUMED: 'assumed'>
    """

    display: str = ""
    reference: Reference | None = None

    @property
    def latex(self) -> str:
        return self.display

    def prove(self) -> None:
        """Nothing: `check` says that it is assumed."""

    def check(self) -> Outcome:
        return Outcome(
            Status.ASSUMED, self.text, self.reference.short if self.reference else "", typeset=True
        )


@final
@dataclass(frozen=True)
class Identity(Step):
    """Two expressions that are equal, by exact rewriting and at random rational points.

    Parameters
    ----------
    left, right : sympy.Expr
        Typed or plain.
    name : str
        LaTeX of what the left one is; printed in its place.

    Examples
    --------
    >>> domain = Domain(real="x y")
    >>> x, y = domain["x y"]
    >>> Identity("Binomial.", (x + y) ** 2, x**2 + 2 * x * y + y**2, domain).check().ok
    True
    >>> print(Identity("Wrong.", (x + y) ** 2, x**2 + y**2, domain).check())
    FAILED: Wrong. ((x + y)**2 = x**2 + y**2 fails at x = ..., y = ...)
    """

    left: Any
    right: Any
    domain: Domain
    name: str = ""

    @property
    def latex(self) -> str:
        return f"{self.name or latex_of(self.left)} = {latex_of(self.right)}"

    def prove(self) -> None:
        left, right = self.domain.typed(self.left), self.domain.typed(self.right)
        # Points come first: they reject what is wrong a hundred times faster than rewriting.
        for point in random_points(self.domain):
            values = (value_at(with_stand_ins(side.subs(point)), {}) for side in (left, right))
            if abs(next(values) - next(values)) > 1e-40:
                raise Unproved(f"{left} = {right} fails at {_shown(point)}")
        if not vanishes(left - right):
            raise Unproved(f"{left} = {right} is not seen to be an identity")


@final
@dataclass(frozen=True)
class Inequality(Step):
    """small <= large: the difference is a sum of terms whose signs follow from the domain.

    Parameters
    ----------
    small, large : sympy.Expr
        Typed or plain.
    terms : tuple of sympy.Expr
        The certificate: each a product or sum of squares, of positive symbols, and of the
        domain's facts, and together large - small. With ``strict`` the first is positive.

    Examples
    --------
    >>> domain = Domain(real="x y")
    >>> x, y = domain["x y"]
    >>> Inequality("Young.", 2 * x * y, x**2 + y**2, domain, ((x - y) ** 2,)).check().ok
    True
    """

    small: Any
    large: Any
    domain: Domain
    terms: tuple[Any, ...]
    strict: bool = False

    @property
    def latex(self) -> str:
        sign = "<" if self.strict else r"\le"
        return f"{latex_of(self.small)} {sign} {latex_of(self.large)}"

    def prove(self) -> None:
        small, large = self.domain.typed(self.small), self.domain.typed(self.large)
        terms = [self.domain.typed(term) for term in self.terms]
        if not vanishes(large - small - sum(terms)):
            raise Unproved(f"the certificate does not add up to {large - small}")
        for term in terms:
            if not nonnegative(term, self.domain.facts):
                raise Unproved(f"the sign of {term} does not follow from the assumptions")
        if self.strict and not terms[0].is_positive:
            raise Unproved(f"{terms[0]} may be 0")
        for point in random_points(self.domain):
            low, high = value_at(small, point), value_at(large, point)
            if not compare(low, "<=", high):
                raise Unproved(f"{small} <= {large} fails at {point}")


def _shown(point: dict[Any, Any]) -> str:
    return ", ".join(f"{symbol} = {value}" for symbol, value in point.items())


def random_points(domain: Domain) -> list[dict[Any, Any]]:
    """Return the points at which a step is tried out: the same every time."""
    generator = random.Random(_SEED)
    return [domain.sample(generator) for _ in range(_POINTS)]
