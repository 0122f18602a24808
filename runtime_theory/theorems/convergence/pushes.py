"""Every order in which learners may push, and how many gradients are fresh: enumerated."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import combinations, product

from runtime_theory.theorems.convergence.models import rational
from runtime_theory.theorems.kernel.witness import Witness

__all__ = ["enumerated", "mean_share", "shares_of_batches", "shares_of_learners"]


def shares_of_learners(P: int, K: int) -> Iterator[Fraction]:
    """Yield the share of fresh gradients for each set of K learners that may finish first.

    Learners 0..K-1 have just read the model.

    Examples
    --------
    >>> [str(share) for share in shares_of_learners(3, 2)]
    ['1', '1/2', '1/2']
    """
    for first in combinations(range(P), K):
        yield Fraction(sum(learner < K for learner in first), K)


def shares_of_batches(P: int, K: int) -> Iterator[Fraction]:
    """Yield the share of fresh gradients for each sequence of learners that may push.

    Learner 0 made the update; who pushes reads the current model at once.

    Examples
    --------
    >>> [str(share) for share in shares_of_batches(2, 1)]
    ['1', '0']
    """
    for pushers in product(range(P), repeat=K):
        seen, fresh = {0}, 0
        for learner in pushers:
            fresh += learner in seen
            seen.add(learner)
        yield Fraction(fresh, K)


def mean_share(shares: Iterator[Fraction]) -> Fraction:
    """Return the mean of shares that are equally likely.

    Examples
    --------
    >>> str(mean_share(shares_of_learners(3, 2)))
    '2/3'
    """
    found = list(shares)
    return sum(found, Fraction(0)) / len(found)


def enumerated(
    shares: Callable[[int, int], Iterator[Fraction]],
    choose: Callable[[Iterator[Fraction]], Fraction],
    cases: tuple[tuple[int, int, bool], ...],
) -> tuple[Witness, ...]:
    """Return a witness for each P, K and whether the claim is attained there.

    Examples
    --------
    >>> print(enumerated(shares_of_learners, min, ((3, 2, True),))[0].truth)
    1/2
    """
    return tuple(
        Witness(
            f"every order in which learners may push, P={P}, K={K}",
            {"P": P, "K": K},
            rational(choose(shares(P, K))),
            sharp=sharp,
        )
        for P, K, sharp in cases
    )
