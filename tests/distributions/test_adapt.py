"""as_distribution: what stands for a law, and the constructor to use where it is unclear."""

import math
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pandas as pd
import polars as pl
import pytest
import sympy
from hypothesis import given
from hypothesis import strategies as st
from oracles.labels import label
from scipy import stats
from sympy import stats as random_variables

from runtime_theory.distributions.adapt import as_distribution, as_law
from runtime_theory.distributions.base import Distribution
from runtime_theory.distributions.discrete import Deterministic
from runtime_theory.distributions.measured.trace import Trace
from runtime_theory.distributions.workers import Workers


@pytest.mark.parametrize(
    "obj,shown",
    [
        (stats.expon(scale=2), "<expon(scale=2)>"),
        (stats.expon, "<expon>"),
        (stats.gamma(2.5, 1), "<gamma(a=2.5, loc=1)>"),
        (stats.uniform(1, 2), "<uniform(loc=1, scale=2)>"),
        (stats.poisson(3), "<poisson(mu=3)>"),
        (stats.geom(0.25, loc=2), "<geom(p=0.25, loc=2)>"),
        (stats.rv_discrete(values=([1, 2], [0.5, 0.5])), "<discrete([1, 2], [0.5, 0.5])>"),
        (stats.Normal(mu=1, sigma=2), "<norm(loc=1, scale=2)>"),
        (random_variables.Exponential("X", sympy.Rational(1, 2)), "<expon(scale=2)>"),
        (range(1, 5), "<trace(n=4, mean=2.5 s)>"),
        ([1, 2], "<trace(n=2, mean=1.5 s)>"),
        (np.array([1.0, 2.0]), "<trace(n=2, mean=1.5 s)>"),
        (pd.Series([1.0, 2.0]), "<trace(n=2, mean=1.5 s)>"),
        (pl.Series([1.0, 2.0]), "<trace(n=2, mean=1.5 s)>"),
        ([Fraction(1), Decimal(2)], "<trace(n=2, mean=1.5 s)>"),
        ([np.float32(1), np.int64(2)], "<trace(n=2, mean=1.5 s)>"),
        ([stats.expon(), (stats.gamma(2), 3)], "<workers(1 x expon, 3 x gamma(a=2))>"),
        ([[1.0, 2.0], [3.0]], "<workers(1 x trace(n=2, mean=1.5 s), 1 x trace(n=1, mean=3 s))>"),
    ],
    ids=label,
)
def test_what_stands_for_a_law(obj, shown):
    assert repr(as_distribution(obj)) == shown


def test_laws_pass_through():
    for law in (Deterministic(2.0), Trace([1.0]), Workers([Deterministic(1.0)])):
        assert as_distribution(law) is law


@pytest.mark.parametrize(
    "obj,match",
    [
        (2.0, r"^2.0 is no law: rt.Deterministic\(2.0\) is a worker that always takes this long"),
        (np.float64(2), r"^2.0 is no law: rt.Deterministic\(2.0\)"),
        (np.array(3.0), "rt.Deterministic"),
        (3, "rt.Deterministic"),
        (Decimal("1.5"), "rt.Deterministic"),
        (True, "rt.Deterministic"),
        ("expon", r"'expon' is a string: rt.parse_law\('expon'\) .* rt.read_trace\('expon'\)"),
        ((1.0, 2.0), r"the tuple .*rt.Trace\(list.*rt.Workers.*rt.Discrete\(values"),
        ((stats.expon(), 3), r"the tuple .*rt.Workers\(\[\(law, count\)"),
        (lambda x: x, r"is a function: rt.SurvivalFunction\(sf, support\)"),
        (math.exp, "is a function: rt.SurvivalFunction"),
        (pd.DataFrame({"a": [1]}), r"a data frame is read by rt.read_trace\(frame, column="),
        (pl.DataFrame({"a": [1]}), "a data frame is read by rt.read_trace"),
        ({1.0, 2.0}, "got set: pass a list"),
        ({"a": 1}, "got dict: pass a list"),
        (iter([1.0]), "pass a list"),
        (None, "a law must be .*; got None"),
        (object(), "a law must be"),
        (stats.multivariate_normal([0, 0]), "a law must be"),
        (stats.gamma, r"gamma has free parameters: freeze it, stats.gamma\(a\)"),
        (stats.Normal, "Normal is a class"),
        ([1, "a"], "must be real numbers, got 'a' in row 1"),
        ([1, True], "must be real numbers, got True in row 1"),
        (["a", "b"], "measurements or laws, got 'a' in position 0"),
        ([stats.expon(), 1.0], "measurements or laws, got 1.0 in position 1"),
        (np.array(["a"]), "got text"),
    ],
    ids=label,
)
def test_what_could_mean_several_things(obj, match):
    with pytest.raises(TypeError, match=match):
        as_distribution(obj)


@pytest.mark.parametrize(
    "obj,match",
    [
        ([], "must not be empty"),
        ([1.0, math.nan], "nan in row 1"),
        ([1.0, -1.0], "-1 in row 1"),
        ([None, 1.0], "nan in row 0"),
        (np.ones((2, 2)), r"one-dimensional, got shape \(2, 2\); rt.read_trace"),
        (pd.Series([1.0, None]), "nan in row 1"),
        (range(0), "must not be empty"),
        (range(3, -3, -1), "-1 in row 4"),
        ([(stats.expon(), 0)], "worker 0: count must be"),
    ],
    ids=label,
)
def test_measurements_and_workers_are_checked(obj, match):
    with pytest.raises(ValueError, match=match):
        as_distribution(obj)


def test_as_law_refuses_a_list_of_laws():
    assert as_law([1.0, 2.0]).sample_size == 2
    with pytest.raises(TypeError, match="one law is needed here, got <workers"):
        as_law([stats.expon(), stats.gamma(2)])


def test_symbolic_parameters_are_refused_by_name():
    rate = sympy.Symbol("mu", positive=True)
    with pytest.raises(TypeError, match="mu"):
        as_distribution(random_variables.Exponential("X", rate))


ANYTHING = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.complex_numbers()
    | st.text(max_size=3)
    | st.binary(max_size=3)
    | st.fractions()
    | st.decimals()
    | st.dates(),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.tuples(inner, inner)
        | st.dictionaries(st.text(max_size=2), inner, max_size=2)
    ),
    max_leaves=6,
)


@given(ANYTHING)
def test_anything_is_a_law_or_a_clear_error(obj):
    message, law = "", None
    try:
        law = as_distribution(obj)
    except (TypeError, ValueError) as refused:
        message = str(refused)
    if law is None:
        assert len(message) > 20
        return
    assert isinstance(law, Distribution | Workers)
    assert isinstance(obj, list)  # nothing else of these is a law
    for part in law if isinstance(law, Workers) else [law]:
        assert np.isfinite(part.values).all()
        assert (part.values >= 0).all()
