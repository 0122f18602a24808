"""Families with closed forms, one file each, and the recognition of laws that belong to one.

Add a family by writing its file and naming its FAMILY here, special cases first.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from runtime_theory.distributions.families import (
    deterministic,
    erlang,
    exponential,
    frechet,
    genextreme,
    genpareto,
    geometric,
    gumbel,
    hyperexponential,
    logistic,
    loglogistic,
    lomax,
    normal,
    pareto,
    power,
    rayleigh,
    two_point,
    uniform,
    weibull,
)
from runtime_theory.distributions.families.family import Family as Family
from runtime_theory.distributions.families.family import Member as Member
from runtime_theory.distributions.families.family import Parameter as Parameter

__all__ = [
    "FAMILIES",
    "Family",
    "Member",
    "Parameter",
    "find_family",
    "recognise_scipy",
    "recognise_sympy",
]

FAMILIES: tuple[Family, ...] = (
    exponential.FAMILY,
    uniform.FAMILY,
    pareto.FAMILY,
    lomax.FAMILY,
    genpareto.FAMILY,
    power.FAMILY,
    logistic.FAMILY,
    loglogistic.FAMILY,
    rayleigh.FAMILY,
    weibull.FAMILY,
    gumbel.FAMILY,
    genextreme.FAMILY,
    frechet.FAMILY,
    deterministic.FAMILY,
    two_point.FAMILY,
    geometric.FAMILY,
    hyperexponential.FAMILY,
    erlang.FAMILY,
    normal.FAMILY,
)
"""Every family; where two hold the same law the first one is recognised."""


def recognise_scipy(name: str, shapes: Mapping[str, Any]) -> Member | None:
    """The member that a scipy.stats law is at loc 0 and scale 1, or None.

    Parameters
    ----------
    name : str
        ``dist.name`` of the scipy law.
    shapes : mapping
        Its shape parameters by name, scalars.

    Examples
    --------
    >>> recognise_scipy("burr12", {"c": 1.0, "d": 2.5}).family
    <family lomax>
    """
    plain = {key: _scalar(value) for key, value in shapes.items()}
    found = (family.from_scipy(name, plain) for family in FAMILIES)
    return next((member for member in found if member is not None), None)


def recognise_sympy(distribution: Any) -> Member | None:
    """The member that a sympy.stats random variable, or its distribution, is, or None.

    Rational parameters stay exact; symbolic ones give a member for symbolic answers.

    Examples
    --------
    >>> from sympy import Rational
    >>> from sympy.stats import Exponential
    >>> recognise_sympy(Exponential("X", Rational(1, 5))).mean_exact(4, 4)
    125/12
    """
    law: Any = getattr(getattr(distribution, "pspace", None), "distribution", distribution)
    names = getattr(law, "_argnames", None)
    if names is None:
        return None
    arguments = dict(zip(names, law.args, strict=False))
    name = type(law).__name__.removesuffix("Distribution")
    found = (family.from_sympy(name, arguments) for family in FAMILIES)
    return next((member for member in found if member is not None), None)


def find_family(name: str) -> Family:
    """The family with this name, or scipy's name for it.

    Raises
    ------
    ValueError
        There is none; the message lists the names.

    Examples
    --------
    >>> find_family("fisk")
    <family loglogistic>
    """
    wanted = name.lower().strip()
    for family in FAMILIES:
        if wanted in (family.name, *family.aliases):
            return family
    known = ", ".join(family.name for family in FAMILIES)
    raise ValueError(f"family must be one of {known}, got {name!r}")


def _scalar(value: Any) -> Any:
    """A numpy scalar as a Python number."""
    return value.item() if hasattr(value, "item") else value
