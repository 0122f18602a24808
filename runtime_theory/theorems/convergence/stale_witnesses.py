"""SGD with stale gradients on quadratics of the plane: where the bounds are attained, and fail."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from runtime_theory.convergence.terms import Analysis
from runtime_theory.theorems.convergence.models import Plane, noise_at_minimum, rational
from runtime_theory.theorems.kernel.witness import Witness

__all__ = ["error_witnesses", "gradient_witnesses"]

_TURNED = "a quadratic in the plane whose stale gradients are turned and scaled"
_LONG = "the same, in the long run"
_NEAR = Fraction(1, 5000)  # how near to the edge of a condition its witnesses are
_BEYOND = Fraction(1001, 1000)
_NOTHING = (Fraction(0), Fraction(0))  # the stale learner saw the minimum
_RANGE = {Analysis.ASYNC: Fraction(1, 2), Analysis.ASYNC_SHARP: Fraction(1)}


def _plane(
    share: Fraction, real: Fraction, imaginary: Fraction, *, K: int, steep: bool, **more: Fraction
) -> Plane:
    """Return stale gradients, at a share of the rate 1/(L (1 + M_G/(Km)))."""
    L, M_G, m = (Fraction(3, 2), Fraction(10), 3) if steep else (Fraction(1, 7), Fraction(2), 5)
    values = {"sigma2": Fraction(7, 3), "start": Fraction(5), **more}
    eta = share / (L * (1 + M_G / (K * m)))
    return Plane(eta=eta, L=L, M_G=M_G, K=K, m=m, real=real, imaginary=imaginary, **values)


def _rotation(limit: Fraction, *, inside: bool) -> tuple[Fraction, Fraction]:
    """Return z with gamma = |1 - z|^2 just below, or above, 1 + limit |z|^2, and |z| < 1.

    The edge is the circle through 0 whose centre and radius are R = 1/(1 - limit); its
    rational points are 2R (t^2, t)/(1 + t^2).
    """
    shift = _NEAR if inside else -_NEAR
    radius = 1 / (1 - limit)
    t = 1 / (3 * radius)
    scale = 2 * radius / (1 + t**2)
    return scale * t**2 + shift, scale * t


def error_witnesses(analysis: Analysis, K: int) -> tuple[Witness, ...]:
    """Return where the error bound (claim 0) and its floor (claim 1) are attained, and fail."""
    largest = _RANGE[analysis]
    inner = largest if analysis is Analysis.ASYNC else largest / 3
    first, second = (Fraction(2, 3), Fraction(1, 4)), (Fraction(1, 9), Fraction(1, 3))
    found: list[Witness] = []
    for steep, z in ((True, first), (False, second)):
        found += _both(_plane(largest, *z, K=K, steep=steep), sharp=True)
        if inner < largest:
            found += _both(_plane(inner, *z, K=K, steep=steep), sharp=True)
        found += _edge_of_gamma(inner, K, steep=steep)
        found += _beyond(_plane(largest * _BEYOND, *z, K=K, steep=steep), analysis)
    found += _flat(_plane(largest / 2, *first, K=K, steep=True))
    half = Fraction(3, 7)
    found += _both(_plane(inner, *_NOTHING, K=K, steep=True, fresh=half), sharp=True)
    return (*found, _still(largest / 3, K))


def _both(plane: Plane, *, sharp: bool) -> list[Witness]:
    return [
        Witness(_TURNED, plane.point(J=3), rational(plane.error(3)), sharp=sharp),
        Witness(_LONG, plane.point(), rational(plane.stationary), sharp=sharp, claim=1),
    ]


def _edge_of_gamma(share: Fraction, K: int, *, steep: bool) -> list[Witness]:
    """Return witnesses on both sides of gamma' = 0; beyond it the loss grows without end."""
    inside = _plane(share, *_rotation(1 - share, inside=True), K=K, steep=steep)
    outside = _plane(share, *_rotation(1 - share, inside=False), K=K, steep=steep)
    point = outside.point(c=outside.L / 3)
    return [
        *_both(inside, sharp=True),
        Witness(_TURNED, point | {"J": 3}, rational(outside.error(3))),
        Witness("it diverges", point, rational(Fraction(10) ** 9), claim=1),
    ]


def _beyond(plane: Plane, analysis: Analysis) -> list[Witness]:
    """Return witnesses past the largest rate: p_0 may be claimed smaller than it is."""
    from sympy import Rational

    point: dict[str, Any] = plane.point()
    if analysis is Analysis.ASYNC_SHARP:
        point["p0"] /= Rational(2)
    truth = rational(plane.stationary)
    return [
        Witness(_TURNED, point | {"J": 3}, rational(plane.error(3))),
        Witness(_LONG, point, truth, claim=1),
    ]


def _flat(plane: Plane) -> list[Witness]:
    """Return witnesses that are not attained: the steep directions alone are excited, c < L."""
    point = plane.point(c=plane.L / 3)
    truth = rational(plane.stationary)
    return [
        Witness(_TURNED, point | {"J": 3}, rational(plane.error(3))),
        Witness(_LONG, point, truth, claim=1),
    ]


def _still(share: Fraction, K: int) -> Witness:
    start = Fraction(0)
    plane = _plane(share, Fraction(2, 3), Fraction(1, 4), K=K, steep=True, start=start)
    truth = rational(noise_at_minimum(plane))
    point = plane.point(c=Fraction(2, 9), J=1)
    return Witness("noise at the minimum, one update", point, truth, sharp=True)


def gradient_witnesses(analysis: Analysis, K: int) -> tuple[Witness, ...]:
    """Return where the bound on the gradients and its floor are attained, and fail."""
    largest = _RANGE[analysis]
    inner = largest if analysis is Analysis.ASYNC else largest / 3
    first, second = (Fraction(2, 3), Fraction(1, 4)), (Fraction(1, 9), Fraction(1, 3))
    found: list[Witness] = []
    for steep, z in ((True, first), (False, second)):
        found += _gradients(_plane(largest, *z, K=K, steep=steep))
        if inner < largest:
            found += _gradients(_plane(inner, *z, K=K, steep=steep))
        edge = _rotation(1 - inner, inside=True)
        found += _gradients(_plane(inner, *edge, K=K, steep=steep))
        past = _rotation(1 - inner, inside=False)
        found += _diverging(_plane(inner, *past, K=K, steep=steep))
        found += _gradients_beyond(_plane(largest * _BEYOND, *z, K=K, steep=steep), analysis)
        silent = _plane(inner, *first, K=K, steep=steep, sigma2=Fraction(0))
        found.append(_many_updates(silent))
    return (*found, *_not_attained(_plane(largest / 2, *first, K=K, steep=True)))


def _not_attained(plane: Plane) -> list[Witness]:
    point = plane.point()
    truth = rational(2 * plane.L * plane.stationary)
    return [
        Witness(_TURNED, point | {"J": 4}, rational(plane.mean_squared_gradient(4))),
        Witness(_LONG, point | {"p0": point["p0"] / 2}, truth, claim=1),
    ]


def _gradients(plane: Plane) -> list[Witness]:
    from sympy import oo

    truth = rational(2 * plane.L * plane.stationary)
    return [
        Witness(_LONG, plane.point(J=oo), truth, sharp=True),
        Witness(_LONG, plane.point(), truth, sharp=True, claim=1),
    ]


def _many_updates(plane: Plane) -> Witness:
    """Return the mean of many updates without noise, of which the bound is the limit."""
    from sympy import Rational

    J = 150
    truth = rational(plane.mean_squared_gradient(J))
    text = f"{_TURNED}, without noise, {J} updates"
    within = truth * Rational(1, 10**4)
    return Witness(text, plane.point(J=J), truth, sharp=True, within=within)


def _diverging(plane: Plane) -> list[Witness]:
    truth = rational(plane.mean_squared_gradient(3))
    endless = rational(Fraction(10) ** 9)
    return [
        Witness(_TURNED, plane.point(J=3), truth),
        Witness("it diverges", plane.point(), endless, claim=1),
    ]


def _gradients_beyond(plane: Plane, analysis: Analysis) -> list[Witness]:
    from sympy import Rational, oo

    point: dict[str, Any] = plane.point()
    if analysis is Analysis.ASYNC_SHARP:
        point["p0"] /= Rational(2)
    truth = rational(2 * plane.L * plane.stationary)
    return [
        Witness(_LONG, point | {"J": oo}, truth),
        Witness(_LONG, point, truth, claim=1),
    ]
