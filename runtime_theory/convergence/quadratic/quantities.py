"""What is asked of a quadratic's dynamics, as formulas: the long run, stability, the error."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, final

from runtime_theory.convergence.quadratic.recursion import Model, Moments
from runtime_theory.formulas import Formula
from runtime_theory.formulas.condition import Condition
from runtime_theory.formulas.vocabulary import symbol
from runtime_theory.references import Reference

__all__ = ["QUANTITIES", "Stationary", "first_reached", "smallest_root"]

QUANTITIES = (
    "stationary_second_moment",
    "stationary_error",
    "stationary_gamma",
    "stability_limit",
    "gamma_limit",
    "second_moment",
    "error",
)
"""What `formula_for` knows: the last two for the sync kinds only, the third last for the others."""

_LATEX = {
    "stationary_second_moment": r"\mathbb{E}[w_\infty^2]",
    "stationary_error": r"\mathbb{E}[F(w_\infty)] - F^*",
    "stationary_gamma": r"\gamma_\infty",
    "stability_limit": r"\eta_{\mathrm{crit}}",
    "gamma_limit": r"\eta_\gamma",
    "second_moment": r"\mathbb{E}[w_J^2]",
    "error": r"\mathbb{E}[F(w_J)] - F^*",
}


def smallest_root(alpha: Any, beta: Any, gamma: Any) -> Any:
    """Return the least positive root of alpha - beta x - gamma x^2, for alpha > 0.

    Written so that it holds for either sign of gamma, and for gamma = 0 with beta > 0.

    Examples
    --------
    >>> smallest_root(2, -1, 1)
    2
    """
    from sympy import sqrt

    return 2 * alpha / (beta + sqrt(beta**2 + 4 * alpha * gamma))


def first_reached(frequency: Any, limit: Any) -> Any:
    """Return the lesser of 1/frequency and a positive limit; the limit if frequency <= 0.

    Written so that a frequency of 0, which is never reached, needs no case of its own.

    Examples
    --------
    >>> first_reached(0, 2), first_reached(3, 2)
    (2, 1/3)
    """
    from sympy import Max, sympify

    return 1 / Max(frequency, 1 / sympify(limit))


@final
@dataclass(frozen=True)
class Stationary:
    """The long run of one scheme, and what follows from it.

    Parameters
    ----------
    scheme : str
        Name of the scheme.
    moments, gamma, limit : callable
        Of a `Model`: the stationary moments, the ratio gamma, and the learning rate from which
        on the second moments grow for ever.  Functions of a module.
    reference : Reference
        Source of the scheme.
    second_moment : callable, optional
        ``(model, E[w_0^2], J)``: E[w_J^2], where it has a closed form.
    all_learners : bool
        Whether K is P.
    gamma_limit : callable, optional
        Of a `Model`: the learning rate up to which there is a long run with gamma at most 1.

    Examples
    --------
    >>> from runtime_theory.convergence.quadratic import formula_for
    >>> formula_for("async", "stability_limit").expr.subs({"P": 8, "M": 0, "a": 1}).evalf(10)
    0.5663911093
    """

    scheme: str
    moments: Callable[[Model], Moments]
    gamma: Callable[[Model], Any]
    limit: Callable[[Model], Any]
    reference: Reference
    second_moment: Callable[[Model, Any, Any], Any] | None = None
    all_learners: bool = False
    gamma_limit: Callable[[Model], Any] | None = None

    def __post_init__(self) -> None:
        for name in ("moments", "gamma", "limit"):
            if not callable(getattr(self, name)):
                raise TypeError(f"{name} must be callable, got {getattr(self, name)!r}")

    @property
    def model(self) -> Model:
        """The plain symbols, K replaced by P where the scheme waits for all."""
        model = Model.symbolic()
        return model._replace(K=model.P) if self.all_learners else model

    @property
    def moment_formulas(self) -> tuple[Formula, ...]:
        """The four stationary moments, each as a formula."""
        return tuple(
            Formula(
                f"stationary {name} of {self.scheme}",
                partial(_moment, self, index),
                rf"{name}_\infty",
                self.reference,
                conditions=self.conditions("stationary_error"),
            )
            for index, name in enumerate(Moments._fields)
        )

    def formula(self, quantity: str) -> Formula:
        """Return one of `QUANTITIES` as a formula in plain symbols.

        Raises
        ------
        ValueError
            There is no such quantity, or it has no closed form for this scheme.
        """
        known = (*QUANTITIES[:4], *(QUANTITIES[5:] if self.second_moment else QUANTITIES[4:5]))
        if quantity not in known:
            raise ValueError(
                f"quantity must be one of {', '.join(known)} for {self.scheme}, "
                f"got quantity={quantity!r}"
            )
        return Formula(
            f"{quantity.replace('_', ' ')} of {self.scheme} on a quadratic",
            partial(_quantity, self, quantity),
            _LATEX[quantity],
            self.reference,
            conditions=self.conditions(quantity),
        )

    def conditions(self, quantity: str) -> tuple[Condition, ...]:
        """Return when the formula of a quantity holds, beyond 1 <= K <= P of the scheme."""
        if not quantity.startswith("stationary"):
            return ()
        limit = partial(_quantity, self, "stability_limit")
        return (Condition(partial(symbol, "eta"), "<", limit),)


def _moment(stationary: Stationary, index: int) -> Any:
    return stationary.moments(stationary.model)[index]


def _quantity(stationary: Stationary, quantity: str) -> Any:
    """Return the expression of a quantity."""
    return _EXPRESSIONS[quantity](stationary, stationary.model)


def _gamma_limit(stationary: Stationary, model: Model) -> Any:
    if stationary.gamma_limit is None:
        raise ValueError(f"gamma of {stationary.scheme} is always 0")
    return stationary.gamma_limit(model)


def _second_moment(stationary: Stationary, model: Model) -> Any:
    if stationary.second_moment is None:
        raise ValueError(f"E[w_J^2] of {stationary.scheme} has no closed form")
    return stationary.second_moment(model, symbol("w_0") ** 2, symbol("J"))


_EXPRESSIONS: Mapping[str, Callable[[Stationary, Model], Any]] = {
    "stationary_second_moment": lambda own, model: own.moments(model).A,
    "stationary_error": lambda own, model: model.a / 2 * own.moments(model).A,
    "stationary_gamma": lambda own, model: own.gamma(model),
    "stability_limit": lambda own, model: own.limit(model),
    "gamma_limit": _gamma_limit,
    "second_moment": _second_moment,
    "error": lambda own, model: model.a / 2 * _second_moment(own, model),
}
