"""An Atom feed (RFC 4287) of what joined the list."""

from __future__ import annotations

import re
from datetime import date
from xml.etree import ElementTree as ET

from ... import identifiers
from ...corpus import Corpus
from ...records import Paper
from ...survey import About
from .datapackage import slug
from .references import address, keywords

FILE_NAME = "additions.atom"
_COINED = "2026"
"""The year in which the form of the ids was settled; RFC 4151 wants a date in each. It must never change."""
_MANY = 5
"""An entry names at most so many authors: readers of feeds show them in a line, and some papers have hundreds."""


MOST = 1_000
"""Entries: every reader of the feed fetches all of it each time."""


def text(corpus: Corpus) -> str:
    """Return the feed, the latest additions first, those of one day by key; of a large survey the latest MOST.

    Dates are those on which entries joined, never the clock's: two builds of the same data are equal, and a
    correction does not make an old entry look new.
    """
    about = corpus.about
    papers = sorted(corpus.papers, key=lambda paper: (-paper.added.toordinal(), paper.key))[:MOST]
    feed = ET.Element("feed", {"xmlns": "http://www.w3.org/2005/Atom"})
    _add(feed, "id", identity(about))
    _add(feed, "title", about.name)
    _add(feed, "subtitle", about.description)
    _add(feed, "updated", _moment(papers[0].added if papers else about.cutoff))
    _add(ET.SubElement(feed, "author"), "name", str(about.author))
    if about.site_url:
        _link(feed, "alternate", about.site_url)
        _link(feed, "self", f"{about.site_url}data/{FILE_NAME}")
    for paper in papers:
        _entry(feed, paper, corpus)
    ET.indent(feed, space="")
    return f'<?xml version="1.0" encoding="utf-8"?>\n{ET.tostring(feed, encoding="unicode")}\n'


def identity(about: About, key: str = "") -> str:
    """Return the permanent id of the feed, or of the entry with a key, as a ``tag:`` address (RFC 4151).

    It is made of the survey's arXiv id, or of the list's name where there is none, and of the key. Titles, links and
    the site's address are no part of it, since they change.
    """
    authority, name = ("arxiv.org", about.arxiv_id) if about.arxiv_id else (slug(about.name), "")
    return f"tag:{authority},{_COINED}:{'/'.join(part for part in (name, key or 'additions') if part)}"


def _entry(feed: ET.Element, paper: Paper, corpus: Corpus) -> None:
    entry = ET.SubElement(feed, "entry")
    _add(entry, "id", identity(corpus.about, f"papers/{paper.key}"))
    _add(entry, "title", paper.title)
    _add(entry, "published", _moment(paper.added))
    _add(entry, "updated", _moment(paper.added))
    for author in paper.authors[:_MANY]:
        _add(ET.SubElement(entry, "author"), "name", str(author))
    if link := address(paper):
        _link(entry, "alternate", link)
    if paper.doi:
        _link(entry, "related", identifiers.doi_link(paper.doi))
    for keyword in keywords(paper, corpus.taxonomy):
        ET.SubElement(entry, "category", {"term": _legal(keyword)})
    _add(entry, "content", paper.summary or ", ".join(reversed(paper.imprint)) or paper.title)


def _moment(day: date) -> str:
    return f"{day.isoformat()}T00:00:00Z"


def _add(parent: ET.Element, name: str, text: str) -> None:
    ET.SubElement(parent, name).text = _legal(text)


def _link(parent: ET.Element, relation: str, target: str) -> None:
    ET.SubElement(parent, "link", {"rel": relation, "href": _legal(target)})


def _legal(text: str) -> str:
    """Return a text without what XML 1.0 cannot hold in any form, lest one record take the whole feed with it."""
    return _ILLEGAL.sub("", text)


_ILLEGAL = re.compile("[\x00-\x08\x0b-\x1f\ud800-\udfff\ufffe\uffff]")
