"""The list of papers: in sections by one field, each section newest first, each paper as one line."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from .. import identifiers
from ..claims import words
from ..corpus import Corpus
from ..lock import Listing
from ..records import Author, Paper
from ..taxonomy import Field, values_in
from . import markdown
from .exports.references import address
from .markdown import Markdown

MOST_AUTHORS = 3
"""More are "et al."."""
OTHER = "Other"
"""The section of papers whose value the taxonomy does not declare, so that none is ever lost."""
WITHDRAWN = "Withdrawn by its authors."
"""Said of a paper whose comment on arXiv says so."""
RULE = (
    "newest first: by the day of first submission to arXiv, else by the month in the arXiv id, else by the year, "
    "and by title where these agree"
)
"""The order within a section, in words."""


@dataclass(frozen=True, slots=True)
class Item:
    """What the list says of one paper."""

    key: str
    link: Markdown
    """The title, leading to the paper."""
    summary: str
    """One sentence, or empty."""
    byline: str
    """Authors, year and venue as far as they are known, with a full stop, and whether it was withdrawn; else empty."""
    tags: tuple[Markdown, ...]
    """Code spans; none where no tag of the list's applies."""

    @property
    def line(self) -> Markdown:
        """All of it in one line, without a bullet."""
        tags = " ".join(self.tags) + ("." if self.tags else "")
        rest = " ".join(part for part in (markdown.inline(self.byline), tags) if part)
        under = f"<br><sub>{rest}</sub>" if rest else ""
        said = f"{markdown.inline(self.summary)}{under}" if self.summary else rest
        return Markdown(f"{self.link} - {said}" if said else self.link)


@dataclass(frozen=True, slots=True)
class Section:
    """The papers under one heading."""

    name: str
    """The value that they hold; empty for those that hold none of the declared ones."""
    title: str
    definition: str
    """One or two sentences; empty where the taxonomy has none."""
    items: tuple[Item, ...]
    elsewhere: int = 0
    """How many papers hold the value and stand under another that they name before it."""

    @property
    def size(self) -> str:
        """The number of entries, in words for a reader."""
        more = f", and {self.elsewhere} more under other headings" if self.elsewhere else ""
        return f"{'1 entry' if len(self.items) == 1 else f'{len(self.items)} entries'}{more}"


def sections(corpus: Corpus) -> tuple[Section, ...]:
    """Return the list in the order of the taxonomy; every paper stands in exactly one section.

    Declared values without a paper keep their section. A paper with several values stands under the first.
    """
    wanted = corpus.outputs.readme.group_by
    field = corpus.taxonomy.fields.get(wanted)
    papers: dict[str, list[Paper]] = {value: [] for value in (field.by_name if field else ())}
    others = [paper for paper in newest_first(corpus) if not _filed(paper, wanted, papers)]
    declared = field.values if field else ()
    held = Counter(value for paper in corpus.papers for value in set(values_in(paper.tag(wanted))))
    found = [
        Section(value.name, value.label, value.definition, _items(here, corpus), held[value.name] - len(here))
        for value in declared
        for here in (papers[value.name],)
    ]
    return (*found, Section("", OTHER, "", _items(others, corpus))) if others else tuple(found)


def _filed(paper: Paper, field: str, papers: Mapping[str, list[Paper]]) -> bool:
    """Put a paper under the first of its values that is declared, and say whether there is one."""
    value = next((value for value in values_in(paper.tag(field)) if value in papers), None)
    if value is not None:
        papers[value].append(paper)
    return value is not None


def newest_first(corpus: Corpus) -> list[Paper]:
    """Return the papers in the order that ``RULE`` states."""
    by_title = sorted(corpus.papers, key=lambda paper: (identifiers.folded(paper.title), paper.key))
    return sorted(by_title, key=lambda paper: submitted(paper, corpus.listings), reverse=True)


def submitted(paper: Paper, listings: Mapping[str, Listing]) -> str:
    """Return when a paper was first public: ``YYYY-MM-DD``, else ``YYYY-MM``, else ``YYYY``, as far as it is known; else nothing."""
    listing = listings.get(paper.arxiv_id)
    if listing and listing.published:
        return listing.published.isoformat()
    return identifiers.arxiv_month(paper.arxiv_id) or str(paper.year or "")


def _items(papers: Sequence[Paper], corpus: Corpus) -> tuple[Item, ...]:
    chips = [corpus.taxonomy.fields[name] for name in corpus.outputs.readme.chips]
    return tuple(_item(paper, chips, corpus.listings.get(paper.arxiv_id)) for paper in papers)


def _item(paper: Paper, chips: Sequence[Field], listing: Listing | None) -> Item:
    link = markdown.link(paper.title, address(paper))
    told = f"{byline(paper)} {WITHDRAWN}".lstrip() if listing and listing.withdrawn else byline(paper)
    return Item(paper.key, link, paper.summary, told, _tags(paper, chips))


def byline(paper: Paper) -> str:
    """Return what is known of authors, year and venue as a sentence; the year is not said twice where the venue names it."""
    venue, year = paper.venue.rstrip("."), str(paper.year or "")
    by = f"By {authors(paper.authors, complete=paper.authors_complete)}" if paper.authors else ""
    said = ", ".join(part for part in (by, "" if year in venue else year, venue) if part)
    return f"{said}." if said else ""


def authors(names: Sequence[Author], *, complete: bool = True) -> str:
    """Return at most three authors, then "et al.", as also where not all are known."""
    shown = [str(name) for name in names[:MOST_AUTHORS]]
    if len(names) > MOST_AUTHORS or not complete:
        return f"{', '.join(shown)}{',' if len(shown) > 1 else ''} et al."
    return words.enumerated(shown)


def _tags(paper: Paper, chips: Sequence[Field]) -> tuple[Markdown, ...]:
    """Return the values in the order of the fields, so that tags compare from line to line; none if none applies."""
    held = {field.name: values_in(paper.tag(field.name)) for field in chips}
    if all(set(held[field.name]) <= {field.none} for field in chips):
        return ()
    return tuple(markdown.code(value) for values in held.values() for value in values)
