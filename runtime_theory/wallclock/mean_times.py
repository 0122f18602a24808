"""E[X] of a law as a sympy expression to print: closed where it is short, else its symbol."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from runtime_theory.distributions.attraction.functions import symbolic
from runtime_theory.distributions.base import Distribution
from runtime_theory.distributions.from_scipy.laws import ScipyLaw
from runtime_theory.formulas.vocabulary import symbol

__all__ = ["mean_builder"]

_MEANS: dict[str, Callable[..., Any]] = {
    "beta": lambda f, a, b: a / (a + b),
    "betaprime": lambda f, a, b: a / (b - 1),
    "chi2": lambda f, df: df,
    "erlang": lambda f, a: a,
    "gamma": lambda f, a: a,
    "halfnorm": lambda f: f.sqrt(2 / f.pi),
    "invgamma": lambda f, a: 1 / (a - 1),
    "invgauss": lambda f, mu: mu,
    "lognorm": lambda f, s: f.exp(s * s / 2),
    "norm": lambda f: f.number(0),
    "rayleigh": lambda f: f.sqrt(f.pi / 2),
    "weibull_min": lambda f, c: f.gamma(1 + 1 / c),
}
"""In scipy's standard form."""


def mean_builder(law: Distribution) -> Callable[[], Any]:
    """What builds E[X], or the symbol E_X where no short form is known; it pickles.

    Examples
    --------
    >>> from scipy import stats
    >>> from runtime_theory.distributions.adapt import as_law
    >>> mean_builder(as_law(stats.gamma(2.5, scale=3)))()
    15/2
    >>> mean_builder(as_law(stats.nct(5, 0.3)))()
    E_X
    """
    moved = law.standardised
    base, loc, scale = (law, 0.0, 1.0) if moved is None else (moved.base, moved.loc, moved.scale)
    if isinstance(base, ScipyLaw) and base.key is not None and base.key[0] in _MEANS:
        return partial(_by_name, base.key[0], base.shapes, loc, scale)
    return partial(symbol, "E_X") if law.member is None else partial(_of_member, law.member)


def _by_name(name: str, shapes: tuple[float, ...], loc: float, scale: float) -> Any:
    f = symbolic()
    return f.number(loc) + f.number(scale) * _MEANS[name](f, *map(f.number, shapes))


def _of_member(member: Any) -> Any:
    from sympy import Sum, count_ops, gammasimp

    from runtime_theory.distributions.families.evaluation import simplified

    plain = member.mean_symbolic(1, 1)
    try:
        if plain.has(Sum):
            return simplified(plain)
    except ValueError:  # a sum that sympy would not finish
        return symbol("E_X")
    return min((gammasimp(plain), plain.doit()), key=count_ops)
