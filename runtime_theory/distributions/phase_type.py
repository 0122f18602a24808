"""Phase-type laws: the time until a finite Markov chain is absorbed."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, final

import numpy as np
from numpy.typing import ArrayLike

from runtime_theory.distributions.base import Ageing, Distribution, FloatArray, Tails
from runtime_theory.errors import check_integer, check_real
from runtime_theory.numerics.matrix_exponential import PositiveExponential
from runtime_theory.numerics.seeds import Seed, as_generator
from runtime_theory.references import NEUTS1981
from runtime_theory.results import Kind, Result

if TYPE_CHECKING:
    from runtime_theory.distributions.families.family import Member

__all__ = ["PhaseType"]

_EPS = float(np.finfo(float).eps)


@final
class PhaseType(Distribution):
    """Time to absorption of a Markov chain with initial law alpha and sub-generator A.

    Parameters
    ----------
    alpha : array_like, shape (m,)
        Probabilities of the phase at time 0, summing to 1.
    A : array_like, shape (m, m)
        Rates between phases: non-negative off the diagonal, row sums at most 0, and
        absorption reached from every phase.

    Raises
    ------
    ValueError
        A shape, sign or sum is wrong, or some phase is never left.

    Notes
    -----
    sf, cdf and pdf are sums of non-negative numbers: both tails keep their digits.

    References
    ----------
    Neuts (1981), Matrix-Geometric Solutions in Stochastic Models, section 2.2.

    Examples
    --------
    >>> law = PhaseType([1.0, 0.0], [[-2.0, 2.0], [0.0, -2.0]])  # Erlang(2, rate 2)
    >>> float(law.mean())
    1.0
    >>> float(law.sf(1.0))  # 3 exp(-2)
    0.406005849709838...
    """

    def __init__(self, alpha: ArrayLike, A: ArrayLike) -> None:
        self.alpha, self.A = _checked(alpha, A)
        exits = np.maximum(-self.A.sum(axis=1), 0.0)
        # A row that sums to 0 up to rounding has no exit.
        self.exit_rates = np.where(exits > 4.0 * _EPS * np.abs(np.diag(self.A)), exits, 0.0)
        _check_absorbed(self.A, self.exit_rates)
        size = self.alpha.size
        full = np.zeros((size + 1, size + 1))
        full[:size, :size], full[:size, size] = self.A, self.exit_rates
        self._chain = PositiveExponential(full)
        self._member: Member | None = None

    # ------------------------------------------------------------------ constructors

    @classmethod
    def erlang(cls, k: int, rate: float) -> PhaseType:
        """Sum of k independent exponential stages of one rate.

        Examples
        --------
        >>> float(PhaseType.erlang(3, 1.5).mean())
        2.0
        """
        k, rate = check_integer("k", k, low=1), check_real("rate", rate, low=0.0, open_low=True)
        law = cls.hypoexponential([rate] * k)
        from runtime_theory.distributions.families import erlang, exponential

        law._member = (
            exponential.FAMILY.member(mu=rate) if k == 1 else erlang.FAMILY.member(r=k, mu=rate)
        )
        return law

    @classmethod
    def hypoexponential(cls, rates: Sequence[float]) -> PhaseType:
        """Sum of exponential stages with any rates, equal ones included.

        Examples
        --------
        >>> float(PhaseType.hypoexponential([1.0, 1.0 + 1e-9, 2.0]).sf(1.0))
        0.871094165482288...
        """
        values = [check_real("rates", r, low=0.0, open_low=True) for r in rates]
        if not values:
            raise ValueError("rates must hold at least one rate > 0, got none")
        A = np.diag(-np.array(values)) + np.diag(values[:-1], 1)
        return cls(np.eye(len(values))[0], A)

    @classmethod
    def hyperexponential(cls, p: Sequence[float], rates: Sequence[float]) -> PhaseType:
        """Mixture of exponentials: rate i with probability p_i.

        Examples
        --------
        >>> round(float(PhaseType.hyperexponential([0.9, 0.1], [1.0, 0.1]).mean()), 12)
        1.9
        """
        values = [check_real("rates", r, low=0.0, open_low=True) for r in rates]
        law = cls(p, np.diag(-np.array(values)))
        from runtime_theory.distributions.families import hyperexponential

        if len(values) > 1 and np.all(law.alpha > 0.0):
            law._member = hyperexponential.FAMILY.member(p=tuple(law.alpha), mu=tuple(values))
        return law

    @classmethod
    def coxian(cls, rates: Sequence[float], go_on: Sequence[float]) -> PhaseType:
        """Stages in series; after stage i the job goes on with probability go_on[i], else ends.

        Examples
        --------
        >>> float(PhaseType.coxian([1.0, 2.0], [0.5]).mean())
        1.25
        """
        values = [check_real("rates", r, low=0.0, open_low=True) for r in rates]
        chances = [check_real("go_on", c, low=0.0, high=1.0) for c in go_on]
        if len(chances) != len(values) - 1:
            raise ValueError(
                f"go_on must have one entry fewer than rates, got {len(chances)} and {len(values)}"
            )
        onwards = np.array(values[:-1]) * np.array(chances)
        return cls(np.eye(len(values))[0], np.diag(-np.array(values)) + np.diag(onwards, 1))

    # ------------------------------------------------------------------ the law

    @property
    def order(self) -> int:
        """Number of phases."""
        return int(self.alpha.size)

    @property
    def support(self) -> tuple[float, float]:
        return 0.0, math.inf

    @property
    def tails(self) -> Tails:
        return Tails(math.inf, math.inf)

    def _weighted(self, x: ArrayLike, vector: FloatArray) -> FloatArray:
        """Alpha exp(A x) v, 0 for x < 0."""
        points = np.asarray(x, dtype=float)
        flat = points.ravel()
        inside = np.isfinite(flat) & (flat >= 0.0)
        rows = self._chain.act(np.where(inside, flat, 0.0), vector)
        value = rows[:, : self.order] @ self.alpha
        return np.asarray(np.where(inside, value, 0.0).reshape(points.shape))

    def sf(self, x: ArrayLike) -> FloatArray:
        points = np.asarray(x, dtype=float)
        alive = np.append(np.ones(self.order), 0.0)
        return np.where(points < 0.0, 1.0, np.minimum(self._weighted(points, alive), 1.0))

    def cdf(self, x: ArrayLike) -> FloatArray:
        points = np.asarray(x, dtype=float)
        absorbed = np.append(np.zeros(self.order), 1.0)
        value = np.minimum(self._weighted(points, absorbed), 1.0)
        return np.where(points == math.inf, 1.0, value)

    def pdf(self, x: ArrayLike) -> FloatArray:
        return self._weighted(x, np.append(self.exit_rates, 0.0))

    def rvs(self, size: int | tuple[int, ...] | None = None, *, rng: Seed) -> FloatArray:
        """Draws of the chain's absorption time: every draw walks through its phases."""
        generator = as_generator(rng)
        count = 1 if size is None else int(np.prod(size))
        jumps = np.column_stack([self.A - np.diag(np.diag(self.A)), self.exit_rates])
        jumps = np.cumsum(jumps / -np.diag(self.A)[:, None], axis=1)
        phase = generator.choice(self.order, size=count, p=self.alpha)
        time, alive = np.zeros(count), np.arange(count)
        while alive.size:
            at = phase[alive]
            time[alive] += generator.standard_exponential(alive.size) / -np.diag(self.A)[at]
            u = generator.random(alive.size) * jumps[at, -1]
            phase[alive] = (u[:, None] > jumps[at]).sum(axis=1)
            alive = alive[phase[alive] < self.order]
        return np.asarray(time[0] if size is None else time.reshape(size))

    # ------------------------------------------------------------------ moments

    def mean(self, *, digits: int | None = None, certified: bool = False) -> Result:
        """E[X] = alpha (-A)**-1 1 (Neuts, 1981, section 2.2), in seconds."""
        if certified or digits is not None:
            return super().mean(digits=digits, certified=certified)
        return self.moment(1)

    def moment(self, r: int) -> Result:
        """Raw moment r! alpha (-A)**-r 1."""
        order = check_integer("r", r, low=1)
        vector, error = np.ones(self.order), np.zeros(self.order)
        for i in range(1, order + 1):
            vector, error = _solved(-self.A, i * vector, i * error)
        value, bound = float(self.alpha @ vector), float(self.alpha @ error)
        return Result(
            value,
            bound + 4.0 * _EPS * self.order * value,
            kind=Kind.EXACT,
            method="phase-type moments",
            unit="s" if order == 1 else f"s^{order}",
            references=(NEUTS1981,),
        )

    # ------------------------------------------------------------------ what others ask

    @property
    def tail_error(self) -> float:
        return self._chain.relative_error

    @property
    def member(self) -> Member | None:
        return self._member

    @property
    def ageing(self) -> Ageing:
        return self._member.ageing if self._member is not None else super().ageing

    @property
    def key(self) -> tuple[Any, ...]:
        """What two equal laws share."""
        return (self.alpha.tobytes(), self.A.tobytes())

    def describe(self) -> str:
        if self._member is not None:
            return f"phase_type({self._member.family.name}, order {self.order})"
        return f"phase_type(order {self.order}, mean {float(self.mean()):.6g})"


def _checked(alpha: ArrayLike, A: ArrayLike) -> tuple[FloatArray, FloatArray]:
    start, rates = np.array(alpha, dtype=float), np.array(A, dtype=float)
    if start.ndim != 1 or start.size == 0 or not np.isfinite(start).all():
        raise ValueError(f"alpha must be a flat sequence of probabilities, got {alpha!r:.80}")
    if rates.shape != (start.size, start.size) or not np.isfinite(rates).all():
        raise ValueError(
            f"A must be a finite matrix of shape ({start.size}, {start.size}) to go with alpha, "
            f"got shape {rates.shape}"
        )
    if np.any(start < 0.0) or abs(start.sum() - 1.0) > 1e-9:
        raise ValueError(f"alpha must be >= 0 and sum to 1, got {start.tolist()!r:.80}")
    off = rates - np.diag(np.diag(rates))
    if np.any(off < 0.0):
        i, j = (int(v) for v in np.argwhere(off < 0.0)[0])
        raise ValueError(f"A must be >= 0 off its diagonal, got A[{i}, {j}] = {rates[i, j]}")
    sums, size = rates.sum(axis=1), np.abs(rates).sum(axis=1)
    if np.any(sums > 1e-12 * size):
        i = int(np.argmax(sums))
        raise ValueError(f"A must have row sums <= 0, got {sums[i]:.6g} in row {i}")
    if np.any(np.diag(rates) >= 0.0):
        i = int(np.argmax(np.diag(rates)))
        raise ValueError(f"A must have a negative diagonal, got A[{i}, {i}] = {rates[i, i]}")
    start = start / start.sum()
    start.flags.writeable = rates.flags.writeable = False
    return start, rates


def _check_absorbed(A: FloatArray, exit_rates: FloatArray) -> None:
    """Every phase must lead to absorption, or the time is infinite."""
    ends = exit_rates > 0.0
    for _ in range(ends.size):
        ends = ends | ((A > 0.0) & ends).any(axis=1)
    if not ends.all():
        raise ValueError(
            f"A must lead to absorption from every phase, phase {int(np.argmin(ends))} never ends"
        )


def _solved(M: FloatArray, b: FloatArray, b_error: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Solve M x = b for an M-matrix and b >= 0, with a bound on the error of each entry.

    M**-1 is non-negative: |x - x'| <= M**-1 |r| <= max|r| M**-1 1, r the residual.
    """
    x = np.linalg.solve(M, b)
    long = M.astype(np.longdouble)
    for _ in range(2):
        x = x + np.linalg.solve(M, (b - long @ x).astype(float))
    scale = 4.0 * _EPS**2 * (np.abs(M) @ np.abs(x))
    residual: FloatArray = np.abs((b - long @ x).astype(float)) + scale
    ones = np.abs(np.linalg.solve(M, np.ones(b.size)))
    solution: FloatArray = np.asarray(x, dtype=float)
    return solution, (float((residual + b_error).max()) * 1.001) * ones + _EPS * np.abs(x)
