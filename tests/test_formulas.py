"""Formulas are built on demand, print in the notation of papers, and pickle."""

from __future__ import annotations

import pickle
import re
import subprocess
import sys
from functools import partial
from pathlib import Path

import pytest
import sympy

from runtime_theory.distributions.families import FAMILIES
from runtime_theory.formulas import Formula, latex_of
from runtime_theory.formulas.vocabulary import NOTATION, Notation
from runtime_theory.references import RENYI1953, bibliography

P, K = sympy.symbols("P K")


def half():
    return sympy.Rational(1, 2)


class TestFormula:
    def test_is_built_when_it_is_looked_at(self):
        calls = []
        formula = Formula("counted", partial(list.append, calls, 1), "x")
        assert calls == []
        assert formula.expr is None
        assert calls == [1]

    def test_latex_with_and_without_a_left_hand_side(self):
        assert Formula("half", half, r"\mathbb{E}[T]").latex == r"\mathbb{E}[T] = \frac{1}{2}"
        assert Formula("half", half).latex == r"\frac{1}{2}"
        assert str(Formula("half", half)) == "half: 1/2"

    def test_carries_its_source(self):
        assert bibliography(Formula("half", half, "x", RENYI1953)) == RENYI1953.bibtex

    def test_equality_is_structural(self):
        assert Formula("half", half, "x") == Formula("half", half, "x")
        assert Formula("half", half, "x") != Formula("half", half, "y")

    @pytest.mark.parametrize("bad", [1, None, "x", sympy.Integer(1)])
    def test_needs_a_callable(self, bad):
        with pytest.raises(TypeError, match="expression must be a callable"):
            Formula("bad", bad)

    def test_refuses_what_does_not_pickle(self):
        def local():
            return half()

        for bad in (lambda: sympy.Integer(1), local, partial(local)):
            with pytest.raises(TypeError, match="expression must be a function of a module"):
                Formula("bad", bad)

    def test_pickles(self):
        formula = Formula("harmonic", partial(sympy.harmonic, 3), "H_3", RENYI1953)
        again = pickle.loads(pickle.dumps(formula))
        assert again.latex == formula.latex == r"H_3 = \frac{11}{6}"
        assert again.reference == RENYI1953

    def test_importing_does_not_import_sympy(self):
        code = "import runtime_theory.formulas, sys; sys.exit('sympy' in sys.modules)"
        assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


class TestLatex:
    @pytest.mark.parametrize(
        "expression, text",
        [
            (sympy.harmonic(P), "H_{P}"),
            (sympy.harmonic(P) ** 2, "H_{P}^{2}"),
            (sympy.harmonic(P - K), "H_{P - K}"),
            (sympy.harmonic(P, 2), "H_{P}^{(2)}"),
            (sympy.harmonic(P, 2) ** 3, r"\left(H_{P}^{(2)}\right)^{3}"),
            (sympy.EulerGamma, r"\gamma_{\mathrm{E}}"),
            (sympy.EulerGamma * P, r"\gamma_{\mathrm{E}} P"),
            (sympy.digamma(K), r"\psi\left(K\right)"),
            (sympy.polygamma(1, K), r"\psi_{1}\left(K\right)"),
            (sympy.digamma(K) ** 2, r"\psi^{2}\left(K\right)"),
            (P / K, r"\frac{P}{K}"),
        ],
    )
    def test_notation(self, expression, text):
        printed = latex_of(expression)
        assert printed in (text, text.replace(r"\gamma_{\mathrm{E}} P", r"P \gamma_{\mathrm{E}}"))

    def test_other_symbols(self):
        assert latex_of(P / K, {"P": "n"}) == r"\frac{n}{K}"
        assert latex_of(sympy.harmonic(P), {"P": "n"}) == "H_{n}"

    def test_what_stands_for_an_expression_in_the_lhs_follows_the_symbols(self):
        formula = Formula("time", half, r"\mathbb{E}[T]")
        assert formula.to_latex({"E": "E"}) == r"E[T] = \frac{1}{2}"

    def test_indices_of_summation_do_not_print_like_free_symbols(self):
        j = sympy.Dummy("j")
        total = sympy.Sum(j, (j, sympy.Symbol("j"), P))
        assert latex_of(total) == r"\sum_{i=j}^{P} i"

    def test_sums_over_a_number_stay_together(self):
        assert latex_of(sympy.Mul(sympy.Rational(1, 2), P + K, evaluate=False)) in (
            r"\frac{K + P}{2}",
            r"\frac{P + K}{2}",
        )

    def test_beta_functions_print_their_arguments(self):
        assert latex_of(sympy.beta(P, K)) == r"\operatorname{B}\left(P, K\right)"
        assert latex_of(sympy.beta(P, K) ** 2) == r"\operatorname{B}\left(P, K\right)^{2}"


class TestDocumentedNotation:
    """docs/notation.md and the one notation table say the same."""

    NOTES = Path(__file__).resolve().parents[1] / "docs" / "notation.md"

    def rows(self, heading):
        text = self.NOTES.read_text(encoding="utf-8")
        section = text.split(f"## {heading}\n", 1)[1].split("\n## ", 1)[0]
        lines = [line for line in section.splitlines() if line.startswith("|")]
        cells = [re.split(r"(?<!\\)\|", line)[1:-1] for line in lines[2:]]
        return [[cell.strip() for cell in row] for row in cells]

    def test_symbols(self):
        documented = {
            name.strip("`"): Notation(latex.strip("`"), meaning, "" if unit == "-" else unit)
            for name, latex, meaning, unit in self.rows("Symbols in formulas")
        }
        assert documented == dict(NOTATION)

    def test_parameters_of_families(self):
        documented = {
            name: list(zip(*(re.findall("`([^`]+)`", cell) for cell in cells), strict=True))
            for name, *cells in self.rows("Parameters of the families")
        }
        assert documented == {
            family.name: [(p.name, p.latex) for p in family.parameters] for family in FAMILIES
        }
