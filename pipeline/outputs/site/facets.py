"""What the script of the Browse page needs beside the list itself: the facets, and each record's place in them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import TypeVar

from ...corpus import Corpus
from ...coverage import UNCODED
from ...records import Exclusion, Paper
from ...taxonomy import Field, Tag
from ..exports.json_text import Json
from .cards import exclusion_tag, other_authors

Plain = dict[str, Json]
"""Made of what JSON can hold."""
Record = TypeVar("Record")


def data(corpus: Corpus) -> Plain:
    """Return the views ``papers`` and ``exclusions``, whose fields are those of ``vocabulary``.

    A view has ``facets`` and ``records``. A facet is ``[position among the fields, whether it is open at first, how many records
    carry it]``, where null says that all do. A record is ``[id, year, date, authors, words, tags]``: ``authors`` those whom its
    card only counts, ``words`` what it is also found by, ``tags`` for each facet the positions of the values that it holds there.
    """
    fields = (*corpus.taxonomy, *corpus.taxonomy.exclusion.values())
    return {"papers": _papers(corpus, fields), "exclusions": _exclusions(corpus, fields)}


def vocabulary(corpus: Corpus) -> Plain:
    """Return the ``fields`` of papers and after them those of the log, the value that stands for ``uncoded``, and ``shared``.

    A value is ``[name, label, definition]``; below each value stand the levels that it can have. A definition that several
    values have is its position among those shared.
    """
    declared = (*corpus.taxonomy, *corpus.taxonomy.exclusion.values())
    counts = Counter(definition for field in declared for _, _, definition in _values(field))
    places = {definition: place for place, definition in enumerate(text for text, count in counts.items() if count > 1 and text)}
    fields: list[Json] = [_field(field, places) for field in declared]
    uncoded: list[Json] = [UNCODED, "not coded", "The field was not filled in for the record, or does not apply to it."]
    return {"shared": list(places), "fields": fields, "uncoded": uncoded}


def _field(field: Field, places: Mapping[str, int]) -> Plain:
    values: list[Json] = [[name, label, places.get(definition, definition)] for name, label, definition in _values(field)]
    return {
        "name": field.name, "label": field.label, "about": field.definition, "none": field.none, "ordered": field.ordered, "values": values,
    }  # fmt: skip


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
    places = {name: number for number, (name, _, _) in enumerate(_values(field))}
    return [_positions(places, field, tag(record, field)) for record in records]


def _positions(places: Mapping[str, int], field: Field, tag: Tag | None) -> list[Json]:
    held = list(field.held(tag))
    if isinstance(tag, dict):
        held += [f"{name}:{level}" for name, level in tag.items()]
    return list[Json](sorted(places[name] for name in held if name in places))


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
