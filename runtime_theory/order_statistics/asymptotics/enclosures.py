"""Expansions of E[Y_{n:n}] with rigorous bounds, for families in standard form.

Harmonic numbers: log n + gamma_E + 1/(2n) - 1/(12n^2) < H_n < log n + gamma_E + 1/(2n).
Ratios of gamma functions, for x > 0 and 0 < s < 1:
(x + s/2)^(1-s) < Gamma(x+1)/Gamma(x+s) < (x - 1/2 + sqrt(s + 1/4))^(1-s).

References
----------
Kershaw (1983), Some extensions of W. Gautschi's inequalities for the gamma function,
Mathematics of Computation 41, 607-611, theorem 1.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from runtime_theory.distributions.attraction.functions import Functions

__all__ = ["ENCLOSED", "Enclosure"]

F = Functions
Shapes = Mapping[str, Any]


class Enclosure(NamedTuple):
    """An expansion and bounds on what it is an expansion of."""

    value: Any
    lower: Any
    upper: Any


def _euler(f: F) -> Any:
    return -f.digamma(f.number(1))


def _exponential(f: F, n: Any, shapes: Shapes) -> Enclosure:
    value = f.log(n) + _euler(f) + 1 / (2 * n)  # H_n
    return Enclosure(value, value - 1 / (12 * n * n), value)


def _logistic(f: F, n: Any, shapes: Shapes) -> Enclosure:
    value = f.log(n) + _euler(f) - 1 / (2 * n)  # H_{n-1} = H_n - 1/n
    return Enclosure(value, value - 1 / (12 * n * n), value)


def _gumbel(f: F, n: Any, shapes: Shapes) -> Enclosure:
    value = f.log(n) + _euler(f)  # max-stable
    return Enclosure(value, value, value)


def _frechet(f: F, n: Any, shapes: Shapes) -> Enclosure:
    q = 1 / shapes["alpha"]
    value = f.gamma(1 - q) * n**q  # max-stable
    return Enclosure(value, value, value)


def _genextreme(f: F, n: Any, shapes: Shapes) -> Enclosure:
    c = shapes["c"]
    value = (1 - f.gamma(1 + c) * n**-c) / c  # max-stable
    return Enclosure(value, value, value)


def _pareto_of(f: F, n: Any, q: Any) -> Enclosure:
    """Gamma(1-q) Gamma(n+1)/Gamma(n+1-q), by Kershaw with x = n and s = 1 - q."""
    factor = f.gamma(1 - q)
    lower = (n + (1 - q) / 2) ** q
    upper = (n - f.number(0.5) + f.sqrt(f.number(1.25) - q)) ** q
    return Enclosure(factor * n**q, factor * lower, factor * upper)


def _pareto(f: F, n: Any, shapes: Shapes) -> Enclosure:
    return _pareto_of(f, n, 1 / shapes["alpha"])


def _lomax(f: F, n: Any, shapes: Shapes) -> Enclosure:
    return Enclosure(*(part - 1 for part in _pareto(f, n, shapes)))


def _genpareto(f: F, n: Any, shapes: Shapes) -> Enclosure | None:
    """(Gamma(1-c) Gamma(n+1)/Gamma(n+1-c) - 1)/c; for c < 0 by Kershaw with x = n-c, s = 1+c."""
    c = shapes["c"]
    if c > 0:
        return Enclosure(*((part - 1) / c for part in _pareto_of(f, n, c)))
    if c < -1:
        return None
    factor = f.gamma(1 - c)
    beyond = (n - c - f.number(0.5) + f.sqrt(f.number(1.25) + c)) ** c
    # Division by c < 0 turns the ends around.
    ends = (factor * n**c, factor * (n + (1 - c) / 2) ** c, factor * beyond)
    return Enclosure(*((part - 1) / c for part in ends))


def _loglogistic(f: F, n: Any, shapes: Shapes) -> Enclosure:
    """Gamma(1-q) Gamma(n+q)/Gamma(n), by Kershaw with x = n-1+q and s = 1 - q."""
    q = 1 / shapes["b"]
    factor = f.gamma(1 - q)
    lower = (n - (1 - q) / 2) ** q
    upper = (n - f.number(1.5) + q + f.sqrt(f.number(1.25) - q)) ** q
    return Enclosure(factor * n**q, factor * lower, factor * upper)


def _power_of(n: Any, a: Any) -> Enclosure:
    """With m = a n: m/(m+1) = 1 - 1/m + 1/m^2 - 1/(m^2 (m+1))."""
    m = a * n
    value = 1 - 1 / m + 1 / (m * m)
    return Enclosure(value, value - 1 / (m * m * m), value)


def _power(f: F, n: Any, shapes: Shapes) -> Enclosure:
    return _power_of(n, shapes["a"])


def _uniform(f: F, n: Any, shapes: Shapes) -> Enclosure:
    return _power_of(n, f.number(1))


def _geometric(f: F, n: Any, shapes: Shapes) -> Enclosure:
    """Y is an exponential of rate -log(1-p), rounded up: E[Y_{n:n}] exceeds H_n/rate by 0 to 1."""
    rate = -f.log(1 - shapes["p"])
    harmonic = _exponential(f, n, shapes)
    value = (f.log(n) + _euler(f)) / rate + f.number(0.5)
    return Enclosure(value, harmonic.lower / rate, harmonic.upper / rate + 1)


ENCLOSED: dict[str, Callable[[F, Any, Shapes], Enclosure | None]] = {
    "exponential": _exponential,
    "frechet": _frechet,
    "genextreme": _genextreme,
    "genpareto": _genpareto,
    "geometric": _geometric,
    "gumbel": _gumbel,
    "logistic": _logistic,
    "loglogistic": _loglogistic,
    "lomax": _lomax,
    "pareto": _pareto,
    "power": _power,
    "uniform": _uniform,
}
"""By the family's name, where its expected maximum is finite."""
