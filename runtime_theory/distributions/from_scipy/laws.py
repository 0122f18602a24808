"""scipy.stats frozen laws and instances without free shapes, as laws of this package."""

from __future__ import annotations

import math
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any, final

import numpy as np
from numpy.typing import ArrayLike
from scipy import stats

from runtime_theory.distributions.affine import Affine
from runtime_theory.distributions.ageing import ageing_by_test
from runtime_theory.distributions.base import Ageing, Distribution, FloatArray, Route, Tails
from runtime_theory.distributions.expectation.density_law import DensityLaw
from runtime_theory.distributions.from_scipy.ageing import AGEING
from runtime_theory.distributions.from_scipy.density import ScipyDensity
from runtime_theory.distributions.from_scipy.facts import (
    BREAKPOINTS,
    DENSITY,
    REFUSED,
    TAIL_ERRORS,
    TAILS,
    lookup,
)
from runtime_theory.distributions.from_scipy.parameters import (
    named,
    own_functions,
    read_parameters,
    registered,
    shape_names,
)
from runtime_theory.distributions.from_scipy.quantile_check import isf_agrees, ppf_agrees
from runtime_theory.distributions.from_scipy.repairs import REPAIRS, Repair
from runtime_theory.distributions.inversion import check_levels, invert_cdf, invert_sf
from runtime_theory.numerics.seeds import Seed, as_generator

if TYPE_CHECKING:
    from runtime_theory.distributions.families.family import Member

__all__ = ["ScipyLaw", "from_scipy", "scipy_law"]


def from_scipy(obj: Any) -> Distribution | None:
    """Adapt a scipy.stats object; None where it is none.

    Examples
    --------
    >>> from_scipy(stats.gamma(2.5, loc=1))
    <gamma(a=2.5, loc=1)>
    >>> from_scipy(stats.gamma(2, scale=-1))
    Traceback (most recent call last):
    ...
    ValueError: gamma: scale must be a finite real number > 0, got scale=-1
    """
    read = read_parameters(obj)
    if read is None:
        return None
    dist, shapes, loc, scale = read
    if isinstance(dist, stats.rv_discrete):
        from runtime_theory.distributions.from_scipy.discrete import discrete_law

        return discrete_law(dist, shapes, loc)
    if isinstance(dist, stats.rv_histogram):
        from runtime_theory.distributions.from_scipy.histogram import HistogramLaw

        base: Distribution = HistogramLaw.from_scipy(dist)
    else:
        base = scipy_law(dist, shapes)
    return base if loc == 0.0 and scale == 1.0 else Affine(base, loc, scale)


@lru_cache(maxsize=256)
def scipy_law(dist: Any, shapes: tuple[float, ...]) -> ScipyLaw:
    """The standard form of a continuous scipy law; built once for each set of shapes."""
    return ScipyLaw(dist, shapes)


def _rebuilt(dist: Any, shapes: tuple[float, ...]) -> ScipyLaw:
    """For pickle: scipy's own laws go by name, and come back as the cached object."""
    return scipy_law(getattr(stats, dist) if isinstance(dist, str) else dist, shapes)


@final
class ScipyLaw(Distribution):
    """A continuous scipy law at loc 0 and scale 1.

    scipy's functions are used where they keep their own tail. Others are replaced by a closed
    form (`repairs`), by an integral of the density, or, for quantiles that do not agree with the
    tail probabilities, by inversion.

    Parameters
    ----------
    dist : rv_continuous
        Such as ``stats.gamma``.
    shapes : tuple of float
        Its shape parameters, in order, checked already.

    Examples
    --------
    >>> float(ScipyLaw(stats.fisk, (3.0,)).sf(1e9))  # scipy's own is 0
    1e-27
    """

    def __init__(self, dist: Any, shapes: tuple[float, ...]) -> None:
        self.name: str = dist.name
        self.shapes = shapes
        self._dist = dist
        self._known = registered(dist)
        if self._known and self.name in REFUSED:
            raise ValueError(f"{self.name} is not supported: {REFUSED[self.name]}")
        own = own_functions(dist)
        if not self._known and not ({"_cdf", "_sf"} <= own or {"_pdf", "_logpdf"} & own):
            raise ValueError(
                f"{self.name} must define _pdf, or both _cdf and _sf: scipy takes a missing sf as "
                f"1 - cdf, and the upper tail is lost"
            )
        self._repair = REPAIRS.get(self.name, Repair()) if self._known else Repair()
        ends = (self._repair.support or dist.support)(*shapes)
        self._support = (float(ends[0]), float(ends[1]))

    def __reduce__(self) -> tuple[Any, ...]:
        return _rebuilt, (self.name if self._known else self._dist, self.shapes)

    @property
    def key(self) -> tuple[Any, ...] | None:
        """What makes two of these the same law."""
        return (self.name, self.shapes) if self._known else (self._dist, self.shapes)

    @property
    def support(self) -> tuple[float, float]:
        """Ends of the support."""
        return self._support

    def describe(self) -> str:
        """Name and shapes, as scipy spells them."""
        return named(self.name, self.shape_names, self.shapes)

    # -- tail probabilities --------------------------------------------------------------

    @cached_property
    def _integrated(self) -> DensityLaw | None:
        """The law with tails integrated from the density, where nothing else has them."""
        bare = not self._known and not {"_cdf", "_sf"} <= own_functions(self._dist)
        if bare or (self._known and lookup(DENSITY, self.name, self.shapes)):
            return DensityLaw(
                ScipyDensity(self._dist, self.shapes, self._support, self.breakpoints, self.tails)
            )
        return None

    def sf(self, x: ArrayLike) -> FloatArray:
        """Pr[X > x], accurate relative to itself in the right tail."""
        if self._integrated is not None:
            return self._integrated.sf(x)
        return self._inside(self._function("sf"), x, self._support, (1.0, 0.0))

    def cdf(self, x: ArrayLike) -> FloatArray:
        """Pr[X <= x], accurate relative to itself in the left tail."""
        if self._integrated is not None:
            return self._integrated.cdf(x)
        return self._inside(self._function("cdf"), x, self._support, (0.0, 1.0))

    def _function(self, name: str) -> Any:
        """The repaired function, or scipy's without the argument checks that cost most of its time.

        A law that is not scipy's keeps its checks: it may rely on them.
        """
        repaired = getattr(self._repair, name)
        return repaired or getattr(self._dist, f"_{name}" if self._known else name)

    def _inside(
        self,
        function: Any,
        x: ArrayLike,
        ends: tuple[float, float],
        at_ends: tuple[float, float],
    ) -> FloatArray:
        """A function inside an open interval, constants at its ends and beyond."""
        points = np.asarray(x, dtype=float)
        flat = np.atleast_1d(points).ravel()
        inside = (flat > ends[0]) & (flat < ends[1])
        with np.errstate(all="ignore"):
            if inside.all():
                out = np.asarray(function(flat, *self.shapes), dtype=float)
            else:
                out = np.where(flat <= ends[0], at_ends[0], at_ends[1])
                out[np.isnan(flat)] = math.nan
                if inside.any():
                    out[inside] = function(flat[inside], *self.shapes)
        return out.reshape(points.shape)

    def logsf(self, x: ArrayLike) -> FloatArray:
        """Log of the survival function, beyond the smallest double where scipy has it."""
        if self._repair.sf is not None or "_logsf" not in own_functions(self._dist):
            return super().logsf(x)
        with np.errstate(all="ignore"):
            return np.asarray(self._dist.logsf(x, *self.shapes), dtype=float)

    def pdf(self, x: ArrayLike) -> FloatArray:
        """Density at x; inf where it is beyond the largest double."""
        with np.errstate(all="ignore"):
            try:
                return np.asarray(self._dist.pdf(x, *self.shapes), dtype=float)
            except OverflowError:  # Boost's way of saying inf, for a whole array at once
                points = np.asarray(x, dtype=float)
                single = [self._single_pdf(v) for v in points.ravel().tolist()]
                return np.array(single).reshape(points.shape)

    def _single_pdf(self, x: float) -> float:
        try:
            return float(self._dist.pdf(x, *self.shapes))
        except OverflowError:
            return math.inf

    # -- quantiles -----------------------------------------------------------------------

    def _raw_ppf(self, q: ArrayLike) -> FloatArray:
        out = self._inside(self._function("ppf"), q, (0.0, 1.0), self._support)
        return np.clip(out, *self._support)

    def _raw_isf(self, q: ArrayLike) -> FloatArray:
        out = self._inside(self._function("isf"), q, (0.0, 1.0), self._support[::-1])
        return np.clip(out, *self._support)

    @cached_property
    def _ppf_is_good(self) -> bool:
        own = self._repair.ppf is not None or "_ppf" in own_functions(self._dist)
        return own and self._integrated is None and ppf_agrees(self, self._raw_ppf)

    @cached_property
    def _isf_is_good(self) -> bool:
        own = self._repair.isf is not None or bool({"_isf", "_ppf"} & own_functions(self._dist))
        return own and self._integrated is None and isf_agrees(self, self._raw_isf)

    def ppf(self, q: ArrayLike) -> FloatArray:
        """Smallest x with Pr[X <= x] >= q."""
        levels = check_levels("q", q)
        return self._raw_ppf(levels) if self._ppf_is_good else invert_cdf(self, levels)

    def isf(self, q: ArrayLike) -> FloatArray:
        """Smallest x with Pr[X > x] <= q."""
        levels = check_levels("q", q)
        return self._raw_isf(levels) if self._isf_is_good else invert_sf(self, levels)

    def rvs(self, size: int | tuple[int, ...] | None = None, *, rng: Seed) -> FloatArray:
        """Independent draws by scipy's own sampler where it has one, else by inversion."""
        if "_rvs" not in own_functions(self._dist):
            return super().rvs(size, rng=rng)
        shape = () if size is None else size
        draws = self._dist.rvs(*self.shapes, size=shape, random_state=as_generator(rng))
        return np.asarray(draws, dtype=float)

    # -- what is known -------------------------------------------------------------------

    @property
    def route(self) -> Route:
        """Quantiles where scipy's keep both tails, else tail probabilities."""
        return Route.QUANTILE if self._ppf_is_good and self._isf_is_good else Route.SURVIVAL

    @property
    def tail_error(self) -> float:
        """Relative error to expect of sf in the right tail and of cdf in the left."""
        if self._integrated is not None:
            return self._integrated.tail_error
        return TAIL_ERRORS.get(self.name, 4e-15) if self._known else 1e-12

    @property
    def quantile_error(self) -> float:
        """Relative error to expect of ppf and isf: boost and cephes promise some ulps."""
        return 4e-15 if self._known else 1e-12

    @property
    def breakpoints(self) -> tuple[float, ...]:
        """Points where the distribution function is not analytic."""
        found = lookup(BREAKPOINTS, self.name, self.shapes) if self._known else None
        return found or ()

    @property
    def tails(self) -> Tails:
        """Indices of regular variation; nan where a law that is not scipy's is unbounded."""
        found = lookup(TAILS, self.name, self.shapes) if self._known else None
        if found is not None:
            return Tails(*found)
        return Tails(math.inf, math.inf) if self._known else super().tails

    @property
    def ageing(self) -> Ageing:
        """Known where it is a theorem, else tested numerically."""
        known = lookup(AGEING, self.name, self.shapes) if self._known else None
        if known is None and self.member is not None:
            known = self.member.ageing
        return ageing_by_test(self) if known in (None, Ageing.UNKNOWN) else Ageing(known)

    @cached_property
    def member(self) -> Member | None:
        """The closed-form family it belongs to."""
        from runtime_theory.distributions.families import recognise_scipy

        if not self._known:
            return None
        return recognise_scipy(self.name, dict(zip(self.shape_names, self.shapes, strict=True)))

    @property
    def shape_names(self) -> tuple[str, ...]:
        """Names of the shapes, in order."""
        return shape_names(self._dist)
