"""One update, as every error bound begins: from the loss before it to the loss after it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from runtime_theory.convergence.terms import Analysis, contraction, gain, growth, noise
from runtime_theory.formulas import Condition
from runtime_theory.theorems.kernel.domain import Domain
from runtime_theory.theorems.kernel.step import Axiom, Identity, Inequality, Step

__all__ = [
    "after_update",
    "base",
    "descent",
    "positive",
    "shrinks",
    "update",
]


_FACTS = {
    "steepest": "L - c",
    "pl": "grad2 - 2*c*e_j",
    "drift": "gamma*grad2 - drift2",
    "freshness": "stale2 - p0*grad2",
    "share": "1 - p0",
}


def base(*names: str) -> Domain:
    """Return the symbols of a proof, with those of the assumptions that a step rests on.

    Examples
    --------
    >>> base("share").facts
    (1 - p0,)
    """
    return Domain(
        positive="eta L c m epsilon",
        nonnegative="sigma2 M_G gap e_j grad2 stale2 drift2 gamma p0 rho nu gain",
        counts="K P",
        naturals="J",
        facts=tuple(_FACTS[name] for name in names),
    )


def after_update(domain: Domain, *, stale: bool, count: str | int) -> Any:
    """Return the bound that the descent lemma gives on the loss after an update.

    e_j - eta E[grad F . u] + (L eta^2/2)(sigma^2/(Km) + (M_G/(Km) + 1) stale2), where u is
    the average of the K gradients, and 2 E[grad F . u] = grad2 + stale2 - drift2.

    Examples
    --------
    >>> domain = base()
    >>> after_update(domain, stale=False, count=1).subs(domain["eta"], 0)
    e_j
    """
    eta, L, e, square, old, drift = domain["eta L e_j grad2 stale2 drift2"]
    if not stale:
        old, drift = square, 0
    second = domain.typed(growth(count)) * old
    return (
        e
        - eta * (square + old - drift) / 2
        + domain.typed(noise(count))
        + (L * eta**2 / 2) * second
    )


def descent(*, stale: bool, count: str | int) -> tuple[Step, ...]:
    """Return the steps up to the loss after an update, sorted by squared gradients.

    Examples
    --------
    >>> [step.check().status.value for step in descent(stale=True, count="K")]
    ['assumed', 'checked']
    """
    domain = base()
    eta, L, e, square, old, drift = domain["eta L e_j grad2 stale2 drift2"]
    h = 1 - eta * L * domain.typed(growth(count))
    after = after_update(domain, stale=stale, count=count)
    lemma = Axiom(
        "The descent lemma at $w_{j+1} = w_j - \\eta v$, with $v$ the average of the gradients "
        "(theorem descent-lemma), polarisation of $\\nabla F(w_j) \\cdot \\mathbb{E}[v]$ (theorem "
        "polarisation) and the second moment of $v$ (theorem averaged-gradient) bound the mean "
        "loss after the update; $e_j = \\mathbb{E}[F(w_j)] - F^*$, $G_j = \\mathbb{E}\\|\\nabla "
        "F(w_j)\\|^2$.",
        rf"e_{{j+1}} \le {_latex(after)}",
    )
    kept = e - eta * (1 + h) * square / 2
    if stale:
        kept = e - eta * (square - drift) / 2 - eta * h * old / 2
    kept += domain.typed(noise(count))
    return lemma, Identity("Sorted by squared gradients.", after, kept, domain)


def _latex(expression: Any) -> str:
    from runtime_theory.formulas import latex_of

    return latex_of(expression)


def _slack(analysis: Analysis, domain: Domain, count: str | int) -> Any:
    """Return largest rate - eta as the condition has it: a fact of the domain where it holds."""
    from runtime_theory.convergence.conditions import largest_rate

    return domain.typed(largest_rate(analysis, count)) - domain["eta"]


def _staleness_terms(analysis: Analysis, domain: Domain, count: str | int) -> list[Any]:
    """Return what is thrown away on the way to eta gamma' grad2/2 <= descent: all at least 0."""
    eta, L, square, old, drift, gamma, p0 = domain["eta L grad2 stale2 drift2 gamma p0"]
    slack, size = _slack(analysis, domain, count), L * domain.typed(growth(count))
    fresh, near = old - p0 * square, gamma * square - drift
    if analysis is Analysis.SYNC:
        return [eta * size * slack * square / 2]
    if analysis is Analysis.SYNC_SHARP:
        return []
    if analysis is Analysis.ASYNC_SHARP:
        return [eta * near / 2, eta * size * slack * fresh / 2]
    return [
        eta * near / 2,
        eta * size * slack * fresh / 2,
        eta * fresh / 4,
        eta * size * slack * p0 * square / 2,
    ]


def update(
    analysis: Analysis, count: str | int, conditions: Sequence[Condition], *, convex: bool = True
) -> tuple[Step, ...]:
    """Return the steps to the bound on the loss after an update.

    Parameters
    ----------
    analysis : Analysis
        Which estimate.
    count : str or int
        Gradients an update.
    conditions : sequence of Condition
        Of the claim; nothing else may be used.
    convex : bool
        Whether to replace the squared gradient by 2c e_j in the end.
    """
    used = ("drift", "freshness") if analysis.stale else ()
    domain = base(*used).given(conditions)
    eta, e, square = domain["eta e_j grad2"]
    share = domain.typed(gain(analysis, count))
    after = after_update(domain, stale=analysis.stale, count=count)
    kept = e - eta * share * square / 2 + domain.typed(noise(count))
    causes = "learning rate and the staleness leave" if analysis.stale else "learning rate leaves"
    text = rf"The {causes} a share $\gamma'$ of the descent."
    terms = _staleness_terms(analysis, domain, count)
    steps = [*descent(stale=analysis.stale, count=count)]
    if terms:
        steps.append(Inequality(text, after, kept, domain, tuple(terms)))
    else:
        steps.append(Identity("Nothing is thrown away.", after, kept, domain))
    if convex:
        steps += [*positive(analysis, count, conditions), _by_loss()]
    return tuple(steps)


def _by_loss() -> Inequality:
    """Return the step from the squared gradient to the loss."""
    domain = base("pl")
    eta, c, e, square, gain_, nu = domain["eta c e_j grad2 gain nu"]
    return Inequality(
        r"By $\|\nabla F\|^2 \ge 2c\,(F - F^*)$, with $\nu$ for the noise.",
        e - eta * gain_ * square / 2 + nu,
        (1 - eta * c * gain_) * e + nu,
        domain,
        (eta * gain_ * (square - 2 * c * e) / 2,),
    )


def _positive_share(analysis: Analysis, domain: Domain, count: str | int) -> Any:
    """Return gamma', as a product that shows its sign."""
    if analysis is Analysis.SYNC_SHARP:
        return domain["L"] * domain.typed(growth(count)) * _slack(analysis, domain, count)
    return domain.typed(gain(analysis, count))


def shrinks(analysis: Analysis, count: str | int, conditions: Sequence[Condition]) -> Inequality:
    """Return the step 0 <= 1 - eta c gamma', without which the induction fails.

    Examples
    --------
    >>> from runtime_theory.convergence.conditions import conditions_of
    >>> shrinks(Analysis.SYNC, "K", conditions_of(Analysis.SYNC)).check().ok
    True
    >>> shrinks(Analysis.SYNC, "K", ()).check().ok
    False
    """
    used = ("steepest", "share") if analysis.stale else ("steepest",)
    domain = base(*used).given(conditions)
    eta, L, c, gamma, p0 = domain["eta L c gamma p0"]
    size, slack = domain.typed(growth(count)), _slack(analysis, domain, count)
    extra = (size - 1) / size  # 1/L - 1/(L size), times L
    match analysis:
        case Analysis.SYNC:
            terms = [L * slack, extra, eta * (L - c)]
        case Analysis.SYNC_SHARP:
            terms = [(1 - eta * L) ** 2, eta**2 * L**2 * (size - 1)]
            terms.append(eta * (L - c) * L * size * slack)
        case Analysis.ASYNC:
            from sympy import Rational

            terms = [Rational(1, 4), 3 * L * slack / 2, 3 * extra / 4, 3 * eta * (L - c) / 2]
            terms += [eta * c * gamma, eta * c * (1 - p0) / 2]
        case Analysis.ASYNC_SHARP:
            h = L * size * slack
            terms = [(1 - eta * L) ** 2, eta**2 * L**2 * (size - 1), eta * (L - c) * (1 + h)]
            terms += [eta * c * gamma, eta * c * (1 - p0) * h]
    small, text = domain.typed(0), r"The factor $1 - \eta c \gamma'$ is not negative."
    return Inequality(text, small, domain.typed(contraction(analysis, count)), domain, tuple(terms))


def positive(
    analysis: Analysis, count: str | int, conditions: Sequence[Condition]
) -> tuple[Step, ...]:
    """Return the step 0 <= gamma', by which the bounds divide; none where gamma' is 1."""
    if analysis is Analysis.SYNC:
        return ()
    domain = base().given(conditions)
    share = _positive_share(analysis, domain, count)
    text = r"Something is left of the descent: this $\gamma'$ is positive."
    whole = domain.typed(gain(analysis, count))
    return (Inequality(text, domain.typed(0), whole, domain, (share,)),)
