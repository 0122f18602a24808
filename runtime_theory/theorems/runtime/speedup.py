"""The speed-up of exponential times is P H_P."""

from __future__ import annotations

from fractions import Fraction

from runtime_theory.formulas import Formula
from runtime_theory.references import DUTTA2018, RENYI1953
from runtime_theory.schemes import Async
from runtime_theory.theorems.kernel.conclusion import Conclusion
from runtime_theory.theorems.kernel.domain import Domain
from runtime_theory.theorems.kernel.induction import Induction
from runtime_theory.theorems.kernel.step import Axiom, Step
from runtime_theory.theorems.kernel.theorem import Claim, Theorem
from runtime_theory.theorems.kernel.witness import Witness
from runtime_theory.theorems.runtime.claims import stated
from runtime_theory.theorems.runtime.models.phases import Phases, update_time

__all__ = ["THEOREMS"]


def _prove_speedup(speedup: Formula) -> tuple[Step, ...]:
    from sympy import harmonic

    domain = Domain(positive="mu", counts="P")
    mu, P = domain["mu P"]
    slowest = harmonic(P) / mu
    return (
        Axiom(
            r"The first of $P+1$ learners takes $1/((P+1)\mu)$ on average; then $P$ are left, "
            "as good as new.",
            r"\mathbb{E}[X_{P+1:P+1}] = \frac{1}{(P+1)\mu} + \mathbb{E}[X_{P:P}]",
            RENYI1953,
        ),
        Induction(
            "By induction over $P$.",
            r"\mathbb{E}[T_{\mathrm{sync}}] = \mathbb{E}[X_{P:P}]",
            "P",
            1,
            1 / mu,
            1 / ((P + 1) * mu),
            slowest,
            domain,
        ),
        Axiom(
            "Pushes of $P$ exponential learners are one Poisson stream, of $P$ times the rate.",
            r"\mathbb{E}[T_{\mathrm{async}}] = \frac{1}{P \mu}",
            DUTTA2018,
        ),
        Conclusion("The ratio.", speedup, slowest / (1 / (P * mu)), domain),
    )


def _witnesses_of_speedup() -> tuple[Witness, ...]:
    law = Phases.erlang(1, Fraction(3, 7))
    return tuple(
        Witness(
            f"minima of subsets over a Markov chain of pushes, P={P}",
            {"P": P},
            law.order_mean(P, P) / update_time(P, 1, law),
            sharp=True,
        )
        for P in (1, 2, 3, 8)
    )


THEOREMS = (
    Theorem(
        "p-h-p",
        "The speed-up of exponential times",
        (r"Mini-batch times are independent and exponential of rate $\mu$.",),
        (
            Claim(
                stated(
                    "speed-up of exponential times",
                    r"\frac{\mathbb{E}[T_{\mathrm{sync}}]}{\mathbb{E}[T_{\mathrm{async}}]}",
                    Async("P"),
                    "exponential",
                    "update_speedup",
                )
            ),
        ),
        _prove_speedup,
        DUTTA2018,
        "Corollary 1, which has $P \\log P$",
        _witnesses_of_speedup,
        "P",
    ),
)
