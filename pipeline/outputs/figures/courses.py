"""What was counted, or found, at several times: one strip a series, one column a time at which one of them changed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import NamedTuple

from ...history import Point
from .lettering import LABEL, SMALL, STRONG, width
from .sheet import MARGIN, RIGHT, Glyph, Sheet
from .wrapping import fitted, wrapped

_LABELS = 240.0
_COLUMN = 84.0
"""Least width of a column, which a date needs."""
_WIDEST = 150.0
_TALLEST = 44.0
_BAR = 40.0
_LINES = 5
"""Lines of a text that are shown in a column."""
_REVISION = 10
"""Digits of a hash that are shown."""
_ANSWERS = {"holds": "accent", "fails": "gap"}
"""Colors of what a claim came to."""


class _Strip(NamedTuple):
    lines: tuple[str, ...]
    values: tuple[int | str | None, ...]
    """At each time that is shown; None where it cannot be told."""


def draw(sheet: Sheet, names: Sequence[str], points: Sequence[Point], *, alike: bool) -> None:
    """Draw a strip for each series, texts as they stand. ``names`` are those of the series.

    Counts that are ``alike`` have one scale, others a scale each.
    """
    changed = [point for point, before in zip(points, [None, *points], strict=False) if before is None or point.counts != before.counts]
    if not changed:
        sheet.nothing("No record is dated yet")
        return
    shown, most = changed, int((RIGHT - MARGIN - _LABELS) / _COLUMN)
    if len(changed) > most:
        shown = [changed[0], *changed[len(changed) - most + 1 :]]
    for number, name in enumerate(names):
        sheet.say(f"{name}: " + ", ".join(f"{_told(point.counts[number])} on {point.date.isoformat()}" for point in changed))
    _draw(sheet, names, shown, _largest(value for point in shown for value in point.counts) if alike else 0)
    _draw_key(sheet, shown)
    if len(shown) < len(changed):
        times = "revisions at" if changed[0].revision else "days on"
        sheet.y += 10
        sheet.note(f"The first and the last {most - 1} of {len(changed):,} {times} which something changed are shown.")


def _told(value: int | str | None) -> str:
    return "not known" if value is None else f"{value:,}" if isinstance(value, int) else value


def _largest(values: Iterable[int | str | None]) -> int:
    return max((value for value in values if isinstance(value, int)), default=0)


def _draw(sheet: Sheet, names: Sequence[str], shown: Sequence[Point], most: int) -> None:
    left, pitch = MARGIN + _LABELS, min(_WIDEST, (RIGHT - MARGIN - _LABELS) / len(shown))
    middles = [left + (number + 0.5) * pitch for number in range(len(shown))]
    for middle, point in zip(middles, shown, strict=True):
        heads = (point.date.isoformat(), *([point.revision[:_REVISION]] if point.revision else []))
        bottom = sheet.lines(middle, sheet.y + 8 - SMALL.leading / 2, heads, SMALL, "muted", "middle")
    sheet.y = bottom + 14 - SMALL.leading / 2
    for number, name in enumerate(names):
        strip = _Strip(wrapped(name, LABEL, _LABELS - 20, 3), tuple(point.counts[number] for point in shown))
        if any(isinstance(value, str) for value in strip.values):
            _draw_texts(sheet, strip, middles, pitch)
        else:
            _draw_counts(sheet, strip, middles, pitch, max(1, most or _largest(strip.values)))


def _draw_key(sheet: Sheet, shown: Sequence[Point]) -> None:
    """Say what the two colors of bars mean, where both are there."""
    stayed = (now for earlier, later in pairwise(shown) for before, now in zip(earlier.counts, later.counts, strict=True) if now == before)
    if any(isinstance(value, int) and value for value in stayed):
        sheet.y += 14
        sheet.key((_sample(sheet, color), said) for color, said in (("accent", "changed, or counted first"), ("quiet", "as before")))


def _sample(sheet: Sheet, color: str) -> Glyph:
    return lambda x, y: sheet.box(x - 7.5, y - 5.5, 15, 11, fill=color)


def _draw_counts(sheet: Sheet, strip: _Strip, middles: Sequence[float], pitch: float, most: int) -> None:
    counts = [value if isinstance(value, int) else None for value in strip.values]
    base = sheet.y + _TALLEST + 22
    unit = _TALLEST / most
    half = min(_BAR, pitch - 24) / 2
    sheet.lines(MARGIN, base - max(_TALLEST / 2, len(strip.lines) * LABEL.leading), strip.lines, LABEL)
    sheet.line([(middles[0] - pitch / 2, base), (middles[-1] + pitch / 2, base)], "line")
    for middle, count, before in zip(middles, counts, [None, *counts], strict=False):
        moved = before is None or count != before
        if count:
            sheet.box(middle - half, base - count * unit, 2 * half, count * unit, fill="accent" if moved else "quiet")
        text = "?" if count is None else f"{count:,}{_change(count, before)}"
        kind = STRONG if moved and width(text, STRONG) < pitch else SMALL
        sheet.centered(middle, base - (count or 0) * unit - 9, fitted(text, kind, pitch - 6), kind, "ink" if count else "gap", "middle")
    sheet.y = base


def _change(count: int, before: int | None) -> str:
    """Return by how much a count moved, behind a blank; empty where it stayed or nothing was before."""
    if before is None or count == before:
        return ""
    return f" (+{count - before:,})" if count > before else f" (\u2212{before - count:,})"


def _draw_texts(sheet: Sheet, strip: _Strip, middles: Sequence[float], pitch: float) -> None:
    texts = ["?" if value is None else str(value) for value in strip.values]
    top, ends = sheet.y + 16, [sheet.lines(MARGIN, sheet.y + 16, strip.lines, LABEL)]
    for middle, text, before in zip(middles, texts, ["", *texts], strict=False):
        color = _ANSWERS.get(text, "ink" if text != "?" else "gap")
        kind = STRONG if text in _ANSWERS and text != before else SMALL
        ends.append(sheet.lines(middle, top, wrapped(text, kind, pitch - 10, _LINES), kind, color, "middle"))
    sheet.y = max(ends) + 6
    sheet.line([(middles[0] - pitch / 2, sheet.y), (middles[-1] + pitch / 2, sheet.y)], "line")
