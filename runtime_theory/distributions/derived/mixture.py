"""A mixture: each time is drawn from one of several laws, chosen at random."""

from __future__ import annotations

import math
from collections.abc import Iterable
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any, final

import numpy as np
from numpy.typing import ArrayLike

from runtime_theory.distributions.base import Ageing, Atoms, Distribution, FloatArray, Tails
from runtime_theory.distributions.derived.mirrored import with_tails
from runtime_theory.distributions.discrete import build_atoms
from runtime_theory.errors import check_real
from runtime_theory.numerics.seeds import Seed, as_generator

if TYPE_CHECKING:
    from runtime_theory.distributions.families.family import Member

__all__ = ["Mixture"]

_EPS = float(np.finfo(float).eps)


@final
class Mixture(Distribution):
    """A worker that draws its time from law i with probability w_i.

    Parameters
    ----------
    components : iterable of Distribution
        The laws; continuous and finitely-valued ones may be mixed.
    weights : iterable of float
        Their probabilities, none negative, with sum 1 within rounding.

    Raises
    ------
    ValueError
        A weight is negative, they do not sum to 1, or are not as many as the laws.
    TypeError
        A law on infinitely many integers is mixed with one that has other values.

    Examples
    --------
    >>> from scipy import stats
    >>> from runtime_theory.distributions.from_scipy.laws import from_scipy
    >>> laws = [from_scipy(stats.expon()), from_scipy(stats.uniform(10, 5))]
    >>> straggler = Mixture(laws, [0.9, 0.1])
    >>> straggler, straggler.breakpoints
    (<mixture(0.9 x expon, 0.1 x uniform(loc=10, scale=5))>, (10.0, 15.0))
    """

    def __init__(self, components: Iterable[Distribution], weights: Iterable[float]) -> None:
        laws = list(components)
        shares = [check_real("weights", w, low=0.0) for w in weights]
        if not laws or len(laws) != len(shares):
            raise ValueError(
                f"weights must be as many as the laws, and not none, "
                f"got {len(shares)} for {len(laws)}"
            )
        total = math.fsum(shares)
        if abs(total - 1.0) > 1e-9:
            raise ValueError(f"weights must sum to 1, got a sum of {total:.12g}")
        kept = [(law, w / total) for law, w in zip(laws, shares, strict=True) if w > 0.0]
        self.components = tuple(with_tails(law) for law, _ in kept)
        self.weights = tuple(w for _, w in kept)
        lattices = [law for law in self.components if law.integer_valued]
        others = [law for law in self.components if not _on_integers(law)]
        if lattices and others:
            raise TypeError(
                f"{lattices[0]!r} has infinitely many values and cannot be mixed with {others[0]!r}"
            )

    def _sum(self, function: str, x: ArrayLike) -> FloatArray:
        points = np.asarray(x, dtype=float)
        parts = zip(self.weights, self.components, strict=True)
        return np.asarray(sum(w * np.asarray(getattr(law, function)(points)) for w, law in parts))

    @property
    def support(self) -> tuple[float, float]:
        ends = [law.support for law in self.components]
        return min(a for a, _ in ends), max(b for _, b in ends)

    def sf(self, x: ArrayLike) -> FloatArray:
        return np.minimum(self._sum("sf", x), 1.0)

    def cdf(self, x: ArrayLike) -> FloatArray:
        return np.minimum(self._sum("cdf", x), 1.0)

    def pdf(self, x: ArrayLike) -> FloatArray:
        return self._sum("pdf", x)

    def logsf(self, x: ArrayLike) -> FloatArray:
        points = np.asarray(x, dtype=float)
        logs = [
            math.log(w) + np.asarray(law.logsf(points))
            for w, law in zip(self.weights, self.components, strict=True)
        ]
        return np.asarray(np.logaddexp.reduce(logs, axis=0))

    def rvs(self, size: int | tuple[int, ...] | None = None, *, rng: Seed) -> FloatArray:
        generator = as_generator(rng)
        which = np.asarray(generator.choice(len(self.weights), size=size, p=self.weights))
        out = np.empty(which.shape)
        for i, law in enumerate(self.components):
            chosen = which == i
            out[chosen] = law.rvs(int(chosen.sum()), rng=generator)
        return out

    def describe(self) -> str:
        shown = [
            f"{w:.6g} x {law.describe()}"
            for w, law in list(zip(self.weights, self.components, strict=True))[:4]
        ]
        if len(self.weights) > 4:
            shown.append(f"{len(self.weights) - 4} other laws")
        return f"mixture({', '.join(shown)})"

    @property
    def breakpoints(self) -> tuple[float, ...]:
        left, right = self.support
        points: set[float] = set()
        for law in self.components:
            points |= {*law.support, *law.breakpoints}
            if law.atoms is not None:
                points |= set(law.atoms.values.tolist())
        return tuple(sorted(p for p in points if left < p < right and math.isfinite(p)))

    @property
    def atoms(self) -> Atoms | None:
        return self._atoms

    @cached_property
    def _atoms(self) -> Atoms | None:
        parts = [law.atoms for law in self.components]
        if any(part is None for part in parts):
            return None
        known = [part for part in parts if part is not None]
        mass = [w * part.mass for w, part in zip(self.weights, known, strict=True)]
        return build_atoms(np.concatenate([part.values for part in known]), np.concatenate(mass))

    @property
    def integer_valued(self) -> bool:
        return any(law.integer_valued for law in self.components)

    @property
    def tails(self) -> Tails:
        # The heaviest component carries the tail; unknown where one is unknown.
        left, right = (
            float(np.min([law.tails[side] for law in self.components])) for side in (0, 1)
        )
        return Tails(left, right)

    @property
    def tail_error(self) -> float:
        return max(law.tail_error for law in self.components) + 4.0 * _EPS

    @property
    def ageing(self) -> Ageing:
        return super().ageing if self.member is None else self.member.ageing

    @property
    def member(self) -> Member | None:
        return self._member

    @cached_property
    def _member(self) -> Member | None:
        """The hyperexponential law, where the components are exponential from the same start."""
        from runtime_theory.distributions.families import hyperexponential
        from runtime_theory.distributions.families.exact import as_fraction

        members = [law.member for law in self.components]
        known = [m for m in members if m is not None and m.family.name == "exponential"]
        if len(known) != len(members) or len({m.loc for m in known}) != 1:
            return None
        scales = [as_fraction(m.scale) for m in known]
        if min(scales) <= 0:
            return None
        weights = [Fraction(w) for w in self.weights]
        shares = tuple(w / sum(weights) for w in weights)
        rates = tuple(1 / scale for scale in scales)
        return hyperexponential.FAMILY.member(p=shares, mu=rates).affine(known[0].loc, 1)

    @property
    def key(self) -> tuple[Any, ...] | None:
        """What makes two of these the same law."""
        inner = [getattr(law, "key", None) for law in self.components]
        return None if None in inner else ("mixture", *zip(self.weights, inner, strict=True))


def _on_integers(law: Distribution) -> bool:
    if law.integer_valued:
        return True
    atoms = law.atoms
    return atoms is not None and bool(np.all(atoms.values == np.round(atoms.values)))
