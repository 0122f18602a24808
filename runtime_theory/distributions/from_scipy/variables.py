"""The new-style random variables of scipy.stats (since 1.15), unwrapped as far as they are known.

``stats.Normal(mu=1)``, ``make_distribution(stats.gamma)(a=2)``, ``2*X + 1``, ``truncate``,
``Mixture``, ``order_statistic``, ``abs``, ``exp``, ``log``, powers: each becomes the law of this
package with the same meaning, so that tails and closed forms survive. scipy's own tails of the
derived ones come from differences: the upper tail of the maximum of 5 normals is 0 at 9.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from runtime_theory.distributions.base import Distribution
from runtime_theory.distributions.derived.mirrored import affine_map
from runtime_theory.distributions.derived.mixture import Mixture
from runtime_theory.distributions.derived.ranked_law import RankedLaw
from runtime_theory.distributions.derived.transformed import (
    EXP,
    LOG,
    RECIPROCAL,
    Folded,
    Monotone,
    Transformed,
)
from runtime_theory.distributions.derived.truncated import Truncated
from runtime_theory.distributions.from_scipy.custom_variables import ScipyVariable, short_name
from runtime_theory.distributions.from_scipy.laws import from_scipy

__all__ = ["from_scipy_variable"]


def from_scipy_variable(obj: Any) -> Distribution | None:
    """A law of this package for a new-style scipy random variable; None for anything else.

    Raises
    ------
    TypeError
        A class instead of a random variable, or parameters that are arrays.
    ValueError
        Parameters outside their domain, or a law that says too little about itself.

    Examples
    --------
    >>> from scipy import stats
    >>> from_scipy_variable(2 * stats.Normal(mu=1.0, sigma=3.0) + 1)
    <norm(loc=3, scale=6)>
    >>> from_scipy_variable(stats.truncate(stats.Normal(), lb=0.0))
    <truncated(norm, 0, inf)>
    """
    if not all(hasattr(obj, name) for name in ("ccdf", "iccdf", "icdf", "support")):
        return None
    if isinstance(obj, type):
        raise TypeError(
            f"{obj.__name__} is a class of random variables: give its parameters, "
            f"as in stats.Normal(mu=1.0, sigma=2.0)"
        )
    _check_parameters(obj)
    for kind in type(obj).__mro__:
        unwrap = _UNWRAP.get(kind.__name__)
        law = None if unwrap is None else unwrap(obj)
        if law is not None:
            return law
    return _old_law(obj) or ScipyVariable(obj)


def _check_parameters(obj: Any) -> None:
    """Refuse arrays, and the NaN that scipy silently puts in place of a wrong parameter."""
    shown = short_name(obj)
    left, right = obj.support()
    shape = getattr(obj, "_shape", np.broadcast_shapes(np.shape(left), np.shape(right)))
    if shape != ():
        raise TypeError(f"parameters must be numbers, got arrays of shape {shape} in {shown}")
    if math.isnan(left) or math.isnan(right):
        raise ValueError(f"a parameter lies outside its domain in {shown} (scipy put nan there)")


def _known(obj: Any) -> Distribution:
    law = from_scipy_variable(obj)
    if law is None:
        raise TypeError(f"{short_name(obj)} is no random variable of scipy.stats")
    return law


def _named(name: str, **parameters: Any) -> Distribution | None:
    from scipy import stats

    return from_scipy(getattr(stats, name)(**{k: float(v) for k, v in parameters.items()}))


def _normal(obj: Any) -> Distribution | None:
    return _named("norm", loc=obj.mu, scale=obj.sigma)


def _uniform(obj: Any) -> Distribution | None:
    return _named("uniform", loc=obj.a, scale=obj.b - obj.a)


def _logistic(obj: Any) -> Distribution | None:
    return _named("logistic")


def _binomial(obj: Any) -> Distribution | None:
    return _named("binom", n=obj.n, p=obj.p)


def _shifted(obj: Any) -> Distribution | None:
    return affine_map(_known(obj._dist), float(obj.loc), float(obj.scale))


def _truncated(obj: Any) -> Distribution | None:
    return Truncated(_known(obj._dist), float(obj.lb), float(obj.ub))


def _ranked(obj: Any) -> Distribution | None:
    r, n = float(obj.r), float(obj.n)
    if not (1.0 <= r <= n and r == round(r) and n == round(n)):
        raise ValueError(f"r and n must be integers with 1 <= r <= n, got r={r:g}, n={n:g}")
    return RankedLaw(_known(obj._dist), int(r), int(n))


def _mixture(obj: Any) -> Distribution | None:
    return Mixture([_known(part) for part in obj.components], [float(w) for w in obj.weights])


def _folded(obj: Any) -> Distribution | None:
    base = _known(obj._dist)
    return base if base.support[0] >= 0.0 else Folded(base)


def _monotone(obj: Any) -> Distribution | None:
    base = _known(obj._dist)
    shown = str(getattr(obj, "_str_pattern", "g(***)"))
    if obj._g in (np.exp, np.log):
        return Transformed(base, EXP if obj._g is np.exp else LOG)
    if not obj._increasing and "/(" in shown:  # a/X is made of 1/X and a scale
        return Transformed(base, RECIPROCAL)
    function = Monotone(shown, obj._g, obj._h, obj._dh, bool(obj._increasing), _tail_index(obj))
    return Transformed(base, function)


def _tail_index(obj: Any) -> Callable[[float], float]:
    """Right tail index of g(X) from that of X, where g turns out to be a power of x."""
    x = np.array([1e3, 1e6, 1e9])
    with np.errstate(all="ignore"):
        power = np.log2(obj._g(2.0 * x) / obj._g(x))
    p = float(np.round(power[0]))
    if not (obj._increasing and p >= 1.0 and np.allclose(power, p, rtol=1e-12, atol=0.0)):
        return lambda alpha: math.nan
    return lambda alpha: alpha / p


_UNWRAP: dict[str, Callable[[Any], Distribution | None]] = {
    "Normal": _normal,
    "Uniform": _uniform,
    "Logistic": _logistic,
    "Binomial": _binomial,
    "ShiftedScaledDistribution": _shifted,
    "TruncatedDistribution": _truncated,
    "OrderStatisticDistribution": _ranked,
    "Mixture": _mixture,
    "FoldedDistribution": _folded,
    "MonotonicTransformedDistribution": _monotone,
}


def _old_law(obj: Any) -> Distribution | None:
    """The law of the old kind behind a make_distribution object: its methods are bound to it."""
    from scipy import stats

    owners = (getattr(method, "__self__", None) for method in vars(type(obj)).values())
    old = next((o for o in owners if isinstance(o, stats.rv_continuous | stats.rv_discrete)), None)
    if old is None:
        return None
    names = [s.strip() for s in (old.shapes or "").split(",") if s.strip()]
    return from_scipy(old(**{name: float(getattr(obj, name)) for name in names}))
