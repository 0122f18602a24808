"""E[X_{n:n}] for many draws of any law: the expansion, what bounds it, and its symbolic form."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any, final

import numpy as np

from runtime_theory.distributions.attraction import Domain, upper_tail
from runtime_theory.distributions.attraction.detection import domain_of
from runtime_theory.distributions.attraction.functions import Functions, precise, symbolic
from runtime_theory.distributions.base import Atoms, Distribution
from runtime_theory.distributions.families.exact import as_fraction, as_printed, as_typed
from runtime_theory.order_statistics.asymptotics.enclosures import ENCLOSED, Enclosure
from runtime_theory.order_statistics.asymptotics.quantiles import (
    printed_index,
    quantile_expansion,
    quantile_expression,
)

__all__ = ["Maximum", "expected_maximum"]

_BITS = 200


@final
@dataclass(frozen=True)
class Maximum:
    """An expansion of E[X_{n:n}] at one n.

    Parameters
    ----------
    value : float
        Of the expansion.
    lower, upper : float
        Rigorous ends of E[X_{n:n}] itself; infinite where none are known.
    method : str
        Which expansion.
    expression : callable
        Takes the symbol of n and returns the expansion as a sympy expression.
    domain : Domain
        Where the maxima go.
    """

    value: float
    lower: float
    upper: float
    method: str
    expression: Callable[[Any], Any]
    domain: Domain

    @property
    def enclosed(self) -> bool:
        """Whether the expansion comes with bounds."""
        return math.isfinite(self.lower) and math.isfinite(self.upper)


def expected_maximum(law: Distribution, n: int, *, name: str = "n") -> Maximum:
    """The expansion of E[X_{n:n}], which is finite, with bounds where a theorem has them.

    Raises
    ------
    ValueError
        n = 1 where nothing is enclosed: log n is 0, and 1 - 1/n too. `name` is what n is called.

    Examples
    --------
    >>> from scipy import stats
    >>> from runtime_theory.distributions.adapt import as_law
    >>> slowest = expected_maximum(as_law(stats.expon()), 1000)
    >>> slowest.value, slowest.upper - slowest.lower < 1e-7  # H_1000 = 7.485470860550...
    (7.48547094388..., True)
    """
    domain = domain_of(law)
    if law.atoms is not None:
        return _of_atoms(law.atoms, n, domain)
    found = _enclosed(law, n, domain)
    if found is None and n == 1:
        raise ValueError(f"{name} must be an integer >= 2 for this law's expansion, got {name}=1")
    found = found or _by_tail(law, n, domain)
    if found is not None:
        return found
    value = quantile_expansion(law, domain, n)
    expression = partial(quantile_expression, domain.name.value, printed_index(domain))
    method = f"quantiles, {domain.summary}"
    return Maximum(value, -math.inf, math.inf, method, expression, domain)


# -- finite discrete laws ------------------------------------------------------------------


def _of_atoms(atoms: Atoms, n: int, domain: Domain) -> Maximum:
    """The largest value x_m; E[X_{n:n}] falls short of it by the sum of (x_{i+1} - x_i) F_i**n."""
    top = float(atoms.values[-1])
    if atoms.values.size == 1:
        lower = upper = top
    else:
        with np.errstate(under="ignore"):
            missed = float(np.exp(n * np.log1p(-atoms.sf[-2]))) * (1.0 + 1e-9)
        lower = top - (top - float(atoms.values[0])) * missed
        upper = top
    expression = partial(_constant, top)
    return Maximum(top, lower, upper, "the largest value", expression, domain)


def _constant(top: float, n: Any) -> Any:
    return as_printed(top)


# -- families ------------------------------------------------------------------------------


def _enclosed(law: Distribution, n: int, domain: Domain) -> Maximum | None:
    """For families whose expected maximum is enclosed, at both readings of each parameter."""
    member = law.member
    if member is None or member.family.name not in ENCLOSED or not member.scale > 0:
        return None
    import mpmath

    with mpmath.workprec(_BITS + 2 * n.bit_length()):
        both = [_member_enclosure(member, n, read) for read in (as_fraction, as_typed)]
        if both[0] is None or both[1] is None:
            return None
        value, lower, upper = both[0]
        low, high = min(lower, both[1].lower), max(upper, both[1].upper)
        ends = float(value), _outward(low, -math.inf), _outward(high, math.inf)
    expression = partial(_member_expression, member)
    return Maximum(*ends, f"enclosed expansion ({member.family.name})", expression, domain)


def _outward(x: Any, way: float) -> float:
    return math.nextafter(float(x), way)


def _member_enclosure(member: Any, n: int, read: Callable[[Any], Any]) -> Enclosure | None:
    f = precise()
    numbers = {name: f.number(read(value)) for name, value in member.params}
    found = ENCLOSED[member.family.name](f, f.number(n), numbers)
    if found is None:
        return None
    loc, scale = f.number(read(member.loc)), f.number(read(member.scale))
    return Enclosure(*(loc + scale * part for part in found))


def _member_expression(member: Any, n: Any) -> Any:
    f: Functions = symbolic()
    shapes = {name: as_printed(value) for name, value in member.params}
    found = ENCLOSED[member.family.name](f, n, shapes)
    assert found is not None  # asked before
    return as_printed(member.loc) + as_printed(member.scale) * found.value


# -- known tails ---------------------------------------------------------------------------


def _by_tail(law: Distribution, n: int, domain: Domain) -> Maximum | None:
    """Where every constant of the tail is known, and n is large enough for its expansion."""
    tail = upper_tail(law)
    if tail is None or not tail.usable(n):
        return None
    method = f"tail expansion ({tail.name})"
    return Maximum(tail.upper(n), -math.inf, math.inf, method, tail.upper_symbolic, domain)
