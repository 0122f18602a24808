r"""AdaSync: how many gradients to wait for over the next interval, from the loss now.

Over an interval of length t the non-convex bound with J = t/E[T] updates is, up to a factor
that does not depend on K (1/gamma' where gradients are stale),

    u(K) = 2 F_t E[T]/(eta t) + L eta sigma^2/(K m),    F_t = F(w_t) - F^*.

The rules below minimise it where E[T] has a closed form: E[X_{K:P}] of exponential times,
shifted or not, for K-sync (and for K-async, whose times have no memory then, not shifted), and
K E[X]/P for K-batch-async (and for K-batch-sync with exponential times).  They take gamma'
to be the same for all K; with p_0 = K/P, as K-async has it, it is not.  F_t > 0, sigma^2 > 0,
K <= P where learners are counted, and there K_0 < P in the first rule.  The real minimisers may
lie below 1: where learners are counted they are those of 0 < K < P.

The source's text was not available: rules and conditions are derived here from its abstract
and its predecessor's bound (Dutta et al. 2018, Theorem 5).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from types import MappingProxyType
from typing import Any

from runtime_theory.formulas import Formula
from runtime_theory.formulas.condition import Condition
from runtime_theory.formulas.vocabulary import order_mean, symbol, symbols
from runtime_theory.references import DUTTA2018, DUTTA2020

__all__ = [
    "FORMS",
    "K_ASYNC_FLOOR",
    "exact_condition_for",
    "objective_for",
    "rule_for",
    "theta_for",
]

FORMS = ("practical", "stationary", "integer")
"""The rules for K: from the K at the start; where u' = 0; the least minimiser among integers."""

_DISTINCT = ("k-sync", "k-async")  # E[T] = E[X_{K:P}]
_ANY = ("k-batch-sync", "k-batch-async")  # E[T] = K E[X]/P


def objective_for(scheme_name: str, *, exponential: bool = False) -> Formula:
    r"""Return u(K), the bound that AdaSync minimises over K.

    Parameters
    ----------
    scheme_name : str
        One of k-sync, k-async, k-batch-sync, k-batch-async.
    exponential : bool
        Whether E[X_{K:P}] is written out for exponential times of rate mu.

    Raises
    ------
    ValueError
        The scheme has no K to choose.

    Examples
    --------
    >>> print(objective_for("k-batch-async").latex)
    u(K) = \frac{\eta L \sigma^{2}}{K m} + \frac{2 K F_t \mathbb{E}[X]}{\eta P t}
    """
    distinct = _waits_for_learners(scheme_name)
    time = _TIMES["exponential" if distinct and exponential else distinct]
    return Formula(
        f"AdaSync objective of {scheme_name}",
        partial(_objective, time),
        "u(K)",
        DUTTA2018,
    )


def theta_for(scheme_name: str) -> Formula:
    r"""Return theta, the weight of time against noise: L eta^2 sigma^2 t mu/(2 m F_t).

    mu is the rate of the exponential times, 1/E[X] for the schemes that count mini-batches.

    Examples
    --------
    >>> print(theta_for("k-sync").latex)
    \theta = \frac{\eta^{2} L \sigma^{2} \mu t}{2 m F_t}
    """
    distinct = _waits_for_learners(scheme_name)
    return Formula(
        f"AdaSync weight of {scheme_name}", partial(_theta, distinct), r"\theta", DUTTA2020
    )


def rule_for(scheme_name: str, *, form: str = "practical") -> Formula:
    r"""Return AdaSync's K.

    Parameters
    ----------
    scheme_name : str
        One of k-sync, k-async, k-batch-sync, k-batch-async.
    form : {"practical", "stationary", "integer"}
        ``"practical"``: from K_0, which was best at loss F_0; to be rounded, and to be cut off at
        P where learners are counted.  ``"stationary"``: where u'(K) = 0, for k-sync and k-async
        with log(P/(P-K)) in place of H_P - H_{P-K} and 0 < K < P.  ``"integer"``: the least of
        the integers K >= 1 that minimise u, exactly.

    Raises
    ------
    ValueError
        The scheme has no K to choose, or there is no such form.

    Examples
    --------
    >>> rule = rule_for("k-sync").expr.subs({"P": 8, "K_0": 1, "F_0": 16, "F_t": 1})
    >>> rule.evalf(3)
    3.28
    >>> print(rule_for("k-batch-async").latex)
    K = K_0 \sqrt{\frac{F_0}{F_t}}
    """
    distinct = _waits_for_learners(scheme_name)
    if form not in FORMS:
        raise ValueError(f"form must be one of {', '.join(FORMS)}, got form={form!r}")
    return Formula(
        f"AdaSync K of {scheme_name}, {form}",
        partial(_RULES[form], distinct),
        "K",
        DUTTA2020,
    )


def exact_condition_for(scheme_name: str) -> Condition:
    r"""Return the condition whose least K >= 1 minimises u over the integers.

    For sigma^2 > 0.  Where learners are counted and no K < P fulfils it, K = P is best.

    Examples
    --------
    >>> print(exact_condition_for("k-batch-async").latex)
    K \left(K + 1\right) \ge ...
    """
    distinct = _waits_for_learners(scheme_name)
    return Condition(partial(_steps, distinct), ">=", partial(_threshold, distinct))


def _waits_for_learners(scheme_name: str) -> bool:
    """Return whether E[T] is E[X_{K:P}], as against K E[X]/P."""
    if scheme_name not in _DISTINCT + _ANY:
        raise ValueError(
            f"scheme_name must be one of {', '.join(_DISTINCT + _ANY)}, the schemes with a K, "
            f"got scheme_name={scheme_name!r}"
        )
    return scheme_name in _DISTINCT


def _objective(time: Callable[[], Any]) -> Any:
    """Return u(K) for a mean iteration time."""
    L, eta, sigma2, t, m, F_t, K = symbols("L eta sigma2 t m F_t K")
    return 2 * F_t * time() / (eta * t) + L * eta * sigma2 / (K * m)


def _time_of_learners() -> Any:
    return order_mean(*symbols("K P"))


def _time_of_exponential_learners() -> Any:
    from sympy import harmonic

    P, K, mu = symbols("P K mu")
    return (harmonic(P) - harmonic(P - K)) / mu


def _time_of_mini_batches() -> Any:
    P, K, E_X = symbols("P K E_X")
    return K * E_X / P


_TIMES: Mapping[bool | str, Callable[[], Any]] = MappingProxyType(
    {
        True: _time_of_learners,
        False: _time_of_mini_batches,
        "exponential": _time_of_exponential_learners,
    }
)


def _theta(distinct: bool) -> Any:  # noqa: FBT001 - a partial's positional argument
    L, eta, sigma2, t, m, F_t = symbols("L eta sigma2 t m F_t")
    rate = symbol("mu") if distinct else 1 / symbol("E_X")
    return L * eta**2 * sigma2 * t * rate / (2 * m * F_t)


def _quadratic_root(theta: Any, P: Any) -> Any:
    """Return the positive K with K^2 = theta (P - K)."""
    from sympy import sqrt

    return (sqrt(theta**2 + 4 * theta * P) - theta) / 2


def _practical(distinct: bool) -> Any:  # noqa: FBT001
    from sympy import sqrt

    P, K_0, F_0, F_t = symbols("P K_0 F_0 F_t")
    if distinct:
        return _quadratic_root(K_0**2 * F_0 / ((P - K_0) * F_t), P)
    return K_0 * sqrt(F_0 / F_t)


def _stationary(distinct: bool) -> Any:  # noqa: FBT001
    from sympy import sqrt

    theta, P = _theta(distinct), symbol("P")
    return _quadratic_root(theta, P) if distinct else sqrt(theta * P)


def _integer(distinct: bool) -> Any:  # noqa: FBT001
    """Return the least integer K >= 1 with K (K + 1) >= theta (P - K), or >= theta P."""
    from sympy import ceiling, sqrt

    theta, P = _theta(distinct), symbol("P")
    linear = 1 + theta if distinct else 1
    return ceiling((sqrt(linear**2 + 4 * theta * P) - linear) / 2)


def _steps(distinct: bool) -> Any:  # noqa: FBT001
    P, K = symbols("P K")
    return K * (K + 1) / (P - K) if distinct else K * (K + 1)


def _threshold(distinct: bool) -> Any:  # noqa: FBT001
    theta = _theta(distinct)
    return theta if distinct else theta * symbol("P")


_RULES: Mapping[str, Callable[[bool], Any]] = MappingProxyType(
    {"practical": _practical, "stationary": _stationary, "integer": _integer}
)

K_ASYNC_FLOOR = Formula(
    "AdaSync K of k-async with p_0 = K/P, where gamma' grows with K",
    partial(_stationary, True),  # noqa: FBT003
    r"K^*",
    DUTTA2020,
    ">",
)
"""The rule of k-async is too small: divided by gamma' = 1 - gamma + K/(2P), u still falls there."""
