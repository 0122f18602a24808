"""Accuracy and speed of expected order statistics against other tools, in one run.

    python benchmarks/run.py            # everything, about a minute
    python benchmarks/run.py --quick    # fewer repetitions

All times are taken in this one process and printed as ratios: the machine's speed cancels.
Peers that are not installed are skipped with a word.
"""

from __future__ import annotations

import argparse
import json
import math
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import numpy as np
from peers import Peer, available, quietly
from scipy import stats

import runtime_theory as rt
from runtime_theory.distributions import as_distribution
from runtime_theory.distributions.base import Distribution
from runtime_theory.tables import Table

REFERENCES = Path(__file__).parent.parent / "tests" / "data" / "order_stat_refs.json"
COMMON = ("expon", "gamma", "norm", "lognorm", "weibull_min", "pareto")


def main() -> None:
    """Print every table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="fewer repetitions")
    repeats = 3 if parser.parse_args().quick else 9
    peers = available()
    if "OpenTURNS" not in peers:
        print("OpenTURNS is not installed: skipped\n")
    for title, table in (
        ("Accuracy: rows within a relative error, and silent faults", accuracy(peers)),
        ("Time of one mean, as a ratio to this package", single_means(peers, repeats)),
        ("Cost against n (gamma(2.5), maximum)", growth(repeats)),
        ("All n means of gamma(2.5) at n = 1000", all_means(repeats)),
        ("Import time, as a ratio to import scipy.stats", import_time(repeats)),
    ):
        print(f"## {title}\n\n{table.to_markdown()}\n")


def best_of(function: Callable[[], object], repeats: int) -> float:
    """Fastest of several runs, in seconds."""
    times = []
    for _ in range(repeats):
        start = time.perf_counter()
        function()
        times.append(time.perf_counter() - start)
    return min(times)


def _references() -> list[tuple[str, dict[str, float], int, int, float]]:
    rows = json.loads(REFERENCES.read_text(encoding="utf-8"))["rows"]
    return [
        (r["dist"], {k: float(v) for k, v in r["params"].items()}, r["k"], r["n"], float(r["mean"]))
        for r in rows
        if hasattr(stats, r["dist"])
    ]


def accuracy(peers: dict[str, Peer]) -> Table:
    """How many rows each tool gets right, and how many it gets wrong without a word."""
    columns: dict[str, list[object]] = {
        name: []
        for name in (
            "tool",
            "rows",
            "<= 1e-13",
            "<= 1e-9",
            "wrong by > 1e-6",
            "no answer",
            "finite for inf",
        )
    }
    for tool, peer in peers.items():
        rows = _references()
        if tool == "OpenTURNS":
            rows = [r for r in rows if r[0] in COMMON and r[3] <= 1000]
        errors, false_finite = [], 0
        for dist, shapes, k, n, truth in rows:
            answer = quietly(peer, dist, shapes, k, n)
            if math.isinf(truth):
                false_finite += math.isfinite(answer)
                continue
            scale = abs(truth) if abs(truth) > 1e-6 else 1.0
            errors.append(abs(answer - truth) / scale)
        found = np.array(errors)
        values = (
            tool,
            len(rows),
            int((found <= 1e-13).sum()),
            int((found <= 1e-9).sum()),
            int((found > 1e-6).sum()),
            int(np.isnan(found).sum()),
            false_finite,
        )
        for column, value in zip(columns.values(), values, strict=True):
            column.append(value)
    return Table(columns)


def single_means(peers: dict[str, Peer], repeats: int) -> Table:
    """Median over laws of the time ratio at n = 8, 1000 and 1e9, k = n/2."""
    columns: dict[str, list[object]] = {"tool": [], "n = 8": [], "n = 1000": [], "n = 1e9": []}
    laws = [("gamma", {"a": 2.5}), ("lognorm", {"s": 1.0}), ("norm", {})]
    for tool, peer in peers.items():
        columns["tool"].append(tool)
        for n, column in ((8, "n = 8"), (1000, "n = 1000"), (10**9, "n = 1e9")):
            if tool in ("OpenTURNS", "Monte Carlo 1e6") and n > 1000:
                columns[column].append(None)
                continue
            ratios = []
            for name, shapes in laws:
                few = 1 if tool in ("OpenTURNS", "Monte Carlo 1e6") else repeats
                question = (name, shapes, n // 2, n)
                theirs = best_of(partial(quietly, peer, *question), few)
                mine = best_of(partial(quietly, peers["runtime_theory"], *question), repeats)
                ratios.append(theirs / mine)
            columns[column].append(round(float(np.median(ratios)), 1))
    return Table(columns)


class _Counting:
    """Counts quantile evaluations of a law while it is integrated."""

    def __init__(self, law: Distribution) -> None:
        self.law, self.asked = law, 0

    def __enter__(self) -> _Counting:
        kind = type(self.law)
        self._saved = kind.ppf, kind.isf

        def counted(original: Callable[..., object]) -> Callable[..., object]:
            def method(law: Distribution, q: object) -> object:
                self.asked += int(np.size(q))  # type: ignore[arg-type]
                return original(law, q)

            return method

        kind.ppf, kind.isf = counted(kind.ppf), counted(kind.isf)  # type: ignore[method-assign]
        return self

    def __exit__(self, *_: object) -> None:
        kind = type(self.law)
        kind.ppf, kind.isf = self._saved  # type: ignore[method-assign]


def growth(repeats: int) -> Table:
    """Time and quantile evaluations as n grows."""
    law = as_distribution(stats.gamma(2.5))
    columns: dict[str, list[object]] = {
        "n": [],
        "time / time at n = 8": [],
        "quantile evaluations": [],
    }
    first = 0.0
    for n in (8, 1000, 10**6, 10**9):
        spent = best_of(rt.order_statistic(law, n, n).mean, 5 * repeats)
        first = first or spent
        with _Counting(law) as counter:
            rt.order_statistic(law, n, n).mean()
        columns["n"].append(n)
        columns["time / time at n = 8"].append(round(spent / first, 2))
        columns["quantile evaluations"].append(counter.asked)
    return Table(columns)


def all_means(repeats: int) -> Table:
    """One pass against scipy's loop and its vectorised form."""
    n, law = 1000, stats.gamma(2.5)
    theirs = stats.make_distribution(stats.gamma)(a=2.5)
    mine = best_of(lambda: rt.expected_order_statistics(law, n), 5 * repeats)
    loop = best_of(
        lambda: [stats.order_statistic(theirs, r=k, n=n).mean() for k in range(1, n + 1)], 1
    )
    ranks = np.arange(1, n + 1)
    vectorised = best_of(lambda: stats.order_statistic(theirs, r=ranks, n=n).mean(), 3)
    return Table(
        {
            "against": ["loop over scipy order_statistic", "scipy order_statistic, vectorised"],
            "times faster": [round(loop / mine), round(vectorised / mine)],
            "target": [500, 60],
        }
    )


def import_time(repeats: int) -> Table:
    """Fresh interpreters, taken in turn."""

    def fresh(statement: str) -> float:
        return best_of(lambda: subprocess.run([sys.executable, "-c", statement], check=True), 1)

    pairs = [(fresh("import runtime_theory"), fresh("import scipy.stats")) for _ in range(repeats)]
    ratio = float(np.median([a / b for a, b in pairs]))
    return Table({"module": ["runtime_theory"], "ratio": [round(ratio, 3)], "target": [1.15]})


if __name__ == "__main__":
    main()
