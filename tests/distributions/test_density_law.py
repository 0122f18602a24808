"""Tails rebuilt from a density alone: both to full relative accuracy, and honest about the rest."""

import math

import numpy as np
import pytest
from mpmath import mp, mpf
from oracles import closed_laws as laws

from runtime_theory.distributions.base import Route
from runtime_theory.distributions.expectation.density_law import DensityLaw


def bare(law):
    """Keep the density and the rough quantiles, break the tail probabilities."""

    def lost(x):
        raise AssertionError("the tails of the law itself must not be asked for")

    return laws.ClosedLaw(
        law.name,
        support=law.support,
        tails=law.tails,
        route=Route.DENSITY,
        breakpoints=law.breakpoints,
        cdf=lost,
        sf=lost,
        **{key: law.parts[key] for key in ("pdf", "ppf", "isf")},
    )


def normal(shift=0.0):
    return laws.ClosedLaw(
        "normal",
        support=(-math.inf, math.inf),
        pdf=lambda x: np.exp(-((x - shift) ** 2) / 2) / math.sqrt(2 * math.pi),
        ppf=lambda q: np.where(q < 0.5, -0.7, np.where(q > 0.5, 0.7, 0.0)) + shift,
        isf=None,
    )


def kinked():
    """Laplace: a kink at 0, given as a breakpoint."""
    return laws.ClosedLaw(
        "laplace",
        support=(-math.inf, math.inf),
        breakpoints=(0.0,),
        pdf=lambda x: np.exp(-np.abs(x)) / 2,
        ppf=lambda q: np.where(q < 0.5, np.log(2 * q), -np.log(2 - 2 * q)),
        isf=None,
    )


def check(law, cdf, sf, points, tolerance=4e-13):
    """The smaller tail at every point, down to 1e-250."""
    rebuilt = DensityLaw(bare(law))
    below, above = rebuilt.cdf(points), rebuilt.sf(points)
    with mp.workdps(330):
        for x, b, a in zip(points, below, above, strict=True):
            t = mpf(float(x))
            for value, truth in ((b, cdf(t)), (a, sf(t))):
                if mpf("1e-250") < truth < 0.6:
                    assert abs(mpf(float(value)) - truth) <= tolerance * truth, x


def test_exponential():
    points = 10.0 ** np.linspace(-240, math.log10(550), 120)
    check(laws.exponential(), lambda x: -mp.expm1(-x), lambda x: mp.exp(-x), points)


def test_normal():
    check(normal(), mp.ncdf, lambda x: mp.ncdf(-x), np.linspace(-33, 33, 133))


def test_laplace():
    def half(x):
        return mp.exp(-abs(x)) / 2

    check(
        kinked(),
        lambda x: half(x) if x < 0 else 1 - half(x),
        lambda x: half(x) if x > 0 else 1 - half(x),
        np.linspace(-500, 500, 101),
    )


@pytest.mark.parametrize("alpha", [1.1, 3.0])
def test_heavy_tail(alpha):
    a = mpf(alpha)
    points = 10.0 ** np.linspace(-200, 60, 60)
    check(laws.lomax(alpha), lambda x: -mp.expm1(-a * mp.log1p(x)), lambda x: (1 + x) ** -a, points)


def test_singular_left_end():
    points = 10.0 ** np.linspace(-200, 0, 60)[:-1]
    check(laws.power(0.5), mp.sqrt, lambda x: 1 - mp.sqrt(x), points)


def test_it_reports_how_much_mass_it_found():
    rebuilt = DensityLaw(bare(laws.exponential()))
    assert rebuilt.mass_error <= 4e-16
    assert rebuilt.tail_error <= 2e-12


def test_far_from_zero_the_error_says_so():
    """Without standardising, digits of x are lost: the reported tail error must cover it."""
    rebuilt = DensityLaw(bare(normal(shift=1e6)))
    points = 1e6 + np.linspace(-3, 3, 25)
    with mp.workdps(40):
        truths = [mp.ncdf(mpf(float(x)) - 10**6) for x in points]
    worst = max(abs(mpf(float(v)) - t) for v, t in zip(rebuilt.cdf(points), truths, strict=True))
    assert worst <= rebuilt.tail_error


def test_what_it_passes_on():
    law = bare(kinked())
    rebuilt = DensityLaw(law)
    assert rebuilt.support == law.support
    assert rebuilt.breakpoints == law.breakpoints
    assert rebuilt.tails == law.tails
    assert rebuilt.describe() == "laplace"
    assert rebuilt.route is Route.SURVIVAL
    assert rebuilt.pdf(np.array([1.0])) == pytest.approx([math.exp(-1) / 2])


def test_shapes_and_ends():
    rebuilt = DensityLaw(bare(laws.exponential()))
    assert rebuilt.cdf(np.zeros((2, 3))).tolist() == [[0.0] * 3] * 2
    assert rebuilt.sf(-1.0) == pytest.approx(1.0, rel=1e-15)
    assert rebuilt.sf(math.inf) == 0.0
    assert rebuilt.cdf(math.inf) == pytest.approx(1.0, rel=1e-15)


def test_a_density_that_does_not_integrate_to_one_is_refused():
    law = bare(laws.exponential())
    law.parts["pdf"] = lambda x: 1.001 * np.exp(-x)
    with pytest.raises(ArithmeticError, match=r"the density of exponential integrates to 1\.00"):
        DensityLaw(law)


def test_a_density_that_cannot_be_resolved_is_refused():
    law = bare(laws.exponential())
    noise = np.random.default_rng(1)
    law.parts["pdf"] = lambda x: np.exp(-x) * (1 + noise.random(np.shape(x)))
    with pytest.raises(ArithmeticError, match="not resolved"):
        DensityLaw(law)
