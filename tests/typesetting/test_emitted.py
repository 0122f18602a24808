"""Everything that the library emits is taken by KaTeX and by TeX."""

from __future__ import annotations

import re

from typesetting import snippets
from typesetting.katex import check_katex
from typesetting.tex import check_tex

from runtime_theory.distributions.families import FAMILIES


def test_math_is_taken_by_katex():
    check_katex(snippets.math_snippets())


def test_all_is_taken_by_tex():
    check_tex(snippets.tex_snippets())


def test_default_tables_need_no_siunitx():
    plain = {
        name: text for name, text in snippets.awkward_tables().items() if "siunitx" not in name
    }
    check_tex(plain, packages=["booktabs"])


def test_every_family_is_among_them():
    names = snippets.family_means()
    assert all(any(f" {family.name} " in name for name in names) for family in FAMILIES)
    symbolic = {name.split()[2] for name in names if name.endswith("K:P")}
    assert symbolic >= {family.name for family in FAMILIES} - {
        "hyperexponential",
        "erlang",
        "normal",
    }


def test_notebooks_need_no_siunitx():
    """KaTeX has none, so that nothing of it may be in what notebooks show."""
    for name, text in snippets.math_snippets().items():
        assert not re.search(r"\\(num|si|SI|qty|unit)\b", text), name
