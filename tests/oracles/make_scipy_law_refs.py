"""Make scipy_law_refs.json: E[X_{k:n}] of every continuous scipy law to 20 digits.

    python make_scipy_law_refs.py [--output FILE] [LAW ...]

Each mean is computed twice, with different panels, numbers of nodes and working precision, the
second time with F and S from closed forms where the law has them; `uncertainty` is the relative
difference (the absolute one where the mean is 0). The file is written after every law, and what
it already holds is not computed again.
"""

from __future__ import annotations

import argparse
import json
import time
from functools import cache
from pathlib import Path

from gauss_panels import Rule, gauss_rule
from law import Law
from mpmath import mp, mpf
from order_stat_quadrature import FINE, OTHER, OrderStatistic, Setting, Table, diverges
from scipy_laws import CASES, Params, build

RANKS = [
    (1, 1),
    (1, 8),
    (4, 8),
    (8, 8),
    (1, 1000),
    (500, 1000),
    (1000, 1000),
    (1, 10**6),
    (10**6, 10**6),
    (5 * 10**8, 10**9),
]
WANTED = 1e-18
FLOOR = mpf(10) ** -38  # the agreement itself is not known better
Row = dict[str, object]


@cache
def rule_of(setting: Setting) -> Rule:
    with mp.workdps(setting.digits):
        return gauss_rule(setting.nodes)


def affine(mean: mpf, params: Params) -> mpf:
    return mpf(params.get("loc", 0)) + mpf(params.get("scale", 1)) * mean


def means(name: str, params: Params, setting: Setting) -> dict[tuple[int, int], mpf]:
    """The finite means in one setting; the total probability must come out as 1."""
    with mp.workdps(setting.digits):
        table = Table(build(name, params), setting, rule_of(setting))
        result = {}
        for k, n in RANKS:
            if any(diverges(table.law, k, n)):
                continue
            mass, mean = OrderStatistic(table, k, n).moments()
            if abs(mass - 1) > WANTED:
                raise ArithmeticError(f"{name} {params} {k}:{n}: mass - 1 = {mp.nstr(mass - 1)}")
            result[k, n] = affine(mean, params)
        return result


def infinite_row(law: Law, k: int, n: int) -> Row:
    left, right = diverges(law, k, n)
    mean = "nan" if left and right else "-inf" if left else "inf"
    tails = "left and right" if left and right else "left" if left else "right"
    exponents = ", ".join(mp.nstr(a, 6) for a in law.tails)
    return {
        "mean": mean,
        "uncertainty": 0.0,
        "how": f"analytic: the {tails} part diverges, tail exponents ({exponents}), "
        f"needs k*left > 1 and (n-k+1)*right > 1",
    }


def finite_row(law: Law, first: mpf, second: mpf) -> Row:
    forms = "cdf and sf" if law.cdf and law.sf else "cdf" if law.cdf else "sf" if law.sf else ""
    how = (
        f"density on Gauss-Legendre panels, {FINE.nodes} nodes and {FINE.digits} digits, "
        f"against {OTHER.nodes} nodes and {OTHER.digits} digits"
        + (f" with {forms} in closed form" if forms else "")
    )
    gap = abs(first - second)
    if max(abs(first), abs(second)) < mpf(10) ** -30 and gap >= abs(first) / 1000:
        return {
            "mean": "0",
            "uncertainty": float(max(abs(first), FLOOR)),
            "how": how + "; 0 by symmetry, absolute uncertainty",
        }
    return {
        "mean": mp.nstr(first, 20, strip_zeros=False),
        "uncertainty": float(mp.nstr(max(gap / abs(first), FLOOR), 2)),
        "how": how,
    }


def rows(name: str, params: Params) -> list[Row]:
    first, second = (means(name, params, s) for s in (FINE, OTHER))
    with mp.workdps(FINE.digits):
        law = build(name, params)
        made = []
        for k, n in RANKS:
            row = (
                finite_row(law, first[k, n], second[k, n])
                if (k, n) in first
                else infinite_row(law, k, n)
            )
            made.append({"dist": name, "params": params, "k": k, "n": n, **row})
    return made


def write(path: Path, table: list[Row]) -> None:
    """One row a line; the old file stays whole until the new one is."""
    draft = path.with_suffix(".tmp")
    draft.write_text("[\n" + ",\n".join(json.dumps(r) for r in table) + "\n]\n")
    draft.replace(path)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("laws", nargs="*", metavar="LAW", help="only these (default: all)")
    parser.add_argument(
        "--output", type=Path, default=Path(__file__).with_name("scipy_law_refs.json")
    )
    options = parser.parse_args()
    table: list[Row] = json.loads(options.output.read_text()) if options.output.exists() else []
    done = {(r["dist"], json.dumps(r["params"])) for r in table}
    for name, params in CASES:
        if (name, json.dumps(params)) in done or (options.laws and name not in options.laws):
            continue
        start = time.perf_counter()
        made = rows(name, params)
        table += made
        write(options.output, table)
        worst = max(r["uncertainty"] for r in made)
        print(f"{name} {params}: {worst:.1e}, {time.perf_counter() - start:.1f} s", flush=True)


if __name__ == "__main__":
    main()
