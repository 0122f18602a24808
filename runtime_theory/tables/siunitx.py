r"""Tables for papers with siunitx: numbers aligned, each with its uncertainty, units in heads."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from numbers import Real
from typing import Any, NamedTuple, Protocol

from runtime_theory.results.kinds import Relation
from runtime_theory.tables.latex import head_of, latex_text, tabular
from runtime_theory.tables.markup import cell
from runtime_theory.tables.siunitx_cells import (
    bound_cell,
    column_type,
    is_number_cell,
    number_cell,
    signed,
    uncertain_cell,
)

__all__ = ["siunitx_tabular"]

_MISSING = "{--}"
_UNITS = {
    "s": r"\si{\second}",
    "1/s": r"\si{\per\second}",
    "s^2": r"\si{\second\squared}",
    "gradients/s": r"gradients\,\si{\per\second}",
    "updates/s": r"updates\,\si{\per\second}",
}
_SIGNS = {Relation.EQUAL: "$=$", Relation.UPPER: r"$\le$", Relation.LOWER: r"$\ge$"}
_PARENTHESES = (
    "in parentheses: bound on the error, in units of the last digit; "
    "digits without parentheses are correctly rounded"
)
_APPROXIMATE = "an approximate sign: nothing is known of the error"
_BOUNDS = "bounds are rounded away from what they bound"


class _Tabular(Protocol):
    @property
    def columns(self) -> Mapping[str, Sequence[Any]]: ...
    @property
    def units(self) -> Mapping[str, str]: ...
    @property
    def owners(self) -> Mapping[str, str]: ...
    @property
    def caption(self) -> str: ...
    @property
    def notes(self) -> Sequence[str]: ...


def siunitx_tabular(table: _Tabular, digits: int, symbols: Mapping[str, str]) -> str:
    r"""Return a booktabs ``tabular`` whose numbers stand in ``S`` columns.

    A column of errors goes into its value's cells, and so does a column of relations beside
    it: a bound prints as ``\le``.

    Examples
    --------
    >>> from runtime_theory.tables.table import Table
    >>> table = Table({"K": [1, 2], "time": [0.5, 1.25], "error": [0.015, 0]}, errors=["error"])
    >>> print(siunitx_tabular(table, 3, {}))
    % in parentheses: bound on the error, in units of the last digit; ...
    \begin{tabular}{S[table-format=1]S[table-format=1.2(1)]}
    \toprule
    {$K$} & {time} \\
    \midrule
    1 & 0.50(2) \\
    2 & 1.25 \\
    \bottomrule
    \end{tabular}
    """
    beside = dict(_relations(table))
    errors: dict[str, str] = {}
    for error, value in table.owners.items():
        errors.setdefault(value, error)
    errors.pop("", None)
    merged = {*errors.values(), *beside.values()}
    columns = [
        _column(table, name, digits, symbols, error=errors.get(name), relation=beside.get(name))
        for name in table.columns
        if name not in merged
    ]
    remarks = _remarks([text for column in columns for text in column.cells])
    return tabular(
        "".join(column.type for column in columns),
        [column.head for column in columns],
        zip(*(column.cells for column in columns), strict=True),
        (table.caption, *table.notes, *remarks),
    )


class _Column(NamedTuple):
    type: str
    head: str
    cells: list[str]


def _column(
    table: _Tabular,
    name: str,
    digits: int,
    symbols: Mapping[str, str],
    *,
    error: str | None,
    relation: str | None,
) -> _Column:
    """Return a column with what the columns of its errors and relations say of its values."""
    values = table.columns[name]
    nothing = (None,) * len(values)
    errors = table.columns[error] if error else nothing
    relations = table.columns[relation] if relation else nothing
    cells = [_cell(*each, digits) for each in zip(values, errors, relations, strict=True)]
    unit = table.units.get(name)
    head = head_of(name, symbols, words=True) + (f" ({_unit(unit)})" if unit else "")
    if all(value is None or _is_number(value) for value in values):
        return _Column(column_type(cells), f"{{{head}}}", cells)
    return _Column("l", head, cells)


def _relations(table: _Tabular) -> Iterator[tuple[str, str]]:
    """Yield each value column with its relations: the next to the right of its errors."""
    value = ""
    for name, cells in table.columns.items():
        value = table.owners.get(name, value)
        known = [each for each in cells if each is not None]
        if value and known and all(isinstance(each, Relation) for each in known):
            yield value, name
            value = ""


def _is_number(value: object) -> bool:
    return isinstance(value, Real) and not isinstance(value, bool)


def _cell(value: Any, error: float | None, relation: Relation | None, digits: int) -> str:
    if value is None:
        return _MISSING
    if isinstance(value, Relation):
        return _SIGNS[value]
    if not _is_number(value):
        return latex_text(cell(value, digits))
    if not math.isfinite(value) or error is None:
        shown = number_cell(value, digits)
        return shown if relation in (None, Relation.EQUAL) else signed(shown, relation)
    if relation in (Relation.UPPER, Relation.LOWER):
        return bound_cell(value, error, digits, relation)
    return uncertain_cell(value, error, digits)


def _unit(unit: str) -> str:
    return _UNITS.get(unit) or latex_text(unit)


def _remarks(cells: Sequence[str]) -> Iterator[str]:
    """Yield what a reader has to know about the signs that are used."""
    numbers = [text for text in cells if is_number_cell(text)]
    if any("(" in text for text in numbers):
        yield _PARENTHESES
    if any(r"\approx" in text for text in numbers):
        yield _APPROXIMATE
    if any(text.startswith((r"\le", r"\ge")) for text in numbers):
        yield _BOUNDS
