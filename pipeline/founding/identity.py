"""What a paper is known by: arXiv id, DOI and addresses, which name one another and never two papers at once."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import date
from typing import NamedTuple

from .. import identifiers
from . import facts
from .plain_text import plain

Cells = Callable[[str], Sequence[tuple[str, str]]]
"""Returns the columns that give a fact, each with what stands in it."""
Lost = Callable[[str, str, str], None]
"""Takes a column, what stood there, and why it is not kept."""


class Identity(NamedTuple):
    """By what a paper is known."""

    arxiv_id: str
    doi: str
    links: tuple[str, ...]


def identity(cells: Cells, today: date, lost: Lost) -> Identity:
    """Return by what a row's paper is known; an id that only an address names is taken from it, and the other way round."""
    arxiv_id, doi = _arxiv_id(cells("arxiv_id"), today, lost), _doi(cells("doi"), lost)
    links = list(_links(cells("links"), lost))
    named = (facts.arxiv_id(identifiers.arxiv_id_in(text), today)[0] for _, text in (*links, ("", doi)))
    arxiv_id = arxiv_id or next(filter(None, named), "")
    if of_arxiv := identifiers.arxiv_id_in(doi):
        if not _same(of_arxiv, arxiv_id):
            lost(cells("doi")[0][0], doi, _other(arxiv_id))
        doi = ""
    found = tuple(dict.fromkeys(_agreeing(arxiv_id, links, lost)))
    named_by = [identifiers.arxiv_link(arxiv_id)] * bool(arxiv_id) + [identifiers.doi_link(doi)] * bool(doi)
    return Identity(arxiv_id, doi, found or tuple(named_by[:1]))


def _arxiv_id(cells: Iterable[tuple[str, str]], today: date, lost: Lost) -> str:
    for column, cell in cells:
        found, fault = facts.arxiv_id(cell, today)
        if fault and plain(cell).text:
            lost(column, cell, fault)
        return found
    return ""


def _doi(cells: Iterable[tuple[str, str]], lost: Lost) -> str:
    for column, cell in cells:
        text, changed = plain(cell)
        found = facts.doi(text)
        if text and (changed or not found):
            lost(column, cell, changed if found else "is no DOI")
        return found
    return ""


def _links(cells: Iterable[tuple[str, str]], lost: Lost) -> Iterable[tuple[str, str]]:
    """Yield the addresses that may be published, each with its column; instead of others the https address of an id in them."""
    for column, cell in cells:
        named = facts.links([cell])
        yield from ((column, link) for link in named.good)
        for text, fault in named.refused:
            if instead := facts.secure(text):
                yield column, instead
            elif plain(text).text:
                lost(column, text, fault)


def _agreeing(arxiv_id: str, links: Iterable[tuple[str, str]], lost: Lost) -> Iterable[str]:
    """Yield the addresses but for those of another paper at arXiv; those of this one without a version."""
    for column, link in links:
        named = identifiers.arxiv_id_in(link)
        if named and not _same(named, arxiv_id):
            lost(column, link, _other(arxiv_id))
        else:
            yield identifiers.arxiv_link(named) if named else link


def _same(one: str, other: str) -> bool:
    return identifiers.comparable_arxiv_id(one) == identifiers.comparable_arxiv_id(other)


def _other(arxiv_id: str) -> str:
    return f"names another paper than arXiv:{arxiv_id}" if arxiv_id else "names a month to come"
