"""All schemes side by side: time, throughput, speed-up and staleness."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from typing import Any

from runtime_theory.distributions.adapt import as_distribution
from runtime_theory.distributions.workers import Workers
from runtime_theory.errors import NoMethodError, check_integer
from runtime_theory.schemes import SCHEMES, Async, Scheme, Sync, Trigger
from runtime_theory.tables import Chart, Table
from runtime_theory.timing.fleet import Fleet
from runtime_theory.timing.registry import mean_staleness_of, time_of

__all__ = ["COLUMNS", "compare"]

COLUMNS = (
    "scheme",
    "P",
    "K",
    "time",
    "error",
    "kind",
    "relation",
    "method",
    "lower",
    "upper",
    "gradients_per_second",
    "update_speedup",
    "gradient_speedup",
    "mean_staleness",
)
_ALL_K_UP_TO = 64


def compare(X: Any, P: int | None = None, K: int | Iterable[int] | None = None) -> Table:
    """Compare the schemes for one law of mini-batch times.

    Parameters
    ----------
    X
        Law of a mini-batch time, a trace, or a list of laws for learners that differ.
    P : int, optional
        Number of learners; may be left out for a list of laws.
    K : int or iterable of int, optional
        Which K to show; by default all up to P = 64, powers of two and P beyond.

    Returns
    -------
    Table
        One row for each scheme and K. Times in seconds per update; ``update_speedup`` is
        E[T_sync]/E[T], ``gradient_speedup`` the same per gradient. Where E[T] has no method
        its cells are None and ``lower`` and ``upper`` hold bounds.

    Raises
    ------
    TypeError, ValueError
        Wrong arguments, by name.

    Examples
    --------
    >>> from scipy import stats
    >>> table = compare(stats.expon(), 20)
    >>> row = next(row for row in table if row["scheme"] == "async")
    >>> print(f"{row['update_speedup']:.2f} {row['gradient_speedup']:.2f}")
    71.95 3.60
    """
    law = as_distribution(X)
    count = _workers(law, P)
    ranks = _ranks(count, K)
    fleet = Fleet(law, count)
    fleet.prepare([count, *(k for k in ranks if k <= count)])
    sync = float(time_of(Sync(count), fleet))
    answers = [_row(scheme, fleet, sync) for scheme in _schemes(count, ranks)]
    rows, spread = [row for row, _ in answers], [each for _, each in answers]
    return Table(
        {name: [row[name] for row in rows] for name in COLUMNS},
        caption=f"{fleet.law.describe()}, P = {count}",
        units={"time": "s", "error": "s", "lower": "s", "upper": "s"},
        notes=tuple(_notes(fleet, ranks, rows, spread)),
        symbols={"time": r"\mathbb{E}[T]"},
        errors=("error",),
        smaller_is_better=("time", "error", "lower", "upper", "mean_staleness"),
        chart=Chart("K", "time", by="scheme", interval=("lower", "upper")),
    )


def _workers(law: Any, P: int | None) -> int:
    if P is not None:
        return check_integer("P", P, low=1)
    if isinstance(law, Workers):
        return law.P
    raise TypeError("P must be given: the number of learners, an integer >= 1")


def _ranks(P: int, K: int | Iterable[int] | None) -> list[int]:
    """Return the values of K to show, rising."""
    if K is None:
        if P <= _ALL_K_UP_TO:
            return list(range(1, P + 1))
        return [1 << i for i in range(P.bit_length()) if 1 << i < P] + [P]
    given = list(K) if isinstance(K, Iterable) and not isinstance(K, str) else [K]
    if not given:
        raise ValueError("K must be an integer >= 1 or several, got none")
    return sorted({check_integer("K", k, low=1) for k in given})


def _schemes(P: int, ranks: list[int]) -> Iterator[Scheme]:
    """Yield every scheme with every K it may have."""
    for cls in SCHEMES:
        if cls in (Sync, Async):
            yield cls(P)
        else:
            limit = P if cls.trigger is Trigger.LEARNERS else math.inf
            yield from (cls(P, k) for k in ranks if k <= limit)  # type: ignore[call-arg]


def _row(scheme: Scheme, fleet: Fleet, sync: float) -> tuple[dict[str, Any], float | None]:
    """Return the cells of one row, and the standard error of its time where it has one."""
    share = scheme.gradients_per_update
    row: dict[str, Any] = dict.fromkeys(COLUMNS)
    row |= {"scheme": scheme.name, "P": scheme.P, "K": share}
    row["mean_staleness"] = _staleness(scheme, fleet)
    try:
        time = time_of(scheme, fleet)
    except NoMethodError as unknown:
        if unknown.lower is not None:
            row |= {"lower": unknown.lower.lower, "upper": unknown.upper.upper}
        return row, None
    gain = _ratio(sync, time.value)
    row |= {
        "time": time.value,
        "error": time.error,
        "kind": time.kind,
        "relation": time.relation,
        "method": time.method,
        "lower": time.lower,
        "upper": time.upper,
        "gradients_per_second": _ratio(share, time.value),
        "update_speedup": gain,
        "gradient_speedup": None if gain is None else gain * share / scheme.P,
    }
    return row, time.standard_error


def _ratio(numerator: float, denominator: float) -> float | None:
    """Return a quotient, None where it has no value (inf/inf, 0/0)."""
    if math.isinf(numerator) and math.isinf(denominator):
        return None
    if denominator == 0:
        return math.inf if numerator else None
    return numerator / denominator


def _staleness(scheme: Scheme, fleet: Fleet) -> float | None:
    try:
        return float(mean_staleness_of(scheme, fleet))
    except NoMethodError:
        return None


def _notes(
    fleet: Fleet, ranks: list[int], rows: list[dict[str, Any]], spread: list[float | None]
) -> Iterator[str]:
    """Yield what a reader has to know about the numbers."""
    stale = ", ".join(cls.name for cls in SCHEMES if cls.stale)
    yield f"times are means per update; those of {stale} are long-run means"
    if any(row["time"] is None for row in rows):
        unknown = ", ".join(dict.fromkeys(row["scheme"] for row in rows if row["time"] is None))
        yield f"empty times ({unknown}): no exact method; lower and upper bound the mean"
    if any(row["time"] == math.inf for row in rows):
        yield f"inf: {_reason(fleet)}"
    beyond = [str(k) for k in ranks if k > fleet.P]
    if beyond:
        yield f"K = {', '.join(beyond)} exceeds P: only schemes that count mini-batches have it"
    if fleet.negative_note:
        yield fleet.negative_note
    if any(each is not None for each in spread):
        yield _sampling(rows, spread)


def _reason(fleet: Fleet) -> str:
    """Return why a mean is infinite, from the first mean that is."""
    means = (*fleet.means, *(fleet.order_mean(k) for k in (1, fleet.P)))
    return next((mean.note for mean in means if math.isinf(mean.value)), "the mean diverges")


def _sampling(rows: list[dict[str, Any]], spread: list[float | None]) -> str:
    """Return the standard errors of the times, one range for each scheme."""
    parts: dict[str, list[float]] = {}
    for row, each in zip(rows, spread, strict=True):
        if each is not None:
            parts.setdefault(row["scheme"], []).append(each)
    ranges = (
        f"{name} {min(values):.2g}" + (f" to {max(values):.2g}" if len(values) > 1 else "")
        for name, values in parts.items()
    )
    return (
        "exact for the measured values; as estimates of the machine's means their standard "
        f"errors in s are: {', '.join(ranges)}"
    )
