"""A table of signs: rows of entries, columns of values, in each cell the level by shape and in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ...records import Paper
from ...taxonomy import Field
from .glyphs import LEVELS, Sign, dash, split
from .heads import Head, draw_heads
from .lettering import NAME, SMALL
from .sheet import MARGIN, RIGHT, Glyph, Sheet
from .wrapping import fitted, wrapped

_RADIUS = 5.5
_WIDEST, _LEAST = 168, 64
"""Width of a column; with less than that there are several blocks."""
MIXED, ABSENT, PRESENT = "mixed", "no value", "yes"
"""What a cell says where its entries differ, hold nothing, or hold a value without a level."""


class Cell(NamedTuple):
    """What one row says of one value."""

    text: str
    level: int | None
    """Position of the level among the field's; None for MIXED and ABSENT."""

    @property
    def absent(self) -> bool:
        """Whether nothing is held there."""
        return self.level is None and self.text == ABSENT


class Row(NamedTuple):
    """A label, and a cell a value."""

    label: str
    cells: tuple[Cell, ...]
    """In the order of the columns."""


def cell(paper: Paper, field: Field, value: str) -> Cell:
    """Return what an entry holds for a value."""
    tag = paper.tag(field.name)
    if tag is None or value not in ((tag,) if isinstance(tag, str) else tag):
        return Cell(ABSENT, None)
    if not isinstance(tag, dict):
        return Cell(PRESENT, 0)
    level = tag[value]
    levels = list(field.level_by_name)
    return Cell(field.level_by_name[level].label, levels.index(level)) if level in levels else Cell(level, 0)


def shared(cells: Sequence[Cell]) -> Cell:
    """Return the cell of several entries: what all hold, or MIXED."""
    if not cells:
        return Cell(ABSENT, None)
    return cells[0] if all(other == cells[0] for other in cells) else Cell(MIXED, None)


def draw_rows(sheet: Sheet, rows: Sequence[Row], columns: Sequence[str], labels: float, *, lines: int) -> None:
    """Draw rows under the columns' heads; labels take so many pixels and lines, and more columns go into blocks below."""
    room = RIGHT - MARGIN - labels - 12
    size = max(1, min(len(columns), int(room // _LEAST)))
    for first in range(0, len(columns), size):
        part = slice(first, first + size)
        if first:
            sheet.y += 18
        _draw_block(sheet, [row._replace(cells=row.cells[part]) for row in rows], columns[part], labels, lines)
    for row, of in ((row, columns) for row in rows):
        sheet.say(f"{row.label}: " + ", ".join(f"{head} {c.text}" for head, c in zip(of, row.cells, strict=True)))


def _draw_block(sheet: Sheet, rows: Sequence[Row], columns: Sequence[str], labels: float, lines: int) -> None:
    start = MARGIN + labels + 12
    pitch = min(_WIDEST, (RIGHT - start) / len(columns))
    heads = [Head(head, start + (number + 0.5) * pitch) for number, head in enumerate(columns)]
    draw_heads(sheet, heads, pitch, MARGIN)
    for row in rows:
        shown = wrapped(row.label, NAME, labels, lines)
        high = max(27.0, len(shown) * NAME.leading + 9)
        sheet.line([(MARGIN, sheet.y), (start + pitch * len(columns), sheet.y)], "line", thickness=0.75)
        sheet.lines(MARGIN, sheet.y + (high - len(shown) * NAME.leading) / 2, shown, NAME)
        for number, one in enumerate(row.cells):
            draw_cell(sheet, start + number * pitch, sheet.y + high / 2, pitch, one)
        sheet.y += high
    sheet.line([(MARGIN, sheet.y), (start + pitch * len(columns), sheet.y)], "line", thickness=0.75)


def draw_cell(sheet: Sheet, x: float, middle: float, pitch: float, one: Cell) -> None:
    """Draw a cell that begins at ``x``: sign and word, or the outline of a gap."""
    if one.absent:
        _gap(sheet, x + pitch / 2, middle, pitch - 10, 19)
        return
    colour = "accent" if one.level is not None else "muted"
    at = x + max(14, pitch / 2 - 34)
    sign(one)(sheet, at, middle, _RADIUS, colour)
    sheet.centred(at + 11, middle, fitted(one.text.lower() if one.level is not None else one.text, SMALL, x + pitch - at - 13), SMALL)


def _gap(sheet: Sheet, x: float, middle: float, wide: float, high: float) -> None:
    sheet.box(x - wide / 2, middle - high / 2, wide, high, stroke="gap", radius=3)
    dash(sheet, x, middle, _RADIUS, "gap")


def sign(one: Cell) -> Sign:
    """Return the sign of a cell that is not absent."""
    return split if one.level is None else LEVELS[one.level % len(LEVELS)]


def draw_key(sheet: Sheet, field: Field, rows: Sequence[Row], mixed: str, absent: str) -> None:
    """Draw what the signs mean: every level, and, as far as they occur, MIXED and ABSENT in the words given."""

    def sample(one: Cell) -> Glyph:
        if one.absent:
            return lambda x, y: _gap(sheet, x, y, 18, 14)
        return lambda x, y: sign(one)(sheet, x, y, _RADIUS, "muted" if one.level is None else "accent")

    held = [one for row in rows for one in row.cells]
    signs = [(Cell(level.name, number), level.label.lower()) for number, level in enumerate(field.levels)]
    signs += [(Cell(MIXED, None), mixed)] if any(one.level is None and not one.absent for one in held) else []
    signs += [(Cell(ABSENT, None), absent)] if any(one.absent for one in held) else []
    sheet.key((sample(one), meaning) for one, meaning in signs)
