"""Trace: the exact empirical law of measured durations."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Literal, final

import numpy as np
from numpy.typing import NDArray

from runtime_theory.distributions.base import Atoms, FloatArray
from runtime_theory.distributions.discrete import AtomicLaw
from runtime_theory.distributions.measured.checks import warn_if_suspicious
from runtime_theory.distributions.measured.layout import by_worker, labels, ranks, step_rows
from runtime_theory.distributions.measured.measurements import as_floats, check_unit, row_problems
from runtime_theory.distributions.measured.sample_estimates import (
    plug_in_order_statistic,
    u_statistic_order_statistic,
)
from runtime_theory.errors import check_integer
from runtime_theory.numerics.seeds import Seed, as_generator

if TYPE_CHECKING:
    from runtime_theory.distributions.workers import Workers

Labels = NDArray[Any] | None

__all__ = ["Trace", "plug_in_order_statistic", "u_statistic_order_statistic"]


@final
class Trace(AtomicLaw):
    """Measured durations of mini-batches, as the law that draws one of them at random.

    The law of the sample is exact. As a statement about the machine it is an estimate: the
    mean of the maximum of n draws is biased low, since no draw exceeds the largest measurement
    (`u_statistic_order_statistic` is unbiased).

    Parameters
    ----------
    values : array_like
        Durations, one-dimensional: list, numpy array, pandas or polars Series. Copied.
    unit : {"s", "ms", "us", "ns"}, keyword-only
        Unit of ``values``; the trace itself is in seconds.
    workers, steps : array_like, optional, keyword-only
        Which worker and which step each value belongs to.
    nonfinite : {"refuse", "drop"}, keyword-only
        What to do with NaN, missing and infinite values.
    negative : {"refuse", "drop", "keep"}, keyword-only
        What to do with negative values. Zeros are kept.
    warmup : int, keyword-only
        How many of the first rows (of each worker) to leave out.

    Raises
    ------
    TypeError
        If the values are not real numbers, naming the first bad row.
    ValueError
        If there is no value, or one is NaN, infinite or negative, naming the first bad row.

    Warns
    -----
    TraceWarning
        If the first rows look like a warm-up, the values look like mixed units, or the workers'
        rows agree so well that they seem to contain the wait for the slowest.

    Examples
    --------
    >>> trace = Trace([500_000, 700_000], unit="ns")
    >>> trace
    <trace(n=2, mean=0.0006 s)>
    >>> trace.sf([0.0004, 0.0005, 0.0007]).tolist()
    [1.0, 0.5, 0.0]
    >>> Trace([1.0, float("nan")])
    Traceback (most recent call last):
    ...
    ValueError: nan in row 1 is not finite (1 of 2 are; nonfinite='drop' allows it)
    """

    def __init__(
        self,
        values: Any,
        *,
        unit: str = "s",
        workers: Any = None,
        steps: Any = None,
        nonfinite: Literal["refuse", "drop"] = "refuse",
        negative: Literal["refuse", "drop", "keep"] = "refuse",
        warmup: int = 0,
    ) -> None:
        seconds = as_floats(values) / check_unit(unit)
        who = labels("workers", workers, seconds.size)
        when = labels("steps", steps, seconds.size)
        drop = row_problems(seconds, nonfinite=nonfinite, negative=negative)
        early = ranks(who, when, seconds.size) < check_integer("warmup", warmup, low=0)
        keep = ~(drop | early)
        if not keep.any():
            raise ValueError(_nothing_left(seconds.size, int(drop.sum()), warmup))
        self._keep(seconds, who, when, keep)
        warn_if_suspicious(self._values, self._workers, self._steps)

    def _keep(
        self, values: FloatArray, workers: Labels, steps: Labels, chosen: NDArray[Any]
    ) -> None:
        """Hold the chosen rows, read-only."""
        self._values = _frozen(values[chosen])
        self._workers = None if workers is None else _frozen(workers[chosen])
        self._steps = None if steps is None else _frozen(steps[chosen])
        self._table = _empirical(self._values)

    @property
    def values(self) -> FloatArray:
        """The measurements in seconds, in the order given, read-only."""
        return self._values

    @property
    def workers(self) -> NDArray[Any] | None:
        """The worker of each measurement, where known."""
        return self._workers

    @property
    def steps(self) -> NDArray[Any] | None:
        """The step of each measurement, where known."""
        return self._steps

    @property
    def n(self) -> int:
        """Number of measurements."""
        return self._values.size

    @property
    def sample_size(self) -> int:
        """Number of measurements behind the law."""
        return self._values.size

    def __len__(self) -> int:
        return self._values.size

    def __iter__(self) -> Iterator[float]:
        return iter(self._values.tolist())

    def describe(self) -> str:
        """Name with the number of measurements, their mean and the number of workers."""
        count = "" if self._workers is None else f", workers={np.unique(self._workers).size}"
        return f"trace(n={self.n}, mean={self._values.mean():.6g} s{count})"

    @property
    def key(self) -> tuple[Any, ...]:
        """What makes two traces the same law: the multiset of measurements."""
        return ("trace", self._table.values.tobytes(), self._table.cdf.tobytes())

    def rvs(self, size: int | tuple[int, ...] | None = None, *, rng: Seed) -> FloatArray:
        """Draw measurements with replacement."""
        return np.asarray(self._values[as_generator(rng).integers(self.n, size=size)])

    def by_worker(self) -> Workers:
        """One trace a worker, in the order in which the workers first appear.

        Examples
        --------
        >>> trace = Trace([1, 2, 3, 4], workers=["a", "b", "a", "b"])
        >>> [law.values.tolist() for law, _ in trace.by_worker().groups]
        [[1.0, 3.0], [2.0, 4.0]]
        """
        from runtime_theory.distributions.workers import Workers

        parts = []
        for chosen in by_worker(self._workers):
            part = Trace.__new__(Trace)  # checked already, and warned about already
            part._keep(self._values, self._workers, self._steps, chosen)
            parts.append(part)
        return Workers(parts)

    def rows(self, *, incomplete: Literal["refuse", "drop"] = "refuse") -> FloatArray:
        """The measurements as a table, one row a step, one column a worker.

        Parameters
        ----------
        incomplete : {"refuse", "drop"}, keyword-only
            What to do with steps that lack a worker. Without step labels the i-th value of a
            worker is its step i.

        Examples
        --------
        >>> Trace([1, 2, 3, 4], workers=[0, 1, 0, 1]).rows().tolist()
        [[1.0, 2.0], [3.0, 4.0]]
        """
        return step_rows(self._values, self._workers, self._steps, incomplete=incomplete)


def _empirical(values: FloatArray) -> Atoms:
    """Distinct values, and counts divided by n once: every step is correctly rounded."""
    distinct, counts = np.unique(values + 0.0, return_counts=True)
    total = values.size
    upto = np.cumsum(counts)
    table = (distinct, counts / total, upto / total, (total - upto) / total)
    return Atoms(*(_frozen(column) for column in table))


def _frozen(array: NDArray[Any]) -> NDArray[Any]:
    array.setflags(write=False)
    return array


def _nothing_left(rows: int, dropped: int, warmup: int) -> str:
    if rows == 0:
        return "values must not be empty: a trace needs at least one measurement"
    return (
        f"no measurement is left: {rows} rows, of which {dropped} dropped as not allowed "
        f"and the first {warmup} of each worker as warm-up"
    )
