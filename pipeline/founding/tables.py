"""What a file of others holds, whatever its form: rows under columns, and what could not be put into a row."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import PurePath
from typing import NamedTuple

from .plain_text import plain
from .roles import Role


@dataclass(frozen=True, slots=True)
class Loss:
    """Something that stood in the file and does not stand in the survey as it was."""

    row: int
    """Number of the entry in the file, counted from 1; 0 where it belongs to none."""
    line: int
    """Counted from 1."""
    column: str
    """Empty where the whole row is meant."""
    value: str
    """As it stood there; empty where there is nothing to quote."""
    why: str
    """One clause in lower case, without a full stop."""


Lose = Callable[[Loss], None]
"""Takes each loss as it is found."""


def file_name(path: str) -> str:
    """Return what a survey calls the file at a path: its name, as far as a text may hold it."""
    return plain(PurePath(path).name).text or "the table"


class Source(NamedTuple):
    """What a cell was made of."""

    text: str
    """As it stood in the file."""
    fault: str
    """Why the cell does not say all of it, in one clause; empty where it does."""


@dataclass(frozen=True, slots=True)
class Row:
    """One entry of the file."""

    number: int
    """Counted from 1."""
    line: int
    """At which it begins, counted from 1."""
    cells: tuple[str, ...]
    """As many as there are columns; empty where nothing stood."""
    sources: Mapping[str, Source] = field(default_factory=dict)
    """By column, where the reader of the file wrote cells otherwise than they stood."""

    def stood(self, column: str, cell: str) -> str:
        """Return what stood in the file where the row has a cell."""
        return self.sources[column].text if column in self.sources else cell


@dataclass(frozen=True)
class Table:
    """A file of others."""

    path: str
    """As problems name it."""
    columns: tuple[str, ...]
    rows: tuple[Row, ...]
    roles: Mapping[str, Role] = field(default_factory=dict)
    """What the form of the file itself says of its columns, by column."""
    title: str = ""
    """Of the whole list, where the file has one."""
    losses: tuple[Loss, ...] = ()
    """What the reader of the file could not keep."""

    def cells(self, column: str) -> list[str]:
        """Return what stands in a column, a text for each row."""
        position = self.columns.index(column)
        return [row.cells[position] for row in self.rows]
