"""The closed forms of the families as `Formula` objects: E, Var and Cov of X_{k:n}."""

from __future__ import annotations

from functools import partial
from typing import Any

from runtime_theory.distributions.families import find_family
from runtime_theory.errors import NoMethodError
from runtime_theory.formulas import Formula

__all__ = ["covariance_formula", "mean_formula", "variance_formula"]


def mean_formula(family: str, k: int | str = "k", n: int | str = "n") -> Formula:
    r"""E[X_{k:n}] of a family, in its printed parameters.

    Parameters
    ----------
    family : str
        Our name, or scipy's.
    k, n : int or str
        Rank and number of draws, or the symbols for them.

    Examples
    --------
    >>> print(mean_formula("exponential", "K", "P").latex)
    \mathbb{E}[X_{K:P}] = \Delta + \frac{H_{P} - H_{P - K}}{\mu}
    """
    found = find_family(family)
    return Formula(
        f"E[X_({k}:{n})], {found.name}",
        partial(_mean, found.name, k, n),
        rf"\mathbb{{E}}[X_{{{k}:{n}}}]",
        found.reference,
        notation=tuple((p.name, p.latex) for p in found.parameters),
    )


def variance_formula(family: str, k: int | str = "k", n: int | str = "n") -> Formula:
    r"""Var X_{k:n} of a family, in its printed parameters.

    Raises
    ------
    NoMethodError
        The family has none in closed form.

    Examples
    --------
    >>> print(variance_formula("exponential", "K", "P").expr)
    (harmonic(P, 2) - harmonic(-K + P, 2))/mu**2
    """
    found = find_family(family)
    return Formula(
        f"Var X_({k}:{n}), {found.name}",
        partial(_variance, found.name, k, n),
        rf"\operatorname{{Var}}[X_{{{k}:{n}}}]",
        found.reference,
        notation=tuple((p.name, p.latex) for p in found.parameters),
    )


def covariance_formula(
    family: str, j: int | str = "j", k: int | str = "k", n: int | str = "n"
) -> Formula:
    r"""Cov(X_{j:n}, X_{k:n}), j <= k, of a family, in its printed parameters.

    Raises
    ------
    NoMethodError
        The family has none in closed form.

    Examples
    --------
    >>> print(covariance_formula("uniform", 1, 2, 2).expr)
    (-a + b)**2/36
    """
    found = find_family(family)
    return Formula(
        f"Cov[X_({j}:{n}), X_({k}:{n})], {found.name}",
        partial(_covariance, found.name, j, k, n),
        rf"\operatorname{{Cov}}[X_{{{j}:{n}}}, X_{{{k}:{n}}}]",
        found.reference,
        notation=tuple((p.name, p.latex) for p in found.parameters),
    )


def _mean(family: str, k: int | str, n: int | str) -> Any:
    found = find_family(family)
    return found.mean_symbolic(_plain(k), _plain(n), **_parameters(found))


def _variance(family: str, k: int | str, n: int | str) -> Any:
    found = find_family(family)
    variance = found.member(**_parameters(found)).var_symbolic(_plain(k), _plain(n))
    return _known(variance, "Var X_(k:n)", family)


def _covariance(family: str, j: int | str, k: int | str, n: int | str) -> Any:
    found = find_family(family)
    member, ranks = found.member(**_parameters(found)), map(_plain, (j, k, n))
    return _known(member.cov_symbolic(*ranks), "Cov(X_(j:n), X_(k:n))", family)


def _known(form: Any, what: str, family: str) -> Any:
    if form is None:
        raise NoMethodError(f"no closed form of {what} is known for the {family} family")
    return form


def _parameters(family: Any) -> dict[str, Any]:
    from sympy import Symbol

    return {p.name: Symbol(p.name) for p in family.parameters if not p.vector}


def _plain(count: int | str) -> Any:
    from sympy import Symbol

    return Symbol(count) if isinstance(count, str) else count
