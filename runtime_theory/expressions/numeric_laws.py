"""A law with numbers, or a member of a family, as one that formulas take."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, final

from runtime_theory.distributions.affine import Affine
from runtime_theory.distributions.base import Ageing, Distribution
from runtime_theory.distributions.families import Member
from runtime_theory.distributions.families.exact import as_printed
from runtime_theory.distributions.from_scipy.laws import ScipyLaw
from runtime_theory.errors import NoMethodError
from runtime_theory.expressions.atoms_law import AtomsLaw
from runtime_theory.expressions.densities import density_of, generic_density
from runtime_theory.expressions.family_law import FamilyLaw
from runtime_theory.expressions.integral_law import IntegralLaw
from runtime_theory.expressions.known_laws import counterpart
from runtime_theory.expressions.law import SymbolicLaw
from runtime_theory.timing.ageing import ageing_theorem
from runtime_theory.timing.facts import Scope

__all__ = ["LawOptions", "integrals_of", "of_law"]


@final
@dataclass(frozen=True)
class LawOptions:
    """How a law is to be written.

    Parameters
    ----------
    precise : bool
        Take floats for the binary fractions they are.
    integral : bool
        Write integrals even where closed forms are known.
    evaluate : callable or None
        What to do with an integral; None leaves it as it is.
    """

    precise: bool = False
    integral: bool = False
    evaluate: Callable[[Any], Any] | None = None


def of_law(law: Distribution, options: LawOptions) -> SymbolicLaw:
    """Return closed forms where the law is of a family, sums for atoms, else integrals.

    Examples
    --------
    >>> from runtime_theory.distributions.adapt import as_law
    >>> of_law(as_law([1.0, 2.0, 4.0]), LawOptions()).mean()
    7/3
    """
    member = law.member
    if member is not None:
        known = FamilyLaw(member, precise=options.precise)
        return integrals_of(member, known, options, law) if options.integral else known
    atoms = law.atoms
    if atoms is not None:
        return AtomsLaw(
            atoms.values.tolist(),
            _weights(law, atoms),
            name=law.describe(),
            scopes=_scopes(law),
            precise=options.precise,
        )
    if law.integer_valued:
        raise NoMethodError(
            f"no closed form is known of {law.describe()}, which has no density to write integrals "
            "with; rt.order_statistic(X, k, n) and rt.iteration_time(scheme, X) compute with it"
        )
    return _as_integrals(law, options)


def _weights(law: Distribution, atoms: Any) -> list[Any]:
    """Return the probabilities; those of a trace as counts, which are exact."""
    if law.sample_size is None:
        return list(atoms.mass.tolist())
    return [round(mass * law.sample_size) for mass in atoms.mass.tolist()]


def _as_integrals(law: Distribution, options: LawOptions) -> IntegralLaw:
    base, loc, scale = law, 0, 1
    if isinstance(law, Affine):
        base, loc, scale = law.base, as_printed(law.loc), as_printed(law.scale)
    found = None
    if isinstance(base, ScipyLaw) and base.key is not None and base.key[0] == base.name:
        found = counterpart(base.name, base.shapes)
    if found is None:
        density = generic_density(*map(_end, law.support))
    else:
        density = density_of(found).affine(loc, scale)
    return IntegralLaw(density, name=law.describe(), scopes=_scopes(law), evaluate=options.evaluate)


def integrals_of(
    member: Member, law: FamilyLaw, options: LawOptions, numeric: Distribution | None = None
) -> SymbolicLaw:
    """Return the integrals of a law whose closed forms are known."""
    density = _member_density(member)
    if density is None and numeric is not None:
        return _as_integrals(numeric, options)
    if density is None:
        density = generic_density(0, float("inf"))
    return IntegralLaw(
        density,
        name=law.name,
        scopes=law.scopes,
        evaluate=options.evaluate,
        latex=law.latex,
        own=law.own,
    )


def _member_density(member: Member) -> Any | None:
    """Return the density of a family whose survival function is elementary."""
    from runtime_theory.expressions.family_densities import standard_density

    density = standard_density(member.family.name, dict(member.params))
    return (
        None
        if density is None
        else density.affine(as_printed(member.loc), as_printed(member.scale))
    )


def _end(value: float) -> Any:
    from sympy import oo

    return as_printed(value) if abs(value) < float("inf") else (oo if value > 0 else -oo)


def _scopes(law: Distribution) -> frozenset[Scope]:
    found = {Scope.ANY}
    ageing = ageing_theorem(law)
    if ageing in (Ageing.NBU, Ageing.BOTH):
        found.add(Scope.NBU)
    if ageing in (Ageing.NWU, Ageing.BOTH):
        found.add(Scope.NWU)
    return frozenset(found)
