"""What the proofs of the error bounds rest on, as formulas of their own."""

from __future__ import annotations

from typing import Any

from runtime_theory.convergence.terms import growth
from runtime_theory.formulas.formula import Formula
from runtime_theory.formulas.vocabulary import symbols
from runtime_theory.references import DUTTA2018

__all__ = ["AFFINE", "DESCENT", "LEMMA_1", "LEMMA_9", "POLARISATION", "SECOND_MOMENT", "STEEPNESS"]


def _descent() -> Any:
    e, eta, L, slope, size = symbols("e_j eta L slope size2")
    return e - eta * slope + L * eta**2 * size / 2


def _steepness() -> Any:
    L, e = symbols("L e_j")
    return 2 * L * e


def _polarisation() -> Any:
    square, old, drift = symbols("grad2 stale2 drift2")
    return drift - square - old


def _second_moment() -> Any:
    sigma2, m, K, old = symbols("sigma2 m K stale2")
    return sigma2 / (K * m) + growth() * old


def _lemma_9() -> Any:
    sigma2, m, K, M_G, norms = symbols("sigma2 m K M_G sum_of_norms")
    return K * sigma2 / m + (M_G / m + K) * norms


def _lemma_1() -> Any:
    p0, square = symbols("p0 grad2")
    return p0 * square


def _affine() -> Any:
    rho, nu, gap, J = symbols("rho nu gap J")
    return nu / (1 - rho) + rho**J * (gap - nu / (1 - rho))


DESCENT = Formula("descent lemma", _descent, r"F(w - \eta v) - F^*", DUTTA2018, relation="<=")
"""F(w - eta v) <= F(w) - eta grad F(w) . v + (L/2) eta^2 |v|^2 for L-smooth F."""

STEEPNESS = Formula("squared gradient", _steepness, r"\|\nabla F(w)\|^2", DUTTA2018, "<=")
"""|grad F|^2 <= 2L (F - F*): with |grad F|^2 >= 2c (F - F*), F not constant, c <= L."""

POLARISATION = Formula(
    "polarisation",
    _polarisation,
    r"-\frac{2}{K} \sum_l \mathbb{E}[\nabla F(w_j) \cdot \nabla F(w_{\tau(l)})]",
    DUTTA2018,
)
"""-2 a.b = -|a|^2 - |b|^2 + |a - b|^2, in the mean over K gradients."""

SECOND_MOMENT = Formula(
    "second moment of the averaged gradient",
    _second_moment,
    r"\mathbb{E}\|v\|^2",
    DUTTA2018,
    "<=",
)
"""Of v, the average of K gradients with independent noise."""

LEMMA_9 = Formula(
    "second moment of the summed gradient",
    _lemma_9,
    r"\mathbb{E}\|\sum_{l=1}^{K} g(w_{\tau(l)}, \xi_l)\|^2",
    DUTTA2018,
    "<=",
)
"""As equation (36) of the supplement has it; the lemma's own statement (33) is wrong."""

LEMMA_1 = Formula("squared stale gradients", _lemma_1, r"G_{\tau}", DUTTA2018, ">=")
"""What fresh gradients alone contribute, their share given the past being at least p_0."""

AFFINE = Formula("affine recursion", _affine, "e_J", DUTTA2018)
"""Where e_{j+1} = rho e_j + nu, rho not 1."""
