"""AdaSync's rules for K: the exact integer minimisers, and where the derivative vanishes."""

from __future__ import annotations

from functools import partial
from typing import Any

from runtime_theory.convergence.adasync import (
    exact_condition_for,
    objective_for,
    rule_for,
    theta_for,
)
from runtime_theory.formulas import Formula
from runtime_theory.formulas.vocabulary import order_mean, symbols
from runtime_theory.references import DUTTA2020
from runtime_theory.theorems.dynamics.adasync_witnesses import (
    integer_witnesses,
    practical_witnesses,
    stationary_witnesses,
)
from runtime_theory.theorems.kernel.conclusion import Conclusion
from runtime_theory.theorems.kernel.domain import Domain
from runtime_theory.theorems.kernel.step import Identity, Inequality, Step
from runtime_theory.theorems.kernel.theorem import Claim, Theorem

__all__ = ["THEOREMS"]

_POSITIVE = "L eta sigma2 t m F_t mu E_X"
_OBJECTIVE = (
    r"Over the next interval $t$ let "
    r"$u(K) = 2 F_t \mathbb{E}[T]/(\eta t) + L \eta \sigma^2/(K m)$, $F_t > 0$, "
    r"$\sigma^2 > 0$.",
)
_TIMES = {
    "k-sync": r"Let $\mathbb{E}[T] = \mathbb{E}[X_{K:P}]$ of exponential times with rate $\mu$, "
    r"$H_P - H_{P-K}$ over $\mu$ (a shift would add a constant), and "
    r"$\theta = L \eta^2 \sigma^2 t \mu/(2 m F_t)$.",
    "k-batch-async": r"Let $\mathbb{E}[T] = K \mathbb{E}[X]/P$, and "
    r"$\theta = L \eta^2 \sigma^2 t/(2 m F_t \mathbb{E}[X])$.",
}


def _weight(scheme: str) -> Any:
    """2 F_t/(eta t) times the mean time of one learner, by the domain's symbols."""
    F_t, eta, t, mu, E_X = symbols("F_t eta t mu E_X")
    return 2 * F_t / (eta * t * mu) if scheme == "k-sync" else 2 * F_t * E_X / (eta * t)


def _prove_integer(scheme: str, rule: Formula) -> tuple[Step, ...]:
    distinct = scheme == "k-sync"
    domain = Domain(positive=_POSITIVE, counts="P K n")
    K, P, n = domain["K P n"]
    theta = domain.typed(theta_for(scheme).expr)
    objective = domain.typed(objective_for(scheme, exponential=True).expr)
    condition = exact_condition_for(scheme)
    steps, threshold = domain.typed(condition.left()), domain.typed(condition.right())
    scale = domain.typed(_weight(scheme)) / (K * (K + 1) * (1 if distinct else P))
    linear = 1 + theta if distinct else 1
    root = _inside(rule, domain)
    fewer = {P: K + n} if distinct else {}
    return (
        Identity(
            "$u(K+1) - u(K)$ has the sign of a difference"
            + (", for $K < P = K + n$:" if distinct else ":"),
            (objective.subs(K, K + 1) - objective).subs(fewer),
            (scale * (steps - threshold)).subs(fewer),
            domain,
        ),
        *_increasing(distinct, domain, steps),
        Identity(
            r"It is nonnegative iff $K \ge \kappa$, where $\kappa$ is inside of the ceiling,",
            K * (K + 1) - theta * (P - K if distinct else P),
            (K - root) * (K + root + linear),
            domain,
        ),
        Inequality(
            r"where the second factor is positive. So $u$ falls up to the least whole number "
            r"$K \ge \kappa$ and does not fall from there on; $\kappa > 0$ by the identity at "
            r"$K = 0$" + (r" and $\kappa < P$ by that at $K = P$." if distinct else "."),
            0,
            K + root + linear,
            domain,
            (K, linear / 2, root + linear / 2),
        ),
    )


def _increasing(distinct: bool, domain: Domain, steps: Any) -> tuple[Step, ...]:  # noqa: FBT001
    """K (K + 1)/(P - K) grows with K < P - 1; K (K + 1) obviously does."""
    if not distinct:
        return ()
    K, P, n = domain["K P n"]
    grown = (K + 1) * (K + 2 * n + 2) / (n * (n + 1))
    return (
        Inequality(
            "which grows with $K$, so that it changes its sign at most once: for $P = K + n + 1$",
            steps.subs(P, K + n + 1),
            steps.subs(K, K + 1).subs(P, K + n + 1),
            domain,
            (grown,),
        ),
    )


def _inside(rule: Formula, domain: Domain) -> Any:
    """Return what the ceiling is taken of; an error if the rule is no ceiling."""
    from sympy import ceiling

    if not isinstance(rule.expr, ceiling):
        raise TypeError(f"the rule must be a ceiling, got {rule.expr}")
    return domain.typed(rule.expr.args[0])


def _prove_stationary(scheme: str, rule: Formula) -> tuple[Step, ...]:
    from sympy import log

    distinct = scheme == "k-sync"
    facts = ("P - K - delta",) if distinct else ()
    domain = Domain(positive=_POSITIVE + " P K delta", facts=facts)
    K, P, mu = domain["K P mu"]
    theta = domain.typed(theta_for(scheme).expr)
    objective = objective_for(scheme).expr.subs(order_mean(*symbols("K P")), log(P / (P - K)) / mu)
    objective = domain.typed(objective)
    weight = domain.typed(_weight(scheme))
    slope = weight * (1 / (P - K) - theta / K**2) if distinct else weight * (1 / P - theta / K**2)
    bend = (weight / (P - K) ** 2,) if distinct else ()
    second = 2 * weight * theta / K**3
    return (
        Identity("The derivative $u'(K)$ is", objective.diff(K), slope, domain),
        Inequality(
            "and $u$ is convex, so that it is least where $u' = 0$:",
            0,
            objective.diff(K, 2),
            domain,
            (second, *bend),
            strict=True,
        ),
        *_rooted(rule, domain, theta, distinct=distinct),
    )


def _rooted(rule: Formula, domain: Domain, theta: Any, *, distinct: bool) -> tuple[Step, ...]:
    """The rule solves K^2 = theta (P - K), or K^2 = theta P, and is positive."""
    from sympy import sqrt

    P = domain["P"]
    if not distinct:
        return (Conclusion(r"That is, where $K^2 = \theta P$:", rule, sqrt(theta * P), domain),)
    solution = (sqrt(theta**2 + 4 * theta * P) - theta) / 2
    return (
        Inequality(
            r"That is, where $K^2 = \theta (P - K)$. Since $\sqrt{\theta^2 + 4 \theta P} \ge "
            r"\theta$,",
            theta**2,
            theta**2 + 4 * theta * P,
            domain,
            (4 * theta * P,),
        ),
        Identity(
            r"the only positive solution is $K = (\sqrt{\theta^2 + 4 \theta P} - \theta)/2$, below "
            "$P$ because its square is positive:",
            solution**2,
            theta * (P - solution),
            domain,
        ),
        Conclusion("That is,", rule, solution, domain),
    )


def _prove_practical(scheme: str, rule: Formula) -> tuple[Step, ...]:
    distinct = scheme == "k-sync"
    facts = ("P - K_0 - delta",) if distinct else ()
    domain = Domain(positive=_POSITIVE + " P K_0 F_0 delta", facts=facts)
    P, K_0, F_0, F_t = domain["P K_0 F_0 F_t"]
    theta = domain.typed(theta_for(scheme).expr)
    start = K_0**2 / (P - K_0) if distinct else K_0**2 / P
    return (
        Identity(
            r"$\theta$ is inversely proportional to the loss, that is,",
            theta * F_t,
            theta.subs(F_t, F_0) * F_0,
            domain,
        ),
        *_rooted(rule, domain, start * F_0 / F_t, distinct=distinct),
    )


_PROOFS = {
    "integer": (_prove_integer, integer_witnesses),
    "stationary": (_prove_stationary, stationary_witnesses),
    "practical": (_prove_practical, practical_witnesses),
}
_SMOOTH = {
    "k-sync": r"minimises $u$ over $0 < K < P$, with $\log(P/(P-K))$ for $H_P - H_{P-K}$",
    "k-batch-async": "minimises $u$ over $K > 0$",
}
"""The real numbers among which u is least; those below 1 are no numbers to wait for."""


def _assumed(scheme: str, form: str) -> str:
    """Return what the K of the claim is."""
    if form == "integer":
        top = r" \le P" if scheme == "k-sync" else ""
        return f"Let $K$ be the least of the whole numbers $1 \\le K{top}$ that minimise $u$."
    if form == "stationary":
        return f"Let $K$ be the real number that {_SMOOTH[scheme]}."
    return (
        f"Let $K_0$ be the real number that {_SMOOTH[scheme]}, at the loss $F_0 > 0$, and $K$ the "
        "one at the loss $F_t$."
    )


def _theorem(scheme: str, form: str) -> Theorem:
    prove, witnesses = _PROOFS[form]
    titles = {
        "integer": "The exact integer rule of AdaSync",
        "stationary": "The stationary point of AdaSync's objective",
        "practical": "AdaSync's rule from the K at the start",
    }
    return Theorem(
        f"adasync-{scheme}-{form}",
        f"{titles[form]}, {scheme}",
        (*_OBJECTIVE, _TIMES[scheme], _assumed(scheme, form)),
        (Claim(rule_for(scheme, form=form)),),
        partial(prove, scheme),
        DUTTA2020,
        "rederived; the text of the source was not available",
        partial(witnesses, scheme),
    )


THEOREMS = tuple(
    _theorem(scheme, form) for scheme in ("k-sync", "k-batch-async") for form in _PROOFS
)
