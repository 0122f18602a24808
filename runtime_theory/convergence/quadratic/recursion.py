"""One update of the second moments of SGD on a quadratic: a linear map of four numbers.

The objective is F(w) = a w^2/2.  A gradient computed at y is a y plus noise of mean 0 and
variance s^2 + M (a y)^2, so that only second moments of w and of the learners' copies y_1..y_P
enter.  Under a law that treats the learners alike there are four of them, whatever P is.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any, NamedTuple, final

from runtime_theory.formulas import Formula
from runtime_theory.formulas.picklable import require_picklable
from runtime_theory.formulas.vocabulary import symbol
from runtime_theory.references import Reference

__all__ = ["Model", "Moments", "Recursion"]

_MEANINGS = (r"\mathbb{E}[w^2]", r"\mathbb{E}[w y_i]", r"\mathbb{E}[y_i^2]", r"\mathbb{E}[y_i y_k]")


class Moments(NamedTuple):
    """E[w^2], E[w y_i], E[y_i^2] and E[y_i y_k], i and k two different learners."""

    A: Any
    B: Any
    C: Any
    D: Any


class Model(NamedTuple):
    """The numbers or symbols that a quadratic and its learners consist of.

    All of one kind: for exact answers P and K are fractions too, since 1/P is taken of them.

    Examples
    --------
    >>> Model.symbolic().x
    a*eta
    """

    P: Any
    K: Any
    eta: Any
    a: Any = 1
    s2: Any = 0
    M: Any = 0

    @property
    def x(self) -> Any:
        """Learning rate times curvature, on which everything but the scale depends."""
        return self.eta * self.a

    @property
    def noise(self) -> Any:
        """Variance that the noise of one gradient gives to w: eta^2 s^2."""
        return self.eta**2 * self.s2

    @classmethod
    def symbolic(cls) -> Model:
        """The plain symbols of the notation table."""
        return cls(*map(symbol, cls._fields))


@final
@dataclass(frozen=True)
class Recursion:
    """The second moments after an update, from those before it.

    Parameters
    ----------
    scheme : str
        Name of the scheme.
    square : callable
        ``square(moments, model)``: E[w^2] after an update.
    copies : callable
        ``copies(A', moments, model)``: the other three after it, given that one.
    reference : Reference
        Source of the scheme.

    Examples
    --------
    The mean square of the parameter after one asynchronous update from w = 3:

    >>> from fractions import Fraction
    >>> from runtime_theory.convergence.quadratic import recursion_for
    >>> model = Model(P=Fraction(8), K=1, eta=Fraction(1, 10), s2=1)
    >>> recursion_for("async").run(9, 1, model)[-1].A
    Fraction(73, 10)
    """

    scheme: str
    square: Callable[[Moments, Model], Any]
    copies: Callable[[Any, Moments, Model], tuple[Any, Any, Any]]
    reference: Reference

    def __post_init__(self) -> None:
        require_picklable("square", self.square)
        require_picklable("copies", self.copies)

    def update(self, moments: Moments, model: Model) -> Moments:
        """Return the moments after an update, of numbers of any kind, or of expressions."""
        A = self.square(moments, model)
        return Moments(A, *self.copies(A, moments, model))

    def run(self, second_moment: Any, J: int, model: Model) -> list[Moments]:
        """Return the moments after 0..J updates, all copies equal at the start."""
        moments = Moments(*[second_moment] * 4)
        path = [moments]
        for _ in range(J):
            moments = self.update(moments, model)
            path.append(moments)
        return path

    @property
    def formulas(self) -> tuple[Formula, ...]:
        """The four moments after an update; all but E[w^2] in terms of that one, A'."""
        return tuple(
            Formula(
                f"{meaning} after an update of {self.scheme}",
                partial(_updated, self, index),
                f"{Moments._fields[index]}'",
                self.reference,
            )
            for index, meaning in enumerate(_MEANINGS)
        )

    @property
    def matrix(self) -> Any:
        """The linear map as a sympy matrix in plain symbols."""
        from sympy import Matrix, eye

        silent = Model.symbolic()._replace(s2=0)
        columns = [self.update(Moments(*eye(4).row(i)), silent) for i in range(4)]
        return Matrix(columns).T

    @property
    def offset(self) -> Any:
        """What the noise adds at every update, as a sympy column."""
        from sympy import Matrix

        return Matrix(self.update(Moments(0, 0, 0, 0), Model.symbolic()))


def _updated(recursion: Recursion, index: int) -> Any:
    """Return one moment after an update, in plain symbols."""
    moments, model = Moments(*map(symbol, Moments._fields)), Model.symbolic()
    if index == 0:
        return recursion.square(moments, model)
    return recursion.copies(symbol("A_next"), moments, model)[index - 1]
