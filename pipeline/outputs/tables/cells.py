"""What stands in the cells of tables that show entries and what they carry."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ...corpus import Corpus
from ...records import Paper
from ...survey import Output
from ...taxonomy import Field, Tag, values_in
from .table import Cell, Column, Wording

Columns = tuple[Column, ...]
Content = tuple[Columns, Iterable[tuple[Cell, ...]], str]
"""Columns, rows, and what has to be noted."""


def fields_of(output: Output, corpus: Corpus) -> tuple[Field, ...]:
    """Return the fields that an output shows."""
    return tuple(corpus.taxonomy.fields[name] for name in output.fields)


def texts(*headings: str) -> Columns:
    """Return columns of text."""
    return tuple(Column(heading) for heading in headings)


def value_headings(field: Field, say: Wording) -> Columns:
    """Return a column of text for each value of a field."""
    return texts(*(say.of_value(field, value) for value in field.by_name))


def entry(paper: Paper, say: Wording) -> str:
    """Return what an entry is called."""
    return paper.name if say.for_people else paper.key


def mapped(field: Field, tag: Tag | None, value: str, say: Wording) -> str:
    """Return what a map says of a value: its level, or its text; empty where it says nothing."""
    said = tag.get(value, "") if isinstance(tag, dict) else ""
    level = field.level_by_name.get(said)
    return level.label.lower() if level and say.for_people else said


def cells(paper: Paper, field: Field, say: Wording) -> Iterator[str]:
    """Yield what an entry says of each value of a field."""
    return (cell(paper, field, value, say) for value in field.by_name)


def cell(paper: Paper, field: Field, value: str, say: Wording) -> str:
    """Return what an entry says of a value: its level or text, ``yes`` where it just carries it, else nothing."""
    tag = paper.tag(field.name)
    return mapped(field, tag, value, say) or ("yes" if value in values_in(tag) else "")


def held(paper: Paper, fields: Iterable[Field], say: Wording) -> tuple[str, ...]:
    """Return for each field the values that an entry carries."""
    return tuple("; ".join(say.of_value(field, value) for value in field.held(paper.tag(field.name))) for field in fields)
