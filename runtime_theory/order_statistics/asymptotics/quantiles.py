"""Expected upper order statistics from the quantile function, by the domain of attraction.

With U(t) = Q(1 - 1/t): E[X_{n-j:n}] ~ Gamma(j+1-xi)/j! U(n) in the Frechet domain,
U(n) - psi(j+1) (U(en) - U(n)) in Gumbel's, end - Gamma(j+1+1/b)/j! (end - U(n)) in Weibull's.

References
----------
Embrechts, Kluppelberg and Mikosch (1997), theorems 3.3.7, 3.3.12, 3.3.26; de Haan and Ferreira
(2006), Extreme Value Theory, section 1.1.
"""

from __future__ import annotations

import math
from typing import Any

from runtime_theory.distributions.attraction import Attraction, Domain
from runtime_theory.distributions.attraction.functions import FLOATS, Functions, symbolic
from runtime_theory.distributions.base import Distribution

__all__ = ["lower_expression", "printed_index", "quantile_expansion", "quantile_expression"]


def quantile_expansion(law: Distribution, domain: Domain, n: int, j: int = 0) -> float:
    """The expansion of E[X_{n-j:n}] as a float, location and scale taken out first."""
    moved = law.standardised
    if moved is not None:
        inner = domain.moved(-moved.loc / moved.scale, 1.0 / moved.scale)
        return moved.loc + moved.scale * quantile_expansion(moved.base, inner, n, j)
    at, beyond = (float(law.isf(level)) for level in (1.0 / n, 1.0 / (math.e * n)))
    end = float(law.support[1])
    return float(_expansion(FLOATS, domain.name, domain.index, (at, beyond, end), j))


def printed_index(domain: Domain) -> float:
    """The index as far as it is known: an estimate is printed to its error."""
    if not domain.error or not math.isfinite(domain.index):
        return domain.index
    digits = max(int(-math.log10(domain.error / domain.index)), 1)
    return float(f"{domain.index:.{digits}g}")


def quantile_expression(name: str, index: Any, n: Any, j: int = 0) -> Any:
    """The expansion as a sympy expression in Q, the quantile function, and x_F, the right end.

    Examples
    --------
    >>> import sympy
    >>> quantile_expression("frechet", 2.0, sympy.Symbol("P"))
    sqrt(pi)*Q(1 - 1/P)
    """
    from sympy import Function, Symbol, exp

    f, Q = symbolic(), Function("Q")
    known = (Q(1 - 1 / n), Q(1 - exp(-1) / n), Symbol("x_F"))
    return _expansion(f, Attraction(name), _index(f, name, index), known, j)


def lower_expression(name: str, index: Any, n: Any, j: int) -> Any:
    """The expansion of E[X_{j+1:n}] by the domain of -X; x_0 is the left end.

    Examples
    --------
    >>> import sympy
    >>> lower_expression("weibull", 1.0, sympy.Symbol("n"), 0)
    Q(1/n)
    """
    from sympy import Function, Symbol, exp

    f, Q = symbolic(), Function("Q")
    known = (-Q(1 / n), -Q(exp(-1) / n), -Symbol("x_0"))
    return -_expansion(f, Attraction(name), _index(f, name, index), known, j)


def _index(f: Functions, name: str, index: Any) -> Any:
    return f.number(index) if name in (Attraction.FRECHET, Attraction.WEIBULL) else index


def _expansion(
    f: Functions, name: Attraction, index: Any, known: tuple[Any, Any, Any], j: int
) -> Any:
    at, beyond, end = known
    if name is Attraction.FRECHET:
        return f.gamma(j + 1 - 1 / index) / math.factorial(j) * at
    if name is Attraction.WEIBULL:
        return end - f.gamma(j + 1 + 1 / index) / math.factorial(j) * (end - at)
    if name is Attraction.GUMBEL:
        return at - f.digamma(f.number(j + 1)) * (beyond - at)
    return at  # no limit law: the first order alone
