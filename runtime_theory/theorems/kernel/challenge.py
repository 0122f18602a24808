"""Put every mutant of a theorem's claims before the witnesses and the proof."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from typing import Any

from runtime_theory.formulas import Condition, Formula
from runtime_theory.theorems.kernel.algebra import identical
from runtime_theory.theorems.kernel.mutation import Fate, Mutant, mutants_of
from runtime_theory.theorems.kernel.replay import accepts
from runtime_theory.theorems.kernel.report import Challenge
from runtime_theory.theorems.kernel.step import Step
from runtime_theory.theorems.kernel.theorem import Claim, Theorem
from runtime_theory.theorems.kernel.witness import Witness

__all__ = ["challenge"]

_FAR = 13


def challenge(theorem: Theorem) -> Challenge:
    """Return the fate of every mutant of the theorem's claims.

    Mutants that are the claim in other words are left out. A mutant that a witness refutes
    must be rejected by the proof as well; one that the proof proves must not be false.
    """
    mutants: list[Mutant] = []
    known: dict[Step, bool] = {}
    for index, claim in enumerate(theorem.claims):
        witnesses = tuple(w for w in theorem.points if w.claim == index)
        for formula, text in mutants_of(claim.formula):
            fate = _fate(formula, claim, witnesses)
            told_apart = fate in (Fate.FALSE, Fate.WEAKER)
            if not told_apart and _same(formula, claim.formula, theorem.counts):
                continue
            mutant = Mutant(index, formula, text, fate)
            if fate is Fate.FALSE:
                mutant = replace(mutant, proved=accepts(theorem.replaced(index, formula), known))
            mutants.append(mutant)
    return Challenge(theorem.name, tuple(mutants))


def _same(one: Formula, other: Formula, counts: str) -> bool:
    """Whether two formulas say the same, at least as far as rewriting can tell."""
    if one.relation != other.relation:
        return False
    if one.relation == "~" and _alike(one.expr, other.expr):
        return True
    if not identical(one.expr, other.expr):
        return False
    if len(one.conditions) == len(other.conditions):
        pairs = zip(one.conditions, other.conditions, strict=True)
        if all(identical(a.slack, b.slack) for a, b in pairs):
            return True
    return _admit_the_same(one.conditions, other.conditions, counts.split())


def _alike(one: Any, other: Any) -> bool:
    """Whether the ratio tends to 1 as P grows, as far as sympy can tell."""
    from sympy import Symbol, limit, oo

    signs = {s: Symbol(s.name, positive=True) for s in one.free_symbols | other.free_symbols}
    ratio = (other / one).xreplace(signs).simplify()
    try:
        return bool(limit(ratio, Symbol("P", positive=True), oo) == 1)
    except (NotImplementedError, ValueError):
        return False


def _admit_the_same(
    ones: tuple[Condition, ...], others: tuple[Condition, ...], counts: list[str]
) -> bool:
    """Whether conditions on whole numbers alone admit the same of them, up to _FAR."""
    from sympy import Integer

    conditions = (*ones, *others)
    names = {s.name for c in conditions for s in c.slack.free_symbols}
    if not names <= set(counts):
        return False
    for values in product(range(_FAR), repeat=len(names)):
        point = dict(zip(sorted(names), map(Integer, values), strict=True))
        try:
            if _all_hold(ones, point) != _all_hold(others, point):
                return False
        except ValueError:
            return False  # one of them makes no sense there
    return True


def _all_hold(conditions: tuple[Condition, ...], point: dict[str, Any]) -> bool:
    return all(condition.holds(point) for condition in conditions)


def _fate(formula: Formula, claim: Claim, witnesses: tuple[Witness, ...]) -> Fate:
    """Return what the witnesses make of a mutant of a claim.

    Outside of a mutant's conditions but inside the claim's it says less: it is weaker.
    """
    weaker = False
    for witness in witnesses:
        try:
            admitted = witness.admits(formula)
            if admitted and not witness.agrees(formula):
                return Fate.FALSE
            weaker |= not admitted and witness.admits(claim.formula)
            weaker |= witness.sharp and not (admitted and witness.attains(formula))
        except (ValueError, TypeError, ZeroDivisionError):
            return Fate.FALSE  # it says nothing where the claim says something
    if weaker:
        return Fate.WEAKER
    return Fate.SURVIVED if claim.claimed_sharp else Fate.LISTED
