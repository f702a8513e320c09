"""An entry to the text of its file: of the corpus where it is whole, else a draft that says what it lacks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import date

from ..drafts import keys, tag_lines
from ..drafts import names as drafted
from ..edits import source
from .entries import Entry
from .tables import Lose, Loss
from .vocabularies import Vocabulary

_WANTED = {
    "authors": "all of them in the paper's order, one a line after '  - ', as Given Family",
    "year": "of the venue's publication where there is one, else of the first arXiv version",
    "venue": "conference with year, journal, arXiv, or the kind of document",
    "links": "https addresses, one a line after '  - ', the main one first",
}


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
    try:
        return keys.proposal(entry.title, surname, entry.year, taken, f"entry-{entry.row.number}")
    except (RuntimeError, StopIteration):  # every number behind the name is taken
        return next(key for number in range(len(taken) + 2) if (key := f"entry-{entry.row.number}-{number}") not in taken)


def text(entry: Entry, tags: Mapping[str, tuple[str, ...]], fields: Sequence[Vocabulary], added: date) -> str:
    """Return the text of an entry's file. What it lacks stands as a comment that says what belongs there."""
    return "".join(f"{line}\n" for line in _lines(entry, tags, fields, added))


def _lines(entry: Entry, tags: Mapping[str, tuple[str, ...]], fields: Sequence[Vocabulary], added: date) -> Iterator[str]:
    if entry.lacking:
        yield f"# Unfinished: it lacks {', '.join(entry.lacking)}. A line such as #venue: waits for you: take its # away and fill it in."
        yield "# Then delete these two lines, move the file into corpus/, and run: masrl check"
    yield f"title: {source(entry.title)}"
    yield from _list("authors", [drafted._value(author) for author in entry.authors])
    if entry.authors and not entry.authors_complete:
        yield "authors_complete: no"
    yield f"year: {entry.year}" if entry.year else f"#year: {_WANTED['year']}"
    yield f"venue: {source(entry.venue)}" if entry.venue else f"#venue: {_WANTED['venue']}"
    for name in ("affiliation", "short_name"):
        if value := getattr(entry, name):
            yield f"{name}: {source(value)}"
    if entry.arxiv_id:
        yield f"arxiv_id: {entry.arxiv_id}"
    if entry.doi:
        yield f"doi: {source(entry.doi)}"
    yield from _list("links", [source(link) for link in entry.links])
    yield f"added: {(entry.added or added).isoformat()}"
    for name in ("summary", "notes"):
        if value := getattr(entry, name):
            yield f"{name}: {source(value)}"
    yield "tags:" if tags else "tags: {}"
    yield from _tags(tags, fields)


def _list(name: str, items: Sequence[str]) -> Iterator[str]:
    if items:
        yield f"{name}:"
        yield from (f"  - {item}" for item in items)
    else:
        yield f"#{name}: {_WANTED[name]}"


def _tags(tags: Mapping[str, tuple[str, ...]], fields: Sequence[Vocabulary]) -> Iterator[str]:
    for field in fields:
        if held := tags.get(field.name):
            yield f"  {field.name}: {tag_lines.tag_text(held[0] if field.kind == 'one' else held)}"
