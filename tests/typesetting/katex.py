"""KaTeX, which sets the math of notebooks and web pages, as a check of emitted LaTeX."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from collections.abc import Mapping
from functools import cache
from pathlib import Path

import pytest

HERE = Path(__file__).parent
MODULES = "KATEX_NODE_MODULES"  # where katex is installed, if not beside package.json


def check_katex(snippets: Mapping[str, str]) -> None:
    """Fail with the names of the formulas that KaTeX refuses; skip where it is not installed.

    A formula is bare math, or math between ``$`` or ``$$`` as notebooks take it. Bare math is
    set as a display, so that ``aligned`` and the like are allowed.
    """
    if reason := katex_missing():
        pytest.skip(reason)
    refused = katex_problems(snippets)
    lines = (f"{name}: {why}\n    {snippets[name]}" for name, why in refused.items())
    assert not refused, f"KaTeX refuses {len(refused)} of {len(snippets)}:\n" + "\n".join(lines)


def katex_problems(snippets: Mapping[str, str]) -> dict[str, str]:
    """Return what KaTeX says against each formula that it does not take."""
    formulas = [
        {"name": name, "math": math, "display": display}
        for name, (math, display) in zip(snippets, map(_unwrapped, snippets.values()), strict=True)
    ]
    answer = subprocess.run(
        ["node", str(HERE / "katex_batch.cjs")],
        input=json.dumps({"modules": str(_modules()), "formulas": formulas}),
        capture_output=True,
        check=False,
        text=True,
        encoding="utf-8",
        timeout=120,
    )
    if answer.returncode:
        raise RuntimeError(f"node failed:\n{answer.stderr}")
    return dict(json.loads(answer.stdout))


@cache
def katex_missing() -> str:
    """Return why KaTeX cannot be run, empty where it can."""
    if shutil.which("node") is None:
        return "node is not installed"
    if not (_modules() / "katex" / "dist" / "katex.js").is_file():
        return f"no katex in {_modules()}: run npm ci in {HERE}, or set {MODULES}"
    return ""


def _modules() -> Path:
    return Path(os.environ.get(MODULES) or HERE / "node_modules").absolute()


def _unwrapped(snippet: str) -> tuple[str, bool]:
    """Return the math without its dollar signs, and whether it is a display."""
    for mark in ("$$", "$"):
        if len(snippet) > 2 * len(mark) and snippet.startswith(mark) and snippet.endswith(mark):
            return snippet[len(mark) : -len(mark)], mark == "$$"
    return snippet, True
