"""Cells that only say that there is nothing, as those of spreadsheets and programs do: empty, and named once a column."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

from . import evidence
from .guessing import Guess
from .plain_text import says_nothing
from .roles import KEPT, TAGS
from .tables import Lose, Loss, Row

_SHOWN = 10
"""Texts that a loss names."""


def emptied(rows: Sequence[Row], columns: Sequence[Guess], lose: Lose) -> list[Row]:
    """Return rows in which every cell that says nothing is empty, but for those of columns that go aside as they stand."""
    found = [list(row.cells) for row in rows]
    for position, guess in enumerate(columns):
        if guess.role.kind == KEPT:
            continue
        said: Counter[str] = Counter()
        first = 0
        for row, cells in zip(rows, found, strict=True):
            nothing = list(_nothing(cells[position], guess))
            said.update(nothing)
            first = first or (row.line if nothing else 0)
            if nothing == [cells[position].strip()]:
                cells[position] = ""
        if said:
            lose(_loss(first, guess.column, said))
    return [row if row.cells == tuple(cells) else replace(row, cells=tuple(cells)) for row, cells in zip(rows, found, strict=True)]


def _nothing(cell: str, guess: Guess) -> Iterator[str]:
    """Yield the whole cell where it says nothing, or each value in it that does."""
    if _is_nothing(cell, guess):
        yield cell.strip()
    elif guess.role.kind in TAGS and guess.role.separator:
        yield from (part.strip() for part in evidence.parts(cell, guess.role.separator) if says_nothing(part))


def _is_nothing(cell: str, guess: Guess) -> bool:
    """Say whether a whole cell says nothing. A title may be the word none; of a field, it may be a value."""
    if cell.strip().casefold() == "none" and guess.role.kind == "title":
        return False
    return says_nothing(cell) or (guess.role.kind not in TAGS and cell.strip().casefold() == "none")


def _loss(line: int, column: str, said: Counter[str]) -> Loss:
    shown = ", ".join([*list(said)[:_SHOWN], *(["\u2026"] if len(said) > _SHOWN else [])])
    times = "once" if said.total() == 1 else f"{said.total():,} times"
    return Loss(0, line, column, shown, f"stands there {times} and says that there is nothing; taken as empty")
