"""Adaptive Gauss-Kronrod quadrature, all intervals of a generation evaluated in one call.

The rule is the pair G10/K21 of Kronrod (1965) with the error scaling of QUADPACK
(Piessens et al., 1983, section 2.2.1.1). Unlike QUADPACK one call of the integrand serves
every interval that still needs work, so a scipy law is called tens of times, not thousands.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

FloatArray = NDArray[np.float64]

_EPS = float(np.finfo(float).eps)
_HALF_NODES = (
    0.995657163025808080735527280689003,
    0.973906528517171720077964012084452,
    0.930157491355708226001207180059508,
    0.865063366688984510732096688423493,
    0.780817726586416897063717578345042,
    0.679409568299024406234327365114874,
    0.562757134668604683339000099272694,
    0.433395394129247190799265943165784,
    0.294392862701460198131126603103866,
    0.148874338981631210884826001129720,
)
_HALF_WEIGHTS = (
    0.011694638867371874278064396062192,
    0.032558162307964727478818972459390,
    0.054755896574351996031381300244580,
    0.075039674810919952767043140916190,
    0.093125454583697605535065465083366,
    0.109387158802297641899210590325805,
    0.123491976262065851077958109585166,
    0.134709217311473325928054001771707,
    0.142775938577060080797094273138717,
    0.147739104901338491374841515972068,
)
NODES = np.array([*(-x for x in _HALF_NODES), 0.0, *reversed(_HALF_NODES)])
KRONROD = np.array([*_HALF_WEIGHTS, 0.149445554002916905664936468389821, *reversed(_HALF_WEIGHTS)])
# Just inside the ends of an interval: a fall that hides between an end and the first node
# leaves all 21 values equal and the rule content. A jump placed on the end stays outside.
_INSIDE = 1.0 - 1e-11
_POINTS = np.array([-_INSIDE, *NODES, _INSIDE])
# The Gauss nodes are every second Kronrod node.
GAUSS = np.zeros(21)
GAUSS[1::2] = np.polynomial.legendre.leggauss(10)[1]


class Integral(NamedTuple):
    """Value, bound on the truncation error, mean absolute integrand, and work done."""

    value: float
    error: float
    absolute: float
    evaluations: int
    converged: bool


def integrate(
    function: Callable[[FloatArray], FloatArray],
    edges: FloatArray,
    *,
    rtol: float = 1e-15,
    atol: float = 0.0,
    noise: float = 4.0 * _EPS,
    max_evaluations: int = 200_000,
) -> Integral:
    """Integrate a vectorised function over consecutive intervals, bisecting where needed.

    Parameters
    ----------
    function : callable
        Maps a 1-D array of points to their values, all finite.
    edges : ndarray
        Rising edges of the starting intervals: put every kink here.
    rtol, atol : float
        An interval is left alone once its error is below its share of
        ``max(atol, rtol * integral of |function|)``.
    noise : float
        Relative rounding error of the integrand: no interval is refined below it. It is not
        part of the reported error; whoever knows the integrand adds what it does.
    max_evaluations : int
        Work limit; where it is reached ``converged`` is False.

    Returns
    -------
    Integral
        ``error`` adds the scaled Gauss-Kronrod differences and the rounding of the sum.

    Examples
    --------
    >>> result = integrate(np.exp, np.array([0.0, 1.0]))
    >>> abs(result.value - (np.e - 1)) < result.error < 1e-14
    True
    """
    left, right = np.asarray(edges[:-1], dtype=float), np.asarray(edges[1:], dtype=float)
    keep = right > left
    left, right = left[keep], right[keep]
    span = float(right[-1] - left[0]) if left.size else 0.0
    done = np.zeros(3)
    total, evaluations, converged = 0.0, 0, True
    while left.size:
        value, error, absolute = _panels(function, left, right)
        evaluations += _POINTS.size * left.size
        total = max(total, float(done[2] + absolute.sum()))
        goal = np.maximum(max(atol, rtol * total) * _share(left, right, span), noise * absolute)
        middle = 0.5 * (left + right)
        finished = (error <= goal) | ~((middle > left) & (middle < right))
        if evaluations > max_evaluations and not finished.all():
            finished[:], converged = True, False
        done += value[finished].sum(), error[finished].sum(), absolute[finished].sum()
        left, middle, right = left[~finished], middle[~finished], right[~finished]
        left, right = np.concatenate([left, middle]), np.concatenate([middle, right])
    rounding = 12.0 * _EPS * done[2]
    return Integral(
        float(done[0]), float(done[1] + rounding), float(done[2]), evaluations, converged
    )


def _share(left: FloatArray, right: FloatArray, span: float) -> FloatArray:
    """Part of the tolerance an interval may spend: its width's, but never below 1/200."""
    return np.maximum((right - left) / span, 1.0 / 200.0)


@lru_cache(maxsize=1)
def _to_the_ends() -> FloatArray:
    """Weights that extrapolate the polynomial through the 21 values to both ends, shape (21, 2)."""
    gaps = NODES[:, None] - NODES + np.eye(21)
    barycentric = 1.0 / gaps.prod(axis=1)
    terms = barycentric[:, None] / (np.array([-_INSIDE, _INSIDE]) - NODES[:, None])
    return np.asarray(terms / terms.sum(axis=0))


def _panels(
    function: Callable[[FloatArray], FloatArray], left: FloatArray, right: FloatArray
) -> tuple[FloatArray, FloatArray, FloatArray]:
    """K21 value, error estimate and integral of |f| on each interval."""
    half = 0.5 * (right - left)
    x = 0.5 * (left + right)[:, None] + half[:, None] * _POINTS
    all_values = np.asarray(function(x.ravel()), dtype=float).reshape(x.shape)
    y = all_values[:, 1:-1]
    value = half * (y @ KRONROD)
    absolute = half * (np.abs(y) @ KRONROD)
    spread = half * (np.abs(y - (y @ KRONROD)[:, None] / 2.0) @ KRONROD)
    difference = np.abs(value - half * (y @ GAUSS))
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        scaled = spread * np.minimum(1.0, (200.0 * difference / spread) ** 1.5)
    surprise = np.abs(all_values[:, [0, -1]] - y @ _to_the_ends()).sum(axis=1)
    # What rounding alone does to the extrapolation is no surprise.
    surprise = np.maximum(surprise - 1e-13 * np.abs(all_values).max(axis=1), 0.0)
    hidden = half * (1.0 - NODES[-1]) * surprise
    return value, np.where(spread > 0.0, scaled, difference) + hidden, absolute
