"""Does a proof go through: for the claims as they are, and not for others."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from runtime_theory.formulas import Formula
from runtime_theory.theorems.kernel.outcome import Outcome, Status
from runtime_theory.theorems.kernel.step import Step

if TYPE_CHECKING:
    from runtime_theory.theorems.kernel.theorem import Theorem

__all__ = ["accepts", "binding", "hidden_facts"]

_REVERSED = {"<=": ">=", ">=": "<=", "<": ">", ">": "<"}


def accepts(theorem: Theorem, known: dict[Step, bool]) -> bool:
    """Whether the proof goes through; the steps that name the claims come last: tried first.

    Parameters
    ----------
    theorem : Theorem
        Perhaps with a mutated claim.
    known : dict
        What became of steps before: those that a mutation leaves as they are are checked once.
    """
    try:
        return all(_holds(step, known) for step in reversed(theorem.steps))
    except Exception:  # noqa: BLE001  a proof that cannot be written down proves nothing
        return False


def _holds(step: Step, known: dict[Step, bool]) -> bool:
    try:
        if step not in known:
            known[step] = step.check().ok
        return known[step]
    except TypeError:  # something in it has no hash
        return step.check().ok


def _has_hash(step: Step) -> bool:
    try:
        hash(step)
    except TypeError:
        return False
    return True


def binding(theorem: Theorem) -> Iterator[Outcome]:
    """Yield whether a proof that goes through is about each claim: it refuses falsifications.

    Without this a proof of something else would pass, with any claim above it.
    """
    known = {step: True for step in theorem.steps if _has_hash(step)}
    for index, formula in enumerate(theorem.formulas):
        others = {"twice the expression and 1": formula.replaced(2 * formula.expr + 1)}
        if formula.relation in _REVERSED:
            others["the reversed relation"] = _reversed(formula)
        proved = [
            name for name, other in others.items() if accepts(theorem.replaced(index, other), known)
        ]
        status = Status.FAILED if proved else Status.CHECKED
        detail = f"it goes through for {' and '.join(proved)} as well" if proved else ""
        yield Outcome(status, f"the proof is about {formula.name}", detail)
        if not any(witness.claim == index for witness in theorem.points):
            yield Outcome(Status.FAILED, f"witness for {formula.name}", "there is none")


def _reversed(formula: Formula) -> Formula:
    return replace(formula, relation=_REVERSED[formula.relation])


def hidden_facts(theorem: Theorem) -> tuple[Any, ...]:
    """Return what the steps take to be at least 0 and no condition of a claim says.

    In plain symbols; signs of symbols are left out.
    """
    conditions = [c.slack.expand() for formula in theorem.formulas for c in formula.conditions]
    found: dict[Any, None] = {}
    for step in theorem.steps:
        domain = getattr(step, "domain", None)
        for fact in () if domain is None else domain.facts:
            plain = _plain(fact)
            if not fact.is_nonnegative and plain.expand() not in conditions:
                found[plain] = None
    return tuple(found)


def _plain(expression: Any) -> Any:
    from sympy import Symbol

    return expression.xreplace({s: Symbol(s.name) for s in expression.free_symbols})
