r"""pdflatex, which sets papers, as a check of emitted LaTeX.

All snippets go into one document, each in a file of its own that is read by ``\input``: TeX
then stops an argument that is never closed at the end of that file, and groups that are left
open at the ``\endgroup`` after it.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path

import pytest

PACKAGES = ("amsmath", "amssymb", "amsthm", "booktabs", "siunitx")
WIDTH = "6.5in"  # the text width of a letter page with margins of an inch

_DOCUMENT = r"""\documentclass{article}
\usepackage[utf8]{inputenc}
%(packages)s
\setlength{\textwidth}{%(width)s}
\setlength{\textheight}{100in} %% a long table is no defect
\setlength{\parindent}{0pt}
\pagestyle{empty}
\raggedbottom
\tracinglostchars=2
\tracingnesting=1
%(preamble)s
\begin{document}
%(body)s
\end{document}
"""
_SNIPPET = r"""\typeout{@@begin %(number)d}
\begingroup\input{%(file)s}\par\endgroup\clearpage
\typeout{@@end}"""
_MARK = re.compile(r"@@(?:begin (\d+)|end)$")
_PROBLEM = re.compile(
    r"! |(?:Over|Under)full \\[hv]box|Missing character:|Warning: end of file when"
    r"|(?:LaTeX|Package|Class)\b.* Warning:"
)
_RERUN = ("undefined references", "Rerun to get", "may have changed")


def check_tex(
    snippets: Mapping[str, str], packages: Sequence[str] = PACKAGES, *, preamble: str = ""
) -> None:
    """Fail with the names of the snippets that pdflatex complains of; skip where it is missing.

    A snippet is what stands in the body of a document; `displayed` makes one of bare math.
    Errors, warnings, missing characters and boxes wider than the text are all complaints.
    """
    if reason := tex_missing(tuple(packages)):
        pytest.skip(reason)
    found = tex_problems(snippets, packages, preamble=preamble)
    lines = (f"{name}: {'; '.join(why)}\n    {snippets[name]:.500}" for name, why in found.items())
    assert not found, f"pdflatex refuses {len(found)} of {len(snippets)}:\n" + "\n".join(lines)


def displayed(math: str) -> str:
    """Return a snippet of bare math, set as a display."""
    return f"\\[\n{math}\n\\]"


def tex_problems(
    snippets: Mapping[str, str], packages: Sequence[str] = PACKAGES, *, preamble: str = ""
) -> dict[str, list[str]]:
    """Return what pdflatex says against each snippet that it does not take without complaint.

    An environment that is never closed swallows what follows, so only the first complaint is
    sure: what follows it is set anew. Where all is well that is one document.

    Raises
    ------
    RuntimeError
        The document around the snippets fails.
    """
    found: dict[str, list[str]] = {}
    rest = list(snippets.items())
    while rest:
        log = _log_of([text for _, text in rest], packages, preamble)
        problems = list(_problems(log, len(rest)))
        if not problems:
            break
        first = problems[0][0]
        if first is None:
            why = f"the document around the snippets fails: {problems[0][1]}"
            raise RuntimeError(f"{why}\n{log[-2000:]}")
        found[rest[first][0]] = [why for number, why in problems if number == first]
        rest = rest[first + 1 :]
    return found


def _log_of(texts: Sequence[str], packages: Sequence[str], preamble: str) -> str:
    """Return the log of a document of these snippets; references take a second run."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        body = []
        for number, text in enumerate(texts):
            (folder / f"s{number}.tex").write_text(text + "\n", encoding="utf-8")
            body.append(_SNIPPET % {"number": number, "file": f"s{number}.tex"})
        parts = {
            "packages": "\n".join(rf"\usepackage{{{package}}}" for package in packages),
            "width": WIDTH,
            "preamble": preamble,
            "body": "\n".join(body),
        }
        (folder / "all.tex").write_text(_DOCUMENT % parts, encoding="utf-8")
        log = _run(folder)
        return _run(folder) if any(sign in log for sign in _RERUN) else log


def _run(folder: Path) -> str:
    subprocess.run(
        ["pdflatex", "-interaction=nonstopmode", "-no-shell-escape", "all.tex"],
        cwd=folder,
        env=os.environ | {"max_print_line": "10000", "error_line": "254", "half_error_line": "238"},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=False,
        timeout=300,
    )
    return (folder / "all.log").read_text(encoding="utf-8", errors="replace")


def _problems(log: str, count: int) -> Iterator[tuple[int | None, str]]:
    """Yield each complaint with the number of the snippet, None outside all of them."""
    current: int | None = None
    ended = 0
    lines = log.splitlines()
    for i, line in enumerate(lines):
        if mark := _MARK.match(line):
            ended += mark[1] is None
            current = None if mark[1] is None else int(mark[1])
        elif _PROBLEM.search(line):
            place = next((text for text in lines[i + 1 : i + 12] if text.startswith("l.")), "")
            yield current, f"{line} {place}".strip() if line.startswith("! ") else line
    if ended < count:
        yield min(ended, count - 1), "TeX stopped here"


@cache
def tex_missing(packages: tuple[str, ...] = PACKAGES) -> str:
    """Return why documents with these packages cannot be set, empty where they can."""
    if shutil.which("pdflatex") is None:
        return "pdflatex is not installed"
    files = [f"{name}.sty" for name in packages]
    found = subprocess.run(
        ["kpsewhich", *files], check=False, capture_output=True, text=True
    ).stdout
    absent = [name for name in files if name not in found]
    return f"TeX has no {', '.join(absent)}" if absent else ""
