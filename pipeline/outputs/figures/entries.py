"""The values of a field, one a row, each with the entries that hold it and what they map it to."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ...corpus import Corpus
from ...records import Paper
from ...survey import Output
from ...taxonomy import Field
from . import arrangement
from .lettering import HEAD, LABEL, NAME, SMALL, STRONG, Type
from .sheet import MARGIN, RIGHT, Sheet
from .wrapping import balanced, wrapped

_VALUE = 196
"""Width of a value's own words."""
_START = MARGIN + _VALUE + 20
_GUTTER = 20
_CARD = (RIGHT - _START - _GUTTER) / 2
_MOST = 24
"""Entries shown for a value; the rest is counted."""
_TITLE = Type(12.5, bold=True, serif=True)


class _Card(NamedTuple):
    name: tuple[str, ...]
    text: tuple[str, ...]

    @property
    def high(self) -> float:
        return len(self.name) * _TITLE.leading + len(self.text) * SMALL.leading + 10


def draw(sheet: Sheet, output: Output, corpus: Corpus) -> None:
    """Draw a row a value, in the taxonomy's order where it means something, else the fullest first."""
    field = corpus.taxonomy.fields[output.fields[0]]
    order = arrangement.arranged(field, arrangement.tally(corpus, field.name))
    for value in (value for value in order if value in field.by_name):
        papers = arrangement.holders(corpus, field.name, value)
        _say(sheet, field, value, papers)
        sheet.line([(MARGIN, sheet.y), (RIGHT, sheet.y)], "line")
        _draw_value(sheet, field, value, papers)
    sheet.line([(MARGIN, sheet.y), (RIGHT, sheet.y)], "line")


def _say(sheet: Sheet, field: Field, value: str, papers: Sequence[Paper]) -> None:
    held = "; ".join(f"{paper.name}, {text}" if (text := _text(paper, field, value)) else paper.name for paper in papers)
    sheet.say(f"{field.label_of(value)} ({arrangement.entries(len(papers))}): {held or 'none'}")


def _text(paper: Paper, field: Field, value: str) -> str:
    tag = paper.tag(field.name)
    level = tag[value] if isinstance(tag, dict) else ""
    return field.level_by_name[level].label if level in field.level_by_name else level


def _draw_value(sheet: Sheet, field: Field, value: str, papers: Sequence[Paper]) -> None:
    top = sheet.y + 12
    head = wrapped(field.label_of(value), HEAD, _VALUE, 4)
    below = sheet.lines(MARGIN, top, head, HEAD, "ink" if papers else "gap")
    name = f"{value} · " if value != field.label_of(value) else ""
    said = wrapped(name + arrangement.entries(len(papers)), SMALL, _VALUE, 2)
    left = sheet.lines(MARGIN, below, said, SMALL, "muted" if papers else "gap")
    sheet.y = top
    if papers:
        _draw_cards(sheet, field, value, papers)
    else:
        _draw_gap(sheet)
    sheet.y = max(sheet.y, left + 12)


def _draw_gap(sheet: Sheet) -> None:
    sheet.box(_START, sheet.y, RIGHT - _START, 38, stroke="gap", thickness=1.5, radius=4, dashed=True)
    sheet.centered(_START + 14, sheet.y + 19, "0", STRONG, "gap")
    sheet.centered(_START + 32, sheet.y + 19, "no entry", LABEL, "gap")
    sheet.y += 50


def _draw_cards(sheet: Sheet, field: Field, value: str, papers: Sequence[Paper]) -> None:
    cards = [_Card(wrapped(p.name, _TITLE, _CARD, 2), _shown(_text(p, field, value))) for p in papers[:_MOST]]
    for first in range(0, len(cards), 2):
        pair = cards[first : first + 2]
        for number, card in enumerate(pair):
            x = _START + number * (_CARD + _GUTTER)
            below = sheet.lines(x, sheet.y, card.name, _TITLE)
            sheet.lines(x, below, card.text, SMALL, "muted")
        sheet.y += max(card.high for card in pair)
    if len(papers) > _MOST:
        sheet.lines(_START, sheet.y, (f"and {len(papers) - _MOST:,} more",), NAME)
        sheet.y += NAME.leading + 10
    sheet.y += 2


def _shown(text: str) -> tuple[str, ...]:
    return balanced(text, SMALL, _CARD, 3) if text else ()
