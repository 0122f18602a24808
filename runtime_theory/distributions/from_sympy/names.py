"""The distributions of sympy.stats as laws of this package, by the names of their classes."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping

from runtime_theory.distributions.base import Distribution
from runtime_theory.distributions.derived.mirrored import affine_map
from runtime_theory.distributions.derived.transformed import EXP, LOG, Transformed, power_map
from runtime_theory.distributions.from_scipy.laws import from_scipy

__all__ = ["named_sympy_law"]

Arguments = Mapping[str, float]


def named_sympy_law(name: str, arguments: Arguments) -> Distribution | None:
    """The law that sympy's ``NAMEDistribution`` with these arguments is, or None.

    Examples
    --------
    >>> named_sympy_law("Weibull", {"alpha": 2.0, "beta": 0.5})
    <weibull_min(c=0.5, scale=2)>
    """
    build = _LAWS.get(name)
    return None if build is None else build(**arguments)


def _scipy(name: str, *shapes: float, loc: float = 0.0, scale: float = 1.0) -> Distribution:
    from scipy import stats

    generic = getattr(stats, name)
    discrete = isinstance(generic, stats.rv_discrete)
    law = from_scipy(generic(*shapes) if discrete else generic(*shapes, loc=loc, scale=scale))
    if law is None:
        raise TypeError(f"{name} is no law of scipy.stats")
    return affine_map(law, loc, scale) if discrete else law


def _trapezoidal(a: float, b: float, c: float, d: float) -> Distribution:
    width = d - a
    return _scipy("trapezoid", (b - a) / width, (c - a) / width, loc=a, scale=width)


def _von_mises(mu: float, k: float) -> Distribution | None:
    # sympy cuts the circle at 0, scipy half a turn from mu.
    return _scipy("vonmises_line", k, loc=mu) if mu == math.pi else None


def _gumbel(beta: float, mu: float, minimum: float) -> Distribution:
    return _scipy("gumbel_l" if minimum else "gumbel_r", loc=mu, scale=beta)


def _binomial(n: float, p: float, succ: float, fail: float) -> Distribution | None:
    # Every one of the n trials adds succ or fail.
    return None if succ == fail else _scipy("binom", n, p, loc=n * fail, scale=succ - fail)


_LAWS: dict[str, Callable[..., Distribution | None]] = {
    # Continuous.
    "Arcsin": lambda a, b: _scipy("arcsine", loc=a, scale=b - a),
    "Beta": lambda alpha, beta: _scipy("beta", alpha, beta),
    "BetaPrime": lambda alpha, beta: _scipy("betaprime", alpha, beta),
    "BoundedPareto": lambda alpha, left, right: _scipy(
        "truncpareto", alpha, right / left, scale=left
    ),
    "Cauchy": lambda x0, gamma: _scipy("cauchy", loc=x0, scale=gamma),
    "Chi": lambda k: _scipy("chi", k),
    "ChiNoncentral": lambda k, l: Transformed(_scipy("ncx2", k, l * l), power_map(0.5)),  # noqa: E741
    "ChiSquared": lambda k: _scipy("chi2", k),
    "Dagum": lambda p, a, b: _scipy("burr", a, p, scale=b),
    "ExGaussian": lambda mean, std, rate: _scipy(
        "exponnorm", 1.0 / (std * rate), loc=mean, scale=std
    ),
    "Exponential": lambda rate: _scipy("expon", scale=1.0 / rate),
    "ExponentialPower": lambda mu, alpha, beta: _scipy("gennorm", beta, loc=mu, scale=alpha),
    "FDistribution": lambda d1, d2: _scipy("f", d1, d2),
    "FisherZ": lambda d1, d2: affine_map(Transformed(_scipy("f", d1, d2), LOG), 0.0, 0.5),
    "Frechet": lambda a, s, m: _scipy("invweibull", a, loc=m, scale=s),
    "Gamma": lambda k, theta: _scipy("gamma", k, scale=theta),
    "GammaInverse": lambda a, b: _scipy("invgamma", a, scale=b),
    "GaussianInverse": lambda mean, shape: _scipy("invgauss", mean / shape, scale=shape),
    "Gompertz": lambda b, eta: _scipy("gompertz", eta, scale=1.0 / b),
    "Gumbel": _gumbel,
    "Kumaraswamy": lambda a, b: Transformed(_scipy("beta", 1.0, b), power_map(1.0 / a)),
    "Laplace": lambda mu, b: _scipy("laplace", loc=mu, scale=b),
    "Levy": lambda mu, c: _scipy("levy", loc=mu, scale=c),
    "LogCauchy": lambda mu, sigma: Transformed(_scipy("cauchy", loc=mu, scale=sigma), EXP),
    "LogLogistic": lambda alpha, beta: _scipy("fisk", beta, scale=alpha),
    "LogNormal": lambda mean, std: _scipy("lognorm", std, scale=math.exp(mean)),
    "Logistic": lambda mu, s: _scipy("logistic", loc=mu, scale=s),
    "Lomax": lambda alpha, lamda: _scipy("lomax", alpha, scale=lamda),
    "Maxwell": lambda a: _scipy("maxwell", scale=a),
    "Moyal": lambda mu, sigma: _scipy("moyal", loc=mu, scale=sigma),
    "Nakagami": lambda mu, omega: _scipy("nakagami", mu, scale=math.sqrt(omega)),
    "Normal": lambda mean, std: _scipy("norm", loc=mean, scale=std),
    "Pareto": lambda xm, alpha: _scipy("pareto", alpha, scale=xm),
    "PowerFunction": lambda alpha, a, b: _scipy("powerlaw", alpha, loc=a, scale=b - a),
    "RaisedCosine": lambda mu, s: _scipy("cosine", loc=mu, scale=s / math.pi),
    "Rayleigh": lambda sigma: _scipy("rayleigh", scale=sigma),
    "Reciprocal": lambda a, b: _scipy("reciprocal", 1.0, b / a, scale=a),
    "StudentT": lambda nu: _scipy("t", nu),
    "Trapezoidal": _trapezoidal,
    "Triangular": lambda a, b, c: _scipy("triang", (c - a) / (b - a), loc=a, scale=b - a),
    "Uniform": lambda left, right: _scipy("uniform", loc=left, scale=right - left),
    "UniformSum": lambda n: _scipy("irwinhall", n),
    "VonMises": _von_mises,
    "Weibull": lambda alpha, beta: _scipy("weibull_min", beta, scale=alpha),
    "WignerSemicircle": lambda R: _scipy("semicircular", scale=R),
    # Discrete.
    "BetaBinomial": lambda n, alpha, beta: _scipy("betabinom", n, alpha, beta),
    "Binomial": _binomial,
    "FlorySchulz": lambda a: _scipy("nbinom", 2.0, a, loc=1.0),
    "Geometric": lambda p: _scipy("geom", p),
    "Hypergeometric": lambda N, m, n: _scipy("hypergeom", N, m, n),
    "Logarithmic": lambda p: _scipy("logser", p),
    "NegativeBinomial": lambda r, p: _scipy("nbinom", r, p),
    "Poisson": lambda lamda: _scipy("poisson", lamda),
    "Skellam": lambda mu1, mu2: _scipy("skellam", mu1, mu2),
    "YuleSimon": lambda rho: _scipy("yulesimon", rho),
    "Zeta": lambda s: _scipy("zipf", s),
}
