"""Naive high-precision definitions of every continuous law of scipy.stats.

`build(name, shapes)` returns the standard law (loc 0, scale 1) at the working precision of
mpmath. `CASES` lists the parameters for which references are made, the commonest laws first:
the defaults that scipy's own tests use (copied here as numbers), and extreme ones. Shape
parameters are the doubles that Python reads, not the decimals they print as.
"""

from __future__ import annotations

import laws_bounded
import laws_hard
import laws_positive
import laws_real
from law import LAWS, Law
from mpmath import mpf

__all__ = ["CASES", "LAWS", "SAME_LAW", "UNCOVERED", "Law", "build"]

_FAMILIES = (laws_bounded, laws_hard, laws_positive, laws_real)

# Laws without an entry, with the reason. None is left; some are narrower than in scipy:
# levy_stable needs 1 < alpha < 2, studentized_range k = 3, irwinhall, ksone, kstwo an integer n.
UNCOVERED: dict[str, str] = {}

# Two scipy names of one law (the first fixes a parameter of the second, or nothing).
SAME_LAW = {
    "erlang": "gamma",
    "gibrat": "lognorm",
    "reciprocal": "loguniform",
    "wald": "invgauss",
    "vonmises": "vonmises_line",
}

Params = dict[str, float]

COMMON: list[tuple[str, Params]] = [
    ("expon", {}),
    ("expon", {"loc": 0.5}),
    ("expon", {"loc": -2.0, "scale": 0.001}),
    ("norm", {}),
    ("norm", {"loc": 10.0, "scale": 1.0}),
    ("norm", {"loc": 1e6, "scale": 1.0}),
    ("gamma", {"a": 1.9932305483800778}),
    ("gamma", {"a": 0.05}),
    ("gamma", {"a": 0.5}),
    ("gamma", {"a": 2.5}),
    ("gamma", {"a": 1e4}),
    ("lognorm", {"s": 0.9536822696057533}),
    ("lognorm", {"s": 0.01}),
    ("lognorm", {"s": 1.0}),
    ("lognorm", {"s": 2.5}),
    ("lognorm", {"s": 3.0}),
    ("weibull_min", {"c": 1.7866166930421596}),
    ("weibull_min", {"c": 0.3}),
    ("weibull_min", {"c": 0.5}),
    ("weibull_min", {"c": 3.0}),
    ("weibull_min", {"c": 30.0}),
    ("pareto", {"b": 2.621716532144454}),
    ("pareto", {"b": 1.05}),
    ("pareto", {"b": 1.1}),
    ("pareto", {"b": 3.0}),
    ("pareto", {"b": 50.0}),
    ("uniform", {}),
    ("uniform", {"loc": -1.0, "scale": 2.0}),
    ("beta", {"a": 2.3098496451481823, "b": 0.6268795430096368}),
    ("beta", {"a": 0.1, "b": 0.2}),
    ("beta", {"a": 50.0, "b": 3.0}),
    ("beta", {"a": 0.5, "b": 0.5}),
    ("t", {"df": 2.7433514990818093}),
    ("t", {"df": 1.2}),
    ("t", {"df": 3.0}),
    ("t", {"df": 100.0}),
    ("burr", {"c": 10.5, "d": 4.3}),
    ("burr", {"c": 0.9484, "d": 4.382}),
    ("burr12", {"c": 10.0, "d": 4.0}),
    ("burr12", {"c": 2.0, "d": 1.5}),
    ("burr12", {"c": 0.7, "d": 2.0}),
    ("fisk", {"c": 3.085754862225318}),
    ("fisk", {"c": 1.3}),
    ("invgauss", {"mu": 0.14546264555347513}),
    ("invgauss", {"mu": 5.0}),
    ("invgamma", {"a": 4.066899613699307}),
    ("invgamma", {"a": 1.5}),
    ("gumbel_r", {}),
    ("gumbel_l", {}),
    ("logistic", {}),
    ("laplace", {}),
    ("halfnorm", {}),
    ("halfcauchy", {}),
    ("cauchy", {}),
    ("levy", {}),
    ("rayleigh", {}),
    ("chi2", {"df": 55.0}),
    ("chi2", {"df": 0.3}),
    ("chi", {"df": 78.0}),
    ("f", {"dfn": 29.0, "dfd": 18.0}),
    ("f", {"dfn": 5.0, "dfd": 2.5}),
    ("genpareto", {"c": 0.1}),
    ("genpareto", {"c": 0.6}),
    ("genpareto", {"c": -0.5}),
    ("genextreme", {"c": -0.1}),
    ("genextreme", {"c": -0.7}),
    ("genextreme", {"c": 0.3}),
    ("lomax", {"c": 1.8771398388773268}),
    ("lomax", {"c": 1.1}),
    ("loggamma", {"c": 0.4141193182605212}),
    ("loggamma", {"c": 2.0}),
    ("loggamma", {"c": 0.05}),
]

POSITIVE: list[tuple[str, Params]] = [
    ("alpha", {"a": 3.570477051665046}),
    ("betaprime", {"a": 5.0, "b": 6.0}),
    ("betaprime", {"a": 0.2, "b": 1.4}),
    ("erlang", {"a": 10.0}),
    ("exponpow", {"b": 2.697119160358469}),
    ("exponpow", {"b": 0.3}),
    ("exponweib", {"a": 2.8923945291034436, "c": 1.9505288745913174}),
    ("fatiguelife", {"c": 29.0}),
    ("fatiguelife", {"c": 0.1}),
    ("foldcauchy", {"c": 4.716467345583189}),
    ("foldnorm", {"c": 1.952125337355587}),
    ("genexpon", {"a": 9.13259764654189, "b": 16.23195660059063, "c": 3.2819552690843983}),
    ("gengamma", {"a": 4.4162385429431925, "c": 3.119309167924276}),
    ("gengamma", {"a": 4.4162385429431925, "c": -3.119309167924276}),
    ("geninvgauss", {"p": 2.3, "b": 1.5}),
    ("gibrat", {}),
    ("gompertz", {"c": 0.9474371307510525}),
    ("gompertz", {"c": 0.001}),
    ("halfgennorm", {"beta": 0.6748054997000371}),
    ("halflogistic", {}),
    ("invweibull", {"c": 10.58}),
    ("invweibull", {"c": 1.4}),
    ("kappa3", {"a": 1.0}),
    ("kappa3", {"a": 2.5}),
    ("loglaplace", {"c": 3.2505926592051435}),
    ("loglaplace", {"c": 1.3}),
    ("maxwell", {}),
    ("mielke", {"k": 10.4, "s": 4.6}),
    ("nakagami", {"nu": 4.967379486666624}),
    ("powerlognorm", {"c": 2.1413923530064087, "s": 0.44639540782048337}),
    ("recipinvgauss", {"mu": 0.6300426780936912}),
    ("rice", {"b": 0.7749725210111873}),
    ("rel_breitwigner", {"rho": 36.545206797050334}),
    ("wald", {}),
    ("dpareto_lognorm", {"u": 3.0, "s": 1.2, "a": 1.5, "b": 2.0}),
    ("ncx2", {"df": 21.0, "nc": 1.0560465975116415}),
    ("ncx2", {"df": 20.0, "nc": 1.0}),
    ("ncf", {"dfn": 27.0, "dfd": 27.0, "nc": 0.41578441799226107}),
]

REAL: list[tuple[str, Params]] = [
    ("crystalball", {"beta": 2.0, "m": 3.0}),
    ("dgamma", {"a": 1.1023326088288166}),
    ("dweibull", {"c": 2.0685080649914673}),
    ("exponnorm", {"K": 1.5}),
    ("exponnorm", {"K": 20.0}),
    ("genhyperbolic", {"p": 0.5, "a": 1.5, "b": -0.5}),
    ("genlogistic", {"c": 0.41192440799679475}),
    ("gennorm", {"beta": 1.2988442399460265}),
    ("gennorm", {"beta": 0.4}),
    ("hypsecant", {}),
    ("jf_skew_t", {"a": 8.0, "b": 4.0}),
    ("johnsonsu", {"a": 2.554395574161155, "b": 2.2482281679651965}),
    ("kappa4", {"h": 0.0, "k": 0.0}),
    ("kappa4", {"h": -0.1, "k": 0.1}),
    ("kappa4", {"h": 0.0, "k": 0.1}),
    ("kappa4", {"h": 0.1, "k": 0.0}),
    ("laplace_asymmetric", {"kappa": 2.0}),
    ("levy_l", {}),
    ("moyal", {}),
    ("nct", {"df": 14.0, "nc": 0.24045031331198066}),
    ("nct", {"df": 3.0, "nc": 1.0}),
    ("norminvgauss", {"a": 1.25, "b": 0.5}),
    ("pearson3", {"skew": 0.1}),
    ("pearson3", {"skew": -2.0}),
    ("powernorm", {"c": 4.445365225459078}),
    ("skewcauchy", {"a": 0.5}),
    ("skewnorm", {"a": 4.0}),
    ("skewnorm", {"a": -15.0}),
    ("weibull_max", {"c": 2.8687961709100187}),
]

BOUNDED: list[tuple[str, Params]] = [
    ("anglit", {}),
    ("arcsine", {}),
    ("argus", {"chi": 1.0}),
    ("bradford", {"c": 0.29891359763170633}),
    ("cosine", {}),
    (
        "gausshyper",
        {
            "a": 13.7637716041307,
            "b": 3.118963664868143,
            "c": 2.514598035018302,
            "z": 5.1811649903971615,
        },
    ),
    ("genhalflogistic", {"c": 0.7727472780992932}),
    ("irwinhall", {"n": 10.0}),
    ("johnsonsb", {"a": 4.317267509914106, "b": 3.1837781130785063}),
    ("loguniform", {"a": 0.01, "b": 1.25}),
    ("reciprocal", {"a": 0.01, "b": 1.25}),
    ("powerlaw", {"a": 1.659113328990585}),
    ("powerlaw", {"a": 0.6591133289905851}),
    ("powerlaw", {"a": 0.05}),
    ("rdist", {"c": 1.6}),
    ("semicircular", {}),
    ("trapezoid", {"c": 0.2, "d": 0.8}),
    ("triang", {"c": 0.15785029824528218}),
    ("truncexpon", {"b": 4.690772545681048}),
    ("truncnorm", {"a": -1.0978730080013919, "b": 2.730675410903198}),
    ("truncnorm", {"a": 0.1, "b": 2.0}),
    ("truncnorm", {"a": 5.0, "b": 8.0}),
    ("truncpareto", {"b": 1.8, "c": 5.3}),
    ("truncpareto", {"b": 2.0, "c": 5.0}),
    ("truncpareto", {"b": -2.0, "c": 5.0}),
    ("truncweibull_min", {"c": 2.5, "a": 0.25, "b": 1.75}),
    ("tukeylambda", {"lam": 3.1321477856738267}),
    ("vonmises", {"kappa": 3.99390425810714}),
    ("vonmises_line", {"kappa": 3.99390425810714}),
    ("wrapcauchy", {"c": 0.031071279018614728}),
]

HARD: list[tuple[str, Params]] = [
    ("kstwobign", {}),
    ("kstwo", {"n": 10.0}),
    ("studentized_range", {"k": 3.0, "df": 10.0}),
    ("levy_stable", {"alpha": 1.8, "beta": -0.5}),
    ("landau", {}),
    ("ksone", {"n": 1000.0}),
]

CASES: list[tuple[str, Params]] = [*COMMON, *POSITIVE, *REAL, *BOUNDED, *HARD]


def build(name: str, params: Params) -> Law:
    """The standard law for the shapes in `params`; its loc and scale are left to the caller."""
    shapes = {key: mpf(x) for key, x in params.items() if key not in ("loc", "scale")}
    return LAWS[name](**shapes)
