"""How many asynchronous updates are made in the time of one synchronous update."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from runtime_theory.distributions.adapt import as_distribution
from runtime_theory.distributions.workers import Workers
from runtime_theory.errors import check_integer
from runtime_theory.references import DUTTA2018
from runtime_theory.results import Result
from runtime_theory.schemes import Async, Sync
from runtime_theory.timing.fleet import Fleet
from runtime_theory.timing.registry import time_of

__all__ = ["speedup", "stacked"]


def speedup(X: Any, P: Any = None) -> Result:
    """Speed-up of asynchronous over synchronous SGD, per update: P E[X_{P:P}]/E[X].

    It grows like P log P for exponential tails. An update averages P gradients in one case
    and takes one in the other; per gradient the speed-up is this divided by P.

    Parameters
    ----------
    X
        Law of a mini-batch time, or a list of laws for learners that differ.
    P : int or array of int
        Number of learners; broadcasts. May be left out for a list of laws.

    Returns
    -------
    Result
        Without unit; an array where P is one.

    Raises
    ------
    ArithmeticError
        E[X] is infinite, so that the ratio has no value.
    TypeError, ValueError
        Wrong arguments, by name.

    References
    ----------
    Dutta et al. (2018), Theorem 1 and Corollary 1.

    Examples
    --------
    >>> from scipy import stats
    >>> print(f"{float(speedup(stats.expon(), 20)):.2f}")  # 20 H_20
    71.95
    >>> speedup(stats.uniform(), [1, 3]).value  # 2 P^2/(P+1)
    array([1. , 4.5])
    """
    law = as_distribution(X)
    if P is None:
        if not isinstance(law, Workers):
            raise TypeError("P must be given: the number of learners, an integer >= 1")
        P = law.P
    counts = np.asarray(P, dtype=object)
    results = [_ratio(law, check_integer("P", count, low=1)) for count in counts.ravel()]
    if counts.ndim == 0:
        return results[0]
    return stacked(results, counts.shape)


def _ratio(law: Any, P: int) -> Result:
    fleet = Fleet(law, P)
    slow, quick = time_of(Sync(P), fleet), time_of(Async(P), fleet)
    if math.isinf(quick.value):
        raise ArithmeticError(
            f"the speed-up has no value: sync and async both take infinitely long ({quick.note})"
        )
    return (slow / quick).replace(
        unit="", method="P E[X_{P:P}]/E[X]", references=(DUTTA2018, *slow.references)
    )


def stacked(results: list[Result], shape: tuple[int, ...]) -> Result:
    """Return one array Result of scalars of like origin; the weakest kind holds for all.

    Examples
    --------
    >>> stacked([Result(1.0, 0.0, kind="exact", method="m")] * 2, (2,)).value
    array([1., 1.])
    """
    if not results:
        raise ValueError("P must not be empty")
    kinds = list(type(results[0].kind))
    weakest = max(results, key=lambda result: kinds.index(result.kind))
    parts = {
        name: np.reshape([getattr(result, name) for result in results], shape)
        for name in ("value", "error", "lower", "upper")
    }
    spread = [result.standard_error for result in results]
    known = all(each is not None for each in spread)
    return weakest.replace(**parts, standard_error=np.reshape(spread, shape) if known else None)
