"""What an entry would look like if it followed arXiv: a patch to read, and to apply or not. Nothing is written here.

Each edit of a paper comes with its line under ``changes``, so that the pool of any earlier day can still be had back.
What is proposed was read back: it is a good record that follows arXiv, and on the day before it was what it had been.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from pathlib import Path, PurePosixPath

from .. import edits, located
from ..corpus import Corpus
from ..edits import Unsupported
from ..errors import Problem
from ..fields import top_level
from ..lock import Listing
from ..records import PAPER_KEYS, UNKNOWN, Author, Paper, Record, author_item, parse_exclusion, parse_paper
from . import drift, names, titles, venues
from .drift import Finding


@dataclass(frozen=True, slots=True)
class Proposal:
    """A patch to one record."""

    record: Record
    patch: str
    """A unified diff below the survey's root; empty where nothing can be proposed."""
    left: tuple[str, ...]
    """The fields that differ and that only a person can settle."""
    fields: tuple[str, ...]
    """All fields that differ."""
    after: Record
    """The record with the patch applied."""

    def refused(self) -> Proposal:
        """Return the same where nothing can be proposed after all."""
        return replace(self, patch="", left=self.fields, after=self.record)


def proposals(root: Path, found: Iterable[Finding], corpus: Corpus, today: date) -> list[Proposal]:
    """Return a proposal for each record with an open difference, in the order in which the records come."""
    by_record: dict[str, list[Finding]] = {}
    for finding in found:
        if finding.open:
            by_record.setdefault(finding.record.place.path, []).append(finding)
    words = venues.known(paper.venue for paper in corpus.papers)
    forms = venues.spelled(paper.venue for paper in corpus.papers)
    return [_proposal(root, several, corpus, words, forms, today) for several in by_record.values()]


def _proposal(
    root: Path, found: Sequence[Finding], corpus: Corpus, words: frozenset[str], forms: Mapping[str, str], today: date
) -> Proposal:
    """Return the proposal for one record. A DOI that may belong to another publication than the entry's is left to people."""
    record, fields = found[0].record, tuple(finding.field for finding in found)
    seen = corpus.listings[record.arxiv_id]
    listing = replace(seen, journal_ref=venues.cited(seen.journal_ref, forms) if seen.journal_ref else None)
    old = (root / record.place.path).read_bytes().decode()
    text, after, left = old, record, list[str]()
    for finding in found:
        edit = None if finding.field == "doi" and "venue" in left else _EDITS.get(finding.field)
        try:
            changed = edit(text, after, listing, _Log(today, listing)) if edit else None
        except Unsupported:
            changed = None
        read = None if changed is None else _read_back(changed, record, corpus, today)
        if changed is None or read is None or _is_open(finding.field, read, seen, words):
            left.append(finding.field)
        else:
            text, after = changed, read
    if _wants_another_year(record, after):
        left.append("year")
    return Proposal(record, edits.difference(old, text, record.place.path), tuple(left), fields, after)


def _wants_another_year(before: Record, after: Record) -> bool:
    """Say whether an entry's new venue does not bear its year out, which is that of the venue's publication: a person looks it up."""
    if not (isinstance(before, Paper) and isinstance(after, Paper)) or before.venue == after.venue:
        return False
    return after.year is not None and str(after.year) not in after.venue


def _is_open(field: str, record: Record, listing: Listing, words: frozenset[str]) -> bool:
    return any(finding.open and finding.field == field for finding in drift.compared(record, listing, words))


def _read_back(text: str, record: Record, corpus: Corpus, today: date) -> Record | None:
    """Return the record that a text is; None where it is none, or was another one on the day before."""
    path, problems = record.place.path, list[Problem]()
    name, families = PurePosixPath(path).stem, corpus.protocol.logged_families
    top = top_level(located.parse(text, path, problems.append), path, problems.append)
    if top is None:
        return None
    if not isinstance(record, Paper):
        return parse_exclusion(name, top, corpus.taxonomy, families)
    paper, before = parse_paper(name, top, corpus.taxonomy, families), today - timedelta(days=1)
    return paper if paper and paper.at(before) == record.at(before) else None


@dataclass(frozen=True, slots=True)
class _Log:
    """Writes the line that a correction of a paper leaves behind."""

    today: date
    listing: Listing

    def added(self, text: str, record: Record, field: str, before: str) -> str:
        """Return the text with one change more; ``before`` is YAML for what stood there."""
        if not isinstance(record, Paper):
            return text
        version, day = self.listing.version, self.listing.updated
        why = " ".join(filter(None, ("as arXiv gives it", f"in v{version}" if version else "", f"of {day}" if version and day else "")))
        return edits.with_item_added(text, "changes", f"{{date: {self.today}, field: {field}, {before}, why: {why}}}")

    def found_out(self, text: str, paper: Paper, field: str) -> str:
        """Return a text to which a fact was added that was unknown, now off that list, with the change that says so."""
        return self.added(edits.without_item(text, UNKNOWN, field), paper, UNKNOWN, f"from: [{', '.join(paper.unknown)}]")


def _title(text: str, record: Record, listing: Listing, log: _Log) -> str:
    changed = edits.with_text(text, "title", titles.plain(listing.title))
    return log.added(changed, record, "title", f"from: {edits.source(record.title, flow=True)}")


def _authors(text: str, record: Record, listing: Listing, log: _Log) -> str:
    assert isinstance(record, Paper)
    if "authors" in record.unknown:
        named = [item for item, _ in _items((), listing.authors)]
        return log.found_out(edits.with_list(text, "authors", named, PAPER_KEYS), record, "authors")
    changed = edits.with_items(text, "authors", _items(record.authors, listing.authors))
    before = ", ".join(author_item(author, flow=True) for author in record.authors)
    changed = log.added(changed, record, "authors", f"from: [{before}]")
    if record.authors_complete:
        return changed
    return log.added(edits.without(changed, "authors_complete"), record, "authors_complete", "from: no, to: yes")


def _items(authors: Sequence[Author], listed: Sequence[str]) -> list[tuple[str, int | None]]:
    """Return the listed names as YAML, each with the position of the author that it is, where the entry has it."""
    items: list[tuple[str, int | None]] = []
    for name, place in zip(listed, names.places(authors, listed), strict=True):
        new = author_item(Author(name, team=True), flow=True) if names.is_group(name) else edits.source(name, flow=True)
        items.append((new if place is None else author_item(authors[place], flow=True), place))
    return items


def _venue(text: str, record: Record, listing: Listing, log: _Log) -> str | None:
    """Only a journal reference says of itself where a paper appeared; what a comment or a DOI means, a person sees."""
    assert isinstance(record, Paper)
    if not listing.journal_ref:
        return None
    if "venue" in record.unknown:
        return log.found_out(edits.with_key(text, "venue", edits.source(listing.journal_ref), PAPER_KEYS), record, "venue")
    changed = edits.with_text(text, "venue", listing.journal_ref)
    return log.added(changed, record, "venue", f"from: {edits.source(record.venue, flow=True)}")


def _doi(text: str, record: Record, listing: Listing, log: _Log) -> str:
    assert isinstance(record, Paper)
    doi = listing.doi or ""
    if record.doi:
        changed = edits.with_text(text, "doi", doi)
        return log.added(changed, record, "doi", f"from: {edits.source(record.doi, flow=True)}")
    changed = edits.with_key(text, "doi", edits.source(doi), PAPER_KEYS)
    return log.added(changed, record, "doi", f"to: {edits.source(doi, flow=True)}")


_EDITS: Mapping[str, Callable[[str, Record, Listing, _Log], str | None]] = {
    "title": _title, "authors": _authors, "venue": _venue, "doi": _doi,
}  # fmt: skip
