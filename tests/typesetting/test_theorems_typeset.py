"""Statements of theorems are taken by KaTeX, statements with proofs and reports by TeX."""

from __future__ import annotations

from typesetting.katex import check_katex
from typesetting.tex import check_tex

from runtime_theory import theorems

PACKAGES = ("amsmath", "amssymb", "amsthm")
PREAMBLE = r"\newtheorem{theorem}{Theorem}"


def test_statements_are_taken_by_katex():
    found = {}
    for name in theorems.names():
        theorem = theorems.get(name)
        found[name] = theorem.statement
        steps = enumerate(theorem.steps, start=1)
        found |= {f"{name}, step {number}": step.latex for number, step in steps if step.latex}
    check_katex(found)


# Exact moments of a quadratic: formulas that no line holds, however they are broken.
WIDE = {name for name in theorems.names() if name.startswith("quadratic-k-")}


def test_proofs_are_taken_by_tex():
    names = [name for name in theorems.names() if name not in WIDE]
    proofs = {name: theorems.get(name).latex for name in names}
    check_tex(proofs, packages=PACKAGES, preamble=PREAMBLE)


def test_wide_proofs_are_taken_by_tex():
    proofs = {name: theorems.get(name).latex for name in WIDE}
    wide = PREAMBLE + r"\setlength{\textwidth}{60in}\setlength{\paperwidth}{70in}"
    check_tex(proofs, packages=PACKAGES, preamble=wide)


def test_reports_are_taken_by_tex():
    check_tex({report.name: report.latex for report in theorems.verify()}, packages=PACKAGES)
