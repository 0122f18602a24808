"""What became of one step or one witness."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import final

__all__ = ["Outcome", "Status", "escaped"]

_SPECIAL = {mark: "\\" + mark for mark in "&%$#_{}"} | {
    "\\": r"\textbackslash{}",
    "^": r"\textasciicircum{}",
    "~": r"\textasciitilde{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
}


class Status(StrEnum):
    """Checked by machine, assumed by name, or failed; there is no fourth."""

    CHECKED = "checked"
    ASSUMED = "assumed"
    FAILED = "FAILED"


@final
@dataclass(frozen=True)
class Outcome:
    """The status of a step with its text and, where it failed, why.

    Parameters
    ----------
    status : Status
        What became of it.
    text, detail : str
        What it is; why it failed, or whom an assumption is from.
    typeset : bool
        Whether the text is LaTeX.

    Examples
    --------
    >>> print(Outcome(Status.CHECKED, "descent lemma"))
    checked: descent lemma
    """

    status: Status
    text: str
    detail: str = ""
    typeset: bool = False

    @property
    def ok(self) -> bool:
        """Whether it did not fail."""
        return self.status is not Status.FAILED

    @property
    def latex(self) -> str:
        """The line that `str` gives, as LaTeX text."""
        text = self.text if self.typeset else escaped(self.text)
        return f"{self.status}: {text}" + (f" ({escaped(self.detail)})" if self.detail else "")

    def __str__(self) -> str:
        return f"{self.status}: {self.text}" + (f" ({self.detail})" if self.detail else "")


def escaped(text: str) -> str:
    r"""Return plain text as LaTeX text.

    Examples
    --------
    >>> print(escaped("E[X_(1:n)] <= 5%"))
    E[X\_(1:n)] \textless{}= 5\%
    """
    return "".join(_SPECIAL.get(mark, mark) for mark in text)
