"""Put every mutant of a theorem's claims before the witnesses and the proof."""

from __future__ import annotations

from dataclasses import replace

from runtime_theory.formulas import Formula
from runtime_theory.theorems.kernel.algebra import vanishes
from runtime_theory.theorems.kernel.mutation import Fate, Mutant, mutants_of
from runtime_theory.theorems.kernel.report import Challenge
from runtime_theory.theorems.kernel.theorem import Theorem
from runtime_theory.theorems.kernel.witness import Witness

__all__ = ["challenge"]


def challenge(theorem: Theorem) -> Challenge:
    """Return the fate of every mutant of the theorem's claims.

    Mutants that are the claim in other words are left out. A mutant that a witness refutes
    must be rejected by the proof as well; one that the proof proves must not be false.
    """
    mutants: list[Mutant] = []
    for index, claim in enumerate(theorem.claims):
        witnesses = tuple(w for w in theorem.points if w.claim == index)
        for formula, text in mutants_of(claim.formula):
            if _same(formula, claim.formula):
                continue
            fate = _fate(formula, witnesses, sharp=claim.claimed_sharp)
            mutant = Mutant(index, formula, text, fate)
            if fate is Fate.FALSE:
                mutant = replace(mutant, proved=_accepts(theorem.replaced(index, formula)))
            mutants.append(mutant)
    return Challenge(theorem.name, tuple(mutants))


def _same(one: Formula, other: Formula) -> bool:
    """Whether two formulas say the same, at least as far as rewriting can tell."""
    if one.relation != other.relation or len(one.conditions) != len(other.conditions):
        return False
    pairs = zip(one.conditions, other.conditions, strict=True)
    return vanishes(one.expr - other.expr) and all(vanishes(a.slack - b.slack) for a, b in pairs)


def _fate(formula: Formula, witnesses: tuple[Witness, ...], *, sharp: bool) -> Fate:
    weaker = False
    for witness in witnesses:
        try:
            admitted = witness.admits(formula)
            if admitted and not witness.agrees(formula):
                return Fate.FALSE
            weaker |= witness.sharp and not (admitted and witness.attains(formula))
        except (ValueError, TypeError, ZeroDivisionError):
            return Fate.FALSE  # it says nothing where the claim says something
    if weaker:
        return Fate.WEAKER
    return Fate.SURVIVED if sharp else Fate.LISTED


def _accepts(theorem: Theorem) -> bool:
    """Whether the proof goes through; the steps that name the claims come last: tried first."""
    try:
        return all(step.check().ok for step in reversed(theorem.steps))
    except Exception:  # noqa: BLE001  a proof that cannot be written down proves nothing
        return False
