"""What the oracle must know about a law: a density, its support, and where it is not smooth.

Every law is a function of its shape parameters (mpmath numbers, scipy's names and scipy's
parametrisation) that returns a `Law` at the working precision of the moment. The formulas are
the textbook ones; nothing here calls scipy.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from mpmath import mp, mpf

Function = Callable[[mpf], mpf]
ZERO, ONE = mpf(0), mpf(1)
LIGHT = mpf("inf")  # tail exponent of a bounded or faster-than-power tail


@dataclass(frozen=True)
class Law:
    """A standard (loc 0, scale 1) continuous law.

    `tails` are the exponents (a, b) of P(X < -x) ~ x^-a and P(X > x) ~ x^-b.
    `breaks` are interior points where the density is not smooth from at least one side;
    `kinks` are points (ends of the support included) where it is smooth from both sides,
    so that no grading towards them is needed.
    `near_left(d)` and `near_right(d)` give the density at distance d from an end of the support:
    they are needed where the end is not 0 and the density blows up there, because x = end - d
    rounds d away.
    `value` maps the variable of the density to X, for laws defined by a quantile function.
    """

    pdf: Function
    support: tuple[mpf, mpf]
    tails: tuple[mpf, mpf] = (LIGHT, LIGHT)
    cdf: Function | None = None
    sf: Function | None = None
    breaks: tuple[mpf, ...] = ()
    kinks: tuple[mpf, ...] = ()
    near_left: Function | None = None
    near_right: Function | None = None
    centre: mpf = ZERO
    spread: mpf = ONE
    value: Function | None = None


LAWS: dict[str, Callable[..., Law]] = {}


def law(make: Callable[..., Law]) -> Callable[..., Law]:
    """Register a law under its scipy name, which is the name of the function."""
    LAWS[make.__name__.rstrip("_")] = make
    return make


def phi(x: mpf) -> mpf:
    """Standard normal density."""
    return mp.exp(-x * x / 2) / mp.sqrt(2 * mp.pi)


def Phi(x: mpf) -> mpf:
    """Standard normal cdf, through erfc so that the lower tail keeps its digits."""
    return mp.erfc(-x / mp.sqrt(2)) / 2


def lower_gamma(a: mpf, x: mpf) -> mpf:
    """P(a, x), regularised."""
    return mp.gammainc(a, 0, x, regularized=True)


def upper_gamma(a: mpf, x: mpf) -> mpf:
    """Q(a, x), regularised."""
    return mp.gammainc(a, x, mp.inf, regularized=True)


def mirrored(law: Law) -> Law:
    """The law of -X."""

    def flip(f: Function | None) -> Function | None:
        return None if f is None else (lambda x: f(-x))

    low, high = law.support
    return Law(
        pdf=flip(law.pdf),
        support=(-high, -low),
        tails=law.tails[::-1],
        cdf=flip(law.sf),
        sf=flip(law.cdf),
        breaks=tuple(-x for x in law.breaks),
        kinks=tuple(-x for x in law.kinks),
        near_left=law.near_right,
        near_right=law.near_left,
        centre=-law.centre,
        spread=law.spread,
    )
