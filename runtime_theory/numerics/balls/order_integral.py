r"""E[X_{k:n}] of an analytic law as a rigorous integral, with its tails bounded.

A law is made of branches x = start + sign e^y. On each,

    E = \int x f_{k:n}(x) dx,  f_{k:n} = n!/((k-1)! (m-1)!) F^{k-1} S^{m-1} f,  m = n-k+1,

is an integral over y that `acb.integral` encloses: powers with whole exponents need no
incomplete beta function, and no branch point of F is met, since e^y never reaches the start.
What is left out is bounded:

**Tail of an order statistic.** With t = S(x), Pr[X_{k:n} > x] = I_t(m, k)
= C(n, m) t^m (1-t)^k sum_j (n+1)_j/(m+1)_j t^j. Each factor (n+1+j)/(m+1+j) is at most
(n+1)/(m+1), so with q = t (n+1)/(m+1) < 1

    I_t(m, k) <= C(n, m) t^m (1-t)^k / (1-q),  and  d log I_t/d log t >= m (1-q)

(the derivative of I_t is m C(n, m) t^(m-1) (1-t)^(k-1)). q falls with t, so for s <= 1
also I_{st} <= s^{m(1-q)} I_t.

**Near end**, y < a: |x| <= |start| + e^a, so at most (|start| + e^a) Pr[X_{k:n} within], and the
probability is bounded by the lemma with the two sides exchanged, or by 1, or, where the branch
begins inside the law, by the expected number n Pr[X within] of draws there.

**Far end**, y > b: let D = e^b and let d f(start+d)/S(start+d) >= r for all d >= D. Then
S(start+d) <= S(start+D) (D/d)^r, by the lemma Pr[X_{k:n} > start+d] <= T (D/d)^v with
v = r m (1-q) and T the bound at D, and where v > 1

    \int_{d>D} |x| f_{k:n} <= T (|start| + D + D/(v-1)).

r is taken at D itself where d f/S never falls: for the laws whose log d has a log-concave density
h (then S/h = \int_0 h(y+u)/h(y) du does not rise in y, and d f/S = h/S), or whose d has one (d
times a hazard that does not fall).

Sources: Johansson (2018), Numerical integration in arbitrary-precision ball arithmetic, ICMS, for
`acb.integral`; the order statistics as in David and Nagaraja (2003), section 2.1.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

from runtime_theory.errors import NoMethodError
from runtime_theory.numerics.balls.arithmetic import Enclosure, FlintBalls, flint_module
from runtime_theory.numerics.balls.branch import Branch
from runtime_theory.numerics.balls.expression import binomial_ball

__all__ = ["mean"]

_MOST_EVALUATIONS = 50_000
_FARTHEST = 2.0**40
_HALVINGS = 7
_LOW_POWER = 8
_SHARP = 2


def mean(branches: Sequence[Branch], k: int, n: int, bits: int) -> Enclosure | None:
    """Enclose E[X_{k:n}], aiming at an absolute error of 2**-bits.

    Returns
    -------
    Enclosure or None
        None where the working precision was not enough.

    Raises
    ------
    NoMethodError
        A tail does not become small, or the integral takes too many evaluations.

    Examples
    --------
    >>> from fractions import Fraction
    >>> def tails(y):
    ...     above = (-y.exp()).exp()
    ...     return 1 - above, above
    >>> exponential = Branch(tails, lambda y, analytic: (y - y.exp()).exp())
    >>> low, high = mean([exponential], 2, 2, 60)  # 3/2
    >>> low <= Fraction(3, 2) <= high, float(high - low) < 1e-16
    (True, True)
    """
    flint = flint_module()
    with flint.ctx.workprec(bits + 40 + 3 * n.bit_length()):
        parts = [_part(branch, k, n, bits + 3) for branch in branches]
        return FlintBalls().ends(sum(parts, flint.arb(0)))


def _part(branch: Branch, k: int, n: int, bits: int) -> Any:
    """The integral over one branch with its neglected ends."""
    flint = flint_module()
    sides = (n + 1 - k, k) if branch.sign > 0 else (k, n + 1 - k)
    tolerance = flint.arb(2) ** -bits
    end = None if branch.reach is None else _number(branch.reach).log()
    limit = math.inf if end is None else math.nextafter(float(end.lower()), -math.inf)
    low, left = _cut(lambda y: _near(branch, *sides, y), tolerance, -1, limit)
    neglected = flint.arb(0, left)
    if end is not None:
        return _integral(branch, k, n, (low, end), tolerance) + neglected
    high, right = _cut(lambda y: _far(branch, *sides, y), tolerance, 1)
    return _integral(branch, k, n, (low, high), tolerance) + neglected + flint.arb(0, right)


def _integral(branch: Branch, k: int, n: int, ends: tuple[Any, Any], tolerance: Any) -> Any:
    flint = flint_module()
    acb, m = flint.acb, n + 1 - k
    constant = k * binomial_ball(n, k, FlintBalls())
    start, nothing = _number(branch.start), acb(math.nan)
    evaluations = itertools.count()

    def integrand(y: Any, analytic: bool) -> Any:  # noqa: FBT001  flint's protocol
        next(evaluations)
        if analytic and not abs(y.imag) < branch.strip:
            return nothing
        x = start + branch.sign * y.exp()
        if branch.order_rate is not None:
            return x * branch.order_rate(y, analytic)
        return constant * x * _powers(branch, k, m, y, analytic=analytic)

    bits = flint.ctx.prec
    result = acb.integral(
        integrand,
        acb(ends[0]),
        acb(ends[1]),
        abs_tol=tolerance,
        rel_tol=flint.arb(2) ** (16 - bits),
        eval_limit=_MOST_EVALUATIONS,
    )
    if next(evaluations) > _MOST_EVALUATIONS and not result.real.rad() < tolerance * 2**20:
        raise NoMethodError(
            f"the integral takes more than {_MOST_EVALUATIONS} evaluations: nothing is certified"
        )
    return result.real


def _powers(branch: Branch, k: int, m: int, y: Any, *, analytic: bool) -> Any:
    """F^(k-1) S^(m-1) times the density, on a ball.

    Between two high powers only the logarithm sees that the growth of one is the fall of the
    other: its derivative ((k-1)/F - (m-1)/S) F' is ((k-1) - (n-1) F) F'/(F S).
    """
    point = branch.at(y, analytic=analytic)
    both = point.below * point.above
    if y.is_exact() or min(k, m) <= _LOW_POWER or both.rel_accuracy_bits() < _SHARP:
        return point.below ** (k - 1) * point.above ** (m - 1) * point.rate
    centre = y.mid()
    below, above = branch.tails(centre)
    balance = (k - 1 - (k + m - 2) * point.below) / both
    growth = balance * branch.sign * point.rate * (y - centre)
    return below ** (k - 1) * above ** (m - 1) * growth.exp() * point.rate


def _cut(
    bound: Callable[[Any], Any], tolerance: Any, direction: int, limit: float = math.inf
) -> tuple[Any, Any]:
    """A y beyond which no more than the tolerance is left, and the bound on what is.

    Found by doubling and halving; for direction -1 at most `limit`.
    """
    arb = flint_module().arb

    def small(distance: float) -> bool:
        return bool(bound(arb(direction * distance)) < tolerance)

    far = max(1.0, -limit)
    while not small(far):
        far *= 2.0
        if far > _FARTHEST:
            raise NoMethodError("a tail of the law does not become small: nothing is certified")
    near = max(far / 2.0 if far > 1.0 else -1.0, -limit)
    while max(-limit, -_FARTHEST) < near < 0.0 and small(near):
        far, near = near, max(2.0 * near, -limit)
    for _ in range(_HALVINGS):
        middle = 0.5 * (near + far)
        near, far = (near, middle) if small(middle) else (middle, far)
    cut = arb(direction * far)
    return cut, bound(cut).upper()


def _near(branch: Branch, outer: int, inner: int, y: Any) -> Any:
    """The bound on what lies nearer the start than e^y."""
    size = abs(_number(branch.start)) + y.exp()
    if branch.crowd is not None:
        return size * (outer + inner - 1) * branch.crowd(y)
    if not branch.edge:
        return size
    tail, _ = _tail(branch.inner(branch.at(flint_module().acb(y))), inner, outer)
    return size * tail


def _far(branch: Branch, outer: int, inner: int, y: Any) -> Any:
    """The bound on what lies farther than e^y."""
    distance, none = y.exp(), flint_module().arb(math.inf)
    if y < branch.steady_from:
        return none
    if branch.far_bound is not None:
        tail, decay = branch.far_bound(y)
    else:
        tail, order = _tail(branch.outer(branch.at(flint_module().acb(y))), outer, inner)
        decay = branch.steepness(y) * order
    if not decay > 1:
        return none
    return tail * (abs(_number(branch.start)) + distance + distance / (decay - 1))


def _tail(t: Any, m: int, k: int) -> tuple[Any, Any]:
    """Bounds on I_t(m, k) from above and on its order in t from below."""
    arb, n = flint_module().arb, m + k - 1
    t = t.real.upper()
    q = t * (n + 1) / (m + 1)
    if not q < 1:
        return arb(1), arb(0)
    t = t if t > 0 else arb(0)
    bound = binomial_ball(n, m, FlintBalls()) * t**m * (1 - t) ** k / (1 - q)
    return (bound.upper() if bound < 1 else arb(1)), (m * (1 - q)).lower()


def _number(x: Fraction) -> Any:
    return FlintBalls().number(x)
