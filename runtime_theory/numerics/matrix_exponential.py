"""exp(A x) v for a sub-generator A and a non-negative v, in positive arithmetic only.

A = q (P - I) with P non-negative (uniformisation, Jensen, 1953): every number that is added or
multiplied is non-negative, so a tail of 1e-250 keeps its digits, which neither Pade
approximation nor eigenvectors give.
"""

from __future__ import annotations

from functools import cached_property

import numpy as np
from numpy.typing import NDArray

FloatArray = NDArray[np.float64]

_LONG = np.longdouble


class PositiveExponential:
    """Powers exp(A h 2**j), prepared once, and their action on vectors.

    Parameters
    ----------
    generator : ndarray, shape (m, m)
        Non-negative off the diagonal, row sums at most 0.
    """

    def __init__(self, generator: FloatArray) -> None:
        self._generator = generator.astype(_LONG)
        self._rate = float(np.max(-np.diag(generator), initial=0.0))

    @property
    def relative_error(self) -> float:
        """Rounding of one evaluation: the products over the bits of x."""
        return 1e-15 * (32.0 + float(self._generator.shape[0]))

    @cached_property
    def _jump(self) -> NDArray[np.longdouble]:
        """P = I + A/q."""
        size = self._generator.shape[0]
        return np.maximum(np.eye(size, dtype=_LONG) + self._generator / _LONG(self._rate), 0.0)

    @cached_property
    def _powers(self) -> list[FloatArray]:
        """exp(A 2**j / q), j = 0, 1, ... until it vanishes: in extended precision, then rounded."""
        size = self._generator.shape[0]
        term = total = np.eye(size, dtype=_LONG)
        for n in range(1, size + 40):
            term = term @ self._jump / _LONG(n)
            total = total + term
        current = total * np.exp(_LONG(-1.0))
        powers = []
        with np.errstate(under="ignore"):
            for _ in range(64):
                powers.append(current.astype(float))
                current = current @ current
                # An absorbing state stays; all else has to die out.
                if np.max(np.abs(current @ current - current)) == 0.0:
                    powers.append(current.astype(float))
                    break
        return powers

    def act(self, x: FloatArray, vector: FloatArray) -> FloatArray:
        """Rows exp(A x_i) v, shape (len(x), m), for x >= 0."""
        x = np.asarray(x, dtype=float)
        if self._rate == 0.0:
            return np.tile(vector, (x.size, 1))
        turns = np.minimum(x * self._rate, 2.0**62)
        whole = np.floor(turns)
        out = self._series(turns - whole, vector)
        bits = whole.astype(np.int64)
        powers = self._powers
        with np.errstate(under="ignore"):
            for j, matrix in enumerate(powers):
                chosen = (bits >> j) & 1 == 1 if j < len(powers) - 1 else (bits >> j) > 0
                if np.any(chosen):
                    out[chosen] = out[chosen] @ matrix.T
        return out

    def _series(self, r: FloatArray, vector: FloatArray) -> FloatArray:
        """exp(A r/q) v for 0 <= r < 1 by the Poisson-weighted powers of P."""
        jump = self._jump.astype(float).T
        term = np.tile(vector, (r.size, 1)).astype(float)
        total = term.copy()
        with np.errstate(under="ignore"):
            for n in range(1, self._generator.shape[0] + 30):
                term = (term @ jump) * (r / n)[:, None]
                total += term
            return total * np.exp(-r)[:, None]
