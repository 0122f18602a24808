"""Long-run averages of finite Markov chains, and means up to absorption, in fractions."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from fractions import Fraction

__all__ = ["Moves", "long_run", "solve", "until"]

Moves = Callable[[Hashable], Iterable[tuple[Fraction, Hashable, tuple[Fraction, ...]]]]
"""From a state: probability, next state, rewards of the move."""


def long_run(moves: Moves, start: Hashable) -> tuple[Fraction, ...]:
    """Return the mean rewards of a move in the long run, of a chain that forgets its start.

    Examples
    --------
    >>> half = Fraction(1, 2)
    >>> long_run(lambda state: [(half, 0, (Fraction(0),)), (half, 1, (Fraction(1),))], 0)
    (Fraction(1, 2),)
    """
    table = {state: list(moves(state)) for state in _reached(moves, start)}
    index = {state: i for i, state in enumerate(table)}
    rows: list[dict[int, Fraction]] = [{} for _ in table]
    for state, found in table.items():
        _add(rows[index[state]], index[state], Fraction(-1))
        for probability, after, _ in found:
            _add(rows[index[after]], index[state], probability)
    rows[-1] = dict.fromkeys(range(len(rows)), Fraction(1))  # the balances add up to 0
    right = [Fraction(0)] * (len(rows) - 1) + [Fraction(1)]
    share = solve(rows, right)
    width = len(next(iter(table.values()))[0][2])
    return tuple(
        sum(
            (share[index[s]] * p * gains[i] for s, found in table.items() for p, _, gains in found),
            Fraction(0),
        )
        for i in range(width)
    )


def until(moves: Moves, start: Hashable, done: Callable[[Hashable], bool]) -> Fraction:
    """Return the mean of the first reward, summed until a state is done.

    Examples
    --------
    >>> half = Fraction(1, 2)
    >>> coin = [(half, "tails", (Fraction(1),)), (half, "heads", (Fraction(1),))]
    >>> until(lambda state: coin, "tails", lambda state: state == "heads")
    Fraction(2, 1)
    """
    states = [s for s in _reached(moves, start, done) if not done(s)]
    index = {state: i for i, state in enumerate(states)}
    rows: list[dict[int, Fraction]] = []
    right = []
    for state in states:
        row: dict[int, Fraction] = {index[state]: Fraction(1)}
        gain = Fraction(0)
        for probability, after, rewards in moves(state):
            gain += probability * rewards[0]
            if not done(after):
                _add(row, index[after], -probability)
        rows.append(row)
        right.append(gain)
    return solve(rows, right)[index[start]]


def _reached(
    moves: Moves, start: Hashable, done: Callable[[Hashable], bool] | None = None
) -> list[Hashable]:
    found: dict[Hashable, None] = {start: None}
    waiting = [start]
    while waiting:
        state = waiting.pop()
        if done is not None and done(state):
            continue
        for _, after, _ in moves(state):
            if after not in found:
                found[after] = None
                waiting.append(after)
    return list(found)


def _add(row: dict[int, Fraction], column: int, value: Fraction) -> None:
    row[column] = row.get(column, Fraction(0)) + value


def solve(rows: Iterable[Mapping[int, Fraction]], right: Iterable[Fraction]) -> list[Fraction]:
    """Solve a sparse linear system exactly, by elimination without fill-in where possible.

    Raises
    ------
    ValueError
        It has no unique solution.

    Examples
    --------
    >>> solve([{0: Fraction(2)}, {0: Fraction(1), 1: Fraction(1)}], [Fraction(4), Fraction(5)])
    [Fraction(2, 1), Fraction(3, 1)]
    """
    left = [dict(row) for row in rows]
    values = list(right)
    order: list[tuple[int, int]] = []
    open_rows = set(range(len(left)))
    while open_rows:
        pivot = min(open_rows, key=lambda i: len(_kept(left[i])) or len(left) + 1)
        row = left[pivot] = _kept(left[pivot])
        if not row:
            raise ValueError("the system has no unique solution")
        column = min(row, key=lambda j: sum(j in left[i] for i in open_rows))
        open_rows.remove(pivot)
        order.append((pivot, column))
        for i in open_rows:
            factor = left[i].pop(column, Fraction(0)) / row[column]
            if factor:
                for j, entry in row.items():
                    if j != column:
                        _add(left[i], j, -factor * entry)
                values[i] -= factor * values[pivot]
    solution = [Fraction(0)] * len(left)
    for pivot, column in reversed(order):
        rest = sum((e * solution[j] for j, e in left[pivot].items() if j != column), Fraction(0))
        solution[column] = (values[pivot] - rest) / left[pivot][column]
    return solution


def _kept(row: Mapping[int, Fraction]) -> dict[int, Fraction]:
    return {j: entry for j, entry in row.items() if entry}
