"""Sync, K-sync and K-batch-sync SGD on a quadratic: update, closed form, long run, stability."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import partial
from typing import Any

from runtime_theory.convergence.quadratic import Model, formula_for, recursion_for
from runtime_theory.convergence.quadratic.sync_kinds import contraction
from runtime_theory.formulas import Formula
from runtime_theory.references import DUTTA2018
from runtime_theory.theorems.dynamics.long_run import second_moment
from runtime_theory.theorems.dynamics.updates import QUADRATIC
from runtime_theory.theorems.dynamics.witnesses import (
    critical_witnesses,
    long_run_witnesses,
    path_witnesses,
    update_witnesses,
)
from runtime_theory.theorems.kernel.conclusion import Conclusion
from runtime_theory.theorems.kernel.domain import Domain
from runtime_theory.theorems.kernel.induction import Induction
from runtime_theory.theorems.kernel.step import Axiom, Identity, Inequality, Step
from runtime_theory.theorems.kernel.theorem import Claim, Theorem
from runtime_theory.theorems.kernel.witness import Witness

__all__ = ["THEOREMS"]

_KIND = "k-sync"
_FRESH = (
    "Let an update average $K$ gradients, all computed at the current $w$, whatever the law of the "
    "times ($K = P$ for sync)."
)


def _setting() -> tuple[Domain, Model]:
    domain = Domain(positive="eta a s2", nonnegative="M", real="w_0", counts="P K", naturals="J")
    return domain, Model(*domain["P K eta a s2 M"])


def _prove_update(update: Formula) -> tuple[Step, ...]:
    domain = Domain(positive="eta a", nonnegative="s2 M A", counts="K")
    eta, a, s2, M, A, K = domain["eta a s2 M A K"]
    square = s2 + (1 + M) * a**2 * A
    return (
        Axiom(
            "Given $w$ the gradients $g_l$ are uncorrelated with mean $a w$:",
            r"\mathbb{E}[w g_l] = a A, \quad \mathbb{E}[g_l^2] = s^2 + (1 + M) a^2 A, \quad "
            r"\mathbb{E}[g_k g_l] = a^2 A \ (k \ne l).",
        ),
        Conclusion(
            r"Square $w' = w - (\eta/K) \sum_l g_l$ and take expectations:",
            update,
            A - 2 * eta / K * K * a * A + (eta / K) ** 2 * (K * square + K * (K - 1) * a**2 * A),
            domain,
        ),
    )


def _prove_path(path: Formula) -> tuple[Step, ...]:
    domain, model = _setting()
    closed, rho = domain.typed(path.expr), contraction(model)
    return (
        Induction(
            r"By the theorem before $A_{J+1} = \rho A_J + \eta^2 s^2/K$. By induction over $J$",
            r"\mathbb{E}[w_J^2]",
            "J",
            0,
            domain["w_0"] ** 2,
            (rho - 1) * closed + model.noise / model.K,
            closed,
            domain,
        ),
    )


def _prove_limit(limit: Formula) -> tuple[Step, ...]:
    domain, model = _setting()
    eta, a, M, K = domain["eta a M K"]
    return (
        Inequality(
            r"By the theorem before $\mathbb{E}[w_j^2]$ stays bounded iff $\rho < 1$, where $\rho$ "
            "is at least 0:",
            0,
            contraction(model),
            domain,
            ((1 - model.x) ** 2, M * model.x**2 / K),
        ),
        Identity(
            r"and $1 - \rho$ has the sign of $\eta_{\mathrm{crit}} - \eta$:",
            1 - contraction(model),
            eta * a**2 * (K + M) / K * (limit.expr - eta),
            domain,
        ),
    )


def _prove_long_run(square: Formula) -> tuple[Step, ...]:
    domain, model = _setting()
    return (
        Axiom(
            r"For $0 \le \rho < 1$, that is, $\eta < \eta_{\mathrm{crit}}$, $\rho^J$ tends to 0 "
            r"and $\mathbb{E}[w_J^2]$ to what an update keeps, $\eta^2 s^2/K$ over $1 - \rho$."
        ),
        Conclusion(
            "This is",
            square,
            model.noise / model.K / (1 - contraction(model)),
            domain,
            under=formula_for(_KIND, "stationary_second_moment").conditions,
        ),
    )


def _first_moments() -> tuple[Witness, ...]:
    """A' alone: B, C and D of the sync kinds are A."""
    return tuple(w for w in update_witnesses(_KIND, equal=True) if w.claim == 0)


def _theorem(
    name: str,
    title: str,
    formula: Formula,
    prove: Callable[[Formula], tuple[Step, ...]],
    witnesses: Callable[[], tuple[Witness, ...]],
    assumption: str = "",
) -> Theorem:
    assumptions = (*QUADRATIC, _FRESH, *filter(None, (assumption,)))
    locator = "not in the source: derived here"
    return Theorem(
        name, title, assumptions, (Claim(formula),), prove, DUTTA2018, locator, witnesses
    )


def _lengths() -> tuple[Any, ...]:
    return ((Fraction(2), 0), (Fraction(7, 3), 1), (Fraction(-5, 4), 4))


THEOREMS = (
    _theorem(
        "quadratic-sync-update",
        "One update of the synchronous kinds on a quadratic",
        recursion_for(_KIND).formulas[0],
        _prove_update,
        _first_moments,
        r"Let $A = \mathbb{E}[w^2]$ before an update and $A'$ after it.",
    ),
    _theorem(
        "quadratic-sync-path",
        "The synchronous kinds on a quadratic after J updates",
        formula_for(_KIND, "second_moment"),
        _prove_path,
        partial(path_witnesses, _KIND, _lengths()),
        r"Let $\rho = (1 - \eta a)^2 + \eta^2 a^2 M/K \ne 1$, that is, $\eta \ne 2 K/(a (K + M))$.",
    ),
    _theorem(
        "quadratic-sync-stability",
        "Which learning rates the synchronous kinds bear on a quadratic",
        formula_for(_KIND, "stability_limit"),
        _prove_limit,
        partial(critical_witnesses, _KIND, 0),
        r"Let $s^2 > 0$ and $\eta_{\mathrm{crit}} = \sup\{\eta : \sup_j \mathbb{E}[w_j^2] < "
        r"\infty\}$.",
    ),
    _theorem(
        "quadratic-sync-long-run",
        "The synchronous kinds on a quadratic in the long run",
        formula_for(_KIND, "stationary_second_moment"),
        _prove_long_run,
        partial(long_run_witnesses, _KIND, (second_moment,)),
    ),
)
