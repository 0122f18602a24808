"""`UpperTail`: the tail of a law that is known by name, in floats and in symbols."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, final

import numpy as np

from runtime_theory.distributions.attraction.functions import FLOATS, Functions, symbolic
from runtime_theory.distributions.attraction.lattices import LATTICE_POWERS
from runtime_theory.distributions.attraction.scipy_bounded import BOUNDED
from runtime_theory.distributions.attraction.scipy_unbounded import UNBOUNDED
from runtime_theory.distributions.attraction.tails import ExponentialTail, OtherTail, Tail
from runtime_theory.distributions.base import Distribution
from runtime_theory.distributions.from_scipy.discrete import ScipyLattice
from runtime_theory.distributions.from_scipy.laws import ScipyLaw
from runtime_theory.distributions.phase_type import PhaseType

__all__ = ["UpperTail", "upper_tail"]


@final
@dataclass(frozen=True)
class UpperTail:
    """The right tail of loc + scale Y.

    Parameters
    ----------
    name : str
        Entry of the tables: scipy's name, ``"hyperexponential"`` or ``"phase type"``.
    shapes : tuple
        The entry's arguments.
    loc, scale : number
        Affine map of the standard form, scale > 0.

    Examples
    --------
    >>> from scipy import stats
    >>> from runtime_theory.distributions.adapt import as_law
    >>> tail = upper_tail(as_law(stats.gamma(3, scale=2)))
    >>> f"{tail.upper(10**6):.3f}"  # 2 (log n + 2 log log n - log 2 + gamma_E)
    '37.902'
    """

    name: str
    shapes: tuple[Any, ...] = ()
    loc: Any = 0
    scale: Any = 1

    @property
    def standard(self) -> Tail:
        """The tail of Y, in floats."""
        with np.errstate(all="ignore"):
            return self._in(FLOATS)

    def usable(self, n: int) -> bool:
        """Whether `upper` has an answer at n, and n is large enough for its expansion."""
        tail = self.standard
        with np.errstate(all="ignore"):
            return n > 1 and tail.explicit and tail.settled(n)

    def _in(self, f: Functions) -> Tail:
        return _entry(self.name)(f, *(f.number(shape) for shape in self.shapes))

    def moved(self, loc: Any, scale: Any) -> UpperTail:
        """The tail of loc + scale X."""
        return replace(self, loc=loc + scale * self.loc, scale=scale * self.scale)

    def upper(self, n: float, j: int = 0) -> float:
        """The expansion of E[X_{n-j:n}] as a float."""
        inner = self.standard.upper(np.float64(n), j, FLOATS)
        return float(self.loc) + float(self.scale) * float(inner)

    def upper_symbolic(self, n: Any, j: int = 0) -> Any:
        """The expansion of E[X_{n-j:n}] as a sympy expression."""
        f = symbolic()
        inner = self._in(f).upper(n, j, f)
        return f.number(self.loc) + f.number(self.scale) * inner


@lru_cache(maxsize=1)
def _entries() -> dict[str, Callable[..., Tail]]:
    own = {"hyperexponential": _hyperexponential, "phase type": _phase_type}
    return {**UNBOUNDED, **BOUNDED, **LATTICE_POWERS, **own}


def _entry(name: str) -> Callable[..., Tail]:
    return _entries()[name]


def _hyperexponential(f: Functions, rate: Any, probability: Any) -> Tail:
    return ExponentialTail(f.log(probability), 0, 1, 1 / rate)


def _phase_type(f: Functions, *dominant: Any) -> Tail:
    return _hyperexponential(f, *dominant) if dominant else OtherTail()


def upper_tail(law: Distribution) -> UpperTail | None:
    """The right tail of a law that is known by name or family; None where it is not.

    Examples
    --------
    >>> from scipy import stats
    >>> from runtime_theory.distributions.adapt import as_law
    >>> upper_tail(as_law(stats.uniform(1, 2)))
    UpperTail(name='uniform', shapes=(), loc=1.0, scale=2.0)
    """
    moved = law.standardised
    if moved is not None:
        inner = upper_tail(moved.base)
        return None if inner is None else inner.moved(moved.loc, moved.scale)
    if isinstance(law, ScipyLaw | ScipyLattice):
        name = law.key[0] if law.key is not None else None
        if isinstance(name, str) and name in _entries():
            return UpperTail(name, law.shapes)
    if law.member is not None:
        return _of_member(law.member)
    return _of_phases(law) if isinstance(law, PhaseType) else None


def _of_member(member: Any) -> UpperTail | None:
    """The tail of a family's member, by the scipy law that is its standard form."""
    if member.scale < 0:
        return None  # the tables hold right ends only
    if member.family.name == "hyperexponential":
        return _slowest(member)
    try:
        name, shapes = member.family.scipy_form(dict(member.params))
    except NotImplementedError:
        return None
    if name not in _entries():
        return None
    return UpperTail(name, tuple(shapes.values()), member.loc, member.scale)


def _slowest(member: Any) -> UpperTail:
    """Of a mixture of exponentials the one with the smallest rate is left in the end."""
    shapes = dict(member.params)
    probabilities, rates = shapes["p"], shapes["mu"]
    least = min(rates)
    share = sum(p for p, rate in zip(probabilities, rates, strict=True) if rate == least)
    return UpperTail("hyperexponential", (least, share), member.loc, member.scale)


def _of_phases(law: PhaseType) -> UpperTail:
    """S(x) ~ (alpha r)(l 1)/(l r) exp(-theta x) where the smallest rate theta is simple."""
    values, right = np.linalg.eig(law.A)
    order = np.argsort(-values.real)
    rate = -values[order[0]].real
    if len(order) > 1 and -values[order[1]].real < rate * (1.0 + 1e-6):
        return UpperTail("phase type")
    left = np.linalg.inv(right)[order[0]]
    share = float((law.alpha @ right[:, order[0]] * left.sum()).real)
    return UpperTail("phase type", (float(rate), share) if share > 1e-9 else ())
