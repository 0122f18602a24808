"""Laws typed out by hand, with exact means in mpmath: no adapter, and calls are counted."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
from mpmath import mp, mpf
from scipy import special

from runtime_theory.distributions.base import Distribution, Route, Tails

Exact = Callable[[int, int], mpf]  # of k and n


class ClosedLaw(Distribution):
    """A law given by its functions; `mean_of(k, n)` and `var_of(k, n)` are the truth."""

    integer_valued = False
    tails = Tails(math.inf, math.inf)
    route = Route.SURVIVAL
    breakpoints = ()
    support = (0.0, math.inf)
    mean_of: Exact
    var_of: Exact | None = None

    def __init__(self, name: str, **parts: Any) -> None:
        self.name, self.asked, self.tail_calls = name, 0, 0
        self.parts = {key: parts.pop(key, None) for key in ("cdf", "sf", "ppf", "isf", "pdf")}
        if self.parts["ppf"] is not None:
            self.route = Route.QUANTILE
        for key, value in parts.items():
            setattr(self, key, value)

    def _call(self, key: str, x: Any) -> np.ndarray:
        with np.errstate(all="ignore"):
            return np.asarray(self.parts[key](np.asarray(x, dtype=float)), dtype=float)

    def sf(self, x: Any) -> np.ndarray:
        self.tail_calls += np.size(x)
        return self._call("sf", np.clip(x, *self.support))

    def cdf(self, x: Any) -> np.ndarray:
        self.tail_calls += np.size(x)
        return self._call("cdf", np.clip(x, *self.support))

    def ppf(self, q: Any) -> np.ndarray:
        self.asked += np.size(q)
        return super().ppf(q) if self.parts["ppf"] is None else self._call("ppf", q)

    def isf(self, q: Any) -> np.ndarray:
        self.asked += np.size(q)
        return super().isf(q) if self.parts["isf"] is None else self._call("isf", q)

    def pdf(self, x: Any) -> np.ndarray:
        return super().pdf(x) if self.parts["pdf"] is None else self._call("pdf", x)

    def describe(self) -> str:
        return self.name


def by(route: Route, law: ClosedLaw) -> ClosedLaw:
    """The same law on another route."""
    law.route = route
    return law


def gamma_ratio(n: int, top: int, shift: mpf) -> mpf:
    """Gamma(n+1) Gamma(top+shift) / (Gamma(top) Gamma(n+1+shift))."""
    return mp.exp(
        mp.loggamma(n + 1)
        + mp.loggamma(top + shift)
        - mp.loggamma(top)
        - mp.loggamma(n + 1 + shift)
    )


def exponential() -> ClosedLaw:
    return ClosedLaw(
        "exponential",
        cdf=lambda x: -np.expm1(-x),
        sf=lambda x: np.exp(-x),
        ppf=lambda q: -np.log1p(-q),
        isf=lambda q: -np.log(q),
        pdf=lambda x: np.exp(-x),
        mean_of=lambda k, n: mp.harmonic(n) - mp.harmonic(n - k),
        var_of=lambda k, n: mp.psi(1, n - k + 1) - mp.psi(1, n + 1),
    )


def uniform() -> ClosedLaw:
    return ClosedLaw(
        "uniform",
        support=(0.0, 1.0),
        cdf=lambda x: x,
        sf=lambda x: 1.0 - x,
        ppf=lambda q: q,
        isf=lambda q: 1.0 - q,
        pdf=np.ones_like,
        mean_of=lambda k, n: mpf(k) / (n + 1),
        var_of=lambda k, n: mpf(k) * (n - k + 1) / (mpf(n + 1) ** 2 * (n + 2)),
    )


def logistic() -> ClosedLaw:
    return ClosedLaw(
        "logistic",
        support=(-math.inf, math.inf),
        cdf=special.expit,
        sf=lambda x: special.expit(-x),
        ppf=special.logit,
        isf=lambda q: -special.logit(q),
        pdf=lambda x: special.expit(x) * special.expit(-x),
        mean_of=lambda k, n: mp.psi(0, k) - mp.psi(0, n - k + 1),
        var_of=lambda k, n: mp.psi(1, k) + mp.psi(1, n - k + 1),
    )


def lomax(alpha: float) -> ClosedLaw:
    a = mpf(alpha)

    def raw(k: int, n: int, r: int) -> mpf:  # of X + 1
        return gamma_ratio(n, n - k + 1, -r / a)

    return ClosedLaw(
        f"lomax {alpha}",
        tails=Tails(math.inf, alpha),
        cdf=lambda x: -np.expm1(-alpha * np.log1p(x)),
        sf=lambda x: np.exp(-alpha * np.log1p(x)),
        ppf=lambda q: np.expm1(-np.log1p(-q) / alpha),
        isf=lambda q: np.expm1(-np.log(q) / alpha),
        pdf=lambda x: alpha * (1 + x) ** (-alpha - 1),
        mean_of=lambda k, n: raw(k, n, 1) - 1,
        var_of=lambda k, n: raw(k, n, 2) - raw(k, n, 1) ** 2,
    )


def power(alpha: float) -> ClosedLaw:
    """F(x) = x**alpha on [0, 1]."""
    a = mpf(alpha)
    return ClosedLaw(
        f"power {alpha}",
        support=(0.0, 1.0),
        cdf=lambda x: x**alpha,
        sf=lambda x: -np.expm1(alpha * np.log(x)),
        ppf=lambda q: q ** (1 / alpha),
        isf=lambda q: np.exp(np.log1p(-q) / alpha),
        pdf=lambda x: alpha * x ** (alpha - 1),
        mean_of=lambda k, n: gamma_ratio(n, k, 1 / a),
        var_of=lambda k, n: gamma_ratio(n, k, 2 / a) - gamma_ratio(n, k, 1 / a) ** 2,
    )


def cauchy() -> ClosedLaw:
    def tail(x: Any) -> Any:
        return np.where(
            x > 0, np.arctan(1 / np.where(x > 0, x, 1)) / np.pi, 0.5 - np.arctan(x) / np.pi
        )

    return ClosedLaw(
        "cauchy",
        support=(-math.inf, math.inf),
        tails=Tails(1.0, 1.0),
        cdf=lambda x: tail(-x),
        sf=tail,
        ppf=lambda q: -1 / np.tan(np.pi * q),
        isf=lambda q: 1 / np.tan(np.pi * q),
        pdf=lambda x: 1 / np.pi / (1 + x * x),
    )


def two_sided(alpha: float) -> ClosedLaw:
    """Density alpha (1+|x|)**(-alpha-1) / 2: symmetric power tails."""

    def tail(x: Any) -> Any:
        half = 0.5 * np.exp(-alpha * np.log1p(np.abs(x)))
        return np.where(x > 0, half, 1.0 - half)

    def far(q: Any) -> Any:
        return np.expm1(-np.log(2 * np.minimum(q, 1 - q)) / alpha) * np.where(q < 0.5, 1, -1)

    return ClosedLaw(
        f"two-sided {alpha}",
        support=(-math.inf, math.inf),
        tails=Tails(alpha, alpha),
        breakpoints=(0.0,),
        cdf=lambda x: tail(-x),
        sf=tail,
        ppf=lambda q: -far(q),
        isf=far,
    )


def hyperexponential(p: float = 0.05, slow: float = 0.01) -> ClosedLaw:
    """(1-p) exp(-x) + p exp(-slow x), without quantiles of its own."""
    return ClosedLaw(
        "hyperexponential",
        cdf=lambda x: -(1 - p) * np.expm1(-x) - p * np.expm1(-slow * x),
        sf=lambda x: (1 - p) * np.exp(-x) + p * np.exp(-slow * x),
        pdf=lambda x: (1 - p) * np.exp(-x) + p * slow * np.exp(-slow * x),
    )


def geometric(p: float) -> ClosedLaw:
    """Pr[X > j] = (1-p)**j, j = 0, 1, ..: a lattice law with a light tail."""
    log_q = math.log1p(-p)

    def minimum(n: int) -> mpf:
        return 1 / (1 - (1 - mpf(p)) ** n)

    return ClosedLaw(
        f"geometric {p}",
        support=(1.0, math.inf),
        integer_valued=True,
        cdf=lambda x: -np.expm1(np.floor(x) * log_q),
        sf=lambda x: np.exp(np.floor(x) * log_q),
        mean_of=lambda k, n: from_minima(minimum, k, n),
    )


def zeta_tail(alpha: float) -> ClosedLaw:
    """Pr[X > j] = j**-alpha, j = 1, 2, ..: a lattice law with a power tail."""

    def tail(x: Any) -> Any:
        return np.floor(np.maximum(x, 1.0)) ** -alpha

    return ClosedLaw(
        f"zeta tail {alpha}",
        support=(1.0, math.inf),
        tails=Tails(math.inf, alpha),
        integer_valued=True,
        cdf=lambda x: -np.expm1(-alpha * np.log(np.floor(np.maximum(x, 1.0)))),
        sf=tail,
        mean_of=lambda k, n: from_minima(lambda m: 1 + mp.zeta(m * mpf(alpha)), k, n),
    )


def from_minima(minimum: Callable[[int], mpf], k: int, n: int) -> mpf:
    """E[X_{k:n}] from the means of minima of m draws, by inclusion and exclusion; small n only."""
    if k == 1:
        return minimum(n)
    return mp.fsum(
        (-1) ** (m - n + k - 1) * mp.binomial(m - 1, n - k) * mp.binomial(n, m) * minimum(m)
        for m in range(n - k + 1, n + 1)
    )
