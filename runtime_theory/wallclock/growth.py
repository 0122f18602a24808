"""How the speed-up of asynchronous over synchronous SGD grows with the number of learners."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from functools import partial
from typing import Any

import numpy as np

from runtime_theory.distributions.adapt import as_law
from runtime_theory.distributions.attraction import Attraction, Domain, UpperTail, upper_tail
from runtime_theory.distributions.attraction.tails import ExponentialTail, LognormalTail
from runtime_theory.distributions.base import Distribution
from runtime_theory.errors import check_integer
from runtime_theory.formulas import Formula
from runtime_theory.formulas.vocabulary import symbol
from runtime_theory.order_statistics.asymptotics import (
    Maximum,
    expected_maximum,
    maximum_result,
)
from runtime_theory.references import DUTTA2018, EMBRECHTS1997
from runtime_theory.results import Result
from runtime_theory.wallclock.growth_laws import LHS
from runtime_theory.wallclock.mean_times import mean_builder
from runtime_theory.wallclock.speedup import stacked

__all__ = ["asymptotic_speedup"]


def asymptotic_speedup(X: Any, P: Any) -> Result:
    """The large-P expansion of P E[X_{P:P}]/E[X], and the growth law it obeys.

    From the constants of the law's tail where they are known; through the quantile function
    where they are not, or where P is still so small that the corrections of the tail's expansion
    would exceed its leading term.

    Parameters
    ----------
    X
        Law of a mini-batch time, anything `as_distribution` takes.
    P : int or array of int
        Number of learners; broadcasts.

    Returns
    -------
    Result
        The expansion at P, to set beside the exact `speedup`. Kind asymptotic with error inf, or
        numerical (exact) with rigorous ends for exponential, Pareto, uniform, max-stable and other
        laws where a theorem encloses the expected maximum. ``.formula`` is the expansion in P,
        ``.note`` the growth law in words.

    Raises
    ------
    ArithmeticError
        E[X] is infinite, so that the ratio has no value.
    TypeError, ValueError
        Wrong arguments, by name; P = 1 for an expansion in log log P.

    References
    ----------
    Dutta et al. (2018), Theorem 1 and Corollary 1; Embrechts et al. (1997), section 3.3.

    Examples
    --------
    >>> from scipy import stats
    >>> quick = asymptotic_speedup(stats.expon(), 1000)
    >>> quick.formula.expr
    P*log(P) + EulerGamma*P + 1/2
    >>> print(f"{quick.lower:.4f} < 1000 H_1000 = 7485.4709 < {quick.upper:.4f}")
    7485.4709 < 1000 H_1000 = 7485.4709 < 7485.4709
    >>> asymptotic_speedup(stats.pareto(2), 100).note
    'Frechet domain, tail index 2: speed-up grows like P^{3/2}'
    """
    law = as_law(X)
    counts = np.asarray(P, dtype=object)
    results = [_ratio(law, check_integer("P", count, low=1)) for count in counts.ravel()]
    return results[0] if counts.ndim == 0 else stacked(results, counts.shape)


def _ratio(law: Distribution, P: int) -> Result:
    mean = law.mean()
    if math.isinf(mean.value):
        raise ArithmeticError(
            f"the speed-up has no value: sync and async both take infinitely long ({mean.note})"
        )
    if P > 10**300:
        raise ValueError(f"P must be an integer in 1..10**300, got P=10**{len(str(P)) - 1}")
    if not mean.value - mean.error > 0.0:
        raise ValueError(f"E[X] must be > 0 for a speed-up, got {mean} for {law.describe()}")
    found = expected_maximum(law, P, name="P")
    ratio = P * maximum_result(found) / mean
    expression = partial(_expression, found.expression, mean_builder(law))
    formula = Formula("speed-up, many learners", expression, LHS, DUTTA2018, relation="~")
    return ratio.replace(
        unit="",
        method=f"P E[X_{{P:P}}]/E[X], {found.method}",
        note=f"{found.domain.summary}: speed-up grows like {_growth(law, found)}",
        references=(DUTTA2018, EMBRECHTS1997),
        formula=formula,
    )


def _expression(maximum: Callable[[Any], Any], average: Callable[[], Any]) -> Any:
    """P times the expansion over E[X], multiplied out where that makes short terms."""
    from sympy import expand_mul
    from sympy.core.function import AppliedUndef

    P, mean = symbol("P"), average()
    largest = maximum(P)
    if mean.is_Add or mean.free_symbols or largest.has(AppliedUndef):
        return P * largest / mean
    return expand_mul(P * (largest / mean), deep=False)


# -- the growth law in words -----------------------------------------------------------------


def _growth(law: Distribution, found: Maximum) -> str:
    domain = found.domain
    if domain.name is Attraction.FRECHET:
        return f"P^{{{_printed(1.0 + domain.xi)}}}"
    if math.isfinite(domain.endpoint):
        factor = f"{domain.endpoint / float(law.mean()):.6g}"
        return "P" if factor == "1" else f"{factor} P, P x_F/E[X]"
    return _light(law, domain)


def _light(law: Distribution, domain: Domain) -> str:
    """Of a law without right end whose maxima grow slower than every power."""
    tail = upper_tail(law)
    if tail is not None and isinstance(tail.standard, ExponentialTail):
        return _power_of_log(tail)
    if tail is not None and isinstance(tail.standard, LognormalTail):
        spread = f"{tail.standard.sigma:.6g} " if tail.standard.sigma != 1.0 else ""
        return f"P exp({spread}sqrt(2 log P))"
    if law.member is not None and law.member.family.name == "geometric":
        return "P log P, with a bounded oscillation"
    slow = domain.name is Attraction.GUMBEL
    return f"P Q(1 - 1/P){', slower than every power of P beyond the first' if slow else ''}"


def _power_of_log(tail: UpperTail) -> str:
    degree = 1.0 / float(tail.standard.exponent)  # type: ignore[attr-defined]
    return "P log P" if degree == 1.0 else f"P (log P)^{{{_printed(degree)}}}"


def _printed(x: float) -> str:
    """A short fraction where x is one to rounding, else six digits."""
    short = Fraction(x).limit_denominator(1000)
    return str(short) if abs(short - x) <= 1e-12 * abs(x) else f"{x:.6g}"
