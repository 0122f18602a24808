"""The solution of e' = rho e + nu, by induction."""

from __future__ import annotations

from fractions import Fraction

from runtime_theory.convergence.lemmas import AFFINE
from runtime_theory.formulas import Formula
from runtime_theory.references import DUTTA2018
from runtime_theory.theorems.convergence.error import solution
from runtime_theory.theorems.convergence.models import rational
from runtime_theory.theorems.convergence.update import base
from runtime_theory.theorems.kernel.conclusion import Conclusion
from runtime_theory.theorems.kernel.domain import Domain
from runtime_theory.theorems.kernel.recurrence import Recurrence
from runtime_theory.theorems.kernel.step import Inequality, Step
from runtime_theory.theorems.kernel.theorem import Claim, Theorem
from runtime_theory.theorems.kernel.witness import Witness

__all__ = ["THEOREM"]


def _prove(claim: Formula) -> tuple[Step, ...]:
    domain = base()
    rho, nu, e, gap = domain["rho nu e_j gap"]
    higher = Domain(nonnegative="rho nu e_j d")
    d = higher["d"]
    return (
        Recurrence(
            "By induction over $J$.",
            "e_J",
            "J",
            0,
            gap,
            "e_j",
            rho * e + nu,
            solution(domain),
            domain,
        ),
        Inequality(
            r"The map does not decrease where $\rho \ge 0$, so that $e_{j+1} \le \rho e_j + \nu$ "
            r"for all $j$ keeps $e_J$ below the solution: with $d \ge 0$,",
            rho * e + nu,
            rho * (e + d) + nu,
            higher,
            (rho * d,),
        ),
        Conclusion("The solution.", claim, solution(domain), domain),
    )


def _witnesses() -> tuple[Witness, ...]:
    found = []
    cases = ((Fraction(2, 3), Fraction(1, 5), 7, 4), (Fraction(0), Fraction(3), 2, 2))
    for rho, nu, gap, J in (*cases, (Fraction(7, 3), Fraction(5, 7), 1, 3)):
        error = Fraction(gap)
        for _ in range(J):
            error = rho * error + nu
        values = {"rho": rho, "nu": nu, "gap": Fraction(gap), "J": Fraction(J)}
        point = {name: rational(value) for name, value in values.items()}
        found.append(Witness("update by update", point, rational(error)))
    return tuple(found)


THEOREM = Theorem(
    "affine-recursion",
    "Affine recursion",
    ("Let $e_{j+1} = \\rho e_j + \\nu$ with $e_0 = F(w_0) - F^*$ and $\\rho \\ne 1$.",),
    (Claim(AFFINE),),
    _prove,
    DUTTA2018,
    "supplement, last step of every bound",
    _witnesses,
)
