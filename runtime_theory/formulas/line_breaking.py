r"""Long formulas over several lines: broken at relations, and before + and - outside brackets."""

from __future__ import annotations

import re

__all__ = ["broken", "width"]

_TOKEN = re.compile(r"\\[a-zA-Z]+|\\.|[{}^_]|\s+|.", re.DOTALL)
_WORDS = {"log": 3, "exp": 3, "max": 3, "min": 3, "Pr": 2, "operatorname": 0, "mathbb": 0}
_BLANK = ("left", "right", "displaystyle", "limits", "text", "mathrm", "begin", "end")
_RELATIONS = ("=", r"\le", r"\ge", "<", ">", r"\sim")
_SIGNS = ("+", "-")
_OPEN = (r"\left", "{", r"\begin", "(", "[")
_CLOSE = (r"\right", "}", r"\end", ")", "]")


def width(latex: str) -> float:
    r"""Return about how many letters wide a formula is set.

    Examples
    --------
    >>> width(r"\frac{1}{x + y}"), width("x + y")
    (5.0, 4.5)
    """
    return _measured(_TOKEN.findall(latex))


def broken(latex: str, most: float = 60) -> str:
    r"""Return a display as it is, or over several lines where it is too wide.

    Parameters
    ----------
    latex : str
        Math for a display, without alignment marks.
    most : float
        Letters a line.

    Examples
    --------
    >>> print(broken("a + b", 60))
    a + b
    >>> print(broken("x = a + b + c", 4))
    \begin{aligned}
    x &= a \\
    &\quad {} + b \\
    &\quad {} + c
    \end{aligned}
    """
    if width(latex) <= most or r"\begin{" in latex:
        return latex
    head, *parts = _parts(latex)
    lines = [head.strip()]
    aligned = False
    for part in parts:
        piece = part.strip()
        relation = piece.startswith(_RELATIONS)
        if relation and not aligned:
            lines[-1] += f" &{piece}"
            aligned = True
        elif width(lines[-1]) + width(piece) <= most:
            lines[-1] += f" {piece}"
        else:
            lines.append(f"&{piece}" if relation else rf"&\quad {{}} {piece}")
    if not aligned:
        lines[0] = "&" + lines[0]
    if len(lines) == 1:
        return latex
    return "\\begin{aligned}\n" + " \\\\\n".join(lines) + "\n\\end{aligned}"


def _parts(latex: str) -> list[str]:
    """Split before relations, signs, wide spaces and bracketed factors, outside of brackets."""
    parts, depth, previous = [""], 0, ""
    for token in _TOKEN.findall(latex):
        binary = token in _SIGNS and previous not in ("", *_RELATIONS, *_SIGNS)
        factor = token == r"\left" and previous in (")", "}", "]")
        if depth == 0 and (binary or factor or token in (*_RELATIONS, r"\qquad", r"\quad")):
            parts.append("")
        parts[-1] += token
        depth += (token in _OPEN) - (token in _CLOSE)
        if not token.isspace():
            previous = token
    return parts


def _measured(tokens: list[str]) -> float:
    total, at = 0.0, 0
    while at < len(tokens):
        token = tokens[at]
        at += 1
        if token == r"\frac":
            top, at = _group(tokens, at)
            bottom, at = _group(tokens, at)
            total += max(_measured(top), _measured(bottom)) + 0.5
        elif token in ("^", "_"):
            raised, at = _group(tokens, at)
            total += 0.7 * _measured(raised)
        elif token.startswith("\\"):
            name = token[1:]
            total += 0 if name in _BLANK else _WORDS.get(name, 1)
        elif token not in "{}" and not token.isspace():
            total += 2.5 if token in (*_SIGNS, "=", "<", ">") else 1
    return total


def _group(tokens: list[str], at: int) -> tuple[list[str], int]:
    """Return what the next braces hold, or the next token, and where to go on."""
    while at < len(tokens) and tokens[at].isspace():
        at += 1
    if at >= len(tokens) or tokens[at] != "{":
        return tokens[at : at + 1], at + 1
    depth, end = 1, at + 1
    while end < len(tokens) and depth:
        depth += {"{": 1, "}": -1}.get(tokens[end], 0)
        end += 1
    return tokens[at + 1 : end - 1], end
