r"""How the speed-up P E[X_{P:P}]/E[X] grows, one Formula for each class of tails.

In plain symbols: the families' own parameter names, E_X for E[X], Q(p) for the quantile function
and x_F for the right end of the support. Each is the expansion of `asymptotic_speedup` divided by
the law's mean; where an inequality is a theorem, it is a Formula of its own.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from runtime_theory.distributions.attraction.functions import symbolic
from runtime_theory.distributions.attraction.known import UpperTail
from runtime_theory.formulas import Formula
from runtime_theory.formulas.vocabulary import symbol
from runtime_theory.order_statistics.asymptotics.enclosures import ENCLOSED
from runtime_theory.order_statistics.asymptotics.harmonic import p_harmonic_lower, p_harmonic_upper
from runtime_theory.order_statistics.asymptotics.quantiles import quantile_expression
from runtime_theory.references import DUTTA2018, EMBRECHTS1997, KERSHAW1983, Reference

__all__ = ["GROWTH_LAWS", "LHS"]

LHS = r"\frac{P \mathbb{E}[X_{P:P}]}{\mathbb{E}[X]}"


def _symbol(name: str) -> Any:
    from sympy import Symbol

    return Symbol(name)


def _tail(name: str, *shapes: str) -> Any:
    """The expansion of E[X_{P:P}] for an entry of the tables of tails, shapes as symbols."""
    return UpperTail(name, tuple(map(_symbol, shapes))).upper_symbolic(symbol("P"))


def deterministic() -> Any:
    """P: nobody waits for a straggler."""
    return symbol("P")


def shifted_exponential() -> Any:
    """P (Delta + (log P + gamma_E + 1/(2P))/mu) / (Delta + 1/mu)."""
    P, mu, Delta = symbol("P"), _symbol("mu"), _symbol("Delta")
    return P * (Delta + p_harmonic_upper() / (P * mu)) / (Delta + 1 / mu)


def shifted_exponential_lower() -> Any:
    """The same from the lower bound on P H_P."""
    P, mu, Delta = symbol("P"), _symbol("mu"), _symbol("Delta")
    return P * (Delta + p_harmonic_lower() / (P * mu)) / (Delta + 1 / mu)


def weibull() -> Any:
    """P (log P)**(1/c) / Gamma(1 + 1/c)."""
    from sympy import gamma, log

    P, c = symbol("P"), symbol("c")
    return P * log(P) ** (1 / c) / gamma(1 + 1 / c)


def gamma_law() -> Any:
    """P (log P + (a-1) log log P - log Gamma(a) + gamma_E) / a."""
    return symbol("P") * _tail("gamma", "a") / symbol("a")


def normal() -> Any:
    """P (m + s (sqrt(2 log P) - (log log P + log 4 pi - 2 gamma_E)/(2 sqrt(2 log P))))/m."""
    m, s = symbol("m"), _symbol("s")
    return symbol("P") * (m + s * _tail("norm")) / m


def lognormal() -> Any:
    """The exponential of the normal expansion, over exp(s**2/2)."""
    from sympy import exp

    return symbol("P") * _tail("lognorm", "s") * exp(-(_symbol("s") ** 2) / 2)


def pareto() -> Any:
    """P**(1 + 1/alpha) Gamma(1 - 1/alpha) (alpha - 1)/alpha."""
    return _pareto("value")


def pareto_lower() -> Any:
    """Kershaw's lower bound: P**(1/alpha) with P + (1 - 1/alpha)/2 for P."""
    return _pareto("lower")


def pareto_upper() -> Any:
    """Kershaw's upper bound: P**(1/alpha) with P - 1/2 + sqrt(5/4 - 1/alpha) for P."""
    return _pareto("upper")


def _pareto(part: str) -> Any:
    from sympy import powsimp

    P, alpha = symbol("P"), _symbol("alpha")
    found = ENCLOSED["pareto"](symbolic(), P, {"alpha": alpha})
    return powsimp(P * getattr(found, part) * (alpha - 1) / alpha, combine="exp")


def uniform() -> Any:
    """Exactly 2 P**2/(P+1) from 0 on."""
    P = symbol("P")
    return 2 * P**2 / (P + 1)


def uniform_expansion() -> Any:
    """2 P - 2 + 2/P: it exceeds 2 P**2/(P+1) by 2/(P (P+1))."""
    P = symbol("P")
    return 2 * P - 2 + 2 / P


def bounded() -> Any:
    """P x_F/E[X], of any law with a finite right end."""
    return symbol("P") * _symbol("x_F") / symbol("E_X")


def domain(name: str) -> Any:
    """The law-free form, through the quantile function, of a domain of attraction."""
    index = _symbol({"frechet": "alpha", "weibull": "beta"}.get(name, "alpha"))
    return symbol("P") * quantile_expression(name, index, symbol("P")) / symbol("E_X")


def _law(
    name: str,
    expression: Callable[[], Any],
    relation: str = "~",
    reference: Reference = EMBRECHTS1997,
) -> Formula:
    return Formula(f"speed-up, {name}", expression, LHS, reference, relation=relation)


GROWTH_LAWS: dict[str, Formula] = {
    "deterministic": _law("deterministic", deterministic, "="),
    "exponential": _law("exponential", p_harmonic_upper, "~", DUTTA2018),
    "exponential, lower": _law("exponential", p_harmonic_lower, ">", DUTTA2018),
    "exponential, upper": _law("exponential", p_harmonic_upper, "<", DUTTA2018),
    "shifted exponential": _law("shifted exponential", shifted_exponential, "~", DUTTA2018),
    "shifted exponential, lower": _law(
        "shifted exponential", shifted_exponential_lower, ">", DUTTA2018
    ),
    "shifted exponential, upper": _law("shifted exponential", shifted_exponential, "<", DUTTA2018),
    "gamma": _law("gamma", gamma_law),
    "weibull": _law("Weibull, leading term", weibull),
    "normal": _law("normal", normal),
    "lognormal": _law("lognormal", lognormal),
    "pareto": _law("Pareto", pareto),
    "pareto, lower": _law("Pareto", pareto_lower, ">", KERSHAW1983),
    "pareto, upper": _law("Pareto", pareto_upper, "<", KERSHAW1983),
    "uniform": _law("uniform from 0", uniform, "="),
    "uniform, expansion": _law("uniform from 0", uniform_expansion),
    "bounded": _law("bounded law", bounded),
    "frechet domain": _law("Frechet domain", partial(domain, "frechet")),
    "gumbel domain": _law("Gumbel domain", partial(domain, "gumbel")),
    "weibull domain": _law("Weibull domain", partial(domain, "weibull")),
}
"""By class of tails; ``", lower"`` and ``", upper"`` are inequalities for every P >= 1."""
