"""Counts and cells of two states, side by side."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from ..taxonomy import Field, Tag, TagValue, values_in
from .pairs import Pair, joined

Tagged = Sequence[Mapping[str, Tag]]
"""What each record of one side holds, by field name."""
Names = Mapping[str, str]
"""Old name to new name."""


@dataclass(frozen=True, slots=True)
class Count:
    """How many records carry a value."""

    field: Pair[Field]
    value: Pair[TagValue | None]
    count: Pair[int | None]
    """None on the side that does not know the value."""


@dataclass(frozen=True, slots=True)
class Cell:
    """How many papers carry a value of each of two fields."""

    row: Pair[TagValue | None]
    column: Pair[TagValue | None]
    count: Pair[int | None]
    """None on the side that does not know one of the values."""

    @property
    def filled(self) -> bool:
        """Whether it was empty and no longer is."""
        return not self.count.before and bool(self.count.after)

    @property
    def emptied(self) -> bool:
        """Whether it became empty."""
        return bool(self.count.before) and not self.count.after


@dataclass(frozen=True, slots=True)
class Crosstab:
    """The cells of a cross-tab that differ."""

    rows: Pair[Field]
    columns: Pair[Field]
    cells: tuple[Cell, ...]
    """Row by row."""
    empty: Pair[int]
    """How many cells have no paper, of all."""


def counts(field: Pair[Field], names: Names, tagged: Pair[Tagged]) -> Iterator[Count]:
    """Yield the values of a field whose number of records differs; one that only one side knows counts as none there."""
    numbers = Pair(*(_counted([one.name], tags) for one, tags in zip(field, tagged, strict=True)))
    for value in _values(field, names):
        count = _both(numbers, Pair(*((one.name,) if one else None for one in value)))
        if (count.before or 0) != (count.after or 0):
            yield Count(field, value, count)


def crosstab(rows: Pair[Field], columns: Pair[Field], names: Pair[Names], tagged: Pair[Tagged]) -> Crosstab:
    """Return how a cross-tab differs. ``names`` are the values renamed in rows and in columns."""
    asked = ([rows.before.name, columns.before.name], [rows.after.name, columns.after.name])
    numbers = Pair(*(_counted(fields, tags) for fields, tags in zip(asked, tagged, strict=True)))
    found = []
    for row in _values(rows, names.before):
        for column in _values(columns, names.after):
            places = ((one.name, other.name) if one and other else None for one, other in zip(row, column, strict=True))
            cell = Cell(row, column, _both(numbers, Pair(*places)))
            if (cell.count.before or 0) != (cell.count.after or 0):
                found.append(cell)
    empty = (_empty(one, other, seen) for one, other, seen in zip(rows, columns, numbers, strict=True))
    return Crosstab(rows, columns, tuple(found), Pair(*empty))


Numbers = Counter[tuple[str, ...]]


def _counted(fields: Sequence[str], tagged: Tagged) -> Numbers:
    """Return records by the value that they hold in each field; one that holds several counts under each, as in coverage."""
    found: Numbers = Counter()
    for tags in tagged:
        combined: list[tuple[str, ...]] = [()]
        for field in fields:
            combined = [(*held, value) for held in combined for value in values_in(tags.get(field))]
        found.update(combined)
    return found


def _both(numbers: Pair[Numbers], asked: Pair[tuple[str, ...] | None]) -> Pair[int | None]:
    return Pair(*(None if names is None else seen[names] for names, seen in zip(asked, numbers, strict=True)))


def _values(field: Pair[Field], names: Names) -> Iterator[Pair[TagValue | None]]:
    before, after = field.before.by_name, field.after.by_name
    for one, other in joined(list(before), list(after), names):
        yield Pair(before.get(one or ""), after.get(other or ""))


def _empty(rows: Field, columns: Field, seen: Numbers) -> int:
    return sum(not seen[row, column] for row in rows.by_name for column in columns.by_name)
