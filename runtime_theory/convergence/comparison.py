"""Fresh against stale gradients at the same learning rate: decay in an update, and floors."""

from __future__ import annotations

from functools import partial
from typing import Any

from runtime_theory.convergence.terms import Analysis, gain
from runtime_theory.formulas.formula import Formula
from runtime_theory.formulas.vocabulary import symbol, symbols
from runtime_theory.references import DUTTA2018

__all__ = ["DECAY_ADVANTAGE", "DECAY_LOSS_SHARP", "FLOOR_RATIO"]


def _advantage() -> Any:
    eta, c, gamma, p0 = symbols("eta c gamma p0")
    return eta * c * (p0 / 2 - gamma)


def _loss() -> Any:
    eta, c, gamma, p0 = symbols("eta c gamma p0")
    slack = gain(Analysis.SYNC_SHARP) - 1  # 1 - eta L (M_G/(Km) + 1)
    return eta * c * (gamma + (1 - p0) * slack)


def _ratio(analysis: Analysis) -> Any:
    return symbol("P") / (symbol("K") * gain(analysis))


DECAY_ADVANTAGE = Formula(
    "decay of stale gradients against fresh ones",
    _advantage,
    r"\rho_{\mathrm{sync}} - \rho_{\mathrm{async}}",
    DUTTA2018,
)
"""Positive, so that the bound for async decays faster, iff p_0/2 > gamma (section 3.2)."""

DECAY_LOSS_SHARP = Formula(
    "decay of fresh gradients against stale ones, sharp",
    _loss,
    r"\rho_{\mathrm{async}} - \rho_{\mathrm{sync}}",
    DUTTA2018,
)
"""Never negative: with nothing thrown away the bound for async does not decay faster."""

FLOOR_RATIO = Formula(
    "floor of K-async against sync",
    partial(_ratio, Analysis.ASYNC),
    r"\text{floor}_{\mathrm{async}} / \text{floor}_{\mathrm{sync}}",
    DUTTA2018,
)
"""P/(K gamma'): above 1 unless K gamma' >= P, which takes staleness that helps."""
