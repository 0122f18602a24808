"""Piecewise Legendre integrals from both ends, each accurate relative to itself."""

import numpy as np
import pytest
from mpmath import mp, mpf

from runtime_theory.numerics.panels import build_panels

EPS = 2.220446049250313e-16


def relative(values, truths):
    with mp.workdps(40):
        pairs = zip(values, truths, strict=True)
        return max(float(abs(mpf(float(v)) - t) / t) if t else float(abs(v)) for v, t in pairs)


def exponential(x):
    return np.exp(-x)


@pytest.fixture(scope="module")
def decaying():
    return build_panels(exponential, np.array([0.0, 1.0, 700.0]))


def test_the_far_tail_keeps_its_digits(decaying):
    x = np.linspace(0.0, 690.0, 500)
    with mp.workdps(40):
        truths = [mp.exp(-mpf(float(t))) - mp.exp(-700) for t in x]
    assert relative(decaying.integral_above(x), truths) < 2e-13


def test_the_near_end_keeps_its_digits():
    """Left integrals of x on a logarithmic variable, down to 1e-280."""
    panels = build_panels(lambda s: np.exp(2 * s), np.array([-340.0, -1.0, 0.0]))
    s = np.linspace(-320.0, 0.0, 400)
    with mp.workdps(40):
        truths = [(mp.exp(2 * mpf(float(t))) - mp.exp(-680)) / 2 for t in s]
    assert relative(panels.integral_below(s), truths) < 2e-13


def test_both_integrals_add_up(decaying):
    x = np.linspace(0.0, 700.0, 997)
    total = decaying.integral_below(x) + decaying.integral_above(x)
    assert total == pytest.approx(np.full(x.size, 1.0), rel=4e-15)


def test_integrals_are_monotone(decaying):
    x = np.sort(np.random.default_rng(1).uniform(0, 700, 5000))
    assert np.all(np.diff(decaying.integral_below(x)) >= -EPS)
    above = decaying.integral_above(x)
    assert np.all(np.diff(above) <= 4 * EPS * above[:-1])


def test_outside_the_edges_is_clipped(decaying):
    x = np.array([-1.0, 0.0, 700.0, 800.0])
    assert decaying.integral_below(x)[:2].tolist() == [0.0, 0.0]
    assert decaying.integral_above(x)[2:].tolist() == [0.0, 0.0]
    assert decaying.integral_below(x)[2] == decaying.integral_below(x)[3]
    assert decaying.integral_above(x)[0] == decaying.integral_above(x)[1]


def test_edges_between_panels_are_continuous(decaying):
    inner = decaying.edges[1:-1]
    left = decaying.integral_above(np.nextafter(inner, -1))
    at = decaying.integral_above(inner)
    assert np.all(np.abs(left / at - 1) < 1e-12)


@pytest.mark.parametrize(
    "function, primitive, edges",
    [
        (lambda x: 1 / (1 + x * x), mp.atan, [-50.0, 0.0, 50.0]),
        (lambda x: np.cosh(3 * x), lambda x: mp.sinh(3 * x) / 3, [-5.0, 5.0]),
        (lambda x: 2 + np.sin(20 * x), lambda x: 2 * x - mp.cos(20 * x) / 20, [0.0, 3.0]),
        (np.ones_like, lambda x: x, [0.0, 1.0]),
        (lambda x: np.exp(-x * x / 2), lambda x: mp.sqrt(mp.pi / 2) * mp.erf(x / mp.sqrt(2)),
         [-30.0, 0.0, 30.0]),
    ],
)  # fmt: skip
def test_smooth_functions(function, primitive, edges):
    panels = build_panels(function, np.array(edges))
    x = np.linspace(edges[0], edges[-1], 42)[1:-1]
    with mp.workdps(260):
        points = [mpf(float(t)) for t in x]
        below = [primitive(t) - primitive(mpf(edges[0])) for t in points]
        above = [primitive(mpf(edges[-1])) - primitive(t) for t in points]
    assert relative(panels.integral_below(x), below) < 3e-13
    assert relative(panels.integral_above(x), above) < 3e-13


def test_a_kink_on_an_edge_is_exact():
    panels = build_panels(lambda x: np.abs(x - 1) + 0.1, np.array([0.0, 1.0, 2.0]))
    assert panels.below[-1] == pytest.approx(1.2, rel=1e-15)
    assert panels.edges.size < 20


def test_a_kink_inside_is_bisected():
    panels = build_panels(lambda x: np.abs(x - 1 / 3) + 0.1, np.array([0.0, 1.0]))
    assert panels.below[-1] == pytest.approx(0.1 + 5 / 18, rel=1e-13)


def test_zero_stretches():
    panels = build_panels(lambda x: np.where(x < 1, 1.0, 0.0), np.array([0.0, 1.0, 5.0]))
    assert panels.integral_above(np.array([0.5, 1.0, 3.0])).tolist() == [0.5, 0.0, 0.0]


def test_an_unresolved_function_is_refused():
    noise = np.random.default_rng(1)
    with pytest.raises(ArithmeticError, match=r"not resolved by \d+ panels"):
        build_panels(lambda x: noise.random(x.size), np.array([0.0, 1.0]))


@pytest.mark.parametrize("count", [0, 1, 5])
def test_number_of_points(decaying, count):
    assert decaying.integral_above(np.linspace(1, 2, count)).shape == (count,)
