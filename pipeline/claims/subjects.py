"""The records that claims run over, in one form for papers and exclusions."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import date
from typing import Literal

from ..corpus import Corpus
from ..records import TAGS, Exclusion, Paper
from ..statements import Condition, Query, State, Vocabulary, vocabulary
from ..statements.queries import possible, state
from ..taxonomy import Field, Tag

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


def known(corpus: Corpus) -> Vocabulary:
    """Return the fields by which a survey's records are asked for."""
    sources = sorted({exclusion.source for exclusion in corpus.exclusions})
    return vocabulary(corpus.taxonomy, corpus.protocol.logged_families, sources)


def subjects(corpus: Corpus) -> tuple[Subject, ...]:
    """Return all records of a survey, papers first, each kind by key."""
    papers = sorted((_of_paper(paper) for paper in corpus.papers), key=lambda subject: subject.key)
    exclusions = sorted((_of_exclusion(exclusion) for exclusion in corpus.exclusions), key=lambda subject: subject.key)
    return (*papers, *exclusions)


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


def retained(exclusion: Exclusion, fields: Mapping[str, Field], uncoded: Iterable[str]) -> Subject:
    """Return an exclusion as the paper it would be: with its proposed tags, and all else unknown but the ``uncoded`` fields."""
    unknown = frozenset(fields) - frozenset(exclusion.tags) - frozenset(uncoded)
    return Subject(exclusion.id, "papers", exclusion.tags, unknown, {"": exclusion.date_screened})


def overlaid(subject: Subject, seen: Mapping[str, Tag | None]) -> Subject:
    """Return a record with other tags in some fields; None takes a field away."""
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
