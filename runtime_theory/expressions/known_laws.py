"""Laws of scipy by the names that sympy.stats has for them, and moments in closed form."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from runtime_theory.distributions.families.exact import as_printed

__all__ = ["NAMED", "counterpart", "moments_of"]


def _gamma_moments(k: Any, theta: Any) -> tuple[Any, Any]:
    return k * theta, k * theta**2


def _lognormal_moments(mean: Any, std: Any) -> tuple[Any, Any]:
    from sympy import exp

    return exp(mean + std**2 / 2), exp(2 * mean + std**2) * (exp(std**2) - 1)


def _beta_moments(alpha: Any, beta: Any) -> tuple[Any, Any]:
    total = alpha + beta
    return alpha / total, alpha * beta / (total**2 * (total + 1))


def _maxwell_moments(a: Any) -> tuple[Any, Any]:
    from sympy import pi, sqrt

    return 2 * a * sqrt(2 / pi), a**2 * (3 * pi - 8) / pi


def _triangular_moments(a: Any, b: Any, c: Any) -> tuple[Any, Any]:
    return (a + b + c) / 3, (a**2 + b**2 + c**2 - a * b - a * c - b * c) / 18


_MOMENTS: Mapping[str, Callable[..., tuple[Any, Any]]] = MappingProxyType(
    {
        "Beta": _beta_moments,
        "ChiSquared": lambda k: (k, 2 * k),
        "Gamma": _gamma_moments,
        "GaussianInverse": lambda mean, shape: (mean, mean**3 / shape),
        "Laplace": lambda mu, b: (mu, 2 * b**2),
        "LogNormal": _lognormal_moments,
        "Maxwell": _maxwell_moments,
        "Normal": lambda mean, std: (mean, std**2),
        "Triangular": _triangular_moments,
    }
)


def moments_of(distribution: Any) -> tuple[Any, Any]:
    """Return mean and variance of a sympy.stats distribution, None where no form is listed.

    Examples
    --------
    >>> from sympy.stats import Gamma
    >>> moments_of(Gamma("X", 2, 3).pspace.distribution)
    (6, 18)
    """
    name = type(distribution).__name__.removesuffix("Distribution")
    form = _MOMENTS.get(name)
    return (None, None) if form is None else form(*distribution.args)


_COUNTERPARTS: Mapping[str, Callable[..., tuple[str, tuple[Any, ...]]]] = MappingProxyType(
    {
        "arcsine": lambda: ("Arcsin", (0, 1)),
        "beta": lambda a, b: ("Beta", (a, b)),
        "betaprime": lambda a, b: ("BetaPrime", (a, b)),
        "burr": lambda c, d: ("Dagum", (d, c, 1)),
        "cauchy": lambda: ("Cauchy", (0, 1)),
        "chi": lambda df: ("Chi", (df,)),
        "chi2": lambda df: ("ChiSquared", (df,)),
        "erlang": lambda a: ("Gamma", (a, 1)),
        "f": lambda dfn, dfd: ("FDistribution", (dfn, dfd)),
        "gamma": lambda a: ("Gamma", (a, 1)),
        "gompertz": lambda c: ("Gompertz", (1, c)),
        "invgamma": lambda a: ("GammaInverse", (a, 1)),
        "invgauss": lambda mu: ("GaussianInverse", (mu, 1)),
        "laplace": lambda: ("Laplace", (0, 1)),
        "levy": lambda: ("Levy", (0, 1)),
        "lognorm": lambda s: ("LogNormal", (0, s)),
        "maxwell": lambda: ("Maxwell", (1,)),
        "nakagami": lambda nu: ("Nakagami", (nu, 1)),
        "norm": lambda: ("Normal", (0, 1)),
        "semicircular": lambda: ("WignerSemicircle", (1,)),
        "t": lambda df: ("StudentT", (df,)),
    }
)

NAMED: Mapping[str, tuple[str, tuple[tuple[str, str], ...]]] = MappingProxyType(
    {
        "beta": ("Beta", (("a", "a"), ("b", "b"))),
        "chi2": ("ChiSquared", (("nu", r"\nu"),)),
        "gamma": ("Gamma", (("a", "a"), ("theta", r"\theta"))),
        "invgauss": ("GaussianInverse", (("m", "m"), ("l", r"\lambda"))),
        "lognorm": ("LogNormal", (("m", "m"), ("s", r"\sigma"))),
        "lognormal": ("LogNormal", (("m", "m"), ("s", r"\sigma"))),
    }
)
"""Laws by name that have no family: sympy's name, and names and LaTeX of the parameters."""


def counterpart(name: str, shapes: tuple[Any, ...]) -> Any | None:
    """Return the sympy.stats distribution that a scipy law is at loc 0 and scale 1, or None.

    Examples
    --------
    >>> counterpart("lognorm", (0.5,))
    LogNormalDistribution(0, 1/2)
    """
    import sympy.stats

    form = _COUNTERPARTS.get(name)
    if form is None:
        return None
    sympy_name, arguments = form(*map(as_printed, shapes))
    variable = getattr(sympy.stats, sympy_name)("X", *arguments)
    return variable.pspace.distribution
