"""The command line: its outputs, its one-line errors, its exit codes."""

from __future__ import annotations

import csv
import re
import subprocess
import sys

import pytest

import runtime_theory as rt
from runtime_theory.cli import main

pytest.importorskip("typer")

EXPON = ["compare", "--law", "expon(scale=1)", "-P", "20"]


@pytest.fixture
def run(capsys):
    """Run a command line; return its exit code, output and errors."""

    def command(*arguments):
        with pytest.raises(SystemExit) as stopped:
            main([str(argument) for argument in arguments])
        out, err = capsys.readouterr()
        return stopped.value.code, out, err

    return command


@pytest.fixture
def trace(tmp_path):
    path = tmp_path / "trace.csv"
    lines = ["worker,step,ms", "a,1,10", "b,1,20", "a,2,12", "b,2,30", "a,3,11", "b,3,25"]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


class TestCompare:
    def test_a_law(self, run):
        code, out, err = run(*EXPON)
        assert (code, err) == (0, "")
        (line,) = [line for line in out.splitlines() if line.startswith("async ")]
        assert "71.9548" in line
        assert "3.59774" in line
        header = out.splitlines()[1]
        for name in ("scheme", "gradients_per_second", "update_speedup", "gradient_speedup"):
            assert name in header

    def test_chosen_k(self, run):
        code, out, _ = run(*EXPON, "-K", "2", "-K", "30")
        assert code == 0
        assert out.count("k-batch-sync ") == 2
        assert sum(line.startswith("k-sync ") for line in out.splitlines()) == 1
        assert "K = 30 exceeds P" in out

    def test_markdown(self, run):
        code, out, _ = run(*EXPON, "-K", "4", "--markdown")
        assert code == 0
        table = [line for line in out.splitlines() if line.startswith("|")]
        assert len(table) == 2 + 6
        assert len({len(line) for line in table}) == 1

    def test_files(self, run, tmp_path):
        code, out, err = run(
            *EXPON, "--latex", tmp_path / "t.tex", "--csv", tmp_path / "t.csv", "-K", 4
        )
        assert code == 0
        assert "k-batch-async" in out
        assert err.splitlines() == [f"wrote {tmp_path / 't.tex'}", f"wrote {tmp_path / 't.csv'}"]
        assert r"\toprule" in (tmp_path / "t.tex").read_text(encoding="utf-8")
        with (tmp_path / "t.csv").open(encoding="utf-8", newline="") as file:
            rows = list(csv.DictReader(file))
        row = next(row for row in rows if row["scheme"] == "async")
        assert float(row["update_speedup"]) == float(rt.speedup(rt.parse_law("expon"), 20))

    @pytest.mark.parametrize(
        "ending, magic", [("png", b"\x89PNG"), ("pdf", b"%PDF"), ("svg", b"<?xml")]
    )
    def test_plot(self, run, tmp_path, ending, magic):
        pytest.importorskip("matplotlib")
        path = tmp_path / f"figure.{ending}"
        code, _, err = run("compare", "--law", "gamma(2)", "-P", "6", "--plot", path)
        assert code == 0
        assert f"wrote {path}" in err
        assert path.read_bytes().startswith(magic)

    def test_a_trace(self, run, trace):
        code, out, _ = run(
            "compare", "--trace", trace, "--column", "ms", "--unit", "ms", "-P", "4",
            "--worker", "worker", "--step", "step",
        )  # fmt: skip
        assert code == 2  # two workers, not four
        code, out, _ = run("compare", "--trace", trace, "--column", "ms", "--unit", "ms", "-P", "4")
        assert code == 0
        mean = (10 + 20 + 12 + 30 + 11 + 25) / 6 / 1000
        (line,) = [line for line in out.splitlines() if line.startswith("async ")]
        assert float(line.split()[3]) == pytest.approx(mean / 4, rel=1e-5)
        assert "standard errors" in out

    def test_workers_are_kept_apart(self, run, trace):
        code, out, _ = run(
            "compare", "--trace", trace, "--column", "ms", "--unit", "ms",
            "--worker", "worker", "--step", "step",
        )  # fmt: skip
        assert code == 0
        (line,) = [line for line in out.splitlines() if line.startswith("async ")]
        assert line.split()[1] == "2"
        assert float(line.split()[3]) == pytest.approx(1 / (1 / 0.011 + 1 / 0.025), rel=1e-5)
        (line,) = [line for line in out.splitlines() if line.startswith("sync ")]
        assert float(line.split()[3]) == pytest.approx(0.025, rel=1e-5)  # b is always slower

    def test_warnings_are_lines(self, run, tmp_path):
        path = tmp_path / "warm.csv"
        times = [50.0] * 3 + [1.0, 1.1, 0.9, 1.05, 0.95] * 20
        path.write_text("seconds\n" + "\n".join(map(str, times)), encoding="utf-8")
        code, _, err = run("compare", "--trace", path, "-P", "4", "-K", "2")
        assert code == 0
        assert all(line.startswith("warning: ") for line in err.splitlines())


class TestErrors:
    @pytest.mark.parametrize(
        "arguments, message",
        [
            (["--law", "expon", "-P", "0"], "P must be an integer >= 1, got P=0"),
            (["--law", "expon"], "P must be given"),
            (["--law", "expon", "-P", "8", "-K", "0"], "K must be an integer >= 1, got K=0"),
            (["--law", "expon", "-P", "eight"], "P must be an integer >= 1, got P='eight'"),
            (["--law", "expon", "-P", "8", "-K", "2.5"], "K must be an integer >= 1, got K='2.5'"),
            (["--law", "expon(scale=-1)", "-P", "8"], "scale"),
            (["--law", "nosuchlaw", "-P", "8"], "nosuchlaw"),
            (["--law", "__import__('os')", "-P", "8"], ""),
            (["-P", "8"], "give either --trace FILE or --law LAW"),
            (["--law", "expon", "--trace", "x.csv", "-P", "8"], "either --trace FILE or --law"),
            (["--law", "expon", "--column", "c", "-P", "8"], "--column belongs to --trace"),
            (["--law", "expon", "--unit", "ms", "-P", "8"], "--unit belongs to --trace"),
            (["--law", "expon", "--worker", "w", "-P", "8"], "--worker belongs to --trace"),
            (["--trace", "no_such_file.csv", "-P", "8"], "no_such_file.csv"),
            (["--law", "expon", "-P", "8", "--nonsense"], "--nonsense"),
            (["--law", "expon", "-P", "8", "--csv", "no/such/dir/t.csv"], "no/such/dir"),
            (["--law", "expon", "-P", "8", "--plot", "figure.nonsense"], "nonsense"),
        ],
    )
    def test_are_one_line_and_code_2(self, run, arguments, message, tmp_path, monkeypatch):
        monkeypatch.chdir(tmp_path)
        code, _, err = run("compare", *arguments)
        assert code == 2
        errors = [line for line in err.splitlines() if not line.startswith(("warning:", "wrote"))]
        assert len(errors) == 1
        assert errors[0].startswith("error: ")
        assert message in errors[0]
        assert "Traceback" not in err

    @pytest.mark.parametrize(
        "content, options, message",
        [
            ("", [], ""),
            ("s\n", [], ""),
            ("s\n1\nabc\n", [], "abc"),
            ("s\n1\n-2\n", [], "-2"),
            ("s\n1\nnan\n", [], "nan"),
            ("s\n1\n2\n", ["--unit", "hours"], "hours"),
            ("s\n1\n2\n", ["--column", "t"], "t"),
            ("s\n1\n2\n", ["--worker", "w"], "w"),
        ],
    )
    def test_bad_traces(self, run, tmp_path, content, options, message):
        path = tmp_path / "t.csv"
        path.write_text(content, encoding="utf-8")
        code, _, err = run("compare", "--trace", path, "-P", "4", *options)
        assert code == 2
        (line,) = [line for line in err.splitlines() if line.startswith("error: ")]
        assert message in line

    def test_unknown_command(self, run):
        code, _, err = run("conquer")
        assert code == 2
        assert err.startswith("error: ")
        assert "conquer" in err

    def test_a_missing_extra_is_named(self, run, monkeypatch):
        monkeypatch.setitem(sys.modules, "typer", None)
        for name in ("application", "compare", "output"):
            monkeypatch.delitem(sys.modules, f"runtime_theory.cli.{name}", raising=False)
        code, _, err = run(*EXPON)
        assert code == 2
        assert err == ("error: the command line needs typer: pip install 'runtime-theory[cli]'\n")


class TestProgram:
    def test_version(self, run):
        assert run("--version") == (0, f"runtime-theory {rt.__version__}\n", "")

    def test_help_lists_the_commands(self, run):
        code, out, _ = run("--help")
        assert code == 0
        assert "compare" in out
        code, out, _ = run("compare", "--help")
        assert code == 0
        for option in ("--trace", "--law", "-P", "-K", "--markdown", "--latex", "--csv", "--plot"):
            assert option in out

    def test_as_a_module(self):
        done = subprocess.run(
            [sys.executable, "-m", "runtime_theory", *EXPON, "-K", "4"],
            capture_output=True, text=True, check=False, timeout=120,
        )  # fmt: skip
        assert (done.returncode, done.stderr) == (0, "")
        assert "71.9548" in done.stdout

    def test_importing_it_does_not_need_typer(self):
        code = "import sys; sys.modules['typer'] = None; import runtime_theory.cli"
        assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


class TestTerminal:
    @pytest.fixture
    def on_terminal(self, monkeypatch, run):
        def command(width, *arguments):
            monkeypatch.setenv("COLUMNS", str(width))
            monkeypatch.setattr("sys.stdout.isatty", lambda: True, raising=False)
            return run(*arguments)

        return command

    def test_a_wide_one_shows_every_column(self, on_terminal):
        code, out, _ = on_terminal(260, *EXPON, "-K", "4")
        assert code == 0
        assert "not shown for lack of width" not in out
        for word in ("method", "relation", "staleness", "speedup", "71.9548"):
            assert word in out
        assert out.count("[s]") == 4  # time, error, lower, upper: no unit is taken for markup

    def test_a_narrow_one_names_what_it_leaves_out(self, on_terminal):
        code, out, _ = on_terminal(100, *EXPON, "-K", "4")
        assert code == 0
        assert "not shown for lack of width: lower, upper, relation, method" in out
        assert "71.9548" in out

    def test_bounds_of_unknown_times_stay_together(self, on_terminal):
        arguments = ("compare", "--law", "gamma(2)", "-P", "8", "-K", "4")
        for width in range(75, 200, 7):
            _, out, _ = on_terminal(width, *arguments)
            head = out[: out.index("k-sync")]
            assert ("lower" in head) == ("upper" in head)
            shown = "│       1 │ 1.55077 │" if "lower" in head else "│ 1..1.55077 │"
            assert out.count(shown) == 2

    @pytest.mark.parametrize("width", [80, 120, 160])
    def test_nothing_is_cut(self, on_terminal, width):
        _, out, _ = on_terminal(width, *EXPON)
        plain = re.sub("\x1b\\[[0-9;]*m", "", out)
        table = [line for line in plain.splitlines() if line.startswith(("│", "┃"))]
        assert max(map(len, table)) <= width
        assert not any("…" in line for line in table)
