"""How the speed-up grows with the number of learners: Pareto and uniform times."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from typing import Any

from runtime_theory.formulas import Formula
from runtime_theory.order_statistics.formulas import mean_formula
from runtime_theory.references import DAVID_NAGARAJA2003, KERSHAW1983
from runtime_theory.theorems.kernel.analysis import DefiniteIntegral, SignFromLimit
from runtime_theory.theorems.kernel.conclusion import Conclusion
from runtime_theory.theorems.kernel.domain import Domain
from runtime_theory.theorems.kernel.induction import Limit
from runtime_theory.theorems.kernel.step import Axiom, Identity, Step
from runtime_theory.theorems.kernel.theorem import Claim, Theorem
from runtime_theory.theorems.kernel.witness import Witness
from runtime_theory.wallclock.growth_laws import GROWTH_LAWS

__all__ = ["THEOREMS"]


def _prove_pareto(lower: Formula, upper: Formula, growth: Formula) -> tuple[Step, ...]:
    from sympy import Rational, gamma, log, oo, sqrt

    # alpha = 1 + d with d > 0, q = 1/alpha.
    domain = Domain(positive="d y x_m", counts="P")
    d, y, P = domain["d y P"]
    x = Domain(positive="P d")["P"]
    q, half = 1 / (1 + d), Rational(1, 2)
    reals = Domain(positive="P d")
    rest = d / (1 + d)  # 1 - q
    root = sqrt(Rational(1, 4) + rest)
    root_less_half = rest / (root + half)  # root - 1/2, seen to be positive
    falls = q * log((x + 1 + rest / 2) / (x + rest / 2)) - log((x + 1) / (x + rest))
    rises = log((x + 1) / (x + rest)) - q * log((x + half + root) / (x + root_less_half))
    spread = q * (1 - q**2).factor() / 4
    low = spread / ((x + 1) * (x + rest) * (x + rest / 2) * (x + 1 + rest / 2))
    # (2 root)^2 - (1 + rest)^2 = 1 - q^2.
    wide = (1 - q**2).factor() / (2 * root + 1 + rest) * x
    up = q * wide / ((x + 1) * (x + rest) * (x**2 + 2 * x * root + rest))
    scale = P * (1 - q) * gamma(1 - q)
    share = {"alpha": 1 + d}

    def claimed(formula: Formula) -> Formula:
        return formula.replaced(formula.expr.subs(share))

    return (
        DefiniteIntegral(
            r"The mean, $x = x_m (1 + y)$ and $\alpha = 1 + d$.",
            r"\mathbb{E}[X] - x_m",
            domain["x_m"] * (1 + y) ** (-1 - d),
            -domain["x_m"] * (1 + y) ** (-d) / d,
            "y",
            0,
            oo,
            domain["x_m"] / d,
            domain,
        ),
        Identity(
            r"With $G_P = \Gamma(P+1)/\Gamma(P+1-q)$, $q = 1/\alpha$, theorem "
            r"pareto-order-statistics makes the speed-up $P (1-q) \Gamma(1-q) G_P$:",
            P
            * domain.typed(mean_formula("pareto", "P", "P").expr.subs(share))
            / (domain["x_m"] + domain["x_m"] / d),
            scale * gamma(P + 1) / gamma(P + 1 - q),
            domain,
        ),
        Identity(
            r"From $P$ to $P + 1$, $G_P$ grows by the factor $\frac{P+1}{P+1-q}$:",
            gamma(P + 2) / gamma(P + 2 - q) / (gamma(P + 1) / gamma(P + 1 - q)),
            (P + 1) / (P + rest),
            domain,
        ),
        SignFromLimit(
            r"$\left(P + \frac{1-q}{2}\right)^q$ grows by more: the difference of the logarithms "
            "falls to 0. Here $1 - q = d/(1+d)$.",
            falls,
            "P",
            (low,),
            reals,
        ),
        SignFromLimit(
            r"$\left(P - \frac12 + \sqrt{\frac54 - q}\right)^q$ grows by less, likewise.",
            rises,
            "P",
            (up,),
            reals,
        ),
        Axiom(
            "Stirling's formula, for the ratio of $G_P$ to $P^q$.",
            r"\lim_{P \to \infty} \frac{\Gamma(P+1)}{P^q \, \Gamma(P+1-q)} = 1",
        ),
        Conclusion("Hence", claimed(growth), scale * P**q, domain, "~"),
        Limit("The powers grow alike,", ((P + rest / 2) / P) ** q, "P", "oo", 1, domain),
        Limit("both of them.", ((P + root_less_half) / P) ** q, "P", "oo", 1, domain),
        Conclusion(
            "So the ratio of $G_P$ to the second power tends to 1 as well, and it rises with $P$: "
            "it is less than 1.",
            claimed(upper),
            scale * (P - half + root) ** q,
            domain,
            "<",
        ),
        Conclusion(
            "The ratio to the first power tends to 1, and it falls: it is more than 1.",
            claimed(lower),
            scale * (P + rest / 2) ** q,
            domain,
            ">",
        ),
    )


def _pareto(P: int, alpha: Fraction) -> Fraction:
    """P E[X_{P:P}]/E[X], the mean of the largest as a product: its spacings multiply."""
    truth = P * (alpha - 1) / alpha
    for i in range(1, P + 1):
        truth *= i / (i - 1 / alpha)
    return truth


def _witnesses_of_pareto() -> tuple[Witness, ...]:
    found = []
    for alpha in (Fraction(2), Fraction(3), Fraction(3, 2)):
        for P in (1, 2, 400):
            truth, many = _pareto(P, alpha), P == 400
            point: dict[str, Any] = {"P": P, "alpha": alpha}
            model = f"product over ranks, P={P}, alpha={alpha}"
            for claim, near in ((0, truth / (50 * P**2)), (1, truth * Fraction(7, 100 * P))):
                found.append(Witness(model, point, truth, many, near, claim))
            if many:
                around = (truth * (1 - Fraction(3, P)), truth * (1 + Fraction(3, P)))
                within = truth * Fraction(6, P)
                found.append(
                    Witness(
                        f"{model}, within 3/P", point, around, sharp=True, within=within, claim=2
                    )
                )
    return tuple(found)


def _prove_uniform(growth: Formula) -> tuple[Step, ...]:
    domain = Domain(positive="b", counts="P")
    b, P = domain["b P"]
    slowest = domain.typed(mean_formula("uniform", "P", "P").expr.subs({"a": 0}))
    mean = domain.typed(mean_formula("uniform", 1, 1).expr.subs({"a": 0}))
    exact = P * slowest / mean
    return (
        Identity(
            "By theorem uniform-order-statistics.",
            slowest,
            b * P / (P + 1),
            domain,
            r"\mathbb{E}[X_{P:P}]",
        ),
        Conclusion(r"With $\mathbb{E}[X] = b/2$.", growth, exact, domain),
        Limit("It grows like $2P$.", exact / (2 * P), "P", "oo", 1, domain),
    )


def _witnesses_of_uniform() -> tuple[Witness, ...]:
    # The largest of P values of a grid of N, over N: (1/N) sum_i Pr[max > i]; N to infinity is
    # a polynomial's integral, 1 - int x^P dx, summed exactly by its values at P + 1 points.
    found = []
    for P in (1, 2, 3, 5):
        largest = 1 - _integral_of_power(P)
        found.append(
            Witness(f"integral by interpolation, P={P}", {"P": P}, 2 * P * largest, sharp=True)
        )
    return tuple(found)


def _integral_of_power(n: int) -> Fraction:
    """The integral of x^n over [0, 1] from sums of powers alone (Faulhaber's limit)."""
    # sum_{i<N} i^n is a polynomial in N of degree n + 1; its leading coefficient is the
    # (n+1)-th difference over (n+1)!.
    sums = [Fraction(0)]
    for i in range(n + 1):
        sums.append(sums[-1] + Fraction(i) ** n)
    factor = 1
    for order in range(1, n + 2):
        sums = [b - a for a, b in pairwise(sums)]
        factor *= order
    return sums[0] / factor


_BELOW = r"from below in the limit $P \to \infty$, within a factor $1 + 1/(50 P^2)$"
_ABOVE = r"from above in the limit $P \to \infty$, within a factor $1 + 7/(100 P)$"

THEOREMS = (
    Theorem(
        "pareto-growth",
        "The speed-up of Pareto times",
        (r"$\Pr[X > x] = (x_m/x)^{\alpha}$ for $x \ge x_m$, $\alpha > 1$.",),
        (
            Claim(GROWTH_LAWS["pareto, lower"], _BELOW),
            Claim(GROWTH_LAWS["pareto, upper"], _ABOVE),
            Claim(GROWTH_LAWS["pareto"]),
        ),
        _prove_pareto,
        KERSHAW1983,
        "the bounds on the ratio of gamma functions",
        _witnesses_of_pareto,
        "P",
    ),
    Theorem(
        "uniform-growth",
        "The speed-up of uniform times",
        ("$X$ is uniform on $[0, b]$.",),
        (Claim(GROWTH_LAWS["uniform"]),),
        _prove_uniform,
        DAVID_NAGARAJA2003,
        "",
        _witnesses_of_uniform,
        "P",
    ),
)
