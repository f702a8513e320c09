"""An order from coarse to fine, as a ladder: which entries stand on each rung, and which carry a signal there."""

from __future__ import annotations

from typing import NamedTuple

from ... import coverage
from ...corpus import Corpus
from ...survey import Output
from ...taxonomy import Field
from ..open_cells import aside
from .arrangement import entries, holders, label, tally
from .lettering import LABEL, NAME, SMALL, SMALL_STRONG, STRONG
from .sheet import MARGIN, RIGHT, Sheet
from .wrapping import packed, wrapped

_RUNG = 128
"""Width of a rung's label."""
_SLOPE = 92.0
"""By how much the last rung stands to the right of the first."""
_BARS = MARGIN + _SLOPE + _RUNG + 22
_BAR = 74
_NAMES = _BARS + _BAR + 34
_SIGNALS = _NAMES + 214
_NUMBER = 26
"""Between the number of signals and the names of those that carry one."""
_LINES = 3


class _Rung(NamedTuple):
    lines: tuple[str, ...]
    held: int
    names: tuple[str, ...]
    """Of those that stand on it, in lines."""
    signals: int
    carriers: tuple[str, ...]
    """Names of those that carry a signal, in lines."""

    @property
    def bare(self) -> bool:
        """Whether nothing at all is found there."""
        return not (self.held or self.signals)

    @property
    def high(self) -> float:
        return max(44.0, len(self.lines) * STRONG.leading + 22, max(len(self.names), len(self.carriers)) * NAME.leading + 14)


def draw(sheet: Sheet, output: Output, corpus: Corpus) -> None:
    """Draw a rung for each value of the second field, in its order: who is tagged so in the first, and who carries it in the second."""
    counted, ladder = (corpus.taxonomy.fields[name] for name in output.fields)
    counts = tally(corpus, counted.name)
    rungs = [_rung(sheet, corpus, counted, ladder, value) for value in ladder.by_name]
    coded = f"({coverage.coded(corpus.papers, ladder.name):,} of {len(corpus.papers):,} coded)"
    _draw_heads(sheet, counted.label, f"{ladder.label} {coded}")
    sheet.say(f"{ladder.label} {coded}")
    step = min(14.0, _SLOPE / max(len(rungs) - 1, 1))
    unit = _BAR / max(1, *(rung.held for rung in rungs))
    for number, rung in enumerate(rungs):
        last = number == len(rungs) - 1
        _draw_rung(sheet, rung, MARGIN + number * step, unit, None if last else rungs[number + 1], step)
        sheet.y += rung.high
    _note(sheet, counted, counts, ladder)


def _rung(sheet: Sheet, corpus: Corpus, counted: Field, ladder: Field, value: str) -> _Rung:
    carriers = holders(corpus, ladder.name, value)
    carrying = {paper.key for paper in carriers}
    held = sorted(holders(corpus, counted.name, value), key=lambda paper: paper.key not in carrying)  # best examples are both
    names, signals = ([paper.name for paper in papers] for papers in (held, carriers))
    name = label(ladder, value)
    sheet.say(f"{name}: {entries(len(names))}{_listed(names)}; signal in {len(signals) or 'none'}{_listed(signals)}")
    shown = packed(names, ",", NAME, _SIGNALS - _NAMES - 18, _LINES)
    beside = packed(signals, ",", NAME, RIGHT - _SIGNALS - _NUMBER, _LINES)
    return _Rung(wrapped(name, STRONG, _RUNG - 20, 3), len(names), shown, len(signals), beside)


def _listed(names: list[str]) -> str:
    return f" ({', '.join(names)})" if names else ""


def _draw_heads(sheet: Sheet, counted: str, ladder: str) -> None:
    heads = ((MARGIN, "Coarse to fine", _BARS - MARGIN), (_BARS, counted, _SIGNALS - _BARS), (_SIGNALS, ladder, RIGHT - _SIGNALS))
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
    sheet.box(x, middle - high / 2, _RUNG, high, fill="" if rung.bare else "wash", stroke="gap" if rung.bare else "accent", radius=4)
    sheet.lines(x + 10, middle - len(rung.lines) * STRONG.leading / 2, rung.lines, STRONG, "gap" if rung.bare else "ink")
    _draw_count(sheet, rung.held, middle, unit)
    _draw_names(sheet, _NAMES, middle, rung.names)
    if rung.signals:
        sheet.centered(_SIGNALS, middle, f"{rung.signals:,}", STRONG)
    _draw_names(sheet, _SIGNALS + (_NUMBER if rung.signals else 0), middle, rung.carriers)


def _draw_names(sheet: Sheet, x: float, middle: float, names: tuple[str, ...]) -> None:
    if names:
        sheet.lines(x, middle - len(names) * NAME.leading / 2, names, NAME)
    else:
        sheet.centered(x, middle, "none", LABEL, "gap")


def _draw_count(sheet: Sheet, count: int, middle: float, unit: float) -> None:
    if not count:
        sheet.box(_BARS, middle - 8, 16, 16, stroke="gap", radius=2)
        sheet.centered(_BARS + 24, middle, "0", STRONG, "gap")
        return
    long = max(2.0, count * unit)
    sheet.box(_BARS, middle - 8, long, 16, fill="accent", radius=2)
    sheet.centered(_BARS + long + 7, middle, f"{count:,}", STRONG)


def _note(sheet: Sheet, counted: Field, counts: dict[str, int], ladder: Field) -> None:
    """Say which entries stand on no rung."""
    off = [value for value in counts if value not in ladder.by_name and counts[value]]
    said = [f"{entries(counts[value])} {'' if aside(counted, value) else 'tagged '}{label(counted, value).lower()}" for value in off]
    if said:
        sheet.y += 6
        sheet.note(f"On no rung: {', '.join(said)}.")
