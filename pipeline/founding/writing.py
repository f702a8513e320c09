"""An entry to its key and to the text of its file, which lists what is still to be found out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import date

from ..drafts import keys, tag_lines
from ..edits import source
from ..records import UNKNOWN, author_item
from .entries import Entry
from .tables import Lose, Loss
from .vocabularies import Vocabulary


def names(entries: Sequence[Entry], lose: Lose) -> list[str]:
    """Return a key for each entry: its own where that is free, else one made of title, first author and year."""
    taken: set[str] = set()
    found = []
    for entry in entries:
        if entry.key in taken:
            lose(Loss(entry.row.number, entry.row.line, "key", entry.key, "is the key of an earlier row, so this one gets another"))
        key = entry.key if entry.key and entry.key not in taken else _proposal(entry, taken)
        taken.add(key)
        found.append(key)
    return found


def _proposal(entry: Entry, taken: set[str]) -> str:
    surname = entry.authors[0].family if entry.authors else ""
    return keys.proposal(entry.title, surname, entry.year, taken, f"entry-{entry.row.number}")


def text(entry: Entry, tags: Mapping[str, tuple[str, ...]], fields: Sequence[Vocabulary], added: date) -> str:
    """Return the text of an entry's file."""
    return "".join(f"{line}\n" for line in _lines(entry, tags, fields, added))


def _lines(entry: Entry, tags: Mapping[str, tuple[str, ...]], fields: Sequence[Vocabulary], added: date) -> Iterator[str]:
    yield f"title: {source(entry.title)}"
    yield from _list("authors", [author_item(author) for author in entry.authors])
    if entry.authors and not entry.authors_complete:
        yield "authors_complete: no"
    if entry.year:
        yield f"year: {entry.year}"
    yield from _texts(entry, "venue", "affiliation", "short_name")
    if entry.arxiv_id:
        yield f"arxiv_id: {entry.arxiv_id}"
    yield from _texts(entry, "doi")
    yield from _list("links", [source(link) for link in entry.links])
    if entry.unknown:
        yield f"{UNKNOWN}: [{', '.join(entry.unknown)}]"
    yield f"added: {(entry.added or added).isoformat()}"
    yield from _texts(entry, "summary", "notes")
    yield "tags:" if tags else "tags: {}"
    yield from _tags(tags, fields)


def _texts(entry: Entry, *names: str) -> Iterator[str]:
    yield from (f"{name}: {source(value)}" for name in names if (value := getattr(entry, name)))


def _list(name: str, items: Sequence[str]) -> Iterator[str]:
    if items:
        yield f"{name}:"
        yield from (f"  - {item}" for item in items)


def _tags(tags: Mapping[str, tuple[str, ...]], fields: Sequence[Vocabulary]) -> Iterator[str]:
    for field in fields:
        if held := tags.get(field.name):
            yield f"  {field.name}: {tag_lines.tag_text(held[0] if field.kind == 'one' else held)}"
