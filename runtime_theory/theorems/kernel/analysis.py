"""Steps of calculus: integrals by an antiderivative, signs by a derivative and a limit."""

from __future__ import annotations

import random
from dataclasses import dataclass
from itertools import islice
from typing import Any, final

from runtime_theory.formulas import latex_of
from runtime_theory.theorems.kernel.algebra import value_at, vanishes
from runtime_theory.theorems.kernel.domain import Domain
from runtime_theory.theorems.kernel.signs import nonnegative, positive
from runtime_theory.theorems.kernel.step import Step, Unproved, random_points

__all__ = ["DefiniteIntegral", "MonotoneSequence", "SignFromLimit", "require_smooth"]

_DRAWS, _POINTS = 200, 2
_SEED = 20200310


@final
@dataclass(frozen=True)
class DefiniteIntegral(Step):
    r"""An integral over an interval, by an antiderivative.

    Parameters
    ----------
    name : str
        LaTeX of what the integral is; may be empty.
    integrand, antiderivative, value : sympy.Expr
        The last without the variable.
    variable : str
        A symbol of the domain.
    low, high : sympy.Expr
        The ends, which may be infinite; the antiderivative's limits there are by sympy.

    Examples
    --------
    >>> from sympy import exp, oo
    >>> domain = Domain(positive="x mu")
    >>> x, mu = domain["x mu"]
    >>> f, F = exp(-mu * x), -exp(-mu * x) / mu
    >>> DefiniteIntegral("Mean.", r"\mathbb{E}[X]", f, F, "x", 0, oo, 1 / mu, domain).check().ok
    True
    """

    name: str
    integrand: Any
    antiderivative: Any
    variable: str
    low: Any
    high: Any
    value: Any
    domain: Domain

    @property
    def latex(self) -> str:
        x = latex_of(self.domain[self.variable])
        integral = rf"\int_{{{latex_of(self.low)}}}^{{{latex_of(self.high)}}}"
        named = f"{self.name} = " if self.name else ""
        return rf"{named}{integral} {latex_of(self.integrand)} \, d{x} = {latex_of(self.value)}"

    def prove(self) -> None:
        typed = self.domain.typed
        integrand, primitive, value = map(typed, (self.integrand, self.antiderivative, self.value))
        x = self.domain[self.variable]
        if value.has(x):
            raise Unproved(f"the value {value} depends on {x}")
        if not vanishes(primitive.diff(x) - integrand):
            raise Unproved(f"the derivative of {primitive} is not {integrand}")
        ends = _at(primitive, x, typed(self.high), "-") - _at(primitive, x, typed(self.low), "+")
        if not vanishes(ends - value):
            raise Unproved(f"the integral is {ends}, not {value}")
        low, high = typed(self.low), typed(self.high)
        for point in _moderate_points(self.domain):
            # An antiderivative with a pole or a jump between the ends gives another number.
            near = _by_quadrature(integrand.subs(_without(x, point)), x, low, high, point)
            if abs(near - value_at(value, point)) > 1e-6 * abs(near):
                raise Unproved(f"by quadrature the integral is {near} at {point}, not {value}")


@final
@dataclass(frozen=True)
class SignFromLimit(Step):
    """What falls to 0 at infinity is positive: by the sign of the derivative.

    Parameters
    ----------
    expression : sympy.Expr
        Shown to be positive for all values of the domain.
    variable : str
        A positive symbol of the domain, taken to infinity.
    terms : tuple of sympy.Expr
        Certificate: together minus the derivative, each at least 0, the first positive.

    Examples
    --------
    >>> from sympy import log
    >>> domain = Domain(positive="x")
    >>> x = domain["x"]
    >>> g = 1 / x - log((x + 1) / x)
    >>> SignFromLimit("Concavity.", g, "x", (1 / (x**2 * (x + 1)),), domain).check().ok
    True
    """

    expression: Any
    variable: str
    terms: tuple[Any, ...]
    domain: Domain

    @property
    def latex(self) -> str:
        return f"{latex_of(self.expression)} > 0"

    def prove(self) -> None:
        expression = self.domain.typed(self.expression)
        x = self.domain[self.variable]
        if x.is_integer or not x.is_positive:
            raise Unproved(f"{x} has to be a positive real number")
        falling(expression, x, tuple(map(self.domain.typed, self.terms)), self.domain)
        for point in random_points(self.domain):
            if not value_at(expression, point) > 0:
                raise Unproved(f"{expression} is not positive at {point}")


@final
@dataclass(frozen=True)
class MonotoneSequence(Step):
    """A sequence that falls (or rises) to 0 is positive (or negative).

    Parameters
    ----------
    name : str
        LaTeX of the sequence.
    expression : sympy.Expr
        The sequence at the variable; its limit is 0.
    variable : str
        A count of the domain.
    increment : sympy.Expr
        Its value at variable + 1 minus that at the variable, which makes sense between the
        integers and itself falls (or rises) to 0.
    terms : tuple of sympy.Expr
        Certificate: together the derivative of the increment up to sign, as in SignFromLimit.
    positive : bool
        Whether the sequence falls, from above 0.

    Examples
    --------
    >>> domain = Domain(counts="n")
    >>> n = domain["n"]
    >>> drop, terms = -1 / (n * (n + 1)), ((2 * n + 1) / (n * (n + 1)) ** 2,)
    >>> MonotoneSequence("Harmonic.", "1/n", 1 / n, "n", drop, terms, domain).check().ok
    True
    """

    name: str
    expression: Any
    variable: str
    increment: Any
    terms: tuple[Any, ...]
    domain: Domain
    positive: bool = True

    @property
    def latex(self) -> str:
        sign, way = (">", r"\downarrow") if self.positive else ("<", r"\uparrow")
        return f"{self.name} = {latex_of(self.expression)} {way} 0, \\qquad {self.name} {sign} 0"

    def prove(self) -> None:
        from sympy import Symbol

        expression, increment = map(self.domain.typed, (self.expression, self.increment))
        n = self.domain[self.variable]
        if not vanishes(expression.subs(n, n + 1) - expression - increment):
            raise Unproved(f"{expression} does not grow by {increment}")
        x = Symbol(n.name, positive=True)
        terms = tuple(self.domain.typed(term).subs(n, x) for term in self.terms)
        drop = -increment if self.positive else increment
        falling(drop.subs(n, x), x, terms, self.domain)
        end = _at(expression.subs(n, x), x, _infinity(), "-")
        if not vanishes(end):
            raise Unproved(f"{expression} tends to {end}, not to 0")
        for point in random_points(self.domain):
            value = value_at(expression, point)
            if not (value > 0 if self.positive else value < 0):
                raise Unproved(f"{expression} has the wrong sign at {point}")


def falling(expression: Any, x: Any, terms: tuple[Any, ...], domain: Domain) -> None:
    """Raise unless the expression falls to 0 as x grows, by the terms of minus its derivative."""
    require_smooth(expression, domain)
    if any(fact.has(x) for fact in domain.facts):
        raise Unproved(f"{x} has to be free to go to infinity")
    if not terms or not vanishes(expression.diff(x) + sum(terms)):
        raise Unproved(f"the certificate does not add up to {-expression.diff(x)}")
    for term in terms:
        if not nonnegative(term, domain.facts):
            raise Unproved(f"the sign of {term} does not follow from the assumptions")
    if not terms[0].is_positive:
        raise Unproved(f"{terms[0]} may be 0")
    end = _at(expression, x, _infinity(), "-")
    if not vanishes(end):
        raise Unproved(f"{expression} tends to {end}, not to 0")


def require_smooth(expression: Any, domain: Domain) -> None:
    """Raise unless denominators and arguments of logarithms are positive all over the domain."""
    from sympy import Pow, log

    bases = [p.base for p in expression.atoms(Pow) if not p.exp.is_nonnegative]
    for part in (*bases, *(call.args[0] for call in expression.atoms(log))):
        if not positive(part, domain.facts):
            raise Unproved(f"{expression} may have a pole where {part} is not positive")


def _moderate_points(domain: Domain) -> list[dict[Any, Any]]:
    """Return points whose values are neither tiny nor huge, where quadrature is easy."""
    generator = random.Random(_SEED)
    points = (domain.sample(generator) for _ in range(_DRAWS))
    moderate = (p for p in points if all(v.is_integer or 0.2 <= abs(v) <= 5 for v in p.values()))
    found = list(islice(moderate, _POINTS))
    if not found:
        raise Unproved("no point of moderate size to try the integral at")
    return found


def _without(x: Any, point: dict[Any, Any]) -> dict[Any, Any]:
    return {symbol: value for symbol, value in point.items() if symbol != x}


def _by_quadrature(integrand: Any, x: Any, low: Any, high: Any, point: dict[Any, Any]) -> Any:
    """Return the integral by mpmath, which knows nothing of antiderivatives."""
    import mpmath

    def value(at: Any) -> Any:
        return mpmath.mpf(str(integrand.evalf(20, subs={x: at})))

    ends = [mpmath.mpf(str(end.subs(point).evalf(20)).replace("oo", "inf")) for end in (low, high)]
    with mpmath.workdps(24):
        return mpmath.quad(value, ends)


def _at(expression: Any, x: Any, end: Any, side: str) -> Any:
    """Return the limit of an expression at an end of its interval."""
    from sympy import limit

    if end.is_infinite:
        return limit(expression, x, end)
    plain = expression.subs(x, end)
    return plain if plain.is_finite else limit(expression, x, end, side)


def _infinity() -> Any:
    from sympy import oo

    return oo
