"""How the speed-up grows: shifted exponential times between bounds, Weibull times in the limit."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from runtime_theory.formulas import Formula
from runtime_theory.order_statistics.asymptotics.harmonic import (
    p_harmonic_lower,
    p_harmonic_upper,
)
from runtime_theory.order_statistics.formulas import mean_formula
from runtime_theory.references import DUTTA2018, EMBRECHTS1997
from runtime_theory.theorems.kernel.analysis import DefiniteIntegral
from runtime_theory.theorems.kernel.conclusion import Conclusion
from runtime_theory.theorems.kernel.domain import Domain
from runtime_theory.theorems.kernel.induction import Limit
from runtime_theory.theorems.kernel.step import Axiom, Identity, Inequality, Step
from runtime_theory.theorems.kernel.theorem import Claim, Theorem
from runtime_theory.theorems.kernel.witness import Witness
from runtime_theory.theorems.runtime.harmonic import harmonic_sum
from runtime_theory.wallclock.growth_laws import GROWTH_LAWS

__all__ = ["THEOREMS"]


# ------------------------------------------------------------------ shifted exponential


def _prove_shifted(lower: Formula, upper: Formula) -> tuple[Step, ...]:
    from sympy import harmonic

    domain = Domain("mu g", "Delta", "h", "P")
    mu, Delta, P, h, g = domain["mu Delta P h g"]
    slowest = domain.typed(mean_formula("exponential", "P", "P").expr)

    def speedup(product: Any) -> Any:
        """The ratio with this for P H_P."""
        return P * (Delta + product / (P * mu)) / (Delta + 1 / mu)

    share = 1 / (mu * (Delta + 1 / mu))
    free = Domain(positive="mu", nonnegative="Delta", counts="P")
    return (
        Identity(
            "By theorem slowest-exponential, the slowest over the mean:",
            P * slowest / (Delta + 1 / mu),
            speedup(P * harmonic(P)),
            free,
            r"\frac{P \mathbb{E}[X_{P:P}]}{\mathbb{E}[X]}",
        ),
        Axiom(
            "Theorem p-h-p-bounds; $h$ stands for $P H_P$.",
            r"P \log P + \gamma_{\mathrm{E}} P + \frac{1}{2} - \frac{1}{12 P} < h "
            r"< P \log P + \gamma_{\mathrm{E}} P + \frac{1}{2}",
        ),
        Inequality(
            "The ratio increases with it: $g > 0$.",
            speedup(h),
            speedup(h + g),
            domain,
            (share * g,),
            strict=True,
        ),
        Conclusion("From above.", upper, speedup(free.typed(p_harmonic_upper())), free, "<"),
        Conclusion("From below.", lower, speedup(free.typed(p_harmonic_lower())), free, ">"),
    )


def _witnesses_of_shifted() -> tuple[Witness, ...]:
    found = []
    for mu, Delta in ((Fraction(3, 7), Fraction(2)), (Fraction(2), Fraction(0))):
        for P in (1, 2, 300):
            truth = P * (Delta + harmonic_sum(P) / mu) / (Delta + 1 / mu)
            point: dict[str, Any] = {"P": P, "mu": mu, "Delta": Delta}
            model = f"the sum, P={P}, mu Delta={mu * Delta}"
            for claim, within in ((0, Fraction(1, 120 * P**3)), (1, Fraction(1, 12 * P))):
                found.append(Witness(model, point, truth, P == 300, within, claim))
    return tuple(found)


# ------------------------------------------------------------------ Weibull


def _prove_weibull(growth: Formula) -> tuple[Step, ...]:
    from sympy import exp, gamma, log, oo, pi

    domain = Domain(positive="c t", counts="P")
    c, P, t = domain["c P t"]
    q = 1 / c
    return (
        Axiom(
            r"$X = Y^{1/c}$ up to scale with $Y$ exponential of mean 1, and the largest of the one "
            r"is the power of the largest of the other; the mean is Euler's integral.",
            r"X_{P:P} = Y_{P:P}^{1/c}, \qquad \mathbb{E}[X] = \Gamma\left(1 + \frac{1}{c}\right)",
            EMBRECHTS1997,
        ),
        Limit(
            r"The mean of $Y_{P:P}$ is $H_P$ (theorem slowest-exponential), which grows like "
            r"$\log P$, by its bounds (theorem p-h-p-bounds),",
            p_harmonic_upper() / (P * log(P)),
            "P",
            "oo",
            1,
            domain,
        ),
        Limit(
            r"and its variance is at most $\pi^2/6$ (theorem exponential-order-variance), so that "
            r"$Y_{P:P}/\log P \to 1$ in probability, by Chebyshev's inequality.",
            pi**2 / (6 * log(P) ** 2),
            "P",
            "oo",
            0,
            domain,
        ),
        Identity(
            r"The largest exceeds $\log P + t$ if one of $P$ does: with at most the sum of their "
            r"chances. $(Y_{P:P} - \log P)^+$ is stochastically at most one $Y$.",
            P * exp(-(log(P) + t)),
            exp(-t),
            domain,
            r"P \Pr[Y > \log P + t]",
        ),
        DefiniteIntegral(
            r"And $Y$ has an exponential moment, so that every moment of $Y_{P:P}/\log P \le 1 + "
            r"(Y_{P:P} - \log P)^+$, $P \ge 3$, has one bound for all $P$.",
            r"\mathbb{E}[e^{Y/2}]",
            exp(t / 2) * exp(-t),
            -2 * exp(-t / 2),
            "t",
            0,
            oo,
            2,
            domain,
        ),
        Axiom(
            "What tends to 1 in probability and has bounded moments of a higher order is uniformly "
            "integrable in every lower order: its moments tend to 1 (Vitali).",
            r"Z_P \to 1, \; \sup_P \mathbb{E}[Z_P^{r}] < \infty \quad\Longrightarrow\quad "
            r"\mathbb{E}[Z_P^{q}] \to 1 \quad (0 < q < r)",
        ),
        Conclusion(
            r"With $Z_P = Y_{P:P}/\log P$ and $q = 1/c$: $\mathbb{E}[X_{P:P}]$ grows like "
            r"$(\log P)^{1/c}$.",
            growth,
            P * log(P) ** q / gamma(1 + q),
            domain,
            "~",
        ),
    )


def _witnesses_of_weibull() -> tuple[Witness, ...]:
    """Of 1/c = 1, 2, 3: moments of a sum of spacings, log P < H_P < 1 + log P for P = exp(1000).

    E[Y] = H, E[Y^2] = H^2 + H_2, E[Y^3] = H^3 + 3 H H_2 + 2 H_3 with 1 < H_i < 2 the sums of
    i-th powers; and 1/c! is the mean of one.
    """
    from sympy import exp, sympify

    size, many = 1000, exp(1000)
    low, high = size, size + 1
    ends = {
        1: (low, high),
        2: (Fraction(low**2, 2), Fraction(high**2 + 2, 2)),
        3: (Fraction(low**3, 6), Fraction(high**3 + 6 * high + 4, 6)),
    }
    found = []
    for power, (least, most) in ends.items():
        point: dict[str, Any] = {"P": many, "c": Fraction(1, power)}
        around = (many * sympify(least), many * sympify(most))
        within = around[1] - around[0]
        model = f"moment {power} of spacings, between integrals"
        found.append(Witness(model, point, around, sharp=True, within=within))
    return tuple(found)


THEOREMS = (
    Theorem(
        "shifted-exponential-growth",
        "The speed-up of shifted exponential times",
        (r"Mini-batch times are independent, $S(x) = e^{-\mu (x - \Delta)}$ for $x \ge \Delta$.",),
        (
            Claim(GROWTH_LAWS["shifted exponential, lower"], r"in the limit $P \to \infty$"),
            Claim(GROWTH_LAWS["shifted exponential, upper"], r"in the limit $P \to \infty$"),
        ),
        _prove_shifted,
        DUTTA2018,
        "Corollary 1 with a delay",
        _witnesses_of_shifted,
        "P",
    ),
    Theorem(
        "weibull-growth",
        "The speed-up of Weibull times",
        (r"$\Pr[X > x] = e^{-x^c}$ for $x \ge 0$, up to scale.",),
        (Claim(GROWTH_LAWS["weibull"]),),
        _prove_weibull,
        EMBRECHTS1997,
        "section 3.3",
        _witnesses_of_weibull,
        "P",
    ),
)
