"""Workers: P learners, not all alike, as groups with one law each."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, final

from runtime_theory.distributions.affine import Affine
from runtime_theory.distributions.base import Distribution
from runtime_theory.errors import check_integer

__all__ = ["Workers", "same_law"]


@final
class Workers:
    """Independent workers, each with its own law; equal laws are merged into one group.

    The same object given several times stands for that many independent copies.

    Parameters
    ----------
    items : iterable
        Laws (anything `as_distribution` takes, traces included) or pairs (law, count).

    Raises
    ------
    TypeError
        If ``items`` is not a list, or one of them is not a law.
    ValueError
        If there is no worker, or a count is not positive.

    Examples
    --------
    >>> from scipy import stats
    >>> fleet = Workers([(stats.expon(), 6), stats.expon(scale=4), stats.expon(scale=4)])
    >>> fleet.P, fleet
    (8, <workers(6 x expon, 2 x expon(scale=4))>)
    """

    def __init__(self, items: Iterable[Any]) -> None:
        groups: list[tuple[Distribution, int]] = []
        for place, item in enumerate(_listed(items)):
            law, count = _pair(item, place)
            for i, (known, number) in enumerate(groups):
                if same_law(known, law):
                    groups[i] = (known, number + count)
                    break
            else:
                groups.append((law, count))
        if not groups:
            raise ValueError("workers must not be empty: give a law, or a pair (law, count), each")
        self._groups = tuple(groups)

    @property
    def groups(self) -> tuple[tuple[Distribution, int], ...]:
        """Different laws, in the order given, with the number of workers of each."""
        return self._groups

    @property
    def P(self) -> int:
        """Number of workers."""
        return sum(count for _, count in self._groups)

    @property
    def alike(self) -> bool:
        """True where all workers have one law."""
        return len(self._groups) == 1

    def __len__(self) -> int:
        return self.P

    def __iter__(self) -> Iterator[Distribution]:
        for law, count in self._groups:
            yield from (law for _ in range(count))

    def describe(self) -> str:
        """Name with the groups, cut short where there are many."""
        shown = [f"{count} x {law.describe()}" for law, count in self._groups[:4]]
        if len(self._groups) > 4:
            rest = self.P - sum(count for _, count in self._groups[:4])
            shown.append(f"{rest} others of {len(self._groups) - 4} laws")
        return f"workers({', '.join(shown)})"

    def __repr__(self) -> str:
        return f"<{self.describe()}>"


def same_law(a: Distribution, b: Distribution) -> bool:
    """Whether two laws are the same by construction; different objects may still be equal laws.

    Examples
    --------
    >>> from runtime_theory.distributions.discrete import Deterministic
    >>> same_law(Deterministic(1), Deterministic(1.0)), same_law(Deterministic(1), Deterministic(2))
    (True, False)
    """
    if a is b:
        return True
    if isinstance(a, Affine) and isinstance(b, Affine):
        return a.loc == b.loc and a.scale == b.scale and same_law(a.base, b.base)
    key = getattr(a, "key", None)
    return key is not None and type(a) is type(b) and key == getattr(b, "key", None)


def _listed(items: Any) -> list[Any]:
    if isinstance(items, Workers):
        return list(items.groups)
    if isinstance(items, str | Distribution) or not isinstance(items, Iterable):
        raise TypeError(f"workers must be a list of laws or (law, count) pairs, got {items!r:.80}")
    return list(items)


def _pair(item: Any, place: int) -> tuple[Distribution, int]:
    """One entry as a law and a count, errors naming the entry."""
    from runtime_theory.distributions.adapt import as_law

    law, count = item, 1
    if isinstance(item, tuple):
        if len(item) != 2:
            raise TypeError(
                f"worker {place} must be a law or a pair (law, count), got {item!r:.80}"
            )
        law, count = item
    try:
        return as_law(law), check_integer("count", count, low=1)
    except (TypeError, ValueError) as wrong:
        raise type(wrong)(f"worker {place}: {wrong}") from wrong
