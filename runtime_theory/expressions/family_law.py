"""A law of one of the families, with numbers or symbols as parameters."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import replace
from functools import cached_property
from typing import Any, final

from runtime_theory.distributions.base import Ageing
from runtime_theory.distributions.families import Family, Member
from runtime_theory.distributions.families.evaluation import cancelled, simplified
from runtime_theory.distributions.families.exact import as_printed, as_sympy, is_mirror, is_numeric
from runtime_theory.errors import NoMethodError
from runtime_theory.expressions.law import SymbolicLaw
from runtime_theory.timing.facts import Scope

__all__ = ["MOST_DRAWS", "FamilyLaw"]

MOST_DRAWS = 1000
"""Exact numbers are written out for n up to this."""

_MANY = 10**6

_AGEING: Mapping[str, Ageing] = {
    # Of families whose class does not depend on a parameter, their support starting at 0 or later.
    "deterministic": Ageing.NBU,
    "erlang": Ageing.NBU,
    "exponential": Ageing.NBU,
    "geometric": Ageing.NBU,
    "rayleigh": Ageing.NBU,
    "uniform": Ageing.NBU,
}


@final
class FamilyLaw(SymbolicLaw):
    """A member of a family, in expressions.

    Parameters
    ----------
    member : Member
        Family, shapes, location and scale; a symbolic scale stands for a positive number.
    latex : mapping, keyword-only
        LaTeX of the parameters' symbols.
    own : frozenset of str, keyword-only
        Which of them may be renamed.
    precise : bool, keyword-only
        Take floats for the binary fractions they are, not for the decimals they print as.

    Examples
    --------
    >>> from sympy import Symbol
    >>> from runtime_theory.distributions.families import find_family
    >>> law = FamilyLaw(find_family("pareto").member(alpha=Symbol("alpha")))
    >>> law.mean()
    alpha/(alpha - 1)
    """

    def __init__(
        self,
        member: Member,
        *,
        latex: Mapping[str, str] | None = None,
        own: frozenset[str] = frozenset(),
        precise: bool = False,
    ) -> None:
        self.member, self.latex, self.own, self.precise = member, latex or {}, own, precise
        self.family: Family = member.family  # type: ignore[assignment]
        shifted = self.family.name == "exponential" and self._delay != 0
        self.name = f"the {'shifted ' if shifted else ''}{self.family.name} family"
        self.only_integers = self.family.integers_only

    @cached_property
    def numeric(self) -> bool:
        """Whether all parameters are numbers."""
        values = [self.member.loc, self.member.scale]
        for _, value in self.member.params:
            values += value if isinstance(value, tuple) else [value]
        return all(map(is_numeric, values))

    # ------------------------------------------------------------------ what it is

    @cached_property
    def scopes(self) -> frozenset[Scope]:
        found = {Scope.ANY}
        if self.family.name == "exponential" and not self._mirrored:
            found.add(Scope.EXPONENTIAL if self._delay == 0 else Scope.SHIFTED_EXPONENTIAL)
        if self.family.name == "deterministic":
            found.add(Scope.DETERMINISTIC)
        if self._ageing is Ageing.BOTH:
            found |= {Scope.NBU, Scope.NWU}
        elif self._ageing in (Ageing.NBU, Ageing.NWU):
            found.add(Scope.NBU if self._ageing is Ageing.NBU else Scope.NWU)
        return frozenset(found)

    @cached_property
    def _ageing(self) -> Ageing:
        if self.numeric:
            return self.member.ageing
        if self.family.name == "exponential" and self._delay == 0:
            return Ageing.BOTH
        if self.family.name in ("hyperexponential", "lomax") and self._delay == 0:
            return Ageing.NWU
        known = _AGEING.get(self.family.name, Ageing.UNKNOWN)
        return Ageing.UNKNOWN if self._mirrored or self._delay.is_negative else known

    @property
    def _delay(self) -> Any:
        return as_sympy(self.member.loc)

    @property
    def _mirrored(self) -> bool:
        return is_mirror(as_sympy(self.member.scale))

    def parameters(self) -> Mapping[str, Any]:
        if not self.scopes & {Scope.EXPONENTIAL, Scope.SHIFTED_EXPONENTIAL}:
            return {}
        return {"mu": 1 / self._number(self.member.scale), "Delta": self._number(self.member.loc)}

    def _number(self, value: Any) -> Any:
        return as_sympy(value) if self.precise else as_printed(value)

    # ------------------------------------------------------------------ its moments

    def mean(self) -> Any:
        from sympy import factor_terms

        if self.numeric and not self.member.finite(1, 1):
            return self._infinity(1)
        standard = replace(self.member, loc=0, scale=1)
        inner = _positive_first(cancelled(self._asked(standard.mean_symbolic, 1, 1).doit()))
        moved = self._number(self.member.loc) + self._number(self.member.scale) * inner
        return factor_terms(moved) if self.family.name == "uniform" else moved

    def variance(self) -> Any:
        return _positive_first(self.order_covariance(1, 1, 1))

    def order_mean(self, k: Any, n: Any) -> Any:
        if n == 1:
            return self.mean()
        if self._divergent(k, n):
            return self._infinity(*(_representatives(k, n) or (1, 1)))
        return self._written(self._asked(self.member.mean_symbolic, k, n), k, n)

    def order_covariance(self, j: Any, k: Any, n: Any) -> Any:
        from sympy import oo

        if self._spreads(j, k, n):
            return oo
        standard = self._standard_covariance(j, k, n)
        if standard is None:
            raise NoMethodError(
                "no closed form is known for the "
                + (
                    f"variance of order statistics of {self.name}; integral=True writes it as an "
                    "integral, rt.order_statistic(X, k, n).var() computes it"
                    if j == k
                    else f"covariance of order statistics of {self.name}; "
                    "rt.covariance_order_statistics(X, n) computes it"
                )
            )
        return self._number(self.member.scale) ** 2 * self._written(standard, k, n)

    def _standard_covariance(self, j: Any, k: Any, n: Any) -> Any:
        """Return the covariance at scale 1 or -1, None where it is not known."""
        standard = replace(self.member, loc=0, scale=-1 if self._mirrored else 1)
        return self._asked(standard.cov_symbolic, j, k, n)

    def _asked(self, question: Any, *ranks: Any) -> Any:
        """Ask the family; one that takes integers only says so."""
        try:
            return question(*ranks, exact=self.precise)
        except NoMethodError as refusal:
            raise NoMethodError(f"{refusal}: integral=True writes the definition") from refusal
        except ValueError as refusal:
            raise NoMethodError(
                f"{refusal}: E[X_{{k:n}}] of {self.name} is known for given integers; "
                f"integral=True writes the definition for symbols"
            ) from refusal

    def _written(self, expression: Any, k: Any, n: Any) -> Any:
        """Write a form out where its ranks are integers."""
        from sympy import Sum

        if self.precise:
            return expression
        if not _integers(n):
            return _first_of_many(expression) if k == 1 else expression
        if n > MOST_DRAWS and expression.has(Sum):
            raise ValueError(f"n must be at most {MOST_DRAWS} without digits=, got n={n}")
        if expression.free_symbols:
            sums = expression.atoms(Sum)
            settled = {s: s.doit() for s in sums if not s.free_symbols & _bounds_symbols(s)}
            return expression.xreplace(settled) if sums else cancelled(expression)
        return simplified(expression)

    def is_infinite(self, term: Any) -> bool:
        if term.is_Symbol:  # undefined functions have names as well
            return self._divergent(1, 1) if term.name == "E_X" else self._spreads(1, 1, 1)
        return self._divergent(*term.args) if len(term.args) == 2 else self._spreads(*term.args)

    def _spreads(self, j: Any, k: Any, n: Any) -> bool:
        """Whether Cov(X_{j:n}, X_{k:n}) is infinite.

        On the right the larger one alone needs a mean and, with the smaller one, the smaller
        one's second moment; on the left the reverse.
        """
        left, right = self.member.tails if self.numeric else (math.inf, math.inf)
        seconds = [rank for rank, tail in ((j, right), (k, left)) if math.isfinite(tail)]
        means = self._divergent(j, n) or self._divergent(k, n)
        return means or any(self._divergent(rank, n, 2) for rank in seconds)

    def _divergent(self, k: Any, n: Any, r: int = 1) -> bool:
        """Whether E|X_{k:n}|^r is infinite, as far as numbers tell: at k = n for every n."""
        ranks = _representatives(k, n)
        return self.numeric and ranks is not None and not self.member.finite(*ranks, r)

    def _infinity(self, k: int, n: int = 1) -> Any:
        from sympy import oo

        left = self.member.tails.left
        return -oo if left * k <= 1 else oo


def _representatives(k: Any, n: Any) -> tuple[int, int] | None:
    """Return integers with the same distance from an end, None where neither is known."""
    from sympy import sympify

    k, n = sympify(k), sympify(n)
    if _integers(k, n):
        return int(k), int(n)
    if k.is_Integer:
        return int(k), _MANY
    rest = n - k
    return (_MANY, _MANY + int(rest)) if rest.is_Integer and rest >= 0 else None


def _first_of_many(expression: Any) -> Any:
    """Simplify the form of the first of n, n a symbol."""
    from sympy import Sum

    return expression.doit() if expression.has(Sum) else cancelled(expression)


def _positive_first(expression: Any) -> Any:
    """Turn -1/(c - 1) into 1/(1 - c)."""
    from sympy import Add, Mul, Pow, fraction

    top, bottom = fraction(expression)
    if not top.could_extract_minus_sign():
        return expression
    for factor in Mul.make_args(bottom):
        base, power = factor.as_base_exp()
        if isinstance(base, Add) and power.is_odd:
            return -top / (bottom / factor * Pow(-base, power))
    return expression


def _bounds_symbols(total: Any) -> set[Any]:
    """Return the symbols in the limits of a sum."""
    return set().union(*(bound.free_symbols for limits in total.limits for bound in limits[1:]))


def _integers(*values: Any) -> bool:
    return all(getattr(value, "is_Integer", isinstance(value, int)) for value in values)
