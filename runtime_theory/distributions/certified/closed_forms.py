"""Closed forms of the families, exact sums over finitely many values, integrals: one interface."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, final

from runtime_theory.distributions.discrete import AtomicLaw
from runtime_theory.distributions.measured.trace import Trace
from runtime_theory.numerics.balls.arithmetic import (
    Arithmetic,
    Enclosure,
    FlintBalls,
    MpmathIntervals,
)
from runtime_theory.numerics.balls.binomial_tail import at_least
from runtime_theory.numerics.balls.expression import evaluate
from runtime_theory.references import (
    ARNOLD2008,
    DAVID_NAGARAJA2003,
    JOHANSSON2017,
    JOHANSSON2018,
    Reference,
)

if TYPE_CHECKING:
    from runtime_theory.distributions.certified.ball_law import BallLaw
    from runtime_theory.distributions.families.member import Member

__all__ = ["AtomSum", "ClosedForm", "Form", "Integral", "arithmetic"]

Indices = tuple[Fraction | None, Fraction | None]

_INDICES: Mapping[str, Callable[[Mapping[str, Any]], Fraction | None]] = {
    "pareto": lambda shapes: shapes["alpha"],
    "lomax": lambda shapes: shapes["alpha"],
    "frechet": lambda shapes: shapes["alpha"],
    "loglogistic": lambda shapes: shapes["b"],
    "genpareto": lambda shapes: 1 / shapes["c"] if shapes["c"] > 0 else None,
    "genextreme": lambda shapes: -1 / shapes["c"] if shapes["c"] < 0 else None,
}
"""Exact right tail indices of the families' standard forms; the others are light."""


def arithmetic() -> Arithmetic:
    """The balls of python-flint, or mpmath's intervals where it is not installed.

    Examples
    --------
    >>> arithmetic().name
    'python-flint'
    """
    try:
        return FlintBalls()
    except ImportError:
        return MpmathIntervals()


class Form(ABC):
    """What encloses E[X_{k:n}] of one law."""

    @property
    def indices(self) -> Indices:
        """Exact tail indices, left and right; None where lighter than every power."""
        return None, None

    @property
    @abstractmethod
    def method(self) -> str:
        """What it is, in a few words."""

    @property
    def references(self) -> tuple[Reference, ...]:
        """Sources."""
        return (DAVID_NAGARAJA2003, JOHANSSON2017, JOHANSSON2018)

    @abstractmethod
    def enclose(self, k: int, n: int, bits: int) -> Enclosure | None:
        """The mean to about so many bits; None where these were too few."""


@final
class ClosedForm(Form):
    """E[X_{k:n}] of a family's member from its symbolic form.

    Parameters
    ----------
    member : Member
        With numbers as parameters; floats stand for the doubles they are.
    """

    def __init__(self, member: Member) -> None:
        self.member = member
        self._balls = arithmetic()

    @property
    def method(self) -> str:
        return f"closed form ({self.member.family.name}), {self._balls.name}"

    @property
    def references(self) -> tuple[Reference, ...]:
        return (self.member.family.reference, ARNOLD2008, JOHANSSON2017)

    @property
    def indices(self) -> Indices:
        find = _INDICES.get(self.member.family.name)
        index = None if find is None else find(self.member.shapes)
        return (index, None) if self.member.scale < 0 else (None, index)

    def enclose(self, k: int, n: int, bits: int) -> Enclosure | None:
        expression, values = self._expression(k, n)
        with self._balls.precision(bits + 4 * n.bit_length() + 20):
            return self._balls.ends(evaluate(expression, values, self._balls))

    def _expression(self, k: int, n: int) -> tuple[Any, dict[Any, int]]:
        import sympy

        if self.member.family.integers_only:
            return self.member.mean_symbolic(k, n, exact=True), {}
        rank, size = sympy.symbols("k n", integer=True, positive=True)
        expression = self.member.mean_symbolic(rank, size, exact=True)
        if 2 * k == n + 1:  # the centre of a symmetric law is seen in symbols, never in balls
            middle = expression.subs(rank, (size + 1) / 2)
            expression = middle if middle.is_Rational else expression
        return expression, {rank: k, size: n}


@final
@dataclass(frozen=True)
class AtomSum(Form):
    """E[X_{k:n}] of finitely many values: v_1 + sum of (v_{j+1} - v_j) Pr[X_{k:n} > v_j].

    The values are the doubles they are. A trace's masses are counts over their number. Others
    are the doubles they are, over their exact sum; of two values the larger has its double.
    """

    law: AtomicLaw
    loc: Fraction = Fraction(0)
    scale: Fraction = Fraction(1)

    @property
    def method(self) -> str:
        return f"sum over the values, {arithmetic().name}"

    def enclose(self, k: int, n: int, bits: int) -> Enclosure | None:
        balls = arithmetic()
        values = [Fraction(v) for v in self.law.atoms.values.tolist()]
        masses = _masses(self.law)
        total = above = sum(masses)
        with balls.precision(bits + 2 * n.bit_length() + 20):
            mean = balls.number(values[0])
            for left, right, mass in zip(values, values[1:], masses, strict=False):
                above -= mass
                share = at_least(n + 1 - k, n, above / total, balls, bits)
                mean = mean + share * balls.number(right - left)
            ends = balls.ends(mean)
        return None if ends is None else ends.affine(self.loc, self.scale)


def _masses(law: AtomicLaw) -> list[Fraction]:
    mass = law.atoms.mass.tolist()
    if isinstance(law, Trace):
        return [Fraction(round(p * law.n)) for p in mass]
    if len(mass) == 2:
        return [1 - Fraction(mass[1]), Fraction(mass[1])]
    return [Fraction(p) for p in mass]


@final
class Integral(Form):
    """E[X_{k:n}] of a law with analytic branches."""

    def __init__(self, law: BallLaw) -> None:
        self.law = law

    @property
    def method(self) -> str:
        return "rigorous integral, python-flint"

    @property
    def indices(self) -> Indices:
        return self.law.indices

    def enclose(self, k: int, n: int, bits: int) -> Enclosure | None:
        return self.law.enclose(k, n, bits)
