"""RIS, for Zotero, EndNote and their like: one tag a line, one record from TY to ER.

Written here, in a few lines, so that rispy, the one kept reader, can be the judge of it in the tests.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...corpus import Corpus, once
from .references import Reference, references

_TYPES = {"preprint": "UNPB", "page": "ELEC", "meeting": "CPAPER", "journal": "JOUR"}


def text(corpus: Corpus) -> str:
    """Return all papers of a survey as an RIS file, in the survey's order."""
    return "\n".join(records(corpus).values())


@once
def records(corpus: Corpus) -> dict[str, str]:
    """Return each paper's record by key, in the survey's order."""
    return {reference.key: record(reference) for reference in references(corpus)}


def record(reference: Reference) -> str:
    """Return one record, ending with its ER line. Values hold no line break: one would begin another tag."""
    return "".join(f"{tag}  - {' '.join(value.split())}\n" for tag, value in _lines(reference))


def _lines(reference: Reference) -> Iterator[tuple[str, str]]:
    yield "TY", _TYPES[reference.kind]
    yield "ID", reference.key
    yield "TI", reference.title
    for author in reference.authors:
        yield "AU", author.inverted
    if reference.year:
        yield "PY", str(reference.year)
    if reference.day:
        yield "DA", f"{reference.day:%Y/%m/%d}"
    yield from ((tag, value) for tag, value in _optional(reference) if value)
    for link in reference.links or (reference.url,) * bool(reference.url):
        yield "UR", link
    for keyword in reference.keywords:
        yield "KW", keyword
    yield "ER", ""


def _optional(reference: Reference) -> Iterator[tuple[str, str]]:
    yield "T2", reference.venue
    yield "DO", reference.doi
    yield "AN", f"arXiv:{reference.arxiv_id}" if reference.arxiv_id else ""
    yield "N1", reference.summary
    yield "N1", "" if reference.authors_complete else "The list of authors is not complete."
