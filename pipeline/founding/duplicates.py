"""Rows about the same paper to one entry, and what two papers cannot both have."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from .. import identifiers
from .entries import Entry
from .tables import Lose, Loss

_ONCE = ("title", "authors", "year", "venue", "affiliation", "short_name", "arxiv_id", "doi", "summary", "notes", "added")
"""Facts of which an entry holds one."""
_MOST_ALIKE = 50
"""Papers of one title; more are no list of papers, and comparing each with all would take long."""


class Merged(NamedTuple):
    """The papers that rows are about."""

    entries: list[Entry]
    left: list[Entry]
    """Rows of a title that too many others have."""


def merged(entries: Sequence[Entry], lose: Lose) -> Merged:
    """Return the papers, rows of one put together in the place of the first; what they cannot all say is named.

    Two rows are about one paper where they have the same title, but for case, accents and punctuation, and contradict each other
    neither in an id nor in the year nor in the first author.
    """
    found: list[Entry] = []
    left: list[Entry] = []
    by_title: dict[str, list[int]] = {}
    for entry in entries:
        alike = by_title.setdefault(identifiers.folded(entry.title) or entry.title, [])
        twin = next((position for position in alike if _are_one(found[position], entry)), None)
        if twin is None and len(alike) >= _MOST_ALIKE:
            lose(Loss(entry.row.number, entry.row.line, "", entry.title, f"has the title of {_MOST_ALIKE} other rows, and was left out"))
            left.append(entry)
        elif twin is None:
            alike.append(len(found))
            found.append(entry)
        else:
            found[twin] = _together(found[twin], entry, lose)
    return Merged(list(_with_their_own(found, lose)), left)


def _are_one(one: Entry, other: Entry) -> bool:
    return not any(_differing(one, other))


def _differing(one: Entry, other: Entry) -> Iterator[str]:
    """Yield by what two rows contradict each other."""
    for name, told in (("arxiv_id", "arXiv id"), ("doi", "DOI")):
        if len(identifiers.identities((getattr(one, name), getattr(other, name)))) > 1:
            yield told
    if one.year and other.year and one.year != other.year:
        yield "year"
    if len({identifiers.folded(entry.authors[0].family) for entry in (one, other) if entry.authors}) > 1:
        yield "first author"


def _together(one: Entry, other: Entry, lose: Lose) -> Entry:
    where = f"is the same paper as row {one.row.number}"
    lose(Loss(other.row.number, other.row.line, "", other.title, f"{where}, into which it was put"))
    changes: dict[str, object] = {}
    for name in _ONCE:
        mine, theirs = getattr(one, name), getattr(other, name)
        if theirs and not mine:
            changes[name] = theirs
        elif theirs and theirs != mine and name not in ("title", "added"):
            lose(Loss(other.row.number, other.row.line, name, _shown(theirs), f"{where}, which says {_shown(mine)[:80]!r}"))
    if not one.authors:
        changes["authors_complete"] = other.authors_complete
    tags = {column: tuple(dict.fromkeys((*one.tags.get(column, ()), *other.tags.get(column, ())))) for column in {**one.tags, **other.tags}}
    kept = dict(one.kept)
    for column, text in other.kept.items():
        kept[column] = text if kept.get(column, text) == text else f"{kept[column]}\n{text}"
    links = tuple(dict.fromkeys((*one.links, *other.links)))
    return replace(one, links=links, tags=tags, kept=kept, **changes)  # type: ignore[arg-type]  # each as its field has it


def _shown(value: object) -> str:
    if isinstance(value, tuple):
        return "; ".join(str(author) for author in value)
    return str(value)


def _with_their_own(entries: Sequence[Entry], lose: Lose) -> Iterator[Entry]:
    """Yield the entries without the ids and addresses that an earlier one has."""
    holders: dict[str, Entry] = {}
    for entry in entries:
        yield _own(entry, holders, lose)


def _own(entry: Entry, holders: dict[str, Entry], lose: Lose) -> Entry:
    def is_taken(column: str, value: str, identity: str) -> bool:
        holder = holders.setdefault(identity, entry)
        if holder is not entry:
            why = f"is that of row {holder.row.number} already, {_apart(holder, entry)}; left out here"
            lose(Loss(entry.row.number, entry.row.line, column, value, why))
        return holder is not entry

    changes: dict[str, object] = {}
    if entry.arxiv_id and is_taken("arxiv_id", entry.arxiv_id, identifiers.identity(entry.arxiv_id)):
        changes["arxiv_id"] = ""
    if entry.doi and is_taken("doi", entry.doi, identifiers.identity(entry.doi)):
        changes["doi"] = ""
    links = []
    for link in entry.links:
        named = identifiers.identity(link)
        if named.startswith(identifiers.ARXIV) and "arxiv_id" in changes:
            continue
        if named.startswith(identifiers.ARXIV) or not is_taken("links", link, named):
            links.append(link)
    return replace(entry, links=tuple(links), **changes) if changes or len(links) < len(entry.links) else entry  # type: ignore[arg-type]


def _apart(holder: Entry, entry: Entry) -> str:
    """Return why two rows are two papers."""
    if identifiers.folded(holder.title) != identifiers.folded(entry.title):
        return "which has another title"
    return f"which has the same title and another {' and another '.join(_differing(holder, entry))}"
