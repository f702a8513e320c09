"""The README: a survey to the text of its front page. The template prints; everything is computed here and beside."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from .. import coverage, identifiers
from ..corpus import Corpus
from ..survey import About
from . import claim_list, exhibits, listing, markdown, screened, sentences, shelves, tables, templating
from .exports import bibtex
from .exports.references import Reference
from .markdown import Markdown
from .outline import outline
from .shelves import Shelf
from .tables.table import lowered

TITLES = {
    "contributing": "How to contribute",
    "maps": "Survey maps",
    "coverage": "Coverage and gaps",
    "claims": "What the survey claims",
    "tools": "Data and tools",
    "papers": "Papers",
    "excluded": "Excluded records",
    "screening": "How records are screened",
    "citing": "How to cite",
}
"""The sections, in order, by the name that the template has for them."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of the table of contents."""

    title: str
    anchor: Markdown
    """With ``#``."""
    count: int = 0
    """Papers or records in it; 0 also where it lists none."""
    elsewhere: int = 0
    """How many more would belong in it and stand in another."""
    below: tuple[Entry, ...] = ()


MOST = 500_000
"""Bytes. GitHub cuts a page at 512,000 without a word."""


def files(corpus: Corpus, most: int = MOST) -> Iterator[tuple[str, bytes]]:
    """Yield the README and, where it would be longer than so many bytes, the pages on which its longest lists then stand.

    The list of papers is the first to go, then that of excluded records. The README may still be too long after that.
    """
    papers, stages = _papers(corpus), _stages(corpus)
    values = _values(corpus)
    content = _text(corpus, values, papers, stages).encode() if sum(shelf.size for shelf in papers) <= most else None
    if content is None or len(content) > most:
        papers = shelves.apart(papers, most)
        content = _text(corpus, values, papers, stages).encode()
    if len(content) > most:
        stages = shelves.apart(_stages(corpus, "../"), most)
        content = _text(corpus, values, papers, stages).encode()
    yield "README.md", content
    yield from shelves.files(papers, corpus, listing.RULE)
    yield from shelves.files(stages, corpus, "")


def text(corpus: Corpus) -> str:
    """Return the README of a survey with all that it lists. The section of claims is left out where none is made."""
    return _text(corpus, _values(corpus), _papers(corpus), _stages(corpus))


def _text(corpus: Corpus, values: Mapping[str, object], papers: Sequence[Shelf], stages: Sequence[Shelf]) -> str:
    return templating.rendered("readme.md", **values, contents=contents(corpus, papers), papers=papers, stages=stages)


def _papers(corpus: Corpus) -> tuple[Shelf, ...]:
    return tuple(
        Shelf(
            section.name or "_other", section.title, section.definition, section.size, tuple(item.line for item in section.items),
            section.elsewhere,
        )
        for section in listing.sections(corpus)
    )  # fmt: skip


def _stages(corpus: Corpus, root: str = "") -> tuple[Shelf, ...]:
    return tuple(
        Shelf(
            f"excluded-{stage.name}", stage.label, stage.said, sentences.many(len(stage.records), "excluded record"),
            tuple(record.line for record in stage.records),
        )
        for stage in screened.stages(corpus, root)
    )  # fmt: skip


def _values(corpus: Corpus) -> dict[str, object]:
    """Return what the README shows beside its lists, which is counted of the outline, as on other pages."""
    corpus = outline(corpus)
    about, wanted = corpus.about, corpus.outputs.readme
    return {
        "about": about,
        "survey": markdown.link(about.title, survey_address(about)),
        "site": _link("Browse it with filters", about.site_url),
        "issues": _link("Ask where you are not sure", about.repository and f"{about.repository}/issues"),
        "size": sentences.filled(_SIZE + (_LOGGED if corpus.exclusions else ""), corpus),
        "titles": TITLES,
        "claims": claim_list.claim_list(corpus),
        "maps": [exhibits.exhibit(name, corpus) for name in wanted.maps],
        "headline": tables.as_markdown(exhibits.headline(corpus)),
        "facets": exhibits.facets(corpus),
        "coverage": [exhibits.exhibit(name, corpus) for name in wanted.coverage],
        "group_by": Markdown(wanted.group_by),
        "example": example(corpus),
        "trace": example_trace(corpus),
        "total": len(corpus.papers),
        "order": listing.RULE,
        "chips": len(wanted.chips),
        "tags": sentences.enumerated([lowered(corpus.taxonomy.fields[name].label) for name in wanted.chips]) if wanted.chips else "",
        "excluded": len(corpus.exclusions),
        "reasons": screened.counted(corpus, "reason_codes"),
        "protocol": corpus.protocol,
        "families": sentences.enumerated([family.label for family in corpus.protocol.query_families]),
        "sources": sentences.enumerated(corpus.protocol.sources),
        "cells": sentences.enumerated(corpus.protocol.promotion_cells),
        "citation": markdown.block(citation(about), "bibtex"),
    }


_SIZE = "{papers} {papers|paper|papers}"
_LOGGED = " and {exclusions} {exclusions|excluded record|excluded records}"


def example(corpus: Corpus) -> Markdown:
    """Return a condition that some papers meet, as ``FIELD=VALUE`` of the field by which the list is grouped, for a block of code."""
    name = corpus.outputs.readme.group_by
    held = coverage.holders(corpus, name)
    return Markdown(next((f"{name}={value}" for value in corpus.taxonomy.fields[name].by_name if value in held), ""))


def example_trace(corpus: Corpus) -> Markdown:
    """Return the address of an example trace for a block of code; empty without one whose name can stand there as it is."""
    plain = [name for name in sorted(corpus.traces) if _PLAIN.fullmatch(name)]
    return Markdown(f"traces/examples/{plain[0]}" if plain else "")


_PLAIN = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")


def contents(corpus: Corpus, papers: Sequence[Shelf]) -> tuple[Entry, ...]:
    """Return the table of contents, with the sections of the list below that of the papers."""
    counts = {"papers": len(corpus.papers), "excluded": len(corpus.exclusions), "claims": len(corpus.claims)}
    absent = {"claims": not corpus.claims, "maps": not corpus.outputs.readme.maps}
    titles = {key: title for key, title in TITLES.items() if not absent.get(key)}
    below = {"papers": papers}
    headings = [heading for key, title in titles.items() for heading in (title, *(section.title for section in below.get(key, ())))]
    anchors = iter(markdown.anchors([corpus.about.name, "Contents", *headings])[2:])
    return tuple(Entry(title, next(anchors), counts.get(key, 0), 0, _entries(below.get(key, ()), anchors)) for key, title in titles.items())


def _entries(sections: Sequence[Shelf], anchors: Iterator[Markdown]) -> tuple[Entry, ...]:
    return tuple(Entry(section.title, next(anchors), len(section.lines), section.elsewhere) for section in sections)


def _link(words: str, address: str) -> Markdown:
    """Return a link, or nothing where the address is not known."""
    return markdown.link(words, address) if address else Markdown()


def survey_address(about: About) -> str:
    """Return the address of the survey itself; empty where it has none."""
    return identifiers.arxiv_link(about.arxiv_id) if about.arxiv_id else ""


def citation(about: About) -> str:
    """Return the survey as a BibTeX entry. Its address is left out: the page has it already."""
    month = identifiers.arxiv_month(about.arxiv_id)
    year = int(month[:4]) if month else about.cutoff.year
    family = "".join(c for c in identifiers.folded(about.author.family) if c.isascii() and c.isalnum())
    reference = Reference(
        key=f"{family or 'survey'}{year}", kind="preprint" if month else "page", title=about.title, authors=(about.author,),
        authors_complete=True, year=year, day=None, venue="arXiv" if month else "", doi="", arxiv_id=about.arxiv_id, arxiv_class="",
        url="", links=(), summary="", keywords=(),
    )  # fmt: skip
    return bibtex.entry(reference)
