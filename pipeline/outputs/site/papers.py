"""A page for each paper: what it is, where it stands, what it is tagged with, what is close to it, how to cite it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import NamedTuple

from ...corpus import Corpus, once
from ...lock import Listing
from ...records import Author, Paper
from ...reuse import NOTHING_KEPT, Kept
from ..exports import bibtex, json_text, jsonld
from ..exports.citations import plain
from ..exports.json_text import Json
from ..exports.references import reference
from ..outline import outline
from . import addresses, cards, contributing, shell
from .entry_history import Correction, corrections
from .links import Link, links
from .listed import Listed, listed
from .readers import Read, read
from .related import Relative, relatives
from .resting import Resting, resting
from .standing import Strip, strips
from .tagged import Held, Tagged, Tags, row, tags

AUTHORS_SHOWN = 12
"""Longer lists are folded behind so many."""
AUTHORS_DESCRIBED = 10
"""Those whom search engines are told of; some papers have hundreds."""
PART = 50
"""Pages that are made as one task: few enough that two processes end at about the same time, enough that asking for them is nothing."""
_SAID_BY_PAGE = frozenset({"headline", "description", "keywords", "identifier"})
"""What a search engine finds in the title, in the page's own description, among the tags and in the addresses."""


@dataclass(frozen=True, slots=True)
class Neighbour:
    """The paper before or after in the list."""

    key: str
    name: str


Placed = tuple[Paper, Neighbour | None, Neighbour | None]
"""A paper between two others."""


class Cited(NamedTuple):
    """How to cite a paper, in the forms that stand in its page; the others are loaded when somebody asks for them."""

    plain: str
    bibtex: str


@dataclass(frozen=True, slots=True)
class Sheet:
    """Everything that a paper's page shows."""

    paper: Paper
    group: Held | None
    """The value under which Browse lists it."""
    authors: tuple[Author, ...]
    folded: tuple[Author, ...]
    """Those behind the first."""
    links: tuple[Link, ...]
    strips: tuple[Strip, ...]
    tags: Tags
    exceptions: tuple[tuple[str, str], ...]
    """Rules that do not hold for it, as what the rule says and why it does not hold."""
    related: tuple[Relative, ...]
    listed: Listed | None
    corrections: tuple[Correction, ...]
    citations: Cited
    article: str
    """JSON-LD, safe inside a script element."""
    readers: tuple[Read, ...]
    resting: tuple[Resting, ...]
    """Claims that rest on it, those on the fewest papers first."""
    issue: str
    """Address of an issue about it; empty without a repository."""
    edit: str
    """Address at which its file can be edited; empty without a repository."""
    before: Neighbour | None
    after: Neighbour | None


def files(corpus: Corpus, kept: Kept = NOTHING_KEPT) -> Iterator[tuple[str, bytes]]:
    """Yield the page of every paper, in the order of Browse."""
    for part in parts(corpus, kept):
        yield from part()


def parts(corpus: Corpus, kept: Kept = NOTHING_KEPT) -> Iterator[Callable[[], Iterator[tuple[str, bytes]]]]:
    """Yield makers of some pages each, which together make those of all papers, in the order of Browse.

    A page is made of the paper, of what arXiv lists of it, of the papers before and after, and of the outline of all.
    """
    pool = outline(corpus)
    outlined = [paper for _, held in cards.grouped(pool) for paper in held]
    neighbours = [None, *map(_neighbour, outlined), None]
    placed = list(zip((corpus.by_key[paper.key] for paper in outlined), neighbours, neighbours[2:], strict=False))
    for first in range(0, len(placed), PART):
        yield partial(_pages, corpus, pool, kept, placed[first : first + PART])


def _pages(corpus: Corpus, pool: Corpus, kept: Kept, placed: Iterable[Placed]) -> Iterator[tuple[str, bytes]]:
    known = kept.digest(pool)
    for paper, before, after in placed:
        own = {paper.arxiv_id: listing} if (listing := corpus.listings.get(paper.arxiv_id)) else {}
        turn = partial(_file, paper, own, pool, before, after)
        yield from kept.made(addresses.paper(paper.key), (known, paper, own, before, after), turn)


def _file(
    paper: Paper, own: Mapping[str, Listing], pool: Corpus, before: Neighbour | None, after: Neighbour | None
) -> list[tuple[str, bytes]]:
    alone = replace(pool, papers=(paper,), listings=own)
    sheet = Sheet(
        paper, _group(paper, pool), paper.authors[:AUTHORS_SHOWN], paper.authors[AUTHORS_SHOWN:], links(paper),
        strips(paper, pool), tags(paper, pool), _exceptions(paper, pool), relatives(pool).of(paper), listed(paper, alone),
        corrections(paper, pool), Cited(plain(paper), bibtex.entry(reference(paper, alone))), json_text.for_script(_article(paper, alone)),
        read(paper, pool), resting(pool).get(paper.key, ()), contributing.correction(paper, pool.about),
        contributing.edit(paper.place.path, pool.about), before, after,
    )  # fmt: skip
    parts = {
        "strips": "".join(_strip(pool, strip) for strip in sheet.strips) or _NO_STRIP,
        "tags": "".join(_tag_row(pool, tagged) for tagged in (*sheet.tags.required, *sheet.tags.further)),
    }
    return [shell.assembled(pool, _page(paper), "paper.html", parts, sheet=sheet)]


_NO_STRIP = "<dt>No field with an order<dd>\n"


@once
def _strip(corpus: Corpus, strip: Strip) -> str:
    """Return a strip as HTML: papers that hold the same in a field have the same one."""
    return shell.part("strip.html", "<dt>", strip=strip)


@once
def _tag_row(corpus: Corpus, tagged: Tagged) -> str:
    """Return what papers hold in a field as HTML, for all that hold the same."""
    return shell.part("tag_row.html", "<dt>", row=tagged)


def _page(paper: Paper) -> shell.Page:
    description = paper.summary or ", ".join(reversed(paper.imprint)) or paper.title
    return shell.Page(addresses.paper(paper.key), paper.title, description, "browse", ("pages.css",), ("copy.js",))


def _group(paper: Paper, corpus: Corpus) -> Held | None:
    field = corpus.taxonomy.fields.get(corpus.outputs.readme.group_by)
    tag = paper.tag(field.name) if field else None
    return row(corpus, field, tag).values[0] if field and tag else None


def _exceptions(paper: Paper, corpus: Corpus) -> tuple[tuple[str, str], ...]:
    return tuple((rule.why, paper.exceptions[rule.name]) for rule in corpus.taxonomy.rules if rule.name in paper.exceptions)


def _article(paper: Paper, corpus: Corpus) -> Json:
    """Return the description of a paper for search engines: who, what, when and where, without what the page's words say besides."""
    described = jsonld.article(replace(paper, authors=paper.authors[:AUTHORS_DESCRIBED]), corpus)
    authors = described.get("author")
    named: dict[str, Json] = {"author": [_whole(author) for author in authors]} if isinstance(authors, list) else {}
    return {name: value for name, value in described.items() if name not in _SAID_BY_PAGE} | named


def _whole(author: Json) -> Json:
    if not isinstance(author, dict):
        return author
    return {name: value for name, value in author.items() if name not in ("givenName", "familyName")}


def _neighbour(paper: Paper) -> Neighbour:
    return Neighbour(paper.key, paper.name)
