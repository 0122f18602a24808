"""One law of a family: shapes, location and scale, and its order statistics in closed form."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any, final

from runtime_theory.distributions.base import Ageing, Tails
from runtime_theory.distributions.families.exact import (
    Number,
    add,
    as_fraction,
    as_typed,
    each,
    is_numeric,
    multiply,
)
from runtime_theory.distributions.families.standard_form import StandardForm
from runtime_theory.distributions.families.symbolic_moments import SymbolicMoments
from runtime_theory.errors import check_integer
from runtime_theory.numerics.estimate import Estimate

__all__ = ["Member"]

_SLACK = Fraction(1, 2**51)
_LARGEST_EXACT = 1000


@final
@dataclass(frozen=True)
class Member(SymbolicMoments):
    """The law of X = loc + scale Y with Y in standard form; scale < 0 mirrors it.

    X_{k:n} = loc + scale Y_{k:n} for scale > 0, loc + scale Y_{n+1-k:n} for scale < 0.

    Parameters
    ----------
    family : Family
        Whose standard form Y has.
    params : tuple of (name, value)
        Shapes of the standard form: numbers, kept exact, or sympy expressions.
    loc, scale : number
        Kept exact as well.

    Examples
    --------
    >>> from runtime_theory.distributions.families import exponential
    >>> exponential.FAMILY.member(mu=2).mean(8, 8).value  # H_8 / 2
    1.3589285714285715
    """

    family: StandardForm
    params: tuple[tuple[str, Any], ...] = ()
    loc: Number = 0
    scale: Number = 1

    def __post_init__(self) -> None:
        self.family.validate(dict(self.params))
        if is_numeric(self.scale) and (self.scale == 0 or not abs(self.scale) < math.inf):
            raise ValueError(f"scale must be a finite number other than 0, got {self.scale!r}")

    def affine(self, loc: Number, scale: Number) -> Member:
        """The law of loc + scale X, without rounding."""
        shifted = add(loc, multiply(scale, self.loc))
        return Member(self.family, self.params, shifted, multiply(scale, self.scale))

    @cached_property
    def shapes(self) -> dict[str, Any]:
        """Shapes as Fractions, or tuples of them."""
        return {name: each(value, as_fraction) for name, value in self.params}

    @property
    def support(self) -> tuple[float, float]:
        """Ends of the support."""
        ends = [self._place(y) for y in self.family.support(self.shapes)]
        return min(ends), max(ends)

    @property
    def tails(self) -> Tails:
        """Indices of regular variation of both tails."""
        left, right = self.family.tails(self.shapes)
        return Tails(right, left) if self._mirrored else Tails(left, right)

    @property
    def ageing(self) -> Ageing:
        """New-better/worse-than-used class; unknown for laws with negative values."""
        left, right = self.family.support(self.shapes)
        end = right if self._mirrored else left
        if not math.isfinite(end):
            return Ageing.UNKNOWN
        start = (self._loc + self._scale * Fraction(end)) / abs(self._scale)
        if start < 0:
            return Ageing.UNKNOWN
        ask = self.family.ageing_mirrored if self._mirrored else self.family.ageing
        return ask(self.shapes, float(start))

    def finite(self, k: int, n: int, r: float = 1) -> bool:
        """Whether E|X_{k:n}|^r is finite: alpha (n-k+1) > r on the right, alpha k > r on the left.

        A shape such as 0.1 is known to its rounding only, so a product within 2**-51 of r
        counts as r: divergent.
        """
        k, n = _ranks(k, n)
        left, right = self.tails
        return _exceeds(left, k, r) and _exceeds(right, n - k + 1, r)

    def mean(self, k: int, n: int) -> Estimate | None:
        """E[X_{k:n}] with a bound on its error; None where no stable closed form exists.

        A mean that diverges is inf or -inf with error 0. The error covers both readings of a
        float such as 1.1: the double, which the value is for, and the decimal.
        """
        k, n = _ranks(k, n)
        if not self.finite(k, n):
            return Estimate(self._infinity(k), 0.0)
        inner = self._ask(self.family.mean_numeric, self._rank(k, n), n)
        if inner is None or self._loc == 0:
            return _scaled(inner, self._scale, self._scale_doubt)
        value = float(self._loc + self._scale * Fraction(inner.value))
        spread = (float(abs(self._scale)) + self._scale_doubt) * inner.error * (1 + 2.0**-50)
        doubt = self._loc_doubt + self._scale_doubt * abs(inner.value)
        return Estimate(value, spread + doubt + 0.5 * math.ulp(value))

    def var(self, k: int, n: int) -> Estimate | None:
        """Var X_{k:n} with a bound on its error; inf where it diverges, None where not known."""
        k, n = _ranks(k, n)
        if not self.finite(k, n, 2):
            return Estimate(math.inf, 0.0) if self.finite(k, n) else None
        inner = self._ask(self.family.variance_numeric, self._rank(k, n), n)
        return self._squared(inner)

    def covariance(self, j: int, k: int, n: int) -> Estimate | None:
        """Cov(X_{j:n}, X_{k:n}) with a bound on its error; None where no stable form is known."""
        j, k, n = *sorted((_ranks(j, n)[0], _ranks(k, n)[0])), check_integer("n", n)
        if j == k:
            return self.var(k, n)
        if not (self.finite(j, n, 2) and self.finite(k, n, 2)):
            return None
        low, high = sorted((self._rank(j, n), self._rank(k, n)))
        inner = self._ask(self.family.covariance_numeric, low, high, n)
        return self._squared(inner)

    def mean_exact(self, k: int, n: int, digits: int | None = None) -> Any:
        """E[X_{k:n}] as an exact sympy number, or as a sympy Float with that many digits.

        Raises
        ------
        ValueError
            The exact number is too long to write down: ask for digits.
        NoMethodError
            So is the sum behind the digits.
        """
        import sympy

        from runtime_theory.distributions.families.evaluation import evaluate, simplified

        k, n = _ranks(k, n)
        if not self.finite(k, n):
            return sympy.oo if self._infinity(k) > 0 else -sympy.oo
        if digits is not None:
            return evaluate(self, k, n, check_integer("digits", digits, low=1))
        if n > _LARGEST_EXACT:
            raise ValueError(f"n must be at most {_LARGEST_EXACT} without digits=, got n={n}")
        return simplified(self.mean_symbolic(k, n, exact=True))

    @cached_property
    def _loc(self) -> Fraction:
        return as_fraction(self.loc)

    @cached_property
    def _scale(self) -> Fraction:
        return as_fraction(self.scale)

    @cached_property
    def _typed_shapes(self) -> dict[str, Any]:
        """Shapes as the decimals that floats were typed as."""
        return {name: each(value, as_typed) for name, value in self.params}

    @cached_property
    def _loc_doubt(self) -> float:
        return float(abs(as_typed(self.loc) - self._loc))

    @cached_property
    def _scale_doubt(self) -> float:
        return float(abs(as_typed(self.scale) - self._scale))

    @property
    def _mirrored(self) -> bool:
        return self._scale < 0

    def _rank(self, k: int, n: int) -> int:
        return n + 1 - k if self._mirrored else k

    def _infinity(self, k: int) -> float:
        return math.inf if _exceeds(self.tails.left, k, 1) else -math.inf

    def _ask(self, question: Any, *arguments: int) -> Estimate | None:
        try:
            answer: Estimate | None = question(*arguments, self.shapes)
            if answer is None or self._typed_shapes == self.shapes:
                return answer
            typed: Estimate | None = question(*arguments, self._typed_shapes)
        except OverflowError:
            return None
        if typed is None:
            return answer
        error = max(answer.error, abs(answer.value - typed.value) + typed.error)
        return Estimate(answer.value, error)

    def _squared(self, inner: Estimate | None) -> Estimate | None:
        """The variance or covariance of scale * Y."""
        size = float(abs(self._scale))
        return _scaled(inner, self._scale**2, (2 * size + self._scale_doubt) * self._scale_doubt)

    def _place(self, y: float) -> float:
        if math.isinf(y):
            return -y if self._mirrored else y
        return float(self._loc + self._scale * Fraction(y))


def _ranks(k: int, n: int) -> tuple[int, int]:
    n = check_integer("n", n, low=1)
    return check_integer("k", k, low=1, high=n), n


def _exceeds(alpha: float, count: int, r: float) -> bool:
    if math.isinf(alpha):
        return True
    return as_fraction(alpha) * count > as_fraction(r) * (1 + _SLACK)


def _scaled(inner: Estimate | None, scale: Fraction, doubt: float) -> Estimate | None:
    """Scale * inner, with the roundings of the scale and of the product."""
    if inner is None or scale == 1:
        return inner
    value = float(scale) * inner.value
    spread = (abs(float(scale)) + doubt) * inner.error * (1 + 2.0**-50)
    return Estimate(value, spread + doubt * abs(inner.value) + math.ulp(value))
