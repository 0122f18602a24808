"""A theorem as it stands in a paper."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from runtime_theory.formulas import Formula, latex_of
from runtime_theory.formulas.line_breaking import broken
from runtime_theory.theorems.kernel.step import Axiom, Step

if TYPE_CHECKING:
    from runtime_theory.theorems.kernel.theorem import Theorem

__all__ = ["statement", "typeset"]


def statement(theorem: Theorem) -> str:
    """Return the claims in LaTeX math, one a line of a gathered environment if several."""
    lines = [line for formula in theorem.formulas for line in _claim(formula)]
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
            " ".join([*theorem.assumptions, *_taken_for_granted(theorem)]),
            "Then" if theorem.assumptions else "",
            rf"\[ {statement(theorem)} \]",
            *sharp,
            r"\end{theorem}",
            r"\begin{proof}",
            *(_item(number, step) for number, step in enumerate(theorem.steps, start=1)),
            r"\end{proof}",
        ]
    )


def _taken_for_granted(theorem: Theorem) -> list[str]:
    """Return the sentence that names what the steps assume beyond the claims' conditions."""
    facts = [_fact(fact) for fact in theorem.facts]
    return [f"All this where {', '.join(facts)}."] if facts else []


def _fact(fact: Any) -> str:
    from sympy import Symbol

    delta = Symbol("delta")
    if fact.has(delta):  # at least some positive delta
        return f"${latex_of(fact + delta)} > 0$"
    return rf"${latex_of(fact)} \ge 0$"


def _claim(formula: Formula) -> list[str]:
    """Return a claim and, on a line of its own, what it holds for."""
    claim = broken(formula.latex)
    if not formula.conditions:
        return [claim]
    conditions = r",\quad ".join(condition.latex for condition in formula.conditions)
    return [claim, broken(rf"\text{{for }} {conditions}")]


def _item(number: int, step: Step) -> str:
    """Return a step as a paragraph: a list would take width from long formulas."""
    source = ""
    if isinstance(step, Axiom) and step.reference is not None:
        source = f" ({step.reference.short})"
    display = rf" \[ {broken(step.latex)} \]" if step.latex else ""
    return rf"\par\smallskip\noindent\textbf{{{number}.}} {step.text}{source}{display}"
