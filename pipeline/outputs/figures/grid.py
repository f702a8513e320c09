"""A table of signs: rows of entries, columns of values, in each cell the level by shape and in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ...records import Paper
from ...taxonomy import Field
from .glyphs import LEVELS, Sign, dash, split
from .heads import Head, draw_heads
from .lettering import NAME, SMALL, width
from .sheet import MARGIN, RIGHT, Glyph, Sheet
from .wrapping import fitted, wrapped

_RADIUS = 5.5
_BESIDE, _EDGE = 11, 14
"""From the middle of a sign to its word, and from the edge of its column at least."""
_WIDEST, _LEAST = 168, 64
"""Width of a column; with less than that there are several blocks."""
MIXED, ABSENT, PRESENT, UNKNOWN = "mixed", "no value", "yes", "not coded"
"""What a cell says where its entries differ, hold nothing, hold a value without a level, or where nobody looked for it."""


class Cell(NamedTuple):
    """What one row says of one value."""

    text: str
    level: int | None
    """Position of the level among the field's; None where it is mixed, unknown or a gap."""

    @property
    def absent(self) -> bool:
        """Whether it is a gap: nothing is held there, or what is held says that nothing was found."""
        return self.level is None and self.text not in (MIXED, UNKNOWN)

    @property
    def word(self) -> str:
        """What stands beside its sign; nothing where it is a gap, or unknown."""
        return "" if self.absent or self == _UNSEEN else self.text if self.level is None else self.text.lower()


_UNSEEN = Cell(UNKNOWN, None)


class Row(NamedTuple):
    """A label, and a cell a value."""

    label: str
    cells: tuple[Cell, ...]
    """In the order of the columns."""


def cell(paper: Paper, field: Field, value: str) -> Cell:
    """Return what an entry holds for a value. Where the field has a level for "not found", what is left out was not looked for."""
    tag = paper.tag(field.name)
    if tag is None or value not in ((tag,) if isinstance(tag, str) else tag):
        return Cell(UNKNOWN if field.absent else ABSENT, None)
    if not isinstance(tag, dict):
        return Cell(PRESENT, 0)
    level = tag[value]
    levels = [name for name in field.level_by_name if name != field.absent]
    if field.absent and level == field.absent:
        return Cell(field.level_by_name[level].label, None)
    return Cell(field.level_by_name[level].label, levels.index(level)) if level in levels else Cell(level, 0)


def shared(cells: Sequence[Cell]) -> Cell:
    """Return the cell of several entries: what all hold, or MIXED."""
    if not cells:
        return Cell(ABSENT, None)
    return cells[0] if all(other == cells[0] for other in cells) else Cell(MIXED, None)


def draw_rows(sheet: Sheet, rows: Sequence[Row], columns: Sequence[str], labels: float, *, lines: int) -> bool:
    """Draw rows under the columns' heads; labels take so many pixels and lines, and more columns go into blocks below.

    Return whether each cell had room for its word.
    """
    room = RIGHT - MARGIN - labels - 12
    size = max(1, min(len(columns), int(room // _LEAST)))
    for first in range(0, len(columns), size):
        part = slice(first, first + size)
        if first:
            sheet.y += 18
        _draw_block(sheet, [row._replace(cells=row.cells[part]) for row in rows], columns[part], labels, lines)
    for row, of in ((row, columns) for row in rows):
        sheet.say(f"{row.label}: " + ", ".join(f"{head} {c.text}" for head, c in zip(of, row.cells, strict=True)))
    pitch = min(_WIDEST, room / size)
    return all(fitted(one.word, SMALL, _room(pitch, _EDGE)) == one.word for row in rows for one in row.cells)


def _draw_block(sheet: Sheet, rows: Sequence[Row], columns: Sequence[str], labels: float, lines: int) -> None:
    start = MARGIN + labels + 12
    pitch = min(_WIDEST, (RIGHT - start) / len(columns))
    heads = [Head(head, start + (number + 0.5) * pitch) for number, head in enumerate(columns)]
    signs = [_sign_at(pitch, [row.cells[number] for row in rows]) for number in range(len(columns))]
    draw_heads(sheet, heads, pitch, MARGIN)
    for row in rows:
        shown = wrapped(row.label, NAME, labels, lines)
        high = max(27.0, len(shown) * NAME.leading + 9)
        sheet.line([(MARGIN, sheet.y), (start + pitch * len(columns), sheet.y)], "line", thickness=0.75)
        sheet.lines(MARGIN, sheet.y + (high - len(shown) * NAME.leading) / 2, shown, NAME)
        for number, one in enumerate(row.cells):
            _draw_cell(sheet, start + number * pitch, sheet.y + high / 2, pitch, signs[number], one)
        sheet.y += high
    sheet.line([(MARGIN, sheet.y), (start + pitch * len(columns), sheet.y)], "line", thickness=0.75)


def _sign_at(pitch: float, cells: Sequence[Cell]) -> float:
    """Return where the signs of a column stand, so that they are in line, and the longest word with its sign below the head's middle."""
    longest = max((width(one.word, SMALL) for one in cells), default=0)
    return max(_EDGE, (pitch - _BESIDE - longest + _RADIUS) / 2)


def _room(pitch: float, at: float) -> float:
    return pitch - at - _BESIDE - 2


def _draw_cell(sheet: Sheet, x: float, middle: float, pitch: float, at: float, one: Cell) -> None:
    """Draw a cell that begins at ``x``: sign and word, the sign ``at`` pixels from there, or the outline of a gap."""
    if one.absent:
        _gap(sheet, x + pitch / 2, middle, pitch - 10, 19)
        return
    if one == _UNSEEN:
        dash(sheet, x + pitch / 2, middle, _RADIUS, "muted")
        return
    sign(one)(sheet, x + at, middle, _RADIUS, "accent" if one.level is not None else "muted")
    sheet.centered(x + at + _BESIDE, middle, fitted(one.word, SMALL, _room(pitch, at)), SMALL)


def _gap(sheet: Sheet, x: float, middle: float, wide: float, high: float) -> None:
    sheet.box(x - wide / 2, middle - high / 2, wide, high, stroke="gap", radius=3)
    dash(sheet, x, middle, _RADIUS, "gap")


def sign(one: Cell) -> Sign:
    """Return the sign of a cell that is not absent."""
    return split if one.level is None else LEVELS[one.level % len(LEVELS)]


def draw_key(sheet: Sheet, field: Field, rows: Sequence[Row], mixed: str, absent: str, *, said: bool) -> None:
    """Draw what the signs mean that the cells do not say: the level of a gap, and, as far as they occur, MIXED and ABSENT in the words
    given, and UNKNOWN. Also the other levels, unless each cell has ``said`` its own.
    """

    def sample(one: Cell) -> Glyph:
        if one.absent:
            return lambda x, y: _gap(sheet, x, y, 16, 14)
        if one == _UNSEEN:
            return lambda x, y: dash(sheet, x, y, _RADIUS, "muted")
        return lambda x, y: sign(one)(sheet, x, y, _RADIUS, "muted" if one.level is None else "accent")

    held = [one for row in rows for one in row.cells]
    levels = [level for level in field.levels if level.name != field.absent]
    signs = [] if said else [(Cell(level.name, number), level.label.lower()) for number, level in enumerate(levels)]
    signs += [(Cell(level.label, None), level.label.lower()) for level in field.levels if level not in levels]
    others = ((Cell(MIXED, None), mixed), (Cell(ABSENT, None), absent), (_UNSEEN, UNKNOWN))
    signs += [(one, meaning) for one, meaning in others if one in held]
    if signs:
        sheet.y += 12
        sheet.key((sample(one), meaning) for one, meaning in signs)
