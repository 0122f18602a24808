"""``runtime-theory verify``: a line a theorem, and the exit status."""

from __future__ import annotations

import pytest

from runtime_theory import theorems
from runtime_theory.cli import main
from runtime_theory.theorems import questions

pytest.importorskip("typer")


def run(capsys, *arguments):
    with pytest.raises(SystemExit) as stopped:
        main(["verify", *arguments])
    out, err = capsys.readouterr()
    return stopped.value.code, out, err


def test_one_theorem(capsys):
    code, out, err = run(capsys, "renyi-spacings")
    assert (code, err) == (0, "")
    assert out.startswith("ok      renyi-spacings: ")
    assert out.endswith("1 of 1 theorems verified\n")


def test_steps(capsys):
    code, out, _ = run(capsys, "renyi-spacings", "--steps")
    assert code == 0
    assert "1. assumed: " in out
    assert "2. checked: " in out


def test_mutants(capsys):
    code, out, _ = run(capsys, "slowest-exponential", "--mutants")
    assert code == 0
    assert "mutants: " in out.splitlines()[-1]
    assert "false" in out.splitlines()[-1]


def test_latex(capsys, tmp_path):
    path = tmp_path / "theorems.tex"
    code, _, err = run(capsys, "renyi-spacings", "--latex", str(path))
    assert (code, err) == (0, f"wrote {path}\n")
    assert path.read_text(encoding="utf-8").startswith(r"\begin{theorem}")


def test_a_false_theorem_is_reported(capsys, monkeypatch):
    good = theorems.get("renyi-spacings")
    formula = good.formulas[0]
    false = good.replaced(0, formula.replaced(2 * formula.expr))
    monkeypatch.setattr(questions, "theorems", lambda: {"renyi-spacings": false})
    code, out, _ = run(capsys)
    assert code == 1
    assert out.startswith("FAILED  renyi-spacings")
    assert "contradicts" in out
    assert "0 of 1 theorems verified" in out


def test_unknown_name(capsys):
    code, out, err = run(capsys, "renyi")
    assert (code, out) == (2, "")
    assert err.startswith("error: name must be one of renyi-spacings")
