"""The speed-up for many learners: growth laws, rigorous ends, formulas, refusals."""

from __future__ import annotations

import math
import pickle
import subprocess
import sys

import numpy as np
import pytest
import sympy
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from runtime_theory.distributions.adapt import as_law
from runtime_theory.distributions.discrete import Deterministic, Discrete
from runtime_theory.distributions.phase_type import PhaseType
from runtime_theory.distributions.survival import SurvivalFunction
from runtime_theory.references import DUTTA2018
from runtime_theory.results import Kind
from runtime_theory.wallclock import speedup
from runtime_theory.wallclock.growth import asymptotic_speedup
from runtime_theory.wallclock.growth_laws import GROWTH_LAWS
from runtime_theory.wallclock.mean_times import _MEANS, mean_builder

LARGE = 10**6


def put(name: str, P: int, **values) -> float:
    """A growth law at numbers; Q is a function, put in as such."""
    expression = GROWTH_LAWS[name].expr
    quantile = values.pop("Q", None)
    if quantile is not None:
        Q = sympy.Function("Q")
        expression = expression.subs({"P": sympy.Integer(P)})
        expression = expression.replace(Q, lambda p: sympy.Float(quantile(float(1 - p)), 20))
    return float(expression.subs({"P": P} | values).evalf(25))


class TestGrowthLaws:
    """Each Formula against the exact speed-up, at the size of its remainder."""

    def test_exponential(self):
        for P in (1, 2, 8, 1000, LARGE):
            truth = speedup(stats.expon(), P).value
            low, high = put("exponential, lower", P), put("exponential, upper", P)
            slack = 1e-14 * truth
            assert low - slack < truth < high + slack
            assert high - low == pytest.approx(1 / (12 * P), rel=1e-3, abs=1e-9)
            assert put("exponential", P) == high

    def test_paper_ratio_to_p_log_p(self):
        """MATH: 1.307 at P = 8 and 1.084 at P = 1000."""
        for P, ratio in ((8, 1.307), (1000, 1.084)):
            assert put("exponential", P) / (P * math.log(P)) == pytest.approx(ratio, abs=1e-3)

    def test_shifted_exponential(self):
        for P in (1, 8, 1000):
            truth = speedup(stats.expon(2, 1 / 3), P).value
            values = {"Delta": 2, "mu": 3}
            low, high = (
                put(f"shifted exponential, {end}", P, **values) for end in ("lower", "upper")
            )
            assert low - 1e-12 < truth < high + 1e-12
            assert high - low < 0.04 / P

    @pytest.mark.parametrize("alpha", [1.05, 1.5, 2.2, 10.0])
    def test_pareto(self, alpha):
        for P in (1, 2, 8, 1000, LARGE):
            truth = speedup(stats.pareto(alpha), P).value
            low, high = (put(f"pareto, {end}", P, alpha=alpha) for end in ("lower", "upper"))
            assert low * (1 - 1e-13) < truth < high * (1 + 1e-13)
            assert (high - low) / truth < 0.15 / P
            assert put("pareto", P, alpha=alpha) / truth == pytest.approx(1.0, abs=1.0 / P)

    def test_uniform(self):
        for P in (1, 8, LARGE):
            truth = speedup(stats.uniform(0, 3), P).value
            assert put("uniform", P) == pytest.approx(truth, rel=1e-14)
            assert put("uniform, expansion", P) - put("uniform", P) == pytest.approx(
                2 / (P * (P + 1)), abs=1e-9
            )

    def test_deterministic(self):
        assert put("deterministic", 8) == speedup(Deterministic(2.0), 8).value

    @pytest.mark.parametrize(
        "name, law, values, within",
        [
            ("gamma", stats.gamma(2.5), {"a": 2.5}, 0.03),
            ("normal", stats.norm(10, 2), {"m": 10, "s": 2}, 0.003),
            ("lognormal", stats.lognorm(1), {"s": 1}, 0.03),
            ("bounded", stats.beta(2, 3), {"x_F": 1, "E_X": 0.4}, 0.02),
            ("weibull", stats.weibull_min(2), {"c": 2}, 0.03),
        ],
    )
    def test_slow_ones(self, name, law, values, within):
        errors = [
            abs(put(name, P, **values) / speedup(law, P).value - 1) for P in (10**2, 10**4, LARGE)
        ]
        assert errors[2] < errors[1] < errors[0]
        assert errors[2] < within

    @pytest.mark.parametrize(
        "name, law, values",
        [
            ("frechet domain", stats.burr(3, 2), {"alpha": 3}),
            ("gumbel domain", stats.ncx2(5, 1), {}),
            ("weibull domain", stats.beta(2, 3), {"beta": 3, "x_F": 1}),
        ],
    )
    def test_law_free_forms(self, name, law, values):
        P, mean = 10**4, float(law.mean())
        found = put(name, P, E_X=mean, Q=lambda u: float(law.isf(u)), **values)
        assert found / speedup(law, P).value == pytest.approx(1.0, abs=2e-3)

    @pytest.mark.parametrize("name", list(GROWTH_LAWS))
    def test_formula(self, name):
        formula = GROWTH_LAWS[name]
        assert pickle.loads(pickle.dumps(formula)).expr == formula.expr
        assert not formula.expr.atoms(sympy.Float)
        assert formula.latex.startswith(r"\frac{P \mathbb{E}[X_{P:P}]}{\mathbb{E}[X]}")
        assert (formula.relation in "<>") == name.endswith(("lower", "upper"))


ENCLOSED = [
    stats.expon(1, 2),
    stats.pareto(2.2),
    stats.lomax(1.5),
    stats.fisk(2.5),
    stats.genpareto(-0.4),
    stats.uniform(1, 2),
    stats.powerlaw(2.5),
    stats.logistic(10),
    stats.gumbel_r(2),
    stats.genextreme(-0.3),
    stats.invweibull(2.5),
    stats.geom(0.3),
    Discrete([1, 10], [0.9, 0.1]),
]


class TestMeans:
    @pytest.mark.parametrize(
        "law",
        [
            stats.beta(2, 3),
            stats.betaprime(2, 3.5),
            stats.chi2(5),
            stats.erlang(3),
            stats.gamma(2.5, 1, 2),
            stats.halfnorm(1, 2),
            stats.invgamma(2.5),
            stats.invgauss(0.7),
            stats.lognorm(0.5),
            stats.norm(3, 2),
            stats.rayleigh(),
            stats.weibull_min(1.5),
            stats.lomax(2.5),
            stats.fisk(2.5),
            stats.geom(0.3),
            stats.logistic(3),
            stats.genextreme(0.2),
            stats.powerlaw(2.5),
        ],
    )
    def test_expression(self, law):
        expression = mean_builder(as_law(law))()
        assert float(expression.evalf(20)) == pytest.approx(float(law.mean()), rel=1e-12)

    def test_each_entry_is_tested(self):
        named = {"beta", "betaprime", "chi2", "erlang", "gamma", "halfnorm", "invgamma"}
        assert set(_MEANS) == named | {"invgauss", "lognorm", "norm", "rayleigh", "weibull_min"}


class TestAsymptoticSpeedup:
    @pytest.mark.parametrize("law", ENCLOSED)
    def test_rigorous_ends(self, law):
        for P in (1, 2, 20, 3000, 10**9):
            found, truth = asymptotic_speedup(law, P), speedup(law, P)
            assert found.kind in (Kind.EXACT, Kind.NUMERICAL)
            assert found.lower <= truth.value + truth.error
            assert found.upper >= truth.value - truth.error
            assert abs(found.value - truth.value) <= found.error + truth.error

    @pytest.mark.parametrize(
        "law", [stats.gamma(2.5), stats.lognorm(1), stats.nct(5, 0.3), stats.weibull_min(0.5)]
    )
    def test_without_ends(self, law):
        found = asymptotic_speedup(law, 1000)
        assert (found.kind, found.error) == (Kind.ASYMPTOTIC, math.inf)
        assert (found.lower, found.upper) == (-math.inf, math.inf)
        assert found.value == pytest.approx(speedup(law, 1000).value, rel=0.1)

    def test_before_the_expansion_settles(self):
        """For shape 100 log P + 99 log log P - log Gamma(100) is negative at P = 1000."""
        law = stats.gamma(100)
        found = asymptotic_speedup(law, 1000)
        assert "quantiles" in found.method
        assert found.value == pytest.approx(speedup(law, 1000).value, rel=0.003)

    @pytest.mark.parametrize(
        "law, words",
        [
            (stats.pareto(2), "Frechet domain, tail index 2: speed-up grows like P^{3/2}"),
            (stats.t(4, loc=1), "P^{5/4}"),
            (stats.expon(), "Gumbel domain: speed-up grows like P log P"),
            (stats.gamma(3), "P log P"),
            (PhaseType.erlang(3, 2.0), "P log P"),
            (stats.norm(10), "P (log P)^{1/2}"),
            (stats.weibull_min(0.5), "P (log P)^{2}"),
            (stats.lognorm(0.5), "P exp(0.5 sqrt(2 log P))"),
            (stats.beta(2, 3), "2.5 P, P x_F/E[X]"),
            (stats.geom(0.3), "P log P, with a bounded oscillation"),
            (stats.gompertz(1), "slower than every power of P beyond the first"),
            (Deterministic(2.0), "speed-up grows like P"),
            ([1.0, 2.0, 3.0], "1.5 P, P x_F/E[X]"),
        ],
    )
    def test_growth_in_words(self, law, words):
        assert asymptotic_speedup(law, 100).note.endswith(words)

    @pytest.mark.parametrize(
        "law, exponent",
        [(stats.pareto(2), 1.5), (stats.burr(3, 2), 4 / 3), (stats.uniform(), 1.0)],
    )
    def test_the_power_is_the_slope(self, law, exponent):
        low, high = (speedup(law, P).value for P in (10**6, 10**9))
        assert math.log(high / low) / math.log(1e3) == pytest.approx(exponent, abs=1e-4)

    @pytest.mark.parametrize(
        "law, expected",
        [
            (stats.expon(), "P*log(P) + EulerGamma*P + 1/2"),
            (stats.expon(scale=7), "P*log(P) + EulerGamma*P + 1/2"),
            (stats.pareto(2), "sqrt(pi)*P**(3/2)/2"),
            (stats.invweibull(2), "P**(3/2)"),
            (stats.uniform(), "2*P - 2 + 2/P"),
            (Deterministic(2.0), "P"),
            (stats.weibull_min(0.5), "P*log(P)**2/2 + EulerGamma*P*log(P)"),
        ],
    )
    def test_formula(self, law, expected):
        assert asymptotic_speedup(law, 100).formula.expr == sympy.sympify(expected)

    @pytest.mark.parametrize(
        "law",
        [
            stats.expon(1, 2),
            stats.gamma(2.5, scale=3),
            stats.norm(10, 2),
            stats.lognorm(0.5),
            stats.beta(2, 3),
            stats.lomax(1.5),
            stats.powerlaw(2.5),
            stats.genextreme(0.2),
            stats.genpareto(0.3, 1, 2),
            stats.invgauss(0.5),
            stats.rayleigh(),
            stats.geom(0.3),
            Discrete([1, 10], [0.9, 0.1]),
        ],
    )
    def test_formula_is_the_number(self, law):
        result = asymptotic_speedup(law, 1000)
        value = float(result.formula.expr.subs({"P": 1000}).evalf(25))
        assert value == pytest.approx(result.value, rel=1e-11)
        assert result.formula.relation == "~"
        assert "sim" in result.latex

    def test_numbers_do_not_need_sympy(self):
        code = (
            "import sys; from scipy import stats;"
            "from runtime_theory.wallclock.growth import asymptotic_speedup as f;"
            "f(stats.expon(), 8), f(stats.gamma(2), 8), f(stats.nct(5, 1), 8);"
            "sys.exit('sympy' in sys.modules)"
        )
        assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0

    def test_broadcasts(self):
        result = asymptotic_speedup(stats.expon(), [[1, 10], [100, 1000]])
        assert result.shape == (2, 2)
        assert result.kind is Kind.NUMERICAL
        single = asymptotic_speedup(stats.expon(), 100)
        assert result.value[1, 0] == single.value
        assert np.all(result.lower <= speedup(stats.expon(), [[1, 10], [100, 1000]]).value + 1e-11)

    def test_sources_and_pickle(self):
        result = asymptotic_speedup(stats.lognorm(1), 100)
        assert DUTTA2018 in result.references
        assert result.unit == ""
        assert pickle.loads(pickle.dumps(result)).formula.expr == result.formula.expr

    def test_a_function_pickles_too(self):
        law = SurvivalFunction(_survival, (0, math.inf))
        result = asymptotic_speedup(law, 100)
        assert "tail index 2.5" in result.note
        assert pickle.loads(pickle.dumps(result)).formula.expr == result.formula.expr

    @settings(max_examples=40)
    @given(
        law=st.sampled_from([stats.gamma(2.5), stats.pareto(2.5), stats.beta(2, 3), stats.expon()]),
        scale=st.floats(1e-3, 1e3),
    )
    def test_unit_of_time_does_not_matter(self, law, scale):
        plain = asymptotic_speedup(law, 500)
        moved = asymptotic_speedup(law.dist(*law.args, scale=scale), 500)
        assert moved.value == pytest.approx(plain.value, rel=1e-10)
        assert moved.note.split(":")[1] == plain.note.split(":")[1]

    @pytest.mark.parametrize(
        "law, P, error, said",
        [
            (stats.pareto(0.9), 8, ArithmeticError, "no value"),
            (stats.halfcauchy(), 8, ArithmeticError, "no value"),
            (stats.norm(), 8, ValueError, "E\\[X\\] must be > 0"),
            (stats.expon(), 0, ValueError, "P must be"),
            (stats.expon(), 8.0, TypeError, "P must be"),
            (stats.expon(), [], ValueError, "P must not be empty"),
            (stats.expon(), 10**301, ValueError, "P must be"),
            (stats.lognorm(1), 1, ValueError, "P must be an integer >= 2"),
            (2.0, 8, TypeError, "Deterministic"),
        ],
    )
    def test_refused(self, law, P, error, said):
        with pytest.raises(error, match=said):
            asymptotic_speedup(law, P)


def _survival(x):
    return (1 + x) ** -2.5
