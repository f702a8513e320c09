"""No work stands in the survey twice, by its ids and addresses."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from datetime import date

from .. import identifiers
from ..corpus import Corpus, once
from ..errors import Problem
from ..records import Exclusion, Paper, Record, identities
from .scope import all_records, field_of, is_open

_VERSION = re.compile(r"v[0-9]", re.IGNORECASE)


def ids_are_unique(corpus: Corpus) -> Iterator[Problem]:
    """No two records of corpus and exclusions have the same arXiv id."""
    yield from _shared(corpus, identifiers.ARXIV, "arxiv_id", "the arXiv id")


def dois_are_unique(corpus: Corpus) -> Iterator[Problem]:
    """No two records have the same DOI, written or in a link."""
    yield from _shared(corpus, identifiers.DOI, "doi", "the DOI")


def links_are_unique(corpus: Corpus) -> Iterator[Problem]:
    """No two records have the same link, by an address that names neither an arXiv id nor a DOI."""
    yield from _shared(corpus, identifiers.LINK, "links", "the link")


def id_and_links_agree(corpus: Corpus) -> Iterator[Problem]:
    """An arXiv address or DOI of a record names the record's arXiv id; that of a paper names no version."""
    for record in all_records(corpus):
        for field, text in _addressed(record):
            named = identifiers.arxiv_id_in(text)
            if not named or is_open(record, "arxiv_id", "identifier"):
                continue
            if identifiers.comparable_arxiv_id(named) != identifiers.comparable_arxiv_id(record.arxiv_id):
                message = f"names {named}, but the arXiv id is {record.arxiv_id or 'absent'}"
                hint = f"write arxiv_id: {named}" if isinstance(record, Paper) and not record.arxiv_id else ""
                yield Problem(record.where(field), "id-against-link", message, field, text, hint=hint)
            elif isinstance(record, Paper) and _VERSION.match(text, text.lower().find(named.lower()) + len(named)):
                hint = f"write {identifiers.arxiv_link(named)}, which leads to the latest"
                yield Problem(record.where(field), "versioned-link", "names a version", field, text, hint=hint, severity="warning")


def titles_lead_to_arxiv(corpus: Corpus) -> Iterator[Problem]:
    """Where the title of an entry with an arXiv id leads elsewhere than to arXiv is worth knowing: an older entry may keep its page."""
    for paper in corpus.papers:
        if paper.arxiv_id and paper.links and not identifiers.arxiv_id_in(paper.links[0]) and not is_open(paper, "arxiv_id", "links"):
            message = "the first link is not that of the arXiv id"
            hint = f"a new entry begins with {identifiers.arxiv_link(paper.arxiv_id)}"
            yield Problem(paper.where("links"), "title-leads-elsewhere", message, "links", paper.links[0], hint=hint, severity="notice")


def _shared(corpus: Corpus, kind: str, field: str, what: str) -> Iterator[Problem]:
    for identity, sharing in _holders(corpus).items():
        if not identity.startswith(kind):
            continue
        for record in sharing:
            others = [other for other in sharing if other is not record]
            if len(others) == 1 and _is_told_of_other(record, others[0]):
                continue
            paths, holder = ", ".join(other.place.path for other in others), field_of(record, field)
            message, found = f"{what} is also that of {paths}", identity.removeprefix(kind)
            yield Problem(record.where(holder), "duplicate-record", message, holder, found, hint=_way_out(record, others))


def _is_told_of_other(record: Record, other: Record) -> bool:
    """Say whether the other of two is the one to report: of a paper and a record of the log the one that was written later."""
    if isinstance(record, Paper) == isinstance(other, Paper) or is_open(record, *_DATES) or is_open(other, *_DATES):
        return False
    mine, theirs = _written(record), _written(other)
    return mine < theirs or (mine == theirs and isinstance(other, Paper))


_DATES = ("added", "changes", "date_screened")
_NAMING = ("arxiv_id", "doi", "links")


def _written(record: Record) -> date:
    """Return the day on which a record came to be known by what it is known by now."""
    if not isinstance(record, Paper):
        return record.date_screened
    return max([record.added, *(change.date for change in record.changes if change.field in _NAMING)])


def _way_out(record: Record, others: Sequence[Record]) -> str:
    if not isinstance(record, Paper):
        return "it is in the corpus: take one of the two out" if any(isinstance(other, Paper) for other in others) else ""
    logged = next((other.id for other in others if isinstance(other, Exclusion)), "")
    if not logged or record.promoted_from:  # what is promoted and still logged is told by a rule of its own
        return ""
    return f"it was screened and logged: in place of a new entry, masrl promote {logged} moves it into the corpus"


@once
def _holders(corpus: Corpus) -> dict[str, list[Record]]:
    """Return what several records are known by, each with these."""
    holders: dict[str, list[Record]] = defaultdict(list)
    for record in all_records(corpus):
        for identity in sorted(identities(record)):
            holders[identity].append(record)
    return {identity: sharing for identity, sharing in holders.items() if len(sharing) > 1}


def _addressed(record: Record) -> Iterator[tuple[str, str]]:
    if isinstance(record, Paper):
        yield "doi", record.doi
        yield from (("links", link) for link in record.links)
    else:
        yield from (("identifier", record.identifier), ("url", record.url))
