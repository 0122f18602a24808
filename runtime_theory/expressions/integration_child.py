"""A program: lets sympy try one integral, checks what it finds, and writes the answer.

Run by `integration` as a process of its own, that can be killed.  It imports sympy only, reads
a pickle from standard input and writes one to standard output.
"""

from __future__ import annotations

import math
import pickle
import signal
import sys
from typing import Any

_DIGITS = 20
_AGREEMENT = 1e-10
_SECONDS_OF_GRACE = 5


def main() -> None:
    """Answer one question."""
    integral, limit = pickle.loads(sys.stdin.buffer.read())
    if hasattr(signal, "alarm"):  # should the parent die, which would kill this process
        signal.alarm(math.ceil(limit) + _SECONDS_OF_GRACE)
    sys.stdout.buffer.write(pickle.dumps(_answer(integral)))


def _answer(integral: Any) -> tuple[str, Any]:
    from sympy import Integral, nan, zoo

    try:
        found = integral.doit()
    except Exception as failure:  # noqa: BLE001  whatever sympy stumbles over is its answer
        return "failed", f"{type(failure).__name__}: {failure}"[:200]
    if found.has(Integral, nan, zoo):
        return "unknown", ""
    for point in _points(integral):
        try:
            wanted, got = _quadrature(integral.xreplace(point)), _value(found.xreplace(point))
        except Exception as failure:  # noqa: BLE001  what cannot be checked is not believed
            return "unchecked", f"{type(failure).__name__}: {failure}"[:200]
        if not abs(got - wanted) <= _AGREEMENT * abs(wanted):
            return "wrong", f"{complex(got):.12g} is not {complex(wanted):.12g}"
    return "found", found


def _points(integral: Any) -> list[dict[Any, Any]]:
    """Return two choices of numbers for the free symbols; ranks are ordered integers."""
    from sympy import Integer, Rational

    free = sorted(integral.free_symbols, key=lambda s: s.name)
    ranks = {"k": (2, 3), "K": (2, 3), "n": (5, 4), "P": (5, 4)}
    return [
        {
            s: Integer(ranks[s.name][i])
            if s.name in ranks
            else Rational(3 + 2 * j + i, 2 + j) + Rational(1, 5 + i)
            for j, s in enumerate(free)
        }
        for i in range(2 if free else 1)
    ]


def _value(expression: Any) -> Any:
    import mpmath

    return mpmath.mpmathify(expression.evalf(_DIGITS))


def _quadrature(integral: Any) -> Any:
    """Return the integral by mpmath's own rule, which knows nothing of sympy's."""
    import mpmath
    from sympy import Float, oo

    variable, low, high = integral.limits[0]

    def integrand(x: Any) -> Any:
        return mpmath.mpmathify(integral.function.xreplace({variable: Float(x)}).evalf(_DIGITS))

    with mpmath.workdps(_DIGITS):
        ends = [
            mpmath.inf if end == oo else -mpmath.inf if end == -oo else _value(end)
            for end in (low, high)
        ]
        inner = [mpmath.mpf(2) ** e for e in range(-4, 6)]
        points = [-x for x in reversed(inner)] + inner
        shift = 0 if mpmath.isinf(ends[0]) else ends[0]
        middle = [shift + x for x in points if ends[0] < shift + x < ends[1]]
        return mpmath.quad(integrand, [ends[0], *middle, ends[1]])


if __name__ == "__main__":
    main()
