"""What `verify` and `challenge` report."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import final

from runtime_theory.theorems.kernel.mutation import Fate, Mutant
from runtime_theory.theorems.kernel.outcome import Outcome, Status

__all__ = ["Challenge", "Report"]


@final
@dataclass(frozen=True)
class Report:
    """What became of a theorem: every step and every witness.

    Examples
    --------
    >>> report = Report("empty", "Nothing", (Outcome(Status.CHECKED, "it is so"),))
    >>> report.ok
    True
    >>> print(report)
    ok      empty: Nothing (1 checked, 0 assumed)
    """

    name: str
    title: str
    steps: tuple[Outcome, ...]

    @property
    def ok(self) -> bool:
        """Whether nothing failed."""
        return all(step.ok for step in self.steps)

    @property
    def failures(self) -> tuple[Outcome, ...]:
        """What failed."""
        return tuple(step for step in self.steps if not step.ok)

    @property
    def latex(self) -> str:
        """A list of the steps with their status."""
        items = (rf"\item {step.latex}" for step in self.steps)
        head = rf"\paragraph{{{self.title}}}"
        return "\n".join([head, r"\begin{enumerate}", *items, r"\end{enumerate}"])

    def __str__(self) -> str:
        count = Counter(step.status for step in self.steps)
        head = f"{'ok' if self.ok else 'FAILED':7} {self.name}: {self.title}"
        line = f"{head} ({count[Status.CHECKED]} checked, {count[Status.ASSUMED]} assumed)"
        return "\n".join([line, *(f"        {failure}" for failure in self.failures)])


@final
@dataclass(frozen=True)
class Challenge:
    """What became of the mutants of a theorem's claims.

    Parameters
    ----------
    name : str
        The theorem.
    mutants : tuple of Mutant
        Each with its fate.
    """

    name: str
    mutants: tuple[Mutant, ...]

    @property
    def ok(self) -> bool:
        """Whether no mutant survived, and the proof rejects every false one."""
        return not self.survivors and not self.accepted

    @property
    def survivors(self) -> tuple[Mutant, ...]:
        """Mutants of claims that are claimed sharp which no witness tells from the claim."""
        return tuple(mutant for mutant in self.mutants if mutant.fate is Fate.SURVIVED)

    @property
    def accepted(self) -> tuple[Mutant, ...]:
        """False mutants that the proof did not reject."""
        return tuple(m for m in self.mutants if m.fate is Fate.FALSE and m.proved)

    def count(self, fate: Fate) -> int:
        """How many met this fate."""
        return sum(mutant.fate is fate for mutant in self.mutants)

    def __str__(self) -> str:
        counts = ", ".join(f"{self.count(fate)} {fate}" for fate in Fate if self.count(fate))
        head = f"{'ok' if self.ok else 'FAILED':7} {self.name}: {len(self.mutants)} mutants"
        bad = (f"        {m.fate}: {m.text}" for m in (*self.survivors, *self.accepted))
        return "\n".join([f"{head} ({counts})", *bad])
