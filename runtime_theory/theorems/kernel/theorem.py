"""`Theorem`: assumptions, claims that are Formula objects, a proof in steps, and witnesses."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, final

from runtime_theory.formulas import Formula
from runtime_theory.references import Reference
from runtime_theory.theorems.kernel.outcome import Outcome, Status
from runtime_theory.theorems.kernel.replay import binding, hidden_facts
from runtime_theory.theorems.kernel.report import Report
from runtime_theory.theorems.kernel.step import Step
from runtime_theory.theorems.kernel.witness import Witness

__all__ = ["Claim", "Theorem"]


@final
@dataclass(frozen=True)
class Claim:
    """What a theorem says, as a formula of the layers above.

    Parameters
    ----------
    formula : Formula
        With its relation and its conditions.
    sharp : str
        Where it is attained, in words; empty if it is not claimed sharp. An equality is
        sharp everywhere.
    """

    formula: Formula
    sharp: str = ""

    @property
    def claimed_sharp(self) -> bool:
        """Whether a weaker statement would be a worse one."""
        return bool(self.sharp) or self.formula.relation in ("=", "~")


@final
@dataclass(frozen=True)
class Theorem:
    """A statement that `verify` replays.

    Parameters
    ----------
    name : str
        As in ``rt.theorems.get(name)``: words joined by hyphens.
    title : str
        One line.
    assumptions : tuple of str
        Sentences, with LaTeX math between dollars.
    claims : tuple of Claim
        What it says. Never a retyped copy of a formula: the formula itself.
    prove : callable
        Takes the formulas of the claims, in order, and returns the steps; the last ones tie
        what was proved to the formulas' expressions and conditions.
    reference : Reference
        Source.
    locator : str
        Where in the source; or how the theorem differs from it.
    witnesses : callable
        Returns points where the truth is known independently.
    counts : str
        Symbols that stand for whole numbers >= 0, separated by spaces: a condition that admits the
        same whole numbers is the same condition.
    """

    name: str
    title: str
    assumptions: tuple[str, ...]
    claims: tuple[Claim, ...]
    prove: Callable[..., tuple[Step, ...]]
    reference: Reference
    locator: str = ""
    witnesses: Callable[[], tuple[Witness, ...]] = tuple
    counts: str = ""

    @cached_property
    def formulas(self) -> tuple[Formula, ...]:
        """The formulas of the claims."""
        return tuple(claim.formula for claim in self.claims)

    @cached_property
    def steps(self) -> tuple[Step, ...]:
        """The steps of the proof.

        Raises
        ------
        Exception
            Whatever a proof of mutated claims runs into.
        """
        return tuple(self.prove(*self.formulas))

    @cached_property
    def points(self) -> tuple[Witness, ...]:
        """The witnesses."""
        return tuple(self.witnesses())

    @property
    def facts(self) -> tuple[Any, ...]:
        """What the proof takes to be at least 0 beyond the conditions, in plain symbols."""
        return hidden_facts(self)

    @property
    def statement(self) -> str:
        """The claims in LaTeX math."""
        from runtime_theory.theorems.kernel.typesetting import statement

        return statement(self)

    @property
    def latex(self) -> str:
        """Statement and proof, in the environments of amsthm."""
        from runtime_theory.theorems.kernel.typesetting import typeset

        return typeset(self)

    def replaced(self, index: int, formula: Formula) -> Theorem:
        """The same theorem with another formula in the place of one of its claims."""
        claims = list(self.claims)
        claims[index] = replace(claims[index], formula=formula)
        return replace(self, claims=tuple(claims))

    def verify(self) -> Report:
        """Replay every step and try every witness.

        The proof also has to refuse falsifications of each claim: else it proves something else.
        """
        found = self._replayed()
        if all(outcome.ok for outcome in found):
            found += binding(self)
        return Report(self.name, self.title, (*found, *map(self._tried, self.points)))

    def _replayed(self) -> list[Outcome]:
        try:
            steps = self.steps
        except Exception as error:  # noqa: BLE001  a proof that cannot be written is no proof
            text = f"cannot be written down: {type(error).__name__}: {error}"
            return [Outcome(Status.FAILED, "the proof", text)]
        if not steps:
            return [Outcome(Status.FAILED, "the proof", "it has no steps")]
        found = [step.check() for step in steps]
        if all(outcome.status is Status.ASSUMED for outcome in found):
            found.append(Outcome(Status.FAILED, "the proof", "nothing in it is checked"))
        return found

    def _tried(self, witness: Witness) -> Outcome:
        formula = self.formulas[witness.claim]
        text = f"witness for {formula.name}: {witness.model}"
        try:
            detail = _complaint(witness, formula)
        except Exception as error:  # noqa: BLE001  what cannot be evaluated is no witness
            detail = f"cannot be evaluated: {type(error).__name__}: {error}"
        return Outcome(Status.FAILED if detail else Status.CHECKED, text, detail)


def _complaint(witness: Witness, formula: Formula) -> str:
    """Return what is wrong with a formula at a witness; nothing if all is well."""
    if not witness.admits(formula):
        return (
            "outside the conditions, but the claim holds there too"
            if _held(witness, formula)
            else ""
        )
    if not witness.agrees(formula):
        return f"the truth {witness.truth} contradicts it"
    if witness.sharp and not witness.attains(formula):
        return f"not attained: the truth is {witness.truth}"
    return ""


def _held(witness: Witness, formula: Formula) -> bool:
    """Whether a formula holds outside its conditions; it need not even have a value there."""
    try:
        return witness.agrees(formula)
    except (ValueError, TypeError, ZeroDivisionError):
        return False
