"""Variances and covariances of exponential order statistics: spacings are independent."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from math import comb, factorial
from typing import Any

from runtime_theory.formulas import Formula
from runtime_theory.order_statistics.formulas import variance_formula
from runtime_theory.references import RENYI1953
from runtime_theory.theorems.kernel.conclusion import Conclusion
from runtime_theory.theorems.kernel.domain import Domain
from runtime_theory.theorems.kernel.induction import Induction
from runtime_theory.theorems.kernel.step import Axiom, Step
from runtime_theory.theorems.kernel.theorem import Claim, Theorem
from runtime_theory.theorems.kernel.witness import Witness
from runtime_theory.theorems.runtime.claims import stated

__all__ = ["THEOREMS"]

_MU, _DELTA = Fraction(3, 7), Fraction(5, 11)


def _axiom() -> Axiom:
    return Axiom(
        r"The spacings $X_{i+1:P} - X_{i:P}$ are independent and exponential of rate $(P-i)\mu$: "
        "what has lasted is as good as new. The delay shifts all alike.",
        r"X_{K:P} = \Delta + \sum_{i=0}^{K-1} \left(X_{i+1:P} - X_{i:P}\right), "
        r"\quad X_{0:P} = \Delta",
        RENYI1953,
    )


def _prove_variance(variance: Formula) -> tuple[Step, ...]:
    domain = Domain(positive="mu", counts="P", naturals="K", facts=("P - K",))
    mu, P, K = domain["mu P K"]
    return (
        _axiom(),
        Induction(
            r"Variances of independent spacings add up; that of the next one is $((P-K)\mu)^{-2}$.",
            r"\operatorname{Var}[X_{K:P}]",
            "K",
            0,
            0,
            1 / ((P - K) * mu) ** 2,
            variance.expr,
            domain,
        ),
    )


def _prove_covariance(variance: Formula, covariance: Formula) -> tuple[Step, ...]:
    domain = Domain(positive="mu", counts="n", naturals="j", facts=("n - j",))
    mu, n, j = domain["mu n j"]
    return (
        _axiom(),
        Axiom(
            r"$X_{k:n} - X_{j:n}$ is a sum of later spacings, independent of $X_{j:n}$.",
            r"\operatorname{Cov}[X_{j:n}, X_{k:n}] = \operatorname{Var}[X_{j:n}], \quad j < k",
            RENYI1953,
        ),
        Induction(
            "By induction over $j$.",
            r"\operatorname{Cov}[X_{j:n}, X_{k:n}]",
            "j",
            0,
            0,
            1 / ((n - j) * mu) ** 2,
            covariance.expr,
            domain,
        ),
        Conclusion("It is the variance.", covariance, variance.expr, domain),
    )


def _joint_moment(j: int, k: int, n: int) -> Fraction:
    """E[X_{j:n} X_{k:n}], j < k, rate 1: the joint density multiplied out, term by term."""
    total = Fraction(0)
    for weight, a, b in _terms(j, k, n):
        total += weight * (Fraction(2, b * (a + b) ** 3) + Fraction(1, b**2 * (a + b) ** 2))
    return total * factorial(n) / (factorial(j - 1) * factorial(k - j - 1) * factorial(n - k))


def _terms(j: int, k: int, n: int) -> Iterator[tuple[int, int, int]]:
    """The joint density as a sum of weight exp(-a x - b y) over x < y."""
    for i, m in product(range(j), range(k - j)):
        # (1 - e^-x)^(j-1) (e^-x - e^-y)^(k-j-1) e^-x e^(-(n-k+1) y)
        weight = (-1) ** (i + m) * comb(j - 1, i) * comb(k - j - 1, m)
        yield weight, i + k - j - m, m + n - k + 1


def _moment(k: int, n: int, power: int) -> Fraction:
    """E[X_{k:n}^power], rate 1, from the minima of subsets."""
    total = Fraction(0)
    for size in range(n - k + 1, n + 1):
        sign = (-1) ** (size - (n - k + 1))
        least = Fraction(factorial(power), size**power)
        total += sign * comb(size - 1, n - k) * comb(n, size) * least
    return total


def _variances(ranks: str, claim: int, cases: tuple[tuple[int, int], ...]) -> list[Witness]:
    rank, number = ranks.split()
    return [
        Witness(
            f"minima of subsets, {k} of {n}",
            {rank: k, number: n, "mu": _MU, "Delta": _DELTA},
            (_moment(k, n, 2) - _moment(k, n, 1) ** 2) / _MU**2,
            sharp=True,
            claim=claim,
        )
        for k, n in cases
    ]


def _witnesses_of_variance() -> tuple[Witness, ...]:
    return tuple(_variances("K P", 0, ((1, 3), (3, 3), (2, 5), (4, 6))))


def _witnesses_of_covariance() -> tuple[Witness, ...]:
    found = _variances("j n", 0, ((1, 3), (3, 3), (2, 5)))
    for j, k, n in ((1, 2, 2), (1, 3, 3), (2, 3, 4), (3, 5, 6)):
        truth = _joint_moment(j, k, n) - _moment(j, n, 1) * _moment(k, n, 1)
        model = f"joint density integrated term by term, {j} and {k} of {n}"
        point: dict[str, Any] = {"j": j, "n": n, "mu": _MU, "Delta": _DELTA}
        found.append(Witness(model, point, truth / _MU**2, sharp=True, claim=1))
    return tuple(found)


_EXPONENTIAL = (
    r"Let $X_1, \dots, X_P$ be independent, $\Pr[X_i > x] = e^{-\mu (x - \Delta)}$ for "
    r"$x \ge \Delta$.",
)
_COVARIANCE = stated(
    "Cov(X_(j:n), X_(k:n)), exponential",
    r"\operatorname{Cov}[X_{j:n}, X_{k:n}]",
    None,
    "exponential",
    "order_statistic_covariance",
    RENYI1953,
)

THEOREMS = (
    Theorem(
        "exponential-order-variance",
        "Variance of exponential order statistics",
        _EXPONENTIAL,
        (Claim(variance_formula("exponential", "K", "P")),),
        _prove_variance,
        RENYI1953,
        witnesses=_witnesses_of_variance,
        counts="K P",
    ),
    Theorem(
        "exponential-order-covariance",
        "Covariance of exponential order statistics",
        (_EXPONENTIAL[0].replace("X_P", "X_n"), r"Let $1 \le j < k \le n$."),
        (Claim(variance_formula("exponential", "j", "n")), Claim(_COVARIANCE)),
        _prove_covariance,
        RENYI1953,
        witnesses=_witnesses_of_covariance,
        counts="j k n",
    ),
)
