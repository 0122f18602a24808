"""Write tests/data/order_stat_refs.json: E[X_{k:n}] to 28 digits from mpmath alone.

    python tests/oracles/make_order_stat_refs.py [--jobs 2]

Takes some minutes. Shape parameters are the doubles that Python reads.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from mpmath import mp, mpf

sys.path.insert(0, str(Path(__file__).parents[1]))  # where this runs as a script

from oracles.order_statistics import PlainLaw, diverges, mean

DIGITS = 28
TARGET = Path(__file__).parent.parent / "data" / "order_stat_refs.json"
RANKS = [
    (1, 1),
    (1, 2),
    (2, 2),
    (1, 8),
    (4, 8),
    (8, 8),
    (1, 64),
    (32, 64),
    (63, 64),
    (64, 64),
    (1, 1000),
    (2, 1000),
    (500, 1000),
    (900, 1000),
    (1000, 1000),
    (1, 10**6),
    (500_000, 10**6),
    (999_999, 10**6),
    (10**6, 10**6),
    (1, 10**9),
    (3, 10**9),
    (500_000_000, 10**9),
    (999_999_990, 10**9),
    (10**9, 10**9),
]


def _phi(x: mpf) -> mpf:
    return mp.erfc(-x / mp.sqrt(2)) / 2


def expon() -> PlainLaw:
    return PlainLaw(
        lambda x: mp.exp(-x), lambda x: -mp.expm1(-x), lambda x: mp.exp(-x), (mpf(0), mp.inf)
    )


def norm() -> PlainLaw:
    return PlainLaw(mp.npdf, _phi, lambda x: _phi(-x), (-mp.inf, mp.inf))


def gamma(a: float) -> PlainLaw:
    a = mpf(a)
    return PlainLaw(
        lambda x: mp.exp((a - 1) * mp.log(x) - x - mp.loggamma(a)),
        lambda x: mp.gammainc(a, 0, x, regularized=True),
        lambda x: mp.gammainc(a, x, mp.inf, regularized=True),
        (mpf(0), mp.inf),
    )


def lognorm(s: float) -> PlainLaw:
    s = mpf(s)
    return PlainLaw(
        lambda x: mp.npdf(mp.log(x) / s) / (s * x),
        lambda x: _phi(mp.log(x) / s),
        lambda x: _phi(-mp.log(x) / s),
        (mpf(0), mp.inf),
    )


def weibull_min(c: float) -> PlainLaw:
    c = mpf(c)
    return PlainLaw(
        lambda x: c * x ** (c - 1) * mp.exp(-(x**c)),
        lambda x: -mp.expm1(-(x**c)),
        lambda x: mp.exp(-(x**c)),
        (mpf(0), mp.inf),
    )


def pareto(b: float) -> PlainLaw:
    b = mpf(b)
    # x - 1 keeps its digits because the working precision is far beyond 1e-9 ** (1/b).
    return PlainLaw(
        lambda x: b * x ** (-b - 1),
        lambda x: -mp.expm1(-b * mp.log(x)),
        lambda x: x**-b,
        (mpf(1), mp.inf),
        (mp.inf, b),
    )


def t(df: float) -> PlainLaw:
    v = mpf(df)

    def tail(x: mpf) -> mpf:
        return mp.betainc(v / 2, mpf(1) / 2, 0, v / (v + x * x), regularized=True) / 2

    return PlainLaw(
        lambda x: (1 + x * x / v) ** (-(v + 1) / 2) / (mp.sqrt(v) * mp.beta(v / 2, mpf(1) / 2)),
        lambda x: tail(x) if x <= 0 else 1 - tail(x),
        lambda x: tail(x) if x >= 0 else 1 - tail(x),
        (-mp.inf, mp.inf),
        (v, v),
    )


def beta(a: float, b: float) -> PlainLaw:
    a, b = mpf(a), mpf(b)
    return PlainLaw(
        lambda x: x ** (a - 1) * (1 - x) ** (b - 1) / mp.beta(a, b),
        lambda x: mp.betainc(a, b, 0, x, regularized=True),
        lambda x: mp.betainc(b, a, 0, 1 - x, regularized=True),
        (mpf(0), mpf(1)),
        extra=110,  # 1 - x with x within 1e-125 of 1
    )


def gumbel_r() -> PlainLaw:
    return PlainLaw(
        lambda x: mp.exp(-x - mp.exp(-x)),
        lambda x: mp.exp(-mp.exp(-x)),
        lambda x: -mp.expm1(-mp.exp(-x)),
        (-mp.inf, mp.inf),
    )


def halfcauchy() -> PlainLaw:
    return PlainLaw(
        lambda x: 2 / mp.pi / (1 + x * x),
        lambda x: 2 / mp.pi * mp.atan(x),
        lambda x: 2 / mp.pi * mp.atan(1 / x),
        (mpf(0), mp.inf),
        (mp.inf, 1),
    )


def invgauss(mu: float) -> PlainLaw:
    mu = mpf(mu)

    def parts(x: mpf) -> tuple[mpf, mpf]:
        return (x / mu - 1) / mp.sqrt(x), (x / mu + 1) / mp.sqrt(x)

    def cdf(x: mpf) -> mpf:
        a, b = parts(x)
        return _phi(a) + mp.exp(2 / mu) * _phi(-b)

    def sf(x: mpf) -> mpf:
        a, b = parts(x)
        return _phi(-a) - mp.exp(2 / mu) * _phi(-b)

    return PlainLaw(
        lambda x: mp.exp(-((x - mu) ** 2) / (2 * x * mu**2)) / mp.sqrt(2 * mp.pi * x**3),
        cdf,
        sf,
        (mpf(0), mp.inf),
    )


def hyperexpon(p: list[float], rates: list[float]) -> PlainLaw:
    pairs = [(mpf(w), mpf(r)) for w, r in zip(p, rates, strict=True)]
    total = mp.fsum(w for w, _ in pairs)
    pairs = [(w / total, r) for w, r in pairs]
    return PlainLaw(
        lambda x: mp.fsum(w * r * mp.exp(-r * x) for w, r in pairs),
        lambda x: mp.fsum(-w * mp.expm1(-r * x) for w, r in pairs),
        lambda x: mp.fsum(w * mp.exp(-r * x) for w, r in pairs),
        (mpf(0), mp.inf),
    )


def loggamma(c: float) -> PlainLaw:
    c = mpf(c)
    return PlainLaw(
        lambda x: mp.exp(c * x - mp.exp(x) - mp.loggamma(c)),
        lambda x: mp.gammainc(c, 0, mp.exp(x), regularized=True),
        lambda x: mp.gammainc(c, mp.exp(x), mp.inf, regularized=True),
        (-mp.inf, mp.inf),
    )


def fisk(c: float) -> PlainLaw:
    c = mpf(c)
    return PlainLaw(
        lambda x: c * x ** (c - 1) / (1 + x**c) ** 2,
        lambda x: 1 / (1 + x**-c),
        lambda x: 1 / (1 + x**c),
        (mpf(0), mp.inf),
        (mp.inf, c),
    )


def uniform() -> PlainLaw:
    return PlainLaw(lambda x: mpf(1), lambda x: x, lambda x: 1 - x, (mpf(0), mpf(1)))


LAWS: list[tuple[Callable[..., PlainLaw], dict[str, object]]] = [
    (expon, {}),
    (uniform, {}),
    (norm, {}),
    (gumbel_r, {}),
    (halfcauchy, {}),
    (weibull_min, {"c": 0.6}),
    (weibull_min, {"c": 4.0}),
    (pareto, {"b": 1.3}),
    (fisk, {"c": 1.5}),
    (lognorm, {"s": 1.5}),
    (lognorm, {"s": 0.1}),
    (gamma, {"a": 0.7}),
    (gamma, {"a": 30.0}),
    (invgauss, {"mu": 2.0}),
    (loggamma, {"c": 0.5}),
    (t, {"df": 2.5}),
    (beta, {"a": 2.0, "b": 0.4}),
    (hyperexpon, {"p": [0.95, 0.05], "rates": [1.0, 0.01]}),
]


def row(job: tuple[int, int, int]) -> dict[str, object]:
    place, k, n = job
    make, params = LAWS[place]
    with mp.workdps(DIGITS + 22):
        law = make(**params)
        infinite = any(diverges(law, k, n))
        value = mp.chop(mean(law, k, n, DIGITS), tol=mpf(10) ** -40)
        text = mp.nstr(value, DIGITS, min_fixed=-1, max_fixed=1) if not infinite else str(value)
    return {"dist": make.__name__, "params": params, "k": k, "n": n, "mean": text.lstrip("+")}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--jobs", type=int, default=1)
    jobs = [(place, k, n) for place in range(len(LAWS)) for k, n in RANKS]
    with ProcessPoolExecutor(parser.parse_args().jobs) as pool:
        rows = list(pool.map(row, jobs))
    lines = ",\n".join(json.dumps(r) for r in rows)
    note = "E[X_{k:n}] by tests/oracles/make_order_stat_refs.py (mpmath); p is normalised to sum 1"
    TARGET.write_text(f'{{"note": {json.dumps(note)}, "rows": [\n{lines}\n]}}\n', encoding="utf-8")


if __name__ == "__main__":
    main()
