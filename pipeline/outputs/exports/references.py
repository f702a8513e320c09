"""A paper as bibliographies see it: what every citation format needs, worked out once."""

from __future__ import annotations

import re
import sys
from dataclasses import dataclass
from datetime import date
from typing import Literal

from ... import identifiers
from ...corpus import Corpus, once
from ...lock import Listing
from ...records import Author, Paper
from ...taxonomy import Taxonomy, values_in

Kind = Literal["preprint", "meeting", "journal", "page"]


@dataclass(frozen=True, slots=True)
class Reference:
    """One paper, ready to be cited."""

    key: str
    kind: Kind
    """By the venue; see ``kind_of``."""
    title: str
    authors: tuple[Author, ...]
    authors_complete: bool
    year: int | None
    """None where it is unknown."""
    day: date | None
    """Of first submission, where it is known and is the publication that the entry cites; else None."""
    venue: str
    doi: str
    """Bare; of the entry or one of its links, else as arXiv lists it; empty where none is known."""
    arxiv_id: str
    arxiv_class: str
    """Primary category, as ``cs.MA``; empty where it was not seen."""
    url: str
    """Where the title leads; empty where the paper has no address at all."""
    links: tuple[str, ...]
    summary: str
    keywords: tuple[str, ...]
    """The required tags as ``Field: Value``, in words."""


@once
def references(corpus: Corpus) -> tuple[Reference, ...]:
    """Return every paper of a survey for citing, in the survey's order."""
    return tuple(_reference(paper, corpus) for paper in corpus.papers)


@once
def _by_key(corpus: Corpus) -> dict[str, Reference]:
    return {reference.key: reference for reference in references(corpus)}


def reference(paper: Paper, corpus: Corpus) -> Reference:
    """Return one paper for citing."""
    return _by_key(corpus)[paper.key] if corpus.by_key.get(paper.key) is paper else _reference(paper, corpus)


def _reference(paper: Paper, corpus: Corpus) -> Reference:
    listing = corpus.listings.get(paper.arxiv_id)
    kind = kind_of(paper.venue)
    return Reference(
        key=paper.key, kind=kind, title=paper.title, authors=paper.authors, authors_complete=paper.authors_complete, year=paper.year,
        day=_day(paper, kind, listing), venue=paper.venue, doi=_doi(paper, listing), arxiv_id=paper.arxiv_id,
        arxiv_class=(listing.primary_category or "") if listing else "", url=address(paper), links=paper.links,
        summary=paper.summary, keywords=keywords(paper, corpus.taxonomy),
    )  # fmt: skip


_PENDING = re.compile(r"\b(arxiv|preprint|submi\w+|under review)\b", re.IGNORECASE)
_PAGE = re.compile(r"\b(blog|post|docs|documentation|report|website|page|news)\b", re.IGNORECASE)
_JOURNAL = re.compile(r"\b(?i:journal|transactions|letters|magazine|annals)\b|\b[JT][A-Z]{2,}\b")
_MEETING = re.compile(r"\b(?i:conference|workshop|symposium|proceedings|findings|meeting)\b|\b\w*[A-Z]\w*[A-Z]\w*\b")


def kind_of(venue: str) -> Kind:
    """Return what sort of publication a venue is, by its name alone. The first rule that fits decides.

    1. It names arXiv or a preprint, or says that the paper is submitted or under review: a preprint.
    2. It is empty or says blog, post, docs, documentation, report, website, page or news: a page.
    3. It says journal, transactions, letters, magazine or annals, or holds an acronym that begins with J or T
       (as journals and transactions are called): a journal.
    4. It says conference, workshop, symposium, proceedings, findings or meeting, or holds any other acronym,
       that is a word with two capitals: a meeting.
    5. Anything else is the name of a journal written out.
    """
    if _PENDING.search(venue):
        return "preprint"
    if not venue or _PAGE.search(venue):
        return "page"
    if _JOURNAL.search(venue):
        return "journal"
    return "meeting" if _MEETING.search(venue) else "journal"


def _day(paper: Paper, kind: Kind, listing: Listing | None) -> date | None:
    """The day on arXiv is not the day of a later meeting or journal, nor of a version of another year."""
    if listing is None or listing.published is None or listing.published.year != paper.year:
        return None
    return listing.published if kind in ("preprint", "page") else None


def _doi(paper: Paper, listing: Listing | None) -> str:
    named = (paper.doi, *paper.links, (listing.doi or "") if listing else "")
    return next((doi for text in named if (doi := identifiers.bare_doi(text))), "")


def address(paper: Paper) -> str:
    """Return where a paper's title leads: its first link, else its arXiv page, else its DOI, else nothing."""
    if paper.links:
        return paper.links[0]
    if paper.arxiv_id:
        return identifiers.arxiv_link(paper.arxiv_id)
    return identifiers.doi_link(paper.doi) if paper.doi else ""


def keywords(paper: Paper, taxonomy: Taxonomy) -> tuple[str, ...]:
    """Return a paper's required tags in words, in the taxonomy's order; what does not apply is left out."""
    return tuple(
        sys.intern(f"{field.label}: {field.label_of(value)}")  # one text for all papers that hold the tag
        for field in taxonomy.required
        for value in values_in(paper.tag(field.name))
        if value != field.none
    )
