"""No work stands in the survey twice, by its ids and addresses."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator

from .. import identifiers
from ..corpus import Corpus
from ..errors import Problem
from ..records import Paper, Record
from .scope import all_records, field_of, is_open

_VERSION = re.compile(r"v[0-9]", re.IGNORECASE)


def ids_are_unique(corpus: Corpus) -> Iterator[Problem]:
    """No two records of corpus and exclusions have the same arXiv id."""
    yield from _shared(all_records(corpus), lambda record: [identifiers.comparable_arxiv_id(record.arxiv_id)], "arxiv_id", "the arXiv id")


def dois_are_unique(corpus: Corpus) -> Iterator[Problem]:
    """No two records have the same DOI, written or in a link."""
    yield from _shared(all_records(corpus), _dois, "doi", "the DOI")


def links_are_unique(corpus: Corpus) -> Iterator[Problem]:
    """No two records have the same link."""
    yield from _shared(all_records(corpus), _addresses, "links", "the link")


def id_and_links_agree(corpus: Corpus) -> Iterator[Problem]:
    """An arXiv address or DOI of a record names the record's arXiv id; that of a paper names no version."""
    for record in all_records(corpus):
        for field, text in _addressed(record):
            named = identifiers.arxiv_id_in(text)
            if not named or is_open(record, "arxiv_id", "identifier"):
                continue
            if identifiers.comparable_arxiv_id(named) != identifiers.comparable_arxiv_id(record.arxiv_id):
                message = f"names {named}, but the arXiv id is {record.arxiv_id or 'absent'}"
                yield Problem(record.where(field), "id-against-link", message, field, text)
            elif isinstance(record, Paper) and _VERSION.match(text, text.lower().find(named.lower()) + len(named)):
                hint = f"write {identifiers.arxiv_link(named)}, which leads to the latest"
                yield Problem(record.where(field), "versioned-link", "names a version", field, text, hint=hint, severity="warning")


def _dois(record: Record) -> Iterable[str]:
    found = {record.doi, *(identifiers.bare_doi(link) or "" for link in _links(record))}
    return sorted(doi for doi in found if not identifiers.arxiv_id_in(doi))


def _addresses(record: Record) -> Iterable[str]:
    return sorted({identifiers.comparable_link(link) for link in _links(record) if not _names_identifier(link)})


def _names_identifier(link: str) -> bool:
    return bool(identifiers.arxiv_id_in(link) or identifiers.bare_doi(link))


def _links(record: Record) -> tuple[str, ...]:
    if isinstance(record, Paper):
        return record.links
    return (record.url,) if record.url else ()


def _shared(records: Iterable[Record], of: Callable[[Record], Iterable[str]], field: str, what: str) -> Iterator[Problem]:
    holders: dict[str, list[Record]] = defaultdict(list)
    for record in records:
        for identity in of(record):
            if identity:
                holders[identity].append(record)
    for identity, sharing in holders.items():
        for record in sharing if len(sharing) > 1 else ():
            others = ", ".join(other.place.path for other in sharing if other is not record)
            holder = field_of(record, field)
            yield Problem(record.where(holder), "duplicate-record", f"{what} is also that of {others}", holder, found=identity)


def _addressed(record: Record) -> Iterator[tuple[str, str]]:
    if isinstance(record, Paper):
        yield "doi", record.doi
        yield from (("links", link) for link in record.links)
    else:
        yield from (("identifier", record.identifier), ("url", record.url))
