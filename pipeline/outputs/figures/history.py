"""Counts through time: one strip of bars a count, one column a day on which one of them changed."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import NamedTuple

from ... import history
from ...corpus import Corpus
from ...history import PAPERS, Series
from ...survey import RECORDS, Output
from .lettering import LABEL, SMALL, STRONG, width
from .sheet import MARGIN, RIGHT, Sheet
from .wrapping import fitted, wrapped

_LABELS = 240.0
_COLUMN = 84.0
"""Least width of a column, which a date needs."""
_WIDEST = 150.0
_TALLEST = 44.0
_BAR = 40.0


class _Strip(NamedTuple):
    lines: tuple[str, ...]
    counts: tuple[int, ...]
    """At the end of each day that is shown."""


def draw(sheet: Sheet, output: Output, corpus: Corpus) -> None:
    """Draw a strip for each count that is asked for, each on its own scale."""
    asked = [_series(words, corpus) for words in output.asked]
    points = list(history.over_dates(corpus, asked, history.dates(corpus, asked)))
    rows = [(point.date, tuple(int(count or 0) for count in point.counts)) for point in points]
    changed = [row for row, before in zip(rows, [None, *rows], strict=False) if before is None or row[1] != before[1]]
    if not changed:
        sheet.nothing("No record is dated yet")
        return
    shown, most = changed, int((RIGHT - MARGIN - _LABELS) / _COLUMN)
    if len(changed) > most:
        shown = [changed[0], *changed[len(changed) - most + 1 :]]
    for number, one in enumerate(asked):
        sheet.say(f"{one.name}: " + ", ".join(f"{counts[number]:,} on {day.isoformat()}" for day, counts in changed))
    _draw(sheet, asked, shown)
    if len(shown) < len(changed):
        sheet.y += 10
        sheet.note(f"The first and the last {most - 1} of {len(changed):,} days on which something changed are shown.")


def _series(words: Sequence[str], corpus: Corpus) -> Series:
    """Return what is counted under the name that people read."""
    if len(words) == 1 and words[0] in RECORDS:
        return Series("Entries" if words[0] == PAPERS else "Excluded records", {}, words[0])
    pairs = (word.partition("=") for word in words)  # read with the file, so that every name is known
    wanted = {name: tuple(values.split(",")) for name, _, values in pairs}
    fields = corpus.taxonomy.fields
    parts = (f"{fields[name].label}: {' or '.join(fields[name].label_of(value) for value in values)}" for name, values in wanted.items())
    return Series("; ".join(parts), wanted)


def _draw(sheet: Sheet, asked: Sequence[Series], shown: Sequence[tuple[date, tuple[int, ...]]]) -> None:
    left, pitch = MARGIN + _LABELS, min(_WIDEST, (RIGHT - MARGIN - _LABELS) / len(shown))
    middles = [left + (number + 0.5) * pitch for number in range(len(shown))]
    for middle, (day, _) in zip(middles, shown, strict=True):
        sheet.centred(middle, sheet.y + 8, day.isoformat(), SMALL, "muted", "middle")
    sheet.y += 22
    for number, one in enumerate(asked):
        strip = _Strip(wrapped(one.name, LABEL, _LABELS - 20, 3), tuple(counts[number] for _, counts in shown))
        _draw_strip(sheet, strip, middles, pitch)


def _draw_strip(sheet: Sheet, strip: _Strip, middles: Sequence[float], pitch: float) -> None:
    base = sheet.y + _TALLEST + 22
    unit = _TALLEST / max(1, *strip.counts)
    half = min(_BAR, pitch - 24) / 2
    sheet.lines(MARGIN, base - max(_TALLEST / 2, len(strip.lines) * LABEL.leading), strip.lines, LABEL)
    sheet.line([(middles[0] - pitch / 2, base), (middles[-1] + pitch / 2, base)], "line")
    for middle, count, before in zip(middles, strip.counts, [None, *strip.counts], strict=False):
        moved = before is None or count != before
        if count:
            sheet.box(middle - half, base - count * unit, 2 * half, count * unit, fill="accent" if moved else "quiet")
        text = f"{count:,}{_change(count, before)}"
        kind = STRONG if moved and width(text, STRONG) < pitch else SMALL
        sheet.centred(middle, base - count * unit - 9, fitted(text, kind, pitch - 6), kind, "ink" if count else "gap", "middle")
    sheet.y = base


def _change(count: int, before: int | None) -> str:
    """Return by how much a count moved, behind a blank; empty where it stayed or nothing was before."""
    if before is None or count == before:
        return ""
    return f" (+{count - before:,})" if count > before else f" (\u2212{before - count:,})"
