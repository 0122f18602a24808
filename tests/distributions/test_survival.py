"""SurvivalFunction: numbers from a bare function, and refusals that name the point."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy import stats

import runtime_theory as rt


def test_a_vectorised_and_a_scalar_function_agree() -> None:
    smooth = rt.SurvivalFunction(lambda x: np.exp(-(x**3)), (0.0, np.inf))
    scalar = rt.SurvivalFunction(lambda x: math.exp(-(x**3)), (0.0, np.inf))
    for k, n in ((1, 1), (3, 8), (8, 8)):
        a, b = (rt.order_statistic(law, k, n).mean() for law in (smooth, scalar))
        assert float(a) == pytest.approx(float(b), rel=1e-15)
        truth = rt.order_statistic(stats.weibull_min(3), k, n).mean()
        assert abs(float(a) - float(truth)) <= float(a.error) + float(truth.error)
        assert a.error < 1e-12


def test_a_step_is_a_deterministic_time_even_on_a_long_support() -> None:
    # https://github.com/scipy/scipy/issues/7204: quad over [0, 10000] returns 0 here.
    law = rt.SurvivalFunction(lambda x: (x < 1.0) * 1.0, (0.0, 10_000.0), breakpoints=[1.0])
    for k in (1, 8, 16):
        mean = rt.order_statistic(law, k, 16).mean()
        assert abs(float(mean) - 1.0) <= mean.error < 1e-12


def test_an_unnamed_jump_is_found() -> None:
    law = rt.SurvivalFunction(lambda x: np.where(x < 1.0, 1.0, np.exp(-x)), (0.0, np.inf))
    mean = law.mean()
    assert abs(float(mean) - (1.0 + math.exp(-1.0))) <= mean.error < 1e-9


def test_a_heavy_tail_is_inf_with_its_reason() -> None:
    law = rt.SurvivalFunction(lambda x: 1.0 / (1.0 + x), (0.0, np.inf))
    assert float(law.mean()) == math.inf
    assert "tail index" in law.mean().note
    second = rt.order_statistic(law, 1, 2).mean()  # S**2: mean 1
    assert abs(float(second) - 1.0) <= second.error < 1e-9


@pytest.mark.parametrize(
    "sf,support,words",
    [
        (lambda x: 1.5 - x, (0.0, 1.0), r"sf must lie in \[0, 1\], got sf\(0\)"),
        (lambda x: x * 0.0 + np.nan, (0.0, 1.0), "sf must lie in"),
        (lambda x: x, (0.0, 1.0), "sf must not rise"),
        (lambda x: x * 0.0 + 1.0, (0.0, np.inf), "fall to 0"),
        (lambda x: 1.0 - x, (1.0, 0.0), "support must rise"),
    ],
)
def test_wrong_functions_are_refused(sf: object, support: tuple[float, float], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        rt.SurvivalFunction(sf, support)  # type: ignore[arg-type]


@pytest.mark.parametrize("sf,support", [(3.0, (0, 1)), (lambda x: "a", (0, 1)), (lambda x: x, 3)])
def test_wrong_types_are_refused(sf: object, support: object) -> None:
    with pytest.raises(TypeError):
        rt.SurvivalFunction(sf, support)  # type: ignore[arg-type]


def test_breakpoints_outside_the_support_are_dropped_and_nan_is_named() -> None:
    law = rt.SurvivalFunction(lambda x: 1.0 - x, (0.0, 1.0), breakpoints=[-1.0, 0.5, 2.0])
    assert law.breakpoints == (0.5,)
    with pytest.raises(ValueError, match="breakpoints"):
        rt.SurvivalFunction(lambda x: 1.0 - x, (0.0, 1.0), breakpoints=[math.nan])


@pytest.mark.parametrize(
    "sf",
    [
        lambda x: 1.0 - stats.lomax(1.0).cdf(x),
        lambda x: 1.0 - stats.expon.cdf(x),
        stats.fisk(0.5475).sf,  # scipy's own is 1 - cdf
    ],
    ids=["lomax", "expon", "fisk"],
)
def test_a_tail_that_is_lost_is_refused(sf: object) -> None:
    with pytest.raises(ValueError, match="computed as 1 - cdf"):
        rt.SurvivalFunction(sf, (0.0, np.inf))  # type: ignore[arg-type]


def test_huge_and_tiny_scales_are_no_reason_to_refuse() -> None:
    for scale in (1e-100, 1e100):
        mean = rt.SurvivalFunction(lambda t, s=scale: np.exp(-t / s), (0.0, np.inf)).mean()
        assert abs(float(mean) - scale) <= mean.error < 1e-12 * scale
