"""Ageing classes: theorems for the families, and the numerical test against them."""

from __future__ import annotations

import pytest
from oracles.labels import label
from scipy import stats

import runtime_theory as rt
from runtime_theory.distributions.ageing import ageing_by_test

CASES = [
    (stats.expon(), "both"),
    (stats.expon(loc=1), "nbu"),
    (stats.gamma(2.5), "nbu"),
    (stats.gamma(0.5), "nwu"),
    (stats.weibull_min(3), "nbu"),
    (stats.weibull_min(0.5), "nwu"),
    (stats.uniform(), "nbu"),
    (stats.lomax(2.5), "nwu"),
    (stats.pareto(2), "neither"),
    (stats.lognorm(1), "neither"),
    (stats.norm(loc=1), "unknown"),
]


@pytest.mark.parametrize("law,expected", CASES, ids=label)
def test_known_classes(law: object, expected: str) -> None:
    assert str(rt.as_distribution(law).ageing) == expected


@pytest.mark.parametrize("law,expected", CASES[:10])
def test_the_grid_test_finds_the_theorem(law: object, expected: str) -> None:
    assert str(ageing_by_test(rt.as_distribution(law))) == expected


def test_traces_and_discrete_laws() -> None:
    assert str(ageing_by_test(rt.Deterministic(2.0))) == "nbu"
    assert str(ageing_by_test(rt.Discrete([0.0, 1.0], [0.5, 0.5]))) == "nbu"
    assert str(rt.as_distribution([1.0, 1.1, 1.2, 9.0]).ageing) == "neither"


def test_phase_type() -> None:
    assert str(rt.PhaseType.hyperexponential([0.9, 0.1], [1.0, 0.1]).ageing) == "nwu"
    assert str(rt.PhaseType.hypoexponential([1.0, 2.0]).ageing) == "nbu"
