"""Tables with a row for each entry, or for each group of entries."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ...corpus import Corpus
from ...records import Paper
from ...survey import Output
from ...taxonomy import Field, values_in
from .cells import Content, cell, cells, entry, fields_of, held, texts, value_headings
from .counts import coded_note
from .table import Column, Wording


def groups(output: Output, corpus: Corpus, say: Wording) -> Content:
    """Return a row for each group of entries, a column for each value; where entries differ, all they say stands there."""
    (field,) = fields_of(output, corpus)
    rows = [_group([corpus.by_key[key] for key in group if key in corpus.by_key], field, say) for group in output.groups]
    return (Column(say.heading("entries")), *texts(*(say.of_value(field, value) for value in field.by_name))), rows, ""


def _group(papers: list[Paper], field: Field, say: Wording) -> tuple[str, ...]:
    said = (dict.fromkeys(cell(paper, field, value, say) for paper in papers) for value in field.by_name)
    return "; ".join(entry(paper, say) for paper in papers), *(" / ".join(filter(None, words)) for words in said)


def matrix(output: Output, corpus: Corpus, say: Wording) -> Content:
    """Return a row for each entry that carries the first field, with the further fields, then a column for each value."""
    first, *further = fields_of(output, corpus)
    columns = (*texts(say.heading("entry"), *map(say.of_field, further)), *value_headings(first, say))
    rows = ((entry(paper, say), *held(paper, further, say), *cells(paper, first, say)) for paper in _carrying(corpus, first))
    return columns, rows, coded_note(corpus, first)


def signals(output: Output, corpus: Corpus, say: Wording) -> Content:
    """Return a row for each entry that carries the first field; a map has a column for each value, another field has one."""
    fields = fields_of(output, corpus)
    spread = [(field, value_headings(field, say) if field.kind == "map" else texts(say.of_field(field))) for field in fields]
    columns = (Column(say.heading("entry")), *(column for _, columns in spread for column in columns))
    rows = ((entry(paper, say), *_spread(paper, fields, say)) for paper in _carrying(corpus, fields[0]))
    return columns, rows, coded_note(corpus, fields[0])


def pool(output: Output, corpus: Corpus, say: Wording) -> Content:
    """Return a row for each entry, in the order of the first field's values and by key; print does without the titles."""
    fields = fields_of(output, corpus)
    named = (Column(say.heading("key")), Column(say.heading("title"), raw=True), Column(say.heading("year"), numeric=True))
    columns = (*named, *texts(*map(say.of_field, fields)))
    order = {value: number for number, value in enumerate(fields[0].by_name)}
    papers = sorted(corpus.papers, key=lambda paper: order.get(next(iter(values_in(paper.tag(fields[0].name))), ""), len(order)))
    return columns, ((paper.key, paper.title, paper.year or "", *held(paper, fields, say)) for paper in papers), ""


def _carrying(corpus: Corpus, field: Field) -> Iterator[Paper]:
    return (paper for paper in corpus.papers if field.name in paper.tags)


def _spread(paper: Paper, fields: Iterable[Field], say: Wording) -> Iterator[str]:
    for field in fields:
        yield from cells(paper, field, say) if field.kind == "map" else held(paper, [field], say)
