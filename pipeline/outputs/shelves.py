"""A list that is too long for the front page: one page a section, and several where one section alone is too long."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from ..corpus import Corpus
from . import markdown, templating
from .markdown import Markdown

FOLDER = "list"
"""Where the pages stand."""
_HEAD = 4_000
"""Bytes that are left for a page's head, which holds little more than a definition."""


class Page(NamedTuple):
    """A page, as others lead to it."""

    path: str
    """Below the survey's root."""
    first: int
    """Number of its first line in the section, from 1 on."""
    last: int

    @property
    def numbers(self) -> str:
        """What it holds: ``1 to 1,200``."""
        return f"{self.first:,} to {self.last:,}" if self.last > self.first else f"{self.first:,}"


@dataclass(frozen=True, slots=True)
class Shelf:
    """The lines under one heading, which stand on the front page or on pages of their own."""

    name: str
    """Of the files, should it have some."""
    title: str
    definition: str
    """One or two sentences; empty where there are none."""
    count: str
    """How many lines there are, in words for a reader."""
    lines: tuple[Markdown, ...]
    """Without the bullet."""
    elsewhere: int = 0
    """How many more would belong here and stand on another shelf."""
    pages: tuple[Page, ...] = ()
    """Where the lines stand; empty while they stand on the front page."""

    @property
    def leads(self) -> Markdown:
        """What leads to its pages."""
        whole = len(self.pages) == 1
        return Markdown(", ".join(markdown.link(self.title if whole else page.numbers, page.path) for page in self.pages))

    @property
    def size(self) -> int:
        """Bytes of its lines."""
        return sum(len(line.encode()) + len("- \n\n") for line in self.lines)


def apart(shelves: Iterable[Shelf], most: int) -> tuple[Shelf, ...]:
    """Return shelves with their lines on pages of at most so many bytes; those without a line get none."""
    taken: set[str] = set()
    return tuple(_apart(shelf, most - _HEAD, taken) for shelf in shelves)


def _apart(shelf: Shelf, room: int, taken: set[str]) -> Shelf:
    pages = []
    for number, (first, last) in enumerate(_cuts(shelf.lines, room), 1):
        wanted = shelf.name if number == 1 else f"{shelf.name}-{number}"
        pages.append(Page(f"{FOLDER}/{_free(wanted, taken)}.md", first, last))
    return replace(shelf, pages=tuple(pages))


def _cuts(lines: Sequence[Markdown], room: int) -> Iterator[tuple[int, int]]:
    """Yield the first and the last line of each page, counted from 1."""
    first, held = 1, 0
    for number, line in enumerate(lines, 1):
        size = len(line.encode()) + len("- \n\n")
        if held and held + size > room:
            yield first, number - 1
            first, held = number, 0
        held += size
    if lines:
        yield first, len(lines)


def _free(name: str, taken: set[str]) -> str:
    """Return a file name that no other page has, also where capitals make no difference."""
    free = next(one for number in range(len(taken) + 1) if (one := name + "_" * number).casefold() not in taken)
    taken.add(free.casefold())
    return free


def files(shelves: Iterable[Shelf], corpus: Corpus, order: str) -> Iterator[tuple[str, bytes]]:
    """Yield the pages of shelves. ``order`` says in words how the lines are ordered."""
    for shelf in shelves:
        for page in shelf.pages:
            others = [_link(other, page) for other in shelf.pages] if len(shelf.pages) > 1 else []
            text = templating.rendered(
                "list_page.md", about=corpus.about, shelf=shelf, order=order, others=others, lines=shelf.lines[page.first - 1 : page.last],
                home=markdown.link(corpus.about.name, "../README.md"),
            )  # fmt: skip
            yield page.path, text.encode()


def _link(other: Page, page: Page) -> Markdown:
    if other == page:
        return Markdown(f"**{other.numbers}**")
    return markdown.link(other.numbers, other.path.removeprefix(f"{FOLDER}/"))
