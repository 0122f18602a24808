"""Compare scipy_law_refs.json with closed forms of E[X_{k:n}], by hand: not part of the tests.

    python check_scipy_law_refs.py [FILE ...]

Other files of rows {"dist", "params", "k", "n", "mean"} are compared with the table too.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path

from mpmath import mp, mpf

if __name__ == "__main__":  # an import must not change everybody's precision
    mp.dps = 50
REFS = Path(__file__).with_name("scipy_law_refs.json")
TOLERANCE = mpf(10) ** -18


def power(k: int, n: int, s: mpf) -> mpf:
    """E[U_{k:n}^s] of the uniform law."""
    return mp.exp(mp.loggamma(n + 1) + mp.loggamma(k + s) - mp.loggamma(k) - mp.loggamma(n + 1 + s))


def odds(k: int, n: int, s: mpf) -> mpf:
    """E[(U/(1-U))^s] of the same."""
    return mp.exp(
        mp.loggamma(k + s) + mp.loggamma(n - k + 1 - s) - mp.loggamma(k) - mp.loggamma(n - k + 1)
    )


def upper(k: int, n: int, s: mpf) -> mpf:
    """E[(1-U)^s]."""
    return power(n - k + 1, n, s)


# Every rank (David and Nagaraja 2003, chapter 3; each is a beta integral).
ANY: dict[str, Callable[..., mpf]] = {
    "expon": lambda k, n: mp.psi(0, n + 1) - mp.psi(0, n - k + 1),
    "uniform": lambda k, n: mpf(k) / (n + 1),
    "logistic": lambda k, n: mp.psi(0, k) - mp.psi(0, n - k + 1),
    "pareto": lambda k, n, b: upper(k, n, -1 / b),
    "lomax": lambda k, n, c: upper(k, n, -1 / c) - 1,
    "genpareto": lambda k, n, c: (upper(k, n, -c) - 1) / c,
    "powerlaw": lambda k, n, a: power(k, n, 1 / a),
    "fisk": lambda k, n, c: odds(k, n, 1 / c),
    "tukeylambda": lambda k, n, lam: (power(k, n, lam) - upper(k, n, lam)) / lam,
    "loguniform": lambda k, n, a, b: a * mp.hyp1f1(k, n + 1, mp.log(b / a)),
    "reciprocal": lambda k, n, a, b: a * mp.hyp1f1(k, n + 1, mp.log(b / a)),
    "bradford": lambda k, n, c: (mp.hyp1f1(k, n + 1, mp.log1p(c)) - 1) / c,
}

# Laws closed under the maximum, or under the minimum.
MAXIMUM: dict[str, Callable[..., mpf]] = {
    "gumbel_r": lambda n: mp.euler + mp.log(n),
    "genextreme": lambda n, c: (1 - mp.gamma(1 + c) * mpf(n) ** -c) / c,
    "invweibull": lambda n, c: mpf(n) ** (1 / c) * mp.gamma(1 - 1 / c),
    "genlogistic": lambda n, c: mp.psi(0, n * c) + mp.euler,
    "burr": lambda n, c, d: n * d * mp.beta(n * d + 1 / c, 1 - 1 / c),
    "mielke": lambda n, k, s: n * k / s * mp.beta((n * k + 1) / s, 1 - 1 / s),
    "weibull_max": lambda n, c: -mp.gamma(1 + 1 / c) * mpf(n) ** (-1 / c),
}
MINIMUM: dict[str, Callable[..., mpf]] = {
    "gumbel_l": lambda n: -mp.euler - mp.log(n),
    "weibull_min": lambda n, c: mp.gamma(1 + 1 / c) * mpf(n) ** (-1 / c),
    "rayleigh": lambda n: mp.sqrt(mp.pi / (2 * mpf(n))),
    "burr12": lambda n, c, d: n * d * mp.beta(n * d - 1 / c, 1 + 1 / c),
    "gompertz": lambda n, c: mp.exp(n * c) * mp.e1(n * c),
}


def closed_form(row: dict) -> mpf | None:
    shapes = {a: mpf(v) for a, v in row["params"].items() if a not in ("loc", "scale")}
    name, k, n = row["dist"], row["k"], row["n"]
    if name in ANY:
        value = ANY[name](k, n, **shapes)
    elif k == n and name in MAXIMUM:
        value = MAXIMUM[name](n=n, **shapes)
    elif k == 1 and name in MINIMUM:
        value = MINIMUM[name](n=n, **shapes)
    else:
        return None
    return mpf(row["params"].get("loc", 0)) + mpf(row["params"].get("scale", 1)) * value


def compare(row: dict, expected: mpf) -> mpf:
    """Relative difference (absolute for a mean of 0); the last printed digit is not held
    against the row."""
    got = mpf(row["mean"])
    return abs(got - expected) / (abs(expected) if row["mean"] != "0" else 1)


def same(a: dict, b: dict) -> bool:
    return all(a[key] == b[key] for key in ("dist", "k", "n")) and (
        {k: float(v) for k, v in a["params"].items() if (k, float(v)) != ("scale", 1)}
        == {k: float(v) for k, v in b["params"].items() if (k, float(v)) != ("scale", 1)}
    )


def report(label: str, gaps: list[tuple[mpf, dict]], tolerance: mpf) -> bool:
    bad = [(gap, row) for gap, row in gaps if not gap <= tolerance]
    worst = max((gap for gap, _ in gaps), default=mpf(0))
    print(
        f"{label}: {len(gaps)} rows compared, {len(bad)} beyond {mp.nstr(tolerance, 2)}, "
        f"worst {mp.nstr(worst, 2)}"
    )
    for gap, row in bad:
        print("   ", row["dist"], row["params"], row["k"], row["n"], row["mean"], mp.nstr(gap, 3))
    return not bad


def against_file(path: str, rows: list[dict]) -> bool:
    gaps, infinite = [], 0
    for other in json.loads(Path(path).read_text()):
        if other["dist"] == "hyperexpon":
            continue
        row = next((r for r in rows if same(r, other)), None)
        if row is None:
            continue
        if not mp.isfinite(mpf(other["mean"])):
            infinite += 1
            gaps.append((mpf(0 if row["mean"] == other["mean"] else 1), row))
        else:
            gaps.append((compare(row, mpf(other["mean"])), row))
    print(f"{path}: {infinite} of the rows are infinite")
    return report(path, gaps, mpf(10) ** -14)  # its parameters are decimals, ours are doubles


def main() -> None:
    rows = json.loads(REFS.read_text())
    gaps = [
        (compare(row, value), row)
        for row in rows
        if mp.isfinite(mpf(row["mean"])) and (value := closed_form(row)) is not None
    ]
    good = [report("closed forms", gaps, TOLERANCE)]
    good += [against_file(path, rows) for path in sys.argv[1:]]
    sys.exit(0 if all(good) else 1)


if __name__ == "__main__":
    main()
