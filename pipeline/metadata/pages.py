"""One page of arXiv's answer, before the ``arxiv`` package reads it.

That package turns most faults of a page into fewer results without a word. Here each fault gets a name, a page that is
no whole answer is refused, and an entry that cannot be used is made harmless, so that the others come through and the
package's count of entries stays right.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date

from lxml import etree

from .atom import ATOM, quoted, text_of
from .entry_edits import date_as_published, make_harmless, settle
from .entry_faults import Fault, faults_of

_TOTAL = "{http://a9.com/-/spec/opensearch/1.1/}totalResults"
_DATELESS = {"no-date", "bad-date"}


class NoAnswer(Exception):  # noqa: N818 -- the page is at fault, not the program
    """A page that is not, or not wholly, an answer to what was asked."""

    def __init__(self, message: str, *, passing: bool) -> None:
        super().__init__(message)
        self.passing = passing
        """Whether asking again may help."""


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
    entries = feed.findall(f"{ATOM}entry")
    for number, entry in enumerate(entries, 1):
        found = list(faults_of(entry, today))
        faults += found
        if any(fault.severity == "error" for fault in found):
            make_harmless(entry, number)
            continue
        if any(fault.code in _DATELESS for fault in found):
            date_as_published(entry)
            undated.add(text_of(entry, "id"))
        settle(entry)
    return Page(etree.tostring(feed, encoding="utf-8"), total, len(entries), tuple(faults), frozenset(undated))


def message(content: bytes) -> str:
    """Return what an error page says, in one line and at most 120 characters; empty where nothing can be read."""
    try:
        root = etree.fromstring(content, parser=_parser(recover=True))
    except (etree.XMLSyntaxError, ValueError):
        root = None
    entry = None if root is None else root.find(f"{ATOM}entry")
    if entry is not None:
        return quoted(text_of(entry, "summary") or text_of(entry, "title"))
    return quoted(content.decode("utf-8", "replace") if root is None else " ".join(root.itertext()))


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
    if root.tag != f"{ATOM}feed":
        where = " without the Atom namespace" if name == "feed" else ""
        raise NoAnswer(f"no feed of papers: its root is <{quoted(name)}>{where}", passing=False)
    if root.getroottree().docinfo.internalDTD is not None:
        raise NoAnswer("no feed of papers: it declares a document type", passing=False)
    return root


def _broken(content: bytes, fault: str) -> str:
    start = content.lstrip()[:400].lower()
    if b"<html" in start:
        return f"a web page instead of a feed: {message(content)}"
    if start.startswith((b"<?xml", b"<feed")):
        return f"a feed that is cut short or broken ({quoted(fault)})"
    return f"no feed: {message(content)}"


def _total(feed: etree._Element) -> int:
    written = (feed.findtext(_TOTAL) or "").strip()
    if not re.fullmatch(r"[0-9]{1,9}", written):
        raise NoAnswer(f"an unreadable number of results: {quoted(written) or 'none is given'}", passing=False)
    return int(written)
