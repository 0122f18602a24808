"""A slip: AdaSync's rule for K-async takes gamma' to be the same for all K, and is too small."""

from __future__ import annotations

from runtime_theory.convergence.adasync import K_ASYNC_FLOOR, objective_for, theta_for
from runtime_theory.formulas import Formula
from runtime_theory.formulas.vocabulary import order_mean, symbols
from runtime_theory.references import DUTTA2020
from runtime_theory.theorems.dynamics.adasync_witnesses import stale_witnesses
from runtime_theory.theorems.kernel.conclusion import Conclusion
from runtime_theory.theorems.kernel.domain import Domain
from runtime_theory.theorems.kernel.step import Identity, Inequality, Step
from runtime_theory.theorems.kernel.theorem import Claim, Theorem

__all__ = ["THEOREM"]


def _prove(floor: Formula) -> tuple[Step, ...]:
    from sympy import log, sqrt

    names = "L eta sigma2 t m F_t mu P K"
    facts = ("P - K - delta", "1 - gamma - delta")
    domain = Domain(positive=names + " delta", real="gamma", facts=facts)
    L, eta, sigma2, t, m, F_t, mu, P, K, gamma = domain[names + " gamma"]
    theta = domain.typed(theta_for("k-async").expr)
    ranked = order_mean(*symbols("K P"))
    bound = domain.typed(objective_for("k-async").expr.subs(ranked, log(P / (P - K)) / mu))
    share, noise = 1 - gamma + K / (2 * P), L * eta * sigma2 / (K * m)
    time = 2 * F_t * log(P / (P - K)) / (eta * t * mu)
    return (
        Identity(
            "With $u$ the bound without $\\gamma'$, the derivative of $u/\\gamma'$ is",
            (bound / share).diff(K),
            (bound.diff(K) - bound / (2 * P * share)) / share,
            domain,
        ),
        Inequality(
            "where $u > 0$, as it is more than its term with $\\log(P/(P-K)) \\ge 0$:",
            time,
            bound,
            domain,
            (noise,),
            strict=True,
        ),
        Conclusion(
            r"and $u' \le 0$ for all $K$ up to that with $K^2 = \theta (P - K)$, by the theorem on "
            "the stationary point. So the derivative is still negative there, and the best $K$ is "
            "larger:",
            floor,
            (sqrt(theta**2 + 4 * theta * P) - theta) / 2,
            domain,
            ">",
        ),
    )


THEOREM = Theorem(
    "adasync-k-async-too-small",
    "AdaSync's rule is too small for K-async",
    (
        r"Let the times of K-async be exponential with rate $\mu$, so that $p_0 = K/P$, and let "
        r"$K^*$ be the real number that minimises $(2 F_t \mathbb{E}[T]/(\eta t) + "
        r"L \eta \sigma^2/(K m))/\gamma'$ over $0 < K < P$, with $\gamma' = 1 - \gamma + K/(2P)$, "
        r"$\gamma < 1$, $F_t > 0$, $\sigma^2 > 0$, and $\log(P/(P-K))/\mu$ for $\mathbb{E}[T]$. "
        r"Let $\theta = L \eta^2 \sigma^2 t \mu/(2 m F_t)$.",
    ),
    (Claim(K_ASYNC_FLOOR),),
    _prove,
    DUTTA2020,
    "the rule takes the same $p_0$ for all $K$; not claimed sharp",
    stale_witnesses,
)
