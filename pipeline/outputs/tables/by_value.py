"""Tables with a row for each value of a field."""

from __future__ import annotations

from ... import coverage
from ...corpus import Corpus
from ...records import Paper
from ...survey import Output
from ...taxonomy import Field, TagValue
from .cells import Columns, Content, entry, fields_of, mapped, texts
from .counts import coded_note
from .table import Cell, Column, Wording


def values(output: Output, corpus: Corpus, say: Wording) -> Content:
    """Return a row for each value: label, definition, attributes, number of entries."""
    (field,) = fields_of(output, corpus)
    held = coverage.holders(corpus, field.name)
    rows: list[tuple[Cell, ...]] = [
        (*_value_cells(value), value.definition, *_attributes(field, value), len(held.get(value.name, ()))) for value in field.values
    ]
    columns = (*_value_columns(field, say), Column(say.heading("definition")), *_attribute_columns(field, say))
    return (*columns, Column(say.heading("entries"), numeric=True)), rows, coded_note(corpus, field)


def entries(output: Output, corpus: Corpus, say: Wording) -> Content:
    """Return a row for each value of the first field: label, attributes, then for each field the entries that carry the value."""
    first, *further = fields_of(output, corpus)
    columns = (
        *_value_columns(first, say),
        *_attribute_columns(first, say),
        Column(say.heading("entries")),
        *texts(*map(say.of_field, further)),
    )
    rows = (
        (*_value_cells(value), *_attributes(first, value), *(_holders(corpus, field, value.name, say) for field in (first, *further)))
        for value in first.values
    )
    return columns, rows, coded_note(corpus, first)


def _value_columns(field: Field, say: Wording) -> Columns:
    return Column(say.heading("value"), raw=True), Column(field.label if say.for_people else say.heading("label"))


def _value_cells(value: TagValue) -> tuple[str, str]:
    return value.name, value.label


def _attribute_columns(field: Field, say: Wording) -> Columns:
    return texts(*(heading if say.for_people else name for name, heading in field.attributes.items()))


def _attributes(field: Field, value: TagValue) -> tuple[str, ...]:
    return tuple(value.attributes.get(name, "") for name in field.attributes)


def _holders(corpus: Corpus, field: Field, value: str, say: Wording) -> str:
    """Return the entries that carry a value, with what a map says of it in parentheses."""
    return "; ".join(_holder(paper, field, value, say) for paper in coverage.holders(corpus, field.name).get(value, ()))


def _holder(paper: Paper, field: Field, value: str, say: Wording) -> str:
    said = mapped(field, paper.tag(field.name), value, say)
    return f"{entry(paper, say)} ({said})" if said else entry(paper, say)
