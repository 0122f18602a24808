"""Closed forms exactly, or to as many digits as asked for."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from runtime_theory.errors import NoMethodError
from runtime_theory.formulas.evaluation import evaluated

if TYPE_CHECKING:
    from runtime_theory.distributions.families.member import Member

__all__ = ["cancelled", "evaluate", "simplified"]

_SHORT = 1000
_BRIEF = 100
_FEW_TERMS = 12


def simplified(expression: Any) -> Any:
    """Write sums out and cancel gamma functions that differ by integers.

    Raises
    ------
    ValueError
        A sum with a float among its shapes: sympy takes minutes over a root of degree 2**52.
    """
    import sympy

    sums = expression.atoms(sympy.Sum)
    if not sums:
        return cancelled(expression)
    longest_root = _longest_fraction([power.exp for power in expression.atoms(sympy.Pow)])
    if longest_root > _SHORT:
        raise ValueError(
            "an exact sum needs parameters that are integers or short fractions; "
            "with floats such as 0.1 ask for digits="
        )
    longest = max(total.limits[0][2] - total.limits[0][1] for total in sums)
    written = expression.doit()
    # simplify would gather logs into one, of a number with thousands of digits.
    brief = longest < _FEW_TERMS and longest_root <= _BRIEF and not written.has(sympy.log)
    return sympy.simplify(written) if brief else sympy.expand(written)


def cancelled(expression: Any) -> Any:
    """Cancel gamma functions that differ by integers.

    Between fractions with long denominators nothing cancels, and sympy looks for it for minutes.

    Examples
    --------
    >>> from sympy import Symbol, gamma
    >>> P = Symbol("P")
    >>> cancelled(1 + gamma(P + 1) / gamma(P))
    P + 1
    """
    import sympy

    arguments = [a for call in expression.atoms(sympy.gamma, sympy.Pow) for a in call.args]
    return expression if _longest_fraction(arguments) > _BRIEF else sympy.gammasimp(expression)


def _longest_fraction(expressions: Iterable[Any]) -> int:
    """Return the largest denominator of a rational number among them."""
    import sympy

    numbers = (number for e in expressions for number in e.atoms(sympy.Rational))
    return max((int(number.q) for number in numbers), default=1)


def evaluate(member: Member, k: int, n: int, digits: int) -> Any:
    """E[X_{k:n}] of a member as a sympy Float, from its symbolic form.

    Raises
    ------
    NoMethodError
        The closed form is a sum of more than 1000 terms.

    Examples
    --------
    >>> from runtime_theory.distributions.families import exponential
    >>> evaluate(exponential.FAMILY.member(mu=1), 10**20, 10**20, 20)
    46.628917524782446541
    """
    import sympy

    ranks = sympy.symbols("k n", integer=True, positive=True)
    values = dict(zip(ranks, (k, n), strict=True))
    asked = (k, n) if member.family.integers_only else ranks
    try:
        return evaluated(member.mean_symbolic(*asked, exact=True), values, digits)
    except NoMethodError as refusal:
        raise NoMethodError(
            f"E[X_{{k:n}}] of a {member.family.name} law at k={k}, n={n}: {refusal}"
        ) from refusal
