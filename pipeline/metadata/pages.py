"""One page of arXiv's answer, before the ``arxiv`` package reads it.

That package turns most faults of a page into fewer results without a word. Here each fault gets a name, a page that is
no whole answer is refused, and an entry that cannot be used is made harmless, so that the others come through and the
package's count of entries stays right.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta

from lxml import etree

from .. import characters, identifiers
from ..errors import Severity
from . import names

_ATOM = "{http://www.w3.org/2005/Atom}"
_ARXIV = "{http://arxiv.org/schemas/atom}"
_TOTAL = "{http://a9.com/-/spec/opensearch/1.1/}totalResults"
ERROR_ENTRY = "error-entry"
"""The code of an entry that is no paper."""
HARMLESS = "urn:unusable:"
"""How the id of an entry begins that was made harmless."""
_ABSTRACT = re.compile(r"https?://(?:[a-z0-9-]+\.)*arxiv\.org/abs/", re.IGNORECASE)
_BEGINNING = date(1991, 8, 14)
"""The day on which arXiv opened."""
_DAY = "2000-01-01T00:00:00Z"
_DATELESS = {"no-date", "bad-date"}
_LONGEST = {
    f"{_ATOM}title": 2_000, f"{_ATOM}summary": 20_000, f"{_ARXIV}comment": 2_000, f"{_ARXIV}journal_ref": 2_000, f"{_ARXIV}doi": 2_000,
}  # fmt: skip
_LONGEST_NAME = 500
_MOST_AUTHORS = 10_000
"""Characters and names; the longest title has some 300, the longest list of authors some 5,200. Longer ones only cost time."""
_CATEGORIES = (f"{_ATOM}category", f"{_ARXIV}primary_category")
_LONGEST_CATEGORY, _MOST_CATEGORIES = 100, 100


class NoAnswer(Exception):  # noqa: N818 -- the page is at fault, not the program
    """A page that is not, or not wholly, an answer to what was asked."""

    def __init__(self, message: str, *, passing: bool) -> None:
        super().__init__(message)
        self.passing = passing
        """Whether asking again may help."""


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong with one entry of a page."""

    arxiv_id: str
    """As the entry names it, bare; empty where it names none."""
    code: str
    message: str
    severity: Severity = "error"
    """An entry with an error is left out."""


@dataclass(frozen=True, slots=True)
class Page:
    """A whole page."""

    content: bytes
    """The feed, with each unusable entry made harmless."""
    total: int
    """How many entries there are on all pages."""
    entries: int
    """How many there are on this one."""
    faults: tuple[Fault, ...]
    undated: frozenset[str]
    """The ids, with version, of entries that do not say when they were updated."""


def read(content: bytes, today: date) -> Page:
    """Return a page of which every entry can be parsed.

    ``today`` is the day, in UTC, after which nothing can have been published. Raises NoAnswer.
    """
    feed = _feed(content)
    total = _total(feed)
    faults: list[Fault] = []
    undated = set()
    entries = feed.findall(f"{_ATOM}entry")
    for number, entry in enumerate(entries, 1):
        found = list(_faults(entry, today))
        faults += found
        if any(fault.severity == "error" for fault in found):
            _make_harmless(entry, number)
            continue
        if any(fault.code in _DATELESS for fault in found):
            _date_as_published(entry)
            undated.add(_text(entry, "id"))
        _settle(entry)
    return Page(etree.tostring(feed, encoding="utf-8"), total, len(entries), tuple(faults), frozenset(undated))


def message(content: bytes) -> str:
    """Return what an error page says, in one line and at most 120 characters; empty where nothing can be read."""
    try:
        root = etree.fromstring(content, parser=_parser(recover=True))
    except (etree.XMLSyntaxError, ValueError):
        root = None
    entry = None if root is None else root.find(f"{_ATOM}entry")
    if entry is not None:
        return _quoted(_text(entry, "summary") or _text(entry, "title"))
    return _quoted(content.decode("utf-8", "replace") if root is None else " ".join(root.itertext()))


def _quoted(text: str) -> str:
    """Return strangers' text for a message: one line, short, without what acts on a terminal."""
    line = " ".join(characters.cleaned(text).split())
    return line if len(line) <= 120 else f"{line[:119]}…"


def _parser(*, recover: bool = False) -> etree.XMLParser:
    """Return a parser that fetches nothing and expands nothing."""
    return etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False, huge_tree=False, recover=recover)


def _feed(content: bytes) -> etree._Element:
    if not content.strip():
        raise NoAnswer("an empty page", passing=True)
    try:
        root = etree.fromstring(content, parser=_parser())
    except (etree.XMLSyntaxError, ValueError) as error:
        raise NoAnswer(_broken(content, getattr(error, "msg", str(error))), passing=True) from error
    name = etree.QName(root).localname.lower()
    if name == "html":
        raise NoAnswer(f"a web page instead of a feed: {message(content)}", passing=True)
    if root.tag != f"{_ATOM}feed":
        where = " without the Atom namespace" if name == "feed" else ""
        raise NoAnswer(f"no feed of papers: its root is <{_quoted(name)}>{where}", passing=False)
    if root.getroottree().docinfo.internalDTD is not None:
        raise NoAnswer("no feed of papers: it declares a document type", passing=False)
    return root


def _broken(content: bytes, fault: str) -> str:
    start = content.lstrip()[:400].lower()
    if b"<html" in start:
        return f"a web page instead of a feed: {message(content)}"
    if start.startswith((b"<?xml", b"<feed")):
        return f"a feed that is cut short or broken ({_quoted(fault)})"
    return f"no feed: {message(content)}"


def _total(feed: etree._Element) -> int:
    written = (feed.findtext(_TOTAL) or "").strip()
    if not re.fullmatch(r"[0-9]{1,9}", written):
        raise NoAnswer(f"an unreadable number of results: {_quoted(written) or 'none is given'}", passing=False)
    return int(written)


def _text(entry: etree._Element, name: str) -> str:
    return " ".join((entry.findtext(_ATOM + name) or "").split())


def _faults(entry: etree._Element, today: date) -> Iterator[Fault]:
    written = _text(entry, "id")
    if not _ABSTRACT.match(written):
        yield _no_paper(entry, written)
        return
    arxiv_id = identifiers.bare_arxiv_id(written)
    if fault := identifiers.arxiv_fault(arxiv_id):
        yield Fault("", "bad-id", f"arXiv sent an entry whose id {_quoted(arxiv_id)!r} {fault}")
        return
    if fault := _length_fault(entry):
        yield Fault(arxiv_id, "too-long", f"arXiv sent it with {fault}")
        return
    if not characters.cleaned(_text(entry, "title")).strip():
        yield Fault(arxiv_id, "no-title", "arXiv sent it without a title")
    if not names.cleaned(_names(entry)):
        yield Fault(arxiv_id, "no-author", "arXiv sent it without an author")
    elif names.says_and_others(_names(entry)):
        yield Fault(arxiv_id, "cut-authors", "its list of authors ends in et al., so that some are missing", "warning")
    yield from _date_faults(entry, arxiv_id, today)


def _date_faults(entry: etree._Element, arxiv_id: str, today: date) -> Iterator[Fault]:
    published = _text(entry, "published")
    if not published:
        yield Fault(arxiv_id, "no-date", "arXiv sent it without the date of its first version")
    elif fault := _date_fault(published, today):
        yield Fault(arxiv_id, "bad-date", f"its first date {fault}: {_quoted(published)}")
    updated = _text(entry, "updated")
    if not updated:
        yield Fault(arxiv_id, "no-date", "arXiv sent it without the date of its latest version", "warning")
    elif fault := _date_fault(updated, today):
        yield Fault(arxiv_id, "bad-date", f"its latest date {fault} and is left out: {_quoted(updated)}", "warning")


def _length_fault(entry: etree._Element) -> str | None:
    """Say what of an entry is longer than it can be in truth; looking at it further would take long."""
    for name, most in _LONGEST.items():
        if (length := _length(entry.iterfind(name))) > most:
            return f"a {etree.QName(name).localname} of {length:,} characters"
    authors = entry.findall(f"{_ATOM}author")
    if len(authors) > _MOST_AUTHORS:
        return f"{len(authors):,} authors"
    if (length := _length(name for author in authors for name in author.iterfind(f"{_ATOM}name"))) > _LONGEST_NAME:
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
        title = _quoted(_text(entry, "title"))
        return Fault("", "no-id", f"arXiv sent an entry without an id, titled {title!r}")
    said = _quoted(_text(entry, "summary") or _text(entry, "title"))
    return Fault("", ERROR_ENTRY, f"arXiv sent {_quoted(written)} instead of a paper, and says: {said}")


def _names(entry: etree._Element) -> Iterator[str]:
    return (author.findtext(f"{_ATOM}name") or "" for author in entry.iterfind(f"{_ATOM}author"))


def _date_fault(text: str, today: date) -> str | None:
    """Say why a date cannot be that of a paper."""
    try:
        day = _moment(text).date()
    except (ValueError, OverflowError):
        return "is no calendar date"
    if day > today + timedelta(days=1):
        return "lies in the future"
    return "is older than arXiv" if day < _BEGINNING else None


def _moment(text: str) -> datetime:
    """Return a moment in UTC. Raises ValueError or OverflowError where a text is none."""
    moment = datetime.fromisoformat(text.replace("Z", "+00:00"))
    return (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).astimezone(UTC)


def _settle(entry: etree._Element) -> None:
    """Write back what was checked, so that the ``arxiv`` package reads just that."""
    for name in ("id", "published", "updated"):
        element = entry.find(_ATOM + name)
        if element is not None:
            text = _text(entry, name)
            element.text = text if name == "id" else _moment(text).replace(microsecond=0).isoformat()


def _date_as_published(entry: etree._Element) -> None:
    """Give an entry without a usable date of its latest version that of its first, which the package insists on."""
    for updated in entry.findall(f"{_ATOM}updated"):
        entry.remove(updated)
    etree.SubElement(entry, f"{_ATOM}updated").text = _text(entry, "published")


def _make_harmless(entry: etree._Element, number: int) -> None:
    for child in list(entry):
        entry.remove(child)
    for name, text in (("id", f"{HARMLESS}{number}"), ("updated", _DAY), ("published", _DAY)):
        etree.SubElement(entry, _ATOM + name).text = text
