"""The parsers take good LaTeX and name exactly the broken snippets among good ones."""

from __future__ import annotations

import pytest
from typesetting import katex, tex
from typesetting.katex import check_katex
from typesetting.tex import check_tex, displayed

GOOD_MATH = {
    "fraction": r"\frac{1}{\mu} H_{P}",
    "inline": r"$\mathbb{E}[T] \le 3.5 \times 10^{-7}$",
    "display": r"$$\begin{aligned} a &= b \\ &= c \end{aligned}$$",
}
BROKEN_MATH = {
    "unknown command": r"\nosuchcommand{P}",
    "unclosed brace": r"\frac{1}{\mu",
    "extra brace": r"P}",
    "unclosed left": r"\left( P",
    "text command": r"\num{1.5}",
    "letter with an accent": "é + 1",
    "bare percent": "50%",
}
GOOD_TEX = {
    "math": displayed(r"\frac{1}{\mu} H_{P}"),
    "table": "\\begin{tabular}{lS}\n\\toprule\na & {$P$} \\\\\n\\midrule\nb & 1.5(2)"
    " \\\\\n\\bottomrule\n\\end{tabular}",
    "reference": "\\begin{equation}\\label{one}\na = b\n\\end{equation}\nSee \\eqref{one}.",
}
BROKEN_TEX = {
    "unknown command": displayed(r"\nosuchcommand{P}"),
    "unclosed argument": r"$\frac{1}{\mu$",
    "unclosed group": r"{\itshape a",
    "extra brace": "a } b",
    "unclosed environment": r"\begin{tabular}{l} a \\",
    "unclosed display": r"\[ a",
    "subscript in text": "a_b",
    "extra alignment": r"\begin{tabular}{l} a & b \\ \end{tabular}",
    "too wide": r"\mbox{\hspace{7in}wide}",
    "undefined reference": r"See \eqref{nowhere}.",
    "no number": r"\num{1.2.3}",
    "Greek letter": "η",
    "lost character": "\\font\\x=cmr10 \\x \\char200",
}


def among(good, broken):
    """Every broken snippet between two good ones."""
    mixed = {}
    for i, (name, text) in enumerate(broken.items()):
        mixed |= {f"{key} {i}": value for key, value in good.items()} | {name: text}
    return mixed | {f"{key} last": value for key, value in good.items()}


class TestKatex:
    @pytest.fixture(autouse=True)
    def installed(self):
        if reason := katex.katex_missing():
            pytest.skip(reason)

    def test_takes_good_math(self):
        check_katex(GOOD_MATH)

    def test_names_exactly_the_broken(self):
        found = katex.katex_problems(among(GOOD_MATH, BROKEN_MATH))
        assert list(found) == list(BROKEN_MATH)
        with pytest.raises(AssertionError, match=r"refuses 1 of 4:\nbroken: .*nosuch[^$]*\\nosuch"):
            check_katex(GOOD_MATH | {"broken": r"\nosuch"})


class TestTex:
    @pytest.fixture(autouse=True)
    def installed(self):
        if reason := tex.tex_missing():
            pytest.skip(reason)

    def test_takes_good_snippets(self):
        check_tex({name: text.replace("one", "first") for name, text in GOOD_TEX.items()})

    def test_names_exactly_the_broken(self):
        good = {name: text for name, text in GOOD_TEX.items() if name != "reference"}
        found = tex.tex_problems(among(good, BROKEN_TEX))
        assert list(found) == list(BROKEN_TEX)
        with pytest.raises(AssertionError, match=r"refuses 1 of 4:\nbroken: ! Undefined control"):
            check_tex(GOOD_TEX | {"broken": r"\nosuch"})

    def test_blames_the_document_for_its_own_faults(self):
        with pytest.raises(RuntimeError, match="around the snippets fails: ! Undefined control"):
            tex.tex_problems({"good": "a"}, preamble=r"\nosuch")

    def test_reports_where_tex_stopped(self):
        found = tex.tex_problems({"a": "a", "b": r"\csname @@end\endcsname", "c": "c"})
        assert "TeX stopped here" in found["b"]
        assert "a" not in found

    def test_packages_matter(self):
        found = tex.tex_problems({"a": r"$\mathbb{E}$", "b": "b"}, packages=["booktabs"])
        assert list(found) == ["a"]


def test_missing_packages_are_named():
    if tex.tex_missing():
        pytest.skip(tex.tex_missing())
    assert tex.tex_missing(("booktabs", "nosuchpackage")) == "TeX has no nosuchpackage.sty"


def test_missing_programs_are_named(monkeypatch):
    monkeypatch.setenv("PATH", "")
    assert katex.katex_missing.__wrapped__() == "node is not installed"
    assert tex.tex_missing.__wrapped__() == "pdflatex is not installed"


def test_a_missing_module_is_named(monkeypatch, tmp_path):
    monkeypatch.setattr(katex.shutil, "which", lambda name: name)
    monkeypatch.setenv(katex.MODULES, str(tmp_path))
    assert str(tmp_path) in katex.katex_missing.__wrapped__()
