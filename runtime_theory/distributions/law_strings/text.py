"""The text of a law: its signs, its syntax tree, and errors that point into it."""

from __future__ import annotations

import ast
import re

__all__ = ["DEEPEST", "LawText"]

_LONGEST = 1000
DEEPEST = 30
"""Levels of brackets and operators that are followed."""
_TOKEN = re.compile(
    r"[A-Za-z_][A-Za-z0-9_]*"
    r"|(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?(?![A-Za-z0-9_.])"
    r"|[-+*/(),=.\[\]]|[ \t]+"
)
_ALLOWED = (
    "a law is written NAME(parameters): a law of scipy.stats, such as gamma(2, scale=0.5), or "
    "deterministic(d), discrete(values=[...], probabilities=[...]), exponential(rate=...), "
    "erlang(k, rate=...), hyperexponential(p=[...], rates=[...]), two_point(a, b, q), "
    "shifted_exponential(delta, rate), geometric(p); also 1 + 2*NAME(...)"
)


class LawText:
    """One string, checked sign by sign before Python's parser sees it.

    Parameters
    ----------
    text : str
        What somebody typed.

    Examples
    --------
    >>> print(LawText("expon(2)").error("no rate here", 6))
    no rate here
      expon(2)
            ^
    ...
    """

    def __init__(self, text: str) -> None:
        self.text = text.strip(" \t")

    def _check(self) -> None:
        if not self.text:
            raise self.error("the law is empty", 0)
        if len(self.text) > _LONGEST:
            raise self.error(
                f"a law must have at most {_LONGEST} characters, got {len(self.text)}", _LONGEST
            )
        place = depth = 0
        while place < len(self.text):
            token = _TOKEN.match(self.text, place)
            if token is None:
                raise self.error(f"unexpected {self.text[place]!r}", place)
            depth += (token[0] in "([") - (token[0] in ")]")
            if depth > DEEPEST:
                raise self.error("too many brackets inside each other", place)
            place = token.end()

    def tree(self) -> ast.expr:
        """The syntax tree of the whole text; a ValueError where it has none."""
        self._check()
        try:
            return ast.parse(self.text, mode="eval").body
        except SyntaxError as wrong:
            place = min(max((wrong.offset or 1) - 1, 0), len(self.text))
            raise self.error(f"not understood ({wrong.msg})", place) from wrong
        except (MemoryError, RecursionError, ValueError):
            raise self.error("nested too deeply", 0) from None

    def error(self, reason: str, place: int) -> ValueError:
        """The one kind of error: reason, text, caret, what is allowed."""
        start = max(0, place - 60)
        shown = self.text[start : start + 100]
        line = "".join(c if c.isprintable() else "?" for c in shown)
        head = "..." if start else ""
        tail = "..." if start + 100 < len(self.text) else ""
        caret = " " * (len(head) + place - start) + "^"
        return ValueError(f"{reason}\n  {head}{line}{tail}\n  {caret}\n{_ALLOWED}")
