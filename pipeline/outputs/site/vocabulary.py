"""The taxonomy page: each field and value with its definition, what it is confused with, and how many papers hold it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ... import coverage
from ...corpus import Corpus
from ...taxonomy import Field, TagValue
from . import addresses, shell
from .related import RULE


@dataclass(frozen=True, slots=True)
class Entry:
    """One value."""

    value: TagValue
    neighbors: tuple[TagValue, ...]
    """Those that it is confused with."""
    count: int
    sharing: str
    """Where its papers are listed."""
    gap: bool
    """Whether no paper holds it, though it does not say "not applicable"."""


@dataclass(frozen=True, slots=True)
class Section:
    """One field."""

    field: Field
    facts: tuple[str, ...]
    """What kind of field it is, in words."""
    entries: tuple[Entry, ...]
    most: int
    """Papers under its most frequent value: the length of the longest bar."""
    uncoded: int
    """Papers that could carry it and do not."""
    uncoded_address: str
    gaps: int


_KINDS = {"one": "one value", "many": "several values", "map": "values with a text each"}


def files(corpus: Corpus) -> Iterator[tuple[str, bytes]]:
    """Yield the taxonomy page."""
    count = len(corpus.taxonomy.fields)
    fields = f"{count} fields" if count > 1 else "one field"
    description = f"The {fields} by which papers are tagged, each value defined and counted."
    page = shell.Page("taxonomy.html", "Taxonomy", description, "taxonomy", ("pages.css",))
    yield shell.render(
        corpus,
        page,
        "taxonomy.html",
        sections=tuple(_section(field, corpus) for field in corpus.taxonomy),
        rule=RULE,
    )


def _section(field: Field, corpus: Corpus) -> Section:
    held = coverage.holders(corpus, field.name)
    most = max(map(len, held.values()), default=0)
    entries = tuple(_entry(field, value, len(held.get(value.name, ()))) for value in field.values)
    able, coded, _ = coverage.extent(corpus, field.name)
    address = shell.browse_address({**field.applies_to, field.name: (coverage.UNCODED,)})
    return Section(field, tuple(_facts(field, corpus)), entries, most, able - coded, address, sum(entry.gap for entry in entries))


def _entry(field: Field, value: TagValue, papers: int) -> Entry:
    neighbors = tuple(field.by_name[name] for name in value.confused_with if name in field.by_name)
    gap = not papers and value.name != field.none
    return Entry(value, neighbors, papers, addresses.sharing(field.name, value.name), gap)


def _facts(field: Field, corpus: Corpus) -> Iterator[str]:
    yield "required" if field.required else "a facet that some papers carry"
    yield _KINDS[field.kind] if not field.levels else "values with a level each"
    if field.ordered:
        yield "in order"
    for name, values in field.applies_to.items():
        other = corpus.taxonomy.fields[name]
        yield f"only for {other.label.lower()} {' or '.join(other.label_of(value).lower() for value in values)}"
