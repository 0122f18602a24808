"""The k-th smallest of n independent draws from one law, itself a law."""

from __future__ import annotations

from typing import Literal, final

from runtime_theory.distributions.derived.order_law import OrderLaw
from runtime_theory.order_statistics.sample import plug_in, unbiased
from runtime_theory.results import Result

Estimator = Literal["plug-in", "u-statistic"]


@final
class OrderStatistic(OrderLaw):
    """X_{k:n}, the k-th smallest of n independent draws from a law.

    Parameters
    ----------
    parent : Distribution
        Law of one draw.
    k, n : int
        Rank and number of draws, 1 <= k <= n; n may exceed 1e9.

    References
    ----------
    David and Nagaraja (2003), Order Statistics, chapters 2 and 3.
    """

    def mean(
        self,
        *,
        method: Estimator = "plug-in",
        digits: int | None = None,
        certified: bool = False,
    ) -> Result:
        """E[X_{k:n}].

        Parameters
        ----------
        method : {"plug-in", "u-statistic"}, keyword-only
            For a trace: exact for the empirical law, or the unbiased estimate for the law
            behind the measurements. Both carry a standard error.
        digits : int, optional, keyword-only
            Correct decimal digits: the numbers of the Result are mpmath.mpf then.
        certified : bool, keyword-only
            Whether lower and upper enclose the mean for certain, to 15 digits or to `digits`;
            needs python-flint (extra ``certified``) for all but the simplest closed forms.

        Returns
        -------
        Result
            In seconds: closed form (exact), sum over a trace's values (exact), quadrature
            (numerical), an estimate, or a certified enclosure.

        Raises
        ------
        NoMethodError
            digits or certified is asked for and the law has no form beyond floats.
        ImportError
            python-flint is needed and missing.
        ValueError
            An unknown method, or the u-statistic with digits or certified.

        Examples
        --------
        >>> from scipy import stats
        >>> from runtime_theory.distributions.adapt import as_law
        >>> fastest = OrderStatistic(as_law(stats.gamma(2.5)), 1, 8)
        >>> fastest.mean(certified=True).kind
        <Kind.CERTIFIED: 'certified'>
        >>> OrderStatistic(as_law(stats.expon()), 3, 3).mean(digits=30)
        1.833333333333333333333333333333 +- 3e-30 s (exact: closed form (exponential))
        """
        if method not in ("plug-in", "u-statistic"):
            raise ValueError(f"method must be 'plug-in' or 'u-statistic', got {method!r}")
        precise = certified or digits is not None
        if method == "u-statistic":
            if precise:
                raise ValueError("method='u-statistic' is an estimate: no digits=, no certified=")
            return unbiased(self.parent, self.k, self.n)
        result = super().mean(digits=digits, certified=certified)
        return plug_in(self.parent, self.k, self.n, result)

    def describe(self) -> str:
        return f"{self.k}:{self.n} of {self.parent.describe()}"
