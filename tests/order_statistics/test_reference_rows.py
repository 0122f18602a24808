"""E[X_{k:n}] against two tables of references of 28 digits and more.

tests/data/order_stat_refs.json is made by tests/oracles/make_order_stat_refs.py. A second table,
made by others, is read where it is present: RUNTIME_THEORY_SHARED or ../shared beside the
repository. Two questions, kept apart: is the reported error honest, and is the value accurate?
"""

import functools
import json
import math
import os
from pathlib import Path

import numpy as np
import pytest
from mpmath import mp, mpf
from oracles import make_order_stat_refs as maker
from scipy import stats

import runtime_theory as rt
from runtime_theory.distributions.adapt import as_law
from runtime_theory.distributions.expectation.engines import expectation
from runtime_theory.distributions.expectation.functional import Power
from runtime_theory.distributions.ranked import Rank

OWN = Path(__file__).parents[1] / "data" / "order_stat_refs.json"
SHARED = (
    Path(os.environ.get("RUNTIME_THEORY_SHARED", Path(__file__).parents[3] / "shared"))
    / "order_stat_refs.json"
)
# A decimal such as 1.1 is not a double: the second table means the decimal, the law the double.
DECIMAL = {"pareto": 4e-15, "hyperexpon": 2e-15}


def rows_of(path):
    if not path.exists():
        return []
    table = json.loads(path.read_text(encoding="utf-8"))
    return table["rows"] if isinstance(table, dict) else table


def groups(path):
    """Rows by law: one test a law keeps the number of tests small."""
    found = {}
    for row in rows_of(path):
        found.setdefault((row["dist"], json.dumps(row["params"])), []).append(row)
    return found


TABLES = {"own": groups(OWN), "shared": groups(SHARED)}
LAWS = [
    pytest.param(table, name, params, id=f"{table} {name} {params}")
    for table, laws in TABLES.items()
    for name, params in laws
] or [pytest.param("shared", "none", "{}", marks=pytest.mark.skip("no references"))]
every_law = pytest.mark.parametrize("table, name, params", LAWS)


def make(name, params):
    if name == "hyperexpon":
        p, rates = params["p"], params["rates"]
        return rt.PhaseType(p, -np.diag(rates))
    return getattr(stats, name)(**params)


@functools.cache
def quartile_range(name, params):
    law = as_law(make(name, json.loads(params)))
    return float(law.isf(0.25)) - float(law.ppf(0.25))


@functools.cache
def answers(table, name, params):
    """Every row with what the public question answers and what quadrature alone answers."""
    X = make(name, json.loads(params))
    law, out = as_law(X), []
    for row in TABLES[table][name, params]:
        k, n, truth = row["k"], row["n"], mpf_of(row["mean"])
        answer = rt.order_statistic(X, k, n).mean()
        numeric = None if mp.isinf(truth) else expectation(law, Rank(k, n - k + 1), Power())
        out.append((k, n, truth, answer, numeric))
    return out


def mpf_of(text):
    with mp.workdps(40):
        return mpf(text)


def distance(value, truth):
    with mp.workdps(40):
        return float(abs(mpf(float(value)) - truth))


def typed(table, name, truth):
    """What the table itself leaves open."""
    relative = 1e-27 + (DECIMAL.get(name, 0.0) if table == "shared" else 0.0)
    return relative * float(abs(truth))


def test_the_shipped_table_is_complete():
    rows = rows_of(OWN)
    assert len(rows) == len(maker.LAWS) * len(maker.RANKS)
    assert {(row["k"], row["n"]) for row in rows} == set(maker.RANKS)


@every_law
def test_the_reported_error_is_honest(table, name, params):
    for k, n, truth, answer, numeric in answers(table, name, params):
        for got in (answer, numeric):
            if got is not None and not mp.isinf(truth):
                error = distance(got.value, truth)
                assert error <= float(got.error) + typed(table, name, truth), (k, n, got)


@every_law
def test_the_value_is_accurate(table, name, params):
    spread = quartile_range(name, params)
    for k, n, truth, answer, numeric in answers(table, name, params):
        if mp.isinf(truth):
            continue
        allowed = 5e-14 * float(abs(truth)) + 2e-16 * spread
        for got in (answer, numeric):
            error = distance(got.value, truth) - typed(table, name, truth)
            if error > allowed:
                assert error <= 5 * scipy_error(name, params, k, n), (k, n, got)


@every_law
def test_infinite_means(table, name, params):
    for k, n, truth, answer, _ in answers(table, name, params):
        if mp.isinf(truth):
            assert float(answer) == float(truth), (k, n)
            assert "diverges" in answer.note
            assert float(answer.error) == 0.0
        else:
            assert math.isfinite(float(answer)), (k, n)


@every_law
def test_the_reported_error_is_useful(table, name, params):
    """An error bar is worth something: 1e-11 relative, or the rounding of the law itself."""
    spread = quartile_range(name, params)
    for k, n, truth, answer, _ in answers(table, name, params):
        if not mp.isinf(truth):
            floor = 1e-13 * spread + 20 * scipy_error_or_zero(name, params, k, n)
            assert float(answer.error) <= 1e-11 * float(abs(truth)) + floor, (k, n, answer)


def scipy_error(name, params, k, n):
    """Largest error of scipy's own quantiles where X_{k:n} lives, from the mpmath law."""
    shapes = json.loads(params)
    shapes.pop("loc", None)
    scale = shapes.pop("scale", 1.0)
    if name == "hyperexpon" or not hasattr(maker, name):
        return 0.0
    law = getattr(stats, name)(**shapes)
    spread = math.sqrt(1 / k + 1 / (n - k + 1))
    worst = 0.0
    with mp.workdps(40):
        plain = getattr(maker, name)(**shapes)
        for t in np.linspace(-4, 4, 17):
            z = math.log(k / (n - k + 1)) + t * spread
            u, s = 1 / (1 + math.exp(-z)), 1 / (1 + math.exp(z))
            x = mpf(float(law.ppf(u) if u < 0.5 else law.isf(s)))
            miss = plain.cdf(x) - mpf(u) if u < 0.5 else mpf(s) - plain.sf(x)
            if plain.support[0] < x < plain.support[1]:
                worst = max(worst, float(abs(miss / plain.pdf(x))))
    return worst * scale


@functools.cache
def scipy_error_or_zero(name, params, k, n):
    return scipy_error(name, params, k, n) if name in {"beta", "t", "invgauss", "loggamma"} else 0.0


@pytest.mark.parametrize("k, n", [(8, 8), (1000, 1000), (10**9, 10**9), (500, 1000)])
def test_hyperexponential_as_a_survival_function(k, n):
    """The same rows from a bare function: no quantiles, no family, no tail index."""
    p, slow = 0.05, 0.01
    law = rt.SurvivalFunction(
        lambda t: 0.95 * np.exp(-t) + p * np.exp(-slow * t), support=(0.0, math.inf)
    )
    truth = (
        next(
            mpf_of(row["mean"])
            for (name, _), rows in TABLES["own"].items()
            for row in rows
            if name == "hyperexpon" and (row["k"], row["n"]) == (k, n)
        )
        if (k, n) in maker.RANKS
        else None
    )
    got = rt.order_statistic(law, k, n).mean()
    assert distance(got, truth) <= float(got.error)
    assert distance(got, truth) <= 1e-12 * float(truth)
