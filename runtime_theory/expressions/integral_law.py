"""A law without closed forms: its moments are integrals that are written out, not evaluated."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, final

from runtime_theory.errors import NoMethodError
from runtime_theory.expressions.densities import Density
from runtime_theory.expressions.law import SymbolicLaw
from runtime_theory.timing.facts import Scope

__all__ = ["IntegralLaw"]


@final
class IntegralLaw(SymbolicLaw):
    """The moments of a law as integrals over its density (David and Nagaraja 2003, section 2.1).

    Parameters
    ----------
    density : Density
        Its density, distribution function, survival function and support.
    name : str, keyword-only
        What to call it.
    scopes : frozenset of Scope, keyword-only
        What is known of it.
    evaluate : callable, keyword-only
        What to do with each integral; by default it is left as it is.
    latex, own
        As in `SymbolicLaw`.

    Examples
    --------
    >>> from runtime_theory.expressions.densities import generic_density
    >>> IntegralLaw(generic_density(0, 1)).order_mean(2, 3)
    6*Integral(x*F(x)*S(x)*f(x), (x, 0, 1))
    """

    def __init__(
        self,
        density: Density,
        *,
        name: str = "this law",
        scopes: frozenset[Scope] = frozenset({Scope.ANY}),
        evaluate: Callable[[Any], Any] | None = None,
        latex: Mapping[str, str] | None = None,
        own: frozenset[str] = frozenset(),
    ) -> None:
        self.density, self.name, self._scopes = density, name, scopes
        self.evaluate, self.latex, self.own = evaluate, latex or {}, own
        self.tries, self.closed = evaluate is not None, evaluate is not None

    @property
    def scopes(self) -> frozenset[Scope]:
        return self._scopes

    def mean(self) -> Any:
        known = self.density.mean
        return self._moment(1, 1, 1) if known is None else known

    def variance(self) -> Any:
        known = self.density.variance
        return self._moment(1, 1, 2) - self.mean() ** 2 if known is None else known

    def order_mean(self, k: Any, n: Any) -> Any:
        return self.mean() if n == 1 else self._moment(k, n, 1)

    def order_covariance(self, j: Any, k: Any, n: Any) -> Any:
        if j != k:
            raise NoMethodError(
                f"the covariance of different order statistics of {self.name} is a double "
                "integral: rt.covariance_order_statistics(X, n) computes it"
            )
        if n == 1:
            return self.variance()
        return self._moment(k, n, 2) - self._moment(k, n, 1) ** 2

    def _moment(self, k: Any, n: Any, r: int) -> Any:
        """E[X_{k:n}^r] = n C(n-1, k-1) times the integral of x^r F^(k-1) S^(n-k) f."""
        from sympy import Integral, binomial, powsimp, sympify

        d, (k, n) = self.density, map(sympify, (k, n))
        weight = d.cdf ** (k - 1) * d.sf ** (n - k)
        integrand = powsimp(d.x**r * d.pdf, combine="exp") * weight
        integral = Integral(integrand, (d.x, d.low, d.high))
        value = integral if self.evaluate is None else self.evaluate(integral)
        return n * binomial(n - 1, k - 1) * value
