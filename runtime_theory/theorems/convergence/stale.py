"""Error of async, K-async and K-batch-async SGD: gradients may be read at older models."""

from __future__ import annotations

from functools import partial

from runtime_theory.convergence import bounds
from runtime_theory.convergence.terms import Analysis
from runtime_theory.references import DUTTA2018
from runtime_theory.theorems.convergence.assumptions import PL, STALENESS, smooth
from runtime_theory.theorems.convergence.error import prove_error, prove_gradient_norm
from runtime_theory.theorems.convergence.stale_witnesses import error_witnesses, gradient_witnesses
from runtime_theory.theorems.kernel.theorem import Claim, Theorem

__all__ = ["THEOREMS"]

_TURNED = (
    r"with gradients read at $w_j$, turned and scaled, where $(1 - \sqrt{p_0})^2 \le \gamma \le "
    r"(1 + \sqrt{p_0})^2$, which $D_\tau = \gamma G_j$ and $G_\tau = p_0 G_j$ together ask for "
    "(Cauchy--Schwarz)"
)
_FALSE = r"false for larger $\eta$ and for $\gamma' < 0$"
_SHARP = {
    Analysis.ASYNC: r"by a quadratic with $c = L$ at the largest $\eta$, for every $J$, "
    rf"{_TURNED}; for smaller $\eta$ and $c < L$ by one update from the minimum; {_FALSE}",
    Analysis.ASYNC_SHARP: r"by a quadratic with $c = L$, for every $\eta$ and $J$, "
    rf"{_TURNED}; {_FALSE}",
}
_SHARP_GRADIENTS = {
    Analysis.ASYNC: r"by a quadratic at the largest $\eta$ as $J \to \infty$, "
    rf"{_TURNED}; {_FALSE}",
    Analysis.ASYNC_SHARP: r"by a quadratic as $J \to \infty$, for every $\eta$, "
    rf"{_TURNED}; {_FALSE}",
}


def _error(
    name: str, title: str, locator: str, count: str | int = "K", analysis: Analysis = Analysis.ASYNC
) -> Theorem:
    return Theorem(
        name=name,
        title=title,
        assumptions=smooth(count) + PL + STALENESS,
        claims=(
            Claim(bounds.error_bound(analysis, count), _SHARP[analysis]),
            Claim(bounds.error_floor(analysis, count), _SHARP[analysis]),
        ),
        prove=partial(prove_error, analysis, count),
        reference=DUTTA2018,
        locator=locator,
        witnesses=partial(error_witnesses, analysis, 4 if count == "K" else 1),
    )


def _gradient(
    name: str, title: str, locator: str, count: str | int = "K", analysis: Analysis = Analysis.ASYNC
) -> Theorem:
    return Theorem(
        name=name,
        title=title,
        assumptions=smooth(count) + STALENESS,
        claims=(
            Claim(bounds.gradient_norm_bound(analysis, count), _SHARP_GRADIENTS[analysis]),
            Claim(bounds.gradient_floor(analysis, count), _SHARP_GRADIENTS[analysis]),
        ),
        prove=partial(prove_gradient_norm, analysis, count),
        reference=DUTTA2018,
        locator=locator,
        witnesses=partial(gradient_witnesses, analysis, 4 if count == "K" else 1),
    )


_SHARPER = Analysis.ASYNC_SHARP
_RATE = "with the learning rate that its Lemma 9 asks for"
THEOREMS = (
    _error("async-error", "Error of async SGD", "Corollary 2", 1),
    _error("k-async-error", "Error of K-async and K-batch-async SGD", f"Theorem 3, {_RATE}"),
    _error(
        "k-async-error-sharp",
        "Error of K-async and K-batch-async SGD, sharpened",
        "Theorem 3, sharpened",
        analysis=_SHARPER,
    ),
    _gradient("async-gradients", "Gradients of async SGD, non-convex", "Theorem 5, K = 1", 1),
    _gradient(
        "k-async-gradients",
        "Gradients of K-async and K-batch-async SGD, non-convex",
        f"Theorem 5, {_RATE}",
    ),
    _gradient(
        "k-async-gradients-sharp",
        "Gradients of K-async and K-batch-async SGD, sharpened, non-convex",
        "Theorem 5, sharpened",
        analysis=_SHARPER,
    ),
)
