"""`derive`: from what is known of a quantity to its value for one law and numbers, in lines."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, final

from runtime_theory.distributions.families.exact import as_printed, as_sympy, is_numeric
from runtime_theory.errors import NoMethodError
from runtime_theory.expressions.family_law import MOST_DRAWS
from runtime_theory.expressions.law import SymbolicLaw, law_terms
from runtime_theory.expressions.statement import Left
from runtime_theory.formulas.evaluation import evaluated

__all__ = ["Derivation", "derive"]

_FEW_OPERATIONS = 60
_SMALL_POWER = 3


@final
@dataclass(frozen=True)
class Derivation:
    r"""A left-hand side, and equal expressions from the general to the special.

    Parameters
    ----------
    left : str or callable
        LaTeX of the left-hand side, or what makes it from chosen symbols.
    relation : str
        LaTeX of the relation to all lines.
    lines : tuple of sympy.Expr
        The same quantity each time: for any law, for the law, with numbers.
    latex : mapping
        LaTeX of the law's parameters by their names.
    """

    left: Left
    relation: str
    lines: tuple[Any, ...]
    latex: Mapping[str, str]

    @property
    def expression(self) -> Any:
        """The last line."""
        return self.lines[-1]


def derive(
    general: Any,
    law: SymbolicLaw,
    values: Mapping[Any, Any],
    *,
    digits: int | None = None,
    precise: SymbolicLaw | None = None,
) -> tuple[Any, ...]:
    """Return the lines: general form, the law's closed form, the same with numbers, digits.

    Parameters
    ----------
    general : sympy.Expr
        In E[X], E[X_{k:n}] and plain symbols.
    law : SymbolicLaw
        Whose moments are put in.
    values : mapping
        Numbers or other expressions for plain symbols.
    digits : int, optional, keyword-only
        Ends with a Float of that many digits.
    precise : SymbolicLaw, optional, keyword-only
        The law whose floats are the binary fractions they are; for the digits.

    Examples
    --------
    >>> from sympy import Symbol
    >>> from runtime_theory.expressions.recognition import as_symbolic_law
    >>> from runtime_theory.timing.facts import ranked_time
    >>> law, _ = as_symbolic_law("exponential")
    >>> derive(ranked_time("K"), law, {Symbol("P"): 8, Symbol("K"): 2})
    (order_mean(K, P), (harmonic(P) - harmonic(-K + P))/mu, 15/(56*mu))
    """
    names = {symbol: value for symbol, value in values.items() if not is_numeric(value)}
    numbers = {symbol: value for symbol, value in values.items() if is_numeric(value)}
    named = general.xreplace(names)
    lines = [named]
    if not numbers and digits is None:
        lines.append(law.written_out(named))
    elif not law.tries:
        lines += _closed(named, law)
    if digits is not None:
        lines.append(_with_digits(named, precise or law, numbers, digits))
    elif numbers:
        lines.append(_with_numbers(named, law, numbers))
    return tuple(dict.fromkeys(_defined(line) for line in lines))


def _closed(expression: Any, law: SymbolicLaw) -> list[Any]:
    """Return the law's form in symbols, nothing where there is one for numbers at most."""
    try:
        return [law.written_out(expression)]
    except NoMethodError:
        return []


def _with_numbers(expression: Any, law: SymbolicLaw, numbers: Mapping[Any, Any]) -> Any:
    """Put numbers in first, since some laws are closed for integers only."""
    exact = {symbol: as_printed(value) for symbol, value in numbers.items()}
    _refuse_long(expression, exact)
    return _settled(law.written_out(expression.xreplace(exact)))


def _refuse_long(expression: Any, exact: Mapping[Any, Any]) -> None:
    """Refuse ranks whose exact form would have thousands of digits."""
    from sympy.core.function import AppliedUndef

    for term in expression.atoms(AppliedUndef):
        for count in (argument.xreplace(dict(exact)) for argument in term.args):
            if count.is_Integer and count > MOST_DRAWS:
                raise ValueError(
                    f"P and n must be at most {MOST_DRAWS} without digits=, got {count}"
                )


def _settled(expression: Any) -> Any:
    """Write finite sums out, and gather a short sum into one fraction where that is shorter."""
    from sympy import Pow, Sum, cancel

    sums = {
        total: total.doit()
        for total in expression.atoms(Sum)
        if all(bound.is_Integer for limits in total.limits for bound in limits[1:])
    }
    written = expression.xreplace(sums)
    short = written.is_Add and written.free_symbols and written.count_ops() < _FEW_OPERATIONS
    if not (short and written.is_rational_function()):
        return written
    if any(abs(power.exp) > _SMALL_POWER for power in written.atoms(Pow)):
        return written  # cancel writes out powers of sums, for minutes
    gathered = cancel(written)
    return gathered if gathered.count_ops() <= written.count_ops() else written


def _with_digits(named: Any, law: SymbolicLaw, numbers: Mapping[Any, Any], digits: int) -> Any:
    """Evaluate the form in symbols, with numbers in their place: P may be huge."""
    exact = {symbol: as_sympy(value) for symbol, value in numbers.items()}
    closed = [] if law.tries else _closed(named, law)
    if not closed or _diverges(named, law, exact):
        return evaluated(law.written_out(named.xreplace(exact)), {}, digits)
    return evaluated(closed[0], exact, digits)


def _diverges(named: Any, law: SymbolicLaw, exact: Mapping[Any, Any]) -> bool:
    """Whether a moment in it is infinite, which its form in symbols does not show."""
    moments = (term.xreplace(dict(exact)) for term in law_terms(named))
    return any(law.is_infinite(term) for term in moments)


def _defined(expression: Any) -> Any:
    """Refuse inf - inf and inf/inf, of which nothing can be said."""
    from sympy import nan, zoo

    if expression.has(nan, zoo):
        raise ArithmeticError(
            "the expression has no value: a mean in it is infinite, or a division is by zero"
        )
    return expression
