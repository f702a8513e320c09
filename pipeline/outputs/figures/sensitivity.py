"""The least change that flips each claim: one row a sense of a claim, the firmest first, on a logarithmic axis."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import NamedTuple

from ... import claims
from ...claims import Sensitivity
from ...claims.words import named
from ...corpus import Corpus
from ...survey import Output
from ..claimed import word
from .axes import LogAxis, log_axis
from .lettering import SMALL, SMALL_STRONG, width
from .sheet import INNER, MARGIN, RIGHT, Sheet
from .wrapping import fitted, wrapped

_NAMES = 290.0
"""Widest column of ids; longer ones are cut short."""
_AXIS = 104.0
_GAP = 14.0
_NUMBER = 30.0
_PITCH = 18.0
_RADIUS = 4.0


class _Row(NamedTuple):
    name: str
    lines: tuple[str, ...]
    """The change in words."""
    said: str
    """The change, for those who do not see the drawing."""
    changes: int | None
    holds: bool

    @property
    def high(self) -> float:
        return max(_PITCH, len(self.lines) * SMALL.leading + 4)


def draw(sheet: Sheet, output: Output, corpus: Corpus) -> None:
    """Draw a row for each sense of each claim; those that no change flips come last."""
    found = claims.sensitivity(corpus)
    if not found:
        sheet.nothing("No claim has been stated yet")
        return
    senses = [(one, least) for one in found for least in one.least]
    names = min(_NAMES, max(width(named(one.claim, least.sense), SMALL) for one, least in senses))
    axis = log_axis((least.count or 1 for _, least in senses), MARGIN + names + _GAP, MARGIN + names + _GAP + _AXIS)
    said = axis.end + _NUMBER + _GAP
    rows = sorted((row for one in found for row in _rows(one, names, RIGHT - said)), key=lambda row: -(row.changes or 0))
    _draw_key(sheet, rows)
    _draw_axis(sheet, axis, sum(row.high for row in rows))
    for row in rows:
        sheet.say(row.said)
        _draw_row(sheet, row, axis, said)
    _note(sheet, found)


def _rows(one: Sensitivity, names: float, room: float) -> Iterator[_Row]:
    for least, finding in zip(one.least, one.verdict.findings, strict=True):
        name = named(one.claim, least.sense)
        verdict = word(one.verdict) if len(one.least) == 1 else finding.outcome
        shown = wrapped(least.words, SMALL, room, 2)
        yield _Row(fitted(name, SMALL, names), shown, f"{name} ({verdict}): {least.words}", least.count, finding.outcome == "holds")


def _draw_key(sheet: Sheet, rows: Sequence[_Row]) -> None:
    meanings = {True: "holds, and would fail after so many changes", False: "does not hold, and would after so many changes"}
    held = {row.holds for row in rows if row.changes is not None}
    sheet.key((partial(_draw_sign, sheet, holds), meanings[holds]) for holds in (True, False) if holds in held)
    sheet.y += 8


def _draw_sign(sheet: Sheet, holds: bool, x: float, y: float) -> None:
    if holds:
        sheet.disc(x, y, _RADIUS, fill="accent")
    else:
        sheet.disc(x, y, _RADIUS - 0.75, fill="paper", stroke="gap", thickness=1.5)


def _draw_axis(sheet: Sheet, axis: LogAxis, high: float) -> None:
    sheet.centered(MARGIN, sheet.y + 8, "Claim", SMALL_STRONG, "muted")
    sheet.centered(axis.end + _NUMBER + _GAP, sheet.y + 8, fitted("The change", SMALL, INNER), SMALL_STRONG, "muted")
    for tick in axis.ticks:
        sheet.centered(axis.at(tick), sheet.y + 8, f"{tick:,}", SMALL, "muted", "middle")
        sheet.line([(axis.at(tick), sheet.y + 18), (axis.at(tick), sheet.y + 20 + high)], "line", thickness=0.75)
    sheet.y += 20


def _draw_row(sheet: Sheet, row: _Row, axis: LogAxis, said: float) -> None:
    middle = sheet.y + row.high / 2
    color = "ink" if row.holds else "gap"
    sheet.centered(MARGIN, middle, row.name, SMALL, color)
    if row.changes is not None and row.changes > 0:
        x = axis.at(row.changes)
        sheet.line([(axis.start, middle), (x, middle)], "quiet", thickness=1.5)
        _draw_sign(sheet, row.holds, x, middle)
        sheet.centered(x + 9, middle, f"{row.changes:,}", SMALL_STRONG, color)
    sheet.lines(said, middle - len(row.lines) * SMALL.leading / 2, row.lines, SMALL, "muted")
    sheet.y += row.high


def _note(sheet: Sheet, found: Sequence[Sensitivity]) -> None:
    current = [one.claim.id for one in found if one.claim.pool == "current"]
    notes = ["A row marked (strict) takes a claim in its narrower sense."] if any(one.claim.strict for one in found) else []
    if current:
        notes.append(f"About the pool as it stands now: {', '.join(current)}. All others are about the published pool.")
    if notes:
        sheet.y += 10
        sheet.note(" ".join(notes))
