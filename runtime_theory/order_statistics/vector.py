"""Several order statistics at once: k and n broadcast."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, final

import numpy as np
from numpy.typing import ArrayLike, NDArray

from runtime_theory.distributions.base import Distribution, FloatArray
from runtime_theory.numerics.seeds import Seed, as_generator
from runtime_theory.order_statistics.table import collected
from runtime_theory.results import Result


@final
class OrderStatistics:
    """An array of order statistics with the methods of one, elementwise.

    Parameters
    ----------
    members : ndarray of Distribution
        The single order statistics.
    """

    def __init__(self, members: NDArray[np.object_]) -> None:
        self._members = members

    @property
    def shape(self) -> tuple[int, ...]:
        """Common shape of k and n."""
        return self._members.shape

    def __getitem__(self, index: Any) -> Distribution | OrderStatistics:
        item = self._members[index]
        return OrderStatistics(item) if isinstance(item, np.ndarray) else item

    def __len__(self) -> int:
        return len(self._members)

    def _results(self, question: Callable[[Any], Result]) -> Result:
        gathered = collected([question(member) for member in self._members.ravel()])
        fields = ("value", "error", "lower", "upper", "standard_error")
        reshaped = {name: getattr(gathered, name) for name in fields}
        return gathered.replace(
            **{name: None if a is None else a.reshape(self.shape) for name, a in reshaped.items()}
        )

    def mean(self, **options: Any) -> Result:
        """Means, an array Result in seconds; options are those of a single one, except digits.

        Raises
        ------
        ValueError
            `digits` is given: arrays are of floats.
        """
        if options.get("digits") is not None:
            raise ValueError(
                f"digits needs one k and one n, got digits={options['digits']!r} for ranks of "
                f"shape {self.shape}: ask for one order statistic after the other"
            )
        return self._results(lambda member: member.mean(**options))

    def var(self) -> Result:
        """Variances, an array Result in seconds squared."""
        return self._results(lambda member: member.var())

    def std(self) -> Result:
        """Standard deviations, an array Result in seconds."""
        return self._results(lambda member: member.std())

    def moment(self, r: int) -> Result:
        """Raw moments of order r, an array Result."""
        return self._results(lambda member: member.moment(r))

    def _arrays(self, name: str, x: ArrayLike) -> FloatArray:
        """Elementwise values, x broadcast against k and n."""
        points = np.asarray(x, dtype=float)
        shape = np.broadcast_shapes(points.shape, self.shape)
        members = np.broadcast_to(self._members, shape)
        points = np.broadcast_to(points, shape)
        out = np.empty(shape)
        for index in np.ndindex(shape):
            out[index] = getattr(members[index], name)(points[index])
        return out

    def sf(self, x: ArrayLike) -> FloatArray:
        """Pr[X_{k:n} > x]."""
        return self._arrays("sf", x)

    def cdf(self, x: ArrayLike) -> FloatArray:
        """Pr[X_{k:n} <= x]."""
        return self._arrays("cdf", x)

    def pdf(self, x: ArrayLike) -> FloatArray:
        """Densities at x."""
        return self._arrays("pdf", x)

    def logsf(self, x: ArrayLike) -> FloatArray:
        """Log of Pr[X_{k:n} > x]."""
        return self._arrays("logsf", x)

    def ppf(self, q: ArrayLike) -> FloatArray:
        """Quantiles counted from the left."""
        return self._arrays("ppf", q)

    def isf(self, q: ArrayLike) -> FloatArray:
        """Quantiles counted from the right."""
        return self._arrays("isf", q)

    def median(self) -> FloatArray:
        """Medians."""
        return self._arrays("ppf", 0.5)

    def rvs(self, size: int | tuple[int, ...] | None = None, *, rng: Seed) -> FloatArray:
        """Independent draws of each, along the leading axes given by ``size``."""
        generator = as_generator(rng)
        draws = [member.rvs(size, rng=generator) for member in self._members.ravel()]
        stacked = np.stack([np.asarray(d) for d in draws], axis=-1)
        return stacked.reshape(*stacked.shape[:-1], *self.shape)

    def __repr__(self) -> str:
        return f"<{self._members.size} order statistics, shape {self.shape}>"
