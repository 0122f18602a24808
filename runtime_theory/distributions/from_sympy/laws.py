"""Random variables of sympy.stats with numeric parameters, and simple functions of them."""

from __future__ import annotations

import math
from typing import Any

from runtime_theory.distributions.affine import Affine
from runtime_theory.distributions.base import Distribution
from runtime_theory.distributions.derived.extremes import Extreme
from runtime_theory.distributions.derived.mirrored import affine_map
from runtime_theory.distributions.derived.transformed import (
    EXP,
    LOG,
    Folded,
    Transformed,
    power_map,
)
from runtime_theory.distributions.discrete import Deterministic, Discrete
from runtime_theory.distributions.expectation.density_law import DensityLaw
from runtime_theory.distributions.from_scipy.laws import from_scipy
from runtime_theory.distributions.from_sympy.densities import SympyDensity
from runtime_theory.distributions.from_sympy.names import named_sympy_law

__all__ = ["from_sympy"]


def from_sympy(obj: Any) -> Distribution | None:
    """A law of this package for a sympy expression in random variables; None without any.

    Supported are one random variable of sympy.stats, loc + scale X, exp, log, powers and absolute
    values of it, Max and Min of independent ones and of constants, and any function of variables
    with finitely many values.

    Parameters
    ----------
    obj
        Any object.

    Raises
    ------
    TypeError
        Parameters are symbols or random themselves, or the function is none of those named; the
        message names what is in the way.
    ValueError
        Parameters outside their domain.

    Examples
    --------
    >>> from sympy import Rational
    >>> from sympy.stats import Die, Exponential
    >>> from_sympy(1 + 2 * Exponential("X", Rational(1, 5)))
    <expon(loc=1, scale=10)>
    >>> from_sympy(Die("D", 6)).support
    (1.0, 6.0)
    """
    import sympy

    if not isinstance(obj, sympy.Basic):
        return None
    variables = _variables(obj)
    if not variables:
        return None
    _refuse_symbols(obj, variables)
    if all(_is_finite(variable) for variable in variables) and obj not in variables:
        return _tabulated(obj)
    return _law(obj)


def _variables(expression: Any) -> list[Any]:
    from sympy.stats.rv import random_symbols

    return sorted(random_symbols(expression), key=str)


def _refuse_symbols(expression: Any, variables: list[Any]) -> None:
    """Parameters must be numbers: not symbols, not random."""
    free = set(expression.free_symbols) - set(variables)
    for variable in variables:
        distribution = getattr(variable.pspace, "distribution", None)
        if not type(variable.pspace).__name__.startswith("Single") or distribution is None:
            raise TypeError(
                f"{variable} must be one independent random variable with numbers as parameters, "
                f"got one of a {type(variable.pspace).__name__}"
            )
        free |= distribution.free_symbols
    if free:
        names = ", ".join(sorted(str(symbol) for symbol in free))
        laws = ", ".join(f"{variable} ~ {variable.pspace.distribution}" for variable in variables)
        raise TypeError(
            f"parameters and values must be numbers, got the free symbols {names} in "
            f"{expression} with {laws:.200}"
        )


def _is_finite(variable: Any) -> bool:
    return type(variable.pspace).__name__ == "SingleFinitePSpace"


def _law(expression: Any) -> Distribution:
    """The law of an expression in at least one random variable."""
    import sympy

    variables = _variables(expression)
    if expression in variables:
        return _of_variable(expression)
    if expression.is_Add or expression.is_Mul:
        constant, rest = expression.as_independent(*variables, as_Add=bool(expression.is_Add))
        if rest != expression:
            number = _number(constant, expression)
            pair = (number, 1.0) if expression.is_Add else (0.0, number)
            return affine_map(_law(rest), *pair)
    if isinstance(expression, sympy.Max | sympy.Min):
        return _extreme(expression)
    return _function(expression)


def _extreme(expression: Any) -> Distribution:
    import sympy

    parts = [(part, set(_variables(part))) for part in expression.args]
    together = set().union(*(variables for _, variables in parts))
    if len(together) != sum(len(variables) for _, variables in parts):
        raise TypeError(f"the arguments of {expression} are not independent: this is not supported")
    laws = [
        _law(part) if variables else Deterministic(_number(part, expression))
        for part, variables in parts
    ]
    return Extreme(laws, largest=isinstance(expression, sympy.Max))


def _function(expression: Any) -> Distribution:
    """Exponentials, logarithms, powers and absolute values."""
    import sympy

    if isinstance(expression, sympy.exp):
        return Transformed(_law(expression.args[0]), EXP)
    if isinstance(expression, sympy.log):
        return Transformed(_positive(_law(expression.args[0]), expression), LOG)
    if isinstance(expression, sympy.Abs):
        return _absolute(_law(expression.args[0]))
    if expression.is_Pow and not _variables(expression.base):
        factor = _number(sympy.log(expression.base), expression)
        return Transformed(affine_map(_law(expression.exp), 0.0, factor), EXP)
    if expression.is_Pow and not _variables(expression.exp):
        power = _number(expression.exp, expression)
        base = _law(expression.base)
        if power % 2 == 0:
            base = _absolute(base)
        return Transformed(_positive(base, expression), power_map(power))
    raise TypeError(
        f"{expression} is not supported: give one random variable of sympy.stats, loc + scale*X, "
        f"exp, log, a power or Abs of it, or Max or Min of independent ones"
    )


def _absolute(law: Distribution) -> Distribution:
    return law if law.support[0] >= 0.0 else Folded(law)


def _positive(law: Distribution, expression: Any) -> Distribution:
    if law.support[0] < 0.0:
        raise TypeError(
            f"{expression} must be of a variable that is not negative, got one on "
            f"[{law.support[0]:g}, {law.support[1]:g}]"
        )
    return law


def _number(value: Any, where: Any) -> float:
    try:
        return float(value)
    except (TypeError, ValueError):
        raise TypeError(f"{value} in {where} must be a real number") from None


# ------------------------------------------------------------------------------ one random variable


def _of_variable(variable: Any) -> Distribution:
    distribution = variable.pspace.distribution
    law = _of_family(variable) or _of_name(distribution)
    if law is not None:
        return law
    if _is_finite(variable):
        return _tabulated(variable)
    name = type(variable.pspace).__name__
    if name != "SingleContinuousPSpace":
        raise TypeError(
            f"{distribution} is not supported: give its values and probabilities to rt.Discrete"
        )
    return _of_density(distribution)


def _of_family(variable: Any) -> Distribution | None:
    """The scipy law of the closed-form family that the variable belongs to."""
    from scipy import stats

    from runtime_theory.distributions.families import recognise_sympy

    member = recognise_sympy(variable)
    if member is None:
        return None
    try:
        name, shapes = member.family.scipy_form(member.shapes)
    except NotImplementedError:
        return None
    law = from_scipy(getattr(stats, name)(**shapes))
    if law is None:
        return None
    moved = affine_map(law, float(member.loc), float(member.scale))
    if moved.atoms is not None:
        return moved
    # sympy's 1/3 is no float: the family goes on with the fraction itself.
    base, loc, scale = (moved, 0.0, 1.0)
    if isinstance(moved, Affine):
        base, loc, scale = moved.base, moved.loc, moved.scale
    return Affine(base, loc, scale, exact=member)


def _of_name(distribution: Any) -> Distribution | None:
    names = getattr(distribution, "_argnames", ())
    try:
        arguments = {k: float(v) for k, v in zip(names, distribution.args, strict=True)}
    except (TypeError, ValueError):
        return None
    name = type(distribution).__name__.removesuffix("Distribution")
    if name == "NegativeBinomial":
        # Versions of sympy differ in whether p is the chance of a success or of a failure.
        r, p = arguments["r"], arguments["p"]
        success = math.isclose(float(distribution.pdf(0)), p**r, rel_tol=1e-9)
        arguments["p"] = p if success else 1.0 - p
    return named_sympy_law(name, arguments)


def _tabulated(expression: Any) -> Distribution:
    """A function of variables with finitely many values, enumerated by sympy."""
    from sympy.stats import density

    table = density(expression)
    table = getattr(table, "dict", table)
    values = [_number(value, f"the values of {expression}") for value in table]
    return Discrete(values, [float(p) for p in table.values()])


def _of_density(distribution: Any) -> Distribution:
    import sympy

    ends = getattr(distribution, "set", None)
    if not isinstance(ends, sympy.Interval):
        raise TypeError(f"{distribution} must have an interval as its support, got {ends}")
    x = sympy.Dummy("x", real=True)
    support = (float(ends.inf), float(ends.sup))
    return DensityLaw(SympyDensity(_title(distribution), distribution.pdf(x), x, support))


def _title(distribution: Any) -> str:
    name = type(distribution).__name__.removesuffix("Distribution")
    name = "ContinuousRV" if name.endswith("Handmade") else name
    shown = ", ".join(str(argument) for argument in distribution.args)
    return f"sympy {name}({shown})" if len(shown) <= 60 else f"sympy {name}({shown[:57]}...)"
