"""Discrete laws of scipy.stats: tables where the values are few, both tails where they are not."""

from __future__ import annotations

import math
from functools import cached_property
from typing import TYPE_CHECKING, Any, final

import numpy as np
from numpy.typing import ArrayLike

from runtime_theory.distributions.affine import Affine
from runtime_theory.distributions.ageing import ageing_by_test
from runtime_theory.distributions.base import Ageing, Distribution, FloatArray, Tails
from runtime_theory.distributions.discrete import AtomicLaw, Discrete, build_atoms
from runtime_theory.distributions.from_scipy.ageing import AGEING
from runtime_theory.distributions.from_scipy.facts import REFUSED, TAILS, lookup
from runtime_theory.distributions.from_scipy.lattice_repairs import (
    LATTICE,
    RATIOS,
    poisson_binomial,
)
from runtime_theory.distributions.from_scipy.parameters import (
    named,
    own_functions,
    registered,
    shape_names,
)
from runtime_theory.numerics.seeds import Seed, as_generator

if TYPE_CHECKING:
    from runtime_theory.distributions.families.family import Member

__all__ = ["ScipyAtoms", "ScipyLattice", "discrete_law"]

_MOST = 200_000  # values in a table


def discrete_law(dist: Any, shapes: tuple[float, ...], loc: float) -> Distribution:
    """The law of a discrete scipy object.

    Examples
    --------
    >>> from scipy import stats
    >>> discrete_law(stats.binom, (2.0, 0.5), 1.0).atoms.values.tolist()
    [1.0, 2.0, 3.0]
    >>> float(discrete_law(stats.zipf, (3.0,), 0.0).sf(1e9))  # scipy's 1 - cdf is 0
    4.15953...e-19
    """
    if registered(dist) and dist.name in REFUSED:
        raise ValueError(f"{dist.name} is not supported: {REFUSED[dist.name]}")
    if hasattr(dist, "xk"):  # rv_discrete(values=(xk, pk))
        return Discrete(np.asarray(dist.xk, dtype=float) + loc, np.ravel(dist.pk))
    left, right = (float(end) for end in dist.support(*_arguments(dist, shapes)))
    if right - left < _MOST:
        return ScipyAtoms(dist, shapes, loc)
    law = ScipyLattice(dist, shapes)
    return law if loc == 0.0 else Affine(law, loc)


def _arguments(dist: Any, shapes: tuple[float, ...]) -> tuple[Any, ...]:
    """Shapes as scipy takes them: poisson_binom has one, a sequence."""
    return (list(shapes),) if dist.name == "poisson_binom" else shapes


@final
class ScipyAtoms(AtomicLaw):
    """A discrete scipy law with finitely many values, tabulated.

    Parameters
    ----------
    dist : rv_discrete
        Such as ``stats.binom``.
    shapes : tuple of float
        Its shape parameters, in order, checked already.
    loc : float
        Added to all values.
    """

    def __init__(self, dist: Any, shapes: tuple[float, ...], loc: float = 0.0) -> None:
        self.name, self.shapes, self.loc = dist.name, shapes, loc
        self._parameters = shape_names(dist)
        self._known = registered(dist)
        arguments = _arguments(dist, shapes)
        left, right = (float(end) for end in dist.support(*arguments))
        values = np.arange(left, right + 1.0)
        self._table = build_atoms(values + loc, self._masses(dist, arguments, values))

    def _masses(self, dist: Any, arguments: tuple[Any, ...], values: FloatArray) -> FloatArray:
        """Probabilities up to a factor, each to a few ulps where the ratio of two is known."""
        ratio = RATIOS.get(self.name) if self._known else None
        if ratio is not None:
            with np.errstate(all="ignore"):
                steps = ratio(values[:-1], *map(np.float64, self.shapes))
            if np.isfinite(steps).all():  # p = 1 leaves one value, which scipy gets right
                return _from_ratios(steps)
        if self._known and self.name == "poisson_binom":
            return poisson_binomial(self.shapes)
        return np.asarray(dist.pmf(values, *arguments), dtype=float)

    def describe(self) -> str:
        """Name and shapes, as scipy spells them."""
        names, values = self._parameters, self.shapes
        if self.name == "poisson_binom":
            return f"poisson_binom({len(self.shapes)} probabilities{self._suffix})"
        if self.loc:
            names, values = (*names, "loc"), (*values, self.loc)
        return named(self.name, names, values)

    @property
    def _suffix(self) -> str:
        return f", loc={self.loc:.10g}" if self.loc else ""

    @property
    def key(self) -> tuple[Any, ...]:
        """What makes two of these the same law."""
        return (self.name, self.shapes, self.loc)

    @property
    def ageing(self) -> Ageing:
        """Tested numerically."""
        return ageing_by_test(self)

    @cached_property
    def member(self) -> Member | None:
        """The closed-form family it belongs to."""
        found = _recognised(self.name, self._parameters, self.shapes) if self._known else None
        return found if found is None or self.loc == 0.0 else found.affine(self.loc, 1)


def _from_ratios(ratio: FloatArray) -> FloatArray:
    """Masses from p(k+1)/p(k), from the mode outwards, the largest being 1."""
    top = int(np.count_nonzero(np.cumprod(ratio >= 1.0)))  # unimodal: the ratio falls through 1
    up = np.cumprod(ratio[top:])
    down = np.cumprod(1.0 / ratio[:top][::-1])[::-1]
    return np.concatenate((down, [1.0], up))


@final
class ScipyLattice(Distribution):
    """A scipy law on the integers with too many values for a table.

    Parameters
    ----------
    dist : rv_discrete
        Such as ``stats.poisson``.
    shapes : tuple of float
        Its shape parameters, in order, checked already.
    """

    def __init__(self, dist: Any, shapes: tuple[float, ...]) -> None:
        self.name, self.shapes, self._dist = dist.name, shapes, dist
        self._known = registered(dist)
        left, right = dist.support(*shapes)
        self._support = (float(left), float(right))
        self._repair = LATTICE.get(self.name) if self._known else None
        if not self._known and not {"_cdf", "_sf"} <= own_functions(dist):
            raise ValueError(
                f"{self.describe()} must define _cdf and _sf: scipy takes a missing sf as 1 - cdf, "
                f"and the upper tail is lost"
            )

    @property
    def support(self) -> tuple[float, float]:
        """Ends of the support."""
        return self._support

    @property
    def integer_valued(self) -> bool:
        """True."""
        return True

    def sf(self, x: ArrayLike) -> FloatArray:
        """Pr[X > x], accurate relative to itself in the right tail."""
        return self._tail(x, 0, self._dist.sf, below=1.0, above=0.0)

    def cdf(self, x: ArrayLike) -> FloatArray:
        """Pr[X <= x], accurate relative to itself in the left tail."""
        return self._tail(x, 1, self._dist.cdf, below=0.0, above=1.0)

    def _tail(
        self, x: ArrayLike, which: int, original: Any, *, below: float, above: float
    ) -> FloatArray:
        points = np.floor(np.asarray(x, dtype=float))
        left, right = self._support
        inside = np.clip(points, max(left, -1e300), min(right, 1e300))
        with np.errstate(all="ignore"):
            if self._repair is not None:
                value = np.asarray(self._repair[which](inside, *self.shapes), dtype=float)
            else:
                value = np.asarray(original(inside, *self.shapes), dtype=float)
        value = np.where(points < left, below, np.where(points >= right, above, value))
        return np.where(np.isnan(points), math.nan, value)

    def pmf(self, x: ArrayLike) -> FloatArray:
        """Pr[X = x]."""
        with np.errstate(all="ignore"):
            return np.asarray(self._dist.pmf(x, *self.shapes), dtype=float)

    def rvs(self, size: int | tuple[int, ...] | None = None, *, rng: Seed) -> FloatArray:
        """Independent draws by scipy's own sampler where it has one, else by inversion."""
        if "_rvs" not in own_functions(self._dist):
            return super().rvs(size, rng=rng)
        shape = () if size is None else size
        draws = self._dist.rvs(*self.shapes, size=shape, random_state=as_generator(rng))
        return np.asarray(draws, dtype=float)

    def describe(self) -> str:
        """Name and shapes, as scipy spells them."""
        return named(self.name, shape_names(self._dist), self.shapes)

    @property
    def key(self) -> tuple[Any, ...]:
        """What makes two of these the same law."""
        return (self.name if self._known else self._dist, self.shapes)

    @property
    def tails(self) -> Tails:
        """Indices of regular variation."""
        found = lookup(TAILS, self.name, self.shapes) if self._known else None
        if found is not None:
            return Tails(*found)
        return Tails(math.inf, math.inf) if self._known else super().tails

    @property
    def tail_error(self) -> float:
        """Relative error to expect of sf in the right tail and of cdf in the left."""
        return 2e-14

    @property
    def ageing(self) -> Ageing:
        """Known where it is a theorem, else tested numerically."""
        known = lookup(AGEING, self.name, self.shapes) if self._known else None
        return ageing_by_test(self) if known is None else Ageing(known)

    @cached_property
    def member(self) -> Member | None:
        """The closed-form family it belongs to."""
        if not self._known:
            return None
        return _recognised(self.name, shape_names(self._dist), self.shapes)


def _recognised(name: str, parameters: tuple[str, ...], shapes: tuple[float, ...]) -> Member | None:
    from runtime_theory.distributions.families import recognise_scipy

    if len(parameters) != len(shapes):
        return None
    return recognise_scipy(name, dict(zip(parameters, shapes, strict=True)))
