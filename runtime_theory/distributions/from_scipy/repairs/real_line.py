"""Repairs of laws on the whole line or with a moving end.

The formulas are the definitions in scipy's documentation of each law, arranged so that no tail
is a difference of numbers near 1.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy import special, stats

from runtime_theory.distributions.from_scipy.repairs.repair import Repair, mirrored

__all__ = ["REAL_LINE"]


# --- generalised logistic: F = (1 + exp(-x))**-c ----------------------------------------------


def _genlogistic_exponent(x: Any, c: Any) -> Any:
    return c * np.logaddexp(0.0, -x)


def _genlogistic_point(exponent: Any) -> Any:
    """The x with log(1 + exp(-x)) = exponent."""
    return -(exponent + np.log(-np.expm1(-exponent)))


_GENLOGISTIC = Repair(
    cdf=lambda x, c: np.exp(-_genlogistic_exponent(x, c)),
    sf=lambda x, c: -np.expm1(-_genlogistic_exponent(x, c)),
    ppf=lambda q, c: _genlogistic_point(-np.log(q) / c),
    isf=lambda q, c: _genlogistic_point(-np.log1p(-q) / c),
)


# --- kappa, four parameters: F = (1 - h w)**(1/h), w = (1 - k x)**(1/k) ------------------------


def _kappa4_log_w(x: Any, k: Any) -> Any:
    return -x if k == 0.0 else np.log1p(-k * x) / k


def _kappa4_log_cdf(x: Any, h: Any, k: Any) -> Any:
    log_w = _kappa4_log_w(x, k)
    if h <= 0.0:
        return -np.exp(log_w) if h == 0.0 else np.log1p(-h * np.exp(log_w)) / h
    exponent = np.minimum(np.log(h) + log_w, 0.0)  # of h w, which is 1 at the left end
    near = np.log(-np.expm1(exponent))
    return np.where(exponent > -0.7, near, np.log1p(-np.exp(exponent))) / h


def _kappa4_point(log_cdf: Any, h: Any, k: Any) -> Any:
    w = -log_cdf if h == 0.0 else -np.expm1(h * log_cdf) / h
    return -np.log(w) if k == 0.0 else -np.expm1(k * np.log(w)) / k


def _scalar(function: Any) -> Any:
    """The formulas branch on the shapes, which are scalars in a frozen law."""
    return lambda x, h, k: function(x, float(np.ravel(h)[0]), float(np.ravel(k)[0]))


_KAPPA4 = Repair(
    cdf=_scalar(lambda x, h, k: np.exp(_kappa4_log_cdf(x, h, k))),
    sf=_scalar(lambda x, h, k: -np.expm1(_kappa4_log_cdf(x, h, k))),
    ppf=_scalar(lambda q, h, k: _kappa4_point(np.log(q), h, k)),
    isf=_scalar(lambda q, h, k: _kappa4_point(np.log1p(-q), h, k)),
)


# --- Jones and Faddy's skew t: (1 + x/sqrt(a+b+x**2))/2 is Beta(a, b) ---------------------------


def _jf_beta(x: Any, total: Any) -> Any:
    """(1 + x/r)/2, r = sqrt(total + x**2); for x < 0 as total/(2 r (r - x))."""
    r = np.hypot(np.sqrt(total), x)
    return np.where(x < 0.0, total / (2.0 * r * (r - x)), 0.5 * (1.0 + x / r))


def _jf_point(low: Any, high: Any, total: Any) -> Any:
    """The x from the beta variable and its complement."""
    return 0.5 * np.sqrt(total) * (low - high) / np.sqrt(low * high)


def _jf_ppf(q: Any, a: Any, b: Any) -> Any:
    low = special.betaincinv(a, b, q)
    high = np.where(low < 0.5, 1.0 - low, special.betainccinv(b, a, q))
    return _jf_point(low, high, a + b)


_JF_SKEW_T = Repair(
    cdf=lambda x, a, b: special.betainc(a, b, _jf_beta(x, a + b)),
    sf=lambda x, a, b: special.betainc(b, a, _jf_beta(-x, a + b)),
    ppf=_jf_ppf,
    isf=lambda q, a, b: -_jf_ppf(q, b, a),
)


# --- skew Cauchy: a Cauchy stretched by 1-a on the left, 1+a on the right ----------------------


def _skewcauchy_side(x: Any, stretch: Any) -> Any:
    """Probability of more than x >= 0 on the side with this stretch."""
    return stretch / np.pi * np.arctan2(stretch, x)


def _skewcauchy_tail(x: Any, stretch: Any) -> Any:
    """The same for x of either sign: what is beyond the middle is near 1, not a tail."""
    return np.where(
        x >= 0.0, _skewcauchy_side(x, stretch), 1.0 - _skewcauchy_side(-x, 2.0 - stretch)
    )


def _skewcauchy_point(q: Any, stretch: Any) -> Any:
    """Distance from 0 beyond which the probability is q; negative where q passes the middle."""
    other = 2.0 - stretch
    return np.where(
        q <= stretch / 2.0,
        stretch / np.tan(np.pi * q / stretch),
        -other / np.tan(np.pi * (1.0 - q) / other),
    )


_SKEWCAUCHY = Repair(
    cdf=lambda x, a: _skewcauchy_tail(-x, 1.0 - a),
    sf=lambda x, a: _skewcauchy_tail(x, 1.0 + a),
    ppf=lambda q, a: -_skewcauchy_point(q, 1.0 - a),
    isf=lambda q, a: _skewcauchy_point(q, 1.0 + a),
)


# --- Student's t: 1/(1 + t**2/df) is Beta(df/2, 1/2) on either side ----------------------------

# Beyond these 1/t**2 is near underflow, scipy fails, and the tail is its leading power,
# Pr[T > x] = (sqrt(df)/x)**df / (df B(df/2, 1/2)).
_T_FAR, _T_DEEP = 1e100, 1e-100


def _t_constant(df: Any) -> Any:
    return 1.0 / (df * special.beta(0.5 * df, 0.5))


def _t_sf(x: Any, df: Any) -> Any:
    power = _t_constant(df) * np.power(np.sqrt(df) / np.maximum(x, 1.0), df)
    return np.where(x < _T_FAR, special.stdtr(df, -x), power)


def _t_isf(q: Any, df: Any) -> Any:
    far = special.betaincinv(0.5 * df, 0.5, 2.0 * q)
    power = np.power(q / _t_constant(df), -1.0 / df)
    deep = np.sqrt(df) * np.where(far > 1e-200, np.sqrt((1.0 - far) / far), power)
    # scipy's is off by 1e-13 for some df (2.743 at 0.2): a Newton step from there.
    near = stats.t.isf(q, df)
    near = near + (_t_sf(near, df) - q) / stats.t.pdf(near, df)
    return np.where(q > _T_DEEP, near, deep)


_T = Repair(
    cdf=lambda x, df: _t_sf(-x, df),
    sf=_t_sf,
    ppf=mirrored(_t_isf),
    isf=_t_isf,
)


# --- the others -------------------------------------------------------------------------------

_LEVY_L = Repair(  # the mirror image of levy
    cdf=lambda x: special.erf(np.sqrt(-0.5 / x)),
    sf=lambda x: special.erfc(np.sqrt(-0.5 / x)),
    ppf=lambda q: -0.5 / special.erfinv(q) ** 2,
    isf=lambda q: -0.5 / special.erfcinv(q) ** 2,
)

_WEIBULL_MAX = Repair(  # the mirror image of weibull_min
    cdf=lambda x, c: np.exp(-np.power(-x, c)),
    sf=lambda x, c: -np.expm1(-np.power(-x, c)),
    ppf=lambda q, c: -np.power(-np.log(q), 1.0 / c),
    isf=lambda q, c: -np.power(-np.log1p(-q), 1.0 / c),
)


def _powernorm_isf(q: Any, c: Any) -> Any:
    """S = Phi(-x)**c; q**(1/c) may underflow, its logarithm does not."""
    return -special.ndtri_exp(np.log(q) / c)


def _powernorm_ppf(q: Any, c: Any) -> Any:
    exponent = np.log1p(-q) / c
    near = special.ndtri(-np.expm1(exponent))
    return np.where(exponent > -0.7, near, -special.ndtri_exp(exponent))


# --- Tukey's lambda, which is defined by its quantile function ---------------------------------


def _tukey_ppf(q: Any, lam: Any) -> Any:
    return special.boxcox(q, lam) - special.boxcox1p(-q, lam)


def _tukey_sf(x: Any, lam: Any) -> Any:
    """The quantile function inverted by halving in logit(q), so that both tails keep digits."""
    low, high = np.full(np.shape(x), -745.0), np.full(np.shape(x), 745.0)
    for _ in range(64):
        z = 0.5 * (low + high)
        under, over = special.expit(z), special.expit(-z)
        value = np.where(z < 0.0, _tukey_ppf(under, lam), -_tukey_ppf(over, lam))
        low, high = np.where(value < x, z, low), np.where(value < x, high, z)
    return special.expit(-0.5 * (low + high))


_TUKEYLAMBDA = Repair(
    cdf=lambda x, lam: _tukey_sf(-x, lam),
    sf=_tukey_sf,
    ppf=_tukey_ppf,
    isf=mirrored(_tukey_ppf),
)


# --- Pearson III, whose finite end scipy does not give ------------------------------------------


def _pearson3_support(skew: float) -> tuple[float, float]:
    """A gamma law, mirrored for negative skew, the normal law for none."""
    if skew == 0.0:
        return -np.inf, np.inf
    return (-2.0 / skew, np.inf) if skew > 0.0 else (-np.inf, -2.0 / skew)


REAL_LINE: dict[str, Repair] = {
    "genlogistic": _GENLOGISTIC,
    "jf_skew_t": _JF_SKEW_T,
    "kappa4": _KAPPA4,
    "levy_l": _LEVY_L,
    "moyal": Repair(isf=lambda q: -2.0 * np.log(np.sqrt(2.0) * special.erfinv(q))),
    "pearson3": Repair(support=_pearson3_support),
    "powernorm": Repair(
        cdf=lambda x, c: -np.expm1(c * special.log_ndtr(-x)),
        sf=lambda x, c: np.exp(c * special.log_ndtr(-x)),
        ppf=_powernorm_ppf,
        isf=_powernorm_isf,
    ),
    "skewcauchy": _SKEWCAUCHY,
    "t": _T,
    "tukeylambda": _TUKEYLAMBDA,
    "weibull_max": _WEIBULL_MAX,
}
"""Repairs by scipy name."""
