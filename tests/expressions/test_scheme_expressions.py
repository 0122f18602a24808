"""Formulas of the schemes against the numeric functions, simulation and enumeration."""

from __future__ import annotations

import pickle
import random
import subprocess
import sys
from collections import Counter
from fractions import Fraction
from itertools import permutations, product

import pytest
import sympy
import sympy.stats
from oracles.labels import label
from scipy import stats
from sgd_simulation import stalenesses, z_score

import runtime_theory as rt
from runtime_theory.distributions.base import Ageing
from runtime_theory.expressions.quantities import QUANTITIES
from runtime_theory.timing import TIMINGS, mean_staleness
from runtime_theory.timing.facts import LEFT_SIDES

P, K = sympy.symbols("P K")
SCHEMES = [
    rt.Sync(8), rt.KSync(8, 3), rt.KBatchSync(8, 3), rt.KBatchSync(8, 11), rt.Async(8),
    rt.KAsync(8, 3), rt.KBatchAsync(8, 3), rt.KBatchAsync(8, 11),
    # One process by several names, and one learner.
    rt.KSync(8, 8), rt.KBatchSync(8, 1), rt.KAsync(8, 1), rt.KAsync(8, 8), rt.KBatchAsync(8, 1),
    rt.Async(1), rt.KBatchSync(1, 5), rt.KBatchAsync(1, 5),
]  # fmt: skip
LAWS = [
    stats.expon(scale=0.5), stats.expon(1, 0.5), stats.pareto(2.5), stats.uniform(1, 3),
    stats.weibull_min(2, scale=3), rt.Deterministic(2.0), stats.gamma(2), stats.lomax(3.5),
]  # fmt: skip


PAIRS = [
    pytest.param(scheme, law, id=f"{scheme}-{label(law)}") for scheme in SCHEMES for law in LAWS
]


def number(expression):
    return float(sympy.N(expression, 20))


@pytest.mark.parametrize("scheme,law", PAIRS)
def test_time_throughput_and_speedups_as_the_numeric_functions(scheme, law):
    try:
        time = float(rt.iteration_time(scheme, law))
    except rt.NoMethodError:
        with pytest.raises(rt.NoMethodError, match=r"no closed form .*; bounds: "):
            rt.expression(scheme, law)
        return
    assert number(rt.expression(scheme, law)) == pytest.approx(time, rel=1e-13)
    rate = rt.expression(scheme, law, quantity="throughput")
    assert number(rate) == pytest.approx(float(rt.throughput(scheme, law)), rel=1e-13)
    sync = float(rt.iteration_time(rt.Sync(scheme.P), law))
    gain = rt.expression(scheme, law, quantity="update_speedup")
    assert number(gain) == pytest.approx(sync / time, rel=1e-13)
    share = scheme.gradients_per_update / scheme.P
    gain = rt.expression(scheme, law, quantity="gradient_speedup")
    assert number(gain) == pytest.approx(share * sync / time, rel=1e-13)


def test_speedup_is_that_of_compare_and_of_theorem_1():
    for law in LAWS:
        table = rt.compare(law, 8, 3)
        for row in table:
            if row["time"] is None:
                continue
            ks = () if row["scheme"] in ("sync", "async") else (row["K"],)
            scheme = next(s for s in TIMINGS if s.name == row["scheme"])(8, *ks)
            for column in ("update_speedup", "gradient_speedup"):
                value = rt.expression(scheme, law, quantity=column)
                assert number(value) == pytest.approx(row[column], rel=1e-13)
        theorem = rt.expression(rt.Async(8), law, quantity="update_speedup")
        assert number(theorem) == pytest.approx(float(rt.speedup(law, 8)), rel=1e-13)
    formula = rt.expression("async", "exponential", quantity="update_speedup")
    assert formula == P * sympy.harmonic(P)


@pytest.mark.parametrize("scheme,law", PAIRS)
def test_bounds_enclose_what_the_numeric_bounds_enclose(scheme, law):
    numeric = rt.iteration_time_bounds(scheme, law)
    lower, upper = (
        number(rt.expression(scheme, law, quantity=f"iteration_time_{side}"))
        for side in ("lower", "upper")
    )
    assert lower <= upper * (1 + 1e-14)
    assert lower <= float(numeric.upper) * (1 + 1e-13)
    assert upper >= float(numeric.lower) * (1 - 1e-13)


#: E[T] that was simulated with millions of iterations, to the slack in the last column.
KNOWN_TIMES = [
    (rt.KBatchSync(8, 4), stats.expon(1), 1.631, 2e-3),
    (rt.KBatchSync(8, 12), stats.expon(1), 3.653, 2e-3),
    (rt.KAsync(8, 4), stats.expon(1), 1.241, 2e-3),
    (rt.KAsync(8, 4), stats.pareto(2), 1.237, 5e-3),
]


@pytest.mark.parametrize("scheme,law,time,slack", KNOWN_TIMES, ids=label)
def test_bounds_enclose_known_times(scheme, law, time, slack):
    lower = rt.expression(scheme, law, quantity="iteration_time_lower")
    upper = rt.expression(scheme, law, quantity="iteration_time_upper")
    assert number(lower) <= time + slack
    assert number(upper) >= time - slack


@pytest.mark.parametrize("scheme,law", PAIRS)
def test_variance_is_that_of_the_iteration_law(scheme, law):
    try:
        value = number(rt.expression(scheme, law, quantity="iteration_time_variance"))
    except rt.NoMethodError:
        return
    if isinstance(scheme.canonical(), rt.KBatchSync) and scheme.P == 1:
        truth = scheme.K * float(rt.order_statistic(law, 1, 1).var())
    else:
        truth = float(rt.iteration_law(scheme, law).var())
    assert value == pytest.approx(truth, rel=1e-12, abs=1e-15)


def test_variance_is_known_wherever_the_iteration_law_is():
    for scheme in SCHEMES:
        for law in (stats.expon(), rt.Deterministic(2.0)):
            try:
                rt.iteration_law(scheme, law)
            except rt.NoMethodError:
                continue
            rt.expression(scheme, law, quantity="iteration_time_variance")


@pytest.mark.parametrize("scheme", SCHEMES, ids=str)
def test_mean_staleness(scheme):
    for law in LAWS:
        value = rt.expression(scheme, law, quantity="mean_staleness")
        assert number(value) == pytest.approx(float(mean_staleness(scheme, law)), rel=1e-14)


# ------------------------------------------------------------ symbols and numbers


def test_plain_symbols_take_numbers_afterwards():
    for name in ("sync", "k-sync", "k-batch-sync", "async", "k-async", "k-batch-async"):
        late = rt.expression(name, "exponential").subs({"P": 8, "K": 3, "mu": 2})
        counts = (8,) if name in ("sync", "async") else (8, 3)
        scheme = next(s for s in TIMINGS if s.name == name)(*counts)
        assert late == rt.expression(scheme, "exponential", mu=2)
        assert late.is_Rational


def test_numbers_of_every_kind_go_in_exactly():
    for two in (2, 2.0, Fraction(2), sympy.Integer(2)):
        assert rt.expression(rt.KSync(8, 4), "exponential", mu=two) == sympy.Rational(533, 1680)
    assert rt.expression(rt.Async(3), "exponential", mu=0.1) == sympy.Rational(10, 3)


def test_other_symbols_for_p_and_k():
    n, k = sympy.symbols("n k", integer=True)
    assert rt.expression(rt.KSync(n, k)) == sympy.Function("order_mean")(k, n)
    assert rt.expression(rt.KBatchAsync("n", "n")) == sympy.Symbol("E_X")
    assert rt.expression(rt.KAsync("P", "P"), "exponential") == rt.expression("sync", "exponential")


def test_open_law_and_canonical_forms():
    E_X, order_mean = sympy.Symbol("E_X"), sympy.Function("order_mean")
    assert rt.expression("k-batch-async") == K * E_X / P
    assert rt.expression("async", quantity="update_speedup") == P * order_mean(P, P) / E_X
    assert rt.expression(rt.KAsync("P", 1)) == E_X / P
    assert rt.expression(rt.KBatchSync("P", 1)) == order_mean(1, P)
    assert rt.expression(rt.KBatchSync(1, "K")) == K * E_X
    assert rt.expression(rt.Sync(1)) == E_X
    assert rt.expression(rt.KBatchSync(1, "K"), quantity="iteration_time_variance") == (
        K * sympy.Symbol("Var_X")
    )


def test_what_is_known_is_said():
    with pytest.raises(rt.NoMethodError, match=r"exponential times: order_mean\(K, P\).*bounds: "):
        rt.expression("k-async")
    with pytest.raises(rt.NoMethodError, match=r"shifted exponential family.*E_X\*K/P <= E\[T\]"):
        rt.expression("k-batch-sync", "shifted_exponential")


# ------------------------------------------------------------ staleness

STALE = [("async", 5, 1), ("k-async", 5, 2), ("k-batch-async", 5, 2), ("k-batch-async", 3, 4)]


def scheme_of(name, *counts):
    cls = next(s for s in TIMINGS if s.name == name)
    return cls(counts[0]) if name in ("sync", "async") else cls(*counts)


@pytest.mark.parametrize("name,learners,waited", STALE)
def test_law_of_the_staleness_is_a_law_with_the_right_mean_and_freshness(name, learners, waited):
    scheme = scheme_of(name, learners, waited)
    law = rt.expression(scheme, "exponential", quantity="staleness_pmf")
    chances = [law.subs({"s": s}) for s in range(400)]
    assert all(chance >= 0 for chance in chances)
    assert float(1 - sum(chances)) < 1e-12
    mean = rt.expression(scheme, "exponential", quantity="mean_staleness")
    assert float(mean - sum(s * chance for s, chance in enumerate(chances))) < 1e-9
    assert (
        sympy.simplify(chances[0] - rt.expression(scheme, "exponential", quantity="freshness")) == 0
    )


@pytest.mark.parametrize("name,learners,waited", STALE)
def test_law_of_the_staleness_by_simulation(name, learners, waited):
    source = random.Random(1)
    counts = stalenesses(
        lambda: source.expovariate(1.0), learners, waited, 40_000, waits=name == "k-async"
    )
    law = rt.expression(scheme_of(name, learners, waited), "exponential", quantity="staleness_pmf")
    total = sum(counts.values())
    for s in range(8):
        chance = float(law.subs({"s": s}))
        assert abs(z_score(counts[s], total, chance, inflation=waited + 1)) < 5


@pytest.mark.parametrize("name,learners,waited", STALE)
def test_mean_staleness_of_any_law_by_simulation(name, learners, waited):
    source = random.Random(2)
    counts = stalenesses(
        lambda: source.gammavariate(3.0, 1.0), learners, waited, 20_000, waits=name == "k-async"
    )
    mean = sum(s * count for s, count in counts.items()) / sum(counts.values())
    formula = rt.expression(name, quantity="mean_staleness").subs({"P": learners, "K": waited})
    assert mean == pytest.approx(float(formula), rel=0.01)


def test_law_of_the_staleness_of_k_batch_async_by_enumeration():
    """The K pushes of an update; a learner comes back after a geometric number of pushes."""
    P_, K_, chance = 4, 3, Fraction(1, 4)
    law = rt.expression(rt.KBatchAsync(P_, K_), "exponential", quantity="staleness_pmf")
    for s in range(4):
        total = Fraction(0)
        for place in range(K_):  # of the push after which the version was read, 0: the last one
            for gap in range(1, K_ * (s + 2)):
                if (place + gap + K_ - 1) // K_ - 1 == s:
                    total += Fraction(1, K_) * chance * (1 - chance) ** (gap - 1)
        assert law.subs({"s": s}) == sympy.Rational(total.numerator, total.denominator)


def test_freshness_after_a_delay():
    """Against the definition: the integral of f(x) S_e(x)^(P-1), and by simulation."""
    x = sympy.Symbol("x", positive=True)
    value = rt.expression(rt.Async(4), stats.expon(0.5), quantity="freshness")
    delay = sympy.Rational(1, 2)
    residual = sympy.exp(-(x - delay)) / (1 + delay)  # S_e for x >= delay
    definition = sympy.integrate(sympy.exp(-(x - delay)) * residual**3, (x, delay, sympy.oo))
    assert value == sympy.simplify(definition) == sympy.Rational(2, 27)
    source = random.Random(3)
    counts = stalenesses(lambda: 0.5 + source.expovariate(1.0), 4, 1, 60_000, waits=False)
    total = sum(counts.values())
    assert abs(z_score(counts[0], total, float(value), inflation=2)) < 5


def test_learners_in_step_are_ordered_at_random_every_round():
    """All orders of two rounds, one after the other: the staleness of every gradient."""
    law = rt.expression(rt.Async(3), rt.Deterministic(2.0), quantity="staleness_pmf")
    counts = Counter()
    for first, second in product(permutations(range(3)), repeat=2):
        counts.update(2 - first[i] + second[i] for i in range(3))
    total = sum(counts.values())
    for s in range(8):
        assert law.subs({"s": s}) == sympy.Rational(counts[s], total)
    fresh = rt.expression(rt.Async(3), rt.Deterministic(2.0), quantity="freshness")
    assert fresh == law.subs({"s": 0}) == sympy.Rational(1, 9)


def test_p0_keeps_its_distance_from_the_freshness():
    delayed = stats.expon(1)
    # Seven are past their delay and the last has just begun: it has to outrun them all.
    assert rt.expression(rt.Async(8), delayed, quantity="p0") == sympy.exp(-7) / 8
    assert rt.expression(rt.Async(8), delayed, quantity="freshness") > 0
    assert rt.expression(rt.KAsync(8, 6), stats.gamma(2.5), quantity="p0") == sympy.Rational(2, 3)
    assert rt.expression(rt.KAsync(8, 6), stats.lomax(2.5), quantity="p0") == sympy.Rational(3, 4)
    assert rt.expression("k-async", "exponential", quantity="p0") == K / P
    least = rt.expression("k-batch-async", quantity="p0")
    assert [least.subs({"P": 4, "K": k}) for k in (2, 6)] == [0, sympy.Rational(1, 2)]


def test_least_share_of_fresh_gradients_is_kept_by_every_law():
    """In every single update of K-async at least (2K-P)/K are fresh."""
    source = random.Random(4)
    counts = stalenesses(lambda: source.paretovariate(1.2), 5, 4, 4_000, waits=True)
    share = counts[0] / sum(counts.values())
    assert share >= float(rt.expression(rt.KAsync(5, 4), quantity="p0"))
    counts = stalenesses(lambda: source.paretovariate(1.2), 3, 8, 4_000, waits=False)
    share = counts[0] / sum(counts.values())
    assert share >= float(rt.expression(rt.KBatchAsync(3, 8), quantity="p0"))


# ------------------------------------------------------------ results carry their formulas

CARRIED = [
    (rt.Sync(4), stats.gamma(2)), (rt.KSync(4, 2), stats.gamma(2)), (rt.Async(4), stats.gamma(2)),
    (rt.KBatchAsync(4, 2), stats.gamma(2)), (rt.KAsync(4, 2), stats.expon()),
    (rt.KAsync(4, 2), rt.Deterministic(2.0)), (rt.KBatchSync(4, 6), stats.expon()),
    (rt.KBatchSync(4, 6), rt.Deterministic(2.0)), (rt.KBatchSync(1, 6), stats.gamma(2)),
]  # fmt: skip


@pytest.mark.parametrize("scheme,law", CARRIED, ids=label)
def test_formula_of_a_result_is_that_of_its_number(scheme, law):
    result = rt.iteration_time(scheme, law)
    form = scheme.canonical()
    numbers = {"P": form.P, "K": getattr(form, "K", form.gradients_per_update)}
    mean = rt.expression(None, law, quantity="mean")
    value = (
        result.formula.expr.subs(numbers)
        .subs({"E_X": mean})
        .replace(
            sympy.Function("order_mean"),
            lambda k, n: rt.expression(None, law, quantity="order_statistic_mean", k=k, n=n),
        )
    )
    assert float(value) == pytest.approx(float(result), rel=1e-14)
    assert rt.latex(result) == result.latex == result.formula.latex


def test_results_without_one_formula_carry_none():
    fleet = [stats.gamma(2), stats.expon()]
    assert rt.iteration_time(rt.Async(2), fleet).formula is None
    assert rt.iteration_time(rt.Sync(2), fleet).formula is None
    assert rt.iteration_time(rt.KAsync(4, 2), stats.pareto(0.5)).formula is None
    assert (rt.iteration_time(rt.Async(2), stats.expon()) + 1).formula is None


def test_bounds_carry_their_formulas():
    lower, upper = rt.iteration_time_bounds(rt.KAsync(8, 4), stats.gamma(2))
    assert lower.latex == r"\mathbb{E}[T] \ge \frac{K \mathbb{E}[X]}{P}"
    assert upper.latex == r"\mathbb{E}[T] \le \mathbb{E}[X_{K:P}]"
    lower, upper = rt.iteration_time_bounds(rt.Sync(8), stats.gamma(2))
    assert (lower.formula, upper.formula) == (None, None)


def test_results_pickle_without_sympy():
    result = rt.iteration_time(rt.KSync(8, 4), stats.expon())
    assert pickle.loads(pickle.dumps(result)).latex == result.latex
    program = (
        "import pickle, sys, runtime_theory as rt; from scipy import stats;"
        "r = rt.iteration_time(rt.KSync(8, 4), stats.expon());"
        "s = pickle.loads(pickle.dumps(r)); assert 'sympy' not in sys.modules; print(s.latex)"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == result.latex


# ------------------------------------------------------------ the list of facts


def test_every_fact_has_a_quantity_and_a_left_side():
    for timing in TIMINGS.values():
        known = {fact.quantity for fact in timing.facts}
        assert {"mean_staleness", "staleness_pmf", "freshness", "p0"} <= known
        for fact in timing.facts:
            assert fact.quantity in LEFT_SIDES
            assert fact.quantity in QUANTITIES
            assert timing.scheme.name in fact.formula.name
            assert fact.formula.expr.free_symbols <= {
                sympy.Symbol(name) for name in ("P", "K", "s", "E_X", "Var_X", "mu", "Delta")
            }


def test_ageing_of_symbolic_families_is_that_of_their_members():
    """What is said of a family without numbers holds for each of its members."""
    from runtime_theory.distributions.families import FAMILIES
    from runtime_theory.expressions.recognition import as_symbolic_law
    from runtime_theory.timing.facts import Scope

    for family in FAMILIES:
        fixed = {"r": 2} if family.name == "erlang" else {}
        scopes = as_symbolic_law(family.name, fixed)[0].scopes
        for values in family.typical():
            member = family.member(**values)
            if member.support[0] < 0:
                continue
            if Scope.NBU in scopes:
                assert member.ageing in (Ageing.NBU, Ageing.BOTH)
            if Scope.NWU in scopes and member.loc == 0:
                assert member.ageing in (Ageing.NWU, Ageing.BOTH)


# ------------------------------------------------------------ bad input


@pytest.mark.parametrize(
    "arguments, options, kind, message",
    [
        (("k-sink",), {}, ValueError, "scheme must be one of sync, k-sync"),
        ((3,), {}, TypeError, "scheme must be one of Sync"),
        (("sync",), {"quantity": "speed"}, ValueError, "quantity must be one of iteration_time"),
        ((None,), {}, ValueError, "needs a scheme; without one there are mean, variance"),
        (("sync",), {"quantity": "mean"}, ValueError, "give None as the scheme"),
        (("sync",), {"eta": 1}, TypeError, "the formula has no symbol eta"),
        (("sync",), {"P": 3}, TypeError, "P belongs to the scheme"),
        (("sync", "exponential"), {"mu": "a b"}, TypeError, "mu must be a number"),
        (("sync", "exponential"), {"mu": True}, TypeError, "mu must be a number"),
        (("sync", "exponential"), {"digits": 0}, ValueError, "digits must be an integer >= 1"),
        (("sync", "exponential"), {"digits": 9}, ValueError, "needs numbers for P, mu"),
        (("async",), {"digits": 9}, ValueError, "needs numbers for E_X, P"),
        (("sync", "gamma(2.5)"), {"timeout": 0}, ValueError, "timeout must be"),
        ((rt.Sync(2000), "exponential"), {}, ValueError, "at most 1000 without digits="),
    ],
)
def test_bad_questions(arguments, options, kind, message):
    with pytest.raises(kind, match=message):
        rt.expression(*arguments, **options)
