"""Records that stand in some cell of a cross-tab, and it is not known in which: anywhere in a row, in a column, or at all."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from .spans import Choice, Span


class Line(NamedTuple):
    """The cells in one of which a record stands."""

    row: int | None
    """None for any row."""
    column: int | None
    """None for any column."""
    surely: bool
    """Whether it does stand in one of them, and not perhaps in none."""


def line(choice: Choice, columns: int) -> Line:
    """Return the line of a choice that leaves several cells open. An unknown tag may be any value, so that these fill the line."""
    places = [vector.index(1) for vector in choice if any(vector)]
    rows, across = {place // columns for place in places}, {place % columns for place in places}
    return Line(_only(rows), _only(across), len(places) == len(choice))


def _only(numbers: set[int]) -> int | None:
    return next(iter(numbers)) if len(numbers) == 1 else None


class State(NamedTuple):
    """What is known of the cells, region by region, and how many records stand in each line."""

    filled: tuple[int, ...]
    doubtful: tuple[int, ...]
    """Cells that are filled or empty by what is unknown of a record that can stand in no other cell."""
    taken: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Regions:
    """The cells of a cross-tab by region: those that no line tells apart."""

    lines: tuple[Line, ...]
    names: tuple[tuple[int | None, int | None], ...]
    """Row and column of each region; None for all those that no line singles out."""
    sizes: tuple[int, ...]
    of: tuple[int, ...]
    """The region of each cell."""

    @classmethod
    def of_cells(cls, cells: int, columns: int, lines: Iterable[Line]) -> Regions:
        """Return the regions of so many cells, row by row."""
        kept = tuple(sorted(set(lines), key=lambda one: (one.row is None, one.row, one.column is None, one.column, one.surely)))
        rows, across = {one.row for one in kept}, {one.column for one in kept}
        places = (divmod(cell, columns) for cell in range(cells))
        named = [(row if row in rows else None, column if column in across else None) for row, column in places]
        names = tuple(dict.fromkeys(named))
        return cls(kept, names, tuple(named.count(name) for name in names), tuple(names.index(name) for name in named))

    def empty(self, state: State) -> Span:
        """Return how few and how many cells may be empty. Every number between the two is possible: one record moves one cell."""
        left = sum(self.sizes) - sum(state.filled)
        return Span(left - sum(state.doubtful) - self._most(state), left - self._fewest(state))

    def _fewest(self, state: State) -> int:
        """Return how many cells must be filled so that each line that surely holds a record has one: two lines share where they cross."""
        bare = [one for one, taken in zip(self.lines, state.taken, strict=True) if taken and one.surely and not self._is_met(one, state)]
        rows, columns = {one.row for one in bare} - {None}, {one.column for one in bare} - {None}
        return max(len(rows), len(columns), min(len(bare), 1))

    def _is_met(self, one: Line, state: State) -> bool:
        return any(state.filled[region] for region in self._within(one))

    def _within(self, one: Line) -> list[int]:
        pairs = enumerate(self.names)
        return [place for place, (row, column) in pairs if one.row in (None, row) and one.column in (None, column)]

    def _most(self, state: State) -> int:
        """Return how many further cells can be filled, each by a record of a line that it lies on."""
        rooms = [size - full - open_ for size, full, open_ in zip(self.sizes, state.filled, state.doubtful, strict=True)]
        seats = _Seats(rooms, [self._within(one) for one in self.lines])
        limit = sum(rooms)
        return sum(seats.seat(place) for place, taken in enumerate(state.taken) for _ in range(min(taken, limit)))


class _Seats:
    """A largest matching, grown one by one: whoever finds no free cell moves someone who does."""

    def __init__(self, rooms: Sequence[int], within: Sequence[Sequence[int]]) -> None:
        self._rooms = rooms
        self._within = within
        self._held: list[list[int]] = [[] for _ in rooms]

    def seat(self, line: int) -> bool:
        """Seat one more record of a line; say whether there was a cell for it."""
        return self._seated(line, set())

    def _seated(self, line: int, tried: set[int]) -> bool:
        for region in self._within[line]:
            if region in tried:
                continue
            tried.add(region)
            held = self._held[region]
            if len(held) < self._rooms[region]:
                held.append(line)
                return True
            for place, other in enumerate(held):
                if other != line and self._seated(other, tried):
                    held[place] = line
                    return True
        return False
