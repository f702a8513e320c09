"""Strips of bars over one time axis, the years on the left and the months on the right of a break."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from .labels import Area
from .lettering import LABEL, SMALL, STRONG, width
from .periods import Period
from .sheet import MARGIN, RIGHT, Sheet

_TALLEST = 66.0
"""Height of the tallest bar."""
_BLOCK = 9.0
"""Height of one entry, where the tallest bar allows it."""
_SEEN = 4.0
"""Least height at which one entry is seen as a block."""


class Column(NamedTuple):
    """A period's place."""

    period: Period
    x: float
    wide: float


class Strip(NamedTuple):
    """A row of bars."""

    name: str
    lines: tuple[str, ...]
    """The name as it is written."""
    counts: tuple[int, ...]
    """By column."""
    quiet: bool
    """Whether it is beside the point."""


def draw_strips(sheet: Sheet, strips: Sequence[Strip], columns: Sequence[Column]) -> None:
    """Draw strips below each other, all on one scale, and the time axis under them."""
    unit = min(_BLOCK, _TALLEST / max(max(strip.counts) for strip in strips))
    _draw_heads(sheet, columns)
    _draw_years(sheet, columns, sheet.y + sum(_high(strip, unit) for strip in strips))
    for strip in strips:
        _draw_strip(sheet, strip, columns, unit)
    _draw_axis(sheet, columns)


def _draw_heads(sheet: Sheet, columns: Sequence[Column]) -> None:
    """Draw what the columns are, and the total's head."""
    middle = sheet.y + 8
    for monthly, text in ((False, "by year"), (True, "by month")):
        part = [column for column in columns if column.period.monthly == monthly]
        if part:
            sheet.centered(part[0].x, middle, text, SMALL, "muted")
    sheet.centered(RIGHT, middle, "in all", SMALL, "muted", "end")
    sheet.y += 20


def _draw_years(sheet: Sheet, columns: Sequence[Column], bottom: float) -> None:
    """Draw a fine line down from the beginning of each year that is shown by month."""
    for column in columns:
        if column.period.monthly and column.period.first.endswith("-01"):
            sheet.line([(column.x, sheet.y), (column.x, bottom)], "line", thickness=0.75)


def _high(strip: Strip, unit: float) -> float:
    return max(max(strip.counts) * unit + 19, len(strip.lines) * LABEL.leading + 8, 27)


def _draw_strip(sheet: Sheet, strip: Strip, columns: Sequence[Column], unit: float) -> None:
    total = sum(strip.counts)
    base = sheet.y + _high(strip, unit)
    color = "muted" if strip.quiet else "ink" if total else "gap"
    middle = base - max(len(strip.lines) * LABEL.leading / 2, 8)
    sheet.lines(MARGIN, middle - len(strip.lines) * LABEL.leading / 2, strip.lines, LABEL, color)
    sheet.centered(RIGHT, middle, f"{total:,}", STRONG, color if total else "gap", "end")
    for part in _parts(columns):
        sheet.line([(part[0].x, base), (part[-1].x + part[-1].wide, base)], "line" if total else "gap", dashed=not total)
    bars = [_bar(column, count, base, unit) for column, count in zip(columns, strip.counts, strict=True) if count]
    for bar, count in zip(bars, filter(None, strip.counts), strict=True):
        _draw_bar(sheet, bar, count, unit, "quiet" if strip.quiet else "accent")
    _draw_numbers(sheet, bars, [count for count in strip.counts if count])
    if not total:
        sheet.centered(columns[0].x, base - 9, "no entry", SMALL, "gap")
    sheet.y = base


def _parts(columns: Sequence[Column]) -> list[list[Column]]:
    parts = ([column for column in columns if column.period.monthly == monthly] for monthly in (False, True))
    return [part for part in parts if part]


def _bar(column: Column, count: int, base: float, unit: float) -> Area:
    half = min(column.wide - 2, 22.0) / 2
    middle = column.x + column.wide / 2
    return Area(middle - half, base - count * unit, middle + half, base)


def _draw_bar(sheet: Sheet, bar: Area, count: int, unit: float, fill: str) -> None:
    """Draw a bar, cut into blocks where an entry is high enough to be seen as one."""
    sheet.box(bar.left, bar.top, bar.right - bar.left, bar.bottom - bar.top, fill=fill)
    for number in range(1, count) if unit >= _SEEN else ():
        y = bar.bottom - number * unit
        sheet.line([(bar.left, y), (bar.right, y)], "paper")


def _draw_numbers(sheet: Sheet, bars: Sequence[Area], counts: Sequence[int]) -> None:
    """Write each bar's number over it, the greatest first; one that would lie on another or on a bar is left out."""
    taken = list(bars)
    for bar, count in sorted(zip(bars, counts, strict=True), key=lambda pair: (-pair[1], pair[0].left)):
        middle, half = (bar.left + bar.right) / 2, width(f"{count:,}", SMALL) / 2
        area = Area(middle - half, bar.top - 14, middle + half, bar.top - 2)
        if not any(area.meets(other) for other in taken):
            taken.append(area)
            sheet.words(middle, bar.top - 4, f"{count:,}", SMALL, "muted", "middle")


def _draw_axis(sheet: Sheet, columns: Sequence[Column]) -> None:
    middle = sheet.y + 12
    for column in (column for column in columns if not column.period.monthly):
        sheet.centered(column.x + column.wide / 2, middle, column.period.name, SMALL, "muted", "middle")
    monthly = [column for column in columns if column.period.monthly]
    for column in monthly:
        january = column.period.month == "Jan"
        sheet.line([(column.x, sheet.y), (column.x, sheet.y + (8 if january else 3))], "muted" if january else "line")
    for year in sorted({column.period.year for column in monthly}):
        part = [column for column in monthly if column.period.year == year]
        sheet.centered(part[0].x + 4, middle, f"{year}", SMALL, "muted")
    sheet.y += 20
