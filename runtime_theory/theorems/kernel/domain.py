"""The symbols of a proof with their signs, and random points among them."""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, final

from runtime_theory.formulas import Condition

__all__ = ["Domain"]

_TRIES = 20_000


@final
@dataclass(frozen=True)
class Domain:
    """Which symbols occur in a proof and what sign each has.

    Formulas are in plain symbols; a proof needs to know that eta > 0. `typed` replaces the
    plain symbols by ones that sympy knows the sign of.

    Parameters
    ----------
    positive, nonnegative, real, counts, naturals : str
        Names separated by spaces; counts are integers >= 1, naturals integers >= 0.
    facts : tuple
        Typed or plain expressions that are at least 0, beyond the signs: such as P - K. What
        is more than 0 is at least some positive delta: P - K - delta, with delta a symbol.

    Raises
    ------
    ValueError
        A name is given twice.

    Examples
    --------
    >>> domain = Domain(positive="mu", counts="P K", facts=("P - K",))
    >>> domain.symbols["mu"].is_positive
    True
    >>> domain.typed("P - K") in domain.facts
    True
    """

    positive: str = ""
    nonnegative: str = ""
    real: str = ""
    counts: str = ""
    naturals: str = ""
    facts: tuple[Any, ...] = ()
    symbols: dict[str, Any] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        from sympy import Symbol

        kinds: tuple[tuple[str, dict[str, bool]], ...] = (
            (self.positive, {"positive": True}),
            (self.nonnegative, {"nonnegative": True}),
            (self.real, {"real": True}),
            (self.counts, {"integer": True, "positive": True}),
            (self.naturals, {"integer": True, "nonnegative": True}),
        )
        table: dict[str, Any] = {}
        for names, assumed in kinds:
            for name in names.split():
                if name in table:
                    raise ValueError(f"symbol {name!r} is given twice in a domain")
                table[name] = Symbol(name, **assumed)
        object.__setattr__(self, "symbols", table)
        object.__setattr__(self, "facts", tuple(map(self.typed, self.facts)))

    def __getitem__(self, names: str) -> Any:
        """Typed symbols by name: one, or a tuple for several names."""
        found = tuple(self.symbols[name] for name in names.split())
        return found[0] if len(found) == 1 else found

    def typed(self, expression: Any) -> Any:
        """Return the expression with its plain symbols replaced by those of the domain.

        Raises
        ------
        ValueError
            It has a symbol that the domain does not know.
        """
        from sympy import Dummy, sympify

        expression = sympify(expression, locals=self.symbols)
        free = [s for s in expression.free_symbols if not isinstance(s, Dummy)]
        for symbol in free:
            if symbol.name not in self.symbols:
                raise ValueError(f"the domain has no symbol {symbol.name!r}")
        return expression.xreplace({s: self.symbols[s.name] for s in free})

    def given(self, conditions: Iterable[Condition] = (), *facts: Any) -> Domain:
        """Return the domain with the conditions of a claim, and more facts, assumed as well."""
        slacks = tuple(condition.slack for condition in conditions)
        return Domain(
            self.positive,
            self.nonnegative,
            self.real,
            self.counts,
            self.naturals,
            (*self.facts, *slacks, *facts),
        )

    def sample(self, generator: random.Random) -> dict[Any, Any]:
        """Return a random point of exact rationals that satisfies the facts.

        Raises
        ------
        ValueError
            None was found: the facts contradict each other, or nearly so.
        """
        from sympy import Integer, Rational

        for attempt in range(_TRIES):
            size = 1 + attempt % 4  # small numbers too: learning rates are
            point = {}
            for symbol in self.symbols.values():
                if symbol.is_integer:
                    low = 1 if symbol.is_positive else 0
                    point[symbol] = Integer(generator.randint(low, 9))
                else:
                    value = Rational(generator.randint(1, 30), generator.randint(1, 30**size))
                    minus = symbol.is_nonnegative is None and generator.random() < 0.5
                    point[symbol] = -value if minus else value
            if all(fact.xreplace(point).is_nonnegative for fact in self.facts):
                return point
        raise ValueError(f"no point satisfies the facts {self.facts}")
