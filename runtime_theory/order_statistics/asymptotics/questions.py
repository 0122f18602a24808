"""The public question: the expansion of E[X_{k:n}] for many draws, as a Result."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial
from typing import Any, Literal, get_args

from runtime_theory.distributions.adapt import as_law
from runtime_theory.distributions.attraction import UpperTail, upper_tail
from runtime_theory.distributions.attraction.detection import domain_of
from runtime_theory.distributions.base import Distribution
from runtime_theory.distributions.derived.mirrored import mirror
from runtime_theory.distributions.expectation.tails import divergence
from runtime_theory.distributions.families.exact import as_printed
from runtime_theory.distributions.ranked import Rank
from runtime_theory.errors import check_integer
from runtime_theory.formulas import Formula
from runtime_theory.formulas.vocabulary import symbol, symbols
from runtime_theory.order_statistics.asymptotics.central import (
    central_expansion,
    central_expression,
)
from runtime_theory.order_statistics.asymptotics.maximum import Maximum, expected_maximum
from runtime_theory.order_statistics.asymptotics.quantiles import (
    lower_expression,
    printed_index,
    quantile_expansion,
    quantile_expression,
)
from runtime_theory.order_statistics.statistic import OrderStatistic
from runtime_theory.references import (
    DAVID_JOHNSON1954,
    DAVID_NAGARAJA2003,
    DEHAAN_FERREIRA2006,
    EMBRECHTS1997,
)
from runtime_theory.results import Kind, Result

__all__ = ["asymptotic_order_statistic", "maximum_result"]

Regime = Literal["auto", "central", "upper", "lower"]


def asymptotic_order_statistic(X: Any, k: int, n: int, *, regime: Regime = "auto") -> Result:
    """The large-n expansion of E[X_{k:n}], to set beside the exact `order_statistic`.

    Parameters
    ----------
    X
        Law of a mini-batch time, anything `as_distribution` takes.
    k, n : int
        Rank and number of draws, 1 <= k <= n.
    regime : {"auto", "central", "upper", "lower"}, keyword-only
        ``"central"``: k/n fixed, Q(p) + p (1-p) Q''(p)/(2 (n+2)) at p = k/(n+1), which needs two
        derivatives of Q there. ``"upper"``: n-k fixed, from the domain of attraction of maxima;
        ``"lower"``: k fixed, the same of -X. ``"auto"`` takes an end within sqrt(n) ranks of it.

    Returns
    -------
    Result
        In seconds, of kind asymptotic with error inf; numerical or exact with rigorous ends where
        a theorem encloses it: any k of an exponential law, k = n of several others. inf where the
        mean diverges.

    Raises
    ------
    TypeError, ValueError
        Wrong arguments, by name; n = 1 for an expansion at an end.

    References
    ----------
    David and Nagaraja (2003), section 4.6; Embrechts et al. (1997), sections 3.3 and 4.2.

    Examples
    --------
    >>> from scipy import stats
    >>> middle = asymptotic_order_statistic(stats.expon(), 500, 1000)
    >>> print(f"{float(middle):.7f}")  # H_1000 - H_500 = 0.6926474...
    0.6926467
    >>> print(f"{float(asymptotic_order_statistic(stats.pareto(2), 1000, 1000)):.4f}")
    56.0499
    """
    law = as_law(X)
    n = check_integer("n", n, low=1)
    k = check_integer("k", k, low=1, high=n)
    if regime not in get_args(Regime):
        raise ValueError(f"regime must be one of {', '.join(get_args(Regime))}, got {regime!r}")
    exists = divergence(law, Rank(k, n - k + 1), 1)
    if exists.left or exists.right:
        return OrderStatistic(law, k, n).mean()
    chosen = _regime(k, n) if regime == "auto" else regime
    result = {"central": _central, "upper": _upper, "lower": _lower}[chosen](law, k, n)
    return result if result.kind is not Kind.ASYMPTOTIC else _exponential_ends(law, k, n, result)


def _regime(k: int, n: int) -> str:
    # With j ranks to the end one expansion is off by 1/j, the other by j/n, both relatively.
    if (n - k + 1) ** 2 <= n:
        return "upper"
    return "lower" if k * k <= n else "central"


def _exponential_ends(law: Distribution, k: int, n: int, result: Result) -> Result:
    """Bounds on H_n - H_{n-k} put around the expansion, for an exponential law."""
    member = law.member
    if member is None or member.family.name != "exponential" or not member.scale > 0:
        return result
    loc, scale = float(member.loc), float(member.scale)
    # log((n+1)/(n-k+1)) < H_n - H_{n-k} < log((n+1/2)/(n-k+1/2))
    ends = (loc + scale * math.log1p(k / (n - k + rest)) for rest in (1.0, 0.5))
    slack = 2.0**-50 * (abs(loc) + scale * math.log1p(k / (n - k + 0.5)))
    lower, upper = next(ends) - slack, next(ends) + slack
    error = max(upper - result.value, result.value - lower)
    return result.replace(error=error, kind=Kind.NUMERICAL, lower=lower, upper=upper)


def _central(law: Distribution, k: int, n: int) -> Result:
    smooth = law.atoms is None and not law.integer_valued
    note = "k/n fixed" if smooth else "k/n fixed, first order alone: the law has atoms"
    return _asymptotic(central_expansion(law, k, n), "central expansion", note, _central_formula)


def _upper(law: Distribution, k: int, n: int) -> Result:
    if k == n:
        return maximum_result(expected_maximum(law, n))
    value, method, built = _upper_parts(law, k, n, _quantile_formula)
    return _asymptotic(value, method, f"n-k = {n - k} fixed, n large", built)


def _lower(law: Distribution, k: int, n: int) -> Result:
    """X_{k:n} of X is -X_{n+1-k:n} of -X."""
    value, method, built = _upper_parts(mirror(law), n + 1 - k, n, _negative_lower_formula)
    note = f"k = {k} fixed, n large; by the maxima of -X"
    return _asymptotic(-value, method, note, partial(_negative, built))


def _upper_parts(
    law: Distribution, k: int, n: int, by_quantiles: Callable[[str, float, int], Any]
) -> tuple[float, str, Callable[[], Any]]:
    """The value, the method and what builds the formula."""
    j = n - k
    if law.atoms is not None:
        top = float(law.atoms.values[-1])
        return top, "the largest value", partial(_number, top)
    if n == 1:
        raise ValueError("n must be an integer >= 2 for an expansion at either end, got n=1")
    tail, domain = upper_tail(law), domain_of(law)
    if tail is not None and tail.usable(n):
        return tail.upper(n, j), f"tail expansion ({tail.name})", partial(_tail_formula, tail, j)
    value = quantile_expansion(law, domain, n, j)
    built = partial(by_quantiles, domain.name.value, printed_index(domain), j)
    return value, f"quantiles, {domain.summary}", built


def maximum_result(found: Maximum) -> Result:
    """An expansion of E[X_{n:n}] as a Result, with its rigorous ends where it has them."""
    built = partial(_maximum_formula, found.expression)
    if not found.enclosed:
        return _asymptotic(found.value, found.method, found.domain.summary, built)
    error = max(found.upper - found.value, found.value - found.lower)
    exact = error <= 2.0 * math.ulp(found.value)
    return _asymptotic(found.value, found.method, found.domain.summary, built).replace(
        error=error,
        kind=Kind.EXACT if exact else Kind.NUMERICAL,
        lower=found.lower,
        upper=found.upper,
    )


def _asymptotic(value: float, method: str, note: str, built: Callable[[], Any]) -> Result:
    return Result(
        value,
        math.inf,
        kind=Kind.ASYMPTOTIC,
        method=method,
        note=note,
        unit="s",
        references=(DAVID_NAGARAJA2003, DAVID_JOHNSON1954, EMBRECHTS1997, DEHAAN_FERREIRA2006),
        formula=Formula("expansion for many draws", built, _LHS, EMBRECHTS1997, relation="~"),
    )


_LHS = r"\mathbb{E}[X_{k:n}]"


def _number(top: float) -> Any:
    return as_printed(top)


def _central_formula() -> Any:
    return central_expression(*symbols("k n"))


def _tail_formula(tail: UpperTail, j: int) -> Any:
    return tail.upper_symbolic(symbol("n"), j)


def _quantile_formula(name: str, index: float, j: int) -> Any:
    return quantile_expression(name, index, symbol("n"), j)


def _negative_lower_formula(name: str, index: float, j: int) -> Any:
    return -lower_expression(name, index, symbol("n"), j)


def _maximum_formula(expression: Callable[[Any], Any]) -> Any:
    return expression(symbol("n"))


def _negative(built: Callable[[], Any]) -> Any:
    return -built()
