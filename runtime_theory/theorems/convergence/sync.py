"""Error of sync, K-sync and K-batch-sync SGD: all K gradients are read at the current model."""

from __future__ import annotations

from fractions import Fraction
from functools import partial

from runtime_theory.convergence import bounds
from runtime_theory.convergence.terms import Analysis
from runtime_theory.references import DUTTA2018
from runtime_theory.theorems.convergence.assumptions import PL, smooth
from runtime_theory.theorems.convergence.error import prove_error, prove_gradient_norm
from runtime_theory.theorems.convergence.models import Plane, noise_at_minimum, rational
from runtime_theory.theorems.kernel.theorem import Claim, Theorem
from runtime_theory.theorems.kernel.witness import Witness

__all__ = ["THEOREMS"]

_QUADRATIC = "a quadratic, its second moment update by update"
_BEYOND = Fraction(1001, 1000)


def _at(share: Fraction, L: Fraction, M_G: int, K: int, m: int, **more: Fraction) -> Plane:
    """Return fresh gradients at a share of 1/(L (1 + M_G/(Km)))."""
    largest = 1 / (L * (1 + Fraction(M_G, K * m)))
    more = {"sigma2": Fraction(7, 3), "start": Fraction(5), **more}
    return Plane(eta=share * largest, L=L, M_G=Fraction(M_G), K=K, m=m, **more)


def _edges(share: Fraction) -> tuple[Plane, ...]:
    """Return two models, with curvature and rate above and below 1."""
    return (_at(share, Fraction(3, 2), 10, 4, 3), _at(share, Fraction(1, 7), 2, 3, 5))


def _error_witnesses() -> tuple[Witness, ...]:
    found = []
    for plane in _edges(Fraction(1)):
        for J in (1, 3):
            found += _both(plane, J, sharp=True)
    for plane in _edges(_BEYOND):
        found += _both(plane, 3, sharp=False)
    for plane in _edges(Fraction(1, 2)):
        found += _slack(plane)
    for share in (Fraction(1, 3), Fraction(1, 50)):
        still = _at(share, Fraction(3, 2), 10, 4, 3, start=Fraction(0))
        point = still.point(c=Fraction(2, 9), J=1)
        truth = rational(noise_at_minimum(still))
        found.append(Witness("noise at the minimum, one update", point, truth, sharp=True))
    return tuple(found)


def _both(plane: Plane, J: int, *, sharp: bool) -> list[Witness]:
    """Return a witness of the bound after J updates, and one of the floor."""
    point, still = plane.point(J=J), rational(plane.stationary)
    return [
        Witness(_QUADRATIC, point, rational(plane.error(J)), sharp=sharp),
        Witness("the same, in the long run", plane.point(), still, sharp=sharp, claim=1),
    ]


def _slack(plane: Plane) -> list[Witness]:
    """Return witnesses that are not attained: the steep direction alone is excited, c < L."""
    point = plane.point(c=plane.L / 3)
    return [
        Witness(_QUADRATIC, point | {"J": 3}, rational(plane.error(3))),
        Witness("the same, in the long run", point, rational(plane.stationary), claim=1),
    ]


def _sharp_witnesses() -> tuple[Witness, ...]:
    found = []
    for share in (Fraction(1, 3), Fraction(19, 10), Fraction(1999, 1000)):
        for plane in _edges(share):
            found += _both(plane, 3, sharp=True)
            found += _slack(plane)
    for plane in _edges(2 * _BEYOND):
        point = plane.point(c=plane.L / 3, J=3)
        found.append(Witness(_QUADRATIC, point, rational(plane.error(3))))
        point = plane.point(c=plane.L / 3)
        found.append(Witness("it diverges", point, rational(Fraction(10) ** 9), claim=1))
    return tuple(found)


def _gradient_witnesses() -> tuple[Witness, ...]:
    from sympy import oo

    found = []
    for L, K, m in ((Fraction(3, 2), 4, 3), (Fraction(1, 7), 3, 5)):
        exact = _at(Fraction(1), L, 0, K, m, sigma2=Fraction(0))
        for J in (1, 3):
            truth = rational(exact.mean_squared_gradient(J))
            text = "a quadratic without noise: one update reaches the minimum"
            found.append(Witness(text, exact.point(J=J), truth, sharp=True))
    for share, sharp in ((Fraction(1), True), (_BEYOND, False)):
        for plane in _edges(share):
            truth = rational(2 * plane.L * plane.stationary)
            text = "a quadratic in the long run"
            found.append(Witness(text, plane.point(J=oo), truth, sharp=sharp))
            found.append(Witness(text, plane.point(), truth, sharp=sharp, claim=1))
    for plane in _edges(Fraction(1, 2)):
        long_run = rational(2 * plane.L * plane.stationary)
        truth = rational(plane.mean_squared_gradient(4))
        found.append(Witness(_QUADRATIC, plane.point(J=4), truth))
        found.append(Witness("the same, in the long run", plane.point(), long_run, claim=1))
    return tuple(found)


def _error(name: str, title: str, analysis: Analysis, count: str, locator: str) -> Theorem:
    exact = analysis is Analysis.SYNC_SHARP
    where = (
        "by every quadratic with $c = L$, for every $\\eta$ and $J$; false for larger $\\eta$"
        if exact
        else r"by a quadratic with $c = L$ at the largest $\eta$, for every $J$; for smaller "
        r"$\eta$ and $c < L$ by one update from the minimum; false for larger $\eta$"
    )
    return Theorem(
        name=name,
        title=title,
        assumptions=smooth(count) + PL,
        claims=(
            Claim(bounds.error_bound(analysis, count), where),
            Claim(bounds.error_floor(analysis, count), where),
        ),
        prove=partial(prove_error, analysis, count),
        reference=DUTTA2018,
        locator=locator,
        witnesses=_sharp_witnesses if exact else _error_witnesses,
    )


def _gradients(name: str, title: str, count: str) -> Theorem:
    where = (
        r"with $\sigma^2 = M_G = 0$ by a quadratic at $\eta = 1/L$, for every $J$; by a quadratic "
        r"at the largest $\eta$ as $J \to \infty$; false for larger $\eta$"
    )
    return Theorem(
        name=name,
        title=title,
        assumptions=smooth(count),
        claims=(
            Claim(bounds.gradient_norm_bound(Analysis.SYNC, count), where),
            Claim(bounds.gradient_floor(Analysis.SYNC, count), where),
        ),
        prove=partial(prove_gradient_norm, Analysis.SYNC, count),
        reference=DUTTA2018,
        locator="Theorem 5 without staleness",
        witnesses=_gradient_witnesses,
    )


_TWICE = "Lemma 2, for twice its learning rate"
THEOREMS = (
    _error("sync-error", "Error of sync SGD", Analysis.SYNC, "P", f"{_TWICE}, K = P"),
    _error("k-sync-error", "Error of K-sync and K-batch-sync SGD", Analysis.SYNC, "K", _TWICE),
    _error(
        "k-sync-error-sharp",
        "Error of K-sync and K-batch-sync SGD, sharpened",
        Analysis.SYNC_SHARP,
        "K",
        "Lemma 2, sharpened",
    ),
    _gradients("sync-gradients", "Gradients of sync SGD, non-convex", "P"),
    _gradients("k-sync-gradients", "Gradients of K-sync and K-batch-sync SGD, non-convex", "K"),
)
