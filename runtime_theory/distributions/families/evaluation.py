"""Closed forms exactly, or to as many digits as asked for."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from runtime_theory.errors import NoMethodError

if TYPE_CHECKING:
    from runtime_theory.distributions.families.member import Member

__all__ = ["evaluate", "simplified"]

_MOST_TERMS = 1000
_MOST_DIGITS = 20_000
_SHORT = 1000
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
        return sympy.gammasimp(expression)
    exponents = [power.exp for power in expression.atoms(sympy.Pow)]
    if any(number.q > _SHORT for e in exponents for number in e.atoms(sympy.Rational)):
        raise ValueError(
            "an exact sum needs parameters that are integers or short fractions; "
            "with floats such as 0.1 ask for digits="
        )
    longest = max(total.limits[0][2] - total.limits[0][1] for total in sums)
    written = expression.doit()
    # simplify would gather logs into one, of a number with thousands of digits.
    brief = longest < _FEW_TERMS and not written.has(sympy.log)
    return sympy.simplify(written) if brief else sympy.expand(written)


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

    if member.family.integers_only:
        return member.mean_symbolic(k, n, exact=True).evalf(digits)
    rank, size = sympy.symbols("k n", integer=True, positive=True)
    formula, values = member.mean_symbolic(rank, size, exact=True), {rank: k, size: n}
    # Counted before anything is evaluated, since k and n may be huge.
    for total in formula.atoms(sympy.Sum):
        _, low, high = total.limits[0]
        count = int((high - low).subs(values)) + 1
        if count > _MOST_TERMS:
            raise NoMethodError(
                f"E[X_{{k:n}}] of a {member.family.name} law is a sum of {count} terms at "
                f"k={k}, n={n}; at most {_MOST_TERMS} are summed"
            )
    return sympy.Float(_settled(formula, values, digits), digits)


def _settled(expression: Any, values: Mapping[Any, int], digits: int) -> Any:
    """Evaluate with more and more digits until two rounds agree; zero is what never does."""
    import mpmath

    precision, previous = digits + 30, mpmath.inf
    while precision < _MOST_DIGITS:
        with mpmath.workdps(precision):
            current = _mpmath(expression, values)
            if abs(current - previous) <= mpmath.mpf(10) ** -(digits + 3) * abs(current):
                return current
        previous, precision = current, 2 * precision
    return mpmath.mpf(0)


def _mpmath(expression: Any, values: Mapping[Any, int]) -> Any:
    """Evaluate a formula in the working precision of mpmath.

    sympy's own evaluation would first write harmonic(10**9) out as a fraction, and takes
    2**(1/q) apart for minutes where q comes from a float.
    """
    import mpmath
    import sympy

    if expression in values:
        return mpmath.mpf(values[expression])
    if not expression.args:
        return expression._to_mpmath(mpmath.mp.prec)
    if isinstance(expression, sympy.Sum):
        index, low, high = expression.limits[0]
        indices = range(int(low.subs(values)), int(high.subs(values)) + 1)
        return mpmath.fsum(_mpmath(expression.function, {**values, index: i}) for i in indices)
    arguments = [_mpmath(argument, values) for argument in expression.args]
    return _operations()[expression.func](*arguments)


def _operations() -> dict[Any, Any]:
    import mpmath
    import sympy

    return {
        sympy.Add: lambda *terms: mpmath.fsum(terms),
        sympy.Mul: lambda *factors: mpmath.fprod(factors),
        sympy.Pow: mpmath.power,
        sympy.binomial: mpmath.binomial,
        sympy.factorial: mpmath.factorial,
        sympy.gamma: mpmath.gamma,
        sympy.harmonic: _harmonic,
        sympy.log: mpmath.log,
    }


def _harmonic(n: Any, order: Any = 1) -> Any:
    import mpmath

    return mpmath.harmonic(n) if order == 1 else mpmath.zeta(order) - mpmath.zeta(order, n + 1)
