"""Exponential learners: mini-batches arrive as one Poisson stream."""

from __future__ import annotations

from runtime_theory.distributions.adapt import as_law
from runtime_theory.distributions.base import Distribution
from runtime_theory.timing.fleet import Fleet

__all__ = ["arrival_law"]


def arrival_law(count: int, fleet: Fleet) -> Distribution:
    """Return the law of the `count`-th mini-batch of exponential learners: Erlang.

    The superposition of their Poisson streams has the summed rate, alike or not
    (Dutta et al. 2018, section 4.1).

    Parameters
    ----------
    count : int
        Number of mini-batches waited for.
    fleet : Fleet
        Memoryless learners.

    Examples
    --------
    >>> from scipy import stats
    >>> arrival_law(4, Fleet(stats.expon(), 8)).support[0]
    0.0
    """
    from scipy import stats

    return as_law(stats.gamma(count, scale=float(fleet.interval)))
