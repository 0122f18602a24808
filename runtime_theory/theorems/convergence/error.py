"""The proofs of the error bounds, one for all analyses and all numbers of gradients."""

from __future__ import annotations

from typing import Any

from runtime_theory.convergence.terms import Analysis, contraction, gain, noise
from runtime_theory.formulas import Formula
from runtime_theory.theorems.convergence.update import base, positive, shrinks, update
from runtime_theory.theorems.kernel.conclusion import Conclusion
from runtime_theory.theorems.kernel.domain import Domain
from runtime_theory.theorems.kernel.induction import InductiveBound
from runtime_theory.theorems.kernel.step import Axiom, Step

__all__ = ["prove_error", "prove_gradient_norm", "solution"]


def solution(domain: Domain) -> Any:
    """Return nu/(1-rho) + rho^J (gap - nu/(1-rho)), the solution of e' = rho e + nu.

    Examples
    --------
    >>> solution(base()).subs(base()["J"], 0)
    gap
    """
    rho, nu, gap, J = domain["rho nu gap J"]
    return nu / (1 - rho) + rho**J * (gap - nu / (1 - rho))


def recursion(domain: Domain) -> InductiveBound:
    """Return the step from one update to J of them."""
    rho, nu, e, gap = domain["rho nu e_j gap"]
    return InductiveBound(
        r"By induction over $J$, with $\rho = 1 - \eta c\gamma'$ and $\nu$ the noise (theorem "
        "affine-recursion).",
        "e_J",
        "J",
        0,
        "e_j",
        rho * e + nu,
        gap,
        solution(domain),
        domain,
    )


def prove_error(
    analysis: Analysis, count: str | int, bound: Formula, floor: Formula
) -> tuple[Step, ...]:
    """Return the proof of an error bound and of its floor."""
    domain = base()
    factor, added = domain.typed(contraction(analysis, count)), domain.typed(noise(count))
    values = dict(zip(domain["rho nu"], (factor, added), strict=True))
    solved, limit = solution(domain), domain["nu"] / (1 - domain["rho"])
    return (
        *update(analysis, count, bound.conditions),
        shrinks(analysis, count, bound.conditions),
        recursion(domain),
        Conclusion("With both put in.", bound, solved.subs(values), domain, "<="),
        Axiom(r"$\rho^J \to 0$ for $0 \le \rho < 1$; here $1 - \rho = \eta c \gamma' > 0$."),
        Conclusion("In the limit.", floor, limit.subs(values), domain, "<=", bound.conditions),
    )


def prove_gradient_norm(
    analysis: Analysis, count: str | int, bound: Formula, floor: Formula
) -> tuple[Step, ...]:
    """Return the proof of a bound on the mean squared gradient and of its floor."""
    domain = Domain(
        positive="eta L c m",
        nonnegative="sigma2 M_G gap e_j gamma p0 nu",
        counts="K P J",
    )
    eta, e, gap, nu, J = domain["eta e_j gap nu J"]
    share, added = domain.typed(gain(analysis, count)), domain.typed(noise(count))
    name = r"e_J + \frac{\eta \gamma'}{2} \sum_{j=0}^{J-1} \mathbb{E}\|\nabla F(w_j)\|^2"
    text = "Summed over the updates: each adds at most the noise to what is on the left."
    summed = InductiveBound(text, name, "J", 0, "e_j", e + nu, gap, gap + J * nu, domain)
    mean = (gap + J * added) * 2 / (eta * share * J)
    limit = 2 * added / (eta * share)
    return (
        *update(analysis, count, bound.conditions, convex=False),
        summed,
        *positive(analysis, count, bound.conditions),
        Axiom(r"$e_J \ge 0$, since $F \ge F^*$: it is left out."),
        Conclusion(r"Divided by $\eta \gamma' J / 2$.", bound, mean, domain, "<="),
        Conclusion(r"As $J \to \infty$.", floor, limit, domain, "<=", bound.conditions),
    )
