"""The one notation table: what each plain symbol of a formula stands for, and how it prints.

Formulas are written in plain sympy symbols, without assumptions, so that
``formula.expr.subs({"P": 8})`` works. The parameters of a family belong to its own file.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import Any, NamedTuple

__all__ = ["NOTATION", "Notation", "order_covariance", "order_mean", "symbol", "symbols"]


class Notation(NamedTuple):
    """One symbol: its LaTeX, what it means, and its unit."""

    latex: str
    meaning: str
    unit: str = ""


NOTATION = MappingProxyType(
    {
        "P": Notation("P", "learners", "learners"),
        "K": Notation("K", "gradients an update waits for", "gradients"),
        "k": Notation("k", "rank of an order statistic"),
        "n": Notation("n", "number of draws"),
        "j": Notation("j", "index of an update, or a second rank", "updates"),
        "J": Notation("J", "number of updates", "updates"),
        "s": Notation("s", "staleness", "updates"),
        "t": Notation("t", "wallclock time", "s"),
        "x": Notation("x", "a mini-batch time, or eta times a curvature"),
        "E_X": Notation(r"\mathbb{E}[X]", "mean mini-batch time", "s"),
        "Var_X": Notation(r"\operatorname{Var}[X]", "variance of a mini-batch time", "s^2"),
        "E_T": Notation(r"\mathbb{E}[T]", "mean iteration time", "s"),
        "d": Notation("d", "a mini-batch time that is always the same", "s"),
        "w_0": Notation("w_0", "parameters at the start"),
        "F_0": Notation("F_0", "loss at the start, above its least value", "loss"),
        "F_t": Notation("F_t", "loss now, above its least value", "loss"),
        "K_0": Notation("K_0", "K at the start", "gradients"),
        "gap": Notation("F(w_0) - F^*", "loss at the start above its least", "loss"),
        "epsilon": Notation(r"\epsilon", "target for the loss above its least value", "loss"),
        "eta": Notation(r"\eta", "learning rate"),
        "eta_max": Notation(r"\eta_{\max}", "largest rate of the staleness-adaptive schedule"),
        "C": Notation("C", "constant of the staleness-adaptive schedule"),
        "L": Notation("L", "smoothness: the gradient is L-Lipschitz"),
        "c": Notation("c", "strong convexity, or the Polyak-Lojasiewicz constant"),
        "m": Notation("m", "examples in a mini-batch"),
        "sigma2": Notation(r"\sigma^2", "variance of the gradient of one example"),
        "M_G": Notation("M_G", "growth of that variance with the squared gradient"),
        "gamma": Notation(r"\gamma", "bound on the squared error of a stale gradient"),
        "p0": Notation("p_0", "lower bound, given the past, on the share of fresh gradients"),
        "theta": Notation(r"\theta", "weight of time against noise in AdaSync"),
        "a": Notation("a", "curvature of a quadratic objective"),
        "s2": Notation("s^2", "variance of a mini-batch gradient of a quadratic objective"),
        "M": Notation("M", "its growth with the squared gradient, M_G/m"),
        "A": Notation("A", "mean square of the parameters of a quadratic"),
        "A_next": Notation("A'", "mean square of the parameters after an update"),
        "B": Notation("B", "mean product of its parameters and a learner's copy"),
        "D": Notation("D", "mean product of the copies of two learners"),
        "g": Notation("g", "sum of powers of 1 - 1/P in the long run of K-batch-async"),
        "h": Notation("h", "sum of powers of 1 - 2/P in the long run of K-batch-async"),
        "mu": Notation(r"\mu", "rate of exponential mini-batch times", "1/s"),
        "e_j": Notation("e_j", "mean loss after j updates, above its least value", "loss"),
        "eta_j": Notation(r"\eta_j", "learning rate of update j"),
        "eta2_sum": Notation(
            r"\sum_{j=0}^{J-1} \mathbb{E}[\eta_j^2]", "sum of squared learning rates"
        ),
        "gain": Notation(r"\gamma'", "share of the descent that staleness leaves"),
        "sum_of_norms": Notation("S", "squared norms of the K gradients of an update, summed"),
        "norm_of_sum": Notation("N", "squared norm of their sum"),
        "grad2": Notation("G_j", "mean squared gradient"),
        "stale2": Notation(r"G_{\tau}", "mean squared stale gradient, averaged over an update"),
        "drift2": Notation(r"D_{\tau}", "its mean squared error, averaged over an update"),
        "rho": Notation(r"\rho", "factor by which an error shrinks in one update"),
        "nu": Notation(r"\nu", "what the noise of one update adds to the loss", "loss"),
        "slope": Notation(r"\nabla F(w) \cdot v", "slope of the loss along a step"),
        "size2": Notation(r"\|v\|^2", "squared length of a step's direction"),
        "i": Notation("i", "index of an earlier update", "updates"),
        "Delta": Notation(r"\Delta", "shortest mini-batch time", "s"),
    }
)
"""Every symbol of the schemes and of convergence, by its name in formulas."""


def symbol(name: str) -> Any:
    """Return the plain sympy symbol of that name.

    Raises
    ------
    KeyError
        The notation table has no such name.

    Examples
    --------
    >>> symbol("P").subs({"P": 8})
    8
    """
    from sympy import Symbol

    if name not in NOTATION:
        raise KeyError(f"no symbol {name!r} in the notation table")
    return Symbol(name)


def symbols(names: str) -> tuple[Any, ...]:
    """Return several plain symbols, their names separated by spaces.

    Examples
    --------
    >>> symbols("P K")
    (P, K)
    """
    return tuple(symbol(name) for name in names.split())


def order_mean(k: Any, n: Any) -> Any:
    """Return E[X_{k:n}] of a law that is left open: an undefined function of k and n.

    Examples
    --------
    >>> order_mean(*symbols("K P"))
    order_mean(K, P)
    """
    from sympy import Function

    return Function("order_mean")(k, n)


def order_covariance(j: Any, k: Any, n: Any) -> Any:
    """Return Cov(X_{j:n}, X_{k:n}) of a law that is left open; the variance for j = k.

    Examples
    --------
    >>> order_covariance(1, 2, 2)
    order_covariance(1, 2, 2)
    """
    from sympy import Function

    return Function("order_covariance")(j, k, n)
