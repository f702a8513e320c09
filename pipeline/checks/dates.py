"""Nothing is dated after today or before there was arXiv, and no preprint before its id."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta

from .. import identifiers
from ..corpus import Corpus
from ..errors import Place, Problem
from ..records import Change, Exclusion, Paper, Record
from .scope import all_records, field_of, is_open


def no_date_lies_ahead(corpus: Corpus, today: date) -> Iterator[Problem]:
    """No record and no second reading is dated after today, nor does a record name an arXiv id of a month to come."""
    this_month = _month(today)
    if corpus.about.cutoff > today:
        yield _ahead(Place("survey/about.yaml"), "cutoff", corpus.about.cutoff.isoformat())
    for reading in corpus.readings:
        if reading.date > today:
            yield _ahead(reading.place, "date", reading.date.isoformat())
    for record in all_records(corpus):
        for field, day, change in _days(record):
            if day > today:
                yield _ahead(_place(record, field, change), field, day.isoformat())
        month = identifiers.arxiv_month(record.arxiv_id)
        if month and month > this_month:
            yield _ahead(record.where(field_of(record, "arxiv_id")), field_of(record, "arxiv_id"), record.arxiv_id)
        if isinstance(record, Paper) and record.year and record.year > today.year + 1:
            yield _ahead(record.where("year"), "year", str(record.year))
    yield from _no_listing_lies_ahead(corpus, today)


def no_record_is_older_than_arxiv(corpus: Corpus) -> Iterator[Problem]:
    """No record, nor a change of one, is dated before arXiv opened: long before the first survey of this kind."""
    for record in all_records(corpus):
        for field, day, change in _days(record):
            if day < identifiers.ARXIV_OPENED and not is_open(record, field):
                place = _place(record, field, change)
                message = f"is before {identifiers.ARXIV_OPENED}, when arXiv opened"
                hint = "write the day on which it joined, not that of the work" if field == "added" else "is the year right?"
                yield Problem(place, "early-date", message, field, day.isoformat(), hint=hint)


def no_record_is_older_than_its_id(corpus: Corpus) -> Iterator[Problem]:
    """No record is dated before the month in which arXiv gave the id that it had from then on."""
    for record in all_records(corpus):
        if is_open(record, *_OF_ID):
            continue
        for field, day, change in _days(record):
            arxiv_id = _arxiv_id_from(record, change)
            month = identifiers.arxiv_month(arxiv_id)
            if month and _month(day) < month and day >= identifiers.ARXIV_OPENED:
                place = _place(record, field, change)
                message = f"is before {month}, when arXiv gave the id {arxiv_id}"
                hint = f"write {_RIGHT_DAYS[field]}, or is the id another?"
                yield Problem(place, "early-date", message, field, day.isoformat(), hint=hint)


_OF_ID = ("added", "changes", "date_screened", "arxiv_id", "identifier", "url")
_RIGHT_DAYS = {"added": "the day on which it joined", "changes": "the day of the change", "date_screened": "the day of the screening"}


def _arxiv_id_from(record: Record, change: Change | None) -> str:
    """Return the arXiv id that a record came to have on the day it joined, or by a change; empty for a change of something else."""
    if isinstance(record, Exclusion):
        return record.arxiv_id
    if change:
        return record.at(change.date).arxiv_id if change.field == "arxiv_id" else ""
    renamed = any(one.field == "arxiv_id" for one in record.changes)
    return record.at(record.added).arxiv_id if renamed else record.arxiv_id


def _no_listing_lies_ahead(corpus: Corpus, today: date) -> Iterator[Problem]:
    """No metadata was fetched on a day to come; days there are in UTC, so that tomorrow is no fault."""
    ahead = [arxiv_id for arxiv_id, listing in corpus.listings.items() if listing.fetched > today + timedelta(days=1)]
    if ahead:
        message = f"holds {len(ahead)} {'record' if len(ahead) == 1 else 'records'} fetched on a day to come"
        hint = "the clock of the machine that fetched it was wrong: run masrl fetch"
        yield Problem(Place("arxiv.lock.json"), "future-date", message, "fetched", ahead[0], hint=hint, severity="warning")


def preprints_are_no_older_than_their_id(corpus: Corpus) -> Iterator[Problem]:
    """An entry that cites no more than the preprint is of the year of its arXiv id, or of a later version's."""
    for paper in corpus.papers:
        first = (identifiers.arxiv_month(paper.arxiv_id) or "")[:4]
        if paper.year is None or not first or is_open(paper, "year", "venue", "arxiv_id") or not _is_bare_preprint(paper.venue):
            continue
        if paper.year < int(first):
            message = f"is before {first}, when arXiv gave the id {paper.arxiv_id}"
            hint = "write the year of the version that you read, or the venue that published it before"
            yield Problem(paper.where("year"), "year-before-id", message, "year", str(paper.year), hint=hint, severity="warning")


_OF_PREPRINTS = {"arxiv", "corr", "preprint", "preprints", "eprint", "e", "print", "org", "abs", "server", "repository"}


def _is_bare_preprint(venue: str) -> bool:
    """Say whether a venue is arXiv and no more, however it is written: arXiv, ``arXiv preprint arXiv:2601.00001``, CoRR abs/2601.00001."""
    words = {word for word in identifiers.folded(venue).split() if not any(c.isdigit() for c in word)}
    return bool(words & {"arxiv", "corr"}) and words <= _OF_PREPRINTS


def _days(record: Record) -> Iterator[tuple[str, date, Change | None]]:
    """Yield the days that a record names, each with its field, and those of changes with these."""
    if isinstance(record, Exclusion):
        yield "date_screened", record.date_screened, None
        return
    yield "added", record.added, None
    yield from (("changes", change.date, change) for change in record.changes)


def _place(record: Record, field: str, change: Change | None) -> Place:
    return change.place if change else record.where(field)


def _month(day: date) -> str:
    return day.isoformat()[:7]


def _ahead(place: Place, field: str, found: str) -> Problem:
    return Problem(place, "future-date", "lies in the future", field, found)
