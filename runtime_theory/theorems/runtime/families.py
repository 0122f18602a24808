"""Order statistics of further families by the triangle rule."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import partial
from math import comb, factorial
from typing import Any

from runtime_theory.formulas import Formula
from runtime_theory.order_statistics.formulas import mean_formula
from runtime_theory.references import DAVID_NAGARAJA2003, MALIK1966, Reference
from runtime_theory.theorems.kernel.analysis import DefiniteIntegral
from runtime_theory.theorems.kernel.domain import Domain
from runtime_theory.theorems.kernel.induction import Induction
from runtime_theory.theorems.kernel.step import Identity, Step
from runtime_theory.theorems.kernel.theorem import Claim, Theorem
from runtime_theory.theorems.kernel.witness import Witness

__all__ = ["THEOREMS"]


def _rule(values: Any, domain: Domain) -> Identity:
    """The step from rank K to rank K + 1 of a closed form in P and K."""
    K, n = domain["K n"]
    P = K + 1 + n
    return Identity(
        r"The rule $K\,\mathbb{E}[X_{K+1:P}] = P\,\mathbb{E}[X_{K:P-1}] - (P-K)\,"
        r"\mathbb{E}[X_{K:P}]$ (theorem triangle-rule) leads from each rank to the next, by "
        "induction over $K$ for all $P > K$ at once; the closed form obeys it: $P = K + 1 + n$.",
        K * values(K + 1, P),
        P * values(K, P - 1) - (P - K) * values(K, P),
        domain,
    )


def _ranked(mean: Formula, domain: Domain, **substituted: Any) -> Callable[[Any, Any], Any]:
    """The claim's expression as a function of rank and number."""
    from sympy import Dummy, Symbol

    k, n = Dummy("k"), Dummy("n")
    expression = mean.expr.subs({Symbol("K"): k, Symbol("P"): n})
    typed = domain.typed(expression.subs(substituted))
    return lambda rank, number: typed.subs({k: rank, n: number})


def _prove_uniform(mean: Formula) -> tuple[Step, ...]:
    domain = Domain(positive="w x", real="a", counts="P K", naturals="n")
    w, x, a, P = domain["w x a P"]
    values = _ranked(mean, domain, b=a + w)
    tail = 1 - x / w
    return (
        DefiniteIntegral(
            "The smallest exceeds $a$ by the integral of its survival function; $w = b - a$.",
            r"\mathbb{E}[X_{1:P}] - a",
            tail**P,
            -w / (P + 1) * tail ** (P + 1),
            "x",
            0,
            w,
            w / (P + 1),
            domain,
        ),
        _rule(values, domain),
        Identity("And for $K = 1$.", values(1, P), a + w / (P + 1), domain, r"\mathbb{E}[X_{1:P}]"),
    )


def _prove_pareto(mean: Formula) -> tuple[Step, ...]:
    from sympy import oo

    # x = x_m (1 + y); delta = alpha P - 1 > 0.
    domain = Domain(positive="x_m y delta", counts="P")
    x_m, y, delta, P = domain["x_m y delta P"]
    # The mean of rank K + 1 of P = K + 1 + n is finite: alpha (n + 1) = 1 + delta.
    ranks = Domain(positive="x_m delta", counts="P K", naturals="n")
    alpha = (1 + ranks["delta"]) / (ranks["n"] + 1)
    least = _ranked(mean, domain, alpha=(1 + delta) / P)(1, P)
    return (
        DefiniteIntegral(
            r"The smallest exceeds $x_m$ by the integral of its survival function, here with "
            r"$x = x_m (1 + y)$ and $\delta = \alpha P - 1 > 0$, without which it is infinite.",
            r"\mathbb{E}[X_{1:P}] - x_m",
            x_m * (1 + y) ** (-1 - delta),
            -x_m * (1 + y) ** (-delta) / delta,
            "y",
            0,
            oo,
            x_m / delta,
            domain,
        ),
        Identity("The closed form for $K = 1$.", least, x_m + x_m / delta, domain),
        _rule(_ranked(mean, ranks, alpha=alpha), ranks),
    )


def _prove_power(mean: Formula) -> tuple[Step, ...]:
    domain = Domain(positive="a b y", counts="P K", naturals="n")
    a, b, y, P = domain["a b y P"]
    values = _ranked(mean, domain)
    return (
        DefiniteIntegral(
            "The largest is below $b$ by the integral of its distribution function, here with "
            "$x = by$.",
            r"b - \mathbb{E}[X_{P:P}]",
            b * y ** (a * P),
            b * y ** (a * P + 1) / (a * P + 1),
            "y",
            0,
            1,
            b / (a * P + 1),
            domain,
        ),
        Identity("The closed form for $K = P$.", values(P, P), b - b / (a * P + 1), domain),
        _rule(values, domain),
    )


def _prove_logistic(mean: Formula) -> tuple[Step, ...]:
    from sympy import exp, harmonic, oo

    domain = Domain(positive="s", real="m x", counts="P K", naturals="n")
    s, m, x, P = domain["s m x P"]
    values = _ranked(mean, domain)
    tail = 1 / (1 + exp(x / s))
    return (
        DefiniteIntegral(
            "One draw more lowers the smallest by the integral of $S^P F = S^P - S^{P+1}$; the "
            "centre is put at 0, $S(x) = 1/(1 + e^{x/s})$.",
            r"\mathbb{E}[X_{1:P}] - \mathbb{E}[X_{1:P+1}]",
            tail**P * (1 - tail),
            -s / P * tail**P,
            "x",
            -oo,
            oo,
            s / P,
            domain,
        ),
        Induction(
            "By induction over $P$, from the mean $m$ of one draw.",
            r"\mathbb{E}[X_{1:P}]",
            "P",
            1,
            m,
            -s / P,
            m - s * harmonic(P - 1),
            Domain(positive="s", real="m", counts="P"),
        ),
        Identity(
            "The closed form for $K = 1$.",
            values(1, P),
            m - s * harmonic(P - 1),
            domain,
            r"\mathbb{E}[X_{1:P}]",
        ),
        _rule(values, domain),
    )


# ------------------------------------------------------------------ witnesses


def _weight(K: int, P: int) -> Fraction:
    """1/B(K, P-K+1), of the density of U_{K:P}."""
    return Fraction(factorial(P), factorial(K - 1) * factorial(P - K))


def _power_of_uniform(K: int, P: int, c: Fraction) -> Fraction:
    """E[U_{K:P}^c]: the density multiplied out, term by term."""
    terms = (Fraction((-1) ** i * comb(P - K, i)) / (K + i + c) for i in range(P - K + 1))
    return _weight(K, P) * sum(terms, Fraction(0))


def _log_of_uniform(K: int, P: int) -> Fraction:
    """E[log U_{K:P}], likewise."""
    terms = (-Fraction((-1) ** i * comb(P - K, i), (K + i) ** 2) for i in range(P - K + 1))
    return _weight(K, P) * sum(terms, Fraction(0))


def _uniform(K: int, P: int, point: dict[str, Any]) -> Fraction:
    width = point["b"] - point["a"]
    return Fraction(point["a"] + width * _power_of_uniform(K, P, Fraction(1)))


def _pareto(K: int, P: int, point: dict[str, Any]) -> Fraction:
    rank = P - K + 1  # of 1 - U
    return Fraction(point["x_m"] * _power_of_uniform(rank, P, -1 / Fraction(point["alpha"])))


def _power(K: int, P: int, point: dict[str, Any]) -> Fraction:
    return Fraction(point["b"] * _power_of_uniform(K, P, 1 / Fraction(point["a"])))


def _logistic(K: int, P: int, point: dict[str, Any]) -> Fraction:
    odds = _log_of_uniform(K, P) - _log_of_uniform(P - K + 1, P)
    return Fraction(point["m"] + point["s"] * odds)


_CASES = ((1, 1), (1, 2), (2, 3), (2, 2), (3, 5))


def _witnesses_of(truth: Callable[..., Fraction], values: dict[str, Any]) -> tuple[Witness, ...]:
    return tuple(
        Witness(
            f"density of a ranked uniform multiplied out, {K} of {P}",
            {"K": K, "P": P, **values},
            truth(K, P, values),
            sharp=True,
        )
        for K, P in _CASES
    )


def _theorem(
    family: str,
    law: str,
    prove: Callable[..., tuple[Step, ...]],
    truth: Callable[..., Fraction],
    values: dict[str, Any],
    reference: Reference,
) -> Theorem:
    return Theorem(
        f"{family}-order-statistics",
        f"Order statistics of {family if family != 'pareto' else 'Pareto'} times",
        (rf"Let $X_1, \dots, X_P$ be independent, {law}.",),
        (Claim(mean_formula(family, "K", "P")),),
        prove,
        reference,
        witnesses=partial(_witnesses_of, truth, values),
        counts="P K",
    )


THEOREMS = (
    _theorem(
        "uniform",
        "uniform on $[a, b]$",
        _prove_uniform,
        _uniform,
        {"a": Fraction(2, 3), "b": Fraction(7, 2)},
        DAVID_NAGARAJA2003,
    ),
    _theorem(
        "pareto",
        r"$\Pr[X > x] = (x_m/x)^{\alpha}$ for $x \ge x_m$, and $\alpha (P - K + 1) > 1$",
        _prove_pareto,
        _pareto,
        {"alpha": Fraction(5, 2), "x_m": Fraction(3, 7)},
        MALIK1966,
    ),
    _theorem(
        "power",
        r"$\Pr[X \le x] = (x/b)^a$ on $[0, b]$",
        _prove_power,
        _power,
        {"a": Fraction(5, 2), "b": Fraction(3, 7)},
        DAVID_NAGARAJA2003,
    ),
    _theorem(
        "logistic",
        r"$\Pr[X \le x] = 1/(1 + e^{-(x-m)/s})$",
        _prove_logistic,
        _logistic,
        {"m": Fraction(7, 3), "s": Fraction(3, 5)},
        DAVID_NAGARAJA2003,
    ),
)
