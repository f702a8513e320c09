"""Every paper's citation in each form, in a script that pages load when somebody asks for one that they do not hold.

A script and not JSON, since a page opened from disk may load the one and not the other. The forms say much the same, so what they
have in common is said once for each paper, and what several papers have in common once for all.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from ...corpus import Corpus
from ..exports import bibtex, citations, csl, ris, tables
from ..exports.json_text import Json, for_script
from ..exports.references import references
from .shell import asset

NAME = "citations.js"
"""Its code, in ``assets/``, makes the forms of the value that is put before it."""
Item = dict[str, Json]
Parts = list[str | int]
"""A text as pieces of its own, positions in ``shared``, and below zero those in ``own``, of which the first is -1."""


class Cited(NamedTuple):
    """One paper's citations."""

    item: Item
    """CSL-JSON."""
    texts: tuple[str, ...]
    """BibTeX, RIS, CSV and plain text."""


def files(corpus: Corpus) -> Iterator[tuple[str, bytes]]:
    """Yield the script as (path below the survey's root, content).

    It declares ``citations``, a function that takes a form by its ending and returns ``{head, byKey}``: what stands before
    all, and each paper's text by its key; for CSL-JSON its item.
    """
    path, code = asset(NAME)
    yield path, f"globalThis.CITED = {for_script(_said_once(corpus))};\n".encode() + code


def _said_once(corpus: Corpus) -> Item:
    every = list(_cited(corpus))
    words = Counter(word for one in every for word in _keywords(one.item))
    keywords = list(dict.fromkeys(word for word, _ in words.most_common()))
    split = [[_without(text, own(one.item)) for text in one.texts] for one in every]
    shared = [*keywords, *_common([part for texts in split for parts in texts for part in parts if isinstance(part, str)])]
    places = {text: place for place, text in enumerate(shared)}
    forms = {form: place for place, form in enumerate(dict.fromkeys(tuple(one.item) for one in every))}
    papers: list[Json] = [
        [[forms[tuple(one.item)], *_packed(one.item, places)], *(list[Json](_placed(parts, places)) for parts in texts)]
        for one, texts in zip(every, split, strict=True)
    ]
    names: list[Json] = [list(form) for form in forms]
    return {"head": tables.plain_text(replace(corpus, papers=())), "shared": list(shared), "names": names, "papers": papers}


def _cited(corpus: Corpus) -> Iterator[Cited]:
    entries, records, rows = bibtex.entries(corpus), ris.records(corpus), tables.plain_rows(corpus)
    for reference, paper, (_, line) in zip(references(corpus), corpus.papers, rows, strict=True):
        texts = entries[paper.key], records[paper.key], line, f"{citations.plain(paper)}\n"
        yield Cited(csl.item(reference), texts)


_MANY = 10
"""Names of a plain citation; ``citations.js`` has the same number."""


def own(item: Item) -> tuple[str, ...]:
    """Return what several forms of a paper say, as ``citations.js`` makes it of the item."""
    whole = (str(item.get(name, "")) for name in ("title", "annote", "URL", "archive_location", "id"))
    authors = item.get("author")
    names = [list(map(str, one.values())) for one in authors if isinstance(one, dict)] if isinstance(authors, list) else []
    inverted, straight = [", ".join(name) for name in names], [" ".join(name[::-1]) for name in names]
    first = straight[:_MANY] if len(names) > _MANY else straight[:-1]
    in_ris = "".join(f"AU  - {name}\n" for name in inverted), "".join(f"KW  - {word}\n" for word in _keywords(item))
    return *whole, " and ".join(inverted), ", ".join(first), *in_ris


_SHORT = 8
"""Characters; a position with its commas is as long."""


def _without(text: str, known: Sequence[str]) -> Parts:
    """Return a text with the positions of what is known in its place, wherever it stands there as it is."""
    parts: Parts = [text]
    for place, value in enumerate(known):
        if len(value) > _SHORT and value in text:  # most texts hold but some of it, so that their parts need no look
            _part_at(parts, value, -1 - place)
    return parts


def _part_at(parts: Parts, value: str, place: int) -> None:
    """Put a position where a value first stands in each of the parts."""
    for number in reversed(range(len(parts))):  # from the end, since those behind move
        part = parts[number]
        if isinstance(part, str) and value in part:
            before, _, after = part.partition(value)
            parts[number : number + 1] = [piece for piece in (before, place, after) if piece != ""]


def _common(pieces: Sequence[str]) -> Iterator[str]:
    """Yield what several papers have: whole pieces, and lines of others."""
    whole = dict.fromkeys(_several(pieces))
    yield from whole
    others = (line for piece in pieces if piece not in whole for line in piece.splitlines(keepends=True))
    yield from (line for line in _several(others) if line not in whole)


def _several(texts: Iterable[str]) -> Iterator[str]:
    return (text for text, count in Counter(texts).most_common() if count > 1 and len(text) > _SHORT)


def _placed(parts: Parts, places: Mapping[str, int]) -> Iterator[str | int]:
    literal = ""
    for part in parts:
        for piece in (part,) if isinstance(part, int) else _pieces(part, places):
            if isinstance(piece, str):
                literal += piece
                continue
            if literal:
                yield literal
            literal = ""
            yield piece
    if literal:
        yield literal


def _pieces(part: str, places: Mapping[str, int]) -> Sequence[str | int]:
    place = places.get(part)
    return [places.get(line, line) for line in part.splitlines(keepends=True)] if place is None else (place,)


def _packed(item: Item, places: Mapping[str, int]) -> Iterator[Json]:
    """Yield the values of an item, in which a person is ``[family, given]`` and a keyword a position."""
    for name, value in item.items():
        if name == "author" and isinstance(value, list):
            yield [_person(author) for author in value]
        else:
            yield [places[word] for word in _keywords(item)] if name == "keyword" else value


def _person(author: Json) -> Json:
    known = isinstance(author, dict) and list(author) == ["family", "given"]
    return list(author.values()) if known and isinstance(author, dict) else author


def _keywords(item: Item) -> list[str]:
    keywords = item.get("keyword")
    return keywords.split("; ") if isinstance(keywords, str) and keywords else []
