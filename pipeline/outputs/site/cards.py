"""What a list of records shows of each: the line of authors, the chips in their columns, and where the links lead."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ...corpus import Corpus
from ...records import Author, Exclusion, Paper
from ...taxonomy import Field, Tag, TagValue, values_in
from .. import screened
from . import addresses

AUTHORS_SHOWN = 3
"""Authors that a line names before it counts the rest."""


@dataclass(frozen=True, slots=True)
class Chip:
    """One value of a field, as a card shows it."""

    value: str
    """As written in an entry."""
    label: str
    none: bool
    """Whether it says "not applicable"."""


@dataclass(frozen=True, slots=True)
class Cell:
    """What a record holds in one field: one column of chips."""

    field: str
    label: str
    """Of the field."""
    chips: tuple[Chip, ...]
    """Empty where the field is not coded."""


@dataclass(frozen=True, slots=True)
class Card:
    """One record of a list."""

    id: str
    """The paper's key, or the exclusion's id."""
    title: str
    page: str
    """Where the title leads, below the site's root."""
    link: str
    """https address of the paper; empty where there is none."""
    name: str
    """By which the work is known; empty where none was seen."""
    authors: tuple[str, ...]
    """Those that are shown, in the order of the paper."""
    more_authors: int
    """How many are not shown."""
    details: tuple[str, ...]
    """Year and venue, or source, date and whether it was a near miss."""
    group: str
    """Label of the group that it stands in; empty where the list has but one."""
    summary: str
    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class Group:
    """Cards under one heading."""

    value: str
    """Of the field by which the list is grouped."""
    label: str
    definition: str
    cards: tuple[Card, ...]


def cell(field: Field, tag: Tag | None) -> Cell:
    """Return what a record holds in a field, in the taxonomy's order."""
    chips = tuple(Chip(value, field.label_of(value), value == field.none) for value in values_in(tag))
    return Cell(field.name, field.label, chips)


def of_paper(paper: Paper, corpus: Corpus) -> Card:
    """Return the card of a paper, with the fields of ``readme.chips`` as its columns."""
    fields = corpus.taxonomy.fields
    grouping = fields[corpus.outputs.readme.group_by]
    shown = paper.authors[:AUTHORS_SHOWN]
    return Card(
        id=paper.key,
        title=paper.title,
        page=addresses.paper(paper.key),
        link=paper.links[0] if paper.links else "",
        name=paper.short_name,
        authors=tuple(map(str, shown)),
        more_authors=len(paper.authors) - len(shown),
        details=paper.imprint,
        group=", ".join(chip.label for chip in cell(grouping, paper.tag(grouping.name)).chips),
        summary=paper.summary,
        cells=tuple(cell(fields[name], paper.tag(name)) for name in corpus.outputs.readme.chips),
    )


def other_authors(authors: Sequence[Author]) -> str:
    """Return the authors that a card only counts, a line each."""
    return "\n".join(map(str, authors[AUTHORS_SHOWN:]))


def of_exclusion(exclusion: Exclusion, corpus: Corpus) -> Card:
    """Return the card of an excluded record, with its stage and its reasons as columns."""
    return Card(
        id=exclusion.id,
        title=exclusion.title,
        page=f"screening.html#{exclusion.id}",
        link=screened.address(exclusion),
        name=exclusion.id,
        authors=(),
        more_authors=0,
        details=(exclusion.source, f"screened {exclusion.date_screened.isoformat()}", *(("near miss",) if exclusion.tags else ())),
        group="",
        summary=exclusion.reason,
        cells=tuple(cell(field, exclusion_tag(exclusion, field)) for field in corpus.taxonomy.exclusion.values()),
    )


def exclusion_tag(exclusion: Exclusion, field: Field) -> Tag | None:
    """Return what an exclusion holds in a field of the log, or would hold in one of the taxonomy."""
    return exclusion.logged.get(field.name, exclusion.tags.get(field.name))


def groups(corpus: Corpus) -> Iterator[Group]:
    """Yield the papers by the value of ``readme.group_by``, in the taxonomy's order; every paper stands in one group."""
    for value, papers in grouped(corpus):
        shown = tuple(of_paper(paper, corpus) for paper in papers)
        yield Group(value.name, value.label, value.definition, shown) if value else Group("", "Not coded", "", shown)


def grouped(corpus: Corpus) -> Iterator[tuple[TagValue | None, list[Paper]]]:
    """Yield each value with its papers, as ``groups`` shows them.

    A paper that holds several values stands under the first; those that hold none come last, where there are any.
    """
    field = corpus.taxonomy.fields[corpus.outputs.readme.group_by]
    held: dict[str, list[Paper]] = defaultdict(list)
    for paper in corpus.papers:
        held[next(iter(values_in(paper.tag(field.name))), "")].append(paper)
    for value in field.values:
        yield value, held[value.name]
    if held[""]:
        yield None, held[""]
