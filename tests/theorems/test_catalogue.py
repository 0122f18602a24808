"""All theorems: replayed, put before their mutants, and printed."""

from __future__ import annotations

import functools
import re
import subprocess
import sys
import time
from pathlib import Path

import pytest

import runtime_theory as rt
from runtime_theory import theorems
from runtime_theory.theorems.kernel.mutation import Fate

NAMES = theorems.names()


@pytest.mark.parametrize("name", NAMES)
def test_verifies(name):
    (report,) = theorems.verify(name)
    assert report.ok, str(report)


def test_all_of_them_in_a_minute():
    begin = time.perf_counter()
    reports = theorems.verify()
    assert time.perf_counter() - begin < 60
    assert [report.name for report in reports] == list(NAMES)
    assert all(report.ok for report in reports)


@pytest.mark.parametrize("name", NAMES)
def test_no_mutant_survives_and_no_false_one_is_proved(name):
    (challenge,) = theorems.challenge(name)
    assert challenge.ok, str(challenge)
    assert challenge.mutants, "nothing was perturbed"


@pytest.mark.parametrize("name", NAMES)
def test_claims_are_formulas_of_the_layers_above(name):
    for formula in theorems.get(name).formulas:
        built = [formula.expression]
        built += [side for c in formula.conditions for side in (c.left, c.right)]
        for function in built:
            inner = function.func if isinstance(function, functools.partial) else function
            assert inner.__module__.startswith("runtime_theory.")
            assert not inner.__module__.startswith("runtime_theory.theorems"), inner


@pytest.mark.parametrize("name", NAMES)
def test_can_be_read(name):
    theorem = theorems.get(name)
    assert theorem.statement in theorem.latex
    assert all(assumption in theorem.latex for assumption in theorem.assumptions)
    assert theorem.latex.count(r"\noindent\textbf{") == len(theorem.steps)
    assert theorem.reference.short in theorem.latex


@pytest.mark.parametrize("name", NAMES)
def test_inequalities_say_whether_they_are_sharp(name):
    """Every claim has a witness, and one that is claimed sharp has one that attains it."""
    theorem = theorems.get(name)
    for index, claim in enumerate(theorem.claims):
        witnesses = [w for w in theorem.points if w.claim == index]
        assert witnesses, claim.formula.name
        if claim.sharp:
            assert any(witness.sharp for witness in witnesses), claim.formula.name


def test_unknown_names():
    with pytest.raises(ValueError, match=r"name must be one of .*renyi-spacings"):
        theorems.get("reny-spacing")


def test_public_names():
    assert rt.theorems is theorems
    assert set(theorems.__all__) == {"challenge", "get", "names", "verify"}


def test_importing_the_package_imports_no_theorem():
    code = (
        "import runtime_theory, sys; "
        "sys.exit('sympy' in sys.modules or 'runtime_theory.theorems' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_fates_are_told_apart():
    """The exponential mean doubled is false, whatever else is said."""
    (challenge,) = theorems.challenge("renyi-spacings")
    assert challenge.count(Fate.FALSE) == len(challenge.mutants) > 20


def test_documented():
    """docs/theorems.md lists every theorem with its title, in order."""
    document = Path(__file__).parents[2] / "docs" / "theorems.md"
    rows = re.findall(r"^\| `([\w-]+)` \| (.*?) \| .* \|$", document.read_text("utf-8"), re.M)
    assert rows == [(name, theorems.get(name).title) for name in NAMES]
