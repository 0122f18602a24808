"""E[X_{k:n}] in the middle: Q(p) + p (1-p) Q''(p)/(2 (n+2)) + O(1/n^2) with p = k/(n+1).

References
----------
David and Johnson (1954), Statistical treatment of censored data I, Biometrika 41, 228-240;
David and Nagaraja (2003), Order Statistics, section 4.6.
"""

from __future__ import annotations

from typing import Any

from runtime_theory.distributions.base import Distribution

__all__ = ["central_expansion", "central_expression"]

_STEP = 2.0**-10  # of the second difference, relative to the distance from the nearer end


def central_expansion(law: Distribution, k: int, n: int) -> float:
    """The expansion as a float; without its second term for a law with atoms.

    Q'' = -f'(Q)/f(Q)**3 is taken as a second difference of Q: its relative error is about 1e-6,
    in a term that is 1/n of the value.
    """
    moved = law.standardised
    if moved is not None:
        return moved.loc + moved.scale * central_expansion(moved.base, k, n)
    m, size = n + 1 - k, n + 1
    middle = _quantile(law, k / size, m / size)
    if law.atoms is not None or law.integer_valued:
        return middle
    step = _STEP * min(k, m) / size
    beyond = _quantile(law, k / size + step, m / size - step)
    before = _quantile(law, k / size - step, m / size + step)
    second = ((beyond - middle) - (middle - before)) / step**2
    return middle + (k / size) * (m / size) / (2.0 * (n + 2.0)) * second


def _quantile(law: Distribution, p: float, q: float) -> float:
    """Q(p) with q = 1 - p, counted from the nearer end."""
    return float(law.ppf(p) if p <= 0.5 else law.isf(q))


def central_expression(k: Any, n: Any) -> Any:
    r"""The expansion as a sympy expression in the quantile function Q.

    Examples
    --------
    >>> import sympy
    >>> central_expression(*sympy.symbols("K P"))
    K*(-K/(P + 1) + 1)*Q^{\prime\prime}(K/(P + 1))/((P + 1)*(2*P + 4)) + Q(K/(P + 1))
    """
    from sympy import Function

    p = k / (n + 1)
    return Function("Q")(p) + p * (1 - p) / (2 * (n + 2)) * Function(r"Q^{\prime\prime}")(p)
