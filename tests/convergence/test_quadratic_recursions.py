"""The recursions of second moments: by enumeration, by simulation, against known values."""

from __future__ import annotations

import pickle
from fractions import Fraction

import numpy as np
import pytest
import sympy
from convergence.quadratic_copies import enumerated_second_moments, simulated_squares

from runtime_theory.convergence.quadratic import Model, Moments, Recursion, recursion_for
from runtime_theory.convergence.quadratic import k_batch_async as batches
from runtime_theory.references import DUTTA2018
from runtime_theory.schemes import SCHEMES

#: scheme, P, K, J: small enough for every pusher and every sign of the noise
CASES = [
    ("async", 2, 1, 5),
    ("async", 3, 1, 4),
    ("k-async", 3, 1, 4),
    ("k-async", 3, 2, 3),
    ("k-async", 3, 3, 2),
    ("k-async", 4, 2, 2),
    ("k-batch-async", 2, 1, 5),
    ("k-batch-async", 2, 2, 2),
    ("k-batch-async", 3, 2, 2),
    ("k-batch-async", 2, 3, 1),
    ("sync", 3, 3, 2),
    ("k-sync", 4, 2, 3),
    ("k-batch-sync", 2, 3, 2),
]


@pytest.mark.parametrize("scheme,P,K,J", CASES)
@pytest.mark.parametrize("root_M", [Fraction(0), Fraction(1, 2)])
def test_recursion_is_the_enumeration_of_the_process(scheme, P, K, J, root_M):
    eta, a, s, w0 = Fraction(2, 7), Fraction(3, 4), Fraction(5, 3), Fraction(3)
    truth = enumerated_second_moments(scheme, P, K, J, w0=w0, eta=eta, a=a, s=s, root_M=root_M)
    model = Model(P=Fraction(P), K=K, eta=eta, a=a, s2=s * s, M=root_M**2)
    found = recursion_for(scheme).run(w0 * w0, J, model)
    compared = slice(None) if scheme in ("async", "k-async", "k-batch-async") else slice(1)
    assert [tuple(m)[compared] for m in found] == [tuple(m)[compared] for m in truth]


def test_pushes_of_k_batch_async_add_up_to_its_update():
    moments = Moments(Fraction(5), Fraction(4), Fraction(7), Fraction(3))
    for P in (2, 3, 8):
        for K in (1, 2, 5, 9):
            model = Model(
                P=Fraction(P),
                K=K,
                eta=Fraction(2, 7),
                a=Fraction(3, 4),
                s2=Fraction(5),
                M=Fraction(1, 3),
            )
            copies, sums = moments, batches.Sums(Fraction(0), Fraction(0), Fraction(0))
            for _ in range(K - 1):
                copies, sums = batches.push(copies, sums, model)
            assert batches.last_push(copies, sums, model) == batches.RECURSION.update(
                moments, model
            )


@pytest.mark.parametrize(
    "scheme,P,K",
    [("async", 4, 1), ("k-async", 5, 3), ("k-batch-async", 4, 3), ("k-batch-async", 3, 5)],
)
def test_recursion_against_a_simulation_with_clocks(scheme, P, K):
    numbers = {"eta": 0.4, "a": 1.0, "M": 0.3}
    rng = np.random.default_rng(20260)
    seen = simulated_squares(
        scheme, P, K, 6, w0=2.0, s=0.7, replications=20_000, rng=rng, **numbers
    )
    mean, error = seen.mean(), seen.std() / np.sqrt(len(seen))
    expected = recursion_for(scheme).run(4.0, 6, Model(P=P, K=K, s2=0.49, **numbers))[-1].A
    assert abs(mean - expected) < 4 * error
    assert error < 0.03 * expected


@pytest.mark.parametrize(
    "scheme,K,J,expected",
    [
        ("async", 1, 10, ".3045400310"),
        ("async", 1, 20, ".3832114809"),
        ("k-async", 1, 10, ".3045400310"),
        ("k-async", 4, 10, ".8701209580"),
        ("k-async", 4, 20, ".0889581153"),
        ("k-batch-async", 4, 10, ".7047696841"),
        ("k-batch-async", 4, 20, ".0545894544"),
    ],
)
def test_values_known_from_elsewhere(scheme, K, J, expected):
    model = Model(P=Fraction(8), K=K, eta=Fraction(1, 10), s2=Fraction(1))
    found = recursion_for(scheme).run(Fraction(9), J, model)[J].A
    assert f"{float(found):.10f}" == "0" + expected


def test_gamma_exceeds_one_while_the_parameter_crosses_zero():
    path = recursion_for("async").run(9.0, 400, Model(P=8, K=1, eta=0.05, s2=1.0))
    gamma = [(m.A - 2 * m.B + m.C) / m.A for m in path]
    assert round(max(gamma), 1) == 7.3
    assert gamma[-1] == pytest.approx(0.5, rel=1e-9)


@pytest.mark.parametrize("scheme", [scheme.name for scheme in SCHEMES])
def test_matrix_and_offset_are_the_update(scheme):
    recursion = recursion_for(scheme)
    moments = Moments(*map(sympy.Integer, (5, 4, 7, 3)))
    point = {
        "P": 5,
        "K": 3,
        "eta": Fraction(1, 3),
        "a": Fraction(2),
        "s2": Fraction(7),
        "M": Fraction(1, 2),
    }
    exact = {name: sympy.Rational(str(value)) for name, value in point.items()}
    mapped = recursion.matrix.subs(exact) * sympy.Matrix(moments) + recursion.offset.subs(exact)
    updated = recursion.update(moments, Model(**exact))
    known = exact | moments._asdict() | {"A_next": updated.A}
    formulas = [formula.expr.subs(known) for formula in recursion.formulas]
    assert list(mapped) == formulas == list(updated)


@pytest.mark.parametrize("scheme", [scheme.name for scheme in SCHEMES])
def test_recursion_pickles_and_prints(scheme):
    recursion = pickle.loads(pickle.dumps(recursion_for(scheme)))
    assert recursion == recursion_for(scheme)
    assert [f.latex.split(" ")[0] for f in recursion.formulas] == ["A'", "B'", "C'", "D'"]
    assert recursion.formulas[0].reference == DUTTA2018


def test_unknown_schemes_and_local_functions_are_refused():
    with pytest.raises(ValueError, match=r"scheme_name must be one of sync, .*'gossip'"):
        recursion_for("gossip")
    with pytest.raises(TypeError, match="square must be a function of a module"):
        Recursion("async", lambda moments, model: 0, batches.copies, DUTTA2018)
