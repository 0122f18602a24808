"""Covariances of order statistics, by a double trapezoid rule in logit space.

Given U_{k:n}, the ratio B = U_{j:n} / U_{k:n} is independent Beta(j, k-j) for j < k
(David and Nagaraja, 2003, section 2.5): the double integral has a product weight, and both
factors converge geometrically.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from runtime_theory.distributions.adapt import as_distribution
from runtime_theory.distributions.base import Distribution, FloatArray
from runtime_theory.distributions.expectation.moments import closed_form, mean, variance
from runtime_theory.distributions.expectation.tails import divergence, measured_tails
from runtime_theory.distributions.ranked import Rank, quantile
from runtime_theory.distributions.workers import Workers
from runtime_theory.errors import NoMethodError, check_integer
from runtime_theory.numerics.beta_logit import BetaLogit
from runtime_theory.order_statistics.table import collected
from runtime_theory.references import DAVID_NAGARAJA2003
from runtime_theory.results import Kind, Result

_EPS = 2.220446049250313e-16
_MOST = 32
_Factor = tuple[BetaLogit, tuple[float, float]]


def covariance_order_statistics(X: Any, n: int) -> Result:
    """Covariance matrix of X_{1:n}, ..., X_{n:n}.

    Parameters
    ----------
    X : law or trace
        Anything `as_distribution` takes, one law for all draws.
    n : int
        Number of draws, at most 32: the matrix has n(n+1)/2 different entries.

    Returns
    -------
    Result
        Array of shape (n, n), in seconds squared: closed forms (exact) where the family has
        them, else quadrature (numerical). Entries that diverge are inf.

    Raises
    ------
    NoMethodError
        The law is discrete and n > 1.
    TypeError, ValueError
        n is not an integer in 1..32; X is a list of different workers.

    Examples
    --------
    >>> from scipy import stats
    >>> np.round(covariance_order_statistics(stats.uniform(), 2).value * 36, 12)
    array([[2., 1.],
           [1., 2.]])
    """
    law = as_distribution(X)
    if isinstance(law, Workers):
        if not law.alike:
            raise TypeError("X must be one law for all draws, got workers that differ")
        law = law.groups[0][0]
    n = check_integer("n", n, low=1, high=_MOST)
    means = [mean(law, k, n) for k in range(1, n + 1)]
    entries = [[_entry(law, j, k, n, means) for k in range(j, n + 1)] for j in range(1, n + 1)]
    flat = collected([entries[min(i, j)][abs(i - j)] for i in range(n) for j in range(n)])
    return flat.replace(
        value=flat.value.reshape(n, n),
        error=flat.error.reshape(n, n),
        lower=None,
        upper=None,
        unit="s^2",
        standard_error=None,
    )


def _entry(law: Distribution, j: int, k: int, n: int, means: list[Result]) -> Result:
    """Covariance of the j-th and the k-th, j <= k."""
    if j == k:
        return variance(law, k, n)
    member = law.member
    closed = None if member is None else member.covariance(j, k, n)
    if member is not None and closed is not None:
        return closed_form(member, closed, "s^2")
    # On the right the larger one alone needs a mean and, with the smaller one, the smaller
    # one's second moment; on the left the other way round.
    high, low = divergence(law, Rank(k, n - k + 1), 1), divergence(law, Rank(j, n - j + 1), 1)
    both = divergence(law, Rank(j, n - j + 1), 2), divergence(law, Rank(k, n - k + 1), 2)
    if high.right or low.left or both[0].right or both[1].left:
        reason = (
            high if high.right else low if low.left else both[0 if both[0].right else 1]
        ).reason
        return Result(
            np.inf,
            0.0,
            kind=Kind.EXACT,
            method="tail index",
            note=f"Cov(X_({j}:{n}), X_({k}:{n})) diverges: {reason}",
            unit="s^2",
            references=(DAVID_NAGARAJA2003,),
        )
    if law.atoms is not None or law.integer_valued:
        raise NoMethodError(
            f"no method yet for the covariance of different order statistics of a discrete law, "
            f"{law.describe()}; its variances are known: order_statistic(X, k, n).var()"
        )
    base, scale = law, 1.0
    centres = [float(means[i - 1]) for i in (j, k)]
    if law.standardised is not None:
        base, loc, scale = law.standardised.base, law.standardised.loc, law.standardised.scale
        centres = [(c - loc) / scale for c in centres]
    value, error = _double(base, j, k, n, centres)
    rest = float(means[j - 1].error) * float(means[k - 1].error)
    return Result(
        scale**2 * value,
        scale**2 * error + rest,
        kind=Kind.NUMERICAL,
        method="double trapezoid rule in logit space",
        unit="s^2",
        references=(DAVID_NAGARAJA2003,),
    )


def _double(law: Distribution, j: int, k: int, n: int, centres: list[float]) -> tuple[float, float]:
    """Covariance and its error from halving both steps until it settles."""
    left, right = (1.0 / index for index in measured_tails(law))
    # Given a large U_{k:n} the smaller one is an independent draw below it.
    upper = (
        BetaLogit(float(k), float(n - k + 1)),
        (2.0 * left, 2.0 * right if 2.0 * right < n - k + 1 else right),
    )
    ratio = BetaLogit(float(j), float(k - j)), (left, 0.0)
    values: list[float] = []
    size, error = 0.0, np.inf
    for halvings in (1, 2, 3, 4, 5):
        value, size = _product_rule(law, upper, ratio, halvings, centres)
        values.append(value)
        if len(values) >= 3:
            change, before = abs(values[-1] - values[-2]), abs(values[-2] - values[-3])
            shrink = change / max(before, _EPS * size)
            # Geometric convergence squares the error; a kink in Q only divides it by four.
            error = 8.0 * (change * max(shrink, 1e-3) if shrink < 0.02 else max(change, before))
            if change <= 64.0 * _EPS * size:
                error = change
                break
    return values[-1], float(error + 64.0 * _EPS * size)


def _product_rule(
    law: Distribution, upper: _Factor, ratio: _Factor, halvings: int, centres: list[float]
) -> tuple[float, float]:
    outer, outer_weight = _nodes(*upper, halvings)
    inner, inner_weight = _nodes(*ratio, halvings)
    u, s = upper[0].uniforms(outer)
    b, rest = ratio[0].uniforms(inner)
    high = quantile(law, u, s) - centres[1]
    # U_{j:n} = U_{k:n} B, and its complement without cancellation.
    low = quantile(law, np.outer(u, b), s[:, None] + np.outer(u, rest)) - centres[0]
    weight = outer_weight[:, None] * inner_weight
    weight /= weight.sum()
    terms = weight * low * high[:, None]
    return float(terms.sum()), float(np.abs(terms).sum())


def _nodes(
    beta: BetaLogit, growth: tuple[float, float], halvings: int
) -> tuple[FloatArray, FloatArray]:
    step = beta.step * 0.5**halvings
    # Half as far again as a pure power would need: a logarithmic factor may ride on it.
    left, right = (min(1.5 * r, 690.0) for r in beta.reach(*growth))
    delta = step * np.arange(-np.ceil(left / step), np.ceil(right / step) + 1.0)
    return delta, np.exp(beta.log_weight(delta))
