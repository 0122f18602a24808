"""Expansions for many draws: their orders, rigorous ends, symbolic forms, harmonic bounds."""

from __future__ import annotations

import math
import pickle
from fractions import Fraction
from itertools import pairwise

import mpmath
import numpy as np
import pytest
import sympy
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from runtime_theory.distributions.adapt import as_law
from runtime_theory.distributions.discrete import Deterministic, Discrete
from runtime_theory.distributions.families import find_family
from runtime_theory.distributions.families.exact import as_fraction
from runtime_theory.order_statistics import order_statistic
from runtime_theory.order_statistics.asymptotics import (
    asymptotic_order_statistic,
    expected_maximum,
    harmonic,
)
from runtime_theory.order_statistics.asymptotics.enclosures import ENCLOSED
from runtime_theory.results import Kind

DECADES = (10**2, 10**4, 10**6)


def exact_maximum(law, n: int) -> float:
    result = order_statistic(law, n, n).mean()
    assert result.error <= 1e-11 * abs(result.value)
    return result.value


def errors(law, sizes=DECADES) -> list[float]:
    return [expected_maximum(as_law(law), n).value - exact_maximum(law, n) for n in sizes]


class TestOrders:
    """The error of each expansion against quadrature, at the order that the remainder has."""

    @pytest.mark.parametrize(
        "law, order",
        [
            # Relative error n**-order: the next term of S, or 1/n of the gamma ratio.
            (stats.pareto(2.2), 1.0),
            (stats.lomax(3.0), 1.0),
            (stats.fisk(2.5), 1.0),
            (stats.burr(3, 2), 1.0),
            (stats.invgamma(4.0), 0.25),  # S = C x**-4 (1 - O(1/x)), x ~ n**(1/4)
            (stats.t(4, loc=1), 0.25),  # the location, and then x**-2: n**-1/2
        ],
    )
    def test_power_tails(self, law, order):
        relative = [
            abs(e) / exact_maximum(law, n) for e, n in zip(errors(law), DECADES, strict=True)
        ]
        for near, far in pairwise(relative):
            assert far <= 1.6 * near * 100.0**-order

    @pytest.mark.parametrize(
        "law, exponent, order",
        [
            # Of end - E[X_{n:n}] relative to itself: h ~ n**(-1/b), S = C h**b (1 + O(h)).
            (stats.beta(2, 3), 3.0, 1 / 3),
            (stats.beta(2, 0.5), 0.5, 1.0),
            (stats.powerlaw(2.5), 1.0, 2.0),
            (stats.uniform(1, 2), 1.0, 2.0),
            (stats.triang(0.5), 2.0, 1.0),
            (stats.genpareto(-0.4), 2.5, 1.0),
            (stats.weibull_max(1.7), 1.7, 1.0),
        ],
    )
    def test_right_ends(self, law, exponent, order):
        sizes = (10**2, 10**3, 10**4)
        relative = [
            abs(e) * n ** (1 / exponent) for e, n in zip(errors(law, sizes), sizes, strict=True)
        ]
        for near, far in pairwise(relative):
            assert far <= 1.6 * near * 10.0**-order + 1e-11

    @pytest.mark.parametrize(
        "law, power, scale",
        [
            (stats.gamma(2.5), 1.5, 1.0),
            (stats.gamma(0.4), -0.6, 1.0),
            (stats.chi2(7), 2.5, 2.0),
            (stats.invgauss(1), -1.5, 2.0),
        ],
    )
    def test_gamma_tails(self, law, power, scale):
        """v = log n + p log v + ...: what is left out is p**2 log log n/log n, and less."""
        for e, n in zip(errors(law), DECADES, strict=True):
            size = math.log(n)
            assert abs(e) <= 3.0 * scale * power**2 * (math.log(size) + 1.0) / size

    @pytest.mark.parametrize(
        "law, exponent",
        [
            (stats.norm(), 2.0),
            (stats.halfnorm(), 2.0),
            (stats.rayleigh(), 2.0),
            (stats.weibull_min(0.5), 0.5),
            (stats.weibull_min(3), 3.0),
            (stats.gengamma(2, 0.7), 0.7),
            (stats.maxwell(), 2.0),
        ],
    )
    def test_weibull_tails(self, law, exponent):
        """Remainder (log log n)**2 (log n)**(1/c - 2), and it shrinks relative to the value."""
        sizes = (10**2, 10**4, 10**6, 10**9)
        found = errors(law, sizes)
        for e, n in zip(found, sizes, strict=True):
            size = math.log(n)
            assert abs(e) <= 3.0 * (1 + math.log(size)) ** 2 * size ** (1 / exponent - 2)
        relative = [abs(e) / exact_maximum(law, n) for e, n in zip(found, sizes, strict=True)]
        assert relative[-1] < 0.3 * relative[0]  # not monotone: Maxwell's changes sign on the way

    @pytest.mark.parametrize("sigma", [0.25, 1.0, 2.0])
    def test_lognormal(self, sigma):
        law = stats.lognorm(sigma)
        sizes = (10**2, 10**4, 10**6, 10**9)
        relative = [
            abs(math.log(expected_maximum(as_law(law), n).value / exact_maximum(law, n)))
            for n in sizes
        ]
        assert relative == sorted(relative, reverse=True)
        for value, n in zip(relative, sizes, strict=True):
            size = math.log(n)
            second = (1 + math.log(size)) ** 2 / size**1.5
            assert value <= sigma * second + sigma**2 / size

    @pytest.mark.parametrize(
        "law",
        [
            stats.nct(5, 0.3),
            stats.jf_skew_t(2, 3),
            stats.ncx2(5, 1),
            stats.gompertz(1),
            stats.argus(1),
            stats.johnsonsb(1, 1),
        ],
    )
    def test_by_quantiles(self, law):
        """Laws without stated constants go through Q(1 - 1/n); the error shrinks."""
        found = expected_maximum(as_law(law), 10**6)
        assert "quantiles" in found.method
        end = as_law(law).support[1]
        relative = [
            abs(e) / (exact_maximum(law, n) if math.isinf(end) else end - exact_maximum(law, n))
            for e, n in zip(errors(law), DECADES, strict=True)
        ]
        assert relative[2] < 0.6 * relative[0]
        assert relative[2] < 0.03

    def test_max_stable_laws_are_exact(self):
        for law in (
            stats.gumbel_r(2, 3),
            stats.genextreme(-0.3),
            stats.genextreme(0.2, 1, 2),
            stats.invweibull(2.5),
        ):
            for n in (1, 7, 1000):
                found = expected_maximum(as_law(law), n)
                assert found.value == pytest.approx(exact_maximum(law, n), rel=1e-13)
                assert found.upper - found.lower <= 4 * math.ulp(found.value)


def truths(name: str, shapes, most: int):
    """E[Y_{n:n}] for n = 1..most, each from the one before, in 40 digits."""
    mpf, one = mpmath.mpf, mpmath.mpf(1)
    number = {
        key: mpf(as_fraction(v).numerator) / as_fraction(v).denominator for key, v in shapes.items()
    }
    h, ratio = mpf(0), one
    for n in range(1, most + 1):
        h += one / n
        if name == "exponential":
            yield n, h
        elif name == "logistic":
            yield n, h - one / n
        elif name in ("pareto", "lomax", "genpareto"):
            q = number["c"] if name == "genpareto" else 1 / number["alpha"]
            ratio *= n / (n - q)
            yield n, {"pareto": ratio, "lomax": ratio - 1, "genpareto": (ratio - 1) / q}[name]
        elif name == "loglogistic":
            q = 1 / number["b"]
            ratio = (
                mpmath.gamma(1 + q) * mpmath.gamma(1 - q)
                if n == 1
                else ratio * (n - 1 + q) / (n - 1)
            )
            yield n, ratio
        elif name in ("power", "uniform"):
            a = number.get("a", one)
            yield n, a * n / (a * n + 1)


ENCLOSED_CASES = [
    ("exponential", {"mu": 1}),
    ("logistic", {}),
    ("uniform", {}),
    ("power", {"a": 2.5}),
    ("power", {"a": 0.05}),
    ("pareto", {"alpha": 2.2}),
    ("pareto", {"alpha": 1.01}),
    ("pareto", {"alpha": 40.0}),
    ("lomax", {"alpha": 1.5}),
    ("genpareto", {"c": 0.3}),
    ("genpareto", {"c": -0.4}),
    ("genpareto", {"c": -0.97}),
    ("loglogistic", {"b": 1.2}),
    ("loglogistic", {"b": 5.0}),
]


class TestEnclosures:
    @pytest.mark.parametrize("name, shapes", ENCLOSED_CASES)
    def test_hold_for_thousands_of_n(self, name, shapes):
        from runtime_theory.distributions.attraction.functions import precise

        with mpmath.workdps(40):
            numbers = {key: precise().number(value) for key, value in shapes.items()}
            for n, truth in truths(name, shapes, 3000):
                found = ENCLOSED[name](precise(), mpmath.mpf(n), numbers)
                assert found.lower - 1e-35 <= truth <= found.upper + 1e-35, n

    @pytest.mark.parametrize("name, shapes", ENCLOSED_CASES)
    @pytest.mark.parametrize("n", [1, 2, 10, 12345, 10**9, 10**15])
    def test_hold_in_doubles(self, name, shapes, n):
        """Through the public law, shifted and scaled, against the family's closed form."""
        member = find_family(name).member(**shapes)
        law = find_family(name).law(**shapes)
        moved = as_law(law.dist(*law.args, **law.kwds | {"loc": 0.3, "scale": 1.7}))
        member = moved.member
        found, truth = expected_maximum(moved, n), member.mean(n, n)
        assert found.lower <= truth.value + truth.error
        assert found.upper >= truth.value - truth.error
        assert found.lower <= found.upper

    @pytest.mark.parametrize("name, shapes", ENCLOSED_CASES)
    def test_width_shrinks(self, name, shapes):
        law = as_law(find_family(name).law(**shapes))
        widths = []
        for n in (10**2, 10**4):
            found = expected_maximum(law, n)
            widths.append((found.upper - found.lower) / abs(found.upper))
        assert widths[1] <= 2e-2 * widths[0]

    def test_geometric_oscillates_within_its_ends(self):
        for p in (0.05, 0.3, 0.9):
            law = as_law(stats.geom(p))
            for n in (1, 2, 10, 1000, 10**6):
                found, truth = expected_maximum(law, n), exact_maximum(stats.geom(p), n)
                assert found.lower <= truth <= found.upper
                assert found.upper - found.lower == pytest.approx(1.0, abs=0.1 / n / p + 1e-9)

    def test_finite_discrete(self):
        law = Discrete([1, 2, 10], [0.5, 0.4, 0.1])
        for n in (1, 5, 50, 500):
            found, truth = expected_maximum(law, n), exact_maximum(law, n)
            assert found.lower <= truth <= found.upper == found.value == 10.0
        assert expected_maximum(law, 500).lower == pytest.approx(10.0, abs=1e-20)

    def test_deterministic(self):
        found = expected_maximum(Deterministic(2.5), 10)
        assert found.lower == found.value == found.upper == 2.5


class TestSymbolic:
    @pytest.mark.parametrize(
        "law",
        [
            stats.expon(1, 2),
            stats.pareto(2.2, scale=3),
            stats.gamma(2.5),
            stats.norm(10, 2),
            stats.lognorm(0.5),
            stats.weibull_min(0.5),
            stats.beta(2, 3),
            stats.uniform(1, 2),
            stats.geom(0.3),
            stats.genextreme(-0.25),
            stats.t(4),
            stats.invgauss(0.5),
            stats.geninvgauss(1.5, 2),
            stats.truncnorm(-1, 2),
            stats.vonmises_line(2),
            stats.rice(1.5),
            stats.kappa4(0.5, -0.25),
            stats.wald(),
        ],
    )
    def test_is_the_number(self, law):
        for n in (10, 10**6):
            found = expected_maximum(as_law(law), n)
            P = sympy.Symbol("P")
            value = found.expression(P).subs({"P": n}).evalf(25)
            assert float(value) == pytest.approx(found.value, rel=1e-12)

    def test_no_floats(self):
        for law in (stats.norm(), stats.weibull_min(0.5), stats.rayleigh(), stats.beta(2, 3)):
            expression = expected_maximum(as_law(law), 100).expression(sympy.Symbol("P"))
            assert not expression.atoms(sympy.Float)

    def test_by_quantiles(self):
        """Q put in for the symbol Q gives the number."""
        law = as_law(stats.nct(5, 0.3))
        found = expected_maximum(law, 1000)
        Q = sympy.Function("Q")
        expression = found.expression(sympy.Integer(1000))
        put = expression.replace(Q, lambda p: sympy.Float(float(law.isf(float(1 - p)))))
        assert float(put) == pytest.approx(found.value, rel=1e-9)


class TestOrderStatistic:
    @pytest.mark.parametrize(
        "law",
        [
            stats.gamma(2.5),
            stats.pareto(2.5),
            stats.norm(),
            stats.beta(2, 3),
            stats.weibull_min(0.5),
        ],
    )
    @pytest.mark.parametrize("share", [0.1, 0.5, 0.75])
    def test_central_error_is_of_second_order(self, law, share):
        found = []
        for n in (100, 1000, 10000):
            k = int(share * n)
            truth = order_statistic(law, k, n).mean().value
            found.append(abs(asymptotic_order_statistic(law, k, n, regime="central").value - truth))
            # Without the second term it would be of first order.
            first = abs(float(as_law(law).ppf(k / (n + 1))) - truth)
            assert found[-1] <= first
        assert found[1] <= 0.02 * found[0] + 1e-10
        assert found[2] <= 0.02 * found[1] + 1e-10

    @pytest.mark.parametrize(
        "law", [stats.pareto(2.5), stats.beta(2, 3), stats.gamma(2.5), stats.norm()]
    )
    @pytest.mark.parametrize("below", [0, 1, 4])
    def test_upper_end(self, law, below):
        relative = []
        for n in DECADES:
            truth = order_statistic(law, n - below, n).mean().value
            found = asymptotic_order_statistic(law, n - below, n, regime="upper").value
            end = as_law(law).support[1]
            relative.append(abs(found - truth) / abs(truth if math.isinf(end) else end - truth))
        assert relative[2] < relative[1] < relative[0]

    @pytest.mark.parametrize(
        "law", [stats.expon(1), stats.gamma(2.5), stats.norm(), stats.beta(2, 3)]
    )
    @pytest.mark.parametrize("k", [1, 2, 5])
    def test_lower_end(self, law, k):
        left = as_law(law).support[0]
        relative = []
        for n in DECADES:
            truth = order_statistic(law, k, n).mean().value
            found = asymptotic_order_statistic(law, k, n, regime="lower").value
            relative.append(abs(found - truth) / abs(truth if math.isinf(left) else truth - left))
        assert relative[2] < 0.6 * relative[0]
        assert relative[2] < 0.05

    def test_chooses_by_the_square_root(self):
        law = stats.gamma(2)
        assert "central" in asymptotic_order_statistic(law, 500, 1000).method
        assert "tail" in asymptotic_order_statistic(law, 990, 1000).method
        assert "-X" in asymptotic_order_statistic(law, 3, 1000).note

    def test_result(self):
        result = asymptotic_order_statistic(stats.gamma(2), 1000, 1000)
        assert (result.kind, result.error, result.unit) == (Kind.ASYMPTOTIC, math.inf, "s")
        assert result.formula.relation == "~"
        assert r"\mathbb{E}[X_{k:n}]" in result.latex
        assert pickle.loads(pickle.dumps(result)).formula.expr == result.formula.expr
        enclosed = asymptotic_order_statistic(stats.expon(), 1000, 1000)
        assert enclosed.kind is Kind.NUMERICAL
        assert enclosed.lower <= sum(1 / i for i in range(1, 1001)) + 1e-12
        assert enclosed.error < 1e-7

    @pytest.mark.parametrize("n", [2, 9, 100, 3000])
    def test_exponential_has_ends_for_every_rank(self, n):
        ranks = {1, 2, n // 2 + 1, n - 1, n} & set(range(1, n + 1))
        for law in (stats.expon(), stats.expon(2, 0.3)):
            for k in ranks:
                found = asymptotic_order_statistic(law, k, n)
                truth = order_statistic(law, k, n).mean().value
                assert found.lower <= truth <= found.upper
                assert abs(found.value - truth) <= found.error < math.inf
                if k < n:
                    width = law.std() * k / ((n - k + 1) * (n - k + 0.5))
                    assert found.upper - found.lower < width + 1e-14

    def test_diverging_mean_is_infinite(self):
        result = asymptotic_order_statistic(stats.halfcauchy(), 8, 8)
        assert (result.value, result.kind) == (math.inf, Kind.EXACT)
        assert math.isfinite(asymptotic_order_statistic(stats.halfcauchy(), 7, 8).value)

    def test_atoms(self):
        law = Discrete([1, 2, 10], [0.5, 0.4, 0.1])
        assert asymptotic_order_statistic(law, 500, 1000).value in (1.0, 2.0)
        assert asymptotic_order_statistic(law, 999, 1000).value == 10.0
        assert asymptotic_order_statistic(law, 1, 1000).value == 1.0

    @pytest.mark.parametrize(
        "arguments, options, error, said",
        [
            ((stats.expon(), 0, 5), {}, ValueError, "k must be"),
            ((stats.expon(), 6, 5), {}, ValueError, "k must be"),
            ((stats.expon(), 1.0, 5), {}, TypeError, "k must be"),
            ((stats.expon(), 1, 0), {}, ValueError, "n must be"),
            ((stats.expon(), 1, 5), {"regime": "middle"}, ValueError, "regime must be"),
            ((stats.norm(), 1, 1), {}, ValueError, "n must be an integer >= 2"),
            ((2.0, 1, 5), {}, TypeError, "Deterministic"),
        ],
    )
    def test_refused(self, arguments, options, error, said):
        with pytest.raises(error, match=said):
            asymptotic_order_statistic(*arguments, **options)

    @settings(max_examples=40)
    @given(
        loc=st.floats(-10, 10),
        scale=st.floats(0.01, 100),
        k=st.integers(1, 400),
        law=st.sampled_from(
            [stats.gamma(2.5), stats.pareto(2.5), stats.beta(2, 3), stats.nct(4, 1)]
        ),
    )
    def test_equivariance(self, loc, scale, k, law):
        plain = asymptotic_order_statistic(law, k, 400).value
        moved = asymptotic_order_statistic(law.dist(*law.args, loc=loc, scale=scale), k, 400).value
        assert moved == pytest.approx(loc + scale * plain, rel=1e-9, abs=1e-8)


class TestHarmonic:
    def test_difference_bounds_for_all_small_k_and_p(self):
        low, high = harmonic.HARMONIC_DIFFERENCE_LOWER, harmonic.HARMONIC_DIFFERENCE_UPPER
        assert (low.relation, high.relation) == (">", "<")
        P, K = sympy.symbols("P K")
        below, above = (sympy.lambdify((P, K), f.expr, "mpmath") for f in (low, high))
        with mpmath.workdps(40):
            for p in range(1, 81):
                total = Fraction(0)
                for k in range(1, p + 1):
                    total += Fraction(1, p - k + 1)
                    truth = mpmath.mpf(total.numerator) / total.denominator
                    assert below(p, mpmath.mpf(k)) < truth < above(p, mpmath.mpf(k))

    def test_difference_bounds_are_sharp(self):
        """Both tend to -log(1 - kappa); the upper one is off by 1/P**2 only."""
        values = {"P": 10**4, "K": 5 * 10**3}
        truth = float(np.sum(1.0 / np.arange(5001, 10001)))
        low = float(harmonic.HARMONIC_DIFFERENCE_LOWER.expr.subs(values).evalf())
        high = float(harmonic.HARMONIC_DIFFERENCE_UPPER.expr.subs(values).evalf())
        assert 1e-6 < truth - low < 1e-4
        assert 0 < high - truth < 1e-8

    def test_p_harmonic_bounds_for_thousands_of_p(self):
        low, high = harmonic.P_HARMONIC_LOWER, harmonic.P_HARMONIC_UPPER
        assert (low.relation, high.relation) == (">", "<")
        P = sympy.Symbol("P")
        below, above = (sympy.lambdify(P, f.expr, "mpmath") for f in (low, high))
        with mpmath.workdps(40):
            h = mpmath.mpf(0)
            for p in range(1, 4001):
                h += mpmath.mpf(1) / p
                assert below(mpmath.mpf(p)) < p * h < above(mpmath.mpf(p))

    def test_p_harmonic_bounds_are_sharp(self):
        """The gap is 1/(12 P), and the truth is within 1/(120 P**3) of the lower end."""
        with mpmath.workdps(40):
            for p in (10, 100, 1000):
                truth = p * mpmath.harmonic(p)
                low = mpmath.mpf(str(harmonic.P_HARMONIC_LOWER.expr.subs({"P": p}).evalf(38)))
                assert 0 < truth - low < mpmath.mpf(1) / (120 * p**3)

    def test_formulas(self):
        for name in (
            "HARMONIC_DIFFERENCE_LOWER",
            "HARMONIC_DIFFERENCE_UPPER",
            "P_HARMONIC_LOWER",
            "P_HARMONIC_UPPER",
            "P_HARMONIC_EXPANSION",
        ):
            formula = getattr(harmonic, name)
            assert pickle.loads(pickle.dumps(formula)).expr == formula.expr
            assert formula.latex
            assert {s.name for s in formula.expr.free_symbols} <= {"P", "K"}
        assert all(c.holds({"P": 8, "K": 4}) for c in harmonic.HARMONIC_DIFFERENCE_LOWER.conditions)
        refused = [c.holds({"P": 8, "K": 9}) for c in harmonic.HARMONIC_DIFFERENCE_LOWER.conditions]
        assert not all(refused)
