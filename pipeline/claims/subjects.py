"""The records that claims run over, in one form for papers and exclusions."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from dataclasses import field as dataclass_field
from datetime import date
from functools import cached_property, lru_cache
from typing import Literal

from ..corpus import Corpus
from ..records import TAGS, Exclusion, Paper
from ..statements import Condition, Query, State, Vocabulary, vocabulary
from ..statements.queries import possible, state
from ..taxonomy import Field, Tag, hashable

SubjectKind = Literal["papers", "exclusions"]


@dataclass(frozen=True, slots=True, eq=False)
class Subject:
    """One record as claims see it. Two are the same only if they are one object, so that results can be kept by record."""

    key: str
    of: SubjectKind
    tags: Mapping[str, Tag]
    """Of an exclusion also what the log says of it, by the same names."""
    unknown: frozenset[str]
    """Fields of which nothing is known: the record may hold anything there."""
    days: Mapping[str, date]
    """When a field was last retagged, by field; under the empty name when the record joined."""

    def since(self, fields: Iterable[str]) -> date:
        """Return when the record came to be what it is in these fields."""
        return max(self.days[name] for name in ("", *fields) if name in self.days)


Alike = Mapping[tuple[object, ...], tuple[Subject, list[str]]]
"""Keys of records by what they have in common, each time with one of the records."""


@dataclass(frozen=True, eq=False)
class Records:
    """Records all of whose tags are known, papers first, each kind by key. Several worlds and all tallies share them."""

    all: tuple[Subject, ...]
    most_of: Records | None = None
    """Records of which most are among these: what those have in common is taken over from there, since it takes a tenth of the time."""
    _columns: dict[str, list[object]] = dataclass_field(default_factory=dict, repr=False)
    _alike: dict[tuple[str, ...], Alike] = dataclass_field(default_factory=dict, repr=False)

    @cached_property
    def by_key(self) -> Mapping[str, Subject]:
        """The records by key."""
        return {subject.key: subject for subject in self.all}

    @cached_property
    def carried(self) -> Mapping[SubjectKind, frozenset[str]]:
        """The kinds of records that there are, each with the fields that some of them carry."""
        found: dict[SubjectKind, set[str]] = {}
        for subject in self.all:
            found.setdefault(subject.of, set()).update(subject.tags)
        return {of: frozenset(names) for of, names in found.items()}

    def alike(self, fields: tuple[str, ...]) -> Alike:
        """Return the keys of the records that are of one kind and hold the same in some fields."""
        if fields not in self._alike:
            found = dict(self._taken_over(self.most_of.alike(fields))) if self.most_of else {}
            columns = zip((subject.of for subject in self._own), *map(self._column, fields), strict=True)
            for subject, held in zip(self._own, columns, strict=True):
                group = found.get(held)
                if group is None:
                    found[held] = subject, [subject.key]
                else:
                    group[1].append(subject.key)
            self._alike[fields] = found
        return self._alike[fields]

    def meant(self, query: Query) -> frozenset[str]:
        """Return the keys of the records that a query means."""
        fields = tuple(sorted({condition.field for condition in query.conditions()}))
        return frozenset(key for subject, keys in self.alike(fields).values() if meant(subject, query) for key in keys)

    @cached_property
    def _shared(self) -> frozenset[str]:
        """The keys of the records that are taken over."""
        others = self.most_of.by_key if self.most_of else {}
        return frozenset(subject.key for subject in self.all if others.get(subject.key) is subject)

    @cached_property
    def _own(self) -> tuple[Subject, ...]:
        return tuple(subject for subject in self.all if subject.key not in self._shared)

    def _taken_over(self, alike: Alike) -> Iterator[tuple[tuple[object, ...], tuple[Subject, list[str]]]]:
        for held, (subject, keys) in alike.items():
            if kept := [key for key in keys if key in self._shared]:
                yield held, (subject, kept)

    def _column(self, field: str) -> list[object]:
        """Return what each record that is not taken over holds in a field, in a hashable form; None where it holds nothing."""
        if field not in self._columns:
            self._columns[field] = [hashable(subject.tags.get(field)) for subject in self._own]
        return self._columns[field]


def known(corpus: Corpus) -> Vocabulary:
    """Return the fields by which a survey's records are asked for."""
    sources = sorted({exclusion.source for exclusion in corpus.exclusions})
    return vocabulary(corpus.taxonomy, corpus.protocol.logged_families, sources)


def subjects(corpus: Corpus) -> Records:
    """Return all records of a survey."""
    papers = sorted((_of_paper(paper) for paper in corpus.papers), key=lambda subject: subject.key)
    exclusions = sorted((_of_exclusion(exclusion) for exclusion in corpus.exclusions), key=lambda subject: subject.key)
    return Records((*papers, *exclusions))


def _of_paper(paper: Paper) -> Subject:
    retagged = {change.field.removeprefix(TAGS): change.date for change in paper.changes if change.field.startswith(TAGS)}
    return Subject(paper.key, "papers", paper.tags, frozenset(), {"": paper.added} | retagged)


def _of_exclusion(exclusion: Exclusion) -> Subject:
    logged: dict[str, Tag] = {
        "stage": exclusion.stage,
        "reason_codes": exclusion.reason_codes,
        "query_family": exclusion.query_family,
        "source": exclusion.source,
    }
    return Subject(exclusion.id, "exclusions", {**exclusion.tags, **logged}, frozenset(), {"": exclusion.date_screened})


def retained(exclusion: Exclusion, fields: frozenset[str], uncoded: frozenset[str]) -> Subject:
    """Return an exclusion as the paper it would be: with its proposed tags, and all else unknown but the ``uncoded`` fields."""
    unknown = _others(fields, frozenset(exclusion.tags), uncoded)
    return Subject(exclusion.id, "papers", exclusion.tags, unknown, {"": exclusion.date_screened})


@lru_cache(maxsize=256)
def _others(fields: frozenset[str], held: frozenset[str], uncoded: frozenset[str]) -> frozenset[str]:
    """One set for all records that are alike, so that comparing two of them ends at once."""
    return fields - held - uncoded


def overlaid(subject: Subject, seen: Mapping[str, Tag | None]) -> Subject:
    """Return a record with other tags in some fields; None takes a field away. Where all are its own, it is the record itself."""
    if all(subject.tags.get(name) == tag for name, tag in seen.items()):
        return subject
    tags = {name: tag for name, tag in subject.tags.items() if name not in seen}
    return replace(subject, tags=tags | {name: tag for name, tag in seen.items() if tag is not None})


def meant(subject: Subject, query: Query) -> bool:
    """Say whether a query means a record whose tags are all known."""
    return query.holds(state(subject.tags, query.conditions()))


def completions(settled: State, unknown: frozenset[str], asked: frozenset[Condition], fields: Mapping[str, Field]) -> Iterator[State]:
    """Yield every state that a record can be in whose tags are settled but for the unknown fields."""
    names = sorted({condition.field for condition in asked} & unknown)
    parts = (possible(fields[name], [condition for condition in asked if condition.field == name]) for name in names)
    for chosen in itertools.product(*parts):
        yield settled.union(*chosen)
