"""Long run, stability and error on a quadratic: fixed points, spectral radii, printed digits."""

from __future__ import annotations

import pickle
from fractions import Fraction

import numpy as np
import pytest
import sympy

from runtime_theory.convergence.quadratic import (
    QUANTITIES,
    Model,
    formula_for,
    recursion_for,
    stationary_for,
)
from runtime_theory.schemes import SCHEMES

STALE = ["async", "k-async", "k-batch-async"]
SYNC = ["sync", "k-sync", "k-batch-sync"]


def spectral_radius(scheme, model):
    """Of the numeric one-step map, columns by applying the update to unit vectors."""
    recursion = recursion_for(scheme)
    silent = model._replace(s2=0.0)
    columns = [recursion.update(type_of(i), silent) for i in range(4)]
    return max(abs(np.linalg.eigvals(np.array(columns, dtype=float).T)))


def type_of(i):
    from runtime_theory.convergence.quadratic import Moments

    return Moments(*(1.0 if i == j else 0.0 for j in range(4)))


def value(scheme, quantity, **point):
    return formula_for(scheme, quantity).expr.subs(point)


def cases(scheme):
    """P, K and M over which a formula is tried."""
    for P in (2, 3, 5, 8, 13):
        highest = {"async": 1, "k-async": P, "k-batch-async": 2 * P}.get(scheme, P)
        for K in range(1, highest + 1):
            for M in (0.0, 0.7, 6.0):
                yield P, P if scheme == "sync" else K, M


@pytest.mark.parametrize("scheme", [scheme.name for scheme in SCHEMES])
def test_spectral_radius_is_one_at_the_limit_and_below_one_before(scheme):
    for P, K, M in cases(scheme):
        limit = float(value(scheme, "stability_limit", P=P, K=K, M=M, a=2.0))
        model = Model(P=P, K=K, eta=limit, a=2.0, M=M)
        assert spectral_radius(scheme, model) == pytest.approx(1, abs=1e-7)
        for share in (0.02, 0.3, 0.7, 0.999):
            assert spectral_radius(scheme, model._replace(eta=share * limit)) < 1
        for share in (1.001, 1.5, 4):
            assert spectral_radius(scheme, model._replace(eta=share * limit)) > 1


@pytest.mark.parametrize("scheme", [scheme.name for scheme in SCHEMES])
@pytest.mark.parametrize("P,K", [(2, 1), (2, 2), (5, 1), (5, 3), (5, 5), (8, 4), (8, 8)])
def test_stationary_moments_stay_as_they_are(scheme, P, K):
    K = {"async": 1, "sync": P}.get(scheme, K)
    model = Model(
        P=Fraction(P), K=K, eta=Fraction(1, 7), a=Fraction(3, 2), s2=Fraction(5), M=Fraction(1, 3)
    )
    long_run = stationary_for(scheme).moments(model)
    assert recursion_for(scheme).update(long_run, model) == long_run
    A, B, C, D = long_run
    assert A == C  # a copy is an earlier parameter
    assert D <= C
    shares = (
        [(1 - Fraction(1, P)) ** i for i in range(K)]
        if scheme == "k-batch-async"
        else [Fraction(1)]
    )
    gamma = sum(shares) / len(shares) * (A - 2 * B + C) / A
    assert stationary_for(scheme).gamma(model) == gamma
    assert value(scheme, "stationary_gamma", P=P, K=K, eta=sympy.Rational(1, 7), a=1.5) == (
        pytest.approx(float(gamma))
    )


@pytest.mark.parametrize("scheme", STALE)
def test_long_run_is_reached(scheme):
    K = 1 if scheme == "async" else 3
    model = Model(P=5, K=K, eta=0.2, a=1.5, s2=0.8, M=0.4)
    reached = recursion_for(scheme).run(9.0, 500, model)[-1]
    assert reached == pytest.approx(stationary_for(scheme).moments(model), rel=1e-12)
    error = value(scheme, "stationary_error", P=5, K=K, eta=0.2, a=1.5, s2=0.8, M=0.4)
    assert float(error) == pytest.approx(1.5 * reached.A / 2, rel=1e-12)
    square = value(scheme, "stationary_second_moment", P=5, K=K, eta=0.2, a=1.5, s2=0.8, M=0.4)
    assert float(square) == pytest.approx(reached.A, rel=1e-12)


@pytest.mark.parametrize(
    "scheme,K,digits",
    [
        ("async", 1, ".5663911093"),
        ("k-async", 1, ".5663911093"),
        ("k-async", 2, "1.1501991842"),
        ("k-async", 4, "2.2235367785"),
        ("k-async", 7, "2.4554674155"),
        ("k-async", 8, "2.0000000000"),
        ("k-batch-async", 1, ".5663911093"),
        ("k-batch-async", 2, ".9952268121"),
        ("k-batch-async", 4, "1.5785272177"),
        ("k-batch-async", 8, "2.2093649933"),
        ("k-batch-async", 16, "2.9574920148"),
    ],
)
def test_stability_limits_known_from_elsewhere(scheme, K, digits):
    found = value(scheme, "stability_limit", P=8, K=K, M=0, a=1)
    assert f"{float(found):.10f}".removeprefix("0") == digits


@pytest.mark.parametrize("quantity", QUANTITIES[:4])
def test_schemes_that_are_one_process_have_one_formula(quantity):
    point = {"P": 5, "a": 2, "s2": 3, "M": sympy.Rational(1, 3), "eta": sympy.Rational(1, 9)}
    one = [value(scheme, quantity, K=1, **point) for scheme in STALE]
    full = [value(scheme, quantity, K=5, **point) for scheme in ("sync", "k-sync", "k-async")]
    for same in (one, full):
        assert [sympy.nsimplify(sympy.radsimp(v - same[0])) for v in same] == [0] * len(same)


@pytest.mark.parametrize("scheme", SYNC)
def test_error_of_sync_kinds_after_J_updates(scheme):
    P, K = 4, 4 if scheme == "sync" else 3
    model = Model(
        P=Fraction(P),
        K=Fraction(K),
        eta=Fraction(2, 7),
        a=Fraction(3, 4),
        s2=Fraction(5),
        M=Fraction(1, 3),
    )
    path = recursion_for(scheme).run(Fraction(9), 12, model)
    point = {name: sympy.Rational(str(v)) for name, v in model._asdict().items()} | {"w_0": 3}
    for J in (0, 1, 12):
        square = value(scheme, "second_moment", J=J, **point)
        assert Fraction(str(square)) == path[J].A
        assert value(scheme, "error", J=J, **point) == square * sympy.Rational(3, 8)


def gamma_after(scheme, model, updates=4000):
    """Of the recursion, run until it does not move: the mean over the slots of an update."""
    A, B, C, _ = recursion_for(scheme).run(1.0, updates, model)[-1]
    slots = model.K if scheme == "k-batch-async" else 1
    return (A - 2 * B + C) / A * np.mean([(1 - 1 / model.P) ** i for i in range(slots)])


@pytest.mark.parametrize(
    "scheme,P,K,M,expected",
    [
        ("async", 2, 1, 0, None),
        ("async", 3, 1, 0, 1.0),
        ("async", 3, 1, 1, None),
        ("async", 8, 1, 0, 1 / 6),
        ("k-async", 8, 5, 0, None),
        ("k-async", 8, 6, 0, None),
        ("k-async", 8, 7, 0, None),
        ("k-async", 8, 8, 0, None),
        ("k-async", 8, 2, 0, 26 / 60),
        ("k-batch-async", 8, 4, 10, None),
        ("k-batch-async", 8, 4, 0, 0.65902),
        ("k-batch-async", 3, 6, 0, None),
    ],
)
def test_gamma_limit_is_where_gamma_or_stability_ends(scheme, P, K, M, expected):
    """None: where stability ends, however large the rate at which gamma would be 1."""
    edge = float(value(scheme, "gamma_limit", P=P, K=K, M=M, a=1))
    critical = float(value(scheme, "stability_limit", P=P, K=K, M=M, a=1))
    assert edge <= critical
    model = Model(P=P, K=K, eta=0.99 * edge, s2=1.0, M=M)
    assert spectral_radius(scheme, model) < 1
    assert gamma_after(scheme, model) < 1
    beyond = model._replace(eta=1.01 * edge)
    if expected is None:
        assert edge == pytest.approx(critical, rel=1e-12)
        assert spectral_radius(scheme, beyond) > 1
    else:
        assert edge == pytest.approx(expected, rel=1e-5)
        assert spectral_radius(scheme, beyond) > 1 or gamma_after(scheme, beyond) > 1


@pytest.mark.parametrize("scheme", STALE)
def test_gamma_of_the_long_run_is_one_at_its_limit_or_there_is_none(scheme):
    for P, K, M in (case for case in cases(scheme) if case[0] < 8):
        point = {"P": P, "K": K, "M": M, "a": 2}
        edge, critical = (
            float(value(scheme, name, **point)) for name in ("gamma_limit", "stability_limit")
        )
        gamma = float(value(scheme, "stationary_gamma", eta=edge, **point))
        assert 0 < edge <= critical * (1 + 1e-12)
        if edge < critical * (1 - 1e-9):
            assert gamma == pytest.approx(1, rel=1e-9)
        else:
            assert gamma <= 1 + 1e-9


def test_gamma_limit_through_the_front_door():
    import runtime_theory as rt

    for K, digits in ((5, "2.5797"), (6, "2.6803")):
        limit = rt.expression("k-async", quantity="quadratic_gamma_limit", family="exponential")
        assert f"{float(limit.subs({'P': 8, 'K': K, 'M': 0, 'a': 1})):.4f}" == digits


def test_formulas_pickle_say_when_they_hold_and_are_plain():
    for scheme in SCHEMES:
        for quantity in QUANTITIES:
            unknown = ("second_moment", "error") if scheme.name in STALE else ("gamma_limit",)
            if quantity in unknown:
                with pytest.raises(ValueError, match="quantity must be one of stationary_second"):
                    formula_for(scheme.name, quantity)
                continue
            formula = formula_for(scheme.name, quantity)
            assert pickle.loads(pickle.dumps(formula)).latex == formula.latex
            assert all(symbol == sympy.Symbol(symbol.name) for symbol in formula.expr.free_symbols)
            point = {"P": 8, "K": 4, "a": 1, "M": 0, "eta": 3}
            unstable = any(not condition.holds(point) for condition in formula.conditions)
            assert unstable == quantity.startswith("stationary")


def test_mistakes_are_named():
    with pytest.raises(ValueError, match="got quantity='floor'"):
        formula_for("async", "floor")
    with pytest.raises(ValueError, match="scheme_name must be one of"):
        formula_for("local", "error")
