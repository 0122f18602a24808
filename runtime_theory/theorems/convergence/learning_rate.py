"""The largest learning rate of the asynchronous bounds, against what is printed."""

from __future__ import annotations

from fractions import Fraction

from runtime_theory.convergence import printed
from runtime_theory.convergence.bounds import max_learning_rate
from runtime_theory.convergence.terms import Analysis, growth
from runtime_theory.formulas import Formula
from runtime_theory.references import DUTTA2018
from runtime_theory.theorems.convergence.assumptions import PL, STALENESS, smooth
from runtime_theory.theorems.convergence.models import Plane, rational
from runtime_theory.theorems.convergence.update import base
from runtime_theory.theorems.kernel.conclusion import Conclusion
from runtime_theory.theorems.kernel.refutation import Refuted
from runtime_theory.theorems.kernel.step import Identity, Inequality, Step
from runtime_theory.theorems.kernel.theorem import Claim, Theorem
from runtime_theory.theorems.kernel.witness import Witness

__all__ = ["THEOREM"]


def _prove_rate(claim: Formula) -> tuple[Step, ...]:
    domain = base()
    eta, L, c = domain["eta L c"]
    size = domain.typed(growth())
    exact = 1 - 2 * eta * L + eta**2 * L**2 * size
    bound = 1 - 3 * eta * L / 2
    steep = base("steepest")
    return (
        Identity(
            r"A quadratic with $c = L$ and fresh gradients, $\gamma = 0$ and $p_0 = 1$: "
            "the true factor of the error, less that of the bound.",
            exact - bound,
            eta * L * (eta * L * size - domain.typed("1/2")),
            domain,
        ),
        Conclusion(
            "It is positive, and the bound wrong, beyond the zero of the second factor; up to it "
            "theorem k-async-error holds for every $F$.",
            claim,
            1 / (2 * L * size),
            domain,
        ),
        Refuted(
            r"Theorem 3 as printed has $\frac{1}{K}$ in the place of 1. With $K = P = 8$ fresh "
            r"gradients, no noise, curvatures 1 and $\frac{1}{100}$ the iterates grow by a factor "
            r"of 9 in an update.",
            printed.THEOREM_3,
            _blow_up(),
        ),
        Inequality(
            r"Nor may $\eta$ be as large as the larger of $1/c$ and this, as section 3.2 has it: "
            r"since $c \le L$ it is the smaller one, $\eta_{\max} c \le 1$.",
            c / (2 * L * size),
            base().typed(1),
            steep,
            ((L - c) / (2 * L * size), (size - 1) / (2 * size), domain.typed("1/2")),
        ),
        Refuted("The largest rate of section 3.2 as printed.", printed.LARGEST_RATE, _smaller()),
    )


def _blow_up() -> Witness:
    plane = Plane(eta=Fraction(4), K=8)
    point = plane.point(c=Fraction(1, 100), J=2)
    return Witness("eight fresh gradients", point, rational(plane.error(2)))


def _smaller() -> Witness:
    point = {"L": 1, "c": rational(Fraction(1, 100)), "M_G": 0, "K": 8, "m": 1}
    return Witness("curvatures 1 and 1/100", point, rational(_break_even(Plane(Fraction(1)))))


def _break_even(plane: Plane) -> Fraction:
    """Return the learning rate at which the exact factor is that of the bound, 1 - 3 eta L/2.

    The exact factor is a square of eta: three rates determine it.
    """
    values = []
    for eta in (0, 1, 2):
        at = Plane(eta=Fraction(eta), L=plane.L, M_G=plane.M_G, K=plane.K, m=plane.m)
        values.append(at.error(1) / at.error(0))
    square = (values[2] - 2 * values[1] + values[0]) / 2
    slope = values[1] - values[0] - square
    return -(slope + 3 * plane.L / 2) / square


def _rate_witnesses() -> tuple[Witness, ...]:
    found = []
    for L, M_G, K, m in ((Fraction(3, 2), 10, 4, 3), (Fraction(1, 7), 2, 3, 5)):
        plane = Plane(eta=Fraction(1), L=L, M_G=Fraction(M_G), K=K, m=m)
        text = "where the error of a quadratic meets the bound"
        found.append(Witness(text, plane.point(), rational(_break_even(plane))))
    return tuple(found)


THEOREM = Theorem(
    "largest-learning-rate",
    "Largest learning rate of the asynchronous bounds, against the printed ones",
    (
        *smooth(),
        *PL,
        *STALENESS,
        r"Let $\eta_{\max}$ be the largest $\eta$ for which the bound of theorem k-async-error "
        r"holds for all such $F$ and all $\gamma < 1 + p_0/2$; that of theorem "
        r"k-async-error-sharp holds up to $2 \eta_{\max}$.",
    ),
    (Claim(max_learning_rate(Analysis.ASYNC)),),
    _prove_rate,
    DUTTA2018,
    "Theorem 3 and section 3.2, corrected",
    _rate_witnesses,
)
