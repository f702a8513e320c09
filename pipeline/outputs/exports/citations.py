"""One paper's citation in every form that a page offers for copying."""

from __future__ import annotations

from typing import NamedTuple

from ...corpus import Corpus
from ...records import Paper
from ..sentences import enumerated
from . import bibtex, csl, json_text, ris
from .references import address, reference

_MANY = 10
"""A plain citation names at most so many authors."""


class Citations(NamedTuple):
    """A paper's citation, once in each form."""

    bibtex: str
    ris: str
    csl: str
    """A CSL-JSON array of one item."""
    plain: str


def citations(paper: Paper, corpus: Corpus) -> Citations:
    """Return how to cite a paper, in each form."""
    cited = reference(paper, corpus)
    own = corpus.by_key.get(paper.key) is paper
    forms = (bibtex.entries(corpus)[cited.key], ris.records(corpus)[cited.key]) if own else (bibtex.entry(cited), ris.record(cited))
    return Citations(*forms, json_text.text([csl.item(cited)]), plain(paper))


def text(corpus: Corpus) -> str:
    """Return the plain citations of all papers, one a line, in the survey's order."""
    return "".join(f"{plain(paper)}\n" for paper in corpus.papers)


def plain(paper: Paper) -> str:
    """Return a citation as one line of text: ``Authors (Year). Title. Venue. Address``, what is unknown left out."""
    head = f"{_names(paper)} {f'({paper.year})' if paper.year else ''}".strip()
    parts = [head, paper.title, _venue(paper)]
    sentences = " ".join(part if part.endswith((".", "?", "!")) else f"{part}." for part in parts if part)
    return " ".join(f"{sentences} {address(paper)}".split())


def _names(paper: Paper) -> str:
    names = [str(author) for author in paper.authors]
    if paper.authors_complete and len(names) <= _MANY:
        return enumerated(names) if names else ""
    if not names:
        return ""
    named = ", ".join(names[:_MANY])
    return f"{named}, et al." if "," in named else f"{named} et al.".lstrip()


def _venue(paper: Paper) -> str:
    number = f"arXiv:{paper.arxiv_id}" if paper.arxiv_id else ""
    said_by_number = number and paper.venue.casefold() == "arxiv"
    return ", ".join(part for part in ("" if said_by_number else paper.venue, number) if part)
