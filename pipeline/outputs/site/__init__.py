"""The browsable list: pages and assets that work from disk and under any sub-path, and ask no other server."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ...corpus import Corpus
from ..outline import outline
from . import (
    browse,
    claim_cards,
    crossings,
    data_page,
    gap_pages,
    pages,
    papers,
    screening,
    second_readings,
    shell,
    trace_pages,
    vocabulary,
)
from .published import Files

Maker = Callable[[Corpus], Iterator[tuple[str, bytes]]]

OUTLINED: tuple[Maker, ...] = (
    shell.files, pages.files, vocabulary.files, crossings.files, gap_pages.files, screening.files, second_readings.files,
    trace_pages.files,
)  # fmt: skip
"""Each yields the files of one kind of page that needs no more than the outline of a survey; a new kind is one more line.

Not among them are the cards of claims, which have most of their work in common with figures and tables.
"""


def files(corpus: Corpus, made: Files | None = None) -> Iterator[tuple[str, bytes]]:
    """Yield every file of the site as (path below the root, content), ``site/index.html`` first among the pages.

    ``made`` are files of the same survey that were made already, by path: figures and tables among them are taken over
    and not made again.
    """
    paths = []
    for path, content in _pages(corpus, made):
        paths.append(path)
        yield path, content
    yield from pages.addresses(corpus.about, paths)


def _pages(corpus: Corpus, made: Files | None) -> Iterator[tuple[str, bytes]]:
    yield from browse.files(corpus)
    yield from papers.files(corpus)
    yield from outlined(corpus)
    yield from claim_cards.files(outline(corpus))
    sizes = {}
    for path, content in data_page.exported(corpus):
        sizes[path] = len(content)
        yield path, content
    yield from data_page.files(corpus, sizes, made or {})


def outlined(corpus: Corpus) -> Iterator[tuple[str, bytes]]:
    """Yield the pages of OUTLINED, with what they load."""
    for maker in OUTLINED:
        yield from maker(outline(corpus))
