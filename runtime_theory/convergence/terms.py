"""What the error bounds of every scheme are made of (Dutta et al. 2018, section 3).

F is L-smooth with |grad F|^2 >= 2c (F - F*), a mini-batch gradient is unbiased with variance
at most sigma^2/m + (M_G/m) |grad F|^2, and an update averages K of them.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Any

from runtime_theory.formulas.vocabulary import symbol, symbols

__all__ = ["Analysis", "contraction", "floor", "gain", "gradients", "growth", "noise", "step"]


class Analysis(StrEnum):
    """Which estimate of one update a bound rests on.

    SYNC and ASYNC are the paper's, for fresh and for stale gradients, with the learning-rate
    condition that their proofs need; SYNC_SHARP and ASYNC_SHARP keep what those throw away,
    and hold for learning rates twice as large.
    """

    SYNC = "sync"
    ASYNC = "async"
    SYNC_SHARP = "sync, sharp"
    ASYNC_SHARP = "async, sharp"

    @property
    def stale(self) -> bool:
        """Whether it allows for stale gradients."""
        return self in (Analysis.ASYNC, Analysis.ASYNC_SHARP)


def gradients(name: Any = "K") -> Any:
    """Return how many gradients an update averages: a symbol by its name, or a number.

    Examples
    --------
    >>> gradients(), gradients("P"), gradients(1)
    (K, P, 1)
    """
    from sympy import Symbol, sympify

    return Symbol(name) if isinstance(name, str) else sympify(name)


def growth(count: str | int = "K") -> Any:
    """Return M_G/(Km) + 1: the second moment of an update is at most that times |grad F|^2.

    (Dutta et al. 2018, supplement, equation 36, divided by K^2.)

    Examples
    --------
    >>> growth().subs({"M_G": 6, "K": 2, "m": 1})
    4
    """
    m, M_G = symbols("m M_G")
    return M_G / (gradients(count) * m) + 1


def noise(count: str | int = "K") -> Any:
    """Return L eta^2 sigma^2/(2Km), what the noise of one update adds to the loss at most.

    Examples
    --------
    >>> noise(1)
    L*eta**2*sigma2/(2*m)
    """
    eta, L, m, sigma2 = symbols("eta L m sigma2")
    return eta**2 * L * sigma2 / (2 * gradients(count) * m)


def gain(analysis: Analysis, count: str | int = "K") -> Any:
    """Return gamma', the share of the descent eta |grad F|^2/2 that is certain.

    Without staleness 1, or 2 - eta L (M_G/(Km) + 1) where nothing is thrown away. With it
    1 - gamma + p_0/2, or 1 - gamma + p_0 (1 - eta L (M_G/(Km) + 1)).

    Examples
    --------
    >>> gain(Analysis.ASYNC)
    -gamma + p0/2 + 1
    """
    from sympy import Integer

    eta, L, gamma, p0 = symbols("eta L gamma p0")
    match analysis:
        case Analysis.SYNC:
            return Integer(1)
        case Analysis.SYNC_SHARP:
            return 2 - eta * L * growth(count)
        case Analysis.ASYNC:
            return 1 - gamma + p0 / 2
        case Analysis.ASYNC_SHARP:
            return 1 - gamma + p0 * (1 - eta * L * growth(count))


def contraction(analysis: Analysis, count: str | int = "K") -> Any:
    """Return 1 - eta c gamma', by which the error shrinks in one update, up to the noise.

    Examples
    --------
    >>> contraction(Analysis.SYNC)
    -c*eta + 1
    """
    eta, c = symbols("eta c")
    return 1 - eta * c * gain(analysis, count)


def floor(analysis: Analysis, count: str | int = "K") -> Any:
    """Return eta L sigma^2/(2 c gamma' K m), the error that is left after many updates.

    Examples
    --------
    >>> floor(Analysis.SYNC)
    L*eta*sigma2/(2*K*c*m)
    """
    eta, L, c, m, sigma2 = symbols("eta L c m sigma2")
    return eta * L * sigma2 / (2 * c * gain(analysis, count) * gradients(count) * m)


def step(analysis: Analysis, count: str | int = "K") -> Any:
    """Return the bound on the error after one update from the error e_j before it.

    Examples
    --------
    >>> step(Analysis.SYNC, 1)
    L*eta**2*sigma2/(2*m) + e_j*(-c*eta + 1)
    """
    return contraction(analysis, count) * symbol("e_j") + noise(count)
