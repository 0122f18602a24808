"""The SGD schemes, as what they are: who triggers an update and what the others do.

Each scheme is a frozen dataclass; its class attributes are the columns that
tell the schemes apart (Dutta et al. 2018, section 2.3).  P and K are integers
for numbers, or names (strings, sympy symbols) for formulas.
"""

from __future__ import annotations

import sys
from abc import ABC, abstractmethod
from dataclasses import dataclass, fields
from enum import StrEnum
from typing import Any, ClassVar, final

from runtime_theory.errors import check_integer

__all__ = [
    "SCHEMES",
    "Async",
    "KAsync",
    "KBatchAsync",
    "KBatchSync",
    "KSync",
    "Pushed",
    "Scheme",
    "Sync",
    "Trigger",
    "Unfinished",
    "scheme_class",
]


class Trigger(StrEnum):
    """What the server counts up to before it updates the model."""

    LEARNERS = "learners"  # distinct learners that finished
    MINI_BATCHES = "mini-batches"  # whoever computed them


class Unfinished(StrEnum):
    """What learners that have not finished do when the model is updated."""

    NONE = "none"  # there are none: all have finished
    CANCELLED = "cancelled"  # all restart with the new version
    CONTINUE = "continue"  # go on with their stale version


class Pushed(StrEnum):
    """What a learner does once it has pushed a gradient."""

    WAIT = "wait"  # for the update
    SAME_VERSION = "same version"  # another mini-batch at the version it has
    CURRENT_VERSION = "current version"  # another mini-batch at the server's version


@dataclass(frozen=True)
class Scheme(ABC):
    """What all schemes share.

    Parameters
    ----------
    P : int, str or sympy.Expr
        Number of learners.

    Attributes
    ----------
    name : str
        Spelling on the command line and in tables.
    aliases : tuple of str
        Other names for the same process in the literature.
    trigger, unfinished, pushed
        The columns of the table of schemes.
    stale : bool
        Whether gradients may be read at an older version than they are applied to.

    Examples
    --------
    >>> KSync(8, 4).unfinished
    <Unfinished.CANCELLED: 'cancelled'>
    >>> KSync(8, 8).canonical()
    Sync(P=8)
    """

    P: Any

    name: ClassVar[str]
    aliases: ClassVar[tuple[str, ...]] = ()
    trigger: ClassVar[Trigger]
    unfinished: ClassVar[Unfinished]
    pushed: ClassVar[Pushed]
    stale: ClassVar[bool]

    def __post_init__(self) -> None:
        for item in fields(self):
            number = _count(item.name, getattr(self, item.name))
            object.__setattr__(self, item.name, number)

    @property
    @abstractmethod
    def gradients_per_update(self) -> Any:
        """Number of gradients averaged in one update."""

    def canonical(self) -> Scheme:
        """Return the simplest scheme that is the same process.

        Two schemes are one process exactly when their canonical forms are equal;
        with one learner nothing is ever stale.
        """
        return self

    @property
    def symbolic(self) -> bool:
        """Whether P or K is a name instead of a number."""
        return any(not isinstance(getattr(self, item.name), int) for item in fields(self))

    def require_numbers(self, question: str) -> None:
        """Raise a TypeError naming the symbolic parameter, if there is one."""
        for item in fields(self):
            value = getattr(self, item.name)
            if not isinstance(value, int):
                raise TypeError(f"{question} needs {item.name} as an integer, got {self}")

    def __str__(self) -> str:
        return (
            f"{type(self).__name__}({', '.join(str(getattr(self, f.name)) for f in fields(self))})"
        )


@dataclass(frozen=True)
class _WithK(Scheme):
    """A scheme that waits for K; at most P of them where learners are counted."""

    K: Any

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.trigger is Trigger.LEARNERS and isinstance(self.K, int) and isinstance(self.P, int):
            check_integer("K", self.K, low=1, high=self.P)

    @property
    def gradients_per_update(self) -> Any:
        return self.K


@final
@dataclass(frozen=True)
class Sync(Scheme):
    """Every update waits for one gradient of each of the P learners.

    Examples
    --------
    >>> Sync(8).gradients_per_update
    8
    """

    name = "sync"
    aliases = ("synchronous SGD", "bulk synchronous")
    trigger = Trigger.LEARNERS
    unfinished = Unfinished.NONE
    pushed = Pushed.WAIT
    stale = False

    @property
    def gradients_per_update(self) -> Any:
        return self.P


@final
@dataclass(frozen=True)
class KSync(_WithK):
    """An update when K of the P learners have finished; the others are cancelled.

    Also known as backup workers (Chen et al. 2016) and m-synchronous SGD.

    Examples
    --------
    >>> KSync(8, 9)
    Traceback (most recent call last):
    ...
    ValueError: K must be an integer in 1..8, got K=9
    """

    name = "k-sync"
    aliases = ("backup workers", "m-synchronous SGD")
    trigger = Trigger.LEARNERS
    unfinished = Unfinished.CANCELLED
    pushed = Pushed.WAIT
    stale = False

    def canonical(self) -> Scheme:
        return Sync(self.P) if self.K == self.P else self


@final
@dataclass(frozen=True)
class KBatchSync(_WithK):
    """An update when K mini-batches of this version are done, whoever computed them.

    Also known as Rennala SGD where stragglers are stopped at once.

    Examples
    --------
    >>> KBatchSync(8, 20).trigger
    <Trigger.MINI_BATCHES: 'mini-batches'>
    """

    name = "k-batch-sync"
    aliases = ("Rennala SGD",)
    trigger = Trigger.MINI_BATCHES
    unfinished = Unfinished.CANCELLED
    pushed = Pushed.SAME_VERSION
    stale = False

    def canonical(self) -> Scheme:
        return KSync(self.P, 1).canonical() if self.K == 1 else self


@final
@dataclass(frozen=True)
class Async(Scheme):
    """Every gradient is an update; nobody waits.

    Examples
    --------
    >>> Async(8).stale
    True
    """

    name = "async"
    aliases = ("asynchronous SGD", "Hogwild")
    trigger = Trigger.MINI_BATCHES
    unfinished = Unfinished.CONTINUE
    pushed = Pushed.CURRENT_VERSION
    stale = True

    @property
    def gradients_per_update(self) -> Any:
        return 1

    def canonical(self) -> Scheme:
        return Sync(1) if self.P == 1 else self


@final
@dataclass(frozen=True)
class KAsync(_WithK):
    """An update when K distinct learners have pushed; the others go on.

    Examples
    --------
    >>> KAsync(8, 1).canonical()
    Async(P=8)
    """

    name = "k-async"
    aliases = ("n-softsync",)
    trigger = Trigger.LEARNERS
    unfinished = Unfinished.CONTINUE
    pushed = Pushed.WAIT
    stale = True

    def canonical(self) -> Scheme:
        if self.K == self.P:
            return Sync(self.P)
        return Async(self.P) if self.K == 1 else self


@final
@dataclass(frozen=True)
class KBatchAsync(_WithK):
    """An update when K mini-batches have been pushed; nobody waits.

    Examples
    --------
    >>> KBatchAsync(8, 20).pushed
    <Pushed.CURRENT_VERSION: 'current version'>
    """

    name = "k-batch-async"
    trigger = Trigger.MINI_BATCHES
    unfinished = Unfinished.CONTINUE
    pushed = Pushed.CURRENT_VERSION
    stale = True

    def canonical(self) -> Scheme:
        if self.K == 1:
            return Async(self.P).canonical()
        return KBatchSync(1, self.K) if self.P == 1 else self


SCHEMES: tuple[type[Scheme], ...] = (Sync, KSync, KBatchSync, Async, KAsync, KBatchAsync)


def scheme_class(name: str) -> type[Scheme]:
    """Return the scheme of that name, as spelled on the command line.

    Raises
    ------
    ValueError
        There is none.

    Examples
    --------
    >>> scheme_class("k-batch-async").__name__
    'KBatchAsync'
    """
    for scheme in SCHEMES:
        if scheme.name == name:
            return scheme
    allowed = ", ".join(scheme.name for scheme in SCHEMES)
    raise ValueError(f"scheme must be one of {allowed}, got scheme={name!r}")


def _count(name: str, value: object) -> Any:
    """Return a positive int, or the name or expression that stands for one."""
    if isinstance(value, str):
        if not value.isidentifier():
            raise ValueError(f"{name} must be an integer >= 1 or a name, got {name}={value!r}")
        return value
    sympy = sys.modules.get("sympy")  # a sympy object cannot come without sympy
    if sympy is not None and isinstance(value, sympy.Expr) and not value.is_Integer:
        if value.is_number:
            raise ValueError(f"{name} must be an integer >= 1, got {name}={value}")
        return value
    return check_integer(name, value, low=1)
