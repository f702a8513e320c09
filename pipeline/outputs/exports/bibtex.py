"""BibTeX. Written here because no kept library gives all of what is wanted: pybtex 0.26 escapes addresses as if they were
text, and bibtexparser 2.1 turns accents into commands and lets titles lose their capitals. Both read it back in the tests."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from ...corpus import Corpus, once
from ...records import Author
from . import tex
from .references import Reference, references

_TYPES = {"preprint": "misc", "page": "misc", "meeting": "inproceedings", "journal": "article"}
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")


def text(corpus: Corpus) -> str:
    """Return all papers of a survey as a BibTeX file, in the survey's order."""
    return "\n".join(entries(corpus).values())


@once
def entries(corpus: Corpus) -> dict[str, str]:
    """Return each paper's entry by key, in the survey's order."""
    return {reference.key: entry(reference) for reference in references(corpus)}


def entry(reference: Reference) -> str:
    """Return one entry, whose key is the paper's key and so never changes.

    ``references.kind_of`` decides between @misc, @inproceedings and @article. Fields without a value are left out.
    """
    lines = "".join(f"  {name} = {value},\n" for name, value in _fields(reference))
    return f"@{_TYPES[reference.kind]}{{{reference.key},\n{lines}}}\n"


def _fields(reference: Reference) -> Iterator[tuple[str, str]]:
    yield "title", f"{{{tex.title(reference.title)}}}"
    if reference.authors:
        yield "author", f"{{{authors(reference)}}}"
    if reference.year:
        yield "year", f"{{{reference.year}}}"
    if reference.day:
        yield "month", _MONTHS[reference.day.month - 1]
    yield from _venue(reference)
    if reference.arxiv_id:
        yield "eprint", _verbatim(reference.arxiv_id)
        yield "archivePrefix", "{arXiv}"
        if reference.arxiv_class:
            yield "primaryClass", _verbatim(reference.arxiv_class)
    if reference.doi:
        yield "doi", _verbatim(reference.doi)
    if reference.url:
        yield "url", _verbatim(reference.url)


def _venue(reference: Reference) -> Iterator[tuple[str, str]]:
    name = {"meeting": "booktitle", "journal": "journal"}.get(reference.kind, "howpublished")
    said_by_eprint = reference.arxiv_id and reference.venue.casefold() == "arxiv"
    if reference.venue and not said_by_eprint:
        yield name, f"{{{tex.escaped(reference.venue)}}}"


def authors(reference: Reference) -> str:
    """Return the names as ``Family, Given`` joined by ``and``, teams in braces, ``and others`` where not all are known."""
    names = [_name(author) for author in reference.authors]
    return " and ".join(names if reference.authors_complete else [*names, "others"])


@lru_cache(maxsize=1 << 14)
def _name(author: Author) -> str:
    if author.team:
        return f"{{{tex.escaped(author.family)}}}"
    family, given = _part(author.family, alone=not author.given), _part(author.given, alone=False)
    return f"{family}, {given}" if given else family


def _part(name: str, *, alone: bool) -> str:
    """BibTeX parts names at commas, at the word "and", and a name without a comma at its blanks."""
    escaped = tex.escaped(name)
    parted = _PARTED.search(name) or name == "others" or (alone and " " in name)
    return f"{{{escaped}}}" if parted else escaped


_PARTED = re.compile(r",|\band\b", re.IGNORECASE)


def _verbatim(identifier: str) -> str:
    """An address or identifier stays as it is, since escapes break it; only braces, which would end the field, are encoded."""
    return f"{{{''.join(identifier.split()).replace('{', '%7B').replace('}', '%7D')}}}"
