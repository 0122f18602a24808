"""How many of P independent workers have finished: tails of a Poisson-binomial count.

Groups of equal workers are binomial; groups are convolved directly. Every term is positive, so
no tail is negative and small tails keep their digits, which the Fourier method does not give.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from runtime_theory.numerics.residuals import deviance, stirling_residual

FloatArray = NDArray[np.float64]


def count_tails(
    groups: Sequence[tuple[FloatArray, FloatArray, int]], k: int
) -> tuple[FloatArray, FloatArray]:
    """Pr[count >= k] and Pr[count < k].

    Parameters
    ----------
    groups : sequence of (p, q, number)
        Arrays of the probability of having finished, its complement, and the group's size.
    k : int
        1 <= k <= total number.

    Returns
    -------
    reached, missed : ndarray
        Both summed from their own terms.

    Examples
    --------
    >>> half = np.array([0.5])
    >>> reached, missed = count_tails([(half, half, 2), (half, half, 1)], 2)
    >>> float(reached[0]), float(missed[0])
    (0.5, 0.5)
    """
    law = count_pmf(groups)
    return law[k:].sum(axis=0), law[:k].sum(axis=0)


def count_pmf(groups: Sequence[tuple[FloatArray, FloatArray, int]]) -> FloatArray:
    """Rows Pr[count = j], j = 0..total, all of them sums of positive terms."""
    law = np.ones((1, np.size(groups[0][0])))
    for p, q, number in groups:
        law = _convolved(law, binomial_pmf(p, q, number))
    return law


def binomial_pmf(p: FloatArray, q: FloatArray, number: int) -> FloatArray:
    """Rows Pr[Bin(number, p) = j], j = 0..number, for arrays p and q = 1-p.

    References
    ----------
    Loader (2000), Fast and accurate computation of binomial probabilities.
    """
    if number == 1:
        return np.stack([q, p])
    # Loader's saddle-point form: no difference of large log-gammas.
    inner = np.arange(1.0, number)[:, None]
    coefficient = stirling_residual(np.array([float(number)])) - (
        stirling_residual(inner) + stirling_residual(number - inner)
    )
    spread = 0.5 * np.log(number / (2.0 * np.pi * inner * (number - inner)))
    with np.errstate(under="ignore", divide="ignore", invalid="ignore"):
        out = np.empty((number + 1, p.size))
        fit = deviance(inner, number * p) + deviance(number - inner, number * q)
        out[1:-1] = np.exp(coefficient + spread - fit)
        out[0] = np.exp(number * np.where(q > 0.5, np.log1p(-p), np.log(q)))
        out[-1] = np.exp(number * np.where(p > 0.5, np.log1p(-q), np.log(p)))
    return out


def _convolved(a: FloatArray, b: FloatArray) -> FloatArray:
    """Laws of the sum, column by column; the shorter one is looped over."""
    if a.shape[0] > b.shape[0]:
        a, b = b, a
    out = np.zeros((a.shape[0] + b.shape[0] - 1, max(a.shape[1], b.shape[1])))
    with np.errstate(under="ignore"):
        for i, row in enumerate(a):
            out[i : i + b.shape[0]] += row * b
    return out
