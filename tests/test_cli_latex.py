"""``runtime-theory latex``: formulas on the command line."""

from __future__ import annotations

import pytest
from scipy import stats

import runtime_theory as rt
from runtime_theory.cli import main

pytest.importorskip("typer")


@pytest.fixture
def run(capsys):
    def command(*arguments):
        with pytest.raises(SystemExit) as stopped:
            main(["latex", *map(str, arguments)])
        out, err = capsys.readouterr()
        return stopped.value.code, out, err

    return command


@pytest.mark.parametrize(
    "arguments, text",
    [
        (["k-sync"], r"\mathbb{E}[T] = \mathbb{E}[X_{K:P}]"),
        (["k-sync", "--family", "exponential"], rt.latex("k-sync", "exponential")),
        (["k-sync", "--family", "exponential", "-P", 8, "-K", 4, "--set", "mu=1/2"],
         r"\mathbb{E}[T] = \frac{533}{420}"),
        (["async", "--law", "gamma(2, scale=0.5)", "-P", 4], r"\mathbb{E}[T] = \frac{1}{4}"),
        (["k-sync", "-P", "n", "-K", "k"], r"\mathbb{E}[T] = \mathbb{E}[X_{k:n}]"),
        (["sync", "--symbol", "P=n", "--symbol", "X=Y", "--no-lhs"], r"\mathbb{E}[Y_{n:n}]"),
        (["async", "--quantity", "throughput"], rt.latex("async", quantity="throughput")),
        (["sync", "--env", "equation"], rt.latex("sync", env="equation")),
        (["law", "--family", "pareto"], rt.latex(None, "pareto", quantity="order_statistic_mean")),
        (["law", "--family", "gumbel", "--quantity", "mean"],
         rt.latex(None, "gumbel", quantity="mean")),
        (["async", "--quantity", "error_floor", "--sharp"],
         rt.latex("async", quantity="error_floor", sharp=True)),
        (["k-sync", "--family", "exponential", "--integral"],
         rt.latex("k-sync", "exponential", integral=True)),
        (["k-sync", "--law", "pareto(3)", "-P", 8, "-K", 4, "--env", "align"],
         rt.latex(rt.KSync(8, 4), stats.pareto(3), env="align")),
    ],
)  # fmt: skip
def test_prints_what_the_function_returns(run, arguments, text):
    assert run(*arguments) == (0, text + "\n", "")


def test_lists_the_quantities(run):
    code, out, err = run("list")
    assert (code, err) == (0, "")
    assert "staleness_pmf" in out
    assert "needs" in out


@pytest.mark.parametrize(
    "arguments, message",
    [
        (["k-sink"], "scheme must be one of sync"),
        (["sync", "--family", "nosuch"], "family must be one of"),
        (["sync", "--law", "nosuch"], "nosuch"),
        (["sync", "--law", "expon", "--family", "exponential"], "not both"),
        (["async", "-K", 3], "async has no K"),
        (["k-sync", "-P", 4, "-K", 9], "K must be an integer in 1..4"),
        (["k-sync", "-P", "0"], "P must be an integer >= 1, got P=0"),
        (["k-sync", "-P", "-3"], "P must be an integer >= 1, got P=-3"),
        (["k-sync", "-P", "2.5"], "P must be an integer >= 1 or a name, got P='2.5'"),
        (["sync", "--quantity", "speed"], "quantity must be one of"),
        (["sync", "--quantity", "mean"], "give None as the scheme"),
        (["sync", "--env", "eqnarray"], "env must be None or one of"),
        (["sync", "--symbol", "P"], "--symbol takes NAME=VALUE, got 'P'"),
        (["sync", "--family", "exponential", "--set", "mu=1/0"], "mu must be a number or a name"),
        (["sync", "--set", "mu=1"], "no symbol mu"),
        (["k-async"], "no closed form for the iteration time of KAsync(P, K)"),
        ([], "SCHEME"),
    ],
)
def test_errors_are_one_line_and_code_2(run, arguments, message):
    code, out, err = run(*arguments)
    assert (code, out) == (2, "")
    (line,) = err.splitlines()
    assert line.startswith("error: ")
    assert message in line


def test_help_shows_the_options(run):
    code, out, _ = run("--help")
    assert code == 0
    for option in ("--law", "--family", "-P", "-K", "--quantity", "--env", "--symbol", "--no-lhs"):
        assert option in out
