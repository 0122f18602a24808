"""The k-th smallest of n draws as the law of one time: an order statistic of an order statistic."""

from __future__ import annotations

from typing import final

from runtime_theory.distributions.base import Distribution
from runtime_theory.distributions.derived.mirrored import with_tails
from runtime_theory.distributions.derived.order_law import OrderLaw

__all__ = ["RankedLaw"]


@final
class RankedLaw(OrderLaw):
    """The law of X_{k:n}, to build other laws on.

    Parameters
    ----------
    parent : Distribution
        Law of one draw, continuous.
    k, n : int
        Rank and number of draws, 1 <= k <= n.

    References
    ----------
    David and Nagaraja (2003), Order Statistics, section 2.1.

    Examples
    --------
    >>> from scipy import stats
    >>> from runtime_theory.distributions.from_scipy.laws import from_scipy
    >>> law = RankedLaw(from_scipy(stats.norm()), 5, 5)
    >>> float(law.sf(9.0))  # 5 times that of one draw
    5.64...e-19
    """

    def __init__(self, parent: Distribution, k: int, n: int) -> None:
        if parent.integer_valued or parent.atoms is not None:
            raise TypeError(f"a ranked law needs a continuous parent, got {parent!r}")
        super().__init__(with_tails(parent), k, n)

    def describe(self) -> str:
        return f"order_statistic({self.parent.describe()}, k={self.k}, n={self.n})"
