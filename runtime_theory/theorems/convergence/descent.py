"""The descent lemma of smooth functions, what follows for c, and polarisation."""

from __future__ import annotations

from fractions import Fraction

from runtime_theory.convergence.lemmas import DESCENT, POLARISATION, STEEPNESS
from runtime_theory.formulas import Formula
from runtime_theory.references import DUTTA2018
from runtime_theory.theorems.convergence.models import rational
from runtime_theory.theorems.kernel.analysis import DefiniteIntegral
from runtime_theory.theorems.kernel.conclusion import Conclusion
from runtime_theory.theorems.kernel.domain import Domain
from runtime_theory.theorems.kernel.step import Axiom, Identity, Inequality, Step
from runtime_theory.theorems.kernel.theorem import Claim, Theorem
from runtime_theory.theorems.kernel.witness import Witness

__all__ = ["THEOREMS"]

_SMOOTH = (
    r"Let $F$ be $L$-smooth, $\|\nabla F(w) - \nabla F(w')\| \le L \|w - w'\|$, with least value "
    r"$F^*$, and let $e_j = F(w) - F^*$.",
)


def _prove_descent(claim: Formula) -> tuple[Step, ...]:
    domain = Domain(positive="eta L", nonnegative="e_j size2 t", real="slope")
    eta, L, e, size, slope, t = domain["eta L e_j size2 slope t"]
    along = e - eta * slope
    curved = L * eta**2 * size / 2
    return (
        Axiom(
            r"$F(w - \eta v) = F(w) - \eta \nabla F(w) \cdot v - \eta \int_0^1 (\nabla F(w - t "
            r"\eta v) - \nabla F(w)) \cdot v \, dt$, by the fundamental theorem of calculus."
        ),
        Axiom(
            r"By Cauchy--Schwarz and smoothness the last integrand is at most $L t \eta \|v\|^2$ "
            "in size."
        ),
        DefiniteIntegral(
            "The remainder is at most",
            "",
            L * t * eta**2 * size,
            L * t**2 * eta**2 * size / 2,
            "t",
            0,
            1,
            curved,
            domain,
        ),
        Conclusion("Together.", claim, along + curved, domain, "<="),
    )


def _descent_witnesses() -> tuple[Witness, ...]:
    """F = L w^2/2 on the line, and F = a w^2/2 with a < L."""
    found = []
    for L, w, v, eta in ((Fraction(5, 2), 3, Fraction(-2, 7), Fraction(1, 3)), (3, -1, 4, 2)):
        for curvature in (Fraction(L), Fraction(L, 3)):
            before, after = curvature * w**2 / 2, curvature * (w - eta * v) ** 2 / 2
            values = {
                "e_j": before,
                "eta": eta,
                "L": L,
                "slope": curvature * w * v,
                "size2": v * v,
            }
            point = {name: rational(Fraction(value)) for name, value in values.items()}
            sharp = curvature == L
            found.append(Witness("a quadratic on the line", point, rational(after), sharp=sharp))
    return tuple(found)


def _prove_steepness(claim: Formula) -> tuple[Step, ...]:
    domain = Domain(positive="L", nonnegative="e_j grad2 F_1 R")
    L, e, square, after, rest = domain["L e_j grad2 F_1 R"]
    return (
        Axiom(
            r"The descent lemma with $v = \nabla F(w)$ and $\eta = 1/L$; $F_1$ is the loss after "
            "the step, above its least value.",
            r"F_1 \le e_j - \frac{1}{2L} \|\nabla F(w)\|^2",
        ),
        Inequality(
            r"So $e_j = F_1 + \frac{1}{2L} \|\nabla F(w)\|^2 + R$ with $R \ge 0$, and $F_1 \ge 0$; "
            r"with $G_j$ for $\|\nabla F(w)\|^2$, $2L e_j$ is at least $G_j$.",
            square,
            2 * L * (after + square / (2 * L) + rest),
            domain,
            (2 * L * after, 2 * L * rest),
        ),
        Conclusion(
            r"With $\|\nabla F\|^2 \ge 2c\,(F - F^*)$ it follows that $c \le L$, unless $F$ is "
            "constant.",
            claim,
            2 * L * e,
            domain,
            "<=",
        ),
    )


def _steepness_witnesses() -> tuple[Witness, ...]:
    found = []
    for L, w in ((Fraction(5, 2), 3), (Fraction(1, 3), Fraction(-7, 2))):
        for curvature in (L, L / 2):
            point = {"L": rational(L), "e_j": rational(curvature * w**2 / 2)}
            truth = rational((curvature * w) ** 2)
            model = "a quadratic on the line"
            found.append(Witness(model, point, truth, sharp=curvature == L))
    return tuple(found)


def _prove_polarisation(claim: Formula) -> tuple[Step, ...]:
    line = Domain(real="a b")
    a, b = line["a b"]
    domain = Domain(nonnegative="grad2 stale2 drift2")
    square, old, drift = domain["grad2 stale2 drift2"]
    return (
        Identity("In every coordinate.", -2 * a * b, -(a**2) - b**2 + (a - b) ** 2, line),
        Axiom("Sums over coordinates, means over gradients and expectations are linear."),
        Conclusion("Summed.", claim, drift - square - old, domain),
    )


def _polarisation_witnesses() -> tuple[Witness, ...]:
    """Vectors of three coordinates, one for w_j and K stale ones."""
    half, third, seventh = Fraction(1, 2), Fraction(2, 3), Fraction(-1, 7)
    cases: tuple[tuple[tuple[Fraction | int, ...], tuple[tuple[Fraction | int, ...], ...]], ...] = (
        ((1, -2, half), ((3, 1, 0), (third, -1, 5))),
        ((0, 4, -1), ((2, 2, seventh),)),
    )
    found = []
    for a, stale in cases:
        K = len(stale)
        pairs = [(Fraction(x), Fraction(y)) for b in stale for x, y in zip(a, b, strict=True)]
        values = {
            "grad2": sum((Fraction(x) ** 2 for x in a), Fraction(0)),
            "stale2": sum((y**2 for _, y in pairs), Fraction(0)) / K,
            "drift2": sum(((x - y) ** 2 for x, y in pairs), Fraction(0)) / K,
        }
        truth = -2 * sum((x * y for x, y in pairs), Fraction(0)) / K
        point = {name: rational(value) for name, value in values.items()}
        found.append(Witness("vectors of three coordinates", point, rational(truth)))
    return tuple(found)


THEOREMS = (
    Theorem(
        "descent-lemma",
        "Descent lemma",
        _SMOOTH,
        (Claim(DESCENT, r"by $F(w) = L\|w\|^2/2$, for every $w$, $v$ and $\eta$"),),
        _prove_descent,
        DUTTA2018,
        "supplement, first step of every bound",
        _descent_witnesses,
    ),
    Theorem(
        "steepness",
        "A smooth function is not steep near its least value",
        _SMOOTH,
        (Claim(STEEPNESS, r"by $F(w) = L\|w\|^2/2$"),),
        _prove_steepness,
        DUTTA2018,
        "section 2.4, why c is at most L",
        _steepness_witnesses,
    ),
    Theorem(
        "polarisation",
        "Polarisation",
        (
            r"Let $G_j = \mathbb{E}\|\nabla F(w_j)\|^2$, $G_\tau = \frac{1}{K}\sum_l \mathbb{E}"
            r"\|\nabla F(w_{\tau(l)})\|^2$ and $D_\tau = \frac{1}{K}\sum_l \mathbb{E}\|\nabla "
            r"F(w_j) - \nabla F(w_{\tau(l)})\|^2$.",
        ),
        (Claim(POLARISATION),),
        _prove_polarisation,
        DUTTA2018,
        "supplement, Lemma 7",
        _polarisation_witnesses,
    ),
)
