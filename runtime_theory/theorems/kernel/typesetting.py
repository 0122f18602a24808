"""A theorem as it stands in a paper."""

from __future__ import annotations

from typing import TYPE_CHECKING

from runtime_theory.formulas import Formula
from runtime_theory.theorems.kernel.step import Axiom, Step

if TYPE_CHECKING:
    from runtime_theory.theorems.kernel.theorem import Theorem

__all__ = ["statement", "typeset"]


def statement(theorem: Theorem) -> str:
    """Return the claims in LaTeX math, one a line of a gathered environment if several."""
    lines = [_claim(formula) for formula in theorem.formulas]
    if len(lines) == 1:
        return lines[0]
    return "\\begin{gathered}\n" + " \\\\\n".join(lines) + "\n\\end{gathered}"


def typeset(theorem: Theorem) -> str:
    r"""Return statement and proof in the environments ``theorem`` and ``proof`` of amsthm.

    The preamble needs ``\usepackage{amsmath,amssymb,amsthm}`` and
    ``\newtheorem{theorem}{Theorem}``.
    """
    source = theorem.reference.short + (f", {theorem.locator}" if theorem.locator else "")
    notes = [claim.sharp for claim in theorem.claims if claim.sharp]
    sharp = [f"Attained: {'; '.join(dict.fromkeys(notes))}."] if notes else []
    return "\n".join(
        [
            rf"\begin{{theorem}}[{theorem.title}; {source}]",
            " ".join(theorem.assumptions),
            "Then" if theorem.assumptions else "",
            rf"\[ {statement(theorem)} \]",
            *sharp,
            r"\end{theorem}",
            r"\begin{proof}",
            r"\begin{enumerate}",
            *map(_item, theorem.steps),
            r"\end{enumerate}",
            r"\end{proof}",
        ]
    )


def _claim(formula: Formula) -> str:
    if not formula.conditions:
        return formula.latex
    conditions = ",\\ ".join(condition.latex for condition in formula.conditions)
    return rf"{formula.latex} \qquad \text{{for }} {conditions}"


def _item(step: Step) -> str:
    source = ""
    if isinstance(step, Axiom) and step.reference is not None:
        source = f" ({step.reference.short})"
    display = rf" \[ {step.latex} \]" if step.latex else ""
    return rf"\item {step.text}{source}{display}"
