"""The frame: the README's commands and examples, the import, the public names, the sample trace."""

import ast
import csv
import doctest
import importlib.metadata
import inspect
import itertools
import json
import math
import re
import shlex
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import runtime_theory as rt

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = ROOT / "runtime_theory"
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
DOCUMENTS = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]


# ------------------------------------------------------------------------------- the README


def fenced_after(marker):
    """Return the text of the fenced block that directly follows a marker comment."""
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    blocks = re.findall(rf"^<!-- {marker} -->\n```sh\n(.*?)\n```$", readme, re.M | re.S)
    assert len(blocks) == 1, f"README.md has {len(blocks)} fenced sh blocks after <!-- {marker} -->"
    return blocks[0]


@pytest.mark.parametrize(
    "marker,program",
    [("main-command", ".venv/bin/runtime-theory"), ("test-command", ".venv/bin/pytest")],
)
def test_readme_command_sets_everything_up(marker, program):
    create, install, run = (shlex.split(part) for part in fenced_after(marker).split(" && "))
    assert create == ["python3", "-m", "venv", ".venv"]
    assert install[:-1] == [".venv/bin/pip", "install", "-q", "-e"]
    extra = re.fullmatch(r"\.\[(\w+)\]", install[-1])
    assert extra is not None
    assert extra[1] in PROJECT["optional-dependencies"]
    assert run[0] == program


def test_readme_main_command_runs_on_the_sample_trace():
    run = shlex.split(fenced_after("main-command").split(" && ")[-1])
    assert run[1] == "compare"
    assert (ROOT / run[run.index("--trace") + 1]).samefile(PACKAGE / "data" / "sgd_steps.csv")
    assert run[run.index("--column") + 1] == "seconds"
    result = subprocess.run(
        [sys.executable, "-m", "runtime_theory", *run[1:]],
        cwd=ROOT, capture_output=True, text=True, timeout=300, check=False,
    )  # fmt: skip
    assert result.returncode == 0, result.stderr
    assert result.stdout.strip()


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_examples_of_the_documents(document, monkeypatch):
    monkeypatch.chdir(ROOT)  # the examples name files by their path in the checkout
    text = document.read_text(encoding="utf-8")
    blocks = re.findall(r"^```python\n(.*?)^```$", text, re.M | re.S)
    example = doctest.DocTestParser().get_doctest(
        "\n".join(blocks), {}, document.name, str(document), 0
    )
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
    report = []
    runner.run(example, out=report.append)
    assert runner.failures == 0, "".join(report)


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_links_to_files_lead_somewhere(document):
    links = re.findall(r"\]\(([^)#]+)\)", document.read_text(encoding="utf-8"))
    local = [link for link in links if "://" not in link]
    assert [link for link in local if not (document.parent / link).exists()] == []


# ------------------------------------------------------------------------------- the import


def modules_after_import():
    """Return the names of all modules loaded by `import runtime_theory` in a fresh interpreter."""
    program = "import json, sys, runtime_theory; print(json.dumps(sorted(sys.modules)))"
    result = subprocess.run(
        [sys.executable, "-c", program],
        cwd=ROOT, capture_output=True, text=True, timeout=120, check=True,
    )  # fmt: skip
    return set(json.loads(result.stdout))


def test_import_is_light():
    heavy = {"sympy", "mpmath", "matplotlib", "pandas", "polars", "typer", "rich", "flint", "dask"}
    assert heavy & modules_after_import() == set()


def test_import_is_silent():
    result = subprocess.run(
        [sys.executable, "-W", "error:::runtime_theory", "-c", "import runtime_theory"],
        cwd=ROOT, capture_output=True, text=True, timeout=120, check=True,
    )  # fmt: skip
    assert result.stdout == ""
    assert result.stderr == ""


def test_version_is_the_same_everywhere():
    assert rt.__version__ == PROJECT["version"]
    assert importlib.metadata.version("runtime-theory") == PROJECT["version"]
    citation = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    assert f"\nversion: {PROJECT['version']}\n" in citation
    assert f"## [{PROJECT['version']}]" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")


# ------------------------------------------------------------------------- the public names

#: The names that others build on and that the first release must have.
PROMISED = [
    "AccuracyError",
    "Async",
    "Deterministic",
    "Discrete",
    "KAsync",
    "KBatchAsync",
    "KBatchSync",
    "KSync",
    "Kind",
    "NoMethodError",
    "PhaseType",
    "Relation",
    "Result",
    "SurvivalFunction",
    "Sync",
    "Trace",
    "Workers",
    "as_distribution",
    "compare",
    "expected_order_statistics",
    "iteration_time",
    "iteration_time_bounds",
    "order_statistic",
    "parse_law",
    "read_trace",
    "speedup",
]


def test_promised_names_are_public():
    assert sorted(set(PROMISED) - set(rt.__all__)) == []


def test_all_has_no_duplicates():
    assert len(set(rt.__all__)) == len(rt.__all__)


@pytest.mark.parametrize("name", sorted(rt.__all__))
def test_public_name_is_importable_and_documented(name):
    public = getattr(rt, name)
    if not name.startswith("__"):
        assert (inspect.getdoc(public) or "").strip(), f"{name} has no docstring"


def own_docstring(cls):
    """Return the class's own docstring, or None for the one that dataclass makes up."""
    text = cls.__doc__
    return None if text is None or text.startswith(f"{cls.__name__}(") else text


PUBLIC_CLASSES = sorted(name for name in rt.__all__ if inspect.isclass(getattr(rt, name)))


@pytest.mark.parametrize("name", PUBLIC_CLASSES)
def test_public_class_and_its_methods_are_documented(name):
    cls = getattr(rt, name)
    assert own_docstring(cls), f"{name} has no docstring of its own"
    ours = {
        attribute
        for base in cls.__mro__
        if base.__module__.partition(".")[0] == "runtime_theory"
        for attribute, member in vars(base).items()
        if not attribute.startswith("_") and (callable(member) or isinstance(member, property))
    }
    bare = sorted(attr for attr in ours if not inspect.getdoc(getattr(cls, attr)))
    assert bare == [], f"{name} has undocumented methods"


def test_options_of_public_functions_are_typed():
    assert (PACKAGE / "py.typed").is_file()
    for name in rt.__all__:
        function = getattr(rt, name)
        if inspect.isfunction(function):
            untyped = [
                parameter.name
                for parameter in inspect.signature(function).parameters.values()
                if parameter.annotation is inspect.Parameter.empty
            ]
            assert untyped == [], f"{name} has parameters without a type"


def test_library_never_evaluates_strings():
    for path in PACKAGE.rglob("*.py"):
        tree = ast.parse(path.read_text(encoding="utf-8"), filename=str(path))
        called = {
            node.func.id
            for node in ast.walk(tree)
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
        }
        assert called & {"eval", "exec"} == set(), path


def test_extras_are_those_documented():
    extras = PROJECT["optional-dependencies"]
    documented = {"plot", "cli", "certified", "notebook", "cluster", "test", "all"}
    assert documented <= set(extras)
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert [extra for extra in sorted(documented) if f"`{extra}`" not in readme] == []


# ------------------------------------------------------------------------- the sample trace


def sample_rows():
    """Read the sample trace with nothing of the package."""
    with (PACKAGE / "data" / "sgd_steps.csv").open(newline="", encoding="utf-8") as stream:
        return list(csv.DictReader(stream))


def test_sample_trace_is_complete():
    rows = sample_rows()
    assert list(rows[0]) == ["worker", "step", "seconds"]
    assert 2000 <= len(rows) <= 10_000
    workers = [int(row["worker"]) for row in rows]
    assert workers == sorted(workers)
    assert len(set(workers)) >= 3
    for _, group in itertools.groupby(rows, key=lambda row: row["worker"]):
        steps = [int(row["step"]) for row in group]
        assert steps == list(range(len(steps)))


def test_sample_trace_is_finite_and_positive():
    seconds = [float(row["seconds"]) for row in sample_rows()]
    assert all(math.isfinite(value) and value > 0 for value in seconds)
    assert len(set(seconds)) > len(seconds) / 10  # fine enough a clock


def test_sample_trace_is_read_as_it_is():
    path = PACKAGE / "data" / "sgd_steps.csv"
    trace = rt.read_trace(path, column="seconds", worker="worker", step="step")
    seconds = [float(row["seconds"]) for row in sample_rows()]
    mean = rt.order_statistic(trace, 1, 1).mean()
    assert float(mean) == pytest.approx(math.fsum(seconds) / len(seconds), rel=1e-14)


def test_provenance_agrees_with_the_sample_trace():
    text = (PACKAGE / "data" / "README.md").read_text(encoding="utf-8")
    seconds = sorted(float(row["seconds"]) for row in sample_rows())
    mean, count = math.fsum(seconds) / len(seconds), len(seconds)
    deviation = math.sqrt(math.fsum((value - mean) ** 2 for value in seconds) / (count - 1))
    stated = next(line for line in text.splitlines() if line.startswith("| all |"))
    cells = [cell.strip() for cell in stated.strip("|").split("|")]
    assert cells[1:5] == [
        str(count),
        f"{mean * 1e3:.3f}",
        f"{deviation / mean:.3f}",
        f"{seconds[0] * 1e3:.3f}",
    ]
    assert cells[8] == f"{seconds[-1] * 1e3:.3f}"
    command = re.search(r"^ +python (benchmarks/\S+) .*--output (\S+)$", text, re.M)
    assert command is not None
    assert (ROOT / command[1]).is_file()
    assert (ROOT / command[2]).samefile(PACKAGE / "data" / "sgd_steps.csv")


# ------------------------------------------------------------------------------- the layers


def test_layers_name_modules_in_one_order():
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]
    layers = settings["importlinter"]["contracts"][0]["layers"]
    named = [name.strip("() ") for layer in layers for name in re.split("[|:]", layer)]
    assert len(set(named)) == len(named)
    present = {path.stem for path in PACKAGE.glob("*.py")} | {
        path.parent.name for path in PACKAGE.glob("*/__init__.py")
    }
    assert sorted(present - {"__init__"} - set(named)) == []
