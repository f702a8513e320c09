"""What arXiv was asked for against what it sent. A record of the lock is replaced only by a complete one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import TYPE_CHECKING, Protocol

from .. import identifiers, lock
from ..corpus import Corpus
from ..errors import CallFault, Place, Problem, Severity, nearest
from ..lock import Listing
from ..records import Paper, Record

if TYPE_CHECKING:
    from .client import Answer, Api, Received

BATCH = 100
"""Ids in one question."""


class _Report(Protocol):
    """Takes an id, a code, a message and a severity."""

    def __call__(self, arxiv_id: str, code: str, message: str, severity: Severity = "error") -> None: ...


@dataclass(frozen=True, slots=True)
class Step:
    """One batch of ids and what became of it."""

    asked: tuple[str, ...]
    listings: Mapping[str, Listing]
    """The complete ones, by id as the survey writes it; empty where the batch failed."""
    problems: tuple[Problem, ...]
    refused: bool = False
    """Whether arXiv refused the batch in a way that asking again will not change."""


def wanted(corpus: Corpus) -> dict[str, Record]:
    """Return the records of corpus and exclusions that have an arXiv id, by that id, sorted."""
    records: list[Record] = [*corpus.exclusions, *corpus.papers]
    return {record.arxiv_id: record for record in sorted(records, key=lambda record: record.arxiv_id) if record.arxiv_id}


def named(corpus: Corpus, names: Sequence[str]) -> tuple[str, ...]:
    """Return the arXiv ids of records that are named by key, exclusion id or arXiv id. Raises CallFault for other names."""
    found = [record(corpus, name) for name in names]
    if lacking := [name for name, one in zip(names, found, strict=True) if not one.arxiv_id]:
        raise CallFault(f"{', '.join(lacking)}: no arXiv id")
    return tuple(dict.fromkeys(one.arxiv_id for one in found))


def record(corpus: Corpus, name: str) -> Record:
    """Return the record that is named by key, exclusion id or arXiv id, in any form. Raises CallFault where there is none.

    The id of an exclusion that was promoted names the paper that it became.
    """
    logged_as = name.upper()
    found: Record | None = corpus.by_key.get(name) or corpus.by_id.get(logged_as)
    if found is None:
        found = next((one for one in corpus.papers if one.promoted_from and one.promoted_from.exclusion.id == logged_as), None)
    asked = identifiers.comparable_arxiv_id(identifiers.arxiv_id_in(name))
    if found is None and asked:
        found = next((one for one in wanted(corpus).values() if identifiers.comparable_arxiv_id(one.arxiv_id) == asked), None)
    if found is None:
        near = nearest(name, (*corpus.by_key, *corpus.by_id))
        raise CallFault(f"{name!r} is neither a key nor an exclusion nor the arXiv id of one" + (f"; did you mean {near}?" if near else ""))
    return found


def due(corpus: Corpus, max_age: int, today: date) -> tuple[str, ...]:
    """Return the ids whose listing is older than some days, or was never fetched from arXiv itself.

    ``max_age`` 1 leaves out what was fetched today, 0 leaves out nothing.
    """
    return tuple(arxiv_id for arxiv_id in wanted(corpus) if not _is_fresh(corpus.listings.get(arxiv_id), max_age, today))


def _is_fresh(listing: Listing | None, max_age: int, today: date) -> bool:
    """Say whether a listing is young enough. One of a day to come was written by a clock that was wrong, and is asked for anew."""
    return listing is not None and listing.source == "api" and 0 <= (today - listing.fetched).days < max_age


def steps(api: Api, corpus: Corpus, ids: Sequence[str], today: date) -> Iterator[Step]:
    """Yield the outcome of each batch of ids.

    A batch that arXiv refuses is a problem and no listing. After a failure that may pass nothing more is asked.
    """
    from .failures import Upstream

    records = wanted(corpus)
    for start in range(0, len(ids), BATCH):
        batch = tuple(ids[start : start + BATCH])
        try:
            answer = api.listed(batch)
        except Upstream as fault:
            yield Step(batch, {}, (_refusal(fault.passing, str(fault), batch),), not fault.passing)
            if fault.passing:
                return
        else:
            yield compared(answer, batch, records, corpus.listings)


def _refusal(passing: bool, message: str, batch: Sequence[str]) -> Problem:
    hint = "run masrl fetch again later: it goes on with what is still due" if passing else "asking again will not help"
    what = batch[0] if len(batch) == 1 else f"{batch[0]} to {batch[-1]}, {len(batch)} ids"
    return Problem(Place(lock.FILE_NAME), "upstream-refused", f"{message}; not fetched: {what}", hint=hint)


def compared(answer: Answer, batch: Sequence[str], records: Mapping[str, Record], known: Mapping[str, Listing]) -> Step:
    """Return what came of a batch, joined by id, with everything named that was not as asked."""
    spelled = {identifiers.comparable_arxiv_id(arxiv_id): arxiv_id for arxiv_id in batch}
    problems: list[Problem] = []

    def report(arxiv_id: str, code: str, message: str, severity: Severity = "error") -> None:
        problems.append(_problem(records.get(arxiv_id), arxiv_id, code, message, severity))

    for fault in answer.faults:
        report(spelled.get(identifiers.comparable_arxiv_id(fault.arxiv_id), fault.arxiv_id), fault.code, fault.message, fault.severity)
    listings: dict[str, Listing] = {}
    for arxiv_id, sent in _joined(answer.received, spelled).items():
        if arxiv_id not in batch:
            report(arxiv_id, "unasked", f"arXiv sent {arxiv_id}, which was not asked for: {sent[0].listing.title[:80]!r}")
        elif listing := _latest(arxiv_id, sent, known.get(arxiv_id), report):
            listings[arxiv_id] = listing
    named_already = {problem.found for problem in problems if problem.severity == "error"}
    for arxiv_id in batch:
        if arxiv_id not in listings and arxiv_id not in named_already:
            report(arxiv_id, "missing", f"arXiv sent nothing for {arxiv_id} ({len(batch)} asked, {len(listings)} came whole)")
    return Step(tuple(batch), listings, tuple(problems))


def _problem(record: Record | None, arxiv_id: str, code: str, message: str, severity: Severity) -> Problem:
    field = "" if record is None else "arxiv_id" if isinstance(record, Paper) else "identifier"
    place = Place(lock.FILE_NAME) if record is None else record.where(field)
    return Problem(place, code, message, field, arxiv_id or None, severity=severity)


def _joined(received: Iterable[Received], spelled: Mapping[str, str]) -> dict[str, list[Received]]:
    """Return what came by the id as it was asked; an id that was not asked for keeps arXiv's spelling."""
    found: dict[str, list[Received]] = {}
    for one in received:
        arxiv_id = spelled.get(identifiers.comparable_arxiv_id(one.arxiv_id), one.arxiv_id)
        found.setdefault(arxiv_id, []).append(one)
    return found


_NEVER_LOST = ("version", "updated", "primary_category", "categories")
"""What every paper has on arXiv, so that an answer without it takes nothing away. A comment, a DOI, a reference may be withdrawn."""


def _latest(arxiv_id: str, sent: Sequence[Received], old: Listing | None, report: _Report) -> Listing | None:
    """Return the latest version that came, or None after reporting that it cannot replace the listing that is there."""
    listing = max(sent, key=lambda one: one.listing.version or 0).listing
    if len(sent) > 1:
        versions = ", ".join(f"v{one.listing.version}" if one.listing.version else "no version" for one in sent)
        report(arxiv_id, "duplicate", f"arXiv sent it {len(sent)} times ({versions}); the latest is kept", "warning")
    first = min((one.listing.published for one in sent if one.listing.published), default=None)
    listing = replace(listing, published=first)
    if faults := lock.faults(arxiv_id, listing):
        report(arxiv_id, "incomplete", f"arXiv's record {'; '.join(faults)}")
        return None
    if lacking := [name.replace("_", " ") for name in _NEVER_LOST if old and getattr(old, name) and not getattr(listing, name)]:
        report(arxiv_id, "incomplete", f"arXiv's record lacks {', '.join(lacking)}, which the lock holds")
        return None
    if old and old.version and listing.version and listing.version < old.version:
        report(arxiv_id, "older-version", f"arXiv sent version {listing.version}, though version {old.version} is known")
        return None
    if listing.withdrawn:
        report(arxiv_id, "withdrawn", f"the paper was withdrawn: {(listing.comment or '')[:120]}", "warning")
    return _with_first_date(arxiv_id, listing, old, report)


def _with_first_date(arxiv_id: str, listing: Listing, old: Listing | None, report: _Report) -> Listing:
    """Return a listing dated by its first version: arXiv was seen to send the date of a later one in its place."""
    if not old or not old.published or not listing.published or old.published == listing.published:
        return listing
    kept = old.source == "api" and old.published < listing.published
    which = "the earlier is kept" if kept else "the new one is taken"
    report(arxiv_id, "first-date-moved", f"its first version was dated {old.published}, and now {listing.published}; {which}", "warning")
    return replace(listing, published=old.published) if kept else listing


def merged(corpus: Corpus, held: Mapping[str, Listing], listings: Mapping[str, Listing], *, whole: bool) -> dict[str, Listing]:
    """Return what the lock holds now with new listings. Where the run was whole, those of records that are gone are dropped.

    ``corpus`` is the survey as the run found it: what another run has brought since then is kept.
    """
    records = wanted(corpus)
    kept = {arxiv_id: one for arxiv_id, one in held.items() if not whole or arxiv_id in records or arxiv_id not in corpus.listings}
    return kept | dict(listings)
