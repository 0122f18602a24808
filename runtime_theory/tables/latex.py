r"""LaTeX of tables: text that TeX takes literally, heads as papers print them, ``tabular``."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType

__all__ = ["SYMBOLS", "head_of", "latex_text", "tabular"]

SYMBOLS = MappingProxyType({name: name for name in "PKkn"})
"""Columns that every paper heads with the same letter."""

# The fonts that TeX starts with have other glyphs at <, > and |, and ligatures at -- and ".
_MARKS = {"\\": r"\textbackslash{}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}"}
_MARKS |= {mark: "\\" + mark for mark in "&%$#_{}"}
_MARKS |= {mark: f"${mark}$" for mark in "<>|"}
_MARKS |= {'"': "''", "\n": " ", "∞": r"$\infty$", "≤": r"$\le$", "≥": r"$\ge$"}
_MARKS |= {"±": r"$\pm$", "×": r"$\times$", "·": r"$\cdot$", "−": "$-$", "≈": r"$\approx$"}
_MARKS |= {"²": "$^2$", "³": "$^3$", "→": r"$\to$", "…": r"\dots{}", "`": r"\textasciigrave{}"}
_MARKS |= {"–": r"\textendash{}", "—": r"\textemdash{}"}
# TeX has no command for the capitals that look Latin; variants have names of their own.
_GREEK = {
    letter: rf"\mathrm{{{latin}}}"
    for letter, latin in zip("ΑΒΕΖΗΙΚΜΝΟΡΤΧ", "ABEZHIKMNOPTX", strict=True)
}
_GREEK |= {"ο": "o", "λ": r"\lambda", "Λ": r"\Lambda", "ς": r"\varsigma", "ϑ": r"\vartheta"}
_GREEK |= {"Υ": r"\Upsilon", "ϕ": r"\phi", "φ": r"\varphi", "ϖ": r"\varpi", "ϱ": r"\varrho"}
_GREEK |= {"ϵ": r"\epsilon", "ε": r"\varepsilon", "µ": r"\mu"}  # the last is the micro sign
_INFINITE = {"inf": r"$\infty$", "-inf": r"$-\infty$"}


def latex_text(text: str) -> str:
    r"""Return text as LaTeX that prints it, numbers as papers print them.

    Needs no package: Greek letters and common signs become math.

    Examples
    --------
    >>> print(latex_text("a_b < 5%"), latex_text("-1.5e-07"), latex_text("η"))
    a\_b $<$ 5\% $-1.5 \times 10^{-7}$ $\eta$
    """
    if text in _INFINITE:
        return _INFINITE[text]
    mantissa, mark, exponent = text.partition("e")
    if mantissa.removeprefix("-").replace(".", "", 1).isdigit():
        if not mark:
            return f"${text}$" if text.startswith("-") else text
        if exponent.lstrip("+-").isdigit():
            return rf"${mantissa} \times 10^{{{int(exponent)}}}$"
    shown = "".join(_MARKS.get(mark) or _greek(mark) for mark in text)
    shown = re.sub("-(?=-)", "-{}", shown)
    return f"{{{shown[0]}}}{shown[1:]}" if shown[:1] in ("[", "*") else shown  # after \\ an option


def _greek(mark: str) -> str:
    """Return a Greek letter as math, any other mark as it is."""
    if mark in _GREEK:
        return f"${_GREEK[mark]}$"
    case, _, name = unicodedata.name(mark, "").removeprefix("GREEK ").partition(" LETTER ")
    if not "Α" <= mark <= "ω" or not name.isalpha():
        return mark  # a letter with an accent among them
    return f"$\\{name.capitalize() if case == 'CAPITAL' else name.lower()}$"


def head_of(name: str, symbols: Mapping[str, str], *, words: bool = False) -> str:
    r"""Return a column's head in LaTeX: its symbol in math, else its name.

    Parameters
    ----------
    name : str
        Column.
    symbols : mapping of str to str
        LaTeX math by column; an empty one stands for the name.
    words : bool
        Whether underscores separate words.

    Examples
    --------
    >>> head_of("time", {"time": r"\mathbb{E}[T]"}), head_of("P", {}), head_of("a_b", {})
    ('$\\mathbb{E}[T]$', '$P$', 'a\\_b')
    """
    symbol = symbols.get(name, SYMBOLS.get(name, ""))
    if symbol:
        return f"${symbol}$"
    return latex_text(name.replace("_", " ") if words else name)


def tabular(
    layout: str, heads: Sequence[str], body: Iterable[Sequence[str]], comments: Iterable[str]
) -> str:
    r"""Return a booktabs ``tabular`` of cells that are LaTeX already, comments above it.

    Examples
    --------
    >>> print(tabular("lr", ["a", "$K$"], [["x", "1"]], ["one row"]))
    % one row
    \begin{tabular}{lr}
    \toprule
    a & $K$ \\
    \midrule
    x & 1 \\
    \bottomrule
    \end{tabular}
    """
    above = [f"% {' '.join(line.split())}" for line in comments if line]
    head, *lines = (" & ".join(row) + r" \\" for row in (heads, *body))
    begin = [rf"\begin{{tabular}}{{{layout}}}", r"\toprule", head, r"\midrule"]
    return "\n".join([*above, *begin, *lines, r"\bottomrule", r"\end{tabular}"])
