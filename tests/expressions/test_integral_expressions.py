"""Laws without closed forms: integrals that stand for themselves, and sympy on a leash."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest
import sympy
import sympy.stats
from scipy import stats

import runtime_theory as rt
from runtime_theory.distributions.families import find_family
from runtime_theory.expressions import integration, integration_child, known_laws
from runtime_theory.expressions.densities import density_of
from runtime_theory.expressions.family_densities import standard_density
from runtime_theory.expressions.integration import Integrator
from runtime_theory.expressions.known_laws import counterpart
from runtime_theory.formulas.evaluation import evaluated

MEAN = "order_statistic_mean"
theta = sympy.Symbol("theta", positive=True)

# ------------------------------------------------------------ densities

SHAPES = {
    "arcsine": (), "beta": (2.5, 1.5), "betaprime": (2.5, 3.5), "burr": (2.5, 1.5), "cauchy": (),
    "chi": (3.0,), "chi2": (5.0,), "erlang": (2.0,), "f": (3.0, 7.0), "gamma": (2.5,),
    "gompertz": (1.5,), "invgamma": (2.5,), "invgauss": (1.5,), "laplace": (), "levy": (),
    "lognorm": (0.5,), "maxwell": (), "nakagami": (1.5,), "norm": (), "semicircular": (),
    "t": (3.0,),
}  # fmt: skip


def values(expression, x, points):
    return [float(sympy.N(expression.xreplace({x: sympy.Float(p, 30)}), 20)) for p in points]


@pytest.mark.parametrize("name", SHAPES)
def test_counterparts_of_scipy_laws(name):
    law = getattr(stats, name)(*SHAPES[name], loc=1.0, scale=2.0)
    density = density_of(counterpart(name, SHAPES[name])).affine(sympy.Integer(1), sympy.Integer(2))
    points = law.ppf([0.05, 0.4, 0.9]).tolist()
    np.testing.assert_allclose(values(density.pdf, density.x, points), law.pdf(points), rtol=1e-12)
    np.testing.assert_allclose(values(density.cdf, density.x, points), law.cdf(points), rtol=1e-9)
    np.testing.assert_allclose(values(density.sf, density.x, points), law.sf(points), rtol=1e-9)
    np.testing.assert_allclose([float(density.low), float(density.high)], law.support(), rtol=1e-15)
    if density.mean is not None:
        assert float(density.mean) == pytest.approx(law.mean(), rel=1e-13)
        assert float(density.variance) == pytest.approx(law.var(), rel=1e-13)


def test_every_counterpart_is_tested():
    assert set(known_laws._COUNTERPARTS) == set(SHAPES)


FAMILIES = [
    "exponential", "frechet", "gumbel", "logistic", "loglogistic", "lomax", "pareto", "power",
    "rayleigh", "uniform", "weibull", "normal", "erlang",
]  # fmt: skip


@pytest.mark.parametrize("name", FAMILIES)
def test_densities_of_families(name):
    family = find_family(name)
    typical = family.typical()[0]
    shapes = dict(family.member(**typical).params)
    standard = {p.name: p.default for p in family.parameters if p.default is not None}
    law = family.law(**{**typical, **standard})
    density = standard_density(name, shapes)
    points = law.ppf([0.05, 0.4, 0.9]).tolist()
    np.testing.assert_allclose(values(density.pdf, density.x, points), law.pdf(points), rtol=1e-11)
    np.testing.assert_allclose(values(density.cdf, density.x, points), law.cdf(points), rtol=1e-11)
    np.testing.assert_allclose(values(density.sf, density.x, points), law.sf(points), rtol=1e-11)


# ------------------------------------------------------------ integrals as they stand


@pytest.mark.parametrize(
    "law",
    [
        stats.gamma(2.5),
        stats.lognorm(0.5, loc=1, scale=2),
        stats.beta(2.5, 1.5),
        stats.invgauss(0.5),
    ],
    ids=["gamma", "lognorm", "beta", "invgauss"],
)
def test_integrals_have_the_value_of_the_numeric_answer(law):
    value = rt.expression(rt.KSync(5, 3), law, digits=15)
    assert float(value) == pytest.approx(float(rt.iteration_time(rt.KSync(5, 3), law)), rel=1e-12)
    spread = rt.expression(None, law, quantity="order_statistic_variance", k=3, n=5, digits=12)
    assert float(spread) == pytest.approx(float(rt.order_statistic(law, 3, 5).var()), rel=1e-9)


@pytest.mark.parametrize("name", ["exponential", "pareto", "logistic", "frechet", "erlang"])
def test_definition_of_a_family_has_the_value_of_its_closed_form(name):
    typical = find_family(name).typical()[0]
    ranks = {"k": 2, "n": 4}
    definition = rt.expression(None, name, quantity=MEAN, integral=True, **ranks, **typical)
    assert definition.has(sympy.Integral)
    digits = rt.expression(None, name, quantity=MEAN, integral=True, digits=20, **ranks, **typical)
    closed = rt.expression(None, name, quantity=MEAN, digits=20, **ranks, **typical)
    assert abs(digits - closed) <= 1e-15 * abs(closed)


def test_integrals_in_symbols():
    formula = rt.expression(rt.KSync("P", "K"), sympy.stats.Gamma("X", 2.5, theta))
    assert formula.has(sympy.Integral)
    assert {s.name for s in formula.free_symbols} == {"P", "K", "theta"}
    P, K, a, plain = sympy.symbols("P K a theta")
    late = evaluated(formula, {P: 3, K: 2, theta: 2}, 15)
    truth = float(rt.iteration_time(rt.KSync(3, 2), stats.gamma(2.5, scale=2)))
    assert float(late) == pytest.approx(truth, rel=1e-12)
    named = rt.expression(rt.KSync("P", "K"), "gamma")
    half = sympy.Rational(5, 2)
    assert float(evaluated(named, {P: 3, K: 2, a: half, plain: 2}, 15)) == pytest.approx(truth)


def test_laws_without_a_form_are_written_with_f_F_and_S():
    formula = rt.expression(rt.KSync("P", "K"), stats.halfnorm())
    assert {f.func.__name__ for f in formula.atoms(sympy.core.function.AppliedUndef)} == set("fFS")
    assert rt.latex(rt.KSync(8, 2), stats.levy_stable(1.5, 0)).count(r"\int") == 1


def test_bounds_of_laws_without_a_form_come_at_once():
    start = time.monotonic()
    bound = rt.expression(rt.KAsync(8, 4), stats.gamma(2.5), quantity="iteration_time_upper")
    assert time.monotonic() - start < 5
    assert bound == 2  # K E[X]/(P-K+1)
    P, K = sympy.symbols("P K")
    in_symbols = rt.expression("k-async", stats.gamma(2), quantity="iteration_time_upper")
    assert in_symbols == 2 * K / (P - K + 1)
    both = rt.expression("k-async", stats.weibull_min(2), quantity="iteration_time_upper")
    assert isinstance(both, sympy.Min)
    late = both.subs({"P": 8, "K": 7}).doit()
    _, upper = rt.iteration_time_bounds(rt.KAsync(8, 7), stats.weibull_min(2))
    assert float(late) == pytest.approx(float(upper), rel=1e-12)


def test_parameters_named_x_are_kept_apart():
    clash = sympy.Symbol("x", positive=True)
    formula = rt.expression(rt.KSync(2, 1), sympy.stats.Gamma("X", 2.5, clash))
    assert clash in formula.free_symbols
    value = evaluated(formula, {clash: 2}, 15)
    assert float(value) == pytest.approx(
        float(rt.iteration_time(rt.KSync(2, 1), stats.gamma(2.5, scale=2))), rel=1e-10
    )


# ------------------------------------------------------------ sympy on a leash


def children():
    """Process numbers of this process's children, zombies among them."""
    listed = subprocess.run(
        ["ps", "--no-headers", "-o", "pid=", "--ppid", str(os.getpid())],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    return set(listed.stdout.split())


def test_what_sympy_finds():
    gamma = sympy.stats.Gamma("X", 2, theta)
    found = rt.expression(None, gamma, quantity=MEAN, k=2, n=3, integral=True, timeout=120)
    closed = rt.expression(None, sympy.stats.Erlang("X", 2, 1 / theta), quantity=MEAN, k=2, n=3)
    assert sympy.simplify(found - closed) == 0
    by_name = rt.expression(
        None, "exponential", quantity=MEAN, k=2, n=3, integral=True, timeout=120
    )
    assert by_name == sympy.Rational(5, 6) / sympy.Symbol("mu")


def test_time_is_up():
    before = children()
    start = time.monotonic()
    with pytest.raises(TimeoutError, match=r"within timeout=2 seconds"):
        rt.expression(rt.KSync(9, 4), stats.lognorm(0.5), timeout=2)
    assert time.monotonic() - start < 6
    assert not {pid for pid in children() - before if _runs_sympy(pid)}


def _runs_sympy(pid):
    command = Path(f"/proc/{pid}/cmdline")
    return command.exists() and b"integration_child" in command.read_bytes()


STUBBORN = """
import signal, subprocess, sys, time, pathlib
for number in (signal.SIGTERM, signal.SIGINT, signal.SIGALRM):
    signal.signal(number, signal.SIG_IGN)
child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
pathlib.Path(__file__).with_suffix(".pids").write_text(f"{child.pid}")
while True:
    time.sleep(1)
"""


def alive(pid):
    stat = Path(f"/proc/{pid}/stat")
    return stat.exists() and stat.read_text().rsplit(")", 1)[1].split()[0] != "Z"


def test_a_child_that_ignores_signals_dies_with_its_own_children(tmp_path, monkeypatch):
    script = tmp_path / "stubborn.py"
    script.write_text(STUBBORN)
    monkeypatch.setattr(integration, "_CHILD", script)
    x = sympy.Symbol("x", positive=True)
    with pytest.raises(TimeoutError):
        Integrator(3)(sympy.Integral(x, (x, 0, 1)))
    grandchild = int(script.with_suffix(".pids").read_text())
    deadline = time.monotonic() + 10
    while alive(grandchild) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not alive(grandchild)


def test_a_child_that_breaks_is_reported(tmp_path, monkeypatch):
    script = tmp_path / "broken.py"
    script.write_text("raise RuntimeError('no sympy today')")
    monkeypatch.setattr(integration, "_CHILD", script)
    x = sympy.Symbol("x", positive=True)
    with pytest.raises(rt.NoMethodError, match="no sympy today"):
        Integrator(60)(sympy.Integral(x, (x, 0, 1)))


def test_one_limit_for_all_integrals_of_a_question():
    start = time.monotonic()
    with pytest.raises(TimeoutError):
        rt.expression(
            None, stats.lognorm(0.5), quantity="order_statistic_variance", k=4, n=9, timeout=3
        )
    assert time.monotonic() - start < 6


def test_a_script_without_a_main_guard(tmp_path):
    script = tmp_path / "script.py"
    script.write_text(
        "import runtime_theory as rt\nprint('once')\n"
        "print(rt.expression(rt.Sync(2), 'exponential', integral=True, mu=2, timeout=120))\n"
    )
    done = subprocess.run(
        [sys.executable, script], capture_output=True, text=True, check=True, timeout=180
    )
    assert done.stdout.split() == ["once", "3/4"]


class Wrong(sympy.Integral):
    """An integral that sympy is wrong about."""

    def doit(self, **hints):
        return super().doit(**hints) + sympy.Rational(1, 10**6)


class Broken(sympy.Integral):
    def doit(self, **hints):
        raise RecursionError("too deep")


def test_what_is_not_true_is_not_believed():
    x = sympy.Symbol("x", positive=True)
    right = sympy.Integral(theta * x * sympy.exp(-x), (x, 0, sympy.oo))
    assert integration_child._answer(right) == ("found", theta)
    assert integration_child._answer(Wrong(*right.args))[0] == "wrong"
    assert integration_child._answer(Broken(*right.args)) == ("failed", "RecursionError: too deep")
    unknown = sympy.Integral(sympy.Function("f")(x), (x, 0, 1))
    assert integration_child._answer(unknown)[0] == "unknown"


def test_a_refuted_answer_is_an_error(monkeypatch):
    x = sympy.Symbol("x", positive=True)
    told = pickle.dumps(("wrong", "1 is not 2"))
    monkeypatch.setattr(Integrator, "_run", lambda self, task, integral: told)
    with pytest.raises(rt.NoMethodError, match="refuted by quadrature"):
        Integrator(60)(sympy.Integral(x, (x, 0, 1)))


def test_the_density_of_a_mirrored_law():
    """-X has the survival function of X as its distribution function, and its ends swapped."""
    b = sympy.Symbol("b")
    density = density_of(sympy.stats.Exponential("X", 3).pspace.distribution).affine(1, -b)
    assert (density.low, density.high) == (-sympy.oo, 1)
    numbers = {b: 2, density.x: sympy.Rational(-1, 2)}
    rest = sympy.exp(sympy.Rational(-9, 4))  # X > 3/4
    assert sympy.simplify(density.cdf.subs(numbers) - rest) == 0
    assert sympy.simplify(density.sf.subs(numbers) - 1 + rest) == 0
    assert sympy.simplify(density.pdf.subs(numbers) - 3 * rest / 2) == 0
