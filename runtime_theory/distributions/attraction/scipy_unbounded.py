"""Right tails of scipy's laws with a support unbounded above, from the densities they state.

Each entry takes the functions (floats or sympy) and the shapes, in scipy's order, and gives the
tail in scipy's standard form. The constants follow from scipy's definitions by Watson's lemma or
Mills' ratio; the tests compare each with the survival function itself. Domains of the named laws
are tabulated in Embrechts et al. (1997), tables 3.4.2 to 3.4.4.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from runtime_theory.distributions.attraction.functions import Functions
from runtime_theory.distributions.attraction.tails import (
    EndTail,
    ExponentialTail,
    LognormalTail,
    OtherTail,
    PowerTail,
    Tail,
)

__all__ = ["UNBOUNDED"]

F = Functions
Entry = Callable[..., Tail]


def _log_beta(f: F, a: Any, b: Any) -> Any:
    return f.log_gamma(a) + f.log_gamma(b) - f.log_gamma(a + b)


def _normal(f: F, log_factor: Any = 0, loc: Any = 0) -> Tail:
    """A multiple of the standard normal tail: S(x) ~ exp(-x**2/2)/(x sqrt(2 pi))."""
    return ExponentialTail(log_factor - f.log(2 * f.sqrt(f.pi)), -1, 2, f.sqrt(2), loc)


def _gamma(f: F, a: Any, scale: Any = 1) -> Tail:
    return ExponentialTail(-f.log_gamma(a), a - 1, 1, scale)


def _chi(f: F, df: Any) -> Tail:
    return ExponentialTail(-f.log_gamma(df / 2), df - 2, 2, f.sqrt(2))


def _f(f: F, dfn: Any, dfd: Any) -> Tail:
    b = dfd / 2
    return PowerTail(b, b * f.log(dfd / dfn) - f.log(b) - _log_beta(f, dfn / 2, b))


def _foldnorm(f: F, c: Any) -> Tail:
    return _normal(f, f.log(2)) if c == 0 else _normal(f, loc=c)


def _genextreme(f: F, c: Any) -> Tail:
    if c == 0:
        return ExponentialTail()
    if c > 0:
        return EndTail(1 / c, 1 / c, f.log(c) / c)
    return PowerTail(-1 / c, f.log(-c) / c)


def _gengamma(f: F, a: Any, c: Any) -> Tail:
    if c > 0:
        return ExponentialTail(-f.log_gamma(a), c * (a - 1), c)
    return PowerTail(-a * c, -f.log_gamma(a + 1))


def _genhyperbolic(f: F, p: Any, a: Any, b: Any) -> Tail:
    return PowerTail(-p, None) if b == a else OtherTail()


def _geninvgauss(f: F, p: Any, b: Any) -> Tail:
    coefficient = p * f.log(2 / b) - f.log(2 * f.bessel_k(p, b))
    return ExponentialTail(coefficient, p - 1, 1, 2 / b)


def _genpareto(f: F, c: Any) -> Tail:
    if c == 0:
        return ExponentialTail()
    if c > 0:
        return PowerTail(1 / c, -f.log(c) / c, -1 / c)
    return EndTail(-1 / c, -1 / c, -f.log(-c) / c)


def _kappa4(f: F, h: Any, k: Any) -> Tail:
    return _genextreme(f, k)  # S ~ (1 - k x)**(1/k), whatever h is


def _levy_stable(f: F, alpha: Any, beta: Any) -> Tail:
    if alpha == 2:
        return ExponentialTail(-f.log(2 * f.sqrt(f.pi)), -1, 2, 2)
    if beta == -1:
        return OtherTail()
    return PowerTail(alpha, None)


def _norminvgauss(f: F, a: Any, b: Any) -> Tail:
    s = 1 / (a - b)
    coefficient = f.log(a / (2 * f.pi * s)) / 2 + f.sqrt(a * a - b * b)
    return ExponentialTail(coefficient, -f.number(1.5), 1, s)


def _pearson3(f: F, skew: Any) -> Tail:
    if skew == 0:
        return _normal(f)
    shape = 4 / skew**2
    if skew > 0:
        return ExponentialTail(-f.log_gamma(shape), shape - 1, 1, skew / 2, -2 / skew)
    return EndTail(-2 / skew, shape, shape * f.log(-2 / skew) - f.log_gamma(shape + 1))


def _powernorm(f: F, c: Any) -> Tail:
    return ExponentialTail(-c / 2 * f.log(4 * f.pi / c), -c, 2, f.sqrt(2 / c))


def _rice(f: F, b: Any) -> Tail:
    if b == 0:
        return ExponentialTail(0, 0, 2, f.sqrt(2))
    half = f.number(0.5)
    return ExponentialTail(-f.log(2 * f.pi * b * f.sqrt(2)) / 2, -half, 2, f.sqrt(2), b)


def _skewnorm(f: F, a: Any) -> Tail:
    if a == 0:
        return _normal(f)
    if a > 0:
        return _normal(f, f.log(2))
    return ExponentialTail(-f.log(-2 * f.pi * a), -2, 2, f.sqrt(2 / (1 + a * a)))


def _t(f: F, df: Any) -> Tail:
    half = df / 2
    ratio = f.log_gamma(half + f.number(0.5)) - f.log_gamma(half)
    return PowerTail(df, ratio + (half - 1) * f.log(df) - f.log(f.pi) / 2)


def _tukeylambda(f: F, lam: Any) -> Tail:
    if lam == 0:
        return ExponentialTail()
    if lam < 0:
        return PowerTail(-1 / lam, f.log(-lam) / lam)
    if lam < 1:
        return EndTail(1 / lam, 1 / lam, f.log(lam) / lam)
    return EndTail(1 / lam, 1, 0 if lam > 1 else -f.log(2))


def _other(f: F, *shapes: Any) -> Tail:
    return OtherTail()


UNBOUNDED: dict[str, Entry] = {
    "alpha": lambda f, a: PowerTail(1, -a * a / 2 - f.log(2 * f.pi) / 2 - f.log(f.normal_sf(-a))),
    "betaprime": lambda f, a, b: PowerTail(b, -f.log(b) - _log_beta(f, a, b)),
    "burr": lambda f, c, d: PowerTail(c, f.log(d)),
    "burr12": lambda f, c, d: PowerTail(c * d),
    "cauchy": lambda f: PowerTail(1, -f.log(f.pi)),
    "chi": _chi,
    "chi2": lambda f, df: _gamma(f, df / 2, 2),
    "crystalball": _other,  # a normal tail with another norm
    "dgamma": lambda f, a: ExponentialTail(-f.log(2) - f.log_gamma(a), a - 1),
    "dpareto_lognorm": lambda f, u, s, a, b: PowerTail(a, None),
    "dweibull": lambda f, c: ExponentialTail(-f.log(2), 0, c),
    "erlang": _gamma,
    "expon": lambda f: ExponentialTail(),
    "exponnorm": lambda f, K: ExponentialTail(1 / (2 * K * K), 0, 1, K),
    "exponpow": _other,
    "exponweib": lambda f, a, c: ExponentialTail(f.log(a), 0, c),
    "f": _f,
    "fatiguelife": lambda f, c: ExponentialTail(
        1 / (c * c) - f.log(2 * f.sqrt(f.pi)), -f.number(0.5), 1, 2 * c * c
    ),
    "fisk": lambda f, c: PowerTail(c),
    "foldcauchy": lambda f, c: PowerTail(1, f.log(2 / f.pi)),
    "foldnorm": _foldnorm,
    "gamma": _gamma,
    "genexpon": lambda f, a, b, c: ExponentialTail(b / c, 0, 1, 1 / (a + b)),
    "genextreme": _genextreme,
    "gengamma": _gengamma,
    "genhyperbolic": _genhyperbolic,
    "geninvgauss": _geninvgauss,
    "genlogistic": lambda f, c: ExponentialTail(f.log(c)),
    "gennorm": lambda f, beta: ExponentialTail(-f.log(2) - f.log_gamma(1 / beta), 1 - beta, beta),
    "genpareto": _genpareto,
    "gibrat": lambda f: LognormalTail(1),
    "gompertz": _other,
    "gumbel_l": _other,
    "gumbel_r": lambda f: ExponentialTail(),
    "halfcauchy": lambda f: PowerTail(1, f.log(2 / f.pi)),
    "halfgennorm": lambda f, beta: ExponentialTail(-f.log_gamma(1 / beta), 1 - beta, beta),
    "halflogistic": lambda f: ExponentialTail(f.log(2)),
    "halfnorm": lambda f: _normal(f, f.log(2)),
    "hypsecant": lambda f: ExponentialTail(f.log(2 / f.pi)),
    "invgamma": lambda f, a: PowerTail(a, -f.log_gamma(a + 1)),
    "invgauss": lambda f, mu: ExponentialTail(
        1 / mu - f.log(2 * mu * f.sqrt(f.pi)), -f.number(1.5), 1, 2 * mu * mu
    ),
    "invweibull": lambda f, c: PowerTail(c),
    "jf_skew_t": lambda f, a, b: PowerTail(2 * b, None),
    "johnsonsu": lambda f, a, b: LognormalTail(1 / b, -a / b - f.log(2)),
    "kappa3": lambda f, a: PowerTail(a),
    "kappa4": _kappa4,
    "kstwobign": lambda f: ExponentialTail(f.log(2), 0, 2, 1 / f.sqrt(2)),
    "landau": lambda f: PowerTail(1, None),
    "laplace": lambda f: ExponentialTail(-f.log(2)),
    "laplace_asymmetric": lambda f, kappa: ExponentialTail(
        -f.log(1 + kappa * kappa), 0, 1, 1 / kappa
    ),
    "levy": lambda f: PowerTail(f.number(0.5), f.log(2 / f.pi) / 2),
    "levy_stable": _levy_stable,
    "loggamma": _other,
    "logistic": lambda f: ExponentialTail(),
    "loglaplace": lambda f, c: PowerTail(c, -f.log(2)),
    "lognorm": lambda f, s: LognormalTail(s),
    "lomax": lambda f, c: PowerTail(c, 0, -1),
    "maxwell": lambda f: _chi(f, f.number(3)),
    "mielke": lambda f, k, s: PowerTail(s, f.log(k / s)),
    "moyal": lambda f: ExponentialTail(f.log(2 / f.pi) / 2, 0, 1, 2),
    "nakagami": lambda f, nu: ExponentialTail(-f.log_gamma(nu), 2 * (nu - 1), 2, 1 / f.sqrt(nu)),
    "ncf": lambda f, dfn, dfd, nc: PowerTail(dfd / 2, None),
    "nct": lambda f, df, nc: PowerTail(df, None),
    "ncx2": _other,
    "norm": _normal,
    "norminvgauss": _norminvgauss,
    "pareto": lambda f, b: PowerTail(b),
    "pearson3": _pearson3,
    "powerlognorm": _other,
    "powernorm": _powernorm,
    "rayleigh": lambda f: ExponentialTail(0, 0, 2, f.sqrt(2)),
    "recipinvgauss": lambda f, mu: ExponentialTail(1 / mu - f.log(f.pi) / 2, -f.number(0.5), 1, 2),
    "rel_breitwigner": lambda f, rho: PowerTail(3, None),
    "rice": _rice,
    "skewcauchy": lambda f, a: PowerTail(1, 2 * f.log(1 + a) - f.log(f.pi)),
    "skewnorm": _skewnorm,
    "t": _t,
    "tukeylambda": _tukeylambda,
    "wald": lambda f: ExponentialTail(1 - f.log(2 * f.sqrt(f.pi)), -f.number(1.5), 1, 2),
    "weibull_min": lambda f, c: ExponentialTail(0, 0, c),
}
"""Some of them are bounded for some shapes."""
