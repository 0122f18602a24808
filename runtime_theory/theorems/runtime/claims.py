"""Where the claims of this package come from: facts of the schemes, and `expression`."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from runtime_theory.expressions import expression
from runtime_theory.formulas import Formula
from runtime_theory.references import DUTTA2018, Reference
from runtime_theory.schemes import Scheme
from runtime_theory.timing.facts import Scope
from runtime_theory.timing.registry import TIMINGS

__all__ = ["fact", "of", "stated"]


def fact(scheme: type[Scheme], quantity: str, scope: Scope, *, nth: int = 0) -> Formula:
    r"""Return a formula that a scheme's file in `timing` lists.

    Parameters
    ----------
    scheme : type
        Of the scheme.
    quantity, scope : str, Scope
        Of the fact.
    nth : int
        Which, where several have both.

    Examples
    --------
    >>> from runtime_theory.schemes import KAsync
    >>> fact(KAsync, "mean_staleness", Scope.ANY).latex
    '\\mathbb{E}[s] = \\frac{P}{K} - 1'
    """
    found = [f for f in TIMINGS[scheme].facts if (f.quantity, f.scope) == (quantity, scope)]
    return found[nth].formula


def of(kind: str, formula: Formula) -> Formula:
    r"""Return the formula with the scheme named on its left-hand side, T_kind for T.

    Examples
    --------
    >>> from runtime_theory.schemes import Async
    >>> of(r"\mathrm{async}", fact(Async, "iteration_time", Scope.ANY)).latex_lhs
    '\\mathbb{E}[T_{\\mathrm{async}}]'
    """
    left = formula.latex_lhs.replace("[T]", f"[T_{{{kind}}}]")
    return replace(formula, latex_lhs=left)


def stated(
    name: str,
    left: str,
    scheme: Scheme | None,
    law: str | None,
    quantity: str,
    reference: Reference = DUTTA2018,
) -> Formula:
    r"""Return what `expression` answers, as a formula.

    Examples
    --------
    >>> from runtime_theory.schemes import Async
    >>> stated("speed-up", "S", Async("P"), "exponential", "update_speedup").latex
    'S = P H_{P}'
    """
    return Formula(name, partial(expression, scheme, law, quantity=quantity), left, reference)
