"""sympy.stats laws with symbols as parameters: no comparison of a symbol is asked for its truth."""

from __future__ import annotations

import inspect

import pytest
import sympy
from sympy import Rational, Symbol
from sympy import stats as symbolic
from sympy.stats import crv_types, drv_types, frv_types

from runtime_theory.distributions.families import recognise_sympy

NAMES = {"positive": True}, {"real": True}, {}
# Constructor, the parameters that make it a member of the family, numbers for the symbols.
MEMBERS = [
    ("exponential", lambda a: symbolic.Exponential("X", a)),
    ("exponential", lambda a: symbolic.Gamma("X", 1, a)),
    ("exponential", lambda a: symbolic.Weibull("X", a, 1)),
    ("uniform", lambda a: symbolic.Uniform("X", 0, a)),
    ("uniform", lambda a, b: symbolic.Uniform("X", a, a + b)),
    ("pareto", lambda a, b: symbolic.Pareto("X", a, b)),
    ("lomax", lambda a, b: symbolic.Lomax("X", b, a)),
    ("lomax", lambda b: symbolic.BetaPrime("X", 1, b)),
    ("lomax", lambda d: symbolic.FDistribution("X", 2, d)),
    ("power", lambda a, b: symbolic.PowerFunction("X", b, 0, a)),
    ("power", lambda a: symbolic.Beta("X", a, 1)),
    ("power", lambda a: symbolic.Beta("X", 1, a)),
    ("power", lambda a: symbolic.Kumaraswamy("X", a, 1)),
    ("power", lambda a: symbolic.Kumaraswamy("X", 1, a)),
    ("logistic", lambda a, b: symbolic.Logistic("X", a, b)),
    ("loglogistic", lambda a, b: symbolic.LogLogistic("X", a, b)),
    ("loglogistic", lambda a, b: symbolic.Dagum("X", 1, b, a)),
    ("weibull", lambda a, b: symbolic.Weibull("X", a, b)),
    ("rayleigh", lambda a: symbolic.Rayleigh("X", a)),
    ("rayleigh", lambda a: symbolic.Nakagami("X", 1, a)),
    ("gumbel", lambda a, b: symbolic.Gumbel("X", a, b)),
    ("gumbel", lambda a, b: symbolic.Gumbel("X", a, b, minimum=True)),
    ("frechet", lambda a, b: symbolic.Frechet("X", b, a, 0)),
    ("frechet", lambda a: symbolic.GammaInverse("X", 1, a)),
    ("erlang", lambda a: symbolic.Gamma("X", 3, a)),
    ("geometric", lambda p: symbolic.Geometric("X", p)),
    ("normal", lambda a, b: symbolic.Normal("X", a, b)),
    ("two_point", lambda p: symbolic.Bernoulli("X", p)),
    ("two_point", lambda p: symbolic.Bernoulli("X", p, 10, 1)),
    ("two_point", lambda p: symbolic.Bernoulli("X", p, 1, 10)),
    ("two_point", lambda p: symbolic.Bernoulli("X", p, sympy.sqrt(2), 1)),
]
NUMBERS = {"a": Rational(5, 2), "b": Rational(7, 2), "p": Rational(1, 5), "d": sympy.Integer(5)}
UNIVARIATE = [
    (module, name)
    for module in (crv_types, drv_types, frv_types)
    for name in module.__all__
    if inspect.isfunction(getattr(module, name)) and not name.endswith("RV")
]


@pytest.mark.parametrize("assumptions", NAMES, ids=str)
@pytest.mark.parametrize("family,law", MEMBERS)
def test_symbols_give_the_member_that_numbers_give(family, law, assumptions):
    names = list(inspect.signature(law).parameters)
    late = recognise_sympy(law(*(Symbol(name, **assumptions) for name in names)))
    early = recognise_sympy(law(*(NUMBERS[name] for name in names)))
    assert late.family.name == early.family.name == family
    ranks = (3, 4)
    formula = late.mean_symbolic(*ranks)
    put_in = {Symbol(name, **assumptions): NUMBERS[name] for name in names}
    difference = formula.subs(put_in).doit() - early.mean_symbolic(*ranks).doit()
    assert formula.free_symbols >= set(put_in)
    assert abs(difference.evalf(30)) < 1e-25
    with pytest.raises(TypeError, match="numeric answer needs real numbers"):
        late.mean(*ranks)


@pytest.mark.parametrize("assumptions", NAMES, ids=str)
@pytest.mark.parametrize("module,name", UNIVARIATE, ids=lambda v: v if isinstance(v, str) else "")
def test_every_law_of_sympy_with_symbols_is_looked_up_without_error(module, name, assumptions):
    constructor = getattr(module, name)
    kinds = [p for p in inspect.signature(constructor).parameters.values() if p.name != "name"]
    arguments = [Symbol(p.name, **assumptions) for p in kinds if p.kind is not p.VAR_KEYWORD]
    try:
        variable = constructor("X", *arguments)
    except (TypeError, ValueError):
        pytest.skip("sympy itself needs numbers here")
    member = recognise_sympy(variable)
    assert member is None or member.family.name


def test_order_that_is_not_known():
    """Without it, neither outcome is known to be the straggler."""
    p, a, b = sympy.symbols("p a b")
    assert recognise_sympy(symbolic.Bernoulli("X", p, a, b)) is None
    assert recognise_sympy(symbolic.Bernoulli("X", Rational(1, 3), a, b)) is None
    assert recognise_sympy(symbolic.Bernoulli("X", p, a, a)) is None
    assert recognise_sympy(symbolic.Gumbel("X", a, b, minimum=Symbol("m"))) is None
    low, width = Symbol("low"), Symbol("width", positive=True)
    for late, early in ((low + width, low), (low, low + width)):
        member = recognise_sympy(symbolic.Bernoulli("X", p, late, early))
        mean = member.mean_symbolic(1, 1)
        assert sympy.expand(mean - p * late - (1 - p) * early) == 0
        least = member.mean_symbolic(1, 3)  # all three have to be late
        share = p**3 if late != low else (1 - p) ** 3
        assert sympy.expand(least - low - width * share) == 0
