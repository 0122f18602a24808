"""Families of laws whose expected order statistics are known in closed form.

A family is stored in a standard form with shape parameters only; location and scale, and with
them every printed parametrisation, are affine maps of it and belong to `Member`.
"""

from __future__ import annotations

from typing import Any, ClassVar, NamedTuple

from runtime_theory.distributions.families.exact import Number, as_fraction, as_sympy, is_rational
from runtime_theory.distributions.families.member import Member
from runtime_theory.distributions.families.parameter import Parameter
from runtime_theory.distributions.families.standard_form import Shapes, StandardForm

__all__ = ["Family", "Member", "Parameter", "Shapes", "Standard"]


class Standard(NamedTuple):
    """What printed parameters say: shapes of the standard form, location and scale."""

    shapes: dict[str, Any]
    loc: Number
    scale: Number


class Family(StandardForm):
    """A standard form together with the parameters that papers print; one file each.

    ``location``, ``scale`` and ``rate`` name the printed parameters that play these parts.
    """

    location: ClassVar[str] = ""
    scale: ClassVar[str] = ""
    rate: ClassVar[str] = ""

    def member(self, **values: Number) -> Member:
        """The member with these printed parameters, numbers or sympy expressions.

        Raises
        ------
        TypeError
            A parameter is missing, unknown or no number.
        ValueError
            A value lies outside its domain; the message names it.
        """
        full = self._complete(values)
        for parameter in self.parameters:
            parameter.check(full[parameter.name])
        shapes, loc, scale = self.standard(full)
        return Member(self, tuple(shapes.items()), loc, scale)

    def standard(self, values: Shapes) -> Standard:
        """Split printed parameters into shapes, location and scale."""
        affine = (self.location, self.scale, self.rate)
        shapes = {p.name: values[p.name] for p in self.parameters if p.name not in affine}
        scale = values[self.scale] if self.scale else 1
        if self.rate:
            rate = values[self.rate]
            scale = 1 / (as_fraction(rate) if is_rational(rate) else as_sympy(rate))
        return Standard(shapes, values[self.location] if self.location else 0, scale)

    def mean_symbolic(self, k: Any, n: Any, **values: Number) -> Any:
        """E[X_{k:n}] as a sympy expression in k, n and printed parameters, symbols or numbers."""
        return self.member(**values).mean_symbolic(k, n)

    def law(self, **values: Number) -> Any:
        """The scipy.stats law with these printed parameters."""
        from scipy import stats

        member = self.member(**values)
        shapes, loc, scale = dict(member.params), float(member.loc), float(member.scale)
        name, arguments = self.scipy_form(shapes)
        return getattr(stats, name)(**arguments, loc=loc, scale=scale)

    def typical(self) -> tuple[dict[str, Any], ...]:
        """Printed parameters of some typical laws of the family."""
        count = max((len(p.typical) for p in self.parameters), default=0) or 1
        return tuple({p.name: p.typical[i] for p in self.parameters} for i in range(count))

    def _complete(self, values: Shapes) -> dict[str, Any]:
        known = {p.name: p for p in self.parameters}
        for name in values:
            if name not in known:
                raise TypeError(f"{self.name} has no parameter {name!r}, only {', '.join(known)}")
        full = {name: values.get(name, p.default) for name, p in known.items()}
        for name, value in full.items():
            if value is None:
                raise TypeError(f"{self.name} needs {name}, {known[name].domain}")
        return full
