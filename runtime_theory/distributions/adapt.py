"""as_distribution: every kind of input that stands for the law of one worker's time."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from numbers import Number
from typing import Any

import numpy as np

from runtime_theory.distributions.base import Distribution
from runtime_theory.distributions.from_scipy.laws import from_scipy
from runtime_theory.distributions.measured.trace import Trace
from runtime_theory.distributions.workers import Workers

__all__ = ["as_distribution", "as_law"]

_ACCEPTED = (
    "a scipy.stats law (stats.gamma(2)), a new-style scipy or sympy.stats random variable, a list "
    "of measurements (rt.Trace), rt.PhaseType, rt.Discrete, rt.SurvivalFunction or another law "
    "of this package"
)


def as_distribution(obj: Any) -> Distribution | Workers:
    """Turn a law, a random variable or measurements into a law of this package.

    Parameters
    ----------
    obj
        A law of this package (returned as it is); a frozen law of scipy.stats or one without
        free shape parameters; a new-style scipy random variable; a sympy.stats random variable
        with numeric parameters; one-dimensional numeric data, which is a `Trace`; or a list of
        laws and (law, count) pairs, which is `Workers`.

    Returns
    -------
    Distribution or Workers
        Workers only for a list that does not consist of numbers.

    Raises
    ------
    TypeError
        For a bare number, a string, a tuple, a law with free parameters and everything else
        that could mean several things; the message names the constructor to use.
    ValueError
        For parameters outside their domain and for measurements that are no durations.

    Examples
    --------
    >>> from scipy import stats
    >>> as_distribution(stats.expon(scale=2))
    <expon(scale=2)>
    >>> as_distribution([0.5, 0.7, 0.6])
    <trace(n=3, mean=0.6 s)>
    >>> as_distribution([stats.expon(), (stats.uniform(1, 2), 7)])
    <workers(1 x expon, 7 x uniform(loc=1, scale=2))>
    >>> as_distribution(2.0)
    Traceback (most recent call last):
    ...
    TypeError: 2.0 is no law: rt.Deterministic(2.0) is a worker that always takes this long
    """
    if isinstance(obj, Distribution | Workers):
        return obj
    for adapt in (from_scipy, _from_scipy_variable, _from_sympy, _from_data):
        law = adapt(obj)
        if law is not None:
            return law
    raise TypeError(_refusal(obj))


def as_law(obj: Any) -> Distribution:
    """Like `as_distribution`, for questions about one law: a list of laws is refused.

    Examples
    --------
    >>> as_law([1.0, 2.0, 4.0]).support
    (1.0, 4.0)
    """
    law = as_distribution(obj)
    if isinstance(law, Workers):
        raise TypeError(f"one law is needed here, got {law!r}")
    return law


def _from_scipy_variable(obj: Any) -> Distribution | None:
    """Adapt scipy's new-style variables, known by their methods; their module loads on demand."""
    if not hasattr(obj, "iccdf"):
        return None
    from runtime_theory.distributions.from_scipy.variables import from_scipy_variable

    return from_scipy_variable(obj)


def _from_sympy(obj: Any) -> Distribution | None:
    """Adapt sympy objects; sympy is only asked where somebody has imported it already."""
    if "sympy" not in sys.modules or not type(obj).__module__.startswith("sympy."):
        return None
    from runtime_theory.distributions.from_sympy.laws import from_sympy

    return from_sympy(obj)


def _from_data(obj: Any) -> Distribution | Workers | None:
    """Flat numeric data is a Trace, any other list is Workers."""
    if isinstance(obj, np.ndarray) or _is_series(obj):
        return Trace(obj) if np.ndim(obj) else None
    if isinstance(obj, range):
        return Trace(np.arange(obj.start, obj.stop, obj.step))
    if not isinstance(obj, list):
        return None
    numbers = [_is_entry(entry) for entry in obj]
    texts = [isinstance(entry, str) for entry in obj]
    if all(n or t for n, t in zip(numbers, texts, strict=True)) and (any(numbers) or not obj):
        return Trace(obj)  # which names the row of a text
    return _workers(obj)


def _is_series(obj: Any) -> bool:
    """One-dimensional containers of pandas, polars, pyarrow and friends; frames are no laws."""
    return hasattr(obj, "__array__") and len(getattr(obj, "shape", ())) == 1


def _is_entry(entry: Any) -> bool:
    """What a list of measurements consists of; a wrong number is refused by Trace, by row."""
    if entry is None or type(entry).__name__ in ("NAType", "Decimal"):
        return True
    return isinstance(entry, Number | np.generic) and type(entry).__module__ != "sympy"


def _workers(entries: list[Any]) -> Workers:
    numbers = [i for i, entry in enumerate(entries) if _is_entry(entry) or isinstance(entry, str)]
    if numbers:
        where = numbers[0]
        raise TypeError(
            f"a list is either measurements or laws, got {entries[where]!r:.60} in position "
            f"{where} of a list that is not all numbers"
        )
    return Workers(entries)


def _refusal(obj: Any) -> str:
    """Say what the object could have meant, and how to write that."""
    obj = obj.item() if isinstance(obj, np.generic) else obj
    shown = f"{obj!r:.80}"
    if isinstance(obj, Number) or (isinstance(obj, np.ndarray) and obj.ndim == 0):
        return (
            f"{shown} is no law: rt.Deterministic({shown}) is a worker that always takes this long"
        )
    if isinstance(obj, str):
        return (
            f"{shown} is a string: rt.parse_law({shown}) reads the name of a law, "
            f"rt.read_trace({shown}) a file of measurements"
        )
    if isinstance(obj, tuple):
        return (
            f"the tuple {shown} could mean many things: rt.Trace(list(...)) takes measurements, "
            f"rt.Workers([(law, count), ...]) groups of workers, rt.Discrete(values, "
            f"probabilities) a law on finitely many values"
        )
    if hasattr(obj, "columns") or hasattr(obj, "__dataframe__"):
        return f"a data frame is read by rt.read_trace(frame, column=...), got {type(obj).__name__}"
    if callable(obj):
        return (
            f"{shown} is a function: rt.SurvivalFunction(sf, support) takes a survival function. "
            f"Accepted: {_ACCEPTED}"
        )
    if isinstance(obj, Iterable):
        return f"a law must be {_ACCEPTED}; got {type(obj).__name__}: pass a list"
    return f"a law must be {_ACCEPTED}; got {shown}"
