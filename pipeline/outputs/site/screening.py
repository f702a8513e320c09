"""The screening page: the flow with its arithmetic, the protocol, and every excluded record with its reasons."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ...corpus import Corpus
from ...records import Exclusion
from ...survey import QueryFamily
from ...taxonomy import Field, TagValue, values_in
from .. import screened
from ..sentences import many
from . import addresses, cards, contributing, flow_bar, shell
from .tagged import Held, tagged

STAGE = "stage"
"""The field of the log whose values are the steps of the flow."""


@dataclass(frozen=True, slots=True)
class Stage:
    """A step of the flow."""

    name: str
    label: str
    definition: str
    said: str
    """What the protocol says of it."""
    count: int
    """Records that went no further."""
    address: str
    """Where these are listed."""


@dataclass(frozen=True, slots=True)
class Reason:
    """A value of another field of the log."""

    value: TagValue
    count: int
    address: str


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """Another field of the log with its values."""

    field: Field
    reasons: tuple[Reason, ...]


@dataclass(frozen=True, slots=True)
class Family:
    """A group of queries, and the excluded records that it found."""

    family: QueryFamily
    found: tuple[str, ...]
    """Their ids."""


@dataclass(frozen=True, slots=True)
class Record:
    """One excluded record."""

    exclusion: Exclusion
    link: str
    """Its https address; empty where it has none."""
    stage: str
    """Label."""
    codes: tuple[tuple[str, str], ...]
    """Anchor on this page and label."""
    proposed: tuple[Held | None, ...]
    """What a near miss would carry in each of the fields that are proposed; empty for all others."""
    edit: str


def files(corpus: Corpus) -> Iterator[tuple[str, bytes]]:
    """Yield the screening page."""
    total = len(corpus.papers) + len(corpus.exclusions)
    kept, excluded = len(corpus.papers), len(corpus.exclusions)
    description = f"{many(total, 'record')} screened: {kept} retained, {excluded} excluded, each with its reasons."
    page = shell.Page("screening.html", "Screening", description, "screening", ("pages.css",))
    proposed = tuple(field for field in corpus.taxonomy if any(field.name in e.tags for e in corpus.exclusions))
    records = tuple(_record(exclusion, proposed, corpus) for exclusion in corpus.exclusions)
    stages = _stages(corpus)
    bar = flow_bar.parts([("retained", len(corpus.papers)), *((stage.label, stage.count) for stage in stages)])
    yield shell.render(
        corpus, page, "screening.html", total=total, stages=stages, bar=bar, protocol=corpus.protocol, families=_families(corpus),
        vocabularies=_vocabularies(corpus), records=records, proposed=proposed, near=tuple(one for one in records if one.proposed),
    )  # fmt: skip


def _stages(corpus: Corpus) -> tuple[Stage, ...]:
    field = corpus.taxonomy.exclusion.get(STAGE)
    declared = field.by_name if field else {}
    names = dict.fromkeys([*declared, *corpus.protocol.stages, *(exclusion.stage for exclusion in corpus.exclusions)])
    return tuple(_stage(name, declared.get(name), corpus) for name in names)


def _stage(name: str, value: TagValue | None, corpus: Corpus) -> Stage:
    count = sum(exclusion.stage == name for exclusion in corpus.exclusions)
    label, definition = (value.label, value.definition) if value else (name, "")
    address = addresses.logged(STAGE, name) if value else addresses.logged()
    return Stage(name, label, definition, corpus.protocol.stages.get(name, ""), count, address)


def _families(corpus: Corpus) -> tuple[Family, ...]:
    return tuple(
        Family(family, tuple(e.id for e in corpus.exclusions if e.query_family in family.logged_as))
        for family in corpus.protocol.query_families
    )  # fmt: skip


def _vocabularies(corpus: Corpus) -> tuple[Vocabulary, ...]:
    return tuple(
        Vocabulary(field, tuple(_reason(field, value, corpus) for value in field.values))
        for field in corpus.taxonomy.exclusion.values()
        if field.name != STAGE
    )  # fmt: skip


def _reason(field: Field, value: TagValue, corpus: Corpus) -> Reason:
    count = sum(value.name in values_in(cards.exclusion_tag(exclusion, field)) for exclusion in corpus.exclusions)
    return Reason(value, count, addresses.logged(field.name, value.name))


def _record(exclusion: Exclusion, proposed: tuple[Field, ...], corpus: Corpus) -> Record:
    link = screened.address(exclusion)
    fields = corpus.taxonomy.exclusion
    stage = fields[STAGE].label_of(exclusion.stage) if STAGE in fields else exclusion.stage
    codes = tuple(
        (f"{field.name}.{value}", field.label_of(value))
        for field in fields.values()
        if field.name != STAGE
        for value in values_in(cards.exclusion_tag(exclusion, field))
    )
    return Record(
        exclusion, link if link.startswith("https://") else "", stage, codes,
        tuple(_proposed(field, exclusion) for field in proposed) if exclusion.tags else (),
        contributing.edit(exclusion.place.path, corpus.about),
    )  # fmt: skip


def _proposed(field: Field, exclusion: Exclusion) -> Held | None:
    tag = exclusion.tags.get(field.name)
    return tagged(field, tag, {}).values[0] if tag else None
