"""No kind of step can be fooled: wrong statements, wrong certificates, exceptions."""

from dataclasses import dataclass, replace
from typing import Any

import pytest
import sympy
from sympy import Function, Rational, exp, floor, gamma, harmonic, log, oo, sin, sqrt, symbols

from runtime_theory.theorems.kernel.analysis import (
    DefiniteIntegral,
    MonotoneSequence,
    SignFromLimit,
)
from runtime_theory.theorems.kernel.domain import Domain
from runtime_theory.theorems.kernel.induction import Induction, InductiveBound, Limit
from runtime_theory.theorems.kernel.outcome import Status
from runtime_theory.theorems.kernel.recurrence import Recurrence
from runtime_theory.theorems.kernel.step import Axiom, Identity, Inequality, Step

D = Domain(positive="x mu", real="r e", counts="n", naturals="k")
x, mu, r, e, n, k = D["x mu r e n k"]


def failed(step: Step) -> str:
    """What is wrong with the step, which has to be wrong."""
    outcome = step.check()
    assert outcome.status is Status.FAILED, outcome
    assert outcome.detail
    return outcome.detail


def holds(step: Step) -> None:
    outcome = step.check()
    assert outcome.status is Status.CHECKED, outcome
    assert step.latex


# ------------------------------------------------------------------ identities


@pytest.mark.parametrize(
    "left, right",
    [
        ((r + x) ** 2, r**2 + 2 * r * x + x**2),
        (harmonic(n + 1) - harmonic(n), 1 / (n + 1)),
        (harmonic(n + 2, 2) - harmonic(n, 2), 1 / (n + 1) ** 2 + 1 / (n + 2) ** 2),
        (harmonic(n - 1, 3), harmonic(n, 3) - 1 / n**3),
        (gamma(n + x + 1), (n + x) * gamma(n + x)),
        (log((n + 1) / n), log(n + 1) - log(n)),
        (x**n * x, x ** (n + 1)),
        ((exp(-x) / (1 + mu)) ** n, exp(-x * n) * (1 + mu) ** (-n)),
        (sympy.binomial(n + 1, k + 1) * (k + 1), (n + 1) * sympy.binomial(n, k)),
    ],
)
def test_an_identity_holds_and_none_of_its_perturbations_does(left: Any, right: Any) -> None:
    holds(Identity("so", left, right, D))
    for wrong in (right + 1, 2 * right, -right, right + Rational(1, 10**9), right * (n + 1)):
        failed(Identity("not so", left, wrong, D))


def test_an_identity_that_holds_for_small_integers_only_is_none() -> None:
    product = sympy.prod(n - i for i in range(1, 10))  # 0 at every point that is tried
    assert "not seen to be" in failed(Identity("no", n + product, n, D))


def test_an_identity_that_cannot_be_decided_is_no_pass() -> None:
    step = Identity("true, but beyond it", floor((n + 1) / 2), n - floor(n / 2), D)
    assert "not seen to be" in failed(step)


def test_undefined_functions_are_arbitrary_but_the_same_everywhere() -> None:
    f = Function("order_mean")
    holds(Identity("so", n * f(k, n), f(k, n) * n, D))
    failed(Identity("no", f(k, n), f(k + 1, n), D))
    failed(Identity("no", f(n, n), f(n, n + 1), D))


def test_an_exception_is_a_failure() -> None:
    assert "no symbol" in failed(Identity("unknown symbol", symbols("z"), r, D))
    assert "cannot be checked" in failed(Identity("division by zero", 1 / (n - n), 1, D))

    @dataclass(frozen=True)
    class Broken(Step):
        @property
        def latex(self) -> str:
            return ""

        def prove(self) -> None:
            raise RuntimeError("oops")

    assert failed(Broken("broken")) == "cannot be checked: RuntimeError: oops"


def test_an_axiom_is_assumed_and_says_so() -> None:
    assert Axiom("given").check().status is Status.ASSUMED


def test_an_identity_can_name_its_left_side() -> None:
    assert Identity("so", r + r, 2 * r, D, "y").latex == "y = 2 r"


# ------------------------------------------------------------------ inequalities


YOUNG = Inequality("Young.", 2 * r * e, r**2 + e**2, D, ((r - e) ** 2,))


def test_an_inequality_by_a_square() -> None:
    holds(YOUNG)


@pytest.mark.parametrize(
    "change",
    [
        {"small": 2 * r * e + 1},
        {"small": 3 * r * e},
        {"large": r**2},
        {"terms": ()},
        {"terms": ((r - e) ** 2, Rational(1, 10**12))},
        {"terms": ((r + e) ** 2,)},
        {"terms": ((r - e) ** 2 + 1, -sympy.Integer(1))},  # adds up, but one term is negative
        {"terms": (r**2, e**2, -2 * r * e)},  # adds up, but no sign of r e is known
        {"strict": True},
        {"small": 1 / (n - n)},
    ],
)
def test_a_changed_inequality_fails(change: dict[str, Any]) -> None:
    failed(replace(YOUNG, **change))


def test_facts_of_the_domain_are_signs_and_only_those() -> None:
    domain = Domain(real="r", counts="P K", facts=("P - K", "r - 1"))
    P, K, y = domain["P K r"]
    holds(Inequality("a fact", K * y, P * y, domain, ((P - K) * (y - 1), P - K)))
    failed(Inequality("more than the fact", K, P - 1, domain, (P - K - 1,)))
    failed(Inequality("reversed", P, K, domain, (K - P,)))
    failed(
        Inequality("a product of facts with a sign", K, P, domain, (-(P - K) * (y - 1) + P - K,))
    )


def test_a_strict_inequality_needs_a_positive_term_first() -> None:
    holds(Inequality("strict", r**2, r**2 + x, D, (x,), strict=True))
    failed(Inequality("not strict", r**2, r**2 + e**2, D, (e**2,), strict=True))
    failed(Inequality("the second is", r**2, r**2 + k + x, D, (k, x), strict=True))


# ------------------------------------------------------------------ induction


ODD = Induction("Odd numbers.", "s_n", "n", 1, 1, 2 * n + 1, n**2, D)


def test_an_induction() -> None:
    holds(ODD)
    holds(Induction("From 0.", "s_k", "k", 0, r, x, r + k * x, D))


@pytest.mark.parametrize(
    "change",
    [
        {"start": 0},
        {"first": 2},
        {"increment": 2 * n},
        {"closed": n**2 + 1},
        {"closed": n**2 + sin(sympy.pi * r)},
        {"closed": n**2 + sympy.prod(n - i for i in range(1, 12))},
        {"variable": "z"},
        {"increment": 1 / (n - n)},
    ],
)
def test_a_changed_induction_fails(change: dict[str, Any]) -> None:
    failed(replace(ODD, **change))


DOUBLING = Recurrence("Doubling.", "e_k", "k", 0, r, "e", 2 * e + 1, (r + 1) * 2**k - 1, D)


def test_a_recurrence() -> None:
    holds(DOUBLING)
    holds(Recurrence("Factorial.", "n!", "k", 0, 1, "e", (k + 1) * e, sympy.factorial(k), D))


@pytest.mark.parametrize(
    "change",
    [
        {"start": 1},
        {"first": r + 1},
        {"step": 2 * e},
        {"step": 3 * e + 1},
        {"step": 2 * e + k + 1},
        {"closed": (r + 1) * 2**k},
        {"closed": (r + 1) * 3**k - 1},
        {"previous": "z"},
    ],
)
def test_a_changed_recurrence_fails(change: dict[str, Any]) -> None:
    failed(replace(DOUBLING, **change))


HALVING = InductiveBound("Halving.", "e_k", "k", 0, "e", e / 2, x, x, D, (x / 2,))


def test_a_bound_by_induction() -> None:
    holds(HALVING)
    holds(InductiveBound("Below.", "e_k", "k", 0, "e", e + x, 0, 0 * x, D, (x,), lower=True))
    assert r"\ge" in replace(HALVING, lower=True).latex


@pytest.mark.parametrize(
    "change",
    [
        {"first": 2 * x},
        {"step": -e / 2},  # decreasing: the induction hypothesis cannot be put in
        {"step": e * r},  # perhaps decreasing
        {"step": 2 * e},
        {"terms": ()},
        {"terms": (x,)},
        {"terms": (x, -x / 2)},
        {"closed": x / 2},
        {"lower": True},
        {"variable": "z"},
    ],
)
def test_a_changed_bound_by_induction_fails(change: dict[str, Any]) -> None:
    failed(replace(HALVING, **change))


def test_nothing_may_be_assumed_of_what_the_bound_is_about() -> None:
    """Else e <= 1 would make a square grow less than it does at the bound."""
    domain = Domain(positive="x", real="e", naturals="k", facts=("1 - e",))
    assert "two values" in failed(replace(HALVING, domain=domain))


# ------------------------------------------------------------------ limits and integrals


EULER = Limit("Euler.", (1 + 1 / x) ** x, "x", "oo", "E", Domain(positive="x"))


def test_a_limit() -> None:
    holds(EULER)
    holds(Limit("At 0.", (exp(x) - 1) / x, "x", 0, 1, Domain(positive="x")))


@pytest.mark.parametrize(
    "change", [{"value": 2}, {"value": "E + 1"}, {"at": 1}, {"expression": x}, {"variable": "z"}]
)
def test_a_changed_limit_fails(change: dict[str, Any]) -> None:
    failed(replace(EULER, **change))


MEAN = DefiniteIntegral("Mean.", "", exp(-mu * x), -exp(-mu * x) / mu, "x", 0, oo, 1 / mu, D)


def test_an_integral() -> None:
    holds(MEAN)
    named = replace(MEAN, name="M")
    assert named.latex.startswith(r"M = \int_{0}^{\infty}")


@pytest.mark.parametrize(
    "change",
    [
        {"value": 2 / mu},
        {"value": 1 / mu**2},
        {"value": x},
        {"low": 1},
        {"high": 1},
        {"antiderivative": exp(-mu * x) / mu},
        {"antiderivative": -exp(-mu * x)},
        {"integrand": exp(-2 * mu * x)},
        {"variable": "z"},
    ],
)
def test_a_changed_integral_fails(change: dict[str, Any]) -> None:
    failed(replace(MEAN, **change))


def test_a_pole_between_the_ends_does_not_fool_an_integral() -> None:
    domain = Domain(real="y")
    y = domain["y"]
    step = DefiniteIntegral("Pole.", "", 1 / y**2, -1 / y, "y", -1, 1, -2, domain)
    failed(step)


def test_a_jump_of_the_antiderivative_does_not_fool_an_integral() -> None:
    domain = Domain(real="y")
    y = domain["y"]
    jumping = -sympy.atan(1 / y)
    step = DefiniteIntegral("Jump.", "", 1 / (1 + y**2), jumping, "y", -1, 1, -sympy.pi / 2, domain)
    assert "quadrature" in failed(step)


LOGARITHM = SignFromLimit(
    "Concavity.", 1 / x - log((x + 1) / x), "x", (1 / (x**2 * (x + 1)),), Domain(positive="x")
)


def test_a_sign_from_a_limit() -> None:
    holds(LOGARITHM)


@pytest.mark.parametrize(
    "change",
    [
        {"expression": 1 / x - log((x + 1) / x) + 1},  # falls, but to 1
        {"expression": 1 / x - log((x + 1) / x) - 1},  # falls to -1: not positive
        {"expression": log((x + 1) / x) - 1 / x},
        {"terms": ()},
        {"terms": (1 / (x**2 * (x + 1)), 0 * x)},
        {"terms": (0 * x, 1 / (x**2 * (x + 1)))},  # the first may be 0
        {"terms": (2 / (x**2 * (x + 1)), -1 / (x**2 * (x + 1)))},
        {"variable": "z"},
    ],
)
def test_a_changed_sign_from_a_limit_fails(change: dict[str, Any]) -> None:
    if change.get("terms") == (1 / (x**2 * (x + 1)), 0 * x):
        holds(replace(LOGARITHM, **change))  # a term 0 does no harm
    else:
        failed(replace(LOGARITHM, **change))


def test_a_sign_from_a_limit_needs_a_variable_that_is_free_to_grow() -> None:
    bounded = Domain(positive="x", facts=("9 - x",))
    assert "free to go" in failed(replace(LOGARITHM, domain=bounded))
    assert "real number" in failed(replace(LOGARITHM, domain=Domain(counts="x")))


FALL = MonotoneSequence(
    "Reciprocals.",
    "1/n",
    1 / n,
    "n",
    -1 / (n * (n + 1)),
    ((2 * n + 1) / (n * (n + 1)) ** 2,),
    Domain(counts="n"),
)


def test_a_monotone_sequence() -> None:
    holds(FALL)
    up = {"expression": -1 / n, "increment": 1 / (n * (n + 1)), "positive": False}
    holds(replace(FALL, **up))
    euler = harmonic(n) - log(n) - sympy.EulerGamma
    drop = 1 / (n + 1) - log((n + 1) / n)
    certificate = (1 / (n * (n + 1) ** 2),)
    holds(MonotoneSequence("Euler.", "d_n", euler, "n", drop, certificate, Domain(counts="n")))


@pytest.mark.parametrize(
    "change",
    [
        {"expression": 1 / n + 1},
        {"expression": 1 / n - 1},
        {"expression": -1 / n},
        {"increment": 1 / (n * (n + 1))},
        {"increment": -1 / (n * (n + 2))},
        {"terms": ()},
        {"terms": (2 * (2 * n + 1) / (n * (n + 1)) ** 2,)},
        {"positive": False},
        {"variable": "z"},
        {"expression": 1 / n + floor(n) - n + sqrt(n) - sqrt(n + 1)},
    ],
)
def test_a_changed_monotone_sequence_fails(change: dict[str, Any]) -> None:
    failed(replace(FALL, **change))
