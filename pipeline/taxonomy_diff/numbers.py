"""Counts and cells of two states, side by side."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from ..taxonomy import Field, Tag, TagValue
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
    level: Pair[TagValue | None]
    """Of a map with levels, at which the value is carried; else None on both sides."""
    count: Pair[int | None]
    """None on the side that does not know the value or the level."""


@dataclass(frozen=True, slots=True)
class Cell:
    """How many papers carry a value of each of two fields."""

    row: Pair[TagValue | None]
    column: Pair[TagValue | None]
    count: Pair[int | None]
    """None on the side that does not know one of the values."""
    is_aside: bool
    """Whether either value says "not applicable", on either side, so that it is no gap when empty."""

    @property
    def filled(self) -> bool:
        """Whether it was a gap and no longer is."""
        return not self.is_aside and not self.count.before and bool(self.count.after)

    @property
    def emptied(self) -> bool:
        """Whether it became a gap."""
        return not self.is_aside and bool(self.count.before) and not self.count.after


class Empty(NamedTuple):
    """How many cells hold no paper."""

    empty: int
    of: int
    """How many cells there are, with and without a paper."""


@dataclass(frozen=True, slots=True)
class Crosstab:
    """The cells of a cross-tab that differ."""

    rows: Pair[Field]
    columns: Pair[Field]
    cells: tuple[Cell, ...]
    """Row by row."""
    gaps: Pair[Empty]
    """Of the cells in which an entry would say something: without the values that say "not applicable"."""
    empty: Pair[Empty]
    """Of all cells."""


def counts(field: Pair[Field], names: Names, level_names: Names, tagged: Pair[Tagged]) -> Iterator[Count]:
    """Yield the values of a field whose number of records differs; one that only one side knows counts as none there.

    Where both sides give levels to the values, each level is counted by itself.
    """
    if field.before.levels and field.after.levels:
        yield from _level_counts(field, names, level_names, tagged)
        return
    numbers = Pair(*(_counted([one], tags) for one, tags in zip(field, tagged, strict=True)))
    for value in _values(field, names):
        count = _both(numbers, Pair(*((one.name,) if one else None for one in value)))
        if (count.before or 0) != (count.after or 0):
            yield Count(field, value, Pair(None, None), count)


def _level_counts(field: Pair[Field], names: Names, level_names: Names, tagged: Pair[Tagged]) -> Iterator[Count]:
    numbers = Pair(*(_at_levels(one.name, tags) for one, tags in zip(field, tagged, strict=True)))
    levels = list(_joined(field.before.level_by_name, field.after.level_by_name, level_names))
    for value in _values(field, names):
        for level in levels:
            places = ((one.name, at.name) if one and at else None for one, at in zip(value, level, strict=True))
            count = _both(numbers, Pair(*places))
            if (count.before or 0) != (count.after or 0):
                yield Count(field, value, level, count)


def _at_levels(name: str, tagged: Tagged) -> Numbers:
    return Counter(pair for tags in tagged if isinstance(tag := tags.get(name), dict) for pair in tag.items())


def crosstab(rows: Pair[Field], columns: Pair[Field], names: Pair[Names], tagged: Pair[Tagged]) -> Crosstab:
    """Return how a cross-tab differs. ``names`` are the values renamed in rows and in columns."""
    asked = ([rows.before, columns.before], [rows.after, columns.after])
    numbers = Pair(*(_counted(fields, tags) for fields, tags in zip(asked, tagged, strict=True)))
    found = []
    for row in _values(rows, names.before):
        for column in _values(columns, names.after):
            places = ((one.name, other.name) if one and other else None for one, other in zip(row, column, strict=True))
            cell = Cell(row, column, _both(numbers, Pair(*places)), _is_aside(rows, row) or _is_aside(columns, column))
            if (cell.count.before or 0) != (cell.count.after or 0):
                found.append(cell)
    sides = list(zip(rows, columns, numbers, strict=True))
    gaps = (_empty(_telling(one), _telling(other), seen) for one, other, seen in sides)
    empty = (_empty(list(one.by_name), list(other.by_name), seen) for one, other, seen in sides)
    return Crosstab(rows, columns, tuple(found), Pair(*gaps), Pair(*empty))


Numbers = Counter[tuple[str, ...]]


def _counted(fields: Sequence[Field], tagged: Tagged) -> Numbers:
    """Return records by the value that they hold in each field; one that holds several counts under each, as in coverage."""
    found: Numbers = Counter()
    for tags in tagged:
        combined: list[tuple[str, ...]] = [()]
        for field in fields:
            combined = [(*held, value) for held in combined for value in field.held(tags.get(field.name))]
        found.update(combined)
    return found


def _both(numbers: Pair[Numbers], asked: Pair[tuple[str, ...] | None]) -> Pair[int | None]:
    return Pair(*(None if names is None else seen[names] for names, seen in zip(asked, numbers, strict=True)))


def _values(field: Pair[Field], names: Names) -> Iterator[Pair[TagValue | None]]:
    return _joined(field.before.by_name, field.after.by_name, names)


def _joined(before: Mapping[str, TagValue], after: Mapping[str, TagValue], names: Names) -> Iterator[Pair[TagValue | None]]:
    for one, other in joined(list(before), list(after), names):
        yield Pair(before.get(one or ""), after.get(other or ""))


def _is_aside(field: Pair[Field], value: Pair[TagValue | None]) -> bool:
    return any(one is not None and of.is_aside(one.name) for of, one in zip(field, value, strict=True))


def _telling(field: Field) -> list[str]:
    return [value for value in field.by_name if not field.is_aside(value)]


def _empty(rows: Sequence[str], columns: Sequence[str], seen: Numbers) -> Empty:
    return Empty(sum(not seen[row, column] for row in rows for column in columns), len(rows) * len(columns))
