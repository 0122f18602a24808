"""All n expected order statistics from one pass."""

import math
import time

import numpy as np
import pytest
from scipy import stats

import runtime_theory as rt

SMOOTH = {
    "gamma": stats.gamma(2.5), "norm": stats.norm(), "norm far": stats.norm(1e6, 1),
    "lognorm": stats.lognorm(1), "weibull": stats.weibull_min(0.5), "t": stats.t(3),
    "beta": stats.beta(0.5, 0.5), "invgauss": stats.invgauss(2), "expon": stats.expon(),
    "tiny": stats.gamma(2.5, 100, 1e-9),
}  # fmt: skip
OTHER = {
    "discrete": rt.Discrete([1, 2, 6], [0.5, 0.25, 0.25]), "die": stats.randint(1, 7),
    "geometric": stats.geom(0.3), "deterministic": rt.Deterministic(2.0),
    "trace": [0.5, 0.5, 1.0, 3.0, 9.0], "laplace": stats.laplace(),
}  # fmt: skip
every = pytest.mark.parametrize("law", [*SMOOTH.values(), *OTHER.values()], ids=[*SMOOTH, *OTHER])


def all_errors(result, singles):
    errors = np.abs(result.value - [float(s) for s in singles])
    return errors, result.error + [float(s.error) for s in singles]


@every
@pytest.mark.parametrize("n", [1, 2, 15, 16, 40])
def test_every_entry_is_the_single_answer(law, n):
    table = rt.expected_order_statistics(law, n)
    assert table.shape == (n,)
    assert table.unit == "s"
    singles = [rt.order_statistic(law, k, n).mean() for k in range(1, n + 1)]
    errors, allowed = all_errors(table, singles)
    assert np.all(errors <= allowed)
    size = np.abs(table.value) + table.value.std() + 1e-300
    assert np.all(errors <= 1e-13 * size)


@every
@pytest.mark.parametrize("n", [5, 100])
def test_they_sum_to_n_means_and_rise(law, n):
    table = rt.expected_order_statistics(law, n)
    mean = rt.as_distribution(law).mean()
    gap = abs(math.fsum(table.value) - n * float(mean))
    assert gap <= table.error.sum() + n * float(mean.error) + 4e-16 * n * abs(float(mean))
    steps = np.diff(table.value)
    assert np.all(steps >= -(table.error[1:] + table.error[:-1]))


@pytest.mark.parametrize("name", ["gamma", "lognorm", "norm", "weibull"])
@pytest.mark.parametrize("n", [1000, 5000])
def test_large_tables(name, n):
    law = SMOOTH[name]
    table = rt.expected_order_statistics(law, n)
    for k in (1, 2, 3, 4, 7, 8, 100, n // 3, n // 2, n // 2 + 1, n - 64, n - 7, n - 1, n):
        single = rt.order_statistic(law, k, n).mean()
        error = abs(table.value[k - 1] - float(single))
        assert error <= table.error[k - 1] + float(single.error), k
        assert error <= 1e-13 * abs(float(single)) + 4e-16, k
    mean = float(rt.as_distribution(law).mean())
    assert math.fsum(table.value) == pytest.approx(n * mean, rel=1e-13, abs=1e-12 * n)


@pytest.mark.slow
def test_a_law_without_good_quantiles():
    """Student's t takes another route: every rank is still one pass, not one integral."""
    start = time.process_time()
    table = rt.expected_order_statistics(stats.t(3), 1000)
    assert time.process_time() - start < 60
    assert np.all(np.abs(table.value + table.value[::-1]) <= 2 * table.error)
    assert np.all(np.diff(table.value) > 0)


@pytest.mark.slow
def test_a_hundred_thousand_ranks():
    table = rt.expected_order_statistics(stats.gamma(2.5), 100_000)
    assert math.fsum(table.value) == pytest.approx(250_000, rel=1e-13)
    assert np.all(np.diff(table.value) > 0)
    single = rt.order_statistic(stats.gamma(2.5), 77_777, 100_000).mean()
    assert table.value[77_776] == pytest.approx(float(single), rel=1e-14)


def test_symmetric_laws_are_antisymmetric():
    table = rt.expected_order_statistics(stats.norm(), 101)
    assert np.all(np.abs(table.value + table.value[::-1]) <= 2 * table.error)
    assert abs(table.value[50]) <= table.error[50] <= 1e-14


def test_closed_forms():
    table = rt.expected_order_statistics(stats.uniform(), 7)
    assert table.kind == "exact"
    assert table.value == pytest.approx(np.arange(1, 8) / 8, rel=1e-15)


def test_infinite_entries():
    table = rt.expected_order_statistics(stats.halfcauchy(), 20)
    assert np.all(np.isfinite(table.value[:19]))
    assert table.value[19] == math.inf
    assert table.error[19] == 0.0
    assert "E[X_(20:20)] diverges" in table.note
    cauchy = rt.expected_order_statistics(stats.cauchy(), 20)
    assert (cauchy.value[0], cauchy.value[19]) == (-math.inf, math.inf)
    assert np.all(np.isfinite(cauchy.value[1:19]))
    with pytest.raises(ArithmeticError, match="not defined"):
        rt.expected_order_statistics(stats.cauchy(), 1)


def test_several_infinite_entries():
    """Index 0.3: finite iff 0.3 (n-k+1) > 1, k <= n-3."""
    table = rt.expected_order_statistics(stats.lomax(0.3), 30)
    assert np.array_equal(np.isinf(table.value), np.arange(1, 31) > 27)


def test_traces_have_standard_errors():
    table = rt.expected_order_statistics([1.0, 2.0, 4.0], 2)
    # Nine pairs: smaller 1 x5, 2 x3, 4 x1; larger 1 x1, 2 x3, 4 x5.
    assert table.value == pytest.approx([15 / 9, 27 / 9], rel=1e-15)
    assert table.kind == "exact"
    assert table.standard_error.shape == (2,)


def test_workers():
    unlike = rt.Workers([(stats.expon(), 2), stats.expon(scale=2)])
    table = rt.expected_order_statistics(unlike)
    assert table.shape == (3,)
    assert table.value.sum() == pytest.approx(4.0, rel=1e-13)
    assert table.value[0] == pytest.approx(1 / 2.5, rel=1e-13)
    alike = rt.Workers([(stats.gamma(2.5), 4)])
    assert np.array_equal(
        rt.expected_order_statistics(alike).value,
        rt.expected_order_statistics(stats.gamma(2.5), 4).value,
    )


def test_results_cannot_be_written_to():
    table = rt.expected_order_statistics(stats.gamma(2.5), 5)
    with pytest.raises(ValueError, match="read-only"):
        table.value[0] = 0.0
