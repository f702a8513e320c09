"""Entries against the lock, field by field. A report, not a verdict on anybody: nothing is changed.

That an id leads to another work is only said where title and authors speak against it together.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Literal, NamedTuple

from .. import identifiers
from ..corpus import Corpus
from ..lock import Listing
from ..records import ACCEPTABLE, Paper, Record
from . import names, titles, venues

Verdict = Literal["same", "differs", "could not be checked"]
VERDICTS: tuple[Verdict, ...] = ("same", "differs", "could not be checked")
FIELDS = ("identity", "title", "authors", "venue", "doi", "version", "withdrawn")
"""What is compared of a paper; of an exclusion all but authors, venue and DOI, which it does not hold."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One field of one record."""

    record: Record
    field: str
    verdict: Verdict
    ours: str = ""
    theirs: str = ""
    why: str = ""
    accepted: str = ""
    """The reason that the entry gives for a difference; empty where it gives none."""

    @property
    def open(self) -> bool:
        """Whether it is a difference that nobody accepted."""
        return self.verdict == "differs" and not self.accepted

    @property
    def acceptable(self) -> str:
        """The name under ``accepted`` by which a record lets the difference be; empty where nothing but a correction will do."""
        if self.field != "version":
            return self.field if self.field in ACCEPTABLE else ""
        version = self.theirs.partition(" ")[0]
        return version if re.fullmatch(r"v[1-9][0-9]*", version) else ""


class Unneeded(NamedTuple):
    """An accepted difference that is none (any more)."""

    record: Record
    name: str


def findings(corpus: Corpus, records: Sequence[Record]) -> Iterator[Finding]:
    """Yield a finding for each field of each record, in the order of FIELDS."""
    words = venues.known(paper.venue for paper in corpus.papers)
    for record in records:
        listing = corpus.listings.get(record.arxiv_id)
        if not record.arxiv_id:
            yield Finding(record, "identity", "could not be checked", why="the record has no arXiv id")
        elif listing is None:
            yield Finding(record, "identity", "could not be checked", why="not fetched yet: run masrl fetch")
        else:
            yield from compared(record, listing, words)


def unneeded(records: Sequence[Record], found: Sequence[Finding]) -> list[Unneeded]:
    """Return the accepted differences that do not, or no longer, exist; one that could not be checked is let be, as are versions."""
    standing = {(finding.record.place, finding.field) for finding in found if finding.verdict != "same"}
    return [
        Unneeded(record, name)
        for record in records
        for name in record.accepted
        if (record.place, name) not in standing and name in ACCEPTABLE
    ]


def compared(record: Record, listing: Listing, words: frozenset[str]) -> Iterator[Finding]:
    """Yield a finding for each field of a record. ``words`` are those by which venues are known."""
    identity = _identity(record, listing)
    yield identity
    if identity.open:
        return
    yield _title(record, listing)
    if isinstance(record, Paper):
        yield _authors(record, listing)
        yield _venue(record, listing, words)
        yield _doi(record, listing)
    yield _version(record, listing)
    yield _withdrawn(record, listing)


def _finding(record: Record, field: str, same: bool | None, ours: str, theirs: str, why: str = "") -> Finding:
    verdict = VERDICTS[2] if same is None else VERDICTS[0] if same else VERDICTS[1]
    return Finding(record, field, verdict, ours, theirs, why, record.accepted.get(field, "") if same is False else "")


def _identity(record: Record, listing: Listing) -> Finding:
    """Judge whether the id leads to the record's work, by title and surnames together."""
    alike = titles.same(record.title, listing.title) or titles.likeness(record.title, listing.title) >= identifiers.ALIKE
    shared = names.share_a_surname(record.authors, listing.authors) if isinstance(record, Paper) else None
    ours, theirs = record.title, f"{listing.title} ({', '.join(listing.authors[:3])})"
    if alike or shared:
        return _finding(record, "identity", True, ours, theirs)
    if shared is None:
        return _finding(record, "identity", None, ours, theirs, "the titles are unlike, and no surname can be compared")
    return _finding(record, "identity", False, ours, theirs, f"title and authors of {record.arxiv_id} are those of another work")


def _title(record: Record, listing: Listing) -> Finding:
    theirs = titles.plain(listing.title)
    return _finding(record, "title", titles.same(record.title, listing.title), record.title, theirs)


def _authors(paper: Paper, listing: Listing) -> Finding:
    why = names.difference(paper.authors, paper.authors_complete, listing.authors)
    ours = ", ".join(map(str, paper.authors[:3])) + (" …" if len(paper.authors) > 3 else "")
    theirs = ", ".join(listing.authors[:3]) + (" …" if len(listing.authors) > 3 else "")
    return _finding(paper, "authors", not why, ours, theirs, why)


def _venue(paper: Paper, listing: Listing, words: frozenset[str]) -> Finding:
    same, theirs, why = venues.verdict(paper.venue, listing, words)
    return _finding(paper, "venue", same, paper.venue, theirs, why)


def _doi(paper: Paper, listing: Listing) -> Finding:
    if listing.doi:
        why = "" if paper.doi else "the entry names no DOI"
        return _finding(paper, "doi", paper.doi == listing.doi, paper.doi, listing.doi, why)
    if not paper.doi and listing.source == "api":
        return _finding(paper, "doi", True, "", "")
    return _finding(paper, "doi", None, paper.doi, "", "arXiv names no DOI" if listing.source == "api" else "no DOI was seen yet")


def verified_on(record: Record) -> date:
    """Return the day on which a record's source was looked at: when it joined the pool, or was screened."""
    return record.added if isinstance(record, Paper) else record.date_screened


def _version(record: Record, listing: Listing) -> Finding:
    """Judge whether a version is newer than the record, other than those that it accepts as ``v5``."""
    day = verified_on(record)
    looked_at = {int(name[1:]): why for name, why in record.accepted.items() if re.fullmatch(r"v[0-9]+", name)}
    theirs = f"v{listing.version or '?'} of {listing.updated or 'unknown date'}"
    ours = f"verified {day}" + (f", v{max(looked_at)} accepted" if looked_at else "")
    newer = None if listing.updated is None else listing.updated > day
    if listing.version == 1:
        newer = False
    if newer is not False and looked_at and listing.version and listing.version <= max(looked_at):
        return Finding(record, "version", "differs", ours, theirs, "a newer version exists", looked_at[max(looked_at)])
    if newer is None:
        return _finding(record, "version", None, ours, theirs, "the date of the latest version was not seen yet")
    return _finding(record, "version", not newer, ours, theirs, "a newer version exists" if newer else "")


def _withdrawn(record: Record, listing: Listing) -> Finding:
    if listing.withdrawn:
        return _finding(record, "withdrawn", False, "", listing.comment or "", "the paper was withdrawn: does it still belong here?")
    if listing.comment is None and listing.source != "api":
        return _finding(record, "withdrawn", None, "", "", "the comment was not seen yet")
    return _finding(record, "withdrawn", True, "", "")
