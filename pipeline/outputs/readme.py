"""The README: a survey to the text of its front page. The template prints; everything is computed here and beside."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from .. import identifiers
from ..corpus import Corpus
from ..survey import About
from . import claim_list, exhibits, listing, markdown, screened, sentences, tables, templating
from .exports import bibtex
from .exports.references import Reference
from .markdown import Markdown
from .tables.table import lowered

TITLES = {
    "maps": "Survey maps",
    "coverage": "Coverage and gaps",
    "claims": "What the survey claims",
    "papers": "Papers",
    "excluded": "Excluded records",
    "screening": "How records are screened",
    "contributing": "How to contribute",
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
    below: tuple[Entry, ...] = ()


def text(corpus: Corpus) -> str:
    """Return the README of a survey. The section of claims is left out where none is made."""
    about, wanted, papers = corpus.about, corpus.outputs.readme, listing.sections(corpus)
    return templating.rendered(
        "readme.md",
        about=about,
        survey=markdown.link(about.title, survey_address(about)),
        site=_link("Browse it with filters", about.site_url),
        issues=_link("Ask where you are not sure", about.repository and f"{about.repository}/issues"),
        size=sentences.filled("{papers} papers and {exclusions} excluded records", corpus),
        contents=contents(corpus, papers),
        titles=TITLES,
        claims=claim_list.claim_list(corpus),
        maps=[exhibits.exhibit(name, corpus) for name in wanted.maps],
        headline=tables.as_markdown(exhibits.headline(corpus)),
        facets=exhibits.facets(corpus),
        coverage=[exhibits.exhibit(name, corpus) for name in wanted.coverage],
        papers=papers,
        total=sum(len(section.items) for section in papers),
        order=listing.RULE,
        tags=sentences.enumerated([lowered(corpus.taxonomy.fields[name].label) for name in wanted.chips]) if wanted.chips else "",
        excluded=len(corpus.exclusions),
        stages=screened.stages(corpus),
        reasons=screened.counted(corpus, "reason_codes"),
        protocol=corpus.protocol,
        families=sentences.enumerated([family.label for family in corpus.protocol.query_families]),
        sources=sentences.enumerated(corpus.protocol.sources),
        cells=sentences.enumerated(corpus.protocol.promotion_cells),
        citation=markdown.block(citation(about), "bibtex"),
    )


def contents(corpus: Corpus, papers: Sequence[listing.Section]) -> tuple[Entry, ...]:
    """Return the table of contents, with the sections of the list below that of the papers."""
    counts = {"papers": len(corpus.papers), "excluded": len(corpus.exclusions), "claims": len(corpus.claims)}
    titles = {key: title for key, title in TITLES.items() if key != "claims" or corpus.claims}
    below = {"papers": papers}
    headings = [heading for key, title in titles.items() for heading in (title, *(section.title for section in below.get(key, ())))]
    anchors = iter(markdown.anchors([corpus.about.name, "Contents", *headings])[2:])
    return tuple(Entry(title, next(anchors), counts.get(key, 0), _entries(below.get(key, ()), anchors)) for key, title in titles.items())


def _entries(sections: Sequence[listing.Section], anchors: Iterator[Markdown]) -> tuple[Entry, ...]:
    return tuple(Entry(section.title, next(anchors), len(section.items)) for section in sections)


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
