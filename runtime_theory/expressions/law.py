"""`SymbolicLaw`: what a formula needs of a law, and the law that is left open."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, final

from runtime_theory.formulas.vocabulary import order_covariance, order_mean, symbol
from runtime_theory.timing.facts import Scope

__all__ = ["OpenLaw", "SymbolicLaw", "law_terms"]

_NOTHING: Mapping[str, str] = MappingProxyType({})


class SymbolicLaw(ABC):
    """One law of a mini-batch time, as expressions.

    The four moments may raise a NoMethodError that says what is missing.
    """

    name: str
    """What to call it in messages."""

    latex: Mapping[str, str] = _NOTHING
    """LaTeX of its parameters, by the names of their symbols."""

    own: frozenset[str] = frozenset()
    """Names of its parameters' symbols that may be changed where a formula needs the name."""

    only_integers: bool = False
    """Whether E[X_{k:n}] is known for given integers k and n only."""

    closed: bool = True
    """Whether its moments are closed forms, not integrals."""

    tries: bool = False
    """Whether its moments are looked for, at some cost, when they are asked for."""

    @property
    @abstractmethod
    def scopes(self) -> frozenset[Scope]:
        """The scopes of facts that cover it."""

    @abstractmethod
    def mean(self) -> Any:
        """E[X]."""

    @abstractmethod
    def variance(self) -> Any:
        """Var[X]."""

    @abstractmethod
    def order_mean(self, k: Any, n: Any) -> Any:
        """E[X_{k:n}]."""

    @abstractmethod
    def order_covariance(self, j: Any, k: Any, n: Any) -> Any:
        """Cov(X_{j:n}, X_{k:n}) for j <= k, the variance for j = k."""

    def is_infinite(self, term: Any) -> bool:
        """Whether a moment at given ranks is known to be infinite."""
        return False

    def parameters(self) -> Mapping[str, Any]:
        """Rate ``mu`` and delay ``Delta`` of an exponential law."""
        return {}

    def written_out(self, expression: Any) -> Any:
        """Return the expression with this law's moments in it, all at once.

        Its own parameters give way where the expression has other symbols of that name: c of a
        Weibull law becomes c_X beside the c of strong convexity.
        """
        taken = {s.name for s in expression.free_symbols} - set(self.parameters())
        other = self.renaming(taken)
        return expression.xreplace(
            {term: value.xreplace(other) for term, value in self._values(expression).items()}
        )

    def renaming(self, taken: set[str]) -> dict[Any, Any]:
        """Return other symbols for own parameters whose names are taken."""
        from sympy import Symbol

        return {Symbol(name): Symbol(f"{name}_X") for name in self.own & taken}

    def _values(self, expression: Any) -> dict[Any, Any]:
        from sympy import Symbol, sympify

        found = law_terms(expression)
        values = {Symbol(name): sympify(value) for name, value in self.parameters().items()}
        ask = {"E_X": self.mean, "Var_X": self.variance}
        for term in found:
            question = ask.get(getattr(term, "name", ""))
            if question is None:
                question = getattr(self, term.func.__name__)
            values[term] = sympify(question(*getattr(term, "args", ())))
        return values


def law_terms(expression: Any) -> set[Any]:
    """Return what stands for moments of the law in an expression.

    Examples
    --------
    >>> from runtime_theory.formulas.vocabulary import symbols
    >>> P, E_X = symbols("P E_X")
    >>> sorted(law_terms(P * order_mean(P, P) / E_X), key=str)
    [E_X, order_mean(P, P)]
    """
    from sympy.core.function import AppliedUndef

    free = {s for s in expression.free_symbols if s.name in ("E_X", "Var_X")}
    applied = {
        term
        for term in expression.atoms(AppliedUndef)
        if term.func.__name__ in ("order_mean", "order_covariance")
    }
    return free | applied


@final
class OpenLaw(SymbolicLaw):
    """A law that is left open: its moments stay as they are.

    Examples
    --------
    >>> OpenLaw().order_mean("K", "P")
    order_mean(K, P)
    """

    name = "any law"

    @property
    def scopes(self) -> frozenset[Scope]:
        return frozenset({Scope.ANY})

    def mean(self) -> Any:
        return symbol("E_X")

    def variance(self) -> Any:
        return symbol("Var_X")

    def order_mean(self, k: Any, n: Any) -> Any:
        return self.mean() if n == 1 else order_mean(k, n)

    def order_covariance(self, j: Any, k: Any, n: Any) -> Any:
        return self.variance() if n == 1 else order_covariance(j, k, n)
