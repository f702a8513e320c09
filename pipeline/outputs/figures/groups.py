"""Groups of entries against the values of a map: the level that a group shares."""

from __future__ import annotations

from ...corpus import Corpus
from ...survey import Output
from ...taxonomy import Field
from .arrangement import arranged, entries, tally
from .grid import Row, cell, draw_key, draw_rows, shared
from .sheet import Sheet

_LABELS = 290


def draw(sheet: Sheet, output: Output, corpus: Corpus) -> None:
    """Draw a row a group. Members that the pool does not hold are left out, and so are groups without any."""
    field = corpus.taxonomy.fields[output.fields[0]]
    order = [value for value in arranged(field, tally(corpus, field.name)) if value in field.by_name]
    groups = [[corpus.by_key[key] for key in group if key in corpus.by_key] for group in output.groups]
    members = [papers for papers in groups if papers]
    if not members:
        sheet.nothing("None of the groups has an entry in this pool")
        return
    rows = [
        Row(", ".join(paper.name for paper in papers), tuple(shared([cell(paper, field, value) for paper in papers]) for value in order))
        for papers in members
    ]
    said = draw_rows(sheet, rows, [field.label_of(value) for value in order], _LABELS, lines=3)
    draw_key(sheet, field, rows, "entries of the group differ", "not coded", said=said)
    _note(sheet, corpus, field, sum(len(papers) for papers in members))


def _note(sheet: Sheet, corpus: Corpus, field: Field, shown: int) -> None:
    coded = sum(field.name in paper.tags for paper in corpus.papers)
    if coded:
        sheet.y += 4
        sheet.note(f"{entries(coded)} of {len(corpus.papers):,} coded; {shown:,} stand in these rows.")
