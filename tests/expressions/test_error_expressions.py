"""Error bounds, error against time and AdaSync's K, put together from their layers."""

from __future__ import annotations

import pytest
import sympy

import runtime_theory as rt
from runtime_theory.convergence.quadratic import QUANTITIES as QUADRATIC
from runtime_theory.convergence.quadratic import formula_for as on_a_quadratic
from runtime_theory.convergence.registry import QUANTITIES as BOUNDS
from runtime_theory.convergence.registry import formula_for

NUMBERS = {
    "eta": sympy.Rational(1, 10), "L": 1, "c": sympy.Rational(1, 2), "m": 4, "sigma2": 2,
    "M_G": 0, "gap": 3, "J": 20, "gamma": sympy.Rational(1, 2), "p0": sympy.Rational(1, 4),
    "epsilon": sympy.Rational(1, 4), "F_t": 1, "F_0": 3, "K_0": 1,
}  # fmt: skip
SCHEMES = ["sync", "k-sync", "k-batch-sync", "async", "k-async", "k-batch-async"]
GRADIENTS = {"sync": "P", "async": 1}


@pytest.mark.parametrize("quantity", BOUNDS)
@pytest.mark.parametrize("name", SCHEMES)
def test_bounds_are_the_formulas_of_the_convergence_layer(name, quantity):
    stale = "async" in name
    for sharp in (False, True):
        formula = formula_for(stale, quantity, gradients=GRADIENTS.get(name, "K"), sharp=sharp)
        assert rt.expression(name, quantity=quantity, sharp=sharp) == formula.expr


def test_bounds_with_numbers():
    values = {key: NUMBERS[key] for key in ("eta", "L", "c", "m", "sigma2", "gap", "J")}
    found = rt.expression(rt.KSync(8, 4), quantity="error_bound", **values)
    floor = sympy.Rational(1, 10) * 2 / (2 * sympy.Rational(1, 2) * 16)
    assert found == floor + sympy.Rational(19, 20) ** 20 * (3 - floor)
    # K = P is sync: the same bound by another name.
    both = (rt.expression(s, quantity="error_floor") for s in (rt.KAsync(8, 8), rt.Sync(8)))
    assert len(set(both)) == 1


@pytest.mark.parametrize("name", SCHEMES)
def test_error_against_time_is_the_bound_after_so_many_updates(name):
    bound = rt.expression(name, quantity="error_bound")
    curve = rt.expression(name, "exponential", quantity="error_against_time")
    time = rt.expression(name, "exponential")
    updates = sympy.Integer(7)
    assert sympy.simplify(curve.subs({"t": updates * time}) - bound.subs({"J": updates})) == 0
    target = rt.expression(name, quantity="iterations_to_target")
    assert rt.expression(name, "exponential", quantity="time_to_target") == target * time


def test_the_bound_is_at_the_target_after_so_many_updates():
    numbers = {key: value for key, value in NUMBERS.items() if key != "J"}
    for name in ("k-sync", "k-async"):
        at = {"P": 8, "K": 4, **numbers}
        updates = rt.expression(name, quantity="iterations_to_target").subs(at)
        bound = rt.expression(name, quantity="error_bound").subs(at)
        assert updates.is_Integer
        assert bound.subs({"J": updates}) <= NUMBERS["epsilon"] < bound.subs({"J": updates - 1})


# ------------------------------------------------------------ AdaSync


@pytest.mark.parametrize(
    "name, family",
    [
        ("k-sync", "exponential"), ("k-sync", "shifted_exponential"), ("k-async", "exponential"),
        ("k-batch-async", "pareto"), ("k-batch-async", "uniform"), ("k-batch-sync", "exponential"),
    ],
)  # fmt: skip
def test_adasync_integer_is_the_best_of_all(name, family):
    P = 12
    law = {"mu": 2, "Delta": 1, "alpha": 3, "x_m": 1, "a": 1, "b": 2}
    for t in (sympy.Rational(1, 2), 5, 60, 900):
        at = {"P": P, "t": t, **NUMBERS, **law}
        objective = rt.expression(name, family, quantity="adasync_objective").subs(at)
        best = min(range(1, 4 * P if "batch" in name else P + 1), key=objective_at(objective))
        rule = rt.expression(name, family, quantity="adasync_K_integer").subs(at)
        least = max(1, int(sympy.N(rule)))
        assert (min(least, P) if "batch" not in name else least) == best


def objective_at(objective):
    return lambda K: sympy.N(objective.subs({"K": K}), 30)


def test_adasync_objective_is_made_of_the_iteration_time():
    time = rt.expression("k-sync", "pareto")
    F_t, eta, t, L, sigma2, K, m = sympy.symbols("F_t eta t L sigma2 K m")
    wanted = 2 * F_t * time / (eta * t) + L * eta * sigma2 / (K * m)
    assert (
        sympy.expand(rt.expression("k-sync", "pareto", quantity="adasync_objective") - wanted) == 0
    )


def test_adasync_rules_are_refused_where_they_do_not_hold():
    with pytest.raises(rt.NoMethodError, match="known for exponential times or shifted"):
        rt.expression("k-sync", "pareto", quantity="adasync_K_integer")
    with pytest.raises(rt.NoMethodError, match="known for exponential times, not for"):
        rt.expression("k-async", "shifted_exponential", quantity="adasync_K")
    with pytest.raises(rt.NoMethodError, match="has none to choose"):
        rt.expression("async", quantity="adasync_K")
    with pytest.raises(rt.NoMethodError, match=r"E\[T\] = E_X\*ceiling\(K/P\)"):
        rt.expression("k-batch-sync", "deterministic", quantity="adasync_objective")


# ------------------------------------------------------------ one letter, two meanings


def test_parameters_of_the_law_give_way_to_symbols_of_the_bound():
    curve = rt.expression("async", "weibull", quantity="error_against_time")
    names = {symbol.name for symbol in curve.free_symbols}
    assert {"c", "c_X", "l", "L", "eta"} <= names
    late = curve.subs({"c_X": 1, "l": 2}).subs({"c": sympy.Rational(1, 2)})
    early = rt.expression(
        "async", "exponential", mu=sympy.Rational(1, 2), quantity="error_against_time"
    )
    assert sympy.simplify(late - early.subs({"c": sympy.Rational(1, 2)})) == 0
    assert "c_X" in rt.latex("async", "weibull", quantity="error_against_time")
    with pytest.raises(ValueError, match="c is a parameter of the law and a symbol of the formula"):
        rt.expression("async", "weibull", quantity="error_against_time", c=2)
    assert "c_X" not in {s.name for s in rt.expression("async", "weibull").free_symbols}


# ------------------------------------------------------------ a quadratic


@pytest.mark.parametrize("name", SCHEMES)
@pytest.mark.parametrize("quantity", QUADRATIC)
def test_dynamics_on_a_quadratic_are_those_of_the_convergence_layer(name, quantity):
    try:
        formula = on_a_quadratic(name, quantity)
    except ValueError:
        with pytest.raises(rt.NoMethodError, match="no closed form on a quadratic"):
            rt.expression(name, "exponential", quantity=f"quadratic_{quantity}")
        return
    found = rt.expression(name, "exponential", quantity=f"quadratic_{quantity}")
    assert found == formula.expr
    if "async" in name:
        with pytest.raises(rt.NoMethodError, match="known for exponential times"):
            rt.expression(name, quantity=f"quadratic_{quantity}")
    else:
        assert rt.expression(name, quantity=f"quadratic_{quantity}") == formula.expr


def test_stationary_error_by_iterating():
    """K-sync: e' = ((1 - eta a)^2 + M (eta a)^2/K) e + a eta^2 s^2/(2K)."""
    numbers = {"eta": sympy.Rational(1, 4), "a": 2, "M": 1, "s2": 3}
    value = rt.expression(rt.KSync(8, 4), quantity="quadratic_stationary_error", **numbers)
    error = 0.0
    for _ in range(400):
        error = ((1 - 0.5) ** 2 + 0.25 / 4) * error + 2 * 3 / 16 / 8
    assert float(value) == pytest.approx(error, rel=1e-12)
