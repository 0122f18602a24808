"""E[X_{k:n}] with certainty, or to as many digits as asked for."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

from runtime_theory.distributions.affine import Affine
from runtime_theory.distributions.base import Distribution
from runtime_theory.distributions.certified.closed_forms import (
    AtomSum,
    ClosedForm,
    Form,
    Integral,
)
from runtime_theory.distributions.certified.fleet_law import FleetIntegral
from runtime_theory.distributions.certified.laws import NAMES, ball_law
from runtime_theory.distributions.discrete import AtomicLaw
from runtime_theory.distributions.expectation import moments
from runtime_theory.errors import NoMethodError, check_integer
from runtime_theory.numerics.balls.arithmetic import Enclosure, bits_for
from runtime_theory.numerics.balls.refinement import refined
from runtime_theory.references import ARNOLD2008, DAVID_NAGARAJA2003
from runtime_theory.results import Kind, Result
from runtime_theory.results.precise import as_fraction, as_mpf, from_fraction

__all__ = ["certified_fleet_mean", "certified_mean", "precise_mean"]

_DEFAULT_DIGITS = 15
_MOST_DIGITS = 10_000
_SPARE_BITS = 6


def certified_mean(law: Distribution, k: int, n: int, digits: int | None = None) -> Result:
    """E[X_{k:n}] with ends that enclose it for certain.

    Closed forms and sums over finitely many values are evaluated in the balls of python-flint,
    or, without it, as far as the intervals of mpmath can; other laws with an analytic form by a
    rigorous integral (`numerics.balls.order_integral`). Float parameters are the doubles they
    are: 0.1 is not a tenth.

    Parameters
    ----------
    law : Distribution
        Law of one draw.
    k, n : int
        Rank and number of draws.
    digits : int, optional
        Decimal digits: the ends, about 10**-digits apart relative to the value, are mpmath.mpf.
        By default they are floats, rounded outwards.

    Returns
    -------
    Result
        Of kind certified, in seconds; inf where the mean diverges.

    Raises
    ------
    NoMethodError
        The law has no analytic form here, or the integral is too expensive.
    ImportError
        python-flint is needed and missing.

    Examples
    --------
    >>> from scipy import stats
    >>> from runtime_theory.distributions.adapt import as_law
    >>> certified_mean(as_law(stats.expon()), 8, 8)
    2.7178571428571430 +- 5e-16 s (certified: closed form (exponential), python-flint)
    >>> print(certified_mean(as_law(stats.gamma(2.5)), 1, 8, digits=40))
    0.788658929684140208741263335749385307895214 +- 2e-42 s
    """
    return _answer(law, _forms(law, k, n), k, n, digits)


def certified_fleet_mean(
    fleet: Distribution, groups: Sequence[tuple[Distribution, int]], k: int, digits: int | None
) -> Result:
    """E[X_{k:P}] of workers that differ, enclosed for certain; like `certified_mean`.

    Examples
    --------
    >>> from scipy import stats
    >>> from runtime_theory.distributions.adapt import as_law
    >>> laws = [as_law(stats.expon()), as_law(stats.expon(scale=0.5))]
    >>> certified_fleet_mean(laws[0], [(law, 1) for law in laws], 1, None)  # 1/3
    0.33333333333333331 +- 7e-17 s (certified: rigorous integral, python-flint)
    """
    known = [(ball_law(law), count) for law, count in groups]
    usable = [(law, count) for law, count in known if law is not None and FleetIntegral.takes(law)]
    forms = [FleetIntegral(usable, k)] if len(usable) == len(known) else []
    return _answer(fleet, iter(forms), 1, 1, digits)


def _answer(law: Distribution, forms: Iterator[Form], k: int, n: int, digits: int | None) -> Result:
    """What the first of the forms that can says."""
    accuracy = _DEFAULT_DIGITS if digits is None else _checked(digits)
    failures: list[str] = []
    for form in forms:
        infinite = _divergent(law, form, k, n, digits)
        if infinite is not None:
            return infinite
        try:
            ends = refined(lambda bits, form=form: form.enclose(k, n, bits), accuracy)  # type: ignore[misc]
        except NoMethodError as failure:  # too long a sum: the integral may do
            failures.append(failure.message)
            continue
        return _result(ends, form, digits)
    raise NoMethodError(_refusal(law, k, n, failures))


def precise_mean(law: Distribution, k: int, n: int, digits: int) -> Result:
    """E[X_{k:n}] as an mpmath.mpf with that many correct digits.

    From a family's closed form (kind exact), else as `certified_mean`.

    Raises
    ------
    NoMethodError
        The law has neither a closed form nor an analytic one: its functions are floats.

    Examples
    --------
    >>> from scipy import stats
    >>> from runtime_theory.distributions.adapt import as_law
    >>> precise_mean(as_law(stats.expon()), 4, 4, 30)
    2.083333333333333333333333333333 +- 3e-30 s (exact: closed form (exponential))
    """
    digits = _checked(digits)
    infinite = moments.divergent_mean(law, k, n)
    if infinite is not None:
        return infinite.replace(value=as_mpf(float(infinite)), error=0, lower=None, upper=None)
    member = law.member
    if member is None or (member.family.integers_only and member.mean(k, n) is None):
        return certified_mean(law, k, n, digits)
    try:
        number = member.mean_exact(k, n, digits)
    except NoMethodError:
        return certified_mean(law, k, n, digits)
    value = _as_given(number, digits)
    size = abs(as_fraction(value)) or Fraction(1)
    return Result(
        value,
        from_fraction(size / 10**digits, 53, math.inf),
        kind=Kind.EXACT,
        method=f"closed form ({member.family.name})",
        unit="s",
        references=(member.family.reference, ARNOLD2008),
    )


def _as_given(number: Any, digits: int) -> Any:
    """The mpf in a sympy number, not rounded to mpmath's precision of the moment."""
    import mpmath

    return mpmath.mp.make_mpf(number._to_mpmath(bits_for(digits) + _SPARE_BITS)._mpf_)


def _checked(digits: int) -> int:
    return check_integer("digits", digits, low=1, high=_MOST_DIGITS)


def _forms(law: Distribution, k: int, n: int) -> Iterator[Form]:
    """The ways to enclose the mean, the cheapest first."""
    core, loc, scale = law, Fraction(0), Fraction(1)
    while isinstance(core, Affine):
        loc, scale = loc + scale * Fraction(core.loc), scale * Fraction(core.scale)
        core = core.base
    if isinstance(core, AtomicLaw):
        yield AtomSum(core, loc, scale)
        return
    member = law.member
    if member is not None and not (member.family.integers_only and member.mean(k, n) is None):
        yield ClosedForm(member)
    branches = ball_law(law)
    if branches is not None:
        yield Integral(branches)


def _divergent(law: Distribution, form: Form, k: int, n: int, digits: int | None) -> Result | None:
    """The infinite mean, decided from exact tail indices; None for a finite one."""
    left, right = form.indices
    low, high = left is not None and left * k <= 1, right is not None and right * (n + 1 - k) <= 1
    if not (low or high):
        return None
    reasons = []
    if low:
        reasons.append(f"left tail index {float(left or 0):g} times k = {k} is at most 1")
    if high:
        m = n + 1 - k
        reasons.append(f"right tail index {float(right or 0):g} times n-k+1 = {m} is at most 1")
    what = _what(k, n)
    if low and high:
        raise ArithmeticError(
            f"{what} of {law.describe()} is not defined: both tails diverge ({'; '.join(reasons)})"
        )
    value = -math.inf if low else math.inf
    return Result(
        value if digits is None else as_mpf(value),
        0,
        kind=Kind.CERTIFIED,
        method="exact tail index",
        note=f"{what} diverges: {reasons[0]}",
        unit="s",
        references=(DAVID_NAGARAJA2003,),
    )


def _what(k: int, n: int) -> str:
    return f"E[X_({k}:{n})]" if n > 1 else "E[X]"


def _result(ends: Enclosure, form: Form, digits: int | None) -> Result:
    """The enclosure in floats, or in mpf of so many digits, rounded outwards."""
    middle = (ends.lower + ends.upper) / 2
    bits = 53 if digits is None else bits_for(digits) + _SPARE_BITS
    value, lower, upper = (
        from_fraction(x, bits, towards)
        for x, towards in ((middle, 0.0), (ends.lower, -math.inf), (ends.upper, math.inf))
    )
    exact = [as_fraction(x) for x in (value, lower, upper)]
    error = from_fraction(max(exact[2] - exact[0], exact[0] - exact[1]), 53, math.inf)
    result = Result(
        value,
        error,
        lower=lower,
        upper=upper,
        kind=Kind.CERTIFIED,
        method=form.method,
        unit="s",
        references=form.references,
    )
    return result if digits is not None else result.in_floats()


def _refusal(law: Distribution, k: int, n: int, failures: list[str]) -> str:
    asked = f"no certified or high-precision {_what(k, n)} of {law.describe()}"
    if failures:
        return f"{asked}: {'; '.join(failures)}"
    return (
        f"{asked}: its functions are floats. Supported are the families with closed forms, "
        f"finitely many values, traces, and loc-scale versions, truncations, mixtures and order "
        f"statistics of scipy's {', '.join(NAMES)}"
    )
