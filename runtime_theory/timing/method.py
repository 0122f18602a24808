"""What the registry knows of a scheme: its methods, bounds, staleness and law.

A new engine is a `Method` in its scheme's file; nothing else has to change.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple, final

import numpy as np

from runtime_theory.distributions.base import Distribution
from runtime_theory.results import Relation, Result
from runtime_theory.schemes import Scheme
from runtime_theory.timing.facts import Fact
from runtime_theory.timing.fleet import Fleet

__all__ = ["Bounds", "Method", "Options", "Timing", "tightest"]

Seed = int | np.random.Generator | np.random.SeedSequence | None


class Bounds(NamedTuple):
    """The best known lower and upper bound on a mean iteration time."""

    lower: Result
    upper: Result


@final
@dataclass(frozen=True)
class Options:
    """What a method may be asked for beyond the question.

    Parameters
    ----------
    rtol : float or None
        Relative accuracy to aim for; None for the method's best.
    rng : int, Generator, SeedSequence or None
        Randomness for methods that simulate; None for their documented seed.
    """

    rtol: float | None = None
    rng: Seed = None


@final
@dataclass(frozen=True)
class Method:
    """One way to compute the mean iteration time of a scheme.

    Parameters
    ----------
    name : str
        How it is asked for: ``method=name``.
    scope : str
        When it applies, in words.
    applies : callable
        Takes a canonical scheme and a fleet, and says whether it does.
    compute : callable
        Takes the scheme, the fleet and Options, and returns the mean in seconds.
    """

    name: str
    scope: str
    applies: Callable[[Any, Fleet], bool]
    compute: Callable[[Any, Fleet, Options], Result]


@final
@dataclass(frozen=True)
class Timing:
    """What is true of one scheme's iteration time.

    Parameters
    ----------
    scheme : type
        The scheme this is about.
    methods : tuple of Method
        In the order in which ``method="auto"`` prefers them.
    bounds : callable or None
        Takes a canonical scheme and a fleet with times >= 0 and returns candidate lower
        and candidate upper bounds; None where a method answers for every law.
    mean_staleness : callable
        Long-run mean number of updates between reading and applying, E[X] finite.
    iteration_law : callable
        Law of one iteration time where iterations are i.i.d. and it is known, else None.
    facts : tuple of Fact
        What is known in formulas; of one quantity special laws come before "any law".
    """

    scheme: type[Scheme]
    methods: tuple[Method, ...]
    bounds: Callable[[Any, Fleet], tuple[list[Result], list[Result]]] | None
    mean_staleness: Callable[[Any, Fleet], Result]
    iteration_law: Callable[[Any, Fleet], Distribution | None]
    facts: tuple[Fact, ...]


def tightest(lower: list[Result], upper: list[Result]) -> Bounds:
    """Return the largest lower and the smallest upper bound, as Results that say so.

    Examples
    --------
    >>> ends = [Result(x, 0.0, kind="exact", method=f"by {x}", unit="s") for x in (1.0, 2.0, 5.0)]
    >>> tightest(ends[:2], ends[2:])
    Bounds(lower=>= 2.0 +- 0 s (exact: by 2.0), upper=<= 5.0 +- 0 s (exact: by 5.0))
    """
    low = max(lower, key=lambda bound: float(bound.lower))
    high = min(upper, key=lambda bound: float(bound.upper))
    ends = {"lower": low.lower, "upper": high.upper}
    return Bounds(
        low.replace(relation=Relation.LOWER, **ends), high.replace(relation=Relation.UPPER, **ends)
    )
