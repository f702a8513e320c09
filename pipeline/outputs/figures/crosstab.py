"""Two fields against each other: a heat map with the number in every cell, and the empty cells outlined."""

from __future__ import annotations

from math import ceil
from typing import NamedTuple

from ... import coverage
from ...corpus import Corpus
from ...survey import Output
from ...taxonomy import Field
from ..open_cells import aside
from ..sentences import many
from .arrangement import arranged, label, tally
from .heads import Head, draw_heads
from .lettering import LABEL, SMALL, SMALL_STRONG, STRONG, Type, width
from .palette import shade
from .sheet import MARGIN, RIGHT, Glyph, Sheet
from .wrapping import fitted, wrapped

_LABELS = 190
_TOTALS = 62
_ASIDE = 10
"""Before what is beside the point."""
_LEAST, _MOST = 46, 84
"""Width of a column."""
_ROW = 31
_CELL = Type(13)


class _Side(NamedTuple):
    """The rows or the columns."""

    field: Field
    counts: dict[str, int]
    order: tuple[str, ...]


def draw(sheet: Sheet, output: Output, corpus: Corpus) -> None:
    """Draw rows by columns; more columns than the width holds go into further blocks below."""
    rows, columns = (_side(corpus, name) for name in output.fields)
    cells = _cells(corpus, *output.fields)
    _say(sheet, rows, columns, cells)
    labels = max((width(line, LABEL) for value in rows.order for line in _label(rows, value)), default=0)
    start = MARGIN + min(_LABELS, max(labels, width(rows.field.label, SMALL_STRONG))) + 14
    room = RIGHT - _TOTALS - _ASIDE - start
    blocks = ceil(len(columns.order) * _LEAST / room)
    size = ceil(len(columns.order) / blocks)
    largest = max((count for pair, count in cells.items() if not _set_aside(rows, columns, *pair)), default=0)
    for first in range(0, len(columns.order), size):
        part = columns.order[first : first + size]
        _Block(sheet, rows, columns._replace(order=part), cells, largest, start, min(_MOST, room / len(part))).draw()
        sheet.y += 22
    sheet.y -= 10
    _draw_key(sheet, rows, columns)


def _side(corpus: Corpus, name: str) -> _Side:
    field, counts = corpus.taxonomy.fields[name], tally(corpus, name)
    return _Side(field, counts, arranged(field, counts))


def _cells(corpus: Corpus, rows: str, columns: str) -> dict[tuple[str, str], int]:
    table = coverage.crosstab(corpus, rows, columns)
    numbers = table.to_numpy().tolist()
    return {(str(r), str(c)): n for r, line in zip(table.index, numbers, strict=True) for c, n in zip(table.columns, line, strict=True)}


def _label(side: _Side, value: str) -> tuple[str, ...]:
    return wrapped(label(side.field, value), LABEL, _LABELS, 2)


def _say(sheet: Sheet, rows: _Side, columns: _Side, cells: dict[tuple[str, str], int]) -> None:
    open_ones = [count for pair, count in cells.items() if not _set_aside(rows, columns, *pair)]
    besides = " besides those set aside" if len(open_ones) < len(cells) else ""
    empty = open_ones.count(0)
    verb = "is" if empty == 1 else "are"
    sheet.say(f"{rows.field.label} by {columns.field.label}; {empty} of {many(len(open_ones), 'cell')}{besides} {verb} empty")
    for row in rows.order:
        held = ", ".join(f"{label(columns.field, column)} {cells[row, column]}" for column in columns.order)
        sheet.say(f"{label(rows.field, row)} (in all {rows.counts[row]}): {held}")


def _set_aside(rows: _Side, columns: _Side, row: str, column: str) -> bool:
    return aside(rows.field, row) or aside(columns.field, column)


def _empty(sheet: Sheet, x: float, y: float, wide: float, high: float, mark: str = "0") -> None:
    sheet.box(x + 1.5, y + 1.5, wide - 3, high - 3, stroke="gap", radius=2)
    sheet.centered(x + wide / 2, y + high / 2, mark, SMALL, "gap", "middle")


def _draw_key(sheet: Sheet, rows: _Side, columns: _Side) -> None:
    signs: list[tuple[Glyph, str]] = [(lambda x, y: _empty(sheet, x - 9, y - 7, 18, 14, ""), "no entry")]
    quiet = dict.fromkeys(label(side.field, value).lower() for side in (rows, columns) for value in side.order if aside(side.field, value))
    if quiet:
        said = f"{' or '.join(quiet)}: counted, not shaded, and no gap where empty"
        signs.append((lambda x, y: sheet.box(x - 7.5, y - 5.5, 15, 11, fill="line", radius=2), said))
    sheet.key(signs)


class _Block(NamedTuple):
    """As many columns as stand side by side."""

    sheet: Sheet
    rows: _Side
    columns: _Side
    cells: dict[tuple[str, str], int]
    largest: int
    start: float
    pitch: float

    def draw(self) -> None:
        """Draw heads, rows and totals."""
        sheet = self.sheet
        sheet.words(self.start, sheet.y + 9, fitted(self.columns.field.label, SMALL_STRONG, RIGHT - self.start), SMALL_STRONG, "muted")
        sheet.y += 22
        self._draw_heads()
        for row in self.rows.order:
            if aside(self.rows.field, row):
                sheet.y += _ASIDE
            self._draw_row(row)
        self._draw_totals()

    def _left(self, number: int) -> float:
        order = self.columns.order[: number + 1]
        return self.start + number * self.pitch + (_ASIDE if any(aside(self.columns.field, value) for value in order) else 0)

    @property
    def _end(self) -> float:
        return self._left(len(self.columns.order) - 1) + self.pitch

    def _draw_heads(self) -> None:
        side = self.columns
        middles = [self._left(number) + self.pitch / 2 for number in range(len(side.order))]
        named = zip(side.order, middles, strict=True)
        heads = [Head(label(side.field, value), middle, _color(side, value)) for value, middle in named]
        draw_heads(self.sheet, heads, self.pitch, MARGIN)
        bottom = self.sheet.y - 6
        self.sheet.words(self.start - 14, bottom - 4, fitted(self.rows.field.label, SMALL_STRONG, _LABELS), SMALL_STRONG, "muted", "end")
        self.sheet.words(self._end + _TOTALS / 2 + 4, bottom - 4, "entries", SMALL, "muted", "middle")

    def _draw_row(self, row: str) -> None:
        sheet, middle = self.sheet, self.sheet.y + _ROW / 2
        lines = _label(self.rows, row)
        top = middle - len(lines) * LABEL.leading / 2
        sheet.lines(self.start - 14, top, lines, LABEL, _color(self.rows, row), "end")
        for number, column in enumerate(self.columns.order):
            self._draw_cell(self._left(number), self.cells[row, column], _set_aside(self.rows, self.columns, row, column))
        total = self.rows.counts[row]
        sheet.centered(self._end + _TOTALS / 2 + 4, middle, f"{total:,}", STRONG, _total_color(self.rows, row), "middle")
        sheet.y += _ROW

    def _draw_cell(self, x: float, count: int, quiet: bool) -> None:
        if quiet and not count:
            self.sheet.centered(x + self.pitch / 2, self.sheet.y + _ROW / 2, "0", SMALL, "muted", "middle")
            return
        if not count:
            _empty(self.sheet, x, self.sheet.y, self.pitch, _ROW)
            return
        step = shade(count, self.largest)
        fill, written = ("line", "ink") if quiet else (f"shade-{step}", f"on-{step}")
        self.sheet.box(x + 1, self.sheet.y + 1, self.pitch - 2, _ROW - 2, fill=fill, radius=2)
        shown = fitted(f"{count:,}", _CELL, self.pitch - 4)
        self.sheet.centered(x + self.pitch / 2, self.sheet.y + _ROW / 2, shown, _CELL, written, "middle")

    def _draw_totals(self) -> None:
        sheet, middle = self.sheet, self.sheet.y + 14
        sheet.centered(self.start - 14, middle, "entries", SMALL, "muted", "end")
        for number, column in enumerate(self.columns.order):
            total = self.columns.counts[column]
            shown = fitted(f"{total:,}", STRONG, self.pitch - 4)
            sheet.centered(self._left(number) + self.pitch / 2, middle, shown, STRONG, _total_color(self.columns, column), "middle")
        sheet.y += 22


def _color(side: _Side, value: str) -> str:
    if aside(side.field, value):
        return "muted"
    return "ink" if side.counts[value] else "gap"


def _total_color(side: _Side, value: str) -> str:
    return "ink" if side.counts[value] else _color(side, value)
