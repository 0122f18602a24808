"""`Fleet`: P learners and the few means that every scheme's formulas are made of.

One fleet serves all schemes of a table, so each mean is computed once.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cached_property
from typing import Any, final

from runtime_theory.distributions.adapt import as_distribution
from runtime_theory.distributions.base import Ageing, Distribution
from runtime_theory.distributions.discrete import AtomicLaw
from runtime_theory.distributions.workers import Workers
from runtime_theory.errors import check_integer
from runtime_theory.order_statistics import expected_order_statistics, order_statistic
from runtime_theory.references import COX1962
from runtime_theory.results import Result
from runtime_theory.results.kinds import Kind
from runtime_theory.timing.ageing import ageing_theorem

__all__ = ["Fleet", "infinite"]


@final
class Fleet:
    """P independent learners, alike or not.

    Parameters
    ----------
    X
        A law, or a list of laws and (law, count) pairs, as `as_distribution` takes them.
    P : int
        Number of learners.

    Raises
    ------
    TypeError, ValueError
        `X` is no law, or a list of other than P learners.

    Examples
    --------
    >>> from scipy import stats
    >>> float(Fleet(stats.expon(scale=4), 8).interval)
    0.5
    """

    def __init__(self, X: Any, P: int) -> None:
        law = as_distribution(X)
        self.P = check_integer("P", P, low=1)
        if isinstance(law, Workers) and law.P != self.P:
            raise ValueError(f"P must be the number of workers listed, {law.P}, got P={P}")
        # Alike workers are one law: its closed forms apply.
        self.law: Distribution | Workers = (
            law.groups[0][0] if isinstance(law, Workers) and len(law.groups) == 1 else law
        )
        self._order_means: dict[int, Result] = {}

    @cached_property
    def groups(self) -> tuple[tuple[Distribution, int], ...]:
        """Laws with the number of learners that obey each."""
        return self.law.groups if isinstance(self.law, Workers) else ((self.law, self.P),)

    @property
    def alike(self) -> bool:
        """Whether all learners obey one law."""
        return len(self.groups) == 1

    @cached_property
    def means(self) -> tuple[Result, ...]:
        """E[X] of each group, in seconds; of a trace with its standard error."""
        means = (order_statistic(law, 1, 1).mean() for law, _ in self.groups)
        return tuple(mean.replace(unit="s", formula=None) for mean in means)

    @cached_property
    def interval(self) -> Result:
        """Mean time between mini-batches in the long run, if nobody ever idles.

        1/sum(1/E[X_i]), which is E[X]/P for learners that are alike (elementary renewal
        theorem, Cox 1962, section 4.2); inf where every learner's mean is.
        """
        if self.alike:
            return self.means[0] / self.P
        rates = [n / mean for mean, (_, n) in zip(self.means, self.groups, strict=True)]
        rate = sum(rates[1:], start=rates[0])
        if rate.value == 0:
            return self.slowest
        return (1 / rate).replace(unit="s", references=(COX1962,))

    @property
    def slowest(self) -> Result:
        """The largest E[X] of any learner."""
        return max(self.means, key=lambda mean: float(mean.upper))

    def order_mean(self, k: int) -> Result:
        """Return E[X_{k:P}] in seconds."""
        if k not in self._order_means:
            self._order_means[k] = self.order_law(k).mean().replace(unit="s")
        return self._order_means[k]

    def order_law(self, k: int) -> Distribution:
        """Return the law of X_{k:P}."""
        law: Distribution = order_statistic(self.law, k, self.P)
        return law

    def prepare(self, ranks: Sequence[int]) -> None:
        """Compute many order means in one pass where that is the cheaper way.

        Traces are left to single questions, which answer with a standard error.
        """
        wanted = [k for k in ranks if k not in self._order_means]
        measured = any(law.sample_size is not None for law, _ in self.groups)
        if len(wanted) > 2 and 4 * len(wanted) >= self.P and not measured:
            means = expected_order_statistics(self.law, self.P).replace(unit="s")
            self._order_means |= {k: means[k - 1] for k in wanted}

    @cached_property
    def shortest(self) -> Result:
        """Left end of the support: no mini-batch is quicker."""
        return min((_end(law, 0) for law, _ in self.groups), key=float)

    @cached_property
    def longest(self) -> Result:
        """Right end of the support: no mini-batch is slower."""
        return max((_end(law, 1) for law, _ in self.groups), key=float)

    @property
    def deterministic(self) -> bool:
        """Whether every mini-batch takes the same time."""
        return float(self.shortest) == float(self.longest)

    @cached_property
    def memoryless(self) -> bool:
        """Whether every learner's time is exponential, by its closed form."""
        return all(_is_exponential(law) for law, _ in self.groups)

    @cached_property
    def ageing(self) -> Ageing:
        """The ageing class that all learners are proved to share, else neither."""
        classes = {ageing_theorem(law) for law, _ in self.groups} - {Ageing.BOTH}
        if not classes:
            return Ageing.BOTH
        shared = classes.pop() if len(classes) == 1 else Ageing.NEITHER
        return Ageing.NEITHER if shared is Ageing.UNKNOWN else shared

    @cached_property
    def negative_note(self) -> str:
        """A warning where some mini-batch could take negative time, else an empty text."""
        if float(self.shortest) >= 0:
            return ""
        mass = max(float(law.cdf(0.0)) for law, _ in self.groups)
        return f"Pr[X <= 0] = {mass:.2g}: computed as if times could be negative"

    def require_times(self, *, mean: bool) -> None:
        """Raise a ValueError where mini-batches take no time, or negative time on average."""
        if float(self.longest) <= 0:
            raise ValueError(f"X must be a time that can be positive, got {self.law!r}")
        if mean and any(each.upper <= 0 for each in self.means):
            raise ValueError(f"X must be a time with E[X] > 0, got {self.law!r}")

    def __repr__(self) -> str:
        return f"Fleet({self.law!r}, {self.P})"


def _is_exponential(law: Distribution) -> bool:
    member = law.member
    return (
        member is not None
        and member.family.name == "exponential"
        and member.loc == 0
        and bool(member.scale > 0)
    )


def _end(law: Distribution, side: int) -> Result:
    """Return an end of the support; a computed one is known to its rounding only."""
    end = law.support[side]
    error = 0.0 if isinstance(law, AtomicLaw) or end == 0 else math.ulp(end)
    return Result(end, error, kind=Kind.EXACT, method="end of the support", unit="s")


def infinite(reason: str) -> Result:
    """Return a divergent mean time, exactly infinite, with its reason.

    Examples
    --------
    >>> infinite("the tail is too heavy")
    inf s (exact: divergence; the tail is too heavy)
    """
    return Result(math.inf, 0.0, kind=Kind.EXACT, method="divergence", unit="s", note=reason)
