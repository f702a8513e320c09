"""The entries that carry a map against its values: in each cell the level, and the gaps outlined."""

from __future__ import annotations

from collections.abc import Sequence

from ... import coverage
from ...corpus import Corpus
from ...records import Paper
from ...survey import Output
from ...taxonomy import Field
from .arrangement import arranged, entries, tally
from .grid import Row, cell, draw_key, draw_rows
from .lettering import NAME, width
from .sheet import Sheet

_LABELS = 250.0
_MOST = 60
"""Rows; the entries that hold the fewest values are counted instead. A table has them all."""


def draw(sheet: Sheet, output: Output, corpus: Corpus) -> None:
    """Draw a row for each entry that carries the field, those that hold most values first."""
    field = corpus.taxonomy.fields[output.fields[0]]
    able = coverage.applicable(corpus.papers, field)
    coded = sorted((paper for paper in corpus.papers if field.name in paper.tags), key=lambda paper: _rank(paper, field))
    if not coded:
        sheet.nothing(f"{field.label}: none of {entries(len(able))} is coded")
        return
    order = [value for value in arranged(field, tally(corpus, field.name)) if value in field.by_name]
    rows = [Row(paper.name, tuple(cell(paper, field, value) for value in order)) for paper in coded[:_MOST]]
    labels = min(_LABELS, max(140.0, *(width(row.label, NAME) + 12 for row in rows)))
    said = draw_rows(sheet, rows, [field.label_of(value) for value in order], labels, lines=2)
    draw_key(sheet, field, rows, "differs", "left out", said=said)
    sheet.y += 4
    _note(sheet, coded, [paper for paper in able if field.name not in paper.tags])


def _rank(paper: Paper, field: Field) -> tuple[int, tuple[str, ...], str]:
    held = [value for value in field.by_name if value in field.held(paper.tag(field.name))]
    return -len(held), tuple(f"{list(field.by_name).index(value):03}" for value in held), paper.name.casefold()


def _note(sheet: Sheet, coded: Sequence[Paper], rest: Sequence[Paper]) -> None:
    said = f"{len(coded):,} of {entries(len(coded) + len(rest))} coded."
    if len(coded) > _MOST:
        said += f" Shown are the {_MOST} that hold most values."
    names = f" Not coded: {', '.join(paper.name for paper in rest)}." if rest else ""
    sheet.note(said + names, lines=4)
