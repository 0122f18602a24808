"""Location and scale, taken out of a law before anything is integrated."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, final

import numpy as np
from numpy.typing import ArrayLike

from runtime_theory.distributions.base import (
    Ageing,
    Atoms,
    Distribution,
    FloatArray,
    Route,
    Tails,
)
from runtime_theory.errors import check_real
from runtime_theory.numerics.seeds import Seed

if TYPE_CHECKING:
    from runtime_theory.distributions.families.family import Member

__all__ = ["Affine"]


@final
class Affine(Distribution):
    """The law of loc + scale Y for a law Y: location and scale are taken out before integrating.

    Parameters
    ----------
    base : Distribution
        Law of Y.
    loc : float
        Location.
    scale : float
        Scale, positive.
    exact : Member, optional
        The same law with parameters that floats cannot hold, such as the rate 3 as scale 1/3.
    """

    def __init__(
        self,
        base: Distribution,
        loc: float = 0.0,
        scale: float = 1.0,
        *,
        exact: Member | None = None,
    ) -> None:
        self.exact = exact
        self.loc = check_real("loc", loc)
        self.scale = check_real("scale", scale, low=0.0, open_low=True)
        self.base = base

    @property
    def support(self) -> tuple[float, float]:
        left, right = self.base.support
        return self._out(left), self._out(right)

    def _in(self, x: ArrayLike) -> FloatArray:
        return (np.asarray(x, dtype=float) - self.loc) / self.scale

    def _out(self, y: Any) -> Any:
        return self.loc + self.scale * y

    def sf(self, x: ArrayLike) -> FloatArray:
        return self.base.sf(self._in(x))

    def cdf(self, x: ArrayLike) -> FloatArray:
        return self.base.cdf(self._in(x))

    def pdf(self, x: ArrayLike) -> FloatArray:
        return self.base.pdf(self._in(x)) / self.scale

    def logsf(self, x: ArrayLike) -> FloatArray:
        return self.base.logsf(self._in(x))

    def ppf(self, q: ArrayLike) -> FloatArray:
        return np.asarray(self._out(self.base.ppf(q)))

    def isf(self, q: ArrayLike) -> FloatArray:
        return np.asarray(self._out(self.base.isf(q)))

    def rvs(self, size: int | tuple[int, ...] | None = None, *, rng: Seed) -> FloatArray:
        return np.asarray(self._out(self.base.rvs(size, rng=rng)))

    def describe(self) -> str:
        parts = [f"loc={self.loc:.10g}"] if self.loc else []
        parts += [f"scale={self.scale:.10g}"] if self.scale != 1.0 else []
        name = self.base.describe()
        if name.endswith(")"):
            head = name[:-1] + ("" if name.endswith("()") else ", ")
            return f"{head}{', '.join(parts)})"
        return f"{name}({', '.join(parts)})"

    @property
    def breakpoints(self) -> tuple[float, ...]:
        return tuple(self._out(b) for b in self.base.breakpoints)

    @property
    def atoms(self) -> Atoms | None:
        inner = self.base.atoms
        if inner is None:
            return None
        return Atoms(np.asarray(self._out(inner.values)), inner.mass, inner.cdf, inner.sf)

    @property
    def tails(self) -> Tails:
        return self.base.tails

    @property
    def ageing(self) -> Ageing:
        # A shift breaks the classes in one direction only: a delay keeps NBU, spoils NWU.
        if self.member is not None:
            return self.member.ageing
        inner = self.base.ageing
        if self.loc == 0.0:
            return inner
        if self.loc > 0.0 and inner in (Ageing.NBU, Ageing.BOTH):
            return Ageing.NBU
        return super().ageing

    @property
    def route(self) -> Route:
        return self.base.route

    @property
    def standardised(self) -> Affine:
        return self

    @property
    def integer_valued(self) -> bool:
        return self.base.integer_valued and self.loc == round(self.loc) and self.scale == 1.0

    @property
    def tail_error(self) -> float:
        return self.base.tail_error

    @property
    def cdf_noise(self) -> float:
        return self.base.cdf_noise

    @property
    def quantile_error(self) -> float:
        return self.base.quantile_error

    @property
    def member(self) -> Member | None:
        if self.exact is not None:
            return self.exact
        inner = self.base.member
        return None if inner is None else inner.affine(self.loc, self.scale)

    @property
    def sample_size(self) -> int | None:
        return self.base.sample_size
