"""A condition under which a formula holds, such as a largest learning rate."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, final

from runtime_theory.formulas.picklable import constant, require_picklable
from runtime_theory.formulas.printing import RELATIONS, latex_of

__all__ = ["Condition", "compare"]


@final
@dataclass(frozen=True)
class Condition:
    r"""``left relation right``, two expressions in plain symbols that are built on demand.

    Parameters
    ----------
    left, right : callable
        Without arguments; functions of a module or partials of one, as in `Formula`.
    relation : {"<=", "<", ">=", ">"}
        How they compare.

    Examples
    --------
    >>> from functools import partial
    >>> from runtime_theory.formulas.vocabulary import symbol
    >>> fewer = Condition(partial(symbol, "K"), "<=", partial(symbol, "P"))
    >>> print(fewer.latex)
    K \le P
    >>> fewer.holds({"K": 9, "P": 8})
    False
    """

    left: Callable[[], Any]
    relation: str
    right: Callable[[], Any]

    def __post_init__(self) -> None:
        require_picklable("left", self.left)
        require_picklable("right", self.right)
        if self.relation not in ("<=", "<", ">=", ">"):
            raise ValueError(f"relation must be <=, <, >= or >, got {self.relation!r}")

    @property
    def slack(self) -> Any:
        """The larger side minus the smaller one: at least 0 where the condition holds."""
        difference = self.right() - self.left()
        return difference if self.relation in ("<=", "<") else -difference

    @property
    def strict(self) -> bool:
        """Whether equality is excluded."""
        return self.relation in ("<", ">")

    @property
    def latex(self) -> str:
        """The condition in LaTeX math."""
        return self.to_latex()

    def to_latex(self, symbols: Mapping[str, str] | None = None) -> str:
        """Return LaTeX with other symbols than those of the notation table."""
        left, right = latex_of(self.left(), symbols), latex_of(self.right(), symbols)
        return f"{left} {RELATIONS[self.relation]} {right}"

    def holds(self, values: Mapping[str, Any]) -> bool:
        """Whether it holds at exact values of its symbols, by name.

        Raises
        ------
        ValueError
            The values leave it undecided.
        """
        from sympy import Symbol, sympify

        point = {Symbol(name): sympify(value) for name, value in values.items()}
        left, right = self.left().xreplace(point), self.right().xreplace(point)
        return compare(left, self.relation, right)

    def replaced(self, side: str, expression: Any) -> Condition:
        """Return a copy with another expression on the side ``"left"`` or ``"right"``."""
        built = partial(constant, expression)
        return replace(self, left=built) if side == "left" else replace(self, right=built)

    def __str__(self) -> str:
        return f"{self.left()} {self.relation} {self.right()}"


def compare(left: Any, relation: str, right: Any) -> bool:
    """Decide ``left relation right`` for two exact numbers.

    Raises
    ------
    ValueError
        They cannot be compared.

    Examples
    --------
    >>> from sympy import Rational, sqrt
    >>> compare(sqrt(2), "<=", Rational(3, 2))
    True
    """
    from sympy import Eq, Ge, Gt, Le, Lt, S, simplify

    tests = {"=": Eq, "<=": Le, "<": Lt, ">=": Ge, ">": Gt}
    answer = tests[relation](left, right)
    if answer not in (S.true, S.false):
        answer = tests[relation](simplify(left - right), 0)
    if answer not in (S.true, S.false):
        raise ValueError(f"cannot decide {left} {relation} {right}")
    return bool(answer)
