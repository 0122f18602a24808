"""A table as text cells, in plain text, Markdown, LaTeX and HTML."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from numbers import Real
from typing import Any, final

from runtime_theory.results.rendering import one_digit_up
from runtime_theory.tables.latex import latex_text, tabular

__all__ = ["Grid", "cell", "error_cell"]


@final
@dataclass(frozen=True)
class Grid:
    """Headers and rows of text, ready to be laid out.

    Parameters
    ----------
    heads : sequence of str
        One header a column.
    body : sequence of sequence of str
        Rows.
    right : sequence of bool
        Whether a column is flush right.
    caption : str
        One line above, may be empty.
    notes : sequence of str
        Lines below.

    Examples
    --------
    >>> print(Grid(["K", "kind"], [["10", "exact"]], [True, False]).plain())
     K  kind
    10  exact
    """

    heads: Sequence[str]
    body: Sequence[Sequence[str]]
    right: Sequence[bool]
    caption: str = ""
    notes: Sequence[str] = ()

    @property
    def widths(self) -> list[int]:
        """Number of characters of the widest cell of each column."""
        return [max(map(len, column)) for column in zip(self.heads, *self.body, strict=True)]

    def plain(self) -> str:
        """Return aligned text."""
        above = [self.caption] if self.caption else []
        lines = [line.rstrip() for line in self._lines("  ")]
        return "\n".join([*above, *lines, *self.notes])

    def markdown(self) -> str:
        """Return a Markdown table, aligned in its source as well."""
        rules = (
            "-" * (width + 1) + ":" if right else "-" * (width + 2)
            for width, right in zip(self.widths, self.right, strict=True)
        )
        above = [self.caption, ""] if self.caption else []
        lines = [f"| {line} |" for line in self._lines(" | ")]
        lines.insert(1, f"|{'|'.join(rules)}|")
        below = ["", *(f"- {note}" for note in self.notes)] if self.notes else []
        return "\n".join([*above, *lines, *below])

    def latex(self, heads: Sequence[str] | None = None) -> str:
        """Return a booktabs ``tabular``; caption and notes are comments above it.

        Parameters
        ----------
        heads : sequence of str, optional
            Headers that are LaTeX already, instead of its own.
        """
        layout = "".join("r" if right else "l" for right in self.right)
        above = [latex_text(head) for head in self.heads] if heads is None else heads
        body = [[latex_text(text) for text in row] for row in self.body]
        return tabular(layout, above, body, (self.caption, *self.notes))

    def html(self) -> str:
        """Return an HTML table with its notes below."""
        head = _tagged("tr", _each("th", self.heads))
        body = "".join(_tagged("tr", _each("td", row)) for row in self.body)
        caption = _tagged("caption", _html(self.caption)) if self.caption else ""
        notes = "".join(f"<p><small>{_html(note)}</small></p>" for note in self.notes)
        parts = _tagged("thead", head) + _tagged("tbody", body)
        return _tagged("table", caption + parts) + notes

    def _lines(self, gap: str) -> list[str]:
        columns = [
            [text.rjust(width) if right else text.ljust(width) for text in column]
            for column, width, right in zip(
                zip(self.heads, *self.body, strict=True), self.widths, self.right, strict=True
            )
        ]
        return [gap.join(row) for row in zip(*columns, strict=True)]


def cell(value: Any, digits: int) -> str:
    """Return a value as a cell: None is empty, reals have `digits` significant digits.

    Examples
    --------
    >>> cell(1 / 3, 2), cell(None, 2), cell(12345, 2)
    ('0.33', '', '12345')
    """
    if value is None:
        return ""
    if isinstance(value, bool | int) or not isinstance(value, Real):
        return str(value)
    return f"{float(value):.{digits}g}"


def error_cell(value: float | None) -> str:
    """Return a bound on an error as one digit, rounded up.

    Examples
    --------
    >>> error_cell(1.01e-17), error_cell(0.0), error_cell(None)
    ('2e-17', '0', '')
    """
    return "" if value is None else one_digit_up(Decimal(value))


def _html(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def _tagged(tag: str, inner: str) -> str:
    return f"<{tag}>{inner}</{tag}>"


def _each(tag: str, texts: Sequence[str], escape: Callable[[str], str] = _html) -> str:
    return "".join(_tagged(tag, escape(text)) for text in texts)
