"""An order from coarse to fine, as a ladder: how many entries stand on each rung, and which carry a signal there."""

from __future__ import annotations

from typing import NamedTuple

from ...corpus import Corpus
from ...survey import Output
from ...taxonomy import Field
from .arrangement import aside, entries, holders, label, tally
from .lettering import LABEL, NAME, SMALL, SMALL_STRONG, STRONG
from .sheet import MARGIN, RIGHT, Sheet
from .wrapping import packed, wrapped

_RUNG = 128
"""Width of a rung's label."""
_SLOPE = 92.0
"""By how much the last rung stands to the right of the first."""
_BARS = MARGIN + _SLOPE + _RUNG + 22
_BAR = 170
_NAMES = _BARS + _BAR + 62
_LINES = 3


class _Rung(NamedTuple):
    lines: tuple[str, ...]
    held: int
    names: tuple[str, ...]
    """Lines of names."""

    @property
    def high(self) -> float:
        return max(44.0, len(self.lines) * STRONG.leading + 22, len(self.names) * NAME.leading + 14)


def draw(sheet: Sheet, output: Output, corpus: Corpus) -> None:
    """Draw a rung for each value of the second field, in its order; counts are those of the first."""
    counted, ladder = (corpus.taxonomy.fields[name] for name in output.fields)
    counts = tally(corpus, counted.name)
    rungs = [_rung(sheet, corpus, ladder, value, counts.get(value, 0)) for value in ladder.by_name]
    _draw_heads(sheet, counted, ladder)
    step = min(14.0, _SLOPE / max(len(rungs) - 1, 1))
    unit = _BAR / max(1, *(rung.held for rung in rungs))
    for number, rung in enumerate(rungs):
        last = number == len(rungs) - 1
        _draw_rung(sheet, rung, MARGIN + number * step, unit, None if last else rungs[number + 1], step)
        sheet.y += rung.high
    _note(sheet, counted, counts, ladder)


def _rung(sheet: Sheet, corpus: Corpus, ladder: Field, value: str, count: int) -> _Rung:
    papers = [paper.name for paper in holders(corpus, ladder.name, value)]
    name = label(ladder, value)
    sheet.say(f"{name}: {entries(count)}; signal in {', '.join(papers) or 'none'}")
    room = RIGHT - _NAMES
    return _Rung(wrapped(name, STRONG, _RUNG - 20, 3), count, packed(papers, ",", NAME, room, _LINES))


def _draw_heads(sheet: Sheet, counted: Field, ladder: Field) -> None:
    heads = ((MARGIN, "Coarse to fine", _BARS - MARGIN), (_BARS, counted.label, _NAMES - _BARS), (_NAMES, ladder.label, RIGHT - _NAMES))
    shown = [(x, wrapped(text, SMALL_STRONG, room - 14, 2)) for x, text, room in heads]
    tallest = max(len(lines) for _, lines in shown)
    for x, lines in shown:
        sheet.lines(x, sheet.y + (tallest - len(lines)) * SMALL.leading, lines, SMALL_STRONG, "muted")
    sheet.y += tallest * SMALL.leading + 6


def _draw_rung(sheet: Sheet, rung: _Rung, x: float, unit: float, below: _Rung | None, step: float) -> None:
    middle = sheet.y + rung.high / 2
    high = len(rung.lines) * STRONG.leading + 12
    if below:
        foot = x + 8
        after = sheet.y + rung.high + below.high / 2
        sheet.line([(foot, middle + high / 2), (foot, after), (x + step + 1, after)], "quiet", thickness=1.5)
    sheet.box(x, middle - high / 2, _RUNG, high, fill="wash" if rung.held else "", stroke="accent" if rung.held else "gap", radius=4)
    sheet.lines(x + 10, middle - len(rung.lines) * STRONG.leading / 2, rung.lines, STRONG, "ink" if rung.held else "gap")
    _draw_count(sheet, rung.held, middle, unit)
    if rung.names:
        sheet.lines(_NAMES, middle - len(rung.names) * NAME.leading / 2, rung.names, NAME)
    else:
        sheet.centred(_NAMES, middle, "none", LABEL, "gap")


def _draw_count(sheet: Sheet, count: int, middle: float, unit: float) -> None:
    if not count:
        sheet.box(_BARS, middle - 8, 16, 16, stroke="gap", radius=2)
        sheet.centred(_BARS + 24, middle, "0", STRONG, "gap")
        return
    long = max(2.0, count * unit)
    sheet.box(_BARS, middle - 8, long, 16, fill="accent", radius=2)
    sheet.centred(_BARS + long + 7, middle, f"{count:,}", STRONG)


def _note(sheet: Sheet, counted: Field, counts: dict[str, int], ladder: Field) -> None:
    """Say which entries stand on no rung."""
    off = [value for value in counts if value not in ladder.by_name and counts[value]]
    said = [f"{entries(counts[value])} {'' if aside(counted, value) else 'tagged '}{label(counted, value).lower()}" for value in off]
    if said:
        sheet.y += 6
        sheet.note(f"On no rung: {', '.join(said)}.")
