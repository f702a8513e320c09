"""What a paper is tagged with, in words: each value with its definition and the number of papers that share it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace

from ...corpus import Corpus, once
from ...records import Paper
from ...taxonomy import Field, Tag, hashable, restored, values_in
from . import addresses


@dataclass(frozen=True, slots=True)
class Held:
    """One value that a record holds."""

    label: str
    definition: str
    """Empty where the record's tags told it before: fields may share their values."""
    said: str
    """What the record says of it: the label of a level, or a text; empty where it just holds it."""
    entry: str
    """Where the taxonomy tells of it."""
    shared: int
    """How many papers hold it."""
    sharing: str
    """Where these are listed."""


@dataclass(frozen=True, slots=True, eq=False)
class Tagged:
    """What a record holds in one field. One value for all that hold the same, so that what is made of it can be kept."""

    field: str
    label: str
    values: tuple[Held, ...]


@dataclass(frozen=True, slots=True)
class Tags:
    """All tags of a record."""

    required: tuple[Tagged, ...]
    """The fields that every entry carries."""
    further: tuple[Tagged, ...]
    """The facets that some carry."""
    uncoded: tuple[str, ...]
    """Labels of the facets that the record could carry and does not."""


Holders = Mapping[tuple[str, str], int]
"""Number of papers by field and value; of a map to levels, also by field and ``value:level``."""


@once
def holders(corpus: Corpus) -> Holders:
    """Return how many papers hold each value, and how many each at one level."""
    return Counter(
        (name, held)
        for paper in corpus.papers
        for name, tag in paper.tags.items()
        for value in values_in(tag)
        for held in {value, _at_level(corpus.taxonomy.fields[name], value, tag)}
    )


def _at_level(field: Field, value: str, tag: Tag) -> str:
    """Return a value as Browse filters by it: with its level, where the field maps it to one."""
    level = tag[value] if isinstance(tag, dict) else ""
    return f"{value}:{level}" if level in field.level_by_name else value


def tags(paper: Paper, corpus: Corpus) -> Tags:
    """Return what a paper is tagged with, in the taxonomy's order."""
    told: set[str] = set()
    carried = [field for field in corpus.taxonomy if field.name in paper.tags]
    held = [(field, _told_once(row(corpus, field, paper.tags[field.name]), told, corpus)) for field in carried]
    uncoded = (field for field in corpus.taxonomy if field.name not in paper.tags and _could_carry(paper, field))
    return Tags(
        tuple(one for field, one in held if field.required),
        tuple(one for field, one in held if not field.required),
        tuple(field.label for field in uncoded),
    )


def _told_once(row: Tagged, told: set[str], corpus: Corpus) -> Tagged:
    """Return a field without the definitions that were told already, and add its own to them."""
    known = tuple(place for place, one in enumerate(row.values) if one.definition and one.definition in told)
    told.update(one.definition for one in row.values)
    return _without(corpus, row, known) if known else row


@once
def _without(_: Corpus, row: Tagged, known: tuple[int, ...]) -> Tagged:
    """Return a field without the definitions of the values at some places."""
    return replace(row, values=tuple(replace(one, definition="") if place in known else one for place, one in enumerate(row.values)))


def _could_carry(paper: Paper, field: Field) -> bool:
    return all(any(value in wanted for value in values_in(paper.tag(name))) for name, wanted in field.applies_to.items())


@once
def _row(corpus: Corpus, name: str, form: object) -> Tagged:
    """Return what papers hold in a field that hold the same there."""
    field = corpus.taxonomy.fields[name]
    return tagged(field, restored(form, field.kind), holders(corpus))


def row(corpus: Corpus, field: Field, tag: Tag) -> Tagged:
    """Return what a paper holds in a field."""
    return _row(corpus, field.name, hashable(tag))


def tagged(field: Field, tag: Tag, counted: Holders) -> Tagged:
    """Return what a record holds in a field."""
    return Tagged(field.name, field.label, tuple(_held(field, value, tag, counted) for value in values_in(tag)))


def _held(field: Field, value: str, tag: Tag, counted: Holders) -> Held:
    said = tag[value] if isinstance(tag, dict) else ""
    level = field.level_by_name.get(said)
    declared = field.by_name.get(value)
    held = _at_level(field, value, tag)
    return Held(
        field.label_of(value), declared.definition if declared else "", level.label if level else said,
        addresses.entry(field.name, value), counted.get((field.name, held), 0), addresses.sharing(field.name, held),
    )  # fmt: skip
