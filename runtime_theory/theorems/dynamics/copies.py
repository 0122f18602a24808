"""The witness of the dynamics: all second moments of w and of every learner's copy, exactly.

Shares nothing with the formulas: it knows of no exchangeable learners and of no four moments, but
averages over who pushes, one learner or set of learners after the other, in rational arithmetic.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from itertools import combinations
from typing import Any, TypeAlias, final

__all__ = ["Copies"]

Matrix: TypeAlias = list[list[Fraction]]


@final
@dataclass(frozen=True)
class Copies:
    """SGD on a w^2/2 with exponential times: row 0 is w, rows 1..P are the learners' copies.

    Parameters
    ----------
    scheme : {"k-sync", "k-async", "k-batch-async"}
        Sync is k-sync with K = P, async is k-async with K = 1.
    P, K : int
        Learners and gradients an update.
    eta, a, s2, M : Fraction
        Learning rate, curvature, and the noise variance s2 + M (a y)^2 of a gradient at y.

    Examples
    --------
    >>> after = Copies("k-async", 8, 1, Fraction(1, 10), s2=Fraction(1)).after(Fraction(9), 10)
    >>> round(float(after[0][0]), 10)
    0.304540031
    """

    scheme: str
    P: int
    K: int
    eta: Fraction
    a: Fraction = Fraction(1)
    s2: Fraction = Fraction(0)
    M: Fraction = Fraction(0)

    @property
    def learners(self) -> int:
        """How many copies there are: K fresh ones for the sync kinds."""
        return self.K if self.scheme == "k-sync" else self.P

    def update(self, moments: Matrix) -> Matrix:
        """Return the second moments after an update."""
        if self.scheme == "k-batch-async":
            return self._by_mini_batches(moments)
        groups = list(combinations(range(1, self.learners + 1), self.K))
        return _mean(self._by_learners(moments, group) for group in groups)

    def after(self, second_moment: Fraction, J: int) -> Matrix:
        """Return the second moments after J updates, all copies equal at the start."""
        moments = [[second_moment] * (self.learners + 1) for _ in range(self.learners + 1)]
        for _ in range(J):
            moments = self.update(moments)
        return moments

    def _noise(self, moments: Matrix, learner: int) -> Fraction:
        return self.s2 + self.M * self.a**2 * moments[learner][learner]

    def _by_learners(self, moments: Matrix, group: tuple[int, ...]) -> Matrix:
        """Update by this group, whose copies become the new w."""
        size, step = len(moments), self.eta / self.K
        new = [Fraction(int(i == 0)) - step * self.a * (i in group) for i in range(size)]
        rows = [new if i == 0 or i in group else _unit(i, size) for i in range(size)]
        variance = step**2 * sum(self._noise(moments, i) for i in group)
        hit = [int(i == 0 or i in group) for i in range(size)]
        return _transformed(moments, rows, variance, hit)

    def _by_mini_batches(self, moments: Matrix) -> Matrix:
        """K pushes by any learner each; the last row is the sum of the gradients so far."""
        zero = Fraction(0)
        grown = [[*row, zero] for row in moments] + [[zero] * (len(moments) + 1)]
        for number in range(1, self.K + 1):
            final = number == self.K
            grown = _mean(self._push(grown, i, final=final) for i in range(1, self.P + 1))
        return [row[:-1] for row in grown[:-1]]

    def _push(self, moments: Matrix, learner: int, *, final: bool) -> Matrix:
        """One push: the sum grows, w moves if it is the last push, the learner reads w."""
        size, step = len(moments), self.eta / self.K
        rows = [_unit(i, size) for i in range(size)]
        rows[-1][learner] += self.a
        hit = [Fraction(int(i == size - 1)) for i in range(size)]
        if final:
            rows[0] = [x - step * y for x, y in zip(rows[0], rows[-1], strict=True)]
            hit[0] = -step
        rows[learner], hit[learner] = rows[0], hit[0]
        return _transformed(moments, rows, self._noise(moments, learner), hit)

    @cached_property
    def long_run(self) -> Matrix | None:
        """The second moments in the long run; None where they grow for ever.

        They stay bounded iff the fixed point is a covariance: from 0 they increase, and stay
        below it where there is one; where they are bounded their limit is one.
        """
        size = self.learners + 1
        silent = replace(self, s2=Fraction(0))
        pairs = [(i, k) for i in range(size) for k in range(i, size)]
        columns = [silent.update(_symmetric(size, pair)) for pair in pairs]
        start = self.update([[Fraction(0)] * size for _ in range(size)])
        system = [
            [int(row == p) - image[row[0]][row[1]] for p, image in zip(pairs, columns, strict=True)]
            + [start[row[0]][row[1]]]
            for row in pairs
        ]
        found = _solution(system)
        if found is None:
            return None
        solution = dict(zip(pairs, found, strict=True))
        moments = [[solution[min(i, k), max(i, k)] for k in range(size)] for i in range(size)]
        return moments if _is_covariance(moments) else None

    def critical(self, tolerance: Fraction = Fraction(1, 10**9)) -> tuple[Fraction, Fraction]:
        """Return learning rates between which the second moments begin to grow for ever."""
        noisy = replace(self, s2=Fraction(1))
        low, high = Fraction(0), Fraction(1, 2) / self.a
        while replace(noisy, eta=high).long_run is not None:
            low, high = high, 2 * high
        return _bisected(
            lambda eta: replace(noisy, eta=eta).long_run is not None, low, high, tolerance
        )

    def ratio_of(self, moments: Matrix) -> Fraction:
        """Return the mean over the K slots of E[(w - y)^2]/E[w^2], from these moments on."""
        total, pushes = Fraction(0), self.K if self.scheme == "k-batch-async" else 1
        for _ in range(pushes):
            gaps = [_gap(moments, i) for i in range(1, len(moments))]
            total += sum(gaps, Fraction(0)) / len(gaps)
            moments = _mean(_renewed(moments, i) for i in range(1, len(moments)))
        return total / pushes / moments[0][0]


def _gap(moments: Matrix, i: int) -> Fraction:
    return moments[0][0] - 2 * moments[0][i] + moments[i][i]


def _renewed(moments: Matrix, learner: int) -> Matrix:
    """Let a learner read w again."""
    size = len(moments)
    rows = [_unit(0 if i == learner else i, size) for i in range(size)]
    return _transformed(moments, rows, Fraction(0), [0] * size)


def _unit(i: int, size: int) -> list[Fraction]:
    return [Fraction(int(i == k)) for k in range(size)]


def _symmetric(size: int, pair: tuple[int, int]) -> Matrix:
    return [[Fraction(int(pair in ((i, k), (k, i)))) for k in range(size)] for i in range(size)]


def _transformed(moments: Matrix, rows: Matrix, variance: Any, hit: list[Any]) -> Matrix:
    """Return rows moments rows^T, plus a noise that enters as `hit` says."""
    half = [
        [
            sum((x * moments[k][j] for k, x in enumerate(row) if x), Fraction(0))
            for j in range(len(row))
        ]
        for row in rows
    ]
    return [
        [
            sum((x * y for x, y in zip(left, row, strict=True) if y), Fraction(0))
            + variance * hit[i] * hit[k]
            for k, row in enumerate(rows)
        ]
        for i, left in enumerate(half)
    ]


def _mean(matrices: Iterable[Matrix]) -> Matrix:
    found = list(matrices)
    return [
        [sum(entries, Fraction(0)) / len(found) for entries in zip(*rows, strict=True)]
        for rows in zip(*found, strict=True)
    ]


def _solution(system: list[list[Any]]) -> list[Fraction] | None:
    """Solve a square linear system, last column on the right; None where it is singular."""
    rows = [[Fraction(entry) for entry in row] for row in system]
    for i in range(len(rows)):
        pivot = next((k for k in range(i, len(rows)) if rows[k][i]), None)
        if pivot is None:
            return None
        rows[i], rows[pivot] = rows[pivot], rows[i]
        rows[i] = [entry / rows[i][i] for entry in rows[i]]
        for k, row in enumerate(rows):
            if k != i and row[i]:
                rows[k] = [x - row[i] * y for x, y in zip(row, rows[i], strict=True)]
    return [row[-1] for row in rows]


def _is_covariance(moments: Matrix) -> bool:
    """Whether a symmetric matrix has no negative square, by elimination."""
    rows = [list(row) for row in moments]
    while rows:
        pivot = rows[0][0]
        if pivot < 0 or (pivot == 0 and any(rows[0])):
            return False
        rest = rows[1:]
        rows = [
            [
                x - (row[0] * y / pivot if pivot else 0)
                for x, y in zip(row[1:], rows[0][1:], strict=True)
            ]
            for row in rest
        ]
    return True


def _bisected(
    holds: Callable[[Fraction], bool], low: Fraction, high: Fraction, tolerance: Fraction
) -> tuple[Fraction, Fraction]:
    """Narrow an interval at whose lower end something holds and at whose upper end it does not."""
    while high - low > tolerance:
        middle = (low + high) / 2
        low, high = (middle, high) if holds(middle) else (low, middle)
    return low, high
