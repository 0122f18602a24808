"""What is taken for a family: a name, a law, a sympy.stats variable with symbols."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import Any

from runtime_theory.distributions.adapt import as_law
from runtime_theory.distributions.families import FAMILIES, Family, recognise_sympy
from runtime_theory.distributions.families.exact import as_printed
from runtime_theory.distributions.law_strings.scipy_names import scipy_by_name, scipy_names
from runtime_theory.expressions.densities import density_of
from runtime_theory.expressions.family_law import FamilyLaw
from runtime_theory.expressions.integral_law import IntegralLaw
from runtime_theory.expressions.known_laws import NAMED
from runtime_theory.expressions.law import OpenLaw, SymbolicLaw
from runtime_theory.expressions.numeric_laws import LawOptions, integrals_of, of_law

__all__ = ["as_symbolic_law"]


def as_symbolic_law(
    family: Any, values: Mapping[str, Any] | None = None, options: LawOptions | None = None
) -> tuple[SymbolicLaw, set[str]]:
    """Return a law for expressions, and the names of the values that were its parameters.

    Parameters
    ----------
    family
        None (any law), a name (ours, scipy's, or a law string with numbers), a law that
        `as_law` takes, or a sympy.stats random variable, symbols allowed.
    values : mapping
        Numbers or expressions for parameters of a law given by name.
    options : LawOptions
        How it is to be written.

    Raises
    ------
    TypeError, ValueError
        It is no law; the message says what is.

    Examples
    --------
    >>> law, used = as_symbolic_law("weibull", {"c": 2, "eta": 1})
    >>> law.mean(), used
    (sqrt(pi)*l/2, {'c'})
    """
    chosen, given = options or LawOptions(), values or {}
    if family is None:
        return OpenLaw(), set()
    if isinstance(family, str):
        return _by_name(family, given, chosen)
    if _is_random(family):
        return _of_variable(family, chosen), set()
    return of_law(as_law(family), chosen), set()


# ------------------------------------------------------------------ by name


def _by_name(
    name: str, given: Mapping[str, Any], options: LawOptions
) -> tuple[SymbolicLaw, set[str]]:
    wanted = name.strip().lower()
    if "(" in wanted:
        from runtime_theory.distributions.law_strings.parsing import parse_law

        return of_law(as_law(parse_law(name)), options), set()
    shifted = wanted in ("shifted_exponential", "shifted exponential", "shifted-exponential")
    known = {alias: family for family in FAMILIES for alias in (family.name, *family.aliases)}
    family = known.get("exponential" if shifted else wanted)
    if family is not None:
        return _family(family, given, options, shifted=shifted)
    if wanted in NAMED:
        return _named(wanted, given, options)
    if wanted in scipy_names() and not _has_shapes(wanted):
        return of_law(as_law(scipy_by_name(wanted, (), {})), options), set()
    names = sorted({"shifted_exponential", *(family.name for family in FAMILIES), *NAMED})
    raise ValueError(
        f"family must be one of {', '.join(names)}, a law with numbers such as 'gamma(2.5)', "
        f"or a sympy.stats random variable, got {name!r}"
    )


def _has_shapes(name: str) -> bool:
    """Whether a scipy law has parameters besides location and scale."""
    from scipy import stats

    return bool(getattr(stats, name).shapes)


def _family(
    family: Family, given: Mapping[str, Any], options: LawOptions, *, shifted: bool
) -> tuple[SymbolicLaw, set[str]]:
    """Return a family with its printed parameters as symbols, except those given."""
    parameters: dict[str, Any] = dict(_symbols_of(family))
    if family.name == "exponential" and not shifted and "Delta" not in given:
        del parameters["Delta"]
    used = set(parameters) & set(given)
    names = _names(parameters, used)
    full = parameters | {name: given[name] for name in used}
    latex = {p.name: p.latex for p in family.parameters} | _phases(family)
    member = family.member(**full)
    law = FamilyLaw(
        member, latex={n: latex[n] for n in names}, own=frozenset(names), precise=options.precise
    )
    return (integrals_of(member, law, options) if options.integral else law), used


def _symbols_of(family: Family) -> dict[str, Any]:
    from sympy import Symbol, symbols

    if family.name == "hyperexponential":  # of two phases, whose probabilities sum to one
        p, mu = Symbol("p"), symbols("mu_1 mu_2")
        return {"p": (p, 1 - p), "mu": mu}
    return {p.name: Symbol(p.name) for p in family.parameters}


def _phases(family: Family) -> dict[str, str]:
    rates = {"mu_1": r"\mu_1", "mu_2": r"\mu_2"}
    return rates if family.name == "hyperexponential" else {}


def _names(parameters: Mapping[str, Any], used: set[str]) -> set[str]:
    """Return the names of the symbols of those parameters that were not given."""
    left = (value for name, value in parameters.items() if name not in used)
    flat = (item for value in left for item in (value if isinstance(value, tuple) else (value,)))
    return {symbol.name for item in flat for symbol in item.free_symbols}


def _named(
    name: str, given: Mapping[str, Any], options: LawOptions
) -> tuple[SymbolicLaw, set[str]]:
    import sympy.stats
    from sympy import Symbol

    sympy_name, parameters = NAMED[name]
    used = {p for p, _ in parameters} & set(given)
    arguments = [
        as_printed(given[p]) if p in used else Symbol(p, positive=True) for p, _ in parameters
    ]
    variable = getattr(sympy.stats, sympy_name)("X", *arguments)
    density = _plain_parameters(density_of(variable.pspace.distribution), arguments)
    latex = {p: text for p, text in parameters if p not in used}
    law = IntegralLaw(
        density, name=f"a {name} law", evaluate=options.evaluate, latex=latex, own=frozenset(latex)
    )
    return law, used


def _plain_parameters(density: Any, arguments: list[Any]) -> Any:
    """Take the assumptions, which sympy.stats insists on, from the parameters' symbols again."""
    from dataclasses import fields, replace

    from sympy import Symbol

    plain = {s: Symbol(s.name) for a in arguments for s in a.free_symbols}
    parts = {item.name: getattr(density, item.name) for item in fields(density)}
    changed = {
        name: part.xreplace(plain)
        for name, part in parts.items()
        if name != "x" and part is not None
    }
    return replace(density, **changed)


# ------------------------------------------------------------------ sympy.stats


def _is_random(obj: Any) -> bool:
    """Whether it is a random variable of sympy.stats; sympy is there already if it is."""
    return (
        "sympy" in sys.modules
        and hasattr(obj, "pspace")
        and type(obj).__module__.startswith("sympy.")
    )


def _of_variable(variable: Any, options: LawOptions) -> SymbolicLaw:
    distribution = getattr(variable.pspace, "distribution", None)
    if distribution is None:
        raise TypeError(f"family must be one random variable, got {variable} of {variable.pspace}")
    member = recognise_sympy(variable)
    if member is not None:
        law = FamilyLaw(member, precise=options.precise)
        return integrals_of(member, law, options) if options.integral else law
    if not distribution.free_symbols:
        numeric = as_law(variable)
        if numeric.member is not None or type(variable.pspace).__name__ != _CONTINUOUS:
            return of_law(numeric, options)
    if type(variable.pspace).__name__ != _CONTINUOUS:
        raise TypeError(
            f"family must be continuous, or of a family with closed forms, got {distribution}"
        )
    return IntegralLaw(density_of(distribution), name=str(distribution), evaluate=options.evaluate)


_CONTINUOUS = "SingleContinuousPSpace"
