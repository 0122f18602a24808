"""What became of one step or one witness."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import final

__all__ = ["Outcome", "Status"]


class Status(StrEnum):
    """Checked by machine, assumed by name, or failed; there is no fourth."""

    CHECKED = "checked"
    ASSUMED = "assumed"
    FAILED = "FAILED"


@final
@dataclass(frozen=True)
class Outcome:
    """The status of a step with its text and, where it failed, why.

    Examples
    --------
    >>> print(Outcome(Status.CHECKED, "descent lemma"))
    checked: descent lemma
    """

    status: Status
    text: str
    detail: str = ""

    @property
    def ok(self) -> bool:
        """Whether it did not fail."""
        return self.status is not Status.FAILED

    def __str__(self) -> str:
        return f"{self.status}: {self.text}" + (f" ({self.detail})" if self.detail else "")
