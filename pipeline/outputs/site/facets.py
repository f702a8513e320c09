"""What the script of the Browse page needs beside the list itself: the facets, and each record's place in them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import TypeVar

from ...corpus import Corpus
from ...coverage import UNCODED
from ...records import Exclusion, Paper
from ...taxonomy import Field, Tag, values_in
from ..exports.json_text import Json
from .cards import exclusion_tag, other_authors

Plain = dict[str, Json]
"""Made of what JSON can hold."""
Record = TypeVar("Record")


def data(corpus: Corpus) -> Plain:
    """Return ``fields``, the value that stands for ``uncoded``, and the views ``papers`` and ``exclusions``.

    A value is ``[name, label, definition]``. A view has ``facets`` and ``records``. A facet is ``[position among the
    fields, whether it is open at first, how many records carry it]``, where null says that all do. A record is ``[id,
    year, date, authors, words, tags]``: ``authors`` those whom its card only counts, ``words`` what it is also found
    by, ``tags`` for each facet the positions of the values that it holds there.
    """
    fields = (*corpus.taxonomy, *corpus.taxonomy.exclusion.values())
    return {
        "fields": [_field(field) for field in fields],
        "uncoded": [UNCODED, "not coded", "The field was not filled in for the record, or does not apply to it."],
        "papers": _papers(corpus, fields),
        "exclusions": _exclusions(corpus, fields),
    }


def _field(field: Field) -> Plain:
    values: list[Json] = [list(value) for value in _values(field)]
    return {"name": field.name, "label": field.label, "about": field.definition, "values": values}


def _values(field: Field) -> Iterator[tuple[str, str, str]]:
    """Yield name, label and definition of each value, and below it of each level that it can have: ``VALUE:LEVEL``.

    No value can be called so, since names hold no colon.
    """
    for value in field.values:
        yield value.name, value.label, value.definition
        yield from ((f"{value.name}:{level.name}", f"{value.label}: {level.label}", level.definition) for level in field.levels)


def _papers(corpus: Corpus, fields: Sequence[Field]) -> Plain:
    readme = corpus.outputs.readme
    shown = tuple(corpus.taxonomy)
    columns = [_column(field, corpus.papers, lambda paper, field: paper.tag(field.name)) for field in shown]
    heads: list[list[Json]] = [[p.key, p.year, p.added.isoformat(), other_authors(p.authors), _words(p)] for p in corpus.papers]
    return _view(fields, shown, columns, (readme.group_by, *readme.chips), heads)


def _exclusions(corpus: Corpus, fields: Sequence[Field]) -> Plain:
    logged = corpus.taxonomy.exclusion
    proposed = (f for f in corpus.taxonomy if f.name not in logged and any(f.name in e.tags for e in corpus.exclusions))
    shown = (*logged.values(), *proposed)
    columns = [_column(field, corpus.exclusions, exclusion_tag) for field in shown]
    heads: list[list[Json]] = [[e.id, e.date_screened.year, e.date_screened.isoformat(), "", _logged_words(e)] for e in corpus.exclusions]
    return _view(fields, shown, columns, logged, heads)


Column = list[list[Json]]
"""For each record the positions of the values that it holds in one field."""


def _column(field: Field, records: Sequence[Record], tag: Callable[[Record, Field], Tag | None]) -> Column:
    return [_positions(field, tag(record, field)) for record in records]


def _positions(field: Field, tag: Tag | None) -> list[Json]:
    held = set(values_in(tag))
    if isinstance(tag, dict):
        held |= {f"{name}:{level}" for name, level in tag.items()}
    return [number for number, (name, _, _) in enumerate(_values(field)) if name in held]


def _view(
    fields: Sequence[Field], shown: Sequence[Field], columns: Sequence[Column], opened: Collection[str], heads: Sequence[Sequence[Json]]
) -> Plain:
    facets: list[Json] = [
        [fields.index(field), field.name in opened, None if all(column) else sum(map(bool, column))]
        for field, column in zip(shown, columns, strict=True)
    ]
    records: list[Json] = [[*head, [column[number] for column in columns]] for number, head in enumerate(heads)]
    return {"facets": facets, "records": records}


def _words(paper: Paper) -> str:
    ids = (paper.key, f"arXiv:{paper.arxiv_id}" if paper.arxiv_id else "", f"doi:{paper.doi}" if paper.doi else "")
    return "\n".join(filter(None, (*ids, paper.affiliation, *_texts(paper.tags))))


def _logged_words(exclusion: Exclusion) -> str:
    return "\n".join(filter(None, (exclusion.identifier, exclusion.query_family, *_texts(exclusion.tags))))


def _texts(tags: Mapping[str, Tag]) -> Iterator[str]:
    """Yield what maps say of their values in words of their own."""
    for tag in tags.values():
        if isinstance(tag, dict):
            yield from tag.values()
