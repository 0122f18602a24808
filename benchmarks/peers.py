"""The other ways to compute E[X_{k:n}], each as a function of (scipy law, k, n)."""

from __future__ import annotations

import importlib.util
import warnings
from collections.abc import Callable

import numpy as np
from scipy import integrate, stats

import runtime_theory as rt

Peer = Callable[[str, dict[str, float], int, int], float]


def ours(name: str, shapes: dict[str, float], k: int, n: int) -> float:
    """Ours."""
    return float(rt.order_statistic(getattr(stats, name)(**shapes), k, n).mean())


def scipy_mean(name: str, shapes: dict[str, float], k: int, n: int) -> float:
    """scipy.stats.order_statistic(...).mean()."""
    law = stats.make_distribution(getattr(stats, name))(**shapes)
    return float(stats.order_statistic(law, r=k, n=n).mean())


def naive_quad(name: str, shapes: dict[str, float], k: int, n: int) -> float:
    """quad(ppf(u) * beta.pdf(u)) over (0, 1): what people write first."""
    law = getattr(stats, name)(**shapes)
    weight = stats.beta(k, n - k + 1)
    return float(integrate.quad(lambda u: law.ppf(u) * weight.pdf(u), 0.0, 1.0, limit=200)[0])


def openturns_mean(name: str, shapes: dict[str, float], k: int, n: int) -> float:
    """OpenTURNS: the law composed with the beta law of a uniform order statistic."""
    import openturns as ot

    made = {
        "expon": lambda: ot.Exponential(1.0),
        "gamma": lambda: ot.Gamma(shapes["a"], 1.0),
        "norm": lambda: ot.Normal(0.0, 1.0),
        "lognorm": lambda: ot.LogNormal(0.0, shapes["s"]),
        "weibull_min": lambda: ot.WeibullMin(1.0, shapes["c"]),
        "pareto": lambda: ot.Pareto(1.0, shapes["b"], 0.0),
    }
    copula = ot.UniformOrderStatistics(n)
    joint = ot.JointDistribution([made[name]()] * n, copula)
    return float(joint.getMarginal(k - 1).getMean()[0])


def monte_carlo(name: str, shapes: dict[str, float], k: int, n: int) -> float:
    """Mean of 1e6 simulated values Q(U), U ~ Beta(k, n-k+1)."""
    u = stats.beta(k, n - k + 1).rvs(1_000_000, random_state=np.random.default_rng(1))
    return float(getattr(stats, name)(**shapes).ppf(u).mean())


def available() -> dict[str, Peer]:
    """Peers that can run here; OpenTURNS only where it is installed."""
    peers: dict[str, Peer] = {
        "runtime_theory": ours,
        "scipy order_statistic": scipy_mean,
        "quad of ppf x beta pdf": naive_quad,
        "Monte Carlo 1e6": monte_carlo,
    }
    if importlib.util.find_spec("openturns") is not None:
        peers["OpenTURNS"] = openturns_mean
    return peers


def quietly(peer: Peer, name: str, shapes: dict[str, float], k: int, n: int) -> float:
    """The peer's answer, NaN where it refuses; its warnings are not our concern here."""
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        try:
            return peer(name, shapes, k, n)
        except (ArithmeticError, ValueError, TypeError, RuntimeError, MemoryError):
            return float("nan")
