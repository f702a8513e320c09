"""What is wrong with one entry of a page."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date, timedelta

from lxml import etree

from .. import characters, identifiers
from ..errors import Severity
from . import names
from .atom import ARXIV, ATOM, moment_of, quoted, text_of

ERROR_ENTRY = "error-entry"
"""The code of an entry that is no paper."""
_ABSTRACT = re.compile(r"https?://(?:[a-z0-9-]+\.)*arxiv\.org/abs/", re.IGNORECASE)
_LONGEST = {
    f"{ATOM}title": 2_000, f"{ATOM}summary": 20_000, f"{ARXIV}comment": 2_000, f"{ARXIV}journal_ref": 2_000, f"{ARXIV}doi": 2_000,
}  # fmt: skip
_LONGEST_NAME = 500
_MOST_AUTHORS = 10_000
"""Characters and names; the longest title has some 300, the longest list of authors some 5,200. Longer ones only cost time."""
_CATEGORIES = (f"{ATOM}category", f"{ARXIV}primary_category")
_LONGEST_CATEGORY, _MOST_CATEGORIES = 100, 100


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong with one entry of a page."""

    arxiv_id: str
    """As the entry names it, bare; empty where it names none."""
    code: str
    message: str
    severity: Severity = "error"
    """An entry with an error is left out."""


def faults_of(entry: etree._Element, today: date) -> Iterator[Fault]:
    """Yield what is wrong with an entry; nothing can have been published after ``today``, in UTC."""
    written = text_of(entry, "id")
    if not _ABSTRACT.match(written):
        yield _no_paper(entry, written)
        return
    arxiv_id = identifiers.bare_arxiv_id(written)
    if fault := identifiers.arxiv_fault(arxiv_id):
        yield Fault("", "bad-id", f"arXiv sent an entry whose id {quoted(arxiv_id)!r} {fault}")
        return
    if fault := _length_fault(entry):
        yield Fault(arxiv_id, "too-long", f"arXiv sent it with {fault}")
        return
    if not characters.cleaned(text_of(entry, "title")).strip():
        yield Fault(arxiv_id, "no-title", "arXiv sent it without a title")
    if not names.cleaned(_names(entry)):
        yield Fault(arxiv_id, "no-author", "arXiv sent it without an author")
    elif names.says_and_others(_names(entry)):
        yield Fault(arxiv_id, "cut-authors", "its list of authors ends in et al., so that some are missing", "warning")
    yield from _date_faults(entry, arxiv_id, today)


def _date_faults(entry: etree._Element, arxiv_id: str, today: date) -> Iterator[Fault]:
    published = text_of(entry, "published")
    if not published:
        yield Fault(arxiv_id, "no-date", "arXiv sent it without the date of its first version")
    elif fault := _date_fault(published, today):
        yield Fault(arxiv_id, "bad-date", f"its first date {fault}: {quoted(published)}")
    updated = text_of(entry, "updated")
    if not updated:
        yield Fault(arxiv_id, "no-date", "arXiv sent it without the date of its latest version", "warning")
    elif fault := _date_fault(updated, today):
        yield Fault(arxiv_id, "bad-date", f"its latest date {fault} and is left out: {quoted(updated)}", "warning")


def _date_fault(text: str, today: date) -> str | None:
    """Say why a date cannot be that of a paper."""
    try:
        day = moment_of(text).date()
    except (ValueError, OverflowError):
        return "is no calendar date"
    if day > today + timedelta(days=1):
        return "lies in the future"
    return "is older than arXiv" if day < identifiers.ARXIV_OPENED else None


def _length_fault(entry: etree._Element) -> str | None:
    """Say what of an entry is longer than it can be in truth; looking at it further would take long."""
    for name, most in _LONGEST.items():
        if (length := _length(entry.iterfind(name))) > most:
            return f"a {etree.QName(name).localname} of {length:,} characters"
    authors = entry.findall(f"{ATOM}author")
    if len(authors) > _MOST_AUTHORS:
        return f"{len(authors):,} authors"
    if (length := _length(name for author in authors for name in author.iterfind(f"{ATOM}name"))) > _LONGEST_NAME:
        return f"an author's name of {length:,} characters"
    terms = [one.get("term") or "" for name in _CATEGORIES for one in entry.iterfind(name)]
    if len(terms) > _MOST_CATEGORIES or any(len(term) > _LONGEST_CATEGORY for term in terms):
        return f"{len(terms):,} categories, or one that is none"
    return None


def _length(elements: Iterable[etree._Element]) -> int:
    """Return how long the longest text is."""
    return max((len(element.text or "") for element in elements), default=0)


def _no_paper(entry: etree._Element, written: str) -> Fault:
    if not written:
        title = quoted(text_of(entry, "title"))
        return Fault("", "no-id", f"arXiv sent an entry without an id, titled {title!r}")
    said = quoted(text_of(entry, "summary") or text_of(entry, "title"))
    return Fault("", ERROR_ENTRY, f"arXiv sent {quoted(written)} instead of a paper, and says: {said}")


def _names(entry: etree._Element) -> Iterator[str]:
    return (author.findtext(f"{ATOM}name") or "" for author in entry.iterfind(f"{ATOM}author"))
